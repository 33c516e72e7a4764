"""The Movement Phase (chapters A3.3, A4.2): stack by stack, an expenditure at a time; after each there may be fire."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.entering import comes_along
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import OPPORTUNITY, PREP, Battle, Move, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes, secretive
from sandtable.games.vengeance.rules.fire.first_fire import first_fire
from sandtable.games.vengeance.rules.morale.level import inexperienced
from sandtable.games.vengeance.rules.movement.actions import do_task, task_options
from sandtable.games.vengeance.rules.movement.allowance import load, mf_left
from sandtable.games.vengeance.rules.movement.astray import stumble
from sandtable.games.vengeance.rules.movement.berserk import begin_charge, charge_on
from sandtable.games.vengeance.rules.movement.destinations import step_options
from sandtable.games.vengeance.rules.movement.expenditure import end_move, go_round, leave_behind, step, window_closed
from sandtable.games.vengeance.rules.movement.hazards import climb, hazard_options, swim
from sandtable.games.vengeance.rules.movement.human_wave import declare_wave, wave_on
from sandtable.games.vengeance.rules.movement.labor import do_labour, labour_options
from sandtable.games.vengeance.rules.movement.refusals import why_not_move, why_not_step
from sandtable.games.vengeance.rules.movement.searching import detection, search_options, searching
from sandtable.games.vengeance.rules.movement.sewers import crawl, descend, go_below, grope, sewer_moves, sewer_options
from sandtable.games.vengeance.rules.night.bearings import ASTRAY, check_bearings, set_out, within_bearings
from sandtable.games.vengeance.rules.night.cloaking import cloaked_options
from sandtable.games.vengeance.rules.night.freedom import has_freedom
from sandtable.games.vengeance.rules.ordnance.pushing import push_gun
from sandtable.games.vengeance.rules.set_up.places import entry_places
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import below, good_order, inherent_capacity, is_leader, is_mmc
from sandtable.games.vengeance.rules.vehicles.movement.driving import begin, may_drive
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def may_move(s: Battle, unit: Unit) -> bool:
    """RV-A3.2, RV-A4.2 Good Order, unpinned, not TI, not fired, and not yet moved."""
    return (
        unit.side == s.side and good_order(unit) and not (unit.pinned or unit.ti or unit.moved)
        and unit.fired not in (PREP, OPPORTUNITY) and not unit.aboard
        and (unit.at != "" or bool(entry_places(s, unit)))
        and (s.night is None or has_freedom(s, unit))
    )  # fmt: skip


def movement_phase(s: Battle) -> Flow:
    """RV-A3.3 One expenditure, one shot of the DEFENDER, or the choice of the next stack."""
    if s.move is not None:
        yield from _go_on(s, s.move)
    elif wild := [u for u in s.units.values() if u.berserk and u.side == s.side and _must_charge(u)]:
        yield from begin_charge(s, wild)
    elif s.wave is not None:
        yield from wave_on(s)
    elif s.step == "":
        yield from declare_wave(s)
    else:
        yield from _next_to_move(s)


def _must_charge(unit: Unit) -> bool:
    """RV-A15.4 Berserk men on the map who have not charged yet and are not in Melee move first."""
    return not unit.moved and not unit.melee and unit.at != ""


def _go_on(s: Battle, move: Move) -> Flow:
    """RV-A4.2, RV-A8.1, RV-A15.4 What a stack does that has begun to move, or the fire at it."""
    if move.window:
        yield from first_fire(s)
        if s.move is not None and not s.move.window:
            if s.move.mode == "sewer":
                descend(s)
            window_closed(s)
    elif move.charge:
        charge_on(s)
    elif move.mode == "wave":
        end_move(s)
    elif move.bumped:
        yield from detection(s)
    else:
        yield from _expend(s)


def _next_to_move(s: Battle) -> Flow:
    """RV-A4.2, RV-D2.1, RV-CG21 The next stack or vehicle, or the end of the phase."""
    can = [u.id for u in s.units.values() if may_move(s, u) and (u.at or not comes_along(s, u.id))]
    drivers = [v.id for v in s.vehicles.values() if may_drive(s, v)] if s.vehicles else []
    if not can and not drivers and not secretive(s, s.side):
        s.step = "done"
        return
    pick = yield Choose(
        s.side,
        [*(("move", id) for id in can), *(("drive", id) for id in drivers), ("done",)],
        rule="RV-A4.2",
        ask="move",
        why_not=lambda o: why_not_move(s, o),
    )
    if pick[0] == "done":
        s.step = "done"
    elif pick[0] == "drive":
        begin(s, id_in(pick))
    else:
        _set_off(s, s.units[id_in(pick)])


def _set_off(s: Battle, unit: Unit) -> None:
    """RV-A4.2, RV-E1.5 A unit begins to move; at night it may lose its way."""
    s.move = Move((unit.id,), leader=unit.id if is_leader(unit) else "")
    if s.night is not None:
        s.move = set_out(s, field_of(s), s.move)
    s.shots.clear()
    s.volleys.clear()


def _expend(s: Battle) -> Flow:
    """RV-A4.2 What the stack does next."""
    move = s.move
    assert move is not None
    f = field_of(s)
    if move.dark == ASTRAY and move.strange:
        stumble(s)
        return
    pick = yield Choose(
        s.side, lambda: _stack_options(s, f, move), rule="RV-A4.2", ask="step",
        about=(move.units[0], mf_left(s, move)), why_not=lambda o: why_not_step(s, o),
    )  # fmt: skip
    if pick[0] == "push":
        yield from push_gun(s, f, move, id_in(pick), id_in(pick, 2))
    elif pick[0] in ("search", "mop_up"):
        yield from searching(s, f, pick)
    else:
        _do(s, f, move, pick)


def _stack_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-A4.2, RV-A4.3, RV-E1.5 What the stack can do, with leaving men behind and stopping, if it may stop."""
    options = _what_next(s, f, move)
    if len(move.units) > 1 and not s.units[move.units[0]].bypass:
        options += [("leave", id) for id in move.units]
    if move.mode == "dash" and any(o[0] == "to" for o in options):
        options = [o for o in options if o[0] == "to"]  # it has declared that it goes on
    elif s.units[move.units[0]].bypass and any(o[0] in ("to", "bypass") for o in options):
        pass  # RV-A4.3: nobody stays in bypass of his own will
    else:
        options.append(("stop",))
    if s.night is not None:
        options = within_bearings(s, f, move, options) or [("stop",)]
        if s.units[move.units[0]].cloak:
            options = cloaked_options(s, move, options)
    return options


