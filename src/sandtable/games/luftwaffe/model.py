"""What must be remembered. LW-2.1"""

from __future__ import annotations

from typing import Literal

from msgspec import field

from sandtable.games.luftwaffe.components import AMERICAN, Aircraft, Scenario, parts
from sandtable.games.luftwaffe.map.geography import Zone, zone
from sandtable.kernel.state import Record, State

Step = Literal[
    "deploy",
    "sneak",
    "missions",
    "placing",
    "dummies",
    "reveal",
    "escorts",
    "first_turn",
    "german_start",
    "german_move",
    "german_combat",
    "german_end",
    "american_start",
    "american_move",
    "uncover",
    "flak",
    "bomb",
    "american_combat",
    "american_end",
    "raid_over",
    "solo_raid",
    "from_russia",
    "fighter_plans",
    "quarter_begins",
    "withdrawals",
    "railroads",
    "swaps",
    "production",
    "merging",
    "raid_or_skip",
    "raf",
    "set_up_raid",
    "shuttle_legs",
    "fuel_adjustment",
    "railroad_limit",
    "income",
    "rebuild_american",
    "rebuild_german",
    "quarter_ends",
    "complexes",
    "spies",
    "naming",
    "over",
]
"""Where in the sequence of play (chapter 4, LW-12.4) the game stands; the activities are listed in `play`."""


class American(Record, frozen=True):
    """An American unit. Its mission, plan and covered place are secrets of the American (LW-2.2).

    `status`: reserve, covered, sneak (waiting for its Sneak Raid), up (face up), recovered, lost, withdrawn, russia,
    returning (planned to fly from Russia in this raid).
    """

    type: str
    factors: int
    status: str
    hex: str = ""
    front: str = ""
    home: str = ""
    """Where a bomber must recover: west, south or russia."""
    mission: str = ""
    bombed: bool = False
    turned: bool = False
    """On the way home: it has bombed, or aborted (LW-7.18)."""
    start: str = ""
    flown: int = 0
    spare: int = 0
    """Movement that was left at the target of a bomber that flew on (LW-14.3.1)."""
    escort: str = ""
    """The type of the bombers that it escorts closely."""
    homing: bool = False
    moved: bool = False
    fired: bool = False
    path: tuple[str, ...] = ()
    used: int = 0
    origin: str = ""
    strike: str = ""
    """Where it attacks or bombs this turn, if not in the hex where it ends (LW-14.2, LW-14.3)."""
    assailants: tuple[str, ...] = ()
    quarry: bool = False
    """Left its bombers to attack its assailants this turn (LW-8.6)."""
    released: bool = False
    """Has left a bomb group to attack: never close escort again in this raid (LW-8.6)."""
    clock: str = ""
    from_russia: bool = False


class German(Record, frozen=True):
    """A German unit. `status`: reserve, off (kept off the map), ground, air, lost, withdrawn."""

    type: str
    factors: int
    status: str
    hex: str = ""
    fuelled: bool = True
    staging: bool = False
    moved: bool = False
    used: int = 0
    fired: bool = False
    strike: str = ""
    clock: str = ""
    took_off: int = 0
    base: str = ""
    """The base from which a rocket started the quarter (LW-12.14.5)."""
    held_back: bool = False
    """Stands over fighters with bombers in reach, and may not attack them this turn (LW-15.2.1)."""


class Clock(Record, frozen=True):
    """LW-6.2, LW-6.3 An AIRCRAFT TIME piece: the turn in which the time is up, and whether tanks are carried."""

    due: int
    tanks: bool
    since: int


class Arrival(Record, frozen=True):
    """LW-3.4, LW-13.4 A Sneak Raid, or the units that come back from Russia: secret until LW-7.6 shows it."""

    turn: int = 0
    number: int = 0
    units: tuple[str, ...] = ()
    told: int = 0
    """What the German knows: 0 nothing, 1 that it comes, 2 its number, 3 all."""


class QuarterRecord(Record, frozen=True):
    """What a quarter brought, for reports."""

    id: str
    raid: bool
    destroyed: int
    standing: int
    american_lost: int
    german_lost: int
    american_fuel: int
    german_fuel: int


