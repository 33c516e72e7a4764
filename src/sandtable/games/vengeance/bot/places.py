"""How much a unit of a sensible player wants to be in a Location."""

from __future__ import annotations

from sandtable.games.vengeance.bot.judgement import FAR_OFF, cover_at
from sandtable.games.vengeance.bot.mind import Mind, PlaceScores, Temper
from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, is_mmc
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.victory.control import controller

_HURRY = (0.5, 0.35, 0.25, 0.2)
"""How much an attacker wants each MF towards his goal, by the turns that are left after this one."""
_IN_NO_HURRY = 2
"""How careful those are who come up from far behind and can attack on another date."""
_PACE = 3
"""MF towards his goal that an attacker makes in a turn under fire."""
_BREAKOUT = 2
"""The same, if he has to come through to the other edge of the map: who waits until the last turns stays here."""
_FEAR = (0.2, 0.3, 0.4, 0.5)
"""How much an attacker minds danger."""
_PATIENT_HURRY, _PATIENT_FEAR = 0.12, 1.4
"""The same for one who can come again on another date, and for those who shoot while others go."""
_SHOOTS = 2.0
"""What it is worth to him to be where he can shoot."""
_TARGET = 0.05
"""What each half-squad that is in a place already costs, where artillery is about."""
_IN_THE_OPEN = 0.5
"""How much more an attacker minds danger where he ends his move without cover: two times he is fired at there."""
_CARE = (0.4, 0.6, 0.8, 0.9)
"""How much a defender minds it."""
_GUARD = (1.2, 0.8, 0.4, 0.25)
"""What it is worth to a defender that one of his squads is in a place that he must keep."""
FULL = 6
"""Half-squads that a Location holds."""
_RALLY = 0.4
"""What it is worth to a leader that a broken squad is where he is."""
_BARRING = 0.15
"""How much a defender wants each MF towards the edge by which enemies are about to leave."""
_TO_THE_BROKEN = 0.25
"""How much a leader who is sent for broken men wants each MF towards them."""
_LEADING = 0.4
"""A leader goes where men are: the task draws him less."""


class Places(PlaceScores):
    """How much a side likes one unit to be in each Location, found when it is asked for."""

    def __init__(self, mind: Mind, unit: Unit) -> None:
        super().__init__()
        self.mind, self.unit = mind, unit
        self.temper = _temper_of(mind, unit)
        self._far = mind.ways_of(unit)
        self._halves, self._leads = halves(unit), is_leader(unit)

    def __missing__(self, at: str) -> float:
        found = self[at] = self._score(at)
        return found

    def _score(self, at: str) -> float:
        mind, unit, temper = self.mind, self.unit, self.temper
        s = mind.s
        there = s.at.get(at)
        friends = [u for id in there if (u := s.units[id]).side == mind.seat and id != unit.id] if there else []
        crowd = sum(map(halves, friends)) if friends else 0
        cover = cover_at(mind.f, at)
        danger = mind.staying[at]
        value = -temper.hurry * self._far.get(at, FAR_OFF) - temper.fear * danger + 0.06 * cover
        if mind.attacks and cover <= 0:
            value -= _IN_THE_OPEN * danger
        if crowd:
            value -= 0.25 if crowd > 4 else 0
            value -= _TARGET * crowd if s.campaign is not None else 0
            value -= 1.0 if crowd + self._halves > FULL else 0
        if temper.shoots:
            value += _SHOOTS * mind.offence(unit, at)
        if self._leads:
            led = any(is_leader(u) and not u.broken for u in friends)
            value += 0.25 * min(2, crowd) - 0.6 * (crowd == 0) - 0.15 * led
            return value + (0 if led else _RALLY * min(2, sum(1 for u in friends if u.broken and is_mmc(u))))
        if at not in mind.goal_set or at in mind.barred():
            return value
        if not any(is_mmc(u) and good_order(u) for u in friends):
            if not mind.attacks:
                value += _GUARD[min(mind.turns_left, 3)]
            elif controller(s, at) != mind.seat:
                value += 0.5 if mind.turns_left > 1 else 1.0
        return value


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
    shoots = not is_leader(unit) and mind.stays_to_shoot(unit)
    return Temper(_hurry_of(mind, unit), _fear_of(mind, unit), shoots)


def _hurry_of(mind: Mind, unit: Unit) -> float:
    """How much a unit wants each MF towards its goal."""
    if mind.rallies_at(unit):
        return _TO_THE_BROKEN
    leading = _LEADING if is_leader(unit) else 1.0
    if not mind.attacks:
        return (_BARRING if mind.goals() and mind.bars else 0.05) * leading
    return leading * (_PATIENT_HURRY if mind.stays_to_shoot(unit) else _HURRY[_late(mind, unit)])


def _fear_of(mind: Mind, unit: Unit) -> float:
    if mind.attacks and mind.stays_to_shoot(unit):
        return _PATIENT_FEAR
    return _FEAR[_late(mind, unit)] if mind.attacks else _CARE[min(mind.turns_left, 3)]


def _late(mind: Mind, unit: Unit) -> int:
    """How many turns an attacker still has to be careful in: those that he does not need for his way."""
    if mind.rushes(unit):
        return 0
    if mind.patient:
        return _IN_NO_HURRY
    far = mind.steps_left(unit, unit.at) if unit.at else _PACE
    if mind.leaves:
        return min(mind.turns_left, 1 if far > _BREAKOUT * mind.turns_left else 3)
    return max(0, min(mind.turns_left - -(-far // _PACE), 3))
