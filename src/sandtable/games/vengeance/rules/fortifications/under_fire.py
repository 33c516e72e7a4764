"""What fortifications do to an attack: who can be aimed at, and cover that the firer did not know of."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fortifications.entrenchments import cannot_see_over
from sandtable.games.vengeance.rules.fortifications.secrecy import show
from sandtable.games.vengeance.rules.fortifications.strongholds import fortification, looks_out
from sandtable.games.vengeance.rules.units.kinds import entrenched
from sandtable.kernel.journal import Modifier


def can_aim(s: Battle, f: Field, unit: Unit, target: str) -> bool:
    """RV-B27.2, RV-B30.1 Not out of the arc of a Pillbox, and not over a wall from below."""
    if unit.at == target:
        return True
    return looks_out(s, f, unit, target) and not (entrenched(unit) and cannot_see_over(f, unit.at, target))


def exposed(f: Field, targets: list[Unit], places: set[str]) -> list[Unit]:
    """RV-B27.2 The targets that somebody sees: a wall hides those who are IN an entrenchment behind it."""
    if not any(map(entrenched, targets)):
        return targets
    return [
        unit for unit in targets
        if not entrenched(unit) or any(at == unit.at or not cannot_see_over(f, unit.at, at) for at in places)
    ]  # fmt: skip


def uncover(s: Battle, target: str, side: str) -> list[Modifier]:
    """RV-BRV3.3, RV-B23.9 Its owner uses the benefit of a hidden fortified Location: it is shown, and counts."""
    work = fortification(s, target)
    if work is None or not work.hidden or work.side == side:
        return []
    show(s, work)
    return [(1, "RV-B23.9", "fortified")]
