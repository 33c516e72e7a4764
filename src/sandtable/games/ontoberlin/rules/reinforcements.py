"""Chapter 5: Reinforcements, both orders of appearance (OB-14.1, OB-15.4), the Air Strike roll (OB-8.3.1)."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    ARRIVALS,
    DIVISIONS,
    ENTRIES,
    FORMATIONS,
    GERMAN,
    HQ,
    KINDS,
    OFF_MAP,
    ON_MAP,
    RESERVE,
    TABLES,
    Arrival,
)
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import BOX, CALLED, DRIFTED, LATER, POOL, DivisionStatus, OnToBerlin
from sandtable.games.ontoberlin.rules.basics import holder, room
from sandtable.games.ontoberlin.rules.entering import enter
from sandtable.games.ontoberlin.rules.entry_hexes import entry_options
from sandtable.games.ontoberlin.rules.supply import EDGE, controlled
from sandtable.kernel.flow import Asks, Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

CALL_UP_HEXES = tuple(
    id
    for id, hex in MAP.hexes.items()
    if hex.perimeter != "out" and id not in MAP.water and (hex.terrain == "builtup" or "ubahn" in hex.features)
)
"""OB-5.5 Builtup hexes and U-Bahn entrances on or within the perimeter."""


def reinforcement_segment(s: OnToBerlin) -> None:
    """OB-4.3.1, OB-4.3.5 Air Strike roll, arrivals, and for the German the Volkssturm check."""
    roll_air_strikes(s)
    if s.player == ALLIED:
        return_drifters(s)
        roll_off_map_divisions(s)
        s.step = "reserve"
    else:
        for arrival in ARRIVALS:
            german_arrival(s, arrival)
        s.interdiction.clear()
        check_volkssturm(s)
        s.step = "call_up"


def roll_air_strikes(s: OnToBerlin) -> None:
    """OB-8.3.1, OB-8.3.5 From turn 2 each player rolls for the strikes of this player-turn."""
    s.strikes = 0
    s.struck.clear()
    if s.turn < TABLES.strike["first_turn"]:
        return
    dice = list(s.dice.pair(6, "air strikes"))
    s.strikes = TABLES.strikes[s.player, sum(dice)]
    s.napalm = TABLES.strike["napalm_per_turn"] if s.player == ALLIED else 0
    s.journal.add("OB-8.3.1", "air_strikes", side=s.player, dice=dice, strikes=s.strikes)


# -- OB-14 German ----------------------------------------------------------------------------------------------------


def german_arrival(s: OnToBerlin, arrival: Arrival) -> None:
    """OB-14.1, OB-14.2, OB-14.4, OB-5.1 A formation arrives on its turn, or unit by unit; none is ever withdrawn."""
    if s.turn < arrival.turn:
        return
    coming = [u for u in FORMATIONS[arrival.formation] if s.units[u].at == LATER]
    if s.variable and arrival.variable:
        coming = variable_arrivals(s, arrival, coming)
    hexes = tuple(ENTRIES[letter] for letter in arrival.entries)
    for u in coming:
        s.units[u] = replace(s.units[u], at=BOX, entries=hexes)
    if coming:
        s.journal.add("OB-14.1", "arrive", formation=arrival.formation, units=coming, hexes=list(hexes))


def variable_arrivals(s: OnToBerlin, arrival: Arrival, waiting: list[str]) -> list[str]:
    """OB-14.4 Each unit but the HQ rolls, plus interdiction: above the turn number it waits. The HQ joins the first."""
    hq = HQ.get(arrival.formation, "")
    strikes = s.interdiction.get(arrival.formation, 0)
    coming = []
    for u in waiting:
        if u == hq:
            continue
        roll = s.dice.roll(6, "variable reinforcements")
        modifiers = [(strikes, "OB-14.4.1", "interdiction")] if strikes else []
        comes = roll + strikes <= s.turn
        s.journal.add("OB-14.4", "variable", unit=u, roll=roll, modifiers=modifiers, success=comes)
        if comes:
            coming.append(u)
    if hq in waiting and coming:
        coming.insert(0, hq)
    return coming


def check_volkssturm(s: OnToBerlin) -> None:
    """OB-5.5 The Volkssturm check: how many are called up, drawn at random from the pool."""
    roll = s.dice.roll(6, "volkssturm")
    pool = sorted(u for u, unit in s.units.items() if unit.at == POOL)
    number = min(TABLES.volkssturm_check[roll - 1], len(pool))
    s.journal.add("OB-5.5", "volkssturm_check", roll=roll, number=number)
    for _ in range(number):
        u = s.dice.take(pool, "volkssturm drawn")
        s.units[u] = replace(s.units[u], at=CALLED)


def call_up_hexes(s: OnToBerlin, u: str) -> list[str]:
    """OB-5.5 Where a called-up unit may be placed: no Allied unit in it or adjacent, and room."""
    near = {n for hex in s.stacks if holder(s, hex) == ALLIED for n in (hex, *MAP.neighbours[hex])}
    return [hex for hex in CALL_UP_HEXES if hex not in near and (hex not in s.stacks or room(s, u, hex))]


def call_up(s: OnToBerlin) -> Flow:
    """OB-5.5 The German places one called-up unit, in Maneuver Mode; without a hex for it, it goes back to the pool."""
    called = _called(s)
    if not called:
        s.step = "end_reinforcement"
        return
    hexes = call_up_hexes(s, called)
    if not hexes:
        s.units[called] = replace(s.units[called], at=POOL)
        return
    pick = yield Choose(GERMAN, [("call_up", hex) for hex in hexes], rule="OB-5.5", ask="call_up", about=(called,))
    u = _called(s)
    s.reveal()
    enter(s, u, id_in(pick))
    s.journal.add("OB-5.5", "called_up", hex=id_in(pick))


def _called(s: OnToBerlin) -> str:
    """The next called-up unit. It is read from the state each time: what is drawn is hidden from the Allied player."""
    return min((u for u, unit in s.units.items() if unit.at == CALLED), default="")


# -- OB-15.4 Allied --------------------------------------------------------------------------------------------------


def return_drifters(s: OnToBerlin) -> None:
    """OB-15.3.8 Units that came down off the map wait at their entry hex."""
    for u, unit in s.units.items():
        if unit.at == DRIFTED:
            s.units[u] = replace(unit, at=BOX)
            s.journal.add("OB-15.3.8", "returns", unit=u, hexes=list(unit.entries))


def roll_off_map_divisions(s: OnToBerlin) -> None:
    """OB-15.4.2 From turn 2: d6 + CF below the turn number brings the whole division."""
    if s.turn < 2:
        return
    for division in DIVISIONS:
        status = s.divisions[division]
        if status.airfield in OFF_MAP and not status.arrived:
            roll = s.dice.roll(6, "arrival")
            comes = roll + DIVISIONS[division].confusion < s.turn
            modifiers = [(DIVISIONS[division].confusion, "OB-15.2.1", "Confusion Factor")]
            s.journal.add("OB-15.4.2", "arrival", division=division, roll=roll, modifiers=modifiers, success=comes)
            if comes:
                arrive_at_edge(s, division, status.airfield)


def arrive_at_edge(s: OnToBerlin, division: str, airfield: str) -> None:
    """OB-15.4.2, OB-5.2 All units of a division wait at the entry hexes of their edge."""
    field = AIRFIELDS[airfield]
    hexes = tuple(ENTRIES[letter] for letter in field.entries)
    s.divisions[division] = replace(s.divisions[division], arrived=True, edge=field.edge, source=EDGE)
    s.tally[f"arrived_{division}"] = s.turn
    for u in FORMATIONS[division]:
        if s.units[u].at == LATER:
            s.units[u] = replace(s.units[u], at=BOX, entries=hexes)


def reserve(s: OnToBerlin) -> Flow:
    """OB-15.4.3 The 52nd: roll for it, and once it may come, choose where; without a place the success is kept."""
    status = s.divisions[RESERVE]
    if s.turn < 2 or not any(s.units[u].at == LATER for u in FORMATIONS[RESERVE]):
        s.step = "end_reinforcement"
        return
    if status.arrived:
        yield from land_reserve(s)
        s.step = "end_reinforcement"
        return
    if not status.success:
        pick = yield Choose(ALLIED, [("roll", RESERVE), ("wait",)], rule="OB-15.4.3", ask="reserve")
        if pick[0] == "roll":
            roll = s.dice.roll(6, "arrival")
            comes = roll + DIVISIONS[RESERVE].confusion < s.turn
            modifiers = [(DIVISIONS[RESERVE].confusion, "OB-15.2.1", "Confusion Factor")]
            s.journal.add("OB-15.4.3", "arrival", division=RESERVE, roll=roll, modifiers=modifiers, success=comes)
            status = s.divisions[RESERVE] = replace(status, success=comes)
    if status.success:
        yield from bring_reserve(s)
    s.step = "end_reinforcement"


def reserve_places(s: OnToBerlin) -> list[str]:
    """OB-15.4.3 Allied-controlled airfields, and the edges whose division has arrived."""
    edges = [status.airfield for status in s.divisions.values() if status.airfield in OFF_MAP and status.arrived]
    fields = [a for a in ON_MAP if controlled(s, a) and any(holder(s, h) != GERMAN for h in AIRFIELDS[a].perimeter)]
    return fields + sorted(edges)


def bring_reserve(s: OnToBerlin) -> Asks[None]:
    """OB-15.4.3 Choose an airfield and its LZ hex, or an edge."""
    places = reserve_places(s)
    if not places:
        s.journal.add("OB-15.4.3", "no_place", division=RESERVE)
        return
    options: list[Option] = [("bring", RESERVE, place) for place in places]
    options.append(("wait",))
    pick = yield Choose(ALLIED, options, rule="OB-15.4.3", ask="bring")
    if pick == ("wait",):
        return
    place = id_in(pick, 2)
    if place in OFF_MAP:
        arrive_at_edge(s, RESERVE, place)
        return
    hexes = [hex for hex in AIRFIELDS[place].perimeter if holder(s, hex) != GERMAN]
    pick = yield Choose(
        ALLIED, [("lz", RESERVE, hex) for hex in hexes], rule="OB-15.4.3", ask="lz", about=(RESERVE, place), forced=True
    )
    s.divisions[RESERVE] = DivisionStatus(
        airfield=place, lz=id_in(pick, 2), lz_alive=True, public=True, dropped=True, arrived=True, success=True
    )
    s.tally[f"arrived_{RESERVE}"] = s.turn
    s.journal.add("OB-15.4.3", "reserve_lands", division=RESERVE, airfield=place, hex=id_in(pick, 2))
    yield from land_reserve(s)


def land_reserve(s: OnToBerlin) -> Asks[None]:
    """OB-15.4.3 Place the units of the 52nd in the perimeter; those without room come next turn."""
    status = s.divisions[RESERVE]
    if not status.lz_alive:
        return
    for u in FORMATIONS[RESERVE]:
        if s.units[u].at != LATER:
            continue
        hexes = [h for h in AIRFIELDS[status.airfield].perimeter if holder(s, h) != GERMAN and room(s, u, h)]
        if not hexes:
            return
        options: list[Option] = [("put_down", u, hex) for hex in hexes]
        pick = yield Choose(ALLIED, options, rule="OB-15.4.3", ask="put_down", about=(u,), forced=True)
        hex = id_in(pick, 2)
        s.units[u] = replace(s.units[u], half=True)
        enter(s, u, hex)


# -- OB-5.3, OB-5.4 blocked ------------------------------------------------------------------------------------------


def note_blocked(s: OnToBerlin) -> None:
    """OB-5.4 A unit that found all its entry hexes blocked may come in nearby from the next turn on."""
    for u, unit in s.units.items():
        if unit.at == BOX and not unit.blocked and KINDS[u].side == s.player and not entry_options(s, u):
            s.units[u] = replace(unit, blocked=True)
            s.journal.add("OB-5.3", "blocked", unit=u)
