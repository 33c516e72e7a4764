"""Where a unit may rout (chapters A10.51, A10.52): legal steps, the nearest cover, the low crawl."""

from __future__ import annotations

from sandtable.board.paths import Reach, outwards, reachable
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.rout.danger import known_enemies, under_eyes
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.kinds import enemies_at
from sandtable.games.vengeance.rules.units.stacking import OVERSTACK, room_for

_MF, _WOUNDED_MF = 6, 3


def _next_to_enemy(s: Battle, f: Field, at: str, side: str) -> bool:
    """RV-A10.51 Whether a Known unbroken enemy is in a Location or ADJACENT to it."""
    return any(not (e := s.units[i]).broken and e.side != side and not e.hidden and not e.concealed
               for n in (at, *f.adjacent[at]) for i in s.at.get(n, ()))  # fmt: skip


class Flight:
    """RV-A10.51 The steps that a routing unit may take: never nearer to an enemy that sees it, never next to one."""

    def __init__(self, s: Battle, unit: Unit) -> None:
        self.s, self.f, self.unit = s, field_of(s), unit
        self.enemies = list(dict.fromkeys(e.at for e in known_enemies(s, unit.side)))
        self._shut: dict[str, bool] = {}

    def _closed(self, to: str) -> bool:
        known = self._shut.get(to)
        if known is None:
            s, f, side = self.s, self.f, self.unit.side
            known = self._shut[to] = (
                enemies_at(s, to, side) or in_blaze(s, to) or _next_to_enemy(s, f, to, side)
                or not room_for(s, f, to, side, [self.unit], OVERSTACK)
            )  # fmt: skip
        return known

    def steps(self, at: str) -> list[tuple[str, int]]:
        """The legal steps out of a Location and their cost."""
        f, smoke = self.f, self.s.smoke
        skirting = self.unit.bypass and at == self.unit.at
        ways = f.ways_out(at, self.unit.bypass) if skirting else f.steps[at]
        ways = tuple([step for step in ways if step.to != at and not self._closed(step.to)])
        free = self._not_towards_watchers(at, {f.hex_of[step.to] for step in ways})
        return [
            (step.to, rout_mf(self.unit) if step.all_mf else step.cost + (1 if step.to in smoke else 0))
            for step in ways if f.hex_of[step.to] in free
        ]  # fmt: skip

    def _not_towards_watchers(self, at: str, hexes: set[str]) -> set[str]:
        """Of the hexes next to a Location those that are nearer to no enemy who sees it."""
        f, here = self.f, self.f.hex_of[at]
        for enemy in self.enemies:
            if not hexes:
                break
            nearer = f.ground.nearer(here, f.hex_of[enemy])
            # Lines of sight are dear: they are asked for only where a step leads nearer.
            if not hexes.isdisjoint(nearer) and not f.los(enemy, at).blocked:
                hexes = hexes - nearer
        return hexes


def rout_paths(s: Battle, unit: Unit, most: int) -> Reach[str]:
    """RV-A10.51 Where a unit can rout within its MF."""
    return reachable(unit.at, Flight(s, unit).steps, most)


def is_cover(f: Field, at: str) -> bool:
    """RV-A10.51 Building, rubble or woods."""
    terrain = f.place(at).terrain
    return terrain.startswith(("BUILDING", "RUBBLE", "FACTORY", "CELLAR")) or terrain == "WOODS"


def destinations(s: Battle, unit: Unit, most: int, came_from: tuple[str, ...]) -> list[str]:
    """RV-A10.51 The nearest cover, and what lies beyond covers that may be passed over; else a place out of danger."""
    f = field_of(s)
    enemies = known_enemies(s, unit.side)
    start = came_from[0]
    left = {f.hex_of[at] for at in came_from}
    covers: list[str] = []
    others: list[str] = []
    bound = 0
    for at, cost in outwards(unit.at, Flight(s, unit).steps, most):
        if bound and cost > bound:
            break
        if at != unit.at:
            others.append(at)
        if not is_cover(f, at) or f.hex_of[at] in left:
            continue
        covers.append(at)
        passed = not room_for(s, f, at, unit.side, [unit]) or any(
            f.range(at, e.at) <= f.range(start, e.at) for e in enemies
        )
        if not passed and not bound:
            bound = cost
    if covers:
        return covers
    safe = [at for at in others if not under_eyes(s, f, at, unit.side, good=False)]
    return safe or others


def crawls(s: Battle, unit: Unit) -> list[str]:
    """RV-A10.52 Low crawl: one Location by a legal path; not if disrupted, encircled or together with an enemy."""
    if unit.disrupted or unit.encircled or enemies_at(s, unit.at, unit.side):
        return []
    return list(dict.fromkeys(at for at, _ in Flight(s, unit).steps(unit.at)))


def rout_mf(unit: Unit) -> int:
    """RV-A10.51, RV-A17.1 The MF of a rout: six, of a wounded man three."""
    return _WOUNDED_MF if unit.wounded else _MF
