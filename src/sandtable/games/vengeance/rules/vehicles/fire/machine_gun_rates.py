"""What a vehicle's machine guns leave behind (RV-A8.2, RV-A9.2, RV-D1.8, RV-D3.2): breakdowns, rates, residual FP."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.model.battle import FIRST, Battle
from sandtable.games.vengeance.model.vehicles import AAMG, CMG, MA, Vehicle
from sandtable.games.vengeance.rules.fire import aftermath, firepower
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, mark
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.journal import Modifier

IFE, PASSENGERS = "IFE", "passengers"
_BREAKS = 12


class VehicleVolley(msgspec.Struct, frozen=True):
    """What a vehicle fires at one Location: its weapons, FP and modifiers."""

    vehicle: str
    target: str
    weapons: tuple[str, ...]
    powers: tuple[float, ...]
    """The FP of each weapon."""
    factors: tuple[tuple[float, str, str], ...]
    drm: tuple[Modifier, ...]
    groups: tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]
    tca: int
    """Where the turret points afterwards."""
    hindered: int
    """RV-A6.7 The points of hindrance on the line, without LV."""

    @property
    def fp(self) -> float:
        """RV-D3.2 All firepower together."""
        return sum(self.powers)


def halved(s: Battle, vehicle: Vehicle) -> tuple[float, str, str] | None:
    """RV-D3.2, RV-D3.3 Half FP in the Advancing Fire Phase and in Bounding First Fire."""
    if s.phase == "AFPh" and vehicle.side == s.side:
        return 0.5, "RV-D3.2", "advancing fire"
    return (0.5, "RV-D3.2", "bounding first fire") if s.phase == "MPh" and vehicle.side == s.side else None


def leave_residual(s: Battle, vehicle: Vehicle, planned: VehicleVolley, dice: tuple[int, int]) -> None:
    """RV-A8.2 Not by weapons that keep their rate of fire, nor by one that broke down alone."""
    if broke_down(planned, dice) and len(planned.weapons) == 1:
        return
    kept = keeps_rate(s, vehicle, planned, dice)
    rest = firepower.column_for(_power_without(planned, kept))
    aftermath.leave_residual(s, planned.target, rest, planned.hindered)


def broke_down(planned: VehicleVolley, dice: tuple[int, int]) -> bool:
    """RV-D1.8 The guns of the vehicle break down; what its passengers fire is their own."""
    return sum(dice) >= _BREAKS and planned.weapons != (PASSENGERS,)


def keeps_rate(s: Battle, vehicle: Vehicle, planned: VehicleVolley, dice: tuple[int, int]) -> list[str]:
    """RV-A9.2, RV-D3.2 The weapons that keep their rate of fire."""
    if broke_down(planned, dice) or halved(s, vehicle) is not None:
        return []
    type = kind_of(vehicle)
    rates = {CMG: max(1, type.rof if type.gun == CMG else 1), AAMG: max(1, type.rof if type.gun == AAMG else 1)}
    rates[IFE] = type.rof
    return [w for w in planned.weapons if dice[0] <= rates.get(w, 0)]


def residual_or_rate(s: Battle, planned: VehicleVolley, kept: list[str]) -> Flow:
    """RV-A8.2, RV-D3.2 After First Fire the owner may give up a rate of fire for residual FP, if it is more."""
    side = s.vehicles[planned.vehicle].side
    if s.phase != "MPh" or side == s.side:
        return
    still = list(kept)
    for weapon in kept:
        column = firepower.column_for(_power_without(planned, [w for w in still if w != weapon]))
        if aftermath.residual_after(column, planned.hindered) <= s.residual.get(planned.target, 0):
            continue
        pick = yield Choose(
            side, [("keep_rate_of", planned.vehicle, weapon), ("give_up_rate_of", planned.vehicle, weapon)],
            rule="RV-A8.2", ask="rate_of", about=(planned.vehicle, weapon),
        )  # fmt: skip
        if pick[0] == "give_up_rate_of":
            still.remove(weapon)
            _give_up(s, planned.vehicle, weapon)
            aftermath.leave_residual(s, planned.target, column, planned.hindered)


def _give_up(s: Battle, id: str, weapon: str) -> None:
    """RV-A8.41 It fires no more in this phase."""
    vehicle = s.vehicles[id]
    name = MA if weapon == IFE else weapon
    mark(s, id, used=(*vehicle.used, name), fired=FIRST if weapon == IFE else vehicle.fired)


def _power_without(planned: VehicleVolley, weapons: list[str]) -> float:
    """The FP of a volley but for some of its weapons."""
    return sum(fp for weapon, fp in zip(planned.weapons, planned.powers, strict=True) if weapon not in weapons)
