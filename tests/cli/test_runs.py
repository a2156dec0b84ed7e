# SPDX-License-Identifier: BSD-3-Clause
"""Do runs end as they should: stuck programs with a report, lopsided ones, warm-ups, restarts, intervals, any build?

The program is build/release/cdrsim, or what CDRSIM names.
"""

import csv
import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
FILES = ["applications.csv", "config.toml", "result.json", "summary.txt", "tiles.csv"]


def builds():
    """Programs made from the present sources."""
    changed = max(os.path.getmtime(os.path.join(folder, f)) for folder, _, files in os.walk(os.path.join(ROOT, "src")) for f in files)
    programs = [os.path.join(ROOT, "build", variant, "cdrsim") for variant in ("release", "debug", "asan", "coverage")]
    return [p for p in programs if os.path.exists(p) and os.path.getmtime(p) >= changed]


def pattern(threads, per_thread, writes=3):
    """A mix of private and shared references, the same on every machine."""
    x, lines = 7, []
    for _ in range(per_thread):
        for t in range(threads):
            x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
            r = x >> 33
            address = 0x10000000 + r // 5 % 64 * 64 if r % 5 == 0 else 0x20000000 + t * 0x100000 + r // 5 % 64 * 64
            lines.append(f"{t} {'W' if r // 1000 % 10 < writes else 'R'} {address:x} 8 {r % 4}\n")
    return "".join(lines)


