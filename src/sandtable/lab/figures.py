"""Figures with their uncertainty: means, shares and paired differences, each with its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

import msgspec

from sandtable.kernel.errors import SandtableError

LEVEL = 0.95
_DIGITS = 6
_NO_SCIPY = SandtableError('Intervals need SciPy: `pip install "sandtable[lab]"` brings it.')


class Estimate(msgspec.Struct, frozen=True):
    """A mean of `n` figures with their standard deviation, its 95 % interval (Student's t), and their range."""

    n: int
    mean: float
    deviation: float
    low: float
    high: float
    least: float
    most: float


def number_of(count: int, thing: str) -> str:
    """So many of a thing with a regular plural: "1 game", "1,200 games"."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def estimate(figures: Sequence[float]) -> Estimate:
    """The mean of some figures. One figure alone, or equal ones, say nothing about how far others may lie."""
    if not figures:
        raise ValueError("a mean needs a figure")
    mean, spread = fmean(figures), stdev(figures) if len(figures) > 1 else 0.0
    half = student(len(figures) - 1, (1 + LEVEL) / 2) * spread / len(figures) ** 0.5 if spread else 0.0
    told = (mean, spread, mean - half, mean + half, min(figures), max(figures))
    return Estimate(len(figures), *(round(float(figure), _DIGITS) for figure in told))


def share(figures: Sequence[float]) -> Estimate:
    """The mean of figures that are 0 or 1, with Wilson's interval, which never leaves them."""
    told = estimate(figures)
    low, high = share_interval(round(sum(figures)), len(figures))
    return msgspec.structs.replace(told, low=round(low, _DIGITS), high=round(high, _DIGITS))


def differences(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """The mean difference of figures that belong together in pairs: what both share, such as the seed, falls out."""
    return estimate([one - other for one, other in zip(first, second, strict=True)])


def share_interval(count: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson: honest for few games and for shares near 0 and 1."""
    if total == 0:
        return 0.0, 1.0
    try:
        from scipy.stats import binomtest
    except ImportError:
        raise _NO_SCIPY from None
    interval = binomtest(count, total).proportion_ci(LEVEL, method="wilson")
    return float(interval.low), float(interval.high)


def student(freedom: int, chance: float) -> float:
    """The quantile of Student's t."""
    try:
        from scipy.special import stdtrit
    except ImportError:
        raise _NO_SCIPY from None
    return float(stdtrit(freedom, chance))
