"""The components: map, cities, bases, aircraft, counters, table, orders of battle and prepared raids. Loaded once.

LW-21.1 - LW-21.3 What is printed (LW-21.1), what of the table (LW-21.2) and of the rest (LW-21.3) is reconstructed
stands with its source in the files of `data/` and on the About page.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from sandtable.board.data import DataFolder
from sandtable.board.hexgrid import HexGrid
from sandtable.kernel.errors import DataError

AMERICAN, GERMAN = "american", "german"
SIDES = (AMERICAN, GERMAN)
WEST, SOUTH = "west", "south"
FRONTS = (WEST, SOUTH)
AIRBASE = "airbase"
"""LW-3.5 The mission of a bomber that attacks an airbase; the base is named when it bombs."""
DIE = (1, 2, 3, 4, 5, 6)


class City(msgspec.Struct, frozen=True):
    """LW-1.3, LW-1.4 A line of the Target Sheet."""

    id: str
    name: str
    hex: str
    country: str
    aa: bool
    industries: str
    raf: bool


class Base(msgspec.Struct, frozen=True):
    """LW-1.5 A German airbase."""

    id: str
    name: str
    hex: str


class Aircraft(msgspec.Struct, frozen=True):
    """LW-1.9 A type of aircraft."""

    id: str
    name: str
    side: str
    kind: str = msgspec.field(name="class")
    mf: int
    column: str
    tanks: bool
    time_piece: bool
    e: int = 0
    time_with: int = 0
    time_without: int = 0

    @property
    def heavy(self) -> bool:
        return self.kind == "heavy_bomber"

    @property
    def bomber(self) -> bool:
        return self.kind in ("heavy_bomber", "medium_bomber")

    @property
    def jet(self) -> bool:
        """LW-12.13 Jets and rockets attack first."""
        return self.kind in ("jet", "rocket")

    @property
    def rocket(self) -> bool:
        return self.kind == "rocket"


class Counter(msgspec.Struct, frozen=True):
    """LW-1.8 A unit's counter. `e` is given where it differs from the type's."""

    id: str
    designation: str
    type: str
    side: str
    card: str
    factors: int
    entry: str = ""
    tag: str = ""
    e: int = -1


class Numbered(msgspec.Struct, frozen=True):
    """LW-1.7 A hex with a number, in the Baltic or on the eastern edge in Poland."""

    hex: str
    number: int
    area: str


class Complex(msgspec.Struct, frozen=True):
    """LW-1.3 An industrial complex of the Target Sheet."""

    id: str
    letter: str
    name: str


class Scenario(msgspec.Struct, frozen=True):
    """A game of `scenarios.toml`, completed from its base."""

    id: str
    oob: str
    objective: str
    turns: int = 20
    american_wins_at: int = 0
    german_wins_at_most: int = 0
    american_targets: int = 0
    loss_ratio: int = 0
    jets: bool = False
    sneak: bool = True
    shuttle: bool = False
    zones: dict[str, str] = {}
    quarters: tuple[str, ...] = ()
    american_bomber_replacements: int = 0
    american_fighter_replacements: int = 0
    german_factories_per_replacement: int = 1
    german_replacement_cap: int = 0
    pass_through_attacks: bool = False
    raf: bool = False
    jet_production_from: str = ""


class QuarterCard(msgspec.Struct, frozen=True):
    """LW-1.12 What enters and leaves in one quarter."""

    id: str
    american_add: tuple[str, ...] = ()
    american_withdraw: tuple[str, ...] = ()
    german_add: tuple[str, ...] = ()
    german_withdraw: tuple[str, ...] = ()
    german_railroad: tuple[str, ...] = ()
    german_school: tuple[str, ...] = ()
    german_jet_swap: tuple[str, ...] = ()


class RaidBomber(msgspec.Struct, frozen=True):
    """A bomber of a prepared raid: the hexes it enters, turn by turn."""

    unit: str
    target: str
    front: str
    place_turn: int
    start: str
    out: tuple[str, ...]
    back: tuple[str, ...]


class RaidFighter(msgspec.Struct, frozen=True):
    """A fighter of a prepared raid."""

    unit: str
    place_turn: int
    start: str
    role: str
    with_bomber: str = ""


class Raid(msgspec.Struct, frozen=True):
    """LW-17.2 A prepared raid for solo play."""

    id: str
    name: str
    game: str
    objective: str
    bomber: tuple[RaidBomber, ...]
    fighter: tuple[RaidFighter, ...]
    sneak_count: int = 0
    sneak_turn: int = 0
    sneak_number: int = 0
    sneak_hex: str = ""


class CombatTable:
    """LW-1.11, LW-9.2.1, LW-9.2.2 The Aerial Combat Table, made ready: losses by column, factors and die."""

    def __init__(self, rows: list[dict[str, str]]) -> None:
        self.columns = tuple(rows[0])[7:]
        self.rows = tuple(tuple(int(row[f"d{die}"]) for die in DIE) for row in rows)
        self.listed: dict[str, tuple[tuple[int, int], ...]] = {
            column: tuple((int(row[column]), index) for index, row in enumerate(rows) if row[column])
            for column in self.columns
        }
        self._by_factors: dict[str, list[tuple[int, ...]]] = {}
        nothing: tuple[int, ...] = (0,) * 6
        for column, listed in self.listed.items():
            if [n for n, _ in listed] != sorted({n for n, _ in listed}):
                raise DataError(f"The numbers of column {column} of the combat table do not rise.")
            by_factors, at = [nothing], 0
            for n in range(1, listed[-1][0] + 1):
                while at < len(listed) and listed[at][0] <= n:
                    at += 1
                by_factors.append(self.rows[listed[at - 1][1]] if at else nothing)
            self._by_factors[column] = by_factors

    def least(self, column: str) -> int:
        """LW-9.2.3 The fewest factors that can fire; "none" never can (LW-9.2.6)."""
        return self.listed[column][0][0] if column in self.listed else 1000

    def row(self, column: str, factors: int) -> int:
        """The number of the row that applies, from 1; 0 if there is none."""
        below = [index for n, index in self.listed.get(column, ()) if n <= factors]
        return below[-1] + 1 if below else 0

    def losses(self, column: str, factors: int, die: int) -> int:
        """LW-9.2.1 - LW-9.2.4, LW-9.2.6 The factors lost at a modified die."""
        if die < 1 or column not in self._by_factors:
            return 0
        by_factors = self._by_factors[column]
        most = len(by_factors) - 1
        die = min(die, 6) - 1
        whole, rest = divmod(factors, most) if factors > most else (0, factors)
        return whole * by_factors[most][die] + by_factors[rest][die]


class Components:
    """Everything of the data folder, validated and indexed."""

    def __init__(self, folder: DataFolder) -> None:
        self.folder = folder
        self._read_map()
        self._read_counters()
        self._read_scenarios()
        self._check()

    def _read_map(self) -> None:
        folder = self.folder
        layout = folder.toml("map.toml")
        self.grid = HexGrid(layout["columns"], layout["rows"], lower="even")
        self.terrain = self._characters("map_terrain.txt")
        self.zone_code = self._characters("map_zones.txt")
        self.cities = {c.id: c for c in (self._city(row) for row in folder.csv("cities.csv"))}
        self.bases = {row["id"]: Base(row["id"], row["name"], row["hex"]) for row in folder.csv("airbases.csv")}
        self.rail = tuple(tuple(row["hexes"].split()) for row in folder.csv("rail.csv"))
        self.rail_ends = tuple((row["from"], row["to"]) for row in folder.csv("rail.csv"))
        self.numbered = {
            row["hex"]: Numbered(row["hex"], int(row["number"]), row["area"])
            for row in folder.csv("numbered_squares.csv")
        }
        self.complexes = folder.records(Complex, "complexes.toml", "complex", by="letter")
        self.city_at = {c.hex: c for c in self.cities.values()}
        self.base_at = {b.hex: b for b in self.bases.values()}
        self.aa_cities = tuple(c for c in self.cities.values() if c.aa)
        self.aa_hexes = frozenset(c.hex for c in self.aa_cities)

    def _read_counters(self) -> None:
        folder = self.folder
        self.types = folder.records(Aircraft, "aircraft.toml", "type")
        self.units: dict[str, Counter] = {}
        for name in ("units_american.toml", "units_german.toml"):
            self.units.update(folder.records(Counter, name, "unit"))
        self.table = CombatTable(folder.csv("combat_table.csv"))
        markers = folder.toml("markers.toml")  # LW-1.10
        self.dummies: int = markers["dummy_counters"]["max"]
        self.sneak_counts = tuple(markers["sneak_count_pieces"]["values"])
        self.sneak_turns = tuple(markers["sneak_turn_pieces"]["values"])
        self.effectiveness = tuple(markers["effectiveness_order"])
        # LW-18.1 The experimental counters stand in for the Me 262, one for one.
        jets = [u.id for u in self.units.values() if u.type == "me262"]
        self.stand_ins: dict[str, dict[str, str]] = {
            type: dict(
                zip(
                    jets, (u.id for u in self.units.values() if u.type == type and u.tag == "experimental"), strict=True
                )
            )
            for type in ("me163", "he162")
        }
        self.stands_for = {stand_in: jet for pairs in self.stand_ins.values() for jet, stand_in in pairs.items()}

    def _read_scenarios(self) -> None:
        folder = self.folder
        scenarios = folder.toml("scenarios.toml")
        self.scenarios = self._scenarios(scenarios["game"])
        self.zones_by_year: dict[str, dict[str, str]] = scenarios["zones_by_year"]
        self.option_games: dict[str, list[str]] = scenarios["options"]
        self.option_conflicts: dict[str, list[str]] = scenarios["option_conflicts"]
        self.single_oob = {
            name: {side: tuple(folder.toml(name)[side]) for side in SIDES}
            for name in ("oob_basic.toml", "oob_custer.toml")
        }
        tournament = folder.records(QuarterCard, "oob_tournament.toml", "quarter")
        additions = folder.records(QuarterCard, "oob_advanced.toml", "quarter")
        self.cards = {
            "oob_tournament.toml": tournament,
            "oob_advanced.toml": {id: _joined(card, additions[id]) for id, card in tournament.items()},
        }
        self.raids = folder.records(Raid, "solo_raids.toml", "raid")

    def _characters(self, name: str) -> dict[str, str]:
        lines = [line for line in self.folder.read(name).splitlines() if line and not line.startswith("#")]
        if len(lines) != self.grid.rows or any(len(line) != self.grid.columns for line in lines):
            raise DataError(f"luftwaffe/{name} must have {self.grid.rows} rows of {self.grid.columns} characters.")
        return {hex: lines[row - 1][column - 1] for hex, (column, row) in self.grid.place.items()}

    def _city(self, row: dict[str, str]) -> City:
        return City(
            row["id"], row["name"], row["hex"], row["country"], row["aa"] == "1", row["industries"], row["raf"] == "1"
        )

    def _scenarios(self, games: list[dict[str, Any]]) -> dict[str, Scenario]:
        whole: dict[str, dict[str, Any]] = {}
        for game in games:
            whole[game["id"]] = {**whole.get(game.get("base", ""), {}), **game}
        return {id: self.folder.record(Scenario, "scenarios.toml", game) for id, game in whole.items()}

    def _check(self) -> None:
        """LW-1.3, LW-1.5, LW-1.6, LW-1.8 Components that contradict themselves are refused."""
        places: list[City | Base | Numbered] = [*self.cities.values(), *self.bases.values(), *self.numbered.values()]
        wrong = [f"{p} lies outside the map" for p in places if p.hex not in self.grid]
        if len(self.city_at) != len(self.cities) or len(self.base_at) != len(self.bases):
            wrong.append("two cities or two bases share a hex")
        rail_centers = {id for id, c in self.cities.items() if "R" in c.industries}
        if {id for ends in self.rail_ends for id in ends} != rail_centers:
            wrong.append("the ends of the rail lines are not the rail centers")
        wrong += [f"{u.id} is of an unknown type" for u in self.units.values() if u.type not in self.types]
        named = [id for oob in self.single_oob.values() for side in SIDES for id in oob[side]]
        for cards in self.cards.values():
            for card in cards.values():
                named += [*card.american_add, *card.german_add, *card.german_railroad, *card.german_school]
                named += card.german_jet_swap
        wrong += [f"{id} is in an order of battle and not among the counters" for id in named if id not in self.units]
        columns = {t.column for t in self.types.values()} - {"none"}
        wrong += [f"{column} is no column of the combat table" for column in columns - set(self.table.columns)]
        if wrong:
            raise DataError(f"The components of Luftwaffe contradict themselves: {wrong[0]}.")


def _joined(card: QuarterCard, more: QuarterCard) -> QuarterCard:
    """LW-14.4 The Advanced card is the Tournament card and its own entries."""
    fields = (f for f in QuarterCard.__struct_fields__ if f != "id")
    return QuarterCard(card.id, **{f: getattr(card, f) + getattr(more, f) for f in fields})


@cache
def parts() -> Components:
    """The components of the game as they are used in this process."""
    return Components(DataFolder("sandtable.games.luftwaffe", "luftwaffe"))