class Runs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read()

    def sim(self, *args, code=0, program=CDRSIM):
        r = subprocess.run([program, *args], capture_output=True, text=True, timeout=120, cwd=self.folder.name, check=False)
        self.assertEqual(r.returncode, code, r.stderr[-3000:])
        return r

    def config(self, trace, cores=4, more="", name="c"):
        with open(self.path(name + ".txt"), "w", encoding="utf-8") as f:
            f.write(trace)
        self.sim("trace", "import", "--format", "text", self.path(name + ".txt"), self.path(name + ".cdrt"))
        with open(self.path(name + ".toml"), "w", encoding="utf-8") as f:
            f.write(f"[system]\ncores_per_chip = {cores}\n[[workload]]\ntrace = \"{name}.cdrt\"\n{more}")
        return self.path(name + ".toml")

    def run_stats(self, config, *flags, out="o", **sets):
        """Checked; keys with a double underscore for the dot."""
        more = [a for key, value in sets.items() for a in ("--set", f"{key.replace('__', '.')}={value}")]
        self.sim("run", config, "--out", out, "--quiet", "--check", *more, *flags)
        return json.loads(self.read(out + "/result.json"))["stats"]

    # ---- Programs that cannot end, and those that look as if

    def test_a_barrier_that_a_thread_never_joins_is_reported(self):
        config = self.config("0 B 5000 3 1\n1 B 5000 3 1\n2 R 1000 8 1\n")
        for model in ("ideal", "coherent"):
            r = self.sim("run", config, "--out", "o", "--quiet", "--set", f"sync.model={model}", code=3)
            for words in ("no forward progress", "app 0 thread 0", "app 0 thread 1", "barrier 0x5000", "2 of 3"):
                self.assertIn(words, r.stderr)
            self.assertNotIn("app 0 thread 2 (", r.stderr, "thread 2 is done")
            self.assertFalse(os.path.exists(self.path("o")))

    def test_a_lock_that_is_never_released_is_reported_by_its_holder(self):
        config = self.config("0 L 5000\n0 R 1000 8 1\n1 R 2000 8 900\n1 L 5000\n1 R 1000 8 1\n1 U 5000\n")
        for model in ("ideal", "coherent"):
            r = self.sim("run", config, "--out", "o", "--quiet", "--set", f"sync.model={model}", code=3)
            for words in ("app 0 thread 1", "lock 0x5000", "held by app 0 thread 0"):
                self.assertIn(words, r.stderr)

    def test_a_lock_that_is_never_released_but_never_asked_for_again_is_no_problem(self):
        stats = self.run_stats(self.config("0 L 5000\n0 R 1000 8 1\n1 R 2000 8 1\n"))
        self.assertEqual(stats["sync.lock_acquires"], 1)

    def test_an_unlock_without_a_lock_is_no_problem(self):
        self.assertEqual(self.run_stats(self.config("0 U 5000\n0 R 1000 8 1\n"))["sim.accesses"], 1)

    def test_two_locks_in_opposite_order_are_a_deadlock(self):
        one, other = ("0 {0} 100\n", "1 {0} 200\n"), ("0 {0} 200\n", "1 {0} 100\n")
        text = "".join(s.format("L") for s in one) + "0 R 40 8 900\n1 R 80 8 900\n" + "".join(s.format("L") for s in other)
        r = self.sim("run", self.config(text + "0 R c0 8 1\n1 R c0 8 1\n"), "--out", "o", "--quiet", code=3)
        self.assertIn("lock 0x200 held by app 0 thread 1", r.stderr)
        self.assertIn("lock 0x100 held by app 0 thread 0", r.stderr)

    def test_a_thread_without_records_is_done_at_once(self):
        stats = self.run_stats(self.config("3 R 1000 8 1\n"))
        self.assertEqual(stats["sim.accesses"], 1)

    def test_a_thread_a_million_times_longer_than_the_others(self):
        config = self.config("0 R 1000 8 0\n1 R 1000 8 0\n2 R 1000 8 0\n"
                             + "".join(f"3 {'RW'[i % 2]} {0x1000 + i % 700 * 8:x} 8 0\n" for i in range(1000000)))
        stats = self.run_stats(config)
        self.assertEqual(stats["sim.accesses"], 1000003)

    def test_a_thread_that_computes_longer_than_the_watchdog_waits_is_not_stuck(self):
        config = self.config("0 R 1000 8 4000000000\n0 R 1000 8 4000000000\n1 B 5000 2 0\n0 B 5000 2 1\n")
        stats = self.run_stats(config, run__watchdog=1000)
        self.assertGreater(stats["sim.cycles"], 8000000000)

    def test_a_watchdog_shorter_than_a_miss_bites_and_says_who_waits_for_what(self):
        r = self.sim("run", self.config(pattern(4, 50)), "--out", "o", "--quiet", "--set", "run.watchdog=20", code=3)
        for words in ("run.watchdog", "thread", "0x", "in flight"):
            self.assertIn(words, r.stderr)
        self.assertLess(len(r.stderr), 20000)

    # ---- What a trace may hold

    def test_the_last_address_and_references_over_many_lines(self):
        config = self.config("0 R ffffffffffffffff 1 0\n0 W fffffffffffffff8 8 0\n1 R fffc 8 1\n1 W 1003f 4096 1\n"
                             "2 A 103c 8 1\n3 R 0 65536 0\n")
        for level in ("none", "page"):
            stats = self.run_stats(config, cdr__sharers__level=level, cdr__homes__level=level)
            self.assertEqual(stats["sim.accesses"], 6)
            pieces = 1 + 1 + 1 + 65 + 2 + 1024
            self.assertGreaterEqual(stats["l1.hits"] + stats["l1.misses"], pieces)

    def test_thread_numbers_beyond_the_cores_are_refused(self):
        r = self.sim("run", self.config("4 R 1000 8 1\n"), "--out", "o", "--quiet", code=1)
        self.assertIn("5 threads", r.stderr)
        self.assertIn("4 cores", r.stderr)

    # ---- Warm-up, restart, intervals, cycles

    def test_warm_up_of_any_length_leaves_the_rest(self):
        config = self.config(pattern(3, 101) + "1 R 1000 8 1\n")
        lengths = [101, 102, 101]
        for warm in (0, 1, 50, 77, 100, 101, 102, 103, 2**62):
            stats = self.run_stats(config, run__warmup=warm)
            self.assertEqual(stats["sim.accesses"], sum(max(0, n - warm) for n in lengths), warm)
            self.assertEqual(stats["memory.latency"]["count"], stats["sim.accesses"])

    def test_a_warm_up_makes_misses_fewer(self):
        config = self.config(pattern(4, 400))
        cold, warm = (self.run_stats(config, run__warmup=w)["miss.cold"] for w in (0, 350))
        self.assertLess(warm * 4, cold)

    def test_a_warm_up_that_ends_between_barriers_and_inside_locks_still_ends(self):
        text = "".join(f"{t} L 5000\n{t} R 9000 8 1\n{t} W 9000 8 1\n{t} U 5000\n{t} R {0xa000 + t * 64:x} 8 1\n{t} B 6000 4 1\n"
                       for _ in range(10) for t in range(4))
        config = self.config(text)
        for warm in (1, 2, 3, 4, 5, 28, 29, 30):
            self.assertEqual(self.run_stats(config, run__warmup=warm)["sim.accesses"], 4 * (30 - warm), warm)

    def test_restart_measures_first_passes_and_says_that_it_finished(self):
        config = self.config(pattern(2, 100) + "".join(f"1 R {0x3000 + i * 64:x} 8 3\n" for i in range(300)), more="copies = 2\n")
        stats = self.run_stats(config, run__restart="true")
        self.assertEqual(stats["sim.accesses"], 1000)
        self.assertEqual(stats["memory.latency"]["count"], 1000)
        self.assertTrue(json.loads(self.read("o/result.json"))["finished"])
        self.assertNotIn("CUT SHORT", self.read("o/summary.txt"))
        rows = list(csv.DictReader(self.read("o/applications.csv").splitlines()))
        self.assertEqual([row["references"] for row in rows], ["500", "500"])

    def test_what_counts_all_passes_is_of_the_first_and_the_later_references(self):
        self.config(pattern(1, 100), name="short")
        self.config(pattern(1, 2000), name="long")
        with open(self.path("both.toml"), "w", encoding="utf-8") as f:
            f.write('[system]\ncores_per_chip = 4\n[[workload]]\ntrace = "short.cdrt"\n[[workload]]\ntrace = "long.cdrt"\n')
        for restart in ("false", "true"):
            stats = self.run_stats(self.path("both.toml"), run__restart=restart, core__memory_model="sc")
            performed = stats["sim.accesses"] + stats["core.later_references"]
            self.assertEqual(stats["core.later_references"] > 0, restart == "true")
            self.assertEqual("started over" in self.read("o/summary.txt"), restart == "true")
            # Without a store buffer each reference looks the L1 up once; with restart the run ends while the short copy has one under way.
            under_way = stats["l1.load_lookups"] + stats["l1.store_lookups"] - performed
            self.assertIn(under_way, (0, 1) if restart == "true" else (0,))

    def test_a_copy_starts_over_as_a_whole(self):
        """Thread 0 is done long before thread 1. Alone, a copy has nothing to start over for; beside a longer program, it does."""
        uneven = pattern(2, 100) + "".join(f"1 R {0x3000 + i * 64:x} 8 3\n" for i in range(300))
        alone = self.config(uneven, name="alone")
        self.assertEqual(self.run_stats(alone), self.run_stats(alone, run__restart="true"))
        self.config(pattern(2, 2000), name="long")
        with open(self.path("both.toml"), "w", encoding="utf-8") as f:
            f.write('[system]\ncores_per_chip = 4\n[[workload]]\ntrace = "alone.cdrt"\n[[workload]]\ntrace = "long.cdrt"\n')
        once, again = (self.run_stats(self.path("both.toml"), run__restart=r) for r in ("false", "true"))
        self.assertEqual(once["sim.accesses"], again["sim.accesses"])
        self.assertGreater(again["noc.messages"], once["noc.messages"])

    def test_timeline_rows_end_with_the_totals(self):
        for interval in (1, 1000, 7777, 10**9):
            stats = self.run_stats(self.config(pattern(4, 200)), run__interval=interval)
            rows = list(csv.DictReader(self.read("o/timeline.csv").splitlines()))
            for name in rows[0]:
                if name == "cycle":
                    continue
                values = [int(row[name]) for row in rows]
                self.assertEqual(values, sorted(values), f"{name} falls")
                self.assertEqual(values[-1], stats[name], name)
            cycles = [int(row["cycle"]) for row in rows]
            self.assertEqual(cycles[:-1], [interval * (i + 1) for i in range(len(rows) - 1)])
            self.assertEqual(len(set(cycles)), len(cycles), "two rows of one cycle")

    def test_a_run_cut_short_is_the_beginning_of_the_whole_run(self):
        config = self.config(pattern(4, 200))
        self.run_stats(config, run__interval=1000)
        whole = list(csv.DictReader(self.read("o/timeline.csv").splitlines()))
        stats = self.run_stats(config, run__max_cycles=3000)
        self.assertEqual(stats["sim.cycles"], 3000)
        for name in ("sim.accesses", "l1.misses", "noc.messages", "dram.reads"):
            self.assertAlmostEqual(stats[name], int(whole[2][name]), delta=4, msg=name)  # cycle 3000 itself

    def test_max_cycles_beyond_the_end_changes_nothing(self):
        config = self.config(pattern(4, 50))
        self.assertEqual(self.run_stats(config), self.run_stats(config, run__max_cycles=2**62))

    def test_a_run_cut_short_has_a_timeline_up_to_its_end(self):
        stats = self.run_stats(self.config(pattern(4, 200)), run__max_cycles=3500, run__interval=1000)
        rows = list(csv.DictReader(self.read("o/timeline.csv").splitlines()))
        self.assertEqual([row["cycle"] for row in rows], ["1000", "2000", "3000", "3500"])
        self.assertEqual(int(rows[-1]["sim.accesses"]), stats["sim.accesses"])

    def test_a_million_cores_cost_memory_only_where_they_are_used(self):
        config = self.config(pattern(16, 20), cores=1000000, more="placement = \"spread\"\n")
        for level in ("none", "application", "page"):
            self.run_stats(config, cdr__sharers__level=level, cdr__homes__level=level)
            self.assertLess(json.loads(self.read("o/result.json"))["host"]["peak_rss_bytes"], 2**30)

    # ---- Folders

    def test_an_unwritable_folder_is_the_users_error_before_anything_runs(self):
        config = self.config(pattern(4, 5))
        for out in ("/proc/nothing", "/dev/null/x", "c.toml", "c.toml/x"):
            r = self.sim("run", config, "--out", out, "--quiet", code=1)
            self.assertTrue(r.stderr.startswith("cdrsim: "), r.stderr)
            self.assertNotIn("terminate", r.stderr)

    def test_a_coherent_run_over_earlier_results_replaces_all_of_them(self):
        config = self.config(pattern(4, 50))
        self.run_stats(config, run__interval=100)
        first = self.read("o/result.json")
        self.run_stats(config, l1__size="512B")
        self.assertNotEqual(first, self.read("o/result.json"))
        self.assertEqual(sorted(os.listdir(self.path("o"))), FILES)

    # ---- The same bytes

    def outputs(self, out):
        text = {file: self.read(out + "/" + file) for file in FILES}
        text["result.json"] = text["result.json"].split('  "host"')[0]
        return text

    def test_builds_threads_and_environment_change_no_byte(self):
        config = self.config(pattern(4, 300), cores=9, more="copies = 2\nplacement = \"random\"\n")
        flags = ["--quiet", "--set", "cdr.sharers.level=page", "--set", "cdr.homes.level=page", "--set", "core.outstanding_loads=4",
                 "--set", "cdr.sharers.capacity=2", "--set", "l1.replacement=random", "--set", "dram.jitter=4"]
        self.sim("run", config, "--out", "first", *flags)
        first = self.outputs("first")
        for n, program in enumerate(builds()):
            self.sim("run", config, "--out", f"p{n}", *flags, program=program)
            self.assertEqual(self.outputs(f"p{n}"), first, program)
        self.sim("run", config, "--out", "t", "--threads", "8", *flags)
        self.assertEqual(self.outputs("t"), first)
        padded = dict(os.environ, PADDING="x" * 5000, LC_ALL="C")  # moves the stack
        subprocess.run([CDRSIM, "run", config, "--out", self.path("e"), *flags], env=padded, check=True, cwd="/")
        self.assertEqual(self.outputs("e"), first)


if __name__ == "__main__":
    unittest.main()
