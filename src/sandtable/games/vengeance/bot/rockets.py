"""When a sensible player fires a Panzerschreck or looks for a Panzerfaust: at vehicles, and at men he can hit."""

from __future__ import annotations

from math import fsum

from sandtable.games.vengeance.bot.gunnery import shot_value
from sandtable.games.vengeance.bot.judgement import worth_of
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.rules.ordnance.rockets import finding_drm, rocket_shot
from sandtable.games.vengeance.rules.units.kinds import units_at, weapon_type
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in, verb_of

ROCKETS = ("rocket", "faust", "rocket_backblast", "faust_backblast")
_FINDS = 3
_BACKBLAST = 0.2
"""What a backblast takes from those in the room, on average."""
_KEEP = 0.06
"""What a round is worth against a vehicle that may yet come."""


def rocket_value(mind: Mind, option: Option) -> float:
    """RV-C13.3, RV-C13.31 What the shot does on average, less the backblast and the round that is gone."""
    s, id, target = mind.s, id_in(option), id_in(option, 2)
    accepts = verb_of(option).endswith("_backblast")
    weapon = s.weapons.get(id)
    unit = s.units[weapon.holder if weapon is not None else id]
    type = weapon_type(weapon) if weapon is not None else components().weapons[f"{unit.side[:2]}_pf"]
    value = shot_value(s, rocket_shot(s, mind.f, unit, type, target, accepts, id))
    if accepts:
        value -= _BACKBLAST * fsum(worth_of(u) for u in units_at(s, unit.at, mind.seat))
    if target not in s.vehicles:
        value -= _KEEP
    return value if weapon is not None else value * max(0, _FINDS - finding_drm(s, unit)) / 6
