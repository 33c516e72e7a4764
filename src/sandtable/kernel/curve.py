"""The curve of a game that is over: how it stood turn by turn."""

from __future__ import annotations

from sandtable.kernel.ending import CurvePoint
from sandtable.kernel.position import Position
from sandtable.kernel.records import JournalLine
from sandtable.kernel.words import plain

_MOST_POINTS = 40


def curve(position: Position) -> tuple[CurvePoint, ...]:
    """How the game stood at the beginning of its turns, and at its end. A long game is sampled."""
    game, words = position.game, position.game.words
    turns = [line for line in position.journal.lines if words.headings.get(line.event) == 1 and line.seen_by is None]
    points: list[CurvePoint] = []
    near: Position | None = None
    for line in _some(list({line.step: line for line in turns}.values())):
        near = position.as_of(line.step, near)
        values = game.standing(near.state)
        if values:
            points.append(CurvePoint(plain(words.line(line.event, line.facts)), line.step, values))
    last = game.standing(position.state)
    if last:
        points.append(CurvePoint("End", len(position.steps), last))
    return tuple(points)


def _some(lines: list[JournalLine]) -> list[JournalLine]:
    """So many of them that the curve is smooth enough, evenly."""
    every = max(1, -(-len(lines) // _MOST_POINTS))
    return lines[::every]
