"""Berlin Airlift: one to four squadrons keep a city alive from the air, June 1948 to May 1949."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.board.box import box_in
from sandtable.games.airlift import ending
from sandtable.games.airlift.bot import features, player, veteran, worth
from sandtable.games.airlift.components import FOLDER, SCENARIOS, SHOWN, SQUADRONS
from sandtable.games.airlift.invariants import invariants
from sandtable.games.airlift.knowledge.guess import guess
from sandtable.games.airlift.knowledge.sight import AirliftView, sight
from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.names import WORDS, say
from sandtable.games.airlift.play import SEQUENCE, play
from sandtable.games.airlift.report import outcome
from sandtable.games.airlift.rules.season import new_game
from sandtable.games.airlift.table.board import board
from sandtable.games.airlift.table.effect_text import effect_names
from sandtable.games.airlift.table.layout import lay_out
from sandtable.games.airlift.table.schematic import schematic
from sandtable.kernel.clauses import Clauses, clauses_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.ending import Ending
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.game import Game, Options, Outcome, Setting
from sandtable.kernel.search_hints import search_hints_of
from sandtable.kernel.table import Board, Table

STANDARD: dict[int, tuple[str, ...]] = {
    1: ("usaf10",),
    2: ("usaf10", "cw30"),
    3: ("usaf10", "cw30", "usaf14"),
    4: ("usaf10", "cw30", "usaf14", "cw77"),
}


def _line_ups() -> dict[str, tuple[str, ...]]:
    """AL-3.1 Every choice of squadrons in every order round the table; who begins is another option."""
    us10, us14, cw30, cw77 = SQUADRONS
    line_ups: list[tuple[str, ...]] = [(one,) for one in SQUADRONS]
    line_ups += [(us10, cw30), (us10, cw77), (us14, cw30), (us14, cw77), (us10, us14), (cw30, cw77)]
    for out in reversed(list(SQUADRONS)):
        first, second, third = (q for q in SQUADRONS if q != out)
        line_ups += [(first, second, third), (first, third, second)]
    line_ups += [(us10, *rest) for rest in _orders((cw30, us14, cw77))]
    return {"+".join(line_up): line_up for line_up in line_ups}


def _orders(three: tuple[str, str, str]) -> list[tuple[str, str, str]]:
    a, b, c = three
    return [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]


LINE_UPS = _line_ups()
VARIANTS = ("hard_line", "full_cooperation", "northern_gate", "support_by_the_cube", "hot_pursuit")
BOX = box_in(SHOWN)
_SCENARIO_NAMES = (*(scenario.name for scenario in SCENARIOS.values()), say("campaign"))
_LINE_UP_NAMES = (" · ".join(SQUADRONS[q].name for q in line_up) for line_up in LINE_UPS.values())
OPTIONS = (
    BOX.spec("scenario", (*SCENARIOS, "campaign"), "summer", _SCENARIO_NAMES),
    BOX.spec("players", (1, 2, 3, 4), 2),
    BOX.spec("squadrons", ("standard", *LINE_UPS), "standard", (say("standard"), *_LINE_UP_NAMES)),
    BOX.spec("first", ("roll", 1, 2, 3, 4), "roll"),
    *(BOX.spec(name, ("off", "on"), "off") for name in VARIANTS),
)


SPOKEN = {code: replace(words, names={**words.names, **effect_names()}) for code, words in WORDS.items()}
"""The names of effects are made of the other words."""


class AirliftGame(Game[Airlift, AirliftView]):
    """The game as the rest of Sandtable knows it."""

    id = "airlift"
    title = "Berlin Airlift"
    open_table = True
    subtitle = BOX.subtitle
    summary = BOX.summary
    version = "2"
    state_type = Airlift
    sequence = SEQUENCE
    options = OPTIONS
    spoken_words = SPOKEN
    most_decisions = 60_000
    search = search_hints_of(__name__)
    about = SHOWN.read("about.md")

    def data_version(self) -> str:
        return FOLDER.fingerprint()

    def settle(self, wanted: Mapping[str, Setting | str]) -> Options:
        """AL-3.1 A line-up that is named decides the number of players."""
        settled = super().settle(wanted)
        if settled["squadrons"] != "standard":
            settled["players"] = len(LINE_UPS[str(settled["squadrons"])])
        return settled

    def seats(self, options: Options) -> tuple[str, ...]:
        """AL-3.1 A seat is a squadron."""
        line_up = str(options.get("squadrons", "standard"))
        return STANDARD[int(options.get("players", 2))] if line_up == "standard" else LINE_UPS[line_up]

    def new(self, options: Options, dice: Dice) -> Airlift:
        seats = self.seats(options)
        first = options["first"]
        ap = seats[(int(first) - 1) % len(seats)] if first != "roll" else ""
        variants = tuple(name for name in VARIANTS if options[name] == "on")
        return new_game(str(options["scenario"]), seats, variants, ap, dice)

    def play(self, s: Airlift) -> Flow:
        return play(s)

    def outcome(self, s: Airlift) -> Outcome | None:
        return outcome(s) if s.ended else None

    def ending(self, s: Airlift) -> Ending:
        return ending.ending(s)

    def standing(self, s: Airlift) -> dict[str, float]:
        return ending.standing(s)

    def sight(self, s: Airlift, seat: str) -> AirliftView:
        return sight(s, seat)

    def hides(self, options: Options) -> tuple[str, ...]:
        """AL-0.5 Nobody hides anything."""
        return ()

    def whose(self, s: Airlift, id: str) -> str:
        """The squadron of a plane or chit."""
        squadron = id.partition("-")[0]
        return squadron if squadron in SQUADRONS else ""

    def guess(self, s: Airlift, seat: str, dice: Dice) -> None:
        guess(s, dice)

    def board(self, options: Options) -> Board:
        return board()

    def table(self, view: AirliftView) -> Table:
        return lay_out(view)

    def schematic(self, view: AirliftView, width: int) -> list[str]:
        """The map in characters, for the terminal."""
        return schematic(view, width)

    def worth(self, view: AirliftView, seat: str) -> float:
        return worth.worth(view, seat)

    def figures(self, view: AirliftView, seat: str) -> tuple[str, dict[str, float]]:
        return worth.figures(view, seat)

    def sensible(self, view: AirliftView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return player.sensible(view, seat, options, rule)

    def experienced(self, view: AirliftView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return veteran.experienced(view, seat, options, rule, dice)

    def features(self, view: AirliftView, seat: str) -> tuple[float, ...]:
        return features.features(view)

    def feature_names(self, options: Options) -> tuple[str, ...]:
        return features.SHEET.names

    def invariants(self, s: Airlift) -> list[str]:
        return invariants(s)

    @property
    def clauses(self) -> Clauses:
        return clauses_of(__name__)


GAME = AirliftGame()
