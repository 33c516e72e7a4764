"""The field of a scenario: its part of the map, its lines of sight, and every step that can be taken on foot."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sandtable.games.vengeance.components import Terrain, components
from sandtable.games.vengeance.map.ground import (  # fmt: skip
    BARS,
    BRIDGE,
    BYPASS,
    CELLAR,
    GROUND,
    LEVEL,
    PILLBOX,
    ROOF,
    SEWER,
    SWIM,
    VIADUCT,
    WALLS,
    WATER,
    Ground,
    Hex,
    Location,
)
from sandtable.games.vengeance.map.line_of_sight import Sight, Sightlines
from sandtable.games.vengeance.map.lookup import Kept, Lookup
from sandtable.games.vengeance.model.traces import Alteration


class LocationStep(msgspec.Struct, frozen=True):
    """RV-A4.13 A step from one Location to another and what it costs."""

    to: str
    cost: int
    road: bool = False
    all_mf: bool = False
    cover: int = 0
    """MF more for the cover of shellholes (RV-B2.1); 0 if there are none."""
    outer: tuple[str, ...] = ()
    """What lies on the hexside that is crossed."""


class BypassWay(msgspec.Struct, frozen=True):
    """RV-A4.3 A way around the building of a hex: clockwise (+) or not (-), the hexsides in order, and its cost."""

    to: str
    along: str
    """The hex beyond the last of the hexsides."""
    sides: str
    cost: int


class Field:
    """A map, or the part of it that is in play."""

    def __init__(
        self,
        whole: Ground,
        area: frozenset[str] | None = None,
        sights: Sightlines | None = None,
        closed: tuple[str, ...] = (),
        below: Field | None = None,
        near: Collection[str] = (),
    ) -> None:
        """The field of a map. Of a map with changes, everything but what is `near` them is that of the one `below`."""
        self.ground = whole
        self.untouched: Field = self
        """The field before play changed anything on it, and what has changed since."""
        self.changes: tuple[Alteration, ...] = ()
        self.closed = closed
        """RV-SCN2 Kinds of Locations that are not in play."""
        self.los: Sightlines = sights or Sightlines(whole)
        self.area = area if area is not None else frozenset(whole.hexes)
        self.locations: tuple[str, ...] = tuple(
            id for id, place in whole.locations.items() if place.hex in self.area and self._can_stand(place)
        )
        kept = Kept(below, frozenset(id for id in self.locations if whole.locations[id].hex not in near))
        self.steps: dict[str, tuple[LocationStep, ...]] = self._all_steps(kept)
        self.accessible: dict[str, tuple[str, ...]] = kept.or_made(
            lambda f: f.accessible, self.steps, lambda id: tuple(dict.fromkeys(step.to for step in self.steps[id]))
        )
        self.adjacent: dict[str, tuple[str, ...]] = kept.or_made(
            lambda f: f.adjacent, self.steps, lambda id: tuple(t for t in self.accessible[id] if self.los(id, t).clear)
        )
        """RV-A.8 ADJACENT: Accessible and in mutual LOS."""
        self.near: dict[str, tuple[str, ...]] = kept.or_made(
            lambda f: f.near, self.steps, lambda id: (id, *self.adjacent[id])
        )
        """A Location and those ADJACENT to it."""
        self._ways_round: dict[tuple[str, str], tuple[BypassWay, ...]] = {}
        self._exits: dict[tuple[str, str], tuple[LocationStep, ...]] = {}
        self._vicinity: dict[str, tuple[str, ...]] = {}
        self._note_terrain({id: whole.locations[id] for id in self.steps}, kept)

    def _all_steps(self, kept: Kept[Field]) -> dict[str, tuple[LocationStep, ...]]:
        """RV-A4.13, RV-SCN2 Every step on foot, but for those into Locations that are not in play."""
        locations = self.ground.locations
        steps = kept.or_made(lambda f: f.steps, self.locations, lambda id: tuple(self._steps(locations[id])))
        if not self.closed:
            return steps
        open_to = set(self.locations)
        return {id: tuple(step for step in around if step.to in open_to) for id, around in steps.items()}

    def _note_terrain(self, places: dict[str, Location], kept: Kept[Field]) -> None:
        """What every rule asks of a Location: its hex, level and terrain, its walls, cliffs and shores."""
        whole = self.ground
        self.hex_of: dict[str, str] = Lookup({id: p.hex for id, p in places.items()}, lambda p: p.hex, whole.spot)
        self.level_of: dict[str, int] = Lookup({id: p.level for id, p in places.items()}, lambda p: p.level, whole.spot)
        terrain = kept.or_made(lambda f: f.terrain_of, places, lambda id: self._terrain(places[id]))
        self.terrain_of: dict[str, Terrain] = Lookup(terrain, self._terrain, whole.spot)
        on_ground = [id for id, p in places.items() if p.kind == GROUND]
        self.walled: dict[str, tuple[tuple[int, str], ...]] = kept.or_made_if_any(
            lambda f: f.walled, on_ground, lambda id: self._beyond_walls(places[id].hex)
        )
        """RV-B9.2 The walls and hedges of a Location: their directions, and the hexes beyond."""
        self.cliffs: dict[str, tuple[str, ...]] = kept.or_made_if_any(
            lambda f: f.cliffs, on_ground, lambda id: self._beyond_cliffs(places[id].hex)
        )
        """RV-B11.1 The hexes that can be reached from a Location by climbing."""
        self.manholes: bool = any(p.kind == SEWER for p in places.values())
        """RV-MAP11 Whether there is a way into the sewers."""
        ashore_or_in_water = [id for id, p in places.items() if p.kind in (GROUND, SWIM)]
        self.shores: dict[str, tuple[str, ...]] = kept.or_made_if_any(
            lambda f: f.shores, ashore_or_in_water, lambda id: self._swims(places[id])
        )
        """RV-B21.1 The Locations that can be reached from a Location by swimming."""

    def _beyond_walls(self, hex: str) -> tuple[tuple[int, str], ...]:
        sides, around = self.ground.sides[hex], self.ground.towards[hex]
        return tuple(
            (d, n) for d, n in enumerate(around) if n in self.area and ("WALL" in sides[d] or "HEDGE" in sides[d])
        )

    def _beyond_cliffs(self, hex: str) -> tuple[str, ...]:
        sides, around = self.ground.sides[hex], self.ground.towards[hex]
        return tuple(n for d, n in enumerate(around) if n in self.area and "CLIFF" in sides[d])

    def _swims(self, here: Location) -> tuple[str, ...]:
        """RV-B21.1, RV-MAP12, RV-BRV10.5 From a bank into the water, from water to water, or onto a bank."""
        found = []
        for d, n in enumerate(self.ground.towards[here.hex]):
            if n in self.area and "CLIFF" not in self.ground.sides[here.hex][d]:
                found += [f"{n}-swim"] if f"{n}-swim" in self.steps else [n] if here.kind == SWIM else []
        return tuple(to for to in found if to in self.steps)

    def range(self, a: str, b: str) -> int:
        """The range between two Locations."""
        hex_of = self.hex_of
        return self.ground.ranges[hex_of[a]][hex_of[b]]

    def around(self, location: str) -> tuple[str, ...]:
        """The Locations of a hex and of the hexes next to it."""
        here = self.hex_of[location]
        known = self._vicinity.get(here)
        if known is None:
            hexes = (here, *self.ground.neighbours[here])
            known = self._vicinity[here] = tuple(at for hex in hexes for at in self.ground.of_hex[hex])
        return known

    def sight(self, a: str, b: str) -> Sight:
        """The line of sight between two Locations."""
        return self.los(a, b)

    def place(self, location: str) -> Location:
        """The Location of that id."""
        found = self.ground.locations.get(location)
        return found if found is not None else self.ground.spot(location)

    def hex(self, location: str) -> Hex:
        """The hex of a Location."""
        return self.ground.hexes[self.hex_of[location]]

    def _terrain(self, place: Location) -> Terrain:
        """RV-B.3, RV-B12.1, RV-B14.1, RV-BRV7, RV-O6.4, RV-BRV13.2, RV-BRV13.31 The row of the terrain chart."""
        terrain = components().terrain
        hex = self.ground.hexes[place.hex]
        usual = terrain[place.terrain]
        if place.kind in (GROUND, BYPASS) and "SBAHN" in hex.features:
            # RV-BRV13.1 The ground below the viaduct keeps its own cost and is neither open nor bare.
            return msgspec.structs.replace(usual, conceal=True, open_ground=False)
        if place.kind == ROOF and "TOWER" in hex.features:
            return msgspec.structs.replace(usual, conceal=True)  # RV-B23.8 A tower has a parapet.
        return usual

    def _can_stand(self, place: Location) -> bool:
        """RV-BRV11.1, RV-BRV11.3, RV-BRV11.3a Not in the water; on a bridge that is whole."""
        hex = self.ground.hexes[place.hex]
        if place.kind in self.closed:
            return False
        if place.kind == SWIM:
            return "BRIDGE_DESTROYED" not in hex.features
        return not (place.kind == GROUND and (hex.base in WATER or "BRIDGE_DESTROYED" in hex.features))

    # -- steps -------------------------------------------------------------------------------------------------------

    def _steps(self, here: Location) -> list[LocationStep]:
        """RV-A4.13, RV-B23.2, RV-B23.8, RV-O6.1, RV-B6.1 Every way out of a Location."""
        hex = self.ground.hexes[here.hex]
        if here.kind == GROUND:
            return [*self._outside(here, hex), *self._stairs(here, hex), *self._pillboxes(hex)]
        if here.kind == PILLBOX:
            return [LocationStep(hex.id, 1)]
        if here.kind in (LEVEL, ROOF, CELLAR):
            return [*self._stairs(here, hex), *self._rooms(here, hex)]
        if here.kind == BRIDGE:
            return self._outside(here, hex)
        if here.kind == VIADUCT:
            return self._viaduct(hex)
        if here.kind in (SEWER, SWIM):
            return []  # they move in their own way
        return [LocationStep(to, 3) for to in self._culvert_ends(hex)]

    def _pillboxes(self, hex: Hex) -> list[LocationStep]:
        """RV-B30.1 One MF into a Pillbox from its hex, and one out of it."""
        return [LocationStep(id, 1) for id in self.ground.of_hex[hex.id] if self.ground.locations[id].kind == PILLBOX]

    def _culvert_ends(self, hex: Hex) -> list[str]:
        """RV-P4.2, RV-BRV10.3"""
        pits = [n for n in self.ground.neighbours[hex.id] if self.ground.hexes[n].base == "PIT" and n in self.area]
        return [hex.id, *pits]

    def _viaduct(self, hex: Hex) -> list[LocationStep]:
        """RV-BRV13.1, RV-BRV13.11, RV-BRV13.12"""
        return [
            LocationStep(f"{n}-viaduct", 1, road=True)
            for d, n in enumerate(self.ground.towards[hex.id])
            if n in self.area and "SBAHN" in self.ground.sides[hex.id][d]
        ]

    def _stairs(self, here: Location, hex: Hex) -> list[LocationStep]:
        """RV-A4.133, RV-B23.8, RV-BRV12.2, RV-BRV12.4 Up and down inside one hex."""
        steps = []
        for id in self.ground.of_hex[hex.id]:
            there = self.ground.locations[id]
            if there.kind not in (GROUND, LEVEL, ROOF, CELLAR) or abs(there.floor - here.floor) != 1:
                continue
            cost = 2 if there.kind == ROOF else 1
            steps.append(LocationStep(id, cost + self._roofless(there, hex)))
        return steps

    def _roofless(self, there: Location, hex: Hex) -> int:
        """RV-BRV12.2 One MF more into the uppermost Location of a roofless hex."""
        return int("ROOFLESS" in hex.features and there.kind in (GROUND, LEVEL) and there.floor == hex.floors)

    def _rooms(self, here: Location, hex: Hex) -> list[LocationStep]:
        """RV-B23.2, RV-B23.8, RV-O6.1 To the same level of the next hex of the building."""
        steps = []
        for n in self.ground.neighbours[hex.id]:
            if n not in self.area or not self.ground.joined(hex.id, n):
                continue
            for id in self.ground.of_hex[n]:
                there = self.ground.locations[id]
                if there.kind == here.kind and there.level == here.level:
                    cost = 1 if here.kind == ROOF else 2
                    steps.append(LocationStep(id, cost + self._roofless(there, self.ground.hexes[n])))
        return steps

    def _outside(self, here: Location, hex: Hex) -> list[LocationStep]:
        """RV-A4.13, RV-A4.131, RV-B3.1, RV-B10.1, RV-B10.4, RV-BRV6, RV-BRV10.2 To the ground or a bridge."""
        steps = []
        for d, n in enumerate(self.ground.towards[hex.id]):
            if n not in self.area:
                continue
            side, next_hex = self.ground.sides[hex.id][d], self.ground.hexes[n]
            if "CLIFF" in side or (any(bar in side for bar in BARS) and "BREACH" not in side):
                continue
            on_bridge = here.kind == BRIDGE
            if (on_bridge or next_hex.bridge) and "BRIDGE" in side:
                if next_hex.bridge:
                    whole = "BRIDGE_PARTIAL" not in next_hex.features  # RV-BRV11.312
                    steps.append(LocationStep(f"{n}-bridge", 1 if whole else 2, road=whole, outer=side))
                    continue
            elif on_bridge:
                continue
            there = self.ground.locations[n]
            if self._can_stand(there):
                steps.append(self._entry(here, hex, next_hex, side))
        if "CULVERT" in hex.features or (
            hex.base == "PIT"
            and any("CULVERT" in self.ground.hexes[n].features for n in self.ground.neighbours[hex.id])
        ):
            steps += [LocationStep(f"{n}-culvert", 3) for n in (hex.id, *self.ground.neighbours[hex.id])
                      if n in self.area and "CULVERT" in self.ground.hexes[n].features]  # fmt: skip
        return steps

    def _entry(self, here: Location, hex: Hex, next_hex: Hex, side: tuple[str, ...]) -> LocationStep:
        """RV-B1.1, RV-B3.4, RV-B9.3, RV-B20.1, RV-B29.1, RV-O1.1, RV-O2.1, RV-BRV3.7, RV-BRV3.8, RV-MAP10

        What a hex costs; RV-B23.711 a Breach one MF more.
        """
        there = self.ground.locations[next_hex.id]
        terrain = components().terrain[there.terrain]
        road = "ROAD" in side and (there.terrain != "DEBRIS" or "TRAIL" in next_hex.features)
        road = road and there.terrain != "GATE"  # RV-BRV13.31 It is a building for Infantry, over the road or not.
        cost = 1 if road else terrain.cost + int("DEBRIS" in next_hex.features) + self._roofless(there, next_hex)
        if there.level > here.level:
            # RV-BRV6.1 The ramps of the quay cost one MF more instead of double.
            cost = cost + 1 if road and "LOWER_ROAD" in hex.features else 2 * cost
        cost += sum(1 for feature in side if feature in WALLS or feature in ("NARROW_STREET", "BREACH"))
        cover = 1 if there.terrain == "SHELLHOLES" and not road else 0
        return LocationStep(next_hex.id, cost, road, terrain.all_mf and not road, cover, side)

    # -- bypass ------------------------------------------------------------------------------------------------------

    def ways_round(self, at: str, sides: str = "") -> tuple[BypassWay, ...]:
        """RV-A4.3 How a unit in a Location, or in bypass along its hexsides, can go around the building of the next."""
        known = self._ways_round.get((at, sides))
        if known is None:
            known = self._ways_round[at, sides] = tuple(self._find_ways_round(self.ground.locations[at], sides))
        return known

    def _find_ways_round(self, here: Location, sides: str) -> list[BypassWay]:
        if here.kind != GROUND:
            return []
        around = self.ground.towards[here.hex]
        if not sides:
            return [
                way for d, n in enumerate(around) if n in self.area and not self._shut(here.hex, d)
                for turn in (1, -1) for way in self._around(here, n, (d + 3) % 6, turn, 0)
            ]  # fmt: skip
        turn, corner = self.heading(sides)
        ways = [
            way for d in map(int, sides[1:]) if around[d] in self.area and not self._shut(here.hex, d)
            for way_turn in (1, -1) for way in self._around(here, around[d], (d + 3) % 6, way_turn, 0)
        ]  # fmt: skip
        ahead = around[corner]
        if ahead in self.area and "CLIFF" not in self.ground.sides[here.hex][corner]:
            # RV-B23.71 Around the end of the bar between two rowhouses it costs one MF more.
            bar = int("ROWHOUSE" in self.ground.sides[here.hex][corner])
            ways += self._around(here, ahead, (corner + 3) % 6, turn, bar)
        return ways

    @staticmethod
    def heading(sides: str) -> tuple[int, int]:
        """Which way round a unit in bypass goes (1 clockwise, -1 the other way), and the side past its last corner."""
        turn = 1 if sides[0] == "+" else -1
        return turn, (int(sides[-1]) + turn) % 6

    def _shut(self, hex: str, d: int) -> bool:
        side = self.ground.sides[hex][d]
        return "CLIFF" in side or "BUILDING" in side or any(bar in side for bar in BARS)

    def _around(self, here: Location, id: str, came: int, turn: int, extra: int) -> list[BypassWay]:
        """RV-A4.3, RV-BRV12.21, RV-O1.1 One or two hexsides for 1 MF, three for 2, one more through debris.

        As far as the building leaves them free; around a bar, into debris or out of it, 4 in all. RV-BRV13.31 Not
        round the Gate.
        """
        hex = self.ground.hexes[id]
        if not hex.building or hex.terrain.startswith("FACTORY"):
            return []
        cost = 2 if hex.elevation > here.level else 1
        littered = self.ground.littered(id) or (bool(extra) and self.ground.littered(here.hex))
        cost += 2 if littered and extra else int(littered)
        cost += extra + sum(1 for f in self.ground.sides[id][came] if f in WALLS or f == "NARROW_STREET")
        ways, sides = [], "+" if turn > 0 else "-"
        for n in (1, 2, 3):
            d = (came + turn * n) % 6
            beyond = self.ground.towards[id][d]
            if beyond not in self.area or any(f in ("BUILDING", *BARS) for f in self.ground.sides[id][d]):
                break
            sides += str(d)
            ways.append(BypassWay(id, beyond, sides, cost + (n == 3)))
        return ways

    def ways_out(self, at: str, sides: str) -> tuple[LocationStep, ...]:
        """RV-A4.3 Where a unit in bypass can go: over its hexsides, past its last corner, or into the building."""
        known = self._exits.get((at, sides))
        if known is None:
            here = self.ground.locations[at]
            hex = self.ground.hexes[here.hex]
            _, corner = self.heading(sides)
            steps = [
                LocationStep(at, self.terrain_of[at].cost + int("DEBRIS" in hex.features) + self._roofless(here, hex))
            ]
            for d in (*map(int, sides[1:]), corner):
                n = self.ground.towards[hex.id][d]
                side = self.ground.sides[hex.id][d]
                shut = "CLIFF" in side or any(bar in side for bar in BARS)
                if n in self.area and not shut and self._can_stand(self.ground.locations[n]):
                    plain = tuple(f for f in side if f != "ROAD")
                    steps.append(self._entry(here, hex, self.ground.hexes[n], plain))
            known = self._exits[at, sides] = tuple(steps)
        return known

    def entry_cost(self, location: str) -> int:
        """RV-A2.5 What it costs to come from off the map into a Location of the edge."""
        hex = self.hex(location)
        on_road = any("ROAD" in side for side in self.ground.sides[hex.id]) and hex.terrain != "DEBRIS"
        return 1 if on_road and not hex.building else self.terrain_of[location].cost
