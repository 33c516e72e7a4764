"""What units are and may do: good order, morale, leadership, stacks, losses (chapters A1, A5, A10.1, A19)."""

from __future__ import annotations

from collections.abc import Iterable

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
from sandtable.games.vengeance.field import Field, field_of
from sandtable.games.vengeance.model import GERMAN, RUSSIAN, Battle, Unit, Weapon
from sandtable.games.vengeance.rules.casualties import INFANTRY, UNCOUNTED, lose_points
from sandtable.kernel.state import replace

_MOST_MORALE = 10
MOABIT = ("ru_3-3-7", "ru_1-2-7p")
"""RV-CG16 The prisoners of Moabit and their half-squads."""
BANNERS = ("ru-banner-1", "ru-banner-2", "ru-banner-3")
"""The ids of the Red Banners."""
_BANNER_RANGE = 6
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
    """What is printed on a unit."""
    return _TYPES[unit.type]


def weapon_type(weapon: Weapon) -> WeaponType:
    """What is printed on a weapon; RV-A9.8 a dismantled machine gun fires as its data say, or not at all."""
    type = _WEAPONS[weapon.type]
    if not weapon.dm:
        return type
    return _DISMANTLED[weapon.type]


def other(side: str) -> str:
    """RV-A.4 The other side."""
    return RUSSIAN if side == GERMAN else GERMAN


def is_mmc(unit: Unit) -> bool:
    """RV-A1.1 Squads, half-squads and crews; a player reckons with such under an enemy `?`."""
    return _TYPES[unit.type].kind in (SQUAD, HALF_SQUAD, CREW, UNKNOWN)


def is_leader(unit: Unit) -> bool:
    return _TYPES[unit.type].kind == LEADER


def is_hero(unit: Unit) -> bool:
    return _TYPES[unit.type].kind == HERO


def is_dummy(unit: Unit) -> bool:
    """RV-A12.11 A `?` counter with nothing under it."""
    return _TYPES[unit.type].kind == DUMMY


RESERVES = ("ge_reserve", "ru_reserve")


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


def enemies_at(s: Battle, location: str, side: str) -> bool:
    """RV-A.12 Whether a side sees an enemy in a Location: Known, a `?` counter or a manned vehicle; none hidden."""
    units = s.units
    if s.vehicles and _vehicle_at(s, location, side):
        return True
    return any(units[id].side != side and not units[id].hidden for id in s.at.get(location, ()))


def known_enemies_at(s: Battle, location: str, side: str) -> bool:
    """RV-A4.14 Whether an enemy whom the side knows is in a Location."""
    units = s.units
    if s.vehicles and _vehicle_at(s, location, side, known=True):
        return True
    return any((u := units[id]).side != side and not (u.concealed or u.hidden) for id in s.at.get(location, ()))


def _vehicle_at(s: Battle, location: str, side: str, known: bool = False) -> bool:
    """An enemy vehicle that the side sees there: Known and manned, or, unless it must be Known, under a `?` counter."""
    return any(
        v.at == location and v.side != side and not (v.wreck or v.hidden)
        and (not known if v.concealed else not v.abandoned)
        for v in s.vehicles.values()
    )  # fmt: skip


def put(s: Battle, id: str, location: str) -> None:
    """RV-A.3 A unit enters a Location, by movement, advance or rout; its weapons go with it."""
    unit = s.units[id]
    if s.batteries and unit.at and unit.at != location:
        _leave_phone(s, unit)
    if s.campaign is not None and not unit.at and s.phase not in ("setup", "refit"):
        s.reveal()  # RV-CGS2 Who enters is seen now.
    _leave(s, unit)
    wired = bool(s.works) and is_wired(s, location)
    s.units[id] = replace(
        unit,
        at=location,
        shellhole=False,
        dug=False,
        wired=wired,
        labor=0,
        encircled=0,
        bypass="",
        wall=False,
        climbing="",
    )
    if s.guns:
        abandon_guns(s, id)
    s.at[location] = (*s.at.get(location, ()), id)


