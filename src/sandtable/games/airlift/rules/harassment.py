"""Soviet harassment (AL-9.1 to AL-9.7) and its targets, also of events (AL-7.13 to AL-7.15) and alone (AL-20.6)."""

from __future__ import annotations

from sandtable.games.airlift.components import HARASSMENT, SMOKE_LEVEL
from sandtable.games.airlift.map.corridors import DIVERT_ZONES, HARASSABLE, ZONE, to_berlin
from sandtable.games.airlift.model import Airlift, Sees, is_solitaire
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.pieces import count, marker_left
from sandtable.games.airlift.rules.problems import can_be_diverted, divert, roll_for_problems
from sandtable.games.airlift.rules.resolve import move_resolve
from sandtable.kernel.flow import Flow
from sandtable.kernel.options import choose_one
from sandtable.kernel.state import replace

HARASSMENT_CHIT = "harassment"


def harassable_stacks(s: Sees) -> list[str]:
    """AL-9.1 The spaces of the incoming corridors and diversion paths that hold planes."""
    return [space for space in HARASSABLE if space in s.stacks]


def distance_to_berlin(s: Sees, space: str) -> int:
    """AL-7.13 Spaces to Berlin airspace; on a diversion path as its top plane is flying."""
    return to_berlin(space, s.planes[s.stacks[space][-1]].came_from)


def farthest_first(s: Sees) -> list[str]:
    """AL-7.13 The order of flak: farthest from Berlin first, southern before northern, corridor before diversion."""
    return sorted(
        harassable_stacks(s),
        key=lambda space: (-distance_to_berlin(s, space), "north" in ZONE[space], ZONE[space] in DIVERT_ZONES),
    )


def nearest_only(s: Sees, spaces: list[str]) -> list[str]:
    """AL-20.6 Alone, the stack nearest to Berlin is the target; with others, the AP may take any."""
    if not is_solitaire(s) or not spaces:
        return spaces
    near = min(distance_to_berlin(s, space) for space in spaces)
    return [space for space in spaces if distance_to_berlin(s, space) == near]


def harassment(s: Airlift) -> Flow:
    """AL-9.1, AL-9.2, AL-8.6 A harassment chit: ignored in weather or without targets, else 2d8 on the table."""
    if s.weather:
        s.journal.add("AL-8.6", "harassment_ignored", why="bad weather")
        return
    if not harassable_stacks(s):
        s.journal.add("AL-9.1", "harassment_ignored", why="no targets")
        return
    dice = s.dice.pair(8, "harassment")
    row = HARASSMENT[s.season][sum(dice)]
    count(s, "harassment")
    s.journal.add("AL-9.2", "harassment", dice=list(dice), name=row.name, level=row.level)
    match row.result:
        case "propaganda":
            yield from move_morale(s, -1, s.ap, "AL-9.3")
        case "resolve":
            move_resolve(s, 1, "AL-9.3")
        case "buzz":
            yield from buzz(s, row.level)
        case "divert":
            yield from lure(s)
        case "smoke":
            yield from smoke(s)
        case "flak":
            flak(s, row.level, "AL-9.7")
        case "nsc":
            yield from no_second_chance(s)


def buzz(s: Airlift, level: int) -> Flow:
    """AL-9.4 The top plane of a stack that the AP chooses rolls; here a Divert counts."""
    tops = [s.stacks[space][-1] for space in nearest_only(s, harassable_stacks(s))]
    plane = yield from choose_one(s.ap, "buzz", tops, rule="AL-9.4", ask="buzz", about=(level,), forced=True)
    roll_for_problems(s, plane, level, "AL-9.4", buzzed=True)


def lure(s: Airlift) -> Flow:
    """AL-9.5 DIVERT on the top plane of a stack."""
    spaces = [space for space in harassable_stacks(s) if can_be_diverted(s.planes[s.stacks[space][-1]])]
    if not spaces or not marker_left(s, "divert"):
        return
    tops = [s.stacks[space][-1] for space in nearest_only(s, spaces)]
    divert(s, (yield from choose_one(s.ap, "divert", tops, rule="AL-9.5", ask="divert", forced=True)))


def smoke(s: Airlift) -> Flow:
    """AL-9.6, AL-7.15 Every plane of a stack rolls from the bottom up, and moves at most 2 at its next activation."""
    spaces = [sp for sp in harassable_stacks(s) if not any(s.planes[plane].smoke for plane in s.stacks[sp])]
    if not spaces or not marker_left(s, "smoke"):
        return
    targets = nearest_only(s, spaces)
    space = yield from choose_one(s.ap, "smoke", targets, rule="AL-9.6", ask="smoke", forced=True)
    s.journal.add("AL-9.6", "smoked", place=space)
    for plane in s.stacks[space]:
        if roll_for_problems(s, plane, SMOKE_LEVEL[s.season], "AL-9.6"):
            s.planes[plane] = replace(s.planes[plane], smoke=True)


def flak(s: Airlift, level: int, clause: str) -> None:
    """AL-9.7, AL-7.13 The top plane of every stack rolls, the farthest from Berlin first."""
    for space in farthest_first(s):
        roll_for_problems(s, s.stacks[space][-1], level, clause)


def no_second_chance(s: Airlift) -> Flow:
    """AL-9.7, AL-7.14, AL-20.6 NO SECOND CHANCE on a plane in a harassable space that has none."""
    if not marker_left(s, "no_second_chance"):
        return
    planes = [p for sp in harassable_stacks(s) for p in s.stacks[sp] if not s.planes[p].no_second_chance]
    if is_solitaire(s):
        planes = _alone(s)
    if not planes:
        return
    plane = yield from choose_one(s.ap, "no_second_chance", planes, rule="AL-7.14", ask="no_second_chance", forced=True)
    s.planes[plane] = replace(s.planes[plane], no_second_chance=True)
    s.journal.add("AL-7.14", "no_second_chance", plane=plane)


def _alone(s: Airlift) -> list[str]:
    """AL-20.6 Top planes come first; others of a stack, from the top down, only when no top plane is left."""
    best: dict[str, tuple[int, str]] = {}
    for space in harassable_stacks(s):
        for depth, plane in enumerate(reversed(s.stacks[space])):
            if not s.planes[plane].no_second_chance:
                best[space] = (depth, plane)
                break
    tops = {space: rank for space, rank in best.items() if rank[0] == 0} or best
    return [tops[space][1] for space in nearest_only(s, list(tops))]
