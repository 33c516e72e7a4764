"""Guns are moved, limbered, dismantled, taken up, repaired and blown up (chapters C9.3, C10, A4.44, A9.72)."""

from __future__ import annotations

from sandtable.games.vengeance.components import HERO, components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import FINAL, PREP, Battle, Move, Unit
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.rules.concealment.gain_and_loss import acts_in_sight, eyes
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type, guns_of, lose_gun
from sandtable.games.vengeance.rules.set_up.places import entry_places
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import good_order, is_mmc, type_of, units_at
from sandtable.games.vengeance.rules.units.stacking import halves, room_for
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_HELPERS, _MOST_HELP = 2, 3
_PAVED, _ROUGH, _INDOORS, _TIRED = -2, 2, 3, 1
_ROUGH_TERRAIN = ("RUBBLE", "DEBRIS", "SHELLHOLES")
_HOUSES = ("BUILDING", "FACTORY")
_NO_GUNS = ("CELLAR", "CULVERT", "PIT", "POND", "ROOFTOP")
_SCUTTLED, _RECOVERS = 4, 5
_LIGHT_M = 10
"""RV-B23.42 The M# of Guns that may stand in the upper levels of fortified buildings."""


# -- where a Gun may stand -------------------------------------------------------------------------------------------


def may_stand(f: Field, gun: Gun, at: str, set_up: bool = False, fortified: bool = False) -> bool:
    """RV-B23.42, RV-A5.5, RV-BRV10.4, RV-BRV12.3b, RV-O6.1, RV-P4.2, RV-B21.13 Whether a Location takes a Gun.

    Into the ground level of a building only without a ring round its M# and no AA gun, but into the factory every Gun;
    upper levels only at set-up, in fortified Locations, for light Guns.
    """
    place, type = f.place(at), gun_type(gun)
    if place.terrain.startswith(_NO_GUNS) or place.kind in ("roof", "cellar", "culvert", "viaduct"):
        return False
    if place.kind == "level":
        return set_up and fortified and type.m >= _LIGHT_M
    if place.terrain.startswith("BUILDING") or place.terrain == "GATE" or "DIET" in f.hex(at).features:
        return not type.ringed_m and type.type != "AA"
    return True


# -- manhandling -----------------------------------------------------------------------------------------------------


def may_push(gun: Gun, unit: Unit) -> bool:
    """RV-C10.1, RV-C2.6 The crew of a Gun that can still be moved by hand; a 203mm Gun cannot."""
    return (
        gun.crew == unit.id and gun.at == unit.at and not (gun.stuck or gun.dm or gun.towed or gun.fired)
        and not gun_type(gun).rfnm and is_mmc(unit)
    )  # fmt: skip


