"""Guns and vehicles between two scenarios (RV-RePh8.6043, RV-RePh8.6044, RV-RePh8.607, RV-RePh8.6141)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.points import balance, campaign_of, roll_two
from sandtable.games.vengeance.campaign.refit.weapons import in_friendly_area, is_repaired, repair_modifiers
from sandtable.games.vengeance.campaign.supply import isolated_areas
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import HERE, OFF, OUT, UP
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import AAMG, BMG, BOW_FT, CMG, MA, REAR_MG, SHOCK, Vehicle
from sandtable.games.vengeance.names import gun_name, vehicle_name
from sandtable.games.vengeance.rules.fortifications.strongholds import is_fortified
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type, unqualified
from sandtable.games.vengeance.rules.units.counters import put
from sandtable.games.vengeance.rules.units.kinds import is_mmc, other
from sandtable.games.vengeance.rules.vehicles.kinds import (
    armor_leader,
    kind_of,
    manned,
    mark,
    mobile,
)
from sandtable.games.vengeance.rules.vehicles.set_up.placement import stood_here
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.kernel.modifiers import total
from sandtable.kernel.records import Modifier
from sandtable.kernel.state import replace

_ALL_WEAPONS = (MA, CMG, BMG, AAMG, REAR_MG, BOW_FT)
_MAIN = "MA"
_REPAIR = 1
"""The R# of a vehicle's weapons, where none is printed."""


def unload_all(s: Battle) -> None:
    """RV-RePh8.6031 All Passengers and Riders unload where the vehicle stands, and Guns are unhooked.

    RV-C10.2 Who is not there when his Gun is unhooked has left it.
    """
    for unit in list(s.units.values()):
        if unit.aboard:
            at = s.vehicles[unit.aboard].at
            s.units[unit.id] = replace(unit, aboard="")
            if at:
                put(s, unit.id, at)
    for gun in [gun for gun in s.guns.values() if gun.towed]:
        at, crew = s.vehicles[gun.towed].at, s.units.get(gun.crew)
        s.guns[gun.id] = replace(gun, towed="", at=at, crew=gun.crew if crew is not None and crew.at == at else "")


def clean_arms(s: Battle) -> None:
    """RV-RePh8.602 Guns and vehicles without the markers of the battle.

    RV-C9.3 A mortar that was carried is assembled where its crew is.
    """
    for gun in list(s.guns.values()):
        crew = s.units.get(gun.crew)
        s.guns[gun.id] = replace(
            gun, fired="", used="", last=0, intensive=0, stuck=False, tried=(), limbered=False, dm=False,
            at=crew.at if gun.dm and crew is not None else gun.at,
        )  # fmt: skip
    for vehicle in list(s.vehicles.values()):
        s.vehicles[vehicle.id] = replace(
            vehicle, motion=False, entered=False, moved=False, reversing=False, forced_bu=False, fired="", used=(),
            intensive=0, stunned=False, bypass=-1, reacted=(), tried_motion=False, concealed=False,
            hidden=False, written=False, free=False, recalled=False, wall=False, sheltered=False,
        )  # fmt: skip
    s.acquired.clear()
    s.spotters.clear()
    s.drive = None


def recover_vehicles(s: Battle) -> None:
    """RV-RePh8.6043, RV-RePh8.6044 Shock and Unconfirmed Kills, bogged and mired vehicles.

    Who is stuck is freed by his crew, where no enemy area is.
    """
    table, bog = tables()["shock_uk"], tables()["bog"]
    for vehicle in [v for v in s.vehicles.values() if not v.wreck]:
        if vehicle.shock:
            need = table["shock_recovers_max" if vehicle.shock == SHOCK else "uk_recovers_max"]
            die = s.dice.roll(6, "shock")
            s.journal.add(
                "RV-RePh8.6043", "refit_shock", vehicle=vehicle.id, die=die, success=die <= need,
                result="it does" if die <= need else "the vehicle is lost",
            )  # fmt: skip
            if die > need:
                wreck(s, vehicle.id, False, "RV-RePh8.6043", crew_may_live=False)
                continue
            mark(s, vehicle.id, shock="")
        among_foes = s.areas.get(field_of(s).hex_of.get(vehicle.at, ""), "").startswith(other(vehicle.side))
        if among_foes or not manned(vehicle):
            continue
        if vehicle.mired:
            die = s.dice.roll(6, "mired")
            free = die <= bog["mired_dr_max"]
            s.journal.add(
                "RV-RePh8.6044", "refit_mired", vehicle=vehicle.id, die=die, success=free,
                result="it is" if free else "it is immobile for good",
            )  # fmt: skip
            mark(s, vehicle.id, mired=False, bogged=False, immobile=vehicle.immobile or not free)
        elif vehicle.bogged:
            mark(s, vehicle.id, bogged=False, bog_fails=0)


