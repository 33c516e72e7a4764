"""The counters and markers on the map."""

from __future__ import annotations

import re

from sandtable.games.ontoberlin.components import (
    ALLIED,
    DATA,
    GERMAN,
    KINDS,
    LEADERS,
    TABLES,
    Kind,
)
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.games.ontoberlin.map.geography import COMPASS, MAP
from sandtable.games.ontoberlin.model import (
    BOX,
    DRIFTED,
    Unit,
)
from sandtable.games.ontoberlin.names import name, say, term
from sandtable.kernel.language import once_told, told_list
from sandtable.kernel.table import Badge, Drawn, Piece

_SYMBOLS = {
    "mech": "mechanized",
    "armor": "armor",
    "assault_gun": "armor",
    "recon": "recon",
    "artillery": "artillery",
    "at": "antitank",
    "flak": "antiair",
    "hq": "hq",
    "engineer": "engineer",
}


def symbol(kind: Kind) -> str:
    """The NATO symbol of a unit."""
    if not kind.known:
        return ""
    if kind.cls in _SYMBOLS:
        return _SYMBOLS[kind.cls]
    if kind.drop in ("parachute", "glider"):
        return "airborne" if kind.drop == "parachute" else "glider"
    return {"volkssturm": "militia", "hj": "militia", "police": "police", "navy": "naval"}.get(kind.service, "infantry")


def colour(kind: Kind) -> str:
    """Whose counter it is, for its colour."""
    if kind.polish:
        return "polish"
    if kind.side == ALLIED:
        return kind.nation if kind.known else ALLIED
    return kind.service if kind.service in ("ss", "luftwaffe") else GERMAN


@once_told(8192)  # few of eighty counters change with a choice
def counter(u: str, unit: Unit, where: str, order: int, facing: int | None) -> Piece:
    """OB-1.4 A unit with the values of the side that lies up."""
    kind = KINDS[u]
    values, drawing = _printed(u, unit.combat, facing if unit.combat else None)
    return Piece(
        u,
        "counter",
        where,
        label=kind.name if kind.known else say("unknown_unit"),
        side=colour(kind),
        order=order,
        facing=facing or 0,
        values=values,
        badges=_badges(unit.disrupted, unit.combat, unit.no_loc, unit.landed, unit.attacked, unit.moved),
        note=_note(u, unit.entries if unit.at in (BOX, DRIFTED) else ()),
        back=not kind.known,
        drawing=drawing,
    )


@once_told(8192)  # all tables share what is printed on a counter: a unit, its two sides, six ways to face
def _printed(u: str, combat: bool, facing: int | None) -> tuple[dict[str, str | int], dict[str, Drawn]]:
    """OB-1.4 What is on the side of a counter that lies up, and what its face draws."""
    kind = KINDS[u]
    maneuver = f"0-{kind.pf}-{kind.maneuver_ma}"
    values: dict[str, str | int] = {"mode": term("mode", "combat" if combat else "maneuver")}
    if kind.known:
        values |= {
            "factors": kind.factors if combat else maneuver,
            "formation": name(kind.formation),
            "class": term("class", kind.cls),
            "move": term("move", "motor" if kind.motor else "leg"),
            "other side": maneuver if combat else kind.factors,
        }
    if facing is not None:
        values["facing"] = COMPASS[facing]
    return values, _drawing(kind, combat, facing)


def _drawing(kind: Kind, combat: bool, facing: int | None) -> dict[str, Drawn]:
    """OB-3.3.1, OB-3.4.1 Symbol, name and what tells most from afar: in Combat Mode the fire strength and the way that
    it faces, in degrees; in Maneuver Mode, where nobody fires, how far it moves."""
    drawing: dict[str, Drawn] = {} if facing is None else {"faces": 60 * facing}
    if not kind.known:
        return drawing
    drawing |= {"symbol": symbol(kind), "size": "XX" if kind.cls == "hq" else "II", "name": _printed_name(kind.name)}
    drawing["strength"] = kind.fs if combat else f"›{kind.maneuver_ma}"
    return drawing | ({"top": "StuG"} if kind.cls == "assault_gun" else {})


