"""Where units are kept, and the Escape of those who are cut off (RV-RePh8.6055 to RV-RePh8.6062, RV-BRV13.12)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.areas import (
    compute_areas,
    control_areas,
    enterable,
    is_spree_bridge,
    neighbours_on_foot,
    spread,
)
from sandtable.games.vengeance.campaign.battle.tunnels import keep_tunnels
from sandtable.games.vengeance.campaign.battle.viaduct import friendly_viaduct, is_up, way_down
from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.campaign.edges import entry_edge
from sandtable.games.vengeance.campaign.points import campaign_of, roll_two
from sandtable.games.vengeance.campaign.refit.minefields import leave_mines
from sandtable.games.vengeance.campaign.refit.stranded_vehicles import (
    areas_near_vehicle,
    at_the_crossroads,
    crew_leaves,
    drive_back,
    stay_aboard,
    strand,
    undecided,
)
from sandtable.games.vengeance.campaign.supply import isolated_areas, near_areas
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import GROUND
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import HERE, OFF, OUT, RESERVE, UP
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.fortifications.secrecy import show
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.units.counters import mark, put, remove
from sandtable.games.vengeance.rules.units.kinds import (
    held,
    is_leader,
    is_mmc,
    is_moabit,
    other,
    type_of,
    units_at,
    weapon_type,
)
from sandtable.kernel.chances import chances
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.modifiers import total
from sandtable.kernel.options import id_in
from sandtable.kernel.records import Modifier
from sandtable.kernel.state import replace

_NEAR = 3
_HEAVY = 3
_MANHOLE = "MANHOLE"
_STAYS = 2
"""The row of the Escape table that lets a stack stay; the rows before it let it go."""


def determine_areas(s: Battle) -> None:
    """RV-RePh8.605, RV-RePh8.6054 to RV-RePh8.6056 Compute the areas and keep every unit that is in one of its own.

    RV-CG20, RV-CG21 Who is off the map is kept there.
    """
    s.areas = compute_areas(s)
    control_areas(s)
    s.open_control = dict(s.control)
    off = {c.id for kept in (s.units, s.guns, s.vehicles) for c in kept.values() if not c.at}
    s.posts = {id: post if post in (RESERVE, OUT) else OFF for id, post in s.posts.items() if id in off}
    show_captured_works(s)
    keep_tunnels(s)
    cut_off = isolated_areas(s)
    going: dict[str, list[str]] = {}
    for unit in s.units.values():
        if not unit.at:
            continue
        area = own_area(s, unit)
        if area and area not in cut_off:
            s.posts[unit.id] = area
        elif not area and is_up(s, unit):
            if friendly_viaduct(s, unit.side):
                s.posts[unit.id] = UP  # RV-BRV13.12 else it must Escape
        elif not area:
            near = areas_near(s, unit)
            if len(near) == 1:
                s.posts[unit.id] = near[0]
                going.setdefault(unit.at, []).append(unit.id)
    for side in (RUSSIAN, GERMAN):
        back = tuple(id for ids in going.values() for id in ids if s.units[id].side == side)
        if back:
            s.journal.add("RV-RePh8.6056", "falls_back", side=side, units=back)
    for ids in going.values():
        leave_mines(s, ids)
    strand(s)


def fall_back(s: Battle, id: str, area: str) -> None:
    """RV-RePh8.6056 A unit is moved to a friendly area near it."""
    s.posts[id] = area
    s.journal.add("RV-RePh8.6056", "falls_back", side=s.units[id].side, units=(id,))


def show_captured_works(s: Battle) -> None:
    """RV-RePh8.6073 A hidden fortification inside the opponent's Set Up Area is placed on the map."""
    for work in list(s.works.values()):
        hexes = [field_of(s).hex_of.get(part, part) for part in work.places]
        if work.hidden and any(s.areas.get(hex, "").startswith(other(work.side)) for hex in hexes):
            show(s, work)


