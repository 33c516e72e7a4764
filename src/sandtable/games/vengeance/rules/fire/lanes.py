"""Fire lanes (chapter A9.22): where a machine gun lays one, and when it ends."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import FINAL, Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.state import replace


def lane_hexes(s: Battle, f: Field, firer: str, target: str, kind: str) -> list[str]:
    """RV-A9.22 Where a fire lane would lie: along the hex grain through the target, at one level, as far as it sees.

    Nothing may halve the shot: no pin, no `?`, no leader at the gun.
    """
    weapon = s.weapons.get(firer)
    if weapon is None or kind != fire_kinds.FIRST_FIRE or s.phase != "MPh":
        return []
    at, reach_to = s.units[weapon.holder].at, weapon_type(weapon).range
    if not 1 <= f.range(at, target) <= reach_to or f.level_of[at] != f.level_of[target]:
        return []
    shot = firepower.power(s, f, firer, target, kind)
    if shot is None or any(value < 1 for value, _, _ in shot.factors):
        return []
    start, end = f.hex(at), f.hex(target)
    dc, dy = end.column - start.column, end.y2 - start.y2
    if not (dc == 0 or abs(dc) == abs(dy)):
        return []
    steps = f.range(at, target)
    step = (dc // steps, dy // steps)
    hexes = []
    for n in range(1, reach_to + 1):
        hex = f.ground.at.get((start.column + n * step[0], start.y2 + n * step[1]), "")
        if hex not in f.steps or f.level_of[hex] != f.level_of[at] or not current_sight.sees(s, f, at, hex):
            break
        hexes.append(hex)
    return hexes if target in hexes else []


def place_lane(s: Battle, f: Field, weapon: str, target: str) -> None:
    """RV-A9.22 The lane lies until the end of the Movement Phase; the machine gun is used up."""
    gun = s.weapons.get(weapon)
    if gun is None or gun.malfunctioned or not gun.holder or s.units[gun.holder].broken:
        return
    fp = components().fire_lane.get(weapon_type(gun).fp, 0)
    for hex in lane_hexes(s, f, weapon, target, fire_kinds.FIRST_FIRE):
        if fp > s.lanes.get(hex, ("", 0))[1]:
            s.lanes[hex] = (weapon, fp)
    s.weapons[weapon] = replace(gun, fired=FINAL)
    if halves(s.units[gun.holder]) < 2:
        mark(s, gun.holder, fired=FINAL)  # RV-A8.11 a squad has its own fire left
    s.journal.add("RV-A9.22", "fire_lane", seen_by=eyes(s, (weapon,)), weapon=weapon, target=target, fp=fp)
