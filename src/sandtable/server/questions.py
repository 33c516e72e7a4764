"""What people ask of a position: how it stood, odds, the ruler, the ground. Answered in worker processes.

An answer is made from the view of the seat that asks. What goes back to the server is the finished frame.
"""

from __future__ import annotations

import msgspec

from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Choose
from sandtable.kernel.game import find_game
from sandtable.kernel.language import speaking
from sandtable.kernel.position import Position
from sandtable.kernel.show import Shown, show, show_together, told_odds, words_for
from sandtable.server import messages
from sandtable.server.records import Inquiry, Standing


def position_at(standing: Standing) -> Position:
    """The position that stands so."""
    return Position.from_way(find_game(standing.game), standing.options, standing.way)


def answer(inquiry: Inquiry) -> str:
    """The frame that answers a question."""
    with speaking(inquiry.language):
        try:
            told = _answered(position_at(inquiry.standing), inquiry.seat, inquiry.message)
        except Refused as refused:
            told = messages.NotAccepted(inquiry.message.id, 422, refused.sentence, refused.rule)
        return messages.write_message(told)


def _answered(position: Position, seat: str, message: messages.Inquired) -> messages.Outgoing:
    match message:
        case messages.At():
            return messages.AtAnswer(message.id, message.step, past(position, seat, message.step))
        case messages.AskOdds():
            decision, option = position.decision, messages.picked(message.option)
            odds = decision.odds(option) if isinstance(decision, Choose) and decision.odds is not None else None
            return messages.OddsAnswer(message.id, odds and told_odds(words_for(position, seat), odds))
        case messages.AskMeasure():
            measured = position.game.measure(position.sight(seat), message.a, message.b)
            return messages.MeasureAnswer(message.id, measured)
        case messages.Survey():
            return messages.SurveyAnswer(message.id, position.game.survey(position.sight(seat), message.about))
        case messages.AskTogether():
            return messages.TogetherAnswer(message.id, show_together(position, seat))


def past(position: Position, seat: str, step: int) -> Shown:
    """The table as a seat saw it at an earlier step, which it calls by that number."""
    shown = show(position, seat)
    return msgspec.structs.replace(shown, step=step, can_undo=False, can_redo=False, undo_to=None)
