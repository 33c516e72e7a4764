"""WB-8 Step 1: pilot actions."""

from __future__ import annotations

from sandtable.games.warbirds.components import AIRMEN, COCKPIT, CONSTANTS
from sandtable.games.warbirds.model import ENEMY, Warbirds, captain, holder
from sandtable.games.warbirds.names import say
from sandtable.games.warbirds.rules.damage import return_kept
from sandtable.games.warbirds.rules.events import cards_due
from sandtable.games.warbirds.rules.formation import out_of_formation
from sandtable.games.warbirds.rules.fuel import change_fuel
from sandtable.games.warbirds.rules.interrupts import BailOut, BreakFormation
from sandtable.games.warbirds.rules.skill import KEEPS, cockpit_modifiers, odds_of, pilot_test, station_test
from sandtable.games.warbirds.rules.stations import take_station
from sandtable.kernel.flow import Choose, Flow, Odds, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

FUEL_PER_TURN = CONSTANTS["fuel_per_turn"]
FUEL_LEAK = CONSTANTS["fuel_leak_loss"]
FUEL_SAVE = CONSTANTS["fuel_save_gain"]
FUEL_SAVES = CONSTANTS["medal_fuel_saves"]


def pilot_step(s: Warbirds) -> Flow:
    """WB-8, WB-7.1 Cockpit, fuel, out of formation, and over enemy territory one pilot action."""
    s.journal.add("WB-7.1", "turn_begins", turn=s.turns + 1, phase=s.phase)
    s.evaded = 0
    s.broken_this_turn = False
    yield from man_cockpit(s)
    fuel_step(s)
    if s.formation_broken:
        out_of_formation(s)
    if s.phase == ENEMY:
        yield from pilot_action(s)
    s.step = "event"


def man_cockpit(s: Warbirds) -> Flow:
    """WB-8.1, WB-25.11 An empty cockpit must be manned, free of charge, by one man or two; otherwise bail out."""
    if holder(s.crew, "pilot") or holder(s.crew, "copilot"):
        return
    seat = captain(s)
    options = cockpit_moves(s, COCKPIT)
    if not options:
        raise BailOut("no_pilot")
    pick = yield Choose(seat, options, "WB-8.1", "man_cockpit", forced=True)
    take_station(s, id_in(pick), id_in(pick, 2), "WB-8.1")
    other = "copilot" if id_in(pick, 2) == "pilot" else "pilot"
    options = cockpit_moves(s, (other,))
    if options:
        pick = yield Choose(seat, [*options, ("leave_empty", other)], "WB-8.1", "man_cockpit", forced=True)
        if pick[0] == "fly":
            take_station(s, id_in(pick), id_in(pick, 2), "WB-8.1")


def cockpit_moves(s: Warbirds, stations: tuple[str, ...]) -> list[Option]:
    """WB-8.1 The conscious qualified men outside the cockpit, and the seats they may take."""
    return [
        ("fly", id, station)
        for id, man in s.crew.items()
        if man.conscious and man.station not in COCKPIT and "pilot" in AIRMEN[id].skills
        for station in stations
    ]


def fuel_step(s: Warbirds) -> None:
    """WB-8.2, WB-8.3, WB-8.4, WB-25.1, WB-25.2 Discard a fuel card, then the leaks; no fuel breaks the formation."""
    change_fuel(s, -FUEL_PER_TURN, "WB-8.2")
    for card in [card for card in s.kept if card in KEEPS and KEEPS[card].condition == "fuel_leak"]:
        if station_test(s, "engineer", "WB-8.3"):
            return_kept(s, card, "WB-8.3")
        else:
            change_fuel(s, -FUEL_LEAK, "WB-8.3")
    if s.fuel == 0 and not s.formation_broken:
        raise BreakFormation("fuel")


def pilot_action(s: Warbirds) -> Flow:
    """WB-8.6, WB-8.9 One action for the cockpit as a whole; the pilot whom the captain names spends his own on it."""
    pilots = [man for man in (holder(s.crew, station) for station in COCKPIT) if man]
    options: list[Option] = [("fly_on",)]
    if s.fuel_saves < FUEL_SAVES:
        options += [("fuel_save", man) for man in pilots]
    options += [("evade", man) for man in pilots]

    def why_not(option: Option) -> Refusal | None:
        if option[0] == "fuel_save" and s.fuel_saves >= FUEL_SAVES:
            return say("no_fuel_saves"), "WB-8.7"
        if option[0] in ("fuel_save", "evade"):
            return say("cockpit_only"), "WB-8.6"
        return None

    pick = yield Choose(captain(s), options, "WB-8.6", "pilot_action", why_not=why_not, odds=lambda o: _odds(s, o))
    if pick == ("fly_on",):
        return
    man = id_in(pick)
    s.crew[man] = replace(s.crew[man], acted=True)
    if pick[0] == "fuel_save":
        fuel_save(s)
    else:
        yield from evasive_manoeuvre(s)


def _odds(s: Warbirds, option: Option) -> Odds | None:
    return None if option in (("fly_on",), ("stop",)) else odds_of(cockpit_modifiers(s.crew, s.kept, s.engines_out))


def fuel_save(s: Warbirds) -> None:
    """WB-8.7 A pilot test; success gains fuel and a pilot card. With the third, the men in the cockpit are noted."""
    if not pilot_test(s, "WB-8.7"):
        return
    s.fuel_saves += 1
    change_fuel(s, FUEL_SAVE, "WB-8.7")
    s.journal.add("WB-8.7", "fuel_saved", saves=s.fuel_saves)
    if s.fuel_saves == FUEL_SAVES:
        s.fuel_savers = tuple(man for man in (holder(s.crew, station) for station in COCKPIT) if man)


def evasive_manoeuvre(s: Warbirds) -> Flow:
    """WB-8.8 Each success spares one event card; one failure voids them all. It stops when no card is left to spare."""
    due = cards_due(s)
    while s.evaded < due:
        if not pilot_test(s, "WB-8.8"):
            s.evaded = 0
            s.journal.add("WB-8.8", "evasion_failed", cards=due)
            return
        s.evaded += 1
        if s.evaded < due:
            options: list[Option] = [("stop",), ("evade_again",)]
            ask = Choose(
                captain(s), options, "WB-8.8", "evade_again", (s.evaded, due), odds=lambda option: _odds(s, option)
            )
            if (yield ask) == ("stop",):
                break
    s.journal.add("WB-8.8", "evaded", cards=s.evaded)
