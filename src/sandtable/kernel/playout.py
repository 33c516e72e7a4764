"""Playing a state to its end without checkpoints, as simulations do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.kernel.errors import Refused, RuleFault
from sandtable.kernel.flow import Choose, Decision, Option, Secretly
from sandtable.kernel.game import AnyGame, Outcome
from sandtable.kernel.running import MOST_WITHOUT_DECISION
from sandtable.kernel.state import State

Chooser = Callable[[str, Decision, State], Option]
"""How a player in a simulation answers: its seat, the decision and the state from which its view is made."""


def play_out(game: AnyGame, s: State, choose: Chooser, most: int = 0) -> tuple[Outcome, int]:
    """Play a state to its end without checkpoints: the outcome and the number of decisions. Every choice is checked."""
    most = most or game.most_decisions
    made = quiet = 0
    while True:
        outcome = game.outcome(s)
        if outcome is not None:
            return outcome, made
        flow = game.play(s)
        # Many activities ask nothing: `next` with a default ends them without an exception, which would be dearer.
        decision = next(flow, None)
        quiet += 1
        while decision is not None:
            answer: Any
            if isinstance(decision, Choose):
                options = decision.options
                if decision.forced and len(options) == 1:
                    answer, number = options[0], 0
                else:
                    answer, number = choose(decision.seat, decision, s), 1
                    if answer not in options:
                        raise Refused(f"{decision.seat} chose {answer!r}, which is not an option.", decision.rule)
            else:
                answer, number = _sealed(decision, choose, s), len(decision.options)
            made += number
            quiet = 0 if number else quiet + 1
            if made > most:
                raise RuleFault(f"{game.title} did not end within {most} decisions.")
            if quiet > MOST_WITHOUT_DECISION:
                break
            try:
                decision = flow.send(answer)
            except StopIteration:
                break
        if quiet > MOST_WITHOUT_DECISION:
            raise RuleFault(f"{game.title} runs on without a decision or a result.")


def _sealed(decision: Secretly, choose: Chooser, s: State) -> dict[str, Option]:
    """What each of several seats chooses secretly."""
    answer = {seat: choose(seat, decision, s) for seat in decision.options}
    for seat, option in answer.items():
        if option not in decision.options[seat]:
            raise Refused(f"{seat} chose {option!r}, which is not an option.", decision.rule)
    return answer
