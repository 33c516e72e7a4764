"""Withdrawal and infiltration (chapters A11.2, A11.13): how a unit leaves a Close Combat."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Attack, Battle, Unit
from sandtable.games.vengeance.rules.concealment.detection import runs_into, show_somebody
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.movement.destinations import difficult
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at, known_enemies_at
from sandtable.games.vengeance.rules.units.kinds import is_mmc, other
from sandtable.games.vengeance.rules.units.stacking import room_for
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.options import id_in


def withdrawal_places(s: Battle, f: Field, unit: Unit) -> list[str]:
    """RV-A11.2 ADJACENT Locations without Known enemies, with room, for a unit that may leave."""
    if unit.pinned or unit.ti or unit.berserk or s.phase == "refit" or not unit.at:
        return []  # RV-RePh8.601 no Withdrawal when melees are concluded
    return [
        to for to in f.adjacent[unit.at]
        if not known_enemies_at(s, to, unit.side) and not in_blaze(s, to) and room_for(s, f, to, unit.side, [unit])
    ]  # fmt: skip


def slip_away(s: Battle, id: str, to: str, clause: str) -> Flow:
    """RV-A11.2, RV-A4.7, RV-A12.15 A unit leaves, CX into Difficult Terrain, unless unknown enemies send it back."""
    side = s.units[id].side
    if known_enemies_at(s, to, side):
        return
    if runs_into(s, to, side):
        yield from show_somebody(s, to, other(side))
        return
    unit = s.units[id]
    tired = all(difficult(s, unit, step) for step in field_of(s).steps[unit.at] if step.to == to)
    put(s, id, to)
    mark(s, id, melee=False, cx=unit.cx or (tired and not unit.broken))
    s.journal.add(clause, "withdraws", seen_by=eyes(s, (id,)), unit=id, to=to)


def infiltrate(s: Battle, attack: Attack, original: int) -> Flow:
    """RV-A11.13 After an Original 2 the attackers, after an Original 12 the attacked may leave at once."""
    free: tuple[str, ...] = ()
    if original == 2 and any(id in s.units and is_mmc(s.units[id]) for id in attack.attackers):
        free = attack.attackers
    elif original == 12:
        free = attack.defenders
    for id in free:
        if id not in s.units or not s.units[id].at or not enemies_at(s, s.units[id].at, s.units[id].side):
            continue
        places = withdrawal_places(s, field_of(s), s.units[id])
        if not places:
            continue
        pick = yield Choose(
            s.units[id].side,
            [*(("withdraw", id, to) for to in places), ("stay", id)],
            rule="RV-A11.13",
            ask="infiltrate",
            about=(id,),
        )
        if pick[0] == "withdraw":
            yield from slip_away(s, id, id_in(pick, 2), "RV-A11.13")
