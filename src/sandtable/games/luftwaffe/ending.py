"""How the air war ended, told to the players."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.names import name, say
from sandtable.games.luftwaffe.report import outcome
from sandtable.games.luftwaffe.rules.losses import COMBAT, FLAK, FUEL, GROUND
from sandtable.games.luftwaffe.rules.scoring import bombed, score
from sandtable.kernel.ending import Ending, EndingRow, EndingTable

_CAUSES = (COMBAT, FLAK, FUEL, GROUND)


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
        EndingRow(
            say(f"cause_{cause}"),
            tuple(int(facts[f"{side}_factors_lost_by_cause:{cause}"]) for side in (AMERICAN, GERMAN)),
        )
        for cause in _CAUSES
    ]
    total = tuple(int(facts[f"{side}_factors_lost"]) for side in (AMERICAN, GERMAN))
    cities = [
        EndingRow(industry.name, (int(facts[f"cities_bombed:{industry.id}"]),))
        for industry in parts().complexes.values()
        if facts[f"cities_bombed:{industry.id}"]
    ]
    return Ending(
        title=say(f"title_{s.result}"),
        why=_why(s),
        clauses=("LW-10.1",),
        tables=(
            EndingTable(
                say("factors_lost"),
                (name(AMERICAN), name(GERMAN)),
                (*losses, EndingRow(say("total"), total, total=True)),
            ),
            EndingTable(say("cities_by_industry"), (say("cities"),), tuple(cities)),
        ),
        facts=(
            (say("cities_destroyed"), str(len(s.destroyed))),
            (say("american_fuel_losses"), str(s.fuel.get(AMERICAN, 0))),
            (say("german_fuel_losses"), str(s.fuel.get(GERMAN, 0))),
        ),
        measure=say("measure"),
    )


def _why(s: Luftwaffe) -> str:
    who = say(f"why_{s.result}")
    if s.history:
        return say("why_quarters", quarters=len(s.history), cities=len(s.destroyed), who=who)
    return say("why_raid", cities=bombed(s), score=score(s), who=who)
