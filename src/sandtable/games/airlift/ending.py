"""How the airlift ended, told to the players."""

from __future__ import annotations

from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.names import NAMES
from sandtable.games.airlift.report import outcome
from sandtable.games.airlift.rules.scoring import score
from sandtable.kernel.ending import Ending, EndingRow, EndingTable

_TITLES = {
    "saved": "Berlin is saved",
    "morale": "Berlin loses heart: the airlift has failed",
    "sudden_death": "The Soviets will not yield: the airlift has failed",
    "hard_line": "The city gives in: the airlift has failed",
    "goals": "Berlin lives, but the goals were missed",
}
_WHY = {
    "saved": "The city has held out to the end of the last season. {who}",
    "morale": "Berlin Morale fell to nothing, and with it everybody loses.",
    "sudden_death": "Soviet Resolve stood too high in a sudden-death check, and with it everybody loses.",
    "hard_line": "Soviet Resolve was too high at the end, and with it everybody loses.",
    "goals": "The city has held out, but not all goals were met. Alone, that is not enough.",
}
_CLAUSES = {"saved": ("AL-16.3",), "goals": ("AL-20.7",)}


def standing(s: Airlift) -> dict[str, float]:
    """AL-16.3 The score of each squadron so far."""
    done = [sum(result.scores[at] for result in s.results) for at in range(len(s.seats))]
    return {
        seat: float(done[at] if s.results and s.ended else done[at] + score(s, seat)) for at, seat in enumerate(s.seats)
    }


def ending(s: Airlift) -> Ending:
    """AL-16.3, AL-16.7, AL-9.8 Whether Berlin was saved, who did most, and what it took."""
    ended, names = outcome(s), NAMES
    seats = [names.get(seat, seat) for seat in s.seats]
    won = [names.get(seat, seat) for seat in ended.winners]
    who = f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'} on points." if won and len(s.seats) > 1 else ""
    rows = [
        EndingRow(label, tuple(int(ended.facts[f"{key} {seat}"]) for seat in s.seats))
        for label, key in (
            ("Cubes delivered", "cubes delivered"),
            ("Brought out of Berlin", "outgoing"),
            ("Goals met", "goals met"),
            ("Planes lost", "planes lost"),
        )
    ]
    total = EndingRow("Score", tuple(int(ended.scores[seat]) for seat in s.seats), "AL-16.3", total=True)
    return Ending(
        title=_TITLES[s.ended],
        why=_WHY[s.ended].format(who=who).strip(),
        clauses=_CLAUSES.get(s.ended, ("AL-9.8",)),
        tables=(EndingTable("What each squadron did", tuple(seats), (*rows, total)),),
        facts=(
            ("Berlin Morale", str(s.morale)),
            ("Soviet Resolve", str(s.resolve)),
            ("Turns", str(s.turn)),
            ("Harassments", str(s.ledger.get("harassment", 0))),
        ),
        measure="Score",
    )
