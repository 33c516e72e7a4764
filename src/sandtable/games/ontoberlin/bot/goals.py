"""What draws a unit and what threatens it: the enemy's stacks, its post, and the reach of its supply."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.ontoberlin.bot.battle import against
from sandtable.games.ontoberlin.bot.objectives import (
    BESIEGER,
    besieges,
    free_leaders,
    lead,
    marched_on,
    prize_of,
    shielded,
    ways_to,
)
from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    FORMATIONS,
    GERMAN,
    KINDS,
    MILITIA,
    OTHER,
    REICHSTAG,
)
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.entering import live_strongpoint
from sandtable.games.ontoberlin.rules.supply import (
    EDGE,
    OFF_ROAD,
    blocked_hexes,
    on_supplied_road,
    open_entry,
    sources,
    traces,
)

FEW = 2
"""Units that stay on a Landing Zone."""
MARCH, MARCH_COST, MARCH_PULL = 2.2, 0.04, 0.09
"""How an objective draws the Allies from afar, what each movement point of the way takes off that, and its pull."""


class Goal(NamedTuple):
    """The hex a unit wants to come near to, how strongly each step counts, and the steps from each hex, by place."""

    hex: str
    pull: float
    steps: bytes


def goal_of(s: OnToBerlin, u: str, enemies: Enemies) -> Goal:
    """Where a unit wants to come to: the enemy that is worth most and near, or an objective that it marches on."""
    kind = KINDS[u]
    unit = s.units[u]
    here = unit.at if unit.at in MAP.hexes else (unit.entries or (REICHSTAG,))[0]
    far, place, at = MAP.distances(here), MAP.place, MAP.place[here]
    pulls = attractions(s, kind.side, enemies)
    scores = [attraction - 0.11 * far[place[hex]] for hex, attraction in pulls]
    best_score = max(scores, default=-99.0)
    best = pulls[scores.index(best_score)][0] if pulls else ""
    slow = kind.cls in ("artillery", "hq")
    if kind.side == ALLIED:
        aims = [(MARCH - MARCH_COST * ways_to(hex)[at], hex) for hex in marched_on(s)]
        if aims and max(aims)[0] > best_score:
            aim = max(aims)[1]
            return Goal(aim, 0.04 if slow else MARCH_PULL, ways_to(aim))
    return Goal(best, 0.02 if slow else 0.05, MAP.distances(best) if best else b"")


Enemies = tuple[tuple[str, tuple[str, ...], tuple[bool, ...]], ...]
"""The enemy's stacks: hex, units, and which of them are in Combat Mode. They stay the same for a whole segment."""
_enemies: dict[str, Enemies] = {}
_threats: dict[str, tuple[Enemies, dict[str, int]]] = {}
_attractions: dict[str, tuple[object, list[tuple[str, float]]]] = {}
_shielded: dict[str, tuple[object, dict[str, int]]] = {}
_steps: dict[str, tuple[object, StepsToEnemies]] = {}
"""The last answer for each side."""


def enemy_stacks(s: OnToBerlin, side: str) -> Enemies:
    """The stacks of a side's enemy; as long as nothing changes, one and the same tuple."""
    enemy, units = OTHER[side], s.units
    found = tuple(
        [
            (hex, stack, tuple([units[u].combat for u in stack]))
            for hex, stack in s.stacks.items()
            if KINDS[stack[0]].side == enemy
        ]
    )
    known = _enemies.get(side)
    if known == found:
        return known
    _enemies[side] = found
    return found


def threats(s: OnToBerlin, side: str, enemies: Enemies) -> dict[str, int]:
    """The Fire Strength that the enemy can bring against each hex within three of his stacks."""
    known = _threats.get(side)
    if known is not None and known[0] is enemies:
        return known[1]
    found: dict[str, int] = {}
    for hex, stack, combat in enemies:
        far, place = MAP.distances(hex), MAP.place
        by_steps = [_threat(stack, combat, steps) for steps in range(4)]
        for n in MAP.within(hex, 3):
            found[n] = found.get(n, 0) + by_steps[far[place[n]]]
    _threats[side] = (enemies, found)
    return found


def _threat(stack: tuple[str, ...], combat: tuple[bool, ...], steps: int) -> int:
    """The Fire Strength that a stack can bring against a hex so many steps away."""
    strength = 0
    for u, fights in zip(stack, combat, strict=True):
        kind = KINDS[u]
        if steps == 1:
            strength += kind.fs
        elif kind.ma + 1 >= steps or (kind.is_gun and fights):
            strength += (kind.fs + 1) // 2
    return strength


def attractions(s: OnToBerlin, side: str, enemies: Enemies) -> list[tuple[str, float]]:
    """The enemy's hexes with what an attack on them promises."""
    zones = tuple((d.lz_alive, d.public, d.lz) for d in s.divisions.values())
    whole = (enemies, len(s.fallen), tuple(free_leaders(s)), zones, lead(s) > 0, tuple(marched_on(s)))
    known = _attractions.get(side)
    if known is not None and known[0] == whole:
        return known[1]
    pulls = []
    for hex, stack in s.stacks.items():
        if KINDS[stack[0]].side == side:
            continue
        shift = 0 if any(s.units[u].combat for u in stack) else 1
        if all(KINDS[u].service in MILITIA for u in stack):
            shift += 1
        worth = against(s, hex, 12, shift) * (1.0 + 0.15 * (len(stack) - 1))
        worth += 0.2 * min(4.0, max(0.0, prize_of(s, hex, side)))
        if side == ALLIED:
            worth += BESIEGER if besieges(s, hex) else 0.0
        else:
            worth += 0.8 * (prize_of(s, hex, side) > 0)
        pulls.append((hex, worth))
    if side == GERMAN:
        pulls += [(d.lz, 1.8) for d in s.divisions.values() if d.lz_alive and d.public and d.lz not in s.stacks]
    pulls.sort()
    _attractions[side] = (whole, pulls)
    return pulls


