"""How it lies on the table: counters, markers and panels, from what a seat sees."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    ARRIVALS,
    DIVISIONS,
    FORMATIONS,
    GERMAN,
    KINDS,
    LEADERS,
    RESERVE,
    SIDES,
    TABLES,
    TURNS,
    Kind,
)
from sandtable.games.ontoberlin.map import COMPASS, MAP
from sandtable.games.ontoberlin.model import (
    BOX,
    CALLED,
    DRIFTED,
    DROPPING,
    ELIMINATED,
    LATER,
    LOST,
    REMOVED,
    SET_UP,
    Unit,
)
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.supply import on_supplied_road
from sandtable.games.ontoberlin.sight import OnToBerlinView, as_state
from sandtable.kernel.table import Badge, Overlay, Panel, Piece, Row, Table

PHASES = ("Set-up", "Reinforcement", "Recovery", "Movement", "Combat")
_PHASE_OF = {
    "set_up": "Set-up",
    "assign": "Set-up",
    "choose_lz": "Set-up",
    "plan_strikes": "Set-up",
    "pregame_strikes": "Set-up",
    "reinforcement": "Reinforcement",
    "reserve": "Reinforcement",
    "call_up": "Reinforcement",
    "end_reinforcement": "Reinforcement",
    "recovery": "Recovery",
    "end_recovery": "Recovery",
    "drop": "Movement",
    "movement": "Movement",
    "facing": "Movement",
    "end_movement": "Movement",
}
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
_BOXES = {
    SET_UP: "To be set up",
    BOX: "At the map edge",
    DROPPING: "In the air",
    LOST: "Lost in the drop, to try again",
    DRIFTED: "Came down off the map",
    CALLED: "Called up",
    ELIMINATED: "Eliminated",
}
_SIDE_NAMES = {ALLIED: "Allied", GERMAN: "German"}


# -- counters --------------------------------------------------------------------------------------------------------


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


def counter(u: str, unit: Unit, where: str, order: int, facing: int | None) -> Piece:
    """OB-1.4 A unit with the values of the side that lies up."""
    kind = KINDS[u]
    combat = unit.combat
    shown = kind.factors if combat else f"0-{kind.pf}-{kind.maneuver_ma}"
    values: dict[str, str | int] = {"mode": "combat" if combat else "maneuver"}
    if kind.known:
        values |= {
            "symbol": symbol(kind),
            "size": "XX" if kind.cls == "hq" else "II",
            "factors": shown,
            "name": kind.name,
            "formation": kind.formation,
            "class": kind.cls,
            "move": "motor" if kind.motor else "leg",
        }
        if kind.cls == "assault_gun":
            values["top"] = "StuG"
        values["other side"] = f"0-{kind.pf}-{kind.maneuver_ma}" if combat else kind.factors
    else:
        values["top"] = "?"
    if combat and facing is not None:
        values["facing"] = COMPASS[facing]
    return Piece(
        u,
        "counter",
        where,
        label=kind.name if kind.known else "unknown unit",
        side=colour(kind),
        order=order,
        facing=facing or 0,
        values=values,
        badges=_badges(unit),
        note=_note(kind, unit),
        back=not kind.known,
    )


def _badges(unit: Unit) -> tuple[Badge, ...]:
    badges = []
    if unit.disrupted:
        badges.append(Badge("D", "bad", "disrupted (OB-8.9.1)"))
    if not unit.combat:
        badges.append(Badge("M", "info", "Maneuver Mode: no attack, no ZOC (OB-3.3.1)"))
    if unit.no_loc:
        badges.append(Badge("!", "warn", "without Line of Communications (OB-6.2.6)"))
    if unit.landed:
        badges.append(Badge("↓", "dark", "landed this turn (OB-15.3.11)"))
    if unit.attacked:
        badges.append(Badge("×", "dark", "has attacked (OB-8.1.1)"))
    elif unit.moved:
        badges.append(Badge("•", "dark", "has moved (OB-7.1)"))
    return tuple(badges)


def _note(kind: Kind, unit: Unit) -> str:
    if not kind.known:
        return "Hidden by the fog of war (OB-3.6.1)."
    parts = [f"{kind.formation}, {kind.cls.replace('_', ' ')}, {kind.service}"]
    if kind.cls == "artillery":
        parts.append(f"range {kind.artillery_range}")
    elif kind.is_gun:
        parts.append(f"range {TABLES.range[kind.cls]}")
    if kind.drop:
        parts.append(kind.drop)
    if kind.static:
        parts.append("static")
    if kind.defend_only:
        parts.append("defends only")
    if unit.entries and unit.at in (BOX, DRIFTED):
        parts.append(f"enters at {', '.join(unit.entries)}")
    return "; ".join(parts)


# -- markers ---------------------------------------------------------------------------------------------------------


def _markers(view: OnToBerlinView) -> list[Piece]:
    """OB-1.5 Leaders, Landing Zones, ruins, lost strongpoints, strikes and announced assaults."""
    pieces = []
    for leader, record in view.leaders.items():
        if not record.captured:
            name = LEADERS[leader]["name"]
            note = "Captured by any Allied unit in his hex (OB-11.1.3)."
            values: dict[str, str | int] = {"name": name, "top": "★"}
            pieces.append(
                Piece(leader, "counter", record.hex, label=name, side=GERMAN, order=90, values=values, note=note)
            )
    for division, status in view.divisions.items():
        if status.lz and (status.lz_alive or not status.dropped):
            planned = "" if status.lz_alive else " (planned)"
            pieces.append(_marker(f"lz:{division}", status.lz, "LZ", f"Landing Zone of {division}{planned}", ALLIED))
    pieces += [_marker(f"ruins:{hex}", hex, "▒", "Ruins (OB-9)") for hex in view.ruins if hex not in MAP.initial_ruins]
    pieces += [_marker(f"fallen:{hex}", hex, "✕", "Strongpoint eliminated (OB-10.3.6)") for hex in view.fallen]
    for hex, (strikes, napalm) in view.plan.items():
        text = f"{strikes}{'n' if napalm else ''}"
        pieces.append(_marker(f"strike:{hex}", hex, text, f"{strikes} strikes, {napalm} of them napalm", ALLIED))
    for hex in view.assaults:
        pieces.append(_marker(f"assault:{hex}", hex, "⚔", "Close Assault announced (OB-8.5.2)", view.player))
    return pieces


def _marker(id: str, hex: str, text: str, label: str, side: str = "") -> Piece:
    return Piece(id, "marker", hex, label=label, side=side, order=95, values={"text": text})


# -- panels ----------------------------------------------------------------------------------------------------------


def _status(view: OnToBerlinView) -> Panel:
    rows = [
        Row("Allied VP", view.vp[ALLIED], clause="OB-12.5", tone="info"),
        Row("German VP", view.vp[GERMAN], clause="OB-12.4", tone="info"),
        Row("Air Strikes left", view.strikes, clause="OB-8.3.1"),
        Row("Napalm left", view.napalm, clause="OB-8.3.4"),
        Row(
            "Strongpoints standing",
            len(MAP.strongpoints) - len(view.fallen),
            most=len(MAP.strongpoints),
            clause="OB-10.3",
        ),
        Row("Hitler Youth", "may move" if view.hj_trigger else "wait", clause="OB-11.3.1"),
        Row("Volkssturm", "may move" if view.vs_trigger else "wait", clause="OB-11.4.1"),
        Row("Volkssturm in the pool", view.pool, clause="OB-5.5"),
    ]
    for leader, record in view.leaders.items():
        name = LEADERS[leader]["name"]
        state = f"captured on turn {record.captured}" if record.captured else f"at {record.hex}"
        rows.append(Row(name, state, clause="OB-11.1", ref=leader, tone="bad" if record.captured else ""))
    return Panel("status", "Situation", "facts", tuple(rows))


def _divisions(view: OnToBerlinView) -> Panel:
    rows = []
    for division, status in view.divisions.items():
        field = (
            AIRFIELDS[status.airfield].name if status.airfield else "in reserve" if division == RESERVE else "secret"
        )
        parts = [field]
        if status.lz:
            parts.append(f"LZ {status.lz}{'' if status.lz_alive or not status.dropped else ' lost'}")
        if status.source:
            parts.append(f"supplied from {'the edge' if status.source == 'edge' else AIRFIELDS[status.source].name}")
        confusion = DIVISIONS[division].confusion
        lost = status.dropped and bool(status.lz) and not status.lz_alive
        tone = "bad" if lost else ""
        rows.append(
            Row(division, "; ".join(parts), note=f"CF {confusion}", ref=division, clause="OB-15.2.1", tone=tone)
        )
    return Panel("divisions", "Allied divisions", "facts", tuple(rows))


def _appearance(view: OnToBerlinView) -> Panel:
    rows = []
    for arrival in ARRIVALS:
        waiting = sum(u in view.units and view.units[u].at == LATER for u in FORMATIONS[arrival.formation])
        strikes = view.interdiction.get(arrival.formation, 0)
        note = f"entry {arrival.entries[0]}-{arrival.entries[-1]}" + (f", interdicted {strikes}" if strikes else "")
        value = f"turn {arrival.turn}, {waiting} to come" if waiting else "has come"
        rows.append(Row(arrival.formation, value, note=note, ref=arrival.formation, clause="OB-14.1"))
    return Panel("appearance", "German order of appearance", "facts", tuple(rows))


def _turn_track(view: OnToBerlinView) -> Panel:
    return Panel("turns", "Turn", "track", (Row("Turn", view.turn, most=TURNS, note=TABLES.dates.get(view.turn, "")),))


def _charts() -> tuple[Panel, ...]:
    protections = tuple(str(p) if p < 9 else "9+" for p in range(1, 10))
    upper = []
    for low, high, row in TABLES.upper_rows:
        label = f"{low}+" if high > 300 else str(low) if low == high else f"{low}-{high}"
        upper.append(Row(label, cells=tuple(TABLES.letters[c] if c >= 0 else "-" for c in row)))
    lower = [
        Row("1 or less" if roll == 1 else "13 or more" if roll == 13 else str(roll), cells=TABLES.lower[roll])
        for roll in sorted(TABLES.lower)
    ]
    terrain = [
        Row(t.id, cells=(f"{t.pf:+d}", f"{t.drm:+d}", str(t.leg), str(t.motor)), clause="OB-7.2")
        for t in TABLES.terrain.values()
    ]
    terrain += [
        Row(f.id, cells=(f"{f.pf:+d}", f"{f.drm:+d}", str(f.leg or ""), str(f.motor or "")), clause="OB-10")
        for f in TABLES.feature.values()
    ]
    return (
        Panel(
            "upper", "Upper Matrix: strength against protection", "chart", tuple(upper), protections, clause="OB-8.1.3"
        ),
        Panel(
            "lower", "Lower Matrix: roll and column", "chart", tuple(lower), tuple(TABLES.letters), clause="OB-8.1.4"
        ),
        Panel("terrain", "Terrain Effects", "chart", tuple(terrain), ("PF", "dice", "leg", "motor"), clause="OB-7.2"),
    )


def _attack(view: OnToBerlinView) -> list[Panel]:
    if view.attack is None:
        return []
    rows = [Row(KINDS[u].name, KINDS[u].factors, ref=u) for u in view.attack.units]
    return [Panel("attack", f"Attack on {view.attack.target}", "facts", tuple(rows), clause="OB-8.1.2")]


CHARTS = _charts()


# -- the table -------------------------------------------------------------------------------------------------------


def lay_out(view: OnToBerlinView) -> Table:
    """Everything a seat sees."""
    pieces: list[Piece] = []
    for hex, stack in view.stacks.items():
        facing = view.facing.get(hex)
        pieces.extend(counter(u, view.units[u], hex, order, facing) for order, u in enumerate(stack))
    used: dict[str, str] = {}
    for u, unit in view.units.items():
        if unit.at in _BOXES:
            panel = f"{KINDS[u].side}-{unit.at}"
            used[panel] = f"{_SIDE_NAMES[KINDS[u].side]}: {_BOXES[unit.at]}"
            pieces.append(counter(u, unit, panel, 0, None))
    pieces += _markers(view)
    boxes = [Panel(panel, used[panel], "cards") for side in SIDES for at in _BOXES if (panel := f"{side}-{at}") in used]
    removed = sum(unit.at == REMOVED for unit in view.units.values())
    panels = [
        *_attack(view),
        _status(view),
        _turn_track(view),
        *boxes,
        _divisions(view),
        _appearance(view),
        Panel("removed", "Out of the game", "facts", (Row("deserted or lost off the map", removed, clause="OB-12.6"),)),
        *CHARTS,
    ]
    phase = _PHASE_OF.get(view.phase, "Combat")
    return Table(_heading(view), tuple(pieces), tuple(panels), PHASES, phase, view.ended, _overlays(view))


def _overlays(view: OnToBerlinView) -> tuple[Overlay, ...]:
    """OB-3.2, OB-6.2 Zones of control of both sides, and for each division the roads that lead to its source."""
    if not view.turn:
        return ()
    s = as_state(view)
    zones = {side: zoc(s, side) for side in SIDES}
    found = [
        Overlay("zoc-allied", "Allied zones of control", tuple(sorted(zones[ALLIED])), "info", "OB-3.2.1"),
        Overlay("zoc-german", "German zones of control", tuple(sorted(zones[GERMAN])), "bad", "OB-3.2.1"),
    ]
    for division, status in view.divisions.items():
        if status.lz_alive:
            ends = AIRFIELDS[MAP.perimeter_of[status.lz]].perimeter
            road = on_supplied_road(s, ends, zones[GERMAN])
            spaces = tuple(sorted({*road, *ends}))
            found.append(Overlay(f"loc-{division}", f"Supply roads of {division}", spaces, "good", "OB-6.2.1"))
    return tuple(found)


def _heading(view: OnToBerlinView) -> str:
    if view.turn == 0:
        return "Before the first turn"
    return f"Turn {view.turn} of {TURNS}, {TABLES.dates.get(view.turn, '')}: {_SIDE_NAMES[view.player]} player"
