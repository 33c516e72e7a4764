"""The ground: hexes, what lies on their sides, and the Locations in which units can be.

Heights are counted in half levels, so that a building of one and a half levels is 3 high and every sum is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.board.sight import CORNERS, MIDDLE, SIDE_MIDDLES, STEPS, Point, hex_range
from sandtable.kernel.errors import DataError

GROUND, LEVEL, ROOF, CELLAR, BRIDGE, VIADUCT, CULVERT, PILLBOX = (
    "ground",
    "level",
    "roof",
    "cellar",
    "bridge",
    "viaduct",
    "culvert",
    "pillbox",
)
SEWER, SWIM = "sewer", "swim"
"""Below a manhole; in the water."""
BYPASS, CROSSING = "bypass", "crossing"
"""Aiming points that are no Locations: a corner of a hex, and the middle of a hexside."""
WALLS = ("WALL", "HEDGE", "EMBANKMENT", "ROADBLOCK", "BARRICADE")
"""Hexside things of half a level."""
WATER = ("RIVER", "CANAL")
BARS = ("ROWHOUSE", "FACTORY_WALL")


class Hex(msgspec.Struct, frozen=True):
    """One hex of the map."""

    id: str
    column: int
    y2: int
    base: str
    terrain: str
    bank: str = ""
    building: str = ""
    height: int = 0
    """Of its building, in half levels."""
    floors: int = 0
    """Upper levels that can be entered."""
    elevation: int = 0
    features: tuple[str, ...] = ()
    roof: int = 0
    """The level of its Rooftop, 0 if it has none."""
    cellar: bool = False
    place: str = ""

    @property
    def small(self) -> bool:
        """Whether its building is a single-storey house."""
        return self.height == 2

    @property
    def bridge(self) -> bool:
        """Whether a bridge that can be used crosses it."""
        return "BRIDGE" in self.features


class Location(msgspec.Struct, frozen=True):
    """RV-A2.8 A level of a hex where units can be."""

    id: str
    hex: str
    kind: str
    level: int
    """In half levels, the elevation of the hex included."""
    terrain: str
    floor: int = 0
    point: Point = MIDDLE
    """RV-A6.24 Where in the hex a line of sight begins or ends."""


class Building(msgspec.Struct, frozen=True):
    """A building with its hexes, rubble included."""

    id: str
    name: str
    kind: str
    material: str
    hexes: tuple[str, ...]
    points: int = 1


class HexRow(msgspec.Struct, frozen=True):
    """A line of hexes.csv."""

    hex: str
    col: int
    y2: int
    base: str
    bank: str = ""
    building: str = ""
    material: str = ""
    levels: float = 0
    elevation: int = 0
    features: str = ""


class BuildingRow(msgspec.Struct, frozen=True):
    """An entry of buildings.toml; other keys explain."""

    id: str
    name: str
    kind: str
    material: str
    levels: float
    hexes: tuple[str, ...]
    rooftop: tuple[str, ...] = ()
    cellar: tuple[str, ...] = ()
    low_hexes: tuple[str, ...] = ()
    lvp: int = 1


def _hex(row: HexRow, building: BuildingRow | None, place: str) -> Hex:
    """RV-B23.25, RV-MAP9, RV-MAP13, RV-BRV12.6 A line of the map with the height of its building."""
    features = tuple(f.split(":")[0] for f in row.features.split("|") if f)
    terrain = row.base
    if row.base == "BUILDING":
        if building is None:
            raise DataError(f"Hex {row.hex} belongs to building {row.building!r}, which does not exist.")
        terrain = "FACTORY" if building.kind == "factory" else f"BUILDING_{row.material.upper()}"
        if "DIET" in features:
            terrain = "FACTORY_GUTTED"
    elif row.base == "CULVERT":
        terrain = "OPEN"
    height = round(row.levels * 2) if row.base == "BUILDING" else 0
    floors = 0 if "DIET" in features else 1 if "FACTORY_LOW" in features else max(0, height - 1) // 2
    roof = height if building is not None and row.base == "BUILDING" and row.hex in building.rooftop else 0
    if "TOWER" in features:
        roof, height = 6, 7
    if "DIET" in features:
        height = 7
    cellar = building is not None and row.base == "BUILDING" and row.hex in building.cellar
    return Hex(
        row.hex, row.col, row.y2, row.base, terrain, row.bank, row.building if row.base == "BUILDING" else "",
        height, floors, 2 * row.elevation, features, roof, cellar, place,
    )  # fmt: skip


class Ranges(dict[str, int]):
    """RV-A6.11, RV-MAP4 The range from one hex to each other, found when it is first asked for."""

    def __init__(self, hexes: Mapping[str, Hex], start: Hex) -> None:
        super().__init__()
        self._hexes, self._start = hexes, start

    def __missing__(self, to: str) -> int:
        start, end = self._start, self._hexes[to]
        found = self[to] = hex_range((start.column, start.y2), (end.column, end.y2))
        return found


class Ground:
    """RV-A2.2, RV-A2.3, RV-MAP2, RV-MAP5, RV-BRV16.9 A map; half hexes are like whole ones."""

    def __init__(
        self,
        rows: Iterable[HexRow],
        sides: Iterable[tuple[str, str, str]] = (),
        buildings: Iterable[BuildingRow] = (),
        places: Mapping[str, str] | None = None,
    ) -> None:
        known = {b.id: b for b in buildings}
        places = places or {}
        self.hexes: dict[str, Hex] = {
            row.hex: _hex(row, known.get(row.building), places.get(row.hex, "")) for row in rows
        }
        self.buildings: dict[str, Building] = {
            b.id: Building(b.id, b.name, b.kind, b.material, b.hexes, b.lvp) for b in known.values()
        }
        self.at: dict[tuple[int, int], str] = {(h.column, h.y2): h.id for h in self.hexes.values()}
        self.towards: dict[str, tuple[str, ...]] = {
            h.id: tuple(self.at.get((h.column + dc, h.y2 + dy), "") for dc, dy in STEPS) for h in self.hexes.values()
        }
        """The neighbour in each direction, "" where the map ends."""
        self.neighbours = {id: tuple(n for n in around if n) for id, around in self.towards.items()}
        self.sides: dict[str, tuple[tuple[str, ...], ...]] = dict.fromkeys(self.hexes, ((),) * 6)
        """What lies on each of the six sides of a hex, seen from both hexes."""
        for a, b, features in sides:
            self._put_side(a, b, tuple(f.split(":")[0] for f in features.split("|")))
        self.locations: dict[str, Location] = {}
        self.of_hex: dict[str, tuple[str, ...]] = {}
        for hex in self.hexes.values():
            here = tuple(self._locations(hex))
            self.locations.update({place.id: place for place in here})
            self.of_hex[hex.id] = tuple(place.id for place in here)
        self.rooms: dict[str, int] = {}
        """RV-B30.1 How many half-squads a Pillbox holds, by its Location."""
        self.ranges: dict[str, Ranges] = {id: Ranges(self.hexes, hex) for id, hex in self.hexes.items()}
        """RV-A6.11 The range from each hex to each."""
        self._nearer: dict[tuple[str, str], frozenset[str]] = {}
        self._spots: dict[str, Location] = {}

    def _put_side(self, a: str, b: str, features: tuple[str, ...]) -> None:
        for one, other in ((a, b), (b, a)):
            if other not in self.towards[one]:
                raise DataError(f"{a} and {b} share no hexside.")
            direction = self.towards[one].index(other)
            around = list(self.sides[one])
            around[direction] = features
            self.sides[one] = tuple(around)

    def _locations(self, hex: Hex) -> Iterable[Location]:
        """RV-A2.8, RV-A6.12, RV-BRV12.1, RV-BRV4, RV-BRV3.11 The Locations of a hex, from the ground up."""
        yield Location(hex.id, hex.id, GROUND, hex.elevation, hex.terrain)
        for floor in range(1, hex.floors + 1):
            yield Location(f"{hex.id}-{floor}", hex.id, LEVEL, hex.elevation + 2 * floor, hex.terrain, floor)
        if hex.roof:
            yield Location(f"{hex.id}-roof", hex.id, ROOF, hex.elevation + hex.roof, "ROOFTOP", hex.floors + 1)
        if hex.cellar:
            yield Location(f"{hex.id}-cellar", hex.id, CELLAR, hex.elevation, "CELLAR", -1)
        if hex.bridge:
            yield Location(f"{hex.id}-bridge", hex.id, BRIDGE, 0, "BRIDGE")
        if "SBAHN" in hex.features:
            yield Location(f"{hex.id}-viaduct", hex.id, VIADUCT, 2, "SBAHN")
        if "MANHOLE" in hex.features:
            yield Location(f"{hex.id}-sewer", hex.id, SEWER, hex.elevation - 2, "SEWER")
        if hex.base in WATER:
            yield Location(f"{hex.id}-swim", hex.id, SWIM, hex.elevation, hex.base)
        if "CULVERT" in hex.features:
            yield Location(f"{hex.id}-culvert", hex.id, CULVERT, -2, "CULVERT")

    def spot(self, id: str) -> Location:
        """RV-A6.24 A Location, or an aiming point: A5/2 is a corner of hex A5, A5|2 the middle of one of its sides."""
        known = self.locations.get(id) or self._spots.get(id)
        if known is None:
            kind, mark, points = (BYPASS, "/", CORNERS) if "/" in id else (CROSSING, "|", SIDE_MIDDLES)
            hex, _, number = id.partition(mark)
            terrain = "DEBRIS" if self.littered(hex) else "OPEN"
            known = Location(id, hex, kind, self.hexes[hex].elevation, terrain, 0, points[int(number)])
            self._spots[id] = known
        return known

    def without_corner(self, id: str) -> str:
        """RV-A6.24 The Location whose corner an aiming point is: A5 of A5/2. Any other Location is its own."""
        spot = self.spot(id)
        return spot.hex if spot.kind == BYPASS else id

    def crossed_features(self, crossing: str) -> tuple[str, ...]:
        """RV-A6.24 What lies on the hexside whose middle an aiming point is."""
        hex, _, number = crossing.partition("|")
        return self.sides[hex][int(number)]

    def littered(self, hex: str) -> bool:
        """RV-O1.1, RV-BRV12.21 Whether debris, or a roof that has fallen in, lies around the building of a hex."""
        return not {"DEBRIS", "ROOFLESS"}.isdisjoint(self.hexes[hex].features)

    def range(self, a: str, b: str) -> int:
        """RV-A6.11, RV-MAP4 The least number of hexes from one hex to the other."""
        return self.ranges[a][b]

    def nearer(self, here: str, goal: str) -> frozenset[str]:
        """The neighbours of a hex that are nearer to another hex than it is."""
        known = self._nearer.get((here, goal))
        if known is None:
            distance = self.range(here, goal)
            known = frozenset(n for n in self.neighbours[here] if self.range(n, goal) < distance)
            self._nearer[here, goal] = known
        return known

    def direction(self, a: str, b: str) -> int:
        """RV-MAP3 The direction from a hex to its neighbour, -1 if they are none."""
        around = self.towards[a]
        return around.index(b) if b in around else -1

    def side(self, a: str, b: str) -> tuple[str, ...]:
        """What lies on the hexside between two neighbours."""
        return self.sides[a][self.direction(a, b)]

    def joined(self, a: str, b: str) -> bool:
        """Whether a building goes on from one hex to its neighbour without a bar."""
        side = self.side(a, b)
        return "BUILDING" in side and not any(bar in side for bar in BARS)

    def hex_of(self, location: str) -> str:
        """The hex of a Location or an aiming point."""
        return self.spot(location).hex
