"""What must be true of every state that play can reach."""

from __future__ import annotations

from causeway.components import GRID, KINDS, SCENARIOS, SIDES, terrain_of
from causeway.model import Causeway


def invariants(s: Causeway) -> list[str]:
    """CW-1.4, CW-2.1 Blocks are neither lost nor doubled, stand apart and dry, and have a strength they can have."""
    wrong: list[str] = []
    standing = [block.hex for block in s.blocks.values() if block.hex]
    wrong += [f"two blocks stand in {hex}" for hex in sorted(set(standing)) if standing.count(hex) > 1]
    wrong += [f"a block stands in {hex}" for hex in standing if hex not in GRID or not terrain_of(hex).cost]
    for side in SIDES:
        kinds = sorted(b.kind for b in (*s.blocks.values(), *s.removed.values()) if b.side == side)
        if kinds != sorted(SCENARIOS[s.scenario].blocks(side)):
            wrong.append(f"the {side} has {kinds}")
    for id, block in s.blocks.items():
        full = KINDS[block.kind].strength
        if not (block.strength == full or (block.shown and 0 < block.strength < full)):
            wrong.append(f"{id} has strength {block.strength}")
    return wrong
