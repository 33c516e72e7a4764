"""RV-SCN7, RV-C1.6 Who carries which weapon, radio and phone at set-up."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import in_reserve, waits
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import ENTER, OFF
from sandtable.games.vengeance.rules.movement.destinations import fits
from sandtable.games.vengeance.rules.units.kinds import is_leader, is_mmc, type_of, weapon_type
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_PHONE = "PHONE"


def bearers(s: Battle, weapon: Weapon) -> list[Unit]:
    """RV-SCN7, RV-C1.6 Who may carry a weapon at the start: the MMC of its group, a radio or phone its leaders.

    RV-BRV8.504 But no Gestapo, who may not use one.
    """
    fits = _may_observe if weapon_type(weapon).contact else is_mmc
    mine = [u for u in s.units.values() if u.side == weapon.side and fits(u)]
    if s.campaign is not None and weapon_type(weapon).contact:
        return observers_for(s, weapon, mine)
    if (post := s.posts.get(weapon.id)) is not None:
        # RV-CG11, RV-RePh8.6149 What was taken out of a vehicle sets up in its area, or is lost there.
        there = [u for u in mine if s.posts.get(u.id) == post]
        return there if post in s.areas.values() else there or mine
    group = [u for u in mine if u.group == weapon.group]
    # RV-CG21, RV-RePh8.6149 The men of its group are gone: others take it.
    return group or (mine if s.campaign is not None else [])


def _may_observe(unit: Unit) -> bool:
    """RV-C1.6, RV-BRV8.504 A leader, but no Gestapo."""
    return is_leader(unit) and not type_of(unit).gestapo


def observers_for(s: Battle, weapon: Weapon, leaders: list[Unit]) -> list[Unit]:
    """RV-CG9 A phone is for a leader who sets up on the map, a radio also for one who enters; nobody in Reserve."""
    on_map = [u for u in leaders if u.at or (waits(s, u.id) and not in_reserve(s, u.id))]
    if weapon_type(weapon).type == _PHONE:
        return on_map
    return on_map + [u for u in leaders if not u.at and s.posts.get(u.id, OFF) in (ENTER, OFF)]


def hand_out(s: Battle, weapon: Weapon) -> Flow:
    """RV-SCN7, RV-A9.8, RV-O6.1 Who carries a weapon; one that can be dismantled is set up or brought in either way.

    Into a cellar a bulky one goes dismantled.
    """
    able = bearers(s, weapon)
    above = [u for u in able if fits(field_of(s), u.at, weapon)]
    options: list[Option] = [("give", weapon.id, u.id) for u in above or able]
    if weapon_type(weapon).dm_pp and not weapon.dm:
        options += [("give_dismantled", weapon.id, u.id) for u in able]
    if not options and s.campaign is not None:
        del s.weapons[weapon.id]
        return
    pick = yield Choose(weapon.side, options, rule="RV-SCN7", ask="give", about=(weapon.id,))
    s.weapons[weapon.id] = replace(weapon, holder=id_in(pick, 2), dm=weapon.dm or pick[0] == "give_dismantled")
