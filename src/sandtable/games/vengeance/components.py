"""Loads data/ into frozen, validated, indexed records: the counters, tables and the map."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec

from sandtable.board.data import DataFolder
from sandtable.games.vengeance.map.ground import BuildingRow, Ground, HexRow
from sandtable.games.vengeance.map.line_of_sight import Sightlines
from sandtable.games.vengeance.model.aircraft import AirTables
from sandtable.games.vengeance.model.batteries import Oba
from sandtable.games.vengeance.model.conditions import Conditions
from sandtable.games.vengeance.model.guns import OrdnanceTables, read_ordnance
from sandtable.games.vengeance.model.vehicles import Armour, read_armour
from sandtable.kernel.errors import DataError

GAME_ID = "vengeance"
T = TypeVar("T")
SQUAD, HALF_SQUAD, CREW, LEADER, HERO = "squad", "hs", "crew", "leader", "hero"
DUMMY, UNKNOWN = "dummy", "unknown"
"""No men at all, and whatever an enemy `?` counter may hold (RV-A12.1, RV-A12.11)."""
MMC = (SQUAD, HALF_SQUAD, CREW)
COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)


_TOLD = (("hero", "1-4-9"), ("ae", " AE"), ("gestapo", "Gestapo"), ("party", "Party Leader"))


class UnitType(msgspec.Struct, frozen=True):
    """RV-0.6, RV-A1.1, RV-A25.1, RV-BRV8.3, RV-BRV8.7 What is printed on a personnel counter."""

    id: str
    side: str
    kind: str
    morale: int
    fp: int = 0
    range: int = 0
    broken_morale: int = 0
    grade: str = msgspec.field(default="", name="class")
    assault_fire: bool = False
    spraying_fire: bool = False
    underlined_morale: bool = False
    smoke_exponent: int = 0
    half_squad: str = ""
    assault_engineer: bool = False
    leadership: int = 0
    self_rally: bool = False
    commissar: bool = False
    partisan: bool = False
    """RV-A25.24 Partisans and the like: no human wave, and less steady in the heat of battle."""
    gestapo: bool = False
    mf: int = 0
    wounded_mf: int = 0
    wounded_range: int = 0
    wounded_morale: int = 0
    wounded_fp: int = 0

    @property
    def is_mmc(self) -> bool:
        """Squads, half-squads and crews."""
        return self.kind in MMC

    @property
    def name(self) -> str:
        """What is printed on the counter: 6-5-8, 9-1, hero; the tables know it by this name."""
        return self.id.split("_", 1)[1].replace("_", " ")

    @property
    def told(self) -> str:
        """Its name as a reader is told: 6-2-8 AE, Gestapo 8-0, 1-4-9."""
        told = self.name
        for name, better in _TOLD:
            told = told.replace(name, better)
        return told


class WeaponType(msgspec.Struct, frozen=True):
    """What is printed on a support weapon."""

    id: str
    side: str
    type: str
    fp: int = 0
    range: int = 0
    spraying: bool = False
    rof: int = 0
    b: int = 0
    x: int = 0
    pp: int = 0
    repair: int = 0
    dm_pp: int = 0
    dm_as: str = ""
    contact: int = 0
    """C1.21 The contact number of a radio or phone."""
    calibre: int = 0
    min_range: int = 0
    max_range: int = 0
    set_fp: int = 0
    th: tuple[int, ...] = ()
    tk: int = 0

    @property
    def is_mg(self) -> bool:
        """LMG, MMG, HMG and .50-cal."""
        return self.type in ("LMG", "MMG", "HMG", "HMG50")


class FortificationType(msgspec.Struct, frozen=True):
    """RV-B26.1 to RV-B30.1 What is printed on a fortification counter."""

    id: str
    capacity_squads: int = 0
    tem_direct: int = 0
    tem_indirect: int = 0
    ca_tem: int = 0
    nca_tem: int = 0
    fp: int = 0
    range: int = 0
    rof: int = 0
    armor_factor: int = 0
    crew_morale: int = 0


_TERRAIN_TOLD = {
    "BUILDING_STONE": "stone building", "BUILDING_WOOD": "wooden building", "RUBBLE_STONE": "stone rubble",
    "RUBBLE_WOOD": "wooden rubble", "FACTORY_GUTTED": "gutted factory", "SBAHN": "S-Bahn viaduct",
    "SBAHN_UNDER": "under the S-Bahn viaduct",
}  # fmt: skip


class Terrain(msgspec.Struct, frozen=True):
    """A row of terrain.csv, as far as Infantry needs it."""

    id: str
    kind: str
    tem: int
    tem_indirect: int
    cost: int
    """MF; 0 where it cannot be entered on foot in the ordinary way."""
    all_mf: bool
    hindrance: int
    conceal: bool
    rally: int
    entrench: bool
    open_ground: bool

    @property
    def told(self) -> str:
        """Its name in a sentence."""
        return _TERRAIN_TOLD.get(self.id) or self.id.lower().replace("_", " ")


class Components(msgspec.Struct, frozen=True):
    """Everything that never changes during a game."""

    units: dict[str, UnitType]
    weapons: dict[str, WeaponType]
    terrain: dict[str, Terrain]
    ift: dict[int, tuple[str, ...]]
    """For each column the results of Final DR 0 to 15."""
    residual: dict[int, int]
    residual_steps: tuple[int, ...]
    fire_lane: dict[int, int]
    replacement: dict[str, str]
    hardening: dict[str, str]
    heat_of_battle: dict[str, int]
    leader_creation: dict[str, int]
    cvp: dict[str, int]
    odds: tuple[tuple[int, int], ...]
    """The listed odds as (attack, defence), from the lowest."""
    kill: tuple[int, ...]
    hand_to_hand_kill: tuple[int, ...]
    cc_drm: dict[str, int]
    ambush: dict[str, int]
    search: dict[str, int]
    search_casualties: dict[str, int]
    elr: dict[str, int]
    fires: dict[str, Any]
    special_movement: dict[str, dict[str, Any]]
    """Human waves, sewers and tunnels: their numbers."""
    ordnance: OrdnanceTables
    armour: Armour
    oba: Oba
    conditions: Conditions
    air: AirTables
    fortifications: dict[str, FortificationType]
    bridge_demolition: dict[str, Any]
    printed_works: dict[str, str]
    """The names of fortifications in orders of battle, and their types."""
    edges: dict[str, tuple[str, ...]]
    core_ids: dict[str, dict[str, str]]
    fingerprint: str


def _terrain(row: dict[str, str]) -> Terrain:
    def number(text: str) -> int:
        return int(text) if text.lstrip("-").isdigit() else 0

    cost = row["inf"].removesuffix("R").removesuffix("+COT")
    return Terrain(
        row["id"],
        row["kind"],
        number(row["tem"]),
        number(row["tem_indirect"]),
        1 if cost == "1or2" else number(cost),
        cost == "ALL",
        number(row["hindrance"]),
        row["conceal"] == "yes",
        number(row["rally"]),
        row["entrench"] == "yes",
        row["og"] in ("yes", "if1"),
    )


def _chains(*tables: tuple[str, list[list[str]]]) -> dict[str, str]:
    """'6-5-8' of the Germans is ge_6-5-8; the result keeps words such as none, disrupted, fanatic and a final x2."""
    becomes_by_name: dict[str, str] = {}
    for prefix, rows in tables:
        for name, becomes in rows:
            word = becomes in ("none", "disrupted", "fanatic", "heroic")
            becomes_by_name[prefix + name] = becomes if word else prefix + becomes
    return becomes_by_name


def _morale_chains(morale: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    one, two, hard = morale["replacement"], morale["replacement_other"], morale["battle_hardening"]
    both = (("ge_", two), ("ru_", two))
    replacement = _chains(
        ("ge_", one["german"]), ("ge_", two["german_hs"]), ("ru_", two["russian"]), ("ru_", two["russian_hs"]),
        *((p, t["crews"]) for p, t in both), *((p, t["leaders"]) for p, t in both),
        ("ge_party_", two["party_leaders"]), ("ge_gestapo_", two["gestapo"]),
    )  # fmt: skip
    hardening = _chains(
        ("ge_", hard["german"]), ("ru_", hard["russian"]), ("ge_", hard["crews"]), ("ru_", hard["crews"]),
        ("ge_", hard["leaders"]), ("ru_", hard["leaders"]),
        ("ge_party_", hard["party_leaders"]), ("ge_gestapo_", hard["gestapo"]),
    )  # fmt: skip
    for engineers, plain in (("ru_6-2-8ae", "ru_6-2-8"), ("ru_3-2-8ae", "ru_3-2-8")):
        replacement[engineers], hardening[engineers] = replacement[plain], hardening[plain]
    return replacement, hardening


def _odds(ratios: list[str]) -> tuple[tuple[int, int], ...]:
    pairs = []
    for ratio in ratios[1:-1]:
        attack, defence = ratio.split("-")
        pairs.append((int(attack), int(defence)))
    return tuple(pairs)


def _elr(table: dict[str, dict[str, int]], units: dict[str, UnitType]) -> dict[str, int]:
    """RV-BRV8.1, RV-BRV8.1a, RV-BRV8.1b The ELR of each type; half-squads have that of their squads."""
    elr_of: dict[str, int] = {}
    for unit in units.values():
        listed = table[unit.side]
        name = unit.name.removesuffix("ae") + (" assault engineer" if unit.name.endswith("ae") else "")
        elr_of[unit.id] = listed.get(name, listed["SMC"])
    return elr_of | {unit.half_squad: elr_of[unit.id] for unit in units.values() if unit.half_squad}


def _numbers(table: dict[str, Any]) -> dict[str, int]:
    """The numbers of a table, without the notes on their source."""
    return {name: value for name, value in table.items() if isinstance(value, int)}


def _sections(file: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The tables of a file, without its notes."""
    return {name: table for name, table in file.items() if isinstance(table, dict)}


