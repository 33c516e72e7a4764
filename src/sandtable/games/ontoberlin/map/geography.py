"""OB-1.1, OB-13.9 The map of Berlin: hexes, hexsides, roads and rails, and what follows from them, worked out once.

Movement costs are counted in half points, so that motor units on a road (half a point) need no fractions.
"""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.board.hexgrid import DIRECTIONS, HexGrid
from sandtable.games.ontoberlin.components import AIRFIELDS, DATA, ENTRIES, TABLES
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import Record

Steps = tuple[tuple[int, int], ...]
"""From a hex: the neighbours that can be entered, by number, each with its cost in half points; the cheapest first."""


class Hex(Record, frozen=True):
    """OB-1.2 One hex as it is printed."""

    id: str
    terrain: str
    road: bool
    rail: bool
    features: tuple[str, ...]
    perimeter: str
    airfield: str
    entry: str
    district: str
    place: str


class Side(Record, frozen=True):
    """A hexside with water: a river or a canal, and the bridge over it."""

    type: str
    name: str
    bridge: str


_FEATURE_OF_PLACE = {
    "major_building": "major",
    "flak_tower": "flaktower",
    "bunker": "bunker",
    "ubahn_entrance": "ubahn",
    "strongpoint": "strongpoint",
    "initial_ruins": "ruins",
    "perimeter": "perimeter",
}


