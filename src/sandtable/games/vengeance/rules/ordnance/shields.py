"""What a Gun gives to the men who serve it: its pit and its shield (C2.5, C11.1)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.kernel.journal import Modifier

_COVER = 2
_SHIELDED, _LARGEST = ("AT", "INF", "ART", "AA"), 88


def manned_by(s: Battle, unit: Unit) -> list[Gun]:
    """The Guns that stand in a unit's Location and are served by it."""
    return [gun for gun in s.guns.values() if gun.crew == unit.id and gun.at == unit.at and not gun.dm]


def gun_cover(s: Battle, f: Field, unit: Unit, cover: int, firers_at: Iterable[str]) -> tuple[Modifier, ...]:
    """RV-C2.5, RV-C11.1 +2 behind an emplaced Gun, or behind its shield against all that comes from its covered arc.

    `firers_at` is empty for indirect fire, which no shield stops. It counts only if there is no better cover.
    """
    if cover >= _COVER:
        return ()
    places = list(firers_at)
    for gun in manned_by(s, unit):
        if gun.emplaced and not unit.wall:  # RV-B9.23
            return ((_COVER - max(cover, 0), "RV-C2.5", "emplaced Gun"),)
        type = components().ordnance.guns[gun.type]
        shield = type.type in _SHIELDED and type.calibre <= _LARGEST
        here = f.hex_of[gun.at]
        if shield and places and all(in_arc(f.ground, here, gun.ca, f.hex_of[at]) for at in places):
            return ((_COVER - max(cover, 0), "RV-C11.1", "gunshield"),)
    return ()


def target_size(s: Battle, unit: Unit) -> tuple[Modifier, ...]:
    """RV-C2.5 The size of the Gun that a unit serves: Case P against it and its crew."""
    sizes = [components().ordnance.guns[gun.type].size for gun in manned_by(s, unit)]
    return ((sizes[0], "RV-C6.1", "P: target size"),) if sizes and sizes[0] else ()
