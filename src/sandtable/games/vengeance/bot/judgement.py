"""What a sensible player reckons with: how much an attack is worth, how dangerous a place is, how far the goal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import fsum

from sandtable.board.paths import reachable
from sandtable.games.vengeance.campaign.battle.scoring import reichstag
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of, make_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import ROOF
from sandtable.games.vengeance.model.batteries import FFE1, FFE2, FFEC, HE, SR
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle, Unit
from sandtable.games.vengeance.rules.artillery.blast_area import blast_area
from sandtable.games.vengeance.rules.artillery.indirect_fire import exposed, indirect_cover
from sandtable.games.vengeance.rules.fire import declaration, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.morale.level import morale
from sandtable.games.vengeance.rules.units.kinds import (
    bears_banner,
    is_dummy,
    is_leader,
    is_mmc,
    is_reserve,
    type_of,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.scenarios.cards import CAMPAIGN, scenario

_BEARER = 0.8
"""What the bearer of a Banner is worth besides."""
_WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
_AT_MOST = tuple(sum(_WAYS[: n + 1]) / 36 for n in range(13))


def chance_at_most(number: int) -> float:
    """The chance that two dice show at most this number."""
    return 0.0 if number < 2 else _AT_MOST[min(number, 12)]


def worth_of(unit: Unit) -> float:
    """What a unit is worth to its side, a good squad being 1."""
    type = type_of(unit)
    if is_reserve(unit):
        return 1.0
    if is_dummy(unit):
        return 0.05
    if is_leader(unit):
        value = 0.5 - 0.25 * type.leadership
    elif is_mmc(unit):
        value = halves(unit) * (0.28 + 0.02 * type.fp + 0.01 * (type.morale - 7))
    else:
        value = 0.5
    return value * (0.5 if unit.broken else 1.0)


@cache
def _harm(result: str, level: int, broken: bool) -> float:
    """The part of its worth that a unit loses to a result of the IFT."""
    if result == "-":
        return 0.0
    if result == "PTC":
        return 0.0 if broken else 0.15 * (1 - chance_at_most(level))
    if result.endswith("KIA"):
        return min(1.0, 0.7 + 0.1 * int(result[:-3]))
    plus = 0 if result == "NMC" else int(result[2:]) if result.startswith("K/") else int(result[:-2])
    fails = 1 - chance_at_most(level - plus)
    harm = fails * (0.5 if broken else 0.6) + (0.05 if not broken else 0)
    return min(1.0, harm + 0.35) if result.startswith("K/") else harm


def harm_of(s: Battle, units: list[Unit], column: int, drm: int, side: str) -> float:
    """What one roll on a column of the IFT takes from these units on average; a side's own count against it."""
    if column < 0:
        return 0.0
    men = [
        (morale(s, u), u.broken, (worth_of(u) + _BEARER * bears_banner(s, u)) * (1 if u.side != side else -1))
        for u in units
    ]
    return _harm_on_average(column, drm, tuple(men))


@lru_cache(maxsize=1 << 16)
def _harm_on_average(column: int, drm: int, men: tuple[tuple[int, bool, float], ...]) -> float:
    """The same for men of a morale, broken or not, and of a worth: the same few attacks are weighed again and again."""
    total = 0.0
    for rolled in range(2, 13):
        result = firepower.result_of(column, rolled + drm)
        if result != "-":
            total += _WAYS[rolled] / 36 * fsum([_harm(result, level, broken) * worth for level, broken, worth in men])
    return total


def value_of(s: Battle, planned: declaration.Plan) -> float:
    """What an attack takes from the enemy on average."""
    column = firepower.column_for(planned.fp)
    side = fire_kinds.shooter(s, planned.firers[0]).side
    total = sum(
        harm_of(s, [s.units[id] for id in ids], column, sum(m[0] for m in (*planned.drm, *own)), side)
        for ids, own in planned.groups
    )
    if planned.cowers:
        total *= 0.92
    return total


def shelled_hexes(s: Battle, f: Field, side: str) -> dict[str, float]:
    """RV-C1.5 The FP of artillery that is to be feared in each hex: where it falls, and where the enemy aims at."""
    strength_at: dict[str, float] = {}
    for battery in s.batteries.values():
        share = _SHELLS.get(battery.marker, 0.0) if battery.mission == HE or battery.side != side else 0.0
        if share and battery.at in f.area and not (battery.marker == SR and battery.side == side):
            for hex, fp in blast_area(f, battery).items():
                strength_at[hex] = max(strength_at.get(hex, 0.0), share * fp)
    return strength_at


