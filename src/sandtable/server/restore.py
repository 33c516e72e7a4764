"""Opening a match from the database: from its newest milestone if there is one to trust, else from its beginning."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.language import speaking
from sandtable.kernel.prepared import prepared
from sandtable.server import log
from sandtable.server.analysis import AnalysisMatch, kind_of, origin_played_again
from sandtable.server.match import Match
from sandtable.server.milestones import EntryWalk, Milestone, StoredMilestone, chain, made_by, packed
from sandtable.server.records import Entry, Fork, MatchSetup, Origin, Seat, Unplayable

_NEAR_THE_END = 10
"""Of the last entries milestones are taken wherever one is possible: few are then left to be played again."""


class Restored(msgspec.Struct):
    """A match as the entries say, and milestones that were passed on the way and are not stored yet."""

    match: Match
    fresh: list[StoredMilestone]
    after: int
    """The number of the milestone from which it was opened; those stored after it are worthless."""


def restore_match(
    setup: MatchSetup,
    seats: Iterable[Seat],
    entries: Sequence[Entry],
    kept: Sequence[StoredMilestone] = (),
    origin: Origin | None = None,
    seconds: float = math.inf,
) -> Restored:
    """The match after these entries; after so many seconds, as far as its next milestone.

    From the beginning, every entry is played again and its digest compared: of a long game that takes minutes, nearly
    all of it in the rules, so that nothing would be won by comparing fewer. From a milestone, the entries before it are
    trusted if they are those it was made from and lead to the digest that the last of them names; those after it are
    played and compared. A save of the match proves every entry again, by `sandtable verify`.

    Components may have changed since (a better drawing, a mended word): as long as everything that happened follows
    from those that are here, the match goes on with them.
    """
    seats, until = tuple(seats), time.monotonic() + seconds
    near = _NEAR_THE_END if seconds < math.inf else 0
    match = _resumed(setup, seats, entries, kept) if kept else None
    if match is None:
        match = Match(setup, seats) if setup.fork is None else AnalysisMatch(setup, seats, origin)
    opened = Restored(match, [], match.trail.number)
    for entry in entries[match.version :]:
        _replay(match, entry)
        passed = passed_now(match, len(entries) - match.version < near)
        opened.fresh += passed
        if passed and time.monotonic() > until:
            break
    return opened


def passed_now(match: Match, wanted: bool) -> list[StoredMilestone]:
    """A milestone here if one is due, or if it is wanted and possible."""
    if not (match.trail.due(match) or (wanted and match.trail.possible(match))):
        return []
    milestone = match.trail.take(match)
    stored = packed(milestone)
    match.trail.passed(milestone)
    return [stored]


class Replayed(msgspec.Struct, frozen=True):
    """What playing entries again came to, without the match: it is opened from these milestones."""

    after: int
    fresh: list[StoredMilestone]


def pack_entries(entries: Sequence[Entry]) -> bytes:
    """Entries for a worker process."""
    return msgspec.msgpack.encode(entries)


def unpack_entries(packed_entries: bytes) -> list[Entry]:
    """Entries from a worker process, or in one."""
    return msgspec.msgpack.decode(packed_entries, type=prepared(list[Entry]))


def play_again(setup: MatchSetup, packed_entries: bytes, kept: Sequence[StoredMilestone], seconds: float) -> Replayed:
    """For a worker process: milestones on the way through the entries, as far as it comes in about so many seconds."""
    entries = unpack_entries(packed_entries)
    opened = restore_match(setup, (), entries, kept, seconds=seconds)
    return Replayed(opened.after, opened.fresh)


def origin_of(fork: Fork, packed_entries: bytes, kept: Sequence[StoredMilestone]) -> Origin:
    """For a worker process: where an analysis begins, by the milestones of the other match.

    If that one is an analysis itself, or has gone back since and then another way, it is played again.
    """
    steps = len(fork.steps)
    if fork.origin.fork is None:
        entries = unpack_entries(packed_entries)
        match = restore_match(fork.origin, (), entries, kept).match
        if tuple(match.position.steps[:steps]) == fork.steps:
            return match.origin_at(steps, fork.seat)
    return origin_played_again(fork)


def set_up_analysis(setup: MatchSetup, origin: Origin) -> None:
    """For a worker process: refuse an analysis that cannot be begun."""
    AnalysisMatch(setup, (), origin)


def tell_ending(
    setup: MatchSetup, seats: Sequence[Seat], packed_entries: bytes, kept: Sequence[StoredMilestone], language: str
) -> bytes:
    """For a worker process: the ending of a match with its curve, as JSON."""
    entries = unpack_entries(packed_entries)
    with speaking(language):
        return msgspec.json.encode(restore_match(setup, seats, entries, kept).match.told_ending())


def _replay(match: Match, entry: Entry) -> None:
    if entry.number != match.version + 1:
        raise Unplayable("The entries of this match have a gap after number {number}.", number=match.version)
    try:
        same = match.again(entry) == entry
    except SandtableError:
        same = False
    if not same:
        raise Unplayable(_parted(match, entry.number))


def _parted(match: Match, number: int) -> str:
    """Why the entries cannot be played again: other components, or rules that changed without saying so."""
    title, was, here = match.game.title, match.setup.data_version, match.game.data_version()
    if was != here:
        return (
            f"This match began with different components of {title} ({was}; these are {here}), and its entry "
            f"{number} does not follow from these. Play it with the data it began with."
        )
    return (
        f"This match can't continue: at entry {number} these rules of {title} give a different result "
        "from the one that was recorded."
    )


def _resumed(
    setup: MatchSetup, seats: tuple[Seat, ...], entries: Sequence[Entry], kept: Sequence[StoredMilestone]
) -> Match | None:
    """The match at its newest milestone; None if that cannot be trusted."""
    match = kind_of(setup)(setup, seats)
    try:
        usable = [one for one in chain(kept, made_by(match.game)) if one.number <= len(entries)]
        if usable and match.marked and _takes_up(match, entries, usable):
            return match
    except Exception as fault:  # whatever is wrong with a cache, the truth is elsewhere
        log.warn("milestones cannot be used", match=setup.id, problem=type(fault).__name__)
    return None


def _takes_up(match: Match, entries: Sequence[Entry], milestones: Sequence[Milestone]) -> bool:
    walk = EntryWalk(match.position)
    for milestone in milestones:
        for entry, private in zip(entries[milestone.after : milestone.number], milestone.private, strict=True):
            match.remember(entry, private, walk.pass_by(entry, private))
        walk.rest_at(milestone)
    last, entry = milestones[-1], entries[milestones[-1].number - 1]
    if (match.version, match.covers) != (last.number, last.covers):
        return False
    match.take_up(walk.take_up(match.position, last.rest), walk.digests, last)
    return match.position.digest() == entry.digest and len(match.position.steps) == entry.step
