"""How it lies on the table: the counters on the map and the records beside it."""

from __future__ import annotations

from typing import Literal

from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.model import Step
from sandtable.games.luftwaffe.names import say
from sandtable.games.luftwaffe.table.counters import counters
from sandtable.games.luftwaffe.table.lines import lines, overlays
from sandtable.games.luftwaffe.table.panels import panels
from sandtable.games.luftwaffe.table.sheet import scores, sheet
from sandtable.kernel.language import told_date
from sandtable.kernel.table import Table

PHASES = ("set_up", "german", "american", "between")
_PHASE: dict[Step | Literal["set_up"], int] = {
    "german_start": 1, "german_move": 1, "german_combat": 1, "german_end": 1, "american_start": 2, "american_move": 2,
    "uncover": 2, "escorts": 2, "flak": 2, "bomb": 2, "american_combat": 2, "american_end": 2,
}  # fmt: skip


def lay_out(view: LuftwaffeView) -> Table:
    """The pieces and panels as a seat sees them."""
    phases = tuple(say(f"phase_{phase}") for phase in PHASES)
    phase = phases[_PHASE.get(view.step, 3 if view.quarter and view.step not in ("deploy", "set_up") else 0)]
    turn = say("turn_heading", turn=view.turn) if view.turn else phase
    heading = f"{told_date(view.quarter)} · {turn}" if view.quarter else turn
    result = say(f"result_{view.result}") if view.result else ""
    return Table(
        heading, tuple(counters(view)), panels(view), phases, phase, result, overlays(view), lines(view),
        scores(view), sheet(view),
    )  # fmt: skip
