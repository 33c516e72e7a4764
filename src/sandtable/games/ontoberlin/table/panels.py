"""What lies beside the map: the situation, the divisions, the order of appearance and the charts."""

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
    TABLES,
    TURNS,
    term,
)
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import (
    LATER,
)
from sandtable.games.ontoberlin.names import NAMES
from sandtable.kernel.language import told_date
from sandtable.kernel.table import Panel, Row


def status(view: OnToBerlinView) -> Panel:
    rows = [
        Row("Allied VP", view.vp[ALLIED], clause="OB-12.5", tone="info"),
        Row("German VP", view.vp[GERMAN], clause="OB-12.4", tone="info"),
        Row("Air Strikes left", view.strikes, clause="OB-8.3.1"),
        Row("Napalm left", view.napalm, clause="OB-8.3.4"),
        Row(
            "Strongpoints left",
            len(MAP.strongpoints) - len(view.fallen),
            most=len(MAP.strongpoints),
            clause="OB-10.3",
        ),
        Row("Hitler Youth", "may move" if view.hj_trigger else "may not move yet", clause="OB-11.3.1"),
        Row("Volkssturm", "may move" if view.vs_trigger else "may not move yet", clause="OB-11.4.1"),
        Row("Volkssturm in the pool", view.pool, clause="OB-5.5"),
    ]
    for leader, record in view.leaders.items():
        name = LEADERS[leader]["name"]
        state = f"captured in turn {record.captured}" if record.captured else f"at {record.hex}"
        rows.append(Row(name, state, clause="OB-11.1", ref=leader, tone="bad" if record.captured else ""))
    return Panel("status", "Situation", "facts", tuple(rows))


def divisions(view: OnToBerlinView) -> Panel:
    rows = []
    for division, status in view.divisions.items():
        field = (
            AIRFIELDS[status.airfield].name if status.airfield else "in reserve" if division == RESERVE else "secret"
        )
        parts = [field]
        if status.lz:
            parts.append(f"LZ {status.lz}{'' if status.lz_alive or not status.dropped else ' lost'}")
        if status.source:
            parts.append(
                f"supplied from {'the map edge' if status.source == 'edge' else AIRFIELDS[status.source].name}"
            )
        confusion = DIVISIONS[division].confusion
        lost = status.dropped and bool(status.lz) and not status.lz_alive
        tone = "bad" if lost else ""
        rows.append(
            Row(division, "; ".join(parts), note=f"CF {confusion}", ref=division, clause="OB-15.2.1", tone=tone)
        )
    return Panel("divisions", "Allied divisions", "facts", tuple(rows))


def appearance(view: OnToBerlinView) -> Panel:
    rows = []
    for arrival in ARRIVALS:
        waiting = sum(u in view.units and view.units[u].at == LATER for u in FORMATIONS[arrival.formation])
        strikes = view.interdiction.get(arrival.formation, 0)
        note = f"Entry {arrival.entries[0]}-{arrival.entries[-1]}" + (f", interdicted {strikes}" if strikes else "")
        value = f"turn {arrival.turn}, {waiting} to arrive" if waiting else "arrived"
        rows.append(Row(NAMES[arrival.formation], value, note=note, ref=arrival.formation, clause="OB-14.1"))
    return Panel("appearance", "German order of appearance", "facts", tuple(rows))


def date_of(turn: int) -> str:
    """The day of a turn."""
    return told_date(TABLES.dates[turn]) if turn in TABLES.dates else ""


def turn_track(view: OnToBerlinView) -> Panel:
    return Panel("turns", "Turn", "track", (Row("Turn", view.turn, most=TURNS, note=date_of(view.turn)),))


def _titled(id: str) -> str:
    return term("ground", id).capitalize()


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
        Row(_titled(t.id), cells=(f"{t.pf:+d}", f"{t.drm:+d}", str(t.leg), str(t.motor)), clause="OB-7.2")
        for t in TABLES.terrain.values()
    ]
    terrain += [
        Row(_titled(f.id), cells=(f"{f.pf:+d}", f"{f.drm:+d}", str(f.leg or ""), str(f.motor or "")), clause="OB-10")
        for f in TABLES.feature.values()
    ]
    return (
        Panel(
            "upper", "Upper Matrix: strength against protection", "chart", tuple(upper), protections, clause="OB-8.1.3"
        ),
        Panel(
            "lower", "Lower Matrix: roll and column", "chart", tuple(lower), tuple(TABLES.letters), clause="OB-8.1.4"
        ),
        Panel("terrain", "Terrain Effects", "chart", tuple(terrain), ("PF", "Dice", "Leg", "Motor"), clause="OB-7.2"),
    )


def attack(view: OnToBerlinView) -> list[Panel]:
    if view.attack is None:
        return []
    rows = [Row(KINDS[u].name, KINDS[u].factors, ref=u) for u in view.attack.units]
    return [Panel("attack", f"Attack on {view.attack.target}", "facts", tuple(rows), clause="OB-8.1.2")]


CHARTS = _charts()
