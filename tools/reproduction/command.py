# SPDX-License-Identifier: BSD-3-Clause
"""The command line of tools/reproduce."""

import argparse
import os
import sys

from checked_files import Damaged
from console import Interrupted, one_line, say
from reproduction import experiments
from reproduction.children import follow
from reproduction.collecting import collect
from reproduction.experiments import ROOT, SWEEPS, TOOLS, ReproductionError, data_file, shown, sweep_file
from reproduction.figures import Figures, NotMeasured
from reproduction.page import page
from reproduction.recheck import recheck
from reproduction.writing import locked
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


def folder(text):
    if not text:
        raise argparse.ArgumentTypeError("expected a folder")
    return text


def arguments(words):
    parser = Parser(prog="tools/reproduce", description="Runs the paper's experiments and holds its claims against them.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="run, collect, page or check", parser_class=Parser)
    run = verbs.add_parser("run", help="every sweep of configs/paper, then collect")
    run.add_argument("-j", metavar="N", dest="jobs", type=whole, default=1, help="runs at once; default 1")
    collecting = verbs.add_parser("collect", help="keep the figures of the sweeps in docs/reproduction")
    for verb in (run, collecting):
        verb.add_argument("--out", metavar="DIR", type=folder, default=OUT, help="folder of the sweeps' folders; default out/paper")
    making = verbs.add_parser("page", help="print docs/reproduction.md")
    making.add_argument("--write", action="store_true", help="put it there")
    checking = verbs.add_parser("check", help="run recorded points again")
    checking.add_argument("points", metavar="N", nargs="?", type=whole, default=5, help="how many, spread over all; default 5")
    return parser.parse_args(words)


def run_sweeps(out, jobs):
    for name in SWEEPS:
        print(f"{name}:", flush=True)
        command = [sys.executable, os.path.join(TOOLS, "sweep"), sweep_file(name), "-j", str(jobs), f"--out={os.path.join(out, name)}"]
        code = follow(command, f"tools/sweep {name}")
        if code != 0:
            return code
    return 0


def write_page():
    text = page(Figures())
    with locked():
        write_whole(experiments.PAGE, text)


def do(args):
    if args.verb == "check":
        return recheck(Figures().points, args.points)
    if args.verb == "page":
        if args.write:
            write_page()
        else:
            print(page(Figures()), end="")
        return 0
    code = run_sweeps(args.out, args.jobs) if args.verb == "run" else 0
    if code == 0:
        print(f"{collect(args.out)} points in docs/reproduction; `tools/reproduce page --write` makes the page")
    return code


def main(words):
    args = arguments(words)
    try:
        return do(args)
    except Interrupted as e:
        if args.verb == "run":
            say("reproduce: interrupted; the same command goes on from here")
        return 128 + e.number
    except NotMeasured as e:
        say(f"reproduce: {shown(data_file(str(e)))}: no such file; `tools/reproduce collect` makes it")
    except (Damaged, ReproductionError, SweepError, ProgramError) as e:
        for line in f"reproduce: {e}".split("\n"):
            say(line)
    except OSError as e:
        say(f"reproduce: {os.fsdecode(e.filename)}: {e.strerror}" if e.filename is not None else f"reproduce: {e.strerror}")
    return 1
