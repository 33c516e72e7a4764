"""What draws a unit and what threatens it: the enemy's stacks, its post, and the reach of its supply."""

from __future__ import annotations

from sandtable.board.paths import flood
from sandtable.games.ontoberlin.bot.battle import against, prize_of
from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS, MILITIA, OTHER, REICHSTAG
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.entering import live_strongpoint
from sandtable.games.ontoberlin.rules.supply import EDGE, on_supplied_road, sources

FEW = 2
"""Units that stay on a Landing Zone."""


def goal_of(s: OnToBerlin, u: str, enemies: Enemies) -> tuple[str, float]:
    """The hex a unit wants to come near to, and how strongly each hex of the way counts."""
    kind = KINDS[u]
    unit = s.units[u]
    here = unit.at if unit.at in MAP.hexes else (unit.entries or (REICHSTAG,))[0]
    best, best_score = "", -99.0
    far, place = MAP.distances(here), MAP.place
    for hex, attraction in attractions(s, kind.side, enemies):
        score = attraction - 0.11 * far[place[hex]]
        if score > best_score:
            best, best_score = hex, score
    return best, 0.05 if kind.cls not in ("artillery", "hq") else 0.02


Enemies = tuple[tuple[str, tuple[str, ...], tuple[bool, ...]], ...]
"""The enemy's stacks: hex, units, and which of them are in Combat Mode. They stay the same for a whole segment."""
_enemies: dict[str, Enemies] = {}
_threats: dict[str, tuple[Enemies, dict[str, int]]] = {}
_attractions: dict[str, tuple[object, list[tuple[str, float]]]] = {}
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
        for n in MAP.within(hex, 3):
            near, strength = far[place[n]], 0
            for u, fights in zip(stack, combat, strict=True):
                kind = KINDS[u]
                if near == 1 or kind.ma + 1 >= near or (kind.is_gun and fights):
                    strength += kind.fs if near == 1 else (kind.fs + 1) // 2
            found[n] = found.get(n, 0) + strength
    _threats[side] = (enemies, found)
    return found


def attractions(s: OnToBerlin, side: str, enemies: Enemies) -> list[tuple[str, float]]:
    """The enemy's hexes with what an attack on them promises."""
    captured = tuple(record.captured for record in s.leaders.values())
    whole = (enemies, len(s.fallen), captured, s.vp[ALLIED] > s.vp[GERMAN])
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
        if side == ALLIED:
            worth += 0.2 * min(4.0, max(0.0, prize_of(s, hex)))
        else:
            worth += 0.8 * sum(d.lz_alive and d.public and d.lz == hex for d in s.divisions.values())
        pulls.append((hex, worth))
    if side == GERMAN:
        pulls += [(d.lz, 1.8) for d in s.divisions.values() if d.lz_alive and d.public and d.lz not in s.stacks]
    pulls.sort()
    _attractions[side] = (whole, pulls)
    return pulls


def garrison_of(s: OnToBerlin, u: str) -> str:
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
    if here == REICHSTAG or any(record.hex == here and not record.captured for record in s.leaders.values()):
        return here
    if kind.service in MILITIA and (live_strongpoint(s, here) or "major" in MAP.hexes[here].features):
        return here
    if kind.cls in ("flak",) and unit.combat:
        return here
    return ""


# -- supply ----------------------------------------------------------------------------------------------------------

_supply_memory: dict[tuple[str, ...], tuple[object, frozenset[str]]] = {}


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
    road = on_supplied_road(s, ends, german_zoc)
    barred = set(germans)

    def around(hex: str) -> tuple[str, ...]:
        if hex in barred or (hex in german_zoc and hex not in road):
            return ()
        return MAP.supply_steps[hex]

    supplied = frozenset(flood([*road, *ends], around, 4))
    if len(_supply_memory) > 40:
        _supply_memory.clear()
    _supply_memory[ends] = (key, supplied)
    return supplied
