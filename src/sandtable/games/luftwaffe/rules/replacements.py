"""Replacement factors and withdrawals. LW-12.8 - 12.11, LW-14.9, LW-15.1"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import American, German, Luftwaffe, Step, kind_of, tag_of
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

FACTORIES_PER_REPLACEMENT_OPTION = 9
NEVER_WITHDRAWN = ("school", "railroad")


def income_for(factories: int, each: int, cap: int) -> int:
    """LW-12.9 Replacement factors for the factories that stand."""
    return min(factories // each, cap)


def german_income(s: Luftwaffe) -> int:
    """LW-12.9, LW-14.9, LW-15.1 What the German receives at the end of the quarter."""
    game = s.scenario
    factories = sum("A" in c.industries and c.id not in s.destroyed for c in parts().cities.values())
    each = FACTORIES_PER_REPLACEMENT_OPTION if "production_9" in s.flags else game.german_factories_per_replacement
    return income_for(factories, each, game.german_replacement_cap)


def stock_of(type: str) -> str:
    """LW-12.10 The stock from which a type is rebuilt."""
    kind = parts().types[type]
    if kind.side == GERMAN:
        return GERMAN
    return "bomber" if kind.bomber else "fighter"


def units_of(s: Luftwaffe, side: str) -> dict[str, American] | dict[str, German]:
    return s.americans if side == AMERICAN else s.germans


def set_unit(s: Luftwaffe, id: str, factors: int, status: str) -> None:
    """Change what a unit is worth and where it is."""
    if id in s.americans:
        s.americans[id] = replace(s.americans[id], factors=factors, status=status)
    else:
        s.germans[id] = replace(s.germans[id], factors=factors, status=status)


# -- withdrawals -----------------------------------------------------------------------------------------------------


def may_withdraw(s: Luftwaffe, id: str) -> bool:
    """LW-12.8 Units in Russia, school and railroad units are never withdrawn so."""
    unit = s.americans.get(id) or s.germans[id]
    return unit.status in ("recovered", "covered", "off") and tag_of(id) not in NEVER_WITHDRAWN


def withdrawals(s: Luftwaffe, side: str, types: tuple[str, ...]) -> Flow:
    """LW-12.8 For each entry of the card one full-strength unit of the type leaves for good."""
    for type in types:
        yield from withdraw(s, side, type)


def withdraw(s: Luftwaffe, side: str, type: str) -> Flow:
    """LW-12.8 A full unit of the type; one rebuilt for it; a full one of its class; two reduced ones; or nothing."""
    units = units_of(s, side)
    able = [id for id in units if may_withdraw(s, id)]
    of_type = [id for id in able if units[id].type == type]
    full = [id for id in of_type if units[id].factors == 2]
    if not full:
        rebuilt = rebuild_for_withdrawal(s, side, type)
        full = [rebuilt] if rebuilt else []
    same_class = [id for id in able if kind_of(units[id]).bomber == parts().types[type].bomber]
    if not full:
        full = [id for id in same_class if units[id].factors == 2]
    leaving = 1
    if not full:
        full = [id for id in same_class if units[id].factors == 1]
        leaving = min(2, len(full))
    if not full:
        s.journal.add("LW-12.8", "lapses", type=type)
        return
    for _ in range(leaving):
        options: list[Option] = [("withdraw", id) for id in full]
        pick = yield Choose(side, options, rule="LW-12.8", ask="withdraw", about=(type,), forced=True)
        id = id_in(pick)
        full.remove(id)
        set_unit(s, id, units_of(s, side)[id].factors, "withdrawn")
        s.journal.add("LW-12.8", "withdrawn", unit=id)


def rebuild_for_withdrawal(s: Luftwaffe, side: str, type: str) -> str:
    """LW-12.8, LW-12.11 Bring one unit of the type to full strength, if the factors suffice."""
    units = units_of(s, side)
    broken = [id for id in units if units[id].type == type and may_be_rebuilt_to_leave(s, id)]
    for id in sorted(broken, key=lambda id: -units[id].factors):
        cost = 2 - units[id].factors
        if s.replacements.get(stock_of(type), 0) >= cost:
            s.replacements[stock_of(type)] -= cost
            set_unit(s, id, 2, "recovered" if side == AMERICAN else "off")
            s.journal.add("LW-12.8", "rebuilt", unit=id, factors=2)
            return id
        return ""
    return ""


# -- rebuilding ------------------------------------------------------------------------------------------------------


def may_rebuild(s: Luftwaffe, id: str) -> bool:
    """LW-12.11, LW-14.6.2, LW-14.5.4 Lost and reduced units at home; no school units; railroads within the limit."""
    unit = s.americans.get(id) or s.germans[id]
    tag = tag_of(id)
    if unit.factors >= 2 or unit.status in ("reserve", "withdrawn", "russia", "returning") or tag == "school":
        return False
    if tag == "railroad" and unit.status == "lost":
        in_play = sum(
            tag_of(other) == "railroad" and g.status in ("off", "ground", "air") for other, g in s.germans.items()
        )
        return in_play < s.rail_limit
    return True


def may_be_rebuilt_to_leave(s: Luftwaffe, id: str) -> bool:
    """LW-12.8 School and railroad units are never withdrawn, so none is rebuilt for a withdrawal."""
    return may_rebuild(s, id) and tag_of(id) not in NEVER_WITHDRAWN


def needed_first(s: Luftwaffe, side: str, types: tuple[str, ...]) -> list[str]:
    """LW-12.11 Units that must be rebuilt first, for what the next quarter withdraws."""
    units = units_of(s, side)
    for type in dict.fromkeys(types):
        wanted = types.count(type)
        full = sum(units[id].factors == 2 for id in units if units[id].type == type and may_withdraw(s, id))
        broken = [id for id in units if units[id].type == type and may_be_rebuilt_to_leave(s, id)]
        cheapest = min((2 - units[id].factors for id in broken), default=9)
        if full < wanted and cheapest <= s.replacements.get(stock_of(type), 0):
            started = [id for id in broken if units[id].factors == 1]
            return started or broken
    return []


def rebuilding(s: Luftwaffe, side: str, next_withdrawals: tuple[str, ...], following: Step) -> Flow:
    """LW-12.11, LW-4.6.6 One factor is restored; each player must rebuild as much as his factors allow."""
    units = units_of(s, side)
    able = [id for id in units if s.replacements.get(stock_of(units[id].type), 0) > 0 and may_rebuild(s, id)]
    if not able:
        s.step = following
        return
    first = [id for id in needed_first(s, side, next_withdrawals) if id in able]
    options: list[Option] = [("rebuild", id) for id in first or able]
    left = sum(s.replacements.get(stock, 0) for stock in {stock_of(units[id].type) for id in able})
    pick = yield Choose(side, options, rule="LW-12.11", ask="rebuild", about=(left,), forced=True)
    id = id_in(pick)
    unit = units_of(s, side)[id]
    s.replacements[stock_of(unit.type)] -= 1
    status = unit.status if unit.status != "lost" else "recovered" if side == AMERICAN else "off"
    set_unit(s, id, unit.factors + 1, status)
    s.journal.add("LW-12.11", "rebuilt", unit=id, factors=unit.factors + 1)
