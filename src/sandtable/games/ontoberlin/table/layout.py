"""How it lies on the table: counters, markers and panels, from what a seat sees."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    GERMAN,
    KINDS,
    SIDES,
    TURNS,
)
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView, as_state
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import (
    BOX,
    CALLED,
    DRIFTED,
    DROPPING,
    ELIMINATED,
    LOST,
    REMOVED,
    SET_UP,
    Step,
)
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.supply import on_supplied_road
from sandtable.games.ontoberlin.table.counters import counter, markers
from sandtable.games.ontoberlin.table.panels import CHARTS, appearance, attack, date_of, divisions, status, turn_track
from sandtable.kernel.ending import Score
from sandtable.kernel.table import Overlay, Panel, Piece, Row, Table

PHASES = ("Set-up", "Reinforcement", "Recovery", "Movement", "Combat")
_PHASE_OF: dict[Step, str] = {
    "set_up": "Set-up",
    "assign": "Set-up",
    "choose_lz": "Set-up",
    "plan_strikes": "Set-up",
    "pregame_strikes": "Set-up",
    "reinforcement": "Reinforcement",
    "reserve": "Reinforcement",
    "call_up": "Reinforcement",
    "end_reinforcement": "Reinforcement",
    "recovery": "Recovery",
    "end_recovery": "Recovery",
    "drop": "Movement",
    "movement": "Movement",
    "facing": "Movement",
    "end_movement": "Movement",
}
_BOXES = {
    SET_UP: "To be set up",
    BOX: "At the map edge",
    DROPPING: "In the air",
    LOST: "Lost in the drop, trying again",
    DRIFTED: "Landed off the map",
    CALLED: "Called up",
    ELIMINATED: "Eliminated",
}
_SIDE_NAMES = {ALLIED: "Allied", GERMAN: "German"}


def lay_out(view: OnToBerlinView) -> Table:
    """Everything a seat sees."""
    pieces: list[Piece] = []
    for hex, stack in view.stacks.items():
        facing = view.facing.get(hex)
        pieces += [counter(u, view.units[u], hex, order, facing) for order, u in enumerate(stack)]
    used: dict[str, str] = {}
    for u, unit in view.units.items():
        if unit.at in _BOXES:
            panel = f"{KINDS[u].side}-{unit.at}"
            used[panel] = f"{_SIDE_NAMES[KINDS[u].side]}: {_BOXES[unit.at]}"
            pieces.append(counter(u, unit, panel, 0, None))
    pieces += markers(view)
    boxes = [Panel(panel, used[panel], "cards") for side in SIDES for at in _BOXES if (panel := f"{side}-{at}") in used]
    removed = [unit.at for unit in view.units.values()].count(REMOVED)
    panels = [
        *attack(view),
        status(view),
        turn_track(view),
        *boxes,
        divisions(view),
        appearance(view),
        Panel("removed", "Out of the game", "facts", (Row("Deserted or lost off the map", removed, clause="OB-12.6"),)),
        *CHARTS,
    ]
    phase = _PHASE_OF.get(view.step, "Combat")
    scores = tuple(Score("Victory points", view.vp[side], side) for side in SIDES)
    return Table(
        _heading(view), tuple(pieces), tuple(panels), PHASES, phase, view.ended, _overlays(view), scores=scores
    )


def _overlays(view: OnToBerlinView) -> tuple[Overlay, ...]:
    """OB-3.2, OB-6.2 Zones of control of both sides, and for each division the roads that lead to its source."""
    if not view.turn:
        return ()
    s = as_state(view)
    zones = {side: zoc(s, side) for side in SIDES}
    overlays = [
        Overlay("zoc-allied", "Allied zones of control", tuple(sorted(zones[ALLIED])), "info", "OB-3.2.1"),
        Overlay("zoc-german", "German zones of control", tuple(sorted(zones[GERMAN])), "bad", "OB-3.2.1"),
    ]
    for division, drop in view.divisions.items():
        if drop.lz_alive:
            ends = AIRFIELDS[MAP.perimeter_of[drop.lz]].perimeter
            road = on_supplied_road(s, ends, zones[GERMAN])
            spaces = tuple(sorted({*road, *ends}))
            overlays.append(Overlay(f"loc-{division}", f"Supply roads of {division}", spaces, "good", "OB-6.2.1"))
    return tuple(overlays)


def _heading(view: OnToBerlinView) -> str:
    if view.turn == 0:
        return "Before the first turn"
    return f"Turn {view.turn} of {TURNS}, {date_of(view.turn)}: {_SIDE_NAMES[view.player]} player"
