"""How the pieces lie on the table, with the panels beside the bomber."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    EVENTS,
    GUNS,
    LEVELS,
    POSITIONS,
    STATIONS,
)
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.names import NAMES
from sandtable.games.warbirds.rules.skill import jammed
from sandtable.games.warbirds.table import panels
from sandtable.games.warbirds.table.panels import PHASE_NAMES
from sandtable.games.warbirds.table.pieces import crew, enemies, engines_and_parts, kept_cards, roster
from sandtable.kernel.table import Overlay, Panel, Piece, Table

PHASES = ("Briefing", "Approach", "Enemy territory", "Return", "Debriefing")
_RESULTS = {"tour_complete": "Tour complete", "war_over": "The war is over", "lost": "The tour is lost"}
_STEP_NAMES = {
    "pilot": "pilot actions",
    "event": "events",
    "crew": "crew actions",
    "crew_resolution": "crew actions",
    "combat": "combat",
    "end_of_turn": "end of turn",
}


def lay_out(view: WarbirdsView) -> Table:
    """The whole table for one seat."""
    pieces = [*crew(view), *roster(view), *enemies(view), *engines_and_parts(view), *kept_cards(view)]
    beside = [panels.mission(view), panels.track(view), panels.aircraft(view), panels.bombs(view), panels.tour(view)]
    if view.resolving:
        beside.append(Panel("event", "Event", "cards", clause="WB-9.3"))
        pieces += [Piece(id, "card", "event", NAMES[id], note=EVENTS[id].text) for id in view.resolving]
    if view.declared:
        beside.append(panels.declared(view))
    if view.kept:
        beside.append(Panel("trouble", "Damage in play", "cards", clause="WB-17.8"))
    if any(not man.station for man in view.crew.values()):
        beside.append(Panel("aside", "Laid aside and fallen", "cards", clause="WB-17.9"))
    beside.append(Panel("roster", "At base", "cards", clause="WB-6.3"))
    if view.reports:
        beside.append(panels.reports(view))
    return Table(heading(view), tuple(pieces), tuple(beside), PHASES, phase_shown(view), view.result, _overlays(view))


def _overlays(view: WarbirdsView) -> tuple[Overlay, ...]:
    """WB-14.3, WB-15.1, WB-13.13 Where nobody sits, which guns can fire, and the sky that none of them covers."""
    manned = {man.station for man in view.crew.values() if man.station and man.conscious}
    if not manned:
        return ()
    guns = [station for station in GUNS if station in manned and not jammed(view.kept, station)]
    covered = {source for station in guns for source in GUNS[station]}
    marks = (
        Overlay(
            "unmanned", "Stations that nobody mans", tuple(s for s in STATIONS if s not in manned), "warn", "WB-14.3"
        ),
        Overlay("guns", "Guns that can fire", tuple(guns), "good", "WB-15.1"),
        Overlay(
            "open",
            "Sky that no gun covers wholly",
            tuple(p for p in POSITIONS if any(p + level not in covered for level in LEVELS)),
            "bad",
            "WB-15.1",
        ),
    )
    return tuple(mark for mark in marks if mark.spaces)


def heading(view: WarbirdsView) -> str:
    """Where in the tour we are."""
    number = len(view.reports) + (0 if view.step == "debriefing" and view.result else 1)
    if view.result:
        return _RESULTS[view.result]
    if view.step in ("preparation", "manning"):
        return f"Mission {number} · briefing"
    step = _STEP_NAMES.get(view.step, "debriefing")
    return f"Mission {number} · {NAMES[view.mission]} · turn {view.turns + 1} · {step}"


def phase_shown(view: WarbirdsView) -> str:
    """The phase that is lit in the strip."""
    if view.step in ("preparation", "manning"):
        return "Briefing"
    return "Debriefing" if view.step == "debriefing" or view.result else PHASE_NAMES[view.phase]
