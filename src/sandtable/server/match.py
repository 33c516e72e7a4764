"""The match service without any input or output: it takes messages and answers with effects in their order.

Whoever runs it (the server, or a test that loses, repeats and reorders everything) carries the effects out one after
the other and stops at the first that fails. A choice is first committed, then acknowledged, then shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec

from sandtable.kernel.decision_point import is_private
from sandtable.kernel.digests import Digests
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option, Secretly
from sandtable.kernel.position import Position
from sandtable.server import messages
from sandtable.server.carried_out import CarriedOut
from sandtable.server.match_view import MatchView
from sandtable.server.milestones import Milestone, Trail
from sandtable.server.privacy import step_named
from sandtable.server.records import (
    HUMAN,
    Commit,
    Declined,
    Effect,
    Entry,
    MatchSetup,
    Reply,
    ReplyShown,
    Seat,
    TellAll,
    Unplayable,
    Viewer,
    WorkOut,
)
from sandtable.server.thinking import BotQuestion

_MOST_HEARD = 200


class Match(MatchView):
    """One match: the position, who sits where, and everything that happened."""

    keeps_secrets = True
    """Whether the seats belong to several people."""
    marked = True
    """Whether milestones of it are stored."""

    def __init__(self, setup: MatchSetup, seats: Iterable[Seat]) -> None:
        super().__init__(setup, seats)
        self.asked_step = 0
        self.asked_version = 0
        self.trail = Trail()
        self._carried_out = CarriedOut()
        self._heard: dict[tuple[str, str], int] = {}
        self._happened = blake2b(msgspec.json.encode(setup), digest_size=12)

    def question_for_bot(self, seat: Seat) -> BotQuestion:
        """What the bot of a seat is asked: its view, its options, and dice of its own."""
        position, decision = self.position, self.position.decision
        assert decision is not None
        return BotQuestion(
            game=self.game.id,
            seat=seat.seat,
            bot=seat.player,
            options=tuple(position.options(seat.seat)),
            rule=decision.rule,
            seed=secrets.token_hex(32),
            view=position.sight(seat.seat),
            standing=self.standing(),
        )

    # -- what happens ------------------------------------------------------------------------------------------------

    def _carry_out(self, kind: str, seat: str, option: Option) -> None:
        """Change the position, or raise and leave it as it was."""
        before = self.position.decision
        private = self.keeps_secrets and is_private(before, seat) and kind != "rewind"
        match kind:
            case "choose":
                self.position.apply(seat, option)
            case "undo":
                self.position.undo(seat)
            case "redo":
                self.position.redo(seat)
            case "rewind":
                self._rewind(int(option[1]))
            case _:
                raise Unplayable("This version of Sandtable does not know entries of the kind '{kind}'.", kind=kind)
        sealed = isinstance(before, Secretly) and self.position.decision is before and kind == "choose"
        if not sealed or seat in self.position.deciders:
            self.asked_step = len(self.position.steps)
            self.asked_version = self.version + 1
        self.privacy.now = private and is_private(self.position.decision, seat)

    def _rewind(self, step: int) -> None:
        self.position.rewind(step)

    def _entered(self, kind: str, seat: str, player: str, message: str, option: Option) -> Entry:
        """Write down what was carried out."""
        self.recorder.note()
        step = len(self.position.steps)
        entry = Entry(self.version + 1, kind, seat, player, message, option, step, self.recorder.digests[step])
        self.remember(entry, self.privacy.now, self.counts(seat)[step])
        return entry

    def remember(self, entry: Entry, private: bool, known_step: int) -> None:
        """An entry has been carried out; its seat calls the step that it led to by that number."""
        self.version += 1
        self.privacy.now = private
        self.privacy.note(entry.seat)
        self._carried_out.note(entry, known_step)
        self._happened.update(msgspec.json.encode(entry))

    @property
    def covers(self) -> str:
        """The fingerprint of the founding and of everything that happened."""
        return self._happened.hexdigest()

    def again(self, entry: Entry) -> Entry:
        """Carry out what once happened, and write down what comes of it here."""
        self._carry_out(entry.kind, entry.seat, entry.option)
        return self._entered(entry.kind, entry.seat, entry.player, entry.message, entry.option)

    def take_up(self, position: Position, digests: Sequence[str], milestone: Milestone) -> None:
        """Stand where a milestone says; all entries up to it are remembered."""
        self.position = self.recorder.position = position
        self.recorder.digests = Digests(digests)
        self.asked_step, self.asked_version = milestone.asked_step, milestone.asked_version
        self.trail.resume(milestone, position.journal.lines)

    def _do(self, kind: str, seat: str, player: str, message: str, option: Option) -> list[Effect]:
        """Carry out, and say what is to be done in which order: commit, acknowledge, show."""
        before = self.position.journal.lines.copy()
        try:
            self._carry_out(kind, seat, option)
        except Refused as refused:
            status = 422 if kind == "choose" else 409
            raise Declined(status, refused.sentence, refused.rule) from None
        entry = self._entered(kind, seat, player, message, option)
        effects: list[Effect] = [Commit(entry), Reply(messages.Accepted(message, self.counts(seat)[entry.step]))]
        if self.undo_wanted is not None:
            effects.append(TellAll(messages.UndoOver(self.undo_wanted.by, kind == "rewind")))
            self.undo_wanted = None
        effects.append(self.privacy.show(self.position.journal.lines.kept_of(before), seat))
        if self.position.outcome is not None:
            effects.append(TellAll(self.end()))
        return effects

    # -- what people say ---------------------------------------------------------------------------------------------

    def handle(self, viewer: Viewer, message: messages.Acting) -> list[Effect]:
        """Answer a message. What is declined changes nothing."""
        try:
            seat = self._seat_of(viewer, message)
            match message:
                case messages.MakeChoice():
                    return self._choose(seat, message)
                case messages.Undo():
                    return self._undo("undo", seat, message.id)
                case messages.Redo():
                    return self._undo("redo", seat, message.id)
                case messages.AskUndo():
                    return self._ask_undo(seat, viewer, message)
                case messages.AgreeUndo():
                    return self._agree_undo(seat, viewer, message)
                case messages.Why():
                    return [Reply(self._why(seat, message))]
                case messages.AskLines():
                    return [Reply(self._earlier(seat, message))]
                case messages.AskCoach():
                    return [Reply(self._coach(seat, message))]
                case _:
                    return [WorkOut(self._inquiry(seat, message))]
        except Declined as declined:
            answer = messages.NotAccepted(message.id, declined.status, declined.sentence, declined.rule)
            stale = declined.status == 409 and isinstance(message, messages.MakeChoice)
            return [Reply(answer), ReplyShown()] if stale else [Reply(answer)]

    def _seat_of(self, viewer: Viewer, message: messages.Acting) -> str:
        seat = message.seat or viewer.seat
        if seat not in viewer.holds:
            if isinstance(message, messages.Asking) and not message.seat:
                return ""
            if seat and seat not in self.seats:
                raise Declined(404, "There is no seat '{seat}' in this match.", seat=seat)
            sentence = (
                "This link is not for that seat." if viewer.holds else "You are watching; a seat needs its own link."
            )
            raise Declined(403, sentence)
        return seat

    def _once(self, seat: str, id: str, kind: str, option: Option) -> list[Effect]:
        """The same answer as before to a message that has already been carried out."""
        done = self._carried_out.find(seat, id)
        if done is None:
            heard = self._heard.get((seat, id))
            return [] if heard is None else [Reply(messages.Accepted(id, heard))]
        if not done.is_for(kind, option):
            raise Declined(409, "This id was already used for another message.")
        return [Reply(messages.Accepted(id, done.step)), ReplyShown()]

    def _choose(self, seat: str, message: messages.MakeChoice) -> list[Effect]:
        option = messages.picked(message.option)
        again = self._once(seat, message.id, "choose", option)
        if again:
            return again
        self._in_turn(seat)
        asked_version, counts = self.version_for(seat, self.asked_version), self.counts(seat)
        older = message.version is not None and not asked_version <= message.version <= self.version_for(seat)
        if older or not counts[self.asked_step] <= message.step <= counts[-1]:
            raise Declined(409, "The table has changed. Look again, then choose.")
        return self._do("choose", seat, HUMAN, message.id, option)

    def _human(self, seat: str) -> None:
        if self.seats[seat].player != HUMAN:
            raise Declined(
                409, "{name} is now played by the bot {bot}.", name=self.seats[seat].called, bot=self.seats[seat].player
            )

    def _in_turn(self, seat: str) -> None:
        if self.position.over:
            raise Declined(409, "The match is over.")
        self._human(seat)
        if seat not in self.position.deciders:
            names = [self.seats[decider].called for decider in self.position.deciders]
            raise Declined(
                409, "It isn't your turn to choose: waiting for {names}.", self.position.open_rule, names=names
            )

    def bot_chooses(self, seat: str, option: Option, player: str, version: int) -> list[Effect]:
        """A bot's choice, made when the match stood at that version; nothing if it has moved on since."""
        if version != self.version or seat not in self.position.deciders:
            return []
        return self._do("choose", seat, player, f"{messages.SERVER}{self.version + 1}", option)

    def bots_to_decide(self) -> list[Seat]:
        """The seats played by bots that are asked now."""
        return [self.seats[seat] for seat in self.position.deciders if self.seats[seat].player != HUMAN]

    # -- taking back -------------------------------------------------------------------------------------------------

    def _undo(self, kind: str, seat: str, id: str) -> list[Effect]:
        again = self._once(seat, id, kind, ())
        if again:
            return again
        self._not_over()
        self._human(seat)
        return self._do(kind, seat, HUMAN, id, ())

    def _not_over(self) -> None:
        if self.position.over:
            raise Declined(409, "You can't undo: the match is over and its seed is public.")

    def _ask_undo(self, seat: str, viewer: Viewer, message: messages.AskUndo) -> list[Effect]:
        done, counts = self._carried_out.find(seat, message.id), self.counts(seat)
        if done is not None:
            to_step = int(done.option[1]) if done.option and done.kind == "rewind" else len(counts) - 1
            same = counts[min(to_step, len(counts) - 1)] == message.to_step
            return self._once(seat, message.id, "rewind", (done.option or ()) if same else ())
        again = self._once(seat, message.id, "rewind", ())
        if again:
            return again
        self._not_over()
        if message.to_step >= counts[-1]:
            raise Declined(409, "There is nothing to undo after step {step}.", step=message.to_step)
        to_step = step_named(counts, message.to_step)
        waiting = tuple(s.seat for s in self.seats.values() if s.player == HUMAN and s.seat not in viewer.holds)
        if not waiting:
            return self._do("rewind", seat, HUMAN, message.id, ("to", to_step))
        self.undo_wanted = messages.UndoWanted(seat, to_step, waiting)
        return [self._hear(seat, message.id), TellAll(messages.UndoAsked(seat, to_step, waiting))]

    def _hear(self, seat: str, id: str) -> Reply:
        """Acknowledge a word about an undo that changes nothing yet; it is not committed, only remembered."""
        self._heard[seat, id] = self.counts(seat)[-1]
        if len(self._heard) > _MOST_HEARD:
            del self._heard[next(iter(self._heard))]
        return Reply(messages.Accepted(id, self.counts(seat)[-1]))

    def _agree_undo(self, seat: str, viewer: Viewer, message: messages.AgreeUndo) -> list[Effect]:
        done = self._carried_out.find(seat, message.id)
        again = self._once(seat, message.id, "rewind", (done.option or ()) if done is not None else ())
        if again:
            return again
        wanted = self.undo_wanted
        if wanted is None or seat not in wanted.waiting:
            raise Declined(409, "Nobody has asked you to agree to an undo.")
        to_step = self.counts(seat)[wanted.to_step]
        if message.to_step is not None and message.to_step != to_step:
            raise Declined(409, "The player now asks to undo back to step {to_step}.", to_step=to_step)
        if not message.agree:
            self.undo_wanted = None
            return [self._hear(seat, message.id), TellAll(messages.UndoOver(wanted.by, False))]
        waiting = tuple(s for s in wanted.waiting if s not in viewer.holds and self.seats[s].player == HUMAN)
        if waiting:
            self.undo_wanted = msgspec.structs.replace(wanted, waiting=waiting)
            asked = messages.UndoAsked(wanted.by, wanted.to_step, waiting)
            return [self._hear(seat, message.id), TellAll(asked)]
        return self._do("rewind", seat, HUMAN, message.id, ("to", wanted.to_step))
