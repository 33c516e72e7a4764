"""What is written with a choice, in the same transaction: how far the match has come, its clock, its result, and whom
to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection

from sandtable.server.clocks import time as clocks
from sandtable.server.clocks.rows import put_clock
from sandtable.server.clocks.time import Clock
from sandtable.server.lobby.records import Progress
from sandtable.server.lobby.rows import put_progress
from sandtable.server.match import Match
from sandtable.server.notices import writing
from sandtable.server.people.ratings import rate
from sandtable.server.records import HUMAN
from sandtable.server.results import Result, put_results
from sandtable.server.storage import StoredMatch
from sandtable.server.times import seconds

Change = Callable[[Connection], object]


def started(match: Match, at: str) -> Progress:
    """How far a match has come that others are to know of from now on."""
    return Progress(tuple(match.known_to("").deciders), at, match.position.over)


def booked(stored: StoredMatch, match: Match, at: str) -> tuple[StoredMatch, list[Change]]:
    """The match as it is kept after what has just been carried out, and what is to be written of it.

    While somebody chooses in private nothing is written: others know the match as it stood before.
    """
    outcome = match.position.outcome
    if outcome is not None:
        return ended(stored, at, outcome.winners, "played", outcome.drawn)
    if not _is_noted(stored) or match.privacy.now:
        return stored, []
    waiting = tuple(match.position.deciders)
    return (stored, []) if waiting == stored.progress.waiting else _noted(stored, Progress(waiting, at))


def ended(
    stored: StoredMatch, at: str, winners: Sequence[str], reason: str, drawn: bool = False
) -> tuple[StoredMatch, list[Change]]:
    """The same for a match that is over: with its result, if people with accounts played in it."""
    stored, changes = _noted(stored, Progress((), at, True)) if _is_noted(stored) else (stored, [])
    if not stored.people or stored.setup.fork is not None:
        return stored, changes
    changes += writing.over(stored, at)
    rated = int(_counts(stored) and (drawn or bool(winners)))
    results = [
        Result(
            match=stored.setup.id,
            seat=seat.seat,
            game=stored.setup.game,
            scenario=str(stored.setup.options.get("scenario", "")),
            person=stored.people.get(seat.seat, ""),
            name=seat.name,
            player=seat.player,
            outcome="drawn" if drawn else "won" if seat.seat in winners else "lost",
            reason=reason,
            ended=at,
            rated=rated,
        )
        for seat in stored.seats
    ]
    rating = [rate(stored.setup.game, results)] if rated else []
    return stored, [*changes, put_results(results), *rating]


def _counts(stored: StoredMatch) -> bool:
    """Whether a match is rated: each seat has been somebody else's to the end."""
    people = {stored.people.get(seat.seat, "") for seat in stored.seats if seat.player == HUMAN}
    return stored.terms is not None and stored.terms.rated and len(people - {""}) == len(stored.seats)


def _is_noted(stored: StoredMatch) -> bool:
    """Whether others are to know how far a match has come: whoever looks at the lobby, or is not at the table."""
    return stored.terms is not None or bool(stored.people)


def _noted(stored: StoredMatch, progress: Progress) -> tuple[StoredMatch, list[Change]]:
    changes: list[Change] = [put_progress(stored.setup.id, progress), *writing.asked(stored, progress)]
    stored = msgspec.structs.replace(stored, progress=progress)
    clock = clock_for(stored, seconds(progress.since))
    if clock is None or clock is stored.clock:
        return stored, changes
    return msgspec.structs.replace(stored, clock=clock), [*changes, put_clock(stored.setup.id, clock)]


def clock_for(stored: StoredMatch, at: float) -> Clock | None:
    """The clock of a match as it must run from now on; the one it has if nothing changes for it.

    It runs for people only, and for nobody before everybody has sat down.
    """
    control = stored.terms.control if stored.terms is not None else None
    if control is None:
        return None
    clock = stored.clock or clocks.started(control, [seat.seat for seat in stored.seats], at)
    people = {seat.seat for seat in stored.seats if seat.player == HUMAN}
    plays = people <= stored.taken | stored.people.keys() and not stored.closed and not stored.progress.over
    asked = [seat for seat in stored.progress.waiting if seat in people] if plays else []
    if stored.clock is not None and set(asked) == set(clock.running):
        return stored.clock
    return clocks.asked(clock, control, asked, at)


def together(*changes: Change) -> Change:
    """Several changes as one."""

    def change(connection: Connection) -> None:
        for one in changes:
            one(connection)

    return change
