"""How much fire reaches a Location, and how much can be brought to bear from one.

What covers a Location is asked again and again, and hardly anything changes it: the answers are kept while the ground,
the smoke, the vehicles and whatever else they depend on stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple

from sandtable.games.vengeance.bot.judgement import cover_at, shell_danger
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import ROOF
from sandtable.games.vengeance.map.smoke_in_the_way import smoke_hindrance
from sandtable.games.vengeance.map.visibility import in_view
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.kinds import is_leader, type_of, units_at, weapon_type

Arms = tuple[tuple[float, int], ...]
"""What can be fired: the FP and the normal range of each."""
_KEPT = 6
"""How many sets of circumstances are remembered: both sides look at the table in turn."""
_UNASKED = -99
"""Of a line along which nobody has looked yet."""


class Threat(NamedTuple):
    """The fire that enemies in one Location have: what each brings, with its normal range, and their leader."""

    at: str
    guns: Arms
    drm: int


def threats(s: Battle, side: str, spent: float = 0.5) -> tuple[Threat, ...]:
    """The enemies of a side who can fire, Location by Location; of who has fired or is pinned a part counts."""
    guns: dict[str, list[tuple[float, int]]] = {}
    carried: dict[str, list[tuple[float, int]]] = {}
    for weapon in s.weapons.values():
        if weapon.holder and weapon_type(weapon).is_mg and not weapon.malfunctioned:
            carried.setdefault(weapon.holder, []).append((weapon_type(weapon).fp, weapon_type(weapon).range))
    for enemy in s.units.values():
        if enemy.side == side or enemy.broken or enemy.melee or not enemy.at or is_leader(enemy):
            continue
        part = spent if enemy.pinned or enemy.fired else 1.0
        here = guns.setdefault(enemy.at, [])
        for fp, normal in ((type_of(enemy).fp, type_of(enemy).range), *carried.get(enemy.id, ())):
            if fp:
                here.append((part * fp, normal))
    return tuple(Threat(at, tuple(arms), _leadership(s, at, side)) for at, arms in guns.items() if arms)


def _leadership(s: Battle, at: str, side: str) -> int:
    units = (u for u in units_at(s, at) if u.side != side and is_leader(u) and not u.broken)
    return -1 if any(leadership(u) < 0 for u in units) else 0


class Lines:
    """What covers the Locations of a field against each other, as things are."""

    def __init__(self, f: Field, circumstances: tuple[Any, ...]) -> None:
        self.field = f
        self.circumstances = circumstances
        self.cover: dict[tuple[str, str], int | None] = {}
        """TEM and hindrances along a line, without smoke; None if it is blocked."""
        self.screened: dict[tuple[str, str], int | None] = {}
        """The same with smoke and by night."""
        self.fire: dict[tuple[Threat, ...], EnemyFire] = {}
        self.hazards: dict[Any, Hazards] = {}


_RECENT: list[Lines] = []


def lines_of(s: Battle, f: Field) -> Lines:
    """The lines of a battle; those of another one, or of another moment, in which nothing was different for them."""
    seen = _circumstances(s, f)
    for lines in _RECENT:
        if lines.field is f and lines.circumstances == seen:
            return lines
    made = Lines(f, seen)
    if not s.skirting:  # who goes round a building is aimed at, and aims, from elsewhere at every step
        _RECENT.insert(0, made)
        del _RECENT[_KEPT:]
    return made


def _circumstances(s: Battle, f: Field) -> tuple[Any, ...]:
    """Everything that TEM, smoke and sight by night depend on, besides the ground."""
    walls = {u.at for u in s.units.values() if u.wall or u.sheltered}
    mover = s.units[s.move.units[0]].at if s.phase == "MPh" and s.move is not None and s.move.units else ""
    return (
        *(dict(s.works), dict(s.smoke), dict(s.screens), dict(s.flames), dict(s.vehicles)),
        *(s.rain, s.night, s.lights[:], s.flashes[:], s.skirting[:]),
        s.drive if s.drive is not None and s.drive.escort else None,
        mover if mover and f.place(mover).kind == ROOF else "",
        [(at, units_at(s, at)) for at in sorted(walls) if at],
    )


class Dangers(dict[str, float]):
    """How dangerous each Location is for those who move through it, or stay: found when it is asked for."""

    def __init__(self, find: Callable[[str, bool], float], moving: bool) -> None:
        super().__init__()
        self._find, self._moving = find, moving

    def __missing__(self, at: str) -> float:
        found = self[at] = self._find(at, self._moving)
        return found


class EnemyFire:
    """The fire of all enemies along some lines, and how dangerous it makes Locations, as far as anybody has asked."""

    def __init__(self, s: Battle, lines: Lines, enemies: tuple[Threat, ...]) -> None:
        hex_of = lines.field.hex_of
        self._s, self._lines = s, lines
        self._sources = [(enemy.at, hex_of[enemy.at], _by_distance(enemy.guns), enemy.drm) for enemy in enemies]
        self.moving, self.staying = Dangers(self._danger, True), Dangers(self._danger, False)

    def _danger(self, at: str, moving: bool) -> float:
        """How much fire of the enemy can reach a Location, with its cover; at 1 a squad hardly survives."""
        lines = self._lines
        f, screened = lines.field, lines.screened
        ranges = f.ground.ranges[f.hex_of[at]]
        total = 0.0
        for enemy, hex, powers, lead in self._sources:
            distance = ranges[hex]
            if distance >= len(powers):
                continue  # most enemies on a large map are too far away: no line of sight is looked along for them
            drm = screened.get((enemy, at), _UNASKED)
            if drm == _UNASKED:
                drm = screened[enemy, at] = _with_smoke(self._s, lines, enemy, at)
            if drm is None:
                continue
            if moving:
                drm -= 1 + (f.terrain_of[at].open_ground and drm <= 0)
            total += powers[distance] * 0.72 ** (drm + lead)
        return total / 20


def enemy_fire(s: Battle, lines: Lines, enemies: tuple[Threat, ...]) -> EnemyFire:
    """The fire of these enemies; while the lines and they are the same, it is what was found before."""
    known = lines.fire.get(enemies)
    if known is None:
        if len(lines.fire) >= _KEPT:
            del lines.fire[next(iter(lines.fire))]
        known = lines.fire[enemies] = EnemyFire(s, lines, enemies)
    return known


class Hazards:
    """All that is dangerous for a side at one moment: fire, shells, and what is left of fire at those who went before.

    While nothing of it changes the ways through it are the same, too.
    """

    def __init__(self, s: Battle, fire: EnemyFire, shelled: dict[str, float]) -> None:
        self._s, self._f, self._fire, self._shelled = s, field_of(s), fire, shelled
        self.moving, self.staying = Dangers(self._danger, True), Dangers(self._danger, False)
        if not shelled:
            self.staying = fire.staying
            self.moving = self.moving if s.residual or s.lanes else fire.moving
        self.ways: dict[tuple[str, int, float], Any] = {}
        """The ways from a Location within some MF, by what danger counts on them, for those who look (`routes`)."""

    def _danger(self, at: str, moving: bool) -> float:
        found = (self._fire.moving if moving else self._fire.staying)[at]
        found += shell_danger(self._f, self._shelled, at) if self._shelled else 0.0
        if moving and (self._s.residual or self._s.lanes):
            found += left_behind(self._s, self._f, at)
        return found


def hazards_of(
    s: Battle, lines: Lines, side: str, shelled: dict[str, float], barred: frozenset[str], spent: float
) -> Hazards:
    """What is dangerous for a side now; `barred` are the Locations that it can't enter."""
    enemies = threats(s, side, spent)
    key = (enemies, tuple(shelled.items()), tuple(s.residual.items()), tuple(s.lanes.items()), barred)
    known = lines.hazards.get(key)
    if known is None:
        if len(lines.hazards) >= _KEPT:
            del lines.hazards[next(iter(lines.hazards))]
        known = lines.hazards[key] = Hazards(s, enemy_fire(s, lines, enemies), shelled)
    return known


