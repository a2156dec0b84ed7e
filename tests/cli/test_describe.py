# SPDX-License-Identifier: BSD-3-Clause
"""Does the command line explain itself, and are the generated documents up to date?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import json
import os
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))

# Topic: a word that its description must hold.
TOPICS = {"config": "cores_per_chip", "stats": "sim.cycles", "protocols": "mesi", "directories": "full-map",
          "sharers": "full-map", "networks": "packet", "replacements": "lru", "placements": "block",
          "patterns": "uniform", "importers": "lackey"}


def cdrsim(*args):
    return subprocess.run([CDRSIM, *args], capture_output=True, text=True, timeout=120)


class Describe(unittest.TestCase):
    def test_every_topic_in_every_format(self):
        for topic, word in TOPICS.items():
            for flags in ([], ["--markdown"], ["--json"]):
                with self.subTest(topic=topic, flags=flags):
                    result = cdrsim("describe", topic, *flags)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertIn(word, result.stdout)
                    if flags == ["--json"]:
                        self.assertTrue(json.loads(result.stdout))

    def test_every_protocol_has_its_tables(self):
        for protocol in json.loads(cdrsim("describe", "protocols", "--json").stdout):
            with self.subTest(protocol=protocol["name"]):
                tables = json.loads(cdrsim("describe", "protocol", protocol["name"], "--json").stdout)
                for side in ("private cache", "home"):
                    states = {row["state"] for row in tables[f"{side}: states"]}
                    events = {row["event"] for row in tables[f"{side}: events"]}
                    rows = tables[f"{side}: transitions"] + tables[f"{side}: what cannot happen"]
                    never = [row for row in rows if row["state"] == "any"]  # events that no state can meet
                    self.assertFalse({row["event"] for row in never} & events)
                    self.assertEqual(len(rows) - len(never), len(states) * len(events))
                    self.assertLessEqual({row["next"] for row in tables[f"{side}: transitions"]}, states)

    def test_what_it_does_not_know(self):
        for args, word in ((["cofnig"], '"config"'), (["protocol"], "which one"), (["protocol", "mesii"], "mesi"),
                           (["networks", "packet"], "no name"), ([], "TOPIC"), (["config", "--xml"], "--xml")):
            with self.subTest(args=args):
                result = cdrsim("describe", *args)
                self.assertEqual(result.returncode, 1, result.stdout)
                self.assertIn(word, result.stderr)

    def test_without_a_topic_it_names_them_all(self):
        for flags in ([], ["--json"]):
            result = cdrsim("describe", *flags)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            for topic in [*TOPICS, "protocol"]:
                self.assertRegex(result.stderr, rf"(?m)^  {topic} ", flags)

    def test_the_configuration_page_is_up_to_date(self):
        page = os.path.join(ROOT, "docs", "config.md")
        with open(page, encoding="utf-8") as f:
            self.assertEqual(f.read(), cdrsim("describe", "config", "--markdown").stdout,
                             "run: ./cdrsim describe config --markdown > docs/config.md")

    def test_the_pages_of_protocols_are_up_to_date(self):
        names = [p["name"] for p in json.loads(cdrsim("describe", "protocols", "--json").stdout)]
        folder = os.path.join(ROOT, "docs", "protocols")
        self.assertEqual(sorted(os.listdir(folder)), sorted(f"{n}.md" for n in names))
        for name in names:
            with open(os.path.join(folder, name + ".md"), encoding="utf-8") as f:
                self.assertEqual(f.read(), cdrsim("describe", "protocol", name, "--markdown").stdout,
                                 f"run: ./cdrsim describe protocol {name} --markdown > docs/protocols/{name}.md")


class CommandLine(unittest.TestCase):
    def test_help_and_version(self):
        for args in (["--help"], ["run", "--help"], ["trace", "--help"], ["describe", "--help"], ["--version"]):
            with self.subTest(args=args):
                result = cdrsim(*args)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertTrue(result.stdout.strip())
        with open(os.path.join(ROOT, "VERSION"), encoding="utf-8") as f:
            self.assertEqual(cdrsim("--version").stdout, f"cdrsim {f.read().strip()}\n")

    def test_wrong_command_lines_are_the_users_errors(self):
        for args, word in ((["frobnicate"], "run"), (["rnu"], '"run"?'), ([], "no verb"), (["run"], "CONFIG"),
                           (["run", "a.toml", "b.toml"], "b.toml"), (["--frobnicate"], "--frobnicate"),
                           (["run", "a.toml", "--threads", "0"], "threads")):
            with self.subTest(args=args):
                result = cdrsim(*args)
                self.assertEqual(result.returncode, 1, result.stdout)
                self.assertTrue(result.stderr.startswith("cdrsim: "), result.stderr)
                self.assertIn(word, result.stderr)


if __name__ == "__main__":
    unittest.main()
