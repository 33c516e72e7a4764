"""Off-board artillery: the batteries of a battle and what is printed of them (chapter C1, BRV15.1)."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.model.sequence import BatteryStage
from sandtable.kernel.state import Record, replace

HE, SMOKE, IR = "HE", "SMOKE", "IR"
"""The missions."""
SR, FFE1, FFE2, FFEC = "SR", "FFE:1", "FFE:2", "FFE:C"
"""The markers of a mission on the map."""
BLACK, RED = "black", "red"
RADIO, PHONE, OBSERVER, PLANE = "radio", "phone", "observer", "plane"
"""By what a battery is worked."""


class Battery(Record, frozen=True):
    """RV-C1.1 A module: one battery with its draw pile and its mission."""

    id: str
    module: str
    side: str
    by: str = RADIO
    weapon: str = ""
    """The radio or phone."""
    keeper: str = ""
    """RV-CG9a The unit that had it at the start: while it has it, the enemy does not know who has it."""
    post: str = ""
    """RV-C1.63 The hex of its off-board observer; RV-E7.6 of its observation plane."""
    black: int = 0
    red: int = 0
    """Chits that are left in the pile."""
    reds: int = 0
    """Red chits that were drawn and count."""
    given_back: bool = False
    """RV-C1.1 The first Red of a battalion mortar went back into the pile."""
    registered: tuple[str, ...] = ()
    """RV-C1.7 Pre-registered hexes."""
    unrecorded: int = 0
    """How many more hexes its owner may pre-register at set-up."""
    stage: BatteryStage = ""
    """Where it is in its actions of this phase."""
    access: bool = False
    mission: str = ""
    marker: str = ""
    at: str = ""
    """The hex of its marker."""
    harassing: bool = False
    seen_enemy: bool = False
    """RV-C1.33 A Known enemy was in or next to the hex when the fire for effect began."""
    fired: bool = False
    """It has placed a fire for effect."""
    ended: bool = False
    after: str = ""
    """The battery that must have ended before this one may be used."""


def as_seen(battery: Battery, seat: str) -> Battery:
    """RV-A.12 Its numbers and markers are public; observers and pre-registered hexes are its owner's secret."""
    if battery.side == seat:
        return battery
    return replace(
        battery, by="", weapon="", keeper="", post="", registered=(), unrecorded=0, stage="", seen_enemy=False
    )  # fmt: skip


class Chits(msgspec.Struct, frozen=True):
    """Black and Red chits."""

    black: int
    red: int


class Piles(msgspec.Struct, frozen=True):
    """RV-C1.1 The draw pile of a side before it is changed."""

    german: Chits
    russian: Chits


class PileChanges(msgspec.Struct, frozen=True):
    """RV-C1.1, RV-C1.7 What ammunition and pre-registration add to a draw pile."""

    plentiful: Chits
    scarce: Chits
    pre_registered: Chits


class Accuracy(msgspec.Struct, frozen=True):
    """RV-C1.3 Up to which dr a round falls where it was aimed."""

    german: int
    russian: int


class Supply(msgspec.Struct, frozen=True):
    """RV-SCN9 Up to which Final DR the ammunition of a side is plentiful, and normal."""

    plentiful: int
    normal: int


class Ammunition(msgspec.Struct, frozen=True):
    """RV-SCN9 The ammunition roll; Russian medium and heavy artillery has a DRM."""

    german: Supply
    russian: Supply
    drm: int
    drm_from_mm: int


class Firepower(msgspec.Struct, frozen=True):
    """RV-C1.5 The FP of each calibre."""

    rows: tuple[tuple[int, int], ...]


class Geometry(msgspec.Struct, frozen=True):
    """RV-C1.3 to RV-C1.5 Distances in hexes."""

    sr_correction: int
    ffe_correction: int
    ffe_error: int
    sr_error_divisor: int
    blast_radius: int


class Reconstructed(msgspec.Struct, frozen=True):
    """Values of C1 that are our own reading."""

    harassing_radius: int
    harassing_divisor: int
    rocket_radius: int
    rocket_ring_divisor: int
    blast_height: int
    reds_to_end: int
    security_dr: int
    observer_level: int
    plane_level: int
    shellholes_from_mm: int
    shellholes_max: int
    ir_step: int
    ir_steps: int


class Contact(msgspec.Struct, frozen=True):
    """RV-C1.21 The DRM of a contact attempt."""

    pinned: int


class Vehicles(msgspec.Struct, frozen=True):
    """RV-C1.51 Vehicles under indirect fire."""

    k_number: tuple[tuple[int, int], ...]
    thick_from: int
    thick: int
    thin_to: int
    thin: int
    open_topped: int


class ModuleType(msgspec.Struct, frozen=True):
    """RV-BRV15.1 What a battery of a calibre can do."""

    name: str
    side: str
    calibre: int
    smoke: bool = False
    ir: bool = False
    battalion_mortar: bool = False
    op_vehicle: bool = False
    rocket: bool = False


class Oba(msgspec.Struct, frozen=True):
    """RV-C1 The tables of off-board artillery (oba.toml)."""

    draw_pile: Piles
    draw_pile_changes: PileChanges
    accuracy: Accuracy
    ammunition: Ammunition
    firepower: Firepower
    geometry: Geometry
    reconstructed: Reconstructed
    contact: Contact
    vehicles: Vehicles
    module: tuple[ModuleType, ...]

    def type(self, side: str, name: str) -> ModuleType:
        """The module of a side and a calibre such as "120mm"."""
        return next(m for m in self.module if (m.side, m.name) == (side, name))

    def fp(self, calibre: int) -> int:
        """RV-C1.5 The FP of a calibre."""
        return dict(self.firepower.rows)[calibre]
