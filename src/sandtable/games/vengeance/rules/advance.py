"""The Advance Phase (chapter A4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import sees
from sandtable.games.vengeance.map.field import Field, LocationStep
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.rules.artillery.effect import walk_into_fire
from sandtable.games.vengeance.rules.concealment.detection import show_somebody
from sandtable.games.vengeance.rules.concealment.gain_and_loss import (
    acts_in_sight,
    in_concealment_terrain,
    place_under,
    remove_dummies,
    secretive,
    tell_advance,
)
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.fortifications.secrecy import show
from sandtable.games.vengeance.rules.fortifications.strongholds import barred, fortification
from sandtable.games.vengeance.rules.fortifications.wire import get_off
from sandtable.games.vengeance.rules.movement.actions import hand_over, may_hand_over
from sandtable.games.vengeance.rules.movement.allowance import loaded_mf
from sandtable.games.vengeance.rules.movement.destinations import difficult, fit_below, takes_all, tells_of_a_crowd
from sandtable.games.vengeance.rules.movement.hazards import reach_the_top
from sandtable.games.vengeance.rules.movement.sewers import come_up, leave_tunnels, ways_up
from sandtable.games.vengeance.rules.night.cloaking import convert_seen, under
from sandtable.games.vengeance.rules.night.freedom import has_freedom
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.terrain.wall_advantage import on_entry
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import (
    enemies_in,
    known_enemies_at,
    known_places,
    meets_on_foot,
    unknown_enemies,
)
from sandtable.games.vengeance.rules.units.kinds import (
    below,
    in_water,
    is_reserve,
    other,
    units_at,
    unknown,
)
from sandtable.games.vengeance.rules.units.losses import overrun_disrupted
from sandtable.games.vengeance.rules.units.stacking import OVERSTACK, room_for
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import passes_anti_tank_check
from sandtable.games.vengeance.rules.vehicles.crews.passengers import dismount, dismounting
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, unseen, vehicles_at
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in


def may_advance(s: Battle, unit: Unit) -> bool:
    """RV-A4.7, RV-A25.234 Unbroken, unpinned, not TI, not in Melee, not yet advanced, not with an enemy in a wave."""
    return (
        unit.side == s.side
        and bool(unit.at)
        and not is_reserve(unit)
        and not (unit.broken or unit.pinned or unit.ti or unit.melee or unit.acted)
        and not (unit.wave and known_enemies_at(s, unit.at, unit.side))
    )


def ways(f: Field, unit: Unit) -> tuple[LocationStep, ...]:
    """RV-A4.7, RV-A4.32, RV-B21.1 The steps out of a Location, a bypass, or the water, which is onto a bank only."""
    if unit.bypass:
        return f.ways_out(unit.at, unit.bypass)
    if in_water(unit):
        return tuple(LocationStep(to, 1) for to in f.shores.get(unit.at, ()) if not to.endswith("-swim"))
    return f.steps[unit.at]


def advances(s: Battle, unit: Unit) -> list[LocationStep]:
    """RV-A4.7, RV-A4.32 Where a unit can advance, enemies or not; out of a bypass also into the building of its hex."""
    f = field_of(s)
    steps = []
    mf = loaded_mf(s, unit) if unit.cx else 0
    for step in ways(f, unit) if not below(unit) else [LocationStep(at, 1) for at in ways_up(s, f, unit)]:
        if s.night is not None and not has_freedom(s, unit) and not known_enemies_at(s, step.to, unit.side):
            continue  # RV-E1.21
        if (
            in_blaze(s, step.to)
            or not fit_below(s, f, step.to, [unit])
            or not room_for(s, f, step.to, unit.side, [unit], OVERSTACK)
            or barred(s, f, unit, step, known=True)
        ):
            continue
        if unit.cx and takes_all(s, unit, step, mf):
            continue
        steps.append(step)
    return _towards_the_enemy(s, f, unit, steps) if unit.berserk else steps


def _towards_the_enemy(s: Battle, f: Field, unit: Unit, steps: list[LocationStep]) -> list[LocationStep]:
    """RV-A15.4 A berserk unit advances towards the nearest Known enemy in its LOS, and stays with one that is there."""
    seen = [at for at in known_places(s, unit.side) if sees(s, f, unit.at, at)]
    if not seen or unit.at in seen:
        return []
    nearest = min(f.range(unit.at, at) for at in seen)
    goals = [at for at in seen if f.range(unit.at, at) == nearest]
    return [st for st in steps if any(st.to == at or f.range(st.to, at) < nearest for at in goals)]


def dares(s: Battle, unit: Unit, to: str) -> bool:
    """RV-A11.7 A unit that would advance on a Known enemy AFV takes a PAATC first; if it fails, it stays, pinned."""
    enemies = vehicles_at(s, to, other(unit.side))
    tank = next((v for v in enemies if is_afv(v) and not (v.abandoned or unseen(v))), None)
    return tank is None or passes_anti_tank_check(s, unit.id, tank)


def begin_advance(s: Battle) -> None:
    """RV-A3.7 Nobody has advanced yet; climbers reach the top, and who was in a tunnel comes out."""
    s.advanced.clear()
    for unit in list(s.units.values()):
        if unit.acted:
            mark(s, unit.id, acted=False)
    reach_the_top(s)
    leave_tunnels(s)
    s.step = "advance"


def advance(s: Battle) -> Flow:
    """RV-A3.7, RV-A4.7 One unit advances, or the phase ends."""
    if not secretive(s, s.side) and not any(_able(s)) and not _other_acts(s):
        s.step = "done"
        return
    pick = yield Choose(s.side, lambda: _advance_options(s), rule="RV-A4.7", ask="advance")
    if pick[0] == "dismount":
        dismount(s, id_in(pick))
        return
    if pick[0] == "transfer":
        for id in (s.weapons[id_in(pick)].holder, id_in(pick, 2)):
            mark(s, id, acted=True)
        hand_over(s, id_in(pick), id_in(pick, 2))
        return
    if pick[0] == "done":
        s.step = "done"
        return
    unit = s.units[id_in(pick)]
    yield from _advance(s, unit, advances(s, unit))


def _able(s: Battle) -> Iterator[str]:
    """RV-A4.7 The units that can advance."""
    return (u.id for u in s.units.values() if may_advance(s, u) and advances(s, u))


def _other_acts(s: Battle) -> list[Option]:
    """RV-A4.431, RV-D6.1 What units can do in the phase besides advancing."""
    return [*([("dismount", id) for id in dismounting(s)] if s.vehicles else []), *_transfers(s)]


def _advance_options(s: Battle) -> list[Option]:
    """RV-A4.7, RV-A15.4 Who advances, what else can be done, or the end; a berserk unit must go on."""
    able = list(_able(s))
    wild: list[Option] = [("advance", id) for id in able if s.units[id].berserk]
    return wild or [*(("advance", id) for id in able), *_other_acts(s), ("done",)]


def _transfers(s: Battle) -> list[Option]:
    """RV-A4.431 Weapons that change hands instead of an advance of both units."""
    return [
        ("transfer", weapon.id, mate.id)
        for weapon in s.weapons.values()
        if weapon.holder and may_advance(s, s.units[weapon.holder])
        for mate in units_at(s, s.units[weapon.holder].at, s.side)
        if may_advance(s, mate) and may_hand_over(s, weapon.holder, mate.id)
    ]


def _advance(s: Battle, unit: Unit, can: list[LocationStep]) -> Flow:
    """RV-A4.7 Where one unit goes, and what meets it there."""
    s.acting.append(unit.id)
    places = list(dict.fromkeys(step.to for step in can))
    where: list[Option] = [("to", at) for at in places]
    if not unit.berserk:
        where.append(("stay", unit.id))
    to = yield Choose(s.side, where, rule="RV-A4.7", ask="advance_to", about=(unit.id,))
    if to[0] == "stay":
        mark(s, unit.id, acted=True)
        return
    step = min((st for st in can if st.to == to[1]), key=lambda st: st.cost)
    f = field_of(s)
    if unknown_enemies(s, step.to, unit.side) and barred(s, f, unit, step):
        s.reveal()
        yield from show_somebody(s, step.to, other(unit.side))
        mark(s, unit.id, acted=True)
        return
    if s.vehicles and not dares(s, unit, step.to):
        mark(s, unit.id, acted=True)
        return
    tired = difficult(s, unit, step)
    if tired and tells_of_a_crowd(s, f, step.to, Move((unit.id,))):
        s.reveal()
    if unit.wired and not get_off(s, unit.id):
        mark(s, unit.id, acted=True)
        return
    if s.works and not _gets_in(s, unit, step):
        return
    _enter(s, unit, step.to, tired)
    if unit.id in s.units:
        _arrive(s, f, unit, step)


def _arrive(s: Battle, f: Field, unit: Unit, step: LocationStep) -> None:
    """RV-A4.7 What meets a unit where it has advanced to: enemies, shells, mines."""
    tell_advance(s, unit.id, step.to)
    _meet(s, f, unit, step.to)
    if s.batteries and unit.id in s.units:
        walk_into_fire(s, [unit.id])
    if below(unit):
        come_up(s, field_of(s), unit.id)
    on_entry(s, field_of(s), step.to)
    if step.to not in s.advanced:
        s.advanced.append(step.to)
    if s.works:
        mines.enter(s, [unit.id], unit.at, step.to)


def _enter(s: Battle, unit: Unit, to: str, tired: bool) -> None:
    """RV-A4.7, RV-E1.41 The unit enters, and who is under its Cloaking counter with it."""
    for id in [unit.id, *(u.id for u in under(s, unit.cloak) if u.id != unit.id)]:
        put(s, id, to)
        mark(s, id, acted=True, cx=s.units[id].cx or tired)
    if s.night is not None:
        convert_seen(s)


def _gets_in(s: Battle, unit: Unit, step: LocationStep) -> bool:
    """RV-BRV3.3, RV-B28.1 A hidden fortified Location is shown by the try to enter it; mines attack who leaves them."""
    work = fortification(s, step.to)
    if work is not None and work.hidden and barred(s, field_of(s), unit, step):
        show(s, work)
        mark(s, unit.id, acted=True)
        return False
    mines.leave(s, [unit.id], unit.at, step.to)
    left = s.units.get(unit.id)
    return left is not None and not left.broken and not left.pinned


def _meet(s: Battle, f: Field, unit: Unit, at: str) -> None:
    """RV-A12.13, RV-A12.15, RV-A12.11, RV-A12.2 Who advances in sight out of cover is seen; nobody is sent back.

    Hidden enemies are placed, and dummies of both sides are gone where both sides have men or a crew.
    """
    if unknown(unit):
        if not in_concealment_terrain(f, at):
            acts_in_sight(s, (unit.id,))
        place_under(s, unit.id)
    for id in unknown_enemies(s, at, unit.side):
        place_under(s, id, "RV-A12.15")
    overrun_disrupted(s, at, unit.side)
    if any(map(meets_on_foot, enemies_in(s, at, unit.side))):
        s.reveal()
        remove_dummies(s, [u.id for u in units_at(s, at)])
