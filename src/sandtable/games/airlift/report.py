"""How a game ended, the figures for reports, and what must hold in every state."""

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
from sandtable.games.airlift.rules.scoring import score, winners
from sandtable.kernel.game import Outcome, Setting

CAUSES = {
    "morale": "Berlin lost: morale",
    "sudden_death": "Berlin lost: sudden death",
    "hard_line": "Berlin lost: hard line",
    "goals": "goals missed",
}


def outcome(s: Airlift) -> Outcome:
    """AL-16.3, AL-16.7, AL-9.8 Who won, or why nobody did."""
    won = winners(s)
    if not won:
        result = CAUSES[s.ended]
    elif len(s.seats) == 1 or "full_cooperation" in s.variants:
        result = "won"
    else:
        result = won[0] if len(won) == 1 else "shared win"
    scores = {
        seat: float(sum(r.scores[at] for r in s.results) if s.results else score(s, seat))
        for at, seat in enumerate(s.seats)
    }
    return Outcome(result, won, scores, facts(s), drawn=len(won) > 1 and len(s.seats) > 1)


def facts(s: Airlift) -> dict[str, Setting | float]:
    """Figures that `sandtable simulate` aggregates."""
    saved = s.ended in ("saved", "goals")
    found: dict[str, Setting | float] = {
        "Berlin saved": int(saved),
        "cause of loss": "none" if saved else CAUSES[s.ended],
        "morale": s.morale,
        "Soviet Resolve": s.resolve,
        "turns": s.turn,
        "seasons": len(s.results),
        "harassments": s.ledger.get("harassment", 0),
    }
    for at, seat in enumerate(s.seats):
        found[f"goals met {seat}"] = sum(r.goals[at] for r in s.results)
        found[f"cubes delivered {seat}"] = sum(r.delivered[at] for r in s.results)
        found[f"planes lost {seat}"] = s.ledger.get(f"lost {seat}", 0)
        found[f"outgoing {seat}"] = s.ledger.get(f"outgoing {seat}", 0)
        for use in ("auctions", "build", "morale", "maintenance", "transfers", "personnel", "victory"):
            found[f"support {seat} {use}"] = s.ledger.get(f"support {seat} {use}", 0)
    for result in s.results if s.scenario == "campaign" else ():
        found[f"{result.season} saved"] = int(result.morale > 0)
        for at, seat in enumerate(s.seats):
            found[f"{result.season} score {seat}"] = result.scores[at]
            found[f"{result.season} goals met {seat}"] = result.goals[at]
            found[f"{result.season} planes lost {seat}"] = result.downed[at]
    return found


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
