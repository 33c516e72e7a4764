"""A game at one terminal: its position, who sits where, and the file in which nothing is lost."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sandtable.board.lesson import Lesson, opened, players
from sandtable.bots import load_bot
from sandtable.bots.consult import consult
from sandtable.kernel.dice import Dice, ManualDice, seed_from
from sandtable.kernel.errors import SaveError, UnknownName
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import AnyGame, Options
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import ROLLED, Position
from sandtable.kernel.save import Recorder, load_save, restore, save, write_save
from sandtable.kernel.sentences import either
from sandtable.terminal.coaching import Coaching

HUMAN = "human"
DEFAULT_BOT = "regular"


class Sitting:
    """What a person at the terminal holds: the position and a save that is always up to date."""

    def __init__(self, position: Position, recorder: Recorder, seed: str, players: dict[str, str], path: Path) -> None:
        self.position = position
        self.recorder = recorder
        self.seed = seed
        self.players = players
        self.path = path
        self.coaching: Coaching | None = None

    @classmethod
    def new(
        cls, game: AnyGame, options: Options, seed: str, players: dict[str, str], path: Path, manual: bool
    ) -> Sitting:
        """Begin a game. The file is written at once: a path that cannot be written is known before the first move."""
        key = seed if _is_key(seed) else seed_from(seed)
        position = Position.new(game, options, ManualDice(key) if manual else key, Journal())
        sitting = cls(position, Recorder(position), key, players, path)
        sitting.store()
        return sitting

    @classmethod
    def taught(cls, game: AnyGame, lesson: Lesson, path: Path) -> Sitting:
        """Begin the guided first game: its opening has been played when the learner sits down."""
        sitting = cls.new(game, game.settle(lesson.options), lesson.seed, players(game, lesson), path, manual=False)
        sitting.coaching = Coaching(game, lesson)
        for step in opened(game, lesson).steps:
            sitting.position.apply(step.seat, step.option)
            sitting.recorder.note()
        sitting.store()
        return sitting

    @classmethod
    def resume(cls, path: Path, changed: Mapping[str, str] | None = None) -> Sitting:
        """Go on with a file; every step of it is checked. `changed` seats other players than the file names."""
        record = load_save(path)
        position, recorder = restore(record, Journal())
        kept: Any = record.notes.get("players", {})
        if not isinstance(kept, dict):
            raise SaveError("The players in this save are damaged or were changed by hand.")
        players = seated(position.game, position.seats, {**kept, **(changed or {})})
        sitting = cls(position, recorder, record.seed, players, path)
        sitting.coaching = Coaching.resumed(position.game, record.notes.get("lesson"))
        return sitting

    @property
    def game(self) -> AnyGame:
        return self.position.game

    @property
    def humans(self) -> tuple[str, ...]:
        return tuple(seat for seat, player in self.players.items() if player == HUMAN)

    @property
    def to_ask(self) -> str:
        """The human seat that must choose now, or "" when it is a bot's turn or the game is over."""
        decision = self.position.decision
        if isinstance(decision, Choose) and decision.ask == ROLLED and self.humans:
            return decision.seat  # whoever chose, a person at the table reads the dice
        return next((seat for seat in self.position.deciders if seat in self.humans), "")

    @property
    def secret(self) -> bool:
        """Whether the human seats see different things, so that the screen must be cleared between them."""
        views = [msgspec.structs.replace(self.position.sight(seat), seat="") for seat in self.humans]
        return any(view != views[0] for view in views[1:])

    def choose(self, seat: str, option: Option) -> None:
        """Make a choice and store it: once this returns, it cannot be lost."""
        if self.coaching is not None and self.position.refusal(seat, option) is None:
            self.coaching.hear(seat, option, self.position)
        self.position.apply(seat, option)
        self.recorder.note()
        self.store()

    def bots_play(self) -> None:
        """Let the bots decide until a person is asked or the game is over."""
        moved = False
        while not self.position.over and not self.to_ask:
            seat = self.position.deciders[0]
            self.position.apply(seat, self.advice(seat, self.players[seat]))
            self.recorder.note()
            moved = True
        if moved:
            self.store()

    def advice(self, seat: str, bot: str = DEFAULT_BOT) -> Option:
        """What a bot would choose here. Its dice are its own, the same whenever this position is played."""
        dice = Dice(seed_from(f"{self.seed} {seat} {len(self.position.steps)}"))
        return consult(self.position, seat, load_bot(bot), dice)

    @property
    def can_undo(self) -> bool:
        return self.position.can_undo

    def undo(self, seat: str) -> None:
        self.position.undo(seat)
        self._noted()

    def redo(self) -> None:
        self.position.redo()
        self._noted()

    def rewind(self, steps: int) -> None:
        self.position.rewind(steps)
        self._noted()

    def _noted(self) -> None:
        self.recorder.note()
        self.store()

    def store(self, path: Path | None = None) -> None:
        """Write the save, whole or not at all."""
        notes: dict[str, Any] = {"players": self.players}
        if self.coaching is not None:
            notes["lesson"] = msgspec.to_builtins(self.coaching.note)
        text = save(self.position, self.seed, self.recorder.digests, notes)
        write_save(path or self.path, text)


def _is_key(seed: str) -> bool:
    return len(seed) == 64 and set(seed) <= set("0123456789abcdef")


def fresh_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def seated(game: AnyGame, seats: Sequence[str], wanted: Mapping[str, Any]) -> dict[str, str]:
    """Who plays each seat: as wanted; otherwise people in a cooperative game, else a person and bots."""
    players = {}
    for seat, player in wanted.items():
        if seat not in seats:
            raise UnknownName("There is no seat '{seat}'; choose {known}.", seat=seat, known=either(seats))
        if player != HUMAN:
            load_bot(str(player))
        players[seat] = str(player)
    others = HUMAN if game.cooperative else DEFAULT_BOT
    free = [seat for seat in seats if seat not in players]
    return {
        seat: players.get(seat) or (HUMAN if free[:1] == [seat] and HUMAN not in players.values() else others)
        for seat in seats
    }


def parsed_seats(texts: Sequence[str]) -> dict[str, str]:
    """The arguments NAME=human|BOT."""
    wanted = {}
    for text in texts:
        seat, sign, player = text.partition("=")
        if not sign or not seat or not player:
            raise UnknownName(
                "'{text}' does not name a seat and a player. Write NAME=human or NAME=BOT, such as north=human.",
                text=text,
            )
        wanted[seat] = player
    return wanted
