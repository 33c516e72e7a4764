"""CW-3 Movement."""

from __future__ import annotations

from collections.abc import Iterator

from causeway.components import GRID, Side, terrain_of
from causeway.model import Causeway, block_at
from causeway.rules.combat import attack, attack_odds
from causeway.rules.victory import enter
from sandtable.gamekit import Choose, Flow, Odds, Option, Reach, Refusal, reachable, replace

MOVEMENT_POINTS = 2


def reach(s: Causeway, block: str) -> Reach[str]:
    """CW-3.2, CW-3.3, CW-1.4 The hexes where a block can end its move, and how it gets there."""
    start, side = s.blocks[block].hex, s.blocks[block].side
    held = {block.hex: block.side for block in s.blocks.values()}

    def steps(here: str) -> Iterator[tuple[str, int]]:
        if here == start or here not in held:
            for hex in GRID.neighbours[here]:
                cost = terrain_of(hex).cost
                if cost and held.get(hex) != side:
                    yield hex, cost

    found = reachable(start, steps, most=MOVEMENT_POINTS)
    del found[start]
    return found


def moves(s: Causeway, side: Side) -> list[Option]:
    """CW-3.1 What the blocks can do that have not moved."""
    options: list[Option] = []
    for id, block in s.blocks.items():
        if block.side == side and not block.moved:
            for hex in reach(s, id):
                enemy = block_at(s, hex)
                options.append(("attack", id, enemy) if enemy else ("move", id, hex))
    return options


def why_not(s: Causeway, option: Option) -> Refusal | None:
    """The rule that forbids a near miss. It looks at nothing that the mover does not know."""
    match option:
        case ("move" | "attack", str(id), str(target)) if id in s.blocks:
            block = s.blocks[id]
            if block.side != s.mover:
                return "That block is not yours.", "CW-3.1"
            if block.moved:
                return "That block has moved this turn.", "CW-3.1"
            hex = s.blocks[target].hex if target in s.blocks else target
            if hex in GRID and not terrain_of(hex).cost:
                return "Nobody enters a flooded hex.", "CW-1.4"
            if hex in GRID and hex not in reach(s, id):
                return "That is too far, or other blocks are in the way.", "CW-3.2"
    return None


def attacks_from(s: Causeway, id: str, enemy: str) -> str:
    """CW-4.4 The last hex before the one that is attacked."""
    return reach(s, id).came[s.blocks[enemy].hex]


def chances_of(s: Causeway, option: Option) -> Odds | None:
    """What an option may lead to, if it is an attack."""
    match option:
        case ("attack", str(id), str(enemy)):
            return attack_odds(s, id, enemy, attacks_from(s, id, enemy))
    return None


def move_one_block(s: Causeway) -> Flow:
    """CW-3.1, CW-3.3 The mover moves one block, attacks with it, or stops."""
    pick = yield Choose(
        s.mover,
        [*moves(s, s.mover), ("done",)],
        rule="CW-3.1",
        ask="move",
        why_not=lambda option: why_not(s, option),
        odds=lambda option: chances_of(s, option),
    )
    match pick:
        case ("move", str(id), str(hex)):
            block = s.blocks[id]
            s.blocks[id] = replace(block, hex=hex, moved=True)
            s.journal.add("CW-3.1", "moved", block=id, start=block.hex, to=hex)
            enter(s, id)
        case ("attack", str(id), str(enemy)):
            start = attacks_from(s, id, enemy)
            s.blocks[id] = replace(s.blocks[id], moved=True)
            attack(s, id, enemy, start)
        case _:
            end_moves(s)


def end_moves(s: Causeway) -> None:
    """CW-3.1 The next side moves, or the turn ends."""
    if s.movers_left:
        s.mover, s.movers_left = s.movers_left[0], s.movers_left[1:]
    else:
        s.step = "end_of_turn"
