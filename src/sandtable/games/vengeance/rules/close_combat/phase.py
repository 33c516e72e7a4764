"""The Close Combat Phase (chapters A3.8, A11.1, A11.15): Location after Location, one finished before the next."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle, Melee
from sandtable.games.vengeance.model.sequence import Step
from sandtable.games.vengeance.rules.close_combat.ambush import declare_hand_to_hand, roll_for_ambush
from sandtable.games.vengeance.rules.close_combat.attacks import resolve_attacks
from sandtable.games.vengeance.rules.close_combat.combatants import places_to_fight
from sandtable.games.vengeance.rules.close_combat.declarations import declare, declarer
from sandtable.games.vengeance.rules.close_combat.withdrawal import slip_away
from sandtable.games.vengeance.rules.concealment.gain_and_loss import may_be_hidden, preventers, reveal_all
from sandtable.games.vengeance.rules.morale.heroes import calm_down, sees_enemy
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import other, units_at, unknown
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.options import id_in

_LOOKS: tuple[Step, ...] = ("look", "look_other")


def close_combat_phase(s: Battle) -> Flow:
    """RV-A3.8, RV-A11.1 The Locations with both sides, in the ATTACKER's order, one finished before the next."""
    if s.melee is None:
        places = [at for at in places_to_fight(s) if at not in s.fought]
        if not places:
            yield from _look_on(s)
            return
        pick = yield Choose(s.side, [("combat", at) for at in places], rule="RV-A11.1", ask="combat", forced=True)
        s.melee = Melee(id_in(pick))
        return
    step = s.melee.step
    if step == "ambush":
        roll_for_ambush(s)
    elif step == "hand_to_hand":
        yield from declare_hand_to_hand(s)
    elif step in ("first", "second"):
        yield from declare(s, declarer(s, step))
    else:
        yield from _resolve_all(s)


def _look_on(s: Battle) -> Flow:
    """RV-A12.12, RV-Z4 Before concealment is gained hidden units may show themselves to prevent it, ATTACKER first."""
    if s.step not in _LOOKS:
        s.step = _LOOKS[0]
        return
    side = s.side if s.step == _LOOKS[0] else other(s.side)
    if may_be_hidden(s, side):
        lookers = preventers(s, side)
        pick = yield Choose(side, [*(("show", id) for id in lookers), ("done",)], rule="RV-A12.12", ask="look_on")
        if pick[0] == "show":
            reveal_all(s, (id_in(pick),), "RV-A12.12")
            return
    s.step = _LOOKS[1] if s.step == _LOOKS[0] else "done"


def _resolve_all(s: Battle) -> Flow:
    """RV-A11.12, RV-A11.2, RV-A11.15 The last attacks, the withdrawals, and Melee for those who are left."""
    yield from resolve_attacks(s)
    melee = s.melee
    assert melee is not None
    for id, to in melee.withdrawals:
        unit = s.units.get(id)
        if unit is not None and unit.at == melee.at and enemies_at(s, melee.at, unit.side):
            yield from slip_away(s, id, to, "RV-A11.2")
    hold_in_melee(s, melee.at)
    s.fought.append(melee.at)
    s.melee = None


def hold_in_melee(s: Battle, at: str) -> None:
    """RV-A11.15 Unbroken Known units of both sides left in one Location are in Melee; else it is over at once."""
    units = units_at(s, at)
    fighting = len({u.side for u in units if not u.broken and not unknown(u)}) == 2
    for unit in units:
        held = fighting and not unit.broken and not unknown(unit)
        if unit.melee != held:
            mark(s, unit.id, melee=held)
        if unit.berserk and not fighting and not sees_enemy(s, unit):
            calm_down(s, unit.id)
