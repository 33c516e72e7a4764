"""A field for tests: an empty map at any turn, units put where a case wants them, flows answered by a script."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import GERMAN, KINDS
from sandtable.games.ontoberlin.map.geography import COMPASS, MAP
from sandtable.games.ontoberlin.model import LATER, Attack, DivisionStatus, OnToBerlin, Unit
from sandtable.games.ontoberlin.rules.attacks import Assessment, assess
from sandtable.games.ontoberlin.rules.basics import put, set_mode
from sandtable.kernel.dice import Dice, Result
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.state import replace
from tests.games.flows import carry_out

PARA = [f"a-us82nd-infantry-{n}" for n in range(1, 7)]
"""Six US parachute units 3-2-4."""
BRITISH = [f"a-british6th-infantry-{n}" for n in range(2, 8)]
"""Six British parachute units 3-2-4."""
VS_12 = "g-vs-infantry-21"
"""Volkssturm 1-2-2."""
VS_11 = "g-vs-infantry-1"
VS_22 = "g-vs-infantry-41"
LAH = "g-lahguard-mech-2"
"""SS LAH 2-4-6."""
GD = ["g-gd-mech-1", "g-gd-mech-2"]
"""Grossdeutschland 3-4-6."""
HQ82 = "a-us82nd-hq-1"
POLISH = "a-british1st-infantry-7"
"""A Polish parachute unit of the British 1st."""
END = ("end",)
OPEN = "0518"
"""A clear hex in the middle of clear hexes, far from roads and water."""


def empty(turn: int = 3, player: str = "allied", rolls: list[Result] | None = None, **options: str | int) -> OnToBerlin:
    """The map without units, in the Movement Segment of a player-turn."""
    s = GAME.new(GAME.settle(options), Dice.loaded(rolls or []))
    for u in s.units:
        s.units[u] = Unit(LATER)
    s.stacks.clear()
    s.facing.clear()
    s.turn, s.player, s.step = turn, player, "movement"
    return s


def place(s: OnToBerlin, u: str, hex: str, facing: str = "N", combat: bool = True, **flags: Any) -> str:
    """Put a unit on the map."""
    put(s, u, hex)
    set_mode(s, u, combat=combat)
    if combat and hex not in MAP.built_up:
        s.facing[hex] = COMPASS.index(facing)
    if flags:
        s.units[u] = replace(s.units[u], **flags)
    return u


def load(s: OnToBerlin, *rolls: Result) -> None:
    """Dice that roll this next."""
    s.dice = Dice.loaded(rolls)


def side(hex: str, compass: str) -> str:
    """The neighbour in a direction."""
    return MAP.grid.towards[hex][COMPASS.index(compass)]


class Script:
    """Answers a flow. Each answer is an option; forced and single options need none, nor does a side that is idle."""

    def __init__(self, *answers: Option) -> None:
        self.answers = list(answers)
        self.asked: list[Choose] = []

    def run(self, flow: Generator[Decision, Any, Any]) -> Any:
        result = carry_out(flow, self.choose)
        assert not self.answers, f"not asked for {self.answers}"
        return result

    def choose(self, decision: Choose) -> Option:
        self.asked.append(decision)
        options = list(decision.options)
        if decision.ask.startswith("idle_"):
            return options[0]
        if decision.forced and len(options) == 1 and not (self.answers and self.answers[0] == options[0]):
            return options[0]
        assert self.answers, f"asked {decision.ask} {options[:12]} with nothing left to answer"
        return self.answers.pop(0)


def run(flow: Generator[Decision, Any, Any], *answers: Option) -> Any:
    """Run a flow with these answers; its result."""
    return Script(*answers).run(flow)


def first_decision(flow: Generator[Decision, Any, Any]) -> Choose:
    """What a flow asks first."""
    decision = next(flow)
    assert isinstance(decision, Choose)
    return decision


def after(flow: Generator[Decision, Any, Any], *answers: Option) -> Choose:
    """What a flow asks after these answers."""
    decision = first_decision(flow)
    for answer in answers:
        assert answer in decision.options, f"{answer} is not offered: {list(decision.options)[:40]}"
        asked = flow.send(answer)
        assert isinstance(asked, Choose)
        decision = asked
    return decision


def options_of(flow: Generator[Decision, Any, Any], *answers: Option) -> set[Option]:
    """What a flow offers after these answers."""
    return set(after(flow, *answers).options)


def sum_up(s: OnToBerlin, kind: str, target: str, *units: str, strikes: int = 0, napalm: int = 0) -> Assessment:
    """An attack worked out."""
    return assess(s, Attack(kind, target, units, strikes, napalm))


def vp(s: OnToBerlin) -> tuple[int, int]:
    """Allied and German Victory Points."""
    return s.vp["allied"], s.vp["german"]


def german(u: str) -> bool:
    return KINDS[u].side == GERMAN


N, NE, SE, S, SW, NW = (side(OPEN, c) for c in ("N", "NE", "SE", "S", "SW", "NW"))
"""The neighbours of the open hex."""


def supplied(lz: str = "1023") -> DivisionStatus:
    """A division that has landed, with a standing LZ."""
    return DivisionStatus(MAP.perimeter_of[lz], lz, lz_alive=True, public=True, dropped=True, arrived=True)


def step_of(s: OnToBerlin) -> str:
    """Where the game stands now; mypy takes `s.step` for what was last assigned to it."""
    return s.step
