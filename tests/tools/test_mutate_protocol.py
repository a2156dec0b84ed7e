# SPDX-License-Identifier: BSD-3-Clause
"""Does tools/mutate-protocol add up, insist on an explanation for each survivor, and find none in a sample?"""

import datetime
import os
import subprocess
import sys
import tempfile
import unittest

from places import TOOLS

SAMPLE = 25
TARGETS = ["msi", "mesi"]

# In place of `cdrsim mutants`: ten mutants of any protocol, of which the third and the seventh live.
PROGRAM = """#!/usr/bin/env python3
import sys
o = dict(zip(sys.argv[2::2], sys.argv[3::2]))
if o["--protocol"] == "broken":
    sys.exit("no such protocol")
print("mutant,way,outcome,property,machine,states")
for i in range(int(o["--first"]), 10, int(o["--every"])):
    lives = i in (2, 6)
    print(f'"cache S x Inv: next I -> S{i}",next,{"survived" if lives else "killed"},'
          f'{"" if lives else "one-writer"},"2 cores, 1 line",{100 + i}')
"""


class MutateProtocol(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = self.write("program", PROGRAM)
        os.chmod(self.program, 0o755)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def tool(self, explanations, *args):
        path = self.write("survivors.md", explanations)
        return subprocess.run([sys.executable, os.path.join(TOOLS, "mutate-protocol"), "--program", self.program,
                               "--explanations", path, *args], capture_output=True, text=True, check=False)

    def test_every_survivor_needs_an_explanation(self):
        r = self.tool("## Slower\n- `msi: cache S x Inv: next I -> S2`\n", "msi", "-j", "3")
        self.assertEqual(r.returncode, 2)
        self.assertIn("| msi | 10 | 8 | 0 | 1 | 1 | 88.89 % | 0 |", r.stdout)
        self.assertIn("unexplained, survived: msi: cache S x Inv: next I -> S6\n", r.stdout)
        self.assertNotIn("unexplained, survived: msi: cache S x Inv: next I -> S2", r.stdout)

    def test_explained_survivors_are_no_failure(self):
        r = self.tool("## Slower\n- `*: * next I -> S[26]`: both\n", "msi", "mesi:all", "-j", "2")
        self.assertEqual((r.returncode, r.stderr.count("10 mutants, 8 killed, 2 not")), (0, 2), r.stdout + r.stderr)
        self.assertIn("| mesi:all | 10 | 8 | 0 | 2 | 0 | 100.00 % | 0 |", r.stdout)
        self.assertIn("| one-writer | 8 | 8 |", r.stdout)
        self.assertIn("| Slower | 2 | 2 |", r.stdout)
        self.assertIn("Written by `tools/mutate-protocol msi mesi:all`.\n", r.stdout)

    def test_explanations_of_nothing_are_found_in_a_whole_run(self):
        text = "## Slower\n- `*: * next I -> S[26]`\n- `*: home *`\n"
        r = self.tool(text)
        self.assertEqual(r.returncode, 2)
        self.assertIn("explained, but there is none: *: home *\n", r.stdout)
        self.assertEqual(self.tool(text, "msi").returncode, 0)

    def test_samples_together_are_all(self):
        csv, seen = os.path.join(self.folder.name, "mutants.csv"), []
        for seed in range(3):
            r = self.tool("## Slower\n- `*: * S[26]`\n", "msi", "-j", "2", "--sample", "3", "--seed", str(seed), "--csv", csv)
            self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
            with open(csv, encoding="utf-8") as f:
                seen += [line.split(",")[1] for line in f.read().splitlines()[1:]]
        self.assertEqual(sorted(seen), [f"cache S x Inv: next I -> S{i}" for i in range(10)])

    def test_failures_are_one_message(self):
        for code, arguments in [(1, ["broken"]), (1, ["msi", "--program", "/nowhere"]),
                                (1, ["msi", "--explanations", "/nowhere"])]:
            r = self.tool("", *arguments)
            self.assertEqual((r.returncode, len(r.stderr.splitlines())), (code, 1), r.stderr)
        self.assertEqual(self.tool("- `*: no heading above`\n", "msi").returncode, 1)

    def test_a_sample_of_the_shipped_protocols_has_no_unexplained_survivor(self):
        seed = datetime.date.today().toordinal()
        target = TARGETS[seed % len(TARGETS)]
        r = subprocess.run([os.path.join(TOOLS, "mutate-protocol"), target, "-j", "1", "--sample",
                            str(SAMPLE), "--seed", str(seed)], capture_output=True, text=True, check=False)
        self.assertEqual(r.returncode, 0, f"tools/mutate-protocol {target} --sample {SAMPLE} --seed {seed}\n"
                                          + r.stdout + r.stderr)


if __name__ == "__main__":
    unittest.main()
