"""What the drawing of the town plan needs beside the board: bridges, how wide its roads are, its key."""

from __future__ import annotations

from typing import Any

from sandtable.games.ontoberlin.components import DATA
from sandtable.kernel.errors import DataError


def scenery() -> dict[str, Any]:
    """OB-1.1 Bridges by the hexes that they join, widths of roads, and what is written along ways with long names."""
    roads = {raw["name"] for raw in DATA.csv("edges.csv") if raw["kind"] == "road"}
    told = DATA.toml("table.toml")
    for name in (*told["roads"], *told["short"]):
        if name not in roads:
            raise DataError(f"ontoberlin/table.toml knows {name!r}, which is no road of the map.")
    bridges = [
        [raw["hex_a"], raw["hex_b"], raw["bridge"]]
        for raw in DATA.csv("hexsides.csv")
        if raw["bridge"] in ("road", "rail")
    ]
    key = [[one["name"], one["at"]] for one in told.get("key", ())]
    return {"bridges": bridges, "roads": told["roads"], "short": told["short"], "key": key}
