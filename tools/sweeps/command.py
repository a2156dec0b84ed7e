# SPDX-License-Identifier: BSD-3-Clause
"""The command line of tools/sweep, and the order in which a sweep is done: read, check, run, collect, report."""

import argparse
import os
import subprocess
import sys

from console import Interrupted, one_line, say
from sweeps import local, slurm
from sweeps.declared import Declared, ProgramError
from sweeps.folder import Folder, FolderError
from sweeps.grid import baselines, grid, text_of
from sweeps.points import exit_code
from sweeps.preflight import identify, preflight
from sweeps.spec import SweepError, read_spec
from sweeps.summary import write_summary
from sweeps.table import write_failures, write_results
from whole_file import write_whole

TOOLS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TOOLS)


def count(text):
    n = int(text)
    if not 1 <= n <= 100000:
        raise argparse.ArgumentTypeError("expected 1 to 100000")
    return n


class Parser(argparse.ArgumentParser):
    def error(self, message):  # exit code 1: the user's input
        self.exit(1, f"sweep: {one_line(message)}; --help says more\n")


def arguments(words):
    parser = Parser(prog="tools/sweep", description="Runs every combination of the axes of a sweep file.")
    parser.add_argument("sweep", metavar="SWEEP.toml", nargs="?")
    parser.add_argument("-j", metavar="N", dest="jobs", type=count,
                        help="runs at once; default 1, with --slurm as many as the cluster starts")
    parser.add_argument("--out", metavar="DIR", help="folder for the results; default out/<name of the sweep>")
    parser.add_argument("--slurm", action="store_true", help="run as one job array of a Slurm cluster")
    parser.add_argument("--sbatch", metavar="OPTION", action="append", default=[],
                        help="an option for sbatch, such as --sbatch=--time=60; may be repeated")
    parser.add_argument("--dry-run", action="store_true", help="check everything and list the points, run nothing")
    parser.add_argument("--no-report", action="store_true", help="write no report.html")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--task", metavar="DIR", help=argparse.SUPPRESS)  # what a task of the job array calls
    args = parser.parse_args(words)
    if not args.sweep and not args.task:
        parser.error("which SWEEP.toml?")
    if args.sbatch and not args.slurm:
        parser.error("--sbatch is for --slurm")
    return args


def main(words):
    args = arguments(words)
    program = os.path.abspath(os.environ.get("CDRSIM") or os.path.join(ROOT, "build", "release", "cdrsim"))
    try:
        if args.task:
            return slurm.run_task(args.task)
        return sweep(args, program)
    except Interrupted as e:
        print("\nsweep: interrupted; the same command goes on from here", file=sys.stderr)
        return 128 + e.number
    except (SweepError, FolderError, ProgramError, slurm.SlurmError) as e:
        for line in f"sweep: {e}".split("\n"):
            say(line)
        return 1
    except OSError as e:
        say(f"sweep: {os.fsdecode(e.filename)}: {e.strerror}" if e.filename is not None else f"sweep: {e.strerror}")
        return 1


def sweep(args, program):
    identity = identify(program)
    spec = read_spec(args.sweep, Declared(program))
    points = grid(spec)
    baseline_of = baselines(spec, points)
    jobs = args.jobs or 1
    out = args.out or os.path.join("out", spec.name)
    if not args.quiet and not args.dry_run:
        say(f"sweep: checking {len(points)} points")
    state = preflight(spec, points, baseline_of, identity, jobs)
    if args.dry_run:
        list_points(state)
        return 0
    with Folder(out) as folder:
        folder.admit(state)
        write_whole(folder.file("sweep.toml"), spec.text)
        try:
            if args.slurm:
                slurm.run(folder, args.jobs, args.sbatch, args.quiet)
            else:
                slurm.refuse_beside(folder)
                local.run(folder, jobs, args.quiet)
        finally:
            rows, failures = collect(folder)
        code = exit_code(failures)
        report(folder, rows, failures)
        page_code = make_report(folder) if rows and not args.no_report else 0
        print(f"{len(rows)} points in {one_line(folder.file('results.csv'))}")  # when all is there: stdout may fail
        return code or page_code


def collect(folder):
    rows = write_results(folder)
    failures = write_failures(folder, rows)
    write_summary(folder, rows)
    return rows, failures


def report(folder, rows, failures):
    for failure in failures[:5]:
        say(f"sweep: {failure['point']} failed: {failure['message'].splitlines()[0]}")
    if failures:
        say(f"sweep: {len(failures)} of {len(folder.state['points'])} points failed: {folder.file('failures.csv')}")
    cut = [p for p, row in rows.items() if row["finished"] is False]
    if cut:
        say(f"sweep: note: run.max_cycles cut {len(cut)} points short, such as {cut[0]}")


def make_report(folder):
    """1 if the page cannot be made, as when it cannot be written; 2 if tools/report has a bug."""
    page = folder.file("report.html")
    done = subprocess.run([sys.executable, os.path.join(TOOLS, "report"), folder.path, "-o", page], stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace", check=False)
    if done.returncode == 0:
        return 0
    if done.returncode == 1 and done.stderr.startswith("report: "):
        say(f"sweep: the results are complete, but {done.stderr.strip()}")
        return 1
    sys.stderr.write(done.stderr)
    say(f"sweep: {page} could not be made; the results are complete")
    return 2


def list_points(state):
    columns = state["columns"]
    lines = [["point", *columns, ""]]
    for point_id, point in state["points"].items():
        cells = [text_of(point["columns"][c]) if c in point["columns"] else "" for c in columns]
        lines.append([point_id, *cells, "illegal: " + point["problem"].splitlines()[0] if "problem" in point else ""])
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        print("  ".join(cell.ljust(w) for cell, w in zip(line, widths)).rstrip())
    print(f"{len(state['points'])} points")
