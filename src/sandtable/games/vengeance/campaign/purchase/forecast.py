"""What a Reinforcement Group brings and what a fortification is good for, told before it is bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.games.vengeance.campaign.charts import Fortification, ReinforcementGroup, chart, tables
from sandtable.games.vengeance.campaign.purchase.group_contents import support_weapon_row

_BANNER = "Red Banner"


def brings(side: str, group: ReinforcementGroup) -> str:
    """RV-RePh8.6193, RV-RePh8.6201 to RV-RePh8.6206 What a group consists of, full and Depleted."""
    told = [_men(side, group), *_weapons(side, group), *_leader(group), *_item(group)]
    return "; ".join(filter(None, told)) + "."


def _men(side: str, group: ReinforcementGroup) -> str:
    if "D" in group.notes:
        return "Up to three Gestapo leaders by dice, each with a 3-4-8 half-squad"
    if group.weapons:
        return f"{_listed(group.weapons)}, each with a {group.crew} crew; Depleted: some of them, by dice"
    if not group.full:
        return ""
    what = group.unit
    if types := chart(side).by_note(group):
        what = f"vehicles, each by a die: {', '.join(dict.fromkeys(types.values()))}"
    told = f"{group.full}{' × ' if what == group.unit else ' '}{what} ({group.depleted} if Depleted)"
    told += f", each with a {group.crew} crew" if group.crew else ""
    told += f" and a {group.transport}" if group.transport else ""
    return told + (", assault engineers" if group.assault_engineer else "")


def _weapons(side: str, group: ReinforcementGroup) -> list[str]:
    """RV-RePh8.6204 The support weapons of an infantry group."""
    if group.letter != "I" or group.weapons:
        return []
    listed, footnote = support_weapon_row(side, group.id)
    told = [_listed(listed) + (" (each lost on 5 or 6 if Depleted)" if footnote == "D" else "")] if listed else []
    if footnote in ("A", "B", "C"):
        one = " or ".join(tables()["sw_footnotes"][footnote]["dr"].values())
        told.append(f"{one} by a die, unless Depleted")
    return told


def _leader(group: ReinforcementGroup) -> list[str]:
    """RV-RePh8.6206"""
    extra = [name for name in group.extra if name != _BANNER]
    told = [_listed(extra)] if extra else []
    told += ["a Red Banner"] * group.extra.count(_BANNER)
    if "L" in group.notes:
        told.append("perhaps an Armor Leader, by dice" if group.letter == "V" else "perhaps a leader, by dice")
    return told


_ITEMS = {
    "Pre-Registered Hex": "One hex pre-registered for an artillery module before the battle",
    "Off-Board Observer": "An off-map observer at level 3 for one module; he always has contact",
    "Spotter Plane": "A spotter plane for one module; it sees any hex from above",
    "Panzerfaust": "Panzerfausts for the Russians in the next scenario, one for each squad",
}


def _item(group: ReinforcementGroup) -> list[str]:
    """RV-RePh8.6193b What is no group of units."""
    if group.module:
        return [f"A module of {group.module} artillery; its ammunition by dice; kept until it has fired"]
    if group.san:
        return [f"SAN +{group.san} from the next scenario on, at most 7"]
    if group.fpp:
        return [f"{group.fpp} FPP, to be spent in this Refit Phase"]
    if group.aircraft:
        return ["One to three fighter-bombers with bombs, by a die; they fly by day, without fog or clouds"]
    return [_ITEMS[group.name]] if group.name in _ITEMS else []


def _listed(names: Iterable[str]) -> str:
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in Counter(names).items())


_LIMITS = {
    "C": "not in an Isolated Location", "F": "not in a Front Line Location", "E": "for the Initial CGS only",
    "D": "costs more after the Initial CGS", "H": "at most a tenth of your squads on the map",
}  # fmt: skip


def limits(row: Fortification) -> str:
    """RV-RePh8.621 Where a fortification may stand, and how many there may be."""
    told = [text for note, text in _LIMITS.items() if note in row]
    return f"{told[0][:1].upper()}{', '.join(told)[1:]}." if told else ""
