"""What is in the box: planes, squadrons, flight plans, map, bases, cards, tables and markers, loaded from data/."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board.data import DataFolder
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import Record

FOLDER = DataFolder(__package__, "airlift")
SHOWN = DataFolder(__package__, "airlift")
"""Files that only show: they do not change how the game plays, so saves do not depend on them."""

COLOURS = ("fuel", "food", "medicine", "parts")
"""The incoming cargo, in the order of all lists (AL-0.7, AL-5.1)."""
OUTGOING = ("finished", "refugee")
SEASONS = ("summer", "autumn", "winter", "spring")
Cubes = tuple[int, int, int, int]
EMPTY: Cubes = (0, 0, 0, 0)

OPERATIONS = (
    *("sp", "vp", "sr", "last", "cube", "lose_cube", "pm", "pm_draw", "pm_remove", "mechanic", "plumber", "snack"),
    *("problem", "roll", "nsc", "smoke", "manifest", "repair", "weather", "clear", "build", "ground", "harass"),
    *("move", "transfer", "outgoing", "c74", "caltf", "candy"),
)
"""The closed vocabulary of effects (AL-7.1 to AL-7.26)."""


class PlaneType(Record, frozen=True):
    """AL-1.3 What is printed on the planes of one type."""

    id: str
    name: str
    nation: str
    cargo: int
    move: int
    boxed: bool
    cargo_kind: str
    source: str


class PlaneCounter(Record, frozen=True):
    """AL-1.2 One plane counter; `slot` 2C is plane C of flight 2."""

    id: str
    squadron: str
    type: str
    slot: str
    flight: int
    seasons: tuple[str, ...]
    source: str


class Squadron(Record, frozen=True):
    """AL-1.1 A squadron; its id is also the id of the seat that flies it."""

    id: str
    name: str
    nation: str
    colour: str
    flights: tuple[int, ...]
    source: str


class FlightPlan(Record, frozen=True):
    """AL-1.4 The face of a flight plan: one squadron in one season."""

    id: str
    season: str
    squadron: str
    start: str
    goals: Cubes
    solo_goals: Cubes
    planes: tuple[str, ...]
    special_start: dict[str, str]


class BaseCard(Record, frozen=True):
    """AL-1.6 An airbase in the West or an airport in Berlin."""

    id: str
    kind: str
    nation: str
    has_card: bool
    build_summer: int
    build_autumn: int
    build_winter: int
    build_spring: int
    flying_boats_only: bool
    outgoing_cargo: bool
    source: str

    def build_cost(self, season: str) -> int:
        """The support that takes the INACTIVE marker off."""
        cost: int = getattr(self, f"build_{season}")
        return cost


class MapSpace(Record, frozen=True):
    """AL-1.5 A space of the map."""

    id: str
    name: str
    kind: str
    zone: str
    nation: str
    x: float
    y: float
    source: str


class MapEdge(Record, frozen=True):
    """AL-1.5 A connection of the map; `oneway` leads from a to b."""

    a: str
    b: str
    direction: str
    kind: str
    nation: str
    cost: int
    source: str


class Operation(Record, frozen=True):
    """One operation of an effect; which fields it needs stands in its clause (AL-7.1 to AL-7.26)."""

    op: str
    n: int = 0
    who: str = ""
    place: str = ""
    colour: str = ""
    name: str = ""
    scope: str = ""
    level: int = 0
    kind: str = ""
    base: str = ""


Effects = tuple[tuple[Operation, ...], ...]


class Event(Record, frozen=True):
    """AL-6.3 The event of a card in one season, or a row of the solitaire table."""

    name: str
    morale: int
    effects: Effects
    note: str = ""
    roll: int = 0


class Card(Record, frozen=True):
    """AL-1.7 A card: one event for each season of its year."""

    id: str
    year: int
    number: int
    date: str
    flavour: str
    additional: str
    source: str
    summer: Event | None = None
    autumn: Event | None = None
    winter: Event | None = None
    spring: Event | None = None

    def event(self, season: str) -> Event:
        """The event of the season."""
        event: Event = getattr(self, season)
        return event


class Scenario(Record, frozen=True):
    """AL-3.3 A season as a scenario."""

    id: str
    name: str
    deck: int
    weather_chit: str
    weather_chits: int
    resolve_used: bool
    resolve_start: int
    resolve_start_solo: int
    harassment_fixed: int
    morale_start: tuple[int, int, int, int]
    support_start: int
    support_start_solo: int
    last_draw_start: int
    replenish_turn_1: bool
    source: str


class Campaign(Record, frozen=True):
    """AL-17.1 The order of the seasons and what is carried over."""

    order: tuple[str, ...]
    support_each_new_season: int
    morale_carry_cap: tuple[int, ...]
    resolve: str
    source: str


class Supply(Record, frozen=True):
    """AL-5.1 The cubes of a season, as [fuel, food, medicine, parts]."""

    home: dict[str, Cubes]
    setup_home: dict[str, Cubes]
    shared_12: dict[str, Cubes]
    shared_34: dict[str, Cubes]
    finkenwerder_per_cw: int
    setup_finkenwerder_per_cw: int


class HarassmentRow(Record, frozen=True):
    """AL-9.2 A row of a season's harassment table."""

    roll: int
    result: str
    level: int
    name: str


