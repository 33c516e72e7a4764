"""Berserk charges (chapter A15.4)."""

from __future__ import annotations

from sandtable.board.paths import reachable
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field, LocationStep
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.fortifications.strongholds import barred
from sandtable.games.vengeance.rules.fortifications.wire import get_off
from sandtable.games.vengeance.rules.morale.heroes import calm_down
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import step_cost
from sandtable.games.vengeance.rules.movement.expenditure import carry, end_move, spend
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at, known_places, unknown_enemies
from sandtable.games.vengeance.rules.units.losses import overrun_disrupted
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def begin_charge(s: Battle, wild: list[Unit]) -> Flow:
    """RV-A15.4 Before all other movement berserk units charge the nearest Known enemy in their LOS."""
    f = field_of(s)
    unit = wild[0]
    seen = [at for at in known_places(s, s.side) if current_sight.sees(s, f, unit.at, at)]
    if not seen:
        mark(s, unit.id, moved=True, acted=True)
        return
    nearest = min(f.range(unit.at, at) for at in seen)
    places = [at for at in seen if f.range(unit.at, at) == nearest]
    pick = yield Choose(s.side, [("charge", unit.id, at) for at in places], rule="RV-A15.4", ask="charge", forced=True)
    s.move = Move((unit.id,), charge=id_in(pick, 2))
    s.shots.clear()
    s.volleys.clear()


def charge_on(s: Battle) -> None:
    """RV-A15.4 The next step of a charge, into the enemy's Location, where it stops."""
    move = s.move
    assert move is not None
    f = field_of(s)
    if not move.units:
        end_move(s)
        return
    unit = s.units[move.units[0]]
    left = mf_left(s, move)
    if unit.wired:
        if left < 1 or not get_off(s, unit.id):
            end_move(s)
            return
        spend(s, 1)
        return
    step = _shortest_step(s, f, unit, move.charge)
    if step is None or step_cost(s, f, step, move) > left:
        end_move(s)
        return
    _charge_into(s, f, unit, step)


def _shortest_step(s: Battle, f: Field, unit: Unit, prey: str) -> LocationStep | None:
    """RV-A15.4 The first step of the path of fewest MF to the enemy's Location, through no other enemy and no Blaze."""

    def ways(at: str) -> list[tuple[str, int]]:
        return [
            (st.to, st.cost) for st in f.steps[at]
            if not in_blaze(s, st.to) and (st.to == prey or not enemies_at(s, st.to, unit.side))
            and not (st.to == prey and barred(s, f, replace(unit, at=at), st))
        ]  # fmt: skip

    path = reachable(unit.at, ways, until=prey).path(prey) if unit.at != prey else []
    return next((st for st in f.steps[unit.at] if path and st.to == path[0]), None)


def _charge_into(s: Battle, f: Field, unit: Unit, step: LocationStep) -> None:
    """RV-A15.4, RV-A12.15, RV-B28.1 One Location farther, through mines, up to enemies whom nobody knew of."""
    came, to = unit.at, step.to
    if s.works:
        mines.leave(s, [unit.id], came, to)
        if unit.id not in s.units or not s.move or not s.move.units:
            end_move(s)
            return
    assert s.move is not None
    cost = step_cost(s, f, step, s.move)
    put(s, unit.id, to)
    s.move = replace(s.move, here=0, scorched=False)
    s.shots.clear()
    carry(s, (unit.id,))
    overrun_disrupted(s, to, unit.side)
    s.journal.add("RV-A15.4", "moves", units=s.move.units, to=to, cost=cost, mode="charge")
    if surprises := unknown_enemies(s, to, unit.side):
        reveal_all(s, surprises, "RV-A12.15")  # it does not return, and goes no farther
        s.move = replace(s.move, charge=to)
    if s.works:
        mines.enter(s, [unit.id], came, to)
        if not s.move.units:
            end_move(s)
            return
    spend(s, cost)


def calm(s: Battle) -> None:
    """RV-A15.4 At the end of the Movement Phase those who saw no enemy at its start come to their senses."""
    for unit in list(s.units.values()):
        if unit.berserk and unit.acted and unit.side == s.side:
            mark(s, unit.id, acted=False)
            calm_down(s, unit.id)
