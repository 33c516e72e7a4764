"""WB-5 The sequence of play. Read this first.

A tour is a series of missions; each is prepared, flown turn by turn, and debriefed. `s.step` says which activity comes
next; each activity leaves `s.step` at the one that follows it."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.warbirds.model import Warbirds
from sandtable.games.warbirds.rules.bail_out import bail_out
from sandtable.games.warbirds.rules.crew import crew_resolution, crew_step
from sandtable.games.warbirds.rules.debriefing import debriefing
from sandtable.games.warbirds.rules.events import combat_step, event_step
from sandtable.games.warbirds.rules.formation import break_formation
from sandtable.games.warbirds.rules.interrupts import BailOut, BreakFormation
from sandtable.games.warbirds.rules.pilot import pilot_step
from sandtable.games.warbirds.rules.preparation import man_stations, prepare_mission
from sandtable.games.warbirds.rules.turn_end import end_of_turn
from sandtable.kernel.flow import Flow

UNDISTURBED: dict[str, Callable[[Warbirds], Flow]] = {
    "preparation": prepare_mission,
    "manning": man_stations,
    "crew": crew_step,
    "debriefing": debriefing,
}
"""Activities in which nothing can happen to the aircraft: on the ground, and while the crew declares."""
IN_THE_AIR: dict[str, Callable[[Warbirds], Flow]] = {
    "pilot": pilot_step,
    "event": event_step,
    "crew_resolution": crew_resolution,
    "combat": combat_step,
    "end_of_turn": end_of_turn,
}


def play(s: Warbirds) -> Flow:
    """WB-5.2, WB-3.5 One activity of the tour; the rules it calls ask the decisions that are listed in WB-3.5."""
    activity = UNDISTURBED.get(s.step)
    return fly(s, IN_THE_AIR[s.step](s)) if activity is None else activity(s)


def fly(s: Warbirds, step: Flow) -> Flow:
    """WB-7.1, WB-7.2 One step of a turn. Breaking formation goes to step 5 at once, bailing out ends the mission."""
    try:
        try:
            yield from step
        except BreakFormation as broken:
            yield from break_formation(s, broken.cause)
            s.declared = []
            s.step = "end_of_turn"
    except BailOut as out:
        bail_out(s, out.cause)
        s.step = "debriefing"
