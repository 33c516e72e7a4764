"""Line of sight (chapter A6, with the buildings of the module): clear, hindered or blocked, and why.

A verdict belongs to two Locations and never changes while the ground does not, so it is made once and kept. What lies
on the ground for a while (smoke, wrecks) is added by the rules that know of it: `between` names the hexes for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from sandtable.board.sight import Trace, trace
from sandtable.games.vengeance.map.ground import (  # fmt: skip
    BARS,
    BRIDGE,
    BYPASS,
    CELLAR,
    CROSSING,
    CULVERT,
    GROUND,
    LEVEL,
    ROOF,
    SEWER,
    WALLS,
    Ground,
    Hex,
    Location,
)
from sandtable.games.vengeance.map.hindrances import Hindrances
from sandtable.games.vengeance.map.obstacles import Met, Obstacles
from sandtable.kernel.journal import Modifier
from sandtable.kernel.prepared import prepared

BLOCKING_HINDRANCE = 6
"""RV-A6.7 So many hindrances together block a line of sight."""
MOST_KNOWN = 400_000
"""So many verdicts a map keeps: long campaigns ask for millions in the end, and they would fill gigabytes."""


T = TypeVar("T")


class Sight(msgspec.Struct, frozen=True, gc=False):
    """What one Location sees of another. `blocked` is empty, or says (hex, clause, why)."""

    range: int
    blocked: tuple[str, ...]
    hindrance: int = 0
    causes: tuple[Modifier, ...] = ()
    between: tuple[tuple[str, ...], ...] = ()
    """The hexes crossed, in order from the first Location; two together where the line runs between them."""
    leaves: tuple[int, ...] = ()
    enters: tuple[int, ...] = ()
    """The sides of the two end hexes through which the line goes; two where it is a corner."""

    @property
    def clear(self) -> bool:
        """Whether there is a LOS at all."""
        return not self.blocked


_NOTHING: dict[str, Sight] = {}


class Sightlines:
    """RV-A6.1, RV-A6.6 The lines of sight of one map, each made when it is first asked for."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._known: dict[str, dict[str, Sight]] = {}
        self._open: dict[str, dict[str, bool]] = {}
        self.kept = 0
        """How many verdicts are kept now,"""
        self.most = MOST_KNOWN
        """and at most."""
        self._parts: dict[Any, Any] = {}
        self._obstacles = Obstacles(ground)
        self._hindrances = Hindrances(ground, self._obstacles)

    def __call__(self, a: str, b: str) -> Sight:
        """The LOS from one Location to another."""
        row = self._known.get(a)
        known = row.get(b) if row is not None else None
        if known is None:
            # Made from the lower id to the higher one, so that both directions are one and the same verdict.
            first, second = (a, b) if a <= b else (b, a)
            there = self._look(self.ground.spot(first), self.ground.spot(second))
            self._keep(first, second, there)
            known = self._known[a][b]
        return known

    def open_to(self, at: str, places: Iterable[str]) -> list[str]:
        """Those of the Locations to which nothing on the map blocks the line from another, itself among them."""
        known = self._open.setdefault(at, {at: True})
        seen = []
        for place in places:
            is_open = known.get(place)
            if is_open is None:
                is_open = known[place] = not self(at, place).blocked
            if is_open:
                seen.append(place)
        return seen

    def look(self, a: Location, b: Location) -> Sight:
        """The LOS between two places of which one may be a point in the air; its id says how high."""
        known = self._known.get(a.id, _NOTHING).get(b.id)
        if known is None:
            known = self._look(a, b)
            self._keep(a.id, b.id, known)
        return known

    def known_of(self, places: tuple[str, ...]) -> bytes:
        """Every verdict between these Locations, made now if need be, as bytes for a file."""
        pairs = [(a, b, self(a, b)) for i, a in enumerate(places) for b in places[i + 1 :] if a <= b]
        pairs += [(b, a, self(b, a)) for i, a in enumerate(places) for b in places[i + 1 :] if b < a]
        return msgspec.msgpack.encode(pairs)

    def learn(self, stored: bytes) -> None:
        """Take over what `known_of` has written."""
        for a, b, there in msgspec.msgpack.decode(stored, type=prepared(list[tuple[str, str, Sight]])):
            self._keep(a, b, there)

    def _keep(self, first: str, second: str, there: Sight) -> None:
        between, causes = tuple(map(self._one, there.between)), tuple(map(self._one, there.causes))
        there = Sight(
            there.range, self._one(there.blocked), there.hindrance, causes, between, there.leaves, there.enters
        )
        back = msgspec.structs.replace(there, between=between[::-1], leaves=there.enters, enters=there.leaves)
        self._note(first, second, there, more=1)
        self._note(second, first, back)

    def _note(self, a: str, b: str, there: Sight, more: int = 0) -> None:
        """Keep a verdict; a map that knows too many forgets them all and makes again those that are asked for.

        If `more` come with it, there must be room for them, too: they are not forgotten apart.
        """
        if self.kept + more >= self.most:
            self._known.clear()
            self._open.clear()
            self.kept = 0
        self._known.setdefault(self._one(a), {})[self._one(b)] = there
        self.kept += 1

    def _one(self, part: T) -> T:
        """The part of a verdict that many lines have alike: it is held once."""
        found: T = self._parts.setdefault(part, part)
        return found

    # -- the verdict -------------------------------------------------------------------------------------------------

    def _look(self, a: Location, b: Location) -> Sight:
        """RV-A6.22, RV-A6.24 All tests in turn; the first that blocks gives the reason."""
        ground = self.ground
        if SEWER in (a.kind, b.kind):
            return Sight(ground.range(a.hex, b.hex), (a.hex, "RV-B8.13", "nobody sees into a sewer"))
        if a.hex == b.hex:
            if self._same_hex(a, b):
                return Sight(0, ())
            return Sight(0, (a.hex, "RV-A6.23", "these levels of one hex can't see each other"))
        one, other = ground.hexes[a.hex], ground.hexes[b.hex]
        way = trace((other.column - one.column, other.y2 - one.y2), a.point, b.point)
        parts = self._hexes_met(one, way)
        ends = (a.hex, b.hex)
        between = tuple([tuple([hex.id for _, hex in part if hex.id not in ends]) for part in parts])
        hall = self._obstacles.factory_hall(a, b, way, parts)
        distance = ground.range(a.hex, b.hex)
        blocked: tuple[str, ...] = (
            self._culverts(a, b, distance)
            or self._cellars(a, b, way, distance)
            or self._own_building(a, b, way, distance)
            or self._sides(a, b, way)
            or self._depressions(a, b, between, distance)
            or self._diet(a, b, distance)
            or self._obstacles.in_the_way(a, b, parts, hall)
        )
        if blocked:
            return Sight(distance, blocked, 0, (), between, way.leaves, way.enters)
        causes = self._hindrances.between(a, b, parts, hall)
        total = sum(value for value, _, _ in causes)
        if total >= BLOCKING_HINDRANCE:
            last = causes[-1][2]
            blocked = (last.rpartition("|")[2], "RV-A6.7", f"total hindrance of|{total}")
        return Sight(distance, blocked, total, causes, between, way.leaves, way.enters)

    def _hexes_met(self, start: Hex, way: Trace) -> list[list[Met]]:
        """The hexes of the map that a line crosses, part by part."""
        column, y2, at, hexes = start.column, start.y2, self.ground.at, self.ground.hexes
        met = []
        for part in way.crossed:
            here = []
            for crossed in part:
                id = at.get((column + crossed.hex[0], y2 + crossed.hex[1]))
                if id is not None:
                    here.append((crossed, hexes[id]))
            met.append(here)
        return met

    @cached_property
    def _barriers(self) -> dict[tuple[int, int, int], tuple[str, tuple[str, ...], int]]:
        """The hexsides with a wall or a bar, by place and direction: the hex, what lies there, the higher ground."""
        ground = self.ground
        barriers = {}
        for hex in ground.hexes.values():
            for d, side in enumerate(ground.sides[hex.id][:3]):
                if any(feature in WALLS or feature in BARS for feature in side):
                    beyond = ground.hexes[ground.towards[hex.id][d]]
                    barriers[hex.column, hex.y2, d] = (hex.id, side, max(hex.elevation, beyond.elevation))
        return barriers

    def _same_hex(self, a: Location, b: Location) -> bool:
        """RV-A6.23 Levels one apart with a stairwell, the Rooftop and the level below it, a cellar and its ground.

        A unit in bypass sees the ground level only.
        """
        if a.id == b.id or {a.kind, b.kind} <= {GROUND, BYPASS, CROSSING}:
            return True
        indoors = (GROUND, LEVEL, ROOF, CELLAR)
        return a.kind in indoors and b.kind in indoors and abs(a.floor - b.floor) == 1

    def _cellars(self, a: Location, b: Location, way: Trace, distance: int) -> tuple[str, ...]:
        """RV-O6.3 A cellar sees across its outer hexsides only, to the ground level only, and over no wall."""
        for here, there, sides in ((a, b, way.leaves), (b, a, way.enters)):
            if here.kind != CELLAR:
                continue
            if there.kind == CELLAR:
                if distance == 1 and self.ground.joined(here.hex, there.hex):
                    continue
                return here.hex, "RV-O6.3", "a cellar sees only an adjacent cellar of its building"
            if there.kind not in (GROUND, BRIDGE, BYPASS, CROSSING) or there.level != here.level:
                return here.hex, "RV-O6.3", "a cellar sees only the ground level"
            if any("BUILDING" in self.ground.sides[here.hex][d] for d in sides):
                return here.hex, "RV-O6.3", "a cellar sees only across outer hexsides"
            far = way.enters if here is a else way.leaves
            if distance > 1 and any(f in WALLS for d in far for f in self.ground.sides[there.hex][d]):
                return there.hex, "RV-O6.3", "a cellar does not see over a wall of another hex"
        return ()

    def _culverts(self, a: Location, b: Location, distance: int) -> tuple[str, ...]:
        """RV-P4.2, RV-BRV10.3 Out of the culvert one sees the pits and culverts next to it, and nothing else."""
        for here, there in ((a, b), (b, a)):
            connects = there.kind == CULVERT or (there.kind == GROUND and self.ground.hexes[there.hex].base == "PIT")
            if here.kind == CULVERT and not (distance == 1 and connects):
                return here.hex, "RV-P4.2", "a culvert sees only the pit next to it"
        return ()

    def _own_building(self, a: Location, b: Location, way: Trace, distance: int) -> tuple[str, ...]:
        """RV-A6.28, RV-A6.5 Out of a building through its own rooms: only at one level, or over the roof next door."""
        ground = self.ground
        if distance == 1:
            side = ground.side(a.hex, b.hex)
            if "CLIFF" in side and a.level != b.level:
                return a.hex, "RV-A6.5", "a cliff between top and bottom"
        if a.level == b.level or any("DIET" in ground.hexes[here.hex].features for here in (a, b)):
            return ()
        for here, sides in ((a, way.leaves), (b, way.enters)):
            if here.kind not in (GROUND, LEVEL, ROOF) or not ground.hexes[here.hex].building:
                continue
            for d in sides:
                next_door = ground.towards[here.hex][d]
                if next_door and "BUILDING" in ground.sides[here.hex][d]:
                    if here.level >= ground.hexes[next_door].height:
                        continue
                    return next_door, "RV-A6.28", "the rooms next door in the same building"
        return ()

    def _sides(self, a: Location, b: Location, way: Trace) -> tuple[str, ...]:
        """RV-A6.27, RV-B23.71, RV-O5.31 Walls and bars on the way; those of the end hexes only if they are bars."""
        ground, barriers = self.ground, self._barriers
        start = ground.hexes[a.hex]
        column, y2 = start.column, start.y2
        high = max(a.level, b.level)
        for (dc, dy), direction, corner in way.sides:
            barrier = barriers.get((column + dc, y2 + dy, direction))
            if barrier is None:
                continue
            here, features, base = barrier
            if any(f in WALLS for f in features) and (
                a.level == b.level == base or (CELLAR in (a.kind, b.kind) and high <= base)
            ):
                return here, "RV-A6.27", f"{next(f for f in features if f in WALLS).lower()} between"
            if not corner and (reason := self._bar(here, features, high)):
                return reason
        near = a.kind == b.kind == GROUND and ground.range(a.hex, b.hex) == 1
        for location, sides in ((a, way.leaves), (b, way.enters)):
            if len(sides) == 1 and (reason := self._bar(location.hex, ground.sides[location.hex][sides[0]], high)):
                if near and "BREACH" in ground.sides[location.hex][sides[0]]:
                    continue  # RV-B23.711: open between the ground levels of its two hexes
                return reason
        return ()

    def _bar(self, hex: str, features: tuple[str, ...], high: int) -> tuple[str, ...]:
        if "ROWHOUSE" in features and high < self.ground.hexes[hex].height:
            return hex, "RV-B23.71", "the bar between rowhouses"
        if "FACTORY_WALL" in features and high < self.ground.hexes[hex].height:
            return hex, "RV-O5.31", "an interior wall of the factory"
        return ()

    def _depressions(
        self, a: Location, b: Location, between: tuple[tuple[str, ...], ...], distance: int
    ) -> tuple[str, ...]:
        """RV-A6.3, RV-A6.26, RV-B5.1 Into and out of the river, the canal, the pit and the quay."""
        ground = self.ground
        low = [here for here in (a, b) if here.level < 0]
        if not low or distance == 1:
            return ()
        along = [any(ground.hexes[h].elevation < 0 for h in part) for part in between]
        ends = (ground.hexes[a.hex].elevation < 0, ground.hexes[b.hex].elevation < 0)
        if all(along) and all(ends):
            return ()
        if len(low) == 2:
            return a.hex, "RV-A6.3", "the two depressions are not connected"
        inside, outside, steps = (a, b, along) if low[0] is a else (b, a, along[::-1])
        edge = next((i for i, still in enumerate(steps) if not still), len(steps))
        # The line has left the depression with the hex number `edge + 1` after the lower unit's own.
        beyond = distance - edge
        if 2 * beyond <= outside.level - inside.level:
            return ()
        return inside.hex, "RV-A6.3", "the edge of the depression"

    def _diet(self, a: Location, b: Location, distance: int) -> tuple[str, ...]:
        """RV-BRV12.5 The Hall of the Diet is seen from the ground and the roofs next to it, and from nowhere else."""
        for here, there in ((a, b), (b, a)):
            if "DIET" in self.ground.hexes[here.hex].features and here.kind == GROUND:
                if distance == 1 and there.kind in (GROUND, ROOF):
                    return ()
                return here.hex, "RV-BRV12.5", "the walls of the Hall of the Diet"
        return ()
