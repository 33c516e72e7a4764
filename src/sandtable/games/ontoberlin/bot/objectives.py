"""What the battle is about: the leaders and the Reichstag, what they are worth, and the hexes that shield them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.board.paths import reachable
from sandtable.games.ontoberlin.components import ALLIED, GERMAN, REICHSTAG
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import OnToBerlin

LEADER = 5.0
"""What taking a leader's hex is worth beside the units in it,"""
VICTORY = 15.0
"""and what the capture that wins the game is worth."""
TOO_EARLY = -1.0
"""To enter the Reichstag while behind would end the game as a defeat."""
BESIEGER = 1.5
"""What it is worth to drive Germans off a Landing Zone: with the zone the whole division loses its supply."""
ZONE, INTRUDER = 1.5, 1.5
"""What it is worth to the German to take a Landing Zone, and to drive Allies off an objective."""
SIEGE = 2
"""The hexes around a Landing Zone or an objective from which it is threatened."""
MARCH_FROM = -3
"""With this lead and more the Allied player marches on the Reichstag: he may be ahead when he gets there."""
CLOSE = 9
"""An enemy within so many hexes of an objective threatens it."""
GARRISON = 3
"""The units that the German wants in the hex of an objective."""


def free_leaders(s: OnToBerlin) -> list[str]:
    """OB-11.1.2 The hexes of the leaders who are not captured yet."""
    return [record.hex for record in s.leaders.values() if record.hex and not record.captured]


def prize_of(s: OnToBerlin, hex: str, by: str) -> float:
    """OB-12.1, OB-12.2, OB-15.3.13 What emptying a hex is worth to a player beyond the units in it."""
    return allied_prize(s, hex) if by == ALLIED else german_prize(s, hex)


def german_prize(s: OnToBerlin, hex: str) -> float:
    """A Landing Zone, or Allies who stand close to an objective."""
    prize = ZONE if any(d.lz_alive and d.public and d.lz == hex for d in s.divisions.values()) else 0.0
    if any(MAP.distance(hex, objective) <= SIEGE for objective in (REICHSTAG, *free_leaders(s))):
        prize += INTRUDER
    return prize


def allied_prize(s: OnToBerlin, hex: str) -> float:
    """The leaders, the Reichstag while ahead, and Germans who threaten a Landing Zone."""
    prize = 0.0
    free = free_leaders(s)
    if hex in free:
        prize += VICTORY if len(free) == free.count(hex) else LEADER
    if hex == REICHSTAG:
        prize += VICTORY if lead(s) > 0 else TOO_EARLY
    return prize + (BESIEGER if besieges(s, hex) else 0.0)


def besieges(s: OnToBerlin, hex: str) -> bool:
    """OB-15.3.13 Whether Germans in a hex threaten a Landing Zone."""
    return any(MAP.distance(hex, d.lz) <= SIEGE for d in s.divisions.values() if d.lz_alive)


def lead(s: OnToBerlin) -> int:
    """OB-12.3 The Allied lead in Victory Points."""
    return s.vp[ALLIED] - s.vp[GERMAN]


def marched_on(s: OnToBerlin) -> list[str]:
    """The objectives on which the Allied player marches."""
    return [*free_leaders(s), *([REICHSTAG] if lead(s) >= MARCH_FROM else [])]


def shielded(s: OnToBerlin, enemies: Iterable[str]) -> dict[str, int]:
    """The hexes that the German holds before all others, and with how many units.

    They are the objectives, and where Allies are near, all hexes around: from there alone can they be assaulted.
    """
    held: dict[str, int] = {}
    objectives = [REICHSTAG, *free_leaders(s)]
    near = set(enemies)
    for objective in objectives:
        if not near.isdisjoint(MAP.within(objective, CLOSE)):
            held.update(dict.fromkeys(MAP.neighbours[objective], 1))
    held.update(dict.fromkeys(objectives, GARRISON))
    return held


@cache
def ways_to(objective: str) -> bytes:
    """OB-7.2, OB-7.4 The movement points of a march on foot to an objective, over bridges and roads, by place."""
    ruins = tuple(sorted(MAP.initial_ruins))
    steps = MAP.steps(motor=False, combat=True, ruins=ruins)
    found = reachable(MAP.index[objective], steps.__getitem__)
    return bytes([min(255, found.get(MAP.index[hex], 510) // 2) for hex in MAP.hexes])
