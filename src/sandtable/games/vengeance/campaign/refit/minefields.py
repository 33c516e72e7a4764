"""Who leaves a minefield in the Refit Phase (RV-RePh8.6042)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.scoring import charge_losses
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import GROUND
from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.model.campaign import OFF
from sandtable.games.vengeance.rules.fortifications.mines import ap_attack, ap_mines, at_mines
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.vehicles.kinds import manned, mobile
from sandtable.games.vengeance.rules.vehicles.movement.fuel import ARRIVAL, burns_scarce_fuel, runs_dry
from sandtable.games.vengeance.rules.vehicles.movement.wire_and_mines import anti_tank_mines
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in


def on_the_ground(s: Battle, at: str) -> str:
    """The hex of a Location at ground level, where mines lie; "" for any other."""
    f = field_of(s)
    return f.hex_of[at] if s.works and at and f.place(at).kind == GROUND else ""


def leave_mines(s: Battle, ids: list[str]) -> list[str]:
    """RV-RePh8.6042 The minefield attacks, once, those who go from a Location of it; who is left of them.

    Whoever comes of a unit that is replaced has its post. Weapons that fall lie where they fell.
    """
    first = s.units[ids[0]]
    hex = on_the_ground(s, first.at)
    if ap_mines(s, hex) is None:
        return ids
    known, post = set(s.units), s.posts.get(first.id, "")
    ap_attack(s, ids, hex)
    new = [u.id for u in units_at(s, first.at, first.side) if u.id not in known]
    for id in new if post else ():
        s.posts[id] = post
    for id in [id for id in s.posts if id in known and id not in s.units]:
        del s.posts[id]
    s.reduced.clear()
    return [id for id in (*ids, *new) if id in s.units]


# -- before the set-up -----------------------------------------------------------------------------------------------


def among_mines(s: Battle, side: str) -> dict[str, list[str]]:
    """RV-RePh8.6042 The units and vehicles of a side that are kept in an area and stand in its minefields, by hex."""
    men = [(u.id, u.at) for u in s.units.values() if u.side == side and ap_mines(s, on_the_ground(s, u.at))]
    drivers = [v for v in s.vehicles.values() if v.side == side and mobile(v) and manned(v)]
    crews = [(v.id, v.at) for v in drivers if at_mines(s, on_the_ground(s, v.at))]
    ids_at: dict[str, list[str]] = {}
    for id, at in (*men, *crews):
        hex = on_the_ground(s, at)
        if id not in s.pending and s.posts.get(id, OFF) == s.areas.get(hex, ""):
            ids_at.setdefault(hex, []).append(id)
    return ids_at


def minefields(s: Battle, side: str) -> Flow:
    """RV-RePh8.6042 Who sets up in a minefield again is safe; who goes elsewhere is attacked. One hex at a time."""
    for hex, ids in among_mines(s, side).items():
        options: list[Option] = [*(("stay_in_mines", id) for id in ids), ("leave_mines", hex)]
        pick = yield Choose(side, options, rule="RV-RePh8.6042", ask="minefields", about=(hex,))
        if pick[0] == "stay_in_mines":
            stay_in_mines(s, id_in(pick))
        else:
            go_from_mines(s, ids, hex)
        return
    charge_losses(s, side)  # RV-CG24 Losses of the Refit Phase count.
    s.pending = [other for other in s.pending if other in SIDES and other != side]


def stay_in_mines(s: Battle, id: str) -> None:
    """RV-RePh8.6042 It is not taken up, and so sets up where it is; with the Gun that it mans."""
    for counter in [id, *(g.id for g in s.guns.values() if g.crew == id)]:
        s.posts.pop(counter, None)
    if id in s.vehicles and burns_scarce_fuel(s, s.vehicles[id]):
        runs_dry(s, id, ARRIVAL)  # RV-CG6 It is set up, too.


def go_from_mines(s: Battle, ids: list[str], hex: str) -> None:
    """RV-RePh8.6042, RV-B28.1, RV-B28.5 Infantry as a stack, vehicles one by one."""
    men, vehicles = [id for id in ids if id in s.units], [id for id in ids if id in s.vehicles]
    s.pending += ids
    if men:
        s.pending += [id for id in leave_mines(s, men) if id not in ids]
    for id in vehicles:
        anti_tank_mines(s, id, hex)
