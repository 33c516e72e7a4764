"""Leader creation (chapter A18): a leader rises from the ranks."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.rules.units.counters import create
from sandtable.games.vengeance.rules.units.elr import elr_of_new
from sandtable.games.vengeance.rules.units.kinds import MOABIT, type_of
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace


def create_leader(s: Battle, unit: Unit, was_broken: bool, drm: int = 0, against_afv: bool = False) -> None:
    """RV-A18.1 A leader rises from the ranks; `drm` is what poor odds add."""
    table = components().leader_creation
    type = type_of(unit)
    modifiers: list[Modifier] = [(table[unit.side], "RV-A18.1", unit.side.capitalize())]
    if unit.type in MOABIT:
        modifiers = [(tables()["moabit"]["leader_creation"], "RV-CG16", "Moabit Prisoners")]
    level = type.morale
    if level >= 8:
        modifiers.append((table["morale_8_or_more"], "RV-A18.1", "morale 8 or more"))
    elif level <= 6:
        modifiers.append((table["morale_6_or_less"], "RV-A18.1", "morale 6 or less"))
    if was_broken:
        modifiers.append((table["broken"], "RV-A18.1", "broken unit"))
    if against_afv:
        modifiers.append((table["vs_afv"], "RV-A18.1", "against an AFV"))
    if drm:
        modifiers.append((drm, "RV-A18.1", "poor odds"))
    die = s.dice.roll(6, "leader creation")
    final = die + total(modifiers)
    made = "8-1" if final <= 1 else "8-0" if final <= 3 else "7-0" if final <= 5 else "6+1" if final == 6 else ""
    if not made:
        s.journal.add("RV-A18.1", "leader_none", unit=unit.id, die=die, modifiers=modifiers, final=final)
        return
    name = f"{'ge' if unit.side == GERMAN else 'ru'}_{made}"
    leader = create(s, name, replace(unit, elr=elr_of_new(s, unit.side, name), fired="", shellhole=False))
    s.journal.add(
        "RV-A18.1",
        "leader_creation",
        unit=unit.id,
        die=die,
        modifiers=modifiers,
        final=final,
        leader=leader.id,
        by=made,
    )
