"""What the drawing of the town plan needs beside the board: bridges, and how wide its roads are."""

from __future__ import annotations

from typing import Any

from sandtable.games.ontoberlin.components import DATA
from sandtable.kernel.errors import DataError


def scenery() -> dict[str, Any]:
    """OB-1.1 The bridges by the hexes that they join, and the roads that are wider or narrower than the others."""
    roads = {raw["name"] for raw in DATA.csv("edges.csv") if raw["kind"] == "road"}
    widths = DATA.toml("table.toml")["roads"]
    if strange := sorted(set(widths) - roads):
        raise DataError(f"ontoberlin/table.toml gives a width to {strange[0]!r}, which is no road of the map.")
    bridges = [
        [raw["hex_a"], raw["hex_b"], raw["bridge"]]
        for raw in DATA.csv("hexsides.csv")
        if raw["bridge"] in ("road", "rail")
    ]
    return {"bridges": bridges, "roads": widths}
