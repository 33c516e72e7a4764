"""How the bot moves: each unit looks at the hexes it can come to and takes the one that promises most.

What counts: targets beside the hex that fall more easily with this unit's help, what the enemy can do to it there, the
way to a goal, the duties of garrisons, and for the Allied player the Line of Communications.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from sandtable.games.ontoberlin.bot.battle import against, cover, expected
from sandtable.games.ontoberlin.bot.goals import (
    attractions,
    enemy_stacks,
    garrison_of,
    goal_of,
    shielded_now,
    steps_to_enemies,
    supplied_hexes,
    threats,
    unguarded,
)
from sandtable.games.ontoberlin.bot.objectives import GARRISON, free_leaders, lead, prize_of
from sandtable.games.ontoberlin.components import ALLIED, GERMAN, HQ, KINDS, MILITIA, OTHER, REICHSTAG, TABLES
from sandtable.games.ontoberlin.map.geography import COMPASS, MAP
from sandtable.games.ontoberlin.model import BOX, OnToBerlin
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.entering import live_strongpoint
from sandtable.games.ontoberlin.rules.reach import reach
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_CHANGE = 2 * TABLES.mode_change
BESIDE_OBJECTIVE = 0.2
"""The share of an objective's worth that draws a unit into the hexes beside it."""
GUARD = 1.5
"""What each guard that a Landing Zone lacks is worth: with the zone its whole division loses its supply."""
HOLD, SHIELD = 0.8, 0.8
"""What it is worth to the German to fill a place in an objective's garrison, and to stand beside an objective."""
BOMBS = 1.0
"""How much a German unit fears an Air Strike on the hex it would end in."""
CHANCE = 1.6
"""What an attack on the best target beside a hex counts, so many times what it would gain."""


