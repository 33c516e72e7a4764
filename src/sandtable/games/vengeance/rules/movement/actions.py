"""What a stack does with its MF beside going somewhere: smoke, recovery, charges, overrun (A4.15, A4.44, A23, A24)."""

from __future__ import annotations

from sandtable.games.vengeance.components import HERO, components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BRIDGE, GROUND, LEVEL
from sandtable.games.vengeance.model.battle import Battle, Move, Unit, Weapon
from sandtable.games.vengeance.rules.concealment.gain_and_loss import acts_in_sight, eyes, reveal_all
from sandtable.games.vengeance.rules.concealment.question_marks import is_veil, place_of_veil
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.morale.checks import task_check
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import entry_cost, step_cost
from sandtable.games.vengeance.rules.movement.expenditure import carry, clear_of_mines, end_move, leave_behind, spend
from sandtable.games.vengeance.rules.ordnance.handling import push_options, scuttle, scuttle_options
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.kinds import good_order, held, is_dummy, is_mmc, type_of, weapon_type
from sandtable.games.vengeance.rules.vehicles.crews.passengers import boarding_options
from sandtable.games.vengeance.rules.vehicles.under_fire.flames_and_charges import enemy_vehicles_at
from sandtable.games.vengeance.rules.victory.banner import may_take_up
from sandtable.games.vengeance.rules.victory.exits import desert_on_foot, exit_on_foot, exit_options
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

_RECOVERS = 5
_SMOKED = (GROUND, LEVEL, BRIDGE)
"""RV-A24.1 Upper levels too: only units inside the building are ADJACENT to them."""


def task_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-A24.1, RV-A4.44, RV-A23.1 Smoke grenades, recovery of weapons, placing charges."""
    if mf_left(s, move) < 1:
        return []
    if not s.units[move.units[0]].at:
        return push_options(s, f, move) if s.guns else []  # RV-CG21
    options: list[Option] = []
    at, left = s.units[move.units[0]].at, mf_left(s, move)
    for id in move.units:
        unit = s.units[id]
        if type_of(unit).smoke_exponent and not unit.smoked:
            near = [to for to in f.adjacent[at] if f.place(to).kind in _SMOKED] if left >= 2 else []
            options += [("smoke", id, to) for to in (at, *near)]
        options += [("drop", id, w.id) for w in held(s, id)]
        options += [("transfer", w.id, mate) for w in held(s, id) for mate in move.units if may_hand_over(s, id, mate)]
        options += [
            ("recover", id, w.id)
            for w in s.weapons.values()
            if w.at == at
            and not w.holder
            and id not in w.tried
            and not w.used
            and may_take_up(s, unit, w)
            and not is_dummy(unit)
        ]
    for weapon in s.weapons.values():
        if weapon.holder in move.units and weapon_type(weapon).type == "DC":
            near = [to for to in (at, *f.adjacent[at]) if _placing_cost(s, f, at, to) <= left]
            options += [("place_charge", weapon.id, to) for to in near]
            if s.vehicles or s.guns:
                options += [("place_charge", weapon.id, v) for to in near for v in enemy_vehicles_at(s, to, s.side)]
    options += exit_options(s, move)
    if s.guns:
        options += push_options(s, f, move) + scuttle_options(s, move)
    if s.vehicles:
        options += boarding_options(s, move.units)
    return options


def _board(s: Battle, move: Move, id: str, vehicle: str) -> None:
    """RV-D6.1, RV-D5.4 Getting on a vehicle takes all MF that are left; it is done when the DEFENDER has fired."""
    s.move = replace(move, boarding=(id, vehicle))
    spend(s, max(1, mf_left(s, move)))


def do_task(s: Battle, f: Field, move: Move, pick: Option) -> None:
    """RV-A4.2 What was chosen of `task_options`, or an overrun."""
    match pick:
        case ("smoke", str(id), str(to)):
            _smoke(s, id, to)
        case ("drop", str(id), str(weapon)):
            put_down(s, id, weapon)
        case ("recover", str(id), str(weapon)):
            _recover(s, id, weapon)
        case ("transfer", str(weapon), str(taker)):
            hand_over(s, weapon, taker)
            spend(s, 1)
        case ("place_charge", str(id), str(to)):
            _place_charge(s, f, move, id, to)
        case ("scuttle", str(id)):
            scuttle(s, id)
            spend(s, 1)
        case ("board" | "man", str(id), str(vehicle)):
            _board(s, move, id, vehicle)
        case ("exit_map", _):
            exit_on_foot(s, move)
        case ("desert", _):
            desert_on_foot(s, move)
        case ("overrun", str(to)):
            _overrun(s, f, move, to)


def may_hand_over(s: Battle, giver: str, taker: str) -> bool:
    """RV-A4.431 Between two Good Order, unpinned units of one Location; no dummy gives or takes."""
    pair = [s.units[giver], s.units[taker]]
    return giver != taker and all(good_order(u) and not u.pinned and not is_dummy(u) for u in pair)


def hand_over(s: Battle, id: str, taker: str) -> None:
    """RV-A4.431 A weapon changes hands; it costs the units a MF in the MPh, their advance in the APh."""
    weapon = s.weapons[id]
    s.weapons[id] = replace(weapon, holder=taker, tried=(*weapon.tried, "transfer"))
    s.journal.add("RV-A4.431", "transfer", seen_by=eyes(s, (weapon.holder, taker)), weapon=id, unit=taker)


def _placing_cost(s: Battle, f: Field, at: str, to: str) -> int:
    """RV-A23.1 What entering the Location would cost, with its smoke and at night; 1 in one's own."""
    return 1 if at == to else min(entry_cost(s, f, at, step) for step in f.steps[at] if step.to == to)


