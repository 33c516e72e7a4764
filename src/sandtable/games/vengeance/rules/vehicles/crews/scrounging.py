"""Scrounging (RV-D10.3): in the campaign men search a wreck for a machine gun."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.rules.units.kinds import is_mmc
from sandtable.games.vengeance.rules.vehicles.crews.inherent import weapon_id
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, mark

_SEARCHED = "LMG"
"""What a wreck lacks when its machine gun was found."""
_FINDS = 2


def wrecks_to_search(s: Battle, unit: Unit) -> list[str]:
    """RV-D10.3 The wrecks of its Location that still may hold something; only in the campaign."""
    if s.campaign is None or not is_mmc(unit):
        return []
    return [v.id for v in s.vehicles.values() if v.at == unit.at and v.wreck == "wreck" and _SEARCHED not in v.removed]


def search_wreck(s: Battle, id: str, wreck: str) -> None:
    """RV-D10.3 At the end of the MPh a die of 2 or less finds a LMG of the makers of the vehicle."""
    die = s.dice.roll(6, "scrounging")
    s.journal.add("RV-D10.3", "scrounges", unit=id, vehicle=wreck, die=die, success=die <= _FINDS)
    if die > _FINDS:
        return
    mark(s, wreck, removed=(*s.vehicles[wreck].removed, _SEARCHED))
    makers = kind_of(s.vehicles[wreck]).side
    type = f"{makers[:2]}_lmg"
    weapon = weapon_id(s, type)
    s.weapons[weapon] = Weapon(weapon, type, makers, id)
