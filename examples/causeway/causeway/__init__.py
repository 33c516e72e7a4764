"""The Causeway: a rearguard behind flooded fields. An example of a game in a package of its own."""

from __future__ import annotations

from causeway import bot, knowledge, play, table
from causeway.components import DATA, SCENARIOS, SIDES
from causeway.invariants import invariants
from causeway.knowledge import CausewayView
from causeway.model import Causeway
from causeway.rules.set_up import new_game
from causeway.rules.victory import outcome
from sandtable.gamekit import (
    Board,
    Clauses,
    Dice,
    Game,
    Option,
    Options,
    OptionSpec,
    Outcome,
    Table,
    clauses_of,
)


class CausewayGame(Game[Causeway, CausewayView]):
    """The game as the rest of Sandtable knows it."""

    id = "causeway"
    title = "The Causeway"
    subtitle = "A rearguard behind flooded fields"
    summary = "Hidden blocks, a bid for the first move, and one dry road to the village. Two players, ten minutes."
    version = "1"
    state_type = Causeway
    sequence = play.SEQUENCE
    sides = SIDES
    options = (
        OptionSpec(
            "scenario",
            tuple(SCENARIOS),
            next(iter(SCENARIOS)),
            "The blocks of each side, and how long they have (CW-2.1).",
            tuple(scenario.title for scenario in SCENARIOS.values()),
        ),
    )
    words = DATA.words(table.NAMES)
    most_decisions = 500
    about = DATA.read("about.md")

    def data_version(self) -> str:
        return DATA.fingerprint()

    def seats(self, options: Options) -> tuple[str, ...]:
        """CW-1.1 Two sides."""
        return SIDES

    def new(self, options: Options, dice: Dice) -> Causeway:
        return new_game(options, dice)

    def outcome(self, s: Causeway) -> Outcome | None:
        return outcome(s)

    def sight(self, s: Causeway, seat: str) -> CausewayView:
        return knowledge.sight(s, seat)

    def guess(self, s: Causeway, seat: str, dice: Dice) -> None:
        knowledge.guess(s, seat, dice)

    def whose(self, s: Causeway, id: str) -> str:
        block = s.blocks.get(id) or s.removed.get(id)
        return block.side if block is not None else ""

    def board(self, options: Options) -> Board:
        return table.board()

    def table(self, view: CausewayView) -> Table:
        return table.lay_out(view)

    def names_seen(self, view: CausewayView) -> dict[str, str]:
        return table.names_seen(view)

    def worth(self, view: CausewayView, seat: str) -> float:
        return bot.worth(view, seat)

    def sensible(self, view: CausewayView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return bot.sensible(view, seat, options, rule, dice)

    def features(self, view: CausewayView, seat: str) -> tuple[float, ...]:
        return knowledge.features(view)

    def invariants(self, s: Causeway) -> list[str]:
        return invariants(s)

    @property
    def clauses(self) -> Clauses:
        return clauses_of(__name__)


GAME = CausewayGame()