class Luftwaffe(State, kw_only=True):
    """The whole game."""

    game: str
    flags: tuple[str, ...]
    """The options in use."""
    solo: str = ""
    """"" for two players; who moves the free fighters in a solo game (LW-17.3)."""
    raid: str = ""
    """The prepared raid of a solo game, hidden from its player (LW-17.2)."""
    quarter: str = ""
    zone_key: str
    step: Step
    turn: int = 0
    americans: dict[str, American]
    germans: dict[str, German]
    clocks: dict[str, Clock] = field(default_factory=dict)
    entered: dict[str, int] = field(default_factory=dict)
    """The turn in which each American type with a time piece was uncovered in this raid (LW-6.3)."""
    staged: dict[str, int] = field(default_factory=dict)
    """The last turn in which a unit of a German type took off to stage (LW-8.1)."""
    destroyed: dict[str, str] = field(default_factory=dict)
    """Destroyed cities, each with the quarter (or "raid") and how it fell."""
    fresh: list[str] = field(default_factory=list)
    """Cities destroyed in this raid (LW-12.15)."""
    unusable: tuple[str, ...] = ()
    jet_bases: tuple[str, ...] = ()
    sneak: Arrival = Arrival()
    shuttle: Arrival = Arrival()
    dummies: tuple[str, ...] = ()
    guns_fired: tuple[str, ...] = ()
    """AA cities that have fired this turn (LW-9.1.4)."""
    moving: tuple[str, ...] = ()
    """The units that move at this moment."""
    battle: str = ""
    """The hex of the battle that is fought at this moment."""
    queue: tuple[str, ...] = ()
    """Units or cities that the present step still has to ask about."""
    rest: Step | Literal[""] = ""
    """The step of the set-up that its player leaves to the program."""
    fuel: dict[str, int] = field(default_factory=dict)
    """Factors lost to fuel in this raid, by side (LW-10.4)."""
    losses: dict[str, int] = field(default_factory=dict)
    """Factors lost in the whole game, by "cause type"."""
    raid_losses: dict[str, int] = field(default_factory=dict)
    """Factors lost in this raid from all causes, by side."""
    replacements: dict[str, int] = field(default_factory=dict)
    """Replacement factors: bomber, fighter, german."""
    rail_limit: int = 0
    key: str = ""
    """The letter of the key industry, a secret of the German (LW-15.5.1)."""
    named: tuple[str, ...] = ()
    grounded: str = ""
    """The quarter in which no German aircraft fly (LW-15.5.2)."""
    closed_shuttles: tuple[str, ...] = ()
    """Homes from which no shuttle to Russia may start any more (LW-13.8), and "fighters" (LW-14.10.6)."""
    legs: dict[str, int] = field(default_factory=dict)
    """Shuttle units that set out and arrived in this raid, by leg (LW-13.8)."""
    produced: int = 0
    damaged_school: bool = False
    raided: bool = False
    history: list[QuarterRecord] = field(default_factory=list)
    result: str = ""

    @property
    def scenario(self) -> Scenario:
        return parts().scenarios[self.game]

    @property
    def zone(self) -> Zone:
        return zone(self.zone_key)

    @property
    def individual(self) -> bool:
        """LW-11.1 Every unit keeps its own time."""
        return "individual_time" in self.flags

    @property
    def pass_through(self) -> bool:
        """LW-14.2 Attacks in hexes passed through."""
        return self.scenario.pass_through_attacks


def kind_of(unit: American | German) -> Aircraft:
    """The aircraft of a unit."""
    return parts().types[unit.type]


def is_bomber(unit: American) -> bool:
    """Whether an American unit carries bombs."""
    return parts().types[unit.type].bomber


def evaluation(s: Luftwaffe, id: str) -> int:
    """LW-1.8 The printed E of a unit: its own where the counter has one."""
    counter = parts().units[id]
    unit = s.americans[id] if counter.side == AMERICAN else s.germans[id]
    return counter.e if counter.e >= 0 and counter.type == unit.type else parts().types[unit.type].e


def tag_of(id: str) -> str:
    """School, railroad, jet_swap or jet_production; a stand-in has the tag of the jet it stands for (LW-18.1)."""
    return parts().units[parts().stands_for.get(id, id)].tag


def entry_of(id: str) -> str:
    """The quarter in which a unit is due."""
    return parts().units[parts().stands_for.get(id, id)].entry


def flown_as(flags: tuple[str, ...], id: str) -> tuple[str, str]:
    """LW-15.4, LW-18.1 The counter and the type with which a unit of an order of battle enters."""
    p = parts()
    for type, pairs in p.stand_ins.items():
        if f"experimental_{type}" in flags and id in pairs:
            return pairs[id], type
    type = p.units[id].type
    if "jets_forbidden" in flags and p.types[type].kind == "jet":
        return id, "fw190"
    return id, type
