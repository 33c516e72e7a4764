"""Weather (AL-8.1 to AL-8.6) and what it limits: movement, stacking and room on the ground."""

from __future__ import annotations

from sandtable.games.airlift.components import BASES, STACKING
from sandtable.games.airlift.map.corridors import STACKED
from sandtable.games.airlift.model import Airlift, Sees

FOG, STORMS, SNOW = "fog", "storms", "snow"


def weather_changes(s: Airlift, kind: str, clause: str) -> None:
    """AL-8.2, AL-7.18, AL-7.19, AL-21.6 A weather chit or event: the same kind grows severe, another replaces it."""
    if s.cleared:
        s.journal.add("AL-7.19", "weather_cleared", kind=kind)
        return
    if s.weather == kind:
        s.severity = 2
    else:
        s.weather, s.severity = kind, 1
    s.journal.add(clause, "weather", kind=f"{kind}-{s.severity}")


def end_weather(s: Airlift) -> None:
    """AL-4.7 The weather ends with the turn."""
    s.weather, s.severity, s.cleared = "", 0, False


def fog_level(s: Sees) -> int:
    """AL-8.3 The column for taking off and landing in fog; 0 without fog."""
    return s.severity + 1 if s.weather == FOG else 0


def storm_loss(s: Sees) -> int:
    """AL-8.4 Movement points that storms cost."""
    return s.severity if s.weather == STORMS else 0


def is_heavy_snow(s: Sees) -> bool:
    """AL-8.5 Heavy snow doubles the cost of corridor spaces; a first snow chit does nothing by itself."""
    return s.weather == SNOW and s.severity == 2


def stacking_limit(s: Sees) -> int:
    """AL-13.6 Planes in a space of the paths: 5 in weather, 3 in severe weather, 0 for no limit."""
    return (STACKING["clear"], STACKING["one_weather"], STACKING["two_weather"])[s.severity]


def full_spaces(s: Sees, but_for: str = "") -> tuple[str, ...]:
    """AL-13.6, AL-13.7 The spaces that take no further plane, but for the one from which a plane starts."""
    limit = stacking_limit(s)
    if not limit:
        return ()
    crowded = [space for space, planes in s.stacks.items() if len(planes) >= limit and space != but_for]
    return tuple([space for space in STACKED if space in crowded]) if crowded else ()


def airport_limit(s: Sees) -> int:
    """AL-14.2, AL-20.4 Planes on the ground of an airport in Berlin."""
    limit = STACKING["airport_12"] if len(s.seats) <= 2 else STACKING["airport_34"]
    return min(limit, STACKING["airport_weather_cap"]) if s.weather else limit


def has_room(s: Sees, airport: str) -> bool:
    """AL-14.2 Whether an airport takes another plane; Lake Havel always does."""
    return BASES[airport].flying_boats_only or len(s.ground.get(airport, ())) < airport_limit(s)
