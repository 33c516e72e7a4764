"""How vehicles lie on the table: hull and turret from above, their marks, their covered arcs as overlays."""

from __future__ import annotations

from sandtable.games.vengeance.knowledge.counter_names import names_of
from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.games.vengeance.model.vehicles import (
    ARMORED_CAR,
    BURNING,
    HALFTRACK,
    TRUCK,
    Vehicle,
    VehicleType,
)
from sandtable.games.vengeance.names import say
from sandtable.games.vengeance.rules.vehicles.kinds import is_captured, kind_of
from sandtable.games.vengeance.table.scenery import drawn_data
from sandtable.kernel.table import Badge, Drawn, Piece

_SIDES = {"german": "german", "russian": "soviet"}
_HEAVY = 40
"""Tonnes from which on a tank is drawn as a heavy one."""


def silhouette(type: VehicleType) -> str:
    """Which drawing a vehicle gets: tank, heavy, assault, halftrack, car or truck."""
    if type.type in (HALFTRACK, TRUCK, ARMORED_CAR):
        return "car" if type.type == ARMORED_CAR else type.type
    if type.cupola:
        return "cupola"
    if not type.has_turret:
        return "assault"
    return "heavy" if type.weight_t >= _HEAVY else "tank"


def counter_name(type: VehicleType) -> str:
    """What a vehicle's counter bears: the name by which players call it, short enough for the counter's edge."""
    return str(drawn_data().get("counter_names", {}).get(type.id, type.name))


def vehicle_pieces(view: BattleView, marks: dict[str, str]) -> list[Piece]:
    """RV-D1.1 The counters of all vehicles and wrecks; `marks` are the texts of the fire markers."""
    pieces = []
    names = names_of(view)
    for vehicle in view.vehicles.values():
        type = kind_of(vehicle)
        aboard = [names.get(u.id, u.id) for u in view.units.values() if u.aboard == vehicle.id]
        pieces.append(
            Piece(
                vehicle.id,
                "vehicle",
                vehicle.at or f"{vehicle.side}-waiting",
                f"{names.get(vehicle.id, type.name)}{' (wreck)' if vehicle.wreck else ''}",
                _SIDES[vehicle.side],
                70,
                facing=vehicle.vca,
                values=_values(vehicle, type),
                badges=_badges(vehicle, marks, len(aboard)),
                note=_note(vehicle, type, aboard),
                drawing=_drawing(vehicle, type),
            )
        )
    return pieces


def _values(vehicle: Vehicle, type: VehicleType) -> dict[str, str | int]:
    values: dict[str, str | int] = {"factors": type.gun if type.has_gun else "", "MP": type.mp}
    if type.is_afv:
        values["armour"] = f"{type.front}/{type.side_armor} {type.turret_front}/{type.turret_side}"
    guns = (("BMG", type.bmg), ("CMG", type.cmg), ("AAMG", type.aamg if vehicle.aamg or not type.aamg_optional else 0))
    if mgs := "/".join(str(fp) if fp else "–" for _, fp in guns) if any(fp for _, fp in guns) else "":
        values["machine guns"] = mgs
    return values


def _drawing(vehicle: Vehicle, type: VehicleType) -> dict[str, Drawn]:
    """The outline of the hull, and where a turret points."""
    drawing: dict[str, Drawn] = {
        "outline": "wreck" if vehicle.wreck else silhouette(type), "silhouette": type.id, "name": counter_name(type),
    }  # fmt: skip
    if type.is_afv:
        drawing["hull_armour"] = f"{type.front}/{type.side_armor}"
    if type.has_turret:
        drawing["turret"] = vehicle.tca
    return drawing | ({"burning": 1} if vehicle.wreck == BURNING else {})


def _badges(vehicle: Vehicle, marks: dict[str, str], aboard: int) -> tuple[Badge, ...]:
    alive = not vehicle.wreck
    armoured = kind_of(vehicle).is_afv
    badges = [
        Badge(text, kind, say(note))
        for holds, text, kind, note in (
            (vehicle.wreck == BURNING, "▲", "bad", "burning_wreck"),
            (vehicle.wreck != "" and vehicle.wreck != BURNING, "✕", "bad", "wreck"),
            (alive and armoured and vehicle.ce, "CE", "info", "crew_exposed"),
            (alive and armoured and not vehicle.ce, "BU", "dark", "buttoned_up"),
            (alive and vehicle.wall, "WA", "info", "wall_advantage"),
            (alive and vehicle.motion, "M", "good", "in_motion"),
            (alive and vehicle.mired, "mire", "bad", "mired"),
            (alive and vehicle.bogged and not vehicle.mired, "bog", "bad", "bogged"),
            (alive and vehicle.immobile and not vehicle.dug_in, "imm", "bad", "immobilized"),
            (alive and vehicle.out_of_gas, "gas", "bad", "out_of_fuel"),
            (alive and vehicle.dug_in, "dug", "info", "dug_in"),
            (alive and vehicle.stunned, "stun", "bad", "stunned"),
            (alive and vehicle.stuns > 0, "S+1", "warn", "was_stunned"),
            (alive and bool(vehicle.shock), "shk", "bad", f"shock_{vehicle.shock}".replace(" ", "_")),
            (alive and vehicle.recalled, "rec", "warn", "recalled"),
            (alive and vehicle.abandoned, "∅", "warn", "captured" if is_captured(vehicle) else "abandoned"),
            (alive and bool(vehicle.leader), "AL", "good", "armor_leader_aboard"),
            (alive and bool(vehicle.malfunctioned or vehicle.disabled), "mal", "warn", "malfunctioned_weapons"),
            (alive and aboard > 0, f"+{aboard}", "info", "men_aboard"),
        )
        if holds
    ]
    if vehicle.fired and alive:
        badges.append(Badge(marks[vehicle.fired], "dark", say(f"fired_{vehicle.fired}")))
    return tuple(badges)


def _note(vehicle: Vehicle, type: VehicleType, aboard: list[str]) -> str:
    parts = [f"{type.mp} MP", say("points", direction=f"arc-{vehicle.vca}")]
    if type.has_turret and vehicle.tca != vehicle.vca:
        parts.append(say("turret", direction=f"arc-{vehicle.tca}"))
    if vehicle.bypass >= 0:
        parts.append(say("on_hexside"))
    if vehicle.leader:
        parts.append(say("armor_leader", type=vehicle.leader.rsplit("_", 1)[-1]))
    if vehicle.supplemental and type.fully_tracked:
        parts.append(say("supplemental_armor"))
    parts += [say("malfunctioned", weapon=weapon) for weapon in vehicle.malfunctioned]
    parts += [say("disabled", weapon=weapon) for weapon in vehicle.disabled]
    parts += [say("removed", weapon=weapon) for weapon in vehicle.removed]
    parts += [
        say("used_up", ammunition=f"{name}{number}") if name in vehicle.depleted else f"{name}{number}"
        for name, number in type.special.items()
    ]
    if aboard:
        parts.append(say("aboard", units=list(aboard)))
    return ", ".join(parts)
