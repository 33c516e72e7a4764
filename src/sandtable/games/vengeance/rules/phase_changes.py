"""What happens by itself when a phase begins and when it ends (chapters A3.2 to A3.8)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.entering import stay_out
from sandtable.games.vengeance.model.battle import PREP, Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain
from sandtable.games.vengeance.rules.fire.encirclement import loosen
from sandtable.games.vengeance.rules.movement.berserk import calm
from sandtable.games.vengeance.rules.movement.hazards import drift
from sandtable.games.vengeance.rules.movement.labor import finish_labours
from sandtable.games.vengeance.rules.ordnance.upkeep import end_prep_fire as mark_guns
from sandtable.games.vengeance.rules.ordnance.upkeep import unmark_guns
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import last_charges
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.concealment.gain_and_loss import gain_vehicles
from sandtable.games.vengeance.rules.vehicles.phases import settle_vehicles, unmark
from sandtable.games.vengeance.rules.vehicles.phases import start_movement as ready_vehicles
from sandtable.games.vengeance.rules.victory.control import update_control
from sandtable.kernel.state import replace


def end_prep_fire(s: Battle) -> None:
    """RV-A3.2, RV-C13.3 Who fired is marked Prep Fire: rate of fire kept or not, Panzerfausts and charges too."""
    for weapon in list(s.weapons.values()):
        if weapon.used and weapon.holder and s.units[weapon.holder].side == s.side:
            s.weapons[weapon.id] = replace(weapon, fired=PREP)
            mark(s, weapon.holder, fired=PREP)
    for unit in list(s.units.values()):
        if unit.side == s.side and (unit.fausts or unit.expended):
            mark(s, unit.id, fired=PREP)
    mark_guns(s)
    s.directing.clear()


def start_movement(s: Battle) -> None:
    """RV-A3.3, RV-A4.51 The ATTACKER's CX counters go; nobody has moved yet."""
    for unit in list(s.units.values()):
        if unit.side == s.side:
            mark(s, unit.id, cx=False, moved=False, smoked=False, landed=False)
    if s.vehicles:
        ready_vehicles(s)
    for weapon in list(s.weapons.values()):
        if weapon.tried or weapon.carried:
            s.weapons[weapon.id] = replace(weapon, tried=(), carried=False)
    s.shots.clear()


def end_movement(s: Battle) -> None:
    """RV-A3.3, RV-A8.41 Residual FP and fire lanes go; a weapon that kept its rate of fire stays unmarked."""
    drift(s)
    calm(s)
    if s.campaign is not None:
        stay_out(s)
    if s.labours:
        finish_labours(s)
    s.residual.clear()
    s.lanes.clear()
    s.shots.clear()


def end_defensive_fire(s: Battle) -> None:
    """RV-A3.4 All First and Final Fire markers are removed."""
    _unmark(s, other(s.side))
    s.directing.clear()


def end_advancing_fire(s: Battle) -> None:
    """RV-A3.5 The last placed charges go off; Prep and Opportunity markers are removed."""
    last_charges(s)
    s.alarms.clear()
    _unmark(s, s.side)
    s.directing.clear()


def end_close_combat(s: Battle) -> None:
    """RV-A3.8, RV-A7.8, RV-A12.12 Concealment is gained; pins, TI and smoke grenades go; control is updated."""
    gain(s)
    if s.vehicles:
        gain_vehicles(s)
    for unit in list(s.units.values()):
        if unit.pinned or unit.ti or unit.acted or unit.wave:
            mark(s, unit.id, pinned=False, ti=False, searching=False, acted=False, wave=False)
    s.smoke.clear()
    s.fought.clear()
    s.engaged.clear()
    if s.vehicles:
        settle_vehicles(s)
    s.advanced.clear()
    update_control(s)
    loosen(s)


def _unmark(s: Battle, side: str) -> None:
    if s.vehicles:
        unmark(s, side)
    for unit in list(s.units.values()):
        if unit.side == side and (unit.fired or unit.expended):
            mark(s, unit.id, fired="", expended=0)
    for weapon in list(s.weapons.values()):
        holder = s.units.get(weapon.holder)
        if (weapon.fired or weapon.used) and (holder is None or holder.side == side):
            s.weapons[weapon.id] = replace(weapon, fired="", used=False)
    unmark_guns(s, side)
