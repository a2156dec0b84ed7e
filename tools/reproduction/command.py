# SPDX-License-Identifier: BSD-3-Clause
"""The command line of tools/reproduce."""

import argparse
import os
import subprocess
import sys

from checked_files import Damaged
from console import one_line, say
from reproduction.collecting import collect
from reproduction.experiments import PAGE, ROOT, SWEEPS, TOOLS, ReproductionError, sweep_file
from reproduction.figures import Figures
from reproduction.page import page
from reproduction.recheck import recheck
from sweeps.declared import ProgramError
from sweeps.spec import SweepError
from whole_file import write_whole

OUT = os.path.join(ROOT, "out", "paper")


class Parser(argparse.ArgumentParser):
    def error(self, message):  # exit code 1: the user's input
        self.exit(1, f"reproduce: {one_line(message)}; --help says more\n")


def whole(text):
    n = int(text)
    if not 1 <= n <= 100000:
        raise argparse.ArgumentTypeError("expected 1 to 100000")
    return n


def arguments(words):
    parser = Parser(prog="tools/reproduce", description="Runs the paper's experiments and holds its claims against them.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="run, collect, page or check", parser_class=Parser)
    run = verbs.add_parser("run", help="every sweep of configs/paper, then collect")
    run.add_argument("-j", metavar="N", dest="jobs", type=whole, default=1, help="runs at once; default 1")
    collecting = verbs.add_parser("collect", help="keep the figures of the sweeps in docs/reproduction")
    for verb in (run, collecting):
        verb.add_argument("--out", metavar="DIR", default=OUT, help="folder of the sweeps' folders; default out/paper")
    making = verbs.add_parser("page", help="print docs/reproduction.md")
    making.add_argument("--write", action="store_true", help="put it there")
    checking = verbs.add_parser("check", help="run recorded points again")
    checking.add_argument("points", metavar="N", nargs="?", type=whole, default=5, help="how many, spread over all; default 5")
    return parser.parse_args(words)


def run_sweeps(out, jobs):
    for name in SWEEPS:
        print(f"{name}:", flush=True)
        command = [sys.executable, os.path.join(TOOLS, "sweep"), sweep_file(name), "-j", str(jobs), "--out", os.path.join(out, name)]
        code = subprocess.run(command, check=False).returncode
        if code != 0:
            return code
    return 0


def main(words):
    args = arguments(words)
    try:
        if args.verb == "run":
            code = run_sweeps(args.out, args.jobs)
            if code != 0:
                return code
        if args.verb in ("run", "collect"):
            print(f"{collect(args.out)} points in docs/reproduction; `tools/reproduce page --write` makes the page")
            return 0
        if args.verb == "check":
            return recheck(Figures().points, args.points)
        text = page(Figures())
        if args.write:
            write_whole(PAGE, text)
        else:
            print(text, end="")
        return 0
    except (Damaged, ReproductionError, SweepError, ProgramError) as e:
        for line in f"reproduce: {e}".split("\n"):
            say(line)
        return 1
