"""Procedures of the rules, carried out by a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.kernel.flow import Asks, Choose, Option, R


def carry_out(flow: Asks[R], choose: Callable[[Choose], Option]) -> R:
    """A procedure to its end, and its result; every question has options, each once, and is answered by one of them."""
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration as end:
            result: R = end.value
            return result
        assert isinstance(decision, Choose)
        assert len(set(decision.options)) == len(decision.options) > 0
        answer = choose(decision)
        assert answer in decision.options, f"{answer} is not offered: {decision.ask} {list(decision.options)[:40]}"
