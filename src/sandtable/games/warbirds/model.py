"""WB-2 The state: what must be remembered."""

from __future__ import annotations

from typing import Final, Literal

from sandtable.games.warbirds.components import PARTS, POSITIONS
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import Record, State

APPROACH: Final = "approach"
ENEMY: Final = "enemy"
RETURN: Final = "return"
Phase = Literal["approach", "enemy", "return"]
"""WB-7 The phase of a mission: the way out, over enemy territory, the way home."""
Step = Literal[
    "preparation", "manning", "pilot", "event", "crew", "crew_resolution", "combat", "end_of_turn", "debriefing"
]
"""WB-5 Where in the sequence of play the tour stands."""
AVAILABLE, INFIRMARY, GONE = "available", "infirmary", "gone"
NOBODY = ""


class CrewMan(Record, frozen=True):
    """WB-2.3 A man on the mission. Damage 1 is injured, 2 incapacitated, 3 dead; no station: laid aside or dead."""

    seat: str
    station: str
    damage: int = 0
    kills: tuple[str, ...] = ()
    acted: bool = False

    @property
    def conscious(self) -> bool:
        """WB-2.5 Alive with damage 0 or 1."""
        return self.damage < 2

    @property
    def alive(self) -> bool:
        """Not dead."""
        return self.damage < 3


class Declaration(Record, frozen=True):
    """WB-10.2 What a man said he will do this turn."""

    man: str
    action: Option

    @property
    def verb(self) -> str:
        """What he will do."""
        return id_in(self.action, 0)

    @property
    def target(self) -> str:
        """WB-10.3, WB-10.4 The enemy he attacks, or the station he changes to."""
        return id_in(self.action, 2)


class MissionReport(Record, frozen=True):
    """WB-22.3 How one mission went."""

    mission: str
    ended: str
    cause: str
    turns: int
    hits: int
    kills: int
    medals: int
    lost: int
    score: int
    parts: tuple[tuple[str, int], ...]
    engines_out: tuple[int, ...]


class Warbirds(State, kw_only=True):
    """The tour, the mission, and where in the sequence of play we are (`step`)."""

    seats: tuple[str, ...]
    mission_order: str
    step: Step = "preparation"
    result: str = ""

    # WB-2.1 the tour
    victory_points: int = 0
    mission_deck: list[str]
    medal_supply: list[str]
    roster: dict[str, str]
    medals: dict[str, tuple[str, ...]]
    commander: int = 0
    reports: list[MissionReport]

    # WB-2.2 the mission
    mission: str = ""
    smallest_crew: int = 0
    phase: Phase = APPROACH
    phase_turns: int = 0
    turns: int = 0
    return_turns: int = 0
    formation_broken: bool = False
    broken_this_turn: bool = False
    alternate_turns: int | None = None
    bombs_gone: bool = False
    bombsight_prepared: bool = False
    drift_hand: tuple[str, ...] = ()
    drift_deck: list[str]
    bomb_hits: int = 0
    released_by: str = NOBODY
    fuel: int = 0
    fuel_saves: int = 0
    fuel_savers: tuple[str, ...] = ()
    parts: dict[str, int]
    engines_out: tuple[int, ...] = ()
    kept: list[str]
    reached_enemy_territory: bool = False
    mission_ended: str = ""
    bail_out_cause: str = ""

    # WB-2.3, WB-2.4 the men, the decks, the airspace
    crew: dict[str, CrewMan]
    transit_pile: list[str]
    transit_discard: list[str]
    enemy_pile: list[str]
    enemy_discard: list[str]
    damage_pile: list[str]
    damage_used: list[str]
    battlefield: dict[str, tuple[str, ...]]

    # WB-2.6 within a turn
    evaded: int = 0
    resolving: list[str]
    waiting: list[str]
    declared: list[Declaration]


def empty_battlefield() -> dict[str, tuple[str, ...]]:
    """WB-4.2 The eight positions, empty."""
    return dict.fromkeys(POSITIONS, ())


def undamaged() -> dict[str, int]:
    """WB-4.2 The four parts with 0 damage."""
    return dict.fromkeys(PARTS, 0)


def man_at(crew: dict[str, CrewMan], station: str) -> str:
    """The man, conscious or not, who is at a station; NOBODY if it is empty."""
    for id, man in crew.items():
        if man.station == station:
            return id
    return NOBODY


def holder(crew: dict[str, CrewMan], station: str) -> str:
    """WB-2.5 The conscious man who holds a station; NOBODY if it is unmanned."""
    for id, man in crew.items():
        if man.station == station:
            return id if man.damage < 2 else NOBODY
    return NOBODY


def captain(s: Warbirds) -> str:
    """WB-3.4 The seat of the man at the pilot station, else of the co-pilot, else the commander."""
    for station in ("pilot", "copilot"):
        man = holder(s.crew, station)
        if man:
            return s.crew[man].seat
    return s.seats[s.commander]
