"""Setting a scene for a test: a position laid out by hand, loaded dice, and the decisions that players make."""

from __future__ import annotations

from typing import Any

from sandtable.games.airlift.components import COLOURS, COUNTERS, Cubes
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, READY, Airlift, Plane
from sandtable.games.airlift.rules.activation import activation, may_wait, planes_to_activate
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.movement import allowance, flight_options
from sandtable.games.airlift.rules.pieces import add_cubes, cubes_to_pool, lift
from sandtable.games.airlift.rules.season import new_game
from sandtable.kernel.dice import Dice, LoadedDice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.flows import carry_out

US, CW, US2, CW2 = "usaf10", "cw30", "usaf14", "cw77"
TWO = (US, CW)
THREE = (US, CW, US2)
FOUR = (US, CW, US2, CW2)


def scene(
    scenario: str = "summer", seats: tuple[str, ...] = TWO, variants: tuple[str, ...] = (), **changes: Any
) -> Airlift:
    """A new game with seat 0 as Active Player, loaded dice, a journal, and whatever is changed."""
    s = new_game(scenario, seats, variants, seats[0], Dice.loaded())
    s.journal = Journal()
    for name, value in changes.items():
        setattr(s, name, value)
    return s


def load_dice(s: Airlift, *rolls: int | str) -> None:
    """The next results of dice and draws."""
    s.dice = Dice.loaded(list(rolls))


def all_rolled(s: Airlift) -> bool:
    """Whether every loaded result was used."""
    assert isinstance(s.dice, LoadedDice)
    return s.dice.left() == {}


class Script:
    """Runs a procedure of the rules, answering its decisions in turn; remembers what was asked."""

    def __init__(self, flow: Flow, *choices: Option) -> None:
        self.asked: list[Choose] = []
        left = list(choices)

        def choose(decision: Choose) -> Option:
            if len(decision.options) == 1:
                assert decision.forced, f"AL-0.6: {decision.ask} has one option and asks for it"
                return decision.options[0]
            self.asked.append(decision)
            assert left, f"asked {decision.ask} by {decision.rule}: {list(decision.options)}"
            return left.pop(0)

        self.result: Any = carry_out(flow, choose)
        assert not left, f"never asked for {left}"


def run(flow: Flow, *choices: Option) -> Script:
    """Run a procedure to its end."""
    return Script(flow, *choices)


def options_of(flow: Flow) -> list[Option]:
    """The options of the first decision that is not forced; empty if there is none."""
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration:
            return []
        assert isinstance(decision, Choose)
        if decision.forced and len(decision.options) == 1:
            answer = decision.options[0]
            continue
        return list(decision.options)


def plane(s: Airlift, seat: str, slot: str) -> str:
    """The counter of a squadron's slot in this season, such as 3A."""
    return next(
        id
        for id, at in s.planes.items()
        if COUNTERS[id].squadron == seat and COUNTERS[id].slot == slot and at.status != "aside"
    )


def add_plane(s: Airlift, id: str) -> str:
    """Bring a counter of another season into play, ready at Rhein-Main or Wunstorf."""
    base = "rhein_main" if COUNTERS[id].squadron.startswith("us") else "wunstorf"
    s.planes[id] = Plane(status=READY, place=base)
    s.ground[base] = (*s.ground.get(base, ()), id)
    return id


def stand(s: Airlift, id: str, base: str, problems: int = 0, unidentified: bool = False, **changes: Any) -> str:
    """A plane stands at a base; with P or U in maintenance unless told otherwise."""
    lift(s, id)
    status = MAINTENANCE if problems or unidentified else READY
    s.ground[base] = (*s.ground.get(base, ()), id)
    fields = {"status": status, "place": base, "came_from": "", "problems": problems, "unidentified": unidentified}
    s.planes[id] = replace(s.planes[id], **(fields | changes))
    return id


def aloft(s: Airlift, id: str, space: str, came_from: str = "", **changes: Any) -> str:
    """A plane is in flight in a space, on top of its stack."""
    lift(s, id)
    s.stacks[space] = (*s.stacks.get(space, ()), id)
    s.planes[id] = replace(s.planes[id], status=FLIGHT, place=space, came_from=came_from, **changes)
    return id


def hurried_landing(severity: int, die: int) -> tuple[Airlift, str]:
    """AL-19.2 In fog a C-54 lands at a snack bar with the first roll a 1, and flies on at once with the next."""
    s = scene("autumn", weather="fog", severity=severity)
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], snack_bar=True)
    id = aloft(s, plane(s, US, "3A"), "berlin")
    cargo(s, id, fuel=1)
    load_dice(s, 1, die)
    run(land(s, id, "tempelhof"), ("hurry", id))
    return s, id


def cargo(s: Airlift, id: str, **cubes: int) -> None:
    """Cubes from the pool lie on a plane."""
    counts = [cubes.get(colour, 0) for colour in COLOURS]
    for index, n in enumerate(counts):
        s.pool[index] -= n
    s.planes[id] = replace(s.planes[id], cargo=(counts[0], counts[1], counts[2], counts[3]))


def stock(s: Airlift, base: str, **cubes: int) -> None:
    """A base holds exactly these cubes."""
    cubes_to_pool(s, s.bases[base].cubes)
    s.bases[base] = replace(s.bases[base], cubes=(0, 0, 0, 0), marked=(0, 0, 0, 0))
    for index, colour in enumerate(COLOURS):
        add_cubes(s, base, index, cubes.get(colour, 0))


def delivered(s: Airlift, seat: str, fuel: int = 0, food: int = 0, medicine: int = 0, parts: int = 0) -> None:
    """A squadron's cargo tracks."""
    s.players[seat] = replace(s.players[seat], delivered=(fuel, food, medicine, parts))


def activate(s: Airlift, id: str, *choices: Option) -> Script:
    """Its flight's impulse for one plane alone: activated and flown as chosen."""
    s.flight = f"{COUNTERS[id].squadron}-{COUNTERS[id].flight}"
    s.waiting = [id]
    first: list[Option] = [("activate", id)] if may_wait(s, id) else []
    return run(activation(s), *first, *choices)


def impulse(s: Airlift, chit: str) -> None:
    """It is that flight's impulse and its planes wait to be activated."""
    s.flight, s.outgoing_taken = chit, False
    s.waiting = planes_to_activate(s, chit)


def cubes_at(s: Airlift, base: str) -> Cubes:
    """The incoming cubes at a base."""
    return s.bases[base].cubes


def said(s: Airlift, event: str) -> list[dict[str, Any]]:
    """The facts of every journal line of that event."""
    return [line.facts for line in s.journal.lines if line.event == event]


def ends(s: Airlift, id: str) -> set[str]:
    """Where a plane's move can end, in flight or landing."""
    return {str(option[-1]) for option in flight_options(s, id, allowance(s, id)) if option[0] != "circle"}


def a_c54(s: Airlift, slot: str = "3A") -> str:
    """A C-54 of USAF 10."""
    return plane(s, US, slot)
