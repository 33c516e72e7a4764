"""The To Kill process (C7): pure sums of plain facts, for every ammunition, and what the To Kill roll does."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.guns import AP, APCR, HE, HEAT, Ordnance
from sandtable.games.vengeance.rules.ordnance.to_hit import band
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import destruction
from sandtable.kernel.journal import Modifier

BURN, ELIMINATE, IMMOBILIZE, SHOCK, POSSIBLE_SHOCK, STUN, NOTHING = (
    "burn", "eliminate", "immobilize", "shock", "possible shock", "stun", "no effect",
)  # fmt: skip
DIRECT, DC, FT, MG, INDIRECT = "direct_fire_bomb", "dc", "ft", "mg", "indirect"
"""Columns of the AFV Destruction Table."""
_MEDIUM, _SMALL = 65, 25
_DUD = 12


class Kill(msgspec.Struct, frozen=True):
    """The To Kill number of one hit, with everything that went into it."""

    number: int
    parts: tuple[Modifier, ...]
    he: bool = False
    soft: bool = False
    """The target is unarmored: only half and whole of the number count (RV-C7.4)."""


def chart_row(gun: Ordnance) -> str:
    """RV-C7.1 The row of a gun in the To Kill chart: its calibre and barrel, or the row its data name."""
    if gun.tk_class:
        return gun.tk_class
    row = f"{gun.calibre}{gun.barrel}"
    if gun.barrel == "L" and 80 <= gun.calibre <= 83:
        return "80L-83L"
    return row


def _range_change(ammunition: str, calibre: int, range: int) -> int | None:
    """RV-C7.1, RV-C7.8 AP and APCR lose or gain by range; None where they have no effect any more."""
    tables = components().ordnance
    if ammunition == AP:
        row = "cal_65_or_more" if calibre >= _MEDIUM else "cal_37_to_57" if calibre > _SMALL else "cal_25_or_less"
        place = band(tables.ap_bands, range)
        return None if place < 0 else tables.ap_range[row][place]
    if ammunition == APCR:
        row = "cal_65_or_more" if calibre >= _MEDIUM else "cal_57_or_less"
        place = band(tables.apcr_bands, range)
        return None if place < 0 else tables.apcr_range[row][place]
    return 0


def basic_kill(gun: Ordnance, ammunition: str) -> int | None:
    """RV-C7.1, RV-C7.3, RV-C8.3, RV-C8.31 The Basic To Kill number against armour; None if the chart has none."""
    tables = components().ordnance
    if ammunition == AP:
        return tables.ap.get(chart_row(gun))
    if ammunition == APCR:
        return tables.apcr.get(chart_row(gun))
    if ammunition == HEAT:
        return tables.heat.get(gun.tk_class if gun.tk_class in tables.heat else str(gun.calibre))
    return next((armoured for least, armoured, _ in reversed(tables.he) if gun.calibre >= least), None)


def kill_number(
    gun: Ordnance,
    ammunition: str,
    range: int,
    armour: int,
    rear: bool = False,
    higher: int = 0,
    critical: bool = False,
    extra: tuple[Modifier, ...] = (),
) -> Kill | None:
    """RV-C7.1, RV-C7.22, RV-C7.3, RV-C7.8 Basic number (doubled by a Critical Hit) and changes, less the armour.

    `higher` counts the full levels by which the firer stands above the target. None: the round does nothing there.
    """
    basic = basic_kill(gun, ammunition)
    change = _range_change(ammunition, gun.calibre, range)
    if basic is None or change is None:
        return None
    tables = components().ordnance
    row, _, made_by = chart_row(gun).partition("_")
    parts: list[Modifier] = [(basic, "RV-C7.1", f"{ammunition} {row} {made_by.capitalize()}".strip())]
    if critical:
        parts.append((basic, "RV-C3.7", "critical hit"))
    if change:
        parts.append((change, "RV-C7.1", "range"))
    if rear:
        parts.append((tables.rear, "RV-C7.1", "rear"))
    if higher >= 1 and range <= 2 * higher:
        parts.append((tables.elevation[min(higher, 2) - 1], "RV-C7.22", "from above"))
    parts += extra
    parts.append((-armour, "RV-C7.1", "armour"))
    return Kill(sum(p[0] for p in parts), tuple(parts), he=ammunition == HE)


def soft_number(gun: Ordnance, ammunition: str, critical: bool = False) -> Kill:
    """RV-C7.4 Against an unarmored vehicle: the entry of the ammunition table, no armour, no range."""
    tables = components().ordnance
    if ammunition in (AP, APCR):
        number = next(value for least, value in reversed(tables.ap_unarmored) if gun.calibre >= least)
    elif ammunition == HEAT:
        number = tables.heat_unarmored
    else:
        number = next((soft for least, _, soft in reversed(tables.he) if gun.calibre >= least), 0)
    parts: list[Modifier] = [(number, "RV-C7.4", f"against a soft vehicle|{ammunition}")]
    if critical:
        parts.append((number, "RV-C3.7", "critical hit"))
    return Kill(sum(p[0] for p in parts), tuple(parts), soft=True)


def kill_result(kill: Kill, original: int, where: str, column: str = DIRECT, brew_up: bool = False) -> str:
    """RV-C7.1, RV-C7.11, RV-C7.3, RV-C7.4 What a To Kill DR does. An Original 12 is a dud.

    A vehicle that brews up easily burns as if the DR were one lower.
    """
    if original == _DUD:
        return NOTHING
    if kill.soft:
        if 2 * (original - brew_up) <= kill.number and original <= kill.number:
            return BURN
        return ELIMINATE if original <= kill.number else NOTHING
    entry = destruction(column, original, kill.number, kill.he, brew_up)
    if ":" in entry:
        entry = dict(part.strip().split(": ") for part in entry.split(";"))[where]
    return entry or NOTHING


# -- shells among men ------------------------------------------------------------------------------------------------


def he_power(calibre: int) -> int:
    """The FP of a high-explosive shell by its calibre."""
    return next((fp for least, fp in reversed(components().ordnance.he_columns) if calibre >= least), 0)


def shell_power(gun: Ordnance, ammunition: str) -> float:
    """RV-C4.1, RV-C8.3 The FP of a hit on personnel: HE by calibre, HEAT two columns lower, AP 1 or 2."""
    if ammunition in (AP, APCR):
        return 2 if gun.calibre >= 76 else 1
    power = he_power(gun.calibre)
    if ammunition != HEAT:
        return power
    columns = [fp for _, fp in components().ordnance.he_columns]
    place = columns.index(power) - 2
    return columns[place] if place >= 0 else 0
