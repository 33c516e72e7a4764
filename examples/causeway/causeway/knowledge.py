"""What each seat may see, and how it imagines the rest."""

from __future__ import annotations

from causeway.components import GRID, SCENARIOS, SIDES, Side
from causeway.model import Block, Causeway, Step
from causeway.rules.victory import score
from sandtable.gamekit import Dice, Record, View, replace


class SeenBlock(Record, frozen=True):
    """CW-1.2 A block as a seat sees it; the kind of a hidden one is ""."""

    side: Side
    hex: str
    kind: str
    strength: int
    shown: bool
    moved: bool


class CausewayView(View, frozen=True):
    """What a seat sees."""

    scenario: str
    step: Step
    turn: int
    mover: Side
    blocks: dict[str, SeenBlock]
    removed: dict[str, str]
    barrage: dict[str, int]
    village: dict[str, Side]
    scores: dict[str, int]


def sight(s: Causeway, seat: str) -> CausewayView:
    """CW-1.2 Its own blocks and those that were shown; of the others where they stand."""
    return CausewayView(
        seat=seat,
        scenario=s.scenario,
        step=s.step,
        turn=s.turn,
        mover=s.mover,
        blocks={id: _seen(block, seat) for id, block in s.blocks.items()},
        removed={id: block.kind for id, block in s.removed.items()},
        barrage=dict(s.barrage),
        village=dict(s.village),
        scores={side: score(s, side) for side in SIDES},
    )


def _seen(block: Block, seat: str) -> SeenBlock:
    known = block.shown or block.side == seat
    kind, strength = (block.kind, block.strength) if known else ("", 0)
    return SeenBlock(block.side, block.hex, kind, strength, block.shown, block.moved)


def guess(s: Causeway, seat: str, dice: Dice) -> None:
    """CW-1.2 Mix the faces of the blocks that the seat has not seen; hidden blocks have their full strength."""
    for side in SIDES:
        if side == seat:
            continue
        hidden = [id for id, block in s.blocks.items() if block.side == side and not block.shown]
        faces = [(s.blocks[id].kind, s.blocks[id].strength) for id in hidden]
        dice.shuffle(faces)
        for id, (kind, strength) in zip(hidden, faces, strict=True):
            s.blocks[id] = replace(s.blocks[id], kind=kind, strength=strength)


def features(view: CausewayView) -> tuple[float, ...]:
    """For players that learn: what stands in each hex, own strength and enemy apart, and how the game stands."""
    mine, known, hidden, fresh = (dict.fromkeys(GRID, 0.0) for _ in range(4))
    for block in view.blocks.values():
        if not block.hex:
            continue
        if block.side == view.seat:
            mine[block.hex] = 0.2 + block.strength / 4
            fresh[block.hex] = 0.0 if block.moved else 1.0
        elif block.kind:
            known[block.hex] = 0.2 + block.strength / 4
        else:
            hidden[block.hex] = 1.0
    steps = (view.step == "set_up", view.step == "initiative", view.step == "movement")
    village = [1.0 if holder == view.seat else -1.0 for holder in view.village.values()]
    lead = sum(points if side == view.seat else -points for side, points in view.scores.items())
    return (
        *mine.values(),
        *known.values(),
        *hidden.values(),
        *fresh.values(),
        *village,
        *(float(step) for step in steps),
        view.turn / SCENARIOS[view.scenario].turns,
        lead / 6,
    )
