# SPDX-License-Identifier: BSD-3-Clause
"""The command line of tools/report: read, compute, draw, write."""

import argparse
import os

from checked_files import Damaged
from console import one_line, say
from report_page import (domain_section, energy_section, latency_section, map_section, mesh_section, runs_section, sharing_section,
                         speed_section, storage_section, verdict)
from report_page.inputs import BadInput, read
from report_page.page import html
from report_page.program import NotThere, sharing_profiles
from report_page.storage_formulas import ask_storage, read_storage
from whole_file import write_whole

BARS = 24  # experiments in a figure of bars; more are a wall nobody reads


def main(arguments):
    options = parse(arguments)
    try:
        cases = read(options.folders)
        sections = sections_of(cases, options)
        write(options.output or os.path.join(options.folders[0], "report.html"),
              html(one_line(options.title or title_of(cases)), sections))
        if options.png:
            from report_page.papers import draw  # matplotlib is slow to load, and only this needs it
            count = draw([f for s in sections for f in s.figures], options.png)
            print(f"{one_line(options.png)}: {count} figures")
    except Damaged as e:
        say(f"report: {e}")
        return 1
    return 0


class Parser(argparse.ArgumentParser):
    def error(self, message):  # exit code 1: the user's input
        self.exit(1, f"report: {one_line(message)}; --help says more\n")


def parse(arguments):
    parser = Parser(prog="tools/report", description="One self-contained HTML page about runs and sweeps.")
    parser.add_argument("folders", nargs="+", metavar="DIR", help="a folder of `cdrsim run` or of tools/sweep")
    parser.add_argument("-o", dest="output", metavar="FILE", help="the page; default: report.html in the first DIR")
    parser.add_argument("--png", metavar="DIR", help="also every figure as PNG and PDF, for papers")
    parser.add_argument("--title", help="of the page; default: the names of what it shows")
    parser.add_argument("--cost", metavar="FILE", help="what `cdrsim cost --format json` printed, instead of asking it")
    parser.add_argument("--profile", metavar="FILE", action="append", default=[],
                        help="what `cdrsim trace profile --format json` printed, instead of asking it; may be repeated")
    return parser.parse_args(arguments)


def title_of(cases):
    names = list(dict.fromkeys(c.group or c.name for c in cases))
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def sections_of(cases, options):
    formulas, no_formulas = tried(lambda: read_storage(options.cost) if options.cost else ask_storage(cases))
    profiles, no_profiles = tried(lambda: sharing_profiles(cases, options.profile))
    few = cases[:BARS]
    speed = speed_section.section(few)
    if len(few) < len(cases):
        speed.text.append(f"Bars here and below show the first {BARS} of {len(cases)} experiments; curves and tables have all.")
    return [verdict.section(cases, formulas), speed, latency_section.section(few),
            storage_section.section(formulas, no_formulas, few),
            energy_section.section(few), domain_section.section(cases), map_section.section(few), mesh_section.section(cases),
            sharing_section.section(profiles, no_profiles), runs_section.section(cases)]


def tried(ask):
    try:
        return ask(), ""
    except NotThere as e:
        return None, str(e)


def write(path, text):
    try:
        write_whole(path, text)
    except OSError as e:
        raise BadInput(f"-o: cannot write {path}: {e.strerror}") from None
