"""The sequence of play (chapter A3): eight phases, each a series of short activities. Read this first.

A battle is set up, then the sides take Player Turns of eight phases; in the campaign the Refit Phase comes between two
battles. `s.phase` says where we are and `s.step` where in the phase; a phase is over when its step is "done".
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.bot.place_the_rest import set_up
from sandtable.games.vengeance.campaign.battle.deployment import begin_scenario
from sandtable.games.vengeance.campaign.battle.hulks import burn_hulks, clear_buried
from sandtable.games.vengeance.campaign.battle.scoring import scenario_ends
from sandtable.games.vengeance.campaign.points import party_leader_lost
from sandtable.games.vengeance.campaign.refit.phase import REFIT_PHASE, begin_refit
from sandtable.games.vengeance.knowledge.identified import note_identified
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.sequence import HATCHES, PHASES, Phase, Step
from sandtable.games.vengeance.rules.advance import advance, begin_advance
from sandtable.games.vengeance.rules.close_combat.phase import close_combat_phase
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain
from sandtable.games.vengeance.rules.concealment.set_up import show_what_is_seen
from sandtable.games.vengeance.rules.fire.encirclement import shut_in
from sandtable.games.vengeance.rules.fire.phase import fire_phase
from sandtable.games.vengeance.rules.fire.snipers import next_sniper
from sandtable.games.vengeance.rules.fortifications.secrecy import reveal_seen
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.movement.infantry_overrun import overrun
from sandtable.games.vengeance.rules.movement.phase import movement_phase
from sandtable.games.vengeance.rules.movement.sewers import meet_below
from sandtable.games.vengeance.rules.night.freedom import note_bridge_parties
from sandtable.games.vengeance.rules.off_map_support import end_support, next_support
from sandtable.games.vengeance.rules.ordnance.upkeep import settle_guns
from sandtable.games.vengeance.rules.phase_changes import (
    end_advancing_fire,
    end_close_combat,
    end_defensive_fire,
    end_movement,
    end_prep_fire,
    start_movement,
)
from sandtable.games.vengeance.rules.rally.phase import RALLY_PHASE
from sandtable.games.vengeance.rules.reserve import watch
from sandtable.games.vengeance.rules.rout.danger import shake_broken_men
from sandtable.games.vengeance.rules.rout.phase import ROUT_PHASE
from sandtable.games.vengeance.rules.special_weapons.set_charges import follow_setters
from sandtable.games.vengeance.rules.terrain.smoke import age_smoke
from sandtable.games.vengeance.rules.terrain.wall_advantage import ask_claims, at_phase_end, claims_pending
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.units.weapon_kept import keep_weapon
from sandtable.games.vengeance.rules.vehicles.close_combat.phase import vehicle_combat
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import show_conditions
from sandtable.games.vengeance.rules.vehicles.concealment.gain_and_loss import gain_vehicles
from sandtable.games.vengeance.rules.vehicles.movement.defender_reacts import vehicle_window
from sandtable.games.vengeance.rules.vehicles.movement.driving import drive
from sandtable.games.vengeance.rules.vehicles.phases import hatches, start_of_phase, start_of_rally
from sandtable.games.vengeance.rules.victory.banner import lower_banners, settle_banners
from sandtable.games.vengeance.rules.victory.control import judge
from sandtable.games.vengeance.scenarios.cards import first_move, scenario
from sandtable.kernel.flow import Flow
from sandtable.kernel.sequence import Activity, SequenceOfPlay


def _movement(s: Battle) -> Flow:
    return overrun(s) if s.move is not None and s.move.overrun and not s.move.window else movement_phase(s)


def _close_combat(s: Battle) -> Flow:
    yield from close_combat_phase(s)
    if s.step == "done" and s.vehicles:
        s.step = "vehicles"


STARTS: dict[Phase, Callable[[Battle], None]] = {
    "PFPh": age_smoke,
    "MPh": start_movement,
    "CCPh": meet_below,
}
"""What happens by itself when a phase begins."""
ENDS: dict[Phase, Callable[[Battle], None]] = {
    "PFPh": end_prep_fire,
    "MPh": end_movement,
    "DFPh": end_defensive_fire,
    "AFPh": end_advancing_fire,
    "CCPh": end_close_combat,
}
"""What happens by itself when a phase ends; `end_phase` has what happens at the end of every phase."""
_CLAUSES = {phase: f"RV-A3.{number}" for number, phase in enumerate(PHASES, 1)}


# -- one activity ----------------------------------------------------------------------------------------------------


def play(s: Battle) -> Flow:
    """RV-A3.0, RV-BRV3.3, RV-CG27, RV-RePh8.6194b One activity; then Reserves wake up, hulks burn, works are seen."""
    yield from SEQUENCE.begin(s) if s.phase == "refit" else activity(s)
    if s.fallen or s.alarms:
        yield from consequences(s)
    if s.phase in PHASES:
        shake_broken_men(s)
    if s.campaign is not None and s.phase in PHASES:
        watch(s)
        party_leader_lost(s)
        settle_banners(s)
    if s.campaign is not None and s.vehicles and s.phase != "setup":
        burn_hulks(s)
        clear_buried(s)
    if s.works:
        reveal_seen(s)


def activity(s: Battle) -> Flow:
    """RV-A3.0 One activity of a battle: what breaks in comes first, then what the phase is about."""
    if claims_pending(s):
        yield from ask_claims(s)  # RV-B9.21 Who stands at a wall may claim it.
    elif s.reduced:
        yield from keep_weapon(s)  # RV-A7.302
    elif s.step == "done":
        yield from SEQUENCE.begin(s)
    else:
        yield from _support(s) or _driving(s) or SEQUENCE.begin(s)
        if s.vehicles:
            show_conditions(s)
        if s.acting:
            s.acting.clear()


def consequences(s: Battle) -> Flow:
    """RV-A10.2, RV-A14.1, RV-Z1 What every change passes: men feel the loss of their leaders, snipers fire.

    Where one activity holds several attacks, the loss of a leader is felt before the next of them.
    """
    settle_leader_loss(s)
    while s.alarms:
        yield from next_sniper(s)
        settle_leader_loss(s)


def _support(s: Battle) -> Flow | None:
    """RV-C1.2, RV-E1.92, RV-E7.2 What comes from off the map at the start of a phase."""
    return next_support(s) if s.batteries or s.planes or s.night is not None else None


def _driving(s: Battle) -> Flow | None:
    """RV-D2.1, RV-D7.2 A vehicle that has set off goes on, and the DEFENDER reacts to it."""
    if s.drive is None or not s.vehicles:
        return None
    return vehicle_window(s) if s.drive.window else drive(s)


# -- from phase to phase ---------------------------------------------------------------------------------------------


def end_phase(s: Battle) -> None:
    """RV-A3.1 to RV-A3.8 What happens by itself at the end of every phase and at the start of the next."""
    at_phase_end(s)
    if s.made:
        note_identified(s)
    if s.phase == "setup":
        _end_set_up(s)
        return
    ENDS.get(s.phase, _nothing)(s)
    if s.batteries or s.planes or s.night is not None:
        end_support(s)
    if s.set_charges:
        follow_setters(s)
    if s.banners:
        lower_banners(s)
    s.volleys.clear()
    shut_in(s)
    if s.guns or s.acquired:
        settle_guns(s)
    if s.phase == "CCPh":
        end_player_turn(s)
    else:
        _begin_phase(s, PHASES[PHASES.index(s.phase) + 1])


def _begin_phase(s: Battle, phase: Phase) -> None:
    """RV-A3.2 to RV-A3.8 The next phase of the Player Turn."""
    s.phase, s.step = phase, ""
    STARTS.get(phase, _nothing)(s)
    if s.vehicles:
        start_of_phase(s)
    s.journal.add(_CLAUSES[phase], "phase", phase=phase)


def _end_set_up(s: Battle) -> None:
    """RV-A2.9, RV-BRV3.6 Everything stands: who is out of every enemy LOS is concealed, and the first side begins."""
    if s.campaign is not None:
        begin_scenario(s)
    note_bridge_parties(s)
    show_what_is_seen(s)
    gain(s, rolls=False)
    gain_vehicles(s, setting_up=True)
    s.asked.clear()
    begin_player_turn(s, first_move(s))


def begin_player_turn(s: Battle, side: str) -> None:
    """RV-A.4 A Game Turn is the Player Turn of the side that moves first, then of the other."""
    if side == first_move(s):
        s.turn += 1
    s.player_turns += 1
    for unit in list(s.units.values()):
        if unit.fausts or unit.sheltered:
            mark(s, unit.id, fausts=0, sheltered=False)
    s.side, s.phase, s.step = side, "RPh", ""
    if s.vehicles:
        start_of_rally(s)
    s.journal.add("RV-A3.0", "turn", turn=s.turn, side=side)


def end_player_turn(s: Battle) -> None:
    """RV-A26.3, RV-SCN8 The other side's Player Turn, or the end of the Game Turn and perhaps of the game."""
    card = scenario(s.scenario)
    if s.campaign is not None and s.side != first_move(s):
        # RV-CGS4, RV-CG32 A scenario of the campaign has 5 to 8 turns.
        if scenario_ends(s):
            begin_refit(s)
            return
    elif s.side != first_move(s):
        judge(s, game_end=s.turn >= card.turns)
        if s.winner:
            return
    begin_player_turn(s, other(s.side))


