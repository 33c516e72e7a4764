"""What must be true of every state that play can reach."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    AIRPORTS,
    BLUE_BOXES,
    CHIT_OF,
    COLOURS,
    CUBE_COUNTS,
    MARKERS,
    MORALE_MAX,
    MORALE_MIN,
    OUTGOING,
    TYPE_OF,
    WHITE_BOXES,
)
from sandtable.games.airlift.model import DOWNED, FLIGHT, MAINTENANCE, READY, Airlift
from sandtable.games.airlift.rules.pieces import markers_out


def invariants(s: Airlift) -> list[str]:
    """AL-1.9, AL-2.1 to AL-2.6 What is wrong with a state, in sentences; play never makes one of these true."""
    return [*_pieces(s), *_conserved(s), *_limits(s)]


def _pieces(s: Airlift) -> list[str]:
    wrong = []
    for where, kinds in ((s.stacks, (FLIGHT,)), (s.ground, (READY, MAINTENANCE))):
        for space, planes in where.items():
            wrong += [
                f"{plane} lies at {space} but is {s.planes[plane].status} at {s.planes[plane].place}"
                for plane in planes
                if s.planes[plane].place != space or s.planes[plane].status not in kinds
            ]
    lying = [p for where in (s.stacks, s.ground) for planes in where.values() for p in planes]
    if len(lying) != len(set(lying)):
        wrong.append("a plane lies in two places")
    for id, plane in s.planes.items():
        if plane.status in (FLIGHT, READY, MAINTENANCE) and id not in lying:
            wrong.append(f"{id} is {plane.status} at {plane.place} but lies nowhere")
        if sum(plane.cargo) > TYPE_OF[id].cargo or min(plane.cargo) < 0:
            wrong.append(f"{id} carries {plane.cargo}")
        if plane.status == READY and plane.problems and CHIT_OF[id] != s.flight:  # taking off in fog
            wrong.append(f"{id} is ready with {plane.problems} problems")
        if plane.status == MAINTENANCE and not plane.problems and not plane.unidentified:
            wrong.append(f"{id} is in maintenance without a problem")
        if plane.problems and plane.unidentified:
            wrong.append(f"{id} has both P and U")
        if plane.status == DOWNED and (plane.cargo != (0, 0, 0, 0) or plane.outgoing):
            wrong.append(f"{id} is down and carries something")
    return wrong


def _conserved(s: Airlift) -> list[str]:
    wrong = []
    for index, colour in enumerate(COLOURS):
        out = sum(base.cubes[index] for base in s.bases.values()) + sum(p.cargo[index] for p in s.planes.values())
        if s.pool[index] + out != CUBE_COUNTS[colour] or s.pool[index] < 0:
            wrong.append(f"{colour}: {s.pool[index]} in the pool and {out} in play are not {CUBE_COUNTS[colour]}")
    for index, colour in enumerate(OUTGOING):
        boxes = BLUE_BOXES if colour == "finished" else WHITE_BOXES
        cubes = sum(s.track[box - MORALE_MIN] for box in boxes) + s.released[index]
        cubes += sum(s.bases[airport].outgoing[index] for airport in AIRPORTS)
        cubes += sum(plane.outgoing == colour for plane in s.planes.values())
        cubes += sum(player.outgoing[index] for player in s.players.values())
        if cubes != CUBE_COUNTS[colour]:
            wrong.append(f"there are {cubes} cubes of {colour}, not {CUBE_COUNTS[colour]}")
    support = s.support_pool + s.morale_support + sum(s.upkeep.values())
    support += sum(base.support for base in s.bases.values()) + sum(p.support for p in s.players.values())
    if support != MARKERS["support"] or s.support_pool < 0:
        wrong.append(f"there are {support} support points, not {MARKERS['support']}")
    return wrong


def _limits(s: Airlift) -> list[str]:
    wrong = [
        f"{markers_out(s, kind)} {kind} markers are out of {MARKERS[kind]}"
        for kind in ("divert", "no_second_chance", "smoke", "snack_bar", "transfer", "flight_unavailable")
        if markers_out(s, kind) > MARKERS[kind]
    ]
    if not MORALE_MIN <= s.morale <= MORALE_MAX:
        wrong.append(f"morale stands at {s.morale}")
    if not 1 <= s.turn <= s.last_draw <= 7:
        wrong.append(f"turn {s.turn} with the last draw on {s.last_draw}")
    for id, base in s.bases.items():
        if any(marked > n or n < 0 for n, marked in zip(base.cubes, base.marked, strict=True)):
            wrong.append(f"{id} holds {base.cubes} with {base.marked} marked")
    wrong += [f"{seat} has {player.support} support" for seat, player in s.players.items() if player.support < 0]
    return wrong
