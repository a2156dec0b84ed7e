# SPDX-License-Identifier: BSD-3-Clause
"""Are all protocols verified on the machines that take seconds, and does the tool say so when one is not?"""

import json
import os
import subprocess
import unittest

from places import ROOT, TOOLS

TOOL = os.path.join(TOOLS, "verification")


def run(*args):
    return subprocess.run([TOOL, *args], capture_output=True, text=True, timeout=900, cwd=ROOT)


class Verification(unittest.TestCase):
    def test_the_quick_machines_are_verified(self):
        listed = run("--quick", "--list").stdout.splitlines()
        self.assertGreater(len(listed), 40)
        done = run("--quick")
        self.assertEqual(done.returncode, 0, done.stdout[-5000:])
        self.assertEqual(done.stdout.splitlines()[-1], f"{len(listed)} verified, 0 not")

    def test_a_machine_that_is_not_verified_fails(self):
        done = run("--quick", "--only", "--cores 2", "--protocol", "mesi", "--memory", "1KiB")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("0 verified", done.stdout)
        self.assertIn("not everything was explored", done.stdout)

    def test_every_protocol_store_and_scheme_is_listed(self):
        listed = run("--list").stdout
        described = subprocess.run([os.path.join(ROOT, "cdrsim"), "describe", "directories", "--json"], check=True,
                                   capture_output=True).stdout
        schemes = [scheme["name"] for scheme in json.loads(described)]
        self.assertIn("full-map", schemes)
        for protocol in ("msi", "mesi", "moesi", "piton"):
            for store in ("in-llc", "sparse"):
                for scheme in schemes:
                    for cores in (2, 3):
                        self.assertTrue(any(f"--protocol {protocol} " in line and f"--store {store} " in line
                                            and f"--directory {scheme} " in line and f"--cores {cores} " in line
                                            for line in listed.splitlines()), f"{protocol}, {store}, {scheme}")

    def test_the_documented_machines_take_every_row_of_every_table(self):
        with open(os.path.join(ROOT, "docs", "verification.md"), encoding="utf-8") as f:
            text = f.read().split("<!-- coverage: ", 1)[1].split("<!-- end of coverage", 1)[0]
        rows = [line.split(" | ") for line in text.splitlines() if " | " in line][2:]
        self.assertEqual([r[0].strip("| ") for r in rows if r[1] == "exclusive"], ["mesi", "moesi", "msi", "piton"])
        for row in rows:
            self.assertEqual(row[2], row[3], row)
            self.assertEqual(row[4].strip("| "), "none", row)


if __name__ == "__main__":
    unittest.main()
