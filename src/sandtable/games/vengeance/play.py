"""The sequence of play (chapter A3): eight phases, each a series of short activities. Read this first."""

from __future__ import annotations

from sandtable.games.vengeance.bot.place_the_rest import set_up
from sandtable.games.vengeance.campaign.battle.deployment import begin_scenario
from sandtable.games.vengeance.campaign.battle.entering import stay_out
from sandtable.games.vengeance.campaign.battle.scoring import scenario_ends
from sandtable.games.vengeance.campaign.points import party_leader_lost
from sandtable.games.vengeance.campaign.refit.phase import REFIT, begin_refit, refit
from sandtable.games.vengeance.knowledge.identified import meet
from sandtable.games.vengeance.model.battle import PHASES, PREP, Battle
from sandtable.games.vengeance.rules.advance import advance_phase
from sandtable.games.vengeance.rules.close_combat.phase import close_combat_phase
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain
from sandtable.games.vengeance.rules.concealment.set_up import show_what_is_seen
from sandtable.games.vengeance.rules.fire.encirclement import loosen, shut_in
from sandtable.games.vengeance.rules.fire.phase import fire_phase
from sandtable.games.vengeance.rules.fortifications.secrecy import reveal_seen
from sandtable.games.vengeance.rules.movement.berserk import calm
from sandtable.games.vengeance.rules.movement.hazards import drift
from sandtable.games.vengeance.rules.movement.infantry_overrun import overrun
from sandtable.games.vengeance.rules.movement.labor import finish_labours
from sandtable.games.vengeance.rules.movement.phase import movement_phase
from sandtable.games.vengeance.rules.movement.sewers import meet_below
from sandtable.games.vengeance.rules.off_map_support import end_support, next_support
from sandtable.games.vengeance.rules.ordnance.upkeep import end_prep_fire, settle_guns, unmark_guns
from sandtable.games.vengeance.rules.rally.phase import rally_phase
from sandtable.games.vengeance.rules.reserve import watch
from sandtable.games.vengeance.rules.rout.phase import rout_phase
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import last_charges
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
from sandtable.games.vengeance.rules.vehicles.phases import (
    HATCHES,
    MEND,
    hatches,
    mend,
    settle_vehicles,
    start_movement,
    start_of_phase,
    start_of_rally,
    unmark,
)
from sandtable.games.vengeance.rules.victory.banner import lower_banners
from sandtable.games.vengeance.rules.victory.control import judge, update_control
from sandtable.games.vengeance.scenarios.cards import first_move, scenario
from sandtable.kernel.flow import Flow
from sandtable.kernel.state import replace


def play(s: Battle) -> Flow:
    """RV-A3.0, RV-BRV3.3, RV-RePh8.6194b One activity; then Reserves wake up, and hidden fortifications are shown."""
    yield from refit(s) if s.phase == REFIT else activity(s)
    if s.campaign is not None and s.phase in PHASES:
        watch(s)
        party_leader_lost(s)
    if s.works:
        reveal_seen(s)


def activity(s: Battle) -> Flow:
    """RV-A3.0 One activity of the phase that it is; before it whoever stands at a wall may claim it."""
    if claims_pending(s):
        yield from ask_claims(s)
        return
    if s.reduced:
        yield from keep_weapon(s)
        return
    if s.step == "done":
        end_phase(s)
        return
    if (s.batteries or s.planes or s.night is not None) and (support := next_support(s)) is not None:
        yield from support
    elif s.vehicles and (todo := vehicle_step(s)) is not None:
        yield from todo
    else:
        yield from phase_activity(s)
    if s.vehicles:
        show_conditions(s)
    if s.acting:
        s.acting.clear()


def phase_activity(s: Battle) -> Flow:
    """RV-A3.1 to RV-A3.8 What the phase itself is about."""
    match s.phase:
        case "setup":
            yield from set_up(s)
        case "RPh":
            yield from rally_phase(s)
        case "PFPh":
            yield from fire_phase(s, s.side, "RV-A3.2")
        case "MPh" if s.move is not None and s.move.overrun and not s.move.window:
            yield from overrun(s)
        case "MPh":
            yield from movement_phase(s)
        case "DFPh":
            yield from fire_phase(s, other(s.side), "RV-A3.4")
        case "AFPh":
            yield from fire_phase(s, s.side, "RV-A3.5")
        case "RtPh":
            yield from rout_phase(s)
        case "APh":
            yield from advance_phase(s)
        case _:
            yield from close_combat_phase(s)
            if s.step == "done" and s.vehicles:
                s.step = "vehicles"