class BerlinMap:
    """The map and its tables of neighbours, fronts and costs."""

    def __init__(self) -> None:
        layout = DATA.toml("map.toml")
        self.grid = HexGrid(layout["columns"], layout["rows"])
        self.hexes = {raw["hex"]: _hex(raw) for raw in DATA.csv("hexes.csv")}
        if set(self.hexes) != set(self.grid):
            raise DataError("hexes.csv does not list every hex of the map exactly once.")
        self.neighbours = self.grid.neighbours
        self.distance = self.grid.distance
        self.place = {id: number for number, id in enumerate(self.hexes)}
        """The number of each hex: its place in a row of distances."""
        self._distances: dict[str, bytes] = {}
        self._read_links()
        self._check_places()
        self._find_kinds_of_hexes()
        self._work_out_zones()
        self._work_out_steps()

    def _read_links(self) -> None:
        """Hexsides with water, roads and rails."""
        self.sides: dict[str, Side] = {}
        for raw in DATA.csv("hexsides.csv"):
            self._check_side(raw)
            for pair in (raw["hex_a"] + raw["hex_b"], raw["hex_b"] + raw["hex_a"]):
                self.sides[pair] = Side(raw["type"], raw["name"], raw["bridge"])
        self.roads: dict[str, tuple[str, ...]] = dict.fromkeys(self.hexes, ())
        self.rails: dict[str, tuple[str, ...]] = dict.fromkeys(self.hexes, ())
        for raw in DATA.csv("edges.csv"):
            self._check_side(raw)
            links = self.roads if raw["kind"] == "road" else self.rails
            links[raw["hex_a"]] += (raw["hex_b"],)
            links[raw["hex_b"]] += (raw["hex_a"],)
        self.on_road = frozenset(id for id, hex in self.hexes.items() if hex.road or self.roads[id])

    def _find_kinds_of_hexes(self) -> None:
        """The hexes that rules ask for by what is in them."""
        self.water = frozenset(id for id, h in self.hexes.items() if h.terrain == "water")
        self.built_up = frozenset(
            id
            for id, h in self.hexes.items()
            if h.terrain == "builtup" or any(f in ("major", "flaktower", "ruins") for f in h.features)
        )
        """OB-3.2.2 Built Up areas: no ZOC, all-round facing. New ruins arise in builtup hexes only, so it stays."""
        self.blocks_sight = frozenset(
            id
            for id, h in self.hexes.items()
            if TABLES.terrain[h.terrain].blocks_los or "flaktower" in h.features or "ruins" in h.features
        )
        self.strongpoints = tuple(id for id, h in self.hexes.items() if "strongpoint" in h.features)
        self.initial_ruins = tuple(id for id, h in self.hexes.items() if "ruins" in h.features)
        self.towers = tuple(id for id, h in self.hexes.items() if "flaktower" in h.features)
        self.entrances = tuple(id for id, h in self.hexes.items() if "ubahn" in h.features and h.perimeter != "out")
        """OB-17.1 U-Bahn entrances within or on the perimeter."""
        self.perimeter_of = {hex: a.id for a in AIRFIELDS.values() for hex in a.perimeter}
        self.entry_letters = {hex: letter for letter, hex in ENTRIES.items()}
        self.land_edge = tuple(id for id in self.hexes if self.grid.edge_distance(id) == 0 and id not in self.water)

    def _work_out_zones(self) -> None:
        """Front hexes and the reach of zones of control."""
        self.fronts = {id: self._fronts(id) for id in self.hexes}
        """OB-3.4.1 The front hexes of each hex for each facing 0-5."""
        self.supply_steps = {
            id: tuple(n for n in self.neighbours[id] if n not in self.water and not self.bridgeless_river(id, n))
            for id in self.hexes
        }
        """Where a Line of Communications can go on from each hex."""
        self.reach_of_zoc = {id: self._zoc_from(id, raw=False) for id in self.hexes}
        """OB-3.2.1, OB-3.2.2 Where the ZOC of a unit reaches for each facing."""
        self.reach_of_raw_zoc = {id: self._zoc_from(id, raw=True) for id in self.hexes}
        """OB-3.2.4 The same without the exclusion of Built Up areas."""

    def _work_out_steps(self) -> None:
        """What each step costs, and which can be made at all."""
        self.names: tuple[str, ...] = tuple(self.hexes)
        """The hexes by number: what is computed most often counts them."""
        self.index = {id: number for number, id in enumerate(self.names)}
        self.costs: dict[tuple[bool, bool], list[Steps]] = {
            (motor, combat): [self._steps(id, motor, combat, ()) for id in self.hexes]
            for motor in (False, True)
            for combat in (False, True)
        }
        """OB-7.2-7.4 The steps from each hex, by (motor, Combat Mode), as if there were no ruins."""
        self.open_steps = {
            motor: {id: tuple(n for n in self.neighbours[id] if self.passable(id, n, motor)) for id in self.hexes}
            for motor in (False, True)
        }
        """Where a unit can go from each hex at all, whatever it costs: for retreats and advances."""

    def _check_side(self, raw: dict[str, str]) -> None:
        if raw["hex_b"] not in self.grid.neighbours.get(raw["hex_a"], ()):
            raise DataError(f"{raw['hex_a']} and {raw['hex_b']} are not neighbours ({raw['name']}).")

    def _check_places(self) -> None:
        """places.csv and hexes.csv say the same of every fortification and of the perimeter."""
        listed = {(raw["kind"], raw["hex"]) for raw in DATA.csv("places.csv")}
        printed = {
            (kind, hex.id)
            for hex in self.hexes.values()
            for kind, feature in _FEATURE_OF_PLACE.items()
            if feature in hex.features or (feature == "perimeter" and hex.perimeter == "on")
        }
        known = {(kind, hex) for kind, hex in listed if kind in _FEATURE_OF_PLACE}
        if printed != known:
            raise DataError(f"places.csv and hexes.csv disagree: {sorted(printed ^ known)[0]}.")

    def _fronts(self, id: str) -> tuple[tuple[str, ...], ...]:
        around = self.grid.towards[id]
        if id in self.built_up:
            return (self.neighbours[id],) * 6
        return tuple(tuple(n for n in (around[(d - 1) % 6], around[d], around[(d + 1) % 6]) if n) for d in range(6))

    def _zoc_from(self, id: str, raw: bool) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(
                n
                for n in front
                if (raw or (id not in self.built_up and n not in self.built_up)) and not self.bridgeless_river(id, n)
            )
            for front in self.fronts[id]
        )

    def distances(self, a: str) -> bytes:
        """The least number of steps from a hex to each hex, by place: for those who ask of one hex again and again."""
        row = self._distances.get(a)
        if row is None:
            distance = self.distance
            row = self._distances[a] = bytes([distance(a, b) for b in self.hexes])
        return row

    def bridgeless_river(self, a: str, b: str) -> bool:
        """A river hexside without a bridge of either kind."""
        side = self.sides.get(a + b)
        return side is not None and side.type == "river" and not side.bridge

    def passable(self, a: str, b: str, motor: bool) -> bool:
        """OB-7.2, OB-7.4 Whether a unit may cross from a to b at all."""
        if b in self.water:
            return False
        side = self.sides.get(a + b)
        if side is None or side.bridge == "road":
            return True
        if motor:
            return False
        return side.type == "canal" or side.bridge == "rail"

    @lru_cache(maxsize=400)  # noqa: B019 - the one map lives as long as the program
    def steps(self, motor: bool, combat: bool, ruins: tuple[str, ...]) -> list[Steps]:
        """OB-7.2, OB-7.5 The steps from each hex while these hexes are ruins."""
        table, ruined = list(self.costs[motor, combat]), set(ruins)
        for id in {n for ruin in ruins for n in self.neighbours[ruin]}:
            beside = tuple(n for n in self.neighbours[id] if n in ruined)
            table[self.index[id]] = self._steps(id, motor, combat, beside)
        return table

    def cost(self, a: str, b: str, motor: bool, combat: bool, ruins: tuple[str, ...] = ()) -> int | None:
        """OB-7.2-7.5 What the step from a hex to its neighbour costs in half points; None if it cannot be made."""
        return dict(self._steps(a, motor, combat, ruins)).get(self.index[b])

    @lru_cache(maxsize=20_000)  # noqa: B019 - the one map lives as long as the program
    def _steps(self, id: str, motor: bool, combat: bool, ruins: tuple[str, ...]) -> Steps:
        """OB-7.2, OB-7.3, OB-7.4, OB-7.5 What each step costs; roads replace terrain and carry over water."""
        steps = []
        for n in self.neighbours[id]:
            if not self.passable(id, n, motor) or (n in ruins and not combat):
                continue
            side = self.sides.get(id + n)
            extra = 2 * TABLES.canal_extra if side is not None and side.type == "canal" and not side.bridge else 0
            if n in ruins:
                row = TABLES.feature["ruins"]
                cost = 2 * (row.motor if motor else row.leg) + extra
            elif n in self.roads[id]:
                cost = round(2 * TABLES.road[f"{'combat' if combat else 'maneuver'}_{'motor' if motor else 'leg'}"])
            else:
                cost = self.terrain_cost(n, motor) + extra
            steps.append((self.index[n], cost))
        return tuple(sorted(steps, key=lambda step: step[1]))

    def terrain_cost(self, id: str, motor: bool) -> int:
        """OB-7.2 The cost of a hex in half points, without road and ruins."""
        hex = self.hexes[id]
        row = TABLES.feature["flaktower"] if "flaktower" in hex.features else TABLES.terrain[hex.terrain]
        cost = row.motor if motor else row.leg
        if isinstance(cost, str):
            raise DataError(f"{id} is {hex.terrain} and cannot be entered.")
        return 2 * cost

    @cache  # noqa: B019 - the one map lives as long as the program
    def sees(self, a: str, b: str) -> bool:
        """OB-8.4.3 Line of sight between two hexes: along a hexside it is blocked only if both hexes block."""
        return not any(all(id in self.blocks_sight for id in part) for part in self.grid.line(a, b))

    @cache  # noqa: B019 - the one map lives as long as the program
    def in_arc(self, a: str, facing: int, b: str) -> bool:
        """OB-3.4.4 Whether b, at range n, has a front hex of a at distance n - 1."""
        near = self.distance(a, b) - 1
        return any(self.distance(front, b) == near for front in self.fronts[a][facing])

    @cache  # noqa: B019 - the one map lives as long as the program
    def within(self, id: str, radius: int) -> tuple[str, ...]:
        """OB-0.4 The hexes within a distance, the hex itself first."""
        return self.grid.within(id, radius)


def _hex(raw: dict[str, str]) -> Hex:
    if raw["terrain"] not in TABLES.terrain:
        raise DataError(f"hexes.csv: {raw['hex']} has the unknown terrain {raw['terrain']!r}.")
    return Hex(
        id=raw["hex"],
        terrain=raw["terrain"],
        road=raw["road"] == "1",
        rail=raw["rail"] == "1",
        features=tuple(filter(None, raw["features"].split(";"))),
        perimeter=raw["perimeter"],
        airfield=raw["airfield"],
        entry=raw["entry"],
        district=raw["district"],
        place=raw["place"],
    )


MAP = BerlinMap()
COMPASS = DIRECTIONS
"""OB-0.5 Facing 0 is the die's 1, north, and so on clockwise."""
