# SPDX-License-Identifier: BSD-3-Clause
"""Folders as `cdrsim run` and tools/sweep leave them, with small made-up numbers, for the tests of tools/report."""

import csv
import json
import os
import tempfile
import unittest

LINKS = ["noc.link_flits.east", "noc.link_flits.west", "noc.link_flits.north", "noc.link_flits.south"]


class InAFolder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def path(self, *names):
        return os.path.join(self.root, *names)


def histogram(mean, p50, p95, p99, high):
    return {"count": 100, "mean": mean, "p50": p50, "p95": p95, "p99": p99, "max": high}


def stats(cycles, **changes):
    made = {"sim.cycles": cycles, "sim.accesses": 2000, "l1.hits": 1900, "l1.misses": 100, "llc.hits": 60, "llc.misses": 40,
            "directory.invalidations": 20, "directory.broadcasts": 0, "noc.flits": 500, "noc.flit_hops": 4000,
            "noc.flits_by_class.data": 400, "noc.flits_by_class.request": 100, "stack.dram": 3000, "stack.network": 1000,
            "stack.total": 4000, "tlb.lookups": 2000, "tlb.misses": 20, "hmc.lookups": 0, "hmc.misses": 0, "smc.lookups": 0,
            "smc.misses": 0, "memory.load_latency": histogram(12.5, 1, 40, 200, 900),
            "memory.store_latency": histogram(30.5, 2, 90, 300, 1000), "noc.latency": histogram(17.5, 15, 33, 47, 99)}
    return made | {name.replace("__", "."): value for name, value in changes.items()}


def config(cores=1024, sharers="none", homes="none", scheme="full-map", capacity=64):
    return (f'[system]\nchips = 1\ncores_per_chip = {cores}\n\n[directory]\nstore = "in-llc"\nsharers = "{scheme}"\n\n'
            f'[cdr.sharers]\nlevel = "{sharers}"\ncapacity = {capacity}\nid_bits = 16\n\n[cdr.homes]\nlevel = "{homes}"\n\n[run]\nseed = 1\n\n'
            '[[workload]]\ntrace = "/somewhere/else/toy.cdrt"\nthreads = "auto"\ncopies = 2\n')


def result(numbers, seed=1, **sections):
    return {"schema": 1, "version": "0.1.0", "config_hash": f"{numbers['sim.cycles']:016x}", "seed": seed, "finished": True,
            "stats": numbers, **sections, "host": {"seconds": 1.5}}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def run(folder, content, toml="", finish=None, tiles=()):
    write(os.path.join(folder, "result.json"), json.dumps(content))
    if toml:
        write(os.path.join(folder, "config.toml"), toml)
    if finish:
        rows = "".join(f"toy.{copy},0,{copy},{cycle}\n" for copy, cycle in enumerate(finish))
        write(os.path.join(folder, "applications.csv"), "application,workload,copy,finish_cycle\n" + rows)
    if tiles:
        write(os.path.join(folder, "tiles.csv"), "\n".join(",".join(map(str, row)) for row in tiles) + "\n")
    return folder


