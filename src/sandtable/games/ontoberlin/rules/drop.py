"""The air drop (chapter 15.3): who is lost, where each unit aims, drifts and lands."""

from __future__ import annotations

from functools import cache

from sandtable.games.ontoberlin.components import (
    ALLIED,
    DIVISIONS,
    ENTRIES,
    FORMATIONS,
    GERMAN,
    KINDS,
    LANDING_COLUMN,
    LZ_RADIUS,
    OFF_MAP,
    RESERVE,
    TABLES,
)
from sandtable.games.ontoberlin.map.geography import COMPASS, MAP
from sandtable.games.ontoberlin.model import DRIFTED, DROPPING, ELIMINATED, LATER, LOST, REMOVED, OnToBerlin
from sandtable.games.ontoberlin.names import say
from sandtable.games.ontoberlin.rules.attacks import is_tower
from sandtable.games.ontoberlin.rules.basics import ask_facing, disrupt, holder, remove, room, score, set_mode
from sandtable.games.ontoberlin.rules.entering import enter, live_strongpoint, look_for_falls
from sandtable.kernel.flow import Asks, Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

OPEN_GROUND = ("clear", "park", "airfield")


def drop(s: OnToBerlin) -> Flow:
    """OB-15.3.1 The next thing of the drop: a division begins, or a unit of the division in the air lands."""
    if s.dropping:
        yield from land_next(s)
        return
    waiting = waiting_to_drop(s)
    if not waiting:
        s.step = "movement"
        return
    options: list[Option] = [("drop", d) for d in waiting]
    # On turn 1 the number of divisions left to drop is open, so a single one needs no asking.
    pick = yield Choose(ALLIED, options, rule="OB-15.3.1", ask="drop", forced=True)
    begin_drop(s, id_in(pick))


def waiting_to_drop(s: OnToBerlin) -> list[str]:
    """OB-15.3.1, OB-15.4.1 Turn 1: every assigned division. Later: those with lost units and a standing LZ."""
    if s.turn == 1:
        return [d for d in DIVISIONS if d != RESERVE and not s.divisions[d].dropped]
    return [
        d
        for d in DIVISIONS
        if s.divisions[d].lz_alive and any(s.units[u].at == LOST and not s.units[u].moved for u in FORMATIONS[d])
    ]


def begin_drop(s: OnToBerlin, division: str) -> None:
    """OB-15.1.4, OB-15.3.2, OB-15.3.14 The assignment becomes public; each unit rolls whether it is lost this turn."""
    status = s.divisions[division]
    confusion = DIVISIONS[division].confusion
    if not status.public:
        s.reveal()
    if status.airfield in OFF_MAP:
        s.divisions[division] = replace(status, public=True, dropped=True)
        s.journal.add("OB-15.1.4", "drops_off_map", division=division, airfield=status.airfield)
        here = [u for u in FORMATIONS[division] if s.units[u].at == LATER]
        for _ in range(confusion):
            u = s.dice.take(here, "off-map losses")
            remove(s, u, REMOVED)
            s.journal.add("OB-15.3.14", "drawn_off_map", unit=u)
            s.tally["drop_off_map"] = s.tally.get("drop_off_map", 0) + 1
        return
    first = not status.dropped
    s.divisions[division] = replace(status, public=True, dropped=True, arrived=True, lz_alive=first or status.lz_alive)
    if first:
        s.journal.add("OB-15.1.4", "drops", division=division, airfield=status.airfield, hex=status.lz)
    for u in FORMATIONS[division]:
        if s.units[u].at in (LATER, LOST) and not s.units[u].moved:
            roll = s.dice.roll(6, "drop")
            lost = roll <= confusion
            s.units[u] = replace(s.units[u], at=LOST if lost else DROPPING, moved=lost)
            if lost:
                s.tally["drop_lost"] = s.tally.get("drop_lost", 0) + 1
                s.journal.add("OB-15.3.2", "lost_in_drop", unit=u, roll=roll)
    s.dropping = division


@cache
def landing_grounds(lz: str, glider: bool) -> tuple[str, ...]:
    """OB-15.3.4 The aiming hexes around an LZ as far as the map says."""
    return tuple(
        hex
        for hex in MAP.within(lz, LZ_RADIUS)
        if (MAP.hexes[hex].terrain in OPEN_GROUND or (glider and MAP.hexes[hex].road))
        and "flaktower" not in MAP.hexes[hex].features
    )