def shell_danger(f: Field, shelled: dict[str, float], at: str) -> float:
    """How dangerous the shells make a Location; under the ground nobody fears them."""
    at = f.ground.without_corner(at)
    fp = shelled.get(f.hex_of[at], 0.0)
    if not fp or at not in exposed(f, f.hex_of[at]):
        return 0.0
    return fp * 0.72 ** sum(m[0] for m in indirect_cover(f, at)) / 20


def arms_of(s: Battle, unit: Unit) -> tuple[tuple[float, int], ...]:
    """The FP and normal range of a unit and of its machine guns."""
    held = [
        weapon_type(w) for w in s.weapons.values()
        if w.holder == unit.id and weapon_type(w).is_mg and not w.malfunctioned
    ]  # fmt: skip
    arms = ((type_of(unit).fp, type_of(unit).range), *((type.fp, type.range) for type in held))
    return tuple((float(fp), normal) for fp, normal in arms)


# -- goals -----------------------------------------------------------------------------------------------------------


_SHELLS = {SR: 0.6, FFE1: 1.0, FFE2: 1.0, FFEC: 0.5}
"""RV-C1.3, RV-C1.33 How much the shells of a marker are to be feared: those that are to come, and what still falls."""
_ANYWHERE = 999


@cache
def goals(name: str) -> tuple[str, ...]:
    """The Locations that the task of a scenario is about."""
    f = make_field(name)
    hexes = []
    for condition in scenario(name).victory.conditions:
        for building in (*condition.get("buildings", ()), *condition.get("weights", ())):
            hexes += [hex for hex in f.ground.buildings[building].hexes if hex in f.steps]
        hexes += _standing(f, condition.get("hexes", ()))
        hexes += [hex for edge in condition.get("edges", ()) for hex in components().edges[edge] if hex in f.steps]
        if "bank" in condition:
            hexes += bridge_ends(f, condition["bank"], int(2 * condition.get("y_max", _ANYWHERE)))
    return tuple(dict.fromkeys(hexes))


def _standing(f: Field, hexes: Iterable[str]) -> list[str]:
    """The ground of hexes, or the bridge over them."""
    return [at for hex in hexes for at in (hex, f"{hex}-bridge") if at in f.steps]


def bridge_ends(f: Field, bank: str, y2_max: int = _ANYWHERE) -> list[str]:
    """Where one comes to from the bridges, for a task that asks for men on a bank."""
    g = f.ground
    bridges = [h.id for h in g.hexes.values() if h.bridge and h.bank == "SPREE" and h.id in f.area]
    there = [h for h in g.hexes.values() if h.bank == bank and h.id in f.steps and h.y2 <= y2_max]
    near = min((min(g.range(h.id, b) for b in bridges) for h in there if bridges), default=0)
    return [h.id for h in there if bridges and min(g.range(h.id, b) for b in bridges) <= near + 1]


def goals_of(s: Battle) -> tuple[str, ...]:
    """The Locations that a battle is about; in the campaign the bridges of the Spree, then the Reichstag."""
    if s.campaign is None:
        return goals(s.scenario)
    return ground_of_the_reichstag() if _spree_crossed(s) else bridgeheads()


def _spree_crossed(s: Battle) -> bool:
    """Whether the Russian is south of the Spree."""
    f = field_of(s)
    return any(u.side == RUSSIAN and u.at and f.hex(u.at).bank == "S" for u in s.units.values()) or any(
        area.startswith(RUSSIAN) and f.ground.hexes[hex].bank == "S" for hex, area in s.areas.items()
    )


@cache
def ground_of_the_reichstag() -> tuple[str, ...]:
    """RV-CGS10 What the campaign is about in the end."""
    f = make_field(CAMPAIGN)
    return tuple(at for at in reichstag() if at in f.steps and at in f.ground.hexes)


@cache
def bridgeheads() -> tuple[str, ...]:
    """The hexes on the south bank at which the bridges end."""
    f = make_field(CAMPAIGN)
    g = f.ground
    bridges = [hex.id for hex in g.hexes.values() if hex.bank == "SPREE" and hex.bridge]
    ends = dict.fromkeys(n for bridge in bridges for n in g.neighbours[bridge] if "BRIDGE" in g.side(bridge, n))
    return tuple(hex for hex in ends if g.hexes[hex].bank == "S" and hex in f.steps)


