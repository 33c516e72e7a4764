"""What a sensible player would do: fire where it hurts, use cover, go for the task, keep leaders with their men."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.vengeance.field import Field, field_of
from sandtable.games.vengeance.judgement import (
    chance_at_most,
    cover_of,
    danger,
    goals,
    nearest_goal,
    open_goals,
    value_of,
    worth_of,
)  # fmt: skip
from sandtable.games.vengeance.model import SIDES, Battle, Unit
from sandtable.games.vengeance.rules import attack, fire
from sandtable.games.vengeance.rules.close_combat import combat_fp
from sandtable.games.vengeance.rules.firing import joiners, kind_of, reach, targets
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.rally import rally_modifiers
from sandtable.games.vengeance.rules.units import (
    enemies_at,
    halves,
    is_leader,
    is_mmc,
    leaders_at,
    morale,
    other,
    type_of,
    units_at,
    weapon_type,
)  # fmt: skip
from sandtable.games.vengeance.rules.victory import condition_value, controller
from sandtable.games.vengeance.scenarios import scenario
from sandtable.games.vengeance.sight import BattleView, as_battle
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option

_PREP_WORTH, _FIRST_WORTH, _FPF_WORTH = 0.30, 0.10, 0.45
_HURRY = (0.5, 0.35, 0.25, 0.2)
"""How much an attacker wants each MF towards his goal, by the turns that are left after this one."""
_FEAR = (0.2, 0.3, 0.4, 0.5)
"""How much an attacker minds danger."""


class Mind:
    """One look at the table by one side."""

    def __init__(self, view: BattleView, seat: str, dice: Dice) -> None:
        self.s: Battle = as_battle(view)
        self.f: Field = field_of(self.s)
        self.seat = seat
        self.dice = dice
        card = scenario(self.s.scenario)
        self.attacks = card.victory.side == seat
        self.turns_left = card.turns - self.s.turn
        self._danger: dict[tuple[str, bool], float] = {}

    def danger(self, at: str, moving: bool) -> float:
        """How dangerous a Location is for this side."""
        if (at, moving) not in self._danger:
            self._danger[at, moving] = danger(self.s, self.f, at, self.seat, moving)
        return self._danger[at, moving]

    def best(self, options: list[Option], score: Callable[[Option], float]) -> Option:
        """The option with the highest score; the first of equals."""
        return max(options, key=score)

    def goals(self) -> tuple[str, ...]:
        """Where this side wants to be: what it has not taken, or what it must keep."""
        s = self.s
        held = {at: controller(s, at) for at in goals(s.scenario)}
        if self.attacks:
            return open_goals(s, self.seat, held) or goals(s.scenario)
        lost = tuple(at for at, side in held.items() if side != self.seat)
        return lost or goals(s.scenario)


def sensible(view: BattleView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
    """What a sensible player would choose, knowing only the view."""
    mind = Mind(view, seat, dice)
    verbs = {str(option[0]) for option in options}
    for marker, choose in _CHOOSERS:
        if marker in verbs:
            return choose(mind, options)
    return options[0]


def worth(view: BattleView, seat: str) -> float:
    """Forces left and the task, from 0 to 1."""
    if view.winner:
        return 1.0 if view.winner == seat else 0.0
    s = as_battle(view)
    forces = {side: sum(worth_of(u) for u in s.units.values() if u.side == side) for side in SIDES}
    share = forces[seat] / (sum(forces.values()) or 1)
    victory = scenario(s.scenario).victory
    now, needed = condition_value(s, victory.conditions[0], victory.side)
    done = min(1.0, now / needed) if needed else 0.0
    task = done if victory.side == seat else 1 - done
    return min(1.0, max(0.0, 0.5 * share + 0.5 * task))


# -- set-up ----------------------------------------------------------------------------------------------------------


def _set_up(mind: Mind, options: list[Option]) -> Option:
    s, unit = mind.s, mind.s.units[str(options[0][1])]
    wanted = goals(s.scenario)

    def score(option: Option) -> float:
        at = str(option[2])
        far = nearest_goal(s, at, wanted)
        here = units_at(s, at, mind.seat)
        crowd = sum(map(halves, here))
        value = 0.6 * cover_of(s, at) - (0.5 * far if mind.attacks else 0.35 * far)
        if is_leader(unit):
            return value + 1.5 * min(crowd, 4) - 3 * any(is_leader(u) for u in here)
        value -= 0.5 * crowd if mind.attacks else 0.9 * crowd
        if mind.attacks:
            return value
        return (
            value
            + 0.08
            * sum(
                1
                for to in mind.f.locations
                if mind.f.ground.range(mind.f.hex_of[at], mind.f.hex_of[to]) <= 6 and not mind.f.los(at, to).blocked
            )
            / 4
        )

    return mind.best(options, score)


def _give(mind: Mind, options: list[Option]) -> Option:
    s = mind.s
    weapon = weapon_type(s.weapons[str(options[0][1])])

    def score(option: Option) -> float:
        unit = s.units[str(option[2])]
        loaded = sum(1 for w in s.weapons.values() if w.holder == unit.id)
        type = type_of(unit)
        value = -3.0 * loaded + (1 if leaders_at(s, unit.at, mind.seat) else 0)
        if weapon.is_mg:
            return value + 0.3 * type.range + 0.2 * type.morale - 0.1 * type.fp + (type.grade in ("E", "1"))
        return value + 3 * type.assault_engineer + (type.grade == "E") + 0.2 * type.fp

    return mind.best(options, score)


def _sniper(mind: Mind, options: list[Option]) -> Option:
    leaders = [u for u in mind.s.units.values() if u.side != mind.seat and u.at and is_leader(u)] or [
        u for u in mind.s.units.values() if u.side != mind.seat and u.at
    ]
    if not leaders:
        return options[0]
    return mind.best(options, lambda o: -min(mind.f.ground.range(str(o[1]), mind.f.hex_of[u.at]) for u in leaders))


def _sniper_target(mind: Mind, options: list[Option]) -> Option:
    enemy = other(mind.seat)
    return mind.best(
        options,
        lambda o: (
            sum(worth_of(u) for u in units_at(mind.s, str(o[1]), enemy))
            / max(1, len(units_at(mind.s, str(o[1]), enemy)))
        ),
    )


# -- rally -----------------------------------------------------------------------------------------------------------


def _organize(mind: Mind, options: list[Option]) -> Option:
    for verb in ("repair", "recombine"):
        for option in options:
            if option[0] == verb:
                return option
    for option in options:
        if option[0] == "recover" and not mind.s.units[str(option[1])].broken and is_mmc(mind.s.units[str(option[1])]):
            return option
    return next(o for o in options if o[0] == "done")


def _rally(mind: Mind, options: list[Option]) -> Option:
    s = mind.s

    def score(option: Option) -> float:
        if len(option) == 1:
            return 0.0
        unit = s.units[str(option[1])]
        alone = option[0] == "self_rally"
        leaders = leaders_at(s, unit.at, unit.side, unit.id)
        need = morale(s, unit) - sum(
            m[0] for m in rally_modifiers(s, unit, None if alone or not leaders else leaders[0], alone)
        )
        return chance_at_most(need) * worth_of(unit) - 1 / 36 * 0.5

    return mind.best(options, score)


def _keep_dm(mind: Mind, options: list[Option]) -> Option:
    unit = mind.s.units[str(options[0][1])]
    wanted = "keep_dm" if mind.danger(unit.at, False) > 0.2 else "remove_dm"
    return next(o for o in options if o[0] == wanted)


# -- fire ------------------------------------------------------------------------------------------------------------


def _group_value(mind: Mind, firer: str, target: str) -> float:
    """What the best group that begins with a firer would take from the enemy, on average."""
    s, f = mind.s, mind.f
    kind = kind_of(s, f, firer, target)
    if not kind:
        return 0.0
    firers, leaders = [firer], list[str]()
    here = fire.shooter(s, firer).at
    for id in joiners(s, f, firers, target, kind):
        if fire.shooter(s, id).at == here and id in joiners(s, f, firers, target, kind):
            firers.append(id)
    best = [u.id for u in leaders_at(s, here, mind.seat) if fire.may_direct(s, u, firers, kind)]
    return value_of(s, attack.plan(s, firers, target, kind, leaders + best[:1]))


def _fire(mind: Mind, options: list[Option]) -> Option:
    """The attack that hurts most, if it is worth it."""
    s, f = mind.s, mind.f
    places = [s.units[s.move.units[0]].at] if s.phase == "MPh" and s.move is not None else targets(s, mind.seat)
    least = _FIRST_WORTH if s.phase == "MPh" else _PREP_WORTH if s.phase == "PFPh" and mind.attacks else 0.02
    best, chosen = least, options[-1]
    for option in options:
        if option[0] == "fire":
            firer = str(option[1])
            unit = fire.shooter(s, firer)
            if s.phase == "PFPh" and mind.attacks and _should_move(mind, unit):
                continue
            for target in places:
                if not reach(s, f, firer, unit, target):
                    continue
                value = _group_value(mind, firer, target)
                if kind_of(s, f, firer, target) == fire.FPF and value < _FPF_WORTH:
                    continue
                if value > best:
                    best, chosen = value, option
        elif option[0] in ("rocket", "faust"):
            enemies = units_at(s, str(option[2]), other(mind.seat))
            gain = 0.12 * sum(map(worth_of, enemies))
            if gain > best:
                best, chosen = gain, option
        elif option[0] in ("flame", "throw") and best < 0.9:
            enemies = units_at(s, str(option[2]), other(mind.seat))
            gain = 0.55 * sum(map(worth_of, enemies)) - (0.4 if option[0] == "throw" else 0)
            if gain > best:
                best, chosen = gain, option
        elif option[0] == "detonate":
            return option
    return chosen


def _should_move(mind: Mind, unit: Unit) -> bool:
    """Attackers who are far from the task keep their legs free; those in a good firing place shoot."""
    if mind.turns_left <= 1:
        return True
    far = nearest_goal(mind.s, unit.at, mind.goals())
    return far > 3 * (mind.turns_left + 1) or (far > 2 and type_of(unit).range <= 3)


def _target(mind: Mind, options: list[Option]) -> Option:
    s = mind.s

    def score(option: Option) -> float:
        at = str(option[1])
        found = 0.0
        for unit in s.units.values():
            if unit.side == mind.seat and fire.can_fire(unit) and reach(s, mind.f, unit.id, unit, at):
                found = max(found, _group_value(mind, unit.id, at))
        return found

    return mind.best(options, score)


def _group(mind: Mind, options: list[Option]) -> Option:
    """Leaders direct first, then everybody of the Location joins, then the dice."""
    s = mind.s
    directs = [o for o in options if o[0] == "direct"]
    if directs:
        best = min(directs, key=lambda o: type_of(s.units[str(o[1])]).leadership)
        if type_of(s.units[str(best[1])]).leadership <= 0:
            return best
    joins = [o for o in options if o[0] == "join"]
    led = [
        o
        for o in joins
        if any(is_leader(u) for u in units_at(s, fire.shooter(s, str(o[1])).at, mind.seat)) or len(joins) > 3
    ]
    if led or joins:
        return (led or joins)[0]
    return next(o for o in options if o[0] == "roll")


# -- movement --------------------------------------------------------------------------------------------------------


def _place_score(mind: Mind, at: str, unit: Unit, moving: bool) -> float:
    """How much this side likes a unit to be in a Location."""
    s = mind.s
    far = nearest_goal(s, at, mind.goals())
    hurry = _HURRY[min(mind.turns_left, 3)] if mind.attacks else 0.05
    fear = _FEAR[min(mind.turns_left, 3)] if mind.attacks else 0.9
    crowd = sum(map(halves, (u for u in units_at(s, at, mind.seat) if u.id != unit.id)))
    value = -hurry * far - fear * mind.danger(at, moving) + 0.06 * cover_of(s, at) - (0.25 if crowd > 4 else 0)
    if is_leader(unit):
        return value + 0.25 * min(2, crowd) - 0.6 * (crowd == 0)
    if mind.attacks and at in mind.goals() and controller(s, at) != mind.seat and not crowd:
        value += 0.5 if mind.turns_left > 1 else 1.0
    return value


def _move(mind: Mind, options: list[Option]) -> Option:
    """The unit with most to gain by moving; leaders with their stacks first."""
    s, f = mind.s, mind.f
    best, chosen = 0.12, next(o for o in options if o[0] == "done")
    for option in options:
        if option[0] != "move":
            continue
        unit = s.units[str(option[1])]
        if is_leader(unit) or not unit.at:
            continue
        here = _place_score(mind, unit.at, unit, False)
        ways = [step.to for step in f.steps[unit.at] if not enemies_at(s, step.to, mind.seat)]
        beyond = dict.fromkeys([*ways, *(st.to for at in ways for st in f.steps[at])])
        gains = [_place_score(mind, at, unit, at in ways) for at in beyond if not enemies_at(s, at, mind.seat)]
        gain = max(gains, default=-9.0) - here
        if gain > best:
            best, chosen = gain, option
    if chosen[0] == "done":
        for option in options:
            if len(option) < 2:
                continue
            unit = s.units[str(option[1])]
            if not unit.at or (is_leader(unit) and _lonely(mind, unit)):
                return option
    return chosen


def _lonely(mind: Mind, unit: Unit) -> bool:
    return not any(is_mmc(u) for u in units_at(mind.s, unit.at, mind.seat))


def _step(mind: Mind, options: list[Option]) -> Option:
    """One expenditure: take a leader along, then the step that improves the place most, or stop."""
    s = mind.s
    move = s.move
    assert move is not None
    unit = s.units[move.units[0]]
    for option in options:
        if option[0] == "with" and unit.at and len(move.units) < 3 and is_mmc(unit):
            friend = s.units[str(option[1])]
            if is_leader(friend) and not any(is_leader(s.units[id]) for id in move.units):
                return option
            led = any(is_leader(s.units[id]) for id in move.units)
            if led and is_mmc(friend) and sum(halves(s.units[id]) for id in move.units) < 4:
                return option
    here = _place_score(mind, unit.at, unit, False) if unit.at else -99.0
    best, chosen = here + (0.1 if not move.spent else 0.0), next(o for o in options if o[0] == "stop")
    left = mf_left(s, move)
    for option in options:
        verb = option[0]
        if verb not in ("to", "assault", "to_cover"):
            continue
        at = str(option[1])
        step = next((st for st in mind.f.steps[unit.at] if st.to == at), None) if unit.at else None
        cost = step.cost if step is not None else 1
        value = _place_score(mind, at, unit, True)
        if verb == "assault":
            value += 0.3 * mind.danger(at, True) - 0.02 * (left - cost)
        elif verb == "to_cover":
            value += 0.05
        # What can still be reached from there counts half.
        if verb == "to" and left - cost > 0:
            on = [
                _place_score(mind, st.to, unit, False) for st in mind.f.steps[at]
                if st.cost <= left - cost and not enemies_at(s, st.to, mind.seat)
            ]  # fmt: skip
            if on:
                value = max(value, 0.5 * value + 0.5 * max(on))
        if value > best:
            best, chosen = value, option
    return chosen


# -- rout, advance, close combat -------------------------------------------------------------------------------------


def _rout(mind: Mind, options: list[Option]) -> Option:
    routs = [o for o in options if o[0] == "rout"]
    return routs[0] if routs else options[-1]


def _rout_to(mind: Mind, options: list[Option]) -> Option:
    s = mind.s

    def score(option: Option) -> float:
        if option[0] not in ("to", "crawl"):
            return -50.0
        at = str(option[1])
        led = any(is_leader(u) and not u.broken for u in units_at(s, at, mind.seat))
        return cover_of(s, at) + 2 * led - 4 * mind.danger(at, False) - (1.0 if option[0] == "crawl" else 0)

    return mind.best(options, score)


def _fight_value(mind: Mind, mine: list[Unit], theirs: list[Unit]) -> float:
    """What close combat of these would bring: what they lose less what we lose, roughly."""
    attack_fp = sum(float(combat_fp(u, True)) for u in mine if not u.broken)
    defence_fp = sum(float(combat_fp(u, False)) for u in theirs)
    back_fp = sum(float(combat_fp(u, True)) for u in theirs if not u.broken)
    own_fp = sum(float(combat_fp(u, False)) for u in mine)
    kill = min(0.9, 0.3 * attack_fp / max(1.0, defence_fp))
    die = min(0.9, 0.3 * back_fp / max(1.0, own_fp))
    return kill * sum(map(worth_of, theirs)) - die * sum(map(worth_of, mine))


def _advance(mind: Mind, options: list[Option]) -> Option:
    s = mind.s
    best, chosen = 0.05, next(o for o in options if o[0] == "done")
    for option in options:
        if option[0] != "advance":
            continue
        unit = s.units[str(option[1])]
        here = _place_score(mind, unit.at, unit, False)
        for step in mind.f.steps[unit.at]:
            gain = _advance_value(mind, unit, step.to) - here
            if gain > best:
                best, chosen = gain, option
    return chosen


def _advance_value(mind: Mind, unit: Unit, at: str) -> float:
    s = mind.s
    value = _place_score(mind, at, unit, False)
    theirs = units_at(s, at, other(mind.seat))
    if theirs:
        mine = [*units_at(s, at, mind.seat), unit]
        fight = _fight_value(mind, mine, theirs)
        if not is_mmc(unit) and len(mine) == 1:
            return -99.0
        value += fight + (0.35 if mind.attacks and mind.turns_left <= 1 and at in goals(s.scenario) else -0.05)
    elif is_leader(unit) and not any(is_mmc(u) for u in units_at(s, at, mind.seat)):
        value -= 0.5
    return value


def _advance_to(mind: Mind, options: list[Option]) -> Option:
    s = mind.s
    unit = s.units[str(next(o for o in options if o[0] == "stay")[1])]
    return mind.best(
        options,
        lambda o: _place_score(mind, unit.at, unit, False) if o[0] == "stay" else _advance_value(mind, unit, str(o[1])),
    )


def _combat(mind: Mind, options: list[Option]) -> Option:
    """Attack with all on the weakest who can be killed; broken men must go."""
    s = mind.s
    attacks = [o for o in options if o[0] == "attack"]
    if not attacks:
        return options[0]
    theirs = {str(o[2]) for o in attacks}
    weakest = min(
        sorted(theirs), key=lambda id: float(combat_fp(s.units[id], False)) - (1 if s.units[id].broken else 0)
    )
    return max((o for o in attacks if o[2] == weakest), key=lambda o: float(combat_fp(s.units[str(o[1])], True)))


def _combat_group(mind: Mind, options: list[Option]) -> Option:
    joins = [o for o in options if o[0] == "join"]
    return joins[0] if joins else next(o for o in options if o[0] == "set")


def _hand_to_hand(mind: Mind, options: list[Option]) -> Option:
    at = str(options[0][1])
    mine = sum(float(combat_fp(u, True)) for u in units_at(mind.s, at, mind.seat))
    theirs = sum(float(combat_fp(u, True)) for u in units_at(mind.s, at, other(mind.seat)))
    wanted = "hand_to_hand" if mine > 1.4 * theirs else "ordinary"
    return next(o for o in options if o[0] == wanted)


def _named(verb: str) -> Callable[[Mind, list[Option]], Option]:
    def choose(mind: Mind, options: list[Option]) -> Option:
        return next(o for o in options if o[0] == verb)

    return choose


_CHOOSERS: tuple[tuple[str, Callable[[Mind, list[Option]], Option]], ...] = (
    ("set_up", _set_up),
    ("give", _give),
    ("sniper", _sniper),
    ("snipe", _named("snipe")),
    ("roll", _group),
    ("keep_rate", _named("keep_rate")),
    ("pass", _fire),
    ("keep_dm", _keep_dm),
    ("self_rally", _rally),
    ("rally", _rally),
    ("fire", _fire),
    ("flame", _fire),
    ("rocket", _fire),
    ("faust", _fire),
    ("throw", _fire),
    ("detonate", _fire),
    ("opportunity", _named("done")),
    ("entrench", _named("done")),
    ("dismantle", _named("done")),
    ("assemble", _named("done")),
    ("at", _target),
    ("move", _move),
    ("stand", lambda mind, options: options[0]),
    ("stop", _step),
    ("break", _named("done")),
    ("rout", _rout),
    ("crawl", _rout_to),
    ("advance", _advance),
    ("hand_to_hand", _hand_to_hand),
    ("set", _combat_group),
    ("attack", _combat),
    ("deploy", _organize),
    ("recombine", _organize),
    ("recover", _organize),
    ("transfer", _organize),
    ("repair", _organize),
)
