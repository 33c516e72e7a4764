"""The face of a plane counter: type, slot, cargo and movement, what it carries and what troubles it."""

from __future__ import annotations

from sandtable.games.airlift.components import CHIT_OF, COLOURS, COUNTERS, SQUADRONS, TYPE_OF
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, READY, Plane
from sandtable.games.airlift.names import SHORT, TEXTS, name, say
from sandtable.games.airlift.rules.movement import allowance
from sandtable.games.airlift.rules.pieces import listed
from sandtable.kernel.language import once_told, told_list
from sandtable.kernel.table import Badge, Drawn, Piece

GOODS = {"fuel": "▲", "food": "●", "medicine": "✚", "parts": "◆"}
"""A sign for each of the goods."""


def cargo_text(at: Plane) -> str:
    """What is on board, in words."""
    outgoing = [say("outgoing", goods=name(at.outgoing))] if at.outgoing else []
    return told_list([*map(TEXTS.words().reason, listed(at.cargo)), *outgoing])


def badges(at: Plane, halvorsen: bool) -> tuple[Badge, ...]:
    """Its state, always a sign as well as a colour."""
    marks = []
    for colour, n in zip(COLOURS, at.cargo, strict=True):
        if n:
            marks.append(
                Badge(f"{n}{GOODS[colour]}", "good", say("on_board", goods=name(colour).capitalize()), drawn=True)
            )
    if at.outgoing:
        marks.append(Badge("↗", "info", say("badge_outgoing", goods=name(at.outgoing)), drawn=True))
    if at.problems:
        marks.append(
            Badge(
                f"P{at.problems}" if at.problems > 1 else "P",
                "bad",
                say("badge_problems", problems=at.problems),
            )
        )
    if at.unidentified:
        marks.append(Badge("U", "bad", say("badge_unidentified")))
    if at.divert:
        marks.append(Badge("D", "warn", say("badge_divert")))
    if at.no_second_chance:
        marks.append(Badge("N", "warn", say("badge_no_second_chance")))
    if at.smoke:
        marks.append(Badge("S", "warn", say("badge_smoke")))
    if halvorsen:
        marks.append(Badge("★", "info", say("badge_halvorsen")))
    return tuple(marks)


def plane_piece(view: AirliftView, id: str, where: str, order: int) -> Piece:
    """AL-1.2, AL-1.3 A plane counter."""
    return _plane_piece(id, view.planes[id], where, order, allowance(view, id), view.personnel["halvorsen"] == id)


@once_told(4096)  # few planes change with a choice
def _plane_piece(id: str, at: Plane, where: str, order: int, moves: int, halvorsen: bool) -> Piece:
    kind, counter = TYPE_OF[id], COUNTERS[id]
    carries = say(f"cargo_{kind.cargo_kind}")
    notes = [
        say("plane_note", type=kind.name, flight=name(CHIT_OF[id]), cargo=kind.cargo, kind=carries, move=kind.move)
    ]
    if kind.boxed:
        notes.append(say("skips_full_space"))
    if at.place:
        status = at.status if at.status in (FLIGHT, MAINTENANCE) else READY
        notes.append(say(f"{status}_at", place=name(at.place)))
    if cargo := cargo_text(at):
        notes.append(say("cargo_note", cargo=cargo))
    values: dict[str, str | int] = {
        "aircraft": kind.id,
        "slot": counter.slot,
        "factors": f"{kind.cargo}-{kind.move}{'□' if kind.boxed else ''}",
        "movement now": moves,
        "squadron": SHORT[counter.squadron],
        "status": say(f"status_{at.status}"),
    }
    drawing: dict[str, Drawn] = {
        "symbol": "transport", "place": counter.slot, "colour": SQUADRONS[counter.squadron].colour,
        "cargo": kind.cargo, "move": kind.move, "boxed": int(kind.boxed), "fuel_only": int(kind.cargo_kind == "fuel"),
    }  # fmt: skip
    values |= {colour: n for colour, n in zip(COLOURS, at.cargo, strict=True) if n}
    if at.outgoing:
        values["outgoing"], drawing["outgoing"] = name(at.outgoing), at.outgoing
    side = counter.squadron
    return Piece(
        id, "plane", where, name(id), side, order,
        values=values, badges=badges(at, halvorsen), note=f"{'; '.join(notes)}.", drawing=drawing,
    )  # fmt: skip
