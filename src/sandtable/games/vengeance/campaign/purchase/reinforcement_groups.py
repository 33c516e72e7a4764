"""Buying Reinforcement Groups (RV-RePh8.619, RV-CG22, RV-I0 to RV-I5)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import is_initial
from sandtable.games.vengeance.campaign.charts import AA_GROUPS, ReinforcementGroup, chart, dates, frame
from sandtable.games.vengeance.campaign.points import campaign_of, sheet, write
from sandtable.games.vengeance.campaign.supply import isolated_areas
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle
from sandtable.games.vengeance.model.campaign import DUG_IN, ENTER, ITEM, ON_BOARD, RESERVE, Bought
from sandtable.games.vengeance.names import group_id
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in

_ON_MAP = (ON_BOARD, RESERVE)
_ON_BOARD = {GERMAN: 1, RUSSIAN: 2}
_NO_SURCHARGE = {GERMAN: ("I5", "I6", "I7"), RUSSIAN: ("I7", "I8")}
_MOABIT_FROM = "4/29 PM"
_REGISTERED = {GERMAN: "O3", RUSSIAN: "O6"}
_OBSERVER = {GERMAN: "O4", RUSSIAN: "O8"}
_SPOTTER = "O7"
_REGISTERED_FOR_MODULE = 2
"""RV-RePh8.6193a At most two pre-registered hexes a module."""


def modes(s: Battle, side: str, group: ReinforcementGroup) -> list[str]:
    """RV-RePh8.6194a to RV-RePh8.6194c, RV-CG22, RV-I3, RV-I13 How a group may be bought now."""
    if group.letter not in "IVG":
        return [ITEM]
    ways_in = [ENTER]
    # RV-I13 The Russian has no Set Up Area in the Initial CGS.
    if not (side == RUSSIAN and is_initial(s)):
        ways_in.append(ON_BOARD)
        if group.letter == "I":
            ways_in.append(RESERVE)
        if group.dug_in and is_initial(s):
            ways_in.append(DUG_IN)
    return ways_in


def cost(s: Battle, side: str, group: ReinforcementGroup, mode: str) -> int:
    """RV-RePh8.6194a, RV-RePh8.6194b, RV-CG22, RV-I3, RV-I5 What a group costs in CPP."""
    if mode == RESERVE:
        return max(1, group.cpp - 1)
    if mode == DUG_IN:
        return (group.cpp + 1) // 2
    surcharge = mode == ON_BOARD and group.letter in "IV" and group.id not in _NO_SURCHARGE[side]
    if surcharge and not (is_initial(s) and side == GERMAN):
        return group.cpp + _ON_BOARD[side]
    return group.cpp


def bought_now(s: Battle, side: str, id: str) -> int:
    """How many of a group were bought for this date."""
    return sum(line.group == id and line.date == campaign_of(s).date for line in sheet(s, side).bought)


def bought_ever(s: Battle, side: str, id: str) -> int:
    """RV-RePh8.6196 How many of a group were bought in the campaign."""
    return sum(line.group == id for line in sheet(s, side).bought)


def refusal(s: Battle, side: str, id: str, mode: str) -> Refusal | None:
    """Why a group cannot be bought, as a term with its gaps."""
    group = chart(side).groups.get(id)
    if group is None:
        return f"not on the chart|{id}", "RV-RePh8.619"
    if side == GERMAN and id in AA_GROUPS and not is_initial(s):
        return "anti-aircraft groups at first", "RV-I2"
    if "J" in group.notes and campaign_of(s).date < dates().index(_MOABIT_FROM):
        return "prisoners of Moabit later", "RV-RePh8.6193a"
    if side == RUSSIAN and is_initial(s) and id == _OBSERVER[RUSSIAN]:
        return "Russian observers later", "RV-I4"
    if mode not in modes(s, side, group):
        return f"not set up like that|{group.name}", "RV-RePh8.6194a"
    if bought_now(s, side, id) >= group.max_cgs:
        return f"limit in a CGS|{group.name}|{group.max_cgs}", "RV-RePh8.6195"
    if bought_ever(s, side, id) >= group.max_cg:
        return f"limit in the campaign|{group.name}|{group.max_cg}", "RV-RePh8.6195"
    if cost(s, side, group, mode) > sheet(s, side).cpp:
        price, purse = cost(s, side, group, mode), sheet(s, side).cpp
        return f"costs too many CPP|{group.name}|{price}|{purse}", "RV-RePh8.619"
    return _without_module(s, side, id)


def _without_module(s: Battle, side: str, id: str) -> Refusal | None:
    """RV-RePh8.6193a, RV-CG9b, RV-CG10 What belongs to a module needs one that is owned or bought now."""
    owned = len(sheet(s, side).modules) + sum(
        bought_now(s, side, group.id) for group in chart(side).groups.values() if group.module
    )
    kept = sheet(s, side).modules
    bought = bought_now(s, side, id) + sheet(s, side).spare.count(id)
    if id == _REGISTERED[side]:
        already = sum(module.registered for module in kept) + bought
        if already >= _REGISTERED_FOR_MODULE * owned:
            return "two hexes a module", "RV-CG9b"
    if id == _OBSERVER[side] and sum(m.observer for m in kept) + bought >= owned:
        return "a module for each observer", "RV-CG10"
    if side == RUSSIAN and id == _SPOTTER and sum(m.spotter for m in kept) + bought >= owned:
        return "a module for each plane", "RV-RePh8.6193b"
    return None


def has_ground(s: Battle, side: str) -> bool:
    """RV-RePh8.6194a, RV-I10 Whether a side has a Set Up Area that is not Isolated; before the Initial CGS it has."""
    return is_initial(s) or any(area.startswith(side) for area in {*s.areas.values()} - isolated_areas(s, (side,)))


def may_buy(s: Battle, side: str) -> list[Option]:
    """RV-RePh8.619, RV-RePh8.6194a All that a side can buy now; for set-up on the map only if it has ground there."""
    ground = has_ground(s, side)
    return [
        ("buy", group_id(side, group.id), mode, cost(s, side, group, mode))
        for group in chart(side).groups.values()
        for mode in modes(s, side, group)
        if refusal(s, side, group.id, mode) is None and (ground or mode not in _ON_MAP)
    ]


def purchase(s: Battle, side: str, option: Option) -> None:
    """RV-RePh8.6198 Enter a purchase in the record: group, mode, CPP; the sheet shows what is left."""
    id, mode = id_in(option).rpartition("-")[2], id_in(option, 2)
    group = chart(side).groups[id]
    price = cost(s, side, group, mode)
    kept = sheet(s, side)
    line = Bought(id, mode, price, campaign_of(s).date)
    write(s, side, cpp=kept.cpp - price, fpp=kept.fpp + group.fpp, bought=(*kept.bought, line))
    s.journal.add(
        "RV-RePh8.619", "bought", seen_by=(side,), side=side, group=id, name=group.name, mode=mode, cpp=price,
        left=kept.cpp - price,
    )  # fmt: skip


def buy(s: Battle, side: str) -> Flow:
    """RV-RePh8.619 One purchase of a side, or the end of its purchases."""

    def why_not(option: Option) -> Refusal | None:
        if option[0] != "buy" or len(option) < 3:
            return None
        if id_in(option, 2) in _ON_MAP and not has_ground(s, side):
            return "no ground to set up", "RV-RePh8.6194a"
        return refusal(s, side, id_in(option).rpartition("-")[2], id_in(option, 2))

    pick = yield Choose(
        side, [*may_buy(s, side), ("done",)], rule="RV-RePh8.619", ask="buy", about=(sheet(s, side).cpp,),
        why_not=why_not,
    )  # fmt: skip
    if pick[0] == "done":
        s.pending.remove(side)
    else:
        purchase(s, side, pick)


def give_initial_groups(s: Battle) -> None:
    """RV-I0, RV-I11 The points and the free groups with which the campaign begins; they count against the maxima."""
    for side in (GERMAN, RUSSIAN):
        start = frame()["initial"][side]
        mode = ON_BOARD if side == GERMAN else ENTER
        free = tuple(Bought(id, mode, 0, 0) for id in start["rg"])
        given = (("Foxhole 1S", int(start["foxholes"])),) if "foxholes" in start else ()
        write(s, side, cpp=start["cpp"], fpp=start.get("fpp", 0), bought=free, fortifications=given)
