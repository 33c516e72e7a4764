"""Playing a state to its end without checkpoints, as simulations do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.kernel.errors import Refused, RuleFault
from sandtable.kernel.flow import Choose, Decision, Option
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
        answer: Any = None
        while True:
            quiet += 1
            if quiet > MOST_WITHOUT_DECISION:
                raise RuleFault(f"{game.title} goes on and on without a decision or a result.")
            try:
                decision = flow.send(answer)
            except StopIteration:
                break
            if isinstance(decision, Choose):
                options = decision.options
                if decision.forced and len(options) == 1:
                    answer = options[0]
                    continue
                answer = choose(decision.seat, decision, s)
                if answer not in options:
                    raise Refused(f"{decision.seat} chose {answer!r}, which is not an option.", decision.rule)
                made += 1
            else:
                answer = {seat: choose(seat, decision, s) for seat in decision.options}
                for seat, option in answer.items():
                    if option not in decision.options[seat]:
                        raise Refused(f"{seat} chose {option!r}, which is not an option.", decision.rule)
                made += len(answer)
            quiet = 0
            if made > most:
                raise RuleFault(f"{game.title} did not end within {most} decisions.")
