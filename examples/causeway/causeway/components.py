"""CW-1, CW-2.1 The map, the kinds of blocks and the scenarios, from data/."""

from __future__ import annotations

from typing import Literal

from sandtable.gamekit import DataError, DataFolder, HexGrid, Record

Side = Literal["column", "rearguard"]
COLUMN: Side = "column"
REARGUARD: Side = "rearguard"
SIDES: tuple[Side, ...] = (COLUMN, REARGUARD)
MOST_BID = 2

DATA = DataFolder(__package__ or "", "causeway")


class Terrain(Record, frozen=True, forbid_unknown_fields=True):
    """CW-3.2, CW-4.3 What a hex costs to enter (0: nobody enters), and what it does to the dice."""

    sign: str
    cost: int
    cover: int = 0
    narrow: int = 0


class Kind(Record, frozen=True, forbid_unknown_fields=True):
    """CW-1.3 A kind of block; a patrol has no strength."""

    strength: int
    symbol: str


class Scenario(Record, frozen=True, forbid_unknown_fields=True):
    """CW-2.1 The blocks of each side, the turns, and the barrage markers of each side."""

    title: str
    turns: int
    barrage: int
    column: tuple[str, ...]
    rearguard: tuple[str, ...]

    def blocks(self, side: Side) -> tuple[str, ...]:
        return self.column if side == COLUMN else self.rearguard


class _Map(Record, frozen=True, forbid_unknown_fields=True):
    rows: tuple[str, ...]
    village: tuple[str, ...]
    set_up: dict[Side, tuple[str, ...]]
    terrain: dict[str, Terrain]


class _Blocks(Record, frozen=True, forbid_unknown_fields=True):
    kinds: dict[str, Kind]
    scenarios: dict[str, Scenario]


_MAP = DATA.record(_Map, "map.toml", DATA.toml("map.toml"))
_BLOCKS = DATA.record(_Blocks, "blocks.toml", DATA.toml("blocks.toml"))
GRID = HexGrid(len(_MAP.rows[0]), len(_MAP.rows))
TERRAIN = _MAP.terrain
_BY_SIGN = {terrain.sign: name for name, terrain in TERRAIN.items()}
GROUND: dict[str, str] = {hex: _BY_SIGN[_MAP.rows[row - 1][column - 1]] for hex, (column, row) in GRID.place.items()}
"""The terrain of each hex."""
VILLAGE = _MAP.village
SET_UP = _MAP.set_up
KINDS = _BLOCKS.kinds
SCENARIOS = _BLOCKS.scenarios

for _hex in VILLAGE:
    if GROUND.get(_hex) != "village":
        raise DataError(f"causeway/map.toml: {_hex} is called a hex of the village, and there is none.")


def other(side: Side) -> Side:
    """The enemy."""
    return REARGUARD if side == COLUMN else COLUMN


def terrain_of(hex: str) -> Terrain:
    return TERRAIN[GROUND[hex]]
