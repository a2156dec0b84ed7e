# SPDX-License-Identifier: BSD-3-Clause
"""Means over seeds and what they are worth.

    mean_and_ci95([10.0, 12.0, 11.0])      (11.0, 2.484...): the mean, and half the width of its 95 % confidence interval

The interval is Student's: t(0.975, n - 1) x s / sqrt(n), s with n - 1 degrees of freedom.
"""

import functools
import math

from checked_files import is_number


def mean_and_ci95(values):
    """Of one value alone there is no interval: None."""
    n = len(values)
    mean = math.fsum(values) / n
    if n < 2:
        return mean, None
    variance = math.fsum((v - mean) ** 2 for v in values) / (n - 1)
    return mean, t975(n - 1) * math.sqrt(variance / n)


def over_seeds(values):
    """As mean_and_ci95; None, None when a seed has no value: the mean over the others would be of another experiment."""
    return mean_and_ci95(values) if values and all(is_number(v) for v in values) else (None, None)


def geometric_mean(values):
    """None when a value is not above 0."""
    if not values or any(v is None or v <= 0 for v in values):
        return None
    return math.exp(math.fsum(math.log(v) for v in values) / len(values))


@functools.cache
def t975(freedom):
    """The 97.5 % point of Student's t: where the two tails together hold 5 %."""
    low, high = 0.0, 13.0  # t(0.975, 1) = 12.706
    for _ in range(80):
        middle = (low + high) / 2
        if two_tails(middle, freedom) > 0.05:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def two_tails(t, freedom):
    """P(|T| > t), by the finite sums for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    cos2 = math.cos(angle) ** 2
    odd = freedom % 2
    term = total = math.cos(angle) if odd else 1.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cos2 * (k - 1) / k
        total += term
    if odd:
        inside = 2 / math.pi * (angle + (math.sin(angle) * total if freedom > 1 else 0.0))
    else:
        inside = math.sin(angle) * total
    return 1 - inside