def own_area(s: Battle, unit: Unit) -> str:
    """RV-RePh8.605g, RV-RePh8.6057, RV-BRV13.12 The friendly area in which a unit is, "" if it must leave.

    Who is on the viaduct comes down at a friendly end of it, or not at all.
    """
    hex = field_of(s).hex_of[unit.at]
    if is_up(s, unit):
        end = way_down(s, unit)
        return next((area for at in (hex, end) if end and (area := s.areas.get(at, "")).startswith(unit.side)), "")
    area = s.areas.get(hex, "")
    return area if area.startswith(unit.side) and not cut_off_above(s, unit) else ""


def cut_off_above(s: Battle, unit: Unit) -> bool:
    """RV-RePh8.6057 On another level than the ground, which is the enemy's, without a friendly way to other stairs."""
    f = field_of(s)
    place = f.place(unit.at)
    foe = other(unit.side)
    if place.kind == GROUND or s.control.get(place.hex, "") != foe:
        return False

    def onward(at: str) -> list[str]:
        return [to for to in f.accessible[at] if s.control.get(to, "") != foe and not units_at(s, to, foe)]

    reached = spread([unit.at], onward)
    return not any(f.place(at).kind == GROUND and s.control.get(at, "") == unit.side for at in reached)


def areas_near(s: Battle, unit: Unit) -> list[str]:
    """RV-RePh8.6056 The friendly areas to which a unit may be moved; to none from above, or from below, an enemy.

    RV-BRV13.1a No stair leads down from the viaduct.
    """
    return [] if is_up(s, unit) or cut_off_above(s, unit) else near_areas(s, unit.side, unit.at)


# -- who escapes -----------------------------------------------------------------------------------------------------


def cut_off_places(s: Battle, side: str) -> list[str]:
    """RV-RePh8.606 The Locations whose units of a side have no post yet, west to east."""
    f = field_of(s)
    places = {u.at for u in s.units.values() if u.side == side and u.at and u.id not in s.posts}
    places |= {v.at for v in (*undecided(s, side), *at_the_crossroads(s, side))}
    return sorted(places, key=lambda at: (f.hex(at).column, f.hex(at).y2, at))


def must_escape(s: Battle, unit: Unit) -> bool:
    """RV-RePh8.606 A unit in no area of its own must; another Isolated one may stay and set up there again."""
    return not own_area(s, unit)


def escape_step(s: Battle) -> Flow:
    """RV-RePh8.606 The Russians first, then the Germans, west to east; the owner forms stacks of one Location."""
    for side in (RUSSIAN, GERMAN):
        places = cut_off_places(s, side)
        if places:
            yield from _decide(s, side, places[0])
            return
    for unit in list(s.units.values()):
        if unit.encircled:
            mark(s, unit.id, encircled=0)  # RV-RePh8.6062
    s.step = "equipment"


def _decide(s: Battle, side: str, at: str) -> Flow:
    units = [u for u in units_at(s, at, side) if u.id not in s.posts]
    backward = {u.id: near for u in units if not own_area(s, u) and (near := areas_near(s, u))}
    backward |= {v.id: areas_near_vehicle(s, v) for v in at_the_crossroads(s, side) if v.at == at}
    if backward:  # RV-RePh8.6056 More than one area is near: the owner says to which he goes.
        id, near = next(iter(backward.items()))
        pick = yield Choose(
            side, [("fall_back", id, area) for area in near], rule="RV-RePh8.6056", ask="fall_back", about=(id,)
        )  # fmt: skip
        if id in s.vehicles:
            drive_back(s, id, id_in(pick, 2))
        else:
            fall_back(s, id, id_in(pick, 2))
            leave_mines(s, [id])
        return
    crews = [v.id for v in undecided(s, side) if v.at == at]
    options: list[Option] = [("escape", at)] if units else []
    if len(units) > 1:
        options += [("escape_alone", u.id) for u in units]
    options += [("crew_escapes", id) for id in crews]
    options += [("remain", u.id) for u in units if not must_escape(s, u)]
    options += [("remain", id) for id in crews]

    def odds(option: Option) -> Odds | None:
        if option[0] not in ("escape", "escape_alone"):
            return None
        return escape_odds(s, [u.id for u in units] if option[0] == "escape" else [id_in(option)])

    pick = yield Choose(side, options, rule="RV-RePh8.606", ask="escape", about=(at,), forced=True, odds=odds)
    match pick:
        case ("remain", str(id)) if id in s.vehicles:
            stay_aboard(s, id)
        case ("remain", str(id)):
            s.posts[id] = own_area(s, s.units[id])
        case ("crew_escapes", str(id)):
            crew_leaves(s, id)
        case _:
            yield from escape(s, [u.id for u in units] if pick[0] == "escape" else [id_in(pick)])


