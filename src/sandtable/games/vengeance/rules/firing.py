"""Who fires at whom: fire groups are put together step by step (chapters A7.5, A7.53, A8, A9.22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.field import Field, field_of
from sandtable.games.vengeance.model import FINAL, OPPORTUNITY, PREP, Battle, Unit
from sandtable.games.vengeance.rules import attack, fire, fire_kinds, seeing
from sandtable.games.vengeance.rules.aiming import alone_outside, skirters
from sandtable.games.vengeance.rules.concealment import acts_in_sight, eyes, secretive
from sandtable.games.vengeance.rules.counters import mark
from sandtable.games.vengeance.rules.digging import diggers, entrench
from sandtable.games.vengeance.rules.fortifications.aiming import can_aim
from sandtable.games.vengeance.rules.morale_level import inexperienced
from sandtable.games.vengeance.rules.ordnance.handling import handle_gun, handling_options
from sandtable.games.vengeance.rules.ordnance.refusals import why_not_shoot
from sandtable.games.vengeance.rules.rockets import rocket_odds
from sandtable.games.vengeance.rules.sniper import settle_snipers
from sandtable.games.vengeance.rules.special import special_fire, special_fire_options
from sandtable.games.vengeance.rules.stacking import halves
from sandtable.games.vengeance.rules.units import MOABIT, good_order, is_leader, is_mmc, type_of, units_at, weapon_type
from sandtable.games.vengeance.rules.vehicles.flames import bow_flame, flame_options
from sandtable.games.vengeance.rules.vehicles.machine_guns import fire_guns, gunners
from sandtable.games.vengeance.rules.vehicles.main_gun import fire_gun, gun_options
from sandtable.games.vengeance.rules.vehicles.under_fire import exposed_places
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.state import replace


def kind_of(s: Battle, f: Field, firer: str, target: str) -> str:
    """How a unit or machine gun would fire at a Location now; "" if it may not."""
    unit = s.units.get(firer)
    return (
        fire_kinds.kind_of_unit(s, f, unit, target)
        if unit is not None
        else fire_kinds.kind_of_weapon(s, f, s.weapons[firer], target)
    )


def firers_of(s: Battle, side: str) -> Iterator[tuple[str, Unit]]:
    """Everything of a side that could fire: units with FP of their own and machine guns in hands."""
    for unit in s.units.values():
        if unit.side == side and fire_kinds.can_fire(unit) and type_of(unit).fp:
            yield unit.id, unit
    for weapon in s.weapons.values():
        if weapon.holder and weapon_type(weapon).is_mg and not weapon.malfunctioned:
            holder = s.units[weapon.holder]
            if holder.side == side and fire_kinds.can_fire(holder):
                yield weapon.id, holder


def reach(s: Battle, f: Field, firer: str, unit: Unit, target: str) -> str:
    """RV-A7.1, RV-A7.4, RV-A7.55 The kind of fire that a firer has at a Location, "" if none."""
    return Shots(s, f).kind_of(firer, unit, target)


class Shots:
    """RV-A7.1, RV-A7.4, RV-A7.55 What firers could shoot at in one moment."""

    def __init__(self, s: Battle, f: Field) -> None:
        self.s, self.f = s, f
        self._lookout = seeing.Lookout(s, f)
        self._spent = fire_kinds.spent_weapons(s)

    def marker_of(self, firer: str) -> str | None:
        """RV-A7.35 The fire marker under which a unit or machine gun would fire; None if at nothing."""
        s, unit = self.s, self.s.units.get(firer)
        if unit is not None:
            return fire_kinds.marker_of_unit(s, unit, self._spent)
        return fire_kinds.marker_of_weapon(s, self.f, s.weapons[firer], self._spent)

    def kind_of(self, firer: str, unit: Unit, target: str) -> str:
        """The kind of fire that a firer has at a Location, "" if none."""
        shot = self.at(firer, unit, self.marker_of(firer), target)
        return shot[0] if shot is not None else ""

    def at(self, firer: str, unit: Unit, marked: str | None, target: str) -> tuple[str, fire.Power] | None:
        """The kind of fire and the FP that a firer has at a Location; None if it has none."""
        s, f = self.s, self.f
        kind = fire_kinds.kind_when_marked(s, f, unit, marked, target)
        if not kind or not self._is_open(unit, target):
            return None
        if (s.works or unit.dug) and not can_aim(s, f, unit, target):
            return None
        found = fire.power(s, f, firer, target, kind)
        if found is None or found.fp <= 0 or not self._lookout.sees(unit.at, target):
            return None
        weapon = s.weapons.get(firer)
        if s.volleys and f"{unit.at}>{target}>{kind}" in s.volleys and not (weapon is not None and weapon.used):
            return None
        if target != unit.at and any(e.side != unit.side and not e.broken for e in units_at(s, unit.at)):
            return None  # an enemy in its own Location comes first
        return kind, found

    def _is_open(self, unit: Unit, target: str) -> bool:
        """RV-A6.1 Whether nothing on the map blocks the line; of those in bypass more is asked later."""
        s, f = self.s, self.f
        if unit.at == target or not f.los(unit.at, target).blocked:
            return True
        if s.skirting and (unit.bypass or skirters(s, target)):
            return True
        return bool(s.vehicles) and alone_outside(s, target) is not None


def targets(s: Battle, side: str) -> list[str]:
    """Locations with enemies of a side that fire can hit: Known ones or `?` counters (RV-A12.1)."""
    found = fire.enemy_places(s, side)
    return list(dict.fromkeys([*found, *exposed_places(s, side)])) if s.vehicles else found


def starters(s: Battle, f: Field, side: str, places: list[str]) -> dict[str, list[str]]:
    """Each firer that can begin an attack by itself, with the Locations that it can attack."""
    found: dict[str, list[str]] = {}
    in_sight: dict[str, list[str]] = {}
    shots = Shots(s, f)
    for firer, unit in firers_of(s, side):
        marked = shots.marker_of(firer)
        if marked is None:
            continue
        if unit.at not in in_sight:
            in_sight[unit.at] = _open_to(s, f, unit.at, places)
        reached = []
        for target in in_sight[unit.at]:
            shot = shots.at(firer, unit, marked, target)
            if shot is not None and shot[1].fp >= 1 and not _needs_operator(s, firer, shot[0]):
                reached.append(target)
        if reached:
            found[firer] = reached
    return found


def _open_to(s: Battle, f: Field, at: str, places: list[str]) -> list[str]:
    """RV-A6.1 The Locations to which a line may be open from another: of those in bypass more is asked."""
    if not s.skirting:
        return f.los.open_to(at, places)
    past = {s.units[id].at for id in s.skirting}
    if at in past:
        return places
    seen = set(f.los.open_to(at, places))
    return [target for target in places if target in seen or target in past]


def _needs_operator(s: Battle, firer: str, kind: str) -> bool:
    """RV-A9.3 A machine gun fires sustained only together with its squad's own fire; a half-squad has but one use."""
    return firer in s.weapons and kind in fire_kinds.SUSTAINED and halves(s.units[s.weapons[firer].holder]) == 2


