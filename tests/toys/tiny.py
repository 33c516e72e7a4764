"""Tiny: a game whose only activity is the generator that a test hands in, repeated for some turns."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.game import Game, Options, Outcome, View
from sandtable.kernel.state import State
from sandtable.kernel.table import Board, Table
from sandtable.kernel.words import Words


class Tiny(State, kw_only=True):
    """What happened, and the turn."""

    said: list[str]
    secret: str
    turn: int = 1


class TinyView(View, frozen=True):
    """Everything but the secret."""

    said: tuple[str, ...]
    turn: int


class TinyGame(Game[Tiny, TinyView]):
    """Seats red and blue; over after `turns` activities."""

    id = "tiny"
    title = "Tiny"
    state_type = Tiny
    options = ()
    words = Words(names={"red": "Red", "blue": "Blue"}, events={}, prompts={}, verbs={})

    def __init__(self, activity: Callable[[Tiny], Flow], turns: int = 3) -> None:
        self.activity = activity
        self.turns = turns

    def data_version(self) -> str:
        return "tiny-1"

    def seats(self, options: Options) -> tuple[str, ...]:
        return ("red", "blue")

    def new(self, options: Options, dice: Dice) -> Tiny:
        return Tiny(dice=dice, said=[], secret=dice.pick(["ace", "king", "queen", "ten"]))

    def play(self, s: Tiny) -> Flow:
        yield from self.activity(s)
        s.turn += 1

    def outcome(self, s: Tiny) -> Outcome | None:
        return Outcome("done", (), {}, drawn=True) if s.turn > self.turns else None

    def sight(self, s: Tiny, seat: str) -> TinyView:
        return TinyView(seat, tuple(s.said), s.turn)

    def guess(self, s: Tiny, seat: str, dice: Dice) -> None:
        s.secret = dice.pick(["ace", "king", "queen", "ten"])

    def board(self, options: Options) -> Board:
        return Board(1, 1, ())

    def table(self, view: TinyView) -> Table:
        return Table(f"Turn {view.turn}", (), ())

    def sensible(self, view: TinyView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return options[0]

    def invariants(self, s: Tiny) -> list[str]:
        return []
