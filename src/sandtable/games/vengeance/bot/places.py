"""How much a unit of a sensible player wants to be in a Location."""

from __future__ import annotations

from sandtable.games.vengeance.bot.judgement import FAR_OFF, cover_at
from sandtable.games.vengeance.bot.keeping import Posts
from sandtable.games.vengeance.bot.mind import Mind, PlaceScores, Temper
from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, is_mmc, units_at
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.victory.control import controller

_IN_NO_HURRY = 2
"""How careful those are who come up from far behind and can attack on another date."""
_BREAKOUT = 2
"""The same, if he has to come through to the other edge of the map: who waits until the last turns stays here."""
_TARGET = 0.05
"""What each half-squad that is in a place already costs, where artillery is about."""
NEVER = 99
"""What fire must bring that nobody fires."""
FULL = 6
"""Half-squads that a Location holds."""
_TO_THE_BROKEN = 0.25
"""How much a leader who is sent for broken men wants each MF towards them."""


class Places(PlaceScores):
    """How much a side likes one unit to be in each Location, found when it is asked for."""

    def __init__(self, mind: Mind, unit: Unit) -> None:
        super().__init__()
        self.mind, self.unit = mind, unit
        self.habits = mind.habits
        self.temper = _temper_of(mind, unit)
        self._far = mind.ways_of(unit)
        self._halves, self._leads = halves(unit), is_leader(unit)
        reach = mind.habits.leap if mind.attacks else mind.habits.skulk
        self._reach = reach if mind.s.phase == "MPh" or _plans_his_move(mind) else 0.0
        self._wishes: dict[str, float] = {}

    def __missing__(self, at: str) -> float:
        found = self._score(at)
        if self._reach:
            found += self._within_an_advance(at)
        self[at] = found
        return found

    def _within_an_advance(self, at: str) -> float:
        """RV-A4.7 He moves out of the enemy's sight, and advances from there to where he wants to be."""
        barred = self.mind.barred()
        ahead = [self._wish(step.to) for step in self.mind.f.steps.get(at, ()) if step.to not in barred]
        return self._reach * max(0.0, max(ahead, default=0.0) - self._wish(at))

    def _wish(self, at: str) -> float:
        """How much he wants to be in a Location in the end, whatever the danger."""
        known = self._wishes.get(at)
        if known is None:
            mind, unit = self.mind, self.unit
            known = -self.temper.hurry * self._far.get(at, FAR_OFF)
            if self.temper.shoots:
                known += self.temper.shoots * mind.offence(unit, at)
            if not self._leads and at in mind.goal_set and not self._is_held(at):
                known += _task_value(mind, at)
            self._wishes[at] = known
        return known

    def _is_held(self, at: str) -> bool:
        """Whether another of his squads is in a Location already."""
        return any(
            is_mmc(u) and good_order(u) and u.id != self.unit.id for u in units_at(self.mind.s, at, self.mind.seat)
        )

    def _score(self, at: str) -> float:
        mind, unit, temper, habits = self.mind, self.unit, self.temper, self.habits
        s = mind.s
        there = s.at.get(at)
        friends = [u for id in there if (u := s.units[id]).side == mind.seat and id != unit.id] if there else []
        crowd = sum(map(halves, friends)) if friends else 0
        cover = cover_at(mind.f, at)
        danger = mind.staying[at]
        value = -temper.hurry * self._far.get(at, FAR_OFF) - temper.fear * danger + habits.cover * cover
        if mind.attacks and cover <= 0:
            value -= habits.in_the_open * danger
        if crowd:
            value -= habits.bunching * danger * crowd if mind.attacks else 0
            value -= 0.25 if crowd > 4 else 0
            value -= _TARGET * crowd if s.campaign is not None else 0
            value -= 1.0 if crowd + self._halves > FULL else 0
        if temper.shoots:
            value += temper.shoots * mind.offence(unit, at)
        if self._leads:
            led = any(is_leader(u) and not u.broken for u in friends)
            value += habits.with_men * min(2, crowd) - 0.6 * (crowd == 0) - 0.15 * led
            value += self._last_word(at)
            return value + (0 if led else habits.rallying * min(2, sum(1 for u in friends if u.broken and is_mmc(u))))
        if at in mind.barred():
            return value
        if mind.posts is not None and at in mind.posts.houses:
            return value + self._as_a_guard(mind.posts, at, friends) + self._last_word(at)
        if mind.taken is not None and mind.taken.is_last(unit, at):
            value += habits.hold[min(mind.turns_left, 3)]
        if at not in mind.goal_set:
            return value
        if not any(is_mmc(u) and good_order(u) for u in friends):
            value += _task_value(mind, at)
        return value

    def _as_a_guard(self, posts: Posts, at: str, friends: list[Unit]) -> float:
        """RV-A26.1 What it is worth to a defender that the unit guards a house."""
        worth = _task_value(self.mind, at)
        if not posts.is_alone(self.unit, at):
            held = any(is_mmc(u) and good_order(u) for u in friends)
            return 0.0 if held else worth * self.habits.company
        return worth * (self.habits.spare if posts.to_spare > 0 else 1.0)

    def _last_word(self, at: str) -> float:
        """RV-SCN8 What it is worth to be in a house when the task is judged."""
        posts = self.mind.posts
        return self.habits.last_word if posts is not None and posts.decides(self.unit, at) else 0.0


