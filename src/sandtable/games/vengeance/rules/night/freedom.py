"""Freedom of Movement (chapter E1.21): at night the Scenario Defender's units stay until something stirs them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import Battle, Unit
from sandtable.games.vengeance.rules import fire
from sandtable.games.vengeance.rules.units import can_lead, mark, units_at


def has_freedom(s: Battle, unit: Unit) -> bool:
    """RV-E1.21 Whether a unit may move and advance as it likes."""
    return s.night is None or unit.side != s.night.defender or unit.free


def gain_freedom(s: Battle, ids: Iterable[str]) -> None:
    """RV-E1.21 For good: these units have been attacked, have seen an enemy, or were told."""
    for id in ids:
        unit = s.units.get(id)
        if unit is not None and not has_freedom(s, unit):
            mark(s, id, free=True)
            s.journal.add("RV-E1.21", "freedom", unit=id, seen_by=(unit.side,))


def look_around(s: Battle, enemies: Iterable[Unit] | None = None) -> None:
    """RV-E1.21, RV-A.12 A Known enemy in its LOS, or Melee, frees a unit. Only the enemies named, if some are."""
    f = field_of(s)
    still = [u for u in s.units.values() if u.at and not has_freedom(s, u)]
    if not still:
        return
    known = [
        e.at for e in (s.units.values() if enemies is None else enemies)
        if e.at and e.side != still[0].side and not (e.concealed or e.hidden)
    ]  # fmt: skip
    places = list(dict.fromkeys(known))
    gain_freedom(
        s, [u.id for u in still if u.melee or any(fire.sees(s, f, u.at, at) for at in places)]
    )  # fmt: skip


def wake_up(s: Battle) -> None:
    """RV-E1.21 At the end of its own RPh: beside a Good Order leader who has it, or with a dr of 1."""
    if s.night is None or s.side != s.night.defender:
        return
    most = components().conditions.straying.freedom
    for unit in list(s.units.values()):
        if unit.side != s.side or not unit.at or has_freedom(s, unit):
            continue
        led = any(can_lead(u) and u.free for u in units_at(s, unit.at, unit.side) if u.id != unit.id)
        if led or s.dice.roll(6, "freedom of movement") <= most:
            gain_freedom(s, [unit.id])
