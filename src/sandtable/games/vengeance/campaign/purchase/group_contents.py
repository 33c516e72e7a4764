"""What a bought Reinforcement Group really brings: strength, weapons, leaders, ammunition (RV-RePh8.6201)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from sandtable.games.vengeance.campaign.charts import ReinforcementGroup, by_die, chart, tables
from sandtable.games.vengeance.campaign.points import date_and_balance, roll_two
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle
from sandtable.kernel.modifiers import total
from sandtable.kernel.records import Modifier

_HEAVY = ("120mm", "150mm")
_LOST = 5
"""A die of 5 or 6 forfeits a weapon (note B of the charts, footnote D of the support weapons)."""


class Roster(msgspec.Struct):
    """What a group consists of, in the words of the charts."""

    squads: list[str] = []
    leaders: list[str] = []
    weapons: list[str] = []
    crews: list[str] = []
    guns: list[str] = []
    vehicles: list[str] = []
    banners: int = 0
    depleted: bool = False
    may_have_leader: bool = False
    """RV-RePh8.6206 Its owner may roll for a leader."""


def strength_modifiers(s: Battle, side: str, group: ReinforcementGroup) -> list[Modifier]:
    """RV-RePh8.6201 Guns +1 (not mortars), vehicles -1, Critical Date and Balance."""
    drm = tables()["rg_strength"]["drm"]
    modifiers: list[Modifier] = []
    if group.letter == "G" and not group.mortar:
        modifiers.append((drm["type_G_not_mortar"], "RV-RePh8.6201", "guns"))
    if group.letter == "V":
        modifiers.append((drm["type_V"], "RV-RePh8.6201", "vehicles"))
    return modifiers + date_and_balance(s, side)


def is_depleted(s: Battle, side: str, group: ReinforcementGroup) -> bool:
    """RV-RePh8.6201 A secret DR: 9 or more is Depleted."""
    modifiers = strength_modifiers(s, side, group)
    dice = roll_two(s, "strength")
    final = sum(dice) + total(modifiers)
    depleted = final > int(tables()["rg_strength"]["full_max"])
    s.journal.add(
        "RV-RePh8.6201", "strength", seen_by=(side,), side=side, group=group.id, name=group.name, dice=dice,
        modifiers=modifiers, final=final, depleted=depleted, result="Depleted" if depleted else "at full strength",
    )  # fmt: skip
    return depleted


def muster(s: Battle, side: str, id: str) -> Roster:
    """RV-RePh8.6201 to RV-RePh8.6206 Roll for all that a group brings."""
    group = chart(side).groups[id]
    depleted = is_depleted(s, side, group)
    number = group.depleted if depleted else group.full
    roster = Roster()
    if "D" in group.notes:
        _gestapo(s, roster, depleted)
    elif group.weapons:
        roster.weapons = heavy_weapons(s, list(group.weapons)) if depleted else list(group.weapons)
        roster.crews = [group.crew] * len(roster.weapons)
    elif group.letter == "I":
        name = f"{group.unit} assault engineer" if group.assault_engineer else group.unit
        roster.squads = [name] * number
        roster.banners = group.extra.count("Red Banner")
        roster.leaders = [name for name in group.extra if name != "Red Banner"]
        roster.weapons = support_weapons(s, side, id, depleted)
    elif group.letter == "V":
        roster.vehicles = [_vehicle(s, side, group) for _ in range(number)]
    else:
        roster.guns, roster.crews = [group.unit] * number, [group.crew] * number
        roster.vehicles = [group.transport] * number if group.transport else []
    roster.depleted = depleted
    roster.may_have_leader = "L" in group.notes and may_have_leader(s, side, group)
    return roster


def _gestapo(s: Battle, roster: Roster, depleted: bool) -> None:
    """Note D: three dice, one worse if Depleted; each Gestapo leader comes with a 3-4-8."""
    rows = chart(GERMAN).dice["D"]
    for _ in range(3):
        leader = by_die(rows, s.dice.roll(6, "Gestapo") + depleted)
        if leader != "none":
            roster.leaders.append(leader)
            roster.squads.append("3-4-8")


def heavy_weapons(s: Battle, listed: list[str]) -> list[str]:
    """Note B: a die for each weapon, 5 and 6 forfeit it; all again until one is lost and one kept."""
    while True:
        kept = [weapon for weapon in listed if s.dice.roll(6, "Depleted weapons") < _LOST]
        if kept and len(kept) < len(listed):
            return kept


def _vehicle(s: Battle, side: str, group: ReinforcementGroup) -> str:
    """Notes E, F, K, N: the type of a vehicle by a die."""
    rows = chart(side).by_note(group)
    return by_die(rows, s.dice.roll(6, "vehicle type")) if rows else group.unit


# -- support weapons -------------------------------------------------------------------------------------------------


@cache
def _weapon_rows() -> dict[str, dict[str, Any]]:
    return {row["rg"]: row for row in tables()["sw"]}


def support_weapon_row(side: str, id: str) -> tuple[list[str], str]:
    """RV-RePh8.6204 The weapons that the table lists for an infantry group, and its footnote."""
    row = _weapon_rows().get(f"{side} {id}", {})
    listed = [name for name, number in row.items() if isinstance(number, int) for _ in range(number)]
    return listed, str(row.get("footnote", ""))


def support_weapons(s: Battle, side: str, id: str, depleted: bool) -> list[str]:
    """RV-RePh8.6204 The weapons of an infantry group, with footnotes A to D."""
    listed, footnote = support_weapon_row(side, id)
    if footnote == "D" and depleted:
        return [weapon for weapon in listed if s.dice.roll(6, "support weapon") < _LOST]
    if footnote in ("A", "B", "C") and not depleted:
        listed.append(by_die(tables()["sw_footnotes"][footnote]["dr"], s.dice.roll(6, "support weapon")))
    return listed


# -- leaders ---------------------------------------------------------------------------------------------------------


def may_have_leader(s: Battle, side: str, group: ReinforcementGroup) -> bool:
    """RV-RePh8.6206 A Russian infantry group must first roll 4 or less; -1 Assault Engineers, +1 Moabit."""
    if side != RUSSIAN or group.letter != "I":
        return True
    table = tables()["leader_table"]["russian_eligibility"]
    tests = (
        (table["assault_engineer"] if group.assault_engineer else 0, "assault engineers"),
        (table["moabit"] if group.unit == "3-3-7" else 0, "Moabit Prisoners"),
    )
    modifiers: list[Modifier] = [(int(value), "RV-RePh8.6206", reason) for value, reason in tests if value]
    die = s.dice.roll(6, "leader allowed")
    allowed = bool(die + total(modifiers) <= table["needed_max"])
    s.journal.add(
        "RV-RePh8.6206", "leader_allowed", seen_by=(side,), side=side, group=group.name, die=die, modifiers=modifiers,
        most=table["needed_max"], result="yes" if allowed else "no", success=allowed,
    )  # fmt: skip
    return allowed


# -- artillery -------------------------------------------------------------------------------------------------------


def ammunition_modifiers(s: Battle, side: str, calibre: str) -> list[Modifier]:
    """RV-RePh8.6205 -1 for the Russian's medium and heavy artillery, Critical Date and Balance."""
    modifiers: list[Modifier] = []
    if side == RUSSIAN and calibre in _HEAVY:
        drm = tables()["oba_ammunition"]["drm"]["russian_medium_or_heavy_artillery"]
        modifiers.append((drm, "RV-RePh8.6205", "medium or heavy artillery"))
    return modifiers + date_and_balance(s, side)


def ammunition(s: Battle, side: str, calibre: str) -> str:
    """RV-RePh8.6205 Plentiful, Normal or Scarce, by a secret DR."""
    modifiers = ammunition_modifiers(s, side, calibre)
    dice = roll_two(s, "ammunition")
    final = sum(dice) + total(modifiers)
    row = tables()["oba_ammunition"][side]
    supply = (
        "plentiful" if final <= row["plentiful_max"] else "normal" if final <= row["normal_max"] else "scarce"
    )  # fmt: skip
    s.journal.add(
        "RV-RePh8.6205", "module_ammunition", seen_by=(side,), side=side, calibre=calibre, dice=dice,
        modifiers=modifiers, final=final, ammunition=supply,
    )  # fmt: skip
    return supply
