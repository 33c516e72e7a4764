"""Wire (chapter B26)."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.morale.leaders import leader_drm
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import type_of
from sandtable.kernel.modifiers import Modifier, total

_GETS_OFF = 2


def get_off(s: Battle, id: str) -> bool:
    """RV-B26.1 A dr of 2 or less gets a unit off the wire; leadership and assault engineers help."""
    unit = s.units[id]
    modifiers = wire_modifiers(s, unit)
    die = s.dice.roll(6, "wire")
    final = die + total(modifiers)
    success = final <= _GETS_OFF
    s.journal.add(
        "RV-B26.1",
        "off_wire",
        unit=id,
        die=die,
        modifiers=modifiers,
        final=final,
        success=success,
        seen_by=eyes(s, (id,)),
    )
    if success:
        mark(s, id, wired=False)
    return success


def wire_modifiers(s: Battle, unit: Unit) -> list[Modifier]:
    """RV-B26.1 The drm to get off wire."""
    value, leader = leader_drm(s, unit)
    modifiers: list[Modifier] = [(value, "RV-B26.1", "leadership")] if leader and value else []
    if type_of(unit).assault_engineer:
        modifiers.append((-1, "RV-B26.1", "assault engineers"))
    return modifiers
