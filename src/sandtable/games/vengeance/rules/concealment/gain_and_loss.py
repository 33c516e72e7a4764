"""Concealment (chapter A12): who is Known to the enemy, how `?` is lost and how it is gained."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.morale.leaders import leaders_at, leadership
from sandtable.games.vengeance.rules.morale.level import lax
from sandtable.games.vengeance.rules.reserve import release
from sandtable.games.vengeance.rules.units.counters import mark, printed_on, vanish
from sandtable.games.vengeance.rules.units.kinds import (
    good_order,
    held,
    held_secretly,
    is_dummy,
    is_reserve,
    other,
    units_at,
    unknown,
    weapon_type,
)
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import place_vehicle_under, reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.fire.sight_along_hexsides import in_sight
from sandtable.games.vengeance.rules.vehicles.kinds import able, unseen
from sandtable.kernel.modifiers import Modifier, total

_NEAR = 16
ANY_RANGE = 999
_GAINS = 5
HID = -2
"""What stands for the allowance of a side that could set up hidden units, once it has set up."""


def single_men(side: str) -> str:
    """RV-RePh8.621 Under which name it is noted how many single men a side may hide besides."""
    return f"{side}_men"


# -- who knows what --------------------------------------------------------------------------------------------------


def secretive(s: Battle, side: str) -> bool:
    """RV-A.12, RV-Z6 Whether the enemy must reckon with units that he does not know: then a side is always asked."""
    return any(u.side == side and u.at and (u.concealed or u.hidden) for u in s.units.values()) or any(
        v.side == side and v.at and unseen(v) for v in s.vehicles.values()
    )


def eyes(s: Battle, ids: Iterable[str]) -> tuple[str, ...] | None:
    """RV-A.12 Who may read a line about units or what they hold: everybody, or only their own side."""
    for id in ids:
        weapon = s.weapons.get(id)
        if weapon is not None and held_secretly(s, id):
            return (weapon.side,)
        unit = s.units.get(weapon.holder if weapon is not None else id)
        if unit is not None and unknown(unit):
            return (unit.side,)
    return None


def tell_move(s: Battle, clause: str, ids: tuple[str, ...], to: str, cost: int, mode: str) -> None:
    """RV-A12.1 Everybody reads who moves; of unknown units the enemy reads only that a `?` counter moves."""
    owners = eyes(s, ids)
    s.journal.add(clause, "moves", seen_by=owners, units=ids, to=to, cost=cost, mode=mode)
    if owners is not None:
        s.journal.add(
            clause, "unknown_moves", seen_by=(other(owners[0]),), side=owners[0], whose=f"whose {owners[0]}", to=to
        )


def tell_advance(s: Battle, id: str, to: str, clause: str = "RV-A4.7") -> None:
    """RV-A12.1 The same for a unit that advances."""
    owners = eyes(s, (id,))
    s.journal.add(clause, "advances", seen_by=owners, unit=id, to=to)
    if owners is not None:
        s.journal.add(
            clause, "unknown_advances", seen_by=(other(owners[0]),), side=owners[0], whose=f"whose {owners[0]}", to=to
        )


def in_concealment_terrain(f: Field, at: str) -> bool:
    """RV-A12.5 The `conceal` column of the terrain chart; smoke does not make it."""
    return f.terrain_of[at].conceal


def watched(s: Battle, at: str, side: str, within: int = _NEAR) -> bool:
    """RV-A12.13 Whether a Good Order enemy ground unit, men or a vehicle, within so many hexes sees a Location.

    Hidden units show nothing by looking on, dummies have no eyes; crews of vehicles have. Where only `?` counters look
    on, the answer tells what is under them.
    """
    f = field_of(s)
    lookout = current_sight.Lookout(s, f)
    tanks = False
    for vehicle in s.vehicles.values():
        if vehicle.side == side or vehicle.hidden or not able(vehicle):
            continue
        if f.range(vehicle.at, at) <= within and in_sight(s, f, vehicle, at):
            if not vehicle.concealed:
                return True
            tanks = True
    doubtful = tanks
    for enemy in s.units.values():
        if enemy.side == side or not enemy.at or enemy.hidden or not good_order(enemy):
            continue
        if enemy.at == at or (f.range(enemy.at, at) <= within and lookout.sees(enemy.at, at)):
            if not enemy.concealed:
                return True
            doubtful = True
    if not doubtful:
        return False
    s.reveal()
    return tanks or any(
        u.side != side and u.concealed and not u.hidden and not is_dummy(u)
        and (u.at == at or (f.range(u.at, at) <= within and lookout.sees(u.at, at)))
        for u in s.units.values() if u.at
    )  # fmt: skip


# -- loss ------------------------------------------------------------------------------------------------------------


def reveal(s: Battle, id: str, clause: str = "RV-A12.13") -> None:
    """RV-A12.13, RV-A12.14 A unit or vehicle becomes Known, on its own; a dummy that would be shown is removed."""
    reveal_vehicle(s, id, clause)
    unit = s.units.get(id)
    if unit is None or not unknown(unit):
        return
    s.reveal()
    if is_dummy(unit):
        remove_dummy(s, id)
        return
    for mate in [u.id for u in s.units.values() if unit.cloak and u.cloak == unit.cloak]:
        mark(s, mate, cloak="")  # RV-E1.43 Who is shown has his Cloaking counter taken off.
    mark(s, id, concealed=False, hidden=False)
    s.journal.add(clause, "revealed", unit=id, printed=printed_on(unit), at=unit.at)


def reveal_all(s: Battle, ids: Iterable[str], clause: str = "RV-A12.13") -> None:
    """RV-A12.13 Each of several units becomes Known."""
    for id in list(ids):
        reveal(s, id, clause)


def remove_dummy(s: Battle, id: str) -> None:
    """RV-A12.11 Nothing was there; RV-RePh8.6194b but under a Reserve counter there are men."""
    if is_reserve(s.units[id]):
        release(s, id)
        return
    s.reveal()
    at = s.units[id].at
    vanish(s, id)
    s.journal.add("RV-A12.11", "dummy", at=at)


def remove_dummies(s: Battle, ids: Iterable[str]) -> None:
    """RV-A12.11 The dummies among these are removed."""
    for id in list(ids):
        if id in s.units and is_dummy(s.units[id]):
            remove_dummy(s, id)


def place_under(s: Battle, id: str, clause: str = "RV-A12.2") -> None:
    """RV-A12.2 A hidden unit or vehicle is placed on the map under a `?` counter."""
    place_vehicle_under(s, id, clause)
    unit = s.units.get(id)
    if unit is None or not unit.hidden:
        return
    s.reveal()
    mark(s, id, concealed=True, hidden=False)
    s.journal.add(clause, "placed_under", at=unit.at, side=unit.side)


def acts_in_sight(s: Battle, ids: Iterable[str], clause: str = "RV-A12.13", within: int = _NEAR) -> None:
    """RV-A12.13, RV-A12.2 What a unit does costs it `?` or HIP if a Good Order enemy sees it: labor, recovery,
    placement, smoke, entrenching."""
    for id in list(ids):
        unit = s.units.get(id)
        if unit is not None and unknown(unit) and watched(s, unit.at, unit.side, within):
            reveal(s, id, clause)


def fires_in_sight(s: Battle, ids: Iterable[str]) -> None:
    """RV-A12.13, RV-A12.2 Who fires loses `?` at any range if he is seen; a hidden firer is placed in any case."""
    for id in dict.fromkeys(ids):
        acts_in_sight(s, (id,), within=ANY_RANGE)
        place_under(s, id)


def moves_in_sight(s: Battle, ids: Iterable[str], quietly: bool) -> None:
    """RV-A12.13, RV-A12.2, RV-A4.6 Who spends MF loses `?`, but not by assault movement into Concealment Terrain.

    RV-A12.14 Only the units that lose it are shown.
    """
    f = field_of(s)
    for id in list(ids):
        unit = s.units.get(id)
        if unit is None or not unknown(unit):
            continue
        if not (quietly and in_concealment_terrain(f, unit.at)) and watched(s, unit.at, unit.side):
            reveal(s, id)
        place_under(s, id)


# -- gain ------------------------------------------------------------------------------------------------------------


def may_gain(s: Battle, unit: Unit) -> bool:
    """RV-A12.12 Good Order, not TI, without the Red Banner."""
    return (
        bool(unit.at) and good_order(unit) and not unknown(unit) and not unit.ti
        and not any(weapon_type(w).type == "BANNER" for w in held(s, unit.id))
    )  # fmt: skip


def may_be_hidden(s: Battle, side: str) -> bool:
    """RV-A.12 Whether the enemy must reckon with hidden units of a side: it had some, and not all are known."""
    if any(u.hidden and u.at and u.side == side for u in s.units.values()):
        return True
    return s.hiding.get(side) == HID and secretive(s, side)


def preventers(s: Battle, side: str) -> list[str]:
    """RV-A12.12 Hidden Good Order units that see an enemy who would be concealed."""
    f = field_of(s)
    enemies = list(dict.fromkeys(u.at for u in s.units.values() if u.side != side and may_gain(s, u)))
    return [
        u.id for u in s.units.values()
        if u.side == side and u.hidden and u.at and good_order(u)
        and any(f.range(u.at, at) <= _NEAR and current_sight.sees(s, f, u.at, at) for at in enemies)
    ]  # fmt: skip


def gain(s: Battle, sides: tuple[str, ...] = (), rolls: bool = True) -> None:
    """RV-A12.12, RV-BRV3.6 Units that nobody sees are concealed: in Concealment Terrain by themselves, else by a die.

    The ATTACKER first. At set-up nobody rolls.
    """
    f = field_of(s)
    for side in sides or (s.side, other(s.side)):
        for at in list(s.at):
            here = [u for u in units_at(s, at, side) if may_gain(s, u)]
            outside = [u for u in here if u.bypass]  # RV-A4.3 not in the building
            for stack, covered in (
                (here if not outside else [u for u in here if not u.bypass], True),
                (outside, False),
            ):
                if stack:
                    _gain_at(s, f, at, stack, covered and in_concealment_terrain(f, at), rolls)


def _gain_at(s: Battle, f: Field, at: str, stack: list[Unit], covered: bool, rolls: bool) -> None:
    """RV-A12.12, RV-E1.3 One stack, in Concealment Terrain or not."""
    side = stack[0].side
    if s.night is not None and in_the_dark(s, f, at, side, rolls):
        _conceal(s, stack)
    elif covered:
        if not watched(s, at, side):
            _conceal(s, stack)
    elif rolls and not watched(s, at, side, ANY_RANGE) and _gains_by_die(s, at, stack):
        _conceal(s, stack)


def in_the_dark(s: Battle, f: Field, at: str, side: str, late: bool) -> bool:
    """RV-E1.3, RV-E1.23 Not lit and beyond the NVR of every Good Order enemy; at set-up it is enough to be unseen."""
    assert s.night is not None
    if illuminated(s, f, at):
        return False
    if not late:
        return not watched(s, at, side, ANY_RANGE)
    nvr = s.night.nvr
    return not any(
        e.side != side and e.at and good_order(e) and not is_dummy(e) and not e.hidden and f.range(e.at, at) <= nvr
        for e in s.units.values()
    ) and not any(e.side != side and able(e) and not e.hidden and f.range(e.at, at) <= nvr for e in s.vehicles.values())


def _gains_by_die(s: Battle, at: str, stack: list[Unit]) -> bool:
    """RV-A12.12 A Final dr of 5 or less for the stack."""
    side = stack[0].side
    modifiers: list[Modifier] = []
    leaders = leaders_at(s, at, side)
    if leaders and leadership(leaders[0]):
        modifiers.append((leadership(leaders[0]), "RV-A12.12", "leadership"))
    if any(u.cx for u in stack):
        modifiers.append((1, "RV-A12.12", "counter-exhausted"))
    if any(lax(s, u) for u in stack):
        modifiers.append((1, "RV-A11.17", "lax"))
    die = s.dice.roll(6, "concealment")
    final = die + total(modifiers)
    s.journal.add(
        "RV-A12.12", "concealment_roll", at=at, side=side, die=die, modifiers=modifiers, final=final,
        success=final <= _GAINS,
    )  # fmt: skip
    return final <= _GAINS


def _conceal(s: Battle, stack: list[Unit]) -> None:
    # What was open is secret from now on, and a free way back would show it.
    s.reveal()
    for unit in stack:
        mark(s, unit.id, concealed=True)
    s.journal.add("RV-A12.12", "concealed", at=stack[0].at, side=stack[0].side)
