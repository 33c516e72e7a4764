"""How an experienced German saves his aircraft for the raids to come: out of reach of those who strafe and hunt."""

from __future__ import annotations

from functools import lru_cache
from math import fsum

from sandtable.games.luftwaffe.bot import german
from sandtable.games.luftwaffe.bot.bases import expected_raid, queues, raid_values
from sandtable.games.luftwaffe.bot.estimates import (
    apart,
    behind,
    best_e,
    effective_e,
    expected,
    is_bomber,
    movement,
    turns_left,
)
from sandtable.games.luftwaffe.bot.habits import Habits
from sandtable.games.luftwaffe.bot.prey import prey
from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, to_base
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

NO_E = -9
"""LW-8.16 The E of who is strafed: it does not count."""
LIGHT_GUN = 1 / 6
"""LW-8.17 What a base's gun takes off those who strafe it."""
WHOLE = 2.0
"""LW-1.8 The factors of a full unit."""

Stack = tuple[tuple[str, int, int], ...]
"""Fighters in a hex by type: the column, the E and the factors."""
Hunters = tuple[tuple[str, int, Stack], ...]
"""Where American fighters are that may attack as they like, and how far they can fly to do it."""


def hunters(view: LuftwaffeView, escorts: bool = False) -> Hunters:
    """LW-8.15, LW-14.2.1, LW-14.2.7 The free fighters; a close escort too, where it may leave to pursue (LW-8.6)."""
    stacks: dict[str, dict[tuple[str, int], int]] = {}
    reach: dict[str, int] = {}
    off = 1 if parts().scenarios[view.game].pass_through_attacks else 0
    for id, u in view.americans.items():
        if u.status != "up" or is_bomber(u) or u.homing or (u.escort and not escorts):
            continue
        key = parts().types[u.type].column, effective_e(view, id, u)
        here = stacks.setdefault(u.hex, {})
        here[key] = here.get(key, 0) + u.factors
        reach[u.hex] = max(reach.get(u.hex, 0), movement(u) - off)
    return tuple((hex, reach[hex], tuple((*key, n) for key, n in here.items())) for hex, here in stacks.items())


@lru_cache(maxsize=20_000)
def shot_down(fighters: Stack, e: int) -> float:
    """LW-9.2.1, LW-9.5.2 What a stack destroys on average, of defenders with this E."""
    return fsum(expected(column, n, min(0, own - e)) for column, own, n in fighters)


def worst(stacks: Hunters, hex: str, e: int) -> float:
    """What the strongest stack in reach of a hex would destroy there."""
    return max((shot_down(fighters, e) for at, reach, fighters in stacks if apart(at, hex) <= reach), default=0.0)


def strafed(stacks: Hunters, hex: str) -> float:
    """LW-8.17, LW-8.18 What a full unit on a base may lose to those who come to strafe it."""
    return min(WHOLE, max(0.0, worst(stacks, hex, NO_E) - LIGHT_GUN))


class Shelter:
    """LW-8.1 What the bases are worth while units wait: how near the raid will pass, and who may come to strafe."""

    def __init__(self, view: LuftwaffeView, fear: float) -> None:
        self._view, self._fear = view, fear
        self._raid = expected_raid(view)
        self._factors = fsum(factors for _, factors in self._raid)
        self._stacks = hunters(view)
        queued = queues(view)
        self._open = [b.hex for b in behind(view).bases if b.id not in view.unusable and b.hex not in queued]
        self._risks: dict[str, float] = {}

    def value(self, hex: str, mf: int) -> float:
        """The share of the raid that a unit on a base can meet, less the share of it that it may lose there."""
        risk = self._risks.get(hex)
        if risk is None:
            risk = self._risks[hex] = strafed(self._stacks, hex) / WHOLE
        near = raid_values(self._raid, mf).get(hex, 0.0) / self._factors if self._factors else 0.0
        return near - self._fear * risk

    def gain(self, id: str) -> float:
        """How much better the best base within a turn's flight is for a unit."""
        unit = self._view.germans[id]
        mf = movement(unit)
        here = self.value(unit.hex, mf)
        best = max((self.value(hex, mf) for hex in self._open if apart(hex, unit.hex) <= mf), default=here)
        return best - here


