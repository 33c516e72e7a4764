"""The state: what must be remembered of a battle (RV-0.1 to RV-0.4)."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.campaign import Campaign, LeaderRoll
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.field_works import LaborCounter, Labour, Screen, SetCharge, Work
from sandtable.games.vengeance.model.guns import Acquisition, Gun
from sandtable.games.vengeance.model.sequence import MeleeStep, Phase, Step
from sandtable.games.vengeance.model.traces import Alteration, Shelled, ShotsFired, Volley, WallClaim
from sandtable.games.vengeance.model.vehicles import Commander, Drive, Vehicle
from sandtable.kernel.state import Record, State

GERMAN, RUSSIAN = "german", "russian"
SIDES = (GERMAN, RUSSIAN)

FLAME, BLAZE = 1, 2
"""RV-B25.1, RV-B25.2 What burns in a Location: it may still go out, or it drives out everybody."""
PREP, OPPORTUNITY, FIRST, FINAL = "prep", "opportunity", "first", "final"
"""Fire markers. Prep also marks what fired in the Advancing Fire Phase: it is used for this Player Turn."""


class Unit(Record, frozen=True):
    """RV-0.3 A personnel counter. `at` is its Location, "" while it waits off the map."""

    id: str
    type: str
    side: str
    at: str = ""
    elr: int = 4
    group: int = 0
    broken: bool = False
    dm: bool = False
    disrupted: bool = False
    pinned: bool = False
    cx: bool = False
    ti: bool = False
    searching: bool = False
    """RV-A11.11 It is TI because it searched or mopped up."""
    wounded: bool = False
    heroic: bool = False
    fanatic: bool = False
    berserk: bool = False
    melee: bool = False
    shellhole: bool = False
    """It uses the cover of the shellholes in its hex."""
    dug: bool = False
    """RV-A.6 It is IN a foxhole, trench or ditch."""
    wired: bool = False
    """RV-B26.1 It is on wire."""
    bypass: str = ""
    """RV-A4.3 How it goes around the building of its hex: "+12" clockwise along the hexsides 1 and 2; "" not at all."""
    wall: bool = False
    """RV-B9.2 It has claimed wall advantage."""
    sheltered: bool = False
    """RV-B9.22 It has used the cover inside its hex in this Player Turn."""
    wave: bool = False
    """It is, or was in this Player Turn, in a human wave."""
    climbing: str = ""
    """The hex beyond the cliff on which it hangs."""
    encircled: int = 0
    """RV-A7.7 Not 0 if it is encircled; counts down to its end."""
    labor: int = 0
    """RV-B27.11 What it has dug in vain counts for its next attempt: 0, -1 or -2."""
    concealed: bool = False
    hidden: bool = False
    fired: str = ""
    moved: bool = False
    """It spent MF in this Movement Phase."""
    acted: bool = False
    """It has done its one thing of this Rally or Rout Phase."""
    fausts: int = 0
    """RV-C13.3 How often it has tried for a Panzerfaust in this Player Turn."""
    expended: int = 0
    """RV-A7.35 Weapons that it has used up for good in this fire phase: thrown charges, empty flamethrowers."""
    smoked: bool = False
    """It has tried smoke grenades in this Movement Phase."""
    landed: bool = False
    """It has got off a vehicle in this Movement Phase: half its MF, no double time."""
    aboard: str = ""
    """The vehicle on which it rides; its own `at` is then empty."""
    cloak: str = ""
    """RV-E1.4 The Cloaking counter under which it is."""
    free: bool = False
    """RV-E1.21 At night: it has Freedom of Movement."""
    from_bridge: bool = False
    """RV-CG8 At night: it set up on a bridge of the Spree."""


class Weapon(Record, frozen=True):
    """RV-0.4 A support weapon, held by a unit or lying in a Location."""

    id: str
    type: str
    side: str
    holder: str = ""
    at: str = ""
    group: int = 0
    malfunctioned: bool = False
    dm: bool = False
    """RV-A9.8 Dismantled."""
    fired: str = ""
    used: bool = False
    """It has fired in this fire phase, whether or not its rate of fire was kept."""
    carried: bool = False
    """It was carried into another Location in this Movement Phase."""
    tried: tuple[str, ...] = ()
    """The units that tried to recover or repair it in this phase."""


class Move(Record, frozen=True):
    """RV-A4.2 The stack that is moving. `here` counts the MF spent in the Location where it is now."""

    units: tuple[str, ...]
    spent: int = 0
    here: int = 0
    mode: str = ""
    road: bool = True
    """Every MF so far was spent along a road."""
    double: int = 0
    leader: str = ""
    """The leader with whom its MMC have moved all the time."""
    window: bool = False
    """The DEFENDER is being asked for fire at the last expenditure."""
    scorched: bool = False
    """Residual FP or a fire lane has attacked it where it is now."""
    over: bool = False
    """It ends when the DEFENDER has fired: assault movement, minimum move."""
    overrun: str = ""
    """RV-A4.15 The Location in which it runs a lone man down."""
    came: str = ""
    """The Location it left last."""
    crossing: str = ""
    """RV-A8.15 The hexside it has just crossed, while the DEFENDER is asked."""
    bumped: str = ""
    """RV-A12.15 The Location in which it ran into enemies that it did not know of."""
    cost: int = 0
    """What the step cost that led it into them."""
    placing: tuple[str, str] = ("", "")
    """RV-A23.1 The demolition charge that is being placed, and where."""
    charge: str = ""
    """A berserk unit's goal."""
    dark: str = ""
    """RV-E1.53 At night: careful, sure or astray; "" if it cannot stray."""
    strange: int = 0
    """Hexes that it entered neither along a road nor inside a building."""
    boarding: tuple[str, str] = ("", "")
    """The unit that gets on a vehicle, and the vehicle."""


