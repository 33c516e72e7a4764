"""Why a unit cannot move, or cannot go where somebody clicked: a sentence and its clause."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field, LocationStep
from sandtable.games.vengeance.map.ground import BARS, GROUND, SEWER, SWIM, WATER
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.names import say
from sandtable.games.vengeance.rules.fortifications.strongholds import barred
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import keeps_to_road, step_cost, steps_from
from sandtable.games.vengeance.rules.night.freedom import has_freedom
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.stacking import OVERSTACK, room_for
from sandtable.kernel.flow import Option, Refusal
from sandtable.kernel.options import id_in, verb_of

_GOING = ("to", "to_cover", "assault", "minimum", "bypass", "dash")


def why_not_move(s: Battle, option: Option) -> Refusal | None:
    """Why a unit that somebody clicked cannot move."""
    unit = s.units.get(id_in(option)) if len(option) > 1 and option[0] == "move" else None
    if unit is None or unit.side != s.side:
        return None
    if unit.broken:
        return say("cant_move_broken_units_move"), "RV-A10.5"
    if unit.melee:
        return say("cant_move_in_melee"), "RV-A11.15"
    if unit.pinned or unit.ti:
        return say("cant_move_pinned_or_ti"), "RV-A7.8"
    if not has_freedom(s, unit):
        return say("cant_move_does_not_have"), "RV-E1.21"
    if unit.fired:
        return say("cant_move_this_turn_has"), "RV-A3.2"
    return (say("cant_move_has_already_moved"), "RV-A4.2") if unit.moved else None


def why_not_step(s: Battle, option: Option) -> Refusal | None:
    """RV-A4.13, RV-A4.14, RV-A5.12, RV-B25.2 Why the moving stack cannot go to a Location."""
    move = s.move
    f = field_of(s)
    if move is None or not move.units or len(option) < 2 or option[0] not in _GOING:
        return None
    to = id_in(option)
    if to not in f.ground.locations:
        return None
    units = [s.units[id] for id in move.units]
    step = min((st for st in steps_from(s, f, units[0]) if st.to == to), key=lambda st: st.cost, default=None)
    if step is None:
        return _no_way(f, units[0].at, to)
    if in_blaze(s, to):
        return say("cant_enter_blaze"), "RV-B25.2"
    if barred(s, f, units[0], step):
        return say("cant_enter_armed_defender_holds"), "RV-B23.9"
    if enemies_at(s, to, s.side):
        return say("cant_enter_known_enemy_there"), "RV-A4.14"
    if not room_for(s, f, to, s.side, units, OVERSTACK):
        return say("cant_enter_location_would_be"), "RV-A5.12"
    return _too_dear(s, f, move, step, verb_of(option))


def _too_dear(s: Battle, f: Field, move: Move, step: LocationStep, verb: str) -> Refusal | None:
    left = mf_left(s, move, keeps_to_road(s, f, step))
    if step.all_mf and move.spent:
        return say("cant_move_there_that_takes"), "RV-B1.1"
    cost = step_cost(s, f, step, move)
    if cost > left:
        return say("cant_move_there_that_costs", cost=cost, max=max(left, 0)), "RV-A4.13"
    if verb == "assault":
        return say("cant_use_assault_movement_that"), "RV-A4.6"
    if verb == "minimum":
        return say("cant_use_minimum_move_has"), "RV-A4.134"
    return None


def _no_way(f: Field, at: str, to: str) -> Refusal:
    """Why there is no step from one Location to another."""
    if not at:
        return say("cant_enter_there_only_in"), "RV-A2.5"
    here, there = f.place(at), f.place(to)
    if to not in f.steps:
        if there.kind == GROUND and f.ground.hexes[there.hex].base in WATER:
            return say("cant_cross_deep_water_without"), "RV-B21.1"
        return say("cant_move_there_location_not"), "RV-A2.8"
    if there.kind == SEWER or here.kind == SEWER:
        return say("cant_use_sewer_enter_by"), "RV-B8.1"
    if there.kind == SWIM:
        return say("cant_swim_declare_that_before"), "RV-B21.1"
    if f.range(at, to) > 1:
        return say("cant_move_there_location_not_2"), "RV-A4.13"
    side = f.ground.side(here.hex, there.hex) if here.hex != there.hex else ()
    if "CLIFF" in side:
        return say("cant_cross_cliff_except_by"), "RV-B11.1"
    if any(bar in side for bar in BARS):
        return say("cant_pass_there_wall_without"), "RV-B23.71"
    if here.kind != there.kind:
        return say("cant_move_there_use_stairs"), "RV-B23.2"
    return say("cant_move_there_no_route"), "RV-A.8"
