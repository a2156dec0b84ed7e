# SPDX-License-Identifier: BSD-3-Clause
"""The command line of tools/compare."""

import argparse
import io

from comparison.formats import write
from comparison.rows import rows_of
from comparison.runs import schemes_of, warnings
from comparison.table import lines_of
from console import one_line, say
from nearest import did_you_mean
from result_file import Damaged


class Parser(argparse.ArgumentParser):
    def error(self, message):  # exit code 1: the user's input
        self.exit(1, f"compare: {one_line(message)}; --help says more\n")


def main(words):
    parser = Parser(prog="tools/compare", description="Puts runs side by side, with ratios against the first.")
    parser.add_argument("dirs", metavar="DIR", nargs="+",
                        help="a run's folder, a folder of such folders (one a workload), or a sweep's")
    parser.add_argument("--all", action="store_true", help="every number, not only the main ones")
    parser.add_argument("--metric", metavar="NAME", action="append", default=[],
                        help="only this number, by its name in a sweep's results.csv; may be repeated")
    parser.add_argument("--workload-from", metavar="AXIS", default="",
                        help="the axis of a sweep that tells workloads apart, such as workload.0.trace")
    parser.add_argument("--format", choices=("table", "csv", "markdown", "latex"), default="table")
    args = parser.parse_args(words)
    try:
        schemes = schemes_of(args.dirs, args.workload_from)
        runs = [run for scheme in schemes for of_workload in scheme.runs.values() for run in of_workload]
        names = list(dict.fromkeys(name for run in runs for name in run.flat))
        for name in args.metric:
            if name not in names:
                raise Damaged(f'--metric: no run has "{name}"{did_you_mean(name, names)}')
        lines = lines_of(schemes, rows_of(runs, args.all, args.metric, len(schemes[0].runs) > 1))
    except Damaged as e:
        say(f"compare: {e}")
        return 1
    for text in warnings(schemes):
        say(f"compare: note: {text}")
    text = io.StringIO()
    write([scheme.name for scheme in schemes], lines, args.format, text)
    print(text.getvalue(), end="")
    return 0
