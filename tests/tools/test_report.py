# SPDX-License-Identifier: BSD-3-Clause
"""Does tools/report read what runs and sweeps leave, decide by its stated rule, say what is missing, and refuse what is damaged?

test_report_page.py asks a browser about the page itself.
"""

import html
import json
import os
import re
import subprocess
import unittest

import report_fixtures as made
from places import CDRSIM, ROOT, TOOLS

TOOL = os.path.join(TOOLS, "report")


class Report(made.InAFolder):
    def report(self, *arguments, program="/nowhere/cdrsim"):
        return subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False, env={**os.environ, "CDRSIM": program})

    def page(self, *arguments, program="/nowhere/cdrsim"):
        out = self.path("page.html")
        done = self.report(*arguments, "-o", out, program=program)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(out, encoding="utf-8") as f:
            return f.read()

    def section(self, page, id):
        """Its text, without tags."""
        found = re.search(rf'<section id="{id}".*?</section>', page, re.DOTALL)
        return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", found.group())).split())

    def figures(self, page):
        return json.loads(re.search(r'<script type="application/json" id="figures">(.*?)</script>', page, re.DOTALL).group(1))

    def file(self, name, content):
        made.write(self.path(name), content if isinstance(content, str) else json.dumps(content))
        return self.path(name)


