"""Landing, unloading and what follows on the ground (AL-14.1 to AL-15.8, AL-19.2)."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRBASES, BASES, CHIT_OF, OUTGOING, TYPE_OF
from sandtable.games.airlift.model import MAINTENANCE, READY, Airlift
from sandtable.games.airlift.rules.loading import is_grounded
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.movement import leave_play
from sandtable.games.airlift.rules.pieces import (
    count,
    cubes_to_pool,
    halvorsen_gets_off,
    is_empty,
    owner,
    put_in_flight,
    put_on_ground,
    to_maintenance,
    with_outgoing,
)
from sandtable.games.airlift.rules.problems import landing_level, roll_for_problems, take_off_level
from sandtable.games.airlift.rules.tracks import unload
from sandtable.games.airlift.rules.weather import full_spaces
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

FIRST_OUTWARD = "c1"


def land(s: Airlift, plane: str, base: str) -> Flow:
    """AL-14.4, AL-14.5, AL-13.11 The landing roll, then the ground: in Berlin cargo is unloaded."""
    at = s.planes[plane]
    level = landing_level(s, at)
    if level and not roll_for_problems(s, plane, level, "AL-14.4", crash_only=at.unidentified):
        return
    put_on_ground(s, plane, base, MAINTENANCE if s.planes[plane].problems else READY)
    s.planes[plane] = replace(s.planes[plane], smoke=False)
    s.journal.add("AL-14.1", "landed", plane=plane, base=base)
    if base in AIRBASES:
        yield from land_in_the_west(s, plane)
    else:
        yield from land_in_berlin(s, plane, base)


def land_in_the_west(s: Airlift, plane: str) -> Flow:
    """AL-15.5, AL-15.6, AL-13.11, AL-19.1 An outgoing cube is delivered; incoming cargo stays; the C-74 leaves play."""
    at = s.planes[plane]
    if at.outgoing:
        deliver_outgoing(s, plane)
    s.planes[plane] = replace(s.planes[plane], no_second_chance=False)
    if TYPE_OF[plane].id == "C-74":
        cubes_to_pool(s, at.cargo)
        leave_play(s, plane)
        s.journal.add("AL-19.1", "c74_leaves", plane=plane)
        return
    yield from after_landing(s, plane)


def deliver_outgoing(s: Airlift, plane: str) -> None:
    """AL-15.5 The cube goes to the owner's outgoing track; a refugee counts for the Soviet resolve."""
    colour, seat = s.planes[plane].outgoing, owner(plane)
    s.planes[plane] = replace(s.planes[plane], outgoing="")
    s.players[seat] = replace(s.players[seat], outgoing=with_outgoing(s.players[seat].outgoing, colour))
    if colour == "refugee":
        s.refugees += 1
    count(s, f"outgoing {seat}")
    s.journal.add("AL-15.5", "outgoing_delivered", plane=plane, colour=colour, at=s.planes[plane].place)


def land_in_berlin(s: Airlift, plane: str, airport: str) -> Flow:
    """AL-15.1, AL-6.8, AL-15.3, AL-15.4, AL-19.2 Unload, maintenance, an outgoing cube, the snack bar."""
    unloaded = not is_empty(s.planes[plane].cargo)
    if unloaded:
        yield from unload(s, plane)
        if halvorsen_gets_off(s, plane):
            s.journal.add("AL-6.8", "candy_dropped", plane=plane, at=airport)
            yield from move_morale(s, 1, s.ap, "AL-6.8")
    yield from after_landing(s, plane)
    if unloaded:
        yield from take_outgoing(s, plane, airport)
        yield from snack_bar(s, plane, airport)


def after_landing(s: Airlift, plane: str) -> Flow:
    """AL-15.3 A plane with P stands in maintenance already; with U it goes there only if its owner wishes."""
    if s.planes[plane].unidentified:
        options: list[Option] = [("to_maintenance", plane), ("stay_ready", plane)]
        pick = yield Choose(owner(plane), options, rule="AL-15.3", ask="unfit", about=(plane,))
        if pick[0] == "to_maintenance":
            to_maintenance(s, plane)


def take_outgoing(s: Airlift, plane: str, airport: str) -> Flow:
    """AL-15.4, AL-15.7 Once in a flight impulse a plane that has unloaded may take an outgoing cube."""
    store = "gatow" if BASES[airport].flying_boats_only else airport
    there = s.bases[store].outgoing
    if s.outgoing_taken or s.planes[plane].outgoing or there == (0, 0):
        return
    options: list[Option] = [("take", plane, colour) for index, colour in enumerate(OUTGOING) if there[index]]
    pick = yield Choose(owner(plane), [*options, ("leave", plane)], rule="AL-15.4", ask="take", about=(plane,))
    if pick[0] == "take":
        colour = id_in(pick, 2)
        s.outgoing_taken = True
        s.bases[store] = replace(s.bases[store], outgoing=with_outgoing(there, colour, -1))
        s.planes[plane] = replace(s.planes[plane], outgoing=colour)
        s.journal.add("AL-15.4", "outgoing_taken", plane=plane, colour=colour, airport=store)


def snack_bar(s: Airlift, plane: str, airport: str) -> Flow:
    """AL-19.2, AL-12.6 Fed at the runway, a sound plane of a flight that may take off goes on to central corridor 1."""
    at = s.planes[plane]
    unfit = at.problems or at.unidentified or is_grounded(s, plane, CHIT_OF[plane])
    if not s.bases[airport].snack_bar or unfit or FIRST_OUTWARD in full_spaces(s):
        return
    pick = yield Choose(
        owner(plane), [("hurry", plane), ("stay", plane)], rule="AL-19.2", ask="snack_bar", about=(plane,)
    )
    if pick[0] == "stay":
        return
    level = take_off_level(s, at)
    if level and not roll_for_problems(s, plane, level, "AL-14.4"):
        return
    put_in_flight(s, plane, FIRST_OUTWARD, "berlin")
    s.journal.add("AL-19.2", "hurried", plane=plane)
    c74_tears_up_the_runway(s, plane, airport)


def c74_tears_up_the_runway(s: Airlift, plane: str, airport: str) -> None:
    """AL-19.1 When the C-74 leaves Tempelhof the airport becomes inactive until it is repaired."""
    if TYPE_OF[plane].id == "C-74" and airport == "tempelhof":
        s.bases[airport] = replace(s.bases[airport], active=False, damaged=True, support=0)
        s.journal.add("AL-19.1", "damaged", base=airport)
