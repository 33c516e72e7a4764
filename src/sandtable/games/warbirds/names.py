"""The names of everything that lies on the table."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    AAF,
    AIRMEN,
    CASUALTIES,
    DAMAGE,
    EVENTS,
    MISSIONS,
    PART_NAMES,
    POSITIONS,
    SOURCES,
    STATIONS,
)

SEATS = tuple(f"seat-{number}" for number in range(1, 7))


TROUBLES = {
    "controls": "control cables",
    "bay_jam": "bomb bay doors",
    "radio_out": "radio",
    "oxygen_out": "oxygen",
    "gun_out": "turret",
    "fuel_leak": "fuel leak",
    "fire": "fire",
}


def damage_name(id: str) -> str:
    """A damage card by its station and by what it can break."""
    card = DAMAGE[id]
    breaks = [TROUBLES.get(e.condition) or f"engine {e.engine}" for e in card.effects if e.op != "fuel"]
    return f"{', '.join([STATIONS[card.station].name, *breaks])} (#{id[-2:]})"


def source_name(source: str) -> str:
    """R2B is 'right 2 from below'."""
    if source == AAF:
        return "flak"
    return f"{POSITIONS[source[:2]].name.lower()} from {'above' if source[2] == 'A' else 'below'}"


def event_name(id: str) -> str:
    """Fighters by type and source, other cards by their title; equal cards are told apart by their number."""
    card = EVENTS[id]
    return f"{card.aircraft} {card.source} #{id.split('-')[1]}" if card.source else card.name


NAMES: dict[str, str] = (
    {seat: f"Player {seat[-1]}" for seat in SEATS}
    | {id: airman.name for id, airman in AIRMEN.items()}
    | {id: station.name for id, station in STATIONS.items()}
    | {id: position.name for id, position in POSITIONS.items()}
    | PART_NAMES
    | {id: event_name(id) for id in EVENTS}
    | {id: damage_name(id) for id in DAMAGE}
    | {id: card.name for id, card in CASUALTIES.items()}
    | {id: f"{mission.title} ({mission.target})" for id, mission in MISSIONS.items()}
    | {source: source_name(source) for source in SOURCES}
)
