# SPDX-License-Identifier: BSD-3-Clause
"""Do the tools take what `cdrsim run` writes, whatever the machine: restricted or not, of any store, scheme and technology?"""

import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest

from places import CDRSIM, TOOLS

sys.path.insert(0, TOOLS)

# pylint: disable=wrong-import-position
from references import names_of_references

CONFIG = """
[system]
cores_per_chip = 4
[[workload]]
synthetic = "private-shared"
threads = 4
references = 200
"""
KINDS = {
    "global": [],
    "sharers": ["cdr.sharers.level=application", "cdr.sharers.capacity=2"],
    "page": ["cdr.sharers.level=page", "cdr.homes.level=page", "directory.sharers=coarse"],
    "homes": ["cdr.homes.level=vm", "cdr.homes.count=3"],
    "sparse": ["directory.store=sparse", "directory.sharers=ackwise", "protocol.name=moesi"],
    "l2": ["l2.size=32KiB", "cost.technology=22nm", "run.interval=500"],
    "no-number": ["system.frequency=2.5GHz", "llc.size_per_tile=64MiB"],  # beyond the tables of energy and area
    "cut": ["run.max_cycles=300"],
}


class RealRuns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.config = os.path.join(cls.folder.name, "c.toml")
        with open(cls.config, "w", encoding="utf-8") as f:
            f.write(CONFIG)
        cls.runs = []
        for name, keys in KINDS.items():
            cls.runs.append(os.path.join(cls.folder.name, name))
            subprocess.run([CDRSIM, "run", cls.config, "--quiet", "--out", cls.runs[-1],
                            *(word for key in keys for word in ("--set", key))], check=True, timeout=100)

    def tool(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, f"{command}: {done.stderr}")
        return done.stdout

    def test_costs_add_up_and_are_partial_where_there_is_no_number(self):
        for run in self.runs:
            with open(os.path.join(run, "result.json"), encoding="utf-8") as f:
                result = json.load(f)
            for section in ("energy", "area"):
                parts = [v for k, v in result[section].items() if k != "total" and isinstance(v, (int, float))]
                self.assertAlmostEqual(sum(parts) / result[section]["total"], 1, places=6, msg=f"{run}: {section}")
                self.assertTrue(all(v >= 0 for v in parts), f"{run}: {section}")
                self.assertEqual("partial" in result[section], None in result[section].values(), f"{run}: {section}")
            self.assertEqual(sum(result["storage"]["parts"].values()), result["storage"]["bytes_per_tile"], run)

    def test_compare_takes_them(self):
        rows = list(csv.reader(self.tool(os.path.join(TOOLS, "compare"), "--all", "--format", "csv", *self.runs).splitlines()))
        self.assertIn("energy.total", [row[0] for row in rows])
        self.assertIn("storage.memory.sharer_map_bytes", [row[0] for row in rows])

    def test_report_takes_them(self):
        page = os.path.join(self.folder.name, "page.html")
        self.tool(os.path.join(TOOLS, "report"), *self.runs, "-o", page)
        self.assertGreater(os.path.getsize(page), 100_000)

    def test_sweep_takes_them(self):
        sweep = os.path.join(self.folder.name, "s.toml")
        with open(sweep, "w", encoding="utf-8") as f:
            f.write('base = "c.toml"\n[variants.kind]\n')
            for name, keys in KINDS.items():
                f.write(f"{name} = {{ " + ", ".join("{} = {}".format(key, value if value.isdigit() else f'"{value}"')
                                                   for key, value in (k.split("=") for k in keys)) + " }\n")
        out = os.path.join(self.folder.name, "out")
        self.tool(os.path.join(TOOLS, "sweep"), sweep, "--out", out, "--quiet", "--no-report")
        for run in self.runs:
            with open(os.path.join(run, "result.json"), encoding="utf-8") as f:
                expected = json.load(f)
            with open(os.path.join(out, "results.csv"), newline="", encoding="utf-8") as f:
                row = next(r for r in csv.DictReader(f) if r["kind"] == os.path.basename(run))
            self.assertEqual(row["config_hash"], expected["config_hash"])
            self.assertAlmostEqual(float(row["energy.total"]), expected["energy"]["total"], delta=1e-6 * expected["energy"]["total"])


# Two programs on caches that hold none of either: each pass of the short one counts as much as the one before.
TWO_PROGRAMS = """
[system]
cores_per_chip = 4
[core]
memory_model = "tso"
[l1]
size = "1KiB"
[l2]
size = "2KiB"
[llc]
size_per_tile = "4KiB"
[tlb]
entries = 2
[cdr.homes]
level = "application"
[network]
model = "ideal"
""" + "".join(f"""
[[workload]]
synthetic = "private-shared"
threads = 2
write_fraction = 0.6
references = {references}
""" for references in (600, 6000))


class LaterPasses(unittest.TestCase):
    def test_which_statistics_contain_them_is_what_the_tools_divide_by(self):
        with tempfile.TemporaryDirectory() as folder:
            config = os.path.join(folder, "c.toml")
            with open(config, "w", encoding="utf-8") as f:
                f.write(TWO_PROGRAMS)
            counts = []
            for restart in ("false", "true"):
                out = os.path.join(folder, restart)
                subprocess.run([CDRSIM, "run", config, "--quiet", "--out", out, "--set", f"run.restart={restart}"], check=True, timeout=100)
                with open(os.path.join(out, "result.json"), encoding="utf-8") as f:
                    stats = json.load(f)["stats"]
                counts.append({name: value["count"] if isinstance(value, dict) else value for name, value in stats.items()})
        once, again = counts
        self.assertGreater(again["core.later_references"], 0.5 * once["sim.accesses"])
        enough = [name for name, count in once.items() if count >= 100 and name != "sim.cycles"]  # fewer may not grow by chance
        self.assertTrue({"l1.hits", "l2.hits", "l2.misses", "noc.flit_hops", "tlb.misses", "hmc.lookups", "dram.reads"} <= set(enough))
        self.assertEqual([name for name in enough if again[name] > 1.2 * once[name]],
                         [name for name in enough if len(names_of_references(name)) > 1])


if __name__ == "__main__":
    unittest.main()
