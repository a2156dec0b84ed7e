# SPDX-License-Identifier: BSD-3-Clause
"""Does every real trace run at its thread count, checked, without restriction and with both restrictions?

Each trace is imported into a scratch folder and runs on a chip of as many cores as it has threads, with --check. A run
passes if it exits 0, performs exactly the references, barrier arrivals and lock acquisitions of the trace's manifest,
and computes as many instructions at every level. Prints a line for each run, and last how many failed.

    tests/full/traces.py [--traces FOLDER] [--jobs N] [--only WORD]
"""

import argparse
import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
LEVELS = ["none", "application", "page"]
TIME_LIMIT = 3600  # seconds, for one run


def call(*arguments):
    """(exit code or what went wrong, standard error) of the program."""
    try:
        r = subprocess.run([CDRSIM, *arguments], capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
        return r.returncode, r.stderr
    except subprocess.TimeoutExpired:
        return f"no end after {TIME_LIMIT} s", ""


def wrong_counts(stats, manifest):
    expected = {"core.loads": "reads", "core.stores": "writes", "core.atomics": "atomics", "sim.accesses": "accesses"}
    return [f"{stat} is {stats[stat]}, the manifest says {manifest[column]} {column}"
            for stat, column in expected.items() if stats[stat] != int(manifest[column])]


def run_level(trace, manifest, level, folder):
    """(stats, what went wrong) of one run; prints its line."""
    threads = manifest["threads"]
    out = os.path.join(folder, os.path.basename(trace) + "." + level)
    config = out + ".toml"
    with open(config, "w", encoding="utf-8") as f:
        f.write(f"[system]\ncores_per_chip = {threads}\n[cdr.sharers]\nlevel = \"{level}\"\n"
                f"[cdr.homes]\nlevel = \"{level}\"\n[[workload]]\ntrace = \"{trace}\"\n")
    start = time.monotonic()
    code, message = call("run", config, "--check", "--quiet", "--out", out)
    seconds = time.monotonic() - start
    stats, problem, tail = {}, "", ""
    if code != 0:
        problem = f"exit {code}: {message}"
    else:
        with open(os.path.join(out, "result.json"), encoding="utf-8") as f:
            result = json.load(f)
        stats = result["stats"]
        problem = "; ".join(wrong_counts(stats, manifest))
        tail = (f"{stats['sim.cycles']:>12} cycles {stats['l1.misses']:>9} misses {stats['noc.flit_hops']:>11} flit-hops "
                f"{stats['directory.broadcasts']:>8} broadcasts {result['host']['peak_rss_bytes'] >> 20:>5} MiB")
    print(f"{'FAILED' if problem else 'ok    '} {manifest['file']:<30} {level:<11} {seconds:>6.1f} s {tail}", flush=True)
    if problem:
        print("       " + problem[:3000].rstrip().replace("\n", "\n       "), flush=True)
    return stats, problem


def run_trace(traces, manifest, folder):
    """How many of a trace's runs failed."""
    native = os.path.join(folder, manifest["file"].removesuffix(".txt.gz") + ".cdrt")
    code, message = call("trace", "import", "--format", "text", os.path.join(traces, manifest["file"]), native)
    if code != 0:
        print(f"FAILED {manifest['file']}: import: exit {code}: {message}", flush=True)
        return 1
    failed, alike = 0, {}
    for level in LEVELS:
        stats, problem = run_level(native, manifest, level, folder)
        failed += bool(problem)
        for name in ("core.instructions", "sync.barriers", "sync.lock_acquires"):
            if name in stats and alike.setdefault(name, stats[name]) != stats[name]:
                print(f"FAILED {manifest['file']} {level}: {name} is {stats[name]}, before {alike[name]}", flush=True)
                failed += 1
    os.remove(native)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--traces", default=os.environ.get("CDRSIM_TRACES", os.path.join(ROOT, "..", "shared", "traces")))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="traces whose names hold this word")
    options = parser.parse_args()
    manifest_path = os.path.join(options.traces, "manifest.csv")
    if not os.path.exists(manifest_path):
        print(f"skipped: no traces in {options.traces} (--traces or CDRSIM_TRACES say where they are)")
        return 0
    with open(manifest_path, encoding="utf-8") as f:
        manifest = [row for row in csv.DictReader(f) if options.only in row["file"]]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        failed = sum(pool.map(lambda row: run_trace(options.traces, row, folder), manifest))
    print(f"{len(manifest)} traces, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
