"""How the airlift ended, told to the players."""

from __future__ import annotations

from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.names import name, say
from sandtable.games.airlift.report import outcome
from sandtable.games.airlift.rules.scoring import score
from sandtable.kernel.ending import Ending, EndingRow, EndingTable
from sandtable.kernel.words import signed

_FIGURES = {"cubes": "cubes delivered", "outgoing": "outgoing", "goals": "goals met", "planes": "planes lost"}
"""What is told of each squadron, and which figure of a report it is."""
_CLAUSES = {"saved": ("AL-16.3",), "goals": ("AL-20.7",)}


def standing(s: Airlift) -> dict[str, float]:
    """AL-16.3 The score of each squadron so far."""
    done = [sum(result.scores[at] for result in s.results) for at in range(len(s.seats))]
    return {
        seat: float(done[at] if s.results and s.ended else done[at] + score(s, seat)) for at, seat in enumerate(s.seats)
    }


def ending(s: Airlift) -> Ending:
    """AL-16.3, AL-16.7, AL-9.8 Whether Berlin was saved, who did most, and what it took."""
    ended = outcome(s)
    seats = [name(seat) for seat in s.seats]
    won = [name(seat) for seat in ended.winners]
    together = "full_cooperation" in s.variants
    rivals = won and len(s.seats) > 1 and not together
    told = say("all_win") if won and together else say("win_on_points", winners=won) if rivals else ""
    rows = [
        EndingRow(say(f"total_{key}"), tuple(int(ended.facts[f"{figure} {seat}"]) for seat in s.seats))
        for key, figure in _FIGURES.items()
    ]
    total = EndingRow(say("score"), tuple(int(ended.scores[seat]) for seat in s.seats), "AL-16.3", total=True)
    return Ending(
        title=say("title_won", winners=won) if rivals else say(f"title_{s.ended}"),
        why=say(f"why_{s.ended}", who=told).strip(),
        clauses=("AL-18.2",) if won and together else _CLAUSES.get(s.ended, ("AL-9.8",)),
        tables=(EndingTable(say("squadrons"), tuple(seats), (*rows, total)),),
        facts=(
            (say("berlin_morale"), signed(s.morale)),
            (say("soviet_resolve"), str(s.resolve)),
            (say("turns"), str(s.turn)),
            (say("harassments"), str(s.ledger.get("harassment", 0))),
        ),
        measure=say("score"),
    )
