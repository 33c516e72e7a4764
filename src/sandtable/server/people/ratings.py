"""Ratings by openskill: how strong somebody is in a game, judged by the rated matches they played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, select

from sandtable.server.results import Result
from sandtable.server.schema import ratings

_MODEL = PlackettLuce()
_MIDDLE, _SPREAD = 1500, 40
"""People know ratings around 1500; openskill begins at 25."""


class Rating(msgspec.Struct, frozen=True):
    """What is known of somebody's strength in a game."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def value(self) -> int:
        """The rating as people are told of it."""
        return round(_MIDDLE + _SPREAD * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """The true strength lies within so much of it in 95 of 100 cases."""
        return round(1.96 * _SPREAD * self.sigma)


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings of players after a match in which they came in on these ranks."""
    teams = [[_MODEL.create_rating([one.mu, one.sigma])] for one in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(new.mu, new.sigma, old.games + 1) for [new], old in zip(after, before, strict=True)]


def rate(game: str, ended: Sequence[Result]) -> Callable[[Connection], None]:
    """Rate those who played a match, in the transaction in which it ended."""
    people, ranks = [one.person for one in ended], [2 if one.outcome == "lost" else 1 for one in ended]

    def change(connection: Connection) -> None:
        known = _ratings(connection, game, people)
        for person, now in zip(people, rated([known.get(one, Rating()) for one in people], ranks), strict=True):
            row = msgspec.structs.asdict(now)
            if person in known:
                where = (ratings.c.person == person) & (ratings.c.game == game)
                connection.execute(ratings.update().where(where).values(row))
            else:
                connection.execute(ratings.insert().values(row | {"person": person, "game": game}))

    return change


def _ratings(connection: Connection, game: str, people: Sequence[str]) -> dict[str, Rating]:
    """What is known of these people; nobody else changes it until this transaction is over."""
    fields = select(ratings.c.person, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    rows = fields.where((ratings.c.game == game) & ratings.c.person.in_(people)).order_by(ratings.c.person)
    return {row[0]: Rating(*row[1:]) for row in connection.execute(rows.with_for_update())}


def ratings_of(person: str) -> Callable[[Connection], dict[str, Rating]]:
    """The ratings of somebody, by game."""
    rows = select(ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(ratings.c.person == person)

    def question(connection: Connection) -> dict[str, Rating]:
        return {row[0]: Rating(*row[1:]) for row in connection.execute(rows)}

    return question
