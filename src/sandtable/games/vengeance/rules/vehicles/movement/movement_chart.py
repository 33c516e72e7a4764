"""Entries of the vehicles' terrain chart, as half MP (RV-B1.1, RV-D2.6)."""

from __future__ import annotations

from sandtable.games.vengeance.model.vehicles import ARMORED_CAR, TRUCK, Costs, Vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of

ALL = 10_000
"""RV-B1.1 The cost that stands for every MP."""


def halves_of(text: str, printed: int, other: int = 0) -> int | None:
    """RV-B1.1, RV-D2.6 An entry of the chart in half MP: Z, Q, ALL, NA, COT, n and n+COT; None where it is barred."""
    text = text.removesuffix("R")
    if text in ("NA", "special"):
        return None
    if text == "ALL":
        return ALL
    if text == "Z":
        return 2 * (-(-printed // 2))
    if text == "Q":
        return 2 * (-(-printed // 4))
    if text == "COT":
        return other
    number, _, cot = text.partition("+")
    return 2 * int(number) + (other if cot else 0)


def column(vehicle: Vehicle, row: Costs, off_road: bool = True) -> str:
    """RV-D1.1, RV-D2.6 The entry of a row for a type of vehicle; all-wheel trucks use the AC column off road."""
    type = kind_of(vehicle)
    if type.type == ARMORED_CAR or (type.off_road_bonus and off_road):
        return row.ac
    return {"tracked": row.tracked, "halftrack": row.halftrack, TRUCK: row.truck}[type.type]


def quarter(vehicle: Vehicle) -> int:
    """FRU of a quarter of the printed MP, in half MP."""
    return 2 * (-(-kind_of(vehicle).mp // 4))


def road_rate(vehicle: Vehicle) -> int:
    """RV-B3.1 Half an MP along a road; a whole one for a closed-topped AFV that is Buttoned Up."""
    closed = is_afv(vehicle) and not kind_of(vehicle).open_topped
    return 2 if closed and not vehicle.ce else 1
