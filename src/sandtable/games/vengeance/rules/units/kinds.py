"""What units and weapons are (chapters A.7, A.12, A1, A4.4): kinds, who stands where, who holds what, Good Order."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.components import (
    CREW,
    DUMMY,
    HALF_SQUAD,
    HERO,
    LEADER,
    SQUAD,
    UNKNOWN,
    UnitType,
    WeaponType,
    components,
)
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle, Unit, Weapon

RESERVES = ("ge_reserve", "ru_reserve")
"""RV-RePh8.6194b The Reserve counters of the campaign."""
MOABIT = ("ru_3-3-7", "ru_1-2-7p")
"""RV-CG16 The prisoners of Moabit and their half-squads."""
MOABIT_GROUP = "I6"
"""RV-CG16 Their group on the Russian chart."""
BANNERS = ("ru-banner-1", "ru-banner-2", "ru-banner-3")
"""RV-BRV14.1 The ids of the Red Banners."""
_TYPES = components().units
_WEAPONS = components().weapons
_DISMANTLED = {
    type.id: msgspec.structs.replace(_WEAPONS[type.dm_as], id=type.id, pp=type.dm_pp, dm_pp=type.dm_pp)
    if type.dm_as
    else msgspec.structs.replace(type, type="DISMANTLED", fp=0, pp=type.dm_pp)
    for type in _WEAPONS.values()
    if type.dm_pp
}


def type_of(unit: Unit) -> UnitType:
    """RV-A1.1 What is printed on a unit."""
    return _TYPES[unit.type]


def weapon_type(weapon: Weapon) -> WeaponType:
    """What is printed on a weapon; RV-A9.8 a dismantled machine gun fires as its data say, or not at all."""
    type = _WEAPONS[weapon.type]
    if not weapon.dm:
        return type
    return _DISMANTLED[weapon.type]


def is_moabit(s: Battle, unit: Unit) -> bool:
    """RV-CG16 A prisoner of Moabit, or a leader or hero of theirs, who came with their group or rose from it."""
    if unit.type in MOABIT:
        return True
    bought = s.campaign.russian.bought if s.campaign is not None and unit.side == RUSSIAN else ()
    return not is_mmc(unit) and 0 < unit.group <= len(bought) and bought[unit.group - 1].group == MOABIT_GROUP


def other(side: str) -> str:
    """RV-A.4 The other side."""
    return RUSSIAN if side == GERMAN else GERMAN


def entrenched(unit: Unit) -> bool:
    """RV-B27.1, RV-B26.1 IN a foxhole, trench or ditch: not on the wire above it."""
    return unit.dug and not unit.wired


def is_mmc(unit: Unit) -> bool:
    """RV-A1.1 Squads, half-squads and crews; a player reckons with such under an enemy `?`."""
    return _TYPES[unit.type].kind in (SQUAD, HALF_SQUAD, CREW, UNKNOWN)


def is_leader(unit: Unit) -> bool:
    """RV-A1.1 A leader, commissars and Gestapo among them."""
    return _TYPES[unit.type].kind == LEADER


def is_hero(unit: Unit) -> bool:
    """RV-A15.2 A hero of his own counter; a heroic leader is a leader."""
    return _TYPES[unit.type].kind == HERO


def is_dummy(unit: Unit) -> bool:
    """RV-A12.11 A `?` counter with nothing under it."""
    return _TYPES[unit.type].kind == DUMMY


def is_reserve(unit: Unit) -> bool:
    """RV-RePh8.6194b A Reserve counter of the campaign; who is under it is off the map."""
    return unit.type in RESERVES


def unknown(unit: Unit) -> bool:
    """RV-A.12 Whether the enemy does not know a unit: it is under a `?` counter, or not on the map for him."""
    return unit.concealed or unit.hidden


def veil(side: str, location: str) -> str:
    """RV-A12.1 The id of the `?` counter that covers all unknown units of a side in a Location."""
    return f"{side[:2]}-unknown-{location}"


def units_at(s: Battle, location: str, side: str = "") -> list[Unit]:
    """The units in a Location, of one side if it is named."""
    units = s.units
    if side:
        return [u for id in s.at.get(location, ()) if (u := units[id]).side == side]
    return [units[id] for id in s.at.get(location, ())]


def both_sides_at(s: Battle, location: str) -> bool:
    """RV-A11.1 Whether units of both sides are in a Location."""
    return len({u.side for u in units_at(s, location)}) == 2


def held_secretly(s: Battle, weapon: str) -> bool:
    """RV-CG9a A radio or phone that is still in the hands that had it when the scenario of the campaign began."""
    return s.campaign is not None and any(
        b.weapon == weapon and b.keeper and s.weapons[weapon].holder == b.keeper for b in s.batteries.values()
    )


def held(s: Battle, id: str) -> list[Weapon]:
    """RV-A4.43 The weapons that a unit possesses."""
    return [w for w in s.weapons.values() if w.holder == id]


def inherent_capacity(unit: Unit) -> int:
    """RV-A4.4 Three portage points for an MMC, one for a man, one less while CX."""
    return max(0, (3 if is_mmc(unit) else 1) - unit.cx)


def good_order(unit: Unit) -> bool:
    """RV-A.7 Unbroken, not berserk, not in Melee; a pinned, CX or TI unit is in Good Order; no Reserve counter is."""
    return not (unit.broken or unit.berserk or unit.melee or unit.type in RESERVES)


def in_water(unit: Unit) -> bool:
    """RV-B21.1 Whether a unit swims."""
    return unit.at.endswith("-swim")


def below(unit: Unit) -> bool:
    """RV-B8.13 Whether a unit is in the sewers."""
    return unit.at.endswith("-sewer")


def armed(s: Battle, unit: Unit) -> bool:
    """RV-A.7, RV-A20.5 Every MMC and hero (none is unarmed), and a leader with a weapon that works; no dummy."""
    if is_dummy(unit):
        return False
    if is_leader(unit):
        return any(
            not w.malfunctioned and weapon_type(w).type not in ("RADIO", "PHONE", "BANNER") for w in held(s, unit.id)
        )
    return True


def bears_banner(s: Battle, unit: Unit) -> bool:
    """RV-BRV14.1 Whether a unit carries a Red Banner, and so can never be concealed."""
    weapons = s.weapons
    return any(id in weapons and weapons[id].holder == unit.id for id in BANNERS)
