"""How strong an attacker of the campaign is where he has to break in, and what the odds must be for it."""

from __future__ import annotations

from sandtable.games.vengeance.bot.judgement import (
    FAR_OFF,
    bridgeheads,
    goals_of,
    ground_of_the_reichstag,
    nearest_goal,
    ways_to_any,
    worth_of,
)
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.units.kinds import is_mmc

AT_HAND, AT_THE_DOOR = 12, 10
"""MF from which men can take part in a crossing, and in a storm."""
_STORM, _STORM_BY_NIGHT = 1.5, 1.0
"""How much stronger an attacker must be than those who hold the Reichstag before he storms it.

By night nobody shoots at him from afar. Every Location that he takes is his for the next date.
"""
_GUARDS, _UNOPPOSED = 5, 9.0
"""Hexes from a bridge within which enemies hold it, and the odds where nobody does."""


def storming_odds(by_night: bool) -> float:
    """RV-CGS10 The odds from which the Reichstag is stormed."""
    return _STORM_BY_NIGHT if by_night else _STORM


def odds_of(s: Battle, side: str) -> float:
    """RV-CGS10 How many times stronger a side's men near what it has to take are than the unbroken enemies who hold it.

    Before the Spree that is the bridge at which most of them are.
    """
    f = field_of(s)
    if goals_of(s) == ground_of_the_reichstag():
        return _odds_at(s, f, side, ground_of_the_reichstag(), AT_THE_DOOR, 0)
    own = [u for u in s.units.values() if u.side == side and u.at and is_mmc(u)]
    heads = {head: sum(nearest_goal(s, u.at, (head,)) <= AT_HAND for u in own) for head in bridgeheads()}
    return _odds_at(s, f, side, (max(heads, key=lambda head: heads[head]),), AT_HAND, _GUARDS)


def _odds_at(s: Battle, f: Field, side: str, wanted: tuple[str, ...], at_hand: int, radius: int) -> float:
    hexes, ways = dict.fromkeys(wanted), ways_to_any(s.scenario, wanted)
    near = foes = 0.0
    for unit in s.units.values():
        if not unit.at or unit.broken or not is_mmc(unit):
            continue
        if unit.side != side:
            here = f.hex_of[unit.at]
            holds = here in hexes or (radius and any(f.ground.range(here, hex) <= radius for hex in wanted))
            foes += worth_of(unit) if holds else 0.0
        elif not unit.pinned and ways.get(unit.at, FAR_OFF) <= at_hand:
            near += worth_of(unit)
    return near / foes if foes else _UNOPPOSED
