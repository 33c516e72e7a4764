"""How matches ended for those who played them: kept when the match itself is removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection

from sandtable.server.schema import results


class Result(msgspec.Struct, frozen=True):
    """How a match ended for one seat."""

    match: str
    seat: str
    game: str
    scenario: str
    person: str
    """The account that had the seat."""
    name: str
    player: str
    """A human, or the bot that played it last."""
    outcome: str
    """won, lost or drawn."""
    reason: str
    """played to the end, out of time (`time`), or resigned."""
    ended: str
    rated: int = 0
    """1 if it counted for the ratings of those who played it."""


def put_results(ended: Sequence[Result]) -> Callable[[Connection], None]:
    """Write how a match ended."""

    def change(connection: Connection) -> None:
        connection.execute(results.insert(), [msgspec.structs.asdict(one) for one in ended])

    return change
