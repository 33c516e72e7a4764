"""What the HTTP calls answer, as records: the OpenAPI document says of each call which one."""

from __future__ import annotations

import msgspec

from sandtable.board.box import Box
from sandtable.board.lesson import LessonStep
from sandtable.kernel.game import Options, OptionSpec
from sandtable.server.messages import SeatNow


class ErrorTold(msgspec.Struct, frozen=True):
    """Why a call was not carried out, in a sentence, and the rule behind it if there is one."""

    error: str
    rule: str


class SeatTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat, with its link and key if they have just been made: they are told only once."""

    seat: str
    name: str
    player: str
    link: str = ""
    token: str = ""


class MatchCreated(msgspec.Struct, frozen=True):
    """A new match with the links that are told only once."""

    match: str
    owner: str
    owner_link: str
    seats: list[SeatTold]


class MatchTold(msgspec.Struct, frozen=True):
    """A match as everybody may know it. The seed is told when it is over."""

    match: str
    game: str
    title: str
    options: Options
    seats: list[SeatNow]
    step: int
    over: bool
    commitment: str
    seed: str
    created: str
    problem: str
    closed: str


class MyMatch(msgspec.Struct, frozen=True):
    """One of the matches to which one holds a key."""

    match: str
    game: str
    title: str
    seat: str
    step: int
    your_turn: bool
    over: bool
    problem: str
    analysis: bool
    heading: str
    """The turn, as the seat sees it."""
    phase: str
    waiting_for: list[str]
    """The names of those who are to decide."""
    due: str
    """When your time is over, if your clock runs."""


class Done(msgspec.Struct, frozen=True):
    """It is done; there is nothing else to tell."""

    done: bool = True


class MatchClosed(msgspec.Struct, frozen=True):
    """A match that its owner has closed, and when."""

    match: str
    closed: str


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    version: str
    matches: int
    sockets: int


class LessonOffered(msgspec.Struct, frozen=True):
    """The guided first game in a list of games."""

    title: str
    summary: str
    minutes: int


class GameListed(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    id: str
    title: str
    subtitle: str
    summary: str
    cooperative: bool
    options: tuple[OptionSpec, ...]
    bots: tuple[str, ...]
    box: Box
    lesson: LessonOffered | None


class GameTold(GameListed, frozen=True):
    """A game with the page about it."""

    about: str


class LessonTold(msgspec.Struct, frozen=True):
    """The guided first game of a game."""

    title: str
    summary: str
    end: str
    steps: tuple[LessonStep, ...]


class SeatNamed(msgspec.Struct, frozen=True):
    """A seat of a game."""

    id: str
    name: str


class SeatsTold(msgspec.Struct, frozen=True):
    """The seats of a game with these options, all of them settled."""

    options: Options
    seats: list[SeatNamed]
