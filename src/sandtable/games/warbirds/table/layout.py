"""How the pieces lie on the table, with the panels beside the bomber."""

from __future__ import annotations

from sandtable.games.warbirds.components import GUNS, LEVELS, POSITIONS, STATIONS
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.names import name, say, term
from sandtable.games.warbirds.rules.skill import jammed
from sandtable.games.warbirds.table import panels
from sandtable.games.warbirds.table.pieces import crew, enemies, engines_and_parts, event_cards, kept_cards, roster
from sandtable.games.warbirds.table.sheet import scores, sheet
from sandtable.kernel.table import Overlay, Panel, Table

PHASES = ("phase_briefing", "phase_approach", "phase_enemy", "phase_return", "phase_debriefing")


def lay_out(view: WarbirdsView) -> Table:
    """The whole table for one seat."""
    pieces = [*crew(view), *roster(view), *enemies(view), *engines_and_parts(view), *kept_cards(view)]
    beside = [panels.mission(view), panels.track(view), panels.aircraft(view), panels.bombs(view), panels.tour(view)]
    if view.resolving:
        beside.append(Panel("event", say("event_panel"), "cards", clause="WB-9.3"))
        pieces += event_cards(view)
    if view.declared:
        beside.append(panels.declared(view))
    if view.kept:
        beside.append(Panel("trouble", say("trouble_panel"), "cards", clause="WB-17.8"))
    if any(not man.station for man in view.crew.values()):
        beside.append(Panel("aside", say("aside_panel"), "cards", clause="WB-17.9"))
    beside.append(Panel("roster", say("roster_panel"), "cards", clause="WB-6.3"))
    if view.reports:
        beside.append(panels.reports(view))
    phases = tuple(say(phase) for phase in PHASES)
    return Table(
        heading(view),
        tuple(pieces),
        tuple(beside),
        phases,
        phase_shown(view),
        say(f"result_{view.result}") if view.result else "",
        _overlays(view),
        scores=scores(view),
        sheet=sheet(view),
    )


def _overlays(view: WarbirdsView) -> tuple[Overlay, ...]:
    """WB-14.3, WB-15.1, WB-13.13 Where nobody sits, which guns can fire, and the sky that none of them covers."""
    manned = {man.station for man in view.crew.values() if man.station and man.conscious}
    if not manned:
        return ()
    guns = [station for station in GUNS if station in manned and not jammed(view.kept, station)]
    covered = {source for station in guns for source in GUNS[station]}
    marks = (
        Overlay("unmanned", say("unmanned"), tuple(s for s in STATIONS if s not in manned), "warn", "WB-14.3"),
        Overlay("guns", say("guns"), tuple(guns), "good", "WB-15.1"),
        Overlay(
            "open",
            say("open_sky"),
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
        return say(f"result_{view.result}")
    if view.step in ("preparation", "manning"):
        return say("briefing_heading", number=number)
    step = term(f"step_{view.step}")
    return say("turn_heading", number=number, mission=name(view.mission), turn=view.turns + 1, step=step)


def phase_shown(view: WarbirdsView) -> str:
    """The phase that is lit in the strip."""
    if view.step in ("preparation", "manning"):
        return say("phase_briefing")
    over = view.step == "debriefing" or view.result
    return say("phase_debriefing" if over else f"phase_{view.phase}")