def fire_phase(s: Battle, side: str, rule: str) -> Flow:
    """RV-A3.2, RV-A3.4, RV-A3.5, RV-Z6 One attack of a side, or the end of its fire. In an order of its choice."""
    f = field_of(s)
    can = starters(s, f, side, targets(s, side))
    options: list[Option] = [("fire", firer) for firer in can]
    options += special_fire_options(s, f, side)
    if s.vehicles:
        options += [*gunners(s, f, side), *gun_options(s, f, side), *flame_options(s, f, side)]
    if s.phase in ("PFPh", "DFPh"):
        options += handling(s, side)
        options += handling_options(s, side)
    if s.phase == "PFPh":
        options += diggers(s, f, side)
        options += [("opportunity", u.id) for u in s.units.values() if _may_wait(s, u, side)]
    if not options and not secretive(s, side):
        s.step = "done"
        return
    options.append(("done",))
    pick = yield Choose(
        side,
        options,
        rule=rule,
        ask="fire",
        why_not=lambda option: why_not_shoot(s, option),
        odds=lambda option: rocket_odds(s, option),
    )
    if pick[0] == "done":
        s.step = "done"
    elif pick[0] == "opportunity":
        mark(s, str(pick[1]), fired=OPPORTUNITY)
    elif pick[0] in ("dismantle", "assemble", "limber", "unlimber") and pick[1] in s.guns:
        handle_gun(s, str(pick[0]), str(pick[1]))
    elif pick[0] in ("dismantle", "assemble"):
        handle(s, str(pick[1]))
    elif pick[0] == "entrench":
        acts_in_sight(s, (str(pick[1]),))
        if pick[1] in s.units:
            entrench(s, str(pick[1]))
        yield from settle_snipers(s)
    elif pick[0] == "fire":
        firer = str(pick[1])
        s.acting += [firer, fire_kinds.shooter(s, firer).id]
        at = yield Choose(
            side, [("at", place) for place in can[firer]], rule="RV-A7.5", ask="target", about=(firer,),
            forced=not secretive(s, side),
        )  # fmt: skip
        yield from compose(s, side, firer, str(at[1]))
    elif pick[0] == "mg":
        yield from fire_guns(s, side, str(pick[1]))
    elif pick[0] in ("gun", "gun_again", "gun_smoke"):
        yield from fire_gun(s, side, pick)
    elif pick[0] == "bow_flame":
        yield from bow_flame(s, str(pick[1]), str(pick[2]))
    else:
        yield from special_fire(s, side, pick)


