"""CW-2 Set-up."""

from __future__ import annotations

from causeway.components import COLUMN, KINDS, REARGUARD, SCENARIOS, SET_UP, SIDES, VILLAGE, Side
from causeway.model import Block, Causeway, block_at
from sandtable.gamekit import Choose, Dice, Flow, Options, id_in, replace


def new_game(options: Options, dice: Dice) -> Causeway:
    """CW-2.1, CW-1.1 The blocks of both sides, mixed face down: their numbers tell nothing."""
    name = str(options["scenario"])
    scenario = SCENARIOS[name]
    blocks: dict[str, Block] = {}
    for side in SIDES:
        kinds = list(scenario.blocks(side))
        dice.shuffle(kinds, f"{side} blocks")
        for number, kind in enumerate(kinds, 1):
            blocks[f"{side}-{number}"] = Block(side, kind, KINDS[kind].strength)
    return Causeway(
        dice=dice,
        scenario=name,
        blocks=blocks,
        removed={},
        barrage=dict.fromkeys(SIDES, scenario.barrage),
        village=dict.fromkeys(VILLAGE, REARGUARD),
    )


def in_hand(s: Causeway, side: Side) -> list[str]:
    """The blocks that a side has still to place."""
    return [id for id, block in s.blocks.items() if block.side == side and not block.hex]


def place_one_block(s: Causeway) -> Flow:
    """CW-2.2, CW-1.4 The rearguard places its blocks, then the column."""
    side = REARGUARD if in_hand(s, REARGUARD) else COLUMN
    block = in_hand(s, side)[0]
    free = [hex for hex in SET_UP[side] if not block_at(s, hex)]
    pick = yield Choose(
        side,
        [("place", block, hex) for hex in free],
        rule="CW-2.2",
        ask="place",
        about=(block,),
        why_not=lambda option: ("That hex is not a free one of your set-up area.", "CW-2.2"),
    )
    hex = id_in(pick, 2)
    s.blocks[block] = replace(s.blocks[block], hex=hex)
    s.journal.add("CW-2.2", "placed", side=side, block=block, hex=hex)
    if not in_hand(s, COLUMN):
        s.step = "initiative"
        s.journal.add("CW-2.3", "turn", turn=s.turn)