class Verdict(Report):
    def verdict(self, *arguments):
        return self.section(self.page(*arguments), "verdict")

    def test_the_faster_one_is_chosen_and_what_it_loses_is_told(self):
        said = self.verdict(*made.three_runs(self.root))
        self.assertIn("We would choose sr-hr. No other of 3 configurations is within 5 % of its speed", said)
        self.assertIn("its coherence storage takes 8,192 bytes per tile, global's 131,072", said)
        self.assertIn("coherence storage −93.8 %, its directory part −93.8 %", said)
        self.assertIn("sr-hr is 1.250 times as fast as global (one seed, no interval). Better: flit-hops −50.0 %", said)
        self.assertIn("Worse: LLC misses +25.0 %", said)
        self.assertIn("One seed is one sample and has no interval", said)

    def test_of_equally_fast_ones_the_smaller_directory_is_chosen(self):
        said = self.verdict(*made.three_runs(self.root)[:2])
        self.assertIn("We would choose sr. Of 2 configurations 2 are within 5 % of the fastest (global); of these its coherence storage is the smallest", said)

    def test_restriction_is_not_chosen_where_its_directory_is_larger(self):
        self.assertIn("We would choose global.", self.verdict(*made.three_runs(self.root, restricted_bytes=200000)[:2]))

    def test_over_several_programs_speeds_are_averaged_geometrically(self):
        folders = []
        for program, cycles in (("fft", {"global": 1000, "sr": 500}), ("lu", {"global": 1000, "sr": 1250})):
            folders += [made.run(self.path(program, name), made.result(made.stats(c), storage=made.storage("s", 4000)),
                                 made.config().replace("toy", program)) for name, c in cycles.items()]
        said = self.verdict(*folders)
        self.assertIn("We would choose sr. No other of 2 configurations is within 5 % of its speed", said)
        self.assertIn("the geometric mean over 2 programs: 1.265 times global's", said)
        self.assertIn("lu/sr is 0.800 times as fast as lu/global (one seed, no interval)", said)
        self.assertIn("No single choice follows", self.verdict(*folders[:3], made.run(
            self.path("lu", "other"), made.result(made.stats(900)), made.config().replace("toy", "lu"))))

    def test_the_choice_is_for_the_core_count_that_was_run(self):
        def runs(cores, **cycles):
            return [made.run(self.path(f"{name}-{cores}"), made.result(made.stats(c)), made.config(cores=cores)) for name, c in cycles.items()]

        small = runs(64, a=100, b=50)
        said = self.verdict(*small, "--cost", self.file("cost.json", made.cost()))
        self.assertIn("Which scheme at 64 cores? We would choose b-64. ", said)
        self.assertIn("No experiments of 1024 cores can be compared here: of that size the page knows storage alone.", said)
        self.assertIn("By storage alone, at 1024 cores", said)
        self.assertIn("Speed at 64 cores against a-64", said)
        said = self.verdict(*small, *runs(1024, a=50, b=100))
        self.assertIn("Which scheme at 1024 cores? We would choose a-1024. ", said)
        self.assertIn("At 64 cores: We would choose b-64. ", said)
        self.assertNotIn("No experiments of 1024 cores", said)

    def test_one_run_decides_nothing(self):
        said = self.verdict(made.run(self.path("a"), made.result(made.stats(100)), made.config()))
        self.assertIn("Speed decides nothing here", said)
        self.assertNotIn("We would choose", said)

    def test_a_sweep_of_several_programs_is_judged_by_the_geometric_mean_by_seed(self):
        cycles = {("fft", "none"): (1000, 1100), ("fft", "sr"): (500, 500), ("lu", "none"): (1000, 1000), ("lu", "sr"): (1000, 1000)}
        folder = made.points(self.path("s"), "workload.0.trace,cdr.sharers.level", "cdr.sharers.level", "none",
                             {(f"../{w}.cdrt", level): c for (w, level), c in cycles.items()}, made.config(cores=64))
        said = self.verdict(folder)
        self.assertIn("Which scheme at 64 cores? We would choose sr. It is the fastest of 2 configurations", said)
        speeds = [2**0.5, 2.2**0.5]
        mean, interval = sum(speeds) / 2, 12.7062047 * abs(speeds[0] - speeds[1]) / 2
        self.assertIn(f"the geometric mean over 2 programs: {mean:.3f} times none's", said)
        self.assertIn(f"sr {mean:.4g} ±{interval:.2g} faster", said)

    def test_a_sweep_with_a_baseline_for_each_level_is_judged_by_one_of_them(self):
        folder = made.points(self.path("s"), "cdr.sharers.level,cdr.sharers.capacity", "cdr.sharers.capacity", 64,
                             {("vm", 16): (100,), ("vm", 64): (90,), ("page", 16): (80,), ("page", 64): (60,)}, made.config())
        said = self.verdict(folder)
        self.assertIn("We would choose page, capacity 64. It is the fastest of 4 configurations", said)
        self.assertIn("Speed at 1024 cores against vm, capacity 64", said)
        self.assertIn("page, capacity 64 1.5 one seed: no interval", said)

    def test_what_the_seeds_do_not_tell_apart_is_neither_better_nor_worse(self):
        cycles = {("none",): (1000, 1010, 1020), ("sr",): (1001, 1000, 1031), ("page",): (1100, 1111, 1122)}
        said = self.verdict(made.points(self.path("s"), "cdr.sharers.level", "cdr.sharers.level", "none", cycles, made.config(),
                                        {("sr",): {"noc.flit_hops": (3990, 4010, 4001)}, ("page",): {"noc.flit_hops": (4400, 4404, 4396)}}))
        self.assertRegex(said, r"sr is 1\.00\d|0\.99\d times as fast as none \(±0\.\d{3}, 95 %: no difference shown\)\. Better: nothing measured\. "
                         r"Worse: nothing measured\. No difference shown: flit-hops\.")
        self.assertIn("page is 0.909 times as fast as none (±0.000, 95 %). Better: nothing measured. Worse: flit-hops +10.0 %.", said)
        self.assertIn("Each figure is a mean over at least 3 seeds.", said)

    def test_schemes_that_are_smaller_than_cdr_are_named_with_where_that_ends(self):
        said = self.verdict(*made.three_runs(self.root), "--cost", self.file("cost.json", made.cost()))
        self.assertIn("at 1024 cores a full map keeps 1,024 bits per line, 131,072 bytes per tile. cdr (k = 64, s = 16) keeps 80 bits per line, "
                      "12.8 times fewer", said)
        self.assertIn("Of 2 other schemes 1 take more bytes per tile than cdr (k = 64, s = 16): full-map (131,072).", said)
        self.assertIn("there CDR loses on size: limited-broadcast (5,248).", said)
        self.assertIn("Of the core counts computed, cdr (k = 64, s = 16) is first smaller than limited-broadcast at 1,048,576 cores.", said)

    def test_seeds_give_intervals_and_chance_is_called_so(self):
        said = self.verdict(made.sweep(self.path("sizes")))
        self.assertIn("application, capacity 4 is 0.917 times as fast as application, capacity 16", said)
        self.assertRegex(said, r"as fast as application, capacity 16 \(±0\.\d{3}, 95 %\)\.")
        self.assertIn("Worse: broadcasts ×4.", said)


