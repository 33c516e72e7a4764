"""Where a unit may rout (chapters A10.51, A10.52): legal steps, the nearest cover, the low crawl."""

from __future__ import annotations

from sandtable.board.paths import Reach, outwards, reachable
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field, LocationStep
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fortifications.strongholds import pillbox_at
from sandtable.games.vengeance.rules.rout.danger import under_eyes
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.enemies import enemies_at, known_enemies, known_enemies_near
from sandtable.games.vengeance.rules.units.stacking import OVERSTACK, room_for

_MF, _WOUNDED_MF = 6, 3
_COVER = ("BUILDING", "RUBBLE", "FACTORY", "CELLAR", "GATE")


class Watch:
    """The enemies that a side knows at one moment: all its units that rout ask for the same ones."""

    def __init__(self, s: Battle, side: str) -> None:
        self._s, self._f, self._side = s, field_of(s), side
        self.enemies = known_enemies(s, side)
        self.places = list(dict.fromkeys(e.at for e in self.enemies))
        self._near: dict[str, set[str]] = {}

    def near(self, at: str) -> set[str]:
        """RV-A10.51 Those of them in a Location or ADJACENT to it."""
        known = self._near.get(at)
        if known is None:
            known = self._near[at] = known_enemies_near(self._s, self._f, at, self._side)
        return known


class Flight:
    """RV-A10.51 The steps that a routing unit may take: never nearer to an enemy that sees it, never next to one.

    Only where there is no other way out it may pass a Location that is next to the same enemy; it cannot end there.
    """

    def __init__(self, s: Battle, unit: Unit, watch: Watch | None = None) -> None:
        self.s, self.f, self.unit = s, field_of(s), unit
        self.watch = watch or Watch(s, unit.side)
        self.passed: set[str] = set()
        """Locations next to the same enemy that the unit may only pass."""
        self._shut: dict[str, bool] = {}
        self._steps: dict[str, list[tuple[str, int]]] = {}

    def _barred(self, to: str) -> bool:
        s, side = self.s, self.unit.side
        no_room = not room_for(s, self.f, to, side, [self.unit], OVERSTACK)
        return no_room or enemies_at(s, to, side) or in_blaze(s, to)

    def _closed(self, to: str) -> bool:
        known = self._shut.get(to)
        if known is None:
            known = self._shut[to] = bool(self.watch.near(to)) or self._barred(to)
        return known

    def _past_the_same_enemy(self, at: str, steps: tuple[LocationStep, ...]) -> tuple[LocationStep, ...]:
        """RV-A10.51 The steps past another Location ADJACENT to the enemies that the unit is next to now."""
        here = self.watch.near(at)
        legal = tuple(
            step for step in steps if step.to != at and not self._barred(step.to) and self.watch.near(step.to) <= here
        )
        self.passed.update(step.to for step in legal)
        return legal

    def steps(self, at: str) -> list[tuple[str, int]]:
        """The legal steps out of a Location and their cost."""
        known = self._steps.get(at)
        if known is None:
            known = self._steps[at] = self._legal_steps(at)
        return known

    def _legal_steps(self, at: str) -> list[tuple[str, int]]:
        s, f = self.s, self.f
        skirting = self.unit.bypass and at == self.unit.at
        out = f.ways_out(at, self.unit.bypass) if skirting else f.steps[at]
        ways = tuple([step for step in out if step.to != at and not self._closed(step.to)])
        free = self._not_towards_watchers(at, {f.hex_of[step.to] for step in ways})
        if not free and at == self.unit.at:
            ways = self._past_the_same_enemy(at, out)
            free = self._not_towards_watchers(at, {f.hex_of[step.to] for step in ways})
        return [
            (step.to, rout_mf(self.unit) if step.all_mf else step.cost + in_smoke(s, f, step.to))
            for step in ways if f.hex_of[step.to] in free
        ]  # fmt: skip

    def _not_towards_watchers(self, at: str, hexes: set[str]) -> set[str]:
        """Of the hexes next to a Location those that are nearer to no enemy who sees it."""
        f, here = self.f, self.f.hex_of[at]
        for enemy in self.watch.places:
            if not hexes:
                break
            nearer = f.ground.nearer(here, f.hex_of[enemy])
            # Lines of sight are dear: they are asked for only where a step leads nearer.
            if not hexes.isdisjoint(nearer) and current_sight.sees(self.s, f, enemy, at):
                hexes = hexes - nearer
        return hexes


def rout_paths(s: Battle, unit: Unit, most: int) -> Reach[str]:
    """RV-A10.51 Where a unit can rout within its MF."""
    return reachable(unit.at, Flight(s, unit).steps, most)


def is_cover(s: Battle, f: Field, at: str, side: str) -> bool:
    """RV-A10.51, RV-B30.1, RV-BRV13.31 Building, rubble, woods, the Gate, or a pillbox of one's own."""
    place = f.place(at)
    if place.kind == "pillbox":
        work = pillbox_at(s, at)
        return work is not None and work.side == side
    return place.terrain.startswith(_COVER) or place.terrain == "WOODS"


def destinations(flight: Flight, most: int, came_from: tuple[str, ...]) -> list[str]:
    """RV-A10.51 The nearest cover, and what lies beyond covers that may be passed over; else a place out of danger."""
    s, f, unit = flight.s, flight.f, flight.unit
    start = came_from[0]
    left = {f.hex_of[at] for at in came_from}
    covers: list[str] = []
    others: list[str] = []
    bound = 0
    for at, cost in outwards(unit.at, flight.steps, most):
        if bound and cost > bound:
            break
        if at in flight.passed:
            continue
        if at != unit.at:
            others.append(at)
        if not is_cover(s, f, at, unit.side) or f.hex_of[at] in left:
            continue
        covers.append(at)
        passed = not room_for(s, f, at, unit.side, [unit]) or any(
            f.range(at, e.at) <= f.range(start, e.at) for e in flight.watch.enemies
        )
        if not passed and not bound:
            bound = cost
    if covers:
        return covers
    safe = [at for at in others if not under_eyes(s, f, at, unit.side, good=False)]
    return safe or others


def crawls(flight: Flight) -> list[str]:
    """RV-A10.52 Low crawl: one Location by a legal path; not if disrupted, encircled or together with an enemy."""
    unit = flight.unit
    if unit.disrupted or unit.encircled or enemies_at(flight.s, unit.at, unit.side):
        return []
    return [at for at in dict.fromkeys(at for at, _ in flight.steps(unit.at)) if at not in flight.passed]


def rout_mf(unit: Unit) -> int:
    """RV-A10.51, RV-A17.1 The MF of a rout: six, of a wounded man three."""
    return _WOUNDED_MF if unit.wounded else _MF