class Mind:
    """What a unit considers in one decision."""

    bombs = BOMBS
    chance = CHANCE

    def __init__(self, s: OnToBerlin, u: str) -> None:
        self.s = s
        self.u = u
        self.kind = KINDS[u]
        self.side = self.kind.side
        self.enemy = OTHER[self.side]
        self._danger: dict[str, float] = {}
        self._gains: dict[str, float] = {}
        enemies = enemy_stacks(s, self.side)
        self._threats = threats(s, self.side, enemies)
        self.goal, self.pull, self._from_goal = goal_of(s, u, enemies)
        self.garrison = garrison_of(s, u, enemies)
        self.supplied = supplied_hexes(s, u) if self.side == ALLIED else None
        self._calm: dict[str, float] = {}
        if self.side == ALLIED:
            self._unguarded = unguarded(s, u)
            self._leaders, self._ahead, self._from_hq = free_leaders(s), lead(s) > 0, self._distances_from_hq()
        else:
            self._shielded = shielded_now(s, enemies)
            self._zones = [d.lz for d in s.divisions.values() if d.lz_alive and d.public]

    def _distances_from_hq(self) -> bytes:
        """OB-3.5.1 The steps from the HQ of a unit to each hex, by place; empty if no HQ on the map commands it."""
        hq = HQ.get(self.kind.formation)
        at = self.s.units[hq].at if hq and hq != self.u and hq in self.s.units else ""
        return MAP.distances(at) if at in MAP.hexes else b""

    # -- what a hex promises -----------------------------------------------------------------------------------------

    def score(self, hex: str, combat: bool) -> float:
        """How good it would be to end the move in a hex in a mode."""
        calm = self._calm.get(hex)
        if calm is None:
            calm = self._calm[hex] = self.calm(hex)
        total = calm - self.danger(hex, combat)
        if combat:
            return total + self.opportunity(hex) + 0.06
        return total if self.kind.motor else total - 0.02

    def calm(self, hex: str) -> float:
        """What a hex is worth apart from fights, in any mode."""
        total = 0.0
        if self.goal:
            total -= self.pull * self._from_goal[MAP.place[hex]]
        if self.garrison:
            total += 3.0 if hex == self.garrison else -0.15 * MAP.distance(hex, self.garrison)
        if self.supplied is not None and hex not in self.supplied:
            total -= 0.8
        if self.side == ALLIED:
            total += self.allied_extras(hex)
        else:
            total += self.german_extras(hex)
        return total

    def allied_extras(self, hex: str) -> float:
        """Strongpoints and leaders fall when entered; the Reichstag is for the winner; stay near the HQ."""
        total = 0.0
        if hex == REICHSTAG:
            total += 50.0 if self._ahead else -5.0
        if hex in self._leaders:
            total += 8.0
        if live_strongpoint(self.s, hex):
            total += 0.15
        total += GUARD * self._unguarded.get(hex, 0)
        if self._from_hq and self._from_hq[MAP.place[hex]] > TABLES.command_radius:
            total -= 0.12
        return total

    def german_extras(self, hex: str) -> float:
        """A Landing Zone without a guard is the best of targets; strongpoints are the best of covers."""
        total = 6.0 * self._zones.count(hex)
        wanted = self._shielded.get(hex, 0)
        if wanted:
            there = sum(u != self.u for u in self.s.stacks.get(hex, ()))
            total += (HOLD if wanted == GARRISON else SHIELD) * max(0, wanted - there)
        return total

    def opportunity(self, hex: str) -> float:
        """What this unit adds to attacks on the best target beside a hex."""
        if self.kind.defend_only:
            return 0.0
        best = 0.0
        if self.kind.cls == "artillery":
            return 0.0
        for n in MAP.neighbours[hex]:
            stack = self.s.stacks.get(n)
            if stack and KINDS[stack[0]].side == self.enemy and MAP.passable(hex, n, self.kind.motor):
                gain = self._gains.get(n)
                if gain is None:
                    gain = self._gains[n] = self.gain(n)
                best = max(best, gain)
        return self.chance * best

    def gain(self, target: str) -> float:
        """What this unit adds to an attack on a target from any hex beside it."""
        before, shift = self.friends(target), self.shift(target)
        gain = against(self.s, target, before + self.strength(), shift) - 0.5 * against(self.s, target, before, shift)
        return gain + BESIDE_OBJECTIVE * min(prize_of(self.s, target, self.side), 5.0)

    def strength(self) -> int:
        if self.kind.cls == "at":
            return (self.kind.fs + 1) // 2
        return self.kind.fs

    def shift(self, target: str) -> int:
        """The advantages that can be seen from afar."""
        stack = self.s.stacks[target]
        shift = 0
        if not any(self.s.units[u].combat for u in stack):
            shift += 1
        if all(KINDS[u].service in MILITIA for u in stack) and self.kind.service not in MILITIA:
            shift += 1
        return shift

    def friends(self, target: str) -> int:
        """The strength of friends that already stand beside a target."""
        strength = 0
        for n in MAP.neighbours[target]:
            stack = self.s.stacks.get(n)
            if stack and KINDS[stack[0]].side == self.side:
                strength += sum(
                    KINDS[u].fs
                    for u in stack
                    if u != self.u and self.s.units[u].combat and KINDS[u].cls not in ("artillery", "at", "flak")
                )
        return strength

    def danger(self, hex: str, combat: bool) -> float:
        """What the enemy's next attacks on a hex may cost."""
        known = self._danger.get(hex)
        if known is None:
            pf, drm = self.cover(hex)
            known = self._danger[hex] = _danger(
                self._threats.get(hex, 0), self.kind.pf + pf, drm, self.bombs if self.enemy == ALLIED else 0.0
            )
        return known if combat else known * 1.15

    def cover(self, hex: str) -> tuple[int, int]:
        if hex in self.s.stacks and KINDS[self.s.stacks[hex][0]].side == self.side:
            return cover(self.s, hex)
        return bare_cover(hex, self.side == GERMAN, hex in self.s.ruins, hex in self.s.fallen)


@cache
def _danger(strength: int, protection: int, drm: int, bombs: float) -> float:
    risk = expected(TABLES.column(strength, protection), drm) if strength else 0.0
    if bombs:
        # Bombs find what stands in the open: three strikes on one turn, nine on another.
        risk += bombs * expected(TABLES.column(TABLES.strike["strength"], protection), drm)
    return 0.55 * risk


@lru_cache(maxsize=20_000)
def bare_cover(hex: str, german: bool, ruins: bool, fallen: bool) -> tuple[int, int]:
    """PF and dice modifier of an empty hex for a unit that would enter it."""
    printed = MAP.hexes[hex]
    if "flaktower" in printed.features:
        row = TABLES.feature["flaktower"]
        return row.pf, row.drm
    terrain = TABLES.terrain[printed.terrain]
    pf, drm = terrain.pf, terrain.drm
    for name in ("major", "bunker", "strongpoint"):
        if name in printed.features and (name == "major" or german) and not (name == "strongpoint" and fallen):
            pf, drm = pf + TABLES.feature[name].pf, drm + TABLES.feature[name].drm
    return pf, drm - (1 if ruins else 0)


