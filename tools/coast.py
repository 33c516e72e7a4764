"""The coast of Central Europe for the charts of Luftwaffe and Berlin Airlift.

It comes from Natural Earth (public domain) by the npm package world-atlas.

`python tools/coast.py` writes src/sandtable/games/<game>/data/coast.csv from web/node_modules/world-atlas.
"""

from __future__ import annotations

import json
from math import hypot
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "web" / "node_modules" / "world-atlas" / "land-10m.json"
Window = tuple[float, float, float, float]
WINDOWS: dict[str, Window] = {"luftwaffe": (-3.0, 42.0, 27.0, 58.5), "airlift": (4.0, 47.0, 18.0, 58.0)}
"""West, south, east and north edge of what each game keeps, in degrees."""
CLOSE = 0.012
"""Points nearer than this to the line without them are left out, in degrees."""
Point = tuple[float, float]


def arcs(topology: dict[str, Any]) -> list[list[Point]]:
    """The lines of a TopoJSON file in degrees."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    found = []
    for arc in topology["arcs"]:
        x = y = 0
        line: list[Point] = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * sx + tx, y * sy + ty))
        found.append(line)
    return found


def rings(topology: dict[str, Any]) -> list[list[Point]]:
    """The outlines of all land."""
    lines = arcs(topology)
    found = []
    for geometry in topology["objects"]["land"]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for ring in (ring for polygon in polygons for ring in polygon):
            points: list[Point] = []
            for number in ring:
                line = lines[number] if number >= 0 else lines[~number][::-1]
                points += line[1:] if points else line
            found.append(points)
    return found


def clipped(ring: list[Point], window: Window) -> list[Point]:
    """What of a ring lies in the window: one edge after the other cuts it (Sutherland and Hodgman)."""
    west, south, east, north = window
    for axis, edge, sign in ((0, west, 1), (0, east, -1), (1, south, 1), (1, north, -1)):
        kept: list[Point] = []
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            here, there = (a[axis] - edge) * sign, (b[axis] - edge) * sign
            if here >= 0:
                kept.append(a)
            if (here >= 0) != (there >= 0):
                share = here / (here - there)
                kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        ring = kept
    return ring


def thinned(line: list[Point], close: float = CLOSE) -> list[Point]:
    """The line without the points that hardly change it (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    long = hypot(bx - ax, by - ay)

    def far(point: Point) -> float:
        if not long:
            return hypot(point[0] - ax, point[1] - ay)
        return abs((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / long

    at = max(range(1, len(line) - 1), key=lambda n: far(line[n]))
    if far(line[at]) < close:
        return [line[0], line[-1]]
    return thinned(line[: at + 1], close)[:-1] + thinned(line[at:], close)


def coast(topology: dict[str, Any], window: Window) -> list[list[Point]]:
    """The rings of land in the window, thinned; what is too small to see is left out."""
    found = []
    for ring in rings(topology):
        inside = clipped(ring, window)
        if len(inside) < 4:
            continue
        half = len(inside) // 2
        slim = thinned(inside[: half + 1])[:-1] + thinned([*inside[half:], inside[0]])[:-1]
        if len(slim) > 4:
            found.append(slim)
    return sorted(found, key=len, reverse=True)


def written(found: list[list[Point]]) -> str:
    """One ring a line: longitude and latitude in hundredths of a degree."""
    head = (
        "# Outlines of land, one a line: longitude and latitude in hundredths of a degree. Only drawn.\n"
        "# Source: Natural Earth 1:10m (public domain) by the npm package world-atlas; written by tools/coast.py.\n"
        "ring\n"
    )
    return head + "".join(" ".join(f"{round(x * 100)} {round(y * 100)}" for x, y in ring) + "\n" for ring in found)


def main() -> None:
    """Write the files."""
    topology = json.loads(SOURCE.read_text(encoding="utf-8"))
    for game, window in WINDOWS.items():
        target = ROOT / "src" / "sandtable" / "games" / game / "data" / "coast.csv"
        target.write_text(written(coast(topology, window)), encoding="utf-8")


if __name__ == "__main__":
    main()
