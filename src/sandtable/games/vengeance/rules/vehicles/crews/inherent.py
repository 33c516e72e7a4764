"""Inherent crews (chapter D5): their checks, Stun and Recall, abandonment, and who survives a wreck."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit, Weapon
from sandtable.games.vengeance.model.vehicles import AAMG, CMG, MA, Vehicle
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.units.counters import new_id
from sandtable.games.vengeance.rules.units.elr import elr_of_new
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle, tell
from sandtable.games.vengeance.rules.vehicles.crews.passengers import bail_out
from sandtable.games.vengeance.rules.vehicles.kinds import (
    crew_morale,
    has_weapon,
    kind_of,
    leader_modifier,
    machine_gun,
    manned,
    mark,
    mobile,
    unseen,
)
from sandtable.games.vengeance.rules.victory.casualty_points import INFANTRY, lose_points
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

_HEAVY_MG = 7
_SAVED = 3
"""RV-D5.6 The highest die that saves an armor leader."""


def crew_check(s: Battle, id: str, plus: int, clause: str) -> int:
    """RV-D1.9, RV-D3.4 A check of the crew: how far it fails (more than 0), 0 if it passes exactly.

    An armor leader does not modify his own check, which is taken with his morale.
    """
    vehicle = s.vehicles[id]
    dice = roll(s, vehicle.side, "crew check")
    modifiers: list[Modifier] = [(plus, clause, f"{plus}MC")] if plus else []
    level = crew_morale(vehicle)
    final = sum(dice) + plus
    tell(
        s, clause, "crew_check", id, dice=dice, modifiers=modifiers, final=final, morale=level,
        success=final <= level,
    )  # fmt: skip
    return final - level


def button_up(s: Battle, id: str, clause: str = "RV-D5.3") -> None:
    """RV-D5.3, RV-D5.35 The crew goes BU and stays so for the Player Turn."""
    reveal_vehicle(s, id)
    mark(s, id, ce=False, forced_bu=True)
    s.journal.add(clause, "buttons_up", vehicle=id)


def halt(s: Battle, id: str) -> None:
    """The vehicle ends its move where it is, if it was moving."""
    if s.drive is not None and s.drive.vehicle == id:
        s.drive = replace(s.drive, halted=True, attack="", about=())
        mark(s, id, motion=False)


def stun(s: Battle, id: str, killed: bool = False) -> None:
    """RV-D5.3, RV-P12, RV-BRV16.10 BU, no fire and no movement in this Player Turn; then Recall, or +1 for Germans.

    What was in Motion before its move stays in Motion.
    """
    reveal_vehicle(s, id)
    vehicle = s.vehicles[id]
    first = vehicle.stuns == 0
    spared = vehicle.side == GERMAN and first and not killed
    if killed and vehicle.leader:
        s.journal.add("RV-D5.3", "armor_leader_lost", vehicle=id)
        _lose_leader(s, vehicle)
    halt(s, id)
    rolling = s.drive.in_motion if s.drive is not None and s.drive.vehicle == id else vehicle.motion
    mark(
        s, id, stunned=True, stuns=vehicle.stuns + 1, ce=False, forced_bu=True, motion=rolling,
        recalled=vehicle.recalled or not spared, leader="" if killed else vehicle.leader,
    )  # fmt: skip
    s.journal.add("RV-P12" if spared else "RV-D5.3", "stunned", vehicle=id, recalled=not spared)
    bail_out(s, s.vehicles[id])


def _lose_leader(s: Battle, vehicle: Vehicle) -> None:
    lose_points(s, vehicle.side, leader_points(vehicle), INFANTRY)


def leader_points(vehicle: Vehicle) -> int:
    """RV-A26.2 Casualty points of an armor leader."""
    if not vehicle.leader:
        return 0
    return components().cvp["leader_base"] + max(0, -components().units[vehicle.leader].leadership)


def crew_under_fire(s: Battle, id: str, result: str) -> None:
    """RV-D5.3, RV-D5.35 What a result of the IFT does to an exposed crew."""
    if result == "-" or not s.vehicles[id].ce:
        return
    if result == "PTC":
        if crew_check(s, id, 0, "RV-D5.3") > 0:
            button_up(s, id, "RV-D5.35")
    elif result.endswith("KIA"):
        stun(s, id, killed=True)
    elif result.startswith("K/"):
        stun(s, id)
    else:
        failed_by = crew_check(s, id, 0 if result == "NMC" else int(result[:-2]), "RV-D5.3")
        if failed_by > 0:
            stun(s, id)
        elif failed_by == 0:
            button_up(s, id)


def is_sniped(vehicle: Vehicle) -> bool:
    """RV-A14.3, RV-A14.4 An exposed crew, or the driver of a soft vehicle."""
    return manned(vehicle) and bool(vehicle.at) and (vehicle.ce or not kind_of(vehicle).is_afv)


def crews_in_sight(s: Battle, side: str) -> list[str]:
    """RV-A14.3 Where the sniper of a side finds crews of the enemy."""
    return list(dict.fromkeys(v.at for v in s.vehicles.values() if v.side != side and is_sniped(v) and not unseen(v)))


def snipe_crew(s: Battle, id: str, die: int) -> None:
    """RV-A14.3 A 1 Stuns the vehicle and kills its armor leader, a 2 makes the crew button up; a driver stops."""
    vehicle = s.vehicles[id]
    if not kind_of(vehicle).is_afv:
        halt(s, id)
        mark(s, id, motion=False, moved=True)
    elif die == 1:
        if vehicle.leader:
            s.journal.add("RV-A14.3", "armor_leader_lost", vehicle=id)
            _lose_leader(s, vehicle)
            mark(s, id, leader="")
        stun(s, id)
    else:
        button_up(s, id, "RV-A14.3")


def recover(s: Battle) -> None:
    """RV-D5.3 At the end of a Player Turn Stun passes; crews that were forced down may open their hatches again."""
    for vehicle in list(s.vehicles.values()):
        if vehicle.stunned or vehicle.forced_bu:
            mark(s, vehicle.id, stunned=False, forced_bu=False)


# -- getting out -----------------------------------------------------------------------------------------------------


def crew_counter(s: Battle, vehicle: Vehicle, **marks: object) -> Unit:
    """RV-D5.4, RV-D5.6 The crew as a counter of its own, 1-2-7, in the vehicle's Location."""
    id = new_id(s, vehicle.side)
    type = f"{vehicle.side[:2]}_1-2-7"
    unit: Unit = replace(
        Unit(id, type, vehicle.side, vehicle.at, elr_of_new(s, vehicle.side, type), group=vehicle.group, moved=True),
        **marks,
    )
    s.units[id] = unit
    s.at[vehicle.at] = (*s.at.get(vehicle.at, ()), id)
    return unit


