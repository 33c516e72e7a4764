"""Berlin: Red Vengeance: squad-level battles for the Reichstag quarter, April 1945."""

from __future__ import annotations

from sandtable.board.box import box_in
from sandtable.games.vengeance import ending
from sandtable.games.vengeance.bot import features, player, veteran
from sandtable.games.vengeance.campaign.charts import date_name, dates, read_all
from sandtable.games.vengeance.campaign.start.opening import new_campaign
from sandtable.games.vengeance.components import components, folder, ground
from sandtable.games.vengeance.invariants import invariants
from sandtable.games.vengeance.knowledge.counter_names import names_of_new_counters
from sandtable.games.vengeance.knowledge.guess import guess
from sandtable.games.vengeance.knowledge.sight import BattleView, sight
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle
from sandtable.games.vengeance.names import TEXTS
from sandtable.games.vengeance.play import SEQUENCE, play
from sandtable.games.vengeance.report import outcome
from sandtable.games.vengeance.ruler import measure
from sandtable.games.vengeance.rules.artillery.muster import guess_batteries
from sandtable.games.vengeance.rules.fortifications.secrecy import guess_works
from sandtable.games.vengeance.rules.movement.sewers import guess_sewers
from sandtable.games.vengeance.rules.set_up.placement import new_battle
from sandtable.games.vengeance.scenarios.cards import BALANCE, CAMPAIGN, PLAYABLE, balanced, scenario
from sandtable.games.vengeance.table.board import board
from sandtable.games.vengeance.table.layout import table
from sandtable.games.vengeance.table.survey import SURVEYED, survey
from sandtable.kernel.clauses import Clauses, clauses_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.ending import Ending
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.game import Game, Options, OptionSpec, Outcome
from sandtable.kernel.search_hints import search_hints_of
from sandtable.kernel.table import Board, Measured, Overlay, Table

_SIDES = {"ge": GERMAN, "ru": RUSSIAN}
"""How the ids of counters begin."""


BOX = box_in(folder())


class Vengeance(Game[Battle, BattleView]):
    """The game as the rest of Sandtable knows it."""

    id = "vengeance"
    title = "Berlin: Red Vengeance"
    subtitle = BOX.subtitle
    summary = BOX.summary
    version = "5"
    sequence = SEQUENCE
    sides = SIDES
    state_type = Battle
    options: tuple[OptionSpec, ...] = (
        BOX.spec("scenario", PLAYABLE, PLAYABLE[0], tuple(scenario(name).title for name in PLAYABLE)),
        BOX.spec("balance", tuple(BALANCE), "none"),
        BOX.spec("weather", ("historical", "random"), "historical"),
        BOX.spec("start", dates(), dates()[0], tuple(date_name(date) for date in dates())),
    )
    spoken_words = TEXTS.by_language
    most_decisions = 200_000
    search = search_hints_of(__name__)
    ruler = TEXTS.english("ruler")
    surveyed = SURVEYED
    about = folder().read("about.md")

    def data_version(self) -> str:
        components(), ground()
        read_all()
        scenario(CAMPAIGN)
        return folder().fingerprint()

    def seats(self, options: Options) -> tuple[str, ...]:
        return SIDES

    def new(self, options: Options, dice: Dice) -> Battle:
        if options["scenario"] == CAMPAIGN:
            weather, balance = str(options.get("weather", "historical")), str(options.get("balance", "none"))
            return new_campaign(dice, weather, balance, str(options.get("start", "")))
        return new_battle(balanced(str(options["scenario"]), str(options.get("balance", "none"))), dice)

    def play(self, s: Battle) -> Flow:
        return play(s)

    def outcome(self, s: Battle) -> Outcome | None:
        return outcome(s) if s.winner else None

    def ending(self, s: Battle) -> Ending:
        return ending.ending(s)

    def standing(self, s: Battle) -> dict[str, float]:
        return ending.standing(s)

    def sight(self, s: Battle, seat: str) -> BattleView:
        return sight(s, seat)

    def whose(self, s: Battle, id: str) -> str:
        """The side of a unit, also of one that is gone, and of a weapon."""
        unit = s.units.get(id)
        return unit.side if unit is not None else _SIDES.get(id.partition("-")[0], "")

    def guess(self, s: Battle, seat: str, dice: Dice) -> None:
        guess(s, seat, dice)
        guess_batteries(s, seat, dice)
        guess_sewers(s, seat, dice)
        guess_works(s, seat, dice)

    def guesses_all(self, options: Options) -> bool:
        """RV-CGS2 Not in the campaign: how much the enemy has bought is not guessed, his counters follow from it."""
        return options["scenario"] != CAMPAIGN

    def board(self, options: Options) -> Board:
        return board(str(options["scenario"]))

    def table(self, view: BattleView) -> Table:
        return table(view)

    def names_seen(self, view: BattleView) -> dict[str, str]:
        return names_of_new_counters(view)

    def measure(self, view: BattleView, a: str, b: str) -> Measured:
        return measure(view, a, b)

    def survey(self, view: BattleView, about: str) -> tuple[Overlay, ...]:
        return survey(view, about)

    def worth(self, view: BattleView, seat: str) -> float:
        return player.worth(view, seat)

    def sensible(self, view: BattleView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return player.sensible(view, seat, options, rule, dice)

    def experienced(self, view: BattleView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return veteran.experienced(view, seat, options, rule, dice)

    def features(self, view: BattleView, seat: str) -> tuple[float, ...]:
        return features.features(view, seat)

    def feature_names(self, options: Options) -> tuple[str, ...]:
        return features.cells_of(str(options["scenario"])).sheet.names

    def invariants(self, s: Battle) -> list[str]:
        return invariants(s)

    @property
    def clauses(self) -> Clauses:
        return clauses_of(__name__)


GAME = Vengeance()
