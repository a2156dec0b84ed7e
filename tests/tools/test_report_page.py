# SPDX-License-Identifier: BSD-3-Clause
"""Does the page of tools/report work in a browser: drawn, quiet, offline, with hover, keys, themes, downloads and print?"""

import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import report_fixtures as made
from browser import Browser
from places import TOOLS

LIMIT = 2_000_000


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        root = cls.root = folder.name
        made.write(f"{root}/cost.json", json.dumps(made.cost()))
        made.write(f"{root}/toy.json", json.dumps(made.profile()))
        cls.html = f"{root}/page.html"
        # A name that would end an element, were it not escaped.
        runs = made.three_runs(root)
        odd = f"{root}/<i>&\"'"
        os.rename(runs[1], odd)
        subprocess.run([os.path.join(TOOLS, "report"), runs[0], odd, runs[2], made.sweep(f"{root}/sizes"), "-o", cls.html,
                        "--cost", f"{root}/cost.json", "--profile", f"{root}/toy.json", "--png", f"{root}/figures"],
                       check=True, stdout=subprocess.DEVNULL)
        cls.browser = Browser().__enter__()
        cls.addClassCleanup(cls.browser.__exit__)
        cls.page = cls.browser.open(cls.html)

    def setUp(self):
        self.page.show()

    def figures(self):
        return self.page.evaluate("Object.keys(figures)")

    def test_it_is_small_and_asks_for_nothing(self):
        self.assertLess(os.path.getsize(self.html), LIMIT)
        self.assertEqual(self.page.requests, [f"file://{self.html}"])

    def test_no_complaint_in_any_view(self):
        for width, dark in ((1280, False), (1280, True), (390, False)):
            page = self.browser.open(self.html, width=width, dark=dark)
            self.assertEqual(page.complaints, [])
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, "nothing to scroll sideways")

    def test_every_figure_is_drawn_with_all_its_data(self):
        self.assertGreaterEqual(len(self.figures()), 20)
        for id in self.figures():
            drawn, data, marks = self.page.evaluate(f"""(() => {{
                const f = figures[{json.dumps(id)}], chart = charts.get({json.dumps(id)}), option = chart.getOption();
                const drawn = option.series.filter((s) => s.type !== "custom").map((s) => s.data.map((d) => d && typeof d === "object" && !Array.isArray(d) ? d.value : d));
                const data = f.kind === "heatmap" ? f.panels.map((p) => p.values)
                    : f.series.map((s) => f.kind === "lines" ? s.points : s.values);
                return [drawn, data, chart.getDom().querySelectorAll("svg path, svg rect, svg circle").length];
            }})()""")
            kind = self.page.evaluate(f"figures[{json.dumps(id)}].kind")
            if kind == "heatmap":
                drawn = [[None if cell[2] == "-" else cell[2] for cell in series] for series in drawn]
            if kind == "dots":
                drawn = [[cell[0] for cell in series] for series in drawn]
            self.assertEqual(drawn, data, id)
            self.assertGreater(marks, sum(v is not None for series in data for v in series), id)

    def test_no_two_elements_have_one_id(self):
        ids = self.page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
        self.assertEqual(sorted(ids), sorted(set(ids)))

    def test_names_are_text_and_not_markup(self):
        self.assertEqual(self.page.evaluate("document.querySelectorAll('i').length"), 0)
        self.assertIn("<i>&\"'", self.page.evaluate("document.getElementById('verdict').textContent"))

    def center(self, id, series, data):
        """Where on the screen a bar's end is."""
        return self.page.evaluate(f"""(() => {{
            const chart = charts.get("{id}"), box = chart.getDom(), value = figures["{id}"].series[{series}].values[{data}];
            box.scrollIntoView({{block: "center"}});
            const at = chart.convertToPixel({{xAxisIndex: 0, yAxisIndex: 0}}, [value * 0.5, {data}]), r = box.getBoundingClientRect();
            return [r.left + at[0], r.top + at[1]];
        }})()""")

    def tip(self, id):
        return self.page.evaluate(f"""[...charts.get("{id}").getDom().querySelectorAll("div")]
            .filter((d) => getComputedStyle(d).position === "absolute" && getComputedStyle(d).visibility === "visible" && getComputedStyle(d).opacity > 0.5)
            .map((d) => d.innerText).join()""")

    def test_hovering_tells_the_value(self):
        x, y = self.center("flit-hops", 0, 2)
        self.page.hover(x, y)
        self.page.evaluate("new Promise((done) => setTimeout(done, 400))")
        self.assertEqual(self.tip("flit-hops"), "sr-hr: flit-hops\n1,000 flit-hops per 1000 references")

    def test_no_line_strikes_a_label_through(self):
        for dark in (False, True):
            page = self.browser.open(self.html, dark=dark)
            # In the order of drawing: the dashed line, then grounds of labels, then labels.
            line, grounds, texts, covered = page.evaluate("""(() => {
                const drawn = [...charts.get("speed-up").getDom().querySelectorAll("svg path, svg rect, svg text")];
                const line = drawn.findIndex((e) => e.getAttribute("stroke-dasharray"));
                const box = drawn[line].getBoundingClientRect();
                const labels = drawn.filter((e) => e.tagName === "text" && /^[\\d.]+( ± [\\d.]+)?$/.test(e.textContent) && e.getAttribute("style").includes("11px"));
                const struck = labels.filter((e) => { const r = e.getBoundingClientRect(); return r.left < box.right && r.right > box.left; });
                const ground = LOOKS[document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")].ground;
                const under = (e) => drawn.slice(line + 1, drawn.indexOf(e)).some((p) => {
                    const a = p.getBoundingClientRect(), b = e.getBoundingClientRect();
                    return p.getAttribute("fill") === ground && a.left <= b.left + 1 && a.right >= b.right - 1 && a.top <= b.top + 3 && a.bottom >= b.bottom - 3;
                });
                return [line, struck.map((e) => drawn.indexOf(e)), struck.length, struck.every(under)];
            })()""")
            self.assertGreaterEqual(line, 0)
            self.assertGreater(texts, 0, "labels that the line would cross")
            self.assertTrue(covered and all(at > line for at in grounds))

    def test_tab_reaches_every_figure_and_its_buttons(self):
        self.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page = self.browser.open(self.html)
        seen = []
        for _ in range(40 + 6 * len(self.figures())):
            page.press("Tab")
            seen.append(page.evaluate("""(() => { const e = document.activeElement, f = e.closest("figure");
                return (f ? f.id + " " : "") + (e.dataset.get || e.className || e.textContent); })()"""))
        self.assertEqual(seen[0], "skip")
        for id in self.figures():
            self.assertIn(f"{id} chart", seen)
            at = seen.index(f"{id} chart")
            self.assertEqual(seen[at:at + 5], [f"{id} {what}" for what in ("chart", "svg", "png", "csv", "Data")])

    def test_arrows_walk_the_points_and_are_announced(self):
        def announced():
            return self.page.evaluate("document.getElementById('announce').textContent")

        self.page.evaluate("document.querySelector('#flit-hops .chart').focus()")
        for key, said in (("ArrowDown", "global: flit-hops, 2,000"), ("ArrowDown", "<i>&\"': flit-hops"), ("ArrowDown", "sr-hr: flit-hops, 1,000"),
                          ("ArrowRight", "sr-hr: flit-hops, 1,000"), ("ArrowUp", "<i>&\"': flit-hops")):
            self.page.press(key)
            self.assertIn(said, announced())
        self.assertIn("2,000 flit-hops", self.tip("flit-hops"))
        self.page.press("Escape")
        self.page.evaluate("document.querySelector('#storage-bits .chart').focus()")
        for key, said in (("ArrowRight", "full-map, cores: 16, 16 bits"), ("ArrowRight", "cores: 256"), ("ArrowDown", "limited-broadcast, cores: 256, 33 bits")):
            self.page.press(key)
            self.assertIn(said, announced())
        self.page.press("Enter")
        self.assertEqual(self.page.evaluate("charts.get('storage-bits').getOption().legend[0].selected['limited-broadcast']"), False)
        self.page.press("Enter")
        self.page.evaluate("document.querySelector('#link-load .chart').focus()")
        for key, said in (("ArrowRight", "global, tile (0, 0)"), ("ArrowRight", "global, tile (1, 0)"), ("ArrowDown", "global, tile (1, 1)"),
                          ("PageDown", "sr-hr, tile (1, 1)")):
            self.page.press(key)
            self.assertIn(said, announced())

    def test_csv_on_the_page_is_that_of_the_papers_figures(self):
        for id in self.figures():
            rows = list(csv.reader(io.StringIO(self.page.evaluate(f"csvOf(figures[{json.dumps(id)}])"))))
            with open(f"{self.root}/figures/{id}.csv", encoding="utf-8", newline="") as f:
                papers = list(csv.reader(f))
            self.assertEqual(rows[0], papers[0], id)
            self.assertEqual([[self.number(c) for c in row] for row in rows], [[self.number(c) for c in row] for row in papers], id)

    def number(self, text):
        try:
            return float(text)
        except ValueError:
            return text

    def test_downloads_are_what_they_are_called(self):
        self.page.evaluate("window.saved = []; save = (name, url) => saved.push([name, url])")
        self.page.evaluate("for (const b of document.querySelectorAll('#energy-components [data-get]')) b.click()")
        self.page.evaluate("new Promise((done) => { const wait = () => saved.length === 3 ? done() : setTimeout(wait, 20); wait(); })")
        saved = dict(self.page.evaluate("saved"))
        self.assertEqual(set(saved), {"energy-components.svg", "energy-components.png", "energy-components.csv"})
        svg = self.page.evaluate("svgOf('energy-components')")
        self.assertEqual(ElementTree.fromstring(svg).tag, "{http://www.w3.org/2000/svg}svg")
        self.assertIn("nJ per reference", svg)
        self.assertTrue(saved["energy-components.png"].startswith("data:image/png;base64,iVBOR"))
        self.assertGreater(len(saved["energy-components.png"]), 5000)

    def test_the_data_are_also_a_table(self):
        self.page.evaluate("document.querySelector('#flit-hops details').open = true")
        self.page.evaluate("new Promise((done) => setTimeout(done, 50))")
        self.assertEqual(self.page.evaluate("[...document.querySelectorAll('#flit-hops tr')].map((r) => r.innerText.split(/\\t/))")[3],
                         ["sr-hr", "1,000"])

    def test_cells_of_tables_are_exact(self):
        self.assertEqual(self.page.evaluate("[33.25, 0.502, 1234567.25, 131072, 0, 0.0000123456789, 1e-9].map(exact)"),
                         ["33.25", "0.502", "1,234,567.25", "131,072", "0", "0.0000123456789", "1e-9"])
        self.page.evaluate("document.querySelector('#energy-components details').open = true")
        self.page.evaluate("new Promise((done) => setTimeout(done, 50))")
        cells = self.page.evaluate("[...document.querySelectorAll('#energy-components td')].map((c) => c.innerText)")
        self.assertIn("0.075", cells)

    def test_the_theme_follows_the_system_and_the_button(self):
        def ground(page):
            return page.evaluate("[getComputedStyle(document.querySelector('section')).backgroundColor, charts.get('energy-components').getOption().backgroundColor]")

        page = self.browser.open(self.html, dark=True)
        self.assertEqual(ground(page), ["rgb(23, 27, 33)", "#171b21"])
        page.evaluate("document.getElementById('theme').click()")
        self.assertEqual(ground(page), ["rgb(255, 255, 255)", "#ffffff"])
        for scheme, expected in (("light", ["rgb(255, 255, 255)", "#ffffff"]), ("dark", ["rgb(23, 27, 33)", "#171b21"])):
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
            self.assertEqual(ground(page), expected)

    def test_text_stands_out_from_its_ground(self):
        def luminance(colour):
            parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
            parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055)**2.4 for p in parts]
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

        for look in self.page.evaluate("Object.values(LOOKS)"):
            for text in (look["text"], look["quiet"]):
                high, low = sorted((luminance(text), luminance(look["ground"])), reverse=True)
                self.assertGreater((high + 0.05) / (low + 0.05), 4.5, "WCAG 2, AA")

    def test_it_prints_on_white_and_comes_back(self):
        page = self.browser.open(self.html, dark=True)
        page.evaluate("addEventListener('beforeprint', () => { window.printed = charts.get('energy-components').getOption().backgroundColor; })")
        page.pdf(f"{self.root}/page.pdf")
        with open(f"{self.root}/page.pdf", "rb") as f:
            self.assertEqual(f.read(5), b"%PDF-")
        self.assertEqual(page.evaluate("[window.printed, charts.get('energy-components').getOption().backgroundColor]"), ["#ffffff", "#171b21"])
        self.assertEqual(page.complaints, [])


if __name__ == "__main__":
    unittest.main()