def crew_survival(s: Battle, vehicle: Vehicle) -> bool:
    """RV-D5.6 A DR of at most the CS number saves the crew of a wreck that does not burn; then perhaps its leader."""
    type = kind_of(vehicle)
    if not type.inherent_crew or vehicle.abandoned:
        return False
    dice = roll(s, vehicle.side, "crew survival", calls_sniper=False)
    saved = sum(dice) <= type.cs
    s.journal.add("RV-D5.6", "crew_survival", vehicle=vehicle.id, dice=dice, need=type.cs, success=saved)
    if not saved:
        _lose_leader(s, vehicle)
        return False
    crew_counter(s, vehicle, pinned=_shaken_now(s))
    if vehicle.leader:
        die = s.dice.roll(6, "armor leader")
        alive = die <= _SAVED
        s.journal.add("RV-D5.6", "leader_survival", vehicle=vehicle.id, die=die, success=alive)
        if alive:
            leader_on_foot(s, vehicle)
        else:
            _lose_leader(s, vehicle)
    return True


def leader_on_foot(s: Battle, vehicle: Vehicle) -> str:
    """RV-D5.6 An armor leader on foot is a leader of the same numbers."""
    id, type = new_id(s, vehicle.side), vehicle.leader.replace("_armor_", "_")
    elr = elr_of_new(s, vehicle.side, type)
    s.units[id] = Unit(id, type, vehicle.side, vehicle.at, elr, group=vehicle.group, moved=True, pinned=_shaken_now(s))
    s.at[vehicle.at] = (*s.at.get(vehicle.at, ()), id)
    return id


