"""Why a unit cannot move, or cannot go where somebody clicked: a sentence and its clause."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field, Step
from sandtable.games.vengeance.map.ground import BARS, GROUND, SEWER, SWIM, WATER
from sandtable.games.vengeance.model.battle import Battle, Move
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
        return "A broken unit moves only in the Rout Phase.", "RV-A10.5"
    if unit.melee:
        return "A unit in Melee cannot move.", "RV-A11.15"
    if unit.pinned or unit.ti:
        return "A pinned or TI unit cannot move.", "RV-A7.8"
    if not has_freedom(s, unit):
        return "It is night, and nothing has stirred it yet: it has no Freedom of Movement.", "RV-E1.21"
    if unit.fired:
        return "It has fired, or waits with Opportunity Fire, and may not move in this turn.", "RV-A3.2"
    return ("It has moved already.", "RV-A4.2") if unit.moved else None


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
        return "Nobody goes into a Blaze.", "RV-B25.2"
    if barred(s, f, units[0], step):
        return "An armed defender holds the way in.", "RV-B23.9"
    if enemies_at(s, to, s.side):
        return "A Known enemy is there.", "RV-A4.14"
    if not room_for(s, f, to, s.side, units, OVERSTACK):
        return "There is no room for so many.", "RV-A5.12"
    return _too_dear(s, f, move, step, verb_of(option))


def _too_dear(s: Battle, f: Field, move: Move, step: Step, verb: str) -> Refusal | None:
    left = mf_left(s, move, keeps_to_road(s, f, step))
    if step.all_mf and move.spent:
        return "It takes all MF, and some are spent.", "RV-B1.1"
    cost = step_cost(s, f, step, move)
    if cost > left:
        return f"It costs {cost} MF, and {max(left, 0)} are left.", "RV-A4.13"
    if verb == "assault":
        return "Assault movement leaves MF unspent, and is the first and only step.", "RV-A4.6"
    if verb == "minimum":
        return "A Minimum Move is for what cannot be paid for.", "RV-A4.134"
    return None


def _no_way(f: Field, at: str, to: str) -> Refusal:
    """Why there is no step from one Location to another."""
    if not at:
        return "It comes in over its entry area only.", "RV-A2.5"
    here, there = f.place(at), f.place(to)
    if to not in f.steps:
        if there.kind == GROUND and f.ground.hexes[there.hex].base in WATER:
            return "That is deep water: only swimmers cross it.", "RV-B21.1"
        return "That is not in play, or nobody can stand there.", "RV-A2.8"
    if there.kind == SEWER or here.kind == SEWER:
        return "Sewers are entered by a manhole with a leader, and left in the Advance Phase.", "RV-B8.1"
    if there.kind == SWIM:
        return "Swimming is declared before the first MF.", "RV-B21.1"
    if f.range(at, to) > 1:
        return "It is not next to the stack.", "RV-A4.13"
    side = f.ground.side(here.hex, there.hex) if here.hex != there.hex else ()
    if "CLIFF" in side:
        return "A cliff is crossed by climbing only, which is declared before the first MF.", "RV-B11.1"
    if any(bar in side for bar in BARS):
        return "There is a wall without a door between.", "RV-B23.71"
    if here.kind != there.kind:
        return "Upper levels, roofs and cellars are reached by the stairs of their own hex.", "RV-B23.2"
    return "There is no way from here to there.", "RV-A.8"
