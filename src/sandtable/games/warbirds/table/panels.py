"""The panels beside the bomber: mission, track, aircraft, bombs, tour, and what was declared and flown."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    AIRMEN,
    CONSTANTS,
    MISSIONS,
    PART_NAMES,
    PARTS,
    VICTORY_VALUES,
)
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import AVAILABLE
from sandtable.games.warbirds.names import NAMES
from sandtable.games.warbirds.rules.bombs import drift_text
from sandtable.kernel.table import Panel, Row

PHASE_NAMES = {"approach": "Approach", "enemy": "Enemy territory", "return": "Return"}


def mission(view: WarbirdsView) -> Panel:
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


def track(view: WarbirdsView) -> Panel:
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
        label = PHASE_NAMES.get(name, "Alternate base")
        rows.append(Row(label, min(done, most) if name != "enemy" else done, most, lit=index == flown))
    return Panel("track", "Mission track", "track", tuple(rows), clause="WB-5.3")


def aircraft(view: WarbirdsView) -> Panel:
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


def bombs(view: WarbirdsView) -> Panel:
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


def tour(view: WarbirdsView) -> Panel:
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


def declared(view: WarbirdsView) -> Panel:
    rows = []
    for declaration in view.declared:
        target = f" {NAMES[declaration.target]}" if len(declaration.action) > 2 else ""
        rows.append(Row(NAMES[declaration.man], declaration.verb.replace("_", " ") + target, ref=declaration.man))
    return Panel("declared", "Declared this turn", "facts", tuple(rows), clause="WB-10.2")


def reports(view: WarbirdsView) -> Panel:
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
