"""Unloading and the cargo tracks (AL-15.1 to AL-15.3, AL-10.2, AL-18.4)."""

from __future__ import annotations

from sandtable.games.airlift.components import COLOURS, EMPTY, Cubes
from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.pieces import cubes_to_pool, gain_support, listed, owner, plus
from sandtable.games.airlift.rules.resolve import goals_of
from sandtable.kernel.flow import Flow
from sandtable.kernel.options import choose_one
from sandtable.kernel.state import replace


def _matters(done: int, cubes: int, goal: int) -> bool:
    """Whether unloading these cubes reaches or first passes the goal."""
    return done <= goal and done + cubes >= goal and cubes > 0


def unload(s: Airlift, plane: str) -> Flow:
    """AL-15.1, AL-15.2 All cargo is unloaded; where colours reach or pass goals, the owner says in which order."""
    seat = owner(plane)
    cargo = s.planes[plane].cargo
    s.planes[plane] = replace(s.planes[plane], cargo=EMPTY)
    cubes_to_pool(s, cargo)
    s.journal.add("AL-15.1", "unloaded", plane=plane, cargo=listed(cargo), at=s.planes[plane].place)
    yield from count_deliveries(s, seat, cargo)


def count_deliveries(s: Airlift, seat: str, cargo: Cubes) -> Flow:
    """AL-15.2 Cubes count one by one, the order of colours by the player."""
    goals = goals_of(s, seat)
    left = [index for index, n in enumerate(cargo) if n]
    while left:
        done = s.players[seat].delivered
        telling = [index for index in left if _matters(done[index], cargo[index], goals[index])]
        index = left[0]
        if len(telling) > 1:
            colours = [COLOURS[i] for i in left]
            index = COLOURS.index((yield from choose_one(seat, "unload", colours, rule="AL-15.2", ask="unload")))
        left.remove(index)
        for _ in range(cargo[index]):
            yield from deliver_one(s, seat, index)


def deliver_one(s: Airlift, seat: str, index: int) -> Flow:
    """AL-15.2, AL-18.4 One cube: support for reaching the goal, support and morale for first passing it."""
    player = s.players[seat]
    now = player.delivered[index] + 1
    s.players[seat] = replace(player, delivered=plus(player.delivered, index))
    goal = goals_of(s, seat)[index]
    if now == goal:
        s.journal.add("AL-15.2", "goal_reached", seat=seat, colour=COLOURS[index])
        gain_support(s, seat, 1, "AL-10.2")
    elif now == goal + 1:
        s.journal.add("AL-15.2", "goal_passed", seat=seat, colour=COLOURS[index])
        gain_support(s, seat, 1, "AL-10.2")
        yield from move_morale(s, 1, seat, "AL-15.2")
    elif now > goal and "support_by_the_cube" in s.variants:
        gain_support(s, seat, 1, "AL-18.4")