def _shaken_now(s: Battle) -> bool:
    """RV-D5.6 Who gets out is pinned; before the battle (RV-BRV16.5) he has got his breath back when it begins."""
    return s.phase not in ("setup", "refit")


def needs_task_check(vehicle: Vehicle) -> bool:
    """RV-BRV16.6, RV-D5.4 A mobile AFV with working main armament is not left lightly, hatches open or shut."""
    type = kind_of(vehicle)
    main = MA if type.has_gun else type.gun
    return mobile(vehicle) and type.is_afv and has_weapon(vehicle, main)


def try_to_abandon(s: Battle, id: str, taking: str = "") -> bool:
    """RV-D5.4, RV-BRV16.6 The crew leaves; if it needs a VATC, the DR must exceed its morale, leadership inverted."""
    vehicle = s.vehicles[id]
    if needs_task_check(vehicle):
        dice = roll(s, vehicle.side, "voluntary abandonment")
        modifiers: list[Modifier] = []
        if vehicle.leader and (value := components().units[vehicle.leader].leadership):
            modifiers.append((-value, "RV-BRV16.6", "leadership, inverted"))
        final, level = sum(dice) + total(modifiers), crew_morale(vehicle)
        tell(
            s, "RV-BRV16.6", "abandonment", id, dice=dice, modifiers=modifiers, final=final, morale=level,
            success=final > level,
        )  # fmt: skip
        if final <= level:
            mark(s, id, moved=True)
            return False
    abandon(s, id, taking=taking)
    return True


def removable(vehicle: Vehicle) -> list[str]:
    """RV-D6.63, RV-D6.631 The machine guns that a crew can take along: AAMG and CMG that work."""
    return [w for w in (CMG, AAMG) if machine_gun(vehicle, w) and w not in vehicle.malfunctioned + vehicle.disabled]


def weapon_id(s: Battle, type: str) -> str:
    """The id of a weapon that comes into play; a campaign has more than there are names of a kind."""
    if s.campaign is not None:
        return new_id(s, components().weapons[type].side)
    number = 1
    while f"{type.replace('_', '-')}-{number}" in s.weapons:
        number += 1
    return f"{type.replace('_', '-')}-{number}"


def take_weapon(s: Battle, vehicle: Vehicle, weapon: str, holder: str, side: str = "") -> str:
    """RV-D6.63 A LMG; the heavy gun of a /sMG half-track as a dismantled HMG. The vehicle has it no more."""
    heavy = weapon == CMG and machine_gun(vehicle, CMG) >= _HEAVY_MG
    type = f"{kind_of(vehicle).side[:2]}_{'hmg' if heavy else 'lmg'}"
    id = weapon_id(s, type)
    s.weapons[id] = Weapon(id, type, side or vehicle.side, holder, dm=heavy)
    mark(s, vehicle.id, removed=(*vehicle.removed, weapon))
    return id


def abandon(s: Battle, id: str, clause: str = "RV-D5.4", taking: str = "") -> None:
    """RV-D5.4 The crew becomes a counter in the Location with no MF left; its armor leader goes with it."""
    reveal_vehicle(s, id)
    vehicle = mark(s, id, abandoned=True, moved=True, ce=False, motion=False)
    crew = crew_counter(s, vehicle)
    if taking:
        weapon = take_weapon(s, vehicle, taking, crew.id)
        s.journal.add("RV-D6.63", "weapon_removed", vehicle=vehicle.id, weapon=weapon)
    if vehicle.leader:
        leader_on_foot(s, vehicle)
        mark(s, id, leader="")
    tell(s, clause, "abandoned", id, at=vehicle.at)


def crew_modifiers(vehicle: Vehicle) -> list[Modifier]:
    """RV-D3.4, RV-D3.45 What armor leader and inexperience do to the DR of motion, bog and excessive speed."""
    modifiers: list[Modifier] = []
    if value := leader_modifier(vehicle):
        modifiers.append((value, "RV-D3.4", "Armor Leader"))
    if vehicle.inexperienced:
        modifiers.append((1, "RV-D3.45", "inexperienced crew"))
    return modifiers
