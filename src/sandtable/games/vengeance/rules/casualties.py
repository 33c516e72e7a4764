"""Casualty points, and which of them count in the campaign (RV-A26.2, RV-CG16, RV-CG24, RV-CGS13)."""

from __future__ import annotations

from sandtable.games.vengeance.model import RUSSIAN, Battle

INFANTRY, MATERIEL, UNCOUNTED = "infantry", "materiel", "uncounted"
"""Infantry, crews and armor leaders cost ELR; Guns and vehicles do not; some losses count for nothing."""


def lose_points(s: Battle, side: str, points: int, kind: str) -> None:
    """RV-A26.2, RV-CG24 A side loses casualty points of a kind."""
    s.cvp[side] = s.cvp.get(side, 0) + points
    if s.campaign is not None and kind != MATERIEL:
        s.cvp[f"{side}_{kind}"] = s.cvp.get(f"{side}_{kind}", 0) + points


def lose_vehicle_points(s: Battle, side: str, vehicle: int, crew: int) -> None:
    """RV-CGS13, RV-CG24 Russian vehicles do not count as losses in the campaign; their crews and leaders do."""
    lose_points(s, side, vehicle, UNCOUNTED if side == RUSSIAN else MATERIEL)
    if crew:
        lose_points(s, side, crew, INFANTRY)
