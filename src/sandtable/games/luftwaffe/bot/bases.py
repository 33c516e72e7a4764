"""Where the German bot wants his aircraft on the ground: deployment, and staging towards the raid that he sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from math import exp, fsum, sqrt

from sandtable.games.luftwaffe.bot.estimates import apart, behind, is_bomber, movement, towards
from sandtable.games.luftwaffe.components import Base, parts
from sandtable.games.luftwaffe.knowledge.sight import UNSEEN, LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, distance
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

# What a base is worth; found by playing many games.
COVER, NEARNESS, TOGETHER, CROWDED, OFF_DEPTH, BEST_DEPTH = 0.5, 3.0, 0.25, 0.2, 0.15, 7
REACH = 1
"""How much nearer than its movement a base should be to what it covers."""
HEAT = 3.0
"""How fast the need for cover falls with the distance of a city from the line."""
BOMBER_STEP = 4
"""How far a heavy bomber flies in a turn."""
LIKELY = 5.0
"""How fast it becomes unlikely that a stream flies to a city, by its distance."""
STAGING_GAIN = 1.15
"""How much better a base must be to be worth the flight."""


def hot_hexes(view: LuftwaffeView) -> list[tuple[str, float]]:
    """The cities that the American must still bomb, with the need to cover them."""
    p = parts()
    hot = []
    for id in objective_cities(p.scenarios[view.game].objective):
        if id not in view.destroyed:
            depth = behind(view).to_zone.get(p.cities[id].hex, FAR)
            hot.append((p.cities[id].hex, HEAT / (HEAT + depth)))
    return hot


Hot = tuple[tuple[str, float], ...]


@lru_cache(maxsize=200)
def _nearness(hot: Hot) -> dict[str, float]:
    """How near each base is to everything that must be covered."""
    return {
        base.hex: fsum(weight / (3 + apart(base.hex, target)) for target, weight in hot)
        for base in parts().bases.values()
    }


@lru_cache(maxsize=500)
def _covered(reach: int, hot: Hot) -> dict[str, tuple[str, ...]]:
    """What a unit on each base covers of it."""
    return {
        base.hex: tuple(target for target, _ in hot if apart(base.hex, target) <= reach)
        for base in parts().bases.values()
    }


@cache
def _bases_within(hex: str, steps: int) -> tuple[str, ...]:
    """The hexes of the bases that lie so near."""
    return tuple(base.hex for base in parts().bases.values() if apart(hex, base.hex) <= steps)


def _neighbours(hexes: Iterable[str], steps: int) -> Counter[str]:
    """How many of these lie within so many steps of each base."""
    return Counter(base for hex in hexes for base in _bases_within(hex, steps))


def choose_base(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-3.2 Near what the American must bomb and near the fronts, each type together, no two units too close."""
    if options[0][0] == "keep_off":
        return options[0]
    unit = view.germans[id_in(options[0])]
    hot = tuple(hot_hexes(view))
    standing = [g for g in view.germans.values() if g.status == "ground"]
    covered = {mf: _covered(mf - REACH, hot) for mf in {movement(g) for g in (unit, *standing)}}
    held: dict[str, int] = {}
    for g in standing:
        for target in covered[movement(g)][g.hex]:
            held[target] = held.get(target, 0) + g.factors
    gains = {hex: weight * (sqrt(n + unit.factors) - sqrt(n)) for hex, weight in hot for n in (held.get(hex, 0),)}
    together = _neighbours((g.hex for g in standing if g.type == unit.type), 6)
    crowd = _neighbours((g.hex for g in standing), 2)
    within_reach, nearness, to_zone = covered[movement(unit)], _nearness(hot), behind(view).to_zone

    def value(option: Option) -> float:
        if option[0] != "deploy":
            return -1000.0
        hex = parts().bases[id_in(option, 2)].hex
        gain = fsum([gains[target] for target in within_reach[hex]])
        off = abs(to_zone.get(hex, FAR) - BEST_DEPTH)
        place = COVER * gain + NEARNESS * nearness[hex]
        return place + TOGETHER * together[hex] - CROWDED * crowd[hex] - OFF_DEPTH * off

    return max(options, key=value)


