# SPDX-License-Identifier: BSD-3-Clause
"""The legal name that somebody who typed another one most likely meant, by the rule of src/config/nearest.cpp.

    nearest("cdr.sharers.capcity", keys)      "cdr.sharers.capacity", or "" when none is near
    did_you_mean("capcity", keys)             '; did you mean "capacity"?', or ""
"""


def edit_distance(a, b):
    """Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other."""
    before, above = [], list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], before[j - 2] + 1)
        before, above = above, row
    return above[len(b)]


def nearest(typed, names):
    if len(typed) > 200:
        return ""
    limit = max(2, len(typed) // 3)
    best = min(((edit_distance(typed, name), i) for i, name in enumerate(names)), default=(limit + 1, 0))
    return names[best[1]] if best[0] <= limit else ""


def did_you_mean(typed, names):
    meant = nearest(typed, list(names))
    return f'; did you mean "{meant}"?' if meant else ""
