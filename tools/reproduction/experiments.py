# SPDX-License-Identifier: BSD-3-Clause
"""Which sweeps the paper's experiments are, and where their figures are kept.

    configs/paper/<name>.toml            the sweep
    <out>/<name>/                        its results: a folder of tools/sweep
    docs/reproduction/<name>.csv         of its summary.csv, what the page is made of
    docs/reproduction/points.csv         of every point, a few figures to check it by
    docs/reproduction/storage.csv        of `cdrsim cost`; sharing.csv of `cdrsim trace profile`
"""

import os

TOOLS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TOOLS)
CONFIGS = os.path.join(ROOT, "configs", "paper")
DATA = os.path.join(ROOT, "docs", "reproduction")
PAGE = os.path.join(ROOT, "docs", "reproduction.md")
CHIP = os.path.join(CONFIGS, "chip.toml")

# The dearest first: what is killed early has the main figures.
SWEEPS = ["schemes", "map-caches", "wide", "homes", "placement", "idle-chip", "sharers", "levels", "private-l2", "equal-storage", "restart"]

CORES = [16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1000000]
PROGRAMS = ["barnes-64", "fft-64", "lu-64", "ocean-64", "radix-64", "fft-1024", "lu-1024", "ocean-1024", "radix-1024"]


class ReproductionError(Exception):
    """One line or several: what the user can do something about."""


def is_program_axis(axis):
    """Axes that come with the program, beside those that make a variant."""
    return axis.endswith(".trace") or axis == "run.warmup"


def cdrsim():
    return os.path.abspath(os.environ.get("CDRSIM") or os.path.join(ROOT, "build", "release", "cdrsim"))


def shown(path):
    """As in a message: relative to the repository where it is inside."""
    inside = os.path.relpath(path, ROOT)
    return path if inside.startswith("..") else inside


def sweep_file(name):
    return os.path.join(CONFIGS, name + ".toml")


def data_file(name):
    """Where DATA is at the time of the call."""
    return os.path.join(DATA, name + ".csv")


def trace_file(program):
    return os.path.join(ROOT, "traces", "paper", program + ".cdrt")
