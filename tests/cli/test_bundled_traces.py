# SPDX-License-Identifier: BSD-3-Clause
"""Does every bundled trace run coherently, whole, and with the same work at every level of restriction?

tests/full/traces.sh asks the same of all recordings at up to 1024 threads.
"""

import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
TRACES = os.path.join(ROOT, "traces")
WORK = ["sim.accesses", "core.loads", "core.stores", "core.atomics", "core.instructions", "sync.barriers",
        "sync.lock_acquires"]


class BundledTraces(unittest.TestCase):
    def run_trace(self, folder, name, *sets):
        threads = int(name.rsplit("-", 1)[1].split(".")[0])
        config = os.path.join(folder, "c.toml")
        with open(config, "w") as f:
            f.write(f'[system]\ncores_per_chip = {threads}\n[[workload]]\ntrace = "{os.path.join(TRACES, name)}"\n')
        out = os.path.join(folder, "out")
        flags = [x for s in sets for x in ("--set", s)]
        done = subprocess.run([CDRSIM, "run", config, "--check", "--quiet", "--out", out, *flags], text=True,
                              capture_output=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        with open(os.path.join(out, "result.json")) as f:
            return json.load(f)["stats"]

    def test_every_level_does_the_same_work(self):
        names = sorted(f for f in os.listdir(TRACES) if f.endswith(".cdrt"))
        self.assertGreaterEqual(len(names), 3)
        for name in names:
            info = subprocess.run([CDRSIM, "trace", "info", os.path.join(TRACES, name)], text=True, capture_output=True)
            self.assertEqual(info.returncode, 0, info.stderr)
            work = None
            for level in ("none", "application", "page"):
                with self.subTest(trace=name, level=level), tempfile.TemporaryDirectory() as folder:
                    s = self.run_trace(folder, name, f"cdr.sharers.level={level}", f"cdr.homes.level={level}",
                                       "cdr.sharers.capacity=16")
                    self.assertEqual(s["noc.flits"], s["noc.flits_ejected"])
                    self.assertEqual(s["dram.bytes"], 64 * (s["dram.reads"] + s["dram.writes"] + s["dram.map_reads"]))
                    self.assertEqual(s["domain.sharer_domains"] > 0, level != "none")
                    done = {k: s[k] for k in WORK}
                    work = work or done
                    self.assertEqual(done, work)
                    self.assertIn(str(done["sim.accesses"]), info.stdout.replace(",", ""))


if __name__ == "__main__":
    unittest.main()
