"""What a roll can do: the rules' own code is run with every result that the dice can show, and its answers are counted.

Odds come from here, so they cannot differ from what is rolled. Where there are too many ways, some are drawn at random
and the odds say so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import TypeVar

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.records import Modifier, Odds

T = TypeVar("T", bound=Hashable)
MOST_WAYS = 2_000
"""So many ways are gone one by one; beyond that as many as `SAMPLES` are drawn."""
SAMPLES = 1_000


class _EveryWay(Dice):
    """Dice that show, run after run, everything they can show: an odometer over all that is asked of them."""

    __slots__ = ("_asked", "_shown", "_widths")

    def __init__(self) -> None:
        super().__init__(seed_from("every way"))
        self._shown: list[int] = []
        self._widths: list[int] = []
        self._asked = 0

    def below(self, n: int, what: str = "") -> int:
        if n <= 1:
            return 0
        if self._asked == len(self._shown):
            self._shown.append(0)
            self._widths.append(n)
        self._asked += 1
        return self._shown[self._asked - 1]

    def ways(self) -> int:
        """One way in how many the last run was."""
        product = 1
        for width in self._widths:
            product *= width
        return product

    def turn(self) -> bool:
        """To the next way; False when all have been gone."""
        self._asked = 0
        while self._shown:
            if self._shown[-1] + 1 < self._widths[-1]:
                self._shown[-1] += 1
                return True
            self._shown.pop()
            self._widths.pop()
        return False


def chances(roll: Callable[[Dice], T], most: int = MOST_WAYS) -> tuple[dict[T, float], bool]:
    """The chance of every answer that `roll` can give, and whether they were only sampled.

    It takes its dice from the argument and from nowhere else, and changes nothing.
    """
    dice = _EveryWay()
    counted: dict[tuple[T, int], int] = {}
    for _ in range(most):
        answer = roll(dice)
        key = answer, dice.ways()
        counted[key] = counted.get(key, 0) + 1
        if not dice.turn():
            exact: dict[T, float] = {}
            for (answer, ways), count in counted.items():
                exact[answer] = exact.get(answer, 0.0) + count / ways
            return exact, False
    real = Dice(seed_from("odds"))
    drawn: dict[T, int] = {}
    for _ in range(SAMPLES):
        answer = roll(real)
        drawn[answer] = drawn.get(answer, 0) + 1
    return {answer: count / SAMPLES for answer, count in drawn.items()}, True


def odds(
    roll: Callable[[Dice], str], modifiers: Sequence[Modifier] = (), order: Sequence[str] = (), most: int = MOST_WAYS
) -> Odds:
    """What a roll can do, as it is shown before anybody commits. `order` says in which order outcomes are named."""
    share_of, sampled = chances(roll, most)
    names = [*(name for name in order if name in share_of), *(name for name in share_of if name not in order)]
    return Odds(tuple((name, share_of[name]) for name in names), tuple(modifiers), sampled)


@cache
def totals(number: int, sides: int = 6) -> dict[int, float]:
    """The chance of each total of several dice, the lowest first. It must not be changed."""
    share_of = together([chances(lambda dice: dice.roll(sides))[0]] * number)
    return {total: share_of[total] for total in sorted(share_of)}


def together(parts: Sequence[dict[int, float]]) -> dict[int, float]:
    """The chance of each sum of independent numbers: losses of one squad and the next."""
    sums = {0: 1.0}
    for part in parts:
        further: dict[int, float] = {}
        for total, before in sums.items():
            for value, chance in part.items():
                further[total + value] = further.get(total + value, 0.0) + before * chance
        sums = further
    return sums
