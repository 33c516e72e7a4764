"""OB-2.1 The state: what must be remembered."""

from __future__ import annotations

from typing import Literal

from sandtable.kernel.state import Record, State

Step = Literal[
    "set_up",
    "assign",
    "choose_lz",
    "plan_strikes",
    "pregame_strikes",
    "reinforcement",
    "reserve",
    "call_up",
    "end_reinforcement",
    "recovery",
    "end_recovery",
    "drop",
    "movement",
    "facing",
    "end_movement",
    "step_one",
    "step_two",
    "announce",
    "assaults",
    "interdict",
    "end_combat",
]
"""Where in the sequence of play (OB-4) the game stands; the activities are listed in `play`."""

# Where a unit is when it is not on the map.
SET_UP = "set-up"
"""Waiting to be placed before the game."""
POOL = "pool"
"""OB-11.4.3 Volkssturm that may still be called up."""
LATER = "later"
"""A German formation that has not arrived, or an Allied division that has not dropped."""
BOX = "box"
"""OB-5.2 Off the map beside its entry area, ready to enter."""
LOST = "lost"
"""OB-15.3.2 Set aside: it tries to drop again next turn."""
DROPPING = "dropping"
"""OB-15.3.3 In the air: it lands this turn."""
DRIFTED = "drifted"
"""OB-15.3.8 Came down off the map: it enters in the next Allied Reinforcement Segment."""
ELIMINATED = "eliminated"
REMOVED = "removed"
"""Out of the game without Victory Points: deserted, drawn off the map, never coming."""
CALLED = "called"
"""OB-5.5 A Volkssturm unit just drawn from the pool and about to be placed."""
OFF_MAP_PLACES = (SET_UP, POOL, LATER, BOX, LOST, DROPPING, DRIFTED, ELIMINATED, REMOVED, CALLED)


class Unit(Record, frozen=True):
    """A unit: where it is (a hex or one of the places above) and how it stands."""

    at: str
    combat: bool = False
    disrupted: bool = False
    attacked: bool = False
    fired: bool = False
    moved: bool = False
    landed: bool = False
    half: bool = False
    """OB-15.4.3 It landed on an airfield this turn and moves with half of its allowance."""
    no_loc: bool = False
    entries: tuple[str, ...] = ()
    """The entry hexes it may use, while it waits in a box."""
    blocked: bool = False
    """OB-5.4 All its entry hexes were blocked in an earlier turn."""
    entry: str = ""
    """OB-6.2.4 The entry hex it used."""


class DivisionStatus(Record, frozen=True):
    """OB-2.1 An Allied division. `lz_alive` is set from the drop until the LZ is eliminated."""

    airfield: str = ""
    lz: str = ""
    lz_alive: bool = False
    public: bool = False
    dropped: bool = False
    arrived: bool = False
    source: str = ""
    """OB-6.2.4 What a division from off the map uses: an airfield, or "edge"."""
    success: bool = False
    """OB-15.4.3 The reserve division has rolled its arrival and waits for a place."""
    edge: str = ""


class Leader(Record, frozen=True):
    """OB-11.1 Goering or Himmler. `captured` is the turn of his capture."""

    hex: str
    captured: int = 0


class Attack(Record, frozen=True):
    """An attack that is being put together or carried out."""

    kind: str
    target: str
    units: tuple[str, ...] = ()
    strikes: int = 0
    napalm: int = 0


class March(Record, frozen=True):
    """One unit's move so far: half points spent, where it may go on spending, and how it began."""

    spent: int
    most: int
    """OB-3.3.2 What it may spend in all: its Maneuver MA."""
    most_combat: int
    """OB-3.3.2 Up to which total it may enter hexes in Combat Mode."""
    may_change: bool
    began_combat: bool
    fresh: bool = True
    """OB-3.2.3, OB-7.6 It has not left its first hex."""
    stopped: bool = False
    """OB-3.2.3 It has entered an enemy ZOC."""
    least_step: bool = True
    """OB-7.6 It may take one hex for its whole allowance."""


class OnToBerlin(State, kw_only=True):
    """The state of a game."""

    fog: bool = True
    variable: bool = False
    subways: bool = False
    tower: bool = False
    """OB-16.1 The Reichstag is a flak tower while its battalion is there."""
    turn: int = 0
    player: str = "german"
    step: Step = "set_up"
    vp: dict[str, int]
    units: dict[str, Unit]
    stacks: dict[str, tuple[str, ...]]
    """The units of each occupied hex, the top one last."""
    facing: dict[str, int]
    """OB-3.4.1 The facing 0-5 of each hex with Combat Mode units outside Built Up areas."""
    ruins: dict[str, bool]
    fallen: dict[str, int]
    """Eliminated strongpoints, with the turn."""
    divisions: dict[str, DivisionStatus]
    leaders: dict[str, Leader]
    hj_trigger: bool = False
    vs_trigger: bool = False
    strikes: int = 0
    napalm: int = 0
    struck: dict[str, bool]
    """OB-8.3.2 Hexes struck from the air in this player-turn."""
    plan: dict[str, tuple[int, int]]
    """OB-15.1.5 The pre-game strikes placed on each hex: how many, and how many of them napalm."""
    interdiction: dict[str, int]
    assaults: dict[str, tuple[str, ...]]
    """OB-8.5.2 The announced Close Assaults: target and units."""
    turned: dict[str, bool]
    active: str = ""
    """The unit that is moving, landing, retreating or advancing; everyone sees it."""
    march: March | None = None
    """How far the moving unit has come."""
    dropping: str = ""
    """The division that is dropping."""
    attack: Attack | None = None
    open: dict[str, bool]
    """OB-3.6.2 Hexes that take part in the combat being resolved: everyone sees their stacks."""
    drawn: bool = False
    """OB-11.4.3 The Volkssturm have been drawn."""
    subway_rides: int = 0
    ended: str = ""
    fights: dict[str, int]
    """How often each hex was attacked, for the heat map of reports."""
    tally: dict[str, int]
    """Figures for reports: Victory Points by source, losses in the drop."""
