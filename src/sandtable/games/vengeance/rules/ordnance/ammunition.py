"""Ammunition (chapters C4.1, C8.1 to C8.3): which round a Gun has, and what it fires if it has not."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.guns import AP, APCR, AREA, HE, HEAT, INFANTRY, SPECIAL, VEHICLE, Ordnance


def depletion_number(gun: Ordnance, ammunition: str) -> int | None:
    """RV-C8.1, RV-C8.2, RV-BRV8.6 Its depletion number, one higher: both sides are elite. None if it has no limit."""
    n = gun.special.get(SPECIAL[ammunition])
    return None if n is None else n + 1


def normal_round(gun: Ordnance, target_type: str) -> str:
    """RV-C8.1, RV-C8.31 What is fired instead of a round that is not there: AP at vehicles if it has any, else HE."""
    return AP if target_type == VEHICLE and gun.ap else HE


def round_fired(gun: Ordnance, wanted: str, target_type: str, original: int) -> tuple[str, bool]:
    """RV-C8.1, RV-C8.2 The round that is fired at this Original To Hit DR, and whether it was the last of its kind."""
    limit = depletion_number(gun, wanted)
    if limit is None or original <= limit:
        return wanted, limit == original
    instead = normal_round(gun, target_type)
    if instead == wanted:
        instead = AP if gun.ap and wanted == HE else ""
    other = depletion_number(gun, instead) if instead else None
    return (instead, False) if other is None or original <= other else ("", False)


def rounds_for(gun: Ordnance, target_type: str, depleted: tuple[str, ...]) -> list[str]:
    """RV-C4.1, RV-C8.1, RV-C8.3, RV-C8.31 What may be declared against a target type."""
    if target_type == AREA:
        return [HE] if HE not in depleted else []
    wanted = [HE, HEAT, *([AP] if HE in depleted else [])] if target_type == INFANTRY else [AP, HE, HEAT, APCR]
    return [
        round
        for round in wanted
        if round not in depleted
        and (round not in (HEAT, APCR) or SPECIAL[round] in gun.special)
        and (round != AP or gun.ap)
        and (target_type != VEHICLE or round != HE or components().ordnance.he[0][0] <= gun.calibre)
    ]
