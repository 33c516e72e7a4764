"""Why a choice is good, told from what the game itself knows: the odds of its roll, and the score that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.bots.search import mean_and_error
from sandtable.kernel.flow import Choose, Odds, Option
from sandtable.kernel.language import language, spoken
from sandtable.kernel.position import Position
from sandtable.kernel.sentences import tell
from sandtable.kernel.show import told_odds, words_for
from sandtable.kernel.words import Words, plain

_WATCHED = 16
"""In so many worlds at most the score is looked at: making a table takes time."""
_OUTCOMES = 3
_MODIFIERS = 2
_CONFIDENT = 2.0
"""A difference of scores is told if it is so many standard errors from none,"""
_LEAST_DIFFERENCE = 0.1
"""and not smaller than this."""


class _Figure(NamedTuple):
    """A figure of the score, and the side whose it is."""

    label: str
    side: str


class Reasons:
    """Watches what the options of a decision lead to, and says what speaks for one of them."""

    def __init__(self, position: Position, seat: str) -> None:
        self._position = position
        self._seat = seat
        self._words = words_for(position, seat)
        self._scores: dict[Option, list[dict[_Figure, int]]] = {}

    def watch(self, option: Option, reached: Position) -> None:
        """Note the score where a playout of an option ended. The worlds are the same for all options, in order."""
        noted = self._scores.setdefault(option, [])
        if len(noted) < _WATCHED:
            table = reached.game.table(reached.sight(self._seat))
            noted.append({_Figure(score.label, score.side): score.value for score in table.scores})

    def text(self, option: Option) -> str:
        """An option in words."""
        return plain(self._words.option(option))

    def of(self, option: Option, other: Option | None, foreseen: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What speaks for an option, or against it: its roll, and its score beside that of another option.

        Where it rolls nothing itself, the first roll that is foreseen after it.
        """
        roll = roll_reasons(self._position, self._words, option) or foreseen
        return roll if other is None else (*roll, *self._of_score(option, other))

    def _of_score(self, option: Option, other: Option) -> tuple[str, ...]:
        """The figure of the score that differs most clearly from what the other option leads to."""
        mine, theirs = self._scores.get(option, []), self._scores.get(other, [])
        figures = {figure for scores in (mine, theirs) for score in scores for figure in score}
        clearest: tuple[float, _Figure] | None = None
        for figure in sorted(figures):
            gain, error = mean_and_error(_differences(mine, theirs, figure))
            clear = abs(gain) > _CONFIDENT * error and abs(gain) >= _LEAST_DIFFERENCE
            if clear and (clearest is None or abs(gain) > abs(clearest[0])):
                clearest = gain, figure
        if clearest is None:
            return ()
        gain, figure = clearest
        facts = {"label": self._words.term(figure.label), "amount": _amount(abs(gain)), "other": self.text(other)}
        if not figure.side:
            more = "{label}: {amount} more than after “{other}”."
            less = "{label}: {amount} less than after “{other}”."
            return (tell(more, **facts) if gain > 0 else tell(less, **facts),)
        facts["side"] = self._words.name(figure.side)
        if gain > 0:
            return (tell("{label}: {amount} more for {side} than after “{other}”.", **facts),)
        return (tell("{label}: {amount} less for {side} than after “{other}”.", **facts),)


def roll_reasons(position: Position, words: Words, option: Option) -> tuple[str, ...]:
    """What the roll of an option can bring, and what counts most in it; nothing where none is rolled."""
    decision = position.decision
    odds = decision.odds(option) if isinstance(decision, Choose) and decision.odds is not None else None
    return () if odds is None else (*_effects(words, odds), *_modifiers(words, odds))


def _effects(words: Words, odds: Odds) -> tuple[str, ...]:
    nothing, told = words.without_effect(odds), told_odds(words, odds)
    named = [
        (name, chance)
        for (printed, _), (name, chance) in zip(odds.outcomes, told.outcomes, strict=True)
        if printed not in nothing and chance > 0
    ]
    likely = sorted(named, key=lambda one: -one[1])[:_OUTCOMES]
    if not likely:
        return ()
    outcomes = [f"{name} {_percent(chance)} %" for name, chance in likely]
    if not nothing:
        return (tell("Most likely: {outcomes}.", outcomes=outcomes),)
    effect = _percent(sum(chance for _, chance in named))
    return (tell("{chance} % to take effect: {outcomes}.", chance=effect, outcomes=outcomes),)


def _modifiers(words: Words, odds: Odds) -> tuple[str, ...]:
    told = told_odds(words, odds).modifiers
    largest = sorted((one for one in told if one[0]), key=lambda one: -abs(one[0]))[:_MODIFIERS]
    if not largest:
        return ()
    counted = [f"{_signed(value)} {reason} ({clause})" for value, clause, reason in largest]
    return (tell("On the roll: {modifiers}.", modifiers=counted),)


def _differences(
    mine: Sequence[dict[_Figure, int]], theirs: Sequence[dict[_Figure, int]], figure: _Figure
) -> list[float]:
    """How much one option did better than another in the worlds in which both were watched."""
    return [
        float(one[figure] - two[figure])
        for one, two in zip(mine, theirs, strict=False)
        if figure in one and figure in two
    ]


def _percent(chance: float) -> int:
    return round(100 * chance)


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}"


def _amount(number: float) -> str:
    """A number with one decimal place, as it is written in the language that is spoken."""
    return language(spoken()).number(number)
