# SPDX-License-Identifier: BSD-3-Clause
"""Do the traces that come with cdrsim run, checked, under every protocol, memory model, network, policy and odd size?

Each trace runs at its thread count under each variation, without and with restriction. A run passes if it exits 0 and
performs every reference, barrier and lock of the trace. Prints a line for each run, and last how many failed.

    tests/full/variations.py [--jobs N] [--only WORD]
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
TRACES = {"radix-64": 64, "fft-16": 16, "lu-16": 16, "barnes-16": 16, "ocean-64": 64}
TIME_LIMIT = 1800  # seconds, for one run

RESTRICTIONS = {
    "off": {},
    "page": {"cdr.sharers.level": "page", "cdr.homes.level": "page"},
    "small domains": {"cdr.sharers.level": "page", "cdr.sharers.capacity": 4, "cdr.sharers.broadcast_scope": "box",
                      "cdr.homes.level": "application", "cdr.homes.count": 5, "cdr.homes.placement": "cluster",
                      "cdr.homes.hmc_entries": 1, "cdr.sharers.smc_entries": 1},
}
VARIATIONS = {
    "msi": {"protocol.name": "msi"},
    "sc": {"core.memory_model": "sc"},
    "coherent locks": {"sync.model": "coherent"},
    "ideal network": {"network.model": "ideal"},
    "four loads": {"core.outstanding_loads": 4},
    "four loads, sc, one-entry TLB": {"core.outstanding_loads": 4, "core.memory_model": "sc", "tlb.entries": 1},
    "private L2": {"l2.size": "64KiB", "l2.ways": 8},
    "announced evictions": {"protocol.evict_notice": "all"},
    "one MSHR": {"l1.mshrs": 1, "llc.mshrs": 1},
    "tiny caches": {"l1.size": "512B", "l1.ways": 2, "llc.size_per_tile": "1KiB", "llc.ways": 2, "llc.mshrs": 2},
    "long lines": {"system.line_size": "256B", "system.page_size": "256B", "network.flit_width": "512b"},
    "no latency": {"network.router_latency": 0, "network.link_latency": 0, "l1.latency": 0, "llc.latency": 0, "core.cpi": 0},
    "serial": {"core.timing": "serial"},
    "warm": {"run.warmup": 3000},
}


def run(trace, variation, restriction, folder):
    """Whether one run passed; prints its line."""
    label = f"{trace:<10} {variation:<30} {restriction:<14}"
    config = os.path.join(folder, label.replace(" ", "") + ".toml")
    with open(config, "w", encoding="utf-8") as f:
        f.write(f"[system]\ncores_per_chip = {TRACES[trace]}\n[[workload]]\n"
                f"trace = \"{os.path.join(ROOT, 'traces', trace + '.cdrt')}\"\n")
    sets = {**VARIATIONS[variation], **RESTRICTIONS[restriction]}
    flags = [a for key, value in sets.items() for a in ("--set", f"{key}={value}")]
    try:
        r = subprocess.run([CDRSIM, "run", config, "--check", "--quiet", "--out", config + ".out", *flags],
                           capture_output=True, text=True, timeout=TIME_LIMIT, check=False)
        problem = f"exit {r.returncode}: {r.stderr[:3000]}" if r.returncode else ""
    except subprocess.TimeoutExpired:
        problem = f"no end after {TIME_LIMIT} s"
    tail = ""
    if not problem:
        with open(os.path.join(config + ".out", "result.json"), encoding="utf-8") as f:
            stats = json.load(f)["stats"]
        tail = f"{stats['sim.cycles']:>10} cycles {stats['l1.misses']:>8} misses"
        if variation != "warm":
            info = subprocess.run([CDRSIM, "trace", "info", os.path.join(ROOT, "traces", trace + ".cdrt")],
                                  capture_output=True, text=True, check=True).stdout
            if str(stats["sim.accesses"]) not in info.replace(",", ""):
                problem = f"{stats['sim.accesses']} references performed; trace info does not say so:\n{info}"
    print(f"{'FAILED' if problem else 'ok    '} {label} {tail}", flush=True)
    if problem:
        print("       " + problem.rstrip().replace("\n", "\n       "), flush=True)
    return not problem


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="variations whose names hold this word")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(run, trace, variation, restriction, folder) for trace in TRACES
                for variation in VARIATIONS if options.only in variation for restriction in RESTRICTIONS]
        failed = sum(not r.result() for r in runs)
    print(f"{len(runs)} runs, {failed} failures")
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
