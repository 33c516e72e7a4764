"""What a Reinforcement Group brings and what a fortification is good for, told before it is bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.games.vengeance.campaign.charts import Fortification, ReinforcementGroup, chart, tables
from sandtable.games.vengeance.campaign.purchase.group_contents import support_weapon_row
from sandtable.games.vengeance.names import say, term

_BANNER = "Red Banner"


def brings(side: str, group: ReinforcementGroup) -> str:
    """RV-RePh8.6193, RV-RePh8.6201 to RV-RePh8.6206 What a group consists of, full and Depleted."""
    told = [_men(side, group), *_weapons(side, group), *_leader(group), *_item(group)]
    return "; ".join(filter(None, told)) + "."


def _men(side: str, group: ReinforcementGroup) -> str:
    if "D" in group.notes:
        return say("brings_gestapo")
    if group.weapons:
        return say("brings_manned_weapons", weapons=_listed(group.weapons), crew=group.crew)
    if not group.full:
        return ""
    what = group.unit
    if types := chart(side).by_note(group):
        what = ", ".join(dict.fromkeys(types.values()))
    told = say("brings_vehicles" if types else "brings_units", full=group.full, what=what, depleted=group.depleted)
    if group.crew:
        told = say("brings_crews", units=told, crew=group.crew)
    if group.transport:
        told = say("brings_transport", units=told, transport=group.transport)
    return say("brings_engineers", units=told) if group.assault_engineer else told


def _weapons(side: str, group: ReinforcementGroup) -> list[str]:
    """RV-RePh8.6204 The support weapons of an infantry group."""
    if group.letter != "I" or group.weapons:
        return []
    listed, footnote = support_weapon_row(side, group.id)
    told = [_listed(listed)] if listed else []
    if footnote == "D":
        told = [say("brings_fewer", weapons=weapons) for weapons in told]
    if footnote in ("A", "B", "C"):
        one, *others = tables()["sw_footnotes"][footnote]["dr"].values()
        for other in others:
            one = say("brings_either", one=one, other=other)
        told.append(say("brings_by_die", what=one))
    return told


def _leader(group: ReinforcementGroup) -> list[str]:
    """RV-RePh8.6206"""
    extra = [name for name in group.extra if name != _BANNER]
    told = [_listed(extra)] if extra else []
    told += [say("brings_banner")] * group.extra.count(_BANNER)
    if "L" in group.notes:
        told.append(say("brings_armor_leader" if group.letter == "V" else "brings_leader"))
    return told


def _item(group: ReinforcementGroup) -> list[str]:
    """RV-RePh8.6193b What is no group of units."""
    if group.module:
        return [say("brings_module", module=group.module)]
    if group.san:
        return [say("brings_san", san=group.san)]
    if group.fpp:
        return [say("brings_fpp", fpp=group.fpp)]
    if group.aircraft:
        return [say("brings_aircraft")]
    told = term(f"brings {group.name}")
    return [told] if told != f"brings {group.name}" else []


def _listed(names: Iterable[str]) -> str:
    return ", ".join(name if number == 1 else f"{number} × {name}" for name, number in Counter(names).items())


_LIMITS = ("C", "F", "E", "D", "H")


def limits(row: Fortification) -> str:
    """RV-RePh8.621 Where a fortification may stand, and how many there may be."""
    told = [say(f"limit_{note}") for note in _LIMITS if note in row]
    return f"{told[0][:1].upper()}{', '.join(told)[1:]}." if told else ""
