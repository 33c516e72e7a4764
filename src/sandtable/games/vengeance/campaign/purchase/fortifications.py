"""Spending FPP on fortifications, and Reconnaissance (RV-RePh8.621, RV-RePh8.621a, RV-RePh8.622)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import in_reserve, is_initial
from sandtable.games.vengeance.campaign.charts import PILLBOXES, Fortification, fortifications, tables
from sandtable.games.vengeance.campaign.points import sheet, write
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle
from sandtable.games.vengeance.model.campaign import ENTER, HERE, OFF
from sandtable.games.vengeance.rules.units.stacking import squad_halves
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in, number_in

SINGLE = "smc"
HIP_SIZES = (SINGLE, "half-squad", "squad")
FOXHOLES = ("1S", "2S", "3S")
"""The sizes of foxholes, as on their counters: a bare number would be the name of every such number."""
ARMOR = "Supplemental Armor"
ONE = "one"
"""How options name what comes in one size."""


def price(s: Battle, row: Fortification, size: str = "") -> int:
    """RV-RePh8.621, RV-RePh8.621a What one costs in FPP; note D doubles it after the Initial CGS, after rounding."""
    if isinstance(row.fpp, tuple):
        sizes = HIP_SIZES if row.type == "HIP" else FOXHOLES
        points = row.fpp[sizes.index(size)]
    elif isinstance(row.fpp, str):
        numbers = sum(int(part) for part in size.split("+"))
        points = (3 * numbers + 1) // 2
    else:
        points = row.fpp
    return 2 * points if "D" in row and not is_initial(s) else points


def sizes(row: Fortification) -> tuple[str, ...]:
    """The sizes in which something is bought: foxholes by squads, HIP by kind, pillboxes by their numbers."""
    if row.type == "HIP":
        return HIP_SIZES
    if row.type == "Pillbox":
        return PILLBOXES
    return FOXHOLES if isinstance(row.fpp, tuple) else ("",)


def fortification_refusal(s: Battle, side: str, type: str, size: str = "") -> Refusal | None:
    """Why something cannot be bought with FPP, as a term with its gaps."""
    row = fortifications().get(type)
    kept = sheet(s, side)
    if row is None or size not in sizes(row):
        return f"not on the chart|{type}", "RV-RePh8.621"
    if "G" in row and side != GERMAN:
        return f"only the German buys|{type}", "RV-RePh8.621"
    if "R" in row and side != RUSSIAN:
        return f"only the Russian buys|{type}", "RV-RePh8.621"
    if "R" in row and kept.armor:
        return f"one in the campaign|{type}", "RV-RePh8.621"
    if "E" in row and not is_initial(s):
        return f"Initial CGS only|{type}", "RV-RePh8.621"
    if side == RUSSIAN and is_initial(s) and type != ARMOR:
        return "Russian holds no ground", "RV-I13"
    if type == "HIP" and hiding_worth((*kept.hip, size)) > 2 * most_hidden(s, side):
        return "a tenth is hidden", "RV-RePh8.621"
    if price(s, row, size) > kept.fpp:
        return f"costs too many FPP|{type}|{price(s, row, size)}|{kept.fpp}", "RV-RePh8.621"
    return None


_HALVES = {SINGLE: 1, "half-squad": 1, "squad": 2}
"""What each bought hidden set-up is worth, in half-squads."""


def hiding_worth(bought: tuple[str, ...]) -> int:
    """RV-RePh8.621 The half-squads for which hidden set-up was bought; a single man counts as one."""
    return sum(_HALVES[size] for size in bought)


def most_hidden(s: Battle, side: str) -> int:
    """RV-RePh8.621 Note H: 10% of the squads on board that are not in Reserve, rounded up."""
    away = (ENTER, OFF)
    on_board = [u for u in s.units.values() if u.side == side and s.posts.get(u.id, HERE if u.at else OFF) not in away]
    squads = squad_halves(u for u in on_board if not in_reserve(s, u.id)) // 2
    return -(-squads // 10)


def fortification_options(s: Battle, side: str) -> list[Option]:
    """All that FPP can buy now."""
    return [
        ("fortify", row.type, size or ONE, price(s, row, size))
        for row in fortifications().values()
        for size in sizes(row)
        if fortification_refusal(s, side, row.type, size) is None
    ]


def fortify(s: Battle, side: str) -> Flow:
    """RV-RePh8.621 One fortification of a side, or no more; unspent FPP are lost."""
    options = fortification_options(s, side)
    pick = yield Choose(
        side, [*options, ("done",)], rule="RV-RePh8.621", ask="fortify", about=(sheet(s, side).fpp,),
        why_not=lambda option: _why_not(s, side, option),
    )  # fmt: skip
    if pick[0] == "done":
        write(s, side, fpp=0)
        s.pending.remove(side)
        return
    buy_fortification(s, side, id_in(pick), _size(pick))


def _why_not(s: Battle, side: str, option: Option) -> Refusal | None:
    if option[0] != "fortify" or len(option) < 2:
        return None
    return fortification_refusal(s, side, id_in(option), _size(option))


def _size(option: Option) -> str:
    return id_in(option, 2) if len(option) > 2 and option[2] != ONE else ""


def buy_fortification(s: Battle, side: str, type: str, size: str) -> None:
    """RV-RePh8.621 Pay for it and keep it for the set-up."""
    kept = sheet(s, side)
    paid = price(s, fortifications()[type], size)
    if type == "HIP":
        write(s, side, fpp=kept.fpp - paid, hip=(*kept.hip, size))
    elif type == ARMOR:
        write(s, side, fpp=kept.fpp - paid, armor="bought")
    else:
        name = f"{type} {size}".strip()
        stock = dict(kept.fortifications)
        stock[name] = stock.get(name, 0) + 1
        write(s, side, fpp=kept.fpp - paid, fortifications=tuple(stock.items()))
    s.journal.add("RV-RePh8.621", "fortified", seen_by=(side,), side=side, type=type, size=size or ONE, fpp=paid)


# -- reconnaissance --------------------------------------------------------------------------------------------------


def reconnoitre(s: Battle, side: str) -> Flow:
    """RV-RePh8.622 Up to three CPP, each for one Recon."""
    table = tables()["reconnaissance"]
    most = min(int(table["max_per_cgs"]), sheet(s, side).cpp // int(table["cpp_per_recon"]))
    pick = yield Choose(
        side, [("recon", number) for number in range(most + 1)], rule="RV-RePh8.622", ask="recon",
        about=(sheet(s, side).cpp,),
    )  # fmt: skip
    number = number_in(pick)
    write(s, side, recon=number, cpp=sheet(s, side).cpp - number * int(table["cpp_per_recon"]))
    s.pending.remove(side)
