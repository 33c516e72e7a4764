"""Movement against nature: climbing cliffs (B11), swimming the Spree and the canal (B21, BRV10)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes, reveal_all, tell_advance
from sandtable.games.vengeance.rules.morale.checks import task_check
from sandtable.games.vengeance.rules.movement.allowance import load, mf_left
from sandtable.games.vengeance.rules.movement.expenditure import end_move, spend
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import held, in_water, inherent_capacity
from sandtable.games.vengeance.rules.units.losses import eliminate, reduce
from sandtable.games.vengeance.rules.units.stacking import room_for
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

_FLOODED = 1
"""RV-BRV10.1 The Spree is flooded: its check is harder than that of the canal."""
_SOUTH, _WEST = (3,), (4, 5)
"""Where the canal and the Spree run to."""


def hazard_options(s: Battle, f: Field, move: Move) -> list[Option]:
    """RV-B11.1, RV-B21.1 What a stack that has spent nothing yet may declare: to climb, or to swim."""
    first = s.units[move.units[0]]
    if move.spent or move.double or first.bypass:
        return []
    units = [s.units[id] for id in move.units]
    options: list[Option] = []
    if first.at in f.cliffs and all(load(s, u) <= inherent_capacity(u) for u in units):
        options += [("climb", hex) for hex in f.cliffs[first.at]]
    if first.at in f.shores and not any(held(s, id) for id in move.units):
        options += [
            ("swim", to) for to in f.shores[first.at]
            if not enemies_at(s, to, first.side) and room_for(s, f, to, first.side, units)
        ]  # fmt: skip
    return options


# -- cliffs ----------------------------------------------------------------------------------------------------------


def climb(s: Battle, move: Move, to: str) -> None:
    """RV-B11.1 The whole Movement Phase is spent on the cliff."""
    for id in move.units:
        mark(s, id, climbing=to)
    s.journal.add("RV-B11.1", "climbs", seen_by=eyes(s, move.units), units=move.units, to=to)
    cost = max(1, mf_left(s, move))
    s.move = replace(move, mode="climb", road=False, over=True)
    spend(s, cost)


def reach_the_top(s: Battle) -> None:
    """RV-B11.1 In the Advance Phase those who still hang on are placed in the hex beyond, CX."""
    for unit in list(s.units.values()):
        if unit.climbing and unit.side == s.side:
            to = unit.climbing
            put(s, unit.id, to)
            mark(s, unit.id, cx=True, acted=True)
            tell_advance(s, unit.id, to, "RV-B11.1")
            if to not in s.advanced:
                s.advanced.append(to)


# -- water -----------------------------------------------------------------------------------------------------------


def swim(s: Battle, f: Field, move: Move, to: str) -> None:
    """RV-B21.1, RV-BRV10.1, RV-BRV10.5 All MF into the water or out of it; each unit that enters water is checked.

    Everybody sees the checks: who swims loses `?`, and nobody swims under a dummy.
    """
    cost = max(1, mf_left(s, move))
    reveal_all(s, move.units, "RV-B21.1")
    move = replace(move, units=tuple(id for id in move.units if id in s.units))
    if not move.units:
        s.move = move
        end_move(s)
        return
    came = s.units[move.units[0]].at
    for id in move.units:
        put(s, id, to)
    s.journal.add("RV-B21.1", "swims", units=move.units, to=to)
    s.move = replace(move, mode="swim", road=False, over=True, here=0, scorched=False, came=came)
    s.shots.clear()
    for id in move.units:
        if in_water(s.units[id]):
            _keep_afloat(s, f, s.units[id])
    if s.move.units:
        spend(s, cost)
    else:
        end_move(s)


def _keep_afloat(s: Battle, f: Field, unit: Unit) -> None:
    """RV-B21.1, RV-BRV10.1 A NTC in the canal, a 1TC in the Spree, one more if CX; failing costs men."""
    spree = f.hex(unit.at).base == "RIVER"
    clause = "RV-BRV10.1" if spree else "RV-B21.1"
    if not task_check(s, unit.id, (_FLOODED if spree else 0) + unit.cx, clause):
        reduce(s, unit.id, clause)


def drift(s: Battle) -> None:
    """RV-B21.1, RV-BRV10.5 At the end of their Movement Phase swimmers drift one hex downstream."""
    f = field_of(s)
    for unit in list(s.units.values()):
        if unit.side != s.side or not in_water(unit):
            continue
        hex = f.hex(unit.at)
        ways = [f.ground.towards[hex.id][d] for d in (_WEST if hex.base == "RIVER" else _SOUTH)]
        on = [f"{n}-swim" for n in ways if f"{n}-swim" in f.steps]
        if on:
            put(s, unit.id, on[0])
            s.journal.add("RV-B21.1", "drifts", unit=unit.id, to=on[0])
        elif not any(n in f.area for n in ways):
            eliminate(s, unit.id, "RV-B21.1", "drowned")
