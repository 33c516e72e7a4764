"""Whether one Location sees another now (chapters A6.6, A6.7, E1, E3): the map, and what lies over it for a while."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.line_of_sight import BLOCKING_HINDRANCE
from sandtable.games.vengeance.map.smoke_in_the_way import smoke_hindrance
from sandtable.games.vengeance.map.visibility import haze, in_view
from sandtable.games.vengeance.model.battle import BLAZE, Battle
from sandtable.games.vengeance.model.conditions import FOG
from sandtable.games.vengeance.rules.artillery.blast_area import burst_hindrance
from sandtable.games.vengeance.rules.fire.aim_points import alone_outside, line, outside_at, places_outside
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import sees_into_street
from sandtable.games.vengeance.rules.vehicles.under_fire.shelter import vehicle_hindrance
from sandtable.kernel.modifiers import Modifier, total


def hindrance(s: Battle, f: Field, at: str, target: str) -> list[Modifier]:
    """RV-A6.7, RV-A24.3, RV-B25.2, RV-C1.5 What hinders the line: smoke, fire and shell bursts included."""
    if outside_at(s, at, target):
        at, target = line(s, f, at, target)
    sight = f.los(at, target)
    modifiers = list(sight.causes)
    if s.smoke or s.screens or BLAZE in s.flames.values():
        modifiers += smoke_hindrance(s, f, at, target)
    if s.vehicles:
        modifiers += vehicle_hindrance(s, f, sight, at, target)
    if s.batteries:
        modifiers += burst_hindrance(s, f, sight, min(f.level_of[at], f.level_of[target]))
    return modifiers


def sees(s: Battle, f: Field, at: str, target: str) -> bool:
    """RV-A6.6, RV-A6.7, RV-E1.1, RV-E3.3 Whether there is a LOS now: not blocked, less than six hindrances, in view."""
    if outside_at(s, at, target):
        if s.vehicles and not _looks_into_streets(s, f, at, target):
            return False
        at, target = line(s, f, at, target)
    sight = f.los(at, target)
    if sight.blocked or (s.night is not None and not in_view(s, f, at, target)):
        return False
    if not s.smoke and not s.flames and not s.screens and not s.batteries and not s.vehicles and s.weather != FOG:
        return True
    fog = haze(s, f, at, target) if s.weather == FOG else 0
    return total(hindrance(s, f, at, target)) + fog < BLOCKING_HINDRANCE


class Lookout:
    """RV-A6.6 The lines of sight of one moment: while nothing changes, what was seen once is seen again."""

    def __init__(self, s: Battle, f: Field) -> None:
        self._s, self._f = s, f
        self._outside = places_outside(s)
        self._seen: dict[tuple[str, str], bool] = {}

    def may_see(self, target: str, places: list[str]) -> list[str]:
        """From which Locations another may be seen: the map does not block the line, or somebody is in bypass."""
        if target in self._outside:
            return places
        able = self._f.los.open_to(target, places)
        if self._outside.isdisjoint(places):
            return able
        return [at for at in places if at in self._outside or at in able]

    def sees(self, at: str, target: str) -> bool:
        """Whether there is a LOS, looked for once."""
        known = self._seen.get((at, target))
        if known is None:
            ordinary = at not in self._outside and target not in self._outside
            shut = ordinary and bool(self._f.los(at, target).blocked)
            known = self._seen[at, target] = not shut and sees(self._s, self._f, at, target)
        return known


def _looks_into_streets(s: Battle, f: Field, at: str, target: str) -> bool:
    """RV-P5.122 A vehicle that is alone between two houses is in nobody's LOS but along the street and from above."""
    for here, there in ((at, target), (target, at)):
        vehicle = alone_outside(s, there)
        if vehicle is not None and not sees_into_street(f, here, vehicle):
            return False
    return True
