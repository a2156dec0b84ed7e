# SPDX-License-Identifier: BSD-3-Clause
"""A comparison as a terminal table, CSV, Markdown or LaTeX.

    write(["global", "sr"], lines, "latex", sys.stdout)

The first scheme has a column; every other one a column and its ratio. CSV has nine
significant digits, the others four, for reading.
LaTeX needs no package.
"""

import csv

LATEX = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
         "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def shown(value):
    if value is None:
        return "n/a"
    if isinstance(value, int):
        return f"{value:,}"
    return significant(value)


def significant(value):
    """Four significant digits; of larger numbers all before the point."""
    return f"{value:,.0f}" if abs(value) >= 9999.5 else f"{value:#,.4g}".rstrip(".") if value else "0"


def exact(value):
    return "n/a" if value is None else str(value) if isinstance(value, int) else format(value, ".9g")


def cells(line, number, proportion):
    """An empty cell where a line has ratios only."""
    only_ratios = all(v is None for v in line.values) and any(r is not None for r in line.ratios)
    value = (lambda v: "") if only_ratios else number
    row = [line.label, value(line.values[0])]
    for v, r in zip(line.values[1:], line.ratios[1:]):
        row += [value(v), proportion(r)]
    return row


def ratio_shown(r):
    return "n/a" if r is None else significant(r)


def write(names, lines, form, out):
    header = ["", names[0]] + [h for name in names[1:] for h in (name, "ratio")]
    if form == "csv":
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["stat"] + header[1:])
        writer.writerows(cells(line, exact, exact) for line in lines)
        return
    rows = [cells(line, shown, ratio_shown) for line in lines]
    {"table": plain, "markdown": markdown, "latex": latex}[form](header, rows, out)


def plain(header, rows, out):
    widths = [max(len(row[i]) for row in [header] + rows) for i in range(len(header))]
    for row in [header] + rows:
        texts = [row[0].ljust(widths[0])] + [cell.rjust(w) for cell, w in zip(row[1:], widths[1:])]
        out.write("  ".join(texts).rstrip() + "\n")


def markdown(header, rows, out):
    def line(row):
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n"

    out.write(line(header) + "| --- |" + " ---: |" * (len(header) - 1) + "\n")
    for row in rows:
        out.write(line(row))


def latex(header, rows, out):
    def line(row):
        return " & ".join("".join(LATEX.get(c, c) for c in cell) for cell in row) + r" \\" + "\n"

    out.write(r"\begin{tabular}{l" + "r" * (len(header) - 1) + "}\n\\hline\n" + line(header) + "\\hline\n")
    for row in rows:
        out.write(line(row))
    out.write("\\hline\n\\end{tabular}\n")
