"""After each expenditure of a vehicle (RV-Z1, RV-D7.2, RV-D2.4): the DEFENDER fires, reacts, or lets it go on."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import secretive
from sandtable.games.vengeance.rules.concealment.question_marks import named
from sandtable.games.vengeance.rules.fire import groups as fire_groups
from sandtable.games.vengeance.rules.fire import targets as fire_targets
from sandtable.games.vengeance.rules.fire.first_fire import fire_at_mover
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import special_fire_options
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.close_combat.reaction_fire import react, reaction_options
from sandtable.games.vengeance.rules.vehicles.fire.bow_flamethrower import flame_options
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import gunners
from sandtable.games.vengeance.rules.vehicles.fire.main_gun import gun_options
from sandtable.games.vengeance.rules.vehicles.movement.actions import carry_out
from sandtable.games.vengeance.rules.vehicles.movement.armored_assault import keep_escort
from sandtable.games.vengeance.rules.vehicles.movement.entering import end_drive
from sandtable.games.vengeance.rules.vehicles.movement.motion import motion_attempts
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import seems_exposed
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

_SHOTS = ("shoot", "intensive")


def vehicle_window(s: Battle) -> Flow:
    """RV-Z1, RV-A8.1, RV-D7.2 One shot or reaction of the DEFENDER at the vehicle that has just spent MP.

    RV-A.12 A DEFENDER with unknown units is asked even if none of them can do anything.
    """
    move = s.drive
    assert move is not None
    vehicle = s.vehicles.get(move.vehicle)
    if vehicle is None or (vehicle.wreck and (s.move is None or not s.move.units)):
        close_window(s)
        return
    f = field_of(s)
    side = other(s.side)
    options = window_options(s, f, vehicle, side)
    if not options and not secretive(s, side):
        close_window(s)
        return
    pick = yield Choose(side, [*options, ("pass",)], rule="RV-A8.1", ask="first_fire", about=(vehicle.at,))
    if pick[0] == "pass":
        close_window(s)
    elif pick[0] == "react":
        yield from react(s, id_in(pick))
    else:
        yield from fire_at_mover(s, side, vehicle.at, pick)


def window_options(s: Battle, f: Field, vehicle: Vehicle, side: str) -> list[Option]:
    """RV-A8.1, RV-D7.2, RV-D2.4 What the DEFENDER can do at this expenditure."""
    options: list[Option] = []
    men = s.move is not None and bool(s.move.units)
    places = [vehicle.at] if men or seems_exposed(s, vehicle.at, side) else []
    options += [("fire", id) for id in fire_targets.starters(s, f, side, places) if fire_groups.shots_left(s, id)]
    options += [*gunners(s, f, side), *gun_options(s, f, side), *flame_options(s, f, side)]
    options += [
        o for o in special_fire_options(s, f, side)
        if o[0] in _SHOTS or o[-1] == named(s, vehicle.id) or (o[0] == "flame" and o[-1] == vehicle.at)
    ]  # fmt: skip
    if not vehicle.wreck:
        options += reaction_options(s, f, vehicle)
    options += motion_attempts(s, f, side, vehicle.at)
    return options


def close_window(s: Battle) -> None:
    """The DEFENDER has done all he wants: what waited for that happens now, if the vehicle still can."""
    move = s.drive
    assert move is not None
    s.drive = replace(move, window=False)
    vehicle = s.vehicles.get(move.vehicle)
    if vehicle is not None and not vehicle.wreck and not move.halted and move.attack:
        carry_out(s, vehicle, s.drive)
    s.move = None
    keep_escort(s)
    if s.drive is None:
        return
    s.drive = replace(s.drive, attack="", about=(), underbelly=False)
    gone = s.drive.vehicle not in s.vehicles or bool(s.vehicles[s.drive.vehicle].wreck)
    if gone or s.drive.over or s.drive.halted or s.vehicles[s.drive.vehicle].stunned:
        end_drive(s)