def _fire_tables(folder: DataFolder) -> dict[str, Any]:
    """RV-A7.1, RV-A8.2, RV-A9.22 The IFT, residual FP and fire lanes."""
    rows, fire = folder.csv("ift.csv"), folder.toml("ift_equivalence.toml")
    return {
        "ift": {column: tuple(row[str(column)] for row in rows) for column in COLUMNS},
        "residual": dict(fire["residual"]["rows"]),
        "residual_steps": tuple(fire["residual"]["steps"]),
        "fire_lane": dict(fire["fire_lane"]["rows"]),
    }


def _morale_tables(folder: DataFolder) -> dict[str, Any]:
    """RV-A10.31, RV-A15.1, RV-A18.1, RV-A26.2 What units become, leaders made in play, casualty points."""
    morale = folder.toml("morale.toml")
    replacement, hardening = _morale_chains(morale)
    return {
        "replacement": replacement,
        "hardening": hardening,
        "heat_of_battle": morale["heat_of_battle"]["drm"],
        "leader_creation": morale["leader_creation"]["drm"],
        "cvp": _numbers(morale["cvp"]),
    }


def _close_combat_tables(folder: DataFolder) -> dict[str, Any]:
    """RV-A11.11, RV-A11.4, RV-A12.152 Odds and kill numbers, ambush, searches."""
    close = folder.toml("close_combat.toml")
    return {
        "odds": _odds(close["odds"]["ratio"]),
        "kill": tuple(close["odds"]["kill"]),
        "hand_to_hand_kill": tuple(close["odds"]["hand_to_hand_kill"]),
        "cc_drm": _numbers(close["drm"]),
        "ambush": _numbers(close["ambush"]),
        "search": _numbers(close["search"]),
        "search_casualties": _numbers(close["search_casualties"]),
    }


