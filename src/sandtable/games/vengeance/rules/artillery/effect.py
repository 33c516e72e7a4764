"""Fire for effect (chapters C1.5, C1.8, C1.9): shells on a whole area, smoke, light, and who walks into it."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.map.altered_ground import SHELLHOLES, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import FFE1, FFEC, IR, SMOKE, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import Light
from sandtable.games.vengeance.model.traces import Shelled
from sandtable.games.vengeance.rules.artillery.blast_area import blast_area, falls
from sandtable.games.vengeance.rules.artillery.chits import change, end
from sandtable.games.vengeance.rules.artillery.indirect_fire import exposed, strike_vehicle
from sandtable.games.vengeance.rules.artillery.observers import known_near
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex, strike_moving
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.terrain.smoke import lay_smoke
from sandtable.games.vengeance.rules.units.kinds import units_at

_CRITICAL = 2
_TWICE = 2


def fire_for_effect(s: Battle, id: str, marker: str) -> None:
    """RV-C1.33, RV-C1.4 The marker is turned to FFE:1 or FFE:2 and resolved at once; FFE:2 then becomes FFE:C."""
    battery = s.batteries[id]
    f = field_of(s)
    known = battery.seen_enemy or known_near(s, f, battery, battery.at)
    # RV-CG9b Light alone does not use a module up.
    battery = change(s, id, marker=marker, fired=battery.fired or battery.mission != IR, seen_enemy=known)
    s.journal.add("RV-C1.5", "fire_for_effect", battery=id, marker=marker, target=battery.at, what=battery.mission)
    if battery.mission == SMOKE:
        _smoke(s, battery)
    elif battery.mission == IR:
        _light(s, battery)
    else:
        _shell(s, battery)
    if marker == FFE1:
        return
    if _rocket(battery):
        end(s, id)  # RV-C1.9
    elif battery.mission == IR:
        change(s, id, marker="", at="", access=False, mission="")
    else:
        change(s, id, marker=FFEC, access=False)


def _rocket(battery: Battery) -> bool:
    return components().oba.type(battery.side, battery.module).rocket


def _shell(s: Battle, battery: Battery) -> None:
    """RV-C1.5, RV-C1.55, RV-C1.57 One Original DR for each hex with somebody in it; 2 in the middle doubles."""
    f = field_of(s)
    for hex, fp in blast_area(f, battery).items():
        middle = hex == battery.at
        if not any(units_at(s, at) for at in exposed(f, hex)) and not _vehicles(s, hex) and not middle:
            continue
        dice = s.dice.pair(6, "artillery")
        strong = fp
        if middle and sum(dice) == _CRITICAL:
            strong = min(fp * _TWICE, COLUMNS[-1])
            s.journal.add("RV-C1.55", "critical", target=hex, fp=strong)
        strike_hex(s, hex, strong, dice, "RV-C1.5")
        if middle:
            _shellholes(s, battery, sum(dice))


def _vehicles(s: Battle, hex: str) -> bool:
    return any(not v.wreck and v.at and v.at.split("-")[0] == hex for v in s.vehicles.values())


def _shellholes(s: Battle, battery: Battery, original: int) -> None:
    """RV-C1.57 Heavy shells leave shellholes in open ground."""
    table = components().oba.reconstructed
    calibre = components().oba.type(battery.side, battery.module).calibre
    is_open = field_of(s).ground.hexes[battery.at].terrain == "OPEN"
    if calibre >= table.shellholes_from_mm and original <= table.shellholes_max and is_open:
        alter(s, battery.at, SHELLHOLES)
        s.journal.add("RV-C1.57", "shellholes", target=battery.at)


def _smoke(s: Battle, battery: Battery) -> None:
    """RV-C1.8 SMOKE in the hex and the six around it; no damage."""
    for hex in blast_area(field_of(s), battery):
        lay_smoke(s, hex, battery.side)


def _light(s: Battle, battery: Battery) -> None:
    """RV-E1.93 An IR round burns until the end of the Close Combat Phase."""
    s.lights.append(Light(battery.at, components().conditions.illumination.ir_radius))


def walk_into_fire(s: Battle, ids: list[str]) -> None:
    """RV-C1.5, RV-Z1 Units that enter a hex under fire for effect, or spend MF in it, once for each hex and phase."""
    f = field_of(s)
    for battery in list(s.batteries.values()):
        here = [id for id in ids if id in s.units and s.units[id].at]
        if not falls(battery) or not here:
            continue
        at = s.units[here[0]].at
        hex = f.hex_of[at]
        fp = blast_area(f, battery).get(hex, 0)
        fresh = [id for id in here if Shelled(battery.id, id, hex) not in s.shelled]
        if not fp or not fresh or at not in exposed(f, hex):
            continue
        s.shelled += [Shelled(battery.id, id, hex) for id in fresh]
        dice = s.dice.pair(6, "artillery")
        strike_moving(s, at, [s.units[id] for id in fresh], fp, dice, "RV-C1.5")
        settle_leader_loss(s)


def drive_into_fire(s: Battle, vehicle: str) -> None:
    """RV-C1.5, RV-C1.51 A vehicle that enters a hex under fire for effect, once for each hex and phase."""
    f = field_of(s)
    for battery in list(s.batteries.values()):
        at = s.vehicles[vehicle].at
        if not falls(battery) or not at or s.vehicles[vehicle].wreck:
            continue
        hex = f.hex_of[at]
        fp = blast_area(f, battery).get(hex, 0)
        struck = Shelled(battery.id, vehicle, hex)
        if fp and struck not in s.shelled:
            s.shelled.append(struck)
            dice = s.dice.pair(6, "artillery")
            strike_vehicle(s, vehicle, firepower.column_for(fp), dice, "RV-C1.5")


def lift_fire(s: Battle) -> None:
    """RV-C1.33 At the end of the owner's Rally Phase his FFE:C goes."""
    for battery in list(s.batteries.values()):
        if battery.side == s.side and battery.marker == FFEC:
            change(s, battery.id, marker="", at="", mission="", access=False, harassing=False, seen_enemy=False)
