"""Why a unit cannot move, or cannot go where somebody clicked: a sentence and its clause."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field, LocationStep
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
        return "It can't move: broken units move only in the Rout Phase.", "RV-A10.5"
    if unit.melee:
        return "It can't move: it is in Melee.", "RV-A11.15"
    if unit.pinned or unit.ti:
        return "It can't move: it is pinned or TI.", "RV-A7.8"
    if not has_freedom(s, unit):
        return "It can't move: it does not have Freedom of Movement tonight.", "RV-E1.21"
    if unit.fired:
        return "It can't move this turn: it has fired or is waiting for Opportunity Fire.", "RV-A3.2"
    return ("It can't move: it has already moved.", "RV-A4.2") if unit.moved else None


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
        return "It can't enter a Blaze.", "RV-B25.2"
    if barred(s, f, units[0], step):
        return "It can't enter: an armed defender holds the way in.", "RV-B23.9"
    if enemies_at(s, to, s.side):
        return "It can't enter: a Known enemy is there.", "RV-A4.14"
    if not room_for(s, f, to, s.side, units, OVERSTACK):
        return "It can't enter: the Location would be overstacked.", "RV-A5.12"
    return _too_dear(s, f, move, step, verb_of(option))


def _too_dear(s: Battle, f: Field, move: Move, step: LocationStep, verb: str) -> Refusal | None:
    left = mf_left(s, move, keeps_to_road(s, f, step))
    if step.all_mf and move.spent:
        return "It can't move there: that takes all its MF, and it has spent some.", "RV-B1.1"
    cost = step_cost(s, f, step, move)
    if cost > left:
        return f"It can't move there: that costs {cost} MF, and it has {max(left, 0)} left.", "RV-A4.13"
    if verb == "assault":
        return "It can't use Assault Movement: that is one Location with MF to spare.", "RV-A4.6"
    if verb == "minimum":
        return "It can't use a Minimum Move: it has enough MF for a normal one.", "RV-A4.134"
    return None


def _no_way(f: Field, at: str, to: str) -> Refusal:
    """Why there is no step from one Location to another."""
    if not at:
        return "It can't enter there: only in its entry area.", "RV-A2.5"
    here, there = f.place(at), f.place(to)
    if to not in f.steps:
        if there.kind == GROUND and f.ground.hexes[there.hex].base in WATER:
            return "It can't cross deep water without swimming.", "RV-B21.1"
        return "It can't move there: the Location is not in play.", "RV-A2.8"
    if there.kind == SEWER or here.kind == SEWER:
        return "It can't use the sewer: enter by a manhole with a leader, leave in the Advance Phase.", "RV-B8.1"
    if there.kind == SWIM:
        return "It can't swim: declare that before it spends any MF.", "RV-B21.1"
    if f.range(at, to) > 1:
        return "It can't move there: the Location is not adjacent.", "RV-A4.13"
    side = f.ground.side(here.hex, there.hex) if here.hex != there.hex else ()
    if "CLIFF" in side:
        return "It can't cross a cliff except by climbing; declare that before it spends any MF.", "RV-B11.1"
    if any(bar in side for bar in BARS):
        return "It can't pass: there is a wall without a door.", "RV-B23.71"
    if here.kind != there.kind:
        return "It can't move there: use the stairs of that hex to change level.", "RV-B23.2"
    return "It can't move there: no route leads from here.", "RV-A.8"