def _may_wait(s: Battle, unit: Unit, side: str) -> bool:
    """RV-A7.25 Who can be marked Opportunity Fire."""
    return unit.side == side and good_order(unit) and not unit.fired and not unit.ti and bool(unit.at) and is_mmc(unit)


def handling(s: Battle, side: str) -> list[Option]:
    """RV-A9.8 Weapons that could be dismantled or assembled instead of firing."""
    found: list[Option] = []
    for weapon in s.weapons.values():
        holder = s.units.get(weapon.holder)
        if (
            holder is None
            or holder.side != side
            or not good_order(holder)
            or holder.pinned
            or holder.ti
            or not holder.at
        ):
            continue
        if weapon_type(weapon).dm_pp and not (weapon.fired or weapon.used or holder.fired):
            found.append(("assemble" if weapon.dm else "dismantle", weapon.id))
    return found


def handle(s: Battle, id: str) -> None:
    """RV-A9.8 The weapon is marked as if it had fired, and only the weapon."""
    weapon = s.weapons[id]
    s.weapons[id] = replace(weapon, dm=not weapon.dm, fired=PREP if s.phase == "PFPh" else FINAL)
    s.journal.add("RV-A9.8", "handled", seen_by=eyes(s, (id,)), weapon=id, dm=weapon_type(s.weapons[id]).type)


def joiners(s: Battle, f: Field, firers: list[str], target: str, kind: str) -> list[str]:
    """RV-A7.5, RV-A7.52 Who may join: in the Locations of the group or ADJACENT to them, with the same kind of fire.

    RV-CG16 Moabit Prisoners fire only with those of their own Location.
    """
    side = fire_kinds.shooter(s, firers[0]).side
    places = {fire_kinds.shooter(s, id).at for id in firers}
    near = places.union(*(f.adjacent[at] for at in places))
    found, shots = [], Shots(s, f)
    for firer, unit in firers_of(s, side):
        if firer in firers or unit.at not in near or shots.kind_of(firer, unit, target) != kind:
            continue
        if _needs_operator(s, firer, kind) and unit.id not in firers:
            continue
        if not shots_left(s, firer) or not _use_left(s, firer, unit, firers):
            continue
        together = len(places | {unit.at}) > 1
        if together and is_mmc(unit) and inexperienced(s, unit) and not _led(s, unit.at, side):
            continue
        if together and any(u.type in MOABIT for u in (unit, *(fire_kinds.shooter(s, id) for id in firers))):
            continue  # RV-CG16
        found.append(firer)
    return found


def _use_left(s: Battle, firer: str, unit: Unit, firers: list[str]) -> bool:
    """RV-A7.35 What a unit fires in one attack: a squad its FP and one weapon or two weapons, others one thing."""
    own = [id for id in firers if id != firer and fire_kinds.shooter(s, id).id == unit.id]
    if halves(unit) < 2:
        return not own
    return len(own) < 2


def _led(s: Battle, at: str, side: str) -> bool:
    return any(is_leader(u) and good_order(u) and not u.pinned for u in units_at(s, at, side))


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
    while True:
        options: list[Option] = [("join", id) for id in joiners(s, f, firers, target, kind)] if not second else []
        options += [("direct", id) for id in directors(s, firers, leaders, kind)]
        if not lane:
            options += [("lane", id) for id in firers if lane_hexes(s, f, id, target, kind)]
        if not second:
            options += [("spray", at) for at in spray_targets(s, f, firers, target, kind)]
        options.append(("roll",))
        planned = attack.plan(s, firers, target, kind, leaders, bool(second))
        pick = yield Choose(
            side, options, rule="RV-A7.5", ask="group", about=(target, f"{planned.fp:g}"),
            odds=_planner(s, planned, firers, target, kind, leaders, bool(second)),
            forced=not secretive(s, side),
        )  # fmt: skip
        if pick[0] == "roll":
            break
        if pick[0] in ("join", "direct"):
            s.acting += [str(pick[1]), fire_kinds.shooter(s, str(pick[1])).id]
        if pick[0] == "join":
            firers.append(str(pick[1]))
        elif pick[0] == "spray":
            second = str(pick[1])
        elif pick[0] == "direct":
            leaders.append(str(pick[1]))
        else:
            lane = str(pick[1])
    for place in dict.fromkeys(fire_kinds.shooter(s, id).at for id in firers):
        s.volleys.append(f"{place}>{target}>{kind}")
    # Anew, because the enemy's units may have been imagined anew since the choice was offered.
    planned = attack.plan(s, firers, target, kind, leaders, bool(second))
    attack.resolve(s, planned, attack.plan(s, firers, second, kind, leaders, True) if second else None)
    if lane:
        place_lane(s, f, lane, target)
    yield from _residual_or_rate(s, side, planned)
    yield from settle_snipers(s)