def choose_move(view: LuftwaffeView, options: list[Option], habits: Habits) -> Option:
    """LW-4.2.2, LW-8.1 As a sensible player; but whoever is not launched this turn stages wherever it pays.

    It costs nothing: a type that is not launched waits anyway, and where nobody queues the unit is ready next turn.
    """
    choice = german.choose_move(view, options)
    if choice[0] not in ("stage", "done"):
        return choice
    stages = [o for o in options if o[0] == "stage" and not parts().types[view.germans[id_in(o)].type].jet]
    if stages:
        shelter = Shelter(view, habits.fear)
        gains = {option: shelter.gain(id_in(option)) for option in stages}
        best = max(stages, key=lambda option: gains[option])
        if gains[best] > habits.stage:
            return best
    return ("done",) if ("done",) in options else choice


def choose_flight(view: LuftwaffeView, options: list[Option], habits: Habits, own: float) -> Option:
    """LW-8.2 As a sensible player, who fears `own` from escorts; he lands and stages out of the strafers' reach."""
    if view.germans[view.moving[0]].staging:
        return staging_landing(view, options, habits) or german.choose_flight(view, options, own)
    choice = german.choose_flight(view, options, own)
    return landing(view, options, habits) if choice[0] == "land" else choice


def staging_landing(view: LuftwaffeView, options: list[Option], habits: Habits) -> Option | None:
    """LW-8.1 The best base for a unit that stages."""
    queued = queues(view)
    landings = [o for o in options if o[0] == "land" and id_in(o) not in queued]
    shelter, mf = Shelter(view, habits.fear), movement(view.germans[view.moving[0]])
    return max(landings, key=lambda o: shelter.value(id_in(o), mf), default=None)


def landing(view: LuftwaffeView, options: list[Option], habits: Habits) -> Option:
    """LW-6.9 Where the queue for fuel is short, nobody comes to strafe, and the bombers will pass."""
    lead = view.germans[view.moving[0]]
    waiting: dict[str, int] = {}
    for g in view.germans.values():
        if g.status == "ground":
            waiting[g.hex] = waiting.get(g.hex, 0) + (1 if g.fuelled else g.factors)
    stacks = hunters(view)
    hunted = [hex for hex, target in prey(view).items() if target.fresh]
    jet_hexes = {parts().bases[base].hex for base in view.jet_bases}
    stranded = parts().types[lead.type].jet

    def cost(option: Option) -> float:
        hex = id_in(option)
        away = min((apart(hex, other) for other in hunted), default=0)
        wrong = german.NO_JET_BASE if stranded and hex not in jet_hexes else 0.0
        queue = german.QUEUE * waiting.get(hex, 0)
        return wrong + queue + habits.landing * strafed(stacks, hex) + german.AWAY * max(away - german.NEAR, 0)

    return min((o for o in options if o[0] == "land"), key=cost)


def fly_on(view: LuftwaffeView, options: list[Option]) -> Option:
    """LW-14.2.1, LW-9.5.3 After a strike in passing: where pursuers would destroy least, beside a better E say."""
    unit = view.germans[view.moving[0]]
    home, left = to_base(view.zone_key, view.unusable), max(turns_left(view, unit), 0)
    safe = [o for o in options if home.get(id_in(o), FAR) <= movement(unit) * left] or options
    stacks = hunters(view, escorts=True)
    own = best_e(view, view.germans, list(view.moving))
    friends: dict[str, int] = {}
    for id, g in view.germans.items():
        if g.status == "air" and g.moved:
            friends[g.hex] = max(friends.get(g.hex, own), effective_e(view, id, g))

    def cost(option: Option) -> tuple[float, int]:
        hex = id_in(option)
        lost = worst(stacks, hex, max(own, friends.get(hex, own)))
        return lost, -min((apart(at, hex) for at, _, _ in stacks), default=0)

    return min(safe, key=cost)
