# SPDX-License-Identifier: BSD-3-Clause
"""Does `cdrsim trace profile` count sharing exactly, agree with the simulator, and refuse bad input with one message?

The program is build/release/cdrsim, or what CDRSIM names. tests/full/trace_profile.sh asks the first of all recordings.
"""

import csv
import io
import json
import os
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
TRACES = os.path.join(ROOT, "traces")


def cdrsim(*args):
    return subprocess.run([CDRSIM, *args], capture_output=True, text=True, timeout=120)


def profile(*args):
    done = cdrsim("trace", "profile", "--format", "json", *args)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def bundled():
    return sorted(f for f in os.listdir(TRACES) if f.endswith(".cdrt"))


class Counts(unittest.TestCase):
    def test_bundled_traces_have_the_published_histograms(self):
        expected = {}
        with open(os.path.join(HERE, "sharing_histograms.csv"), encoding="utf-8") as f:
            for r in csv.DictReader(line for line in f if not line.startswith("#")):
                row = tuple(int(r[c]) for c in ("sharers", "count", "count with >=1 write", "accesses"))
                expected.setdefault((r["file"], r["unit"]), []).append(row)
        self.assertEqual(sorted({file for file, _ in expected}), bundled())
        for file in bundled():
            found = profile(os.path.join(TRACES, file))
            for unit, name in (("line64", "line"), ("page4k", "page")):
                with self.subTest(trace=file, unit=unit):
                    rows = [(r["sharers"], r["blocks"], r["written_blocks"], r["references"])
                            for r in found[name]["histogram"]]
                    self.assertEqual(rows, expected[file, unit])

    def test_parts_add_up(self):
        for file in bundled():
            with self.subTest(trace=file):
                p = profile(os.path.join(TRACES, file), "--intervals", "7")
                for unit in (p["line"], p["page"]):
                    for key in ("blocks", "references", "written_blocks", "writes"):
                        self.assertEqual(unit[key], sum(r[key] for r in unit["histogram"]))
                        self.assertEqual(unit[key], sum(r[key] for r in unit["classes"]))
                    self.assertEqual(len(unit["intervals"]), 7)
                    self.assertEqual(unit["references"], sum(i["references"] for i in unit["intervals"]))
                    self.assertEqual(unit["references"], p["references"] + unit["crossing"])
                for name in ("line", "page"):
                    for key in ("blocks", "references"):
                        self.assertEqual(p[name][key], sum(r[name][key] for r in p["programs"][0]["regions"]))
                for level in p["domains"]:
                    self.assertEqual(level["capacities"][-1]["references_fraction"] >= 0.99, True)
                    held = [c["references"] for c in level["capacities"]]
                    self.assertEqual(held, sorted(held))

    def test_formats_say_the_same_and_say_it_twice(self):
        path = os.path.join(TRACES, "lu-16.cdrt")
        p = profile(path)
        rows = list(csv.DictReader(io.StringIO(cdrsim("trace", "profile", path, "--format", "csv").stdout)))
        for unit in ("line", "page"):
            found = [(int(r["sharers"]), int(r["blocks"]), int(r["references"])) for r in rows
                     if r["scope"] == "all" and r["unit"] == unit]
            self.assertEqual(found, [(r["sharers"], r["blocks"], r["references"]) for r in p[unit]["histogram"]])
        table = cdrsim("trace", "profile", path)
        self.assertEqual(table.returncode, 0)
        for word in (str(p["references"]), "Proposed domains", "cdr.sharers.capacity = 16", "shared-read-only"):
            self.assertIn(word, table.stdout)
        self.assertEqual(table.stdout, cdrsim("trace", "profile", path).stdout)

    def test_sizes_are_options(self):
        path = os.path.join(TRACES, "fft-16.cdrt")
        whole = profile(path, "--line-size", "4KiB")
        self.assertEqual(whole["line"]["histogram"], profile(path)["page"]["histogram"])
        small = profile(path, "--page-size", "64B")
        self.assertEqual(small["page"]["histogram"], small["line"]["histogram"])
        # A line is its page: its sharers are the page's members.
        self.assertEqual([r["references"] for r in small["domains"][2]["capacities"]],
                         [r["references"] for r in small["line"]["capacities"]])


