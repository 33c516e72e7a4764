"""A fire attack from the roll to its last consequence (chapters A7.3 to A7.9, A8.2, A9)."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import FINAL, FIRST, Battle, Unit
from sandtable.games.vengeance.rules import fire, fire_kinds
from sandtable.games.vengeance.rules.aiming import seen
from sandtable.games.vengeance.rules.concealment import eyes, fires_in_sight, place_under, reveal_all
from sandtable.games.vengeance.rules.counters import mark
from sandtable.games.vengeance.rules.cover import personal
from sandtable.games.vengeance.rules.encirclement import note_hit
from sandtable.games.vengeance.rules.fortifications.aiming import exposed, uncover
from sandtable.games.vengeance.rules.leaders import leadership
from sandtable.games.vengeance.rules.morale import (
    break_unit,
    eliminate,
    in_order,
    morale_check,
    pin_check,
    random_selection,
    reduce,
    roll,
    settle_leader_loss,
    surviving,
)  # fmt: skip
from sandtable.games.vengeance.rules.morale_level import inexperienced
from sandtable.games.vengeance.rules.night.cloaking import convert
from sandtable.games.vengeance.rules.night.freedom import gain_freedom
from sandtable.games.vengeance.rules.reckoning import Sum, column_row, column_sum, firepower_sums
from sandtable.games.vengeance.rules.reserve import rouse
from sandtable.games.vengeance.rules.stacking import halves
from sandtable.games.vengeance.rules.units import is_dummy, is_leader, is_mmc, unknown, weapon_type
from sandtable.games.vengeance.rules.vehicles.under_fire import fire_on_vehicles
from sandtable.games.vengeance.rules.visibility import flash
from sandtable.games.vengeance.rules.walls import note_shelter
from sandtable.kernel.chances import chances
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Odds
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

_MC = ("KIA", "K/", "MC")
_KEEPS_RATE = (fire_kinds.PREP_FIRE, fire_kinds.OPPORTUNITY_FIRE, fire_kinds.FIRST_FIRE, fire_kinds.FINAL_FIRE)

_ARTILLERY = "RV-C1.5"
"""The clause of off-board artillery, which neither wakes Reserves nor frees the Defender at night by itself."""


class Plan(msgspec.Struct, frozen=True):
    """A fire attack as it is declared: everything that is known before the dice."""

    firers: tuple[str, ...]
    target: str
    kind: str
    leaders: tuple[str, ...]
    powers: tuple[fire.Power, ...]
    drm: tuple[Modifier, ...]
    groups: tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]
    """The targets, with the modifiers that hold for some of them only."""
    cowers: int
    """Columns lost on an Original double: 0, 1 or 2."""
    area: bool = False
    """RV-A12.1 Its firepower is halved already, because all that is seen there is a `?`."""
    residual: bool = True
    """Whether it leaves residual FP; a snap shot does not."""

    @property
    def fp(self) -> float:
        """RV-A7.1 All firepower together."""
        return sum(p.fp for p in self.powers)


def plan(s: Battle, firers: list[str], target: str, kind: str, leaders: list[str], spraying: bool = False) -> Plan:
    """RV-A7.1, RV-A7.5 Add up an attack. In the Movement Phase only the moving stack is its target (RV-A7.4)."""
    f = field_of(s)
    powers = tuple(p for id in firers if (p := fire.power(s, f, id, target, kind)) is not None)
    if spraying:
        half = (0.5, "RV-A7.34", "spraying fire")
        powers = tuple(fire.Power(p.firer, p.fp / 2, (*p.factors, half)) for p in powers)
    moving = s.phase == "MPh" and (s.move is not None or s.drive is not None)
    side = fire_kinds.shooter(s, firers[0]).side
    places = {fire_kinds.shooter(s, id).at for id in firers}
    directing = leaders if {s.units[id].at for id in leaders} == places else []
    drm, cover, open_line = fire.modifiers(s, firers, target, directing, moving)
    groups = target_groups(
        s,
        exposed(
            f,
            moving_targets(s) if moving else seen(s, f, fire.target_units(s, target, side, target in places), places),
            places,
        ),
        cover,
        moving,
        open_line,
        places,
    )
    cowers = 0
    if not directing and fire.may_cower(s, firers):
        cowers = 2 if fire.cowers_twice(s, firers) else 1
    area = fire.is_area_target(s, target, side)
    return Plan(tuple(firers), target, kind, tuple(directing), powers, tuple(drm), groups, cowers, area=area)


def moving_targets(s: Battle) -> list[Unit]:
    """RV-A7.81 The units of the moving stack that made the last expenditure; those pinned or broken have left it."""
    return [s.units[id] for id in s.move.units] if s.move is not None else []


def target_groups(
    s: Battle, targets: list[Unit], cover: int, moving: bool, open_line: bool, places: Collection[str] = ()
) -> tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]:
    """The targets, put together by the modifiers that hold for each, Known units before unknown ones."""
    f = field_of(s)
    groups: dict[tuple[bool, tuple[Modifier, ...]], list[str]] = {}
    for unit in sorted(targets, key=unknown):
        own = personal(s, f, unit, cover, moving, open_line, places)
        groups.setdefault((unknown(unit), own), []).append(unit.id)
    return tuple((tuple(ids), own) for (_, own), ids in groups.items())


def open_modifiers(s: Battle, ids: tuple[str, ...], own: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """RV-A12.1 The modifiers of targets as far as the enemy may know them: what unknown ones carry he does not see."""
    secret = any(id in s.units and unknown(s.units[id]) for id in ids)
    return tuple(m for m in own if m[1] == "RV-A8.1") if secret else own


def odds(s: Battle, planned: Plan) -> Odds:
    """The chance of each result of the IFT for the first group of targets, exact, as the firer may know it."""
    own = open_modifiers(s, *planned.groups[0]) if planned.groups else ()
    modifiers = (*planned.drm, *own)
    drm = sum(m[0] for m in modifiers)

    def result(rolled: Dice) -> str:
        dice = rolled.roll(), rolled.roll()
        return fire.result_of(column_used(planned, dice), sum(dice) + drm)

    found, _ = chances(result)
    best = sorted(found.items(), key=lambda item: severity(item[0]), reverse=True)
    sums = (*firepower_sums(planned.powers), column_sum(planned.fp), *_cowering(planned))
    row = column_row(fire.column_for(planned.fp), drm)
    return Odds(tuple(("no effect" if r == "-" else r, n) for r, n in best), modifiers, sums=sums, row=row)


def _cowering(planned: Plan) -> list[Sum]:
    """RV-A7.9, RV-A19.3 What doubles cost those whom nobody directs."""
    if not planned.cowers:
        return []
    return [("doubles: they cower", f"−{planned.cowers} column{'s' * (planned.cowers > 1)}", "RV-A7.9")]


def column_used(planned: Plan, dice: tuple[int, int]) -> int:
    """RV-A7.9 The column on which an attack is resolved: doubles make those cower whom nobody directs."""
    column = fire.column_for(planned.fp)
    return column - planned.cowers if dice[0] == dice[1] else column


def severity(result: str) -> tuple[int, int]:
    """From no effect up to 7KIA."""
    if result == "-":
        return 0, 0
    if result == "PTC":
        return 1, 0
    if result.endswith("KIA"):
        return 4, int(result[:-3])
    if result.startswith("K/"):
        return 3, int(result[2:])
    return 2, 0 if result == "NMC" else int(result[:-2])


# -- the roll --------------------------------------------------------------------------------------------------------


def resolve(s: Battle, planned: Plan, second: Plan | None = None) -> None:
    """RV-A7.1, RV-Z2 Roll, cower, apply, break down, keep the rate of fire, mark, leave residual FP, lose heart.

    RV-A7.34 Spraying fire has a second target, with the same roll.
    """
    side = fire_kinds.shooter(s, planned.firers[0]).side
    fires_in_sight(s, (*(fire_kinds.shooter(s, id).id for id in planned.firers), *planned.leaders))
    dice = roll(s, side, "fire")
    cowered = dice[0] == dice[1] and planned.cowers > 0
    used = column_used(planned, dice)
    if planned.leaders:
        for id in planned.leaders:
            s.directing[id] = tuple(dict.fromkeys((*s.directing.get(id, ()), *planned.firers)))
    places = {fire_kinds.shooter(s, id).at for id in planned.firers}
    if s.night is not None:
        for place in sorted(places):
            flash(s, place)
    if s.works:
        planned = replace(planned, drm=(*planned.drm, *uncover(s, planned.target, side)))
    for one in (planned, second):
        if one is not None and strike(s, one.target, used, dice, one.drm, one.groups, one, cowered) != "-":
            note_hit(s, one.target, places)
        if one is not None and s.vehicles:
            alone = _machine_gun_alone(s, planned)
            fire_on_vehicles(
                s, one.target, side, used, dice, one.drm, apply, *alone, area_column=_area_column(one, used)
            )
    _after(s, planned, dice, cowered, used)
    if planned.kind == fire_kinds.FPF:
        _pay_for_fpf(s, planned, dice)
    settle_leader_loss(s)


def _machine_gun_alone(s: Battle, planned: Plan) -> tuple[str, bool]:
    """RV-C7.7 Where a machine gun fires alone within Normal Range at full FP ("" if it does not), and whether heavy."""
    weapon = s.weapons.get(planned.firers[0])
    if weapon is None or len(planned.firers) > 1 or any(p.fp < weapon_type(weapon).fp for p in planned.powers):
        return "", False
    return fire_kinds.shooter(s, weapon.id).at, weapon_type(weapon).type == "HMG50"


def strike(
    s: Battle,
    target: str,
    column: int,
    dice: tuple[int, int],
    drm: tuple[Modifier, ...],
    groups: tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...],
    planned: Plan | None = None,
    cowered: bool = False,
    clause: str = "RV-A7.1",
) -> str:
    """RV-A7.3, RV-A10.55, RV-A12.1 Read the IFT for each group of targets and apply it. The worst result.

    What is said of unknown targets is one line, without what only their owner knows; of hidden ones none.
    """
    worst = "-"
    told = False
    if s.campaign is not None and clause != _ARTILLERY:
        groups = tuple((tuple(rouse(s, ids)), own) for ids, own in groups)
    for ids, own in groups:
        secret = any(unknown(s.units[id]) for id in ids)
        used = _area_column(planned, column) if secret else column
        final = sum(dice) + sum(m[0] for m in (*drm, *own))
        result = fire.result_of(used, final)
        seen = not secret or any(s.units[id].concealed for id in ids)
        if seen and not (secret and told):
            told = told or secret
            modifiers = [*drm, *open_modifiers(s, ids, own)]
            final = sum(dice) + sum(m[0] for m in modifiers)
            said = fire.result_of(used, final)
            s.journal.add(
                clause, "fire", firers=_open_firers(s, planned), kind=planned.kind if planned else "Attack",
                target=target, fp=planned.fp if planned else 0, column=COLUMNS[used] if used >= 0 else 0, dice=dice,
                modifiers=modifiers, final=final, result="no effect" if said == "-" else said,
                units=() if secret else ids, cowered=cowered,
                factors=[f"{p.firer}: {p.fp:g}" for p in planned.powers if p.firer in _open_firers(s, planned)]
                if planned else [],
            )  # fmt: skip
        if s.night is not None and clause != _ARTILLERY:
            gain_freedom(s, ids)
        note_shelter(s, field_of(s), target, ids)
        _shake(s, ids, used, sum(m[0] for m in (*drm, *own)))
        apply(s, result, list(ids))
        worst = max(worst, result, key=severity)
    return worst


def _area_column(planned: Plan | None, column: int) -> int:
    """RV-A12.1 Unknown units among Known ones are hit by half the firepower."""
    if planned is None or planned.area:
        return column
    return fire.column_for(planned.fp / 2) - (fire.column_for(planned.fp) - column)


def _open_firers(s: Battle, planned: Plan | None) -> tuple[str, ...]:
    """RV-A12.13 The firers whom the enemy sees; of others he knows but the Location."""
    return tuple(id for id in planned.firers if not unknown(fire_kinds.shooter(s, id))) if planned else ()


def _uncover(s: Battle, result: str, ids: list[str]) -> list[str]:
    """RV-A12.11, RV-A12.13, RV-A12.2 What a result does to `?`: a MC shows all, dummies go; a PTC finds hidden ones."""
    if result == "-":
        return []
    if s.night is not None:
        convert(s, ids)
        ids = surviving(s, ids)
    if severity(result) > severity("PTC"):
        reveal_all(s, ids)
    for id in ids:
        place_under(s, id)
    return [id for id in ids if id in s.units and not is_dummy(s.units[id])]


def _shake(s: Battle, ids: tuple[str, ...], column: int, drm: int) -> None:
    """RV-A10.55 Broken units attacked by fire that could have given at least a NMC are DM again."""
    if any(kind in fire.result_of(column, 2 + drm) for kind in _MC):
        for id in ids:
            if s.units[id].broken and not s.units[id].dm:
                mark(s, id, dm=True)


def apply(s: Battle, result: str, ids: list[str]) -> None:
    """RV-A7.3, RV-A7.305 The result of the IFT for the units that were hit."""
    if s.campaign is not None and result != "-":
        ids = rouse(s, ids)  # RV-E1.42 Shells that do something find the men in Reserve, too.
    ids = _uncover(s, result, surviving(s, ids))
    if result == "-" or not ids:
        return
    order = [u.id for u in in_order(s, [s.units[id] for id in ids])]
    if result == "PTC":
        for id in order:
            if id in s.units:
                pin_check(s, id)
    elif result.endswith("KIA"):
        _kia(s, order, int(result[:-3]))
    else:
        plus = 0 if result == "NMC" else int(result[2:]) if result.startswith("K/") else int(result[:-2])
        if result.startswith("K/"):
            for id in random_selection(s, order):
                reduce(s, id, "RV-A7.3")
        for id in order:
            if id in s.units:
                morale_check(s, id, plus, "RV-A7.6")


def _kia(s: Battle, order: list[str], number: int) -> None:
    chosen = random_selection(s, order, number)
    for id in chosen:
        eliminate(s, id, "RV-A7.3", "killed")
    for id in order:
        if id in s.units:
            if s.units[id].broken or s.units[id].berserk:
                reduce(s, id, "RV-A7.3")
            else:
                break_unit(s, id)


# -- after the roll --------------------------------------------------------------------------------------------------


def _after(s: Battle, planned: Plan, dice: tuple[int, int], cowered: bool, column: int) -> None:
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
            s.shots[firer] = s.shots.get(firer, 0) + 1
    for id in planned.leaders:
        if id in s.units:
            mark(s, id, fired=mark_as)
    if s.phase == "MPh" and planned.residual:
        _leave_residual(s, planned, column, kept)


def _weapon_after(s: Battle, planned: Plan, id: str, dice: tuple[int, int], cowered: bool, mark_as: str) -> bool:
    """RV-A9.2, RV-A9.3, RV-A9.7 Whether a machine gun keeps its rate of fire; breakdown comes first."""
    weapon = s.weapons[id]
    type = weapon_type(weapon)
    holder = s.units.get(weapon.holder)
    captured = holder is not None and fire.captured(holder, weapon)
    breaks = (
        (type.b or 12) - (2 if weapon.fired == FIRST and planned.kind in fire_kinds.SUSTAINED else 0) - 2 * captured
    )
    rate = type.rof - captured
    if holder is not None:
        breaks -= is_mmc(holder) and inexperienced(s, holder)
        breaks -= 2 * (not fire.qualified(holder, weapon))
    broke = sum(dice) >= breaks
    if broke:
        s.journal.add("RV-A9.7", "malfunction", seen_by=eyes(s, (id,)), weapon=id, dice=dice)
        _end_lane(s, id)
    keeps = (
        not broke and not cowered and dice[0] <= rate and planned.kind in _KEEPS_RATE
        and holder is not None and not holder.pinned and not holder.broken and not is_leader(holder)
    )  # fmt: skip
    s.weapons[id] = replace(weapon, malfunctioned=broke, used=True, fired="" if keeps else mark_as)
    if keeps:
        s.journal.add("RV-A9.2", "rate_of_fire", seen_by=eyes(s, (id,)), weapon=id)
    elif holder is not None and halves(holder) < 2 and not holder.broken:
        mark(s, holder.id, fired=mark_as)
    return keeps


def _end_lane(s: Battle, weapon: str) -> None:
    for location in [at for at, (gun, _) in s.lanes.items() if gun == weapon]:
        del s.lanes[location]


def _leave_residual(s: Battle, planned: Plan, column: int, kept: list[str]) -> None:
    """RV-A8.2 What a First Fire attack leaves in the Location; weapons that keep their rate of fire leave nothing."""
    if kept:
        rest = sum(p.fp for p in planned.powers if p.firer not in kept)
        column = min(column, fire.column_for(rest))
    lost = sum(m[0] for m in planned.drm if m[1] in _HINDERS) + any(m[1] == "RV-A4.51" for m in planned.drm)
    value = residual_after(column, lost)
    if value > s.residual.get(planned.target, 0):
        s.residual[planned.target] = value
        s.journal.add("RV-A8.2", "residual", target=planned.target, fp=value)


_HINDERS = (
    "RV-A6.7",
    "RV-A6.71",
    "RV-B6.1",
    "RV-BRV13.1a",
    "RV-BRV13.3",
    "RV-BRV11.2",
    "RV-BRV12.21",
    "RV-O5.1",
    "RV-O5.5",
)


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


def _pay_for_fpf(s: Battle, planned: Plan, dice: tuple[int, int]) -> None:
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