def _leave_phone(s: Battle, unit: Unit) -> None:
    """RV-C1.61 Phones cannot be moved: it stays where its wire is."""
    for weapon in held(s, unit.id):
        if _WEAPONS[weapon.type].type == "PHONE":
            s.weapons[weapon.id] = replace(weapon, holder="", at=unit.at)
            s.journal.add("RV-C1.61", "weapon_dropped", unit=unit.id, weapon=weapon.id)


def is_wired(s: Battle, location: str) -> bool:
    """RV-B26.1 Whether wire lies in a Location: who enters it is on wire."""
    return any(w.type == "wire" and w.at == location for w in s.works.values())


def _leave(s: Battle, unit: Unit) -> None:
    if unit.bypass:
        s.skirting.remove(unit.id)
    stack = s.at.get(unit.at)
    if stack is not None:
        left = tuple(other for other in stack if other != unit.id)
        if left:
            s.at[unit.at] = left
        else:
            del s.at[unit.at]
    if unit.melee:
        end_melee(s, unit.at)


def end_melee(s: Battle, location: str) -> None:
    """RV-A11.15 Melee ends at once when one side has no unbroken unit left in it."""
    held = [u for u in units_at(s, location) if u.melee]
    if len({u.side for u in held if not u.broken}) < 2:
        for unit in held:
            mark(s, unit.id, melee=False)


def abandon_guns(s: Battle, id: str, lost_at: str = "") -> None:
    """RV-C2.1, RV-C9.3 Who leaves a Location leaves his Guns there; a dismantled mortar comes along while he lives."""
    for gun in [gun for gun in s.guns.values() if gun.crew == id]:
        if not (gun.dm or gun.towed) or lost_at:
            at = gun.at if gun.at or gun.towed else lost_at
            s.guns[gun.id] = replace(gun, crew="", at=at)
            s.acquired.pop(gun.id, None)


def mark(s: Battle, id: str, **changes: object) -> Unit:
    """Change what a unit is marked with."""
    unit: Unit = replace(s.units[id], **changes)
    s.units[id] = unit
    return unit


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


def drop_burden(s: Battle, unit: Unit) -> None:
    """RV-A15.4 A berserk unit drops radios and phones, and then the heaviest of what is over its IPC."""
    for weapon in sorted(held(s, unit.id), key=lambda w: -weapon_type(w).pp):
        weight = sum(weapon_type(w).pp for w in held(s, unit.id))
        if weapon_type(weapon).type in ("RADIO", "PHONE") or weight > inherent_capacity(unit):
            s.weapons[weapon.id] = replace(weapon, holder="", at=unit.at)
            s.journal.add("RV-A15.4", "weapon_dropped", unit=unit.id, weapon=weapon.id)


# -- states ----------------------------------------------------------------------------------------------------------


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
    return unit.side == RUSSIAN and _inside_reichstag(s, unit)


def morale(s: Battle, unit: Unit) -> int:
    """RV-A10.1, RV-A10.8, RV-A7.7, RV-A15.4, RV-A17.1, RV-A25.221, RV-A25.232, RV-A.18 The morale of a unit now."""
    if unit.berserk:
        return _MOST_MORALE
    type = _TYPES[unit.type]
    if type.kind == HERO:
        level = type.wounded_morale if unit.wounded else type.morale
    else:
        level = (type.broken_morale if unit.broken else type.morale) - unit.wounded
    level += is_fanatic(s, unit)
    level += unit.wave
    level -= unit.encircled > 0
    if not type.commissar and commissar_at(s, unit.at, unit.side):
        level += 1
    return min(level, _MOST_MORALE)


def in_reichstag(s: Battle, unit: Unit) -> bool:
    """RV-BRV12.3 German Infantry inside the Reichstag is Fanatic."""
    return unit.side == GERMAN and unit.at != "" and _inside_reichstag(s, unit)


def _inside_reichstag(s: Battle, unit: Unit) -> bool:
    f = field_of(s)
    building = f.ground.buildings.get(f.hex(unit.at).building)
    return building is not None and building.kind == "reichstag"


def is_fanatic(s: Battle, unit: Unit) -> bool:
    """RV-A10.8, RV-A15.3, RV-BRV14.2 Made so in play, by the Reichstag, or by the Banner."""
    return unit.fanatic or in_reichstag(s, unit) or inspired(s, unit) or favoured(s, unit)


