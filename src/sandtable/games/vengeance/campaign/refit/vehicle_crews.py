"""Crews and machine guns of vehicles between two scenarios (RV-RePh8.6112, RV-RePh8.6143, RV-RePh8.6145, RV-I3)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.areas import is_vehicle_crew
from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import OFF
from sandtable.games.vengeance.model.vehicles import AAMG, BMG, CMG, Vehicle
from sandtable.games.vengeance.rules.units.counters import vanish
from sandtable.games.vengeance.rules.units.kinds import held, is_mmc
from sandtable.games.vengeance.rules.vehicles.crews.inherent import abandon, leader_on_foot, take_weapon
from sandtable.games.vengeance.rules.vehicles.kinds import is_captured, kind_of, machine_gun, manned, mark
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_MACHINE_GUNS = (BMG, AAMG, CMG)
"""What can be taken out of a vehicle."""
_LIGHT = "lmg"


def sound_guns(vehicle: Vehicle) -> list[str]:
    """The machine guns of a vehicle that work, whether it is manned or not."""
    broken = (*vehicle.malfunctioned, *vehicle.disabled)
    return [weapon for weapon in _MACHINE_GUNS if machine_gun(vehicle, weapon) and weapon not in broken]


# -- crews -----------------------------------------------------------------------------------------------------------


def crews_to_combine(s: Battle) -> list[Option]:
    """RV-RePh8.6112 Pairs of German vehicles of one Set Up Area that were both Stunned: the first keeps a crew."""
    shaken = [v for v in s.vehicles.values() if v.side == GERMAN and v.stuns and manned(v) and s.posts.get(v.id)]
    return [
        ("combine_crews", a.id, b.id) for a in shaken for b in shaken
        if a.id != b.id and s.posts[a.id] == s.posts[b.id] != OFF
    ]  # fmt: skip


def combine_crews(s: Battle) -> Flow:
    """RV-RePh8.6112 Of two crews that were Stunned one is whole again; the other vehicle is left without."""
    options = crews_to_combine(s)
    pick = yield Choose(
        GERMAN, [*options, ("done",)], rule="RV-RePh8.6112", ask="combine_crews", forced=not options
    )  # fmt: skip
    if pick[0] == "done":
        s.step = "promote"
        return
    kept, left = s.vehicles[id_in(pick)], s.vehicles[id_in(pick, 2)]
    if left.leader and kept.leader:
        post = s.posts[left.id]
        s.posts[leader_on_foot(s, left)] = post
    mark(s, kept.id, stuns=0, recalled=False, leader=kept.leader or left.leader)
    mark(s, left.id, abandoned=True, stuns=0, recalled=False, leader="", ce=False)
    s.journal.add("RV-RePh8.6112", "crews_combined", vehicle=kept.id, left=left.id)


# -- weapons ---------------------------------------------------------------------------------------------------------


def _kept(s: Battle, side: str) -> list[Vehicle]:
    """The vehicles that a side retains, with their crews."""
    return [
        v for v in s.vehicles.values()
        if v.side == side and manned(v) and not kind_of(v).cupola and (s.posts.get(v.id) or not v.at)
    ]  # fmt: skip


def _area(s: Battle, vehicle: Vehicle) -> str:
    return s.areas.get(field_of(s).hex_of.get(vehicle.at, ""), "")


def exchanges(s: Battle, side: str) -> list[Option]:
    """RV-RePh8.6143, RV-RePh8.6145, RV-CG11 What a side may do with its vehicles' machine guns and crews now."""
    kept = [v for v in _kept(s, side) if v.id not in s.pending]
    options: list[Option] = [("take_out", v.id, weapon) for v in kept for weapon in sound_guns(v)]
    for vehicle in kept:
        hands = [u for u in s.units.values() if u.side == side and s.posts.get(u.id) == s.posts.get(vehicle.id)]
        lmgs = [w.id for u in hands for w in held(s, u.id) if w.type == f"{side[:2]}_{_LIGHT}" and not w.malfunctioned]
        slots = [weapon for weapon in vehicle.removed if weapon in _MACHINE_GUNS]
        options += [("put_back", vehicle.id, slot, id) for slot in slots for id in lmgs]
    crewed = [v for v in kept if v.at and kind_of(v).inherent_crew]
    options += [("abandon_here", v.id) for v in crewed if _area(s, v).startswith(side)]
    options += [("man_again", v.id, u.id) for v in crewless(s, side) for u in crews_for(s, v)]
    return options + [("scrounge", v.id) for v in scrounged(s, side)]


def crewless(s: Battle, side: str) -> list[Vehicle]:
    """RV-RePh8.6145, RV-CG11 Abandoned vehicles of a side's own make in its areas, that nobody left just now."""
    return [
        v for v in s.vehicles.values()
        if v.side == side and v.abandoned and v.at and not (v.wreck or v.cellar or is_captured(v))
        and kind_of(v).inherent_crew and v.id not in s.pending and _area(s, v).startswith(side)
    ]  # fmt: skip


def crews_for(s: Battle, vehicle: Vehicle) -> list[Unit]:
    """RV-D5.4 The vehicle crews of its side in its area; not who mans a Gun."""
    area, manning = _area(s, vehicle), {gun.crew for gun in s.guns.values()}
    return [
        u for u in s.units.values()
        if u.side == vehicle.side and s.posts.get(u.id) == area and is_vehicle_crew(s, u) and not u.broken
        and u.id not in manning
    ]  # fmt: skip


