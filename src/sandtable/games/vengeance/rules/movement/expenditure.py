"""One expenditure of a moving stack, and what follows from it (chapters A4.2, A4.134, A8.2, RV-Z1)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.entering import arrive
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.rules.artillery.effect import walk_into_fire
from sandtable.games.vengeance.rules.concealment.detection import runs_into
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes, moves_in_sight, tell_move
from sandtable.games.vengeance.rules.fire.aim_points import crossed
from sandtable.games.vengeance.rules.fire.residual import lingering_fire
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.fortifications.entrenchments import foxhole_room, has_work, in_trenches
from sandtable.games.vengeance.rules.morale.checks import pin
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import (
    keeps_to_road,
    step_cost,
    steps_from,
    tells_of_a_crowd,
    way_cost,
)
from sandtable.games.vengeance.rules.night.bearings import note_step
from sandtable.games.vengeance.rules.night.cloaking import convert, convert_seen
from sandtable.games.vengeance.rules.night.freedom import look_around
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import place
from sandtable.games.vengeance.rules.terrain.wall_advantage import on_entry
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.vehicles.crews.passengers import finish_boarding
from sandtable.kernel.state import replace


def step(s: Battle, f: Field, move: Move, verb: str, to: str) -> None:
    """RV-A4.13 The stack enters a Location."""
    unit = s.units[move.units[0]]
    chosen = min((st for st in steps_from(s, f, unit) if st.to == to), key=lambda st: st.cost)
    cost = step_cost(s, f, chosen, move)
    if tells_of_a_crowd(s, f, to, move):
        s.reveal()
    along = keeps_to_road(s, f, chosen)
    left = mf_left(s, move, along)
    road = move.road and along
    units = [s.units[id] for id in move.units]
    foxhole = verb == "to_cover" and foxhole_room(s, to, units)
    if verb == "to_cover":
        linked = bool(s.works) and in_trenches(s, f, units, to)
        cost, road = cost + (0 if linked else max(1, chosen.cover)), False
    if verb == "minimum" or chosen.all_mf:
        cost = max(left, 1)
    if s.works and not clear_of_mines(s, move, to):
        return
    move = s.move or move
    mode = verb if verb in ("assault", "dash") else ""
    if runs_into(s, to, unit.side):
        convert(s, move.units)
        s.move = replace(move, units=tuple(u for u in move.units if u in s.units), bumped=to, cost=cost, road=road)
        return
    for id in move.units:
        put(s, id, to)
        if verb == "to_cover":
            mark(s, id, shellhole=not foxhole, dug=foxhole)
        elif s.works and has_work(s, to, "at_ditch"):
            mark(s, id, dug=True)  # RV-B27.8
        if verb == "minimum":
            mark(s, id, cx=True)
    over = verb in ("assault", "minimum")
    if s.campaign is not None and not unit.at:
        arrive(s, move.units)
    tell_move(s, "RV-A4.13", move.units, to, cost, verb)
    _arrive(s, replace(move, here=0, road=road, mode=mode, over=over, scorched=False, came=unit.at), cost)
    on_entry(s, f, to)


def go_round(s: Battle, f: Field, move: Move, to: str, along: str) -> None:
    """RV-A4.3 The stack goes around the building of a hex, outside it, along its hexsides up to one."""
    unit = s.units[move.units[0]]
    ways = [w for w in f.ways_round(unit.at, unit.bypass) if (w.to, w.along) == (to, along)]
    way = min(ways, key=lambda w: w.cost)
    cost = way_cost(s, way, [s.units[id] for id in move.units])
    if s.works and not clear_of_mines(s, move, to):
        return
    move = s.move or move
    for id in move.units:
        put(s, id, to)
        mark(s, id, bypass=way.sides)
        s.skirting.append(id)
    s.journal.add("RV-A4.3", "bypasses", seen_by=eyes(s, move.units), units=move.units, to=to, along=along, cost=cost)
    _arrive(s, replace(move, here=0, road=False, mode="", scorched=False, came=unit.at), cost)


def _arrive(s: Battle, move: Move, cost: int) -> None:
    """What is carried has been moved; the MF are spent in the new Location."""
    move = replace(move, crossing=crossed(field_of(s), move.came, s.units[move.units[0]].at))
    s.move = move if s.night is None else note_step(field_of(s), move, s.units[move.units[0]].at)
    s.shots.clear()
    carry(s, move.units)
    moves_in_sight(s, move.units, quietly=move.mode == "assault")
    if s.works and s.move.units:
        mines.enter(s, list(s.move.units), move.came, s.units[s.move.units[0]].at)
    if not s.move.units:
        end_move(s)
        return
    spend(s, cost, entering=True)


def clear_of_mines(s: Battle, move: Move, to: str) -> bool:
    """RV-B28.1 Mines attack the stack that leaves their hex; who breaks or is pinned stays. Whether anybody goes on."""
    mines.leave(s, list(move.units), s.units[move.units[0]].at, to)
    if s.move is None or not s.move.units:
        end_move(s)
        return False
    return True


def carry(s: Battle, units: tuple[str, ...]) -> None:
    """RV-A4.41 What these units hold has been carried into another Location."""
    for weapon in list(s.weapons.values()):
        if weapon.holder in units and not weapon.carried:
            s.weapons[weapon.id] = replace(weapon, carried=True)


def spend(s: Battle, cost: int, entering: bool = False) -> None:
    """RV-A4.2, RV-A4.132, RV-Z1 MF are spent where the stack is: residual FP, lanes and shells attack it there.

    Then the DEFENDER may. MF that do not enter a hex cost the road bonus.
    """
    assert s.move is not None
    if not s.move.units:
        end_move(s)  # there were only dummies
        return
    for id in s.move.units:
        mark(s, id, moved=True)
    s.volleys.clear()
    s.move = replace(s.move, spent=s.move.spent + cost, here=s.move.here + cost, window=True)
    if not entering:
        s.move = replace(s.move, road=False)
    if not s.move.scorched and (s.residual or s.lanes):
        at = s.units[s.move.units[0]].at
        if at in s.residual or at in s.lanes:
            s.move = replace(s.move, scorched=True)
            lingering_fire(s)
    if s.batteries:
        walk_into_fire(s, list(s.move.units))
    if s.night is not None and s.side != s.night.defender:
        look_around(s, [s.units[id].at for id in s.move.units if id in s.units])
    if s.night is not None:
        convert_seen(s)


def window_closed(s: Battle) -> None:
    """The DEFENDER has fired all he wants at this expenditure."""
    assert s.move is not None
    if s.move.crossing:
        s.move = replace(s.move, crossing="")
    if s.move.placing[0]:
        place(s)
    if s.move.boarding[0]:
        finish_boarding(s, *s.move.boarding)
        units = tuple(u for u in s.move.units if u in s.units and s.units[u].at)
        s.move = replace(s.move, units=units, boarding=("", ""))
    if s.move.mode == "" and s.move.over:
        for id in s.move.units:
            pin(s, id)  # RV-A4.134: a minimum move ends pinned
    if not s.move.overrun and (not s.move.units or s.move.over):
        end_move(s)


def end_move(s: Battle) -> None:
    """The stack has finished its Movement Phase."""
    if s.move is not None:
        for id in s.move.units:
            mark(s, id, moved=True)
    s.move = None
    s.shots.clear()
    s.volleys.clear()


def leave_behind(s: Battle, move: Move, id: str) -> None:
    """RV-A4.2 A unit that is left behind ends its move there; before the first MF it may still move later."""
    if move.spent:
        mark(s, id, moved=True)
    units = tuple(u for u in move.units if u != id)
    leader = "" if move.leader == id else move.leader
    s.move = replace(move, units=units, leader=leader)
