"""WB-5 The sequence of play. Read this first.

A tour is a series of missions; each is prepared, flown turn by turn, and debriefed. `s.step` says which activity comes
next; each activity leaves `s.step` at the one that follows it."""

from __future__ import annotations

from sandtable.games.warbirds.model import Step, Warbirds
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
from sandtable.kernel.sequence import Activity, SequenceOfPlay

ACTIVITIES: dict[Step, Activity[Warbirds]] = {
    # WB-6 on the ground
    "preparation": prepare_mission,
    "manning": man_stations,
    # WB-7.1 a turn in the air
    "pilot": pilot_step,
    "event": event_step,
    "crew": crew_step,
    "crew_resolution": crew_resolution,
    "combat": combat_step,
    "end_of_turn": end_of_turn,
    # WB-21 back at base
    "debriefing": debriefing,
}
SEQUENCE = SequenceOfPlay("Warbirds", ACTIVITIES)


def play(s: Warbirds) -> Flow:
    """WB-5.2, WB-3.5 One activity of the tour; the rules it calls ask the decisions that are listed in WB-3.5.

    WB-7.1, WB-7.2 Breaking formation goes to step 5 of the turn at once, bailing out ends the mission."""
    try:
        try:
            yield from SEQUENCE.begin(s)
        except BreakFormation as broken:
            yield from break_formation(s, broken.cause)
            s.declared = []
            s.step = "end_of_turn"
    except BailOut as out:
        bail_out(s, out.cause)
        s.step = "debriefing"