class Personnel(Record, frozen=True):
    """AL-6.6 A personnel marker."""

    id: str
    name: str
    nation: str
    placed_in: str
    maintenance_bonus: int
    movable_by_support: bool
    arrival: str
    arrival_text: str
    source: str


class ResolveBox(Record, frozen=True):
    """AL-9.9 A box of the Soviet Resolve track: the harassment chits in the cup while the marker stands there."""

    n: int
    sudden_death: bool
    chits_2: int = 0
    chits_34: int = 0
    step_2: int = 0
    step_34: int = 0
    chits: int = 0
    step: int = 0


def _cubes(named: dict[str, int]) -> Cubes:
    fuel, food, medicine, parts = (named[colour] for colour in COLOURS)
    return (fuel, food, medicine, parts)


TYPES = FOLDER.records(PlaneType, "planes.toml", "type")
COUNTERS = FOLDER.records(PlaneCounter, "planes.toml", "plane")
TYPE_OF: dict[str, PlaneType] = {id: TYPES[counter.type] for id, counter in COUNTERS.items()}
SQUADRONS = FOLDER.records(Squadron, "squadrons.toml", "squadron")
BASES = FOLDER.records(BaseCard, "bases.toml", "base")
SPACES = FOLDER.records(MapSpace, "map_spaces.csv")
EDGES = tuple(FOLDER.record(MapEdge, "map_edges.csv", row, strict=False) for row in FOLDER.csv("map_edges.csv"))
SCENARIOS = FOLDER.records(Scenario, "scenarios.toml", "scenario")
CAMPAIGN = FOLDER.record(Campaign, "scenarios.toml", FOLDER.toml("scenarios.toml")["campaign"])
_supply = FOLDER.toml("supply.toml")
SUPPLY = {season: FOLDER.record(Supply, "supply.toml", _supply[season]) for season in SEASONS}
CARDS = FOLDER.records(Card, "cards.toml", "card")
_solitaire = FOLDER.toml("solitaire.toml")
SOLITAIRE: dict[str, dict[int, Event]] = {
    season: {row["roll"]: FOLDER.record(Event, "solitaire.toml", row) for row in _solitaire[season]}
    for season in SEASONS
}
_markers = FOLDER.toml("markers.toml")
PERSONNEL = FOLDER.records(Personnel, "markers.toml", "personnel")
MARKERS: dict[str, int] = {name: count for name, count in _markers["markers"].items() if name != "source"}
CUBE_COUNTS: dict[str, int] = {name: count for name, count in _markers["cubes"].items() if name != "source"}
_tables = FOLDER.toml("tables.toml")
PROBLEM: tuple[tuple[str, ...], ...] = ((), *(tuple(_tables["problem"][f"level{n}"]) for n in (1, 2, 3, 4)))
"""PROBLEM[level][die - 1] of the Problem Results Chart."""
MAINTENANCE: tuple[str, ...] = tuple(_tables["maintenance"]["result"])
STACKING: dict[str, int] = {name: count for name, count in _tables["stacking"].items() if name != "source"}
HARASSMENT: dict[str, dict[int, HarassmentRow]] = {
    season: {
        row["roll"]: FOLDER.record(HarassmentRow, "tables.toml", row) for row in _tables["harassment"][season]["row"]
    }
    for season in SEASONS
}
SMOKE_LEVEL: dict[str, int] = {season: _tables["harassment"][season]["smoke_level"] for season in SEASONS}
_tracks = FOLDER.toml("tracks.toml")
DRAW_TRACK: int = _tracks["draw_track"]["last_draw_max"]
MORALE_MIN: int = _tracks["morale"]["min"]
MORALE_MAX: int = _tracks["morale"]["max"]
MORALE_SUPPORT: int = _tracks["morale"]["support_per_step"]
WHITE_BOXES: tuple[int, ...] = tuple(_tracks["morale"]["white_cubes"])
BLUE_BOXES: tuple[int, ...] = tuple(_tracks["morale"]["dark_blue_cubes"])
RESOLVE, RESOLVE_SOLO = (
    tuple(FOLDER.record(ResolveBox, "tracks.toml", box) for box in _tracks["soviet_resolve"][track])
    for track in ("box", "solo_box")
)
SCHEDULE: tuple[int, ...] = tuple(_tracks["schedule"]["percent"])


