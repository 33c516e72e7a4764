"""The morale level (chapters A10.1, A10.8, A19.3): what raises and lowers it, who is fanatic, inexperienced or lax."""

from __future__ import annotations

from sandtable.games.vengeance.components import HERO, components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle, Unit
from sandtable.games.vengeance.rules.morale.leaders import commissar_with
from sandtable.games.vengeance.rules.units.kinds import (
    MOABIT,
    bears_banner,
    good_order,
    held,
    is_leader,
    is_mmc,
    units_at,
    weapon_type,
)

MOST_MORALE = 10
"""RV-A.18 No morale is ever higher."""
_BANNER_RANGE = 6
"""RV-BRV14.2 From so many hexes the Reichstag inspires."""
_TYPES = components().units


def inexperienced(s: Battle, unit: Unit) -> bool:
    """RV-0.7, RV-A19.36, RV-CG16 Conscripts and Moabit Prisoners always, green units without a Good Order leader."""
    grade = _TYPES[unit.type].grade
    if grade == "C" or unit.type in MOABIT:
        return True
    if grade != "G":
        return False
    return not any(is_leader(u) and good_order(u) for u in units_at(s, unit.at, unit.side))


def lax(s: Battle, unit: Unit) -> bool:
    """RV-A11.17, RV-BRV12.3, RV-A25.232 Inexperienced units, human waves, and Russians inside the Reichstag."""
    if unit.wave or (is_mmc(unit) and inexperienced(s, unit)):
        return True
    return unit.side == RUSSIAN and unit.at != "" and not unit.bypass and _inside_reichstag(s, unit)


def morale(s: Battle, unit: Unit) -> int:
    """RV-A10.1, RV-A10.8, RV-A7.7, RV-A15.4, RV-A17.1, RV-A25.221, RV-A25.232, RV-A.18 The morale of a unit now."""
    if unit.berserk:
        return MOST_MORALE
    type = _TYPES[unit.type]
    if type.kind == HERO:
        level = type.wounded_morale if unit.wounded else type.morale
    else:
        level = (type.broken_morale if unit.broken else type.morale) - unit.wounded
    level += is_fanatic(s, unit)
    level += unit.wave
    level -= unit.encircled > 0
    if not type.commissar and commissar_with(s, unit):
        level += 1
    return min(level, MOST_MORALE)


def in_reichstag(s: Battle, unit: Unit) -> bool:
    """RV-BRV12.3 German Infantry inside the Reichstag is Fanatic."""
    return unit.side == GERMAN and unit.at != "" and _inside_reichstag(s, unit)


def _inside_reichstag(s: Battle, unit: Unit) -> bool:
    f = field_of(s)
    building = f.ground.buildings.get(f.hex(unit.at).building)
    return building is not None and building.kind == "reichstag"


def is_fanatic(s: Battle, unit: Unit) -> bool:
    """RV-A10.8, RV-A15.3, RV-BRV14.2 Made so in play, by the Reichstag, or by the Banner but in a human wave."""
    return unit.fanatic or in_reichstag(s, unit) or (inspired(s, unit) and not unit.wave) or favoured(s, unit)


def favoured(s: Battle, unit: Unit) -> bool:
    """RV-CG33 The Russian balance provision: elite Infantry with a FT or DC south of the Spree."""
    if s.campaign is None or unit.side not in s.campaign.balance or unit.side != RUSSIAN or not unit.at:
        return False
    if _TYPES[unit.type].grade != "E" or field_of(s).hex(unit.at).bank != "S":
        return False
    return any(weapon_type(weapon).type in ("FT", "DC") for weapon in held(s, unit.id))


def inspired(s: Battle, unit: Unit) -> bool:
    """RV-BRV14.2 The bearer of the Banner within six hexes of the Reichstag."""
    if unit.side != RUSSIAN or not unit.at or not bears_banner(s, unit):
        return False
    f = field_of(s)
    here = f.hex_of[unit.at]
    return any(
        f.ground.range(here, hex) <= _BANNER_RANGE
        for building in f.ground.buildings.values() if building.kind == "reichstag" for hex in building.hexes
    )  # fmt: skip