# -- where they are kept ---------------------------------------------------------------------------------------------


def keep_arms(s: Battle) -> None:
    """RV-RePh8.607 Guns and vehicles stay with their crews, or belong to whose area they are in; the rest is lost."""
    for gun in list(s.guns.values()):
        _keep_gun(s, gun)
    for vehicle in [v for v in s.vehicles.values() if not v.wreck and v.at]:
        _keep_vehicle(s, vehicle)


def _keep_vehicle(s: Battle, vehicle: Vehicle) -> None:
    """RV-RePh8.607, RV-BRV9.3 An abandoned vehicle changes hands, but a cupola is never captured."""
    area = s.areas.get(field_of(s).hex_of[vehicle.at], "")
    if area.startswith(vehicle.side):
        s.posts[vehicle.id] = area
    elif vehicle.abandoned and area and not kind_of(vehicle).cupola:
        side = area.partition("-")[0]
        mark(s, vehicle.id, side=side)
        s.posts[vehicle.id] = area
        s.journal.add("RV-RePh8.607", "vehicle_captured", vehicle=vehicle.id, side=side)
    elif vehicle.abandoned or vehicle.id not in s.posts:
        wreck(s, vehicle.id, False, "RV-RePh8.607", crew_may_live=False)


def _keep_gun(s: Battle, gun: Gun) -> None:
    crew = s.units.get(gun.crew)
    post = s.posts.get(gun.crew, "") if crew is not None else ""
    area = s.areas.get(field_of(s).hex_of.get(gun.at, ""), "")
    if post and (post == area or (post in (HERE, UP) and crew is not None and crew.at == gun.at)):
        s.posts[gun.id] = post  # RV-RePh8.6061, RV-BRV13.12 where its crew stays, there it stays
    elif area:
        # RV-RePh8.607 It belongs to the side in whose area it lies; whoever is free there may man it at set-up.
        s.guns[gun.id] = replace(gun, side=area.partition("-")[0], crew="")
        s.posts[gun.id] = area
    elif gun.at:
        del s.guns[gun.id]
        s.journal.add("RV-RePh8.607", "weapon_lost", weapon=gun.id, name=gun_name(gun))
    else:
        s.posts.setdefault(gun.id, OFF)


def hands_for(s: Battle, gun: Gun) -> list[Unit]:
    """RV-RePh8.6142, RV-RePh8.607 The crew of a Gun, or the MMC of its area that could man it."""
    if gun.crew in s.units:
        return [s.units[gun.crew]]
    crews = {g.crew for g in s.guns.values()}
    return [
        u for u in s.units.values()
        if s.posts.get(u.id) == s.posts.get(gun.id) and is_mmc(u) and u.side == gun.side and u.id not in crews
    ]  # fmt: skip


def leave_fortified_guns(s: Battle) -> None:
    """RV-CG23 After a Lull a Gun in a Fortified Location stays there with its crew; nobody takes them up."""
    for gun in list(s.guns.values()) if campaign_of(s).rested else ():
        crew = s.units.get(gun.crew)
        if gun.at and crew is not None and crew.at == gun.at and is_fortified(s, gun.at):
            s.posts.pop(gun.id, None)
            s.posts.pop(gun.crew, None)


def pick_up_arms(s: Battle) -> None:
    """RV-RePh8.6242, RV-RePh8.613 Guns and mobile vehicles set up again in their area; what cannot move stays."""
    for gun in list(s.guns.values()):
        moves = s.posts.get(gun.id, HERE) != HERE and (s.posts.get(gun.crew) or hands_for(s, gun))
        if gun.at and not gun.dm and moves:
            s.guns[gun.id] = replace(gun, at="")
    for vehicle in list(s.vehicles.values()):
        if vehicle.at and mobile(vehicle) and manned(vehicle) and vehicle.id in s.posts:
            s.asked.append(stood_here(vehicle))  # RV-BRV16.5 There the floor bears it.
            s.vehicles[vehicle.id] = replace(vehicle, at="")
        elif vehicle.at:
            s.posts.pop(vehicle.id, None)


