"""What a match is made of: its founding, its seats, what happened, and the effects of a message."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, Options, find_game
from sandtable.kernel.moments import ReplayPath
from sandtable.kernel.records import Choice
from sandtable.kernel.sentences import tell, told
from sandtable.server import messages

HUMAN = "human"


def shown_name(name: str) -> str:
    """A kept name as readers of any language see it; nothing is kept of a player whose account was removed."""
    return name or tell("Former player")


class MatchSetup(msgspec.Struct, frozen=True):
    """What a match was setup with; it never changes."""

    id: str
    game: str
    options: Options
    rules_version: str
    data_version: str
    seed: str
    created: str
    pace: float = 0.0
    fork: Fork | None = None


class Fork(msgspec.Struct, frozen=True):
    """Where an analysis comes from. It names what happened there, seed included: it never leaves the server."""

    origin: MatchSetup
    steps: tuple[Choice, ...]
    seat: str
    """Through whose eyes: of what this seat cannot know, the analysis has guesses."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits where: a human, or a bot by its name."""

    seat: str
    name: str
    """As it is kept: "" once the account of the player was removed."""
    player: str = HUMAN

    @property
    def called(self) -> str:
        """The name as it is shown."""
        return shown_name(self.name)


class Said(msgspec.Struct, frozen=True):
    """A sentence of the program and what fills its gaps, for readers of any language."""

    sentence: str
    facts: Mapping[str, str] = {}


def done_by_owner(old: Seat, seat: Seat, new_link: bool) -> list[Said]:
    """What everyone is told when the owner changes a seat."""
    done = []
    if seat.name != old.name:
        done.append(Said("The owner renamed {old}: {name}.", {"old": old.name, "name": seat.name}))
    if seat.player == HUMAN != old.player:
        done.append(Said("The owner gave {name} to a person.", {"name": seat.name}))
    elif seat.player != old.player:
        done.append(Said("The owner gave {name} to the bot {bot}.", {"name": seat.name, "bot": seat.player}))
    if new_link:
        link = "The owner made a new link for {name}; the old one no longer works."
        done.append(Said(link, {"name": seat.name}))
    return done


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened: a choice, undo, redo or rewind, with the step and the digest that it led to."""

    number: int
    kind: str
    seat: str
    player: str
    message: str
    option: Option
    step: int
    digest: str


class Announcement(msgspec.Struct, frozen=True):
    """What the owner of a match did, told to everyone."""

    at: str
    said: Said

    @property
    def told(self) -> str:
        """The sentence in the language that is spoken."""
        return told(self.said.sentence, {fact: shown_name(text) for fact, text in self.said.facts.items()})


class Holder(msgspec.Struct, frozen=True):
    """What somebody shows at the door: a key, their account, both or neither."""

    key: str = ""
    person: str = ""
    """The id of their account."""
    session: str = ""
    """The id of the session with which they are signed in."""


class Viewer(msgspec.Struct, frozen=True):
    """Whoever speaks: the seats that the key holds and the one looked through. A spectator holds none."""

    seat: str = ""
    holds: tuple[str, ...] = ()


class Commit(msgspec.Struct, frozen=True):
    """Make an entry durable. If that fails the match in memory is ahead of the truth and must be restored."""

    entry: Entry


class Reply(msgspec.Struct, frozen=True):
    """Answer the one who spoke."""

    message: messages.Outgoing


class ReplyShown(msgspec.Struct, frozen=True):
    """Show the one who spoke how the table stands."""


class ShowAll(msgspec.Struct, frozen=True):
    """Show everyone the new table, or one seat only; the first `kept` lines of the journal have not changed."""

    kept: int
    only: str = ""


class TellAll(msgspec.Struct, frozen=True):
    """Say the same to everyone."""

    message: messages.Outgoing


class Standing:
    """A position for a worker process. It holds the truth: what comes back is made for one seat.

    No record of msgspec: its state is of a type that only its game knows, so whoever writes one says how (`queue`).
    """

    __slots__ = ("game", "options", "way")

    def __init__(self, game: str, options: Options, way: ReplayPath) -> None:
        self.game = game
        self.options = options
        self.way = way


class Origin:
    """Where an analysis begins: the other match as it stood, and the number that the seat knows for that step."""

    __slots__ = ("step", "way")

    def __init__(self, way: ReplayPath, step: int) -> None:
        self.way = way
        self.step = step


class Inquiry(msgspec.Struct, frozen=True):
    """A question that takes long: of which position, for which seat, and in which language it is answered."""

    standing: Standing
    seat: str
    message: messages.Inquired
    language: str


class WorkOut(msgspec.Struct, frozen=True):
    """Answer the one who spoke when a worker has worked it out; nobody else waits for that."""

    inquiry: Inquiry


Effect = WorkOut | Commit | Reply | ReplyShown | ShowAll | TellAll


class Unplayable(SandtableError):
    """A stored match that cannot be played on here; nothing of it is lost."""

    def again(self) -> Unplayable:
        """The same for the next one who asks, without the way that this one took."""
        return Unplayable(self.said, self.rule, **self.facts)


class Declined(SandtableError):
    """A message that is not carried out, with its HTTP status."""

    def __init__(self, status: int, sentence: str, rule: str = "", **facts: object) -> None:
        super().__init__(sentence, rule, **facts)
        self.status = status


def playable(setup: MatchSetup) -> AnyGame:
    """The game of a match, if it is here in the version that the match was setup with."""
    try:
        game = find_game(setup.game)
        options = game.settle(setup.options)
    except UnknownName as fault:
        raise Unplayable("You can't play this match here: {why}", why=fault.sentence) from None
    if setup.rules_version != game.version:
        raise Unplayable(
            "This match began with version {began} of the rules of {title}; this is version "
            "{version}. Play it with the version of Sandtable it began with.",
            began=setup.rules_version,
            title=game.title,
            version=game.version,
        )
    if options != setup.options:
        raise Unplayable("The options of {title} have changed since this match began.", title=game.title)
    return game