@cache
def bank_posts() -> tuple[str, ...]:
    """RV-I7 The hexes on the south bank beside the bridges: who holds them all holds the bank."""
    g = make_field(CAMPAIGN).ground
    bridges = [hex.id for hex in g.hexes.values() if hex.bank == "SPREE" and hex.bridge]
    beside = dict.fromkeys(n for bridge in bridges for n in g.neighbours[bridge] if g.hexes[n].bank == "S")
    return tuple(hex for hex in beside if hex in make_field(CAMPAIGN).steps)


@cache
def standing_goals(name: str) -> frozenset[str]:
    """Goals that ask for men, not for control: edges to leave by, a bank, hexes to be in."""
    f = make_field(name)
    hexes: list[str] = []
    for condition in scenario(name).victory.conditions:
        if "bank" in condition:
            hexes += bridge_ends(f, condition["bank"], int(2 * condition.get("y_max", _ANYWHERE)))
        hexes += [hex for edge in condition.get("edges", ()) for hex in components().edges[edge]]
        if condition.get("type") in ("mmc", "squads"):
            hexes += _standing(f, condition.get("hexes", ()))
    return frozenset(hexes)


@cache
def rooftops(name: str) -> tuple[str, ...]:
    """RV-BRV14.3 Where a Red Banner can be planted."""
    f = make_field(name)
    hexes = [hex for b in f.ground.buildings.values() if b.kind == "reichstag" for hex in b.hexes if hex in f.area]
    return tuple(at for hex in hexes for at in f.ground.of_hex[hex] if at in f.steps and f.place(at).kind == ROOF)


FAR_OFF = 99
"""MF to where no way leads."""


@lru_cache(maxsize=512)  # on the whole map each takes 50 kB, and any of 1,900 Locations may become a goal
def distances(name: str, goal: str) -> dict[str, int]:
    """MF from every Location to a goal; going there costs what coming from there does, near enough."""
    f = make_field(name)
    return dict(reachable(goal, lambda at: [(step.to, step.cost) for step in f.steps[at]]))


@lru_cache(maxsize=64)
def ways_to_any(name: str, wanted: tuple[str, ...]) -> dict[str, int]:
    """MF from every Location to the nearest of some goals, for those who look at the whole map again and again."""
    nearest: dict[str, int] = {}
    for goal in wanted:
        for at, far in distances(name, goal).items():
            if at not in nearest or far < nearest[at]:
                nearest[at] = far
    return nearest


def nearest_goal(s: Battle, at: str, wanted: tuple[str, ...]) -> int:
    """MF from a Location to the nearest of the goals."""
    return min((distances(s.scenario, goal).get(at, FAR_OFF) for goal in wanted), default=0)


def open_goals(s: Battle, side: str, control: dict[str, str]) -> tuple[str, ...]:
    """The goals that a side with the task does not hold yet."""
    if s.campaign is not None:
        ground = tuple(goal for goal in goals_of(s) if control.get(goal) != side)
        return (*ground, *_floors_above(s, side, control)) if goals_of(s) == ground_of_the_reichstag() else ground
    always = standing_goals(s.scenario)
    return tuple(goal for goal in goals_of(s) if control.get(goal) != side or goal in always)


def _floors_above(s: Battle, side: str, control: dict[str, str]) -> tuple[str, ...]:
    """RV-CGS10a Over and under the ground floors of the Reichstag that a side holds: the upper floors that it does not
    hold, and wherever enemies are, on roofs and in cellars too."""
    f = field_of(s)
    wanted = reichstag()
    return tuple(
        at for hex in ground_of_the_reichstag() if control.get(hex) == side
        for at in f.ground.of_hex[hex] if at in f.steps and at != hex
        if (at in wanted and s.control.get(at, "") != side) or any(u.side != side for u in units_at(s, at))
    )  # fmt: skip


def cover_of(s: Battle, at: str) -> int:
    """The cover of a Location against ordinary fire."""
    return cover_at(field_of(s), at)


def cover_at(f: Field, at: str) -> int:
    """The cover of a Location of a field against ordinary fire."""
    return f.terrain_of[at].tem if f.place(at).terrain != "SHELLHOLES" else 0