def favoured(s: Battle, unit: Unit) -> bool:
    """RV-CG33 The Russian balance provision: elite Infantry with a FT or DC south of the Spree."""
    if s.campaign is None or unit.side not in s.campaign.balance or unit.side != RUSSIAN or not unit.at:
        return False
    if _TYPES[unit.type].grade != "E" or field_of(s).hex(unit.at).bank != "S":
        return False
    return any(weapon_type(weapon).type in ("FT", "DC") for weapon in held(s, unit.id))


def bears_banner(s: Battle, unit: Unit) -> bool:
    """RV-BRV14.1 Whether a unit carries a Red Banner, and so can never be concealed."""
    weapons = s.weapons
    return any(id in weapons and weapons[id].holder == unit.id for id in BANNERS)


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


def commissar_at(s: Battle, location: str, side: str) -> Unit | None:
    """RV-A25.22, RV-BRV8.4 An unbroken party leader in a Location."""
    for unit in units_at(s, location, side):
        if _TYPES[unit.type].commissar and not unit.broken:
            return unit
    return None


def leadership(unit: Unit) -> int:
    """The modifier of a leader; RV-A17.1 one worse if he is wounded."""
    return _TYPES[unit.type].leadership + unit.wounded


def can_lead(unit: Unit) -> bool:
    """A Good Order, unpinned leader."""
    return is_leader(unit) and good_order(unit) and not unit.pinned


def leaders_at(s: Battle, location: str, side: str, apart_from: str = "") -> list[Unit]:
    """The leaders who can lead in a Location, the best first."""
    found = [u for u in units_at(s, location, side) if u.id != apart_from and can_lead(u)]
    return sorted(found, key=leadership)


def leader_drm(s: Battle, unit: Unit) -> tuple[int, str]:
    """RV-A.10 The modifier that leadership gives to a check, and whose it is; a bad one only if he is alone."""
    leaders = leaders_at(s, unit.at, unit.side, unit.id)
    if not leaders:
        return 0, ""
    return leadership(leaders[0]), leaders[0].id


# -- stacks ----------------------------------------------------------------------------------------------------------


_HALVES = {type.id: {SQUAD: 2, UNKNOWN: 2, HALF_SQUAD: 1, CREW: 1}.get(type.kind, 0) for type in _TYPES.values()}
_SINGLE = {type.id: type.kind in (LEADER, HERO) for type in _TYPES.values()}


def halves(unit: Unit) -> int:
    """RV-A1.2 Size in half-squads for stacking: a squad is two, a half-squad or crew one, an SMC none."""
    return _HALVES[unit.type]


def capacity(f: Field, location: str) -> int:
    """RV-A5.1, RV-A5.5, RV-BRV3.12 How many half-squads of a side a Location holds."""
    kind = f.place(location).kind
    if kind == "pillbox":
        return f.ground.rooms[location]  # RV-B30.1
    return 4 if kind == "roof" else 2 if kind == "cellar" else 6


def room_for(s: Battle, f: Field, location: str, side: str, newcomers: Iterable[Unit], over: int = 0) -> bool:
    """RV-A5.1, RV-A5.12 Whether newcomers find room; `over` half-squads more where overstacking is allowed."""
    size = men = 0
    for unit in newcomers:
        if unit.at != location:
            size += _HALVES[unit.type]
            men += _SINGLE[unit.type]
    units = s.units
    for id in s.at.get(location, ()):
        unit = units[id]
        if unit.side == side:
            size += _HALVES[unit.type]
            men += _SINGLE[unit.type]
    limit = capacity(f, location)
    most_men = 2 if limit == 2 else 4
    return size <= limit + (over if limit == 6 else 0) and men <= most_men + (2 if over else 0)


def overstacked(s: Battle, f: Field, location: str, side: str) -> int:
    """RV-A5.12, RV-A5.11 Squad-equivalents too many in a Location, each half counted up."""
    return _too_many(f, location, units_at(s, location, side))


