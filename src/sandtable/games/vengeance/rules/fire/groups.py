"""Fire groups (chapters A7.5, A7.53, A7.34, A8.2): put together step by step, then rolled for."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.traces import Volley
from sandtable.games.vengeance.rules.concealment.gain_and_loss import secretive
from sandtable.games.vengeance.rules.fire import aftermath, attack, declaration, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.lanes import lane_hexes, place_lane
from sandtable.games.vengeance.rules.fire.targets import Shots, firers_of, kind_of, needs_operator, targets
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.morale.leaders import leaders_at
from sandtable.games.vengeance.rules.morale.level import inexperienced
from sandtable.games.vengeance.rules.units.kinds import is_hero, is_mmc, is_moabit, type_of, units_at, weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.templates import with_half


def joiners(s: Battle, f: Field, firers: list[str], target: str, kind: str) -> list[str]:
    """RV-A7.5, RV-A7.52 Who may join: in the Locations of the group or ADJACENT to them, with the same kind of fire.

    RV-CG16 Moabit Prisoners fire only with those of their own Location.
    """
    side = fire_kinds.shooter(s, firers[0]).side
    places = {fire_kinds.shooter(s, id).at for id in firers}
    near = places.union(*(f.adjacent[at] for at in places))
    able, shots = [], Shots(s, f)
    for firer, unit in firers_of(s, side):
        if firer in firers or unit.at not in near or shots.kind_of(firer, unit, target) != kind:
            continue
        if needs_operator(s, firer, kind) and unit.id not in firers:
            continue
        if not shots_left(s, firer) or not _use_left(s, firer, unit, firers):
            continue
        if firer in s.weapons and f.place(unit.at).kind == CELLAR and _has_machine_gun(s, firers, unit.at):
            continue  # RV-O6.3
        together = len(places | {unit.at}) > 1
        if together and s.night is not None and not illuminated(s, f, target):
            continue  # RV-A7.5 at night
        if together and is_mmc(unit) and inexperienced(s, unit) and not leaders_at(s, unit.at, side):
            continue
        if together and any(is_moabit(s, u) for u in (unit, *(fire_kinds.shooter(s, id) for id in firers))):
            continue  # RV-CG16
        able.append(firer)
    return able


def _has_machine_gun(s: Battle, firers: list[str], at: str) -> bool:
    return any(id in s.weapons and fire_kinds.shooter(s, id).at == at for id in firers)


def _use_left(s: Battle, firer: str, unit: Unit, firers: list[str]) -> bool:
    """RV-A7.35 What a unit fires in one attack: a squad its FP and one weapon or two weapons, others one thing.

    A hero fires one machine gun beside his own FP.
    """
    own = [id for id in firers if id != firer and fire_kinds.shooter(s, id).id == unit.id]
    if is_hero(unit):
        return not own or (len(own) == 1 and unit.id in (firer, own[0]))
    if halves(unit) < 2:
        return not own
    return len(own) < 2


def directors(s: Battle, firers: list[str], leaders: list[str], kind: str) -> list[str]:
    """RV-A7.53 Leaders who could direct, one for each Location of the group that has none yet."""
    places = dict.fromkeys(fire_kinds.shooter(s, id).at for id in firers)
    led = {s.units[id].at for id in leaders}
    return [
        u.id for at in places if at not in led for u in units_at(s, at)
        if fire_kinds.may_direct(s, u, firers, kind) and u.side == fire_kinds.shooter(s, firers[0]).side
    ]  # fmt: skip


def compose(s: Battle, side: str, firer: str, target: str) -> Flow:
    """RV-A7.5 Put the fire group together, then roll."""
    f = field_of(s)
    firers, leaders, lane, second = [firer], list[str](), "", ""
    s.acting += [firer, fire_kinds.shooter(s, firer).id]
    kind = kind_of(s, f, firer, target)

    def ways_to_go_on() -> list[Option]:
        options: list[Option] = [("join", id) for id in joiners(s, f, firers, target, kind)] if not second else []
        options += [("direct", id) for id in directors(s, firers, leaders, kind)]
        options += [("lane", id) for id in firers if not lane and lane_hexes(s, f, id, target, kind)]
        options += [("spray", at) for at in spray_targets(s, f, firers, target, kind)] if not second else []
        return [*options, ("roll",)]

    while True:
        fp = sum(power.fp for power in declaration.powers_of(s, firers, target, kind, bool(second)))
        pick = yield Choose(
            side, ways_to_go_on, rule="RV-A7.5", ask="group", about=(target, with_half(fp)),
            odds=_planner(s, firers, target, kind, leaders, bool(second)),
            forced=not secretive(s, side),
        )  # fmt: skip
        match pick:
            case ("join", str(other)):
                s.acting += [other, fire_kinds.shooter(s, other).id]
                firers.append(other)
            case ("direct", str(leader)):
                s.acting += [leader, fire_kinds.shooter(s, leader).id]
                leaders.append(leader)
            case ("spray", str(at)):
                second = at
            case ("roll",):
                break
            case (_, str(at)):
                lane = at
    for place in dict.fromkeys(fire_kinds.shooter(s, id).at for id in firers):
        s.volleys += [Volley(place, at, kind) for at in (target, second) if at]
    # Only now, because the enemy's units may have been imagined afresh since the choice was offered.
    planned = declaration.plan(s, firers, target, kind, leaders, bool(second))
    attack.resolve(s, planned, declaration.plan(s, firers, second, kind, leaders, True) if second else None)
    if lane:
        place_lane(s, f, lane, target)
    yield from _residual_or_rate(s, side, planned)


def _planner(
    s: Battle, firers: list[str], target: str, kind: str, leaders: list[str], spraying: bool
) -> Callable[[Option], Odds | None]:
    """RV-A7.5 The odds of the group as it is, and of what it would be with one more firer or leader."""
    now, led = tuple(firers), tuple(leaders)

    def tell(option: Option) -> Odds | None:
        if option == ("roll",):
            return declaration.odds(s, declaration.plan(s, [*now], target, kind, [*led], spraying))
        if option[0] == "join":
            larger = declaration.plan(s, [*now, id_in(option)], target, kind, [*led], spraying)
        elif option[0] == "direct":
            larger = declaration.plan(s, [*now], target, kind, [*led, id_in(option)], spraying)
        else:
            return None
        return msgspec.structs.replace(declaration.odds(s, larger), preview=True)

    return tell


def _residual_or_rate(s: Battle, side: str, planned: declaration.Plan) -> Flow:
    """RV-A8.2 After First Fire the owner of a weapon that kept its rate of fire may give it up for residual FP."""
    if s.phase != "MPh":
        return
    column = firepower.column_for(planned.fp)
    for id in planned.firers:
        weapon = s.weapons.get(id)
        if weapon is None or weapon.fired or weapon.malfunctioned or not weapon.holder:
            continue
        if aftermath.residual_after(column, 0) <= s.residual.get(planned.target, 0):
            continue
        settle_leader_loss(s)  # RV-A10.2 before anybody is asked: the shot is over, and what it did is seen
        pick = yield Choose(
            side, [("keep_rate", id), ("give_up_rate", id)], rule="RV-A8.2", ask="rate", about=(id,), together=True
        )
        if pick[0] == "give_up_rate":
            aftermath.give_up_rate(s, id, planned, column)


def spray_targets(s: Battle, f: Field, firers: list[str], target: str, kind: str) -> list[str]:
    """RV-A7.34 A second Location adjacent to the first, for firers who all have spraying fire. Not while units move."""
    if s.phase == "MPh" or not all(_sprays(s, id) for id in firers):
        return []
    side = fire_kinds.shooter(s, firers[0]).side
    near, shots = set(f.ground.neighbours[f.hex_of[target]]), Shots(s, f)
    return [
        at for at in targets(s, side)
        if f.hex_of[at] in near and all(shots.kind_of(id, fire_kinds.shooter(s, id), at) == kind for id in firers)
    ]  # fmt: skip


def _sprays(s: Battle, firer: str) -> bool:
    """RV-A7.34 Whether a unit or machine gun has spraying fire printed on it."""
    weapon = s.weapons.get(firer)
    return weapon_type(weapon).spraying if weapon is not None else type_of(s.units[firer]).spraying_fire


def shots_left(s: Battle, firer: str) -> bool:
    """RV-A8.11 At most as many shots at a moving stack in one Location as the MF it spent there."""
    return s.move is None or fire_kinds.shots_of(s, firer) < max(1, s.move.here)
