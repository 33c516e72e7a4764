"""Crew cards, fighters, engines and gauges, and the damage cards in play."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    AIRMEN,
    DAMAGE,
    EVENTS,
    PARTS,
    STATIONS,
)
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import CrewMan
from sandtable.games.warbirds.names import name, say, term
from sandtable.games.warbirds.rules.skill import station_modifiers, value_of
from sandtable.games.warbirds.table.board import ENGINES
from sandtable.kernel.table import Badge, Piece

_WOUNDS = {1: ("I", "warn", "injured_note"), 2: ("X", "bad", "incapacitated_note"), 3: ("†", "dark", "dead_note")}
_AT_BASE = {"infirmary": ("+", "warn", "infirmary_note"), "gone": ("†", "dark", "gone_note")}


def _badge(text: str, kind: str, note: str) -> Badge:
    return Badge(text, kind, say(note))


def man_piece(view: WarbirdsView, id: str, where: str, man: CrewMan | None = None, order: int = 0) -> Piece:
    """A crew card: skills, wounds, medals and kills."""
    airman = AIRMEN[id]
    medals = view.medals.get(id, ())
    *rank, _, family = airman.name.split()
    skills = " · ".join(say("skill", skill=f"skill_{skill}", value=value) for skill, value in airman.skills.items())
    values: dict[str, str | int] = {"name": family, "rank": " ".join(rank), "skills": skills, "medals": len(medals)}
    badges = []
    if man is not None:
        if man.station:
            values["skill"] = value_of(station_modifiers(id, man, man.station, view.kept))
            values["acts_as"] = term(f"skill_{STATIONS[man.station].skill}")
        values["wounds"] = man.damage
        values["kills"] = len(man.kills)
        if man.damage:
            badges.append(_badge(*_WOUNDS[man.damage]))
        if man.kills:
            badges.append(Badge(f"{len(man.kills)}✕", "info", say("kills_note", kills=len(man.kills))))
        if man.acted:
            badges.append(Badge("✓", "dark", say("acted_note")))
    elif view.roster[id] in _AT_BASE:
        badges.append(_badge(*_AT_BASE[view.roster[id]]))
    if medals:
        badges.append(Badge("★" * len(medals), "good", ", ".join(name(medal) for medal in medals)))
    return Piece(
        id,
        "man",
        where,
        airman.name,
        man.seat if man is not None else "",
        order,
        values=values,
        badges=tuple(badges),
        note=say("man_note", man=airman.name, home=airman.home, skills=skills),
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
            badge = Badge("▲" if level == "A" else "▼", "info", name(card.source))
            note = say("fighter_note", aircraft=card.aircraft, source=card.source, attack=card.attack)
            pieces.append(
                Piece(id, "fighter", position, name(id), "enemy", order, values=values, badges=(badge,), note=note)
            )
    return pieces


def engines_and_parts(view: WarbirdsView) -> list[Piece]:
    pieces = []
    for number in ENGINES:
        out = int(number) in view.engines_out
        badges = (Badge("✕", "bad", say("engine_failed")),) if out else ()
        note = say("engine_out_note" if out else "engine_runs_note", number=number)
        pieces.append(
            Piece(f"engine-{number}-state", "engine", f"engine-{number}", say("engine_name", number=number), "", 0,
                  values={"failed": int(out)}, badges=badges, note=note)
        )  # fmt: skip
    for part, damage in view.parts.items():
        note = say("part_note", part=part, damage=damage, capacity=PARTS[part])
        values: dict[str, str | int] = {"damage": damage, "capacity": PARTS[part]}
        pieces.append(Piece(f"gauge-{part}", "gauge", part, name(part), "", 0, values=values, note=note))
    return pieces


def kept_cards(view: WarbirdsView) -> list[Piece]:
    return [
        Piece(id, "card", "trouble", name(id), order=order, note=term(DAMAGE[id].text))
        for order, id in enumerate(view.kept)
    ]
