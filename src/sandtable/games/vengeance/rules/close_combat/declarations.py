"""Declarations in Close Combat (chapters A11.11, A11.16, A11.19): who attacks whom, who withdraws."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Unit
from sandtable.games.vengeance.model.sequence import MeleeStep
from sandtable.games.vengeance.rules.close_combat.attacks import attack_odds, resolve_attacks, targets
from sandtable.games.vengeance.rules.close_combat.combatants import both_sides_fight, combatants
from sandtable.games.vengeance.rules.close_combat.withdrawal import slip_away, withdrawal_places
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all, secretive
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def declarer(s: Battle, step: MeleeStep) -> str:
    """RV-A11.11, RV-A11.18 The ATTACKER declares first, or the side that ambushed."""
    assert s.melee is not None
    first = s.melee.ambusher or s.side
    return first if step == "first" else other(first)


def declare(s: Battle, side: str) -> Flow:
    """RV-A11.11, RV-A11.16, RV-A11.2 One declaration of a side, or the end of its declarations."""
    melee = s.melee
    assert melee is not None
    busy = {id for a in melee.attacks for id in a.attackers} | {id for id, _ in melee.withdrawals}
    attacked = {id for a in melee.attacks for id in a.defenders}
    mine = [u for u in combatants(s, melee.at, side) if u.id not in busy]
    theirs = [id for id in targets(s, melee.at, side) if id not in attacked]
    options = _options(s, melee, side, mine, theirs)
    pick = yield Choose(
        side,
        options,
        rule="RV-A11.11",
        ask="close_combat",
        about=(melee.at,),
        forced=len(options) == 1 and options[0] == ("done",),
    )
    if pick[0] == "done":
        yield from _declared(s)
    elif pick[0] == "withdraw":
        yield from _withdraw(s, side, id_in(pick), id_in(pick, 2))
    else:
        yield from _make_attack(s, side, id_in(pick), id_in(pick, 2), [u.id for u in mine if _may_attack(u)], theirs)


def _options(s: Battle, melee: Melee, side: str, mine: list[Unit], theirs: list[str]) -> list[Option]:
    """RV-A11.11, RV-A11.16, RV-A11.2 Broken units must go while they can; then all attack, withdraw or wait."""
    f = field_of(s)
    ambushed = melee.ambusher == other(side)
    must_go = next((u for u in mine if u.broken and withdrawal_places(s, f, u)), None)
    if must_go is not None and not ambushed:
        return [("withdraw", must_go.id, to) for to in withdrawal_places(s, f, must_go)]
    able = [u for u in mine if _may_attack(u)]
    wild = [u for u in able if u.berserk and theirs]
    if wild:  # RV-A15.4: they attack first, all in one attack
        return [("attack", u.id, id) for u in wild for id in theirs]
    options: list[Option] = [("attack", u.id, id) for u in able for id in theirs]
    if not ambushed:
        options += [("withdraw", u.id, to) for u in able for to in withdrawal_places(s, f, u)]
    # RV-RePh8.601 When melees are concluded each side must attack while it can.
    must_attack = s.phase == "refit" and not any(s.units[a.attackers[0]].side == side for a in melee.attacks)
    if not (must_attack and options):
        options.append(("done",))
    return options


def _may_attack(unit: Unit) -> bool:
    """RV-A11.11 Neither broken nor TI because it searches."""
    return not (unit.broken or unit.searching)


def _withdraw(s: Battle, side: str, id: str, to: str) -> Flow:
    """RV-A11.2, RV-A11.18 A Withdrawal is declared; who ambushed leaves at once."""
    melee = s.melee
    assert melee is not None
    if melee.ambusher == side and not s.units[id].broken:
        yield from slip_away(s, id, to, "RV-A11.18")  # unattacked, before the others know what happened
        return
    s.melee = replace(melee, withdrawals=(*melee.withdrawals, (id, to)))


def _make_attack(s: Battle, side: str, first: str, target: str, mine: list[str], theirs: list[str]) -> Flow:
    """RV-A11.11, RV-A15.4 Several units may attack together, and several may be attacked; the berserk all at once."""
    melee = s.melee
    assert melee is not None
    attackers, defenders = [first], [target]
    if s.units[first].berserk:
        attackers += [id for id in mine if s.units[id].berserk and id != first]
    while True:
        s.acting += attackers
        options: list[Option] = [("join", id) for id in mine if id not in attackers]
        options += [("also", id) for id in theirs if id not in defenders]
        options.append(("set",))
        planned = Attack(tuple(attackers), tuple(defenders))
        pick = yield Choose(
            side, options, rule="RV-A11.11", ask="close_combat_group", about=(melee.at,), forced=not secretive(s, side),
            odds=_odds_of(s, planned),
        )  # fmt: skip
        if pick[0] == "set":
            break
        (attackers if pick[0] == "join" else defenders).append(id_in(pick))
    reveal_all(s, attackers, "RV-A11.19")
    s.melee = replace(melee, attacks=(*melee.attacks, planned))


def _odds_of(s: Battle, planned: Attack) -> Callable[[Option], Odds | None]:
    """RV-A11.12, RV-A11.19 The chances; nobody can reckon with what he does not know."""
    open_odds = all(id in s.units for id in planned.defenders)
    return lambda option: attack_odds(s, planned) if option == ("set",) and open_odds else None


def _declared(s: Battle) -> Flow:
    """RV-A11.11, RV-A11.18 A side has declared: the other one does, or the ambusher's attacks come first."""
    melee = s.melee
    assert melee is not None
    if melee.step == "first":
        if melee.ambusher:
            yield from resolve_attacks(s)
            melee = s.melee
            assert melee is not None
            if not both_sides_fight(s, melee.at):
                s.melee = replace(melee, step="resolve")
                return
        s.melee = replace(melee, step="second")
    else:
        s.melee = replace(melee, step="resolve")
