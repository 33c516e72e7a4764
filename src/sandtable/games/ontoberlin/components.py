"""What is printed: the counters, the tables, the divisions. Loaded once from data/, checked, and never changed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from sandtable.board.data import DataFolder
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import Record

DATA = DataFolder(__package__, "ontoberlin")

ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
OTHER = {ALLIED: GERMAN, GERMAN: ALLIED}
GUN_CLASSES = ("at", "flak", "armor", "assault_gun")
"""OB-8.4.1 What can use Direct Gun Fire."""
VEHICLES = ("armor", "assault_gun", "mech", "recon")
"""OB-8.4.2, OB-8.10.2 Targets for which anti-tank guns are made, and the units that exploit."""
MILITIA = ("volkssturm", "hj", "police", "party")
"""OB-8.6.5 Services that stand badly against soldiers."""
REGULAR = ("army", "navy", "luftwaffe")
"""OB-11.1.6, OB-14.3 Services that do not stand with the SS."""

T = TypeVar("T")


class Kind(Record, frozen=True):
    """OB-1.3, OB-1.4, OB-1.4.1, OB-1.4.3, OB-1.4.4 One counter: Combat Mode side (fs, pf, ma), Maneuver Mode MA."""

    id: str
    name: str
    side: str
    nation: str
    """Whom it counts as: Poles are British (OB-3.1.2)."""
    service: str
    formation: str
    cls: str
    fs: int
    pf: int
    ma: int
    maneuver_ma: int
    motor: bool
    static: bool = False
    defend_only: bool = False
    drop: str = ""
    setup: str = ""
    polish: bool = False
    known: bool = True

    @property
    def is_gun(self) -> bool:
        """OB-8.4.1"""
        return self.cls in GUN_CLASSES

    @property
    def factors(self) -> str:
        """What is printed on the Combat Mode side."""
        return f"({self.fs})-{self.pf}-{self.ma}" if self.defend_only else f"{self.fs}-{self.pf}-{self.ma}"

    @property
    def artillery_range(self) -> int:
        """OB-8.2.1 How far artillery reaches."""
        ranges = TABLES.range
        if self.fs <= 5:
            return ranges["artillery_gs_1_to_5"]
        return ranges["artillery_gs_6_to_10"] if self.fs <= 10 else ranges["artillery_gs_11_up"]


class Division(Record, frozen=True):
    """OB-15.2.1 An Allied division."""

    id: str
    nationality: str
    confusion: int
    kind: str


class Airfield(Record, frozen=True):
    """An airfield: on the map with its perimeter, or off it behind an edge."""

    id: str
    name: str
    on_map: bool
    centre: str = ""
    perimeter: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    edge: str = ""


class Arrival(Record, frozen=True):
    """OB-14.1 A line of the German order of appearance."""

    turn: int
    formation: str
    entries: tuple[str, ...]
    variable: bool


class Terrain(Record, frozen=True):
    """A row of the Terrain Effects Chart."""

    id: str
    pf: int
    drm: int
    leg: int | str
    motor: int | str
    blocks_los: bool
    blocks_zoc: bool
    glider_safe: bool
    parachute_safe: bool


class Feature(Record, frozen=True):
    """What a hex may have besides its terrain."""

    id: str
    pf: int
    drm: int
    mode: str
    leg: int = 0
    motor: int = 0
    german_only: bool = False


class Tables:
    """The charts: both matrices, terrain, air strikes and the single numbers."""

    def __init__(self) -> None:
        raw = DATA.toml("tables.toml")
        self.letters: str = "".join(raw["lower_matrix"]["columns"])
        self._upper = [
            (row["min"], row["max"], [_step(letter, self.letters) for letter in row["letters"]])
            for row in raw["upper_matrix"]["row"]
        ]
        self.lower: dict[int, tuple[str, ...]] = {
            row["roll"]: tuple(row["results"]) for row in raw["lower_matrix"]["row"]
        }
        if sorted(self.lower) != list(range(1, 14)) or any(len(r) != len(self.letters) for r in self.lower.values()):
            raise DataError("tables.toml: the Lower Matrix needs rows 1 to 13 with a result in every column.")
        self.upper = {s: self._upper_row(s) for s in range(1, 301)}
        self.upper_rows = tuple(self._upper)
        self.terrain = DATA.records(Terrain, "tables.toml", "terrain")
        self.feature = DATA.records(Feature, "tables.toml", "feature")
        self._read_numbers(raw)

    def _read_numbers(self, raw: dict[str, Any]) -> None:
        """The single numbers of tables.toml."""
        sides = {side["id"]: side for side in raw["hexside"]}
        self.canal_extra: int = sides["canal"]["leg_extra"]
        self.river_bridge_drm: int = sides["river"]["assault_over_bridge_drm"]
        self.canal_drm: int = sides["canal"]["assault_over_bridge_drm"]
        self.road: dict[str, float] = {k: v for k, v in raw["road"].items() if k != "source"}
        self.mode_change: int = raw["mode_change"]["cost"]
        self.zoc_extra: int = raw["zoc"]["extra_cost_to_leave"]
        self.range: dict[str, int] = {k: v for k, v in raw["range"].items() if k != "source"}
        self.ceiling = self.letters.index(raw["bombardment"]["ceiling_letter"])
        self.ruins_roll: int = raw["bombardment"]["ruins_min_natural_roll"]
        self.ruins_column = self.letters.index(raw["bombardment"]["ruins_min_letter"])
        self.strike: dict[str, Any] = raw["air_strike"]
        self.strikes = {
            (side, roll): int(row[side])
            for row in raw["air_strike"]["row"]
            for roll in range(row["min"], row["max"] + 1)
            for side in SIDES
        }
        self.volkssturm_check: tuple[int, ...] = tuple(raw["volkssturm_check"]["units"])
        self.deserts_at: int = raw["desertion"]["deserts_at_least"]
        self.desertion_turn: int = raw["desertion"]["first_turn"]
        self.command_radius: int = raw["command"]["radius"]
        self.command_drm: int = raw["command"]["out_of_command_drm"]
        self.retreat: int = raw["retreat"]["hexes"]
        self.exploitation: int = raw["exploitation"]["mp"]
        self.stacking: dict[str, int] = {k: v for k, v in raw["stacking"].items() if k != "source"}
        self.victory: dict[str, Any] = raw["victory"]
        self.dates = {row["number"]: str(row["date"]) for row in raw["turn"]}

    def _upper_row(self, strength: int) -> tuple[int, ...]:
        for least, most, row in self._upper:
            if least <= strength <= most:
                return tuple(row)
        raise DataError(f"tables.toml: the Upper Matrix has no row for strength {strength}.")

    def column(self, strength: int, protection: int) -> int:
        """OB-8.1.3 The column by its number, 0 for A; -1 for "-", the step left of A."""
        if strength < 1:
            return -1
        return self.upper[min(strength, 300)][min(max(protection, 1), 9) - 1]

    def result(self, column: int, roll: int) -> str:
        """OB-8.1.4 The result of a modified roll under a column."""
        return self.lower[min(max(roll, 1), 13)][column]


def _step(letter: str, letters: str) -> int:
    return -1 if letter == "-" else letters.index(letter)


class Kinds(dict[str, Kind]):
    """The counters by id. A unit that a seat cannot identify has an id like `german?5015.1`; it counts as infantry."""

    def __missing__(self, id: str) -> Kind:
        return _unknown(id)


@cache
def _unknown(id: str) -> Kind:
    side, sign, _ = id.partition("?")
    if not sign or side not in SIDES:
        raise KeyError(id)
    nation = "german" if side == GERMAN else "?"
    return Kind(id, "unknown", side, nation, "?", "?", "infantry", 2, 2, 4, 8, motor=False, known=False)


def _kind(raw: dict[str, Any], seen: dict[str, int]) -> Kind:
    fs, pf, ma = raw["combat"]
    polish = raw["nationality"] == "polish"
    name = raw["name"]
    if seen[name] > 1:
        name = f"{name} {fs}-{pf}-{ma} ({raw['id'].rpartition('-')[2]})"
    return Kind(
        id=raw["id"],
        name=name,
        side=raw["side"],
        nation="british" if polish else raw["nationality"],
        service=raw["service"],
        formation=raw["formation"],
        cls=raw["class"],
        fs=fs,
        pf=pf,
        ma=ma,
        maneuver_ma=raw["maneuver"][2],
        motor=raw["move_class"] == "motor",
        static=raw["static"],
        defend_only=raw["defend_only"],
        drop=raw["drop"],
        setup=raw["setup"],
        polish=polish,
    )


def _kinds() -> Kinds:
    raw = DATA.toml("units.toml")
    seen: dict[str, int] = {}
    for unit in raw["unit"]:
        seen[unit["name"]] = seen.get(unit["name"], 0) + 1
    kinds = Kinds((unit["id"], _kind(unit, seen)) for unit in raw["unit"])
    if len(kinds) != len(raw["unit"]):
        raise DataError("units.toml: two units have the same id.")
    return kinds


def _by(kinds: Iterable[Kind], key: str) -> dict[str, tuple[str, ...]]:
    grouped: dict[str, list[str]] = {}
    for kind in kinds:
        grouped.setdefault(getattr(kind, key), []).append(kind.id)
    return {name: tuple(ids) for name, ids in grouped.items()}


TABLES = Tables()
KINDS = _kinds()
UNITS: tuple[str, ...] = tuple(KINDS)
UNITS_OF = {side: tuple(sorted(u for u in UNITS if KINDS[u].side == side)) for side in SIDES}
FORMATIONS = _by(KINDS.values(), "formation")
HQ = {kind.formation: kind.id for kind in KINDS.values() if kind.cls == "hq"}
"""OB-3.5.1 The headquarters of each HQ formation."""
_scenario = DATA.toml("scenario.toml")
DIVISIONS = DATA.records(Division, "scenario.toml", "division")
ARRIVALS = tuple(DATA.record(Arrival, "scenario.toml", row) for row in _scenario["german_reinforcement"])
RESERVE: str = _scenario["assignment"]["reserve"]
LZ_RADIUS: int = _scenario["assignment"]["lz_radius"]
LANDING_COLUMN = {
    "glider": TABLES.letters.index(_scenario["assignment"]["landing_column_glider"]),
    "parachute": TABLES.letters.index(_scenario["assignment"]["landing_column_parachute"]),
}
VS_DRAWN: int = _scenario["setup"]["vs_drawn"]
VS_EDGE: int = _scenario["setup"]["vs_min_edge_distance_outside_perimeter"]
VS_POOL = tuple(kind.id for kind in KINDS.values() if kind.setup == "vs_pool")
TURNS: int = _scenario["turns"]
AIRFIELDS = DATA.records(Airfield, "airfields.toml", "airfield")
ON_MAP = tuple(a.id for a in AIRFIELDS.values() if a.on_map)
OFF_MAP = tuple(a.id for a in AIRFIELDS.values() if not a.on_map)
ENTRIES: dict[str, str] = {e["letter"]: e["hex"] for e in DATA.toml("entries.toml")["entry"]}
LEADERS: dict[str, dict[str, str]] = {leader["id"]: leader for leader in DATA.toml("units.toml")["leader"]}
REICHSTAG: str = TABLES.victory["reichstag"]
FLAK_OF_REICHSTAG = "g-berlinflak-flak-4"
"""OB-16.1 The free flak battalion that the option puts into the Reichstag."""
