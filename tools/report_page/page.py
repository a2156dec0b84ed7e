# SPDX-License-Identifier: BSD-3-Clause
"""The page as HTML: text, tables and figures, with style, scripts and the charting library inside it.

    html("quickstart", sections)        one string; opened from disk it asks the network for nothing
"""

import json
import os
from html import escape

from report_page.inputs import BadInput
from report_page.program import ROOT

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = os.path.join(ROOT, "build", "npm", "node_modules", "echarts", "dist", "echarts.min.js")
LIMIT = 2_000_000  # bytes
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:"  # nothing from outside
WORDY = 30  # characters in a cell


def html(title, sections):
    heading = f"cdrsim: {title}"
    body = "\n".join(section_html(s) for s in sections)
    links = "".join(f'<li><a href="#{s.id}">{escape(s.title)}</a></li>' for s in sections)
    figures = {f.id: f.spec() for s in sections for f in s.figures}
    text = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{escape(heading)}</title>
<style>
{asset("page.css")}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<h1>{escape(heading)}</h1>
<button type="button" id="theme" aria-live="polite">Dark</button>
<nav aria-label="Sections"><ul>{links}</ul></nav>
<p class="quiet keys" id="keys">Keys in a figure: arrows walk its points, Enter hides or shows a curve, Page Up and Down change the \
mesh, Escape leaves. Every figure has its data as a table and as CSV.</p>
</header>
<main id="main" tabindex="-1">
<noscript><p class="missing">Figures are drawn by scripts inside this page, which the browser does not run.</p></noscript>
{body}
</main>
<p id="announce" class="unseen" aria-live="polite"></p>
<script type="application/json" id="figures">{embedded(figures)}</script>
<script>{library()}</script>
<script>
{asset("palette.js")}{asset("charts.js")}{asset("tables.js")}{asset("page.js")}</script>
</body>
</html>
"""
    size = len(text.encode("utf-8"))
    if size > LIMIT:
        raise BadInput(f"the page would have {size:,} bytes, more than {LIMIT:,}: give fewer folders")
    return text


def asset(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        return f.read()


def library():
    try:
        with open(LIBRARY, encoding="utf-8") as f:
            return f.read().replace("</script", "<\\/script")
    except OSError as e:
        raise BadInput(f"{os.path.relpath(LIBRARY, ROOT)}: {e.strerror}; tools/setup fetches the charting library") from None


def embedded(data):
    """JSON that cannot end the script element it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def section_html(section):
    parts = [f'<section id="{section.id}" aria-labelledby="{section.id}-title">',
             f'<h2 id="{section.id}-title">{escape(section.title)}</h2>']
    parts += [f"<p>{marked(p)}</p>" for p in section.text if p]
    if section.figures:
        parts += ['<div class="figures">', *map(figure_html, section.figures), "</div>"]
    parts += [table_html(t) for t in section.tables]
    parts += [f'<p class="missing">{marked(m)}</p>' for m in section.missing]
    parts += [f"<details><summary>{escape(title)}</summary><pre>{escape(content)}</pre></details>" for title, content in section.texts]
    return "\n".join([*parts, "</section>"])


def figure_html(figure):
    id = escape(figure.id, quote=True)
    wide = ' class="wide"' if figure.kind == "heatmap" or max(len(figure.series), len(figure.categories)) > 10 else ""
    note = f'<p class="note">{marked(figure.note)}</p>' if figure.note else ""
    return f"""<figure id="{id}"{wide} aria-labelledby="{id}-title">
<figcaption id="{id}-title">{escape(figure.title)}</figcaption>
{note}<div class="chart" tabindex="0" role="group" aria-roledescription="chart" aria-labelledby="{id}-title" aria-describedby="keys"></div>
<div class="tools"><button type="button" data-get="svg" aria-label="SVG of {escape(figure.title, quote=True)}">SVG</button>\
<button type="button" data-get="png" aria-label="PNG of {escape(figure.title, quote=True)}">PNG</button>\
<button type="button" data-get="csv" aria-label="CSV of {escape(figure.title, quote=True)}">CSV</button></div>
<details class="data"><summary>Data</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Data of {escape(figure.title, quote=True)}"></div></details>
</figure>"""


def table_html(table):
    """Columns of sentences stand to the left and may break; those of numbers and names do neither."""
    wordy = [' class="text"' if any(len(str(row[i])) > WORDY for row in table.rows) else "" for i in range(len(table.columns))]
    head = "".join(f'<th scope="col"{kind}>{escape(c)}</th>' for c, kind in zip(table.columns, wordy))
    rows = "\n".join("<tr>" + f'<th scope="row">{escape(str(r[0]))}</th>' +
                     "".join(f"<td{kind}>{escape(str(c))}</td>" for c, kind in zip(r[1:], wordy[1:])) + "</tr>" for r in table.rows)
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.caption, quote=True)}"><table><caption>'
            f"{escape(table.caption)}</caption><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>")


def marked(text):
    """Text with `commands` in backquotes as code."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