def tiles(busy):
    """A mesh of 3×2; the tile (2, 1) sends `busy` flits to the west."""
    rows = [["tile", "x", "y", "sim.accesses", "core.latency_cycles", "llc.hits", "llc.misses", *LINKS]]
    for tile in range(6):
        rows.append([tile, tile % 3, tile // 3, 100, 1000 + 100 * tile, 10 * tile, 2, 50, busy if tile == 5 else 20, 5, 0])
    return rows


def energy(scale, **changes):
    flat = {"l1.dynamic": 100 * scale, "l1.leakage": 50, "router.dynamic": 300 * scale, "dram.dynamic": 1000}
    flat |= {name.replace("__", "."): value for name, value in changes.items()}
    return flat | {"total": sum(v for v in flat.values() if v is not None)}


def storage(scheme, bytes_per_tile):
    return {"scheme": scheme, "bits_per_line": 8 * bytes_per_tile / 1024, "bytes_per_tile": bytes_per_tile, "percent_of_llc": 1.5,
            "total_bytes": 1024 * bytes_per_tile, "parts": {"directory": bytes_per_tile}}


def three_runs(root, restricted_bytes=8192):
    """The quick start in small: global coherence, SR about as fast, SR+HR a quarter faster."""
    gaps = {"interchip.dynamic": None, "reasons": {"interchip.dynamic": "one chip only"}, "partial": "without interchip"}
    return [
        run(os.path.join(root, "global"), result(stats(10000), energy=energy(1) | gaps, storage=storage("full-map", 131072),
                                                 area={"l1": 0.05, "directory": 0.6, "total": 0.65}),
            config(), finish=[10000, 8000], tiles=tiles(9000)),
        run(os.path.join(root, "sr"), result(stats(10100, smc__lookups=40, smc__misses=10), energy=energy(1, cdr__smc__dynamic=30),
                                             storage=storage("cdr", restricted_bytes), area={"l1": 0.05, "directory": 0.05, "smc": 0.01, "total": 0.11}),
            config(sharers="application"), finish=[10100, 8080], tiles=tiles(8000)),
        run(os.path.join(root, "sr-hr"), result(stats(8000, smc__lookups=40, smc__misses=10, hmc__lookups=100, hmc__misses=4, llc__misses=50,
                                                      noc__flit_hops=2000), energy=energy(0.5, cdr__smc__dynamic=30, cdr__hmc__dynamic=20),
                                                storage=storage("cdr", restricted_bytes), area={"l1": 0.05, "directory": 0.05, "smc": 0.01, "total": 0.11}),
            config(sharers="application", homes="application"), finish=[8000, 6400], tiles=tiles(4000)),
    ]


def sweep(folder, baseline=True):
    """Capacities 4 and 16 under two levels, two seeds each; larger domains are faster, the first seed is 2 % faster."""
    rows = []
    for level in ("application", "page"):
        for capacity in (4, 16):
            for seed in (1, 2):
                cycles = 8000 + 4000 // capacity + (200 if level == "page" else 0) + 160 * (seed - 1)
                rows.append({"point": f"{level}-{capacity}-{seed}", "cdr.sharers.level": level, "cdr.sharers.capacity": capacity,
                             "run.seed": seed, "config_hash": f"{cycles:x}", "version": "0.1.0", "finished": "true",
                             **{n: v for n, v in stats(cycles, directory__broadcasts=64 // capacity).items() if not isinstance(v, dict)},
                             "noc.latency.count": 100, "noc.latency.mean": 17.5, "noc.latency.p50": 15, "noc.latency.p95": 33,
                             "noc.latency.p99": 47, "noc.latency.max": 99, "energy.total": 1000 + capacity, "storage.scheme": "cdr",
                             "storage.bytes_per_tile": 128 * capacity})
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "results.csv"), "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    write(os.path.join(folder, "sweep.toml"), 'name = "sizes"\n' + ('[baseline]\n"cdr.sharers.capacity" = 16\n' if baseline else ""))
    return folder


def points(folder, axes, baseline_axis, baseline, cycles, toml, changes=None):
    """A sweep with config.toml in its points; `cycles`: {values of the axes: by seed}, `changes`: {values: {statistic: by seed}}."""
    rows = []
    for values, by_seed in cycles.items():
        for seed, number in enumerate(by_seed):
            numbers = {n: v for n, v in stats(number).items() if not isinstance(v, dict)}
            numbers |= {name: of[seed] for name, of in (changes or {}).get(values, {}).items()}
            point = f"p{len(rows)}"
            rows.append({"point": point, **dict(zip(axes.split(","), values)), "run.seed": seed + 1, "config_hash": point,
                         "version": "0.1.0", "finished": "true", **numbers})
            write(os.path.join(folder, "points", point, "config.toml"),
                  toml.replace("/somewhere/else/toy.cdrt", rows[-1].get("workload.0.trace", "/somewhere/else/toy.cdrt")))
    with open(os.path.join(folder, "results.csv"), "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    write(os.path.join(folder, "sweep.toml"), f'[baseline]\n"{baseline_axis}" = "{baseline}"\n')
    return folder


def cost():
    """full-map N bits; limited-broadcast 41 at 1024; cdr 80 everywhere."""
    rows = []
    for exponent in (4, 8, 10, 16, 20):
        for scheme, bits in {"full-map": 2**exponent, "limited-broadcast": 4 * exponent + 1, "cdr": 80}.items():
            rows.append({"scheme": scheme, "cores": 2**exponent, "bits_per_line": bits, "bytes_per_tile": bits * 128,
                         "percent_of_llc": bits / 5.12, "total_bytes": bits * 128 * 2**exponent, "formula": "f", "source": "s",
                         "parameters": {"full-map": {}, "limited-broadcast": {"i": 4}, "cdr": {"k": 64, "s": 16}}[scheme]})
    return {"storage": rows}


def profile():
    return {"threads": 64, "line": {"histogram": [{"sharers": 1, "blocks": 90, "references": 500}, {"sharers": 4, "blocks": 10, "references": 500}]},
            "page": {"histogram": [{"sharers": 2, "blocks": 3, "references": 250}, {"sharers": 64, "blocks": 1, "references": 750}]}}