def _plans_his_move(mind: Mind) -> bool:
    """RV-A3.2 Whether an attacker who is about to fire thinks of the move that he could make instead."""
    return mind.attacks and mind.s.phase == "PFPh" and mind.habits.standing_fire < NEVER


def _task_value(mind: Mind, at: str) -> float:
    """What it is worth that a squad is the first in a place of the task."""
    habits = mind.habits
    if not mind.attacks:
        return habits.guard[min(mind.turns_left, 3)]
    if controller(mind.s, at) == mind.seat:
        return 0.0
    return habits.prize if mind.turns_left > 1 else habits.last_prize


def places_of(mind: Mind, unit: Unit) -> PlaceScores:
    """How much a unit likes each Location in this look at the table."""
    known = mind.places.get(unit.id)
    if known is None or known.unit is not unit:
        known = mind.places[unit.id] = Places(mind, unit)
    return known


def place_score(mind: Mind, at: str, unit: Unit) -> float:
    """How much this side likes a unit to be in a Location."""
    return places_of(mind, unit)[at]


def fear_of(mind: Mind, unit: Unit) -> float:
    """How much a unit minds danger now."""
    return places_of(mind, unit).temper.fear


def _temper_of(mind: Mind, unit: Unit) -> Temper:
    """How a unit goes about its task now, the same for all places that it looks at."""
    return Temper(_hurry_of(mind, unit), _fear_of(mind, unit), 0.0 if is_leader(unit) else _eager_to_shoot(mind, unit))


def _eager_to_shoot(mind: Mind, unit: Unit) -> float:
    """What it is worth to a unit to be where it can shoot."""
    habits = mind.habits
    if mind.stays_to_shoot(unit):
        return habits.shoots
    return habits.outlook if mind.attacks else habits.watch


def _hurry_of(mind: Mind, unit: Unit) -> float:
    """How much a unit wants each MF towards its goal."""
    if mind.rallies_at(unit):
        return _TO_THE_BROKEN
    habits = mind.habits
    leading = habits.leading if is_leader(unit) else 1.0
    if not mind.attacks:
        if mind.is_sent(unit):
            return habits.relief[min(mind.turns_left, 3)]
        return (habits.barring if mind.goals() and mind.bars else habits.homesick) * leading
    return leading * (habits.patient_hurry if mind.stays_to_shoot(unit) else habits.hurry[_late(mind, unit)])


def _fear_of(mind: Mind, unit: Unit) -> float:
    """How much a unit minds danger."""
    if mind.s.phase == "APh":
        return mind.habits.boldness * _caution_of(mind, unit)
    return _caution_of(mind, unit)


def _caution_of(mind: Mind, unit: Unit) -> float:
    if mind.attacks and mind.stays_to_shoot(unit):
        return mind.habits.patient_fear
    return mind.habits.fear[_late(mind, unit)] if mind.attacks else mind.habits.care[min(mind.turns_left, 3)]


def _late(mind: Mind, unit: Unit) -> int:
    """How many turns an attacker still has to be careful in: those that he does not need for his way."""
    if mind.rushes(unit):
        return 0
    if mind.patient:
        return _IN_NO_HURRY
    far = mind.steps_left(unit, unit.at) if unit.at else mind.habits.pace
    if mind.leaves:
        return min(mind.turns_left, 1 if far > _BREAKOUT * mind.turns_left else 3)
    return max(0, min(mind.turns_left - -(-far // mind.habits.pace), 3))
