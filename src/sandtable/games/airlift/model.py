"""AL-2.1 to AL-2.6 The state: what must be remembered between two activities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from sandtable.games.airlift.components import EMPTY, Cubes
from sandtable.kernel.state import Record, State

READY = "ready"
MAINTENANCE = "maintenance"
FLIGHT = "flight"
DOWNED = "downed"
ASIDE = "aside"

POOL = "pool"
BOX = "box"

Step = Literal[
    "start_box",
    "replenish",
    "bidding",
    "card",
    "effect",
    "additional",
    "draw",
    "support",
    "maintenance",
    "activation",
    "end_of_turn",
    "end_of_season",
]
"""Where in the sequence of play (AL-4) the game stands."""


class Plane(Record, frozen=True):
    """AL-2.3 A plane: where it is, what it carries, what troubles it."""

    status: str = ASIDE
    place: str = ""
    """The base it stands at, or the space it is in."""
    came_from: str = ""
    """The space it came from: its direction on a diversion path."""
    cargo: Cubes = EMPTY
    outgoing: str = ""
    problems: int = 0
    unidentified: bool = False
    divert: bool = False
    no_second_chance: bool = False
    smoke: bool = False
    northern: bool = False
    """It took off from a shared airbase and may use the northern corridor (option AL-18.3)."""


class Player(Record, frozen=True):
    """AL-2.2 A player's squadron. `vp` are those gained during play, this season."""

    support: int = 0
    vp: int = 0
    delivered: Cubes = EMPTY
    outgoing: tuple[int, int] = (0, 0)
    downed: int = 0


class Base(Record, frozen=True):
    """AL-2.4 An airbase or airport."""

    active: bool = True
    damaged: bool = False
    """Torn up by the C-74: repaired for 3 support (AL-19.1)."""
    support: int = 0
    """Support lying on the INACTIVE marker."""
    cubes: Cubes = EMPTY
    marked: Cubes = EMPTY
    """How many of the cubes carry a transfer marker."""
    outgoing: tuple[int, int] = (0, 0)
    snack_bar: bool = False


class SeasonResult(Record, frozen=True):
    """What a season that is over brought each squadron, for the campaign and for reports."""

    season: str
    morale: int
    scores: tuple[int, ...]
    delivered: tuple[int, ...]
    downed: tuple[int, ...]
    goals: tuple[int, ...]
    won: bool


class Airlift(State, kw_only=True):
    """AL-2.1 to AL-2.5 Everything on the table. Only the order of deck and cup is secret, and they have none."""

    scenario: str
    variants: tuple[str, ...]
    seats: tuple[str, ...]
    season: str
    step: Step
    ap: str
    turn: int = 1
    last_draw: int = 6
    weather: str = ""
    severity: int = 0
    cleared: bool = False
    cup: list[str]
    drawn: list[str]
    deck: list[str]
    discards: list[str]
    card: str = ""
    """The card turned up this turn, or the row of the solitaire table as "season-roll"."""
    players: dict[str, Player]
    planes: dict[str, Plane]
    bases: dict[str, Base]
    stacks: dict[str, tuple[str, ...]]
    """AL-2.6 Planes in flight by space, the top plane last."""
    ground: dict[str, tuple[str, ...]]
    """Planes standing at a base, ready or in maintenance."""
    personnel: dict[str, str]
    """Where each personnel marker is: pool, box, a base, berlin, or a plane."""
    morale: int = 0
    track: list[bool]
    """Whether the box of that morale still holds its cube, from -10 to +10."""
    morale_support: int = 0
    resolve: int = 0
    refugees: int = 0
    released: tuple[int, int] = (0, 0)
    """Outgoing cubes in the released box: out of play this season."""
    caltf: bool = False
    c74_used: bool = False
    c74: str = ""
    c74_must_fly: bool = False
    pool: list[int]
    support_pool: int = 0
    upkeep: dict[str, int]
    """AL-10.5 Support lying at a base for maintenance rolls, by "seat@base"."""
    hurry: dict[str, int]
    """AL-7.23 Movement added to a player's planes this turn."""
    unavailable: list[str]
    flight: str = ""
    """The flight whose impulse it is."""
    waiting: list[str]
    """Seats or planes that have yet to act in this step."""
    passed: list[str]
    outgoing_taken: bool = False
    results: list[SeasonResult]
    ledger: dict[str, int]
    """Counts for reports: support spent by category, auctions won, harassment suffered."""
    ended: str = ""
    """Why the game is over; empty while it goes on."""


class Sees(Protocol):
    """What state and view have in common: rules that only look take either."""

    @property
    def scenario(self) -> str: ...
    @property
    def variants(self) -> tuple[str, ...]: ...
    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def season(self) -> str: ...
    @property
    def ap(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def last_draw(self) -> int: ...
    @property
    def weather(self) -> str: ...
    @property
    def severity(self) -> int: ...
    @property
    def players(self) -> Mapping[str, Player]: ...
    @property
    def planes(self) -> Mapping[str, Plane]: ...
    @property
    def bases(self) -> Mapping[str, Base]: ...
    @property
    def stacks(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def ground(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def personnel(self) -> Mapping[str, str]: ...
    @property
    def morale(self) -> int: ...
    @property
    def morale_support(self) -> int: ...
    @property
    def resolve(self) -> int: ...
    @property
    def upkeep(self) -> Mapping[str, int]: ...
    @property
    def hurry(self) -> Mapping[str, int]: ...
    @property
    def unavailable(self) -> Sequence[str]: ...
    @property
    def c74(self) -> str: ...
    @property
    def c74_must_fly(self) -> bool: ...
    @property
    def flight(self) -> str: ...
    @property
    def pool(self) -> Sequence[int]: ...


def in_order_from(s: Sees, seat: str) -> tuple[str, ...]:
    """AL-0.3 The seats in order from one of them, then to the left."""
    at = s.seats.index(seat)
    return s.seats[at:] + s.seats[:at]


def is_solitaire(s: Sees) -> bool:
    """AL-20.1 One squadron alone."""
    return len(s.seats) == 1