def choose_jet_base(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-12.14.1 Jet bases deep enough, in the middle of what must be defended."""
    bases: list[Base] = [parts().bases[id_in(o)] for o in options if o[0] == "jet_base"]
    hot = hot_hexes(view)
    if not bases:
        return options[-1]
    best = max(bases, key=lambda b: fsum(w / (3 + apart(b.hex, hex)) for hex, w in hot))
    return ("jet_base", best.id)


# -- staging -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4_000)
def courses_from(start: str, objective: str, destroyed: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    """Where bombers that start in a hex will be after one and after two turns, with the likelihood of each."""
    cities = [c for c in objective_cities(objective) if c not in destroyed] or list(parts().cities)
    hexes = {parts().cities[c].hex for c in cities}
    weights: dict[str, float] = {}
    total = 0.0
    for hex in sorted(hexes):
        d = distance(start, hex)
        if not 0 < d < FAR:
            continue
        weight = exp(-d / LIKELY)
        total += weight
        at = start
        for share in (1.0, 0.7):
            at = towards(at, hex, BOMBER_STEP)
            weights[at] = weights.get(at, 0.0) + weight * share
    return tuple((hex, weight / total) for hex, weight in weights.items()) if total else ()


def expected_raid(view: LuftwaffeView) -> tuple[tuple[str, float], ...]:
    """Where bombers are expected: those that are seen, and those that covered stacks may hold."""
    objective = parts().scenarios[view.game].objective
    destroyed = tuple(view.destroyed)
    starts: dict[str, float] = {}
    unseen = 0
    for u in view.americans.values():
        if not is_bomber(u) or u.bombed:
            continue
        if u.status == "up":
            starts[u.hex] = starts.get(u.hex, 0.0) + u.factors
        elif u.status == UNSEEN:
            unseen += u.factors
    for hex in view.stacks:
        starts[hex] = starts.get(hex, 0.0) + unseen / len(view.stacks)
    factors_at: dict[str, float] = {}
    for start, factors in starts.items():
        if factors:
            for hex, weight in courses_from(start, objective, destroyed):
                factors_at[hex] = factors_at.get(hex, 0.0) + factors * weight
    return tuple(factors_at.items())


@lru_cache(maxsize=4_000)
def raid_values(raid: tuple[tuple[str, float], ...], mf: int) -> dict[str, float]:
    """What every base hex is worth for a type against an expected raid."""
    return {
        base.hex: fsum([w * _share(mf, apart(base.hex, hex)) for hex, w in raid]) for base in parts().bases.values()
    }


@cache
def _share(mf: int, away: int) -> float:
    """What of a raid counts for a type that stands so far away from it."""
    return 1.0 if away < mf else float(0.75 ** (away - mf + 1))


def queues(view: LuftwaffeView) -> set[str]:
    """LW-6.9 The hexes where units wait for fuel: a unit that lands elsewhere is refuelled at once."""
    return {g.hex for g in view.germans.values() if g.status == "ground" and not g.fuelled}


class Staging:
    """LW-8.1 What staging promises at one moment: each unit is asked about against the same expected raid."""

    def __init__(self, view: LuftwaffeView) -> None:
        self._view, self._raid = view, expected_raid(view)
        queued = queues(view)
        self._open = [b.hex for b in behind(view).bases if b.id not in view.unusable and b.hex not in queued]

    def is_worth_it(self, id: str) -> bool:
        """Whether a base within one turn's flight is much better than the one where the unit stands."""
        unit = self._view.germans[id]
        if parts().types[unit.type].jet:
            return False
        values, reach = raid_values(self._raid, movement(unit)), movement(unit)
        here = values.get(unit.hex, 0.0)
        best = max((values[hex] for hex in self._open if apart(hex, unit.hex) <= reach), default=0.0)
        return best > STAGING_GAIN * here + 0.3


def staging_landing(view: LuftwaffeView, options: list[Option]) -> Option | None:
    """LW-8.1 The best base for a unit that stages."""
    queued = queues(view)
    landings = [o for o in options if o[0] == "land" and id_in(o) not in queued]
    if not landings:
        return None
    values = raid_values(expected_raid(view), movement(view.germans[view.moving[0]]))
    return max(landings, key=lambda o: values.get(id_in(o), 0.0))