# -- repair ----------------------------------------------------------------------------------------------------------


def replenish(s: Battle) -> None:
    """RV-RePh8.6146 Ammunition that was used up comes to all who are not Isolated."""
    cut_off = {*isolated_areas(s), HERE}
    for gun in [g for g in s.guns.values() if g.depleted and s.posts.get(g.id) not in cut_off]:
        s.guns[gun.id] = replace(gun, depleted=())
    for vehicle in [v for v in s.vehicles.values() if v.depleted and s.posts.get(v.id) not in cut_off]:
        mark(s, vehicle.id, depleted=())


def repair_arms(s: Battle) -> None:
    """RV-RePh8.6141, RV-RePh8.6142, RV-RePh8.61411 Malfunctioned weapons, and Disabled main armament."""
    for gun in [g for g in s.guns.values() if g.malfunctioned and gun_type(g).side == g.side]:
        hands = hands_for(s, gun)
        if not hands or not in_friendly_area(s, gun.id, gun.side):
            continue
        type = gun_type(gun)
        strange = all(unqualified(s, gun.id, unit) for unit in hands)
        if is_repaired(s, gun.id, gun_name(gun), repair_modifiers(type.repair, False, strange, type.b)):
            s.guns[gun.id] = replace(gun, malfunctioned=False)
        else:
            s.posts.pop(gun.id, None)
            del s.guns[gun.id]
    for vehicle in [v for v in s.vehicles.values() if manned(v)]:
        for weapon in vehicle.malfunctioned if in_friendly_area(s, vehicle.id, vehicle.side) else ():
            type_ = kind_of(vehicle)
            number = type_.b if weapon == MA and not type_.b_circled else 0
            modifiers = repair_modifiers(_REPAIR, True, False, number)
            repaired = is_repaired(s, vehicle.id, vehicle_name(vehicle), modifiers, weapon)
            now = s.vehicles[vehicle.id]
            left = tuple(w for w in now.malfunctioned if w != weapon)
            mark(s, vehicle.id, malfunctioned=left, disabled=now.disabled if repaired else (*now.disabled, weapon))
        if _MAIN in vehicle.disabled:
            _repair_main(s, s.vehicles[vehicle.id])
        _send_away(s, s.vehicles[vehicle.id])


def main_armament_modifiers(s: Battle, vehicle: Vehicle) -> list[Modifier]:
    """RV-RePh8.61411 Armor Leader, hatches open or not, Inexperienced crew, Balance, and a Lull before."""
    drm = tables()["ma_disabled"]["drm"]
    tests = (
        (armor_leader(vehicle).leadership if vehicle.leader else 0, "Armor Leader"),
        (drm["inexperienced"] if vehicle.inexperienced else 0, "inexperienced"),
        (balance(s, vehicle.side), "balance"),
        (drm["previous_cgs_lull"] if campaign_of(s).lull else 0, "after a Lull"),
    )
    return [(int(value), "RV-RePh8.61411", reason) for value, reason in tests if value]


def _repair_main(s: Battle, vehicle: Vehicle) -> None:
    """RV-RePh8.61411 A DR of 2 or less; what is Disabled in this Refit Phase has its first try in the next."""
    modifiers = main_armament_modifiers(s, vehicle)
    dice = roll_two(s, "main armament")
    final = sum(dice) + total(modifiers)
    repaired = final <= int(tables()["ma_disabled"]["repaired_max"])
    s.journal.add(
        "RV-RePh8.61411", "refit_repair_aboard", weapon=vehicle.id, name=vehicle_name(vehicle), aboard=_MAIN, dice=dice,
        modifiers=modifiers, final=final, repaired=repaired, success=repaired,
        result="it works again" if repaired else "it stays disabled",
    )  # fmt: skip
    if repaired:
        mark(s, vehicle.id, disabled=tuple(w for w in vehicle.disabled if w != _MAIN))
        if s.posts.get(vehicle.id) == OUT:
            s.posts[vehicle.id] = OFF


def _send_away(s: Battle, vehicle: Vehicle) -> None:
    """RV-RePh8.61411 A Russian vehicle whose main armament is Disabled, and that can move, goes off the map."""
    if vehicle.side != RUSSIAN or _MAIN not in vehicle.disabled or not mobile(vehicle):
        return
    if s.posts.get(vehicle.id) not in isolated_areas(s):
        mark(s, vehicle.id, at="")
        s.posts[vehicle.id] = OUT
