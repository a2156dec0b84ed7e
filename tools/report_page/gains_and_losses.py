# SPDX-License-Identifier: BSD-3-Clause
"""An experiment against its baseline in words: what is better, what is worse, and what the seeds do not tell apart.

With several seeds a difference counts if the 95 % interval of the ratios, paired by seed, leaves 1 out. One seed has no interval.
"""

from report_page.section import percent, shown
from result_file import is_number

TOLD = 4
EQUAL = 0.0005  # closer to 1 prints as 1.000
MEASURES = [("mean load latency", "memory.load_latency.mean"), ("flit-hops", "noc.flit_hops"), ("LLC misses", "llc.misses"),
            ("invalidations", "directory.invalidations"), ("broadcasts", "directory.broadcasts"), ("energy", "energy.total"),
            ("coherence storage", "storage.bytes_per_tile"), ("its directory part", "storage.parts.directory")]


def speeds(case):
    """{seed: against the baseline}: by copies where they match, else by the whole run."""
    by_copies = case.speedups()
    return by_copies if by_copies and all(map(is_number, by_copies.values())) else case.makespan_speedups()


def speed_and_interval(case):
    by_copies = case.speedup()
    return by_copies if by_copies[0] else case.makespan_speedup()


def speed(case):
    return speed_and_interval(case)[0]


def within_noise(ratio, interval):
    return interval is not None and abs(ratio - 1) <= interval


def judgement(times, interval):
    if interval is None:
        return "one seed: no interval"
    if within_noise(times, interval):
        return "no difference shown"
    return "faster" if times > 1 else "slower"


def told(cases):
    """Against their baselines: all, or the fastest and the slowest."""
    compared = [c for c in cases if c.baseline and c is not c.baseline and speed(c)]
    if len(compared) <= TOLD:
        return [against(c) for c in compared]
    ranked = sorted(compared, key=speed, reverse=True)
    return [f"Of {len(ranked)} that have a baseline, the fastest {TOLD - 1} and the slowest:", *map(against, ranked[:TOLD - 1]),
            against(ranked[-1])]


def against(case):
    """What it gains and what it loses against its baseline, both told."""
    better, worse, undecided = [], [], []
    for label, name in MEASURES:
        ratio, interval = case.ratio(name)
        if ratio is None or ratio == 1 and not interval:
            continue
        if within_noise(ratio, interval):
            undecided.append(label)
        elif abs(ratio - 1) >= EQUAL:
            (better if ratio < 1 else worse).append(f"{label} {percent(ratio)}")
    broadcasts, before = case.value("directory.broadcasts"), case.baseline.value("directory.broadcasts")
    if broadcasts and not before:
        if broadcasts <= (case.interval("directory.broadcasts") or 0):
            undecided.append("broadcasts")
        else:
            worse.append(f"{shown(broadcasts)} broadcasts, where it had none")
    times, interval = speed_and_interval(case)
    verdict = "as fast as" if abs(times - 1) < EQUAL else f"{times:.3f} times as fast as"
    no_difference = ": no difference shown" if within_noise(times, interval) else ""
    spread = "one seed, no interval" if interval is None else f"±{interval:.3f}, 95 %{no_difference}"
    said = (f"{case.name} is {verdict} {case.baseline.name} ({spread}). Better: {', '.join(better) or 'nothing measured'}. "
            f"Worse: {', '.join(worse) or 'nothing measured'}.")
    return said + (f" No difference shown: {', '.join(undecided)}." if undecided else "")


def confidence(compared):
    seeds = min(len(c.pairs()) for c in compared if c.baseline)
    if seeds > 1:
        return (f"Each figure is a mean over at least {seeds} seeds. A difference is told where the 95 % interval of the ratios, paired by "
                "seed, leaves 1 out.")
    return ("One seed is one sample and has no interval: differences of a few percent may be chance. For figures to publish, sweep ten "
            "seeds.")