def _place_charge(s: Battle, f: Field, move: Move, id: str, to: str) -> None:
    """RV-A23.1 The charge is placed when the DEFENDER has had his shots; RV-A12.13 who places it is seen."""
    acts_in_sight(s, (s.weapons[id].holder,))
    s.move = replace(move, placing=(id, to))
    where = s.vehicles[to].at if to in s.vehicles else place_of_veil(to) if is_veil(to) else to
    spend(s, _placing_cost(s, f, s.units[move.units[0]].at, where))


def put_down(s: Battle, id: str, weapon: str) -> None:
    """RV-A4.432 Dropping is free."""
    s.weapons[weapon] = replace(s.weapons[weapon], holder="", at=s.units[id].at, tried=(id,))
    s.journal.add("RV-A4.432", "weapon_dropped", seen_by=eyes(s, (id,)), unit=id, weapon=weapon)


def _overrun(s: Battle, f: Field, move: Move, to: str) -> None:
    """RV-A4.15 A NTC first; then the stack enters at double cost, and the DEFENDER may fire."""
    runner = next(id for id in move.units if is_mmc(s.units[id]))
    if not task_check(s, runner, 0, "RV-A4.15"):
        end_move(s)
        return
    came = s.units[move.units[0]].at
    step = min((st for st in f.steps[came] if st.to == to), key=lambda st: st.cost)
    cost = 2 * step_cost(s, f, step, move)
    if s.works and not clear_of_mines(s, move, to):
        return
    move = s.move or move
    for id in move.units:
        put(s, id, to)
    carry(s, move.units)
    s.move = replace(move, here=0, road=False, mode="", scorched=False, came=came, overrun=to)
    s.shots.clear()
    reveal_all(s, move.units)
    s.journal.add("RV-A4.15", "moves", units=move.units, to=to, cost=cost, mode="overrun")
    if s.works:
        mines.enter(s, list(move.units), came, to)
        if not s.move.units:
            end_move(s)
            return
    spend(s, cost)


def _smoke(s: Battle, id: str, to: str) -> None:
    """RV-A24.1 A die at most the exponent succeeds; a 6 ends the squad's movement. RV-A12.13 It costs `?`."""
    acts_in_sight(s, (id,))
    unit = mark(s, id, smoked=True)
    die = s.dice.roll(6, "smoke grenades")
    success = die + unit.cx <= type_of(unit).smoke_exponent
    s.journal.add("RV-A24.1", "smoke", seen_by=eyes(s, (id,)), unit=id, target=to, die=die, success=success)
    if success:
        s.smoke[to] = max(s.smoke.get(to, 0), 2)
    cost = 1 if to == unit.at else 2
    spend(s, cost)
    if die == 6 and s.move is not None and id in s.move.units:
        mark(s, id, moved=True)
        if len(s.move.units) == 1:
            s.move = replace(s.move, over=True, mode=s.move.mode or "spent")
        else:
            leave_behind(s, s.move, id)


def try_recovery(s: Battle, unit: Unit, weapon: Weapon) -> bool:
    """RV-A4.44, RV-E1.7, RV-A12.13 A die of 5 or less takes up a weapon; +1 CX, broken, at night, -1 for a hero."""
    acts_in_sight(s, (unit.id,))
    unit = s.units[unit.id]
    die = s.dice.roll(6, "recovery")
    dark = components().conditions.night.recovery_drm if s.night is not None else 0
    final = die + unit.cx + unit.broken + dark - (type_of(unit).kind == HERO)
    success = final <= _RECOVERS
    s.journal.add(
        "RV-A4.44", "recovery", seen_by=eyes(s, (unit.id,)), unit=unit.id, weapon=weapon.id, die=die, final=final,
        success=success,
    )  # fmt: skip
    if success:
        s.weapons[weapon.id] = replace(weapon, holder=unit.id, at="", tried=())
    else:
        s.weapons[weapon.id] = replace(weapon, tried=(*weapon.tried, unit.id))
    return success


def _recover(s: Battle, id: str, weapon: str) -> None:
    try_recovery(s, s.units[id], s.weapons[weapon])
    spend(s, 1)
