"""Panzerfaust and Panzerschreck against vehicles, buildings, rubble and Guns (chapter C13), by the To Hit process."""

from __future__ import annotations

from functools import cached_property

from sandtable.games.vengeance.components import WeaponType, components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import only_a_flash
from sandtable.games.vengeance.model.battle import PREP, Battle, Unit, Weapon
from sandtable.games.vengeance.model.guns import HEAT, INFANTRY, VEHICLE, Ordnance
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.concealment.question_marks import place_of_veil
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.kinds import fire_marker
from sandtable.games.vengeance.rules.fire.results import apply_result
from sandtable.games.vengeance.rules.morale.checks import pin
from sandtable.games.vengeance.rules.morale.level import inexperienced
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.ordnance.shot_builder import Firer, build_shot
from sandtable.games.vengeance.rules.ordnance.shots import Roll, Shot, shoot
from sandtable.games.vengeance.rules.ordnance.target import (
    Target,
    covered_targets,
    enemy_vehicles,
    target_of,
)
from sandtable.games.vengeance.rules.ordnance.to_hit import ShotConditions
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import (
    MOABIT,
    good_order,
    is_hero,
    is_mmc,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.games.vengeance.rules.units.stacking import halves, overstacked
from sandtable.games.vengeance.rules.vehicles.fire.sight_along_hexsides import in_sight
from sandtable.kernel.flow import Odds, Option
from sandtable.kernel.options import id_in, verb_of
from sandtable.kernel.state import replace

_SHUT = ("BUILDING", "RUBBLE", "FACTORY", "CELLAR", "PILLBOX")
_FINDS = 3


class Rockets:
    """RV-C13.3, RV-C13.4 What rockets of a side could be fired at in one moment: looked for once from each Location."""

    def __init__(self, s: Battle, f: Field, side: str, places: list[str]) -> None:
        self._s, self._f = s, f
        self._side, self._places = side, places
        self._reached: dict[tuple[str, int], list[str]] = {}

    def options(self, weapon: Weapon, unit: Unit) -> list[Option]:
        """RV-C13.4 The shots of a Panzerschreck."""
        if not (is_mmc(unit) or is_hero(unit)):
            return []
        return self._shots(unit, weapon_type(weapon).range, "rocket", weapon.id)

    def faust_options(self, unit: Unit) -> list[Option]:
        """RV-C13.3 Vehicles, buildings, rubble and Guns within the range of a Panzerfaust."""
        return self._shots(unit, _faust(unit.side).range, "faust", unit.id)

    def _shots(self, unit: Unit, most: int, verb: str, id: str) -> list[Option]:
        """RV-C13.31 What is within range; from inside with or without backblast."""
        reached = self._reached.get((unit.at, most))
        if reached is None:
            reached = self._reached[unit.at, most] = self._look_from(unit.at, most)
        if not reached:
            return []
        verbs = (verb, f"{verb}_backblast") if has_backblast(self._f, unit.at) else (verb,)
        return [(shot, id, target) for target in reached for shot in verbs]

    def _look_from(self, here: str, most: int) -> list[str]:
        """RV-C13.3, RV-C13.31 The targets in range and sight; at range 1 at most one level higher or lower."""
        f = self._f
        targets = []
        at_hand = any(e.side != self._side and not (e.broken or e.hidden) for e in units_at(self._s, here))
        for target, at in self._targets:
            if at_hand and at != here:
                continue  # RV-A7.4 an enemy in its own Location comes first
            distance = f.range(here, at)
            steep = distance == 1 and abs(f.level_of[here] - f.level_of[at]) > 2
            if distance <= most and not steep and target != here and self._is_seen(here, target, at):
                targets.append(target)
        return targets

    @cached_property
    def _targets(self) -> list[tuple[str, str]]:
        """RV-C13.3 Locations worth a rocket, vehicles, and `?` counters as large as one, each with where it is."""
        s = self._s
        targets = [(at, at) for at in self._places if _solid(s, self._f, at)]
        targets += [(id, s.vehicles[id].at) for id in _vehicles(s, self._side)]
        if s.vehicles or s.guns:
            targets += [(name, place_of_veil(name)) for name in covered_targets(s, self._side)]
        return targets

    def _is_seen(self, here: str, target: str, at: str) -> bool:
        """RV-A6.1, RV-D2.3 A vehicle is seen where it stands, in bypass too."""
        s, f = self._s, self._f
        if target in s.vehicles:
            return in_sight(s, f, s.vehicles[target], here)
        return at == here or current_sight.sees(s, f, here, at)


def _solid(s: Battle, f: Field, at: str) -> bool:
    """RV-C13.3 A building, rubble, or a Gun with its crew; not men in the open."""
    return f.place(at).terrain.startswith(_SHUT) or any(
        gun.at == at and gun.crew in s.units and not s.units[gun.crew].hidden for gun in s.guns.values()
    )


def _vehicles(s: Battle, side: str) -> list[str]:
    """Enemy vehicles; in the MPh only the one that drives."""
    if not s.vehicles:
        return []
    if s.phase == "MPh":
        return [id for id in enemy_vehicles(s, side) if s.drive is not None and s.drive.vehicle == id]
    return enemy_vehicles(s, side)


def rocket_shot(s: Battle, f: Field, unit: Unit, type: WeaponType, target: str, accepts: bool, id: str) -> Shot:
    """RV-C13.4, RV-C13.8 A shot with its own To Hit table; cases C3, D, E, H, J to K and O to R, and no leader."""
    aimed = target_of(s, target)
    gun = Ordnance(calibre=0, tk_class=type.type.lower())
    firer = Firer(weapon=id, side=unit.side, at=unit.at, observer=unit.at, eye=unit.at, gun=gun, light=True)
    shot = build_shot(s, f, firer, _conditions(s, f, unit, aimed, accepts, id), aimed, HEAT)
    return replace(
        shot,
        power=type.fp,
        number=type.th[f.range(unit.at, aimed.at)],
        clause="RV-C13.3" if type.type == "PF" else "RV-C13.4",
    )


def _conditions(s: Battle, f: Field, unit: Unit, target: Target, accepts: bool, id: str) -> ShotConditions:
    """RV-C13.4, RV-C5.1, RV-C6.1 What the cases ask of a rocket and of whoever fires it."""
    weapon = s.weapons.get(id)
    return ShotConditions(
        target_type=INFANTRY if target.is_men else VEHICLE,
        range=0,
        after_moving=s.phase == "AFPh" and unit.moved,
        inside=has_backblast(f, unit.at) and not accepts,
        pinned=unit.pinned,
        in_cover=f.place(unit.at).terrain.startswith(_SHUT),
        captured=weapon is not None and firepower.captured(unit, weapon),
        unqualified=weapon is not None and not firepower.qualified(unit, weapon),
        cx=unit.cx,
        encircled=unit.encircled > 0,
        heroic=is_hero(unit) or unit.heroic,
        overstacked=overstacked(s, f, unit.at, unit.side),
        concealed=bool(target.veiled)
        or firepower.is_area_target(s, target.at, unit.side)
        or only_a_flash(s, f, unit.at, target.at),
        on_wire=unit.wired,
    )


# -- Panzerfausts ------------------------------------------------------------------------------------------------------


def _faust(side: str) -> WeaponType:
    return components().weapons[f"{side[:2]}_pf"]


def may_try_faust(s: Battle, unit: Unit, spent: fire_kinds.Spent) -> bool:
    """RV-C13.3, RV-A25.8 An unpinned Good Order MMC (so never a Gestapo leader) with a use left.

    A squad tries twice in a Player Turn, others once.
    """
    if unit.type in MOABIT:
        return False  # RV-RePh8.6193a
    if not unit.at or not is_mmc(unit) or not good_order(unit) or unit.pinned or unit.ti:
        return False
    if unit.fausts >= (2 if halves(unit) == 2 else 1) or (unit.side == s.side and unit.fired == PREP):
        return False
    return unit.id not in spent and (halves(unit) == 2 or not unit.fired)


def fire_faust(s: Battle, id: str, at: str, accepts: bool) -> None:
    """RV-C13.3, RV-C13.31 A die finds one or not; then To Hit and 16 FP. A 6 pins, an Original 12 hurts the firer."""
    unit = mark(s, id, fausts=s.units[id].fausts + 1)
    used = fire_marker(s, unit.side)
    if halves(unit) < 2:
        mark(s, id, fired=used)
    die = s.dice.roll(6, "Panzerfaust")
    final = die + finding_drm(s, unit)
    found = final <= _FINDS
    s.journal.add("RV-C13.3", "faust", unit=id, die=die, final=final, success=found)
    if die == 6:
        pin(s, id)
    if found:
        s.fausts[unit.side] -= 1
        _shoot_faust(s, s.units[id], at, accepts)


def _shoot_faust(s: Battle, unit: Unit, target: str, accepts: bool) -> None:
    rolled = shoot(s, rocket_shot(s, field_of(s), unit, _faust(unit.side), target, accepts, unit.id))
    if sum(rolled.dice) == 12:
        reduce(s, unit.id, "RV-C13.3")
    _after(s, unit, rolled, accepts)


def rocket_odds(s: Battle, option: Option) -> Odds | None:
    """RV-C13.3, RV-C13.4 What a shot with a Panzerschreck or Panzerfaust may do; the latter must be found first."""
    verb = verb_of(option)
    if not verb.startswith(("rocket", "faust")):
        return None
    f, id, target = field_of(s), id_in(option), id_in(option, 2)
    accepts = verb.endswith("_backblast")
    if id in s.weapons:
        unit, type = s.units[s.weapons[id].holder], weapon_type(s.weapons[id])
        return shot_odds(s, rocket_shot(s, f, unit, type, target, accepts, id))
    unit = s.units[id]
    hit = shot_odds(s, rocket_shot(s, f, unit, _faust(unit.side), target, accepts, id))
    share = max(0, _FINDS - finding_drm(s, unit)) / 6
    outcomes = (*((name, chance * share) for name, chance in hit.outcomes), ("none found", 1 - share))
    return Odds(outcomes, hit.modifiers, hit.sampled)


def finding_drm(s: Battle, unit: Unit) -> int:
    """RV-C13.3 +1 for a half-squad or crew, +1 CX, +1 inexperienced."""
    return (halves(unit) < 2) + unit.cx + inexperienced(s, unit)


# -- the Panzerschreck -------------------------------------------------------------------------------------------------


def has_backblast(f: Field, at: str) -> bool:
    """RV-C13.31 Inside a building, rubble or cellar; not on a roof and not where the roof is gone."""
    hex = f.hex(at)
    open_above = "ROOFLESS" in hex.features and f.place(at).floor == hex.floors
    return f.place(at).terrain.startswith(_SHUT) and not open_above


def fire_rocket(s: Battle, id: str, target: str, accepts: bool) -> None:
    """RV-C13.4, RV-C13.31 To Hit, then 12 FP without cover; an Original 10 or more uses it up; the backblast burns."""
    weapon = s.weapons[id]
    unit = s.units[weapon.holder]
    type = weapon_type(weapon)
    used, gone = fire_marker(s, unit.side), firepower.elimination_number(unit, weapon)
    rolled = shoot(s, rocket_shot(s, field_of(s), unit, type, target, accepts, id))
    if id in s.weapons:
        s.weapons[id] = replace(s.weapons[id], used=True, fired=used)
        if sum(rolled.dice) >= gone:
            name = weapon_name(s.weapons.pop(id))
            s.journal.add("RV-C13.4", "weapon_lost", weapon=id, name=name, dice=rolled.dice)
            if unit.id in s.units:
                mark(s, unit.id, expended=s.units[unit.id].expended + 1)
    if halves(unit) < 2 and unit.id in s.units:
        mark(s, unit.id, fired=used)
    _after(s, unit, rolled, accepts)


def _after(s: Battle, unit: Unit, rolled: Roll, accepts: bool) -> None:
    """The shot may have scorched its own room."""
    if accepts:
        _backblast(s, unit.at, rolled.dice[0])


def _backblast(s: Battle, at: str, coloured: int) -> None:
    """RV-C13.31 The firer's own Location is attacked on column 1 by the coloured die alone."""
    own = tuple(u.id for u in units_at(s, at))
    result = firepower.result_of(0, coloured)
    s.journal.add("RV-C13.31", "backblast", at=at, die=coloured, result="no effect" if result == "-" else result)
    apply_result(s, result, list(own))
