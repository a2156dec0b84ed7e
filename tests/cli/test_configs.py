# SPDX-License-Identifier: BSD-3-Clause
"""Does the program refuse every bad configuration with one clear message, and read every good one?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))

GOOD = """[system]
cores_per_chip = 4
[[workload]]
synthetic = "private-shared"
threads = 4
references = 20
"""

# Every value here is wrong; the message must name the key.
BAD_SETS = [
    {"l1.szie": "16KiB"}, {"l1.ways": "4KiB"}, {"l1.size": "5ms"}, {"l1.ways": "4x"}, {"l1.ways": "0"},
    {"l1.size": "0B"}, {"system.line_size": "65B"}, {"system.line_size": "7B"}, {"system.line_size": "1B"},
    {"tlb.entries": "-1"}, {"system.mesh": "1x3"}, {"system.mesh": "2:1"}, {"protocol.name": "mesii"},
    {"directory.sharers": "fullmap"}, {"system.cores_per_chip": "0"}, {"cdr.homes.count": "5"},
    {"cdr.sharers.capacity": "0"}, {"system.frequency": "0Hz"}, {"system.frequency": "-1Gbps"},
    {"l1.size": "64B", "l1.ways": "4"}, {"l1.size": "1024B", "l1.ways": "3"}, {"l1.mshrs": "0"},
    {"network.buffers": "0"}, {"network.vcs": "0"}, {"network.model": "flit"}, {"cdr.sharers.overflow": "evict"},
    {"cdr.assignment": "dynamic"}, {"system.chips": "2"}, {"directory.store": "sparce"}, {"directory.entries": "1001"}, {"workload.1.copies": "2"},
    {"workload.0.trace": "t.cdrt"}, {"workload.0.placement": "blok"}, {"workload.0.synthetic": "unifrom"},
    {"run.max_cycles": "never"}, {"core.cpi": "fast"}, {"run.restart": "yes"},
]

BAD_FILES = {
    "empty": "", "binary": "\x00\x01\x02", "unclosed table": "[system\n", "key twice": GOOD + "[l1]\nways = 2\nways = 2\n",
    "table twice": GOOD + "[l1]\nways = 2\n[l1]\nsize = 64\n", "no workload": "[system]\ncores_per_chip = 4\n",
    "workload is no block": "[workload]\ncopies = 2\n", "unclosed string": GOOD + "[l1]\nsize = \"16KiB\n",
    "only a section": "[l1]\n", "number too large": GOOD + "[run]\nseed = 99999999999999999999\n",
    "more threads than cores": GOOD.replace("threads = 4", "threads = 5"),
}


class Configs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, text, name="c.toml"):
        with open(self.path(name), "w", encoding="utf-8", newline="") as f:
            f.write(text)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read()

    def cdrsim(self, *args):
        return subprocess.run([CDRSIM, *args], capture_output=True, text=True, timeout=120, cwd=self.folder.name)

    def run_config(self, text, sets=None):
        flags = [a for key, value in (sets or {}).items() for a in ("--set", f"{key}={value}")]
        return self.cdrsim("run", self.write(text), "--out", self.path("out"), "--quiet", *flags)

    def assert_refused(self, result, *words):
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertTrue(result.stderr.startswith("cdrsim: "), result.stderr)
        self.assertLess(len(result.stderr), 4000)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertFalse(os.path.exists(self.path("out")), "something was left behind")

    def test_the_good_one_runs(self):
        result = self.run_config(GOOD)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(os.path.exists(self.path("out/result.json")))

    def test_bad_values_name_their_key(self):
        for sets in BAD_SETS:
            with self.subTest(sets=sets):
                self.assert_refused(self.run_config(GOOD, sets), list(sets)[0].split(".")[-1])

    def test_bad_values_in_the_file_name_file_and_line(self):
        for sets in BAD_SETS:
            for key, value in list(sets.items())[:1]:
                section, name = key.rsplit(".", 1)
                if section.startswith(("workload", "system")) or len(sets) > 1:
                    continue
                plain = value.lstrip("-").isdigit()
                text = GOOD + f"[{section}]\n{name} = {value if plain else repr(value)}\n"
                with self.subTest(key=key):
                    self.assert_refused(self.run_config(text), f"c.toml:{text.count(chr(10))}: {key}: ")

    def test_bad_files(self):
        for name, text in BAD_FILES.items():
            with self.subTest(name=name):
                self.assert_refused(self.run_config(text))

    def test_missing_file_and_folder(self):
        for path in (self.path("missing.toml"), self.folder.name):
            self.assert_refused(self.cdrsim("run", path, "--out", self.path("out")), os.path.basename(path))

    def test_all_errors_come_at_once(self):
        result = self.run_config(GOOD + "[l1]\nszie = 3\nways = 'x'\n", {"llc.wayz": "4"})
        self.assert_refused(result, "c.toml:8: l1.szie", "l1.size?", "c.toml:9: l1.ways", "--set llc.wayz=4", "llc.ways?")

    def test_crlf_and_bom_are_read(self):
        for text in (GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD):
            result = self.run_config(text)
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_resolved_config_resolves_to_itself(self):
        self.assertEqual(self.run_config(GOOD, {"system.frequency": "2.5GHz", "dram.latency": "60ns"}).returncode, 0)
        first = self.read("out/config.toml")
        self.assertIn("latency = 150\n", first)
        result = self.cdrsim("run", self.path("out/config.toml"), "--out", self.path("again"), "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.read("again/config.toml"), first)

    def test_the_shipped_configs_are_legal(self):
        shipped = sorted(f for f in os.listdir(os.path.join(ROOT, "configs")) if f.endswith(".toml"))
        self.assertTrue(shipped)
        for name in shipped:
            with self.subTest(name=name):
                result = self.cdrsim("run", os.path.join(ROOT, "configs", name), "--out", self.path(name), "--quiet",
                                     "--set", "run.max_cycles=10", "--set", "run.warmup=0")
                self.assertEqual(result.returncode, 0, result.stderr)


if __name__ == "__main__":
    unittest.main()
