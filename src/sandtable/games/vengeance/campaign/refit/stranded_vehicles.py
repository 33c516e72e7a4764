"""Vehicles that are cut off when a scenario is over, and their crews (RV-RePh8.606, RV-RePh8.6056)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.hulks import crew_gets_out
from sandtable.games.vengeance.campaign.refit.minefields import on_the_ground
from sandtable.games.vengeance.campaign.supply import isolated_areas, near_areas
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned, mark, mobile
from sandtable.games.vengeance.rules.vehicles.movement.wire_and_mines import anti_tank_mines


def strand(s: Battle) -> None:
    """RV-RePh8.606, RV-RePh8.6056, RV-RePh8.6042 A vehicle in no area of its own drives to one near, or its crew goes.

    Vehicles do not Escape: the crew must, leaving it. The driver of a soft vehicle is no counter. Where several areas
    are near the owner is asked when the men of that place are (RV-RePh8.627).
    """
    for vehicle in [v for v in s.vehicles.values() if v.at and manned(v) and not kind_of(v).cupola]:
        if _area(s, vehicle).startswith(vehicle.side):
            continue
        near = areas_near_vehicle(s, vehicle)
        if len(near) == 1:
            drive_back(s, vehicle.id, near[0])
        elif not near:
            crew_leaves(s, vehicle.id)


def areas_near_vehicle(s: Battle, vehicle: Vehicle) -> list[str]:
    """RV-RePh8.6056 The friendly areas to which a vehicle in none of its own can drive."""
    return near_areas(s, vehicle.side, vehicle.at) if mobile(vehicle) else []


def drive_back(s: Battle, id: str, area: str) -> None:
    """RV-RePh8.6056, RV-RePh8.6042 A vehicle falls back to an area, out of the mines if it stood among them."""
    s.posts[id] = area
    s.journal.add("RV-RePh8.6056", "falls_back", side=s.vehicles[id].side, units=(id,))
    anti_tank_mines(s, id, on_the_ground(s, s.vehicles[id].at))


def at_the_crossroads(s: Battle, side: str) -> list[Vehicle]:
    """RV-RePh8.6056 The vehicles of a side that may fall back to more than one area, and have not been sent yet."""
    lost = [
        v for v in s.vehicles.values()
        if v.side == side and v.at and manned(v) and not kind_of(v).cupola and v.id not in s.posts
        and not _area(s, v).startswith(side)
    ]  # fmt: skip
    return [v for v in lost if len(areas_near_vehicle(s, v)) > 1]


def crew_leaves(s: Battle, id: str) -> None:
    """RV-RePh8.606 The crew is on foot, and has time to get its breath."""
    if not kind_of(s.vehicles[id]).inherent_crew:
        mark(s, id, abandoned=True, motion=False)
        return
    crew_gets_out(s, id, "RV-RePh8.606")


def undecided(s: Battle, side: str) -> list[Vehicle]:
    """RV-RePh8.606 The vehicles in Isolated areas of a side whose crews may Escape or stay with them."""
    cut_off = isolated_areas(s)
    return [
        v for v in s.vehicles.values()
        if v.side == side and v.at and manned(v) and v.id not in s.posts and kind_of(v).inherent_crew
        and not kind_of(v).cupola and _area(s, v) in cut_off and _area(s, v).startswith(side)
    ]  # fmt: skip


def stay_aboard(s: Battle, id: str) -> None:
    """RV-RePh8.606 The crew stays with its vehicle, which sets up in its area again."""
    s.posts[id] = _area(s, s.vehicles[id])


def _area(s: Battle, vehicle: Vehicle) -> str:
    return s.areas.get(field_of(s).hex_of[vehicle.at], "")
