"""On to Berlin!: the airborne assault on Berlin, March 1945, after the game by John Prados and Stephen Rawling."""

from __future__ import annotations

from sandtable.board.box import box_in
from sandtable.games.ontoberlin import ending, play, ruler
from sandtable.games.ontoberlin.bot import features, player, veteran, worth
from sandtable.games.ontoberlin.components import ALLIED, DATA, DIVISIONS, KINDS, SIDES
from sandtable.games.ontoberlin.invariants import invariants
from sandtable.games.ontoberlin.knowledge import guess, sight
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.names import TEXTS
from sandtable.games.ontoberlin.report import outcome
from sandtable.games.ontoberlin.rules.setup import new_game
from sandtable.games.ontoberlin.table import board, layout
from sandtable.kernel.clauses import Clauses, clauses_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.ending import Ending
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.game import Game, Options, Outcome
from sandtable.kernel.search_hints import search_hints_of
from sandtable.kernel.table import Board, Measured, Table

BOX = box_in(DATA)
_SWITCH = ("off", "on")


class OnToBerlinGame(Game[OnToBerlin, OnToBerlinView]):
    """The game as the rest of Sandtable knows it."""

    id = "ontoberlin"
    title = "On to Berlin!"
    subtitle = BOX.subtitle
    summary = BOX.summary
    version = "3"
    state_type = OnToBerlin
    sequence = play.SEQUENCE
    sides = SIDES
    options = (
        BOX.spec("fog_of_war", _SWITCH, "on"),
        BOX.spec("variable_reinforcements", _SWITCH, "off"),
        BOX.spec("reichstag_flak_tower", _SWITCH, "off"),
        BOX.spec("subways", _SWITCH, "off"),
        BOX.spec("handicap", tuple(range(0, 21, 2)), 0),
    )
    spoken_words = TEXTS.by_language
    most_decisions = 60_000
    search = search_hints_of(__name__)
    ruler = TEXTS.english("ruler")
    about = DATA.read("about.md")

    def data_version(self) -> str:
        return DATA.fingerprint()

    def seats(self, options: Options) -> tuple[str, ...]:
        """OB-0.1, OB-17.2 Two sides; friends who share the Allied side share its seat."""
        return SIDES

    def new(self, options: Options, dice: Dice) -> OnToBerlin:
        return new_game(options, dice)

    def play(self, s: OnToBerlin) -> Flow:
        return play.play(s)

    def outcome(self, s: OnToBerlin) -> Outcome | None:
        return outcome(s) if s.ended else None

    def ending(self, s: OnToBerlin) -> Ending:
        return ending.ending(s)

    def standing(self, s: OnToBerlin) -> dict[str, float]:
        return ending.standing(s)

    def sight(self, s: OnToBerlin, seat: str) -> OnToBerlinView:
        return sight.sight(s, seat)

    def whose(self, s: OnToBerlin, id: str) -> str:
        """The side of a unit; divisions are those of the drop."""
        return ALLIED if id in DIVISIONS else KINDS[id].side if id in KINDS else ""

    def guess(self, s: OnToBerlin, seat: str, dice: Dice) -> None:
        guess.guess(s, seat, dice)

    def board(self, options: Options) -> Board:
        return board.board()

    def table(self, view: OnToBerlinView) -> Table:
        return layout.lay_out(view)

    def measure(self, view: OnToBerlinView, a: str, b: str) -> Measured:
        return ruler.measure(view, a, b)

    def worth(self, view: OnToBerlinView, seat: str) -> float:
        return worth.worth(view, seat or ALLIED)

    def figures(self, view: OnToBerlinView, seat: str) -> tuple[str, dict[str, float]]:
        return worth.figures(view, seat)

    def sensible(self, view: OnToBerlinView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        """OB-18.1 The bot plays under the same rules and with the same hidden information."""
        return player.sensible(view, seat, options, rule, dice)

    def experienced(self, view: OnToBerlinView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        """OB-18.1 So does the stronger one."""
        return veteran.experienced(view, seat, options, rule, dice)

    def hides(self, options: Options) -> tuple[str, ...]:
        """OB-2.2, OB-3.6.3 Without fog the Allied plan is the only secret: who lies in the pool is plain to all."""
        return SIDES if options["fog_of_war"] == "on" else (ALLIED,)

    def sealed(self, options: Options) -> tuple[str, ...]:
        """OB-15.1.1, OB-15.1.3, OB-15.1.4 By mail airfields and LZ hexes stay sealed until the divisions drop."""
        return () if options["fog_of_war"] == "on" else ("assign", "lz")

    def features(self, view: OnToBerlinView, seat: str) -> tuple[float, ...]:
        return features.features(view, seat)

    def feature_names(self, options: Options) -> tuple[str, ...]:
        return features.SHEET.names

    def invariants(self, s: OnToBerlin) -> list[str]:
        return invariants(s)

    @property
    def clauses(self) -> Clauses:
        return clauses_of(__name__)


GAME = OnToBerlinGame()