def _what_next(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-A4.2 Everything that the stack can do, but for stopping and leaving men behind."""
    start = _start_options(s, move)
    if any(s.units[id].wired for id in move.units):
        return [*start, *([("off_wire",)] if mf_left(s, move) >= 1 else [])]
    if below(s.units[move.units[0]]):
        return [*(o for o in start if o[0] == "with"), *sewer_moves(s, f, move)]
    options = [*start, *step_options(s, f, move), *task_options(s, f, move), *labour_options(s, f, move)]
    if f.cliffs or f.shores:
        options += hazard_options(s, f, move)
    if f.manholes or s.tunnels:
        options += sewer_options(s, f, move)
    return options + search_options(s, f, move)


def _start_options(s: Battle, move: Move) -> list[Option]:
    """RV-A4.2, RV-A4.5 Who comes along, and double time."""
    options: list[Option] = []
    first = s.units[move.units[0]]
    units = [s.units[id] for id in move.units]
    if not move.spent and not move.double:
        options += [
            ("with", u.id) for u in s.units.values()
            if u.at == first.at and u.id not in move.units and may_move(s, u) and u.bypass == first.bypass
            and (u.at or _enter_together(s, units, u))
        ]  # fmt: skip
    if not move.double and not any(_is_tired(s, u) for u in units):
        options.append(("double",))
    return options


def _is_tired(s: Battle, unit: Unit) -> bool:
    """RV-A4.5, RV-D6.1 Who cannot go at double time: CX, wounded, encircled, just got off, or overloaded and green."""
    if unit.cx or unit.wounded or unit.encircled or unit.landed:
        return True
    return inexperienced(s, unit) and load(s, unit) > inherent_capacity(unit)


def _enter_together(s: Battle, units: list[Unit], unit: Unit) -> bool:
    """RV-A2.5, RV-CG21 Whether a unit can enter with a stack, of any group; a new group's leader with its own men."""
    common = set(entry_places(s, unit)).intersection(*(entry_places(s, u) for u in units))
    led = not comes_along(s, unit.id) or any(is_mmc(u) and u.group == unit.group for u in units)
    return bool(common) and led


def _do(s: Battle, f: Field, move: Move, pick: Option) -> None:
    """RV-A4.2 The stack does what was chosen."""
    match pick:
        case ("stop",):
            end_move(s)
        case ("roam",):
            check_bearings(s, f)
        case ("with", str(id)):
            leader = move.leader or (id if is_leader(s.units[id]) else "")
            s.move = replace(move, units=(*move.units, id), leader=leader)
        case ("leave", str(id)):
            leave_behind(s, move, id)
        case ("double",):
            _double_time(s, move)
        case ("to" | "to_cover" | "assault" | "minimum" | "dash" as verb, str(to)):
            step(s, f, move, verb, to)
        case ("bypass", str(to), str(along)):
            go_round(s, f, move, to, along)
        case ("climb", str(to)):
            climb(s, move, to)
        case ("swim", str(to)):
            swim(s, f, move, to)
        case ("sewer", _):
            go_below(s, move)
        case ("sewer_to", str(to)):
            grope(s, f, move, to)
        case ("tunnel", str(to)):
            crawl(s, move, to)
        case ("clear" | "scrounge" | "set_charge" | "breach" | "blast" | "plant" | "off_wire", *_):
            do_labour(s, f, move, pick)
        case _:
            do_task(s, f, move, pick)


def _double_time(s: Battle, move: Move) -> None:
    """RV-A4.5 Two MF more at the start, one later."""
    s.move = replace(move, double=2 if not move.spent else 1)
    for id in move.units:
        mark(s, id, cx=True)
    s.journal.add("RV-A4.5", "double_time", seen_by=eyes(s, move.units), units=move.units)
