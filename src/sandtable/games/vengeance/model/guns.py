"""Guns: what is printed on them and in the To Hit and To Kill charts, and what is remembered of each in a battle."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.board.data import DataFolder
from sandtable.kernel.state import Record

INFANTRY, AREA, VEHICLE = "infantry", "area", "vehicle"
"""RV-C3.2 The target types."""
HE, AP, HEAT, APCR, SMOKE = "HE", "AP", "HEAT", "APCR", "SMOKE"
SPECIAL = {HEAT: "H", APCR: "A", SMOKE: "s", HE: "HE", AP: "AP"}
"""RV-C8.1, RV-C8.2 The letter of each ammunition in the `special` data of a weapon."""
MORTAR = "MTR"


class Ordnance(msgspec.Struct, frozen=True, kw_only=True):
    """What fires a shell, whatever carries it: a Gun, a light mortar, the main armament of a vehicle."""

    calibre: int
    barrel: str = ""
    """'*' short, '' normal, 'L' long, 'LL' very long."""
    rof: int = 0
    b: int = 12
    arc: str = "NT"
    """RV-C2.1, RV-D1.3 How it turns: T, ST or NT, for Case A."""
    ap: bool = True
    special: dict[str, int] = {}
    mortar: bool = False
    min_range: int = 0
    max_range: int = 0
    """0 if none is printed."""
    ife: int = 0
    tk_class: str = ""
    """Its row of the To Kill chart where calibre and barrel do not say it."""
    tk_dice: int = 1
    intensive_fire: bool = True


class Limbered(msgspec.Struct, frozen=True):
    """RV-C10.2 What a Gun is while it is limbered, if it can fire then at all."""

    calibre: int
    barrel: str
    rof: int
    b: int


class GunType(msgspec.Struct, frozen=True):
    """RV-C2.1, RV-C2.5 What is printed on a Gun."""

    id: str
    side: str
    name: str
    type: str
    calibre: int
    barrel: str
    rof: int
    b: int
    repair: int
    x: int
    m: int
    ringed_m: bool
    size: int
    ca: str
    ap: bool
    qsu: bool
    special: dict[str, int] = {}
    min_range: int = 0
    max_range: int = 0
    ife: int = 0
    tk_class: str = ""
    tk_dice: int = 1
    dm_pp: int = 0
    rfnm: bool = False
    intensive_fire: bool = True
    limbered: Limbered | None = None
    note: str = ""
    source: str = ""
    doubtful: tuple[str, ...] = ()

    @property
    def is_mortar(self) -> bool:
        """RV-C9.1"""
        return self.type == MORTAR


class Gun(Record, frozen=True):
    """RV-0.4 A Gun on the map. A covered arc c points at the corner between the hexsides c and c + 1 (RV-D1.31)."""

    id: str
    type: str
    side: str
    at: str = ""
    crew: str = ""
    """The unit that mans it, "" if nobody does."""
    ca: int = 0
    group: int = 0
    malfunctioned: bool = False
    limbered: bool = False
    dm: bool = False
    """RV-C9.3 Dismantled: its crew carries it."""
    emplaced: bool = True
    """RV-C2.5 It has not moved since set-up and does not stand on a paved road."""
    fired: str = ""
    used: str = ""
    """The phase in which it has fired last in this Player Turn."""
    last: int = 0
    """RV-C2.6 The Player Turn in which it fired last."""
    intensive: int = 0
    """RV-C5.5 The Player Turn of its last intensive fire."""
    depleted: tuple[str, ...] = ()
    """RV-C8.1 Special ammunition that has run out."""
    stuck: bool = False
    """RV-C10.1 It may not be manhandled again in this scenario."""
    towed: str = ""
    """RV-C10.2 The vehicle that tows it."""
    tried: tuple[str, ...] = ()
    """The units that tried to recover or repair it in this phase."""


class Acquisition(Record, frozen=True):
    """RV-C6.5 The acquisition counter of a weapon: on a Location, or on a vehicle wherever it goes."""

    target: str
    type: str
    value: int


class OrdnanceTables(msgspec.Struct, frozen=True):
    """The charts of the chapters C2 to C13."""

    guns: dict[str, GunType]
    range_bands: tuple[tuple[int, int], ...]
    basic: dict[str, tuple[int, ...]]
    """RV-C3.1 The Basic To Hit numbers by target type and colour, one for each range band."""
    gun_modifiers: dict[str, tuple[int, ...]]
    colours: dict[str, str]
    cases: dict[str, dict[str, Any]]
    """RV-C5.1, RV-C6.1 The cases A to R."""
    other_drm: dict[str, int]
    he_columns: tuple[tuple[int, int], ...]
    """The smallest calibre of a class and its FP."""
    unarmored_line: dict[int, int]
    ap: dict[str, int]
    ap_bands: tuple[tuple[int, int], ...]
    ap_range: dict[str, tuple[int | None, ...]]
    ap_unarmored: tuple[tuple[int, int], ...]
    apcr: dict[str, int]
    apcr_bands: tuple[tuple[int, int], ...]
    apcr_range: dict[str, tuple[int | None, ...]]
    heat: dict[str, int]
    heat_unarmored: int
    he: tuple[tuple[int, int, int], ...]
    """The smallest calibre of a class, its TK number against armour, and against soft vehicles."""
    rear: int
    elevation: tuple[int, ...]


def _bands(rows: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((low, high) for low, high in rows)


def _changes(table: dict[str, Any]) -> dict[str, tuple[int | None, ...]]:
    """The lines of a range table; NA is None."""
    return {
        name: tuple(None if value == "NA" else int(value) for value in row)
        for name, row in table.items()
        if name.startswith("cal_")
    }


def _numbers(table: dict[str, Any]) -> dict[str, int]:
    return {name: value for name, value in table.items() if isinstance(value, int)}


_SOFT = (("atr_to_28mm", 0), ("mm37_57", 37), ("mm65_83", 65), ("mm85_95", 85), ("mm100_plus", 100))
"""The lines of the unarmored AP chart, with the smallest calibre of each."""


def read_ordnance(folder: DataFolder) -> OrdnanceTables:
    """Read and check the Guns and their charts."""
    guns = folder.records(GunType, "guns.toml", "gun")
    hit, kill, fire = folder.toml("to_hit.toml"), folder.toml("to_kill.toml"), folder.toml("ift_equivalence.toml")
    lists = {name: tuple(row) for name, row in hit["basic"].items() if isinstance(row, list)}
    he = kill["he_flame_basic"]
    return OrdnanceTables(
        guns=guns,
        range_bands=_bands(hit["ranges"]["bands"]),
        basic=lists,
        gun_modifiers={name: tuple(row) for name, row in hit["gun_modifiers"].items() if isinstance(row, list)},
        colours={name: colour for name, colour in hit["colour"].items() if name != "source"},
        cases={row["case"]: row for row in hit["drm"]},
        other_drm=_numbers(hit["other_drm"]),
        he_columns=tuple((calibre, fp) for calibre, fp in fire["he_by_calibre"]["rows"]),
        unarmored_line=dict(fire["unarmored_vehicle_line"]["rows"]),
        ap=_numbers(kill["ap_basic"]),
        ap_bands=_bands(kill["ap_range_change"]["bands"]),
        ap_range=_changes(kill["ap_range_change"]),
        ap_unarmored=tuple((least, kill["ap_unarmored"][name]) for name, least in _SOFT),
        apcr=_numbers(kill["apcr_basic"]),
        apcr_bands=_bands(kill["apcr_range_change"]["bands"]),
        apcr_range=_changes(kill["apcr_range_change"]),
        heat=_numbers(kill["heat_basic"]),
        heat_unarmored=kill["heat_basic"]["unarmored_final"],
        he=tuple((int(name), row[0], row[1]) for name, row in he.items() if name.isdigit()),
        rear=kill["tk_other_changes"]["rear_facing"],
        elevation=tuple(kill["tk_other_changes"]["elevation_advantage"]),
    )
