"""Crew cards, fighters, engines and gauges, and the damage cards in play."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    AIRMEN,
    CASUALTIES,
    DAMAGE,
    EVENTS,
    PART_NAMES,
    PARTS,
)
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import CrewMan
from sandtable.games.warbirds.names import NAMES
from sandtable.games.warbirds.rules.skill import station_modifiers, value_of
from sandtable.games.warbirds.table.board import ENGINES
from sandtable.kernel.table import Badge, Piece

_WOUNDS = {1: Badge("I", "warn", "injured (WB-17.3)"), 2: Badge("X", "bad", "incapacitated (WB-17.3)"),
           3: Badge("†", "dark", "dead (WB-17.4)")}  # fmt: skip
_AT_BASE = {
    "infirmary": Badge("+", "warn", "in the infirmary (WB-21.11)"),
    "gone": Badge("†", "dark", "gone (WB-21.9)"),
}


def man_piece(view: WarbirdsView, id: str, where: str, man: CrewMan | None = None, order: int = 0) -> Piece:
    """A crew card: skills, wounds, medals and kills."""
    airman = AIRMEN[id]
    medals = view.medals.get(id, ())
    *rank, _, family = airman.name.split()
    skills = " · ".join(f"{skill.title()} {value}" for skill, value in airman.skills.items())
    values: dict[str, str | int] = {"name": family, "rank": " ".join(rank), "skills": skills, "medals": len(medals)}
    badges = []
    if man is not None:
        if man.station:
            values["skill"] = value_of(station_modifiers(id, man, man.station, view.kept))
        values["wounds"] = man.damage
        values["kills"] = len(man.kills)
        if man.damage:
            badges.append(_WOUNDS[man.damage])
        if man.kills:
            badges.append(Badge(f"{len(man.kills)}✕", "info", f"{len(man.kills)} confirmed kills (WB-10.7)"))
        if man.acted:
            badges.append(Badge("✓", "dark", "his action of this turn is used (WB-8.6)"))
    elif view.roster[id] in _AT_BASE:
        badges.append(_AT_BASE[view.roster[id]])
    if medals:
        badges.append(Badge("★" * len(medals), "good", ", ".join(CASUALTIES[medal].name for medal in medals)))
    return Piece(
        id,
        "man",
        where,
        airman.name,
        man.seat if man is not None else "",
        order,
        values=values,
        badges=tuple(badges),
        note=f"{airman.name}, {airman.home}. {skills}.",
        back=man is not None and man.damage == 2,
    )


def crew(view: WarbirdsView) -> list[Piece]:
    return [
        man_piece(view, id, man.station or "aside", man, order) for order, (id, man) in enumerate(view.crew.items())
    ]


def roster(view: WarbirdsView) -> list[Piece]:
    rank = {"available": 0, "infirmary": 1, "gone": 2}
    men = sorted((id for id in AIRMEN if id not in view.crew), key=lambda id: (rank[view.roster[id]], id))
    return [man_piece(view, id, "roster", None, order) for order, id in enumerate(men)]


def enemies(view: WarbirdsView) -> list[Piece]:
    pieces = []
    for position, cards in view.battlefield.items():
        for order, id in enumerate(cards):
            card = EVENTS[id]
            level = card.source[-1]
            values: dict[str, str | int] = {
                "aircraft": card.aircraft, "position": position, "level": level, "attack": card.attack,
            }  # fmt: skip
            badge = Badge("▲" if level == "A" else "▼", "info", NAMES[card.source])
            note = f"{card.aircraft} at {NAMES[card.source]}: attacks with {card.attack} damage cards each turn."
            pieces.append(
                Piece(id, "fighter", position, NAMES[id], "enemy", order, values=values, badges=(badge,), note=note)
            )
    return pieces


def engines_and_parts(view: WarbirdsView) -> list[Piece]:
    pieces = []
    for number in ENGINES:
        out = int(number) in view.engines_out
        badges = (Badge("✕", "bad", "failed (WB-18.3)"),) if out else ()
        note = f"Engine {number} {'has failed' if out else 'is running'}."
        pieces.append(
            Piece(f"engine-{number}-state", "engine", f"engine-{number}", f"Engine {number}", "", 0,
                  values={"failed": int(out)}, badges=badges, note=note)
        )  # fmt: skip
    for part, damage in view.parts.items():
        note = f"{PART_NAMES[part]}: {damage} of {PARTS[part]} damage. The aircraft is lost at {PARTS[part]} (WB-17.6)."
        values: dict[str, str | int] = {"damage": damage, "capacity": PARTS[part]}
        pieces.append(Piece(f"gauge-{part}", "gauge", part, PART_NAMES[part], "", 0, values=values, note=note))
    return pieces


def kept_cards(view: WarbirdsView) -> list[Piece]:
    return [
        Piece(id, "card", "trouble", NAMES[id], order=order, note=DAMAGE[id].text) for order, id in enumerate(view.kept)
    ]
