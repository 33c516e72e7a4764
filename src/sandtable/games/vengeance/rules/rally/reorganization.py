"""Before the rallying (chapters A1.3, A3.1, A4.43, A9.72): deploying, recombining, weapons handed over and mended."""

from __future__ import annotations

from sandtable.games.vengeance.components import HALF_SQUAD, SQUAD, components
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle, Unit
from sandtable.games.vengeance.model.sequence import Step
from sandtable.games.vengeance.rules.civilians import interrogate, interrogators
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes, place_under, reveal, secretive
from sandtable.games.vengeance.rules.morale.checks import task_check
from sandtable.games.vengeance.rules.morale.leaders import leaders_at
from sandtable.games.vengeance.rules.movement.actions import hand_over, put_down, try_recovery
from sandtable.games.vengeance.rules.movement.allowance import too_heavy_with
from sandtable.games.vengeance.rules.ordnance.handling import gun_tasks, recover_gun, repair_gun
from sandtable.games.vengeance.rules.units.counters import create, mark, swap, vanish
from sandtable.games.vengeance.rules.units.kinds import (
    good_order,
    held,
    is_dummy,
    type_of,
    units_at,
    unknown,
    weapon_type,
)
from sandtable.games.vengeance.rules.vehicles.kinds import unseen
from sandtable.games.vengeance.rules.victory.banner import may_take_up
from sandtable.kernel.flow import Choose, Flow, Once, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_HELP = ("fanatic", "dug", "shellhole", "wall", "free")
_HARM = ("cx", "wired", "encircled", "labor", "fausts")


def organize(s: Battle, side: str, after: Step) -> Flow:
    """RV-A3.1 One thing that a side does before it rallies, or the end of that; `after` is the next step."""
    tasks = Once(lambda: _tasks(s, side))
    if not secretive(s, side) and not tasks():
        s.step = after
        return
    pick = yield Choose(side, lambda: [*tasks(), ("done",)], rule="RV-A3.1", ask="organize")
    match pick:
        case ("done",):
            s.step = after
        case ("deploy", str(squad)):
            yield from _deploy(s, squad)
        case ("recombine", str(half), str(other_half)):
            _recombine(s, half, other_half)
        case ("interrogate", str(unit)):
            yield from interrogate(s, unit)
        case ("show", str(unit)):
            reveal(s, unit)
        case ("place_under", str(unit)):
            place_under(s, unit)
        case _:
            _see_to_weapon(s, pick)


def _tasks(s: Battle, side: str) -> list[Option]:
    """RV-A3.1 Interrogate, recombine and deploy (ATTACKER only), recover, transfer and repair weapons, show oneself."""
    options: list[Option] = [("interrogate", u.id) for u in interrogators(s, side)]
    if side == s.side:
        options += _deployments(s, side)
    return [*options, *_weapon_tasks(s, side), *gun_tasks(s, side), *showings(s, side)]


def _see_to_weapon(s: Battle, pick: Option) -> None:
    """RV-A4.44, RV-A4.431, RV-A9.72 A weapon or Gun is taken up, handed over or mended."""
    match pick:
        case ("transfer", str(weapon), str(taker)):
            _transfer(s, weapon, taker)
        case ("drop", str(unit), str(weapon)):
            put_down(s, unit, weapon)
        case ("recover", str(unit), str(gun)) if gun in s.guns:
            recover_gun(s, s.units[unit], gun)
        case ("recover", str(unit), str(weapon)):
            try_recovery(s, s.units[unit], s.weapons[weapon])
            mark(s, unit, acted=True)
        case (_, str(gun)) if gun in s.guns:
            repair_gun(s, gun)
        case (_, str(weapon)):
            _repair(s, weapon)


def _transfer(s: Battle, id: str, taker: str) -> None:
    """RV-A4.431 A weapon changes hands, once in a phase; neither does anything else in it."""
    giver = s.weapons[id].holder
    hand_over(s, id, taker)
    mark(s, giver, acted=True)
    mark(s, taker, acted=True)


def showings(s: Battle, side: str) -> list[Option]:
    """RV-A12.13, RV-A12.2 Who may be shown of one's own will; hidden units may be placed under `?` in their own RPh."""
    mine = [u for u in s.units.values() if u.side == side and u.at and unknown(u) and not is_dummy(u)]
    options: list[Option] = [("show", u.id) for u in mine]
    tanks = [v for v in s.vehicles.values() if v.side == side and v.at and unseen(v)]
    options += [("show", v.id) for v in tanks]
    if side == s.side:
        options += [("place_under", u.id) for u in mine if u.hidden] + [
            ("place_under", v.id) for v in tanks if v.hidden
        ]
    return options


def _free(unit: Unit) -> bool:
    """RV-A3.1 Who may still do one of these things: Good Order, unpinned, not yet active in this phase."""
    return not is_dummy(unit) and good_order(unit) and not unit.pinned and not unit.acted and bool(unit.at)


