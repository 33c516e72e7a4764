"""Bought groups become counters (RV-RePh8.6201, RV-RePh8.6193b, RV-CG11, RV-CG21)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from sandtable.games.vengeance.campaign.charts import FOR_MODULE, chart
from sandtable.games.vengeance.campaign.points import campaign_of, elr_of, panzerfausts_for, sheet, write
from sandtable.games.vengeance.campaign.purchase.group_contents import Roster, ammunition, muster
from sandtable.games.vengeance.campaign.refit.weapons import issue
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import GERMAN, SIDES, Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import DUG_IN, ITEM, Bought, LeaderRoll, Module
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.set_up.placement import WEAPONS
from sandtable.games.vengeance.rules.units.counters import new_id, swap
from sandtable.games.vengeance.rules.units.kinds import BANNERS
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

_FITS_AAMG = 3
"""RV-H1.41 A die of 1 to 3 fits the optional AAMG."""


def raise_groups(s: Battle) -> None:
    """RV-RePh8.6201 Everything bought for this date comes: groups with their rolls, items at once."""
    for side in SIDES:
        for serial, line in enumerate(sheet(s, side).bought, 1):
            if line.date != campaign_of(s).date:
                continue
            if line.mode == ITEM:
                receive_item(s, side, line)
            else:
                roster = muster(s, side, line.group)
                counters(s, side, roster, line.mode, serial)
                if roster.may_have_leader:
                    s.leader_rolls.append(LeaderRoll(side, serial, roster.depleted))
            if line.group == "I6" and side == GERMAN:
                write(s, side, party_leaders=True)


def counters(s: Battle, side: str, roster: Roster, mode: str, serial: int) -> None:
    """RV-CG21 The counters of a group, waiting for their set-up; weapons go to MMC of their group."""
    names = components().core_ids[f"{side}_units"]
    prefix = side[:2]
    squads = [raise_unit(s, side, names[name], mode, serial) for name in (*roster.squads, *roster.crews)]
    for name in roster.leaders:
        raise_unit(s, side, names[name], mode, serial)
    for name in roster.weapons:
        id = new_id(s, side)
        weapon = Weapon(id, f"{prefix}_{WEAPONS[name]}", side, group=serial)
        s.weapons[id] = weapon
        if squads:
            issue(s, weapon, squads[0].type)
    banners(s, side, roster.banners, serial)
    guns_and_vehicles(s, side, roster, mode, serial, [unit.id for unit in squads[len(roster.squads) :]])


_GESTAPO = {"ge_7-0": "ge_gestapo_7+1", "ge_8-1": "ge_gestapo_8-0"}


def make_gestapo(s: Battle, side: str) -> Flow:
    """RV-CG33, RV-BRV8.501 The German balance provision: any of his 7-0 may become a 7+1, any 8-1 an 8-0, Gestapo."""
    provided = side == GERMAN and side in campaign_of(s).balance
    options: list[Option] = [("gestapo", u.id) for u in s.units.values() if provided and u.type in _GESTAPO]
    pick = yield Choose(side, [*options, ("done",)], rule="RV-CG33", ask="gestapo", forced=not options)
    if pick[0] == "done":
        s.pending.remove(side)
        return
    leader = s.units[id_in(pick)]
    swap(s, leader.id, _GESTAPO[leader.type])
    s.journal.add("RV-CG33", "becomes_gestapo", unit=leader.id, seen_by=(side,))


def banners(s: Battle, side: str, number: int, serial: int) -> None:
    """RV-BRV14.1 The Banners of an escort."""
    for _ in range(number):
        id = next((banner for banner in BANNERS if banner not in s.weapons), "")
        if id:
            s.weapons[id] = Weapon(id, "ru_banner", side, group=serial)


def guns_and_vehicles(s: Battle, side: str, roster: Roster, mode: str, serial: int, crews: Sequence[str] = ()) -> None:
    """RV-RePh8.6193a, RV-CG11, RV-I3 Guns with their crews, vehicles with their optional armament."""
    names = components().core_ids
    for name, crew in zip_longest(roster.guns, crews[: len(roster.guns)], fillvalue=""):
        id = new_id(s, side)
        s.guns[id] = Gun(id, names["guns"][name], side, crew=crew, group=serial)
        s.posts[id] = mode
    for name in roster.vehicles:
        id = new_id(s, side)
        type = components().armour.types[names["vehicles"][name]]
        dug_in = mode == DUG_IN
        aamg = not type.aamg_optional or s.dice.roll(6, "AAMG") <= _FITS_AAMG
        s.vehicles[id] = Vehicle(
            id, type.id, side, group=serial, dug_in=dug_in, immobile=dug_in, ce=type.is_afv, aamg=aamg,
        )  # fmt: skip
        s.posts[id] = mode


def raise_unit(s: Battle, side: str, type: str, mode: str, serial: int) -> Unit:
    """RV-CG21 A unit of a bought group, waiting for its set-up or entry."""
    id = new_id(s, side)
    unit = Unit(id, type, side, elr=elr_of(s, side, type), group=serial)
    s.units[id] = unit
    s.posts[id] = mode
    return unit


def receive_item(s: Battle, side: str, line: Bought) -> None:
    """RV-RePh8.6193b, RV-RePh8.6205, RV-CG9 Artillery, observers, aircraft, snipers and Panzerfausts."""
    group = chart(side).groups[line.group]
    kept = sheet(s, side)
    if group.module:
        write(s, side, modules=(*kept.modules, Module(group.module, ammunition(s, side, group.module))))
    elif group.name in FOR_MODULE:
        write(s, side, spare=(*kept.spare, group.id))
    elif group.san:
        write(s, side, snipers=kept.snipers + group.san)
    elif group.aircraft:
        die = s.dice.roll(6, "aircraft")
        number = 1 + (die - 1) // 2
        s.journal.add("RV-RePh8.6193b", "aircraft", seen_by=(side,), side=side, die=die, number=number)
        write(s, side, aircraft=kept.aircraft + number)
    elif line.group == "P1":
        write(s, side, panzerfaust=True)


def panzerfausts(s: Battle, side: str) -> int:
    """RV-CG5, RV-RePh8.6193a Two for each German squad, a half-squad counting half; the Russian's own if bought."""
    on_map = [u for u in s.units.values() if u.side == side and (u.at or (u.aboard and s.vehicles[u.aboard].at))]
    if side == GERMAN:
        return panzerfausts_for(on_map)
    if not sheet(s, side).panzerfaust:
        return 0
    squads = [u for u in s.units.values() if u.side == side and components().units[u.type].kind == "squad"]
    return sum(u.type != "ru_3-3-7" for u in squads)
