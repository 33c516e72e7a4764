"""How the pieces lie on the table, with the panels beside the map."""

from __future__ import annotations

from itertools import product

from sandtable.games.airlift.components import COLOURS, OUTGOING, PERSONNEL
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.map.corridors import BERLIN, HARASSABLE, IN_DIVERT
from sandtable.games.airlift.model import BOX, FLIGHT, MAINTENANCE, POOL, READY
from sandtable.games.airlift.names import TEXTS, name, say
from sandtable.games.airlift.rules.support import build_cost
from sandtable.games.airlift.rules.weather import full_spaces
from sandtable.games.airlift.table.panels import card_piece, heading, panels
from sandtable.games.airlift.table.planes import plane_piece
from sandtable.games.airlift.table.sheet import scores, sheet
from sandtable.kernel.table import Drawn, Overlay, Piece, Table

PHASES = ("supply", "bidding", "event", "impulses", "end")
_PHASE = {
    "start_box": "supply", "replenish": "supply", "bidding": "bidding", "card": "event", "effect": "event",
    "additional": "event", "end_of_turn": "end", "end_of_season": "end",
}  # fmt: skip
_SIGN = {"fuel": "F", "food": "Y", "medicine": "M", "parts": "P", "finished": "B", "refugee": "W"}


def lay_out(view: AirliftView) -> Table:
    """The whole table; every seat sees the same."""
    pieces = [*_planes(view), *_cargo(view), *_markers(view)]
    if view.card:
        pieces.append(card_piece(view))
    return Table(
        heading(view),
        tuple(pieces),
        tuple(panels(view)),
        tuple(say(f"phase_{phase}") for phase in PHASES),
        say(f"phase_{_PHASE.get(view.step, 'impulses')}"),
        say(f"result_{view.ended}") if view.ended else "",
        _overlays(view),
        scores=scores(view),
        sheet=sheet(view),
    )


def _overlays(view: AirliftView) -> tuple[Overlay, ...]:
    """AL-9.1, AL-13.6, AL-13.10 What a pilot marks on the chart."""
    full = full_spaces(view)
    marks = (
        Overlay("harassable", say("overlay_harassment"), HARASSABLE, "bad", "AL-9.1"),
        Overlay("soviet", say("soviet_airspace"), IN_DIVERT, "warn", "AL-13.10"),
        Overlay("full", say("full_spaces"), full, "info", "AL-13.6"),
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
                key = "cubes_marked" if marked else "cubes_at"
                note = say(key, cubes=TEXTS.words().reason(f"cubes {colour}|{n}"), base=name(id), marked=marked)
                values: dict[str, str | int] = {"count": n}
                sign: dict[str, Drawn] = {"text": f"{_SIGN[colour]}{n}", "colour": colour}
                pieces.append(
                    Piece(
                        f"{id}-{colour}", "cube", f"{id}-cargo", note, colour, order, 0, values, (), note, drawing=sign
                    )
                )
    return pieces


def _markers(view: AirliftView) -> list[Piece]:
    """INACTIVE markers, snack bars, maintenance support, and the personnel at bases and in Berlin."""
    return [*_base_markers(view), *_upkeep_markers(view), *_personnel(view)]


def _base_markers(view: AirliftView) -> list[Piece]:
    pieces = []
    for id, base in view.bases.items():
        if not base.active:
            note = say("base_inactive", base=name(id), support=base.support, cost=build_cost(view, id))
            text = f"✕ {base.support}/{build_cost(view, id)}"
            pieces.append(
                Piece(f"{id}-inactive", "marker", id, say("inactive"), "neutral", 0, note=note,
                      drawing={"text": text, "inactive": 1})
            )  # fmt: skip
        if base.snack_bar:
            note = say("snack_bar_note")
            pieces.append(
                Piece(
                    f"{id}-snack",
                    "marker",
                    f"{id}-cargo",
                    say("snack_bar"),
                    "civil",
                    9,
                    drawing={"text": "☕"},
                    note=note,
                )
            )
    return pieces


def _upkeep_markers(view: AirliftView) -> list[Piece]:
    pieces = []
    for seat, id in product(view.seats, view.bases):
        if n := view.upkeep.get(f"{seat}@{id}", 0):
            note = say("upkeep", support=n, squadron=name(seat))
            where, text = f"{id}-maintenance", f"SP{n}"
            pieces.append(
                Piece(f"{id}-upkeep-{seat}", "marker", where, note, seat, 9, drawing={"text": text}, note=note)
            )
    return pieces


def _personnel(view: AirliftView) -> list[Piece]:
    pieces = []
    for order, (id, where) in enumerate(view.personnel.items()):
        if where in (POOL, BOX) or where in view.planes:
            continue
        initials = "".join(word[0] for word in PERSONNEL[id].name.split())
        side = {"US": "us", "CW": "british"}.get(PERSONNEL[id].nation, "civil")
        arrives = PERSONNEL[id].arrival_text
        note = say(
            "person_arrives" if arrives else "person_at",
            person=name(id),
            place=say("in_berlin") if where == BERLIN else name(where),
            text=arrives,
        )
        pieces.append(Piece(id, "marker", where, name(id), side, 20 + order, drawing={"text": initials}, note=note))
    return pieces