def push_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-C10.1, RV-A2.5 Where a stack with a crew, and at most two squads more, could push its Gun, before all else."""
    if move.spent or move.double:
        return []
    units = [s.units[id] for id in move.units]
    options: list[Option] = []
    for unit in units:
        for gun in guns_of(s, unit.id):
            if not may_push(gun, unit) or not _fit(units, unit):
                continue
            options += [
                ("push", gun.id, to)
                for to in (dict.fromkeys(step.to for step in f.steps[unit.at]) if unit.at else entry_places(s, unit))
                if f.hex_of[to] != f.hex_of.get(unit.at) and may_stand(f, gun, to)
                and not enemies_at(s, to, unit.side) and room_for(s, f, to, unit.side, units)
            ]  # fmt: skip
    return options


def _fit(units: list[Unit], crew: Unit) -> bool:
    """RV-C10.1 Beside the crew at most two squads help; leaders may go along."""
    return sum(halves(u) for u in units if u.id != crew.id) <= 2 * _HELPERS


def push_drm(f: Field, gun: Gun, units: list[Unit], to: str) -> list[Modifier]:
    """RV-C10.1 Helpers, pavement, rubble, debris, shellholes, a climb, a house, and tired men."""
    help = min(_MOST_HELP, sum(halves(u) for u in units if u.id != gun.crew))
    there = f.place(to)
    here = f.place(gun.at) if gun.at else there  # from off the map it comes on the level
    ways = [f.ground.side(here.hex, there.hex)] if gun.at else f.ground.sides[there.hex]
    paved = any("ROAD" in way for way in ways) and f.hex(to).base != "DIRT" and there.terrain != "DEBRIS"
    rough = (there.terrain.startswith(_ROUGH_TERRAIN) and not paved) or there.level > here.level
    tests: tuple[tuple[int, bool, str], ...] = (
        (-help, help > 0, "helpers"),
        (_PAVED, paved, "along a paved road"),
        (_ROUGH, rough, "rough ground or uphill"),
        (_INDOORS, there.terrain.startswith(_HOUSES), "into a building"),
        (_TIRED, any(u.cx for u in units), "counter-exhausted"),
    )
    return [(value, "RV-C10.1", reason) for value, holds, reason in tests if holds]


def push(s: Battle, f: Field, move: Move, id: str, to: str) -> bool:
    """RV-C10.1 DR at most M#: Gun and men enter the hex, spending all MF; else they are TI. An Original 12 ends it."""
    gun = s.guns[id]
    units = [s.units[u] for u in move.units]
    modifiers = push_drm(f, gun, units, to)
    dice = roll(s, units[0].side, "manhandling", calls_sniper=False)
    final = sum(dice) + total(modifiers)
    success = final <= gun_type(gun).m and sum(dice) != 12
    s.journal.add(
        "RV-C10.1", "push", seen_by=eyes(s, (gun.crew,)), weapon=id, to=to,
        dice=dice, modifiers=modifiers, final=final, need=gun_type(gun).m,
        success=success,
    )  # fmt: skip
    s.acquired.pop(id, None)
    if sum(dice) == 12:
        s.guns[id] = replace(gun, stuck=True)
    if not success:
        for unit in units:
            mark(s, unit.id, ti=True)
        return False
    crew = gun.crew
    for unit in units:
        put(s, unit.id, to)
    s.guns[id] = replace(s.guns[id], at=to, crew=crew, emplaced=False, fired=PREP)
    return True


# -- other tasks -----------------------------------------------------------------------------------------------------


def scuttle_options(s: Battle, move: Move) -> list[Option]:
    """RV-C10.3 A crew may destroy its own Gun."""
    return [("scuttle", gun.id) for id in move.units for gun in guns_of(s, id) if gun.at == s.units[id].at]


def scuttle(s: Battle, id: str) -> None:
    """RV-C10.3 A die of 4 or less destroys the Gun."""
    die = s.dice.roll(6, "scuttling")
    s.journal.add(
        "RV-C10.3", "scuttle", seen_by=eyes(s, (s.guns[id].crew,)), weapon=id, die=die, success=die <= _SCUTTLED
    )
    if die <= _SCUTTLED:
        lose_gun(s, id, "RV-C10.3")


def handling_options(s: Battle, side: str) -> list[Option]:
    """RV-C10.2, RV-C9.3 Instead of firing: limber or unlimber, dismantle or assemble a mortar, unpinned and unfired."""
    options: list[Option] = []
    for gun in s.guns.values():
        unit = s.units.get(gun.crew)
        if unit is None or unit.side != side or gun.fired or gun.used or gun.towed or unit.fired:
            continue
        if not unit.at or not good_order(unit) or unit.pinned or unit.ti:
            continue
        type = gun_type(gun)
        if type.dm_pp:
            options.append(("assemble" if gun.dm else "dismantle", gun.id))
        elif not type.qsu:
            options.append(("unlimber" if gun.limbered else "limber", gun.id))
    return options