def _deployments(s: Battle, side: str) -> list[Option]:
    """RV-A1.31, RV-A1.32, RV-A25.2 Squads that may deploy (no Russians) and half-squads that may recombine."""
    options: list[Option] = []
    for unit in s.units.values():
        if unit.side != side or not _free(unit) or not any(not u.acted for u in leaders_at(s, unit.at, side)):
            continue
        kind = type_of(unit).kind
        if kind == SQUAD and side != RUSSIAN:
            options.append(("deploy", unit.id))
        if kind == HALF_SQUAD:
            options += [
                ("recombine", unit.id, twin.id) for twin in units_at(s, unit.at, side)
                if twin.id > unit.id and twin.type == unit.type and _free(twin) and _whole(unit.type)
            ]  # fmt: skip
    return options


def _whole(half: str) -> str:
    """The squad type that a half-squad type belongs to."""
    return next((t.id for t in components().units.values() if t.half_squad == half), "")


def _deploy(s: Battle, id: str) -> Flow:
    """RV-A1.31 A NTC: pass and the squad becomes its two half-squads, which divide its weapons as they like."""
    unit = s.units[id]
    leader = next(u for u in leaders_at(s, unit.at, unit.side) if not u.acted)
    mark(s, leader.id, acted=True)
    mark(s, id, acted=True)
    if not task_check(s, id, 0, "RV-A1.31"):
        return
    half = type_of(unit).half_squad
    first = swap(s, id, half)
    second = create(s, half, first)
    s.journal.add("RV-A1.31", "deployed", seen_by=eyes(s, (id,)), unit=id, by=second.id)
    s.acting += [id, second.id]
    for weapon in held(s, id):
        pick = yield Choose(
            unit.side, [("take_over", half, weapon.id) for half in (id, second.id)], rule="RV-A1.31", ask="divide",
            about=(weapon.id,),
        )  # fmt: skip
        s.weapons[weapon.id] = replace(weapon, holder=id_in(pick))


def _recombine(s: Battle, id: str, twin: str) -> None:
    """RV-A1.32 Two half-squads of one type become a squad with the worse status of the two; a `?` both must have."""
    show = reveal if any(not unknown(s.units[half]) for half in (id, twin)) else place_under
    if s.units[id].hidden != s.units[twin].hidden or show is reveal:
        for half in (id, twin):
            show(s, half)
    unit, second = s.units[id], s.units[twin]
    for weapon in held(s, twin):
        s.weapons[weapon.id] = replace(weapon, holder=id)
    for gun in [g for g in s.guns.values() if g.crew == twin]:
        s.guns[gun.id] = replace(gun, crew=id)
    vanish(s, twin)
    swap(s, id, _whole(unit.type), **worse_status(unit, second), acted=True)
    s.journal.add("RV-A1.32", "recombined", seen_by=eyes(s, (id,)), unit=id)


def worse_status(unit: Unit, second: Unit) -> dict[str, bool | int]:
    """RV-A1.32 The marks that both have if they help, and that either has if they harm."""
    helps = {name: getattr(unit, name) and getattr(second, name) for name in _HELP}
    harms = {name: max(getattr(unit, name), getattr(second, name)) for name in _HARM}
    return helps | harms | {"elr": min(unit.elr, second.elr)}


def _weapon_tasks(s: Battle, side: str) -> list[Option]:
    """RV-A4.44, RV-A4.431, RV-A9.72 Weapons that may be recovered, handed over or repaired.

    Broken units recover only what they could carry away.
    """
    options: list[Option] = []
    for weapon in s.weapons.values():
        if not weapon.holder:
            options += [
                ("recover", u.id, weapon.id) for u in units_at(s, weapon.at, side)
                if not u.acted and not u.melee and not u.pinned and not u.berserk and u.id not in weapon.tried
                and not is_dummy(u) and may_take_up(s, u, weapon) and not (u.broken and too_heavy_with(s, u, weapon))
            ]  # fmt: skip
            continue
        holder = s.units[weapon.holder]
        if holder.side == s.side == side and holder.at and not holder.melee:
            options.append(("drop", holder.id, weapon.id))
        if holder.side != side or not _free(holder):
            continue
        if weapon.malfunctioned and weapon_type(weapon).repair and "repair" not in weapon.tried:
            options.append(("repair", weapon.id))
        if "transfer" not in weapon.tried:
            options += [
                ("transfer", weapon.id, u.id) for u in units_at(s, holder.at, side) if u.id != holder.id and _free(u)
            ]
    return options


def _repair(s: Battle, id: str) -> None:
    """RV-A9.72 A die at most the repair number; a 6 eliminates it."""
    weapon = s.weapons[id]
    die = s.dice.roll(6, "repair")
    type = weapon_type(weapon)
    s.journal.add("RV-A9.72", "repair", seen_by=eyes(s, (id,)), weapon=id, die=die, success=die <= type.repair)
    if die <= type.repair:
        s.weapons[id] = replace(weapon, malfunctioned=False, tried=(*weapon.tried, "repair"))
    elif die == 6:
        del s.weapons[id]
    else:
        s.weapons[id] = replace(weapon, tried=(*weapon.tried, "repair"))
