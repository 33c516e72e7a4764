"""Fuel (RV-CG6): in the last days of the campaign the German's vehicles may stand still with empty tanks."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import dates, tables
from sandtable.games.vengeance.model.battle import GERMAN, Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.vehicles.crews.inherent import halt
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, mark, mobile

ARRIVAL, START_UP = "setup_dr_out_of_gas_min", "out_of_gas_original_dr"
"""The two occasions of the DR, as the table names what is too much for each."""


def burns_scarce_fuel(s: Battle, vehicle: Vehicle) -> bool:
    """RV-CG6 A German vehicle of a campaign from April 30 AM on; not a dug-in tank, a cupola, or what cannot drive."""
    if s.campaign is None or vehicle.side != GERMAN or kind_of(vehicle).cupola:
        return False
    return s.campaign.date >= dates().index(str(tables()["fuel"]["starts"])) and mobile(s.vehicles[vehicle.id])


def runs_dry(s: Battle, id: str, occasion: str) -> bool:
    """RV-CG6 The DR at set-up, entry (11 or more) or start-up (12): Out of Gas, it drives no more.

    RV-BRV16.4 Only its owner learns of it while the vehicle is being set up, or its condition is a secret.
    """
    vehicle = s.vehicles[id]
    dice = roll(s, vehicle.side, "fuel", calls_sniper=False)
    dry = sum(dice) >= int(tables()["fuel"][occasion])
    secret = s.phase in ("setup", "refit") or vehicle.concealed or vehicle.hidden or vehicle.written
    known: dict[str, tuple[str, ...]] = {"seen_by": (vehicle.side,)} if secret else {}
    s.journal.add("RV-CG6", "fuel", vehicle=id, dice=dice, success=not dry, **known)
    if dry:
        halt(s, id)
        mark(s, id, out_of_gas=True, motion=False)
    return dry
