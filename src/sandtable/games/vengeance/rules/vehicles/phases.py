"""Vehicles in the sequence of play (RV-A3.1 to RV-A3.5, RV-D5.1, RV-D1.8): hatches, repairs, markers that go."""

from __future__ import annotations

from typing import Final

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.sequence import HATCHES, Step
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.night.cloaking import uncloak_aboard
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import tell
from sandtable.games.vengeance.rules.vehicles.crews.inherent import recover
from sandtable.games.vengeance.rules.vehicles.kinds import able, is_afv, kind_of, mark, unseen
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import recover_from_shock
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

MEND: Final = "mend"
MEND_OTHER: Final = "mend_other"
_REPAIRED, _DISABLED = 1, 6


# -- crew exposed or buttoned up ---------------------------------------------------------------------------------------


def may_change_hatches(vehicle: Vehicle, side: str) -> bool:
    """RV-D5.1, RV-D5.3 An AFV with its crew in order, unless it was forced down for this Player Turn."""
    return (
        vehicle.side == side
        and is_afv(vehicle)
        and able(vehicle)
        and not vehicle.forced_bu
        and not kind_of(vehicle).cupola
    )


def _is_asked_for_hatches(s: Battle, side: str) -> bool:
    """RV-A.12 Whether a side has hatches to open or shut, or vehicles of which nobody may learn that it has not."""
    return any(may_change_hatches(v, side) or _keeps_secret(v, side) for v in s.vehicles.values())


def _keeps_secret(vehicle: Vehicle, side: str) -> bool:
    return vehicle.side == side and bool(vehicle.at) and (unseen(vehicle) or vehicle.written)


def start_of_phase(s: Battle) -> None:
    """RV-D5.1 CE or BU is chosen at the start of one's PFPh, MPh and DFPh and at the end of any MPh."""
    sides = {"PFPh": (s.side,), "MPh": (s.side,), "DFPh": (s.side, other(s.side))}.get(s.phase, ())
    for side in sides:
        if _is_asked_for_hatches(s, side):
            s.step = HATCHES[side]
            return


def hatches(s: Battle) -> Flow:
    """RV-D5.1 A side opens or closes the hatches of its vehicles."""
    side = next(side for side, step in HATCHES.items() if step == s.step)
    options: list[Option] = [
        ("close" if v.ce else "open", v.id) for v in s.vehicles.values() if may_change_hatches(v, side)
    ]
    pick = yield Choose(side, [*options, ("done",)], rule="RV-D5.1", ask="hatches")
    if pick[0] != "done":
        mark(s, id_in(pick), ce=pick[0] == "open")
        if pick[0] == "open":
            uncloak_aboard(s, id_in(pick))
        return
    after = other(side)
    both = s.phase == "DFPh" and side == s.side and _is_asked_for_hatches(s, after)
    s.step = HATCHES[after] if both else ""


# -- the Rally Phase -------------------------------------------------------------------------------------------------


def start_of_rally(s: Battle) -> None:
    """RV-C7.5, RV-D1.8 Shock is settled; crews may mend their weapons, the ATTACKER's first."""
    recover_from_shock(s)
    s.step = MEND if _is_asked_to_mend(s, s.side) else _after_mending(s)


def _is_asked_to_mend(s: Battle, side: str) -> bool:
    return bool(mending(s, side)) or any(_keeps_secret(v, side) for v in s.vehicles.values())


def _after_mending(s: Battle) -> Step:
    """RV-A3.1 After the ATTACKER the DEFENDER mends; then the Rally Phase goes on."""
    return MEND_OTHER if s.step != MEND_OTHER and _is_asked_to_mend(s, other(s.side)) else ""


def mending(s: Battle, side: str) -> list[Option]:
    """RV-D1.8 The weapons of a side's vehicles that could be repaired."""
    return [
        ("mend", v.id, weapon) for v in s.vehicles.values()
        if v.side == side and able(v) for weapon in v.malfunctioned if (v.id, weapon) not in s.mended
    ]  # fmt: skip


def mend(s: Battle) -> Flow:
    """RV-D1.8, RV-A3.1 A die of 1 repairs a weapon, a 6 disables it for good."""
    side = s.side if s.step == MEND else other(s.side)
    pick: Option = ("done",)
    if _is_asked_to_mend(s, side):
        pick = yield Choose(side, [*mending(s, side), ("done",)], rule="RV-D1.8", ask="mend")
    if pick[0] == "done":
        s.step = _after_mending(s)
        if not s.step:
            s.mended.clear()
        return
    id, weapon = id_in(pick), id_in(pick, 2)
    vehicle = s.vehicles[id]
    die = s.dice.roll(6, "repair")
    tell(s, "RV-D1.8", "vehicle_repair", id, weapons=weapon, die=die, success=die == _REPAIRED)
    s.mended.append((id, weapon))
    if die in (_REPAIRED, _DISABLED):
        rest = tuple(w for w in vehicle.malfunctioned if w != weapon)
        disabled = (*vehicle.disabled, weapon) if die == _DISABLED else vehicle.disabled
        mark(s, id, malfunctioned=rest, disabled=disabled)


# -- markers ---------------------------------------------------------------------------------------------------------


def start_movement(s: Battle) -> None:
    """RV-A3.3 No vehicle of the ATTACKER has moved yet; nobody has reacted or tried to get going."""
    for vehicle in list(s.vehicles.values()):
        changes: dict[str, object] = {"tried_motion": False, "reacted": (), "entered": False}
        if vehicle.side == s.side:
            changes |= {"moved": False, "owed": 0}
        mark(s, vehicle.id, **changes)


def unmark(s: Battle, side: str) -> None:
    """RV-A3.4, RV-A3.5 The fire markers of a side's vehicles are removed."""
    for vehicle in list(s.vehicles.values()):
        if vehicle.side == side and (vehicle.fired or vehicle.used):
            mark(s, vehicle.id, fired="", used=())


def settle_vehicles(s: Battle) -> None:
    """RV-D5.3, RV-D2.11, RV-B9.22 Stuns and forced hatches pass, and what holds for one Player Turn only."""
    recover(s)
    for vehicle in list(s.vehicles.values()):
        if vehicle.entered or vehicle.sheltered:
            mark(s, vehicle.id, entered=False, sheltered=False)