def _plans() -> dict[tuple[str, str], FlightPlan]:
    """AL-1.4 The sixteen faces; each slot such as "2C York" names the counter that flies there."""
    slots = {(c.squadron, f"{c.slot} {c.type}"): c for c in COUNTERS.values()}
    plans = {}
    for row in FOLDER.toml("flight_plans.toml")["plan"]:
        planes = []
        for flight in (1, 2, 3):
            for slot in row[f"flight_{flight}"]:
                counter = slots.get((row["squadron"], slot))
                if counter is None or row["season"] not in counter.seasons or counter.flight != flight:
                    raise DataError(f"airlift/flight_plans.toml: {row['id']} has no plane {slot!r} in planes.toml.")
                planes.append(counter.id)
        plans[row["season"], row["squadron"]] = FlightPlan(
            id=row["id"],
            season=row["season"],
            squadron=row["squadron"],
            start=row["start"],
            goals=_cubes(row["goals"]),
            solo_goals=_cubes(row["solo_goals"]),
            planes=tuple(planes),
            special_start=row.get("special_start", {}),
        )
    return plans


PLANS = _plans()
DECKS: dict[int, tuple[str, ...]] = {
    year: tuple(card.id for card in CARDS.values() if card.year == year) for year in (1948, 1949)
}
AIRBASES: tuple[str, ...] = tuple(id for id, base in BASES.items() if base.kind == "airbase")
CARGO_BASES: tuple[str, ...] = tuple(id for id in AIRBASES if not BASES[id].flying_boats_only)
"""The airbases that cubes, personnel and transfers may go to: all but Finkenwerder."""
CW_ONLY: tuple[str, ...] = tuple(id for id in CARGO_BASES if BASES[id].nation == "CW")
AIRPORTS: tuple[str, ...] = tuple(id for id, base in BASES.items() if base.outgoing_cargo)
"""Tempelhof, Gatow and Tegel."""
FILL_ORDER: tuple[str, ...] = ("fassberg", "celle", *(b for b in CARGO_BASES if b not in ("fassberg", "celle")))
"""AL-5.3, AL-5.4 Fassberg and Celle, then the others in the order of bases.toml."""
FLIGHT_CHITS: dict[str, tuple[str, ...]] = {
    id: tuple(f"{id}-{flight}" for flight in squadron.flights) for id, squadron in SQUADRONS.items()
}
CHIT_OF: dict[str, str] = {id: f"{counter.squadron}-{counter.flight}" for id, counter in COUNTERS.items()}
PLANES_OF: dict[str, tuple[str, ...]] = {
    chit: tuple(id for id in COUNTERS if CHIT_OF[id] == chit) for chit in CHIT_OF.values()
}
"""The planes of each flight, by its chit."""


def usable_by(nation: str, base: str) -> bool:
    """AL-1.6 Whether planes of a nation may use a base."""
    return BASES[base].nation in (nation, "BOTH")


def check_counts() -> None:
    """AL-1.2, AL-1.5, AL-1.7, AL-1.8, AL-6.6 The manifest: what must be in the box."""
    nations = [SQUADRONS[counter.squadron].nation for counter in COUNTERS.values()]
    counted = {
        "American planes": (nations.count("US"), 42),
        "Commonwealth planes": (nations.count("CW"), 38),
        "flight plans": (len(PLANS), 16),
        "cards of 1948": (len(DECKS[1948]), 27),
        "cards of 1949": (len(DECKS[1949]), 27),
        "personnel markers": (len(PERSONNEL), 14),
        "spaces": (len(SPACES), 48),
        "connections": (len(EDGES), 60),
    }
    for what, (there_are, wanted) in counted.items():
        if there_are != wanted:
            raise DataError(f"airlift: there are {there_are} {what}, the manifest says {wanted}.")
    for edge in EDGES:
        for end in (edge.a, edge.b):
            if end not in SPACES:
                raise DataError(f"airlift/map_edges.csv: there is no space {end!r}.")
    for card, season, event in every_event():
        for operation in (op for alternative in event.effects for op in alternative):
            if operation.op not in OPERATIONS:
                raise DataError(f"airlift: {card} in {season} asks for the unknown operation {operation.op!r}.")
    for level in PROBLEM[1:]:
        if len(level) != 8:
            raise DataError("airlift/tables.toml: a column of the Problem Results Chart needs eight rows.")
    for season in SEASONS:
        if sorted(HARASSMENT[season]) != list(range(2, 17)) or sorted(SOLITAIRE[season]) != list(range(2, 13)):
            raise DataError(f"airlift: the tables of {season} leave a roll without a row.")


def every_event() -> Iterable[tuple[str, str, Event]]:
    """Every event as (card, season, event); a row of a solitaire table is the card "solitaire-season-roll"."""
    for card in CARDS.values():
        for season in SEASONS[:2] if card.year == 1948 else SEASONS[2:]:
            yield card.id, season, card.event(season)
    for season, rows in SOLITAIRE.items():
        for roll, event in rows.items():
            yield f"solitaire-{season}-{roll}", season, event


check_counts()
