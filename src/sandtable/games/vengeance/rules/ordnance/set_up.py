"""Guns are set up with their crews and covered arcs, mortars with their spotters (A2.9, C2.5, C9.1, B23.42)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.campaign.battle.posts import is_exposed, leave_outside, staying_outside
from sandtable.games.vengeance.components import CREW, HALF_SQUAD, SQUAD, components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.rules.concealment.gain_and_loss import in_concealment_terrain
from sandtable.games.vengeance.rules.fortifications.strongholds import is_fortified
from sandtable.games.vengeance.rules.ordnance.covered_arc import ARCS, corner_in
from sandtable.games.vengeance.rules.ordnance.handling import may_stand
from sandtable.games.vengeance.rules.ordnance.laying import may_spot
from sandtable.games.vengeance.rules.ordnance.mounts import crew_of, gun_type, is_light_mortar, place_of
from sandtable.games.vengeance.rules.set_up.places import places_to_set_up
from sandtable.games.vengeance.rules.terrain.pavement import emplaced_at
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import type_of
from sandtable.games.vengeance.rules.units.stacking import room_for
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

"""How options name the corner to which a covered arc points."""
_SPOTTING = 3
_MANNED_BY = (CREW, HALF_SQUAD, SQUAD)


def muster_guns(s: Battle, side: str, group: int, guns: dict[str, int]) -> None:
    """RV-SCN4 The Guns of a group, waiting to be set up."""
    names = components().core_ids["guns"]
    for printed, number in guns.items():
        for _ in range(number):
            type = names[printed]
            count = 1 + sum(1 for gun in s.guns.values() if gun.type == type)
            id = f"{type.replace('_', '-', 1)}-{count}"
            s.guns[id] = Gun(id, type, side, group=group)


def next_gun(s: Battle, side: str, due: Callable[[str], bool] = lambda id: True) -> Gun | None:
    """The next Gun of a side that has a crew and is not on the map yet, among those that are due."""
    for gun in s.guns.values():
        if (
            gun.side == side
            and due(gun.id)
            and not (gun.at or gun.dm or gun.towed)
            and gun_crew(s, gun) is not None
            and setup_of(s, gun)
        ):
            return gun
    return None


def setup_of(s: Battle, gun: Gun) -> tuple[str, ...]:
    """The Locations where the group of a Gun sets up; none if it enters later."""
    return places_to_set_up(s, gun.id, gun.side, gun.group)


def gun_crew(s: Battle, gun: Gun) -> Unit | None:
    """RV-C2.1 Who will man it: a crew of its group that waits, else a half-squad or squad."""
    if gun.crew in s.units and not s.units[gun.crew].at:
        return s.units[gun.crew]
    if s.campaign is not None:
        waiting = _hands_in_campaign(s, gun)
    else:
        waiting = [u for u in s.units.values() if u.side == gun.side and u.group == gun.group and not u.at]
    for kind in _MANNED_BY:
        crew = next((u for u in waiting if type_of(u).kind == kind and not u.aboard), None)
        if crew is not None:
            return crew
    return None


def _hands_in_campaign(s: Battle, gun: Gun) -> list[Unit]:
    """RV-RePh8.607 The MMC that set up where the Gun does and man no other; those of its own group first."""
    crews = {g.crew for g in s.guns.values()}
    post = s.posts.get(gun.id)
    free = [
        u for u in s.units.values()
        if u.side == gun.side and not u.at and s.posts.get(u.id) == post and u.id not in crews
    ]  # fmt: skip
    return [u for u in free if u.group == gun.group] or free


def place_gun(s: Battle, gun: Gun) -> Flow:
    """RV-A2.9, RV-B23.42, RV-C2.5 A Gun and its crew in a Location that takes it, with any covered arc."""
    f = field_of(s)
    crew = gun_crew(s, gun)
    assert crew is not None
    places = [
        at for at in setup_of(s, gun)
        if may_stand(f, gun, at, set_up=True, fortified=is_fortified(s, at)) and room_for(s, f, at, gun.side, [crew])
        and not enemies_at(s, at, gun.side)
    ]  # fmt: skip
    outside = staying_outside(s, gun.id)
    if not places:
        if outside:
            leave_outside(s, gun.id)
        else:
            del s.guns[gun.id]  # no place takes it
        return
    options: list[Option] = [("set_up", gun.id, at) for at in places]
    pick = yield Choose(gun.side, [*options, *outside], rule="RV-A2.9", ask="set_up", about=(gun.id,))
    if pick[0] == "stay_outside":
        leave_outside(s, gun.id)
        return
    at = id_in(pick, 2)
    put(s, crew.id, at)
    if f.place(at).terrain == "SHELLHOLES":
        mark(s, crew.id, shellhole=True)
    s.guns[gun.id] = replace(gun, at=at, crew=crew.id, emplaced=emplaced_at(f, at))
    arc = yield Choose(
        gun.side, [("point", gun.id, arc) for arc in ARCS], rule="RV-D1.31", ask="point", about=(gun.id, at)
    )
    s.guns[gun.id] = replace(s.guns[gun.id], ca=corner_in(arc))
    if may_be_hidden(f, s.guns[gun.id]):
        yield from _hide_or_not(s, gun.id, crew.id)


def _hide_or_not(s: Battle, id: str, crew: str) -> Flow:
    """RV-A12.3, RV-CG19, RV-RePh8.6194a A Gun may be hidden, or under `?`, for nothing, if it is too near the front."""
    gun = s.guns[id]
    how, rule = ("conceal_gun", "RV-CG19") if is_exposed(s, gun) else ("hide_gun", "RV-A12.3")
    pick = yield Choose(gun.side, [(how, id), ("show_gun", id)], rule=rule, ask=how, about=(id, gun.at))
    if pick[0] == how:
        mark(s, crew, hidden=how == "hide_gun", concealed=how == "conceal_gun")


def may_be_hidden(f: Field, gun: Gun) -> bool:
    """RV-A12.3 A Gun with its crew sets up hidden in Concealment Terrain, or emplaced where there is no pavement."""
    return in_concealment_terrain(f, gun.at) or gun.emplaced


def next_mortar(s: Battle, side: str) -> str:
    """RV-C9.1 The next mortar of a side for which a spotter can still be named."""
    mortars = [gun.id for gun in s.guns.values() if gun_type(gun).is_mortar and gun.at]
    mortars += [w.id for w in s.weapons.values() if is_light_mortar(w) and w.holder]
    for id in mortars:
        crew = crew_of(s, id)
        if crew is not None and crew.at and crew.side == side and id not in s.spotters:
            return id
    return ""


def name_spotter(s: Battle, side: str, mortar: str) -> Flow:
    """RV-C9.1 A Good Order leader or MMC within three hexes of the mortar and in its LOS, or nobody."""
    f = field_of(s)
    at, crew = place_of(s, mortar), crew_of(s, mortar)
    options: list[Option] = [
        ("spotter", mortar, u.id) for u in s.units.values()
        if u.side == side and u.at and may_spot(u) and crew is not None and u.id != crew.id
        and f.range(u.at, at) <= _SPOTTING and current_sight.sees(s, f, u.at, at) and not _busy(s, u)
    ]  # fmt: skip
    pick = yield Choose(
        side, [*options, ("no_spotter", mortar)], rule="RV-C9.1", ask="spotter", about=(mortar,), forced=True
    )
    s.spotters[mortar] = id_in(pick, 2) if pick[0] == "spotter" else ""


def _busy(s: Battle, unit: Unit) -> bool:
    return unit.id in s.spotters.values() or any(gun.crew == unit.id for gun in s.guns.values())
