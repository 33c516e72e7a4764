"""Concealment at set-up (chapters A12.2, BRV3): `?` counters of the order of battle, dummies and hidden units."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import is_exposed, own_places
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import (
    HID,
    in_concealment_terrain,
    place_under,
    single_men,
    watched,
)
from sandtable.games.vengeance.rules.terrain.pavement import PAVED
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import (
    held,
    is_dummy,
    is_leader,
    is_mmc,
    units_at,
    unknown,
    weapon_type,
)
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.vehicles.concealment.gain_and_loss import cover_vehicle, may_be_covered
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.games.vengeance.rules.vehicles.set_up.dug_in import hide_vehicle, hides, may_be_hidden
from sandtable.games.vengeance.scenarios.areas import setup_places
from sandtable.games.vengeance.scenarios.cards import Group, scenario
from sandtable.kernel.flow import Choose, Flow, Option

_DONE = -1


def finish(s: Battle, side: str) -> None:
    """The side has set up; whether it could hide somebody is known to both."""
    s.covers[side] = 0
    s.hiding.pop(single_men(side), None)
    s.hiding[side] = HID if s.campaign is None and getattr(scenario(s.scenario), side).hidden else _DONE


def may_cover(s: Battle, side: str) -> bool:
    """Whether a side that sets up still has something to conceal, or a Gun or dug-in tank to hide."""
    if s.hiding.get(side, 0) < 0:
        return False
    return bool(
        s.covers.get(side)
        or s.hiding.get(side)
        or s.hiding.get(single_men(side))
        or ((s.guns or s.batteries or s.vehicles) and may_hide(s, side))
    )


def cover(s: Battle, side: str) -> Flow:
    """RV-BRV3.6, RV-BRV3.5, RV-A12.2 `?` counters of the order of battle on stacks or as dummies; hidden units."""
    options: list[Option] = []
    if s.covers.get(side):
        options += [("conceal", at) for at in concealable(s, side)]
        options += [("dummy", at) for at in dummy_places(s, side)]
    options += [("hide", id) for id in may_hide(s, side)]
    if not options:
        finish(s, side)
        return
    options.append(("done",))
    pick = yield Choose(side, options, rule="RV-BRV3.6", ask="cover", about=(s.covers.get(side, 0),))
    match pick:
        case ("conceal", str(at)):
            conceal(s, side, at)
        case ("dummy", str(at)):
            place_dummy(s, side, at)
        case ("hide", str(id)):
            hide(s, id)
        case _:
            finish(s, side)


def concealable(s: Battle, side: str) -> list[str]:
    """RV-BRV3.6, RV-BRV16.4 Concealment Terrain where a side has men or vehicles without `?`.

    RV-CG19, RV-BRV3.15 What may be hidden, a Gun with its crew or a dug-in tank, may be under `?` where it is.
    """
    f = field_of(s)
    men = [
        at for at in s.at
        if any(
            not unknown(u) and not u.broken and (in_concealment_terrain(f, at) or crew_may_hide(s, u))
            for u in units_at(s, at, side)
        )
    ]  # fmt: skip
    tanks = [
        v.at for v in s.vehicles.values()
        if v.side == side and may_be_covered(s, v)
        and (in_concealment_terrain(f, v.at) or (v.dug_in and hides(f, v.at)))
    ]  # fmt: skip
    return list(dict.fromkeys([*men, *tanks]))


def conceal(s: Battle, side: str, at: str) -> None:
    """RV-BRV3.6 One `?` counter covers a stack."""
    s.covers[side] -= 1
    for unit in units_at(s, at, side):
        if not unknown(unit) and not unit.broken:
            mark(s, unit.id, concealed=True)
    for vehicle in vehicles_at(s, at, side):
        if may_be_covered(s, vehicle):
            cover_vehicle(s, vehicle.id, setting_up=True)


def dummy_places(s: Battle, side: str) -> list[str]:
    """RV-BRV3.5 Concealment Terrain of the side's areas where nobody is."""
    f = field_of(s)
    if s.campaign is not None:
        places = dict.fromkeys(own_places(s, side))
    else:
        groups: tuple[Group, ...] = getattr(scenario(s.scenario), side).groups
        places = dict.fromkeys(
            at for index, group in enumerate(groups) if group.setup for at in setup_places(s.scenario, side, index)
        )
    return [
        at for at in places
        if in_concealment_terrain(f, at) and not units_at(s, at, side) and not enemies_at(s, at, side)
        and not vehicles_at(s, at, side)
    ]  # fmt: skip


