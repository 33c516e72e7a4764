"""How the air war ended, told to the players."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.report import outcome
from sandtable.games.luftwaffe.rules.losses import COMBAT, FLAK, FUEL, GROUND
from sandtable.games.luftwaffe.rules.scoring import bombed, score
from sandtable.kernel.ending import Ending, EndingRow, EndingTable

_CAUSES = {COMBAT: "Air combat", FLAK: "Flak", FUEL: "Out of fuel", GROUND: "On the ground"}
_TITLES = {AMERICAN: "The bombers get through", GERMAN: "The Reich's fighters hold", "draw": "Neither side breaks"}


def standing(s: Luftwaffe) -> dict[str, float]:
    """LW-10.1 The cities destroyed and the factors that each side has lost."""
    lost = {side: sum(n for key, n in s.losses.items() if _side(key) == side) for side in (AMERICAN, GERMAN)}
    return {AMERICAN: float(lost[AMERICAN]), GERMAN: float(lost[GERMAN])}


def _side(key: str) -> str:
    return parts().types[key.partition(" ")[2]].side


def ending(s: Luftwaffe) -> Ending:
    """LW-10.1, LW-16.3 Who won, why, what was bombed and what it cost."""
    ended = outcome(s)
    assert ended is not None
    facts = ended.facts
    losses = [
        EndingRow(name, tuple(int(facts[f"{side}_factors_lost_by_cause:{cause}"]) for side in (AMERICAN, GERMAN)))
        for cause, name in _CAUSES.items()
    ]
    total = tuple(int(facts[f"{side}_factors_lost"]) for side in (AMERICAN, GERMAN))
    cities = [
        EndingRow(industry.name, (int(facts[f"cities_bombed:{industry.id}"]),))
        for industry in parts().complexes.values()
        if facts[f"cities_bombed:{industry.id}"]
    ]
    return Ending(
        title=_TITLES[s.result],
        why=_why(s),
        clauses=("LW-10.1",),
        tables=(
            EndingTable("Factors lost", ("American", "German"), (*losses, EndingRow("Total", total, total=True))),
            EndingTable("Cities bombed, by industry", ("Cities",), tuple(cities)),
        ),
        facts=(
            ("Cities destroyed", str(len(s.destroyed))),
            ("American factors lost to fuel", str(s.fuel.get(AMERICAN, 0))),
            ("German factors lost to fuel", str(s.fuel.get(GERMAN, 0))),
        ),
        measure="Factors lost so far",
    )


def _why(s: Luftwaffe) -> str:
    who = {AMERICAN: "The American player wins.", GERMAN: "The German player wins."}.get(
        s.result, "The game is a draw."
    )
    if s.history:
        cities = "1 city is" if len(s.destroyed) == 1 else f"{len(s.destroyed)} cities are"
        return f"After {len(s.history)} quarters {cities} in ruins. {who}"
    cities = "1 target city was" if bombed(s) == 1 else f"{bombed(s)} target cities were"
    return f"{cities} hit. Adjusted for fuel losses, the score is {score(s)}. {who}"
