"""How it lies on the table: counters, markers and panels, from what a seat sees."""

from __future__ import annotations

from functools import lru_cache

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
from sandtable.games.ontoberlin.names import name, say, term
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.supply import blocked_hexes, on_supplied_road
from sandtable.games.ontoberlin.table.counters import counter, markers
from sandtable.games.ontoberlin.table.panels import appearance, attack, charts, date_of, divisions, status, turn_track
from sandtable.kernel.ending import Score
from sandtable.kernel.table import Overlay, Panel, Piece, Row, Table

PHASES = ("set_up", "reinforcement", "recovery", "movement", "combat")
_PHASE_OF: dict[Step, str] = {
    **dict.fromkeys(("set_up", "assign", "choose_lz", "plan_strikes", "pregame_strikes"), "set_up"),
    **dict.fromkeys(("reinforcement", "reserve", "call_up", "end_reinforcement"), "reinforcement"),
    **dict.fromkeys(("recovery", "end_recovery"), "recovery"),
    **dict.fromkeys(("drop", "movement", "facing", "end_movement"), "movement"),
}
_BOXES = (SET_UP, BOX, DROPPING, LOST, DRIFTED, CALLED, ELIMINATED)


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
            if panel not in used:
                used[panel] = say(f"box_{unit.at}", side=name(KINDS[u].side))
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
        Panel("removed", say("out_of_game"), "facts", (Row(say("off_the_map"), removed, clause="OB-12.6"),)),
        *charts(),
    ]
    phase = term("phase", _PHASE_OF.get(view.step, "combat"))
    phases = tuple(term("phase", one) for one in PHASES)
    scores = tuple(Score(say("victory_points"), view.vp[side], side) for side in SIDES)
    return Table(
        _heading(view), tuple(pieces), tuple(panels), phases, phase, view.ended, _overlays(view), scores=scores
    )


def _overlays(view: OnToBerlinView) -> tuple[Overlay, ...]:
    """OB-3.2, OB-6.2 Zones of control of both sides, and for each division the roads that lead to its source."""
    if not view.turn:
        return ()
    s = as_state(view)
    zones = {side: zoc(s, side) for side in SIDES}
    overlays = [
        Overlay("zoc-allied", say("allied_zones_of_control"), tuple(sorted(zones[ALLIED])), "info", "OB-3.2.1"),
        Overlay("zoc-german", say("german_zones_of_control"), tuple(sorted(zones[GERMAN])), "bad", "OB-3.2.1"),
    ]
    blocked = blocked_hexes(s, zones[GERMAN])
    for division, drop in view.divisions.items():
        if drop.lz_alive:
            ends = AIRFIELDS[MAP.perimeter_of[drop.lz]].perimeter
            spaces = _in_order(on_supplied_road(s, ends, blocked), ends)
            overlays.append(
                Overlay(f"loc-{division}", say("supply_roads_of", division=division), spaces, "good", "OB-6.2.1")
            )
    return tuple(overlays)


@lru_cache(maxsize=200)
def _in_order(road: frozenset[str], ends: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of a supplied road and its source, in the order of their numbers: most tables show the same road."""
    return tuple(sorted({*road, *ends}))


def _heading(view: OnToBerlinView) -> str:
    if view.turn == 0:
        return say("before_first_turn")
    return say("turn_heading", turn=view.turn, most=TURNS, date=date_of(view.turn), side=name(view.player))
