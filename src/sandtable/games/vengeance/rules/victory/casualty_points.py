"""Casualty points, and which of them count in the campaign (RV-A26.2, RV-CG16, RV-CG24, RV-CGS13)."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import RUSSIAN, Battle

INFANTRY, MATERIEL, UNSCORED, UNCOUNTED = "infantry", "materiel", "unscored", "uncounted"
"""Infantry, crews and armor leaders cost ELR; Guns and vehicles do not; RV-CGS13 some losses are left out of the
victory total, and RV-CG16 those of Moabit Prisoners count for nothing."""


def lose_points(s: Battle, side: str, points: int, kind: str) -> None:
    """RV-A26.2, RV-CG24 A side loses casualty points of a kind."""
    s.cvp[side] = s.cvp.get(side, 0) + points
    if s.campaign is not None and kind != MATERIEL:
        s.cvp[f"{side}_{kind}"] = s.cvp.get(f"{side}_{kind}", 0) + points


def lose_vehicle_points(s: Battle, side: str, vehicle: int, crew: int) -> None:
    """RV-CGS13, RV-CG24 Russian vehicles decide no scenario of the campaign; their crews and leaders do."""
    lose_points(s, side, vehicle, UNSCORED if side == RUSSIAN else MATERIEL)
    if crew:
        lose_points(s, side, crew, INFANTRY)
