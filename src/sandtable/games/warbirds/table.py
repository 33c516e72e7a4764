"""How Warbirds lies on the table: the bomber from above, the airspace around it, and the panels beside it."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    AIRMEN,
    CASUALTIES,
    CONSTANTS,
    DAMAGE,
    DATA,
    EVENTS,
    GUNS,
    LEVELS,
    MISSIONS,
    PART_NAMES,
    PARTS,
    POSITIONS,
    STATIONS,
    VICTORY_VALUES,
)
from sandtable.games.warbirds.model import AVAILABLE, CrewMan
from sandtable.games.warbirds.names import NAMES
from sandtable.games.warbirds.rules.bombs import drift_text
from sandtable.games.warbirds.rules.skill import jammed, station_modifiers, value_of
from sandtable.games.warbirds.sight import WarbirdsView
from sandtable.kernel.table import Badge, Board, Overlay, Panel, Piece, Row, Space, Table

_LAYOUT = DATA.toml("table.toml")
PHASES = ("Briefing", "Approach", "Enemy territory", "Return", "Debriefing")
_PHASE_NAMES = {"approach": "Approach", "enemy": "Enemy territory", "return": "Return"}
_RESULTS = {"tour_complete": "Tour complete", "war_over": "The war is over", "lost": "The tour is lost"}
_STEP_NAMES = {
    "pilot": "pilot actions",
    "event": "events",
    "crew": "crew actions",
    "crew_resolution": "crew actions",
    "combat": "combat",
    "end_of_turn": "end of turn",
}


def _place(kind: str, id: str) -> tuple[float, float]:
    x, y = _LAYOUT[kind][id]
    return x, y


def _size(kind: str) -> tuple[float, float]:
    width, height = _LAYOUT["sizes"][kind]
    return width, height


def _board() -> Board:
    """WB-1.5, WB-1.7, WB-1.10 Stations, airspace positions, parts and engines."""
    engine_size, station_size, airspace_size = _size("engine"), _size("station"), _size("airspace")
    spaces = [
        Space(
            part,
            *_place("parts", part),
            "rect",
            *_size("part"),
            label=name,
            kind="part",
            note=f"Capacity {PARTS[part]}",
        )
        for part, name in PART_NAMES.items()
    ]
    spaces += [
        Space(f"engine-{number}", x, y, "circle", *engine_size, label=f"Engine {number}", kind="engine")
        for number, (x, y) in _LAYOUT["engines"].items()
    ]
    spaces += [
        Space(
            id,
            *_place("stations", id),
            "rect",
            *station_size,
            label=station.name,
            kind="station",
            note=f"{station.text} Needs {station.skill} skill."
            + (f" Field of fire: {station.attack}." if station.attack else ""),
            tags=station.attack_list,
        )
        for id, station in STATIONS.items()
    ]
    spaces += [
        Space(
            id,
            *_place("airspace", id),
            "rect",
            *airspace_size,
            label=position.name,
            kind="airspace",
            note=position.where,
        )
        for id, position in POSITIONS.items()
    ]
    return Board(_LAYOUT["width"], _LAYOUT["height"], tuple(spaces), art="warbirds")


BOARD = _board()


def lay_out(view: WarbirdsView) -> Table:
    """The whole table for one seat."""
    pieces = [*_crew(view), *_roster(view), *_enemies(view), *_engines(view), *_kept(view)]
    panels = [_mission(view), _track(view), _aircraft(view), _bombs(view), _tour(view)]
    if view.resolving:
        panels.append(Panel("event", "Event", "cards", clause="WB-9.3"))
        pieces += [Piece(id, "card", "event", NAMES[id], note=EVENTS[id].text) for id in view.resolving]
    if view.declared:
        panels.append(_declared(view))
    if view.kept:
        panels.append(Panel("trouble", "Damage in play", "cards", clause="WB-17.8"))
    if any(not man.station for man in view.crew.values()):
        panels.append(Panel("aside", "Laid aside and fallen", "cards", clause="WB-17.9"))
    panels.append(Panel("roster", "At base", "cards", clause="WB-6.3"))
    if view.reports:
        panels.append(_reports(view))
    return Table(heading(view), tuple(pieces), tuple(panels), PHASES, phase_shown(view), view.result, _overlays(view))


def _overlays(view: WarbirdsView) -> tuple[Overlay, ...]:
    """WB-14.3, WB-15.1, WB-13.13 Where nobody sits, which guns can fire, and the sky that none of them covers."""
    manned = {man.station for man in view.crew.values() if man.station and man.conscious}
    if not manned:
        return ()
    guns = [station for station in GUNS if station in manned and not jammed(view.kept, station)]
    covered = {source for station in guns for source in GUNS[station]}
    marks = (
        Overlay(
            "unmanned", "Stations that nobody mans", tuple(s for s in STATIONS if s not in manned), "warn", "WB-14.3"
        ),
        Overlay("guns", "Guns that can fire", tuple(guns), "good", "WB-15.1"),
        Overlay(
            "open",
            "Sky that no gun covers wholly",
            tuple(p for p in POSITIONS if any(p + level not in covered for level in LEVELS)),
            "bad",
            "WB-15.1",
        ),
    )
    return tuple(mark for mark in marks if mark.spaces)


def heading(view: WarbirdsView) -> str:
    """Where in the tour we are."""
    number = len(view.reports) + (0 if view.step == "debriefing" and view.result else 1)
    if view.result:
        return _RESULTS[view.result]
    if view.step in ("preparation", "manning"):
        return f"Mission {number} · briefing"
    step = _STEP_NAMES.get(view.step, "debriefing")
    return f"Mission {number} · {NAMES[view.mission]} · turn {view.turns + 1} · {step}"


def phase_shown(view: WarbirdsView) -> str:
    """The phase that is lit in the strip."""
    if view.step in ("preparation", "manning"):
        return "Briefing"
    return "Debriefing" if view.step == "debriefing" or view.result else _PHASE_NAMES[view.phase]


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


def _crew(view: WarbirdsView) -> list[Piece]:
    return [
        man_piece(view, id, man.station or "aside", man, order) for order, (id, man) in enumerate(view.crew.items())
    ]


def _roster(view: WarbirdsView) -> list[Piece]:
    rank = {"available": 0, "infirmary": 1, "gone": 2}
    men = sorted((id for id in AIRMEN if id not in view.crew), key=lambda id: (rank[view.roster[id]], id))
    return [man_piece(view, id, "roster", None, order) for order, id in enumerate(men)]


def _enemies(view: WarbirdsView) -> list[Piece]:
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


def _engines(view: WarbirdsView) -> list[Piece]:
    pieces = []
    for number in _LAYOUT["engines"]:
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


def _kept(view: WarbirdsView) -> list[Piece]:
    return [
        Piece(id, "card", "trouble", NAMES[id], order=order, note=DAMAGE[id].text) for order, id in enumerate(view.kept)
    ]


def _mission(view: WarbirdsView) -> Panel:
    if not view.mission:
        left = tuple(Row(NAMES[id], f"{MISSIONS[id].turns} turns", ref=id) for id in view.missions_left)
        return Panel("mission", "Missions left", "facts", left, clause="WB-6.8")
    mission = MISSIONS[view.mission]
    rows = (
        Row("Target", mission.target, ref=mission.id),
        Row("Objective", mission.objective),
        Row("Date", mission.date),
        Row("Distance", mission.distance),
        Row("Engagement", mission.engagement),
        Row("Intensity", mission.intensity, note="event cards each turn over enemy territory (WB-9.2)"),
    )
    return Panel("mission", mission.title, "facts", rows, clause="WB-5.3")


def _track(view: WarbirdsView) -> Panel:
    """WB-5.3 The mission track: turns flown and to fly in each phase."""
    if not view.mission:
        return Panel("track", "Mission track", "track")
    mission = MISSIONS[view.mission]
    way_back = view.return_turns or mission.distance
    lengths = [("approach", mission.distance), ("enemy", mission.engagement), ("return", way_back)]
    if view.alternate_turns is not None:
        lengths[2] = ("alternate base", CONSTANTS["alternate_base_distance"])
    flown = {"approach": 0, "enemy": 1, "return": 2}[view.phase]
    rows = []
    for index, (name, most) in enumerate(lengths):
        done = most if index < flown else view.phase_turns if index == flown else 0
        if name == "alternate base":
            done = most - (view.alternate_turns or 0)
        label = _PHASE_NAMES.get(name, "Alternate base")
        rows.append(Row(label, min(done, most) if name != "enemy" else done, most, lit=index == flown))
    return Panel("track", "Mission track", "track", tuple(rows), clause="WB-5.3")


def _aircraft(view: WarbirdsView) -> Panel:
    rows = [
        Row("Fuel", view.fuel, CONSTANTS["starting_fuel"], clause="WB-18.1", tone="bad" if view.fuel <= 2 else ""),
        Row("Fuel saves", view.fuel_saves, CONSTANTS["medal_fuel_saves"], clause="WB-8.7"),
    ]
    rows += [
        Row(PART_NAMES[part], damage, PARTS[part], ref=part, clause="WB-17.6",
            tone="bad" if damage >= PARTS[part] - 1 else "")
        for part, damage in view.parts.items()
    ]  # fmt: skip
    failed = ", ".join(str(engine) for engine in sorted(view.engines_out)) or "none"
    rows.append(Row("Engines out", failed, clause="WB-18.4"))
    rows.append(Row("Formation", "broken" if view.formation_broken else "kept", clause="WB-19.1"))
    return Panel("aircraft", "Aircraft", "facts", tuple(rows))


def _bombs(view: WarbirdsView) -> Panel:
    sight = drift_text(view.drift_hand) if view.bombsight_prepared else "not prepared"
    bombs = f"gone, {view.bomb_hits} hits" if view.bombs_gone else f"{CONSTANTS['bombs']} aboard"
    deck = ", ".join(f"{count} {kind}" for kind, count in view.drift_deck.items())
    rows = (Row("Bombs", bombs, clause="WB-16.7"), Row("Bombsight", sight, clause="WB-16.4"), Row("Drift deck", deck))
    return Panel("bombs", "Bombardier", "facts", rows)


def victory_cards(points: int) -> tuple[int, ...]:
    """WB-1.11 The victory cards that add up to the score; more than 25 is shown as 25."""
    left, shown = min(points, CONSTANTS["victory_target"]), []
    for value in VICTORY_VALUES:
        if value <= left:
            shown.append(value)
            left -= value
    return tuple(shown)


def _tour(view: WarbirdsView) -> Panel:
    cards = " + ".join(str(value) for value in victory_cards(view.victory_points)) or "none"
    ready = sum(status == AVAILABLE for status in view.roster.values())
    pilots = sum(view.roster[id] == AVAILABLE and "pilot" in airman.skills for id, airman in AIRMEN.items())
    rows = (
        Row(
            "Victory points", view.victory_points, CONSTANTS["victory_target"], clause="WB-21.7", note=f"cards {cards}"
        ),
        Row("Missions flown", len(view.reports), len(MISSIONS), clause="WB-21.8"),
        Row("Men available", ready, len(AIRMEN)),
        Row("Pilots available", pilots, clause="WB-6.1", tone="bad" if pilots < 2 else ""),
        Row("Medals left", len(view.medal_supply), clause="WB-21.3"),
        Row("Commander", NAMES[view.commander], ref=view.commander, clause="WB-3.2"),
    )
    return Panel("tour", "Tour", "facts", rows)


def _declared(view: WarbirdsView) -> Panel:
    rows = []
    for declaration in view.declared:
        target = f" {NAMES[declaration.target]}" if len(declaration.action) > 2 else ""
        rows.append(Row(NAMES[declaration.man], declaration.verb.replace("_", " ") + target, ref=declaration.man))
    return Panel("declared", "Declared this turn", "facts", tuple(rows), clause="WB-10.2")


def _reports(view: WarbirdsView) -> Panel:
    """WB-22.3 What each mission brought."""
    columns = ("Mission", "Ended", "Turns", "Hits", "Kills", "Medals", "Lost", "Points")
    rows = tuple(
        Row(
            NAMES[report.mission],
            ref=report.mission,
            cells=(
                NAMES[report.mission],
                report.ended.replace("_", " ") + (f": {report.cause.replace('_', ' ')}" if report.cause else ""),
                *(str(n) for n in (report.turns, report.hits, report.kills, report.medals, report.lost, report.score)),
            ),
        )
        for report in view.reports
    )
    return Panel("reports", "Missions flown", "chart", rows, columns, clause="WB-22.3")
