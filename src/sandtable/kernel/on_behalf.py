"""Playing on behalf of somebody: "place the rest for me", a prepared opponent, standing orders.

A procedure of the rules is run as it is; only who answers its choices differs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.kernel.flow import Asks, Choose, Decision, Flow, Option

Answer = Callable[[Choose], Option | Choose | None]
"""What is chosen for somebody; a choice that is put to another instead, or None where he must be asked himself."""


def is_settled(decision: Decision) -> bool:
    """Whether nobody will be asked, since only one option is left and it is forced."""
    return isinstance(decision, Choose) and decision.forced and len(decision.options) == 1


def with_offers(
    flow: Flow, offers: Sequence[Option], where: Callable[[Choose], bool] = lambda decision: True
) -> Asks[tuple[Option, Choose] | None]:
    """Run a procedure with offers beside its choices, such as "the rest for me".

    The offer that was taken and the choice at which it was, which is still to be answered; None if none was taken.
    """
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration:
            return None
        if not isinstance(decision, Choose) or is_settled(decision) or not where(decision):
            answer = yield decision
            continue
        answer = yield decision.with_options((*decision.options, *offers))
        if answer in offers:
            return answer, decision


def answered(flow: Flow, answer_for: Answer, pending: Choose | None = None) -> Flow:
    """Run a procedure with its choices answered, beginning with the one that is `pending`, if one is."""
    decision: Decision | None = pending
    answer: Any = None
    while True:
        if decision is None:
            try:
                decision = flow.send(answer)
            except StopIteration:
                return
        answer = answer_for(decision) if isinstance(decision, Choose) else None
        if answer is None or isinstance(answer, Choose):
            answer = yield decision if answer is None else answer
        decision = None