def scrounged(s: Battle, side: str) -> list[Vehicle]:
    """RV-RePh8.6145 Crewless vehicles among a side's men that still have a machine gun, and were not searched yet."""
    areas = {s.posts.get(u.id, "") for u in s.units.values() if u.side == side and is_mmc(u)}
    return [
        v for v in s.vehicles.values()
        if v.abandoned and not v.wreck and v.at and v.id not in s.pending and sound_guns(v)
        and _area(s, v).startswith(side) and _area(s, v) in areas
    ]  # fmt: skip


def exchange(s: Battle, side: str) -> Flow:
    """RV-RePh8.6143, RV-RePh8.6145 One thing: a machine gun out or in, a crew out, a hulk searched; or no more."""
    options = exchanges(s, side)
    pick = yield Choose(side, [*options, ("done",)], rule="RV-RePh8.6143", ask="exchange", forced=not options)
    match pick:
        case ("take_out", str(id), str(weapon)):
            take_out(s, id, weapon)
        case ("put_back", str(id), str(weapon), str(gun)):
            put_back(s, id, weapon, gun)
        case ("abandon_here", str(id)):
            leave_vehicle(s, id)
        case ("man_again", str(id), str(crew)):
            man_again(s, id, crew)
        case ("scrounge", str(id)):
            scrounge(s, side, id)
        case _:
            s.step = "removal"


def take_out(s: Battle, id: str, weapon: str, clause: str = "RV-RePh8.6143") -> None:
    """RV-RePh8.6143, RV-CG11 A machine gun becomes a support weapon that sets up in the vehicle's area."""
    vehicle = s.vehicles[id]
    gun = take_weapon(s, vehicle, weapon, "")
    if id in s.posts:
        s.posts[gun] = s.posts[id]
    s.journal.add(clause, "weapon_removed", vehicle=id, weapon=gun, seen_by=(vehicle.side,))


def put_back(s: Battle, id: str, weapon: str, gun: str) -> None:
    """RV-RePh8.6143 A vehicle takes back a gun of the type that it gave away."""
    vehicle = s.vehicles[id]
    del s.weapons[gun]
    mark(s, id, removed=tuple(w for w in vehicle.removed if w != weapon))
    s.journal.add("RV-RePh8.6143", "weapon_put_back", vehicle=id, weapon=gun, seen_by=(vehicle.side,))


def leave_vehicle(s: Battle, id: str) -> None:
    """RV-RePh8.6145 The crew leaves its vehicle, which stays where it is; it sets up in the same area."""
    post, known = s.posts.get(id, OFF), set(s.units)
    abandon(s, id, "RV-RePh8.6145")
    for unit in [u for u in s.units.values() if u.id not in known]:
        s.units[unit.id] = replace(unit, moved=False, pinned=False)
        s.posts[unit.id] = post
    s.pending.append(id)


def man_again(s: Battle, id: str, crew: str) -> None:
    """RV-RePh8.6145, RV-CG11, RV-D5.4 A crew of the area mans a vehicle again; its weapons are for others there."""
    post = s.posts.pop(crew)
    for weapon in held(s, crew):
        s.weapons[weapon.id] = replace(weapon, holder="")
        s.posts[weapon.id] = post
    vanish(s, crew)
    mark(s, id, abandoned=False, ce=kind_of(s.vehicles[id]).is_afv)
    s.posts[id] = post
    s.pending.append(id)
    s.journal.add("RV-RePh8.6145", "reentered", vehicle=id, seen_by=(s.vehicles[id].side,))


def scrounge(s: Battle, side: str, id: str) -> None:
    """RV-RePh8.6145, RV-CG27 A die of 3 or less finds a machine gun; an Out of Gas vehicle is a wreck afterwards."""
    vehicle = s.vehicles[id]
    die = s.dice.roll(6, "scrounging")
    found = die <= int(tables()["equipment_scrounge"]["scrounge_max"])
    s.journal.add("RV-RePh8.6145", "scrounged", side=side, vehicle=id, die=die, success=found)
    s.pending.append(id)
    if not found:
        return
    weapon = sound_guns(vehicle)[0]
    gun = take_weapon(s, vehicle, weapon, "", side)
    s.weapons[gun] = replace(s.weapons[gun], type=f"{kind_of(vehicle).side[:2]}_{_LIGHT}", dm=False)
    s.posts[gun] = _area(s, vehicle)
    if vehicle.out_of_gas:
        wreck(s, id, False, "RV-CG27", crew_may_live=False)


# -- dug-in tanks ----------------------------------------------------------------------------------------------------


def dismount(s: Battle, side: str) -> Flow:
    """RV-I3 The BMG of a dug-in tank may be given to the order of battle as a LMG, one after the other."""
    tanks = [v.id for v in s.vehicles.values() if v.dug_in and v.side == side and BMG in sound_guns(v)]
    options: list[Option] = [("take_out", id, BMG) for id in tanks]
    pick = yield Choose(side, [*options, ("done",)], rule="RV-I3", ask="dismount", forced=not options)
    if pick[0] == "done":
        s.pending.remove(side)
    else:
        take_out(s, id_in(pick), BMG, "RV-I3")
