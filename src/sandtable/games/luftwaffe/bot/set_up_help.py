"""Set-up for those in a hurry: "the rest for me" lets the sensible player finish the present step. LW-3.1"""

from __future__ import annotations

from sandtable.games.luftwaffe.bot import player
from sandtable.games.luftwaffe.knowledge.sight import sight
from sandtable.games.luftwaffe.model import Luftwaffe, Step
from sandtable.games.luftwaffe.rules.setup import REST
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.on_behalf import answered, is_settled, with_offers

HELPED: tuple[Step, ...] = ("deploy", "missions", "placing", "dummies")
"""The steps of a set-up with many small choices of one player."""
_ASKS = ("deploy", "jet_base", "mission", "way_out", "place", "dummy")


def with_help(s: Luftwaffe, flow: Flow) -> Flow:
    """LW-3.1 Offer "the rest for me" beside each choice; once it is taken, answer until the step is over."""
    pending: Choose | None = None
    if s.rest != s.step:
        taken = yield from with_offers(flow, [REST], where=_is_small)
        if taken is None:
            return
        s.rest, pending = s.step, taken[1]
    yield from answered(flow, lambda decision: for_you(s, decision) if _is_small(decision) else None, pending)


def _is_small(decision: Choose) -> bool:
    return decision.ask in _ASKS and not is_settled(decision)


def for_you(s: Luftwaffe, decision: Choose) -> Option:
    """What the sensible player would do. The dice are only looked at, so that it can be undone."""
    dice = s.dice.copy()
    for _ in s.queue:
        dice.below(6)
    return player.sensible(sight(s, decision.seat), decision.seat, list(decision.options), dice)
