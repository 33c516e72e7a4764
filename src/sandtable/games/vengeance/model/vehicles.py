"""Vehicles: what is printed on them (RV-D1.1 to RV-D1.9), and what must be remembered of each one in a battle."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.board.data import DataFolder
from sandtable.kernel.state import Record

TRACKED, HALFTRACK, TRUCK, ARMORED_CAR = "tracked", "halftrack", "truck", "armored_car"
WRECKED, BURNING, BURIED = "wreck", "burning", "buried"
SHOCK, UNCONFIRMED = "shock", "unconfirmed kill"
MA, BMG, CMG, AAMG, REAR_MG, BOW_FT = "MA", "BMG", "CMG", "AAMG", "rear MG", "bow FT"
FRONT, SIDE, REAR = "front", "side", "rear"
HULL, TURRET = "hull", "turret"


class VehicleType(msgspec.Struct, frozen=True):
    """RV-D1.1, RV-D1.3, RV-D1.6, RV-D1.7, RV-D1.8 What is printed on a vehicle counter."""

    id: str
    side: str
    name: str
    type: str
    mp: int
    red_mp: bool
    size: int
    turret: str
    gun: str
    cs: int
    brew_up: bool
    weight_t: int
    radio: bool
    front: int = 0
    side_armor: int = 0
    turret_front: int = 0
    turret_side: int = 0
    unarmored: bool = False
    open_topped: bool = False
    rof: int = 0
    b: int = 12
    b_circled: bool = False
    ap: bool = True
    ife: int = 0
    aa_capable: bool = False
    intensive_fire: bool = True
    tk_class: str = ""
    bmg: int = 0
    cmg: int = 0
    aamg: int = 0
    rear_mg: int = 0
    bow_ft: int = 0
    bow_ft_x: int = 0
    aamg_optional: bool = False
    aamg_class: str = ""
    mg_range: int = 8
    cmg_note: str = ""
    bmg_note: str = ""
    aamg_note: str = ""
    special: dict[str, int] = {}
    passenger_pp: int = 0
    tow: int = 0
    inherent_crew: bool = True
    reverse_multiplier: int = 4
    off_road_bonus: bool = False
    low_ground_pressure: bool = False
    high_ground_pressure: bool = False
    crew: str = ""
    notes: str = ""
    source: str = ""
    doubtful: tuple[str, ...] = ()
    cupola: bool = False
    """RV-B30.9 An armored cupola."""

    @property
    def is_afv(self) -> bool:
        """An armoured vehicle; the others are soft (RV-D15.1)."""
        return not self.unarmored

    @property
    def fully_tracked(self) -> bool:
        """Neither wheels nor half-tracks."""
        return self.type == TRACKED

    @property
    def has_gun(self) -> bool:
        """Whether its main armament is a gun and not a machine gun."""
        return self.gun not in ("none", CMG, AAMG)

    @property
    def calibre(self) -> int:
        """The calibre of its gun in mm, 0 without one."""
        digits = "".join(letter for letter in self.gun if letter.isdigit())
        return int(digits) if digits else 0

    @property
    def has_turret(self) -> bool:
        """RV-D1.3 T, ST, RST and 1MT turn by themselves; NT and none do not."""
        return self.turret not in ("NT", "none")

    @property
    def top(self) -> int:
        """RV-D1.6 The armour of its top: the lowest AF it has."""
        return min(self.front, self.side_armor, self.turret_front, self.turret_side)

    def armour(self, where: str, facing: str) -> int:
        """RV-D1.6 The AF of hull or turret on a facing; the rear has that of the side."""
        if where == TURRET:
            return self.turret_front if facing == FRONT else self.turret_side
        return self.front if facing == FRONT else self.side_armor


class Vehicle(Record, frozen=True):
    """RV-0.5 A vehicle in play, or its wreck. A covered arc c points at the corner between the hexsides c and c + 1."""

    id: str
    type: str
    side: str
    at: str = ""
    vca: int = 0
    tca: int = 0
    group: int = 0
    bypass: int = -1
    """RV-D2.3, RV-P5.1 The hexside of its hex along which it stands; -1 if it is in the hex itself."""
    tail_end: bool = False
    """RV-D2.2 It has backed along its hexside, and stands at the end to which its rear points."""
    wall: bool = False
    """RV-B9.2 It has claimed wall advantage."""
    sheltered: bool = False
    """RV-B9.22 It has used the cover inside its hex in this Player Turn."""
    motion: bool = False
    """RV-D2.11 Not Stopped: in its own MPh it moves, after that it is in Motion."""
    entered: bool = False
    """It has entered a hex or a hexside in this Player Turn."""
    moved: bool = False
    """It has spent MP in this Movement Phase, or has given up doing so."""
    owed: int = 0
    """Half MP that loading has cost it before its own move."""
    reversing: bool = False
    """RV-D2.2 It drives backwards until it stops."""
    ce: bool = True
    """Crew Exposed; else Buttoned Up."""
    forced_bu: bool = False
    """RV-D5.3 Buttoned Up for the rest of the Player Turn."""
    fired: str = ""
    """The fire marker of its main armament."""
    gun_phase: str = ""
    """The phase in which its main armament has fired last."""
    used: tuple[str, ...] = ()
    """The weapons that have fired in this phase or are used up for the Player Turn."""
    malfunctioned: tuple[str, ...] = ()
    disabled: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """RV-D6.63, RV-RePh8.6143 Machine guns that were taken out and serve as support weapons."""
    depleted: tuple[str, ...] = ()
    """RV-D13.31 Special ammunition and dischargers that are used up."""
    intensive: int = 0
    """Not 0 after intensive fire, until it may fire again."""
    bogged: bool = False
    mired: bool = False
    bog_fails: int = 0
    immobile: bool = False
    out_of_gas: bool = False
    """RV-CG6 Its tank is empty: it drives no more, its weapons work."""
    stunned: bool = False
    stuns: int = 0
    """RV-P12, RV-D5.34 How often it was Stunned: from the first on +1 to all its TH, IFT and CC DR."""
    recalled: bool = False
    shock: str = ""
    """RV-C7.5 Shocked, or an Unconfirmed Kill."""
    abandoned: bool = False
    dug_in: bool = False
    cellar: bool = False
    """RV-B23.41 It fell into a cellar."""
    wreck: str = ""
    leader: str = ""
    """RV-D3.4 The type of its armor leader."""
    inexperienced: bool = False
    aamg: bool = True
    """RV-H1.41 Whether an optional AAMG is fitted."""
    supplemental: bool = False
    """RV-BRV16.7 Supplemental armor."""
    reacted: tuple[str, ...] = ()
    """RV-D7.2 The units that have attacked it in CC Reaction Fire in this MPh."""
    tried_motion: bool = False
    """RV-D2.4 It has made its motion attempt of this MPh."""
    free: bool = False
    """RV-E1.21 At night: it has Freedom of Movement."""
    concealed: bool = False
    hidden: bool = False
    written: bool = False
    """RV-BRV16.4 It set up concealed: its condition is written down in secret until an enemy has seen it."""


class Drive(Record, frozen=True):
    """RV-D2.1 The vehicle that moves. MP are counted in halves, as roads cost half of one (RV-B3.1)."""

    vehicle: str
    spent: int = 0
    here: int = 0
    """Half MP spent in the hex where it is now."""
    bonus: int = 0
    """RV-D2.5 Half MP gained by excessive speed."""
    window: bool = False
    """The DEFENDER is being asked for fire and reaction at the last expenditure."""
    attack: str = ""
    """What waits until the DEFENDER has acted: an overrun, a crossing, loading."""
    about: tuple[str, ...] = ()
    """The units or the hex that the attack is about."""
    came: str = ""
    """The Location it left last."""
    path: tuple[tuple[str, int], ...] = ()
    """Where it has spent MP in this move, and how many halves."""
    underbelly: bool = False
    """RV-D4.3 It climbs through a breach and shows its underbelly."""
    loading: str = ""
    """RV-D6.1 What the last expenditure was for: others may load or unload in it, too."""
    escort: tuple[str, ...] = ()
    """RV-D9.1 Infantry that moves along with it."""
    walked: int = 0
    """MF that its escort has spent."""
    overran: tuple[str, ...] = ()
    over: bool = False
    """It ends when the DEFENDER has acted."""
    bumped: str = ""
    """RV-A12.15 The Location in which it ran into enemies that its side did not know of."""
    halted: bool = False
    """It cannot go on: bogged, immobilized, stunned."""
    in_motion: bool = False
    """RV-D5.3 It was in Motion when this move began."""


class Commander(Record, frozen=True):
    """RV-SCN4, RV-RePh8.6206 An Armor Leader of a group whose vehicle is still to be named."""

    side: str
    group: int
    leader: str


class Bog(msgspec.Struct, frozen=True):
    """RV-D8.2, RV-D8.3 The numbers of the bog DR."""

    final_min: int
    stone_building_or_rubble: int
    wooden_building_or_rubble: int
    woods_at_z: int
    woods_at_all: int
    debris: int
    trench_or_wire: int
    entering_higher_level: int
    ec: dict[str, int]
    truck_or_halftrack: int
    high_ground_pressure: int
    low_ground_pressure: int
    red_mp: int
    free_max: int
    mire_min: int
    mired_free_max: int


class Costs(msgspec.Struct, frozen=True):
    """RV-D2.6 The MP columns of a row of terrain.csv, as they stand there, and whether it asks for a bog DR."""

    tracked: str
    halftrack: str
    truck: str
    ac: str
    bog: bool


class Armour(msgspec.Struct, frozen=True):
    """The components of the vehicle chapters."""

    types: dict[str, VehicleType]
    bog: Bog
    destruction: tuple[dict[str, str], ...]
    """RV-C7.7 The rows of the AFV Destruction Table, the best result first."""
    costs: dict[str, Costs]
    ccv: dict[str, int]
    drm_vs_vehicle: dict[str, int]


def _cupolas(folder: DataFolder) -> dict[str, VehicleType]:
    """RV-B30.9 Armored cupolas are vehicles that never move: a turret with a machine gun, always Buttoned Up."""
    cupolas = {}
    for row in folder.toml("fortifications.toml")["type"]:
        if row["id"].startswith("cupola"):
            id, af = f"ge_{row['id']}", row["armor_factor"]
            cupolas[id] = VehicleType(
                id, "german", f"{row['id'].split('_')[1].upper()} cupola", TRACKED, mp=0, red_mp=False, size=1,
                turret=row["turret"], gun=CMG, cs=0, brew_up=False, weight_t=0, radio=False, front=af, side_armor=af,
                turret_front=af, turret_side=af, rof=row["rof"], cmg=row["fp"], mg_range=row["range"], cupola=True,
            )  # fmt: skip
    return cupolas


def read_armour(folder: DataFolder) -> Armour:
    """Read and check the vehicles and their tables."""
    types = folder.records(VehicleType, "vehicles.toml", "vehicle")
    bog = folder.record(Bog, "bog.toml", folder.toml("bog.toml")["bog"])
    close = folder.toml("close_combat.toml")
    return Armour(
        types | _cupolas(folder),
        bog,
        tuple(folder.toml("afv_destruction.toml")["row"]),
        {
            row["id"]: Costs(row["tracked"], row["halftrack"], row["truck"], row["ac"], row["bog"] == "B")
            for row in folder.csv("terrain.csv")
        },
        _numbers(close["ccv_vs_vehicle"]),
        _numbers(close["drm_vs_vehicle"]),
    )


def _numbers(table: dict[str, Any]) -> dict[str, int]:
    return {name: value for name, value in table.items() if isinstance(value, int)}
