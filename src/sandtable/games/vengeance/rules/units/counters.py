"""Counters come, go and change (chapters A.3, A1.3, A7.302, A26.2): entering a place, markers, new types, losses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from sandtable.games.vengeance.components import LEADER, components
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.names import weapon_name
from sandtable.games.vengeance.rules.units.kinds import (
    BANNERS,
    held,
    inherent_capacity,
    is_moabit,
    type_of,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.victory.casualty_points import INFANTRY, UNCOUNTED, lose_points
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace

_TYPES = components().units


def put(s: Battle, id: str, location: str) -> None:
    """RV-A.3 A unit enters a Location, by movement, advance or rout; its weapons go with it."""
    unit = s.units[id]
    if s.batteries and unit.at and unit.at != location:
        leave_phone(s, unit)
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


def leave_phone(s: Battle, unit: Unit) -> None:
    """RV-C1.61 Phones cannot be moved: it stays where its wire is."""
    for weapon in held(s, unit.id):
        if weapon_type(weapon).type == "PHONE":
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


def drop_burden(s: Battle, unit: Unit) -> None:
    """RV-A15.4 A berserk unit drops radios and phones, and then the heaviest of what is over its IPC."""
    for weapon in heaviest_first(s, unit):
        if weapon_type(weapon).type in ("RADIO", "PHONE") or is_overloaded(s, unit):
            drop(s, unit, weapon, "RV-A15.4")


def heaviest_first(s: Battle, unit: Unit) -> list[Weapon]:
    """RV-A4.4 What a unit carries."""
    return sorted(held(s, unit.id), key=lambda w: -weapon_type(w).pp)


def is_overloaded(s: Battle, unit: Unit) -> bool:
    """RV-A4.4 Whether the support weapons of a unit are more than its IPC."""
    return sum(weapon_type(w).pp for w in held(s, unit.id)) > inherent_capacity(unit)


def end_lanes(s: Battle, weapons: Collection[str]) -> None:
    """RV-A9.22 A fire lane ends when its machine gun is lost or breaks down, and with its operator's nerve or life."""
    for location in [at for at, (gun, _) in s.lanes.items() if gun in weapons]:
        del s.lanes[location]


def drop(s: Battle, unit: Unit, weapon: Weapon, clause: str) -> None:
    """RV-A4.432 A weapon stays where its unit is."""
    s.weapons[weapon.id] = replace(weapon, holder="", at=unit.at)
    end_lanes(s, (weapon.id,))
    s.journal.add(clause, "weapon_dropped", unit=unit.id, weapon=weapon.id)


_BY_FIRE = ("killed", "reduced")
"""The causes of losses by fire: small arms and machine guns do not destroy a Red Banner."""
MADE = "-new-"
"""What stands in the ids of counters that are made in play."""


_MOST_NUMBERS = 400
"""More than a campaign makes, as a rule; whatever comes after them is numbered as it comes."""


def new_id(s: Battle, side: str) -> str:
    """RV-RePh8.627 The id of a counter that is made in play: it does not tell how many there are."""
    taken: Iterable[Mapping[str, object]] = (s.units, s.weapons, s.guns, s.vehicles)
    while True:  # what a seat imagines may be numbered in another order than what it sees
        s.made[side] = s.made.get(side, 0) + 1
        id = f"{side[:2]}{MADE}{number_of(s, s.made[side], _MOST_NUMBERS)}"
        if not any(id in kind for kind in taken):
            return id


def number_of(s: Battle, nth: int, most: int) -> int:
    """RV-RePh8.627 The number on the n-th counter of a kind; in secret order, so that the enemy cannot count them."""
    return _numbers(s.numbering, most)[nth - 1] if s.numbering and nth <= most else nth


@lru_cache(maxsize=64)
def _numbers(key: str, most: int) -> list[int]:
    numbers = list(range(1, most + 1))
    Dice(key).shuffle(numbers)
    return numbers


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


def printed_on(unit: Unit) -> str:
    """What a line adds to a unit's name; nothing for one made in play, whose name says it ("German 2-3-6 A")."""
    made = MADE in unit.id and type_of(unit).kind != LEADER  # a leader has a name of his own
    return "" if made else f" ({type_of(unit).told})"


def remove(s: Battle, id: str, clause: str, cause: str) -> None:
    """Take an eliminated unit off the map; its weapons stay behind (RV-A7.302), or are lost for good (RV-A.11)."""
    unit = s.units[id]
    _leave(s, unit)
    del s.units[id]
    if MADE in id:
        s.identified[id] = unit.type  # both are told who was lost
    lose_points_of(s, unit, points(unit))
    count(s, f"{unit.side}_{cause}")
    s.journal.add(clause, "eliminated", unit=id, printed=printed_on(unit), at=unit.at)
    end_lanes(s, [w.id for w in held(s, id)])
    for weapon in [w for w in s.weapons.values() if w.holder == id]:
        die = s.dice.roll(6, "weapon left behind")
        shot = weapon.id in BANNERS and cause in _BY_FIRE  # RV-BRV14.1
        if (die == 6 and not shot) or not unit.at:  # what falls inside a vehicle is lost
            del s.weapons[weapon.id]
            s.journal.add("RV-A7.302", "weapon_lost", weapon=weapon.id, name=weapon_name(weapon), die=die)
        else:
            s.weapons[weapon.id] = replace(weapon, holder="", at=unit.at)
            s.journal.add("RV-A7.302", "weapon_left", weapon=weapon.id, die=die, at=unit.at)
    if s.guns:
        abandon_guns(s, id, unit.at)
    s.directing.pop(id, None)
    leave_move(s, id)


def lose_weapon(s: Battle, id: str) -> Weapon:
    """RV-A7.302, RV-A23.1 A weapon is gone; a charge that was placed goes with it and will not go off."""
    s.charges[:] = [charge for charge in s.charges if charge.weapon != id]
    end_lanes(s, (id,))
    return s.weapons.pop(id)


def lose_points_of(s: Battle, unit: Unit, worth: int) -> None:
    """RV-A26.2, RV-CG16, RV-CGS13, RV-CG24 Casualty points; Moabit Prisoners count neither for score nor ELR."""
    lose_points(s, unit.side, worth, UNCOUNTED if is_moabit(s, unit) else INFANTRY)


def swap(s: Battle, id: str, type: str, **changes: object) -> Unit:
    """Replace a counter by one of another type that keeps its id, its marks and its weapons."""
    unit: Unit = replace(s.units[id], type=type, **changes)
    s.units[id] = unit
    return unit
