"""Small questions of one seat asked together: a list with a default each, confirmed once.

A rule marks such questions with `Choose(together=True)`: whether each of some fighters escorts, whether each gun fires.
The list is made by looking ahead on a clone. It goes on only as far as the seat itself could go and take it back: the
same question about something else, put to the same seat, with no die rolled and nothing hidden shown in between.
"""

from __future__ import annotations

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.position import Position

MOST_ROWS = 30


class Question:
    """One row of the list: what is asked, and what a sensible player would answer."""

    __slots__ = ("about", "ask", "default", "options", "rule")

    def __init__(self, decision: Choose, default: Option) -> None:
        self.ask = decision.ask
        self.rule = decision.rule
        self.about = decision.about
        self.options: tuple[Option, ...] = tuple(decision.options)
        self.default = default

    def is_asked(self, position: Position, seat: str) -> bool:
        """Whether this is what the seat is asked now."""
        decision = position.decision
        return (
            isinstance(decision, Choose)
            and (decision.seat, decision.ask, decision.about) == (seat, self.ask, self.about)
            and tuple(decision.options) == self.options
        )


def asked_together(position: Position, seat: str) -> list[Question]:
    """The question that a seat is asked now and those of its kind that follow; none where it stands alone."""
    first = position.decision
    if not isinstance(first, Choose) or not first.together or first.seat != seat or len(first.options) < 2:
        return []
    rows: list[Question] = []
    ahead: Position | None = position.clone()
    while ahead is not None and len(rows) < MOST_ROWS:
        decision = ahead.decision
        if not isinstance(decision, Choose) or (decision.seat, decision.ask, decision.rule) != (
            seat,
            first.ask,
            first.rule,
        ):
            break
        if any(row.about == decision.about for row in rows):
            break
        rows.append(Question(decision, _sensible(ahead, seat, decision)))
        ahead = _after(ahead, seat, rows[-1])
    return rows if len(rows) > 1 else []


def _sensible(position: Position, seat: str, decision: Choose) -> Option:
    """What a sensible player would answer who knows no more than the seat."""
    options = list(decision.options)
    return position.game.sensible(position.sight(seat), seat, options, decision.rule, Dice(seed_from("together")))


def _after(position: Position, seat: str, question: Question) -> Position | None:
    """The position after a row: by its default or, where that rolls dice, by an answer that leaves all as it is."""
    for option in dict.fromkeys((question.default, *reversed(question.options))):
        twin = position.clone()
        before = twin.state.dice.taken, twin.state.secrets_shown
        twin.apply(seat, option)
        if (twin.state.dice.taken, twin.state.secrets_shown) == before and seat in twin.deciders:
            return twin
    return None
