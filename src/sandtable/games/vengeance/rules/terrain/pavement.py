"""Pavement (RV-C2.5): where nothing can be dug in."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field

PAVED = ("PAVED", "BOULEVARD", "RUNWAY")


def emplaced_at(f: Field, at: str) -> bool:
    """RV-C2.5 Not on a paved road."""
    return f.hex(at).base not in PAVED and f.place(at).kind != "bridge"
