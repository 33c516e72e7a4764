"""Milestones: how a match stood at some of its entries, so that it need not be played from its beginning to be opened.

They are a cache. The entries are the truth; a milestone that is missing, damaged, or made by other rules, components
or code is as good as none.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

import msgspec

import sandtable
from sandtable.kernel.digests import Digests
from sandtable.kernel.game import AnyGame
from sandtable.kernel.journal import Journal, JournalLine
from sandtable.kernel.lines import Lines, Mark
from sandtable.kernel.moments import Snapshot, StoredPosition
from sandtable.kernel.position import Choice, Position
from sandtable.kernel.step_counts import StepCounts
from sandtable.server.privacy import Privacy
from sandtable.server.records import Entry

EVERY = 100
"""So many entries at least lie between two milestones: to open a match, a few more than that are played again."""


class Milestone(msgspec.Struct, frozen=True):
    """What has changed since the milestone before, and the position at rest."""

    number: int
    """After which entry."""
    after: int
    """The number of the milestone before."""
    made_by: str
    covers: str
    """The fingerprint of the founding and of every entry up to this one."""
    rest: StoredPosition
    private: list[bool]
    """Of each entry since, whether it was private."""
    kept: int
    """So many lines of the journal stand in the milestones before."""
    lines: list[JournalLine]
    asked_step: int
    asked_version: int


class StoredMilestone(msgspec.Struct, frozen=True):
    """A milestone as it lies in the database."""

    number: int
    body: bytes
    check: str


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Milestone)


def packed(milestone: Milestone) -> StoredMilestone:
    """A milestone to be stored."""
    body = zlib.compress(_encoder.encode(milestone), 1)
    return StoredMilestone(milestone.number, body, _check(body))


def _check(body: bytes) -> str:
    return blake2b(body, digest_size=12).hexdigest()


def chain(kept: Iterable[StoredMilestone], made_by: str) -> list[Milestone]:
    """The milestones from the first on, as far as they are whole, ours, and without a gap."""
    milestones: list[Milestone] = []
    for one in kept:
        if one.check != _check(one.body):
            break
        milestone = _decoder.decode(zlib.decompress(one.body))
        if milestone.made_by != made_by or milestone.after != (milestones[-1].number if milestones else 0):
            break
        milestones.append(milestone)
    return milestones


def newest_of_ours(kept: Sequence[StoredMilestone], game: AnyGame) -> int:
    """The number of the newest milestone if it looks like ours; 0 if not."""
    if not kept or kept[-1].check != _check(kept[-1].body):
        return 0
    try:
        newest = _decoder.decode(zlib.decompress(kept[-1].body))
    except (msgspec.DecodeError, zlib.error):
        return 0
    return newest.number if newest.made_by == made_by(game) else 0


@cache
def made_by(game: AnyGame) -> str:
    """The rules, the components and the code that make a milestone; another of them may lead elsewhere."""
    code = blake2b(digest_size=12)
    ours = Path(sandtable.__file__).parent
    for file in sorted([*_files(game), *(ours / "kernel").glob("*.py"), *(ours / "board").glob("*.py")]):
        code.update(file.read_bytes())
    return f"{game.version} {game.data_version()} {code.hexdigest()}"


def _files(game: AnyGame) -> list[Path]:
    """The code of a game: its package, or the module that is all of it."""
    module = sys.modules[type(game).__module__]
    file = Path(module.__file__ or "")
    return list(file.parent.rglob("*.py")) if hasattr(module, "__path__") else [file]


class MatchUnderWay(Protocol):
    """What a milestone tells of a match."""

    position: Position
    marked: bool
    privacy: Privacy
    asked_step: int
    asked_version: int

    @property
    def covers(self) -> str: ...
    @property
    def game(self) -> AnyGame: ...
    @property
    def version(self) -> int: ...


class Trail:
    """Where the last milestone of a match stands."""

    def __init__(self) -> None:
        self.number = 0
        self._told: Mark | None = None
        """How many lines of the journal at that milestone stand still."""
        self._taken: tuple[int, Mark] | None = None
        """The same of one that is on its way."""

    def due(self, match: MatchUnderWay) -> bool:
        """Whether it is time for another, and one is possible."""
        return match.version >= self.number + EVERY and self.possible(match)

    def possible(self, match: MatchUnderWay) -> bool:
        """Whether the position can be stored."""
        return match.marked and match.position.can_be_stored

    def take(self, match: MatchUnderWay) -> Milestone:
        """The milestone of this moment."""
        rest, lines = match.position.stored(), match.position.journal.lines
        kept = min(self._told.kept, rest.lines) if self._told is not None else 0
        self._taken = match.version, lines.mark(rest.lines)
        return Milestone(
            match.version,
            self.number,
            made_by(match.game),
            match.covers,
            rest,
            [bool(whose) for whose in match.privacy.known.whose[self.number :]],
            kept,
            lines[kept : rest.lines],
            match.asked_step,
            match.asked_version,
        )

    def passed(self, milestone: Milestone) -> None:
        """A milestone is stored, or will be together with the others of a match that is being opened."""
        if self._taken is not None and self._taken[0] == milestone.number:
            self.number, self._told = self._taken

    def resume(self, milestone: Milestone, lines: Lines) -> None:
        """The match stands where a milestone says."""
        self.number, self._told = milestone.number, lines.mark(milestone.rest.lines)


class EntryWalk:
    """The entries of a match walked through without playing them, as far as milestones tell what came of them."""

    def __init__(self, start: Position) -> None:
        first = start.stored()
        self._kind = start.game.state_type
        self._ever: list[Choice] = []
        """The choice last made at each step, also where it was taken back: what a redo makes again."""
        self.known = StepCounts()
        self.digests = Digests([start.digest()])
        self.lines = start.journal.lines.copy()
        self.past = [Snapshot(self._kind, first.packed, 0, first.lines)]

    def pass_by(self, entry: Entry, private: bool) -> int:
        """One entry; the number that its seat knows for the step it led to."""
        step = entry.step
        if entry.kind in ("choose", "redo"):
            self.known.cut(step - 1)
            self.known.add(entry.seat if private else "")
            if entry.kind == "choose":
                self._ever[step - 1 : step] = [Choice(entry.seat, entry.option)]
        else:
            self.known.cut(step)
            self.past = [snapshot for snapshot in self.past if snapshot.steps <= step]
        self.digests.put(step, entry.digest)
        return self.known.counts(entry.seat)[step]

    def rest_at(self, milestone: Milestone) -> None:
        """The milestone after the entries so far."""
        self.lines.cut(milestone.kept)
        self.lines.extend(milestone.lines)
        rest = milestone.rest
        self.past.append(Snapshot(self._kind, rest.packed, len(self.digests) - 1 - rest.since, rest.lines))

    def take_up(self, start: Position, rest: StoredPosition) -> Position:
        """The position to which the entries led."""
        journal = Journal()
        journal.lines = self.lines
        steps = self._ever[: len(self.digests) - 1]
        return Position.from_stored(start.game, start.options_chosen, rest, steps, self.known, self.past, journal)
