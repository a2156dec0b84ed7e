#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the fuzz targets, two side by side, and says which survived.

    tools/fuzz.py                 every target for FUZZ_SECONDS (600) seconds each
    tools/fuzz.py config gzip     only these

Build first: scons variant=fuzz fuzz && scons. What the fuzzer finds useful stays in build/fuzz/corpus/<target> and is
where the next run starts. An input that fails is kept as build/fuzz/<target>-*; run it again with
build/fuzz/targets --target=<target> FILE, and put it among the seeds once the cause is known (docs/testing.md).
"""

import concurrent.futures
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build", "fuzz")
SOURCE = os.path.join(ROOT, "tests", "fuzz")
PROGRAM = os.path.join(BUILD, "targets")
SIDE_BY_SIDE = 2
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=2048", "-max_len=4096"]


def names():
    return sorted(os.listdir(os.path.join(SOURCE, "seeds")))


def entry(word):
    """One word of a libFuzzer dictionary."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"\n'


def write_config_dictionary(path):
    """Every section, key, choice and default that the program declares, and what TOML is made of."""
    program = os.path.join(ROOT, "build", "release", "cdrsim")
    declared = json.loads(subprocess.run([program, "describe", "config", "--json"], check=True, text=True,
                                         stdout=subprocess.PIPE).stdout)
    words = {"[[", "]]", " = ", '"""', "'''", "\\u0000", "#set ", "inf", "nan", "0x", "1e9", "1979-05-27T07:32:00Z",
             "KiB", "MiB", "GiB", "TiB", "ps", "ns", "us", "ms", "kHz", "GHz", "none", "auto"}
    for p in declared:
        index = ".0" if p["repeated"] else ""
        words |= {p["section"], p["key"], p["key"] + " = " + p["default"], p["section"] + index + "." + p["key"]}
        words |= {c["name"] for c in p["choices"]}
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(entry(w) for w in sorted(words) if w)


def dictionary(target):
    """Its flag, if the target has one."""
    if target == "config":
        path = os.path.join(BUILD, "config.dict")
        write_config_dictionary(path)
    else:
        path = os.path.join(SOURCE, target + ".dict")
    return ["-dict=" + path] if os.path.exists(path) else []


def run(target, seconds):
    """(survived, what to print)."""
    corpus = os.path.join(BUILD, "corpus", target)
    log = os.path.join(BUILD, target + ".log")
    os.makedirs(corpus, exist_ok=True)
    command = [PROGRAM, "--target=" + target, corpus, os.path.join(SOURCE, "seeds", target), *dictionary(target), *LIMITS,
               f"-max_total_time={seconds}", "-print_final_stats=1",
               "-artifact_prefix=" + os.path.join(BUILD, target + "-")]
    with open(log, "w", encoding="utf-8") as out:
        try:
            code = subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT,
                                  timeout=seconds + 300).returncode
        except subprocess.TimeoutExpired:
            code = "out of time"
    with open(log, encoding="utf-8", errors="replace") as text:
        lines = text.read().splitlines()
    done = next((l.split()[-1] for l in lines if l.startswith("stat::number_of_executed_units")), "no")
    if code == 0:
        return True, f"ok     fuzz {target}: {done} inputs in {seconds} s"
    return False, f"FAILED fuzz {target} ({code}): {log}\n" + "\n".join(lines[-60:])


def run_all(targets=None):
    """(passed, failed): each target is one test."""
    seconds = int(os.environ.get("FUZZ_SECONDS", "600"))
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        for survived, text in pool.map(lambda target: run(target, seconds), targets or names()):
            print(text, flush=True)
            passed += survived
            failed += not survived
    return passed, failed


def main():
    unknown = [t for t in sys.argv[1:] if t not in names()]
    if unknown:
        print(f"no such target: {', '.join(unknown)}; targets: {', '.join(names())}", file=sys.stderr)
        return 1
    return 1 if run_all(sys.argv[1:])[1] else 0


if __name__ == "__main__":
    sys.exit(main())
