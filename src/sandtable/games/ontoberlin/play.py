"""Chapter 4, the sequence of play: read this first.

Clauses OB-0.7 and OB-16.2 only say how the rules are arranged: the base system and the variant are one game here. The
player named by a clause chooses, the active player where two could (OB-0.6); the program rolls for him (OB-0.2).

Set-up and the Allied plan, then ten turns. A turn is an Allied and a German player-turn of four segments each:
Reinforcement, Recovery, Movement, Combat. `step` names where we are; each call of `play` runs its activity.
"""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS
from sandtable.games.ontoberlin.model import OnToBerlin, Step
from sandtable.games.ontoberlin.rules.assault import announce, resolve_assaults
from sandtable.games.ontoberlin.rules.drop import drop
from sandtable.games.ontoberlin.rules.drop_plan import assign, choose_lz, plan_strikes, pregame_strikes
from sandtable.games.ontoberlin.rules.entering import GameOver, end_of_segment
from sandtable.games.ontoberlin.rules.fire import step_one, step_two
from sandtable.games.ontoberlin.rules.interdiction import interdict
from sandtable.games.ontoberlin.rules.movement import move_units, set_facings
from sandtable.games.ontoberlin.rules.reinforcements import call_up, note_blocked, reinforcement_segment, reserve
from sandtable.games.ontoberlin.rules.setup import set_up
from sandtable.games.ontoberlin.rules.supply import recovery_segment
from sandtable.games.ontoberlin.rules.victory import end_of_turn
from sandtable.kernel.flow import Flow
from sandtable.kernel.sequence import Activity, SequenceOfPlay
from sandtable.kernel.state import replace


def reinforcement(s: OnToBerlin) -> None:
    """OB-4.3, OB-4.3.1, OB-4.3.5 A player-turn begins. On turn 1 the Allied player goes straight to the drop."""
    s.journal.add("OB-4.2", "turn", turn=s.turn, side=s.player)
    start_player_turn(s)
    if s.turn == 1 and s.player == ALLIED:
        s.journal.add("OB-4.3.3", "phase", phase="phase movement")
        s.step = "drop"
        return
    s.journal.add("OB-4.3.1", "phase", phase="phase reinforcement")
    reinforcement_segment(s)


def start_player_turn(s: OnToBerlin) -> None:
    """OB-2.1 What counts for one player-turn is cleared: moves, attacks, landings, and the defender's fire."""
    s.subway_rides = 0
    for u, unit in s.units.items():
        if unit.moved or unit.attacked or unit.landed or unit.fired or unit.half:
            own = KINDS[u].side == s.player
            s.units[u] = replace(
                unit, moved=unit.moved and not own, attacked=False, landed=False, fired=False, half=False
            )


def end_reinforcement(s: OnToBerlin) -> None:
    """OB-4.3.1 The Reinforcement Segment ends."""
    end_of_segment(s)
    s.journal.add("OB-4.3.2", "phase", phase="phase recovery")
    s.step = "recovery"


def end_recovery(s: OnToBerlin) -> None:
    """OB-4.3.2, OB-4.3.3 The Recovery Segment ends; Allied drops come first in the Movement Segment."""
    end_of_segment(s)
    s.journal.add("OB-4.3.3", "phase", phase="phase movement")
    s.step = "drop" if s.player == ALLIED else "movement"


def end_movement(s: OnToBerlin) -> None:
    """OB-4.3.3 The Movement Segment ends with the checks of strongpoints and LZs."""
    note_blocked(s)
    end_of_segment(s)
    s.journal.add("OB-4.3.4", "phase", phase="phase combat")
    s.step = "step_one"


def end_combat(s: OnToBerlin) -> None:
    """OB-4.2, OB-4.4 The Combat Segment ends: the other player's turn, or the end of the turn."""
    end_of_segment(s)
    if s.player == ALLIED:
        s.player, s.step = GERMAN, "reinforcement"
    else:
        end_of_turn(s)


STEPS: dict[Step, Activity[OnToBerlin]] = {
    # OB-4.1 before turn 1
    "set_up": set_up,
    "assign": assign,
    "choose_lz": choose_lz,
    "plan_strikes": plan_strikes,
    "pregame_strikes": pregame_strikes,
    # OB-4.3.1 Reinforcement
    "reinforcement": reinforcement,
    "reserve": reserve,
    "call_up": call_up,
    "end_reinforcement": end_reinforcement,
    # OB-4.3.2 Recovery
    "recovery": recovery_segment,
    "end_recovery": end_recovery,
    # OB-4.3.3 Movement
    "drop": drop,
    "movement": move_units,
    "facing": set_facings,
    "end_movement": end_movement,
    # OB-4.3.4 Combat
    "step_one": step_one,
    "step_two": step_two,
    "announce": announce,
    "assaults": resolve_assaults,
    "interdict": interdict,
    "end_combat": end_combat,
}
SEQUENCE = SequenceOfPlay("On to Berlin!", STEPS)


def play(s: OnToBerlin) -> Flow:
    """OB-4.1-4.4 Run one activity; the Reichstag or both leaders end the game in its middle (OB-12.1, OB-12.2)."""
    try:
        yield from SEQUENCE.begin(s)
    except GameOver:
        s.active, s.march = "", None
