"""A fire attack from the roll to its effect (chapters A7.1, A7.3, A7.34, A10.55, A12.1)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import flash
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import fires_in_sight
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.aftermath import after_roll, pay_for_fpf
from sandtable.games.vengeance.rules.fire.declaration import Plan, column_used, open_modifiers, severity
from sandtable.games.vengeance.rules.fire.encirclement import note_hit
from sandtable.games.vengeance.rules.fire.journal_lines import Account, tell_bypass, tell_cowering
from sandtable.games.vengeance.rules.fire.results import apply_result
from sandtable.games.vengeance.rules.fortifications.under_fire import uncover
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.night.freedom import gain_freedom
from sandtable.games.vengeance.rules.reserve import rouse
from sandtable.games.vengeance.rules.terrain.wall_advantage import note_shelter
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import unknown, weapon_type
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import fire_on_vehicles
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_MC = ("KIA", "K/", "MC")
_ARTILLERY = "RV-C1.5"
"""The clause of off-board artillery, which neither wakes Reserves nor frees the Defender at night by itself."""


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
    if cowered:
        tell_cowering(s, planned)
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
        if one is not None:
            tell_bypass(s, one)
        if one is not None and strike(s, one.target, used, dice, one.drm, one.groups, one) != "-":
            note_hit(s, one.target, places)
        if one is not None and s.vehicles:
            alone = _machine_gun_alone(s, planned)
            fire_on_vehicles(s, one.target, side, used, dice, one.drm, *alone, area_column=_area_column(one, used))
    after_roll(s, planned, dice, cowered, used)
    if planned.kind == fire_kinds.FPF:
        pay_for_fpf(s, planned, dice)


def _machine_gun_alone(s: Battle, planned: Plan) -> tuple[str, bool]:
    """RV-C7.6 Where a machine gun fires alone, by nothing halved ("" if it does not), and whether it is a heavy one."""
    weapon = s.weapons.get(planned.firers[0])
    by_half = any(value < 1 for power in planned.powers for value, _, _ in power.factors)
    if weapon is None or len(planned.firers) > 1 or by_half:
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
    clause: str = "RV-A7.1",
    unknown_column: int | None = None,
) -> str:
    """RV-A7.3, RV-A10.55, RV-A12.1 Read the IFT for each group of targets and apply it. The worst result.

    Its lines: `journal_lines.Account`. `unknown_column` is the column against units under `?`, if not the plan's.
    """
    worst = "-"
    account = Account(s, clause, target, planned, dice)
    if unknown_column is None:
        unknown_column = _area_column(planned, column)
    if s.campaign is not None and clause != _ARTILLERY:
        groups = tuple((tuple(rouse(s, ids)), own) for ids, own in groups)
    for ids, own in groups:
        secret = any(unknown(s.units[id]) for id in ids)
        used = unknown_column if secret else column
        final = sum(dice) + total((*drm, *own))
        result = firepower.result_of(used, final)
        account.group(used, [*drm, *open_modifiers(s, ids, own)], ids, halved=used != column)
        if s.night is not None and clause != _ARTILLERY:
            gain_freedom(s, ids)
        note_shelter(s, field_of(s), target, ids)
        _shake(s, ids, used, total((*drm, *own)))
        apply_result(s, result, list(ids))
        worst = max(worst, result, key=severity)
    account.close(column)
    return worst


def _area_column(planned: Plan | None, column: int) -> int:
    """RV-A12.1 Unknown units among Known ones are hit by half the firepower."""
    if planned is None or planned.area:
        return column
    return firepower.column_for(planned.fp / 2) - (firepower.column_for(planned.fp) - column)


def _shake(s: Battle, ids: tuple[str, ...], column: int, drm: int) -> None:
    """RV-A10.55 Broken units attacked by fire that could have given at least a NMC are DM again."""
    if any(kind in firepower.result_of(column, 2 + drm) for kind in _MC):
        for id in ids:
            if s.units[id].broken and not s.units[id].dm:
                mark(s, id, dm=True)
