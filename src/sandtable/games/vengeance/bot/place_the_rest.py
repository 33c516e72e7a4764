"""Set-up for those in a hurry (RV-A2.9): the rest of a kind, or all of it, is placed as the sensible player would."""

from __future__ import annotations

from sandtable.games.vengeance.bot.player import sensible
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.rules.set_up.placement import (
    ALL_THE_REST,
    REST,
    after_set_up,
    end_set_up,
    isolated_first,
    isolated_stand,
    next_counter,
)
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Asks, Choose, Flow, Option, privately
from sandtable.kernel.on_behalf import answered, with_offers
from sandtable.kernel.options import verb_of

STANDS: Option = ("stands",)
_NO_CHANCE = seed_from("set-up")
"""The sensible player rolls no dice, and those of the game are not his to look at."""


def set_up(s: Battle) -> Flow:
    """RV-A2.9, RV-SCN6, RV-SCN7 The next counter of the side that sets up, or all that are left."""
    if s.step in SIDES:
        yield from privately(_next(s, s.step))
    else:
        yield from after_set_up(s)


def _next(s: Battle, side: str) -> Flow:
    """RV-A2.9 One counter after the other; how many there are, hidden ones among them, is nobody else's business."""
    counter = next_counter(s, side)
    if counter is None and isolated_first(s):
        isolated_stand(s, side)
        if s.step != side:
            return
        counter = next_counter(s, side)
    look = next((note for note in s.asked if note in _looks(side)), "") if counter is None else ""
    if look:
        yield Choose(side, [STANDS], rule="RV-A2.9", ask=_looks(side)[look])
        s.asked.remove(look)
    if counter is None:
        end_set_up(s, side)
        return
    kind, flow = counter
    left_to_us, decision = yield from _by_hand(kind, flow)
    if decision is None:
        return
    before = s.dice.taken, s.secrets_shown
    _for_you(s, side, flow, decision)
    while (counter := next_counter(s, side)) is not None and left_to_us in (ALL_THE_REST, REST.get(counter[0])):
        _for_you(s, side, counter[1])
    if counter is None and not isolated_first(s):
        free, rolled = _looks(side)
        s.asked.append(free if (s.dice.taken, s.secrets_shown) == before else rolled)


def _looks(side: str) -> dict[str, str]:
    """What the program placed is looked at before the other side goes on: until then it can be taken back.

    RV-CG6, RV-BRV16.5 But not freely if dice were rolled, as for fuel, or a hidden enemy was met.
    """
    return {f"set-up of {side}": "looked_over", f"set-up of {side}, rolled": "looked_over_rolled"}


def _by_hand(kind: str, flow: Flow) -> Asks[tuple[str, Choose | None]]:
    """RV-A2.9 One counter, with the offer to do the rest beside each choice; what was left to the program, and when."""
    offers: list[Option] = [(REST[kind],), (ALL_THE_REST,)] if kind else [(ALL_THE_REST,)]
    taken = yield from with_offers(flow, offers)
    return ("", None) if taken is None else (verb_of(taken[0]), taken[1])


def _for_you(s: Battle, side: str, flow: Flow, decision: Choose | None = None) -> None:
    """RV-A2.9 A counter is placed as the sensible player would who sees what its owner sees; no chance is in it."""
    for asked in answered(flow, lambda choice: _sensible(s, side, choice), decision):
        raise AssertionError(f"{asked} was left unanswered")


def _sensible(s: Battle, side: str, decision: Choose) -> Option:
    choice = sensible(sight(s, side), side, list(decision.options), decision.rule, Dice(_NO_CHANCE), hasty=True)
    assert choice in decision.options, choice
    return choice
