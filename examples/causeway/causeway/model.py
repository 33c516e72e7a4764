"""The state: what must be remembered."""

from __future__ import annotations

from typing import Literal

from causeway.components import COLUMN, Side
from sandtable.gamekit import Record, State

Step = Literal["set_up", "initiative", "movement", "end_of_turn", "over"]


class Block(Record, frozen=True):
    """CW-1.2 A block on the map or still in hand (hex ""). Its kind is hidden until it is shown."""

    side: Side
    kind: str
    strength: int
    hex: str = ""
    shown: bool = False
    moved: bool = False


class Causeway(State, kw_only=True):
    """The Causeway in progress."""

    scenario: str
    step: Step = "set_up"
    turn: int = 1
    mover: Side = COLUMN
    movers_left: tuple[Side, ...] = ()
    """CW-2.4 Who still has to move this turn, in order."""
    blocks: dict[str, Block]
    removed: dict[str, Block]
    barrage: dict[str, int]
    village: dict[str, Side]
    """CW-5.2 Who was the last to enter or hold each hex of the village."""


def block_at(s: Causeway, hex: str) -> str:
    """The block in a hex, "" if it is empty."""
    return next((id for id, block in s.blocks.items() if block.hex == hex), "")


def has_strength(s: Causeway, side: Side) -> bool:
    """CW-5.1 Whether a side has a block left that is not a patrol."""
    return any(block.side == side and block.strength for block in s.blocks.values())
