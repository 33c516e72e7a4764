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
)
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import (
    LATER,
)
from sandtable.games.ontoberlin.names import name, say, term
from sandtable.kernel.language import once_told, told_date
from sandtable.kernel.table import Panel, Row
from sandtable.kernel.words import signed


def status(view: OnToBerlinView) -> Panel:
    rows = [
        Row(say("allied_vp"), view.vp[ALLIED], clause="OB-12.5", tone="info"),
        Row(say("german_vp"), view.vp[GERMAN], clause="OB-12.4", tone="info"),
        Row(say("air_strikes_left"), view.strikes, clause="OB-8.3.1"),
        Row(say("napalm_left"), view.napalm, clause="OB-8.3.4"),
        Row(
            say("strongpoints_left"),
            len(MAP.strongpoints) - len(view.fallen),
            most=len(MAP.strongpoints),
            clause="OB-10.3",
        ),
        Row(say("hitler_youth"), say("may_move") if view.hj_trigger else say("may_not_move_yet"), clause="OB-11.3.1"),
        Row(say("volkssturm"), say("may_move") if view.vs_trigger else say("may_not_move_yet"), clause="OB-11.4.1"),
        Row(say("volkssturm_in_pool"), view.pool, clause="OB-5.5"),
    ]
    for leader, record in view.leaders.items():
        state = say("captured_in_turn", captured=record.captured) if record.captured else say("at", hex=record.hex)
        rows.append(
            Row(LEADERS[leader]["name"], state, clause="OB-11.1", ref=leader, tone="bad" if record.captured else "")
        )
    return Panel("status", say("situation"), "facts", tuple(rows))


def divisions(view: OnToBerlinView) -> Panel:
    rows = []
    for division, status in view.divisions.items():
        field = (
            AIRFIELDS[status.airfield].name
            if status.airfield
            else say("in_reserve")
            if division == RESERVE
            else say("secret")
        )
        parts = [field]
        if status.lz:
            alive = status.lz_alive or not status.dropped
            parts.append(say("lz_at" if alive else "lz_lost", hex=status.lz))
        if status.source:
            parts.append(say("supplied_from", source=name(status.source)))
        confusion = DIVISIONS[division].confusion
        lost = status.dropped and bool(status.lz) and not status.lz_alive
        tone = "bad" if lost else ""
        rows.append(
            Row(
                division,
                "; ".join(parts),
                note=say("confusion", factor=confusion),
                ref=division,
                clause="OB-15.2.1",
                tone=tone,
            )
        )
    return Panel("divisions", say("allied_divisions"), "facts", tuple(rows))


def appearance(view: OnToBerlinView) -> Panel:
    rows = []
    later = {u for u, unit in view.units.items() if unit.at == LATER}
    for arrival in ARRIVALS:
        waiting = len(later.intersection(FORMATIONS[arrival.formation]))
        strikes = view.interdiction.get(arrival.formation, 0)
        note = say(
            "entry_interdicted" if strikes else "entries",
            first=arrival.entries[0],
            last=arrival.entries[-1],
            strikes=strikes,
        )
        value = say("to_arrive", turn=arrival.turn, units=waiting) if waiting else say("arrived")
        rows.append(Row(name(arrival.formation), value, note=note, ref=arrival.formation, clause="OB-14.1"))
    return Panel("appearance", say("appearance"), "facts", tuple(rows))


def date_of(turn: int) -> str:
    """The day of a turn."""
    return told_date(TABLES.dates[turn]) if turn in TABLES.dates else ""


def turn_track(view: OnToBerlinView) -> Panel:
    return Panel("turns", say("turn"), "track", (Row(say("turn"), view.turn, most=TURNS, note=date_of(view.turn)),))


def _titled(id: str) -> str:
    return term("ground", id).capitalize()


@once_told()
def charts() -> tuple[Panel, ...]:
    protections = tuple(str(p) if p < 9 else "9+" for p in range(1, 10))
    upper = []
    for low, high, row in TABLES.upper_rows:
        label = f"{low}+" if high > 300 else str(low) if low == high else f"{low}-{high}"
        upper.append(Row(label, cells=tuple(TABLES.letters[c] if c >= 0 else "-" for c in row)))
    lower = [
        Row(
            say("one_or_less") if roll == 1 else say("thirteen_or_more") if roll == 13 else str(roll),
            cells=TABLES.lower[roll],
        )
        for roll in sorted(TABLES.lower)
    ]
    terrain = [
        Row(_titled(t.id), cells=(signed(t.pf), signed(t.drm), str(t.leg), str(t.motor)), clause="OB-7.2")
        for t in TABLES.terrain.values()
    ]
    terrain += [
        Row(_titled(f.id), cells=(signed(f.pf), signed(f.drm), str(f.leg or ""), str(f.motor or "")), clause="OB-10")
        for f in TABLES.feature.values()
    ]
    return (
        Panel("upper", say("upper_matrix"), "chart", tuple(upper), protections, clause="OB-8.1.3"),
        Panel("lower", say("lower_matrix"), "chart", tuple(lower), tuple(TABLES.letters), clause="OB-8.1.4"),
        Panel(
            "terrain",
            say("terrain_effects"),
            "chart",
            tuple(terrain),
            tuple(say(f"column_{one}") for one in ("pf", "dice", "leg", "motor")),
            clause="OB-7.2",
        ),
    )


def attack(view: OnToBerlinView) -> list[Panel]:
    if view.attack is None:
        return []
    rows = [Row(KINDS[u].name, KINDS[u].factors, ref=u) for u in view.attack.units]
    return [Panel("attack", say("attack_on", hex=name(view.attack.target)), "facts", tuple(rows), clause="OB-8.1.2")]
