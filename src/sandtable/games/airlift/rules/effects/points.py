"""Operations on support, victory points and the tracks (AL-7.1 to AL-7.4)."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    DRAW_TRACK,
    Operation,
)
from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.rules.pieces import (
    gain_support,
    pay_support,
    seats_named,
)
from sandtable.games.airlift.rules.resolve import move_resolve
from sandtable.kernel.state import replace


def support(s: Airlift, op: Operation) -> None:
    """AL-7.1 Each named player gains support, or loses it, never below 0."""
    for seat in seats_named(s, op.who):
        if op.n >= 0:
            gain_support(s, seat, op.n, "AL-7.1")
        else:
            lost = min(-op.n, s.players[seat].support)
            pay_support(s, seat, lost)
            s.journal.add("AL-7.1", "support_lost", seat=seat, n=lost)


def victory_points(s: Airlift, op: Operation) -> None:
    """AL-7.2 The player who alone has delivered most cubes this season gains VP."""
    totals = {seat: sum(s.players[seat].delivered) for seat in s.seats}
    most = max(totals.values())
    best = [seat for seat in s.seats if totals[seat] == most]
    if most and len(best) == 1:
        s.players[best[0]] = replace(s.players[best[0]], vp=s.players[best[0]].vp + op.n)
        s.journal.add("AL-7.2", "victory_point", seat=best[0], n=op.n)


def resolve(s: Airlift, op: Operation) -> None:
    """AL-7.3 Soviet Resolve moves."""
    move_resolve(s, op.n, "AL-7.3")


def last_draw(s: Airlift, op: Operation) -> None:
    """AL-7.4, AL-21.12 The Last Draw marker moves, between the present turn and the end of the track."""
    s.last_draw = max(s.turn, min(DRAW_TRACK, s.last_draw + op.n))
    s.journal.add("AL-7.4", "last_draw", n=s.last_draw)
