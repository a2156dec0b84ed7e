# SPDX-License-Identifier: BSD-3-Clause
"""A table as CSV: table_text(["a", "b"], [{"a": 1, "b": None}]) is "a,b\\n1,\\n". Numbers as in the tables of a sweep."""

import csv
import io

from sweeps.table import cell


def table_text(columns, rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(c)) for c in columns] for row in rows)
    return out.getvalue()
