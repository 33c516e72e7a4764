"""The panels beside the bomber: mission, track, aircraft, bombs, tour, and what was declared and flown."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    AIRMEN,
    CONSTANTS,
    MISSIONS,
    PARTS,
    VICTORY_VALUES,
)
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import AVAILABLE
from sandtable.games.warbirds.names import name, say, term
from sandtable.kernel.language import spoken, told_date
from sandtable.kernel.table import Panel, Row

_COLUMNS = ("mission", "ended", "turns", "hits", "kills", "medals", "lost", "points")


def mission(view: WarbirdsView) -> Panel:
    if not view.mission:
        left = tuple(Row(name(id), say("turn_count", turns=MISSIONS[id].turns), ref=id) for id in view.missions_left)
        return Panel("mission", say("missions_left"), "facts", left, clause="WB-6.8")
    mission = MISSIONS[view.mission]
    rows = (
        Row(say("target"), mission.target, ref=mission.id),
        Row(say("objective"), term(mission.objective)),
        Row(say("date"), told_date(mission.date, spoken())),
        Row(say("distance"), mission.distance),
        Row(say("engagement"), mission.engagement),
        Row(say("intensity"), mission.intensity, note=say("intensity_note")),
    )
    return Panel("mission", term(mission.title), "facts", rows, clause="WB-5.3")


def track(view: WarbirdsView) -> Panel:
    """WB-5.3 The mission track: turns flown and to fly in each phase."""
    if not view.mission:
        return Panel("track", say("track_panel"), "track")
    mission = MISSIONS[view.mission]
    way_back = view.return_turns or mission.distance
    lengths = [("approach", mission.distance), ("enemy", mission.engagement), ("return", way_back)]
    if view.alternate_turns is not None:
        lengths[2] = ("alternate", CONSTANTS["alternate_base_distance"])
    flown = {"approach": 0, "enemy": 1, "return": 2}[view.phase]
    rows = []
    for index, (leg, most) in enumerate(lengths):
        done = most if index < flown else view.phase_turns if index == flown else 0
        if leg == "alternate":
            done = most - (view.alternate_turns or 0)
        label = say("alternate_base" if leg == "alternate" else f"phase_{leg}")
        short = say(f"short_{leg}")
        rows.append(Row(label, min(done, most) if leg != "enemy" else done, most, lit=index == flown, short=short))
    return Panel("track", say("track_panel"), "track", tuple(rows), clause="WB-5.3")


def aircraft(view: WarbirdsView) -> Panel:
    rows = [
        Row(say("fuel"), view.fuel, CONSTANTS["starting_fuel"], clause="WB-18.1", tone="bad" if view.fuel <= 2 else ""),
        Row(say("fuel_saves"), view.fuel_saves, CONSTANTS["medal_fuel_saves"], clause="WB-8.7"),
    ]
    rows += [
        Row(name(part), damage, PARTS[part], ref=part, clause="WB-17.6",
            tone="bad" if damage else "")
        for part, damage in view.parts.items()
    ]  # fmt: skip
    failed = ", ".join(str(engine) for engine in sorted(view.engines_out)) or say("none")
    rows.append(Row(say("engines_out"), failed, clause="WB-18.4"))
    rows.append(Row(say("formation"), say("broken" if view.formation_broken else "kept"), clause="WB-19.1"))
    return Panel("aircraft", say("aircraft_panel"), "facts", tuple(rows))


def drift_shown(hand: tuple[str, ...]) -> str:
    return say("drift", count=len(hand), side=hand[0]) if hand else say("on_line")


def bombs(view: WarbirdsView) -> Panel:
    sight = drift_shown(view.drift_hand) if view.bombsight_prepared else say("not_prepared")
    gone = say("bombs_gone", hits=view.bomb_hits)
    bombs = gone if view.bombs_gone else say("bombs_aboard", bombs=CONSTANTS["bombs"])
    deck = ", ".join(say("drift_left", count=count, side=kind) for kind, count in view.drift_deck.items())
    rows = (
        Row(
            say("bombs"), bombs, clause="WB-16.7", count=view.bomb_hits,
            tone=("good" if view.bomb_hits else "bad") if view.bombs_gone else "",
        ),
        Row(say("bombsight"), sight, clause="WB-16.4"),
        Row(say("drift_deck"), deck),
    )  # fmt: skip
    return Panel("bombs", say("bombs_panel"), "facts", rows)


def victory_cards(points: int) -> tuple[int, ...]:
    """WB-1.11 The victory cards that add up to the score; more than 25 is shown as 25."""
    left, shown = min(points, CONSTANTS["victory_target"]), []
    for value in VICTORY_VALUES:
        if value <= left:
            shown.append(value)
            left -= value
    return tuple(shown)


def tour(view: WarbirdsView) -> Panel:
    cards = " + ".join(str(value) for value in victory_cards(view.victory_points)) or say("none")
    ready = sum(status == AVAILABLE for status in view.roster.values())
    pilots = sum(view.roster[id] == AVAILABLE and "pilot" in airman.skills for id, airman in AIRMEN.items())
    rows = (
        Row(
            say("victory_points"),
            view.victory_points,
            CONSTANTS["victory_target"],
            clause="WB-21.7",
            note=say("victory_cards", cards=cards),
        ),
        Row(say("missions_flown"), len(view.reports), len(MISSIONS), clause="WB-21.8"),
        Row(say("men_available"), ready, len(AIRMEN)),
        Row(say("pilots_available"), pilots, clause="WB-6.1", tone="bad" if pilots < 2 else ""),
        Row(say("medals_left"), len(view.medal_supply), clause="WB-21.3"),
        Row(say("commander"), name(view.commander), ref=view.commander, clause="WB-3.2"),
    )
    return Panel("tour", say("tour_panel"), "facts", rows)


def declared(view: WarbirdsView) -> Panel:
    rows = []
    for declaration in view.declared:
        target = name(declaration.target) if len(declaration.action) > 2 else ""
        what = say(f"declared_{declaration.verb}", target=target)
        rows.append(Row(name(declaration.man), what, ref=declaration.man))
    return Panel("declared", say("declared_panel"), "facts", tuple(rows), clause="WB-10.2")


def reports(view: WarbirdsView) -> Panel:
    """WB-22.3 What each mission brought."""
    columns = tuple(say(f"report_{what}") for what in _COLUMNS)
    rows = tuple(
        Row(
            name(report.mission),
            ref=report.mission,
            cells=(
                say(f"ended_{report.ended}", cause=report.cause),
                *(str(n) for n in (report.turns, report.hits, report.kills, report.medals, report.lost, report.score)),
            ),
        )
        for report in view.reports
    )
    return Panel("reports", say("missions_flown"), "chart", rows, columns, clause="WB-22.3")
