"""Who may ask for advice: nobody while people play each other, unless all of them agreed."""

from __future__ import annotations

from sandtable.server.records import HUMAN, Declined, MatchSetup
from sandtable.server.storage import StoredMatch


def origin_of_all(setup: MatchSetup) -> MatchSetup:
    """The match from which an analysis comes, through all analyses of analyses; a match itself otherwise."""
    while setup.fork is not None:
        setup = setup.fork.origin
    return setup


def players(stored: StoredMatch) -> set[str]:
    """The people who play in a match, as far as seats tell: an account, the key of a seat, or the owner's screen.

    Several seats that nobody but the owner holds are one person, or people around one screen.
    """
    return {_player(stored, seat.seat) for seat in stored.seats if seat.player == HUMAN}


def _player(stored: StoredMatch, seat: str) -> str:
    if seat in stored.people:
        return f"person {stored.people[seat]}"
    apart = seat in stored.taken or seat in stored.offered
    return f"seat {seat}" if apart else f"person {stored.owner}" if stored.owner else "owner"


def not_agreed(stored: StoredMatch) -> list[str]:
    """The names of those who play each other and have not agreed to advice; none where one person plays alone."""
    if len(players(stored)) < 2:
        return []
    return [seat.called for seat in stored.seats if seat.player == HUMAN and seat.seat not in stored.agreed]


def check(stored: StoredMatch, analysis: bool) -> None:
    """Refuse advice in a match that goes on, or about it."""
    names = not_agreed(stored)
    if not names:
        return
    if analysis:
        raise Declined(409, "The match you are analysing is not over: you get advice only if everybody in it agrees.")
    raise Declined(
        409,
        "You are playing against other people: you get advice only if everybody agrees. Still to agree: {names}.",
        names=names,
    )
