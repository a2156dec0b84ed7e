# SPDX-License-Identifier: BSD-3-Clause
"""The values of an axis: a list, or a range { from, to, step } or { from, to, factor }.

    values([4, 8])                                        [4, 8]
    values({"from": 4, "to": 256, "factor": 4})           [4, 16, 64, 256]
    values({"from": "16KiB", "to": "64KiB", "factor": 2}) ["16KiB", "32KiB", "64KiB"]

`to` belongs to the range when a step meets it. BadRange says what is wrong.
"""

import re
from decimal import Decimal

MOST = 100_000  # values of an axis
LONGEST = 40  # characters of a number with its unit: all its digits count
SIZES = {"B": 0, "KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40}
QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]+)", re.ASCII)
SCALAR = (bool, int, float, str)


class BadRange(Exception):
    pass


def is_range(value):
    return isinstance(value, dict) and ("from" in value or "to" in value)


def values(given, once=True):
    """The values of an axis in their order, each `once`."""
    if is_range(given):
        return span(given)
    if not isinstance(given, list):
        raise BadRange("expected a list of values, or a range { from, to, step } or { from, to, factor }")
    if not given:
        raise BadRange("the axis is empty")
    if len(given) > MOST:
        raise BadRange(f"more than {MOST} values")
    seen = set()
    for value in given:
        if not isinstance(value, SCALAR):
            raise BadRange(f"a value of an axis is a number, a string, true or false, not a {type(value).__name__}")
        if once and (type(value), value) in seen:
            raise BadRange(f"{value!r} is there twice")
        seen.add((type(value), value))
    return given


def span(given):
    unknown = set(given) - {"from", "to", "step", "factor"}
    if unknown:
        raise BadRange(f"a range has from, to, and step or factor; not {sorted(unknown)[0]}")
    if "from" not in given or "to" not in given or ("step" in given) == ("factor" in given):
        raise BadRange("a range has from, to, and one of step and factor")
    unit = next((unit_of(given[k]) for k in ("from", "to") if isinstance(given[k], str)), "")
    first, last = (quantity(given[k], unit) for k in ("from", "to"))
    by_step = "step" in given
    pace = quantity(given["step"], unit) if by_step else quantity(given["factor"], "")
    if pace <= (0 if by_step else 1):
        raise BadRange("step must be above 0" if by_step else "factor must be above 1")
    if last < first or (not by_step and first <= 0):
        raise BadRange("a range goes up: from must be at most to" if last < first else "with a factor, from must be above 0")
    result = []
    while first <= last:
        result.append(written(first, unit, given["from"]))
        if len(result) > MOST:
            raise BadRange(f"more than {MOST} values")
        first = first + pace if by_step else first * pace
    return result


def unit_of(text):
    m = QUANTITY.fullmatch(text)
    if not m:
        raise BadRange(f'"{text}" is no number with a unit')
    return m.group(2)


def quantity(value, unit):
    """A number; sizes in bytes, other quantities in their common unit."""
    if isinstance(value, str):
        own = unit_of(value)
        if not unit:
            raise BadRange(f'expected a number, got "{value}"')
        amount = Decimal(QUANTITY.fullmatch(value).group(1))
        if len(value) > LONGEST:
            raise BadRange(f"a number of more than {LONGEST} characters")
        if own in SIZES and unit in SIZES:
            return amount * 2 ** SIZES[own]
        if own != unit:
            raise BadRange(f"one range, two units: {unit} and {own}")
        return amount
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadRange(f"expected a number, got {value!r}")
    if unit:
        raise BadRange(f"{value!r} has no unit; expected {unit}")
    number = Decimal(repr(value))
    if not number.is_finite():
        raise BadRange(f"{value!r} is no number to count from")
    return number


def written(number, unit, like):
    if unit in SIZES:
        if number != int(number):
            raise BadRange("a size must be whole bytes")
        power = max((p for p in SIZES.values() if int(number) % 2**p == 0 and number), default=0)
        return f"{int(number) >> power}{[u for u, p in SIZES.items() if p == power][0]}"
    if unit:
        return f"{number.normalize():f}{unit}"
    if number == int(number) and isinstance(like, int):
        return int(number)
    return float(number)