def _nothing(s: Battle) -> None:
    return


# -- the table -------------------------------------------------------------------------------------------------------

_HATCHES: dict[Step, Activity[Battle]] = dict.fromkeys(HATCHES.values(), hatches)
"""RV-D5.1 Where there are vehicles: who opens and shuts hatches before the phase."""
_STEPS: dict[Phase, dict[Step, Activity[Battle]]] = {
    "refit": REFIT_PHASE,  # Refit: between two scenarios of the campaign (RV-RePh8.600)
    "setup": dict.fromkeys(("german", "russian", "recon", "snipers"), set_up),  # Set-up: one side, the other (RV-A2.9)
    "RPh": RALLY_PHASE,  # Rally: both sides repair, recombine and rally (RV-A3.1)
    "PFPh": {"": lambda s: fire_phase(s, s.side, "RV-A3.2")},  # Prep Fire: the ATTACKER fires
    "MPh": {"": _movement, "stacks": _movement},  # Movement: he moves, the DEFENDER fires at what moves (RV-A3.3)
    "DFPh": {"": lambda s: fire_phase(s, other(s.side), "RV-A3.4")},  # Defensive Fire: the DEFENDER fires
    "AFPh": {"": lambda s: fire_phase(s, s.side, "RV-A3.5")},  # Advancing Fire: the ATTACKER fires again
    "RtPh": ROUT_PHASE,  # Rout: broken units of both sides run (RV-A3.6)
    "APh": {"": begin_advance, "advance": advance},  # Advance: the ATTACKER steps forward (RV-A3.7)
    "CCPh": {  # Close Combat: enemies in the same Location fight, then men and vehicles (RV-A3.8)
        **dict.fromkeys(("", "look", "look_other"), _close_combat),
        "vehicles": vehicle_combat,
    },
}
"""What one activity of each step of each phase is."""
SEQUENCE = SequenceOfPlay(
    "Berlin: Red Vengeance",
    {
        phase: SequenceOfPlay(phase, steps if phase == "refit" else {**_HATCHES, **steps, "done": end_phase})
        for phase, steps in _STEPS.items()
    },
    at=lambda s: s.phase,
)
