"""The standings of a tournament: points and tie-breaks. Pure functions; points are counted in halves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from sandtable.server.tournaments.pairing import BYE

Outcome = Literal["", "first", "second", "drawn", "bye", "neither"]
"""Who has won; "" while the match is played, `neither` if it was called off."""
WIN, DRAW = 2, 1


class Played(msgspec.Struct, frozen=True):
    """A pairing and how it ended."""

    first: str
    second: str
    outcome: Outcome

    def points(self, player: str) -> int:
        """What a player got for it, in half points."""
        if self.outcome == "drawn":
            return DRAW
        won = {"first": self.first, "second": self.second, "bye": self.first}.get(self.outcome)
        return WIN if won == player else 0

    def opponent(self, player: str) -> str:
        """Who sat at the other side."""
        return self.second if player == self.first else self.first


class Line(msgspec.Struct, frozen=True):
    """A line of the standings. All but rank and counts are in half points; Sonneborn-Berger in quarters."""

    player: str
    rank: int
    """Equal where no tie-break tells two apart."""
    points: int
    buchholz: int
    """The points of all opponents, added up."""
    berger: int
    """The points of those who were beaten, and half of those of a draw (Sonneborn-Berger)."""
    direct: int
    """The points against those with as many points, if all of them have met."""
    won: int
    drawn: int
    lost: int


def scores(players: Sequence[str], played: Sequence[Played]) -> dict[str, int]:
    """The half points of everybody."""
    return {
        player: sum(one.points(player) for one in played if player in (one.first, one.second)) for player in players
    }


def standings(players: Sequence[str], played: Sequence[Played], swiss: bool) -> list[Line]:
    """Everybody, the best first. In a round robin Buchholz says nothing, and who beat whom comes first."""
    points, own = scores(players, played), _by_player(players, played)
    lines = [_line(player, own[player], points, own) for player in players]

    def key(line: Line) -> tuple[int, ...]:
        ties = (line.buchholz, line.berger, line.direct) if swiss else (line.direct, line.berger)
        return (-line.points, *(-tie for tie in ties))

    ordered = sorted(lines, key=key)
    ranked: list[Line] = []
    for place, line in enumerate(ordered, 1):
        same = bool(ranked) and key(ranked[-1]) == key(line)
        ranked.append(msgspec.structs.replace(line, rank=ranked[-1].rank if same else place))
    return ranked


def _by_player(players: Sequence[str], played: Sequence[Played]) -> dict[str, list[Played]]:
    """What everybody has played to the end, without byes."""
    over = [one for one in played if one.outcome in ("first", "second", "drawn") and one.second != BYE]
    return {player: [one for one in over if player in (one.first, one.second)] for player in players}


def _line(player: str, mine: Sequence[Played], points: Mapping[str, int], own: Mapping[str, Sequence[Played]]) -> Line:
    got = [(one.points(player), points.get(one.opponent(player), 0)) for one in mine]
    level = [other for other in points if other != player and points[other] == points[player]]
    among = [one for one in mine if one.opponent(player) in level]
    all_met = all(
        any(one.opponent(me) == other for one in own[me]) for me in (player, *level) for other in level if other != me
    )
    return Line(
        player=player,
        rank=0,
        points=points[player],
        buchholz=sum(theirs for _, theirs in got),
        berger=sum(mine * theirs for mine, theirs in got),
        direct=sum(one.points(player) for one in among) if all_met else 0,
        won=sum(mine == WIN for mine, _ in got),
        drawn=sum(mine == DRAW for mine, _ in got),
        lost=sum(mine == 0 for mine, _ in got),
    )
