"""After a fire attack (chapters A8.2, A8.31, A9.2, A9.7): breakdowns, rate of fire, markers, residual FP."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.model.battle import FINAL, FIRST, Battle, Unit, Weapon
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.declaration import Plan
from sandtable.games.vengeance.rules.morale.checks import morale_check
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.morale.level import inexperienced
from sandtable.games.vengeance.rules.units.counters import end_lanes, mark
from sandtable.games.vengeance.rules.units.kinds import is_hero, is_leader, is_mmc, weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

_KEEPS_RATE = (fire_kinds.PREP_FIRE, fire_kinds.OPPORTUNITY_FIRE, fire_kinds.FIRST_FIRE, fire_kinds.FINAL_FIRE)


def after_roll(s: Battle, planned: Plan, dice: tuple[int, int], cowered: bool, column: int) -> None:
    """RV-A9.2, RV-A9.7, RV-A8.11, RV-A8.2 Breakdowns, rate of fire, markers and what lingers in the air."""
    mark_as = fire_kinds.MARKS[planned.kind]
    if cowered and mark_as == FIRST:
        mark_as = FINAL
    kept: list[str] = []
    for firer in planned.firers:
        if firer in s.weapons:
            if _weapon_after(s, planned, firer, dice, cowered, mark_as):
                kept.append(firer)
        elif firer in s.units:
            mark(s, firer, fired=mark_as)
        if s.phase == "MPh":
            fire_kinds.count_shot(s, firer)
    for id in planned.leaders:
        if id in s.units:
            mark(s, id, fired=mark_as)
    if s.phase == "MPh" and planned.residual and not _all_broke_down(s, planned):
        _leave_residual(s, planned, column, kept)


def _all_broke_down(s: Battle, planned: Plan) -> bool:
    """RV-A8.2 Whether the attack has put out of order all that made it: then nothing lingers."""
    return all(id in s.weapons and s.weapons[id].malfunctioned for id in planned.firers)


def _weapon_after(s: Battle, planned: Plan, id: str, dice: tuple[int, int], cowered: bool, mark_as: str) -> bool:
    """RV-A9.2, RV-A9.3, RV-A9.7 Whether a machine gun keeps its rate of fire; breakdown comes first."""
    weapon = s.weapons[id]
    holder = s.units.get(weapon.holder)
    rate = weapon_type(weapon).rof - (holder is not None and firepower.captured(holder, weapon))
    broke = sum(dice) >= _breakdown_number(s, planned, weapon, holder)
    if broke:
        s.journal.add("RV-A9.7", "malfunction", seen_by=eyes(s, (id,)), weapon=id, dice=dice)
        end_lanes(s, (id,))
    keeps = (
        not broke and not cowered and dice[0] <= rate and planned.kind in _KEEPS_RATE
        and holder is not None and not holder.pinned and not holder.broken and not is_leader(holder)
    )  # fmt: skip
    s.weapons[id] = replace(weapon, malfunctioned=broke, used=True, fired="" if keeps else mark_as)
    if keeps:
        s.journal.add("RV-A9.2", "rate_of_fire", seen_by=eyes(s, (id,)), weapon=id)
    elif holder is not None and halves(holder) < 2 and not is_hero(holder) and not holder.broken:
        mark(s, holder.id, fired=mark_as)
    return keeps


def _breakdown_number(s: Battle, planned: Plan, weapon: Weapon, holder: Unit | None) -> int:
    """RV-A9.7, RV-A9.3, RV-A19.3, RV-A21.1, RV-A21.13 The DR at which it breaks down: 12 unless it says less."""
    breaks = weapon_type(weapon).b or 12
    if weapon.fired == FIRST and planned.kind in fire_kinds.SUSTAINED:
        breaks -= 2
    if holder is not None:
        breaks -= 2 * firepower.captured(holder, weapon)
        breaks -= is_mmc(holder) and inexperienced(s, holder)
        breaks -= 2 * (not firepower.qualified(holder, weapon))
    return breaks


def _leave_residual(s: Battle, planned: Plan, column: int, kept: list[str]) -> None:
    """RV-A8.2 What a First Fire attack leaves in the Location; weapons that keep their rate of fire leave nothing."""
    if kept:
        rest = sum(p.fp for p in planned.powers if p.firer not in kept)
        column = min(column, firepower.column_for(rest))
    leave_residual(s, planned.target, column, planned.hindered + any(m[1] == "RV-A4.51" for m in planned.drm))


def leave_residual(s: Battle, target: str, column: int, lost: int) -> None:
    """RV-A8.2 Only the highest residual FP of a Location is kept; hindrances and a tired firer take from it."""
    value = residual_after(column, lost)
    if value > s.residual.get(target, 0):
        s.residual[target] = value
        s.journal.add("RV-A8.2", "residual", target=target, fp=value)


def residual_after(column: int, steps_down: int) -> int:
    """RV-A8.2 The residual FP of a column, so many steps down its row."""
    if column < 0:
        return 0
    row = components().residual_steps
    start = row.index(components().residual[COLUMNS[column]])
    return row[min(start + steps_down, len(row) - 1)]


def give_up_rate(s: Battle, weapon: str, planned: Plan, column: int) -> None:
    """RV-A8.2, RV-A8.41 The owner gives up further shots at once: the weapon is marked and leaves residual FP."""
    gun = s.weapons[weapon]
    s.weapons[weapon] = replace(gun, fired=FIRST)
    holder = s.units[gun.holder]
    if halves(holder) < 2:
        mark(s, holder.id, fired=FIRST)
    _leave_residual(s, planned, column, [])


def pay_for_fpf(s: Battle, planned: Plan, dice: tuple[int, int]) -> None:
    """RV-A8.31 The same roll is a NMC for every firer; the directing leader adds nothing to his own."""
    lead = max((leadership(s.units[id]) for id in planned.leaders if id in s.units), default=0)
    extra: tuple[Modifier, ...] = ((lead, "RV-A7.53", "leadership"),) if lead else ()
    units = list(dict.fromkeys(fire_kinds.shooter(s, id).id for id in planned.firers))
    for id in units:
        if id in s.units and not s.units[id].broken:
            morale_check(s, id, 0, "RV-A8.31", extra, dice, led=False)
    for id in planned.leaders:
        if id in s.units:
            morale_check(s, id, 0, "RV-A8.31", (), dice, led=False)
