"""How a sensible player routs, advances and fights hand to hand."""

from __future__ import annotations

from fractions import Fraction
from math import fsum

from sandtable.games.vengeance.bot.gunnery import serves_a_gun
from sandtable.games.vengeance.bot.judgement import chance_at_most, cover_of, worth_of  # fmt: skip
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.places import FULL, place_score
from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.rules.close_combat.attacks import combat_fp, kill_number
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, is_mmc, other, units_at
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in


def who_routs(mind: Mind, options: list[Option]) -> Option:
    routs = [o for o in options if o[0] == "rout"]
    return routs[0] if routs else options[-1]


def where_to_rout(mind: Mind, options: list[Option]) -> Option:
    s = mind.s

    def score(option: Option) -> float:
        if option[0] == "off_map":
            return -60.0  # RV-CG20 Only if there is nothing else
        if option[0] not in ("to", "crawl"):
            return -50.0
        at = id_in(option)
        led = any(is_leader(u) and not u.broken for u in units_at(s, at, mind.seat))
        return cover_of(s, at) + 2 * led - 4 * mind.danger(at, False) - (1.0 if option[0] == "crawl" else 0)

    return mind.best(options, score)


def which_way(mind: Mind, options: list[Option]) -> Option:
    """RV-Z3 Of ways of one length the one that looks safest."""
    return mind.best(options, lambda option: -mind.danger(id_in(option), False))


def _fight_value(mind: Mind, at: str, mine: list[Unit], theirs: list[Unit]) -> float:
    """RV-A11.12, RV-BRV2 What close combat brings: what they lose less what we lose, and the place if it is wanted."""
    kill = _kills(mine, theirs)
    loss = mind.habits.melee_loss if mind.attacks else mind.habits.melee_stand
    value = kill * fsum(map(worth_of, theirs)) - loss * _kills(theirs, mine) * sum(map(worth_of, mine))
    if mind.attacks and (at in mind.task or at in mind.goals()):
        value += kill * mind.habits.melee_prize * (1 if mind.turns_left > 1 else 2)
    if mind.posts is not None and mine and mind.posts.decides(mine[0], at):
        value += mind.habits.last_word * (1 - _kills(theirs, mine))
    return value


def _kills(mine: list[Unit], theirs: list[Unit]) -> float:
    """The chance that some eliminate the others, hand to hand: one of the two sides will want it so."""
    hidden = any(u.concealed for u in theirs)
    fp = sum((combat_fp(u, True, hidden) for u in mine if not u.broken), Fraction(0))
    against = sum((combat_fp(u, False) for u in theirs), Fraction(0))
    if not fp or not against:
        return 0.0
    return chance_at_most(kill_number(fp, against, hand_to_hand=True) - 1 + 2 * all(u.broken for u in theirs))


def _comrades(mind: Mind, unit: Unit, at: str) -> list[Unit]:
    """Squads that could advance into a place with a unit."""
    s, f = mind.s, mind.f
    units, size = [unit], halves(unit)
    for place in f.adjacent[at]:
        for friend in units_at(s, place, mind.seat):
            able = is_mmc(friend) and good_order(friend) and not (friend.pinned or friend.melee or friend.ti)
            if not able or friend.id == unit.id or friend.id in s.advanced or serves_a_gun(s, friend.id):
                continue
            if size + halves(friend) <= FULL:
                units.append(friend)
                size += halves(friend)
    return units


def who_advances(mind: Mind, options: list[Option]) -> Option:
    s = mind.s
    done = next((o for o in options if o[0] == "done"), None)
    best, chosen = (mind.habits.advance, done) if done is not None else (-999.0, options[0])
    for option in options:
        if option[0] != "advance":
            continue
        unit = s.units[id_in(option)]
        if serves_a_gun(s, unit.id):
            continue
        here = place_score(mind, unit.at, unit)
        for step in mind.f.steps[unit.at]:
            gain = _advance_value(mind, unit, step.to) - here
            if gain > best:
                best, chosen = gain, option
    return chosen


def _advance_value(mind: Mind, unit: Unit, at: str) -> float:
    s = mind.s
    theirs = units_at(s, at, other(mind.seat))
    if theirs and not is_mmc(unit):
        return -99.0
    if theirs:  # the place itself counts when it is won
        return place_score(mind, unit.at, unit) + _joining_value(mind, unit, at, theirs) - 0.05
    value = place_score(mind, at, unit)
    if is_leader(unit) and not any(is_mmc(u) for u in units_at(s, at, mind.seat)):
        value -= 0.5
    return value


def _joining_value(mind: Mind, unit: Unit, at: str, theirs: list[Unit]) -> float:
    """What one more brings to those who fight there already; the first goes for what all can do together."""
    there = units_at(mind.s, at, mind.seat)
    if there:
        return _fight_value(mind, at, [*there, unit], theirs) - _fight_value(mind, at, there, theirs)
    together = _comrades(mind, unit, at)
    return _fight_value(mind, at, together, theirs) * min(1.0, 2 / len(together))


def where_to_go(mind: Mind, options: list[Option]) -> Option:
    """Where an advance or a rout leads."""
    return where_to_advance(mind, options) if mind.s.phase == "APh" else where_to_rout(mind, options)


def where_to_advance(mind: Mind, options: list[Option]) -> Option:
    s = mind.s
    unit = s.units[str(next(o for o in options if o[0] == "stay")[1])]
    return mind.best(
        options,
        lambda o: place_score(mind, unit.at, unit) if o[0] == "stay" else _advance_value(mind, unit, id_in(o)),
    )


def whom_to_attack(mind: Mind, options: list[Option]) -> Option:
    """Attack with all on the weakest who can be killed; broken men must go."""
    s = mind.s
    attacks = [o for o in options if o[0] == "attack"]
    if not attacks:
        return options[0]
    theirs = {id_in(o, 2) for o in attacks}
    weakest = min(
        sorted(theirs), key=lambda id: float(combat_fp(s.units[id], False)) - (1 if s.units[id].broken else 0)
    )
    return max((o for o in attacks if o[2] == weakest), key=lambda o: float(combat_fp(s.units[id_in(o)], True)))


def who_joins_the_attack(mind: Mind, options: list[Option]) -> Option:
    joins = [o for o in options if o[0] == "join"]
    return joins[0] if joins else next(o for o in options if o[0] == "set")


def hand_to_hand_or_not(mind: Mind, options: list[Option]) -> Option:
    at = id_in(options[0])
    mine = fsum(float(combat_fp(u, True)) for u in units_at(mind.s, at, mind.seat))
    theirs = fsum(float(combat_fp(u, True)) for u in units_at(mind.s, at, other(mind.seat)))
    wanted = "hand_to_hand" if mine > mind.habits.hand_to_hand * theirs else "ordinary"
    return next(o for o in options if o[0] == wanted)
