"""What a hit does to a vehicle (RV-C7.5, RV-C7.7, RV-D5.6, RV-D5.7, RV-D8.4, RV-D10.1): the AFV Destruction Table."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import BURNING, HULL, SHOCK, UNCONFIRMED, WRECKED, Vehicle
from sandtable.games.vengeance.rules.units.counters import count, remove
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crew_check, crew_survival, halt, leader_points, stun
from sandtable.games.vengeance.rules.vehicles.crews.passengers import bail_out, lose_ride
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, kind_of, mark, points
from sandtable.games.vengeance.rules.victory.casualty_points import INFANTRY, lose_points, lose_vehicle_points

BURN, ELIMINATE, IMMOBILIZE, STUN, POSSIBLE_SHOCK, NOTHING = (
    "burn", "eliminate", "immobilize", "stun", "possible shock", "",
)  # fmt: skip
DIRECT, CHARGE, FLAME, MG, INDIRECT, AP_MINES, AT_MINES, CLOSE_COMBAT = (
    "direct_fire_bomb", "dc", "ft", "mg", "indirect", "ap_mines", "at_mines", "cc",
)  # fmt: skip
_RECOVERS, _UNCONFIRMED_RECOVERS = 2, 3


def destruction(column: str, final: int, number: int, he: bool = False, brew_up: bool = False) -> str:
    """RV-C7.7 The entry of the AFV Destruction Table for a Final DR against the Final TK number, "" if none.

    A vehicle with a brew-up CS number has -1, only to see whether the wreck burns.
    """
    half, less, equal, he_more, other_more, mine = components().armour.destruction
    if 2 * (final - brew_up) <= number and (final < number or not brew_up):
        return half[column]
    if final < number:
        return less[column]
    if final == number:
        return equal[column]
    if column == AT_MINES:
        return mine[column]
    if final == number + 1:
        return (he_more if he else other_more).get(column, NOTHING)
    return NOTHING


def suffer(s: Battle, id: str, result: str, where: str = HULL, clause: str = "RV-C7.7") -> None:
    """RV-C7.7 A result of the table takes effect; "hull: ..; turret: .." is read by the part that was hit."""
    if ";" in result:
        parts = dict(part.strip().split(": ") for part in result.split(";"))
        result = parts[where]
    if kind_of(s.vehicles[id]).cupola and result in (BURN, ELIMINATE, IMMOBILIZE, SHOCK):
        lose_cupola(s, id)
    elif result in (BURN, ELIMINATE):
        wreck(s, id, result == BURN, clause)
    elif result == IMMOBILIZE:
        immobilize(s, id, clause)
    elif result == SHOCK:
        shock(s, id, clause)
    elif result == STUN:
        stun(s, id)
    elif result == POSSIBLE_SHOCK and crew_check(s, id, 0, "RV-C7.7") > 0:
        shock(s, id, clause)


def wreck(s: Battle, id: str, burns: bool, clause: str = "RV-C7.7", crew_may_live: bool = True) -> None:
    """RV-C7.7, RV-D5.6, RV-D5.7, RV-D10.1 The vehicle is a wreck where it stands; its crew and men may get out."""
    reveal_vehicle(s, id)
    vehicle = s.vehicles[id]
    halt(s, id)
    mark(s, id, wreck=BURNING if burns else WRECKED, motion=False, fired="", used=(), shock="", stunned=False, ce=False)
    s.journal.add(clause, "vehicle_lost", vehicle=id, name=kind_of(vehicle).name, at=vehicle.at, burns=burns)
    count(s, f"{vehicle.side}_vehicles")
    saved = vehicle.abandoned
    if not burns and crew_may_live:
        saved = crew_survival(s, vehicle) or saved
    elif vehicle.leader:
        lose_points(s, vehicle.side, leader_points(vehicle), INFANTRY)
    _score(s, vehicle, saved)
    mark(s, id, leader="")
    lose_ride(s, vehicle, burns)


def _score(s: Battle, vehicle: Vehicle, crew_saved: bool) -> None:
    """RV-A26.2 What a vehicle was worth, with its crew if that is lost, too."""
    worth, crew = points(vehicle)
    lose_vehicle_points(s, vehicle.side, worth, 0 if crew_saved else crew)


def lose_cupola(s: Battle, id: str) -> None:
    """RV-B30.9, RV-BRV9.3 A cupola is gone with its crew: two points."""
    reveal_vehicle(s, id)
    vehicle = mark(s, id, wreck=WRECKED, fired="", used=())
    lose_points(s, vehicle.side, components().cvp["inherent_crew"], INFANTRY)
    s.journal.add("RV-B30.9", "vehicle_lost", vehicle=id, name=kind_of(vehicle).name, at=vehicle.at, burns=False)


def immobilize(s: Battle, id: str, clause: str = "RV-D8.4") -> None:
    """RV-D8.4 It drives no more; its weapons work. Riders jump off."""
    reveal_vehicle(s, id)
    halt(s, id)
    mark(s, id, immobile=True, motion=False)
    s.journal.add(clause, "immobilized", vehicle=id)
    bail_out(s, s.vehicles[id])


def shock(s: Battle, id: str, clause: str = "RV-C7.5") -> None:
    """RV-C7.5 It can neither fire nor move; an exposed crew goes BU. Riders jump off."""
    reveal_vehicle(s, id)
    halt(s, id)
    mark(s, id, shock=SHOCK, ce=False)
    s.journal.add(clause, "shocked", vehicle=id)
    bail_out(s, s.vehicles[id])


def recover_from_shock(s: Battle) -> None:
    """RV-C7.5 In each Rally Phase: Shock 1-2 passes, else it is an Unconfirmed Kill, of which 1-3 recovers."""
    for vehicle in [v for v in s.vehicles.values() if v.shock and not v.wreck]:
        die = s.dice.roll(6, "shock")
        first = vehicle.shock == SHOCK
        recovers = die <= (_RECOVERS if first else _UNCONFIRMED_RECOVERS)
        s.journal.add("RV-C7.5", "shock_roll", vehicle=vehicle.id, die=die, success=recovers)
        if recovers:
            mark(s, vehicle.id, shock="")
        elif first:
            mark(s, vehicle.id, shock=UNCONFIRMED)
        else:
            wreck(s, vehicle.id, burns=False, clause="RV-C7.5", crew_may_live=False)


def sink(s: Battle, vehicle: Vehicle, clause: str) -> None:
    """RV-B6.331 It falls with the bridge, with all who are aboard: nothing of it is left."""
    reveal_vehicle(s, vehicle.id)
    halt(s, vehicle.id)
    for unit in aboard(s, vehicle.id):
        for weapon in [w for w in s.weapons.values() if w.holder == unit.id]:
            del s.weapons[weapon.id]
        remove(s, unit.id, clause, "drowned")
    _score(s, vehicle, vehicle.abandoned)
    lose_points(s, vehicle.side, leader_points(vehicle), INFANTRY)
    count(s, f"{vehicle.side}_vehicles")
    s.journal.add(clause, "vehicle_lost", vehicle=vehicle.id, name=kind_of(vehicle).name, at=vehicle.at, burns=False)
    del s.vehicles[vehicle.id]