class StepsToEnemies(dict[str, int]):
    """The steps from a hex to the nearest of the hexes that attract a side, worked out once for each."""

    def __init__(self, pulls: list[tuple[str, float]]) -> None:
        super().__init__()
        self._foes = [MAP.place[hex] for hex, _ in pulls]

    def __missing__(self, hex: str) -> int:
        self[hex] = near = min(map(MAP.distances(hex).__getitem__, self._foes), default=99)
        return near


def steps_to_enemies(side: str, pulls: list[tuple[str, float]]) -> StepsToEnemies:
    """How near each hex is to the enemy; kept while the enemy stands as he stood."""
    known = _steps.get(side)
    if known is None or known[0] is not pulls:
        known = _steps[side] = (pulls, StepsToEnemies(pulls))
    return known[1]


def shielded_now(s: OnToBerlin, enemies: Enemies) -> dict[str, int]:
    """What the German holds before all else, as the Allies stand; kept while nothing changes."""
    whole = (enemies, tuple(free_leaders(s)))
    known = _shielded.get(GERMAN)
    if known is None or known[0] != whole:
        known = _shielded[GERMAN] = (whole, shielded(s, (hex for hex, _, _ in enemies)))
    return known[1]


def unguarded(s: OnToBerlin, u: str) -> dict[str, int]:
    """OB-15.3.13 The Landing Zone of a unit's division, if it lacks guards that this unit could be, and how many."""
    status = s.divisions[KINDS[u].formation]
    if not status.lz_alive:
        return {}
    there = sum(other != u for other in s.stacks.get(status.lz, ()))
    most = 1 if KINDS[u].cls == "artillery" else FEW
    return {status.lz: most - there} if there < most else {}


def garrison_of(s: OnToBerlin, u: str, enemies: Enemies) -> str:
    """The hex a unit must not leave: Landing Zones, the Reichstag, the leaders, strongpoints held by militia."""
    unit, kind = s.units[u], KINDS[u]
    here = unit.at
    if here not in s.stacks:
        return ""
    others = [other for other in s.stacks[here] if other != u]
    if kind.side == ALLIED:
        if any(d.lz_alive and d.lz == here for d in s.divisions.values()):
            ahead = [o for o in others if not s.units[o].moved or s.units[o].at == here]
            rank = sorted((*ahead, u), key=lambda x: (KINDS[x].cls == "artillery", KINDS[x].fs, x))
            if rank.index(u) < FEW:
                return here
        return ""
    if len(others) < shielded_now(s, enemies).get(here, 0):
        return here
    if kind.service in MILITIA and (live_strongpoint(s, here) or "major" in MAP.hexes[here].features):
        return here
    if kind.cls in ("flak",) and unit.combat:
        return here
    return ""


# -- supply ----------------------------------------------------------------------------------------------------------

_supply_memory: dict[tuple[str, ...], tuple[object, frozenset[str]]] = {}


def supplied_by(s: OnToBerlin, division: str, place: str) -> int:
    """OB-6.2.4 How many units of a division could trace a LoC to a source."""
    blocked = blocked_hexes(s, zoc(s, GERMAN))
    roads: dict[tuple[str, ...], frozenset[str]] = {}
    number = 0
    for u in FORMATIONS[division]:
        if s.units[u].at not in s.stacks:
            continue
        ends = open_entry(s, u) if place == EDGE else AIRFIELDS[place].perimeter
        if ends not in roads:
            roads[ends] = on_supplied_road(s, ends, blocked)
        number += bool(ends) and traces(s, u, ends, roads[ends], blocked)
    return number


def supplied_hexes(s: OnToBerlin, u: str) -> frozenset[str] | None:
    """The hexes from which a unit could trace a LoC, as the Germans stand now; None if it has no source at all."""
    status = s.divisions[KINDS[u].formation]
    if status.source == EDGE and not s.units[u].entry:
        return None
    ends = sources(s, u)
    if not ends:
        return None
    germans = tuple(hex for hex, stack in s.stacks.items() if KINDS[stack[0]].side == GERMAN)
    key = (germans, len(s.facing), len(s.ruins), len(s.fallen))
    known = _supply_memory.get(ends)
    if known is not None and known[0] == key:
        return known[1]
    german_zoc = zoc(s, GERMAN)
    road = on_supplied_road(s, ends, blocked_hexes(s, german_zoc))
    barred = german_zoc.difference(road).union(germans)
    supplied = edge = road.union(ends)
    for _ in range(OFF_ROAD):
        beside = [MAP.supply_steps[hex] for hex in edge if hex not in barred]
        edge = frozenset[str]().union(*beside) - supplied
        supplied = supplied | edge
    if len(_supply_memory) > 40:
        _supply_memory.clear()
    _supply_memory[ends] = (key, supplied)
    return supplied
