"""How likely the aircraft is lost in the combat step of this turn, as far as it can be told from the table."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from sandtable.games.warbirds.bot.player import survival
from sandtable.games.warbirds.components import CASUALTIES, CASUALTY_DECK, DAMAGE, EVENTS, PARTS, part_id
from sandtable.games.warbirds.knowledge.sight import WarbirdsView


def chance_of_loss(view: WarbirdsView, still_there: float) -> float:
    """WB-11.1, WB-17.6 The chance that some part reaches its capacity, if the enemies draw their damage cards now.

    `still_there` is the share of the enemies that the guns will leave. Each part is taken for itself, and its damage as
    many rare chances, which is near enough.
    """
    manned = frozenset(man.station for man in view.crew.values() if man.station)
    hurt = dict.fromkeys(PARTS, 0.0)
    for enemy, standing in survival(view).items():
        cards = EVENTS[enemy].attack * standing * still_there
        for part, each in damage_of_a_card(EVENTS[enemy].source, manned).items():
            hurt[part] += cards * each
    holds = 1.0
    for part, expected in hurt.items():
        holds *= _below(PARTS[part] - view.parts[part], expected)
    return 1 - holds


@lru_cache(maxsize=10_000)
def damage_of_a_card(source: str, manned: frozenset[str]) -> dict[str, float]:
    """WB-17.1, WB-17.2, WB-17.5 What a damage card from a source does to each part on average: a man may stop it."""
    passing = sum(CASUALTIES[id].effect == "miss_aircraft" for id in CASUALTY_DECK) / len(CASUALTY_DECK)
    totals = dict.fromkeys(PARTS, 0.0)
    for card in DAMAGE.values():
        share = passing if card.station in manned and source in card.position_list else 1.0
        airframe = {
            "fuselage": card.fuselage,
            "left_wing": card.left_wing,
            "right_wing": card.right_wing,
            "tail": card.tail,
        }
        for part, damage in airframe.items():
            totals[part_id(part)] += share * damage / len(DAMAGE)
    return totals


def _below(limit: int, expected: float) -> float:
    """The chance that something rare comes up less often than the limit, if it is expected so often (Poisson)."""
    chance, sum = exp(-expected), 0.0
    for number in range(limit):
        sum += chance
        chance *= expected / (number + 1)
    return sum
