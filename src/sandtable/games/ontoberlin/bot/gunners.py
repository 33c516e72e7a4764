"""How an experienced player uses his artillery: where batteries stand, and how many heavy guns a target needs."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.ontoberlin.bot import battle
from sandtable.games.ontoberlin.bot.habits import Habits
from sandtable.games.ontoberlin.components import ALLIED, KINDS, OTHER, TABLES
from sandtable.games.ontoberlin.model import Attack, OnToBerlin
from sandtable.games.ontoberlin.rules.attacks import BOMBARDMENT, assess, ss_conflict
from sandtable.games.ontoberlin.rules.basics import holder
from sandtable.games.ontoberlin.rules.fire import bombarders, spots_for, spotters
from sandtable.kernel.state import replace

MOST_HELPERS = 5
"""So many units beside the target are thought of: more only change the table's last columns."""


def spotted_for(s: OnToBerlin, gun: str) -> list[str]:
    """OB-8.2.1, OB-8.2.2 The enemy hexes that somebody stands beside who may spot for a battery."""
    side = KINDS[gun].side
    enemies = [hex for hex in s.stacks if holder(s, hex) == OTHER[side]]
    return [hex for hex in enemies if any(spots_for(eye, gun) for eye in spotters(s, side, hex))]


def bombardment(s: OnToBerlin, target: str, by: str, habits: Habits) -> tuple[float, tuple[str, ...]]:
    """OB-8.2.3, OB-8.2.4 The best Bombardment or Mixed Bombardment of a hex, and what it gains beyond its price."""
    if by == ALLIED:
        return battle.bombardment(s, target, by)  # his batteries are light: all of them fire at once
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for guns in _groups(s, target):
        helpers = _helpers(s, target, guns)
        for joining in range(len(helpers) + 1):
            for gain, number in _by_number(s, target, by, guns, helpers[:joining]):
                gain -= habits.gun * number + habits.helper * joining
                if gain > best[0]:
                    best = (gain, (*guns[:number], *helpers[:joining]))
    return best


def _groups(s: OnToBerlin, target: str) -> list[tuple[str, ...]]:
    """OB-8.1.6, OB-8.2.4 The batteries that may fire together, by nation and whether they are SS; strongest first."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for u in sorted(bombarders(s, Attack(BOMBARDMENT, target)), key=lambda u: -KINDS[u].fs):
        if KINDS[u].cls == "artillery":
            groups.setdefault((KINDS[u].nation, KINDS[u].service == "ss"), []).append(u)
    return [tuple(guns) for guns in groups.values()]


def _helpers(s: OnToBerlin, target: str, guns: tuple[str, ...]) -> tuple[str, ...]:
    """OB-8.2.4 Who can make their bombardment a Mixed one, strongest first."""
    helpers: tuple[str, ...] = ()
    for u in sorted(bombarders(s, Attack(BOMBARDMENT, target, guns)), key=lambda u: -KINDS[u].fs):
        if KINDS[u].cls != "artillery" and not ss_conflict((*guns, *helpers), u):
            helpers = (*helpers, u)
    return helpers[:MOST_HELPERS]


def _by_number(
    s: OnToBerlin, target: str, by: str, guns: tuple[str, ...], helpers: tuple[str, ...]
) -> Iterator[tuple[float, int]]:
    """OB-8.1.3 What the first of these guns gain with the helpers, wherever one gun more reaches another column."""
    whole = assess(s, Attack(BOMBARDMENT, target, (*guns, *helpers)))
    strength, before = whole.strength - sum(KINDS[u].fs for u in guns), -1
    highest = len(TABLES.letters) - 1 if helpers else TABLES.ceiling
    for number, gun in enumerate(guns, 1):
        strength += KINDS[gun].fs
        column = min(TABLES.column(strength, whole.protection), highest)
        if column != before:
            before = column
            yield battle.promise(s, target, replace(whole, strength=strength, column=column), by), number
