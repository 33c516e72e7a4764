"""Warbirds: one B-24 crew at a time through a tour of missions, after the card game by Tom Harvey."""

from __future__ import annotations

from typing import Any

from sandtable.board.box import box_in
from sandtable.games.warbirds import ending, play
from sandtable.games.warbirds.bot import features, player, veteran, worth
from sandtable.games.warbirds.components import AIRMEN, DATA, EVENTS, MEDALS, MISSIONS
from sandtable.games.warbirds.invariants import invariants
from sandtable.games.warbirds.knowledge import guess, sight
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import AVAILABLE, Warbirds, empty_battlefield, undamaged
from sandtable.games.warbirds.names import SEATS, WORDS
from sandtable.games.warbirds.report import outcome
from sandtable.games.warbirds.table.board import board
from sandtable.games.warbirds.table.layout import lay_out
from sandtable.games.warbirds.table.schematic import schematic
from sandtable.kernel.clauses import Clauses, clauses_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.ending import Ending
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.game import Game, Options, OptionSpec, Outcome
from sandtable.kernel.language import ENGLISH
from sandtable.kernel.search_hints import search_hints_of
from sandtable.kernel.table import Board, Table

BOX = box_in(DATA)


def _options() -> tuple[OptionSpec, ...]:
    """WB-23.1, WB-23.2, WB-23.3, WB-23.4, WB-1.13 The options are data; they hold for the whole tour."""
    return tuple(
        BOX.spec(each["name"], tuple(each["values"]), each["default"], _labels(each))
        for each in DATA.toml("options.toml")["option"]
    )


def _labels(option: dict[str, Any]) -> tuple[str, ...]:
    """What the values of an option mean, where they are words of the program."""
    term = WORDS[ENGLISH].term
    return tuple(term(f"order_{value}") for value in option["values"]) if option["name"] == "mission_order" else ()


class WarbirdsGame(Game[Warbirds, WarbirdsView]):
    """The game as the rest of Sandtable knows it."""

    id = "warbirds"
    title = "Warbirds"
    subtitle = BOX.subtitle
    summary = BOX.summary
    version = "3"
    state_type = Warbirds
    sequence = play.SEQUENCE
    options = _options()
    spoken_words = WORDS
    most_decisions = 60_000
    search = search_hints_of(__name__)
    cooperative = True
    open_table = True
    about = DATA.read("about.md")

    def data_version(self) -> str:
        return DATA.fingerprint()

    def seats(self, options: Options) -> tuple[str, ...]:
        """WB-3.1, WB-24.1 One to six seats; with one, that seat is commander, captain and the whole crew."""
        return SEATS[: int(options["players"])]

    def new(self, options: Options, dice: Dice) -> Warbirds:
        """WB-4.1, WB-4.2, WB-4.3, WB-4.4, WB-1.12 Medals aside, airspace and aircraft laid out, all men available."""
        return Warbirds(
            dice=dice,
            seats=self.seats(options),
            mission_order=str(options["mission_order"]),
            mission_deck=list(MISSIONS),
            medal_supply=list(MEDALS),
            roster=dict.fromkeys(AIRMEN, AVAILABLE),
            medals={},
            reports=[],
            drift_deck=[],
            parts=undamaged(),
            kept=[],
            crew={},
            transit_pile=[],
            transit_discard=[],
            enemy_pile=[],
            enemy_discard=[],
            damage_pile=[],
            damage_used=[],
            battlefield=empty_battlefield(),
            resolving=[],
            waiting=[],
            declared=[],
        )

    def play(self, s: Warbirds) -> Flow:
        return play.play(s)

    def outcome(self, s: Warbirds) -> Outcome | None:
        return outcome(s) if s.result else None

    def ending(self, s: Warbirds) -> Ending:
        return ending.ending(s)

    def standing(self, s: Warbirds) -> dict[str, float]:
        return ending.standing(s)

    def sight(self, s: Warbirds, seat: str) -> WarbirdsView:
        return sight.sight(s, seat)

    def hides(self, options: Options) -> tuple[str, ...]:
        """WB-3.6 Nobody hides anything."""
        return ()

    def whose(self, s: Warbirds, id: str) -> str:
        """WB-2.3 The player of a man on the mission; fighters are the enemy's."""
        if id in s.crew:
            return s.crew[id].seat
        return "enemy" if id in EVENTS and EVENTS[id].source else ""

    def guess(self, s: Warbirds, seat: str, dice: Dice) -> None:
        guess.guess(s, dice)

    def board(self, options: Options) -> Board:
        return board()

    def table(self, view: WarbirdsView) -> Table:
        return lay_out(view)

    def schematic(self, view: WarbirdsView, width: int) -> list[str]:
        """The aircraft and the airspace around it in characters, for the terminal."""
        return schematic(view, width)

    def worth(self, view: WarbirdsView, seat: str) -> float:
        return worth.worth(view)

    def figures(self, view: WarbirdsView, seat: str) -> tuple[str, dict[str, float]]:
        return worth.figures(view)

    def sensible(self, view: WarbirdsView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return player.sensible(view, seat, options, rule)

    def experienced(self, view: WarbirdsView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return veteran.experienced(view, seat, options, rule, dice)

    def features(self, view: WarbirdsView, seat: str) -> tuple[float, ...]:
        return features.features(view)

    def feature_names(self, options: Options) -> tuple[str, ...]:
        return features.SHEET.names

    def invariants(self, s: Warbirds) -> list[str]:
        return invariants(s)

    @property
    def clauses(self) -> Clauses:
        return clauses_of(__name__)


GAME = WarbirdsGame()