def aiming_hexes(s: OnToBerlin, u: str) -> list[str]:
    """OB-15.3.4 Within 6 of the LZ, without units, no tower or live strongpoint; gliders may aim at roads."""
    status = s.divisions[KINDS[u].formation]
    return [
        hex
        for hex in landing_grounds(status.lz, KINDS[u].drop == "glider")
        if hex not in s.stacks and not live_strongpoint(s, hex)
    ]


def anti_aircraft(s: OnToBerlin, lz: str) -> int:
    """OB-15.3.5 Undisrupted Combat Mode flak: in towers anywhere, elsewhere within 6 of the LZ."""
    return sum(
        1
        for u, unit in s.units.items()
        if KINDS[u].cls == "flak"
        and unit.combat
        and unit.at in s.stacks
        and (is_tower(s, unit.at) or MAP.distance(unit.at, lz) <= LZ_RADIUS)
    )


def land_next(s: OnToBerlin) -> Flow:
    """OB-15.3.3, OB-15.3.4 The Allied player picks the next unit to land, and its aiming hex."""
    division = s.dropping
    falling = [u for u in FORMATIONS[division] if s.units[u].at == DROPPING]
    if not falling:
        s.dropping = ""
        return
    options: list[Option] = [("land", u) for u in falling]
    pick = yield Choose(ALLIED, options, rule="OB-15.3.3", ask="land", about=(division,), forced=True)
    u = id_in(pick)
    aims = aiming_hexes(s, u)
    if not aims:
        s.units[u] = replace(s.units[u], at=LOST, moved=True)
        s.journal.add("OB-15.3.4", "no_aim", unit=u)
        return
    pick = yield Choose(
        ALLIED,
        [("aim", hex) for hex in aims],
        rule="OB-15.3.4",
        ask="aim",
        about=(u,),
        why_not=lambda option: _why_not_aim(s, u, option),
    )
    yield from land(s, u, id_in(pick))


def _why_not_aim(s: OnToBerlin, u: str, option: Option) -> Refusal | None:
    if len(option) != 2 or option[0] != "aim" or option[1] not in MAP.hexes:
        return None
    hex = id_in(option)
    if hex in s.stacks:
        return say("cant_land_occupied"), "OB-15.3.4"
    if MAP.distance(hex, s.divisions[KINDS[u].formation].lz) > LZ_RADIUS:
        return say("cant_land_far"), "OB-15.3.4"
    return say("cant_land_ground"), "OB-15.3.4"


def land(s: OnToBerlin, u: str, aim: str) -> Flow:
    """OB-15.3.6-15.3.12 One unit lands: scatter, displacement, landing attack, mode."""
    s.active = u
    division = KINDS[u].formation
    guns = anti_aircraft(s, s.divisions[division].lz)
    glider = KINDS[u].drop == "glider"
    hex = aim
    if glider:
        roll = s.dice.roll(6, "glider")
        scatters = roll - guns <= DIVISIONS[division].confusion
        s.journal.add("OB-15.3.6", "glider", unit=u, hex=aim, roll=roll, flak=guns, success=not scatters)
    else:
        scatters = True
    if scatters:
        direction = s.dice.roll(6, "direction") - 1
        distance = s.dice.roll(6, "distance") + (0 if glider else guns)
        line = MAP.grid.ray(aim, direction, distance)
        clause = "OB-15.3.6" if glider else "OB-15.3.7"
        s.journal.add(clause, "scatters", unit=u, hex=aim, compass=COMPASS[direction], distance=distance)
        if len(line) < distance:
            yield from drift_off(s, u, (aim, *line)[-1])
            return
        hex = line[-1]
    place = yield from displace(s, u, hex)
    if place:
        yield from touch_down(s, u, place)
    s.active = ""


def drift_off(s: OnToBerlin, u: str, last: str) -> Asks[None]:
    """OB-15.3.8 Off the map: it comes back next turn at the entry hex closest to the last hex of its line."""
    nearest = min(MAP.distance(last, hex) for hex in ENTRIES.values())
    hexes = [hex for hex in ENTRIES.values() if MAP.distance(last, hex) == nearest]
    pick = yield Choose(
        ALLIED, [("come_back", u, hex) for hex in hexes], rule="OB-15.3.8", ask="come_back", about=(u,), forced=True
    )
    s.units[u] = replace(s.units[u], at=DRIFTED, entries=(id_in(pick, 2),))
    s.tally["drop_drifted"] = s.tally.get("drop_drifted", 0) + 1
    s.journal.add("OB-15.3.8", "drifts_off", unit=u, hex=id_in(pick, 2))
    s.active = ""


