"""Small questions of one seat asked together: a list with a default each, confirmed once.

A rule marks such questions with `Choose(together=True)`: whether each of some fighters escorts, whether each gun fires.
The list is made by looking ahead on a clone. It goes on only as far as the seat itself could go and take it back: the
same question about something else, put to the same seat, with no die rolled and nothing hidden shown in between.

A question that is put again until its owner is done ("break a unit?") needs no looking ahead: each option that names
one thing is a row, to be ticked or not, and the last option ends the run.

Questions about no single thing ("seat a man": any man, any station) build on each other: what a sensible player would
choose is proposed as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.position import Position

MOST_ROWS = 30


class Question:
    """One row of the list: what is asked, and what a sensible player would answer."""

    __slots__ = ("about", "ask", "default", "options", "proposed", "rule", "ticked")

    def __init__(self, decision: Choose, default: Option, ticked: Option | None = None) -> None:
        self.ask = decision.ask
        self.rule = decision.rule
        self.about = decision.about
        self.options: tuple[Option, ...] = (ticked, decision.options[-1]) if ticked else tuple(decision.options)
        self.default = default
        self.ticked = ticked is not None
        """Whether it is one thing to tick; its second option is the one that ends the question for all rows."""
        self.proposed = ticked is None and not any(isinstance(thing, str) for thing in decision.about)
        """Whether its options are about different things, so that only the default is worth telling."""

    def is_asked(self, position: Position, seat: str) -> bool:
        """Whether this is what the seat is asked now."""
        decision = position.decision
        if not isinstance(decision, Choose):
            return False
        if (decision.seat, decision.ask, decision.about) != (seat, self.ask, self.about):
            return False
        options = tuple(decision.options)
        return set(self.options) <= set(options) if self.ticked else options == self.options


def asked_together(position: Position, seat: str) -> list[Question]:
    """The question that a seat is asked now and those of its kind that follow; none where it stands alone."""
    first = position.decision
    if not isinstance(first, Choose) or not first.together or first.seat != seat or len(first.options) < 2:
        return []
    if _is_ticked(first):
        return _to_tick(position, seat, first)
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


def next_answer(position: Position, seat: str, answers: Sequence[tuple[Question, Option]]) -> Option | None:
    """What the list answers to what the seat is asked now; None where it answers nothing any more."""
    asked = [(row, answer) for row, answer in answers if row.is_asked(position, seat)]
    # What was not ticked ends the question, so it comes after all that was.
    return next((answer for row, answer in asked if not row.ticked or answer == row.options[0]), None) or next(
        (answer for _, answer in asked), None
    )


def _is_ticked(decision: Choose) -> bool:
    """Whether each option but the last names one thing and the last none: any number of them can be taken."""
    *things, last = decision.options
    return len(last) == 1 and all(len(option) == 2 for option in things)


def _to_tick(position: Position, seat: str, decision: Choose) -> list[Question]:
    *things, last = decision.options
    wanted = _sensible(position, seat, decision)
    rows = [Question(decision, wanted if wanted == option else last, option) for option in things[:MOST_ROWS]]
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
