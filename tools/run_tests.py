#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs what tools/test has built, and adds up.

The last line is "N passed, N failed". A program that crashes, hangs or reports no tests counts as one failure.
"""

import os
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

import fuzz

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TIME_LIMIT = 600  # seconds, for one program
FULL_TIME_LIMIT = 6 * 3600


def programs(variant):
    folder = os.path.join(ROOT, "build", variant, "tests")
    rooms = sorted(d for d in os.listdir(os.path.join(ROOT, "tests"))
                   if any(f.endswith("_test.cpp") for f in os.listdir(os.path.join(ROOT, "tests", d))))
    return [(f"{variant} {room}", os.path.join(folder, room)) for room in rooms]


def run_googletest(name, program):
    """(passed, failed) of one room's program."""
    report = program + ".xml"
    if os.path.exists(report):
        os.remove(report)
    try:
        done = subprocess.run([program, "--gtest_brief=1", f"--gtest_output=xml:{report}"], cwd=ROOT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIME_LIMIT)
        output, code = done.stdout, done.returncode
        suites = ElementTree.parse(report).getroot()
        total, failed = int(suites.get("tests")), int(suites.get("failures")) + int(suites.get("errors"))
        if (code != 0 and failed == 0) or total == 0:
            failed += 1
    except (OSError, subprocess.TimeoutExpired, ElementTree.ParseError) as e:
        output, total, failed = f"{type(e).__name__}: {e}\n", 1, 1
    print(f"{'ok    ' if not failed else 'FAILED'} {name}: {total} tests", flush=True)
    if failed:
        print(output[-20000:], flush=True)
    return max(total - failed, 0), failed


def run_python():
    """(passed, failed) of the black-box tests, tests/*/test_*.py."""
    passed = failed = 0
    for folder in sorted(os.listdir(os.path.join(ROOT, "tests"))):
        path = os.path.join(ROOT, "tests", folder)
        if not os.path.isdir(path) or not any(re.fullmatch(r"test_.*\.py", f) for f in os.listdir(path)):
            continue
        suite = unittest.TestLoader().discover(path, pattern="test_*.py", top_level_dir=path)
        result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(suite)
        bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
        # A file that cannot be imported counts as a test that failed.
        print(f"{'ok    ' if not bad else 'FAILED'} python {folder}: {result.testsRun} tests", flush=True)
        passed += result.testsRun - min(bad, result.testsRun)
        failed += bad
    return passed, failed


def run_scripts():
    """(passed, failed) of the long runs, tests/full/*.sh: each is one test."""
    passed = failed = 0
    folder = os.path.join(ROOT, "tests", "full")
    for script in sorted(f for f in os.listdir(folder) if f.endswith(".sh")) if os.path.isdir(folder) else []:
        try:
            ok = subprocess.run(["bash", os.path.join(folder, script)], cwd=ROOT, timeout=FULL_TIME_LIMIT).returncode == 0
        except subprocess.TimeoutExpired:
            ok = False
        print(f"{'ok    ' if ok else 'FAILED'} full {script}", flush=True)
        passed += ok
        failed += not ok
    return passed, failed


def main():
    full = "--full" in sys.argv[1:]
    counts = [run_googletest(*p) for variant in (["debug", "asan"] if full else ["debug"]) for p in programs(variant)]
    counts.append(run_python())
    if full:
        counts += [run_scripts(), fuzz.run_all()]
    passed, failed = (sum(c) for c in zip(*counts))
    sys.stdout.flush()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
