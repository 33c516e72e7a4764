"""One look at the table by one side."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import NamedTuple

from sandtable.games.vengeance.bot.errands import (
    banners_to_lower,
    errand_of,
    exits_to_bar,
    lost_banners,
    passages,
    rallying_points,
    watchers,
    ways_off,
    ways_past,
)
from sandtable.games.vengeance.bot.exposure import (
    Arms,
    Dangers,
    Hazards,
    Lines,
    hazards_of,
    lines_of,
    offence,
)
from sandtable.games.vengeance.bot.habits import REGULAR, Habits
from sandtable.games.vengeance.bot.judgement import (  # fmt: skip
    FAR_OFF,
    arms_of,
    goals_of,
    ground_of_the_reichstag,
    nearest_goal,
    open_goals,
    shelled_hexes,
    ways_to_any,
)
from sandtable.games.vengeance.bot.keeping import Posts, Taken, posts_of, taken_by
from sandtable.games.vengeance.bot.orders import Orders, orders
from sandtable.games.vengeance.bot.storming_odds import AT_HAND, AT_THE_DOOR, STORM, STORM_BY_NIGHT, odds_of, outworks
from sandtable.games.vengeance.campaign.charts import dates
from sandtable.games.vengeance.knowledge.sight import BattleView, as_battle
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import Campaign
from sandtable.games.vengeance.rules.artillery.blast_area import blast_area, falls
from sandtable.games.vengeance.rules.fire.targets import Shots
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import is_leader, is_mmc, weapon_type
from sandtable.games.vengeance.rules.victory.control import controller
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option

_DAYLIGHT = 8
"""Hexes from which fire is feared by day."""
_CROSSING, _CROSSING_BY_NIGHT = 4.0, 1.0
"""How much stronger an attacker must be before he goes over a bridge."""
_HEAVY, _LATE = ("MMG", "HMG", "HMG50"), 2
"""Machine guns of a base of fire, and the turns that are left when it, too, goes for the task."""
_USUAL_LENGTH = 7
"""RV-CG32 The Game Turns that one counts on in the campaign: hardly any of its scenarios is longer."""


class Temper(NamedTuple):
    """How a unit goes about its task: what each MF towards it is worth, what danger costs, and a shot is worth."""

    hurry: float
    fear: float
    shoots: float


class PlannedVolley(NamedTuple):
    """An attack that could be made: what it brings, and by whom."""

    value: float
    target: str
    kind: str
    firers: tuple[str, ...]
    leaders: tuple[str, ...]


class PlaceScores(dict[str, float]):
    """How much one unit, with its temper of the moment, likes to be in each Location (`places.py` finds it)."""

    unit: Unit
    temper: Temper


class Mind:
    """One look at the table by one side."""

    def __init__(
        self, view: BattleView, seat: str, dice: Dice, rule: str = "", hasty: bool = False, habits: Habits = REGULAR
    ) -> None:
        self.view = view
        self.s: Battle = as_battle(view)
        self.f: Field = field_of(self.s)
        self.task: tuple[str, ...] = goals_of(self.s)
        """The Locations that the battle is about, for both sides."""
        self.seat = seat
        self.rule = rule
        self.dice = dice
        self.habits = habits
        self.hasty = hasty
        """Somebody waits for his set-up: no lines of sight are looked along from every place of a large map."""
        card = scenario(self.s.scenario)
        self.attacks = card.victory.side == seat
        self.turns_left = card.turns - self.s.turn
        self.odds = 1.0
        """In the campaign: how much stronger the attacker is where he has to break in."""
        self.storms = False
        """RV-CGS10 He is strong enough for those who can still fight there."""
        self.patient = False
        """RV-CGS10 He is not, and the Reichstag can be taken on another date: he shoots, and no man is wasted."""
        self._outworks: tuple[str, ...] = ()
        """RV-CGS10 Where enemies are around the Reichstag, whom an attacker beats first who can't storm it yet."""
        if self.s.campaign is not None:
            self._weigh_the_date(self.s.campaign)
        self.leaves = self.attacks and self.s.campaign is None and bool(ways_off(self.s.scenario, seat))
        """Its task is to leave the map."""
        self.bars = False
        """It has to meet those who are about to leave."""
        self._lines: Lines | None = None
        self._arms: dict[str, Arms] = {}
        self._offence: dict[tuple[str, Arms], float] = {}
        self._barred: frozenset[str] | None = None
        self._heavy: frozenset[str] | None = None
        self._goals: tuple[str, ...] | None = None
        self.places: dict[str, PlaceScores] = {}
        self._wanted: dict[str, tuple[Unit, tuple[str, ...]]] = {}
        self._orders: Orders | None = None
        self._ways: dict[str, tuple[Unit, dict[str, int]]] = {}
        self.volleys: dict[tuple[tuple[str, ...], str, str], PlannedVolley] = {}
        """The attacks that were thought of already, by firers, target and kind of fire."""
        self.fire_from: dict[str, tuple[PlannedVolley, ...]] = {}
        """What those in a Location can do to each target."""
        self.standing: dict[str, bool] = {}
        """Who would rather stay than move (`movement.stands`)."""
        self._lost: dict[str, str] | None = None
        self._rallying: dict[str, str] | None = None
        self._watchers: tuple[str, ...] | None = None

    def _weigh_the_date(self, campaign: Campaign) -> None:
        """RV-CGS10, RV-CG32 Whether to attack on this date of the campaign, and how hard."""
        self.attacks = (campaign.attacker == self.seat or campaign.dual) and not self._holds_all()
        self.turns_left = max(0, _USUAL_LENGTH - self.s.turn)
        before_the_reichstag = self.task == ground_of_the_reichstag()
        another_date = campaign.date + 1 < len(dates())
        if self.attacks:
            self.odds = odds_of(self.s, self.seat)
            crossing, storm = (_CROSSING, STORM) if self.s.night is None else (_CROSSING_BY_NIGHT, STORM_BY_NIGHT)
            strong = self.odds > (storm if before_the_reichstag else crossing)
            self.storms = strong and not self._own_shells_bar_the_way()
        if self.attacks and before_the_reichstag and not self.storms:
            self._outworks = outworks(self.s, self.seat)
        self.patient = self.attacks and another_date and not self.storms and not self._outworks

    def waits(self, unit: Unit) -> bool:
        """RV-CGS10 Whether a unit waits with those who are near enough to storm; all others come up to them first."""
        return self.patient and self._at_hand(unit)

    def rushes(self, unit: Unit) -> bool:
        """RV-CGS10 Whether a unit storms now, with all who are near enough: they share the enemy's fire."""
        return self.storms and self.s.campaign is not None and self._at_hand(unit)

    def supports(self, unit: Unit) -> bool:
        """RV-A9.2 Whether a unit of the attacker is his base of fire: it mans a machine gun that is too heavy to run
        with. Late in a battle all go for the task."""
        if not self.attacks or self.leaves or self.turns_left < _LATE or not is_mmc(unit):
            return False
        if self._heavy is None:
            weapons = self.s.weapons.values()
            self._heavy = frozenset(w.holder for w in weapons if weapon_type(w).type in _HEAVY and not w.malfunctioned)
        idle = self.habits.idle
        if not idle or unit.id not in self._heavy:
            return unit.id in self._heavy
        return bool(unit.at) and self.offence(unit, unit.at) >= idle

    def stays_to_shoot(self, unit: Unit) -> bool:
        """Whether a place from which it can shoot is worth more to a unit of the attacker than the way to the task."""
        return self.waits(unit) or self.supports(unit)

    def _at_hand(self, unit: Unit) -> bool:
        near = AT_THE_DOOR if self.task == ground_of_the_reichstag() else AT_HAND
        return bool(unit.at) and self.far(unit, unit.at) <= near

    def lines(self) -> Lines:
        """What covers the Locations against each other now."""
        if self._lines is None:
            self._lines = lines_of(self.s, self.f)
        return self._lines

    @cached_property
    def hazards(self) -> Hazards:
        """What is dangerous for this side now."""
        shelled = shelled_hexes(self.s, self.f, self.seat) if self.s.batteries else {}
        return hazards_of(self.s, self.lines(), self.seat, shelled, self.barred(), self.habits.spent)

    @cached_property
    def moving(self) -> Dangers:
        """How dangerous it is to go through each Location."""
        return self.hazards.moving

    @cached_property
    def staying(self) -> Dangers:
        """How dangerous it is to be in each Location."""
        return self.hazards.staying

    def danger(self, at: str, moving: bool) -> float:
        """How dangerous a Location is for this side."""
        return self.moving[at] if moving else self.staying[at]

    def offence(self, unit: Unit, at: str) -> float:
        """How much fire a unit could bring to the enemy from a Location."""
        if unit.id not in self._arms:
            self._arms[unit.id] = arms_of(self.s, unit)
        key = (at, self._arms[unit.id])
        if key not in self._offence:
            self._offence[key] = offence(self.s, self.lines(), self.foes, self._arms[unit.id], at)
        return self._offence[key]

    @cached_property
    def foes(self) -> dict[str, bool]:
        """Where enemies are who can fight, and whether one of them is seen there."""
        found: dict[str, bool] = {}
        for foe in self.s.units.values():
            if foe.side != self.seat and foe.at in self.f.hex_of and not foe.broken and not foe.melee:
                found[foe.at] = found.get(foe.at, False) or not foe.concealed
        return found

    @cached_property
    def shots(self) -> Shots:
        """RV-A7.1 Who could shoot at what, in this look at the table."""
        return Shots(self.s, self.f)

    def barred(self) -> frozenset[str]:
        """RV-A.12 The Locations in which this side sees an enemy."""
        if self._barred is None:
            places = (*self.s.at, *(v.at for v in self.s.vehicles.values()))
            self._barred = frozenset(at for at in places if enemies_at(self.s, at, self.seat))
        return self._barred

    def best(self, options: list[Option], score: Callable[[Option], float]) -> Option:
        """The option with the highest score; the first of equals."""
        return max(options, key=score)

    def goals(self) -> tuple[str, ...]:
        """Where this side wants to be: what it has not taken, or what it must keep."""
        if self._goals is None:
            self._goals = self._find_goals()
        return self._goals

    @cached_property
    def goal_set(self) -> frozenset[str]:
        """The same without an order, for those who ask of many Locations whether they are wanted."""
        return frozenset(self.goals())

    def wanted(self, unit: Unit) -> tuple[str, ...]:
        """Where a unit is wanted: its errand with the Banner, or its part of the task."""
        known = self._wanted.get(unit.id)
        if known is None or known[0] is not unit:
            known = self._wanted[unit.id] = (unit, self._find_wanted(unit))
        return known[1]

    def _find_wanted(self, unit: Unit) -> tuple[str, ...]:
        if self._lost is None:
            self._lost = lost_banners(self.s, self.seat)
        if errand := errand_of(self.s, unit, self._lost):
            return errand
        if place := self.rallies_at(unit):
            return (place,)
        if self._orders is None:
            share = self.attacks and self.s.campaign is None and not self.leaves
            sent = self.posts.sent if self.posts is not None else {}
            late = self.turns_left <= self.habits.dash
            self._orders = orders(self.s, self.f, self.seat, self.goals(), late) if share else sent
        return self._orders.get(unit.id) or self.goals()

    @cached_property
    def posts(self) -> Posts | None:
        """RV-A26.1 How a defender of houses shares out his men, if that is his habit."""
        defends = self.habits.shares_out and not self.attacks and self.s.campaign is None
        return posts_of(self.s, self.f, self.seat) if defends else None

    @cached_property
    def taken(self) -> Taken | None:
        """RV-A26.1 What an attacker has taken and may lose again, if that is his habit."""
        holds = self.attacks and any(self.habits.hold) and self.s.campaign is None and not self.leaves
        return taken_by(self.s, self.f, self.seat, self.task) if holds else None

    def is_sent(self, unit: Unit) -> bool:
        """RV-A26.1 Whether a unit of a defender is sent to another house."""
        return self.posts is not None and unit.id in self.posts.sent

    def rallies_at(self, unit: Unit) -> str:
        """RV-A10.6 The place to which a leader is sent because men are broken there; "" if he is not."""
        if not is_leader(unit):
            return ""
        if self._rallying is None:
            self._rallying = rallying_points(self.s, self.seat)
        return self._rallying.get(unit.id, "")

    def far(self, unit: Unit, at: str) -> int:
        """MF from a Location to where a unit is wanted."""
        return self.ways_of(unit).get(at, FAR_OFF)

    def ways_of(self, unit: Unit) -> dict[str, int]:
        """MF to where a unit is wanted from every Location."""
        known = self._ways.get(unit.id)
        if known is None or known[0] is not unit:
            known = self._ways[unit.id] = (unit, self._find_ways(self.wanted(unit)))
        return known[1]

    def steps_left(self, unit: Unit, at: str) -> int:
        """MF from a Location to where a unit is wanted by the shortest way, whoever looks into it."""
        return nearest_goal(self.s, at, self.wanted(unit)) if self.leaves else self.far(unit, at)

    def _find_ways(self, wanted: tuple[str, ...]) -> dict[str, int]:
        """MF to a goal from every Location; who has to leave the map goes round the enemy."""
        if not self.leaves or wanted != self.goals():
            return ways_to_any(self.s.scenario, wanted) if wanted else dict.fromkeys(self.f.steps, 0)
        if self._watchers is None:
            self._watchers = watchers(self.s, self.f, self.seat)
        sight = self.s.night.nvr if self.s.night is not None else _DAYLIGHT
        return ways_past(self.s.scenario, wanted, self._watchers, sight)

    def _holds_all(self) -> bool:
        """RV-CGS10 The German who attacks has nothing to take while the Reichstag is his: he keeps it."""
        return self.seat == GERMAN and all(controller(self.s, at) == GERMAN for at in self.task)

    def _own_shells_bar_the_way(self) -> bool:
        """RV-C1.5 Nobody runs into the fire of his own batteries."""
        firing = [b for b in self.s.batteries.values() if b.side == self.seat and falls(b)]
        task = {self.f.hex_of[at] for at in self.task} if firing else set()
        return any(hex in task for battery in firing for hex in blast_area(self.f, battery))

    def _find_goals(self) -> tuple[str, ...]:
        s = self.s
        held = {at: controller(s, at) for at in self.task}
        if self._outworks:
            return self._outworks
        if self.attacks:
            if self.leaves:
                return ways_off(s.scenario, self.seat)
            return open_goals(s, self.seat, held) or self.task
        if banners := banners_to_lower(s, self.seat):
            return banners
        if exits := exits_to_bar(s, self.seat):
            self.bars = True
            return exits
        if s.campaign is None and (bridges := passages(s.scenario, self.seat)):
            return (*bridges, *self.task)
        lost = tuple(at for at, side in held.items() if side != self.seat) or self.task
        if self.habits.keeps_all and s.campaign is None:
            return tuple(dict.fromkeys((*lost, *self.task)))
        if s.campaign is not None and self.seat == GERMAN:
            return tuple(dict.fromkeys((*lost, *ground_of_the_reichstag())))
        return lost


_LAST: dict[str, Mind] = {}
"""The last look at the table by each side."""


def mind_of(view: BattleView, seat: str, dice: Dice, rule: str, hasty: bool, habits: Habits = REGULAR) -> Mind:
    """A look at the table; one that has not changed since the last look is not thought about again."""
    last = _LAST.get(seat)
    same = last is not None and last.hasty == hasty and last.habits is habits
    if last is None or not same or last.view != view or last.f is not field_of(view):
        mind = Mind(view, seat, dice, rule, hasty, habits)
    else:
        mind = copy(last)
        mind.dice, mind.rule = dice, rule
    _LAST[seat] = mind
    return mind