_LONGEST = 13
"""So many letters have room on a counter."""


def _printed_name(called: str) -> str:
    """What is printed on the counter: a long name without its factors, which stand below, and in short words."""
    if len(called) <= _LONGEST:
        return called
    short = re.sub(r" \d-\d-\d", "", called)
    short = re.sub(r"\((\d+)\)", r"\1", short)
    for word, letters in DATA.toml("table.toml").get("counter_words", {}).items():
        short = short.replace(word, letters)
    return short


@once_told()
def _badges(
    disrupted: bool, combat: bool, no_loc: bool, landed: bool, attacked: bool, moved: bool
) -> tuple[Badge, ...]:
    badges = []
    if disrupted:
        badges.append(Badge("D", "bad", say("badge_disrupted")))
    if not combat:
        badges.append(Badge("M", "info", say("badge_maneuver")))
    if no_loc:
        badges.append(Badge("!", "warn", say("badge_no_loc")))
    if landed:
        badges.append(Badge("↓", "dark", say("badge_landed")))
    if attacked:
        badges.append(Badge("×", "dark", say("badge_attacked")))
    elif moved:
        badges.append(Badge("•", "dark", say("badge_moved")))
    return tuple(badges)


@once_told(2048)
def _note(u: str, entries: tuple[str, ...]) -> str:
    kind = KINDS[u]
    if not kind.known:
        return say("note_fog")
    # An Allied formation has its nation in its name.
    service = "" if kind.service == kind.nation else term("service", kind.service)
    what = f"{service} {term('class', kind.cls)}".strip()
    parts = [f"{what[:1].upper()}{what[1:]}, {name(kind.formation)}"]
    if kind.cls == "artillery":
        parts.append(say("range", hexes=kind.artillery_range))
    elif kind.is_gun:
        parts.append(say("range", hexes=TABLES.range[kind.cls]))
    if kind.drop:
        parts.append(term("drop", kind.drop))
    if kind.static:
        parts.append(say("cant_move"))
    if kind.defend_only:
        parts.append(say("can_only_defend"))
    if entries:
        parts.append(say("enters_at", entries=told_list(entries, either=True)))
    return " · ".join(parts)


def markers(view: OnToBerlinView) -> list[Piece]:
    """OB-1.5 Leaders, Landing Zones, ruins, lost strongpoints, strikes and announced assaults."""
    pieces = []
    for leader, record in view.leaders.items():
        if not record.captured:
            called = LEADERS[leader]["name"]
            note = say("note_leader")
            drawing: dict[str, Drawn] = {"name": called, "top": "★"}
            pieces.append(
                Piece(leader, "counter", record.hex, label=called, side=GERMAN, order=90, note=note, drawing=drawing)
            )
    for division, status in view.divisions.items():
        if status.lz and (status.lz_alive or not status.dropped):
            planned = not status.lz_alive
            pieces.append(
                _marker(
                    f"lz:{division}",
                    status.lz,
                    "LZ",
                    say("lz_planned" if planned else "lz_of", division=division),
                    ALLIED,
                )
            )
    pieces += [
        _marker(f"ruins:{hex}", hex, "▒", say("marker_ruins")) for hex in view.ruins if hex not in MAP.initial_ruins
    ]
    pieces += [_marker(f"fallen:{hex}", hex, "✕", say("marker_fallen")) for hex in view.fallen]
    for hex, (strikes, napalm) in view.plan.items():
        text = f"{strikes}{'n' if napalm else ''}"
        called = say("strikes_with_napalm" if napalm else "strikes", strikes=strikes, napalm=napalm)
        pieces.append(_marker(f"strike:{hex}", hex, text, called, ALLIED))
    for hex in view.assaults:
        pieces.append(_marker(f"assault:{hex}", hex, "⚔", say("marker_assault"), view.player))
    return pieces


def _marker(id: str, hex: str, text: str, label: str, side: str = "") -> Piece:
    return Piece(id, "marker", hex, label=label, side=side, order=95, drawing={"text": text})