class Wave(Record, frozen=True):
    """A human wave: its units with the MF each has left, in the order of the chain."""

    target: str
    left: tuple[tuple[str, int], ...]
    done: tuple[str, ...] = ()
    """Those that have moved in this impulse."""
    cost: tuple[tuple[str, int], ...] = ()
    """What each of them has spent in this impulse."""
    due: tuple[str, ...] = ()
    """The Locations entered in this impulse at which the DEFENDER has not been asked yet."""


class Tunnel(Record, frozen=True):
    """A secret link between two Locations; `known` once the enemy has found it."""

    side: str
    ends: tuple[str, str]
    known: bool = False


class Charge(Record, frozen=True):
    """RV-A23.1 A demolition charge that was placed and goes off in the Advancing Fire Phase."""

    weapon: str
    target: str
    drm: int
    origin: str = ""
    """RV-B23.711 From where it was placed, if it is placed against the hexside between."""
    against: str = ""
    """RV-B29.5 The roadblock that it was placed against."""
    vehicle: str = ""
    """RV-A23.3 The vehicle that it was placed at."""


class Fallen(Record, frozen=True):
    """RV-A10.2 A leader who broke, died or was pinned; the units around him have not felt it yet."""

    type: str
    side: str
    at: str
    pinned: bool
    drm: int
    id: str = ""


