"""How it lies on the table: the board, the blocks, and what stands beside them."""

from __future__ import annotations

from functools import cache

from causeway.components import GRID, GROUND, KINDS, SCENARIOS, SET_UP, SIDES, VILLAGE, terrain_of
from causeway.knowledge import CausewayView, SeenBlock
from sandtable.gamekit import Badge, Board, HexBoard, Overlay, Panel, Piece, Row, Space, Table

_HEXES = HexBoard(GRID, size=30.0, margin=6.0)
_LOOK = {"village": "city", "flood": "water", "causeway": "street", "ford": "marsh"}
NAMES: dict[str, str] = {
    **{side: f"The {side}" for side in SIDES},
    **{f"{side}-{number}": f"{side.title()} {number}" for side in SIDES for number in range(1, 7)},
    **{hex: hex for hex in GRID},
    **{kind: kind for kind in KINDS},
}
_PHASES = {"set_up": "Set-up", "initiative": "Initiative", "movement": "Movement", "end_of_turn": "End", "over": "End"}


@cache
def board() -> Board:
    """The map."""
    width, height = _HEXES.extent
    spaces = tuple(_space(hex) for hex in GRID)
    return Board(width, height, spaces, labels=(_HEXES.label("Oldersum", VILLAGE[0], "place", -1.0),))


def _space(hex: str) -> Space:
    ground, terrain = GROUND[hex], terrain_of(hex)
    entry = f"{terrain.cost} to enter" if terrain.cost else "can't be entered"
    tags = ("objective",) if hex in VILLAGE else ()
    return _HEXES.space(hex, _LOOK.get(ground, ground), hex, f"{ground}: {entry}", tags)


def names_seen(view: CausewayView) -> dict[str, str]:
    """Blocks that the seat knows are called by what they are."""
    return {id: f"{NAMES[id]} ({block.kind})" for id, block in view.blocks.items() if block.kind}


def lay_out(view: CausewayView) -> Table:
    """What a seat sees."""
    names = NAMES | names_seen(view)
    in_hand = any(not block.hex for block in view.blocks.values())
    panels = [_score(view), Panel("turns", "Turn", "track", (_turn(view),))]
    if in_hand:
        panels.insert(0, Panel("hand", "Still to place", "cards"))
    return Table(
        heading=f"Turn {view.turn} of {SCENARIOS[view.scenario].turns}",
        pieces=tuple(_piece(id, block, names[id]) for id, block in view.blocks.items()),
        panels=tuple(panels),
        phases=("Set-up", "Initiative", "Movement", "End"),
        phase=_PHASES[view.step],
        overlays=tuple(
            Overlay(f"area-{side}", f"Set-up area of the {side}", SET_UP[side], "own" if side == view.seat else "foe")
            for side in SIDES
        ),
    )


def _piece(id: str, block: SeenBlock, name: str) -> Piece:
    values: dict[str, str | int] = {}
    if block.kind:
        values = {"name": NAMES[id], "symbol": KINDS[block.kind].symbol, "factors": str(block.strength)}
    badges: tuple[Badge, ...] = (Badge("m", "dark", "has moved this turn"),) if block.moved else ()
    if block.shown:
        badges += (Badge("!", "info", "face up"),)
    return Piece(
        id,
        "counter",
        block.hex or "hand",
        label=name,
        side="us" if block.side == "column" else "german",
        values=values,
        badges=badges,
        note="" if block.kind else "face down",
    )


def _score(view: CausewayView) -> Panel:
    rows = [Row(NAMES[side], view.scores[side], clause="CW-5.2", ref=side) for side in SIDES]
    rows += [Row(f"Barrage markers of the {side}", view.barrage[side], clause="CW-2.3") for side in SIDES]
    rows += [Row(f"Village hex {hex}", NAMES[holder], clause="CW-5.2", ref=hex) for hex, holder in view.village.items()]
    return Panel("score", "Points", "facts", tuple(rows))


def _turn(view: CausewayView) -> Row:
    return Row("Turn", view.turn, most=SCENARIOS[view.scenario].turns)
