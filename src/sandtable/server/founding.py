"""Founding a match: who sits where, what was chosen before anyone sat down, and a save that becomes a match."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.board.lesson import TEACHER
from sandtable.bots.player import bot_names, find_bot
from sandtable.kernel.errors import SandtableError, SaveError, UnknownName
from sandtable.kernel.game import AnyGame, Options
from sandtable.kernel.language import speaking
from sandtable.kernel.records import Choice, Save
from sandtable.kernel.save import game_of, play_save, read_save
from sandtable.kernel.sentences import either
from sandtable.server.match import Match
from sandtable.server.messages import SERVER
from sandtable.server.milestones import StoredMilestone
from sandtable.server.records import HUMAN, Entry, MatchSetup, Seat
from sandtable.server.restore import pack_entries, passed_now


class Founded(msgspec.Struct, frozen=True):
    """A new match as it is to be stored."""

    setup: MatchSetup
    seats: tuple[Seat, ...]
    entries: bytes
    """What has happened in it, packed."""
    milestones: list[StoredMilestone]


def found_from_save(save: bytes, id: str, created: str, pace: float, language: str) -> Founded:
    """For a worker process: the match that a save becomes, every step of it proved; it stands where the save stood."""
    with speaking(language):
        try:
            return _founded(read_save(save), id, created, pace)
        except SandtableError as fault:  # in the language of the one who waits for it, which the server does not know
            raise type(fault)(fault.sentence, fault.rule) from None


def _founded(record: Save, id: str, created: str, pace: float) -> Founded:
    if record.dice != "keyed":
        raise SaveError("This save was played with real dice. Open it in the terminal.")
    game = game_of(record)
    options = game.settle(record.options)
    setup = MatchSetup(id, game.id, options, game.version, game.data_version(), record.seed, created, pace)
    opening = Opening(Match(setup, seated(game, options, _players(record, game, options), {})), len(record.steps))
    play_save(record, opening.match.recorder, opening.choose)
    seats = tuple(opening.match.seats.values())
    return Founded(setup, seats, pack_entries(opening.entries), opening.milestones)


def _players(record: Save, game: AnyGame, options: Options) -> dict[str, str]:
    """The bots that sat in this match, where they are here too; all other seats are for the one who opens it."""
    noted = record.notes.get("players")
    seats = game.seats(options)
    players: dict[str, str] = {}
    for seat, player in (noted if isinstance(noted, dict) else {}).items():
        if seat in seats and isinstance(player, str) and player != HUMAN:
            try:
                players[seat] = player_named(player)
            except SandtableError:
                continue
    return players


class Opening:
    """So many choices made in a new match before anyone sits down, and the milestones passed on the way."""

    def __init__(self, match: Match, choices: int) -> None:
        self.match = match
        self.entries: list[Entry] = []
        self.milestones: list[StoredMilestone] = []
        self._choices = choices

    def choose(self, step: Choice) -> None:
        """Make one of the choices, or raise and leave the match as it was."""
        number = self.match.version + 1
        wanted = Entry(number, "choose", step.seat, TEACHER, f"{SERVER}{number}", step.option, number, "")
        self.entries.append(self.match.again(wanted))
        self.milestones += passed_now(self.match, number == self._choices)


def seated(game: AnyGame, options: Options, players: Mapping[str, str], names: Mapping[str, str]) -> tuple[Seat, ...]:
    """People and bots in the seats of a game, by their names or those of the seats."""
    known = {seat: game.words.name(seat) for seat in game.seats(options)}
    for named in (*players, *names):
        if named not in known:
            raise UnknownName(
                "There is no seat '{seat}' in this game; choose {known}.", seat=named, known=either(known)
            )
    return tuple(
        Seat(seat, readable(names.get(seat, "")) or name, player_named(players.get(seat, HUMAN)))
        for seat, name in known.items()
    )


def readable(name: str) -> str:
    """A name without characters that cannot be seen."""
    return "".join(letter for letter in name if letter.isprintable()).strip()


def player_named(name: str) -> str:
    """A human or a bot that exists."""
    if name != HUMAN:
        try:
            find_bot(name)
        except UnknownName:
            known = either((HUMAN, *bot_names()))
            raise UnknownName("'{name}' can't play a seat; choose {known}.", name=name, known=known) from None
    return name
