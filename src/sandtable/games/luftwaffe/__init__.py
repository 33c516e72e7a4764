"""Luftwaffe: the daylight bombing of Germany, 1943-45, for two players. After the game by Louis Zocchi."""

from __future__ import annotations

from sandtable.games.luftwaffe import ending, play, ruler
from sandtable.games.luftwaffe.bot import features, openings, player, veteran, worth
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, SIDES, parts
from sandtable.games.luftwaffe.invariants import invariants
from sandtable.games.luftwaffe.knowledge import sight
from sandtable.games.luftwaffe.knowledge.guess import guess
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.mail.standing_orders import standing_order
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.names import TEXTS
from sandtable.games.luftwaffe.options import BOX, OPTIONS, all_zones, solo_mode
from sandtable.games.luftwaffe.report import outcome
from sandtable.games.luftwaffe.rules import complexes
from sandtable.games.luftwaffe.solo.recorded_raids import raid_of
from sandtable.games.luftwaffe.table import board, layout
from sandtable.kernel.clauses import Clauses, clauses_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.ending import Ending
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.game import Game, Options, Outcome
from sandtable.kernel.save import Save
from sandtable.kernel.search_hints import search_hints_of
from sandtable.kernel.table import Board, Measured, Table


class LuftwaffeGame(Game[Luftwaffe, LuftwaffeView]):
    """The game as the rest of Sandtable knows it."""

    id = "luftwaffe"
    title = "Luftwaffe"
    subtitle = BOX.subtitle
    summary = BOX.summary
    version = "3"
    state_type = Luftwaffe
    sequence = play.SEQUENCE
    sides = SIDES
    options = OPTIONS
    spoken_words = TEXTS.by_language
    most_decisions = 200_000
    search = search_hints_of(__name__)
    by_mail = True
    ruler = TEXTS.english("ruler")
    about = parts().folder.read("about.md")

    def data_version(self) -> str:
        return parts().folder.fingerprint()

    def seats(self, options: Options) -> tuple[str, ...]:
        """LW-17.1 Two seats; in a solo game the player is German."""
        return (GERMAN,) if solo_mode(options) else SIDES

    def new(self, options: Options, dice: Dice) -> Luftwaffe:
        return play.new(options, dice)

    def play(self, s: Luftwaffe) -> Flow:
        return play.play(s)

    def outcome(self, s: Luftwaffe) -> Outcome | None:
        return outcome(s)

    def ending(self, s: Luftwaffe) -> Ending:
        return ending.ending(s)

    def standing(self, s: Luftwaffe) -> dict[str, float]:
        return ending.standing(s)

    def sight(self, s: Luftwaffe, seat: str) -> LuftwaffeView:
        return sight.sight(s, seat)

    def whose(self, s: Luftwaffe, id: str) -> str:
        """The side of a unit or of a type of aircraft."""
        thing = parts().units.get(id) or parts().types.get(id)
        return thing.side if thing is not None else ""

    def guess(self, s: Luftwaffe, seat: str, dice: Dice) -> None:
        guess(s, seat, dice)

    def board(self, options: Options) -> Board:
        return board.board(all_zones(options))

    def table(self, view: LuftwaffeView) -> Table:
        return layout.lay_out(view)

    def measure(self, view: LuftwaffeView, a: str, b: str) -> Measured:
        return ruler.measure(view, a, b)

    def worth(self, view: LuftwaffeView, seat: str) -> float:
        return worth.worth(view, seat or AMERICAN)

    def figures(self, view: LuftwaffeView, seat: str) -> tuple[str, dict[str, float]]:
        return worth.figures(view, seat)

    def sensible(self, view: LuftwaffeView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return player.sensible(view, seat, options, dice)

    def experienced(self, view: LuftwaffeView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return veteran.experienced(view, seat, options, rule, dice)

    def plans(self, view: LuftwaffeView, seat: str, options: list[Option], rule: str) -> tuple[Option, ...]:
        return openings.openings(view, seat, options)

    def merit(self, s: Luftwaffe, seat: str) -> float:
        return openings.merit(s, seat, super().merit(s, seat))

    def hides(self, options: Options) -> tuple[str, ...]:
        """LW-2.2 The American plans secretly; the German's only secret is drawn, not chosen (LW-15.5.1)."""
        return () if solo_mode(options) else (AMERICAN,)

    def undraw(self, s: Luftwaffe) -> None:
        """LW-15.5.1 By mail the key industry is drawn by the German alone."""
        s.key = ""

    def draw(self, s: Luftwaffe, seat: str, dice: Dice) -> None:
        """LW-15.5.1, LW-19.3"""
        if seat == GERMAN and "industrial_complexes" in s.flags:
            complexes.draw_key_by_mail(s, dice)

    def standing_order(self, view: LuftwaffeView, seat: str, ask: str, options: list[Option]) -> Option | None:
        return standing_order(view, seat, ask, options)

    def written_down(self, record: Save, id: str, name: str) -> str:
        """LW-17.5 The American's raid, for `solo_raids.toml`."""
        return raid_of(self, record, id, name)

    def features(self, view: LuftwaffeView, seat: str) -> tuple[float, ...]:
        return features.features(view, seat)

    def feature_names(self, options: Options) -> tuple[str, ...]:
        return features.sheet().names

    def invariants(self, s: Luftwaffe) -> list[str]:
        return invariants(s)

    @property
    def clauses(self) -> Clauses:
        return clauses_of(__name__)


GAME = LuftwaffeGame()
