"""What a defender of houses keeps, lets go and takes back.

RV-A26.1 One armed man anywhere in a house denies the enemy all of it. So a house needs somebody rather than many, and
one that the enemy took and left is his again who walks in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import ceil, fsum
from typing import NamedTuple

from sandtable.games.vengeance.bot.judgement import FAR_OFF, ways_to_any, worth_of
from sandtable.games.vengeance.bot.orders import Orders
from sandtable.games.vengeance.map.battlefield import make_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.units.kinds import good_order, is_dummy, is_mmc, other, units_at
from sandtable.games.vengeance.rules.victory.control import TURN_END, controller, controls_building
from sandtable.games.vengeance.scenarios.cards import first_move, scenario

_BESIDE = 2
"""Hexes from a house at which enemies threaten it."""
_AGAINST = 0.5
"""Squads that are kept in a house for each of them."""
_A_RAID = 2
"""Squads that are sent for a house that has to be taken back,"""
_HELD = 4
"""and the MF for which they rather go to one without an enemy."""
_COMING_BACK = 6
"""Hexes from which enemies come back in a turn or two."""


class HousesAsked(NamedTuple):
    """RV-SCN8 The houses that a task counts, how many it needs, and whether they are counted after every turn."""

    houses: tuple[str, ...] = ()
    needed: int = 0
    every_turn: bool = False


@cache
def houses_asked(name: str) -> HousesAsked:
    """RV-SCN8 What a task asks for in houses."""
    victory = scenario(name).victory
    for condition in victory.conditions:
        if condition["type"] == "control_buildings":
            houses = tuple(condition["buildings"])
            needed = len(houses) if condition["needed"] == "all" else int(condition["needed"])
            return HousesAsked(houses, needed, condition.get("when", victory.when) == TURN_END)
    return HousesAsked()


@cache
def rooms(name: str, house: str) -> tuple[str, ...]:
    """RV-BRV3.1 All Locations of a house, as long as it stands."""
    f = make_field(name)
    return tuple(at for hex in _hexes(f, house) for at in f.ground.of_hex[hex] if at in f.steps)


@cache
def house_at(name: str) -> dict[str, str]:
    """The house of the task to which a Location belongs."""
    return {at: house for house in houses_asked(name).houses for at in rooms(name, house)}


@dataclass
class Posts:
    """The houses as they are, and who is sent where."""

    houses: dict[str, str]
    """The house of each Location."""
    lost: frozenset[str]
    """Those that the enemy holds now,"""
    to_spare: int
    """and how many more may be lost; below 0: how many must be taken back."""
    judged: bool
    """RV-SCN8 Whether the task is judged after this Player Turn."""
    men: dict[str, list[Unit]]
    """Who of his own is in each house and can fight there,"""
    anybody: dict[str, list[Unit]]
    """and who denies it: broken men and leaders too."""
    pressed: frozenset[str]
    """The houses in which enemies are seen."""
    sent: Orders = field(default_factory=dict)
    """The men who are sent to another house."""

    def is_alone(self, unit: Unit, at: str) -> bool:
        """Whether a unit is, or would be, the only one that can fight in the house of a Location."""
        return not any(u.id != unit.id for u in self.men[self.houses[at]])

    def decides(self, unit: Unit, at: str) -> bool:
        """Whether the enemy has this house when the task is judged if the unit is not there, and one too many."""
        house = self.houses.get(at, "")
        if not house or not self.judged or self.to_spare > 0 or (house not in self.lost and house not in self.pressed):
            return False
        return not any(u.id != unit.id for u in self.anybody[house])


def posts_of(s: Battle, f: Field, seat: str) -> Posts | None:
    """How a defender shares out his men; None if the task counts no houses."""
    asked = houses_asked(s.scenario)
    if not asked.houses:
        return None
    lost = frozenset(house for house in asked.houses if controls_building(s, f, house, other(seat)))
    inside = {house: _inside(s, f, house) for house in asked.houses}
    own = {house: [u for u in there if u.side == seat and not is_dummy(u)] for house, there in inside.items()}
    last = s.turn >= scenario(s.scenario).turns or asked.every_turn
    posts = Posts(
        houses=house_at(s.scenario),
        lost=lost,
        to_spare=asked.needed - 1 - len(lost),
        judged=last and s.side == seat and first_move(s) != seat,
        men={house: [u for u in there if is_mmc(u) and good_order(u)] for house, there in own.items()},
        anybody=own,
        pressed=frozenset(house for house, there in inside.items() if any(u.side != seat for u in there)),
    )
    posts.sent = _sent(s, f, seat, posts)
    return posts


class Taken(NamedTuple):
    """RV-A26.1 What an attacker has taken of the task and may lose again, and his men there.

    One armed enemy who walks into an empty house has all of it again; where the task counts Locations, each of them.
    """

    posts: dict[str, str]
    """What each Location belongs to: its house, or itself,"""
    men: dict[str, tuple[str, ...]]
    """and who of his own can fight there."""

    def is_last(self, unit: Unit, at: str, besides: tuple[str, ...] = ()) -> bool:
        """Whether nobody is left there but this unit, and those who go with it."""
        post = self.posts.get(at, "")
        return bool(post) and all(id == unit.id or id in besides for id in self.men[post])


def taken_by(s: Battle, f: Field, seat: str, task: tuple[str, ...]) -> Taken:
    """What a side holds of its task, as far as enemies are near enough to come back."""
    foes = {u.at for u in s.units.values() if u.side != seat and u.at in f.hex_of and is_mmc(u)}
    held = [at for at in task if controller(s, at) == seat and _is_threatened(f, at, foes)]
    houses = houses_asked(s.scenario).houses
    posts = {at: at for at in held if not houses}
    for house in dict.fromkeys(f.hex(at).building for at in held if houses):
        posts.update(dict.fromkeys(rooms(s.scenario, house) if house else (), house))
    men: dict[str, tuple[str, ...]] = dict.fromkeys(posts.values(), ())
    for at, post in posts.items():
        men[post] += tuple(u.id for u in units_at(s, at, seat) if is_mmc(u) and good_order(u))
    return Taken(posts, men)


def _is_threatened(f: Field, at: str, foes: set[str]) -> bool:
    """Whether enemies are near enough to walk in, those who may yet rally among them."""
    return any(f.ground.range(f.hex_of[at], f.hex_of[foe]) <= _COMING_BACK for foe in foes)


def _hexes(f: Field, house: str) -> list[str]:
    """The hexes of a house that are in play."""
    return [hex for hex in f.ground.buildings[house].hexes if hex in f.area]


def _inside(s: Battle, f: Field, house: str) -> list[Unit]:
    """RV-BRV3.1 Everybody in a house, as far as it still stands."""
    return [u for hex in _hexes(f, house) for at in f.ground.of_hex[hex] if at in f.steps for u in units_at(s, at)]


def _sent(s: Battle, f: Field, seat: str, posts: Posts) -> Orders:
    """The nearest men who can be spared go where somebody is wanted."""
    to_go = {house: len(men) - _kept(s, f, seat, posts, house) for house, men in posts.men.items()}
    free = [u for u in s.units.values() if u.side == seat and u.at and is_mmc(u) and good_order(u) and not u.melee]
    way = {
        (u.id, house): ways_to_any(s.scenario, rooms(s.scenario, house)).get(u.at, FAR_OFF)
        for u in free for house in posts.men if posts.houses.get(u.at) != house
    }  # fmt: skip
    wanted = _wanted(posts, way)
    sent: Orders = {}
    for _, id, house in sorted((far, id, house) for (id, house), far in way.items() if house in wanted):
        here = posts.houses.get(s.units[id].at, "")
        if id in sent or not wanted[house] or (here and to_go[here] <= 0):
            continue
        sent[id] = rooms(s.scenario, house)
        wanted[house] -= 1
        if here:
            to_go[here] -= 1
    return sent


def _kept(s: Battle, f: Field, seat: str, posts: Posts, house: str) -> int:
    """How many stay in a house: one, and more if it is threatened and nothing has to be taken back."""
    if posts.to_spare < 0:
        return 1
    hexes = _hexes(f, house)
    foes = fsum(
        worth_of(u) for u in s.units.values()
        if u.side != seat and u.at in f.hex_of and not u.broken and is_mmc(u)
        and min(f.ground.range(f.hex_of[u.at], hex) for hex in hexes) <= _BESIDE
    )  # fmt: skip
    return max(1, ceil(_AGAINST * foes))


def _wanted(posts: Posts, way: dict[tuple[str, str], int]) -> dict[str, int]:
    """How many are wanted in which houses: one in each that is empty, and a raid on those that must be taken back."""
    wanted = {house: 1 for house, men in posts.men.items() if not men and house not in posts.lost}
    if posts.to_spare < 0:
        near = {to: min((far for (_, house), far in way.items() if house == to), default=FAR_OFF) for to in posts.lost}
        easiest = sorted(posts.lost, key=lambda house: (near[house] + _HELD * (house in posts.pressed), house))
        wanted.update(dict.fromkeys(easiest[: 1 - posts.to_spare], _A_RAID))
    return wanted
