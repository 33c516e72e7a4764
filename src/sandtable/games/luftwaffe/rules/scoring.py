"""How a single raid is won: the Basic Game, its variants, and Operation Custer. Chapters 10, 11, 16"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, SIDES, parts
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.rules.losses import COMBAT, FLAK, FUEL, GROUND
from sandtable.kernel.game import Outcome

DRAW = "draw"


def objective_cities(objective: str) -> list[str]:
    """LW-10.1, LW-11.3, LW-11.4, LW-14.1 The cities that count."""
    return [id for id, c in parts().cities.items() if objective == "ALL" or objective in c.industries]


def bombed(s: Luftwaffe) -> int:
    """LW-10.2 Destroyed cities of the objective."""
    return sum(id in s.destroyed for id in objective_cities(s.scenario.objective))


def score(s: Luftwaffe) -> int:
    """LW-10.1, LW-10.3, LW-10.4, LW-20.10 Destroyed cities, less American and plus German factors lost to fuel."""
    return max(0, bombed(s) - s.fuel.get(AMERICAN, 0) + s.fuel.get(GERMAN, 0))


def basic_result(total: int, american_at: int, german_at_most: int) -> str:
    """LW-10.1, LW-11.3, LW-11.4 Who wins with this number of cities."""
    if total >= american_at:
        return AMERICAN
    return GERMAN if total <= german_at_most else DRAW


def custer_result(targets: int, american_lost: int, german_lost: int, needed: int, ratio: int) -> str:
    """LW-16.3, LW-16.4 Targets and the ratio of losses must both be right."""
    too_dear = american_lost >= ratio * german_lost
    if targets >= needed:
        return DRAW if too_dear else AMERICAN
    return GERMAN if too_dear else DRAW


def raid_result(s: Luftwaffe) -> str:
    """The result of a game of one raid."""
    game = s.scenario
    if game.american_targets:
        lost = s.raid_losses
        return custer_result(
            score(s), lost.get(AMERICAN, 0), lost.get(GERMAN, 0), game.american_targets, game.loss_ratio
        )
    return basic_result(score(s), game.american_wins_at, game.german_wins_at_most)


def facts(s: Luftwaffe) -> dict[str, str | int | float]:
    """What `simulate` counts: targets by industry, losses by type and cause, fuel losses, a curve by quarter."""
    p = parts()
    found: dict[str, str | int | float] = {"turns": s.turn, "score": score(s), "cities": len(s.destroyed)}
    for letter, industry in p.complexes.items():
        found[f"cities_bombed:{industry.id}"] = sum(letter in p.cities[c].industries for c in s.destroyed)
    for side in SIDES:
        by_cause = dict.fromkeys((COMBAT, FLAK, FUEL, GROUND), 0)
        for type in (type for type, kind in p.types.items() if kind.side == side):
            lost = {cause: s.losses.get(f"{cause} {type}", 0) for cause in by_cause}
            by_cause = {cause: by_cause[cause] + lost[cause] for cause in by_cause}
            if any(lost.values()):
                found[f"{side}_factors_lost_by_type:{type}"] = sum(lost.values())
        found[f"{side}_factors_lost"] = sum(by_cause.values())
        found |= {f"{side}_factors_lost_by_cause:{cause}": lost for cause, lost in by_cause.items()}
    for q in s.history:
        found[f"targets:destroyed@{q.id}"] = q.destroyed
        found[f"targets:standing@{q.id}"] = q.standing
        found[f"factors_lost_in_the_quarter:american@{q.id}"] = q.american_lost
        found[f"factors_lost_in_the_quarter:german@{q.id}"] = q.german_lost
        found[f"factors_lost_to_fuel_so_far:american@{q.id}"] = q.american_fuel
        found[f"factors_lost_to_fuel_so_far:german@{q.id}"] = q.german_fuel
    return found


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