def read(folder: DataFolder) -> Components:
    """Read and check the tables."""
    units = folder.records(UnitType, "units.toml", "unit")
    works = folder.toml("fortifications.toml")
    return Components(
        **_fire_tables(folder),
        **_morale_tables(folder),
        **_close_combat_tables(folder),
        units=units,
        weapons=folder.records(WeaponType, "support_weapons.toml", "weapon"),
        terrain={row["id"]: _terrain(row) for row in folder.csv("terrain.csv")},
        elr=_elr(folder.toml("tables.toml")["elr"], units),
        fires=folder.toml("fires.toml"),
        special_movement=_sections(folder.toml("special_movement.toml")),
        ordnance=read_ordnance(folder),
        armour=read_armour(folder),
        oba=folder.record(Oba, "oba.toml", folder.toml("oba.toml")),
        conditions=folder.record(Conditions, "night_weather.toml", folder.toml("night_weather.toml")),
        air=folder.record(AirTables, "aircraft.toml", folder.toml("aircraft.toml")),
        fortifications=folder.records(FortificationType, "fortifications.toml", "type"),
        bridge_demolition=works["bridge_demolition"],
        printed_works=works["printed"],
        edges={name: tuple(hexes) for name, hexes in folder.toml("map/edges.toml").items() if isinstance(hexes, list)},
        core_ids=_sections(folder.toml("core_ids.toml")),
        fingerprint=folder.fingerprint(),
    )


def read_ground(folder: DataFolder) -> Ground:
    """RV-MAP6, RV-MAP7, RV-MAP14, RV-MAP15 The map of the Reichstag quarter."""
    buildings = list(folder.records(BuildingRow, "map/buildings.toml", "building").values())
    try:
        rows = [
            HexRow(
                row["hex"], int(row["col"]), int(row["y2"]), row["base"], row["bank"], row["building"], row["material"],
                float(row["levels"] or 0), int(row["elevation"]), row["features"],
            )
            for row in folder.csv("map/hexes.csv")
        ]  # fmt: skip
    except ValueError as fault:
        raise DataError(f"{GAME_ID}: the map is not as it should be: {fault}") from None
    sides = [(row["hex_a"], row["hex_b"], row["features"]) for row in folder.csv("map/hexsides.csv")]
    places = {
        hex: place["name"] for place in reversed(folder.toml("map/places.toml")["place"]) for hex in place["hexes"]
    }
    return Ground(rows, sides, buildings, places)


@cache
def folder() -> DataFolder:
    """The data folder of the game."""
    return DataFolder("sandtable.games.vengeance", GAME_ID)


@cache
def components() -> Components:
    """The components, read once."""
    return read(folder())


@cache
def ground() -> Ground:
    """The map, read once."""
    return read_ground(folder())


@cache
def sightlines() -> Sightlines:
    """The lines of sight of the map."""
    return Sightlines(ground())
