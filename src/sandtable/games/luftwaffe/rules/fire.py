"""Firing: squads on the Aerial Combat Table, best against best, and how losses are taken. LW-9.2, LW-9.3.4, LW-9.5"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import American, German, Luftwaffe, evaluation
from sandtable.games.luftwaffe.rules.air_time import effective_e, has_tanks
from sandtable.games.luftwaffe.rules.losses import COMBAT, lose_american, lose_german
from sandtable.kernel.chances import chances, together
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Asks, Choose, Flow, Odds, Option
from sandtable.kernel.journal import Modifier
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in

ROCKET_IGNORES_E = "me163"


class Squad(NamedTuple):
    """LW-9.2.1, LW-11.2, LW-14.6, LW-14.6.6 Units that fire together: of one type, and against fighters of one E."""

    type: str
    column: str
    effective: int
    printed: int
    ids: tuple[str, ...]


def unit_of(s: Luftwaffe, id: str) -> American | German:
    """A unit of either side."""
    return s.americans[id] if id in s.americans else s.germans[id]


def alive(s: Luftwaffe, ids: tuple[str, ...] | list[str]) -> list[str]:
    """Those that still have factors."""
    return [id for id in ids if unit_of(s, id).factors]


def factors(s: Luftwaffe, ids: tuple[str, ...] | list[str]) -> int:
    """The factors of these units together."""
    return sum(unit_of(s, id).factors for id in ids)


def squads(s: Luftwaffe, ids: list[str], against_fighters: bool) -> list[Squad]:
    """LW-9.3.1, LW-9.5.3 The firing types in order of effective E, then printed E."""
    grouped: dict[tuple[str, int, bool], list[str]] = {}
    for id in ids:
        unit = unit_of(s, id)
        tag = (evaluation(s, id), has_tanks(s, unit)) if against_fighters else (0, False)
        grouped.setdefault((unit.type, *tag), []).append(id)
    ordered = []
    for (type, _, _), members in grouped.items():
        best = max(members, key=lambda id: (effective_e(s, id, unit_of(s, id)), evaluation(s, id)))
        e, printed = effective_e(s, best, unit_of(s, best)), evaluation(s, best)
        ordered.append(Squad(type, parts().types[type].column, e, printed, tuple(members)))
    return sorted(ordered, key=lambda q: (-q.effective, -q.printed))


def too_weak(s: Luftwaffe, squad: Squad) -> bool:
    """LW-9.2.3 Fewer factors than the lowest number of its column."""
    return factors(s, squad.ids) < parts().table.least(squad.column)


def pooled(weak: list[Squad]) -> Squad:
    """LW-9.2.5 Remnants fire once on the least effective column among them, with the lowest E."""
    order = parts().effectiveness
    worst = max(weak, key=lambda q: order.index(q.column))
    least = min(weak, key=lambda q: q.effective)
    ids = tuple(id for q in weak for id in q.ids)
    return Squad(worst.type, worst.column, least.effective, least.printed, ids)


def firing_order(s: Luftwaffe, side: str, ids: list[str], against_fighters: bool) -> Asks[list[Squad]]:
    """LW-9.2.5, LW-9.5.3 The squads that fire, in order; the attacker settles ties and whether remnants combine."""
    whole = squads(s, ids, against_fighters)
    weak = [q for q in whole if too_weak(s, q)]
    strong = [q for q in whole if not too_weak(s, q)]
    if against_fighters:
        strong = yield from settle_ties(side, strong)
    if len(weak) > 1 and not too_weak(s, pooled(weak)):
        pick = yield Choose(side, (("pool",), ("no_pool",)), rule="LW-9.2.5", ask="pool")
        if pick == ("pool",):
            strong.append(pooled(weak))
    return strong


def settle_ties(side: str, ordered: list[Squad]) -> Asks[list[Squad]]:
    """LW-9.5.3 Squads of equal effective and printed E fire in the order that their owner chooses."""
    settled: list[Squad] = []
    waiting = list(ordered)
    while waiting:
        top = [q for q in waiting if (q.effective, q.printed) == (waiting[0].effective, waiting[0].printed)]
        first = top[0]
        if len(top) > 1:
            options: list[Option] = [("first", q.ids[0]) for q in top]
            pick = yield Choose(side, options, rule="LW-9.5.3", ask="first")
            first = next(q for q in top if q.ids[0] == pick[1])
        settled.append(first)
        waiting.remove(first)
    return settled


def roll(s: Luftwaffe, squad: Squad, modifiers: tuple[Modifier, ...] = ()) -> int:
    """LW-9.2.1 One die for a firing squad: the factors lost. The line names the hex, for it is shown there."""
    die = s.dice.roll(6, squad.type)
    strength, lost = factors(s, squad.ids), losses(s, squad, die, modifiers)
    s.journal.add(
        "LW-9.2.1", "fires", type=squad.type, factors=strength, die=die, lost=lost, modifiers=list(modifiers),
        column=squad.column, row=parts().table.row(squad.column, strength), hex=unit_of(s, squad.ids[0]).hex,
    )  # fmt: skip
    return lost


def losses(s: Luftwaffe, squad: Squad, die: int, modifiers: tuple[Modifier, ...]) -> int:
    """LW-9.2.1 The factors that a squad destroys with a die."""
    shift = total(modifiers)
    return parts().table.losses(squad.column, factors(s, squad.ids), die + shift)


def difference(attacker: Squad, defender: Squad) -> tuple[Modifier, ...]:
    """LW-9.5.2, LW-9.5.7 What a lower E takes from the die; never a bonus, and nothing for the rocket's attack."""
    if attacker.type == ROCKET_IGNORES_E or attacker.effective >= defender.effective:
        return ()
    return (
        (
            attacker.effective - defender.effective,
            "LW-9.5.2",
            f"lower_e|{attacker.effective}|{defender.effective}",
        ),
    )


