"""How the battle for Berlin ended, told to the players."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, TURNS
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.names import name, say
from sandtable.games.ontoberlin.report import outcome
from sandtable.kernel.ending import Ending, EndingRow, EndingTable

_SOURCES = {
    "pregame_strike": "OB-12.6",
    "strike": "OB-12.5",
    "bombardment": "OB-12.5",
    "mixed": "OB-12.5",
    "gunfire": "OB-12.5",
    "assault": "OB-12.5",
    "defensive_fire": "OB-12.5",
    "exchange": "OB-12.6",
    "landing": "OB-12.6",
    "reichstag": "OB-12.4",
}


def standing(s: OnToBerlin) -> dict[str, float]:
    """OB-12.4, OB-12.5 The Victory Points of both sides."""
    return {ALLIED: float(s.vp[ALLIED]), GERMAN: float(s.vp[GERMAN])}


def ending(s: OnToBerlin) -> Ending:
    """OB-12.1, OB-12.2, OB-12.3 Who won, why, and where the points came from."""
    ended = outcome(s)
    assert ended is not None
    allied, german = s.vp[ALLIED], s.vp[GERMAN]
    captured = [leader for leader, record in s.leaders.items() if record.captured]
    lost = {side: int(ended.facts[f"{side}_units_lost"]) for side in (ALLIED, GERMAN)}
    return Ending(
        title=_title(s.ended, allied, german),
        why=_why(s.ended, s.turn, allied, german),
        clauses=("OB-12.1",) if s.ended == "leaders" else ("OB-12.2", "OB-12.3"),
        tables=(EndingTable(say("victory_points"), (name(ALLIED), name(GERMAN)), _sources(s, allied, german)),),
        facts=(
            (say("units_lost"), say("lost_by_side", allied=lost[ALLIED], german=lost[GERMAN])),
            (say("strongpoints_fallen"), str(len(s.fallen))),
            (say("leaders_captured"), say("of", count=len(captured), most=len(s.leaders))),
            (say("turns"), say("of", count=s.turn, most=TURNS)),
        ),
        measure=say("victory_points"),
    )


def _title(how: str, allied: int, german: int) -> str:
    if how == "leaders":
        return say("title_leaders")
    if allied == german:
        return say("title_draw", points=allied)
    if allied > german:
        return say("title_allied", allied=allied, german=german)
    return say("title_german", german=german, allied=allied)


def _why(how: str, turn: int, allied: int, german: int) -> str:
    if how == "leaders":
        return say("why_leaders")
    stop = say("why_reichstag") if how == "reichstag" else say("why_played_out", turns=turn)
    return say("why_draw" if allied == german else "why_higher", stop=stop)


def _sources(s: OnToBerlin, allied: int, german: int) -> tuple[EndingRow, ...]:
    by_source = {
        source: (s.tally.get(f"{ALLIED}_vp_{source}", 0), s.tally.get(f"{GERMAN}_vp_{source}", 0))
        for source in dict.fromkeys((*_SOURCES, *(key.partition("_vp_")[2] for key in s.tally if "_vp_" in key)))
    }
    rows = [
        EndingRow(say(f"points_{source}"), points, _SOURCES.get(source, ""))
        for source, points in by_source.items()
        if any(points)
    ]
    handicap = allied - sum(points[0] for points in by_source.values())
    if handicap:
        rows.insert(0, EndingRow(say("agreed_handicap"), (handicap, 0), "OB-17.3"))
    return (*rows, EndingRow(say("total"), (allied, german), total=True))