def crowd_seen(s: Battle, f: Field, location: str, side: str) -> int:
    """RV-A5.131, RV-A.12 The same as their enemy sees it: Known units only."""
    return _too_many(f, location, [u for u in units_at(s, location, side) if not unknown(u)])


def _too_many(f: Field, location: str, units: list[Unit]) -> int:
    over = sum(map(halves, units)) - capacity(f, location)
    return (over + 1) // 2 if over > 0 else 0


# -- losses ----------------------------------------------------------------------------------------------------------


def new_id(s: Battle, side: str) -> str:
    """The id of a counter that is made in play."""
    s.made[side] = s.made.get(side, 0) + 1
    return f"{side[:2]}-new-{s.made[side]}"


def create(s: Battle, type: str, like: Unit, **changes: object) -> Unit:
    """A new counter in the Location of another, with its marks."""
    id = new_id(s, like.side)
    unit: Unit = replace(like, id=id, type=type, **changes)
    s.units[id] = unit
    if unit.at:  # else it is aboard the same vehicle
        s.at[unit.at] = (*s.at.get(unit.at, ()), id)
    if unit.bypass:
        s.skirting.append(id)
    return unit


def points(unit: Unit) -> int:
    """RV-A26.2 Casualty points of a unit."""
    cvp = components().cvp
    kind = _TYPES[unit.type].kind
    if kind == LEADER:
        return cvp["leader_base"] + max(0, -_TYPES[unit.type].leadership)
    return cvp[kind]


def count(s: Battle, what: str, by: int = 1) -> None:
    """Count something for the report."""
    s.lost[what] = s.lost.get(what, 0) + by


def vanish(s: Battle, id: str) -> None:
    """A counter goes off the table though nobody was lost."""
    _leave(s, s.units[id])
    del s.units[id]
    leave_move(s, id)


def leave_table(s: Battle, id: str) -> None:
    """RV-CG20 A unit goes off the map with what it carries; a Gun that stands there stays."""
    unit = s.units[id]
    if s.guns:
        abandon_guns(s, id)
    vanish(s, id)
    s.units[id] = replace(unit, at="", bypass="", dug=False, shellhole=False, wired=False, wall=False, climbing="")


def leave_move(s: Battle, id: str) -> None:
    """RV-A4.2 A unit that breaks, is pinned or is gone is no part of the moving stack any more."""
    if s.move is not None and id in s.move.units:
        s.move = replace(s.move, units=tuple(u for u in s.move.units if u != id))


def remove(s: Battle, id: str, clause: str, cause: str) -> None:
    """Take an eliminated unit off the map; its weapons stay behind (RV-A7.302), or are lost for good (RV-A.11)."""
    unit = s.units[id]
    _leave(s, unit)
    del s.units[id]
    lose_points_of(s, unit, points(unit))
    count(s, f"{unit.side}_{cause}")
    s.journal.add(clause, "eliminated", unit=id, name=type_of(unit).name, at=unit.at)
    for weapon in [w for w in s.weapons.values() if w.holder == id]:
        die = s.dice.roll(6, "weapon left behind")
        if die == 6 or not unit.at:  # what falls inside a vehicle is lost
            del s.weapons[weapon.id]
            s.journal.add("RV-A7.302", "weapon_lost", weapon=weapon.id, die=die)
        else:
            s.weapons[weapon.id] = replace(weapon, holder="", at=unit.at)
            s.journal.add("RV-A7.302", "weapon_left", weapon=weapon.id, die=die, at=unit.at)
    if s.guns:
        abandon_guns(s, id, unit.at)
    s.directing.pop(id, None)
    leave_move(s, id)


def lose_points_of(s: Battle, unit: Unit, worth: int) -> None:
    """RV-A26.2, RV-CG16, RV-CGS13, RV-CG24 Casualty points; Moabit Prisoners count neither for score nor ELR."""
    lose_points(s, unit.side, worth, UNCOUNTED if unit.type in MOABIT else INFANTRY)


def swap(s: Battle, id: str, type: str, **changes: object) -> Unit:
    """Replace a counter by one of another type that keeps its id, its marks and its weapons."""
    unit: Unit = replace(s.units[id], type=type, **changes)
    s.units[id] = unit
    return unit