def best_first(s: Luftwaffe, side: str, ids: list[str]) -> Asks[list[Squad]]:
    """LW-9.5.3 The defending squads, best first; on a full tie their owner chooses."""
    return (yield from settle_ties(side, squads(s, alive(s, ids), True)))


def fire_at_fighters(s: Luftwaffe, squad: Squad, defenders: list[str], owner: str) -> Asks[int]:
    """LW-9.5.2, LW-9.5.4, LW-9.5.5 A squad fires at the best type, overkill goes to the next; the rest is returned."""
    ordered = yield from best_first(s, owner, defenders)
    if not ordered:
        return roll(s, squad)
    left = roll(s, squad, difference(squad, ordered[0]))
    for target in ordered:
        left = yield from take_losses(s, owner, list(target.ids), left)
    return left


def take_losses(s: Luftwaffe, owner: str, ids: list[str], lost: int, cause: str = COMBAT) -> Asks[int]:
    """LW-9.2.8, LW-9.5.5 The owner chooses the units that lose; the excess is returned."""
    lose = lose_american if owner == AMERICAN else lose_german
    ids = alive(s, ids)
    if lost >= factors(s, ids):
        left = lost - factors(s, ids)
        for id in ids:
            lose(s, id, cause, unit_of(s, id).factors)
        return left
    for _ in range(lost):
        ids = alive(s, ids)
        options: list[Option] = [("lose", id) for id in ids]
        pick = yield Choose(owner, options, rule="LW-9.5.5", ask="lose", forced=True)
        lose(s, id_in(pick), cause)
    return 0


def take_bomber_losses(s: Luftwaffe, ids: list[str], lost: int, cause: str = COMBAT, rule: str = "LW-9.3.4") -> Flow:
    """LW-9.3.4, LW-7.19 Full units are reduced first, the American chooses; then the German removes reduced ones."""
    ids = alive(s, ids)
    if lost >= factors(s, ids):
        for id in ids:
            lose_american(s, id, cause, s.americans[id].factors)
        return
    for _ in range(lost):
        ids = alive(s, ids)
        full = [id for id in ids if s.americans[id].factors > 1]
        if full:
            options: list[Option] = [("reduce", id) for id in full]
            pick = yield Choose(AMERICAN, options, rule=rule, ask="reduce", forced=True)
        else:
            options = [("remove", id) for id in ids]
            pick = yield Choose(GERMAN, options, rule=rule, ask="remove", forced=True)
        lose_american(s, id_in(pick), cause)


# -- odds ------------------------------------------------------------------------------------------------------------


def odds_of(s: Luftwaffe, attackers: list[str], defenders: list[str], at_fighters: bool) -> Odds | None:
    """The factors that the attackers may destroy, exactly, before anybody chooses or drops tanks."""
    modifiers: list[Modifier] = []
    fires: list[dict[int, float]] = []
    best = squads(s, alive(s, defenders), True) if at_fighters else []
    for squad in squads(s, attackers, at_fighters):
        shift = difference(squad, best[0]) if best else ()
        modifiers += shift
        fires.append(chances(partial(_lost, s, squad, shift))[0])
    most = factors(s, alive(s, defenders))
    capped: dict[int, float] = {}
    for lost, chance in together(fires).items():
        capped[min(lost, most)] = capped.get(min(lost, most), 0.0) + chance
    outcomes = tuple((f"lost|{lost}", capped[lost]) for lost in sorted(capped))
    return Odds(outcomes, tuple(modifiers))


def _lost(s: Luftwaffe, squad: Squad, modifiers: tuple[Modifier, ...], dice: Dice) -> int:
    return losses(s, squad, dice.roll(), modifiers)
