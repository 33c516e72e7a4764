"""Support weapons dealt out again at set-up (RV-RePh8.6071): among those who set up in one Set Up Area."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.edges import is_new_group
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.rules.units.kinds import BANNERS, is_mmc, weapon_type
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def is_dealt_out(s: Battle, side: str) -> bool:
    """RV-RePh8.6071 Whether a side of the campaign has had its say, or has nothing to say."""
    return s.campaign is None or _note(side) in s.asked or not _loose(s, side)


def deal_out(s: Battle, side: str) -> Flow:
    """RV-RePh8.6071 One weapon goes to another MMC of its Set Up Area, or all stay where they are."""
    options: list[Option] = [("hand_on", weapon.id) for weapon in _loose(s, side)]
    pick = yield Choose(side, [*options, ("dealt_out",)], rule="RV-RePh8.6071", ask="deal_out")
    if pick[0] == "dealt_out":
        s.asked.append(_note(side))
        return
    weapon = s.weapons[id_in(pick)]
    to: list[Option] = [("give", weapon.id, unit.id) for unit in takers(s, weapon)]
    pick = yield Choose(side, to, rule="RV-RePh8.6071", ask="give", about=(weapon.id,))
    s.weapons[weapon.id] = replace(weapon, holder=id_in(pick, 2))


def takers(s: Battle, weapon: Weapon) -> list[Unit]:
    """RV-RePh8.6071, RV-CG21 The other MMC of its Set Up Area; what a new group brought stays in that group."""
    holder = s.units[weapon.holder]
    area = _area(s, holder)
    bound = is_new_group(s, holder.side, weapon.group)
    return [
        u for u in s.units.values()
        if area and u.side == holder.side and u.id != holder.id and is_mmc(u) and _area(s, u) == area
        and (not bound or u.group == weapon.group)
    ]  # fmt: skip


def _loose(s: Battle, side: str) -> list[Weapon]:
    """The weapons of a side on the map that another could take."""
    return [
        w for w in s.weapons.values()
        if w.id not in BANNERS and not weapon_type(w).contact and w.holder in s.units
        and s.units[w.holder].side == side and s.units[w.holder].at and takers(s, w)
    ]  # fmt: skip


def _area(s: Battle, unit: Unit) -> str:
    return s.areas.get(field_of(s).hex_of[unit.at], "") if unit.at else ""


def _note(side: str) -> str:
    return f"weapons of {side} dealt out"
