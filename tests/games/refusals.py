"""Refusals on the way through a game: what was offered before and is not offered now is refused with a clause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import AnyGame
from sandtable.kernel.position import Position

TRIED = 12
"""Options of earlier questions that are tried at each question."""


def refused_on_the_way(game: AnyGame, wanted: dict[str, str | int], decisions: int, seed: int = 1) -> set[str]:
    """Play so many decisions sensibly; the clauses of all refusals. Each is a sentence with a clause of the game."""
    position, dice = Position.new(game, wanted, seed), Dice(seed_from(f"refusals {seed}"))
    earlier: defaultdict[str, list[Option]] = defaultdict(list)
    clauses: set[str] = set()
    for _ in range(decisions):
        if position.decision is None:
            break
        seat, decision = position.deciders[0], position.decision
        options = list(position.options(seat))
        if isinstance(decision, Choose) and decision.why_not is not None:
            for option in [one for one in earlier[decision.ask] if one not in options][-TRIED:]:
                refusal = decision.why_not(option)
                if refusal is not None:
                    clause = plain(refusal, game.words.reason)
                    assert game.clauses.get(clause) is not None, clause
                    clauses.add(clause)
        earlier[decision.ask] += [option for option in options if option not in earlier[decision.ask]][:TRIED]
        view = game.sight(position.state, seat)
        position.apply(seat, game.sensible(view, seat, options, decision.rule, dice))
    return clauses


def plain(refusal: tuple[str, str] | None, told: Callable[[str], str] = str) -> str:
    """The clause of a refusal, whose reason, as it is told, a player can read; "" where nothing is refused."""
    if refusal is None:
        return ""
    sentence, clause = told(refusal[0]), refusal[1]
    assert sentence[0].isupper() or sentence[0].isdigit(), sentence
    assert sentence.endswith((".", "?")), sentence
    return clause


def clause_against(decision: Choose, option: Option, told: Callable[[str], str] = str) -> str:
    """The clause that forbids an option at a question; "" where the question has no reason against it."""
    assert decision.why_not is not None, f"{decision.ask} gives no reasons"
    return plain(decision.why_not(option), told)
