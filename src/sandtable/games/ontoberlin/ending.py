"""How the battle for Berlin ended, told to the players."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, GERMAN
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.games.ontoberlin.report import outcome
from sandtable.kernel.ending import Ending, EndingRow, EndingTable

_SOURCES = {
    "pregame_strike": ("Air Strikes before the game", "OB-12.6"),
    "strike": ("Air Strikes", "OB-12.5"),
    "bombardment": ("Bombardment", "OB-12.5"),
    "mixed": ("Mixed Bombardment", "OB-12.5"),
    "gunfire": ("Direct Gun Fire", "OB-12.5"),
    "assault": ("Close Assault", "OB-12.5"),
    "defensive_fire": ("Defensive fire", "OB-12.5"),
    "exchange": ("Exchanges", "OB-12.6"),
    "landing": ("Lost in landing", "OB-12.6"),
    "reichstag": ("Reichstag held", "OB-12.4"),
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
        tables=(EndingTable("Victory points", ("Allied", "German"), _sources(s, allied, german)),),
        facts=(
            ("Units lost", f"Allied {lost[ALLIED]}, German {lost[GERMAN]}"),
            ("Strongpoints fallen", str(len(s.fallen))),
            ("Leaders captured", f"{len(captured)} of {len(s.leaders)}"),
            ("Turns", f"{s.turn} of 10"),
        ),
        measure="Victory points",
    )


def _title(how: str, allied: int, german: int) -> str:
    if how == "leaders":
        return "Both leaders are captured: the Allies win"
    if allied == german:
        return f"A draw, {allied} points each"
    if allied > german:
        return f"The Allies win, {allied} to {german}"
    return f"Berlin holds out, {german} to {allied}"


def _why(how: str, turn: int, allied: int, german: int) -> str:
    if how == "leaders":
        return "The Allies have captured both Goering and Himmler. That wins the game at once, whatever the score."
    stop = (
        "An Allied unit is in the Reichstag, so the game ends" if how == "reichstag" else f"All {turn} turns are played"
    )
    verdict = "equal totals are a draw" if allied == german else "the higher total wins"
    return f"{stop}. Victory Points decide: {verdict}."


def _sources(s: OnToBerlin, allied: int, german: int) -> tuple[EndingRow, ...]:
    by_source = {
        source: (s.tally.get(f"{ALLIED}_vp_{source}", 0), s.tally.get(f"{GERMAN}_vp_{source}", 0))
        for source in dict.fromkeys((*_SOURCES, *(key.partition("_vp_")[2] for key in s.tally if "_vp_" in key)))
    }
    rows = [
        EndingRow(
            _SOURCES.get(source, (source.replace("_", " ").capitalize(), ""))[0],
            points,
            _SOURCES.get(source, ("", ""))[1],
        )
        for source, points in by_source.items()
        if any(points)
    ]
    handicap = allied - sum(points[0] for points in by_source.values())
    if handicap:
        rows.insert(0, EndingRow("Agreed handicap", (handicap, 0), "OB-17.3"))
    return (*rows, EndingRow("Total", (allied, german), total=True))