def place_dummy(s: Battle, side: str, at: str) -> None:
    """RV-A12.11, RV-BRV3.5 One `?` counter lies alone."""
    s.covers[side] -= 1
    make_dummy(s, side, at)


def make_dummy(s: Battle, side: str, at: str) -> str:
    """RV-A12.11 A `?` counter with nothing under it comes on the map. Its id."""
    s.made[f"{side}-dummy"] = s.made.get(f"{side}-dummy", 0) + 1
    id = f"{side[:2]}-dummy-{s.made[f'{side}-dummy']}"
    s.units[id] = Unit(id, f"{side[:2]}_dummy", side, concealed=True)
    put(s, id, at)
    return id


def hiding_cost(s: Battle, unit: Unit) -> int:
    """RV-A12.2 Half-squads of the allowance: an MMC its size, a man one, but nothing beside hidden men."""
    beside = any(u.hidden and is_mmc(u) for u in units_at(s, unit.at, unit.side))
    return halves(unit) or (0 if beside else 1)


def hides_alone(s: Battle, unit: Unit) -> bool:
    """RV-RePh8.621 Note A: a single man for whom hidden set-up was bought."""
    return not is_mmc(unit) and hiding_cost(s, unit) > 0 and s.hiding.get(single_men(unit.side), 0) > 0


def may_hide(s: Battle, side: str) -> list[str]:
    """RV-A12.2, RV-BRV3.15 Who can still be hidden: in Concealment Terrain, within the allowance; dug-in tanks.

    RV-CG19, RV-RePh8.6194a Not the crews of Guns that are too near the front.
    """
    left, men = s.hiding.get(side, 0), s.hiding.get(single_men(side), 0)
    tanks = [v.id for v in s.vehicles.values() if v.side == side and not v.hidden and may_be_hidden(s, field_of(s), v)]
    if (
        not (left or men)
        and not s.guns
        and not s.batteries
        and not any(u.hidden and u.side == side for u in s.units.values())
    ):
        return tanks
    f = field_of(s)
    exposed = {gun.crew for gun in s.guns.values() if gun.side == side and gun.crew and gun.at and is_exposed(s, gun)}
    return [
        u.id for u in s.units.values()
        if u.side == side and u.at and not (u.hidden or u.broken or u.cloak) and not is_dummy(u) and u.id not in exposed
        and (
            crew_may_hide(s, u) or observer_may_hide(s, u)
            or (in_concealment_terrain(f, u.at) and (hiding_cost(s, u) <= left or hides_alone(s, u)))
        )
    ] + tanks  # fmt: skip


def observer_may_hide(s: Battle, unit: Unit) -> bool:
    """RV-BRV16.2 A leader with a radio or phone, in Concealment Terrain, beyond the allowance of the scenario."""
    equipped = any(weapon_type(w).contact for w in held(s, unit.id))
    return equipped and is_leader(unit) and in_concealment_terrain(field_of(s), unit.at)


def crew_may_hide(s: Battle, unit: Unit) -> bool:
    """RV-A12.3 A Gun with its crew: in Concealment Terrain, or emplaced where the ground is not paved."""
    gun = next((g for g in s.guns.values() if g.crew == unit.id and g.at == unit.at), None)
    if gun is None:
        return False
    f = field_of(s)
    return in_concealment_terrain(f, unit.at) or (gun.emplaced and f.place(unit.at).terrain not in PAVED)


def hide(s: Battle, id: str) -> None:
    """RV-A12.2 A unit is not on the map for the enemy, with all that it holds."""
    if id in s.vehicles:
        hide_vehicle(s, id)
        return
    unit = s.units[id]
    if not (crew_may_hide(s, unit) or observer_may_hide(s, unit)):
        pool, cost = (single_men(unit.side), 1) if hides_alone(s, unit) else (unit.side, hiding_cost(s, unit))
        s.hiding[pool] -= cost
    mark(s, id, hidden=True, concealed=False)


def show_what_is_seen(s: Battle) -> None:
    """RV-BRV3.5 Before the first turn hidden units outside Concealment Terrain are placed if an enemy sees them."""
    f = field_of(s)
    for unit in list(s.units.values()):
        if unit.hidden and unit.at and not in_concealment_terrain(f, unit.at) and watched(s, unit.at, unit.side):
            place_under(s, unit.id, "RV-BRV3.5")
    for tank in list(s.vehicles.values()):
        if tank.hidden and not in_concealment_terrain(f, tank.at) and watched(s, tank.at, tank.side):
            place_under(s, tank.id, "RV-BRV3.5")
