"""AL-13.3 to AL-13.13 Every flight a plane could make, as a pure function of the map and remembered.

A flight uses the whole allowance unless it lands, circles, is stopped by stacking, cannot pay for the next space or has
nowhere to go. Of several routes to the same end the shortest stands for all: what lies between makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.games.airlift.map.corridors import (
    BERLIN,
    DISTANCE,
    DIVERSION,
    DIVERT_ZONES,
    NEIGHBOURS,
    ON_DIVERSION,
    SNOWED,
    ZONE,
)
from sandtable.kernel.state import Record

BEFORE_BERLIN = ("south", "north", *DIVERT_ZONES)


class Flight(Record, frozen=True):
    """Where a flight may end: in the air at `end`, landing at `land`, or free to land or circle in Berlin airspace."""

    end: str
    route: tuple[str, ...]
    land: str = ""
    skipped: bool = False


class Orders(Record, frozen=True):
    """All that decides where a plane can fly to. Equal orders have equal flights."""

    start: str
    came_from: str
    airborne: bool
    """In flight when activated; otherwise it has just taken off, from an airport in Berlin into `berlin`."""
    points: int
    way: str
    landable: tuple[str, ...]
    """The active airbases it may land at."""
    full: tuple[str, ...]
    """Spaces at their stacking limit, never the one it starts from (AL-13.7)."""
    boxed: bool = False
    snow: bool = False
    divert: bool = False
    no_second_chance: bool = False


class _Search:
    """One walk through all routes from a start."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.found: dict[tuple[str, str], Flight] = {}
        self.route: list[str] = []

    def nearest(self, space: str) -> list[str]:
        """AL-13.11 The nearest airbases for a plane that got no second chance."""
        away = DISTANCE[self.orders.way][space]
        near = min((away[base] for base in self.orders.landable if base in away), default=0)
        return [base for base in self.orders.landable if away.get(base) == near]

    def ahead(self, space: str, before: str, divert: bool) -> list[str]:
        """AL-13.3, AL-13.9, AL-13.11 Where the plane may go on to."""
        orders = self.orders
        if divert and ZONE[space] in DIVERT_ZONES:
            return [ON_DIVERSION[before, space][0]]
        if divert and space in DIVERSION:
            return [DIVERSION[space][0]]
        onward = [to for to in NEIGHBOURS[orders.way][space] if not (self.route and to == before)]
        if orders.no_second_chance and ZONE[space] not in BEFORE_BERLIN:
            away = DISTANCE[orders.way]
            goals = self.nearest(space)
            onward = [to for to in onward if any(away[to].get(g, 99) < away[space][g] for g in goals)]
        return onward

    def note(self, end: str, land: str = "", cut: int | None = None, skipped: bool = False) -> None:
        """Remember a flight unless a shorter route to the same end is known."""
        route = tuple(self.route[:cut])
        known = self.found.get((end, land))
        if known is None or len(route) < len(known.route):
            self.found[end, land] = Flight(end, route, land, skipped)

    def may_land(self, space: str) -> bool:
        """AL-13.5, AL-13.11 Whether the plane may land where it is."""
        if space not in self.orders.landable:
            return False
        return not self.orders.no_second_chance or space in self.nearest(space)

    def end_at(self, space: str, cut: int | None = None, skipped: bool = False) -> None:
        """AL-13.5, AL-13.11, AL-14.1 The move ends here: at an airbase it must land, over Berlin it may."""
        if self.may_land(space):
            self.note(space, space, cut, skipped)
        elif space == BERLIN and not self.orders.no_second_chance and not self.just_took_off(cut):
            self.note(BERLIN, BERLIN, cut, skipped)
        else:
            self.note(space, "", cut, skipped)

    def just_took_off(self, cut: int | None) -> bool:
        """AL-12.5 Whether it got nowhere since it took off from an airport in Berlin: then it circles."""
        return self.orders.start == BERLIN and not self.orders.airborne and not self.route[:cut]

    def stop(self, space: str, before: str, divert: bool) -> None:
        """AL-13.6, AL-13.7, AL-13.8, AL-21.7 No points are left; full spaces throw it back, a boxed plane may skip."""
        if not self.route or space not in self.orders.full:
            self.end_at(space)
            return
        back = len(self.route) - 1
        while back > 0 and self.route[back - 1] in self.orders.full:
            back -= 1
        self.end_at(self.route[back - 1] if back else self.orders.start, back)
        if self.orders.boxed:
            for to in self.ahead(space, before, divert):
                if to not in self.orders.full:
                    self.route.append(to)
                    self.end_at(to, skipped=True)
                    self.route.pop()

    def fly(self, space: str, before: str, points: int, divert: bool) -> None:
        """AL-13.2, AL-13.3 Go on in every way that the points pay for."""
        orders = self.orders
        stopped = points == 0
        if not stopped:
            onward = self.ahead(space, before, divert)
            stopped = not onward
            for to in onward:
                cost = 2 if orders.snow and to in SNOWED else 1
                if cost > points:
                    stopped = True
                    continue
                self.route.append(to)
                left = divert and not (ZONE[space] in DIVERT_ZONES and ZONE[to] not in DIVERT_ZONES)
                self.pass_over(to)
                if not (orders.no_second_chance and self.may_land(to)):
                    self.fly(to, space, points - cost, left)
                self.route.pop()
        if stopped:
            self.stop(space, before, divert)

    def pass_over(self, space: str) -> None:
        """AL-13.5, AL-14.1, AL-21.14 On the way, or at once, it may land at an airbase or stop over Berlin."""
        if self.may_land(space):
            self.note(space, space)
        elif space == BERLIN and not self.orders.no_second_chance:
            self.note(BERLIN, BERLIN)

    def flights(self) -> tuple[Flight, ...]:
        """All of them, in the order in which they were found."""
        orders = self.orders
        if orders.airborne:
            self.pass_over(orders.start)
        if not (orders.airborne and orders.no_second_chance and self.may_land(orders.start)):
            self.fly(orders.start, orders.came_from, orders.points, orders.divert)
        return tuple(self.found.values())


@lru_cache(maxsize=200_000)
def flights(orders: Orders) -> tuple[Flight, ...]:
    """AL-13.3 Every flight that these orders allow."""
    return _Search(orders).flights()


def leaves_diversion(start: str, route: tuple[str, ...]) -> bool:
    """AL-13.9 Whether the route comes out of Soviet airspace at the far junction."""
    return any(ZONE[a] in DIVERT_ZONES and ZONE[b] not in DIVERT_ZONES for a, b in _pairs(start, route))


def _pairs(start: str, route: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return zip((start, *route), route, strict=False)
