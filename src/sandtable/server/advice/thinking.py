"""How advice is worked out, in a worker process."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.bots.advice import Counsel, advise, outlook
from sandtable.bots.evaluation import evaluate_match
from sandtable.bots.player import Budget
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.language import speaking
from sandtable.kernel.position import Position
from sandtable.kernel.prepared import prepared
from sandtable.kernel.sentences import tell
from sandtable.server.advice.records import AdviceQuestion, AdviceTold, EvaluationTold
from sandtable.server.milestones import StoredMilestone
from sandtable.server.questions import position_at
from sandtable.server.records import Entry, MatchSetup, Seat
from sandtable.server.restore import restore_match


def tell_advice(question: AdviceQuestion) -> bytes:
    """For a worker process: the advice for a seat, as JSON."""
    position, seat = position_at(question.standing), question.seat
    nodes = round(question.seconds * position.game.search.nodes_a_second)
    budget, dice = Budget(nodes, question.longest), Dice(seed_from(question.seed))
    with speaking(question.language):
        decision = position.decision
        if decision is not None and position.options(seat):
            found = advise(position, seat, budget, dice)
            told = AdviceTold(
                seat, question.step, found.chance, found.error, _verdict(found), decision.rule, found.best
            )
        else:
            chance, error = outlook(position, seat, budget, dice)
            told = AdviceTold(seat, question.step, round(chance, 4), round(error, 4), _waiting(position))
    return msgspec.json.encode(told)


def _verdict(found: Counsel) -> str:
    if len(found.best) < 2:
        return tell("There is only one option.")
    if found.sure:
        return tell("“{option}” is clearly the best.", option=found.best[0].option)
    if found.best[0].chance == found.best[-1].chance:
        return tell("These choices are equally good.")
    return tell("It's close: any of these choices could be the best.")


def _waiting(position: Position) -> str:
    if position.over:
        return tell("The match is over.")
    return tell("Waiting for {names}.", names=[position.game.words.name(seat) for seat in position.deciders])


def tell_evaluation(
    setup: MatchSetup, seats: Sequence[Seat], packed_entries: bytes, kept: Sequence[StoredMilestone], seat: str
) -> bytes:
    """For a worker process: how the chances moved over a match, as JSON, with the steps as a seat counts them."""
    entries = msgspec.msgpack.decode(packed_entries, type=prepared(list[Entry]))
    match = restore_match(setup, seats, entries, kept).match
    found, counts = evaluate_match(match.position), match.counts(seat)
    curve = tuple((counts[step], chances) for step, chances in found.curve)
    turns = tuple(msgspec.structs.replace(turn, step=counts[turn.step]) for turn in found.turns)
    named = {one.seat: one.called for one in seats if one.seat in found.curve[0][1]}
    return msgspec.json.encode(EvaluationTold(curve, turns, named))
