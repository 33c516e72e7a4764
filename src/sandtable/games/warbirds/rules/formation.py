"""WB-19 Breaking formation."""

from __future__ import annotations

from sandtable.games.warbirds.components import AIRMEN, COCKPIT, CONSTANTS
from sandtable.games.warbirds.model import APPROACH, ENEMY, Warbirds, captain, holder
from sandtable.games.warbirds.rules.battlefield import clear_battlefield
from sandtable.games.warbirds.rules.bombs import drop_as_misses
from sandtable.games.warbirds.rules.fuel import change_fuel
from sandtable.games.warbirds.rules.interrupts import BailOut
from sandtable.games.warbirds.rules.skill import pilot_test, station_test
from sandtable.games.warbirds.rules.stations import take_station
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.options import id_in

ALTERNATE_DISTANCE = CONSTANTS["alternate_base_distance"]
OUT_OF_FORMATION_FUEL = CONSTANTS["out_of_formation_fuel"]


def break_formation(s: Warbirds, cause: str) -> Flow:
    """WB-19.1, WB-19.4, WB-19.5, WB-19.7, WB-19.8, WB-19.9 Man navigator and radio, lose the enemy, head for a base.

    Over enemy territory that is an alternate base at distance 3, on the return the same home as before, and on the
    approach the mission is aborted with the bombs dropped at once."""
    s.journal.add("WB-19.1", "breaks_formation", cause=cause)
    yield from man_radio_and_navigator(s)
    s.formation_broken = True
    s.broken_this_turn = True
    clear_battlefield(s, "WB-19.4")
    if s.phase == ENEMY:
        s.alternate_turns = ALTERNATE_DISTANCE
        s.journal.add("WB-19.7", "alternate_base", turns=ALTERNATE_DISTANCE)
    elif s.phase == APPROACH and not s.bombs_gone:
        drop_as_misses(s, "WB-19.9")


def man_radio_and_navigator(s: Warbirds) -> Flow:
    """WB-19.2, WB-19.3, WB-19.10 Both stations must be manned; moves are free. A smashed radio is still manned."""
    pairs = legal_pairs(s)
    if not pairs:
        raise BailOut("no_radio_navigator")
    options = [("man_stations", navigator, radio) for navigator, radio in pairs]
    pick = yield Choose(captain(s), options, "WB-19.3", "man_radio_navigator", forced=True)
    for man, station in ((id_in(pick), "navigator"), (id_in(pick, 2), "radio")):
        if s.crew[man].station != station:
            take_station(s, man, station, "WB-19.3")


def legal_pairs(s: Warbirds) -> list[tuple[str, str]]:
    """WB-19.3 Pairs of conscious qualified men that leave a pilot flying, if one was, and move the fewest men."""
    flying = [man for man in (holder(s.crew, station) for station in COCKPIT) if man]
    conscious = [id for id, man in s.crew.items() if man.conscious]
    navigators = [id for id in conscious if "navigator" in AIRMEN[id].skills]
    radiomen = [id for id in conscious if "radio" in AIRMEN[id].skills]
    moved: dict[tuple[str, str], int] = {}
    for navigator in navigators:
        for radioman in radiomen:
            pair = (navigator, radioman)
            if navigator == radioman or (flying and all(pilot in pair for pilot in flying)):
                continue
            moved[pair] = (s.crew[navigator].station != "navigator") + (s.crew[radioman].station != "radio")
    fewest = min(moved.values(), default=0)
    return [pair for pair, moves in moved.items() if moves == fewest]


def out_of_formation(s: Warbirds) -> None:
    """WB-8.5, WB-19.6 Each later turn: navigator and radio find fuel or lose it; without fuel the pilots glide."""
    if s.fuel == 0:
        if not pilot_test(s, "WB-19.6"):
            raise BailOut("fuel")
        s.journal.add("WB-19.6", "glides")
        return
    on_course = station_test(s, "navigator", "WB-19.6")
    heard = station_test(s, "radio", "WB-19.6")
    if on_course and heard:
        change_fuel(s, OUT_OF_FORMATION_FUEL, "WB-19.6")
    elif not on_course and not heard:
        change_fuel(s, -OUT_OF_FORMATION_FUEL, "WB-19.6")