class Attack(Record, frozen=True):
    """RV-A11.11 One declared attack in close combat."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Melee(Record, frozen=True):
    """RV-A11.1 The close combat that is being fought in one Location."""

    at: str
    step: MeleeStep = "ambush"
    ambusher: str = ""
    hand_to_hand: bool = False
    attacks: tuple[Attack, ...] = ()
    withdrawals: tuple[tuple[str, str], ...] = ()
    """Units that withdraw, and where to."""


class Battle(State, kw_only=True):
    """RV-0.1, RV-0.2 A battle: what is in each Location, how it was changed, who controls it; and the rest.

    `at` says which units are in each Location; it always agrees with the units.
    """

    scenario: str
    turn: int = 0
    player_turns: int = 0
    """Player Turns that have begun."""
    side: str = RUSSIAN
    """The ATTACKER: the side whose Player Turn it is."""
    phase: Phase = "setup"
    step: Step = ""
    units: dict[str, Unit]
    weapons: dict[str, Weapon]
    at: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    guns: dict[str, Gun] = msgspec.field(default_factory=dict)
    acquired: dict[str, Acquisition] = msgspec.field(default_factory=dict)
    """RV-C6.5 The acquisition counters, by Gun, mortar or vehicle."""
    spotters: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-C9.1 The unit that spots for each mortar."""
    residual: dict[str, int] = msgspec.field(default_factory=dict)
    lanes: dict[str, tuple[str, int]] = msgspec.field(default_factory=dict)
    """RV-A9.22 Fire lanes: the machine gun and its firepower, by Location."""
    smoke: dict[str, int] = msgspec.field(default_factory=dict)
    foxholes: dict[str, int] = msgspec.field(default_factory=dict)
    """RV-B27.1 How many half-squads the foxholes of a Location hold."""
    hits: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """RV-A7.7 The hexsides through which fire has come into a Location with effect in this Player Turn."""
    flames: dict[str, int] = msgspec.field(default_factory=dict)
    """RV-B25.1 1 is a Flame, 2 a Blaze, by Location."""
    altered: list[Alteration] = msgspec.field(default_factory=list)
    """RV-B24.11, RV-B23.711, RV-B29.1, RV-BRV11.311 What became of hexes and hexsides, in the order of the changes."""
    works: dict[str, Work] = msgspec.field(default_factory=dict)
    """RV-B26.1 to RV-B30.1 Fortification counters."""
    labor: list[LaborCounter] = msgspec.field(default_factory=list)
    """RV-B24.7, RV-BRV9.213 The Labor counters."""
    labours: list[Labour] = msgspec.field(default_factory=list)
    """What is rolled for at the end of this Movement Phase."""
    set_charges: list[SetCharge] = msgspec.field(default_factory=list)
    """RV-A23.7 Set demolition charges; the enemy does not know of them."""
    bridge_limits: dict[str, int] = msgspec.field(default_factory=dict)
    """RV-BRV11.313 Tons that a Partially Destroyed bridge Location carries."""
    limits_known: list[str] = msgspec.field(default_factory=list)
    """RV-BRV11.311 Bridge Locations whose limit the Russian knows."""
    banners: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-BRV14.3 Emplaced Red Banners: their Location."""
    screens: dict[str, Screen] = msgspec.field(default_factory=dict)
    """RV-A24.2 SMOKE and WP, by hex."""
    control: dict[str, str] = msgspec.field(default_factory=dict)
    open_control: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-A26.1 Control as both sides know it: nothing that unknown units took or deny."""
    secretly_taken: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """RV-A26.1 Locations that unknown units have taken, with the sides that believe to hold them."""
    covers: dict[str, int] = msgspec.field(default_factory=dict)
    """RV-BRV3.6 The `?` counters that a side has left to set up."""
    hiding: dict[str, int] = msgspec.field(default_factory=dict)
    """RV-A12.2 The half-squads that a side may still set up hidden."""
    reduced: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """RV-A7.302 Half-squads that are left of squads, and the weapons of which they keep one."""
    acting: list[str] = msgspec.field(default_factory=list)
    """Units and weapons that the activity is about; nobody imagines them again before it ends."""
    move: Move | None = None
    wave: Wave | None = None
    skirting: list[str] = msgspec.field(default_factory=list)
    """RV-A4.3 The units in bypass; it always agrees with the units."""
    claims: list[WallClaim] = msgspec.field(default_factory=list)
    """RV-B9.21 Who is to be asked for wall advantage before play goes on."""
    entered: list[str] = msgspec.field(default_factory=list)
    """Units that went into a sewer in this Player Turn."""
    tunnels: dict[str, Tunnel] = msgspec.field(default_factory=dict)
    """Tunnels by id."""
    underway: dict[str, str] = msgspec.field(default_factory=dict)
    """Units in a tunnel, and the end at which they come out."""
    shots: dict[str, ShotsFired] = msgspec.field(default_factory=dict)
    """How often each firer has fired at the moving stack where it is now."""
    directing: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """RV-A7.53 Leaders who have directed fire, and the firers of that attack."""
    volleys: list[Volley] = msgspec.field(default_factory=list)
    """RV-A7.55 From where to where there was fire in this phase (in the Movement Phase: at this expenditure)."""
    charges: list[Charge] = msgspec.field(default_factory=list)
    fallen: list[Fallen] = msgspec.field(default_factory=list)
    alarms: list[str] = msgspec.field(default_factory=list)
    """RV-A14.1 Sides whose sniper has been called by a roll of the enemy."""
    melee: Melee | None = None
    fought: list[str] = msgspec.field(default_factory=list)
    """Locations whose close combat of this phase is over."""
    advanced: list[str] = msgspec.field(default_factory=list)
    """Locations that Infantry advanced into in this Advance Phase."""
    fausts: dict[str, int] = msgspec.field(default_factory=dict)
    """RV-C13.3 Panzerfausts that a side has left."""
    vehicles: dict[str, Vehicle] = msgspec.field(default_factory=dict)
    """Vehicles and wrecks. Scenarios without any must not pay for them: ask first whether there are any."""
    mended: list[tuple[str, str]] = msgspec.field(default_factory=list)
    """RV-D1.8 The vehicles and weapons whose repair was tried in this Rally Phase."""
    commanders: list[Commander] = msgspec.field(default_factory=list)
    """RV-SCN4, RV-RePh8.6206 Armor Leaders for whom their owner has still to name a vehicle: his secret."""
    leader_rolls: list[LeaderRoll] = msgspec.field(default_factory=list)
    """RV-RePh8.6206 Groups whose owner has still to say whether he rolls for a leader: his secret."""
    drive: Drive | None = None
    engaged: list[str] = msgspec.field(default_factory=list)
    """Units and vehicles that have attacked in the close combat of this phase."""
    self_rallied: int = 0
    snipers: dict[str, str] = msgspec.field(default_factory=dict)
    san: dict[str, int] = msgspec.field(default_factory=dict)
    made: dict[str, int] = msgspec.field(default_factory=dict)
    """How many counters each side has got in play; their ids follow from it."""
    numbering: str = ""
    """RV-RePh8.627 The secret order in which new counters are numbered; "" as they come."""
    cvp: dict[str, int] = msgspec.field(default_factory=dict)
    """Casualty points that each side has lost."""
    lost: dict[str, int] = msgspec.field(default_factory=dict)
    """What became of units: counts for the report."""
    ec: str = "moderate"
    wind: int = 0
    """RV-B25.6 The force of the wind: 0 none, 1 mild, 2 heavy."""
    weather: str = "clear"
    """RV-E3.3, RV-E3.4 clear, overcast, mist or fog."""
    rain: bool = False
    gusts: bool = False
    """E3.5 In this Player Turn."""
    night: Night | None = None
    lights: list[Light] = msgspec.field(default_factory=list)
    """RV-E1.91 Starshells and IR rounds."""
    flashes: list[str] = msgspec.field(default_factory=list)
    """RV-E1.8 Locations with a Gunflash."""
    asked: list[str] = msgspec.field(default_factory=list)
    """What was asked or noted once and need not be again in this phase: RV-E1.92 sides that have had their chance of a
    starshell; who names a side in his note keeps it from the other."""
    steady: list[str] = msgspec.field(default_factory=list)
    """RV-E1.53 Units that did not stray in this Movement Phase."""
    batteries: dict[str, Battery] = msgspec.field(default_factory=dict)
    """RV-C1.1 Off-board artillery."""
    interrogated: bool = False
    """RV-E2.1 The ATTACKER has interrogated civilians in this Rally Phase."""
    shelled: list[Shelled] = msgspec.field(default_factory=list)
    """RV-C1.5 Which unit has been shelled in which hex in this phase."""
    planes: dict[str, Plane] = msgspec.field(default_factory=dict)
    """RV-E7.1 Aircraft."""
    wind_direction: int = 0
    """Where it blows to, 1 to 6 clockwise from the north; 0 while there was none yet."""
    campaign: Campaign | None = None
    """RV-CGS1 The campaign of which this battle is a part."""
    areas: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-RePh8.605 The Set Up Area to which a hex belongs: german-1, russian-2."""
    posts: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-RePh8.613 Where a unit of the campaign will set up: an area, or enter, on_board, reserve, off."""
    pending: list[str] = msgspec.field(default_factory=list)
    """Sides or things that still have their turn in this step of the Refit Phase."""
    issued: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-RePh8.61421 Weapons that can be replaced, with their type and the type of unit that brought them."""
    identified: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-A.12 The types of counters made in play that both sides have seen: so one knows later who they were."""
    control_at_start: dict[str, str] = msgspec.field(default_factory=dict)
    """RV-CG29 Who controlled the building Locations when the scenario of the campaign began."""
    exited: dict[str, int] = msgspec.field(default_factory=dict)
    """RV-SCN8 Casualty points of a side's Infantry that left the map in Good Order where its task says so."""
    winner: str = ""
    won_by: str = ""
