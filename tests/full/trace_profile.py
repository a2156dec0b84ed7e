# SPDX-License-Identifier: BSD-3-Clause
"""Does `cdrsim trace profile` reproduce the published sharing of every real trace to the last digit?

Each recording is imported into a scratch folder and profiled. Its histograms of lines and pages by sharers must be the
rows of histograms.csv, its counts those of manifest.csv, and its percentages those of stats.csv as they are printed
there. Prints a line for each trace, and last how many failed.

    tests/full/trace_profile.py [FOLDER] [--only WORD]
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))


def read_rows(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as f:
        return list(csv.DictReader(f))


def share(rows, key, low, high):
    """Percent of `key` in the rows of low to high sharers."""
    return 100 * sum(r[key] for r in rows if low <= r["sharers"] <= high) / sum(r[key] for r in rows)


def stated(profile):
    """What manifest.csv and stats.csv say, from the profile: column, value, digits after the point."""
    line, page, many = profile["line"], profile["page"], 1 << 32
    lines, pages = line["histogram"], page["histogram"]
    shared = [r for r in lines if r["sharers"] > 1]
    written = {c["class"]: c["references"] for c in line["classes"]}
    yield "accesses", profile["references"], 0
    yield "reads", profile["reads"], 0
    yield "writes", profile["writes"], 0
    yield "atomics", profile["atomics"], 0
    yield "distinct lines", line["blocks"], 0
    yield "shared lines %", share(lines, "blocks", 2, many), 2
    yield "max sharers", line["max_sharers"], 0
    yield "mean sharers/line", line["mean_sharers"], 3
    yield "pages", page["blocks"], 0
    yield "mean sharers/page", page["mean_sharers"], 3
    yield "lines shared+written %", 100 * sum(r["written_blocks"] for r in shared) / line["blocks"], 2
    yield "accesses to shared lines %", share(lines, "references", 2, many), 2
    shared_written = written["shared-one-writer"] + written["shared-many-writers"]
    yield "accesses to shared+written lines %", 100 * shared_written / line["references"], 2
    yield "lines with 1 sharer %", share(lines, "blocks", 1, 1), 2
    for most in (2, 4, 8, 16, 64):
        yield f"lines<={most} %", share(lines, "blocks", 1, most), 2
    yield "acc to private lines %", share(lines, "references", 1, 1), 2
    yield "acc to lines 2-4 sharers %", share(lines, "references", 2, 4), 2
    yield "acc 5-16 %", share(lines, "references", 5, 16), 2
    yield "acc 17-64 %", share(lines, "references", 17, 64), 2
    yield "acc >64 %", share(lines, "references", 65, many), 2
    yield "pages shared %", share(pages, "blocks", 2, many), 2
    yield "max page sharers", page["max_sharers"], 0
    yield "pages 1 sharer %", share(pages, "blocks", 1, 1), 2
    for most in (4, 16, 64):
        yield f"pages<={most} %", share(pages, "blocks", 1, most), 2
    yield "line-crossing accesses", line["crossing"], 0


def problems(profile, histograms, published):
    wrong = []
    for unit, name in (("line64", "line"), ("page4k", "page")):
        expected = [tuple(int(r[c]) for c in ("sharers", "count", "count with >=1 write", "accesses"))
                    for r in histograms if r["unit"] == unit]
        found = [(r["sharers"], r["blocks"], r["written_blocks"], r["references"]) for r in profile[name]["histogram"]]
        wrong += [f"{unit}: {e} expected, {f} found" for e, f in zip(expected, found) if e != f]
        if len(expected) != len(found):
            wrong.append(f"{unit}: {len(expected)} rows expected, {len(found)} found")
    for column, value, digits in stated(profile):
        # Printed digits: half a unit of the last one, as a tie may have been rounded either way.
        if abs(float(published[column]) - value) > 0.5 * 10 ** -digits * (1 + 1e-9) * (digits > 0):
            wrong.append(f"{column}: {published[column]} expected, {value:.{digits}f} found")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = os.environ.get("CDRSIM_TRACES", os.path.join(ROOT, "..", "shared", "traces"))
    parser.add_argument("folder", nargs="?", default=default, help="where the recordings are")
    parser.add_argument("--only", default="", help="traces whose names hold this word")
    options = parser.parse_args()
    if not os.path.exists(os.path.join(options.folder, "histograms.csv")):
        print(f"skipped: no recordings in {options.folder} (FOLDER or CDRSIM_TRACES say where they are)")
        return 0
    histograms = read_rows(options.folder, "histograms.csv")
    published = {r["file"]: dict(r) for r in read_rows(options.folder, "manifest.csv") if options.only in r["file"]}
    for r in read_rows(options.folder, "stats.csv"):
        if r["file"] in published:
            published[r["file"]].update(r)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        native = os.path.join(folder, "t.cdrt")
        for file, row in published.items():
            recording = os.path.join(options.folder, file)
            subprocess.run([CDRSIM, "trace", "import", "--format", "text", recording, native], check=True,
                           stdout=subprocess.DEVNULL)
            start = time.monotonic()
            done = subprocess.run([CDRSIM, "trace", "profile", "--format", "json", native], text=True,
                                  capture_output=True, check=False)
            seconds = time.monotonic() - start
            if done.returncode != 0:
                wrong = [f"exit {done.returncode}: {done.stderr}"]
            else:
                mine = [r for r in histograms if r["file"] == file]
                wrong = problems(json.loads(done.stdout), mine, row)
            failed += bool(wrong)
            print(f"{'FAILED' if wrong else 'ok    '} {file:<30} {seconds:>5.1f} s", flush=True)
            for text in wrong[:20]:
                print("       " + text, flush=True)
    print(f"{len(published)} traces, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
