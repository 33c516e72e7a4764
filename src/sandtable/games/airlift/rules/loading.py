"""Loading and take-off (AL-12.1 to AL-12.7, AL-1.3)."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRBASES, COLOURS, TYPE_OF
from sandtable.games.airlift.model import READY, Airlift, Sees
from sandtable.games.airlift.names import name, say
from sandtable.games.airlift.rules.pieces import capacity_left, colour_index, plus, take_cube
from sandtable.kernel.flow import Refusal
from sandtable.kernel.state import replace

FINKENWERDER = "finkenwerder"


def carries(plane: str, colour: str, base: str) -> bool:
    """AL-1.3 Whether a plane may carry a colour loaded at a base: tankers fuel, Sunderlands salt from Finkenwerder."""
    kind = TYPE_OF[plane].cargo_kind
    if kind == "any":
        return True
    return colour == "fuel" if kind == "fuel" else colour == "food" and base == FINKENWERDER


def loadable(s: Sees, plane: str) -> list[str]:
    """AL-12.1, AL-12.7, AL-19.3 The colours a ready plane can load where it stands; cubes belong to nobody."""
    at = s.planes[plane]
    if at.status != READY or at.place not in AIRBASES or not capacity_left(plane, at):
        return []
    base = s.bases[at.place]
    if not base.active:
        return []
    return [c for index, c in enumerate(COLOURS) if base.cubes[index] and carries(plane, c, at.place)]


def load(s: Airlift, plane: str, colour: str) -> None:
    """AL-12.1, AL-10.6 One cube goes on board; cubes with a transfer marker first, which is then free."""
    at = s.planes[plane]
    index = colour_index(colour)
    take_cube(s, at.place, index, unmarked_first=False)
    s.planes[plane] = replace(at, cargo=plus(at.cargo, index))
    s.journal.add("AL-12.1", "loaded", plane=plane, colour=colour, base=at.place)


def is_grounded(s: Sees, plane: str, flight: str) -> bool:
    """AL-12.6, AL-19.1 FLIGHT UNAVAILABLE keeps the flight's planes on the ground, but not the C-74 that must fly."""
    return flight in s.unavailable and not (s.c74_must_fly and plane == s.c74)


def why_not_load(s: Sees, plane: str, colour: str) -> Refusal | None:
    """AL-12.2 Why a cube cannot be loaded."""
    at = s.planes.get(plane)
    if at is None or colour not in COLOURS:
        return None
    if at.status != READY:
        return (say("cant_load_not_ready"), "AL-12.1")
    if at.place not in AIRBASES:
        return (say("cant_load_in_berlin"), "AL-12.1")
    if not s.bases[at.place].active:
        return (say("cant_load_inactive"), "AL-19.3")
    if not carries(plane, colour, at.place):
        return (say(f"carries_only_{TYPE_OF[plane].cargo_kind}"), "AL-1.3")
    if not capacity_left(plane, at):
        return (say("plane_full", cargo=TYPE_OF[plane].cargo), "AL-12.1")
    if not s.bases[at.place].cubes[colour_index(colour)]:
        return (say("base_has_none", goods=name(colour)), "AL-12.1")
    return None