def left_behind(s: Battle, f: Field, at: str) -> float:
    """RV-A8.22, RV-A9.22 How dangerous fire at those who went before, or a lane, makes it to enter a Location."""
    fp = s.residual.get(at, 0) + s.lanes.get(at, ("", 0))[1]
    if not fp:
        return 0.0
    cover = cover_at(f, at)
    return fp * 0.72 ** (cover - 1 - (f.terrain_of[at].open_ground and cover <= 0)) / 20


def cover_between(s: Battle, lines: Lines, at: str, target: str) -> int | None:
    """TEM and hindrances of the ground between two Locations; None if it blocks the line."""
    known = lines.cover.get((at, target), _UNASKED)
    if known == _UNASKED:
        sight = lines.field.los(at, target)
        known = None if sight.blocked else sum(m[0] for m in tem(s, lines.field, at, target)) + sight.hindrance
        lines.cover[at, target] = known
    return known


def _with_smoke(s: Battle, lines: Lines, at: str, target: str) -> int | None:
    """The same with smoke; None, too, if nobody sees so far by night."""
    drm = cover_between(s, lines, at, target)
    if drm is None or (s.night is not None and not in_view(s, lines.field, at, target)):
        return None
    if s.smoke or s.screens or s.flames:
        drm += sum(m[0] for m in smoke_hindrance(s, lines.field, at, target))
    return drm


@lru_cache(maxsize=1 << 12)
def _by_distance(arms: Arms) -> tuple[float, ...]:
    """The FP of some arms at each distance, as far as they reach."""
    farthest = max([1, *(2 * normal for _, normal in arms)])
    return tuple(fsum([_reach(fp, normal, far) for fp, normal in arms]) for far in range(farthest + 1))


def _reach(fp: float, normal: int, distance: int) -> float:
    if distance <= 1:
        return 2.0 * fp
    return fp if distance <= normal else fp / 2 if distance <= 2 * normal else 0.0


def offence(s: Battle, lines: Lines, foes: dict[str, bool], arms: Arms, at: str) -> float:
    """How much fire arms would bring from a Location to the best of the enemies' places, which may be under a `?`."""
    best = 0.0
    powers, f = _by_distance(arms), lines.field
    ranges, hex_of = f.ground.ranges[f.hex_of[at]], f.hex_of
    for to, seen in foes.items():
        distance = ranges[hex_of[to]]
        if distance >= len(powers):
            continue
        drm = cover_between(s, lines, at, to)
        if drm is not None and (s.night is None or in_view(s, f, at, to)):
            best = max(best, powers[distance] * 0.72**drm * (1.0 if seen else 0.5))
    return best / 20
