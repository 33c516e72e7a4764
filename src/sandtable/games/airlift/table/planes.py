"""The face of a plane counter: type, slot, cargo and movement, what it carries and what troubles it."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.airlift.components import CHIT_OF, COLOURS, COUNTERS, SQUADRONS, TYPE_OF
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, Plane
from sandtable.games.airlift.names import NAMES, SHORT
from sandtable.games.airlift.rules.movement import allowance
from sandtable.games.airlift.rules.pieces import listed
from sandtable.kernel.language import told_list
from sandtable.kernel.table import Badge, Drawn, Piece

GOODS = {"fuel": "▲", "food": "●", "medicine": "✚", "parts": "◆"}
"""A sign for each of the goods."""
_STATUS = {FLIGHT: "in flight", MAINTENANCE: "in maintenance"}
_CARGO = {"any": "any cargo", "fuel": "fuel only", "salt": "salt only"}


def cargo_text(at: Plane) -> str:
    """What is on board, in words."""
    outgoing = [f"outgoing {NAMES[at.outgoing]}"] if at.outgoing else []
    return told_list([*listed(at.cargo), *outgoing])


def badges(at: Plane, halvorsen: bool) -> tuple[Badge, ...]:
    """Its state, always a sign as well as a colour."""
    marks = []
    for colour, n in zip(COLOURS, at.cargo, strict=True):
        if n:
            marks.append(Badge(f"{n}{GOODS[colour]}", "good", f"{NAMES[colour].capitalize()} on board", drawn=True))
    if at.outgoing:
        marks.append(Badge("↗", "info", f"Outgoing {NAMES[at.outgoing]}", drawn=True))
    if at.problems:
        marks.append(
            Badge(
                f"P{at.problems}" if at.problems > 1 else "P",
                "bad",
                f"{at.problems} {'problem' if at.problems == 1 else 'problems'} (AL-14.7)",
            )
        )
    if at.unidentified:
        marks.append(Badge("U", "bad", "Unidentified problem (AL-14.5)"))
    if at.divert:
        marks.append(Badge("D", "warn", "DIVERT (AL-13.9)"))
    if at.no_second_chance:
        marks.append(Badge("N", "warn", "NO SECOND CHANCE (AL-13.11)"))
    if at.smoke:
        marks.append(Badge("S", "warn", "Smoke: 2 movement points at its next activation (AL-9.6)"))
    if halvorsen:
        marks.append(Badge("★", "info", "Halvorsen is on board (AL-6.8)"))
    return tuple(marks)


def plane_piece(view: AirliftView, id: str, where: str, order: int) -> Piece:
    """AL-1.2, AL-1.3 A plane counter."""
    return _plane_piece(id, view.planes[id], where, order, allowance(view, id), view.personnel["halvorsen"] == id)


@lru_cache(maxsize=4096)  # few planes change with a choice
def _plane_piece(id: str, at: Plane, where: str, order: int, moves: int, halvorsen: bool) -> Piece:
    kind, counter = TYPE_OF[id], COUNTERS[id]
    where_text = {FLIGHT: "in flight at", MAINTENANCE: "in maintenance at"}.get(at.status, "ready at")
    note = f"{kind.name}, {NAMES[CHIT_OF[id]]}: carries {kind.cargo} ({_CARGO[kind.cargo_kind]}), moves {kind.move}"
    note += " and may skip a full space" if kind.boxed else ""
    if at.place:
        note += f"; {where_text} {NAMES[at.place]}"
    if cargo_text(at):
        note += f"; on board {cargo_text(at)}"
    values: dict[str, str | int] = {
        "aircraft": kind.id,
        "slot": f"{SHORT[counter.squadron]} {counter.slot}",
        "factors": f"{kind.cargo}-{kind.move}{'□' if kind.boxed else ''}",
        "movement now": moves,
        "squadron": SQUADRONS[counter.squadron].name,
        "status": _STATUS.get(at.status, at.status),
    }
    drawing: dict[str, Drawn] = {
        "symbol": "transport", "place": counter.slot, "colour": SQUADRONS[counter.squadron].colour,
        "cargo": kind.cargo, "move": kind.move, "boxed": int(kind.boxed), "fuel_only": int(kind.cargo_kind == "fuel"),
    }  # fmt: skip
    values |= {colour: n for colour, n in zip(COLOURS, at.cargo, strict=True) if n}
    if at.outgoing:
        values["outgoing"], drawing["outgoing"] = NAMES[at.outgoing], at.outgoing
    side = counter.squadron
    return Piece(
        id, "plane", where, NAMES[id], side, order,
        values=values, badges=badges(at, halvorsen), note=f"{note}.", drawing=drawing,
    )  # fmt: skip
