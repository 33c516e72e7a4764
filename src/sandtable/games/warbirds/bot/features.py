"""A view as figures for players that learn: the tour, the mission, the aircraft, its stations and the sky around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from sandtable.games.warbirds.bot.worth import figures
from sandtable.games.warbirds.components import (
    AIRMEN,
    CONSTANTS,
    ENGINES,
    EVENTS,
    MISSIONS,
    PARTS,
    POSITIONS,
    SKILLS,
    STATIONS,
)
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import AVAILABLE, GONE, INFIRMARY, Phase, Step
from sandtable.kernel.features import FeatureSheet, named, row

_TOUR = ("points", "missions_left", "missions_flown", "available", "infirmary", "gone", "medals", "commands")
_MISSION = (
    *("distance", "engagement", "intensity", "turns", "phase_turns", "fuel", "fuel_saves", "hits", "bombs_gone"),
    *("bombsight_prepared", "formation_broken", "drift_left", "drift_none", "drift_right", "evaded", "declared"),
)
_STATION = ("manned", "own", "damage", "acted", "skill", "enemies", "waiting", "declared")
_WORTH = (
    *("points_left", "nearly_done", "few_pilots_at_base", "worst_part", "turns_home", "damage_far_from_home"),
    *("fuel_short", "bombs_aboard_at_target"),
)
SHEET = FeatureSheet(
    [
        *named(("step",), get_args(Step)),
        *named(("phase",), get_args(Phase)),
        *named(("tour",), _TOUR),
        *named(("base",), SKILLS),
        *named(("mission",), _MISSION),
        *named(PARTS, ("damage",)),
        *named((f"engine{engine}" for engine in ENGINES), ("out",)),
        *named(STATIONS, _STATION),
        *named(POSITIONS, ("enemies", "attack")),
        *named(("outlook",), _WORTH),
    ]
)


def features(view: WarbirdsView) -> tuple[float, ...]:
    """WB-3.6 What lies on the table; a spectator has no men of his own."""
    return SHEET.filled(_figures(view))


def _figures(view: WarbirdsView) -> Iterator[tuple[str, float]]:
    yield f"step.{view.step}", 1.0
    yield from _tour(view)
    if view.mission:
        yield f"phase.{view.phase}", 1.0
        yield from _mission(view)
        yield from _aircraft(view)
    outlook = figures(view)[1]
    yield from ((f"outlook.{name}", outlook[name]) for name in _WORTH)


def _tour(view: WarbirdsView) -> Iterator[tuple[str, float]]:
    """WB-2.1 Points, missions and men."""
    where = list(view.roster.values())
    told = (
        view.victory_points / CONSTANTS["victory_target"],
        len(view.missions_left) / 10,
        len(view.reports) / 10,
        *(where.count(place) / 20 for place in (AVAILABLE, INFIRMARY, GONE)),
        sum(map(len, view.medals.values())) / 5,
        view.commander == view.seat,
    )
    yield from row("tour", _TOUR, told)
    for id, place in view.roster.items():
        if place == AVAILABLE and id not in view.crew:
            yield from ((f"base.{skill}", 0.2) for skill in AIRMEN[id].skills)


def _mission(view: WarbirdsView) -> Iterator[tuple[str, float]]:
    """WB-2.2 How far it is, how far it has come, and what the bombardier holds."""
    mission, drift = MISSIONS[view.mission], view.drift_hand.count
    told = (
        *(mission.distance / 5, mission.engagement / 5, mission.intensity / 5, view.turns / 10, view.phase_turns / 5),
        *(view.fuel / 10, view.fuel_saves / 3, view.bomb_hits / 3, view.bombs_gone, view.bombsight_prepared),
        *(view.formation_broken, drift("left") / 3, drift("none") / 3, drift("right") / 3, view.evaded / 2),
        len(view.declared) / 10,
    )
    yield from row("mission", _MISSION, told)


def _aircraft(view: WarbirdsView) -> Iterator[tuple[str, float]]:
    """WB-2.3, WB-2.4 Damage, engines, the men at their stations and the enemies that each gun can reach."""
    for part, damage in view.parts.items():
        yield f"{part}.damage", damage / PARTS[part]
    for engine in view.engines_out:
        yield f"engine{engine}.out", 1.0
    for position, cards in view.battlefield.items():
        yield f"{position}.enemies", float(len(cards))
        yield f"{position}.attack", sum(EVENTS[card].attack for card in cards) / 10
    declared = {one.man for one in view.declared}
    for id, man in view.crew.items():
        if man.station in STATIONS:
            station = STATIONS[man.station]
            near = sum(EVENTS[card].source in station.attack_list for row in view.battlefield.values() for card in row)
            skill = AIRMEN[id].skills.get(station.skill, -1)
            told = (man.conscious, man.seat == view.seat, man.damage / 3, man.acted, skill / 3, near / 3)
            yield from row(man.station, _STATION, (*told, id in view.waiting, id in declared))
