"""Bought groups become counters (RV-RePh8.6201, RV-RePh8.6193b, RV-CG11, RV-CG21)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import chart
from sandtable.games.vengeance.campaign.equipment import issue
from sandtable.games.vengeance.campaign.groups import Roster, ammunition, muster
from sandtable.games.vengeance.campaign.points import campaign_of, elr_of, raise_san, sheet, write
from sandtable.games.vengeance.campaign.sheet import ITEM, Bought, Module
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model import GERMAN, SIDES, Battle, Unit, Weapon
from sandtable.games.vengeance.rules.setup import WEAPONS
from sandtable.games.vengeance.rules.units import new_id
from sandtable.kernel.state import replace


def raise_groups(s: Battle) -> None:
    """RV-RePh8.6201 Everything bought for this date comes: groups with their rolls, items at once."""
    for side in SIDES:
        for serial, line in enumerate(sheet(s, side).bought, 1):
            if line.date != campaign_of(s).date:
                continue
            if line.mode == ITEM:
                receive_item(s, side, line)
            else:
                counters(s, side, muster(s, side, line.group), line.mode, serial)
            if line.group == "I6" and side == GERMAN:
                write(s, side, party_leaders=True)


def counters(s: Battle, side: str, roster: Roster, mode: str, serial: int) -> None:
    """RV-CG21 The counters of a group, waiting for their set-up; weapons go to MMC of their group."""
    names = components().core_ids[f"{side}_units"]
    prefix = side[:2]
    squads = [_unit(s, side, names[name], mode, serial) for name in (*roster.squads, *roster.crews)]
    for name in roster.leaders:
        _unit(s, side, names[name], mode, serial)
    for name in roster.weapons:
        id = new_id(s, side)
        weapon = Weapon(id, f"{prefix}_{WEAPONS[name]}", side, group=serial)
        s.weapons[id] = weapon
        if squads:
            issue(s, weapon, squads[0].type)


def _unit(s: Battle, side: str, type: str, mode: str, serial: int) -> Unit:
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
    elif group.name == "Pre-Registered Hex":
        _to_module(s, side, "registered")
    elif group.name == "Off-Board Observer":
        _to_module(s, side, "observer")
    elif group.name == "Spotter Plane":
        _to_module(s, side, "spotter")
    elif group.san:
        raise_san(s, side, group.san)
    elif group.aircraft:
        die = s.dice.roll(6, "aircraft")
        number = 1 + (die - 1) // 2
        s.journal.add("RV-RePh8.6193b", "aircraft", seen_by=(side,), side=side, die=die, number=number)
        write(s, side, aircraft=kept.aircraft + number)
    elif line.group == "P1":
        write(s, side, panzerfaust=True)


def _to_module(s: Battle, side: str, what: str) -> None:
    """RV-CG9b, RV-CG10 Give something to the first module that has room for it, the newest first."""
    modules = list(sheet(s, side).modules)
    most = 2 if what == "registered" else 1
    for index in range(len(modules) - 1, -1, -1):
        now = int(getattr(modules[index], what))
        if now < most:
            value = now + 1 if what == "registered" else True
            modules[index] = replace(modules[index], **{what: value})
            break
    write(s, side, modules=tuple(modules))


def panzerfausts(s: Battle, side: str) -> int:
    """RV-CG5, RV-RePh8.6193a Two for each German squad, a half-squad counting half; the Russian's own if bought."""
    on_map = [u for u in s.units.values() if u.side == side and u.at]
    if side == GERMAN:
        return panzerfausts_for(on_map)
    if not sheet(s, side).panzerfaust:
        return 0
    squads = [u for u in s.units.values() if u.side == side and components().units[u.type].kind == "squad"]
    return sum(u.type != "ru_3-3-7" for u in squads)


def panzerfausts_for(units: list[Unit]) -> int:
    """RV-CG5 Two for each squad, one for each half-squad."""
    per_squad = 2
    kinds = [components().units[u.type].kind for u in units]
    return per_squad * kinds.count("squad") + per_squad * kinds.count("hs") // 2