# -- the roll --------------------------------------------------------------------------------------------------------


def havens(s: Battle, side: str) -> dict[str, str]:
    """RV-RePh8.6061 The hexes to which a side can escape and their areas; its entry edge if it has no area."""
    cut_off = isolated_areas(s)
    found = {hex: area for hex, area in s.areas.items() if area.startswith(side) and area not in cut_off}
    return found or dict.fromkeys(entry_edge(s, side), OFF)


def escape_modifiers(s: Battle, ids: list[str]) -> list[Modifier]:
    """RV-RePh8.6061 The DRM of a stack that escapes."""
    drm = tables()["escape"]["drm"]
    units = [s.units[id] for id in ids]
    hex = field_of(s).hex_of[units[0].at]
    far = min((ground().range(hex, to) for to in havens(s, units[0].side)), default=0) - _NEAR
    grades = {type_of(u).grade for u in units if is_mmc(u)}
    hard = units[0].side == GERMAN or grades == {"E"}  # RV-BRV8.3 All Germans are SS.
    green = "C" in grades or any(is_moabit(s, u) for u in units)
    best = min((leadership(u) for u in units if is_leader(u)), default=0)
    tests = (
        (max(0, far) * drm["per_hex_beyond_3_to_friendly_area"], "distance"),
        (drm["encircled"] if any(u.encircled for u in units) else 0, "encircled"),
        (drm["broken_at_cgs_end"] if any(u.broken for u in units) else 0, "broken"),
        (drm["night_cgs_just_played"] if campaign_of(s).night_before else 0, "night"),
        (best, "leader"),
        (drm["elite_or_ss"] if hard else 0, "elite or SS"),
        (drm["conscript_or_moabit"] if green else 0, "conscripts" if "C" in grades else "Moabit Prisoners"),
        (drm["through_sewer_manhole_same_hex"] if _MANHOLE in ground().hexes[hex].features else 0, "manhole"),
    )
    return [(int(value), "RV-RePh8.6061", reason) for value, reason in tests if value]


def has_way(s: Battle, hex: str, side: str) -> bool:
    """RV-RePh8.6061 Whether a path without water leads to a haven; sewers count between manholes of one bank."""
    g = ground()
    goals = havens(s, side)
    on_foot = spread([hex], lambda at: neighbours_on_foot(s, at))
    if any(goal in on_foot for goal in goals):
        return True
    bank = g.hexes[hex].bank
    if _MANHOLE not in g.hexes[hex].features:
        return False
    exits = [h.id for h in g.hexes.values() if _MANHOLE in h.features and h.bank == bank]
    reached = spread(exits, lambda at: [n for n in neighbours_on_foot(s, at) if not is_spree_bridge(n)])
    return any(goal in reached for goal in goals)


def escape_result(final: int, way: bool) -> int:
    """RV-RePh8.6061 The row of the table: escapes, leaves heavy things behind, stays, eliminated; no way, no Escape."""
    found = next(index for index, row in enumerate(tables()["escape"]["rows"]) if final <= row["max"])
    return found if way else max(found, _STAYS)


