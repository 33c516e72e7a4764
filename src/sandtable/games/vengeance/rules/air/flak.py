"""Antiaircraft fire (chapters E7.5, E7.6)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.air.arrival import DOWN, OFF, leave
from sandtable.games.vengeance.rules.concealment.gain_and_loss import fires_in_sight
from sandtable.games.vengeance.rules.fire.kinds import fire_marker
from sandtable.games.vengeance.rules.units.kinds import good_order, other
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import works
from sandtable.kernel.flow import Asks, Choose, Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_AAMG = "AAMG"


def flak_guns(s: Battle, plane: Plane, hex: str) -> dict[str, int]:
    """RV-E7.5 Who may fire at a plane over a hex, and the DR it needs: AA Guns near, CE AAMG next to the target."""
    f = field_of(s)
    table = components().air.antiaircraft
    observes = components().air.type(plane.type).observes
    strength_of: dict[str, int] = {}
    for gun in s.guns.values():
        type = components().ordnance.guns[gun.type]
        crew = s.units.get(gun.crew)
        ready = crew is not None and good_order(crew) and not (gun.malfunctioned or gun.limbered or gun.fired)
        if gun.side == plane.side or type.type != "AA" or not ready or not gun.at:
            continue
        if f.ground.range(hex, f.hex_of[gun.at]) <= table.gun_range:
            strength_of[gun.id] = table.heavy_ife if type.ife >= table.ife_from else table.gun
    for vehicle in s.vehicles.values():
        if vehicle.side == plane.side or not vehicle.at or vehicle.wreck or _AAMG in vehicle.used:
            continue
        near = f.ground.range(hex, f.hex_of[vehicle.at]) <= table.machine_gun_range
        if near and vehicle.ce and works(vehicle, _AAMG):
            strength_of[vehicle.id] = table.machine_gun
    return {id: min(need, table.observation_plane) for id, need in strength_of.items()} if observes else strength_of


def flak(s: Battle, id: str, hex: str) -> Asks[bool]:
    """RV-E7.5 Before each attack the enemy's AA may fire, once for each Gun. Whether the aircraft is still there."""
    done: list[str] = []
    while s.planes[id].here:
        plane = s.planes[id]
        guns = {gun: need for gun, need in flak_guns(s, plane, hex).items() if gun not in done}
        if not guns:
            break
        options: list[Option] = [("flak", gun) for gun in guns]
        pick = yield Choose(other(plane.side), [*options, ("no_flak",)], rule="RV-E7.5", ask="flak", about=(id, hex))
        if pick[0] == "no_flak":
            break
        done.append(id_in(pick))
        fire_at_plane(s, id, id_in(pick), guns[id_in(pick)])
    return s.planes[id].here


def fire_at_plane(s: Battle, id: str, gun: str, need: int) -> None:
    """RV-E7.5 A DR of at most the number hits: a dr of 1-2 brings it down, more drives it off. The Gun has fired."""
    plane = s.planes[id]
    if gun in s.guns:
        fires_in_sight(s, (s.guns[gun].crew,))  # RV-A12.2, RV-A12.13
    else:
        reveal_vehicle(s, gun)
    table = components().air.antiaircraft
    dice = s.dice.pair(6, "flak")
    tougher = components().air.type(plane.type).defense - table.usual_defense
    modifiers: list[Modifier] = [(tougher, "RV-E7.5", "defense of the aircraft")] if tougher > 0 else []
    final = sum(dice) + total(modifiers)
    hit = final <= need
    s.journal.add(
        "RV-E7.5", "flak", plane=id, weapon=gun, dice=dice, modifiers=modifiers, final=final, need=need, success=hit,
        for_side=other(plane.side),
    )  # fmt: skip
    _mark(s, gun)
    if hit:
        die = s.dice.roll(6, "flak effect")
        leave(s, id, DOWN if die <= table.shot_down else OFF)


def _mark(s: Battle, id: str) -> None:
    if id in s.guns:
        gun = s.guns[id]
        fired = fire_marker(s, gun.side)
        s.guns[id] = replace(gun, fired=fired)
    else:
        vehicle = s.vehicles[id]
        s.vehicles[id] = replace(vehicle, used=(*vehicle.used, _AAMG))
