"""Who could shoot at whom (chapters A7.1, A7.4, A7.55): every firer with the Locations that it can attack."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.traces import Volley
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.aim_points import alone_outside, skirters
from sandtable.games.vengeance.rules.fortifications.under_fire import can_aim
from sandtable.games.vengeance.rules.units.kinds import type_of, units_at, weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.vehicles.kinds import unseen
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import exposed_places, light_targets


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
        self._lookout = current_sight.Lookout(s, f)
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

    def at(self, firer: str, unit: Unit, marked: str | None, target: str) -> tuple[str, firepower.Power] | None:
        """The kind of fire and the FP that a firer has at a Location; None if it has none."""
        s, f = self.s, self.f
        kind = fire_kinds.kind_when_marked(s, f, unit, marked, target)
        if not kind or not self._is_open(unit, target):
            return None
        if (s.works or unit.dug) and not can_aim(s, f, unit, target):
            return None
        power = firepower.power(s, f, firer, target, kind)
        if power is None or power.fp <= 0 or not self._lookout.sees(unit.at, target):
            return None
        weapon = s.weapons.get(firer)
        if s.volleys and Volley(unit.at, target, kind) in s.volleys and not (weapon is not None and weapon.used):
            return None
        if weapon is not None and self._cellar_has_fired(unit, weapon):
            return None
        if target != unit.at and any(e.side != unit.side and not e.broken for e in units_at(s, unit.at)):
            return None  # an enemy in its own Location comes first
        return kind, power

    def _cellar_has_fired(self, unit: Unit, weapon: Weapon) -> bool:
        """RV-O6.3 Out of one cellar one machine gun fires in a phase."""
        if self.f.place(unit.at).kind != CELLAR:
            return False
        mates = {u.id for u in units_at(self.s, unit.at)}
        return any(w.id != weapon.id and w.holder in mates and w.used for w in self.s.weapons.values())

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
    found = firepower.enemy_places(s, side)
    return list(dict.fromkeys([*found, *exposed_places(s, side)])) if s.vehicles else found


def starters(s: Battle, f: Field, side: str, places: list[str]) -> dict[str, list[str]]:
    """Each firer that can begin an attack by itself, with the Locations that it can attack."""
    reached = Starters(s, f, places)
    return {firer: found for firer, unit in firers_of(s, side) if (found := reached.by(firer, unit))}


class Starters:
    """What each firer can attack by itself at one moment, of some Locations."""

    def __init__(self, s: Battle, f: Field, places: list[str]) -> None:
        self._s, self._f, self._places = s, f, places
        self._in_sight: dict[str, list[str]] = {}
        self._shots = Shots(s, f)

    def by(self, firer: str, unit: Unit) -> list[str]:
        """The Locations that a firer can attack."""
        s, f, shots = self._s, self._f, self._shots
        if unit.at not in self._in_sight:
            self._in_sight[unit.at] = _open_to(s, f, unit.at, self._places)
        if not (self._in_sight[unit.at] or s.vehicles):
            return []  # Most see none of the places: asked first, for it is known of all who stand there.
        marked = shots.marker_of(firer)
        if marked is None:
            return []
        reached = _thin_armour(s, f, firer, unit, marked, shots) if s.vehicles and firer in s.weapons else []
        for target in self._in_sight[unit.at]:
            shot = shots.at(firer, unit, marked, target)
            if shot is not None and shot[1].fp >= 1 and not needs_operator(s, firer, shot[0]):
                reached.append(target)
        return list(dict.fromkeys(reached))


def _thin_armour(s: Battle, f: Field, firer: str, unit: Unit, marked: str, shots: Shots) -> list[str]:
    """RV-C7.6, RV-A9.5 Where a machine gun, alone and at full FP, could harm a Known AFV though nobody is exposed."""
    if unit.pinned or (s.phase == "MPh" and s.drive is None):
        return []
    type = weapon_type(s.weapons[firer])
    known = {v.id: v.at for v in s.vehicles.values() if v.side != unit.side and v.at and not unseen(v)}
    places = []
    for at in dict.fromkeys(known.values()):
        if f.range(unit.at, at) > type.range:
            continue
        thin = light_targets(s, f, at, unit.side, unit.at, type.type == "HMG50")
        shot = shots.at(firer, unit, marked, at) if any(v.id in known for v in thin) else None
        if shot is not None and shot[1].fp >= type.fp:
            places.append(at)
    return places


def _open_to(s: Battle, f: Field, at: str, places: list[str]) -> list[str]:
    """RV-A6.1 The Locations to which a line may be open from another: of those in bypass more is asked."""
    if not s.skirting:
        return f.los.open_to(at, places)
    past = {s.units[id].at for id in s.skirting}
    if at in past:
        return places
    seen = set(f.los.open_to(at, places))
    return [target for target in places if target in seen or target in past]


def needs_operator(s: Battle, firer: str, kind: str) -> bool:
    """RV-A9.3 A machine gun fires sustained only together with its squad's own fire; a half-squad has but one use."""
    return firer in s.weapons and kind in fire_kinds.SUSTAINED and halves(s.units[s.weapons[firer].holder]) == 2
