"""What a seat may imagine of enemy vehicles off the map, and of their Armor Leaders (RV-CGS2, RV-RePh8.626)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.games.vengeance.campaign.charts import ReinforcementGroup, chart
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace


def guess_vehicles_outside(s: Battle, side: str, dice: Dice) -> None:
    """RV-CGS2 Vehicles that are not on the map may be any of the chart; so may the leaders of tanks have any rank."""
    outside = [v for v in s.vehicles.values() if v.side == side and _is_unknown(s, v)]
    for vehicle in outside:
        type = components().armour.types[dice.pick(_types(side, _afv(vehicle), vehicle.dug_in))]
        aamg = not type.aamg_optional or dice.below(2) == 1
        s.vehicles[vehicle.id] = replace(vehicle, type=type.id, aamg=aamg)
    for group in dict.fromkeys(v.group for v in outside):
        _deal_leaders(s, side, [v.id for v in outside if v.group == group and _afv(v)], dice)
    for n, one in enumerate(s.commanders):
        if one.side == side:
            s.commanders[n] = replace(one, leader=dice.pick(_ranks(side)))


def _is_unknown(s: Battle, vehicle: Vehicle) -> bool:
    """Off the map, with nobody aboard and no Gun in tow: then it could be any other."""
    if vehicle.at or vehicle.wreck or vehicle.id in s.acting:
        return False
    return not (
        any(u.aboard == vehicle.id for u in s.units.values()) or any(g.towed == vehicle.id for g in s.guns.values())
    )


def _afv(vehicle: Vehicle) -> bool:
    return components().armour.types[vehicle.type].is_afv


def _deal_leaders(s: Battle, side: str, ids: list[str], dice: Dice) -> None:
    """RV-RePh8.6206 The Armor Leaders of a group may be in any of its tanks."""
    led = sum(bool(s.vehicles[id].leader) for id in ids)
    seats = list(ids)
    dice.shuffle(seats)
    for n, id in enumerate(seats):
        s.vehicles[id] = replace(s.vehicles[id], leader=dice.pick(_ranks(side)) if n < led else "")


@cache
def _ranks(side: str) -> list[str]:
    return [id for id in components().units if id.startswith(f"{side[:2]}_armor_")]


@cache
def _types(side: str, afv: bool, dug_in: bool) -> list[str]:
    """The types of vehicles on a chart: fighting ones or not, or those that may be dug in (RV-I3)."""
    rows = [g for g in chart(side).groups.values() if not dug_in or g.dug_in]
    names = dict.fromkeys(name for group in rows for name in _vehicles_of(side, group))
    types = (components().armour.types[components().core_ids["vehicles"][name]] for name in names)
    return [type.id for type in types if type.is_afv == afv]


def _vehicles_of(side: str, group: ReinforcementGroup) -> Iterable[str]:
    """RV-RePh8.6193 The vehicles that a group may bring: its own, those of a die, or the trucks of its Guns."""
    if group.transport:
        return [group.transport]
    if group.letter != "V":
        return []
    return chart(side).by_note(group).values() or [group.unit]
