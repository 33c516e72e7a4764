"""What fire on the IFT does to vehicles (RV-D5.1, RV-D5.3, RV-D6.2 to RV-D6.4): to crews, men aboard, trucks."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke, smoke_hindrance
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import HULL, TURRET, Vehicle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire.results import apply_result
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle, tell, uncover_vehicle
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crew_under_fire
from sandtable.games.vengeance.rules.vehicles.crews.passengers import protected
from sandtable.games.vengeance.rules.vehicles.facing import armour_hit
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, carries_riders, is_afv, kind_of, manned, unseen
from sandtable.games.vengeance.rules.vehicles.under_fire import damage
from sandtable.kernel.modifiers import Modifier, total

COVER = ("RV-B.1", "RV-B9.1", "RV-BRV12.3a", "RV-B10.31", "RV-B27.1", "RV-B2.1", "RV-D9.3")
"""Clauses whose modifiers are cover that men in a vehicle do not have."""
_HATCH = 2
ALL_COVER = 9
"""More cover than anybody has: against flames none of it counts."""
_MG_KILL, _HEAVY_MG_KILL = 4, 5


def is_exposed(s: Battle, vehicle: Vehicle) -> bool:
    """RV-D5.1, RV-D6.3, RV-D6.4 Whether fire on the IFT can harm it or somebody on it."""
    if vehicle.wreck or not vehicle.at or vehicle.cellar:
        return False
    if not is_afv(vehicle):
        return True
    return (manned(vehicle) and vehicle.ce) or any(not protected(s, u) for u in aboard(s, vehicle.id))


def is_fair_game(s: Battle, vehicle: Vehicle, side: str) -> bool:
    """RV-A7.4, RV-D3.1 In First Fire only the vehicle that drives, none while men walk; in any other fire, all."""
    if s.phase != "MPh" or side == s.side:
        return True
    return vehicle.id == s.drive.vehicle if s.drive is not None else s.move is None


def exposed_at(s: Battle, at: str, side: str) -> list[Vehicle]:
    """RV-A7.301 The enemy vehicles of a Location that fire of a side can harm: without armour, or with men exposed."""
    return [
        v for v in s.vehicles.values()
        if v.at == at and v.side != side and is_exposed(s, v) and is_fair_game(s, v, side)
    ]  # fmt: skip


def seems_exposed(s: Battle, at: str, side: str) -> bool:
    """RV-A12.1, RV-BRV16.4 Whether a side may fire on the IFT at vehicles of a Location, as far as it knows of them.

    What is under a `?` counter, or whether hatches are shut of which nothing is known yet, does not bar the fire.
    """
    return any(
        v.at == at and v.side != side and not (v.wreck or v.hidden)
        and (v.concealed or v.written or is_exposed(s, v)) and is_fair_game(s, v, side)
        for v in s.vehicles.values()
    )  # fmt: skip


def exposed_places(s: Battle, side: str) -> list[str]:
    """Locations with enemy vehicles at which a side may fire on the IFT; those under `?` in the order of the map."""
    known = [v.at for v in s.vehicles.values() if v.side != side and not v.concealed and seems_exposed(s, v.at, side)]
    covered = sorted(v.at for v in s.vehicles.values() if v.side != side and v.concealed and v.at)
    return list(dict.fromkeys([*known, *(at for at in covered if seems_exposed(s, at, side))]))


def light_targets(s: Battle, f: Field, at: str, side: str, firer_at: str, heavy: bool) -> list[Vehicle]:
    """RV-C7.6 AFVs so thin that a machine gun could harm them."""
    return [
        v for v in s.vehicles.values()
        if v.at == at and v.side != side and not v.wreck and is_afv(v)
        and is_fair_game(s, v, side) and _mg_number(s, f, v, firer_at, HULL, heavy) >= 2
    ]  # fmt: skip


def fire_on_vehicles(
    s: Battle,
    at: str,
    side: str,
    column: int,
    dice: tuple[int, int],
    drm: tuple[Modifier, ...],
    mg_from: str = "",
    heavy: bool = False,
    area_column: int | None = None,
    aimed_at: str = "",
    counted: int = 0,
) -> None:
    """RV-A.14, RV-D5.3, RV-D6.2, RV-D6.3, RV-D6.4 The same Original DR, with the modifiers that men in vehicles have.

    `mg_from` is where a machine gun fires alone, at full FP: then the DR is its To Kill DR as well (RV-C7.6).
    `area_column` is the column against vehicles under `?`, if it is another one (RV-A12.1). What a charge does to the
    vehicle that it was `aimed_at` is settled already.
    """
    f = field_of(s)
    lost: set[str] = set()
    used = column
    if mg_from:
        for vehicle in light_targets(s, f, at, side, mg_from, heavy):
            _mg_against_armour(s, f, vehicle, mg_from, dice, heavy)
            lost.add(vehicle.id) if s.vehicles[vehicle.id].wreck else None
    for vehicle in exposed_at(s, at, side):
        if vehicle.id in lost:
            continue
        column = used if area_column is None or not unseen(vehicle) else area_column
        plain = [m for m in drm if m[1] not in COVER]
        if not is_afv(vehicle) and vehicle.id != aimed_at:
            _soft_vehicle(s, vehicle, column, dice, plain)
        if not s.vehicles[vehicle.id].wreck:
            strike_exposed(s, f, vehicle, column, dice, plain, counted)


def strike_exposed(
    s: Battle,
    f: Field,
    vehicle: Vehicle,
    column: int,
    dice: tuple[int, int],
    plain: list[Modifier],
    counted: int = 0,
) -> None:
    """RV-A.14, RV-D5.3, RV-D6.2 The crew in its hatches and the men aboard under fire at their vehicle.

    RV-B.1 As much of their cover as has `counted` before (RV-C3.2), or does not count (RV-A22.1), is left out.
    """
    cover = max(0, max(_HATCH, building_tem(f, vehicle)) - counted)
    _men_aboard(s, vehicle, column, dice, plain, cover)
    if manned(vehicle) and vehicle.ce and is_afv(vehicle):
        shelter: list[Modifier] = [(cover, "RV-D5.1", "exposed crew")] if cover else []
        result = _read(s, vehicle, column, dice, [*plain, *shelter])
        crew_under_fire(s, vehicle.id, result)


def building_tem(f: Field, vehicle: Vehicle) -> int:
    """RV-D5.1, RV-B23.41, RV-B9.23 The cover of what a vehicle is inside of; none in bypass or with wall advantage."""
    terrain = f.place(vehicle.at).terrain
    covers = terrain.startswith(("BUILDING", "RUBBLE", "FACTORY", "WOODS", "GATE"))
    inside = covers and vehicle.bypass < 0 and not vehicle.wall
    return components().terrain[terrain].tem if inside else 0


def _read(s: Battle, vehicle: Vehicle, column: int, dice: tuple[int, int], modifiers: list[Modifier]) -> str:
    final = sum(dice) + total(modifiers)
    result = firepower.result_of(column, final)
    uncover_vehicle(s, vehicle.id, result)
    tell(
        s, "RV-D5.3", "fire_on_vehicle", vehicle.id, target=vehicle.at, dice=dice, dr=sum(dice), modifiers=modifiers,
        column=COLUMNS[column] if column >= 0 else 0, final=final, result="no effect" if result == "-" else result,
    )  # fmt: skip
    return result


def _men_aboard(
    s: Battle, vehicle: Vehicle, column: int, dice: tuple[int, int], plain: list[Modifier], shelter: int
) -> None:
    """RV-D6.2, RV-D6.3, RV-D6.4 Riders and truck passengers have no cover; those of a half-track +2 while CE."""
    men = [u.id for u in aboard(s, vehicle.id) if not protected(s, u)]
    if not men:
        return
    cover: list[Modifier] = []
    if shelter and is_afv(vehicle) and not carries_riders(vehicle):
        cover.append((shelter, "RV-D6.3", "exposed passengers"))
    apply_result(s, _read(s, vehicle, column, dice, [*plain, *cover]), men)


def _soft_vehicle(s: Battle, vehicle: Vehicle, column: int, dice: tuple[int, int], plain: list[Modifier]) -> None:
    """RV-D6.4, RV-C7.4 A truck is lost to a Final DR of at most the number of the unarmored line, and burns at half."""
    number = components().ordnance.unarmored_line.get(COLUMNS[column], 0) if column >= 0 else 0
    final = sum(dice) + total(plain)
    hit = final <= number
    if hit:
        reveal_vehicle(s, vehicle.id)
    tell(
        s, "RV-D6.4", "soft_vehicle", vehicle.id, dice=dice, modifiers=plain, final=final, need=number, success=hit,
        for_side=other(vehicle.side),
    )  # fmt: skip
    if hit:
        damage.wreck(s, vehicle.id, burns=2 * final <= number, clause="RV-D6.4")


# -- machine guns against armour ---------------------------------------------------------------------------------------


def _mg_number(s: Battle, f: Field, vehicle: Vehicle, firer_at: str, where: str, heavy: bool) -> int:
    armour, rear = armour_hit(s, f, vehicle, firer_at, where)
    return (_HEAVY_MG_KILL if heavy else _MG_KILL) + rear - armour


def _mg_against_armour(
    s: Battle, f: Field, vehicle: Vehicle, firer_at: str, dice: tuple[int, int], heavy: bool
) -> None:
    """RV-C7.6, RV-A9.5 The IFT DR of a ground machine gun is its To Kill DR: 4, or 5 for a .50-cal, less the armour."""
    where = TURRET if dice[0] < dice[1] else HULL
    number = _mg_number(s, f, vehicle, firer_at, where, heavy)
    result = damage.destruction(damage.MG, sum(dice), number, brew_up=kind_of(vehicle).brew_up)
    if result:
        reveal_vehicle(s, vehicle.id)
    tell(
        s, "RV-C7.7", "to_kill", vehicle.id, dice=dice, final=sum(dice), need=number, where=where,
        result=result or "no effect", modifiers=[],
    )  # fmt: skip
    if result:
        damage.suffer(s, vehicle.id, result, where)


# -- residual fire -----------------------------------------------------------------------------------------------------


def lingering_fire(s: Battle) -> None:
    """RV-A8.22, RV-A9.22 Residual FP and fire lanes attack an exposed crew and men aboard a vehicle that comes in."""
    assert s.drive is not None
    vehicle = s.vehicles[s.drive.vehicle]
    for fp, clause in ((s.residual.get(vehicle.at, 0), "RV-A8.22"), (s.lanes.get(vehicle.at, ("", 0))[1], "RV-A9.22")):
        column = firepower.column_for(fp) if fp else -1
        vehicle = s.vehicles[vehicle.id]
        if column < 0 or not is_exposed(s, vehicle):
            continue
        f = field_of(s)
        mods = tuple(smoke_hindrance(s, f, vehicle.at, vehicle.at)) if in_smoke(s, f, vehicle.at) else ()
        s.journal.add(clause, "lingering", target=vehicle.at, fp=fp)
        dice = roll(s, other(vehicle.side), "residual fire")
        fire_on_vehicles(s, vehicle.at, other(vehicle.side), column, dice, mods)
