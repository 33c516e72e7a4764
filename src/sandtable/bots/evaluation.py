"""How the chances moved over a match: each seat's chance to win as it could judge it then, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from sandtable.bots.search import value_of
from sandtable.kernel.position import Position

_POINTS = 80
"""So many points make the curve of a long match."""
_LOOKED_CLOSER = 16
"""So many steps at most are looked at between two points to find the one at which the match turned."""
_TURNS = 5

Chances = dict[str, float]
CurveStep = tuple[int, Chances]


class Turn(msgspec.Struct, frozen=True):
    """Where the match turned: the chance of a seat before a step and after it."""

    step: int
    seat: str
    before: float
    after: float
    heading: str = ""
    """The turn of the game in which it was."""


class Evaluation(msgspec.Struct, frozen=True):
    """The chances of every seat as a match went on, and its turning points. A cooperative game has one curve."""

    curve: tuple[CurveStep, ...]
    turns: tuple[Turn, ...]


def judged_seats(position: Position) -> tuple[str, ...]:
    """The seats whose chances are told: of those who win and lose together, one."""
    return position.seats[:1] if position.game.cooperative else position.seats


def chances_at(position: Position, seats: Sequence[str]) -> Chances:
    """The chance of each seat to win, from its own view."""
    return {seat: round(value_of(position, seat), 4) for seat in seats}


def turning_points(curve: Sequence[CurveStep]) -> tuple[Turn, ...]:
    """Where the chance of a seat moved most from one point of the curve to the next, in the order of play."""
    moves = [
        Turn(step, seat, before[seat], after[seat]) for (step, before), (_, after) in pairwise(curve) for seat in before
    ]
    largest = sorted(moves, key=lambda turn: -abs(turn.after - turn.before))[:_TURNS]
    return tuple(sorted((turn for turn in largest if turn.before != turn.after), key=lambda turn: turn.step))


def turn_within(turn: Turn, closer: Sequence[CurveStep]) -> Turn:
    """A turn between two points of the curve, with the step after which the chance never came back to where it was.

    Its figures stay those of the curve: in mid-set-up a chance may rise and fall again with nothing decided.
    """
    up = 1 if turn.after > turn.before else -1
    middle = up * (turn.before + turn.after) / 2
    step = max((step for step, there in closer[:-1] if up * there[turn.seat] <= middle), default=turn.step)
    return msgspec.structs.replace(turn, step=step)


def evaluate_match(position: Position) -> Evaluation:
    """Look at a match from its beginning to where it stands now."""
    seats, last = judged_seats(position), len(position.steps)
    walk = _Walk(position, seats)
    curve = walk.along(_evenly(0, last, _POINTS))
    largest: dict[int, Turn] = {}
    for turn in turning_points(curve):
        end = next(step for step, _ in curve if step > turn.step)
        best = turn_within(turn, walk.along(_evenly(turn.step, end, _LOOKED_CLOSER)))
        known = largest.get(best.step)
        if known is None or abs(known.after - known.before) < abs(best.after - best.before):
            largest[best.step] = best
    turns = tuple(_headed(position, largest[step]) for step in sorted(largest))
    return Evaluation(tuple(curve), turns)


class _Walk:
    """Goes through a match and remembers what it has judged."""

    def __init__(self, position: Position, seats: Sequence[str]) -> None:
        self._position = position
        self._seats = seats
        self._near: Position | None = None
        self._known: dict[int, Chances] = {}

    def along(self, steps: Sequence[int]) -> list[CurveStep]:
        """The chances at some steps, in their order."""
        return [(step, self._at(step)) for step in steps]

    def _at(self, step: int) -> Chances:
        if step not in self._known:
            if step == len(self._position.steps):
                self._known[step] = chances_at(self._position, self._seats)
            else:
                self._near = self._position.as_of(step, self._near)
                self._known[step] = chances_at(self._near, self._seats)
        return self._known[step]


def _evenly(first: int, last: int, most: int) -> list[int]:
    """So many steps at most from one to another, both of them among these."""
    return list(dict.fromkeys((*_spread(first, last, most), last)))


def _spread(first: int, last: int, most: int) -> Iterator[int]:
    yield from range(first, last, max(1, -(-(last - first) // most)))


def _headed(position: Position, turn: Turn) -> Turn:
    then = position.as_of(turn.step)
    return msgspec.structs.replace(turn, heading=then.game.table(then.sight(turn.seat)).heading)
