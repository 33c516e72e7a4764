"""Guns and mortars fire (C2 to C9): who, at what, with which shell; the roll; and what becomes of the weapon."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import hindered
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import AREA, HE, HEAT, SMOKE, VEHICLE
from sandtable.games.vengeance.rules.concealment.gain_and_loss import fires_in_sight
from sandtable.games.vengeance.rules.fire import aftermath
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.kinds import fire_marker
from sandtable.games.vengeance.rules.ordnance.covered_arc import turned_to
from sandtable.games.vengeance.rules.ordnance.infantry_firepower import RAPID, ife_odds, rapid_fire
from sandtable.games.vengeance.rules.ordnance.laying import (
    can_fire_rapidly,
    can_lay_smoke,
    declare,
    kind_at,
    shells_for,
    smoke_targets,
    spotter_of,
    targets_of,
)
from sandtable.games.vengeance.rules.ordnance.mounts import (
    breakdown_number,
    crew_of,
    is_light_mortar,
    malfunction,
    may_fire_intensively,
    rate_of_fire,
    usable,
    used_up,
)
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.ordnance.shots import Roll, Shot, shoot
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_KEEPS_RATE = (fire_kinds.PREP_FIRE, fire_kinds.OPPORTUNITY_FIRE, fire_kinds.FIRST_FIRE, fire_kinds.FINAL_FIRE)


def batteries(s: Battle, side: str) -> list[str]:
    """Guns and light mortars that units of a side could fire."""
    found = [id for id in s.guns if (unit := usable(s, id)) is not None and unit.side == side]
    return found + [
        w.id for w in s.weapons.values()
        if is_light_mortar(w) and (unit := usable(s, w.id)) is not None and unit.side == side
    ]  # fmt: skip


def shot_left(s: Battle, id: str) -> bool:
    """RV-A8.11 At one moving stack it may fire as often as whole MF were spent where it is."""
    if s.phase != "MPh":
        return True
    if s.move is not None:
        return fire_kinds.shots_of(s, id) < max(1, s.move.here)
    if s.drive is not None:
        return fire_kinds.shots_of(s, id) < max(1, (s.drive.here + 1) // 2)
    return False


def ordnance_options(s: Battle, f: Field, side: str) -> list[Option]:
    """RV-C3.1, RV-C5.5, RV-C8.5 Who of a side can fire a shell now, intensively, or lay smoke."""
    options: list[Option] = []
    for id in batteries(s, side):
        if not shot_left(s, id):
            continue
        if targets_of(s, f, id, intensive=False):
            options.append(("shoot", id))
        if may_fire_intensively(s, id) and targets_of(s, f, id, intensive=True):
            options.append(("intensive", id))
        if s.phase in ("PFPh", "DFPh", "AFPh") and can_lay_smoke(s, id) and any(smoke_targets(s, f, id)):
            options.append(("lay_smoke", id))
    return options


def fire_ordnance(s: Battle, side: str, pick: Option) -> Flow:
    """RV-C3.1 Declare target, target type and ammunition; then the roll."""
    f = field_of(s)
    id, intensive = id_in(pick), pick[0] == "intensive"
    if pick[0] == "lay_smoke":
        at = yield Choose(
            side, [("at", place) for place in smoke_targets(s, f, id)], rule="RV-C8.5", ask="smoke_target", about=(id,),
        )  # fmt: skip
        yield from resolve(s, f, id, declare(s, f, id, id_in(at), AREA, SMOKE), False)
        return
    places = targets_of(s, f, id, intensive)
    target = places[0]
    if len(places) > 1:
        at = yield Choose(side, [("at", place) for place in places], rule="RV-C3.1", ask="target", about=(id,))
        target = id_in(at)
    shells: list[Option] = [("shell", *shell) for shell in shells_for(s, id, target)]
    if can_fire_rapidly(s, id, target, intensive):
        shells.append(("shell", *RAPID))
    shell = yield Choose(
        side, shells, rule="RV-C3.2", ask="shell", about=(id, target), odds=_odds(s, f, id, target, intensive)
    )
    if shell[1:] == RAPID:
        yield from _rapid(s, f, id, target)
    else:
        shot = declare(s, f, id, target, id_in(shell), id_in(shell, 2), intensive)
        yield from resolve(s, f, id, shot, intensive)


def _odds(s: Battle, f: Field, id: str, target: str, intensive: bool) -> Callable[[Option], Odds | None]:
    def of(option: Option) -> Odds | None:
        if option[0] != "shell":
            return None
        if option[1:] == RAPID:
            return ife_odds(s, f, id, target)
        return shot_odds(s, declare(s, f, id, target, id_in(option), id_in(option, 2), intensive))

    return of


def resolve(s: Battle, f: Field, id: str, shot: Shot, intensive: bool) -> Flow:
    """RV-C3.1, RV-C11.5, RV-C6.5 Turn, fire, and see what becomes of the weapon and its rate of fire."""
    kind = kind_at(s, f, id, shot.target, intensive)
    spotter = spotter_of(s, f, id) if shot.conditions.spotted else None
    _turn(s, f, id, shot.target)
    marker = fire_marker(s, shot.side)
    if s.phase == "MPh":
        fire_kinds.count_shot(s, id)
    rolled = shoot(s, shot)
    if spotter is not None and spotter.id in s.units:
        mark(s, spotter.id, fired=marker)
    yield from _after(s, id, shot, rolled, kind, marker, intensive)


def _turn(s: Battle, f: Field, id: str, target: str) -> None:
    """RV-C11.5 The Gun is turned so that its covered arc holds the target."""
    gun = s.guns.get(id)
    if gun is not None:
        s.guns[id] = replace(gun, ca=turned_to(f.ground, f.hex_of[gun.at], gun.ca, f.hex_of[target]))


def _after(s: Battle, id: str, shot: Shot, rolled: Roll, kind: str, marker: str, intensive: bool) -> Flow:
    """RV-C3.71, RV-A9.2, RV-C8.1, RV-A8.2 Breakdown, rate of fire, empty lockers, markers, residual FP."""
    if id not in s.guns and id not in s.weapons:
        return  # its own shell has destroyed it
    unit = crew_of(s, id)
    if unit is None:
        used_up(s, id, marker, intensive)
        return
    if rolled.depleted and id in s.guns:
        s.guns[id] = replace(s.guns[id], depleted=(*s.guns[id].depleted, rolled.depleted))
    broke = sum(rolled.dice) >= breakdown_number(s, id, unit, intensive)
    keeps = (
        not broke and not intensive and kind in _KEEPS_RATE and not unit.pinned and not unit.broken
        and rolled.dice[0] <= rate_of_fire(s, id, unit)
    )  # fmt: skip
    if broke:
        malfunction(s, id, rolled.dice)
    used_up(s, id, "" if keeps else marker, intensive)
    fires_in_sight(s, (unit.id,))
    if keeps:
        s.journal.add("RV-A9.2", "rate_of_fire", weapon=id)
    column = rolled.residual if _leaves_residual(s, shot, rolled, intensive, broke) else -1
    if column >= 0 and keeps and aftermath.residual_after(column, 0) > s.residual.get(shot.target, 0):
        pick = yield Choose(
            shot.side, [("keep_rate", id), ("give_up_rate", id)], rule="RV-A8.2", ask="rate", about=(id,)
        )
        keeps = pick[0] == "keep_rate"
        if not keeps:
            used_up(s, id, marker)
    if column >= 0 and not keeps:
        leave_residual(s, shot, column)


def _leaves_residual(s: Battle, shot: Shot, rolled: Roll, intensive: bool, broke: bool) -> bool:
    """RV-A8.2, RV-C9.1 First Fire that hits with HE; not mortars, intensive fire, or what broke the weapon."""
    return (
        s.phase == "MPh" and rolled.hit and rolled.ammunition in (HE, HEAT) and shot.type != VEHICLE
        and not (shot.gun.mortar or intensive or broke)
    )  # fmt: skip


def leave_residual(s: Battle, shot: Shot, column: int) -> None:
    """RV-A8.2 The residual FP of a shell: by its column, less for hindrances and a tired crew."""
    lost = hindered(shot.conditions.hindrance) + shot.conditions.cx
    aftermath.leave_residual(s, shot.target, column, lost)


def _rapid(s: Battle, f: Field, id: str, target: str) -> Flow:
    """RV-D3.3 An IFE attack instead of a shell: it has no To Hit roll, and it acquires nothing."""
    kind = kind_at(s, f, id, target, intensive=False)
    _turn(s, f, id, target)
    if s.phase == "MPh":
        fire_kinds.count_shot(s, id)
    unit = crew_of(s, id)
    assert unit is not None
    shot = declare(s, f, id, target, "infantry", HE)
    dice, column = rapid_fire(s, f, id, target, kind)
    s.acquired.pop(id, None)
    yield from _after(s, id, shot, Roll(dice, HE, True, residual=column), kind, fire_marker(s, unit.side), False)
