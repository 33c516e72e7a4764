"""Set-up for those in a hurry: "the rest for me" lets the sensible player finish the present step. LW-3.1"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sandtable.games.luftwaffe.bot import player
from sandtable.games.luftwaffe.knowledge.sight import sight
from sandtable.games.luftwaffe.model import Luftwaffe, Step
from sandtable.games.luftwaffe.rules.setup import REST
from sandtable.kernel.flow import Choose, Decision, Flow, Option

HELPED: tuple[Step, ...] = ("deploy", "missions", "placing", "dummies")
"""The steps of a set-up with many small choices of one player."""
_ASKS = ("deploy", "jet_base", "mission", "way_out", "place", "dummy")


def with_help(s: Luftwaffe, flow: Flow) -> Flow:
    """LW-3.1 Offer "the rest for me" beside each choice; once it is taken, answer until the step is over."""
    answer: Any = None
    generator: Generator[Decision, Any, None] = flow
    while True:
        try:
            decision = generator.send(answer)
        except StopIteration:
            return
        settled = isinstance(decision, Choose) and decision.forced and len(decision.options) == 1
        if settled or not isinstance(decision, Choose) or decision.ask not in _ASKS:
            answer = yield decision
            continue
        if s.rest != s.step:
            options = (*decision.options, REST)
            answer = yield Choose(
                decision.seat, options, decision.rule, decision.ask, decision.about, False, decision.why_not
            )
            if answer != REST:
                continue
            s.rest = s.step
        answer = for_you(s, decision)


def for_you(s: Luftwaffe, decision: Choose) -> Option:
    """What the sensible player would do. The dice are only looked at, so that it can be undone."""
    dice = s.dice.copy()
    for _ in s.queue:
        dice.below(6)
    return player.sensible(sight(s, decision.seat), decision.seat, list(decision.options), dice)