def _planner(
    s: Battle, planned: attack.Plan, firers: list[str], target: str, kind: str, leaders: list[str], spraying: bool
) -> Callable[[Option], Odds | None]:
    """RV-A7.5 The odds of the group as it is, and of what it would be with one more firer or leader."""
    now, led = tuple(firers), tuple(leaders)

    def tell(option: Option) -> Odds | None:
        if option == ("roll",):
            return attack.odds(s, planned)
        if option[0] == "join":
            larger = attack.plan(s, [*now, str(option[1])], target, kind, [*led], spraying)
        elif option[0] == "direct":
            larger = attack.plan(s, [*now], target, kind, [*led, str(option[1])], spraying)
        else:
            return None
        return msgspec.structs.replace(attack.odds(s, larger), preview=True)

    return tell


def _residual_or_rate(s: Battle, side: str, planned: attack.Plan) -> Flow:
    """RV-A8.2 After First Fire the owner of a weapon that kept its rate of fire may give it up for residual FP."""
    if s.phase != "MPh":
        return
    column = fire.column_for(planned.fp)
    for id in planned.firers:
        weapon = s.weapons.get(id)
        if weapon is None or weapon.fired or weapon.malfunctioned or not weapon.holder:
            continue
        if attack.residual_after(column, 0) <= s.residual.get(planned.target, 0):
            continue
        pick = yield Choose(side, [("keep_rate", id), ("give_up_rate", id)], rule="RV-A8.2", ask="rate", about=(id,))
        if pick[0] == "give_up_rate":
            attack.give_up_rate(s, id, planned, column)


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
    weapon = s.weapons.get(firer)
    return weapon_type(weapon).spraying if weapon is not None else type_of(s.units[firer]).spraying_fire


# -- fire lanes ------------------------------------------------------------------------------------------------------


def lane_hexes(s: Battle, f: Field, firer: str, target: str, kind: str) -> list[str]:
    """RV-A9.22 Where a fire lane would lie: along the hex grain through the target, at one level, as far as it sees."""
    weapon = s.weapons.get(firer)
    if weapon is None or kind != fire_kinds.FIRST_FIRE or s.phase != "MPh":
        return []
    holder = s.units[weapon.holder]
    at, reach_to = holder.at, weapon_type(weapon).range
    if holder.pinned or not 1 <= f.range(at, target) <= reach_to or f.level_of[at] != f.level_of[target]:
        return []
    start, end = f.hex(at), f.hex(target)
    dc, dy = end.column - start.column, end.y2 - start.y2
    if not (dc == 0 or abs(dc) == abs(dy)):
        return []
    steps = f.range(at, target)
    step = (dc // steps, dy // steps)
    found = []
    for n in range(1, reach_to + 1):
        hex = f.ground.at.get((start.column + n * step[0], start.y2 + n * step[1]), "")
        if hex not in f.steps or f.level_of[hex] != f.level_of[at] or not seeing.sees(s, f, at, hex):
            break
        found.append(hex)
    return found if target in found else []


def place_lane(s: Battle, f: Field, weapon: str, target: str) -> None:
    """RV-A9.22 The lane lies until the end of the Movement Phase; the machine gun is used up."""
    gun = s.weapons.get(weapon)
    if gun is None or gun.malfunctioned or not gun.holder or s.units[gun.holder].broken:
        return
    fp = components().fire_lane.get(weapon_type(gun).fp, 0)
    for hex in lane_hexes(s, f, weapon, target, fire_kinds.FIRST_FIRE):
        if fp > s.lanes.get(hex, ("", 0))[1]:
            s.lanes[hex] = (weapon, fp)
    s.weapons[weapon] = replace(gun, fired=FINAL)
    mark(s, gun.holder, fired=FINAL)
    s.journal.add("RV-A9.22", "fire_lane", seen_by=eyes(s, (weapon,)), weapon=weapon, target=target, fp=fp)


def shots_left(s: Battle, firer: str) -> bool:
    """RV-A8.11 At most as many shots at a moving stack in one Location as the MF it spent there."""
    return s.move is None or s.shots.get(firer, 0) < max(1, s.move.here)
