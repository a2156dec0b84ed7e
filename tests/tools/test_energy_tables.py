# SPDX-License-Identifier: BSD-3-Clause
"""Are the tables of docs/energy.md what the program computes, and does a run's energy follow from what it counted?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import csv
import io
import json
import os
import re
import subprocess
import tempfile
import unittest

from places import CDRSIM, ROOT, TOOLS

CHIP = os.path.join(ROOT, "configs", "chip-64.toml")
RESTRICTED = ["--set", "cdr.sharers.level=application", "--set", "cdr.sharers.capacity=16",
              "--set", "cdr.homes.level=application"]


def cdrsim(*args):
    return subprocess.run([CDRSIM, *args], capture_output=True, text=True, timeout=120)


class Page(unittest.TestCase):
    def test_the_page_is_up_to_date(self):
        made = subprocess.run([os.path.join(TOOLS, "energy-tables")], capture_output=True, text=True,
                              timeout=120, env={**os.environ, "CDRSIM": CDRSIM})
        self.assertEqual(made.returncode, 0, made.stderr)
        with open(os.path.join(ROOT, "docs", "energy.md"), encoding="utf-8") as f:
            self.assertEqual(f.read(), made.stdout, "run tools/energy-tables --write")


class Sources(unittest.TestCase):
    def tables(self):
        folder = os.path.join(ROOT, "src", "cost", "tables")
        texts = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                texts[name] = f.read()
        return texts

    def test_every_figure_of_the_default_chip_names_a_row_of_a_table(self):
        """An exact row is looked up in the file and gives the figure again."""
        tables = self.tables()
        rows = json.loads(cdrsim("cost", CHIP, *RESTRICTED, "--format", "json").stdout)["energy"]
        exact = 0
        for row in rows:
            with self.subTest(row=row["component"], event=row["event"]):
                for source in row["source"].removesuffix("; x 2.1 (cost.noc_scale)").split("; "):
                    self.assertIn(source.split()[0], tables)
                m = re.fullmatch(r"sram_ram.csv (\d+) nm (\S+)/(\S+): (\d+) entries, (\d+) bits", row["source"])
                if m and not row["event"].startswith("leak"):
                    text = tables["sram_ram.csv"].split("\n", 1)[1]
                    found = [r for r in csv.DictReader(io.StringIO(text))
                             if (r["node_nm"], r["cell_type"], r["peri_type"], r["entries"], r["entry_bits"]) == m.groups()]
                    self.assertEqual(len(found), 1)
                    self.assertIn(row["nj"], [float(found[0]["dyn_read_nj"]), float(found[0]["d_write_corr_nj"])])
                    exact += 1
        self.assertGreater(exact, 1)


class Run(unittest.TestCase):
    def run_chip(self, *sets):
        with tempfile.TemporaryDirectory() as folder:
            result = cdrsim("run", CHIP, "--out", folder, "--quiet", *sets)
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(os.path.join(folder, "summary.txt"), encoding="utf-8") as f:
                summary = f.read()
            with open(os.path.join(folder, "result.json"), encoding="utf-8") as f:
                return json.load(f), summary

    def test_energy_is_recomputed_from_cost_and_statistics(self):
        result, summary = self.run_chip(*RESTRICTED)
        stats, energy = result["stats"], result["energy"]
        dynamic = {}
        for row in json.loads(cdrsim("cost", CHIP, *RESTRICTED, "--format", "json").stdout)["energy"]:
            if "1 us" in row["event"]:
                continue
            count = sum((-1 if sign == "-" else 1) * stats[name]
                        for sign, name in re.findall(r"([+-]?) ?([a-z_0-9.]+)", row.get("count", "")))
            dynamic[row["component"]] = dynamic.get(row["component"], 0) + row["nj"] * count
        for component, nj in dynamic.items():
            self.assertAlmostEqual(energy[component + ".dynamic"], nj, delta=1e-6 * nj, msg=component)
        self.assertGreater(dynamic["cdr.smc"], 0)
        self.assertGreater(dynamic["cdr.broadcasts"], 0)
        parts = [v for k, v in energy.items() if k != "total"]
        self.assertAlmostEqual(sum(parts), energy["total"], delta=1e-7 * energy["total"])
        self.assertIn("dynamic energy in", summary)

    def test_a_part_beyond_the_tables_is_null_with_a_reason_and_the_run_succeeds(self):
        result, summary = self.run_chip("--set", "system.line_size=128B")
        energy = result["energy"]
        for key in ("l1.dynamic", "llc.leakage"):
            self.assertIsNone(energy[key])
            self.assertIn("64 bytes", energy["reasons"][key])
        self.assertIn("llc.leakage", energy["partial"])
        self.assertGreater(energy["dram.dynamic"], 0)
        self.assertIsNone(result["area"]["l1"])
        self.assertIn("energy without", summary)


if __name__ == "__main__":
    unittest.main()