class Figures(Report):
    def test_each_holds_what_the_results_say(self):
        figures = self.figures(self.page(*made.three_runs(self.root)))

        def values(figure, series):
            return next(s["values"] for s in figures[figure]["series"] if s["name"] == series)

        self.assertEqual(values("speed-up", "whole run"), [1, round(10000 / 10100, 9), 1.25])
        self.assertEqual(values("speed-up", "mean over copies"), [1, round(10000 / 10100, 9), 1.25])
        self.assertEqual(values("traffic", "data"), [200, 200, 200])
        self.assertEqual(values("flit-hops", "flit-hops"), [2000, 2000, 1000])
        self.assertEqual(values("stack", "dram"), [30, 30, 30])
        self.assertNotIn("total", [s["name"] for s in figures["stack"]["series"]])
        self.assertEqual(values("energy-components", "l1"), [0.075, 0.075, 0.05])
        self.assertEqual(values("energy-components", "cdr smc"), [None, 0.015, 0.015])
        self.assertEqual(values("energy-kinds", "CDR, dynamic"), [None, 0.015, 0.025])
        self.assertEqual(values("area", "directory"), [0.6, 0.05, 0.05])
        self.assertEqual(values("hit-rates", "SMC"), [None, 75, 75])
        self.assertEqual(values("hit-rates", "HMC"), [None, None, 96])
        self.assertEqual(values("latency-noc-latency", "p95"), [33, 33, 33])

    def test_the_same_folders_give_the_same_bytes(self):
        runs = made.three_runs(self.root)
        self.assertEqual(self.page(*runs), self.page(*runs))

    def test_heat_maps_are_per_tile(self):
        figures = self.figures(self.page(*made.three_runs(self.root)))
        panel = figures["link-load"]["panels"][0]
        self.assertEqual((panel["name"], panel["width"], panel["height"]), ("global", 3, 2))
        self.assertEqual(panel["values"], [0.005, 0.005, 0.005, 0.005, 0.005, 0.9])
        self.assertEqual(figures["home-load"]["panels"][0]["values"], [0.2, 1.2, 2.2, 3.2, 4.2, 5.2])
        self.assertEqual(figures["core-latency"]["panels"][2]["values"], [10, 11, 12, 13, 14, 15])

    def test_the_meshes_that_are_shown_are_told_with_their_program_and_hot_edges_neutrally(self):
        folders = [made.run(self.path(program, name), made.result(made.stats(cycles)), made.config().replace("toy", program), tiles=made.tiles(5))
                   for program in ("fft", "lu") for name, cycles in (("global", 1000), ("sr", 1100), ("hr", 900))]
        said = self.section(self.page(*folders), "mesh")
        self.assertIn("Of 6 experiments these are shown: fft/global; fft/hr; fft/sr. They are a baseline and the fastest of those compared "
                      "with it, all running fft ×2.", said)
        self.assertIn("DRAM controllers are spread over the chip's perimeter", said)

    def test_a_large_mesh_is_shown_in_blocks(self):
        rows = [made.tiles(1)[0]] + [[y * 128 + x, x, y, 1, 7, 1, 1, x, 0, 0, 0] for y in range(2) for x in range(128)]
        panel = self.figures(self.page(made.run(self.path("wide"), made.result(made.stats(1000)), tiles=rows)))["link-load"]
        self.assertEqual((panel["side"], panel["panels"][0]["width"], panel["panels"][0]["height"]), (2, 64, 1))
        self.assertEqual(panel["panels"][0]["values"][5], 0.011)  # the busiest of the tiles 10 and 11
        self.assertIn("the busiest of 2×2 tiles", panel["value"])

    def test_a_sweep_gives_curves_over_its_numbers_with_intervals(self):
        figures = self.figures(self.page(made.sweep(self.path("sizes"))))
        curve = figures["curve-directory-broadcasts-sizes-cdr-sharers-capacity"]
        self.assertEqual([(s["name"], s["points"]) for s in curve["series"]],
                         [("application", [[4, 8], [16, 2]]), ("page", [[4, 8], [16, 2]])])
        speed = figures["curve-speed-sizes-cdr-sharers-capacity"]["series"][0]
        ratios = [8250 / 9000, 8410 / 9160]
        self.assertAlmostEqual(speed["points"][0][1], sum(ratios) / 2, places=8)
        self.assertAlmostEqual(speed["errors"][0], 12.7062047 * abs(ratios[0] - ratios[1]) / 2, places=7)
        self.assertEqual(speed["points"][1], [16, 1])
        energy = figures["curve-energy-sizes-cdr-sharers-capacity"]
        self.assertEqual((energy["value"], energy["series"][0]["points"]), ("nJ per reference", [[4, 0.502], [16, 0.508]]))

    def test_a_hit_rate_is_the_mean_over_seeds(self):
        folder = made.points(self.path("s"), "cdr.sharers.level", "cdr.sharers.level", "page", {("page",): (100, 100)}, made.config(),
                             {("page",): {"smc.lookups": (10, 1000), "smc.misses": (5, 0)}})
        rates = {s["name"]: s["values"] for s in self.figures(self.page(folder))["hit-rates"]["series"]}
        self.assertEqual(rates["SMC"], [75])

    def test_an_axis_that_another_decides_is_no_curve_and_in_no_name(self):
        folder = made.sweep(self.path("sizes"))
        with open(os.path.join(folder, "results.csv"), encoding="utf-8") as f:
            lines = f.read().splitlines()
        columns = ["workload.0.trace,workload.0.copies"] + ["../traces/toy.cdrt,4" if "page" in line else "../traces/boy.cdrt,16" for line in lines[1:]]
        made.write(os.path.join(folder, "results.csv"), "".join(
            ",".join([line.split(",", 1)[0], extra, line.split(",", 1)[1]]) + "\n" for line, extra in zip(lines, columns)))
        figures = self.figures(self.page(folder))
        self.assertEqual([name for name in figures if name.startswith("curve-directory")], ["curve-directory-broadcasts-sizes-cdr-sharers-capacity",
                                                                                            "curve-directory-invalidations-sizes-cdr-sharers-capacity"][::-1])
        self.assertEqual(figures["flit-hops"]["categories"], ["boy, capacity 4", "boy, capacity 16", "toy, capacity 4", "toy, capacity 16"])

    def test_sharing_is_cumulative(self):
        page = self.page(*made.three_runs(self.root), "--profile", self.file("toy.json", made.profile()))
        curves = {s["name"]: s["points"] for s in self.figures(page)["sharing-0"]["series"]}
        self.assertEqual(curves["lines"], [[1, 90], [4, 100]])
        self.assertEqual(curves["references, by page"], [[2, 25], [64, 100]])

    def test_what_else_a_profile_knows_is_shown_too(self):
        profile = made.profile()
        profile["line"] |= {"classes": [{"class": "private", "references": 250}, {"class": "shared-read-only", "references": 750}],
                            "intervals": [{"interval": 0, "mean_sharers": 1.5}, {"interval": 1, "mean_sharers": 2}]}
        profile["domains"] = [{"level": "page", "domains": 3, "capacity": 8, "capacity_reason": "8 holds 99 %", "homes": "auto",
                               "capacities": [{"capacity": 4, "references_fraction": 0.25}, {"capacity": 8, "references_fraction": 1.0}]}]
        profile["line"]["capacities"] = [{"capacity": 4, "references_fraction": 0.75}, {"capacity": 8, "references_fraction": None}]
        page = self.page(*made.three_runs(self.root), "--profile", self.file("toy.json", profile))
        figures = self.figures(page)
        self.assertEqual([(s["name"], s["values"]) for s in figures["sharing-classes"]["series"]],
                         [("private", [25]), ("shared, read-only", [75])])
        self.assertEqual(figures["sharing-time-0"]["series"][0]["points"], [[0, 1.5], [1, 2]])
        self.assertEqual([(s["name"], s["points"]) for s in figures["sharing-domains-0"]["series"]],
                         [("page level", [[4, 25], [8, 100]]), ("upper bound", [[4, 75]])])
        self.assertIn("page 3 8 8 holds 99 % auto", self.section(page, "sharing"))
        self.assertIn("For lines that is an upper bound", self.section(page, "sharing"))

    def test_storage_by_formula_and_of_the_runs_themselves(self):
        page = self.page(*made.three_runs(self.root), "--cost", self.file("cost.json", made.cost()))
        figures = self.figures(page)
        curves = {s["name"]: s for s in figures["storage-bits"]["series"]}
        self.assertEqual(curves["limited-broadcast"]["points"], [[16, 17], [256, 33], [1024, 41], [65536, 65], [1048576, 81]])
        self.assertEqual([name for name, s in curves.items() if s.get("strong")], ["cdr (k = 64, s = 16)"])
        self.assertTrue(figures["storage-bits"]["log_x"] and figures["storage-bits"]["log_value"])
        self.assertEqual(figures["storage-1024"]["categories"], ["limited-broadcast", "cdr (k = 64, s = 16)", "full-map"])
        self.assertEqual(figures["storage-parts"]["series"][0], {"name": "directory", "values": [131072, 8192, 8192]})
        self.assertIn("limited-broadcast 41 5,248 8.0078125 1,048,576 cores i = 4", self.section(page, "storage"))

    def test_the_simulator_is_asked_for_storage_and_sharing(self):
        answers = {"cost": self.file("cost.json", made.cost()), "trace": self.file("profile.json", made.profile())}
        program = self.file("cdrsim", f'#!/bin/sh\necho "$@" >> {self.path("asked")}\ncase "$1" in cost) cat {answers["cost"]};; '
                            f'*) cat {answers["trace"]};; esac\n')
        os.chmod(program, 0o755)
        page = self.page(*made.three_runs(self.root), program=program)
        self.assertIn("storage-bits", self.figures(page))
        self.assertIn("Sharers in toy ×2", self.section(page, "sharing"))
        with open(self.path("asked"), encoding="utf-8") as f:
            cost, profile = f.read().splitlines()
        self.assertEqual(cost, f"cost {self.path('sr-hr')}/config.toml --set cdr.sharers.capacity=64 --set cdr.sharers.id_bits=16 --cores {','.join(str(2**n) for n in range(4, 21))} --format json")
        self.assertEqual(profile, f"trace profile {self.path('global')}/config.toml --format json")

    def test_storage_is_that_of_the_restriction_that_was_run_in_whatever_order(self):
        def folder(name, **changes):
            return made.run(self.path(name), made.result(made.stats(1000)), made.config(**changes))

        runs = [folder("a", capacity=4), folder("z", sharers="application", capacity=8), folder("b", sharers="page", capacity=256),
                folder("c", sharers="application", capacity=256)]
        pages = [self.page(*order, program=CDRSIM) for order in (runs, runs[::-1])]
        bits = {s["name"]: dict(map(tuple, s["points"])) for s in self.figures(pages[0])["storage-bits"]["series"]}
        self.assertEqual({name: curve[1024] for name, curve in bits.items() if name.startswith("cdr")},
                         {"cdr (k = 8, s = 16)": 10 + 16, "cdr (k = 256, s = 16)": 256 + 16})
        for figure in ("storage-bits", "storage-percent", "storage-1024"):
            self.assertEqual(*(self.figures(page)[figure] for page in pages))
        said = [self.section(page, "verdict") for page in pages]
        self.assertEqual(*(text[text.index("By storage alone"):text.index("Bits are not all")] for text in said))
        self.assertIn("cdr (k = 8, s = 16) keeps 26 bits per line, 39.4 times fewer", said[0])
        self.assertIn("k = 256", self.section(pages[0], "storage"))

    def test_with_copies_that_start_over_counts_are_of_all_the_references_that_they_cover(self):
        runs = [made.run(self.path("once"), made.result(made.stats(1000), energy=made.energy(1)), made.config()),
                made.run(self.path("again"), made.result(made.stats(1000, core__later_references=2000), energy=made.energy(1)), made.config())]
        figures = self.figures(self.page(*runs))

        def ratio(name):
            once, again = figures[name]["series"][0]["values"]
            return again / once

        self.assertAlmostEqual(ratio("flit-hops"), 0.5)
        self.assertAlmostEqual(ratio("energy-components"), 0.5)

    def test_of_many_capacities_a_handful_is_drawn(self):
        runs = [made.run(self.path(f"k{2**n}"), made.result(made.stats(1000)), made.config(sharers="application", capacity=2**n))
                for n in range(2, 9)]
        page = self.page(*runs, program=CDRSIM)
        self.assertEqual(len([s for s in self.figures(page)["storage-bits"]["series"] if s.get("strong")]), 5)
        self.assertIn("Of 7 sets of parameters that were run, 5 are shown.", self.section(page, "storage"))

    def test_without_restriction_the_parameters_are_said_to_be_unused(self):
        page = self.page(made.run(self.path("a"), made.result(made.stats(1000)), made.config()), program=CDRSIM)
        self.assertIn("No experiment here restricts sharers", self.section(page, "storage"))

    def test_for_papers_there_are_png_pdf_and_csv_of_every_figure(self):
        page = self.path("p.html")
        done = self.report(*made.three_runs(self.root), "-o", page, "--png", self.path("figures"), "--cost", self.file("c.json", made.cost()))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(page, encoding="utf-8") as f:
            names = self.figures(f.read())
        self.assertEqual(sorted(os.listdir(self.path("figures"))), sorted(f"{n}.{kind}" for n in names for kind in ("png", "pdf", "csv")))
        for name in names:
            with open(self.path("figures", f"{name}.png"), "rb") as f:
                self.assertEqual(f.read(8), b"\x89PNG\r\n\x1a\n")
        with open(self.path("figures", "flit-hops.csv"), encoding="utf-8") as f:
            self.assertEqual(f.read(), "run,flit-hops\nglobal,2000\nsr,2000\nsr-hr,1000\n")

    def test_a_real_run_has_its_figures(self):
        out = self.path("chip-64")
        subprocess.run([CDRSIM, "run", os.path.join(ROOT, "configs", "chip-64.toml"), "--out", out, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        figures = self.figures(self.page(out, program=CDRSIM))
        with open(os.path.join(out, "result.json"), encoding="utf-8") as f:
            stats = json.load(f)["stats"]
        self.assertEqual(len(figures["link-load"]["panels"][0]["values"]), 64)
        self.assertAlmostEqual(sum(figures["home-load"]["panels"][0]["values"]) * stats["sim.cycles"] / 1000,
                               stats["llc.hits"] + stats["llc.misses"], delta=0.001 * stats["l1.misses"])
        stack = sum(s["values"][0] for s in figures["stack"]["series"])
        self.assertAlmostEqual(stack, stats["stack.total"] / stats["l1.misses"], places=6)


class MissingData(Report):
    def test_a_bare_result_says_how_to_get_the_rest(self):
        page = self.page(made.run(self.path("bare"), made.result(made.stats(1000))))
        for section, line in {"speed": "No speed-up: it takes two runs", "storage": "no run has its config.toml", "energy": "No energy: results of this version",
                              "domains": "they take a sweep over numbers", "maps": "Set cdr.sharers.level", "mesh": "they take the tiles.csv",
                              "sharing": "no run has its config.toml", "runs": "they take the config.toml"}.items():
            self.assertIn(line, self.section(page, section))

    def test_a_program_that_is_not_there_costs_two_sections(self):
        page = self.page(*made.three_runs(self.root))
        self.assertIn("No storage figures (cdrsim cannot be run (No such file or directory); build it with scons).", self.section(page, "storage"))
        self.assertIn("No sharing profile (cdrsim cannot be run", self.section(page, "sharing"))

    def test_what_the_program_complains_of_is_told_without_folders(self):
        program = self.file("cdrsim", '#!/bin/sh\nfor a in "$@"; do case "$a" in */*) echo "cdrsim: $a:3: no such key" >&2;; esac; done\nexit 1\n')
        os.chmod(program, 0o755)
        page = self.page(*made.three_runs(self.root), program=program)
        self.assertIn("No storage figures (cdrsim: config.toml:3: no such key).", self.section(page, "storage"))
        self.assertNotIn(self.root, page)

    def test_components_out_of_range_are_told_with_the_reason(self):
        said = self.section(self.page(*made.three_runs(self.root)), "energy")
        self.assertIn("Not in the bars of global: interchip.dynamic (one chip only). The energy is therefore partial.", said)

    def test_a_sweep_may_have_points_with_partial_energy(self):
        """The column that says what a total leaves out is empty in the other points."""
        folder = self.path("gaps")
        costs = {"energy.l1.dynamic": [3], "energy.l2.leakage": [2], "energy.total": [5], "energy.partial": [""]}
        gaps = {**costs, "energy.l2.leakage": [""], "energy.total": [3], "energy.partial": ["total leaves out l2.leakage"]}
        made.points(folder, "l2.size", "l2.size", "small", {("small",): [100], ("huge",): [100]}, made.config(),
                    {("small",): costs, ("huge",): gaps})
        page = self.page(folder)
        said = self.section(page, "energy")
        self.assertIn("Not in the bars of huge: l2.leakage", said)
        self.assertNotIn("partial (", said)
        self.assertNotIn("energy", self.section(page, "verdict").replace("Energy and area", ""), "3 nJ without l2 are not less than 5")

    def test_a_distribution_of_nothing_has_no_mark(self):
        numbers = made.stats(1000) | {"memory.load_latency": {"count": 0, "mean": None, "p50": 0, "p95": 0, "p99": 0, "max": 0}}
        page = self.page(made.run(self.path("idle"), made.result(numbers)))
        self.assertNotIn("latency-memory-load_latency", self.figures(page))
        self.assertIn("No latency of loads", self.section(page, "latency"))

    def test_provenance_is_told_without_folders(self):
        page = self.page(*made.three_runs(self.root))
        said = self.section(page, "runs")
        self.assertIn("sr-hr 0.1.0 0000000000001f40 1 1,024 yes 8,000 2,000 1.5", said)
        self.assertIn("cdr.sharers.level cdr.homes.level", said)
        self.assertIn('trace = "toy.cdrt"', said)
        self.assertNotIn("/somewhere", page)
        self.assertNotIn(self.root, page)


class BadInput(Report):
    def refused(self, message, *arguments):
        made.write(self.path("page.html"), "kept")
        done = self.report(*arguments, "-o", self.path("page.html"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(message, done.stderr)
        with open(self.path("page.html"), encoding="utf-8") as f:
            self.assertEqual(f.read(), "kept")

    def run_of(self, **changes):
        return made.run(self.path("x"), made.result(made.stats(1000)) | changes)

    def test_what_is_no_result(self):
        self.refused("result.json: no such file; expected a folder that `cdrsim run` has completed", self.path("nothing"))
        self.refused("result.json: schema 2; this tool reads schema 1", self.run_of(schema=2))
        self.refused("result.json: sim.cycles is neither a number nor a histogram", self.run_of(stats={"sim.cycles": "many"}))
        made.write(self.path("x", "result.json"), '{"schema": 1, "stats": {')
        self.refused("result.json: damaged JSON", self.path("x"))
        self.refused("given twice", self.run_of(), self.path("x"))

    def test_damage_beside_a_result(self):
        x = self.run_of()
        for name, content, message in [("config.toml", "[system", "config.toml: damaged TOML"),
                                       ("applications.csv", "application\n", "applications.csv: has no column"),
                                       ("tiles.csv", "tile,x,y\n1,2\n", "tiles.csv: damaged CSV"),
                                       ("tiles.csv", "tile,x,y\n1,2,-3\n", "a row without tile, x and y")]:
            made.write(os.path.join(x, name), content)
            self.refused(message, x)
            os.remove(os.path.join(x, name))

    def test_damaged_sweeps(self):
        s = made.sweep(self.path("s"))
        for content, message in [("", "expected the columns point"), ("point,config_hash,version,finished,sim.cycles\n", "no point has a result yet"),
                                 ("point,config_hash,version,finished,sim.cycles\na,1,0.1.0,true,\n", "a: sim.cycles is no number"),
                                 ("point,config_hash,version,finished,sim.cycles\na,1,0.1.0,true,nan\n", "damaged CSV: nan is no number"),
                                 ("point,config_hash,version,finished,sim.cycles\na,1,0.1.0\n", "damaged CSV"),
                                 ("point,config_hash,version,finished,sim.cycles\na,1,0.1.0,true,5,6\n", "the row is too long")]:
            made.write(os.path.join(s, "results.csv"), content)
            self.refused(message, s)
        made.write(os.path.join(made.sweep(s), "sweep.toml"), "[baseline")
        self.refused("sweep.toml: damaged TOML", s)

    def test_damaged_answers_of_the_simulator(self):
        x = self.run_of()
        self.refused("c.json: damaged JSON", x, "--cost", self.file("c.json", "{"))
        self.refused('expected {"storage"', x, "--cost", self.file("c.json", {"storage": [{"scheme": 1}]}))
        self.refused('"line" and "page" with a histogram', x, "--profile", self.file("p.json", {"threads": 4}))
        self.refused("No such file", x, "--profile", self.path("none.json"))

    def test_an_unwritable_page(self):
        done = self.report(self.run_of(), "-o", self.path("no", "such", "folder.html"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("-o: cannot write", done.stderr)

    def test_no_folder_at_all(self):
        self.assertEqual(self.report().returncode, 1)


if __name__ == "__main__":
    unittest.main()
