# SPDX-License-Identifier: BSD-3-Clause
"""Is an option without its value one clear error in every verb, whatever comes next?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
CONFIG = ("[system]\ncores_per_chip = 4\n[[workload]]\nsynthetic = \"private-shared\"\nthreads = 4\nreferences = 100\n"
          "private_bytes = \"4KiB\"\nshared_bytes = \"1KiB\"\n")


def verbs_of(*words):
    """What --help lists below "Subcommands:"."""
    text = subprocess.run([CDRSIM, *words, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  ([a-z]+) ", text.partition("Subcommands:")[2], re.M)


class Options(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "c.toml"), "w", encoding="utf-8") as f:
            f.write(CONFIG)

    def call(self, *words):
        return subprocess.run([CDRSIM, *words], capture_output=True, text=True, timeout=60, cwd=self.folder, check=False)

    def refused(self, words, message):
        done = self.call(*words)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (1, f"cdrsim: {message}\n", ""), words)
        self.assertEqual(os.listdir(self.folder), ["c.toml"], "it did something")

    def test_every_option_of_every_verb_refuses_another_option_as_its_value(self):
        verbs = [(v,) for v in verbs_of() if v != "trace"] + [("trace", v) for v in verbs_of("trace")]
        self.assertGreater(len(verbs), 10)
        tried = set()
        for verb in verbs:
            text = self.call(*verb, "--help").stdout
            # Flags have only blanks between their name and their help; what takes a value has its kind, such as TEXT.
            for option in re.findall(r"^ +(?:-[a-z],)?(--[a-z-]+) [A-Z]{2,}", text, re.M):
                with self.subTest(verb=verb, option=option):
                    for other in ("--help", "-h", "--no-such-option"):
                        self.refused([*verb, option, other],
                                     f"{' '.join(verb)}: {option}: no value, but {other}; if that is the value, write {option}={other}")
                    for nothing in ([option], [option + "="], [option, ""], [option + "=", "c.toml"]):
                        self.refused([*verb, *nothing], f"{' '.join(verb)}: {option}: no value")
                    tried.add((*verb, option))
        for known in (("run", "--set"), ("run", "--out"), ("run", "--threads"), ("cost", "--cores"), ("verify", "--replay"), ("stress", "--set"),
                      ("litmus", "--protocol"), ("mutants", "--evict-notice"), ("trace", "profile", "--line-size"),
                      ("trace", "synth", "--shared-bytes"), ("trace", "import", "--format"), ("trace", "dump", "--limit")):
            self.assertIn(known, tried)

    def test_what_is_a_value_stays_one(self):
        for words in (["--out", "o", "--set", "l1.ways=2"], ["--out=--strange"], ["--set=l1.ways=2", "--set", "l1.mshrs=2", "--out", "-o"]):
            done = self.call("run", "c.toml", "--quiet", *words)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        self.assertEqual(sorted(os.listdir(self.folder)), ["--strange", "-o", "c.toml", "o"])
        self.assertEqual(self.call("run", "--quiet", "--out=p", "--", "c.toml").returncode, 0)
        done = self.call("litmus", "--protocol", "mesi", "--protocol", "msi", "SB")
        self.assertEqual((done.returncode, done.stdout.count("\nSB ")), (0, 2), done.stderr + done.stdout)

    def test_flags_take_none(self):
        self.assertEqual(self.call("run", "c.toml", "--quiet", "--check", "--out", "o").returncode, 0)
        self.assertEqual(self.call("describe", "config", "--json").returncode, 0)


if __name__ == "__main__":
    unittest.main()
