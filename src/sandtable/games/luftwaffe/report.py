"""How a game ended, and the figures for reports."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, SIDES, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.rules.losses import COMBAT, FLAK, FUEL, GROUND
from sandtable.games.luftwaffe.rules.scoring import DRAW, score
from sandtable.kernel.game import Outcome


def facts(s: Luftwaffe) -> dict[str, str | int | float]:
    """What `simulate` counts: targets by industry, losses by type and cause, fuel losses, a curve by quarter."""
    p = parts()
    told: dict[str, str | int | float] = {"turns": s.turn, "score": score(s), "cities": len(s.destroyed)}
    for letter, industry in p.complexes.items():
        told[f"cities_bombed:{industry.id}"] = sum(letter in p.cities[c].industries for c in s.destroyed)
    for side in SIDES:
        by_cause = dict.fromkeys((COMBAT, FLAK, FUEL, GROUND), 0)
        for type in (type for type, kind in p.types.items() if kind.side == side):
            lost = {cause: s.losses.get(f"{cause} {type}", 0) for cause in by_cause}
            by_cause = {cause: by_cause[cause] + lost[cause] for cause in by_cause}
            if any(lost.values()):
                told[f"{side}_factors_lost_by_type:{type}"] = sum(lost.values())
        told[f"{side}_factors_lost"] = sum(by_cause.values())
        told |= {f"{side}_factors_lost_by_cause:{cause}": lost for cause, lost in by_cause.items()}
    for q in s.history:
        told[f"targets:destroyed@{q.id}"] = q.destroyed
        told[f"targets:standing@{q.id}"] = q.standing
        told[f"factors_lost_in_the_quarter:american@{q.id}"] = q.american_lost
        told[f"factors_lost_in_the_quarter:german@{q.id}"] = q.german_lost
        told[f"factors_lost_to_fuel_so_far:american@{q.id}"] = q.american_fuel
        told[f"factors_lost_to_fuel_so_far:german@{q.id}"] = q.german_fuel
    return told


def outcome(s: Luftwaffe) -> Outcome | None:
    """The result of the whole game, once it is over."""
    if not s.result:
        return None
    drawn = s.result == DRAW
    american = 0.5 if drawn else float(s.result == AMERICAN)
    scores = {AMERICAN: american, GERMAN: 1 - american}
    if s.solo:
        del scores[AMERICAN]  # LW-17.6 nobody sits there
    winners = (s.result,) if s.result in scores else ()
    return Outcome(s.result, winners, scores, facts(s), drawn)
