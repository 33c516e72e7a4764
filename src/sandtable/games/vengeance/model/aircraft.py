"""Aircraft: what must be remembered of them, and their tables (chapter E7)."""

from __future__ import annotations

import msgspec

from sandtable.kernel.state import Record


class Plane(Record, frozen=True):
    """RV-E7.1 An aircraft. It is away, over the battle for three own Player Turns, or gone for good."""

    id: str
    type: str
    side: str
    here: bool = False
    turns: int = 0
    """Own Player Turns that it stays, this one included."""
    bombs: bool = False
    attacked: bool = False
    """RV-E7.2 It has made its attack, or lost it, in this Player Turn."""
    asked: bool = False
    """Its owner has been asked in this phase."""
    target: str = ""
    """The hex that it attacks now."""
    passes: int = 0
    """RV-E7.41 Passes that it may still make at the target."""
    smoke: int = 0
    """RV-E7.3 What the module adds to its sighting checks."""
    gone: str = ""
    """shot down, driven off, left"""


class AircraftType(msgspec.Struct, frozen=True):
    """RV-E7.4, RV-E7.41 What is printed on an aircraft."""

    id: str
    side: str
    name: str
    bombs: bool = False
    mg_fp: int = 0
    mg_tk: int = 0
    rof_with_bombs: int = 0
    rof_without_bombs: int = 0
    defense: int = 0
    observes: bool = False


class Sighting(msgspec.Struct, frozen=True):
    """RV-E7.3 The Sighting Task Check."""

    morale: int
    concealment_terrain: int
    concealed: int
    moving_vehicle: int
    vehicle_in_open: int
    bridge_or_road: int
    night_illuminated: int
    gunflash: int
    mistaken_hexes: int


class AirAttack(msgspec.Struct, frozen=True):
    """RV-E7.1, RV-E7.4"""

    stay: int
    bomb_to_hit: int
    bomb_fp: int
    bomb_miss_divisor: int
    moving_vehicle: int


class Antiaircraft(msgspec.Struct, frozen=True):
    """RV-E7.5, RV-E7.6"""

    heavy_ife: int
    ife_from: int
    gun: int
    machine_gun: int
    observation_plane: int
    gun_range: int
    machine_gun_range: int
    usual_defense: int
    shot_down: int


class AirTables(msgspec.Struct, frozen=True):
    """RV-E7 The tables of air support (aircraft.toml)."""

    sighting: Sighting
    attack: AirAttack
    antiaircraft: Antiaircraft
    aircraft: tuple[AircraftType, ...]

    def type(self, id: str) -> AircraftType:
        """The aircraft of that id."""
        return next(a for a in self.aircraft if a.id == id)