def vehicle_step(s: Battle) -> Flow | None:
    """RV-A3.1 to RV-A3.8 What is asked only where there are vehicles: hatches, repairs, their moves and combats."""
    if s.step.startswith(HATCHES):
        return hatches(s)
    if s.step == MEND:
        return mend(s)
    if s.drive is not None:
        return vehicle_window(s) if s.drive.window else drive(s)
    return vehicle_combat(s) if s.step == "vehicles" else None


def end_phase(s: Battle) -> None:
    """RV-A3.1 to RV-A3.8 What happens by itself at the end of a phase and at the start of the next."""
    at_phase_end(s)
    if s.made:
        meet(s)
    if s.phase == "setup":
        if s.campaign is not None:
            begin_scenario(s)
        show_what_is_seen(s)
        gain(s, rolls=False)  # RV-BRV3.6: who set up out of every enemy LOS
        gain_vehicles(s, setting_up=True)
        s.asked.clear()
        begin_player_turn(s, first_move(s))
        return
    _ENDS.get(s.phase, _nothing)(s)
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
        return
    s.phase = PHASES[PHASES.index(s.phase) + 1]
    s.step = ""
    _STARTS.get(s.phase, _nothing)(s)
    if s.vehicles:
        start_of_phase(s)
    s.journal.add(_CLAUSES[s.phase], "phase", phase=s.phase)


_CLAUSES = {phase: f"RV-A3.{number}" for number, phase in enumerate(PHASES, 1)}


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


def _end_prep_fire(s: Battle) -> None:
    """RV-A3.2 What fired is marked Prep Fire, whether its rate of fire was kept or not."""
    for weapon in list(s.weapons.values()):
        if weapon.used and weapon.holder and s.units[weapon.holder].side == s.side:
            s.weapons[weapon.id] = replace(weapon, fired=PREP)
            mark(s, weapon.holder, fired=PREP)
    end_prep_fire(s)
    s.directing.clear()


def _start_movement(s: Battle) -> None:
    """RV-A3.3, RV-A4.51 The ATTACKER's CX counters go; nobody has moved yet."""
    for unit in list(s.units.values()):
        if unit.side == s.side:
            mark(s, unit.id, cx=False, moved=False, smoked=False, landed=False)
    if s.vehicles:
        start_movement(s)
    for weapon in list(s.weapons.values()):
        if weapon.tried or weapon.carried:
            s.weapons[weapon.id] = replace(weapon, tried=(), carried=False)
    s.shots.clear()


def _end_movement(s: Battle) -> None:
    """RV-A3.3, RV-A8.41 Residual FP and fire lanes go; a weapon that kept its rate of fire stays unmarked."""
    drift(s)
    calm(s)
    if s.campaign is not None:
        stay_out(s)
    if s.labours:
        finish_labours(s)
    s.residual.clear()
    s.lanes.clear()
    s.shots.clear()


def _end_defensive_fire(s: Battle) -> None:
    """RV-A3.4 All First and Final Fire markers are removed."""
    _unmark(s, other(s.side))
    s.directing.clear()


def _end_advancing_fire(s: Battle) -> None:
    """RV-A3.5 The last placed charges go off; Prep and Opportunity markers are removed."""
    last_charges(s)
    s.alarms.clear()
    _unmark(s, s.side)
    s.directing.clear()


def _unmark(s: Battle, side: str) -> None:
    if s.vehicles:
        unmark(s, side)
    for unit in list(s.units.values()):
        if unit.side == side and unit.fired:
            mark(s, unit.id, fired="")
    for weapon in list(s.weapons.values()):
        holder = s.units.get(weapon.holder)
        if (weapon.fired or weapon.used) and (holder is None or holder.side == side):
            s.weapons[weapon.id] = replace(weapon, fired="", used=False)
    unmark_guns(s, side)


def _end_close_combat(s: Battle) -> None:
    """RV-A3.8, RV-A7.8, RV-A12.12 Concealment is gained; pins, TI and smoke grenades go; control is updated."""
    gain(s)
    if s.vehicles:
        gain_vehicles(s)
    for unit in list(s.units.values()):
        if unit.pinned or unit.ti or unit.acted or unit.wave:
            mark(s, unit.id, pinned=False, ti=False, acted=False, wave=False)
    s.smoke.clear()
    s.fought.clear()
    s.engaged.clear()
    if s.vehicles:
        settle_vehicles(s)
    s.advanced.clear()
    update_control(s)
    loosen(s)


_ENDS = {
    "PFPh": _end_prep_fire,
    "MPh": _end_movement,
    "DFPh": _end_defensive_fire,
    "AFPh": _end_advancing_fire,
    "CCPh": _end_close_combat,
}
_STARTS = {"PFPh": age_smoke, "MPh": _start_movement, "CCPh": meet_below}
