"""How Berlin Airlift lies on the table: Germany in 1948, the planes, and the panels beside the map."""

from __future__ import annotations

from typing import Any

from sandtable.games.airlift.chart import BERLIN, HARASSABLE, IN_DIVERT
from sandtable.games.airlift.components import AIRBASES, BASES, COLOURS, EDGES, OUTGOING, PERSONNEL, SHOWN, SPACES
from sandtable.games.airlift.model import BOX, FLIGHT, MAINTENANCE, POOL, READY
from sandtable.games.airlift.names import NAMES
from sandtable.games.airlift.panels import card_piece, heading, panels
from sandtable.games.airlift.planes import plane_piece
from sandtable.games.airlift.rules.support import build_cost
from sandtable.games.airlift.rules.weather import full_spaces
from sandtable.games.airlift.sight import AirliftView
from sandtable.kernel.table import Board, Label, Link, Overlay, Piece, Space, Table

_GEOGRAPHY: dict[str, Any] = SHOWN.toml("geography.toml")
_LAYOUT: dict[str, Any] = _GEOGRAPHY["layout"]
PHASES = ("Supply", "Bidding", "Event", "Impulses", "End of turn")
_PHASE = {
    "start_box": "Supply", "replenish": "Supply", "bidding": "Bidding", "card": "Event", "effect": "Event",
    "additional": "Event", "end_of_turn": "End of turn", "end_of_season": "End of turn",
}  # fmt: skip
_RESULT = {
    "saved": "Berlin is saved",
    "morale": "Berlin has lost heart",
    "sudden_death": "Sudden death",
    "hard_line": "Berlin has lost heart",
    "goals": "The goals were missed",
}
_SIGN = {"fuel": "F", "food": "Y", "medicine": "M", "parts": "P", "finished": "B", "refugee": "W"}
_LINK_KIND = {
    "free": "path",
    "corridor_in": "corridor",
    "corridor_out": "corridor",
    "divert": "trail",
    "landing": "path",
}


def _project(lon: float, lat: float) -> tuple[float, float]:
    p = _GEOGRAPHY["projection"]
    x = p["x_per_degree"] * (lon - p["west"])
    y = p["y_at"] - p["y_per_degree"] * (lat - p["latitude_at"])
    return (round(min(1600.0, max(0.0, x)), 1), round(min(1100.0, max(0.0, y)), 1))


def _line(points: list[list[float]]) -> tuple[tuple[float, float], ...]:
    return tuple(_project(lon, lat) for lon, lat in points)