def escape_odds(s: Battle, ids: list[str]) -> Odds:
    """RV-RePh8.6061 The chances of a stack that would Escape, the worst first."""
    modifiers = escape_modifiers(s, ids)
    drm = total(modifiers)
    way = has_way(s, field_of(s).hex_of[s.units[ids[0]].at], s.units[ids[0]].side)
    chance_of, _ = chances(lambda rolled: escape_result(rolled.roll() + rolled.roll() + drm, way))
    rows = tables()["escape"]["rows"]
    outcomes = tuple((str(rows[row]["result"]), chance_of[row]) for row in sorted(chance_of, reverse=True))
    return Odds(outcomes, tuple(modifiers))


def escape(s: Battle, ids: list[str]) -> Flow:
    """RV-RePh8.6061 One DR for the stack: it escapes, loses its heavy equipment, stays, or is eliminated."""
    side, at = s.units[ids[0]].side, s.units[ids[0]].at
    hex = field_of(s).hex_of[at]
    modifiers = escape_modifiers(s, ids)
    dice = roll_two(s, "escape")
    final = sum(dice) + total(modifiers)
    rows = tables()["escape"]["rows"]
    result = escape_result(final, has_way(s, hex, side))
    s.journal.add(
        "RV-RePh8.6061", "escape_roll", side=side, units=tuple(ids), dice=dice, modifiers=modifiers, final=final,
        result=str(rows[result]["result"]),
    )  # fmt: skip
    if result > _STAYS:
        for id in ids:
            remove(s, id, "RV-RePh8.6061", "escape")
        return
    if result == _STAYS:
        for id in ids:
            s.posts[id] = HERE
        return
    for id in leave_mines(s, ids):
        _leave_equipment(s, s.units[id], at, heavy_lost=result == 1)
        s.posts[id] = ESCAPED
    if ESCAPED not in s.posts.values():
        return
    near = nearest_havens(s, side, hex)
    pick = yield Choose(
        side, [("haven", area) for area in near], rule="RV-RePh8.6061", ask="haven", about=(at,), forced=True
    )  # fmt: skip
    for id in [id for id, post in s.posts.items() if post == ESCAPED]:
        s.posts[id] = id_in(pick)
        _bring_home(s, id, hex)


ESCAPED = "escaped"
"""RV-RePh8.6061 The post of a unit whose owner has still to say to which area it goes."""


def nearest_havens(s: Battle, side: str, hex: str) -> list[str]:
    """RV-RePh8.6061 The nearest non-isolated friendly areas: the owner chooses among equals."""
    goals = havens(s, side)
    least = min(ground().range(hex, to) for to in goals)
    return list(dict.fromkeys(area for to, area in sorted(goals.items()) if ground().range(hex, to) == least))


def _bring_home(s: Battle, id: str, hex: str) -> None:
    """An escaped unit waits in its new area, so that later steps find it there."""
    side = s.units[id].side
    goals = [to for to, area in havens(s, side).items() if area == s.posts[id] and enterable(s, to)]
    put(s, id, min(goals, key=lambda to: (ground().range(hex, to), to)))


def _leave_equipment(s: Battle, unit: Unit, at: str, heavy_lost: bool) -> None:
    """RV-RePh8.6061 What it cannot portage is left where it was; on a poor roll what has more than 3 PP is lost."""
    spare = 3 if is_mmc(unit) else 1
    for weapon in held(s, unit.id):
        weight = weapon_type(weapon).pp
        if heavy_lost and weight > _HEAVY:
            del s.weapons[weapon.id]
            s.journal.add("RV-RePh8.6061", "weapon_lost", weapon=weapon.id, name=weapon_name(weapon))
        elif weight > spare:
            s.weapons[weapon.id] = replace(weapon, holder="", at=at)
            s.journal.add("RV-RePh8.6061", "weapon_left", weapon=weapon.id, at=at)
        else:
            spare -= weight
