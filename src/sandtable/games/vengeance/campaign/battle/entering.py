"""Who comes from off the map, and who stays there (RV-CG21, RV-CG5, RV-CG7c)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.edges import held_back, is_new, note_arrival
from sandtable.games.vengeance.campaign.points import panzerfausts_for
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import AWAY, ENTER, NAMED, OFF
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.sequence import Step
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.night.cloaking import is_sheltered, under
from sandtable.games.vengeance.rules.night.freedom import free_radios
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type
from sandtable.games.vengeance.rules.ordnance.towing import towed_by
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import good_order, held, is_mmc, weapon_type
from sandtable.games.vengeance.rules.vehicles.crews.passengers import finds_room
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def waiting_outside(s: Battle, side: str) -> list[str]:
    """RV-CG21, RV-CG7c The units and vehicles of a side that could be named now."""
    if held_back(s, side):
        return []
    off = [u.id for u in s.units.values() if u.side == side and not u.at and not u.aboard]
    off += [v.id for v in s.vehicles.values() if v.side == side and not v.at and not v.wreck]
    return [id for id in off if s.posts.get(id, OFF) in (ENTER, OFF)]


def may_be_named(s: Battle, id: str) -> bool:
    """RV-CG21 The leader of a new group is named after one of its MMC."""
    return not men_of(s, id) or comes_along(s, id)


def comes_along(s: Battle, id: str) -> bool:
    """RV-CG21 Whether an MMC of his group was named with whom a leader has to enter."""
    return any(s.posts.get(u.id) == NAMED for u in men_of(s, id))


def men_of(s: Battle, id: str) -> list[Unit]:
    """RV-CG21 The MMC of a new group with whom its leader enters, as long as some are still to come."""
    leader = s.units.get(id)
    if (
        leader is None
        or is_mmc(leader)
        or leader.at
        or not is_new(s, id)
        or any(weapon_type(w).contact for w in held(s, id))
    ):
        return []
    return [
        u for u in s.units.values()
        if u.side == leader.side and u.group == leader.group and is_mmc(u) and not (u.at or u.aboard)
        and s.posts.get(u.id, OFF) in (ENTER, OFF, NAMED)
    ]  # fmt: skip


def name_entrants(s: Battle, side: str, after: Step) -> Flow:
    """RV-CG21 The owner names one of those who will enter in this Player Turn, all of them, or no more.

    He is asked whether or not anybody waits: the enemy does not know.
    """
    can = waiting_outside(s, side)
    options: list[Option] = [("enters", id) for id in can if may_be_named(s, id)]
    if len(can) > 1:
        options.append(("all_enter",))
    options += mounting(s, side) + hitching(s, side)
    pick = yield Choose(side, [*options, ("done",)], rule="RV-CG21", ask="who_enters")
    if pick[0] == "done":
        s.step = after
        return
    if pick[0] == "all_enter":
        named = can
    else:
        named = together(s, s.guns[id_in(pick)].crew if pick[0] == "hitches" else id_in(pick))
    new = [id for id in named if s.posts.get(id) != NAMED]
    for id in new:
        if s.posts.get(id) != NAMED:  # a truck that was named before it may have brought the crew of its Gun
            name(s, id)
    if pick[0] == "mounts":
        ride_in(s, id_in(pick), id_in(pick, 2))
    elif pick[0] == "hitches":
        _tow(s, s.guns[id_in(pick)], s.vehicles[id_in(pick, 2)])
    if new:
        s.journal.add("RV-CG21", "will_enter", seen_by=(side,), units=tuple(new))


def _rides(s: Battle, side: str) -> list[Vehicle]:
    """The vehicles of a side that were named, and are still off the map."""
    return [v for v in s.vehicles.values() if v.side == side and not v.at and s.posts.get(v.id) == NAMED]


def mounting(s: Battle, side: str) -> list[Option]:
    """RV-D6.1, RV-D6.2, RV-CG21 Who could ride in with a vehicle that was named: its Passengers or Riders.

    They may have been named themselves; the crew of a Gun stays with it, and no leader rides in without his men.
    """
    rides = _rides(s, side)
    if not rides:
        return []
    crews = {gun.crew for gun in s.guns.values()}
    men = [
        u for u in s.units.values()
        if u.side == side and not u.at and not u.aboard and s.posts.get(u.id, OFF) in (ENTER, OFF, NAMED)
        and good_order(u) and u.id not in crews
    ]  # fmt: skip
    return [("mounts", u.id, v.id) for v in rides for u in men if finds_room(s, v, u) and _rides_with_men(s, u, v)]


def _rides_with_men(s: Battle, unit: Unit, vehicle: Vehicle) -> bool:
    """RV-CG21 The leader of a new group rides in with an MMC of it, as long as one is still to come."""
    if is_mmc(unit) or not is_new(s, unit.id) or any(weapon_type(w).contact for w in held(s, unit.id)):
        return True
    men = [u for u in s.units.values() if u.side == unit.side and u.group == unit.group and is_mmc(u) and not u.at]
    off_map = [u for u in men if not u.aboard or not s.vehicles[u.aboard].at]
    return not off_map or any(u.aboard == vehicle.id for u in off_map)


def ride_in(s: Battle, id: str, vehicle: str) -> None:
    """RV-CG21, RV-D6.1, RV-BRV16.1 A unit gets on off the map; a Cloaked one stays so behind shut hatches."""
    unit = s.units[id]
    keeps = bool(unit.cloak) and is_sheltered(s.vehicles[vehicle])
    mark(s, id, aboard=vehicle, concealed=keeps, cloak=f"{unit.cloak} in {vehicle}" if keeps else "")
    s.journal.add("RV-CG21", "rides_in", seen_by=(unit.side,), unit=id, vehicle=vehicle)


def hitching(s: Battle, side: str) -> list[Option]:
    """RV-C10.2, RV-CG21 Which Gun off the map could come in tow of a vehicle that was named."""
    waiting = [gun for gun in s.guns.values() if gun.side == side and s.posts.get(gun.id, OFF) in (ENTER, OFF, NAMED)]
    return [("hitches", gun.id, v.id) for v in _rides(s, side) for gun in waiting if _pulls(s, v, gun)]


def together(s: Battle, id: str) -> list[str]:
    """RV-E1.41 Those under one Cloaking counter come together."""
    unit = s.units.get(id)
    return [u.id for u in under(s, unit.cloak)] if unit is not None and unit.cloak else [id]


def name(s: Battle, id: str) -> None:
    """RV-CG21, RV-RePh8.6193a It will enter now; a truck brings a Gun of its group with the crew aboard."""
    s.posts[id] = NAMED
    if id in s.vehicles:
        s.vehicles[id] = replace(s.vehicles[id], free=True)
        _hitch(s, s.vehicles[id])
    elif not s.units[id].aboard:
        mark(s, id, free=True)
        for gun in [gun for gun in s.guns.values() if gun.crew == id and not gun.at]:
            s.posts[gun.id] = NAMED


def _hitch(s: Battle, truck: Vehicle) -> None:
    """RV-C10.2, RV-RePh8.6193a Off the map: the Gun in tow, its crew on the truck."""
    for gun in s.guns.values():
        if gun.group == truck.group and gun.side == truck.side and _pulls(s, truck, gun):
            _tow(s, gun, truck)
            return


def _pulls(s: Battle, vehicle: Vehicle, gun: Gun) -> bool:
    """RV-C10.2 Whether a vehicle off the map can tow a Gun off the map, and finds room for its crew."""
    crew, tow = s.units.get(gun.crew), kind_of(vehicle).tow
    if gun.at or gun.towed or crew is None or crew.at or crew.aboard or not tow or towed_by(s, vehicle.id) is not None:
        return False
    return gun_type(gun).m >= tow and not gun_type(gun).rfnm and finds_room(s, vehicle, crew)


def _tow(s: Battle, gun: Gun, vehicle: Vehicle) -> None:
    """RV-C10.2 The Gun in tow, its crew aboard."""
    s.guns[gun.id] = replace(gun, towed=vehicle.id, limbered=True, emplaced=False)
    mark(s, gun.crew, aboard=vehicle.id, free=True)
    s.posts[gun.id] = s.posts[gun.crew] = NAMED


def arrive(s: Battle, ids: tuple[str, ...]) -> None:
    """RV-CG21, RV-CG5, RV-CG7c They are on the map: Panzerfausts for German squads, news for radios at night."""
    note_arrival(s, ids)
    for id in ids:
        if s.posts.get(id) != NAMED:
            continue
        del s.posts[id]
        for gun in s.guns.values():
            if id in (gun.crew, gun.towed):
                s.posts.pop(gun.id, None)
        unit = s.units.get(id)
        if unit is None:
            if s.night is not None:
                free_radios(s, s.vehicles[id])
        elif unit.side == GERMAN:
            s.fausts[GERMAN] = s.fausts.get(GERMAN, 0) + panzerfausts_for([unit])


def stay_out(s: Battle) -> None:
    """RV-CG21 Who was named and has not come is out until the next scenario."""
    for id in [id for id, post in s.posts.items() if post == NAMED]:
        s.posts[id] = AWAY
        if id in s.units:
            mark(s, id, cloak="", concealed=False)
        if id in s.units or id in s.vehicles:
            side = s.units[id].side if id in s.units else s.vehicles[id].side
            s.journal.add("RV-CG21", "did_not_enter", seen_by=(side,), unit=id)
