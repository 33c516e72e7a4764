"""Attacks from the air (chapters E7.2, E7.4, E7.41)."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR, CULVERT, ROOF
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.air.arrival import change
from sandtable.games.vengeance.rules.air.flak import flak
from sandtable.games.vengeance.rules.air.sighting import MISTAKEN, hindrance_over, nearest_friend, sight_target, targets
from sandtable.games.vengeance.rules.artillery.observers import observes
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex
from sandtable.games.vengeance.rules.fire import attack, declaration, firepower
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.kinds import other, units_at
from sandtable.games.vengeance.rules.units.losses import random_selection
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle, tell
from sandtable.games.vengeance.rules.vehicles.facing import is_moving
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, unseen, vehicles_at
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import DIRECT, MG, destruction, suffer
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import strike_exposed
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.options import id_in

_DIRECT_HIT = 2
_BOMB = 150
"""The calibre of the HE row that a bomb uses against a vehicle."""


def next_sortie(s: Battle) -> Plane | None:
    """RV-E7.2, RV-E3.4 The next aircraft that may attack at the start of its owner's MPh or DFPh; not in the rain."""
    if s.step or s.move is not None or s.rain or s.phase not in ("MPh", "DFPh"):
        return None
    side = s.side if s.phase == "MPh" else other(s.side)
    ready = (p for p in s.planes.values() if p.side == side and p.here and not (p.asked or p.attacked or observes(p)))
    return next(ready, None)


def sortie(s: Battle, plane: Plane) -> Flow:
    """RV-E7.2, RV-E7.3, RV-E7.5 One target hex: sight it, pass the flak, then bomb or strafe."""
    options: list[Option] = [("sortie", plane.id, hex) for hex in targets(s)]
    pick = yield Choose(
        plane.side, [*options, ("stay_high", plane.id)], rule="RV-E7.2", ask="sortie", about=(plane.id,)
    )
    change(s, plane.id, asked=True)
    if pick[0] == "stay_high":
        return
    hex = id_in(pick, 2)
    change(s, plane.id, attacked=True, target=hex)
    seen, original = sight_target(s, plane, hex)
    victim = nearest_friend(s, plane, hex) if original == MISTAKEN else ""
    if victim:
        hex = field_of(s).hex_of[victim]
        change(s, plane.id, target=hex)
        s.journal.add("RV-E7.3", "mistaken", plane=plane.id, target=hex)
    elif not seen:
        return
    there = yield from flak(s, plane.id, hex)
    if not there:
        return
    if victim:
        _mistaken_attack(s, plane.id, victim)
    else:
        yield from _attack(s, plane.id, hex)


def _mistaken_attack(s: Battle, id: str, at: str) -> None:
    """RV-E7.3 Bombs if it has them, else its guns, on its own men."""
    if s.planes[id].bombs:
        drop_bombs(s, id)
    else:
        strafe(s, id, at)


def _attack(s: Battle, id: str, hex: str) -> Flow:
    """RV-E7.4, RV-E7.41 Bombs once; or strafing, and another pass while the coloured die is at most its ROF."""
    first = True
    places = strafed(s, hex)
    while places or (first and s.planes[id].bombs):
        plane = s.planes[id]
        options: list[Option] = [("bomb", id)] if first and plane.bombs else []
        options += [("strafe", id, at) for at in places]
        if not first:
            options.append(("stay_high", id))
        pick = yield Choose(plane.side, options, rule="RV-E7.4", ask="air_attack", about=(id, hex))
        if pick[0] == "stay_high":
            return
        if pick[0] == "bomb":
            drop_bombs(s, id)
            return
        at = id_in(pick, 2)
        if not strafe(s, id, at):
            return
        first = False
        f = field_of(s)
        here = f.hex_of[at]
        places = [to for near in (here, *f.ground.neighbours[here]) if near in f.area for to in strafed(s, near)]


# -- strafing --------------------------------------------------------------------------------------------------------


def strafed(s: Battle, hex: str) -> list[str]:
    """RV-E7.41 The Locations of a hex that can be strafed: not inside a building below its top level."""
    f = field_of(s)
    ground = f.ground.hexes[hex]
    places = []
    for at in f.ground.of_hex[hex]:
        place = f.place(at)
        inside = ground.building and place.kind != ROOF and place.floor < ground.floors
        if at in f.steps and place.kind not in (CELLAR, CULVERT) and not inside:
            places.append(at)
    return places


def strafe(s: Battle, id: str, at: str) -> bool:
    """RV-E7.41 12 FP with the cover of the Location. Whether another pass is due."""
    plane = s.planes[id]
    type = components().air.type(plane.type)
    f = field_of(s)
    units = units_at(s, at)
    fp = type.mg_fp / 2 if units and all(u.concealed for u in units) else float(type.mg_fp)
    cover: list[Modifier] = [m for m in tem(s, f, at, at) if m[0]]
    if smoke := hindrance_over(s, f, f.hex_of[at]):
        cover.append((smoke, "RV-E7.41", "hindrance"))
    dice = roll(s, plane.side, "strafing")
    column = firepower.column_for(fp)
    s.journal.add("RV-E7.41", "strafes", plane=id, target=at)
    groups = declaration.groups_in_a_blast(s, units, total(cover))
    by_half = firepower.column_for(type.mg_fp / 2)
    attack.strike(s, at, column, dice, tuple(cover), groups, clause="RV-E7.41", unknown_column=by_half)
    haze = [m for m in cover if m[1] == "RV-E7.41"]
    _strafe_vehicles(s, at, dice, type.mg_tk, (column, by_half), haze)
    settle_leader_loss(s)
    return dice[0] <= (type.rof_with_bombs if plane.bombs else type.rof_without_bombs)