class Workloads(unittest.TestCase):
    def config(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "c.toml")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def test_copies_multiply_unless_they_share_their_memory(self):
        trace = os.path.join(TRACES, "fft-16.cdrt")
        text = f'[system]\ncores_per_chip = 64\n[[workload]]\ntrace = "{trace}"\ncopies = 3\n'
        one, three = profile(trace), profile(self.config(text))
        self.assertEqual(three["threads"], 48)
        self.assertEqual([(r["sharers"], r["blocks"], r["references"]) for r in three["line"]["histogram"]],
                         [(r["sharers"], 3 * r["blocks"], 3 * r["references"]) for r in one["line"]["histogram"]])
        self.assertEqual([d["domains"] for d in three["domains"][:2]], [1, 3])
        self.assertEqual(three["programs"][0]["copies"], 3)
        joined = profile(self.config(text + "share_address_space = true\n"))
        self.assertEqual([(r["sharers"], r["blocks"], r["references"]) for r in joined["line"]["histogram"]],
                         [(3 * r["sharers"], r["blocks"], 3 * r["references"]) for r in one["line"]["histogram"]])

    def test_proposals_are_what_the_simulator_builds(self):
        for file, cores in (("fft-16.cdrt", 16), ("radix-64.cdrt", 64)):
            path = self.config(f'[system]\ncores_per_chip = {cores}\n[[workload]]\n'
                               f'trace = "{os.path.join(TRACES, file)}"\n')
            levels = {d["level"]: d for d in profile(path)["domains"]}
            for level in ("vm", "application", "page"):
                with self.subTest(trace=file, level=level), tempfile.TemporaryDirectory() as out:
                    capacity = levels[level]["capacity"]
                    done = cdrsim("run", path, "--quiet", "--out", out, "--set", f"cdr.sharers.level={level}", "--set",
                                  f"cdr.sharers.capacity={capacity}", "--set", "run.max_cycles=1000")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    with open(os.path.join(out, "result.json"), encoding="utf-8") as f:
                        stats = json.load(f)["stats"]
                    self.assertEqual(stats["domain.sharer_domains"], levels[level]["domains"])

    def test_set_changes_the_configuration(self):
        path = self.config('[system]\ncores_per_chip = 16\n[[workload]]\nsynthetic = "uniform"\nthreads = 16\n')
        p = profile(path, "--set", "workload.0.threads=4", "--set", "system.line_size=128B")
        self.assertEqual((p["threads"], p["cores"], p["line"]["size"]), (4, 16, 128))

    def test_several_inputs_come_each_for_itself(self):
        paths = [os.path.join(TRACES, f) for f in ("fft-16.cdrt", "lu-16.cdrt")]
        self.assertEqual(profile(*paths), [profile(p) for p in paths])


class BadInput(unittest.TestCase):
    def test_one_message_and_exit_code_1(self):
        good = os.path.join(TRACES, "fft-16.cdrt")
        with tempfile.TemporaryDirectory() as folder:
            text, broken = os.path.join(folder, "a.txt"), os.path.join(folder, "c.toml")
            with open(text, "w", encoding="utf-8") as f:
                f.write("0 R 40 8 0\n")
            with open(broken, "w", encoding="utf-8") as f:
                f.write("[system]\ncores = 4\n")
            cases = {
                (): "INPUT",
                ("none.cdrt",): "none.cdrt",
                ("none.toml",): "none.toml",
                (folder,): folder,
                (text,): "import",
                (broken,): "cores",
                (good, "--line-size", "48B"): "48B is not a power of two",
                (good, "--hold", "nan"): "--hold",
                (good, "--line-size", "8KiB"): "--line-size",
                (good, "--page-size", "32B"): "smaller than a line",
                (good, "--page-size", "4ms"): "--page-size",
                (good, "--slice-size", "0B"): "--slice-size",
                (good, "--format", "xml"): "--format",
                (good, "--intervals", "0"): "--intervals",
                (good, "--regions", "0"): "--regions",
                (good, "--hold", "101"): "--hold",
                (good, "--set", "l1.size=1KiB"): "--set",
                (good, "none.cdrt"): "none.cdrt",
            }
            for arguments, word in cases.items():
                with self.subTest(arguments=arguments):
                    done = cdrsim("trace", "profile", *arguments)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn(word, done.stderr)
                    self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
