"""How the bot judges fights: what an attack is worth, and whom to attack with what.

Values are Victory Points: a unit eliminated is worth 1. Disruption is worth little (it goes in the owner's next
Recovery Segment), a retreat somewhat more, an exchange next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import fsum

from sandtable.games.ontoberlin.bot.objectives import LEADER, prize_of
from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS, MILITIA, TABLES
from sandtable.games.ontoberlin.model import Attack, OnToBerlin
from sandtable.games.ontoberlin.rules.assault import assault_targets, assaulters_for
from sandtable.games.ontoberlin.rules.attacks import (
    ASSAULT,
    BOMBARDMENT,
    GUNFIRE,
    STRIKE,
    Assessment,
    assess,
    ground,
    ss_conflict,
)
from sandtable.games.ontoberlin.rules.fire import bombarders, guns_for
from sandtable.kernel.flow import Option
from sandtable.kernel.options import number_in
from sandtable.kernel.state import replace

DISRUPTED, RETREAT, EXCHANGE = 0.12, 0.25, 0.1
Plan = Callable[[OnToBerlin, str, str], tuple[float, tuple[str, ...]]]
"""What an attack on a hex by a side may gain, and with which units."""


def value(s: OnToBerlin, attack: Attack, by: str) -> float:
    """What an attack may be expected to gain."""
    return promise(s, attack.target, assess(s, attack), by)


def promise(s: OnToBerlin, target: str, sum_up: Assessment, by: str) -> float:
    """What an attack that has been worked out may be expected to gain."""
    stack = s.stacks[target]
    if sum_up.column < 0:
        return 0.0
    chances = sum_up.chances()
    number = len(stack)
    fresh = sum(not s.units[u].disrupted for u in stack)
    retreat = RETREAT
    if sum_up.kind == ASSAULT:
        # Guns in Combat Mode cannot retreat from an assault: they are lost.
        retreat += 0.75 * sum(s.units[u].combat and KINDS[u].ma == 0 for u in stack) / number
    worth = fsum(unit_worth(u) for u in stack) / number
    prize = 0.0
    if sum_up.kind == ASSAULT:
        prize = prize_of(s, target, by) * (chances["R"] + (chances["E"] if number == 1 else 0))
    return (
        chances["E"] * (worth + DISRUPTED * (fresh - 1 if fresh else 0))
        + chances["EX"] * EXCHANGE
        + chances["R"] * retreat * number
        + chances["D"] * DISRUPTED * fresh
        + prize
    )


@cache
def unit_worth(u: str) -> float:
    """What the loss of a unit means, a little more than its Victory Point for those that fight best."""
    kind = KINDS[u]
    return 1.0 + 0.02 * kind.fs + (0.1 if kind.cls == "hq" else 0.0)


# -- Step 1 ----------------------------------------------------------------------------------------------------------


def strike_value(s: OnToBerlin, target: str, strikes: int, napalm: int, by: str) -> float:
    """What an Air Strike may gain; before the drop, silent flak saves units."""
    gain = value(s, Attack(STRIKE, target, (), strikes, napalm), by)
    if by == ALLIED and s.turn == 0:
        chances = assess(s, Attack(STRIKE, target, (), strikes, napalm)).chances()
        flak = sum(KINDS[u].cls == "flak" and s.units[u].combat for u in s.stacks[target])
        gain += flak * (chances["D"] + chances["E"]) * 0.5
    if by == ALLIED and s.turn > 0:
        gain += opened(s, Attack(STRIKE, target, (), strikes, napalm), by)
    return gain


def opened(s: OnToBerlin, attack: Attack, by: str) -> float:
    """What an attack before the assaults adds to the assault on the same hex: a disrupted stack falls more easily."""
    if not assaulters_for(s, by, attack.target):
        return 0.0
    shaken = s.clone()
    for u in s.stacks[attack.target]:
        shaken.units[u] = replace(s.units[u], disrupted=True, combat=False)
    chances = assess(s, attack).chances()
    gain = assault(shaken, attack.target, by)[0] - assault(s, attack.target, by)[0]
    return (chances["D"] + chances["E"]) * max(0.0, gain)


_strikes: list[tuple[object, tuple[str, float]]] = []
"""The last answer: who is asked how many strikes a hex gets chose it a moment ago by the same question."""


def best_strike(s: OnToBerlin, targets: list[str], by: str) -> tuple[str, float]:
    """The hex most worth a single strike."""
    seen = (by, targets, s.turn, s.units, s.stacks, s.facing, s.ruins, s.fallen, s.divisions, s.leaders, s.vp, s.tower)
    if _strikes and _strikes[0][0] == seen:
        return _strikes[0][1]
    gain, best = max((strike_value(s, hex, 1, 0, by), hex) for hex in targets)
    _strikes[:] = [(seen, (best, gain))]
    return best, gain


def how_many_strikes(s: OnToBerlin, target: str, options: list[Option], by: str) -> Option:
    """One strike, or two where the second adds more than it would elsewhere; napalm where cover is good."""
    scored = []
    for option in options:
        if option[0] in ("strikes", "napalm"):
            number = number_in(option)
            napalm = 1 if option[0] == "napalm" else 0
            gain = strike_value(s, target, number, napalm, by) - 0.45 * (number - 1) - 0.12 * napalm
            scored.append((gain, number * -1, option))
    return max(scored)[2]


def bombardment(s: OnToBerlin, target: str, by: str) -> tuple[float, tuple[str, ...]]:
    """The best Bombardment of a hex: artillery alone, or with helpers if that gains more than it costs."""
    attack = Attack(BOMBARDMENT, target)
    guns: tuple[str, ...] = ()
    for u in bombarders(s, attack):
        if KINDS[u].cls == "artillery" and not ss_conflict(guns, u):
            if guns and KINDS[u].nation != KINDS[guns[0]].nation:
                continue
            guns = (*guns, u)
    if not guns:
        return 0.0, ()
    best = _leanest(s, target, guns, by)
    if by == ALLIED and prize_of(s, target, by) >= LEADER:
        return best  # whoever stands beside an objective assaults it: fire alone takes nothing
    helpers = [u for u in bombarders(s, Attack(BOMBARDMENT, target, guns)) if KINDS[u].cls != "artillery"]
    mixed = guns
    for u in sorted(helpers, key=lambda u: -KINDS[u].fs):
        if ss_conflict(mixed, u):
            continue
        mixed = (*mixed, u)
        gain = value(s, Attack(BOMBARDMENT, target, mixed), by) - 0.12 * (len(mixed) - len(guns))
        if gain > best[0] + 0.05:
            best = (gain, mixed)
    return best


def _leanest(s: OnToBerlin, target: str, guns: tuple[str, ...], by: str) -> tuple[float, tuple[str, ...]]:
    """The fewest batteries that do as much as all of them: the ceiling makes more of them a waste."""
    whole = value(s, Attack(BOMBARDMENT, target, guns), by)
    chosen: tuple[str, ...] = ()
    for u in sorted(guns, key=lambda u: -KINDS[u].fs):
        chosen = (*chosen, u)
        if value(s, Attack(BOMBARDMENT, target, chosen), by) >= whole - 0.02:
            break
    return value(s, Attack(BOMBARDMENT, target, chosen), by), chosen


# -- Steps 2 and 3 ---------------------------------------------------------------------------------------------------


def gunfire(s: OnToBerlin, target: str, by: str) -> tuple[float, tuple[str, ...]]:
    """All guns that can fire at a hex together."""
    guns: tuple[str, ...] = ()
    for u in guns_for(s, by, target):
        if not ss_conflict(guns, u):
            guns = (*guns, u)
    return (value(s, Attack(GUNFIRE, target, guns), by), guns) if guns else (0.0, ())


def assault(s: OnToBerlin, target: str, by: str) -> tuple[float, tuple[str, ...]]:
    """The best Close Assault on a hex: everyone who can, without those who only cost command."""
    able = assaulters_for(s, by, target)
    groups = [tuple(u for u in able if KINDS[u].service != "ss"), tuple(u for u in able if not _regular(u))]
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for units in groups:
        if units:
            gain = value(s, Attack(ASSAULT, target, units), by)
            soldiers = tuple(u for u in units if KINDS[u].service not in MILITIA)
            if soldiers and len(soldiers) < len(units):
                other = value(s, Attack(ASSAULT, target, soldiers), by)
                if other > gain:
                    gain, units = other, soldiers
            if gain > best[0]:
                best = (gain, units)
    return best


def _regular(u: str) -> bool:
    return KINDS[u].side == GERMAN and KINDS[u].service in ("army", "navy", "luftwaffe")


def best_assault(s: OnToBerlin, by: str) -> tuple[float, str, tuple[str, ...]]:
    """The assault most worth announcing."""
    best: tuple[float, str, tuple[str, ...]] = (0.0, "", ())
    for target in assault_targets(s, by):
        gain, units = assault(s, target, by)
        if gain > best[0]:
            best = (gain, target, units)
    return best


def defensive_value(s: OnToBerlin, gun: str, hex: str) -> float:
    """What defensive fire by a gun may gain; disruption takes the attackers out of the assault."""
    attack = Attack(GUNFIRE, hex, (gun,))
    chances = assess(s, attack).chances()
    return value(s, attack, KINDS[gun].side) + 0.2 * (chances["D"] + chances["R"]) * len(s.stacks[hex])


# -- quick estimates for movement ------------------------------------------------------------------------------------


@cache
def expected(column: int, drm: int) -> float:
    """What an assault on one unit gains on a column with a dice modifier."""
    if column < 0:
        return 0.0
    sum_up = Assessment(ASSAULT, 1, 1, min(column, 9), (), ((drm, "", ""),) if drm else ())
    chances = sum_up.chances()
    return chances["E"] + chances["EX"] * EXCHANGE + chances["R"] * RETREAT + chances["D"] * DISRUPTED


def against(s: OnToBerlin, hex: str, strength: int, shift: int = 0) -> float:
    """What an assault of a strength on the units of a hex would gain, roughly."""
    pf, drms = ground(s, hex)
    protection = max(KINDS[u].pf for u in s.stacks[hex]) + sum(v for v, _, _ in pf)
    column = TABLES.column(strength, protection)
    column = column + shift if column >= 0 or shift > 0 else column
    return expected(max(-1, min(9, column)), sum(v for v, _, _ in drms))


def cover(s: OnToBerlin, hex: str) -> tuple[int, int]:
    """PF and dice modifier that a hex gives to whoever stands in it."""
    pf, drms = ground(s, hex)
    return sum(v for v, _, _ in pf), sum(v for v, _, _ in drms)
