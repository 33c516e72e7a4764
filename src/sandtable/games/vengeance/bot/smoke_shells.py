"""Where an experienced attacker lays smoke with his Guns: on the way that his men are about to take under fire."""

from __future__ import annotations

from sandtable.games.vengeance.bot.exposure import EnemyFire, threats
from sandtable.games.vengeance.bot.gunnery import serves_a_gun
from sandtable.games.vengeance.bot.judgement import FAR_OFF, chance_at_most
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.places import fear_of
from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.model.guns import AREA, SMOKE
from sandtable.games.vengeance.rules.ordnance import laying
from sandtable.games.vengeance.rules.units.kinds import good_order, is_mmc
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_AHEAD = 3
"""Steps of a squad on its way that are screened: as far as it comes in a turn."""
_SCREENED = 1 - 0.72**3
"""RV-A24.2 The part of fire that a smoke round's +3 keeps off."""
_LAY = ("lay_smoke", "gun_smoke")


def best_screen(mind: Mind, options: list[Option]) -> tuple[float, Option]:
    """RV-C8.5 The smoke round that spares his men most: what it is worth, and the option that begins it."""
    best: tuple[float, Option] = (0.0, ("",))
    lays = [o for o in options if o[0] in _LAY]
    if not lays or not mind.habits.smoke_shells or not mind.attacks or mind.patient or mind.s.phase != "PFPh":
        return best
    spared = _spared(mind)
    for option in lays:
        at = max(_targets(mind, option), key=lambda to: spared.get(mind.f.hex_of[to], 0.0))
        gain = mind.habits.smoke_shells * spared.get(mind.f.hex_of[at], 0.0)
        if gain > best[0] and (gain := gain * _chance(mind, option, at)) > best[0]:
            best = gain, option
    return best


def where_to_screen(mind: Mind, options: list[Option]) -> Option:
    """The hex of the best screen."""
    spared = _spared(mind)
    return mind.best(options, lambda o: spared.get(mind.f.hex_of[id_in(o)], 0.0))


def _targets(mind: Mind, option: Option) -> list[str]:
    id = id_in(option)
    if option[0] == "lay_smoke":
        return list(laying.smoke_targets(mind.s, mind.f, id))
    return list(main_gun.smoke_targets(mind.s, mind.f, mind.s.vehicles[id]))


def _chance(mind: Mind, option: Option, at: str) -> float:
    """RV-C3.1 The chance that the round lies where it should."""
    s, f, id = mind.s, mind.f, id_in(option)
    if option[0] == "lay_smoke":
        shot = laying.declare(s, f, id, at, AREA, SMOKE)
    else:
        shot = main_gun.declare(s, f, s.vehicles[id], at, AREA, SMOKE)
    return chance_at_most(shot.to_hit() - sum(m[0] for m in shot.drm))


def _spared(mind: Mind) -> dict[str, float]:
    """How much of what his men fear on their way smoke in each hex would spare them."""
    s, f = mind.s, mind.f
    ways = [(fear_of(mind, u), _way(mind, u)) for u in s.units.values() if _goes(mind, u)]
    foes = threats(s, mind.seat, mind.habits.spent)
    alone = {foe: EnemyFire(s, mind.lines(), (foe,)).moving for foe in foes}
    spared: dict[str, float] = {}
    for fear, way in ways:
        for at in way:
            for foe in foes:
                if (danger := alone[foe][at]) <= 0:
                    continue
                for hex in {f.hex_of[at], *(h for part in f.los(foe.at, at).between for h in part)}:
                    spared[hex] = spared.get(hex, 0.0) + fear * danger * _SCREENED
    return spared


def _goes(mind: Mind, unit: Unit) -> bool:
    """Whether a unit is about to set out."""
    return (
        unit.side == mind.seat and unit.at in mind.f.hex_of and is_mmc(unit) and good_order(unit)
        and not unit.fired and not unit.melee and not mind.stays_to_shoot(unit) and not serves_a_gun(mind.s, unit.id)
    )  # fmt: skip


def _way(mind: Mind, unit: Unit) -> list[str]:
    """The next steps of a unit by the shortest way."""
    far, at, way = mind.ways_of(unit), unit.at, list[str]()
    for _ in range(_AHEAD):
        ahead = min((step.to for step in mind.f.steps[at]), key=lambda to: (far.get(to, FAR_OFF), to), default="")
        if not ahead or far.get(ahead, FAR_OFF) >= far.get(at, FAR_OFF):
            break
        way.append(ahead)
        at = ahead
    return way
