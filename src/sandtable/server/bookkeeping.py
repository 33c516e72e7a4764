"""What is written with a choice, in the same transaction: how far the match has come, as everyone may know it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from sandtable.server.lobby.records import Progress
from sandtable.server.lobby.rows import put_progress
from sandtable.server.match import Match
from sandtable.server.storage import StoredMatch

Change = Callable[[Connection], object]


def started(match: Match, at: str) -> Progress:
    """How far a match has come that others are to know of from now on."""
    return Progress(tuple(match.known_to("").deciders), at, match.position.over)


def booked(stored: StoredMatch, match: Match, at: str) -> tuple[StoredMatch, list[Change]]:
    """The match as it is kept after what has just been carried out, and what is to be written of it.

    While somebody chooses in private nothing is written: others know the match as it stood before.
    """
    if stored.terms is None or match.privacy.now:
        return stored, []
    before, waiting, over = stored.progress, tuple(match.position.deciders), match.position.over
    if (waiting, over) == (before.waiting, before.over):
        return stored, []
    now = Progress(waiting, at, over)
    return msgspec.structs.replace(stored, progress=now), [put_progress(stored.setup.id, now)]


def together(*changes: Change) -> Change:
    """Several changes as one."""

    def change(connection: Connection) -> None:
        for one in changes:
            one(connection)

    return change
