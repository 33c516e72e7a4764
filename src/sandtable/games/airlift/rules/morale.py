"""Berlin Morale: the marker moves box by box and releases outgoing cargo (AL-6.2, AL-15.8, AL-21.2)."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRPORTS, BLUE_BOXES, MORALE_MAX, MORALE_MIN
from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.rules.pieces import with_outgoing
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def box_cube(box: int) -> str:
    """AL-3.7 The colour of the cube that lies on a box of the track."""
    return "finished" if box in BLUE_BOXES else "refugee"


def has_cube(s: Airlift, box: int) -> bool:
    """Whether the box still holds its cube."""
    return s.track[box - MORALE_MIN]


def take_from_track(s: Airlift, box: int) -> None:
    """Take the cube off a box."""
    s.track[box - MORALE_MIN] = False


def put_in_airport(s: Airlift, colour: str, airport: str) -> None:
    """An outgoing cube lies in an airport."""
    base = s.bases[airport]
    s.bases[airport] = replace(base, outgoing=with_outgoing(base.outgoing, colour))
    waiting = sum(s.bases[airport].outgoing)
    s.journal.add("AL-15.8", "cube_released", colour=colour, airport=airport, waiting=waiting)


def release(s: Airlift, box: int, placer: str) -> Flow:
    """AL-15.8 The cube of a box goes to the active airport with the fewest; among equals the player chooses."""
    colour = box_cube(box)
    active = [airport for airport in AIRPORTS if s.bases[airport].active]
    fewest = min(sum(s.bases[airport].outgoing) for airport in active)
    equal = [airport for airport in active if sum(s.bases[airport].outgoing) == fewest]
    airport = equal[0]
    if len(equal) > 1:
        pick = yield Choose(
            placer, [("place", colour, a) for a in equal], rule="AL-15.8", ask="release", about=(colour,)
        )
        airport = id_in(pick, 2)
    take_from_track(s, box)
    put_in_airport(s, colour, airport)


def move_morale(s: Airlift, by: int, placer: str, clause: str) -> Flow:
    """AL-6.2, AL-21.2 The marker moves one box at a time; each box entered that still holds a cube releases it."""
    if by == 0:
        return
    step = 1 if by > 0 else -1
    before = s.morale
    for _ in range(abs(by)):
        if not MORALE_MIN <= s.morale + step <= MORALE_MAX:
            break
        s.morale += step
        if has_cube(s, s.morale):
            yield from release(s, s.morale, placer)
    s.journal.add(clause, "morale", before=before, after=s.morale)