# -- deciding --------------------------------------------------------------------------------------------------------


def pick_unit(s: OnToBerlin, options: list[Option]) -> Option:
    """Who moves next: units at the edge first, then those nearest to the enemy; HQs and artillery last."""
    movers = [option for option in options if option[0] == "move"]
    if not movers:
        return ("done",)
    side = KINDS[id_in(movers[0])].side
    near = steps_to_enemies(side, attractions(s, side, enemy_stacks(s, side)))

    def order(option: Option) -> tuple[int, int, int, str]:
        u = id_in(option)
        kind, at = KINDS[u], s.units[u].at
        if at == BOX:
            return 0, 0, -kind.fs, u
        return 2 if kind.cls in ("hq", "artillery") else 1, near[at], -kind.fs, u

    return min(movers, key=order)


Think = Callable[[OnToBerlin, str], Mind]
"""How a player has a unit think."""


def next_step(s: OnToBerlin, options: list[Option], think: Think = Mind) -> Option:
    """Where the moving unit goes, whether it changes mode, or that it stops."""
    u = s.active
    unit, kind, march = s.units[u], KINDS[u], s.march
    assert march is not None
    mind = think(s, u)
    here = unit.at
    offered = set(options)
    can_change = ("combat", u) in offered or ("maneuver", u) in offered
    enemy_zoc = zoc(s, OTHER[kind.side])
    reachable = reach(s, u, march, enemy_zoc)
    best: tuple[float, int, Option] = (mind.score(here, unit.combat), 1, ("end",))
    if ("end",) not in offered:
        best = (-999.0, 0, options[0])
    if ("combat", u) in offered:
        best = max(best, (mind.score(here, True) + 0.001, 1, ("combat", u)))
    for option in options:
        if option[0] != "go":
            continue
        hex = id_in(option)
        spent = reachable.get(hex, (march.most, ""))[0]  # the fog may make the bot see a ZOC that is none
        # In Combat Mode a hex is never worth less: who can take it there need not ask about Maneuver Mode.
        combat = unit.combat or (march.may_change and spent + _CHANGE <= march.most and not unit.no_loc)
        score = mind.score(hex, combat) - 0.002 * spent
        if score > best[0] + 1e-9:
            best = (score, 0, option)
    if unit.combat and ("maneuver", u) in offered and march.fresh and can_change:
        far = _far_gain(mind, u, best[0])
        if far:
            return ("maneuver", u)
    return best[2]


def _far_gain(mind: Mind, u: str, at_hand: float) -> bool:
    """Whether a unit in Combat Mode should take Maneuver Mode: nothing to do here, and a goal far off."""
    if not mind.goal or mind.garrison or mind.kind.maneuver_ma <= mind.kind.ma:
        return False
    here = mind.s.units[u].at
    if mind.opportunity(here) > 0.15:
        return False
    return MAP.distance(here, mind.goal) > mind.kind.ma + 1


def best_facing(s: OnToBerlin, hex: str) -> int:
    """The facing that looks at most of the enemy: those beside the hex first, then whatever is near."""
    side = KINDS[s.stacks[hex][0]].side
    scores = [0.0] * 6
    for n in MAP.within(hex, 4):
        stack = s.stacks.get(n)
        if n == hex or not stack or KINDS[stack[0]].side == side:
            continue
        near = MAP.distance(hex, n)
        weight = (1.0 + 0.2 * len(stack)) * (4.0, 1.0, 0.6, 0.2)[near - 1]
        if near == 1:
            weight += 2.0 * against(s, n, 9)
        for facing in range(6):
            if MAP.in_arc(hex, facing, n):
                scores[facing] += weight
    if not any(scores):
        goal = min(
            (h for h, _ in attractions(s, side, enemy_stacks(s, side))),
            key=lambda h: MAP.distance(hex, h),
            default=REICHSTAG,
        )
        for facing in range(6):
            ahead = MAP.grid.towards[hex][facing]
            scores[facing] = -MAP.distance(ahead, goal) if ahead else -99.0
    now = s.facing.get(hex, 0)
    return max(range(6), key=lambda f: (scores[f], f == now))


def facing_option(s: OnToBerlin, hex: str) -> Option:
    return ("face", hex, COMPASS[best_facing(s, hex)])
