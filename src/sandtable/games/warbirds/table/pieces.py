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
from sandtable.games.warbirds.names import SEATS, event_title, name, say, term, words
from sandtable.games.warbirds.rules.skill import station_modifiers, value_of
from sandtable.games.warbirds.table.board import ENGINES, HEADINGS, RANKS
from sandtable.kernel.language import once_told
from sandtable.kernel.table import Badge, Drawn, Piece

_WOUNDS = {1: ("I", "warn", "injured_note"), 2: ("X", "bad", "incapacitated_note"), 3: ("†", "dark", "dead_note")}
_AT_BASE = {"infirmary": ("+", "warn", "infirmary_note"), "gone": ("†", "dark", "gone_note")}
_TAG = 3
"""So many letters of a skill are printed on a crew card."""


def _badge(text: str, kind: str, note: str) -> Badge:
    return Badge(text, kind, say(note))


def man_piece(view: WarbirdsView, id: str, where: str, man: CrewMan | None = None, order: int = 0) -> Piece:
    """A crew card: skills, wounds, medals and kills."""
    return _man_piece(id, where, man, order, tuple(view.medals.get(id, ())), view.roster[id], view.kept)


@once_told(2048)  # few of sixty cards change with a choice
def _man_piece(
    id: str,
    where: str,
    man: CrewMan | None,
    order: int,
    medals: tuple[str, ...],
    at_base: str,
    kept: tuple[str, ...],
) -> Piece:
    airman = AIRMEN[id]
    skills = " · ".join(say("skill", skill=f"skill_{skill}", value=value) for skill, value in airman.skills.items())
    values: dict[str, str | int] = {"rank": rank_of(airman.name), "skills": skills, "medals": len(medals)}
    if man is not None:
        if man.station:
            values["skill"] = value_of(station_modifiers(id, man, man.station, kept))
            values["acts_as"] = term(f"skill_{STATIONS[man.station].skill}")
        values |= {"wounds": man.damage, "kills": len(man.kills)}
    return Piece(
        id,
        "man",
        where,
        airman.name,
        man.seat if man is not None else "",
        order,
        values=values,
        badges=_man_badges(man, medals, at_base),
        note=say("man_note", man=airman.name, home=airman.home, skills=skills),
        back=man is not None and man.damage == 2,
        drawing=_man_drawing(id, man, at_base),
    )


def _man_badges(man: CrewMan | None, medals: tuple[str, ...], at_base: str) -> tuple[Badge, ...]:
    badges = []
    if man is not None:
        if man.damage:
            badges.append(_badge(*_WOUNDS[man.damage]))
        if man.kills:
            badges.append(Badge(f"{len(man.kills)}✕", "info", say("kills_note", kills=len(man.kills))))
        if man.acted:
            badges.append(Badge("✓", "dark", say("acted_note")))
    elif at_base in _AT_BASE:
        badges.append(_badge(*_AT_BASE[at_base]))
    if medals:
        badges.append(Badge("★" * len(medals), "good", ", ".join(name(medal) for medal in medals)))
    return tuple(badges)


def _man_drawing(id: str, man: CrewMan | None, at_base: str) -> dict[str, Drawn]:
    """His portrait and his state; his skills in short, or the one that counts where he sits."""
    airman = AIRMEN[id]
    drawing: dict[str, Drawn] = {
        "name": airman.name.split()[-1],
        "officer": int(rank_of(airman.name) in RANKS["officers"]),
    }
    if man is None:
        drawing |= {"tags": tuple(_tag(skill) for skill in airman.skills), "tag_values": tuple(airman.skills.values())}
        if at_base in _AT_BASE:
            drawing |= {"away": _AT_BASE[at_base][0], "lost": int(at_base == "gone")}
        return drawing
    if man.station:
        drawing["tag"] = _tag(STATIONS[man.station].skill)
    return drawing | {"player": SEATS.index(man.seat) + 1, "acted": int(man.acted), "lost": int(man.damage > 2)}


def rank_of(name: str) -> str:
    """The rank before a name."""
    return next(rank for ranks in RANKS.values() for rank in ranks if name.startswith(rank))


def _tag(skill: str) -> str:
    return term(f"skill_{skill}")[:_TAG].upper()


def crew(view: WarbirdsView) -> list[Piece]:
    return [
        man_piece(view, id, man.station or "aside", man, order) for order, (id, man) in enumerate(view.crew.items())
    ]


def roster(view: WarbirdsView) -> list[Piece]:
    rank = {"available": 0, "infirmary": 1, "gone": 2}
    men = sorted((id for id in AIRMEN if id not in view.crew), key=lambda id: (rank[view.roster[id]], id))
    return [man_piece(view, id, "roster", None, order) for order, id in enumerate(men)]


def enemies(view: WarbirdsView) -> list[Piece]:
    return [
        _enemy(id, position, order) for position, cards in view.battlefield.items() for order, id in enumerate(cards)
    ]


def _enemy(id: str, position: str, order: int) -> Piece:
    """WB-1.7 A fighter at a position of the airspace, which flies towards the bomber."""
    card = EVENTS[id]
    level = card.source[-1]
    values: dict[str, str | int] = {
        "aircraft": card.aircraft, "position": position, "level": level, "attack": card.attack,
    }  # fmt: skip
    drawing: dict[str, Drawn] = {"above": int(level == "A"), "heading": HEADINGS[position]}
    badge = Badge("▲" if level == "A" else "▼", "info", name(card.source), drawn=True)
    note = say("fighter_note", aircraft=card.aircraft, source=card.source, attack=card.attack)
    return Piece(id, "fighter", position, name(id), "enemy", order, 0, values, (badge,), note, drawing=drawing)


def engines_and_parts(view: WarbirdsView) -> list[Piece]:
    pieces = []
    for number in ENGINES:
        out = int(number) in view.engines_out
        badges = (Badge("✕", "bad", say("engine_failed")),) if out else ()
        note = say("engine_out_note" if out else "engine_runs_note", number=number)
        pieces.append(
            Piece(f"engine-{number}-state", "engine", f"engine-{number}", say("engine_name", number=number), "", 0,
                  badges=badges, note=note, drawing={"number": number, "failed": int(out)})
        )  # fmt: skip
    for part, damage in view.parts.items():
        note = say("part_note", part=part, damage=damage, capacity=PARTS[part])
        values: dict[str, str | int] = {"damage": damage, "capacity": PARTS[part]}
        pieces.append(Piece(f"gauge-{part}", "gauge", part, name(part), "", 0, values=values, note=note))
    return pieces


def _what_fails(id: str) -> str:
    """WB-13.13 What a kept card has put out of order and where, in the words of the data, for the drawing."""
    kept = next((effect for effect in DAMAGE[id].effects if effect.condition), None)
    if kept is None:
        return ""
    return f"{kept.condition} {kept.station or kept.part}".strip()


def kept_cards(view: WarbirdsView) -> list[Piece]:
    """The damage cards that stay in play."""
    foot = say("damage_foot")
    return [
        Piece(id, "card", "trouble", name(id), order=order, note=term(DAMAGE[id].text),
              drawing={"foot": foot, "damage": 1, "fails": _what_fails(id)})
        for order, id in enumerate(view.kept)
    ]  # fmt: skip


def event_cards(view: WarbirdsView) -> list[Piece]:
    """WB-9.3 The events that are being resolved."""
    foot = say("event_foot")
    return [
        Piece(id, "card", "event", name(id), note=term(EVENTS[id].text),
              drawing={"title": event_title(words(), id), "foot": foot})
        for id in view.resolving
    ]  # fmt: skip