def handle_gun(s: Battle, verb: str, id: str) -> None:
    """RV-C10.2, RV-C9.3, RV-A9.8 It takes the whole fire phase; the Gun is marked as if it had fired."""
    gun = s.guns[id]
    fired = PREP if s.phase == "PFPh" else FINAL
    if verb in ("limber", "unlimber"):
        s.guns[id] = replace(gun, limbered=verb == "limber", fired=fired, emplaced=False)
    else:
        at = "" if verb == "dismantle" else s.units[gun.crew].at
        s.guns[id] = replace(gun, dm=verb == "dismantle", at=at, fired=fired, emplaced=False)
    s.acquired.pop(id, None)
    mark(s, gun.crew, fired=fired)
    clause = "RV-C10.2" if "limber" in verb else "RV-C9.3"
    s.journal.add(clause, "gun_handled", seen_by=eyes(s, (gun.crew,)), weapon=id, how=verb)


def carried_weight(s: Battle, unit: Unit) -> int:
    """RV-C9.3 A dismantled mortar of 81 or 82mm weighs 5 PP."""
    return sum(gun_type(gun).dm_pp for gun in guns_of(s, unit.id) if gun.dm)


# -- the Rally Phase -------------------------------------------------------------------------------------------------


def gun_tasks(s: Battle, side: str) -> list[Option]:
    """RV-A4.44, RV-C10.3 Guns that a side could take up or repair now."""
    options: list[Option] = []
    for gun in s.guns.values():
        if gun.towed or (not gun.at and not gun.dm):
            continue
        crew = s.units.get(gun.crew)
        if crew is None:
            options += [
                ("recover", u.id, gun.id) for u in units_at(s, gun.at, side)
                if good_order(u) and not u.pinned and not u.acted and not u.ti and u.id not in gun.tried
                and not manning(s, u) and is_mmc(u)
            ]  # fmt: skip
        elif gun.malfunctioned and "repair" not in gun.tried and _may_work(crew, side):
            options.append(("repair", gun.id))
    return options


def _may_work(unit: Unit, side: str) -> bool:
    return unit.side == side and good_order(unit) and not unit.pinned and not unit.acted


def manning(s: Battle, unit: Unit) -> bool:
    """Whether a unit mans a Gun already."""
    return bool(guns_of(s, unit.id))


def recover_gun(s: Battle, unit: Unit, id: str) -> None:
    """RV-A4.44, RV-E1.7, RV-A12.13 A die of 5 or less; +1 CX, +1 at night, -1 for a hero. It costs `?`.

    RV-C9.3 A dismantled mortar is carried from then on.
    """
    gun = s.guns[id]
    acts_in_sight(s, (unit.id,))
    die = s.dice.roll(6, "recovery")
    dark = components().conditions.night.recovery_drm if s.night is not None else 0
    final = die + unit.cx + dark - (type_of(unit).kind == HERO)
    success = final <= _RECOVERS
    s.journal.add(
        "RV-A4.44",
        "recovery",
        seen_by=eyes(s, (unit.id,)),
        unit=unit.id,
        weapon=id,
        die=die,
        final=final,
        success=success,
    )
    if success:
        s.guns[id] = replace(gun, crew=unit.id, at="" if gun.dm else gun.at)
    else:
        s.guns[id] = replace(gun, tried=(*gun.tried, unit.id))
    mark(s, unit.id, acted=True)


def repair_gun(s: Battle, id: str) -> None:
    """RV-C10.3, RV-A9.72 A die at most the repair number; a 6 eliminates it."""
    gun = s.guns[id]
    die = s.dice.roll(6, "repair")
    success = die <= gun_type(gun).repair
    s.journal.add("RV-C10.3", "repair", seen_by=eyes(s, (gun.crew,)), weapon=id, die=die, success=success)
    if die == gun_type(gun).x:
        lose_gun(s, id, "RV-C10.3")
    else:
        s.guns[id] = replace(gun, malfunctioned=not success, tried=(*gun.tried, "repair"))
