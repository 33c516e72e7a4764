"""How strong an attacker of the campaign is where he has to break in, and what the odds must be for it."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.vengeance.bot.judgement import (
    FAR_OFF,
    bridgeheads,
    goals_of,
    ground_of_the_reichstag,
    nearest_goal,
    ways_to_any,
    worth_of,
)
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.units.kinds import is_mmc

AT_HAND, AT_THE_DOOR = 12, 10
"""MF from which men go over a bridge, and into the Reichstag, in a rush."""
_ON_THE_WAY = 20
"""MF from which they come up before a scenario ends: those who storm count on them."""
STORM, STORM_BY_NIGHT = 2.0, 1.2
"""How much stronger an attacker must be than those who hold the Reichstag before he storms it: until then he shoots
from cover, which costs the enemy more than him. Every Location that he takes is his for the next date. By night hardly
anybody sees him cross the square, so he asks for less."""
_OUTWORKS, _HALF = 4, 0.5
"""Hexes from the Reichstag within which enemies take part in its defence, and how much they count."""
_AROUND, _CLEARING = 10, 1.5
"""Hexes from the Reichstag within which houses are fought for before it is stormed, and the odds for that."""
_GUARDS, _UNOPPOSED = 5, 9.0
"""Hexes from a bridge within which enemies hold it, and the odds where nobody does."""


def odds_of(s: Battle, side: str) -> float:
    """RV-CGS10 How many times stronger a side's men near what it has to take are than the unbroken enemies who hold it.

    Before the Spree that is the bridge at which most of them are.
    """
    f = field_of(s)
    if goals_of(s) == ground_of_the_reichstag():
        return _odds_at(s, f, side, ground_of_the_reichstag(), _ON_THE_WAY, _OUTWORKS, _HALF)
    own = [u for u in s.units.values() if u.side == side and u.at and is_mmc(u)]
    heads = {head: sum(nearest_goal(s, u.at, (head,)) <= AT_HAND for u in own) for head in bridgeheads()}
    return _odds_at(s, f, side, (max(heads, key=lambda head: heads[head]),), AT_HAND, _GUARDS, 1.0)


def outworks(s: Battle, side: str) -> tuple[str, ...]:
    """RV-CGS10, RV-CG29 Where enemies, known or not, hold the ground around the Reichstag on the south bank: one squad
    in a house is easier to beat than all of them inside. Empty if a side is too weak to go for them."""
    f, wanted = field_of(s), ground_of_the_reichstag()
    if _odds_at(s, f, side, wanted, _ON_THE_WAY, _AROUND, 1.0) < _CLEARING:
        return ()
    hexes = dict.fromkeys(wanted)
    places = {u.at for u in s.units.values() if u.side != side and not u.broken and u.at in f.steps and is_mmc(u)}
    return tuple(
        at for at in sorted(places)
        if f.hex_of[at] not in hexes and f.hex(at).bank == "S"
        and _range_to_any(f.hex_of[at], wanted) <= _AROUND
    )  # fmt: skip


@lru_cache(1 << 12)
def _range_to_any(hex: str, wanted: tuple[str, ...]) -> int:
    """Hexes from one to the nearest of some."""
    return min(ground().range(hex, other) for other in wanted)


def _odds_at(
    s: Battle, f: Field, side: str, wanted: tuple[str, ...], at_hand: int, radius: int, share: float
) -> float:  # fmt: skip
    """The worth of a side's men near some hexes over that of the enemies in them, and of a share of those around."""
    hexes, ways = dict.fromkeys(wanted), ways_to_any(s.scenario, wanted)
    near = foes = 0.0
    for unit in s.units.values():
        if not unit.at or unit.broken or not is_mmc(unit):
            continue
        if unit.side != side:
            here = f.hex_of[unit.at]
            foes += worth_of(unit) * (1.0 if here in hexes else share if _range_to_any(here, wanted) <= radius else 0.0)
        elif not unit.pinned and ways.get(unit.at, FAR_OFF) <= at_hand:
            near += worth_of(unit)
    return near / foes if foes else _UNOPPOSED
