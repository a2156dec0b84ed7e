# SPDX-License-Identifier: BSD-3-Clause
"""Does `cdrsim cost` say what a configuration costs, in every format, and are docs/storage.md and result.json of one mind with it?

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

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
CHIP = os.path.join("configs", "chip-1024.toml")


def cdrsim(*args, cwd=ROOT):
    return subprocess.run([CDRSIM, *args], capture_output=True, text=True, timeout=120, cwd=cwd, check=False)


class Cost(unittest.TestCase):
    def cost(self, *args):
        r = cdrsim("cost", *args)
        self.assertEqual(r.returncode, 0, r.stderr)
        return r.stdout

    def rows(self, *args):
        return json.loads(self.cost(CHIP, "--format", "json", *args))["storage"]

    def test_a_full_map_grows_with_the_cores_and_cdr_does_not(self):
        bits = {(r["scheme"], r["cores"]): r["bits_per_line"] for r in self.rows("--cores", "64,1024,65536,1000000")}
        for n in (64, 1024, 65536, 1000000):
            self.assertEqual(bits["full-map", n], n)
            self.assertEqual(bits["cdr", n], 80)

    def test_every_row_is_distinct_explained_and_adds_up(self):
        rows = self.rows("--cores", "1,7,1024,16777216")
        self.assertEqual(len({(r["scheme"], r["cores"]) for r in rows}), len(rows))
        for r in rows:
            self.assertEqual(sum(r["parts"].values()), r["bytes_per_tile"], r["scheme"])
            self.assertEqual(r["bytes_per_tile"] * r["cores"], r["total_bytes"], r["scheme"])
            self.assertAlmostEqual(r["percent_of_llc"], 100 * r["bytes_per_tile"] / 65536, delta=1e-6 * r["percent_of_llc"])
            self.assertTrue(r["formula"] and r["source"] and r["tracks"])

    def test_a_set_key_changes_the_rows_and_without_cores_the_config_says_how_many(self):
        rows = {r["scheme"]: r for r in self.rows("--set", "cdr.sharers.capacity=32", "--set", "cdr.sharers.id_bits=10")}
        self.assertEqual(rows["cdr"]["cores"], 1024)
        self.assertEqual(rows["cdr"]["bits_per_line"], 42)

    def test_the_configured_machine_has_a_row_even_if_no_published_scheme_is_like_it(self):
        machine = ["--set", "directory.store=sparse", "--set", "cdr.homes.level=vm"]
        self.assertIn("sparse-full-map+cdr-homes", [r["scheme"] for r in self.rows(*machine)])
        self.assertIn("  sparse-full-map+cdr-homes *", self.cost(CHIP, *machine))

    def test_csv_and_json_have_the_same_figures(self):
        table = list(csv.DictReader(io.StringIO(self.cost(CHIP, "--format", "csv", "--section", "storage", "--cores", "9,1024"))))
        rows = self.rows("--cores", "9,1024")
        self.assertEqual(len(table), len(rows))
        for line, row in zip(table, rows):
            for key in ("scheme", "cores", "bits_per_line", "bytes_per_tile", "percent_of_llc", "total_bytes", "formula"):
                self.assertEqual(line[key], str(row[key]) if isinstance(row[key], str) else line[key])
                if not isinstance(row[key], str):
                    self.assertEqual(float(line[key]), row[key])

    def test_the_table_says_where_restriction_takes_more(self):
        piton = ["--set", "cdr.sharers.id_bits=10"]
        table = self.cost(CHIP, *piton)
        line = re.search(r"^ +limited-broadcast +(2\^\d+) +(2\^\d+) +(2\^\d+)$", table, re.MULTILINE)
        self.assertEqual((line[1], line[3]), ("2^19", "2^16"))
        # The table's claim about bytes is that of the rows.
        log = int(line[2][2:])
        rows = {(r["scheme"], r["cores"]): r["bytes_per_tile"]
                for r in self.rows("--cores", f"{1 << log - 1},{1 << log}", *piton)}
        self.assertGreaterEqual(rows["cdr", 1 << log - 1], rows["limited-broadcast", 1 << log - 1])
        self.assertLess(rows["cdr", 1 << log], rows["limited-broadcast", 1 << log])

    def test_bad_input_is_one_message_and_exit_code_1(self):
        for args, words in ((["--cores", "0"], ['"0"', "16777216"]), (["--cores", "64,x,,16777217"], ['"x"', '""', '"16777217"']),
                            (["--cores", "64,64"], ["twice"]), (["--cores", ""], ["--cores: no value"]), (["--cores", "-1"], ["--cores"]),
                            (["--format", "xml"], ["xml", "json"]), (["--section", "weight"], ["weight", "storage"]),
                            (["--set", "cdr.sharers.capcity=3"], ["capacity"])):
            with self.subTest(args=args):
                r = cdrsim("cost", CHIP, *args)
                self.assertEqual((r.returncode, r.stdout), (1, ""))
                for word in words:
                    self.assertIn(word, r.stderr)
        r = cdrsim("cost", "no.toml")
        self.assertEqual(r.returncode, 1)
        self.assertIn("no.toml", r.stderr)

    def test_a_run_has_the_figures_of_cost(self):
        with tempfile.TemporaryDirectory() as folder:
            config = os.path.join(folder, "c.toml")
            with open(config, "w", encoding="utf-8") as f:
                f.write("[system]\ncores_per_chip = 16\n[cdr.sharers]\nlevel = \"application\"\n[directory]\nsharers = \"coarse\"\n"
                        "[[workload]]\nsynthetic = \"uniform\"\nthreads = 4\nreferences = 10\n")
            r = cdrsim("run", config, "--out", os.path.join(folder, "o"), "--quiet", cwd=folder)
            self.assertEqual(r.returncode, 0, r.stderr)
            with open(os.path.join(folder, "o", "result.json"), encoding="utf-8") as f:
                run = json.load(f)["storage"]
            rows = {r["scheme"]: r for r in json.loads(self.cost(config, "--format", "json"))["storage"]}
            row = rows[run["scheme"]]
            self.assertEqual(run["scheme"], "cdr+coarse")
            for key in ("bits_per_line", "bytes_per_tile", "percent_of_llc", "total_bytes", "parts", "memory"):
                self.assertEqual(run[key], row[key])

    def test_the_tables_of_the_document_are_what_the_program_prints(self):
        with open(os.path.join(ROOT, "docs", "storage.md"), encoding="utf-8") as f:
            page = f.read()
        blocks = re.findall(r"    \$ \./cdrsim (.*)\n\n```\n(.*?)```\n", page, re.DOTALL)
        self.assertTrue(blocks)
        for command, text in blocks:
            self.assertEqual(text, cdrsim(*command.split()).stdout, f"docs/storage.md: cdrsim {command}")


if __name__ == "__main__":
    unittest.main()
