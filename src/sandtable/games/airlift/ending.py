"""How the airlift ended, told to the players."""

from __future__ import annotations

from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.names import NAMES
from sandtable.games.airlift.report import outcome
from sandtable.games.airlift.rules.scoring import score
from sandtable.kernel.ending import Ending, EndingRow, EndingTable
from sandtable.kernel.language import told_list

_TITLES = {
    "saved": "Berlin is saved",
    "morale": "Berlin gives up: the airlift fails",
    "sudden_death": "Sudden death: the airlift fails",
    "hard_line": "Hard line: the airlift fails",
    "goals": "Berlin survives, but you missed the goals",
}
_WHY = {
    "saved": "The city holds out to the end of the last season. {who}",
    "morale": "Berlin Morale has collapsed. Everybody loses.",
    "sudden_death": "Soviet Resolve is too high at a sudden-death check. Everybody loses.",
    "hard_line": "The Soviets take a hard line and Berlin Morale is not above 0. Everybody loses.",
    "goals": "The city holds out, but you missed a goal. The solitaire game is won only with every goal met.",
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
    together = "full_cooperation" in s.variants
    rivals = won and len(s.seats) > 1 and not together
    who = f"{told_list(won)} {'wins' if len(won) == 1 else 'win'}" if rivals else ""
    told = "All squadrons win together." if won and together else f"{who} on points." if who else ""
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
        title=f"{who}, and Berlin is saved" if who else _TITLES[s.ended],
        why=_WHY[s.ended].format(who=told).strip(),
        clauses=("AL-18.2",) if won and together else _CLAUSES.get(s.ended, ("AL-9.8",)),
        tables=(EndingTable("Squadrons", tuple(seats), (*rows, total)),),
        facts=(
            ("Berlin Morale", str(s.morale)),
            ("Soviet Resolve", str(s.resolve)),
            ("Turns", str(s.turn)),
            ("Harassments", str(s.ledger.get("harassment", 0))),
        ),
        measure="Score",
    )