def _middle(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _area(row: dict[str, Any], kind: str) -> Space:
    points = _line(row["points"])
    x, y = _middle(points)
    return Space(row["id"], x, y, "polygon", points=points, kind=kind, note=row["name"])


def _place(id: str) -> tuple[float, float]:
    """Where a space is drawn: the airports of Berlin lie enlarged at the right edge."""
    if id in _LAYOUT["airports"]:
        x, y = _LAYOUT["airports"][id]
        return (x, y)
    return (SPACES[id].x, SPACES[id].y)


def _base_spaces(id: str) -> list[Space]:
    """AL-1.6 A base: the ready circle, the maintenance circle, and where its cubes lie."""
    x, y = _place(id)
    who = {"US": "US planes", "CW": "Commonwealth planes", "BOTH": "planes of both nations"}[BASES[id].nation]
    note = f"For {'flying boats' if BASES[id].flying_boats_only else who}."
    if id in AIRBASES:
        offset = _LAYOUT["offsets"][id]
        size, small = _LAYOUT["base"], _LAYOUT["maintenance"]
        (mx, my), (cx, cy), wide = offset["maintenance"], offset["cargo"], (112, 26)
    else:
        size, small = _LAYOUT["airport"], _LAYOUT["airport_maintenance"]
        (mx, my), (cx, cy), wide = (112, 0), (52, 82), (200, 44)
    return [
        Space(id, x, y, "circle", size, size, label=SPACES[id].name, kind="base", note=f"{note} The ready circle.",
              tags=("airfield", BASES[id].nation.lower())),
        Space(f"{id}-maintenance", x + mx, y + my, "circle", small, small, kind="station",
              note=f"{SPACES[id].name}: the maintenance circle."),
        Space(f"{id}-cargo", x + cx, y + cy, "rect", *wide, kind="box", note=f"Cargo at {SPACES[id].name}."),
    ]  # fmt: skip


def _board() -> Board:
    """AL-1.5 The map: seas and zones below, then the flight paths with their direction, then spaces and bases."""
    spaces = [_area(row, "sea") for row in _GEOGRAPHY["sea"]]
    spaces += [_area(row, "zone") for row in _GEOGRAPHY["zone"]]
    for id, space in SPACES.items():
        if id in BASES:
            spaces += _base_spaces(id)
        else:
            size = _LAYOUT["space"] * (2 if id == BERLIN else 1)
            label = space.name.removesuffix(" beacon") if space.zone in ("free", "berlin") or id == "frohnau" else ""
            kind = "airspace" if space.zone != "free" else "region"
            tags = ("beacon",) if space.kind == "beacon" else ()
            spaces.append(
                Space(id, space.x, space.y, "circle", size, size, label=label, kind=kind, note=space.name, tags=tags)
            )
    links = [Link(_line(row["points"]), row["kind"], label=row["name"]) for row in _GEOGRAPHY["line"]]
    links += [
        Link((_place(e.a), _place(e.b)), _LINK_KIND[e.kind], e.a, e.b, one_way=e.direction == "oneway") for e in EDGES
    ]
    labels = [
        Label(row["text"], *_project(*row["at"]), row["kind"], row.get("turn", 0.0)) for row in _GEOGRAPHY["label"]
    ]
    labels.append(Label("BERLIN", 1790, 50, "region"))
    return Board(_LAYOUT["width"], _LAYOUT["height"], tuple(spaces), tuple(links), tuple(labels), art="airlift")


_BOARD = _board()


def board() -> Board:
    """The board never changes."""
    return _BOARD


def table(view: AirliftView) -> Table:
    """The whole table; every seat sees the same."""
    pieces = [*_planes(view), *_cargo(view), *_markers(view)]
    if view.card:
        pieces.append(card_piece(view))
    return Table(
        heading(view),
        tuple(pieces),
        tuple(panels(view)),
        PHASES,
        _PHASE.get(view.step, "Impulses"),
        _RESULT.get(view.ended, ""),
        _overlays(view),
    )


def _overlays(view: AirliftView) -> tuple[Overlay, ...]:
    """AL-9.1, AL-13.6, AL-13.10 What a pilot marks on the chart."""
    full = full_spaces(view)
    marks = (
        Overlay("harassable", "Where planes are harassed", HARASSABLE, "bad", "AL-9.1"),
        Overlay("soviet", "Soviet airspace", IN_DIVERT, "warn", "AL-13.10"),
        Overlay("full", "No room for one more plane", full, "info", "AL-13.6"),
    )
    return tuple(mark for mark in marks if mark.spaces)


def _planes(view: AirliftView) -> list[Piece]:
    pieces = []
    for where in (view.stacks, view.ground):
        for space, planes in where.items():
            for order, id in enumerate(planes):
                at = view.planes[id]
                place = f"{space}-maintenance" if at.status == MAINTENANCE else space
                pieces.append(plane_piece(view, id, place, order))
    downed = [id for id, at in view.planes.items() if at.status not in (FLIGHT, READY, MAINTENANCE, "aside")]
    return pieces + [plane_piece(view, id, "downed", order) for order, id in enumerate(downed)]


def _cargo(view: AirliftView) -> list[Piece]:
    """The cubes at each base, one marker for each colour with their number."""
    pieces = []
    for id, base in view.bases.items():
        counts = list(zip(COLOURS, base.cubes, strict=True)) + list(zip(OUTGOING, base.outgoing, strict=True))
        for order, (colour, n) in enumerate(counts):
            if n:
                marked = dict(zip(COLOURS, base.marked, strict=True)).get(colour, 0)
                note = f"{n} {NAMES[colour]} at {NAMES[id]}" + (f", {marked} with a transfer marker" if marked else "")
                values: dict[str, str | int] = {"text": f"{_SIGN[colour]}{n}", "colour": colour, "count": n}
                pieces.append(
                    Piece(f"{id}-{colour}", "cube", f"{id}-cargo", note, colour, order, values=values, note=note)
                )
    return pieces


def _markers(view: AirliftView) -> list[Piece]:
    """INACTIVE markers, snack bars, maintenance support, and the personnel at bases and in Berlin."""
    pieces = []
    for id, base in view.bases.items():
        if not base.active:
            note = f"{NAMES[id]} is inactive: {base.support} of {build_cost(view, id)} support (AL-10.3)."
            text = f"✕ {base.support}/{build_cost(view, id)}"
            pieces.append(
                Piece(f"{id}-inactive", "marker", id, "Inactive", "neutral", 0, values={"text": text}, note=note)
            )
        if base.snack_bar:
            note = "Snack bar: planes that unload may fly on at once (AL-19.2)."
            pieces.append(
                Piece(f"{id}-snack", "marker", f"{id}-cargo", "Snack bar", "civil", 9, values={"text": "☕"}, note=note)
            )
    for key, n in view.upkeep.items():
        seat, _, id = key.partition("@")
        note = f"{n} support of {NAMES[seat]} for maintenance (AL-10.5)."
        pieces.append(
            Piece(
                f"{id}-upkeep-{seat}",
                "marker",
                f"{id}-maintenance",
                note,
                seat,
                9,
                values={"text": f"SP{n}"},
                note=note,
            )
        )
    for order, (id, where) in enumerate(view.personnel.items()):
        if where in (POOL, BOX) or where in view.planes:
            continue
        initials = "".join(word[0] for word in PERSONNEL[id].name.split())
        side = {"US": "us", "CW": "british"}.get(PERSONNEL[id].nation, "civil")
        note = f"{NAMES[id]} at {NAMES[where]}. {PERSONNEL[id].arrival_text}".strip()
        pieces.append(Piece(id, "marker", where, NAMES[id], side, 20 + order, values={"text": initials}, note=note))
    return pieces