def displace(s: OnToBerlin, u: str, hex: str) -> Asks[str]:
    """OB-15.3.9 Out of the water, off German units, out of full hexes, in this order; "" if it is eliminated."""
    if hex in MAP.water:
        radius = 1
        while not (near := [n for n in MAP.grid.ring(hex, radius) if n not in MAP.water and holder(s, n) != GERMAN]):
            radius += 1
        pick = yield Choose(
            ALLIED, [("swim", u, n) for n in near], rule="OB-15.3.9", ask="displace", about=(u, hex), forced=True
        )
        hex = id_in(pick, 2)
    if holder(s, hex) == GERMAN or not room(s, u, hex):
        around = [n for n in MAP.neighbours[hex] if n not in MAP.water and not is_tower(s, n) and room(s, u, n)]
        if not around:
            lose_in_landing(s, u, "OB-15.3.9")
            return ""
        pick = yield Choose(
            ALLIED, [("swerve", u, n) for n in around], rule="OB-15.3.9", ask="displace", about=(u, hex), forced=True
        )
        hex = id_in(pick, 2)
    return hex


def safe(s: OnToBerlin, u: str, hex: str) -> bool:
    """OB-15.3.10 Clear, park, airfield, for gliders a road; never a tower, a live strongpoint or ruins."""
    printed = MAP.hexes[hex]
    if is_tower(s, hex) or live_strongpoint(s, hex) or hex in s.ruins:
        return False
    row = TABLES.terrain[printed.terrain]
    if KINDS[u].drop == "glider":
        return row.glider_safe or printed.road
    return row.parachute_safe


def touch_down(s: OnToBerlin, u: str, hex: str) -> Flow:
    """OB-15.3.10-15.3.12 The landing attack on unsafe ground; otherwise the player chooses mode and facing."""
    if not safe(s, u, hex):
        no_cover = MAP.hexes[hex].terrain == "builtup" or is_tower(s, hex) or live_strongpoint(s, hex)
        dice = list(s.dice.pair(6, "landing"))
        minus = 0 if no_cover else KINDS[u].pf
        column = LANDING_COLUMN[KINDS[u].drop]
        result = TABLES.result(column, sum(dice) - minus)
        modifiers = [(-minus, "OB-15.3.10", "Protection Factor")] if minus else []
        s.fights[hex] = s.fights.get(hex, 0) + 1
        s.journal.add(
            "OB-15.3.10",
            "landing_attack",
            unit=u,
            hex=hex,
            column=TABLES.letters[column],
            dice=dice,
            modifiers=modifiers,
            result=result,
            meaning={"say": "landing_lost" if result in ("E", "EX") else "landing_disrupted"},
        )
        if result in ("E", "EX"):
            lose_in_landing(s, u, "OB-15.3.10")
            return
        s.units[u] = replace(s.units[u], landed=True)
        enter(s, u, hex)
        disrupt(s, u)
        return
    s.units[u] = replace(s.units[u], landed=True)
    enter(s, u, hex)
    s.journal.add("OB-15.3.11", "lands", unit=u, hex=hex)
    pick = yield Choose(ALLIED, [("combat", u), ("maneuver", u)], rule="OB-15.3.11", ask="landing_mode", about=(u, hex))
    if pick[0] == "combat":
        set_mode(s, u, combat=True)
        yield from ask_facing(s, hex)
        look_for_falls(s, hex)


def lose_in_landing(s: OnToBerlin, u: str, clause: str) -> None:
    """OB-15.3.10, OB-12.6 Killed in the landing: 1 VP for the German."""
    s.units[u] = replace(s.units[u], at=ELIMINATED)
    score(s, GERMAN, TABLES.victory["german_per_allied_unit"], "landing")
    s.tally["drop_killed"] = s.tally.get("drop_killed", 0) + 1
    s.journal.add(clause, "dies_landing", unit=u)
    s.active = ""