def _strafe_vehicles(
    s: Battle, at: str, dice: tuple[int, int], tk: int, columns: tuple[int, int], haze: list[Modifier]
) -> None:
    """RV-E7.41, RV-A.14 The same DR against the armour of the top; a soft vehicle by the unarmored line.

    Then its exposed crew and the men aboard, on the second of the columns if it is under `?`.
    """
    f = field_of(s)
    for vehicle in vehicles_at(s, at):
        column = columns[unseen(vehicle)]
        if is_afv(vehicle):
            result = destruction(MG, sum(dice), tk - kind_of(vehicle).top)
        else:
            number = components().ordnance.unarmored_line[COLUMNS[column]]
            result = "burn" if 2 * sum(dice) <= number else "eliminate" if sum(dice) <= number else ""
        if result:
            reveal_vehicle(s, vehicle.id, "RV-E7.41")
        tell(s, "RV-E7.41", "vehicle_hit", vehicle.id, dice=dice, result=result or "no effect")
        if result:
            suffer(s, vehicle.id, result, clause="RV-E7.41")
        if not s.vehicles[vehicle.id].wreck:
            strike_exposed(s, f, s.vehicles[vehicle.id], column, dice, haze)


# -- bombs -----------------------------------------------------------------------------------------------------------


def bomb_modifiers(s: Battle, f: Field, plane: Plane, hex: str) -> list[Modifier]:
    """RV-E7.4 Hindrance at the hex; for a vehicle its size and +2 if it moves. Cover does not count."""
    modifiers: list[Modifier] = []
    if hindered := hindrance_over(s, f, hex):
        modifiers.append((hindered, "RV-E7.4", "hindrance"))
    places = f.ground.of_hex[hex]
    vehicles = [v for at in places for v in vehicles_at(s, at) if v.side != plane.side and not unseen(v)]
    if vehicles and not any(u.side != plane.side for at in places for u in units_at(s, at)):
        easiest = min(vehicles, key=lambda v: kind_of(v).size)
        if size := kind_of(easiest).size:
            modifiers.append((size, "RV-E7.4", "size"))
        if is_moving(s, easiest):
            modifiers.append((components().air.attack.moving_vehicle, "RV-E7.4", "moving"))
    return modifiers


def drop_bombs(s: Battle, id: str) -> None:
    """RV-E7.4 Once: To Hit 7; a miss falls into an adjacent hex with half the FP."""
    table = components().air.attack
    f = field_of(s)
    plane = change(s, id, bombs=False)
    hex = plane.target
    modifiers = bomb_modifiers(s, f, plane, hex)
    dice = roll(s, plane.side, "bombs")
    final = sum(dice) + total(modifiers)
    hit = final <= table.bomb_to_hit
    s.journal.add(
        "RV-E7.4", "bombs", plane=id, target=hex, dice=dice, modifiers=modifiers, final=final, need=table.bomb_to_hit,
        success=hit,
    )  # fmt: skip
    fp = float(table.bomb_fp)
    if not hit:
        die = s.dice.roll(6, "bombs astray")
        hex, fp = f.ground.towards[hex][die - 1], fp / table.bomb_miss_divisor
        if not hex or hex not in f.area:
            return
    effects = roll(s, plane.side, "bomb effects")
    strike_hex(s, hex, fp, effects, "RV-E7.4", bombed(f, hex))
    if hit and sum(dice) == _DIRECT_HIT:
        _direct_hit(s, plane, hex)


def _direct_hit(s: Battle, plane: Plane, hex: str) -> None:
    """RV-E7.4 An Original 2: one vehicle by Random Selection is hit by HE of 150mm with its TK number doubled."""
    ids = [v.id for at in bombed(field_of(s), hex) for v in vehicles_at(s, at)]
    number = next(tk for calibre, tk, _ in sorted(components().ordnance.he, reverse=True) if calibre <= _BOMB)
    for id in random_selection(s, ids):
        dice = roll(s, plane.side, "to kill")
        result = destruction(DIRECT, sum(dice), 2 * number - kind_of(s.vehicles[id]).top, he=True)
        if result:
            reveal_vehicle(s, id, "RV-E7.4")
        tell(s, "RV-E7.4", "vehicle_hit", id, dice=dice, result=result or "no effect")
        if result:
            suffer(s, id, result, clause="RV-E7.4")


def bombed(f: Field, hex: str) -> list[str]:
    """RV-E7.4 The ground level and the highest building level of a hex, with its Rooftop."""
    ground = f.ground.hexes[hex]
    places = []
    for at in f.ground.of_hex[hex]:
        place = f.place(at)
        if at in f.steps and place.kind not in (CELLAR, CULVERT) and (place.floor == 0 or place.floor >= ground.floors):
            places.append(at)
    return places
