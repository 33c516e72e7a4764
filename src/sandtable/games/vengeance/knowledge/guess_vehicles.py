"""What a seat may imagine of enemy vehicles: other types and conditions under the same `?`, dug-in tanks elsewhere."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import in_concealment_terrain
from sandtable.games.vengeance.rules.set_up.places import is_set_up, places_to_set_up
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, kind_of, unseen, vehicles_at
from sandtable.games.vengeance.rules.vehicles.set_up.dug_in import hides, may_dig_in
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace


def guess_vehicles(s: Battle, side: str, dice: Dice) -> None:
    """RV-A12.1, RV-A12.2, RV-BRV16.4 The vehicles of a side, as far as the enemy does not know them, dealt again."""
    driven = s.drive.vehicle if s.drive is not None else ""
    own = [v for v in s.vehicles.values() if v.side == side and v.at and v.id != driven and v.id not in s.acting]
    for dug_in in (True, False):
        _exchange(s, [v for v in own if v.concealed and v.dug_in == dug_in and _alone(s, v)], dice)
    for vehicle in own:
        if vehicle.hidden:
            _hide_elsewhere(s, vehicle, dice)
        elif vehicle.written and not vehicle.wreck and not unseen(vehicle):
            _guess_condition(s, s.vehicles[vehicle.id], dice)


def _alone(s: Battle, vehicle: Vehicle) -> bool:
    """It carries and tows nothing, and has not fired: then it could be any other."""
    return not (
        vehicle.fired or vehicle.used or aboard(s, vehicle.id) or any(g.towed == vehicle.id for g in s.guns.values())
    )


def _exchange(s: Battle, slots: list[Vehicle], dice: Dice) -> None:
    """What stands under the `?` counters is exchanged; the counters keep their ids and places."""
    dealt = list(slots)
    dice.shuffle(dealt)
    for slot, what in zip(slots, dealt, strict=True):
        s.vehicles[slot.id] = replace(
            what, id=slot.id, at=slot.at, bypass=slot.bypass, tail_end=slot.tail_end, vca=slot.vca, group=slot.group,
            moved=slot.moved, motion=slot.motion, entered=slot.entered, owed=slot.owed, reversing=slot.reversing,
            gun_phase=slot.gun_phase, reacted=slot.reacted, tried_motion=slot.tried_motion, free=slot.free,
            wall=slot.wall, sheltered=slot.sheltered,
            written=slot.written,
        )  # fmt: skip


def _guess_condition(s: Battle, vehicle: Vehicle, dice: Dice) -> None:
    """RV-BRV16.4 Hatches and turret of a Known vehicle whose condition is still secret."""
    type = kind_of(vehicle)
    if type.is_afv and not (vehicle.stunned or vehicle.shock or vehicle.abandoned):
        vehicle = replace(vehicle, ce=dice.below(2) == 1)
    if type.has_turret:
        vehicle = replace(vehicle, tca=dice.below(6))
    s.vehicles[vehicle.id] = vehicle


def _hide_elsewhere(s: Battle, vehicle: Vehicle, dice: Dice) -> None:
    """RV-BRV3.15, RV-A12.2 A hidden dug-in tank may be wherever its group could have dug it in unseen."""
    if not is_set_up(s, vehicle.id, vehicle.side, vehicle.group):
        return
    f = field_of(s)
    cover = in_concealment_terrain(f, vehicle.at)
    places = [
        at for at in places_to_set_up(s, vehicle.id, vehicle.side, vehicle.group)
        if _could_be_there(s, f, vehicle, at) and in_concealment_terrain(f, at) == cover
    ]  # fmt: skip
    if places:
        s.vehicles[vehicle.id] = replace(vehicle, at=dice.pick(places))


def _could_be_there(s: Battle, f: Field, vehicle: Vehicle, at: str) -> bool:
    return (
        at in f.steps and may_dig_in(f, at) and hides(f, at) and not units_at(s, at) and not vehicles_at(s, at)
        and not enemies_at(s, at, vehicle.side)
    )  # fmt: skip
