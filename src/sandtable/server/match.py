"""The match service without any input or output: it takes messages and answers with effects in their order.

Whoever runs it (the server, or a test that loses, repeats and reorders everything) carries the effects out one after
the other and stops at the first that fails. A choice is first committed, then acknowledged, then shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from sandtable.kernel.dice import commitment
from sandtable.kernel.errors import Refused, SandtableError
from sandtable.kernel.flow import Choose, Option, Secretly
from sandtable.kernel.journal import SILENT, Journal, kept_lines
from sandtable.kernel.position import Position, is_private
from sandtable.kernel.save import Recorder, save
from sandtable.kernel.show import Shown, ShownLine, show, show_lines, words_for
from sandtable.kernel.table import Overlay
from sandtable.server import messages as say
from sandtable.server.privacy import Privacy, step_named
from sandtable.server.records import (
    HUMAN,
    Commit,
    Declined,
    Effect,
    Entry,
    Founded,
    Reply,
    ReplyShown,
    Seat,
    TellAll,
    Unplayable,
    Who,
    playable,
)

_MOST_HEARD = 200


class Match:
    """One match: the position, who sits where, and everything that happened."""

    keeps_secrets = True
    """Whether the seats belong to several people."""

    def __init__(self, founded: Founded, seats: Iterable[Seat]) -> None:
        self.founded = founded
        self.game = playable(founded)
        self.seats = {seat.seat: seat for seat in seats}
        self.position = self.begun(Journal())
        self.recorder = Recorder(self.position)
        self.version = 0
        self.undo_wanted: say.UndoWanted | None = None
        self._answered: dict[tuple[str, str], Entry] = {}
        self._answered_step: dict[tuple[str, str], int] = {}
        self._heard: dict[tuple[str, str], int] = {}
        self._asked_step = 0
        self._asked_version = 0
        self._privacy = Privacy()
        self._past: Position | None = None

    def begun(self, journal: Journal = SILENT) -> Position:
        """The position with which the match begins."""
        return Position.new(self.game, self.founded.options, self.founded.seed, journal)

    def copied(self) -> Position:
        """The position as it stands, for a bot to think about."""
        return self.position.clone()

    @classmethod
    def restore(cls, founded: Founded, seats: Iterable[Seat], entries: Iterable[Entry]) -> Match:
        """Play everything again that happened, comparing every digest.

        Components may have changed since (a better drawing, a mended word): as long as everything that happened
        follows from those that are here, the match goes on with them.
        """
        match = cls(founded, seats)
        for entry in entries:
            match._replay(entry)
        return match

    def _replay(self, entry: Entry) -> None:
        if entry.number != self.version + 1:
            raise Unplayable(f"The entries of this match have a gap after number {self.version}.")
        try:
            self._carry_out(entry.kind, entry.seat, entry.option)
            same = self._entered(entry.kind, entry.seat, entry.player, entry.message, entry.option) == entry
        except SandtableError:
            same = False
        if not same:
            raise Unplayable(self._parted(entry.number))

    def _parted(self, number: int) -> str:
        """Why the entries cannot be played again: other components, or rules that changed without saying so."""
        title, was, here = self.game.title, self.founded.data_version, self.game.data_version()
        if was != here:
            return (
                f"This match was begun with other components of {title} ({was}; here are {here}), and its entry "
                f"{number} does not follow from those here. It can be played on with the data it was begun with."
            )
        return (
            f"This match cannot be played on: at entry {number} the rules of {title} as they are here lead elsewhere "
            "than it was recorded."
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
                raise Unplayable(f"This version of Sandtable does not know entries of the kind {kind!r}.")
        sealed = isinstance(before, Secretly) and self.position.decision is before and kind == "choose"
        if not sealed or seat in self.position.deciders:
            self._asked_step = len(self.position.steps)
            self._asked_version = self.version + 1
        self._privacy.now = private and is_private(self.position.decision, seat)

    def _rewind(self, step: int) -> None:
        self.position.rewind(step)

    def _entered(self, kind: str, seat: str, player: str, message: str, option: Option) -> Entry:
        """Write down what was carried out."""
        self.recorder.note()
        self.version += 1
        self._privacy.note(seat)
        step = len(self.position.steps)
        entry = Entry(self.version, kind, seat, player, message, option, step, self.recorder.digests[step])
        self._answered[seat, message] = entry
        self._answered_step[seat, message] = self.counts(seat)[step]
        return entry

    def _do(self, kind: str, seat: str, player: str, message: str, option: Option) -> list[Effect]:
        """Carry out, and say what is to be done in which order: commit, acknowledge, show."""
        before = list(self.position.journal.lines)
        try:
            self._carry_out(kind, seat, option)
        except Refused as refused:
            status = 422 if kind == "choose" else 409
            raise Declined(status, refused.sentence, refused.rule) from None
        entry = self._entered(kind, seat, player, message, option)
        effects: list[Effect] = [Commit(entry), Reply(say.Accepted(message, self._answered_step[seat, message]))]
        if self.undo_wanted is not None:
            effects.append(TellAll(say.UndoOver(self.undo_wanted.by, kind == "rewind")))
            self.undo_wanted = None
        effects.append(self._privacy.show(kept_lines(before, self.position.journal.lines), seat))
        if self.position.outcome is not None:
            effects.append(TellAll(self.end()))
        return effects

    def counts(self, seat: str) -> Sequence[int]:
        """The number that a seat knows for each step: others' private choices are not counted."""
        return self.position.counts(seat)

    def version_for(self, seat: str, version: int | None = None) -> int:
        """How many entries a seat knows of, of all or of so many."""
        return self._privacy.version(seat, self.version if version is None else version)

    def told(self, seat: str, message: say.Outgoing) -> say.Outgoing:
        """A message to everyone, with the number that a seat knows for its step."""
        if isinstance(message, say.UndoAsked):
            return msgspec.structs.replace(message, to_step=self.counts(seat)[message.to_step])
        return message

    def end(self) -> say.Over:
        """How the match ended, and the seed that everyone may now check."""
        assert self.position.outcome is not None
        return say.Over(self.position.outcome, self.open_seed)

    @property
    def open_seed(self) -> str:
        """The seed once the match is over."""
        return self.founded.seed if self.position.over else ""

    @property
    def comes_from(self) -> say.Analysis | None:
        """Of an analysis, where it comes from."""
        return None

    # -- what people say ---------------------------------------------------------------------------------------------

    def handle(self, who: Who, message: say.Acting) -> list[Effect]:
        """Answer a message. What is declined changes nothing."""
        try:
            seat = self._seat_of(who, message)
            match message:
                case say.Choose():
                    return self._choose(seat, message)
                case say.Undo():
                    return self._undo("undo", seat, message.id)
                case say.Redo():
                    return self._undo("redo", seat, message.id)
                case say.AskUndo():
                    return self._ask_undo(seat, who, message)
                case say.AgreeUndo():
                    return self._agree_undo(seat, who, message)
                case say.Why():
                    return [Reply(self._why(seat, message))]
                case say.AskOdds():
                    return [Reply(self._odds(seat, message))]
                case say.At():
                    return [Reply(say.AtAnswer(message.id, message.step, self.at(seat, message.step)))]
                case say.Measure():
                    return [Reply(self._measure(seat, message))]
                case say.Survey():
                    return [Reply(say.SurveyAnswer(message.id, self._survey(seat, message.about)))]
        except Declined as declined:
            answer = say.NotAccepted(message.id, declined.status, declined.sentence, declined.rule)
            stale = declined.status == 409 and isinstance(message, say.Choose)
            return [Reply(answer), ReplyShown()] if stale else [Reply(answer)]

    def _seat_of(self, who: Who, message: say.Acting) -> str:
        seat = message.seat or who.seat
        if seat not in who.holds:
            if isinstance(message, say.Asking) and not message.seat:
                return ""
            if seat and seat not in self.seats:
                raise Declined(404, f"There is no seat {seat!r} in this match.")
            sentence = (
                "This link does not hold that seat." if who.holds else "You are watching; a seat needs its own link."
            )
            raise Declined(403, sentence)
        return seat

    def _once(self, seat: str, id: str, kind: str, option: Option) -> list[Effect]:
        """The same answer as before to a message that has already been carried out."""
        entry = self._answered.get((seat, id))
        if entry is None:
            heard = self._heard.get((seat, id))
            return [] if heard is None else [Reply(say.Accepted(id, heard))]
        if (entry.kind, entry.option) != (kind, option):
            raise Declined(409, "This id was already used for something else.")
        return [Reply(say.Accepted(id, self._answered_step[seat, id])), ReplyShown()]

    def _choose(self, seat: str, message: say.Choose) -> list[Effect]:
        option = say.picked(message.option)
        again = self._once(seat, message.id, "choose", option)
        if again:
            return again
        self._in_turn(seat)
        asked_version, counts = self.version_for(seat, self._asked_version), self.counts(seat)
        older = message.version is not None and not asked_version <= message.version <= self.version_for(seat)
        if older or not counts[self._asked_step] <= message.step <= counts[-1]:
            raise Declined(409, "The table has changed since; look again and choose.")
        return self._do("choose", seat, HUMAN, message.id, option)

    def _human(self, seat: str) -> None:
        if self.seats[seat].player != HUMAN:
            raise Declined(409, f"{self.seats[seat].name} is played by the bot {self.seats[seat].player} now.")

    def _in_turn(self, seat: str) -> None:
        if self.position.over:
            raise Declined(409, "The match is over.")
        self._human(seat)
        if seat not in self.position.deciders:
            names = " and ".join(self.seats[decider].name for decider in self.position.deciders)
            rule = self.position.decision.rule if self.position.decision is not None else ""
            raise Declined(409, f"{self.seats[seat].name} is not to decide now, {names} is.", rule)

    def bot_chooses(self, seat: str, option: Option, player: str, version: int) -> list[Effect]:
        """A bot's choice, made when the match stood at that version; nothing if it has moved on since."""
        if version != self.version or seat not in self.position.deciders:
            return []
        return self._do("choose", seat, player, f"bot-{self.version + 1}", option)

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
            raise Declined(409, "The match is over and its seed is public; nothing can be taken back.")

    def _ask_undo(self, seat: str, who: Who, message: say.AskUndo) -> list[Effect]:
        done, counts = self._answered.get((seat, message.id)), self.counts(seat)
        if done is not None:
            same = done.kind == "rewind" and counts[min(int(done.option[1]), len(counts) - 1)] == message.to_step
            return self._once(seat, message.id, "rewind", done.option if same else ())
        again = self._once(seat, message.id, "rewind", ())
        if again:
            return again
        self._not_over()
        if message.to_step >= counts[-1]:
            raise Declined(409, f"There is nothing to take back after step {message.to_step}.")
        to_step = step_named(counts, message.to_step)
        waiting = tuple(s.seat for s in self.seats.values() if s.player == HUMAN and s.seat not in who.holds)
        if not waiting:
            return self._do("rewind", seat, HUMAN, message.id, ("to", to_step))
        self.undo_wanted = say.UndoWanted(seat, to_step, waiting)
        return [self._hear(seat, message.id), TellAll(say.UndoAsked(seat, to_step, waiting))]

    def _hear(self, seat: str, id: str) -> Reply:
        """Acknowledge a word about an undo that changes nothing yet; it is not committed, only remembered."""
        self._heard[seat, id] = self.counts(seat)[-1]
        if len(self._heard) > _MOST_HEARD:
            del self._heard[next(iter(self._heard))]
        return Reply(say.Accepted(id, self.counts(seat)[-1]))

    def _agree_undo(self, seat: str, who: Who, message: say.AgreeUndo) -> list[Effect]:
        done = self._answered.get((seat, message.id))
        again = self._once(seat, message.id, "rewind", done.option if done is not None else ())
        if again:
            return again
        wanted = self.undo_wanted
        if wanted is None or seat not in wanted.waiting:
            raise Declined(409, "Nobody waits for your agreement to an undo.")
        to_step = self.counts(seat)[wanted.to_step]
        if message.to_step is not None and message.to_step != to_step:
            raise Declined(409, f"The undo that is asked for now goes back to step {to_step}.")
        if not message.agree:
            self.undo_wanted = None
            return [self._hear(seat, message.id), TellAll(say.UndoOver(wanted.by, False))]
        waiting = tuple(s for s in wanted.waiting if s not in who.holds and self.seats[s].player == HUMAN)
        if waiting:
            self.undo_wanted = msgspec.structs.replace(wanted, waiting=waiting)
            asked = say.UndoAsked(wanted.by, wanted.to_step, waiting)
            return [self._hear(seat, message.id), TellAll(asked)]
        return self._do("rewind", seat, HUMAN, message.id, ("to", wanted.to_step))

    # -- what people ask ---------------------------------------------------------------------------------------------

    def _why(self, seat: str, message: say.Why) -> say.WhyAnswer:
        refused = self.position.refusal(seat, say.picked(message.option))
        return say.WhyAnswer(message.id, refused.sentence if refused else "", refused.rule if refused else "")

    def _odds(self, seat: str, message: say.AskOdds) -> say.OddsAnswer:
        decision, option = self.position.decision, say.picked(message.option)
        refused = self.position.refusal(seat, option)
        if refused is not None:
            raise Declined(422, refused.sentence, refused.rule)
        tell = decision.odds if isinstance(decision, Choose) else None
        return say.OddsAnswer(message.id, tell(option) if tell is not None else None)

    def _measure(self, seat: str, message: say.Measure) -> say.MeasureAnswer:
        game = self.position.game
        try:
            return say.MeasureAnswer(message.id, game.measure(self.position.sight(seat), message.a, message.b))
        except Refused as refused:
            raise Declined(422, refused.sentence, refused.rule) from None

    def _survey(self, seat: str, about: str) -> tuple[Overlay, ...]:
        found: tuple[Overlay, ...] = self.position.game.survey(self.position.sight(seat), about)
        return found

    def at(self, seat: str, step: int) -> Shown:
        """The table as a seat saw it at an earlier step."""
        shown = show(self._wound_to(step_named(self.counts(seat), step)), seat)
        return msgspec.structs.replace(shown, step=step, can_undo=False, can_redo=False, undo_to=None)

    def _wound_to(self, step: int) -> Position:
        """The position at an earlier step, kept for the next question of that kind."""
        steps, past = self.position.steps, self._past
        if past is None:
            past = self._past = self.begun()
        common = 0
        for ours, theirs in zip(past.steps, steps, strict=False):
            if ours != theirs:
                break
            common += 1
        if min(common, step) < len(past.steps):
            past.rewind(min(common, step))
        for made in steps[len(past.steps) : step]:
            past.apply(made.seat, made.option)
        return past

    def first_seat(self, holds: tuple[str, ...], wanted: str = "") -> str:
        """Through which of the seats one holds one looks at first."""
        if wanted in holds:
            return wanted
        return next((seat for seat in holds if seat in self.position.deciders), holds[0] if holds else "")

    def shown(self, seat: str) -> Shown:
        """The table and the decision for a seat; after the end nothing can be taken back."""
        shown, counts = show(self.position, seat), self.counts(seat)
        undo_to = None if shown.undo_to is None else counts[shown.undo_to]
        shown = msgspec.structs.replace(shown, step=counts[-1], undo_to=undo_to)
        if not self.position.over:
            return shown
        return msgspec.structs.replace(shown, can_undo=False, can_redo=False, undo_to=None)

    def shown_now(self, seat: str, kept: int) -> say.ShownNow:
        """The new table for a seat, and the lines of the journal after those it has."""
        lines = self.position.journal.lines
        since = sum(line.visible_to(seat) for line in lines[:kept])
        return say.ShownNow(self.version_for(seat), self.shown(seat), self.lines(seat, since), since)

    def lines(self, seat: str, since: int = 0) -> list[ShownLine]:
        """The journal as a seat may read it."""
        return show_lines(words_for(self.position, seat), self.position.journal.lines, seat, since, self.counts(seat))

    def hello(self, who: Who, seats: list[say.SeatNow]) -> say.Hello:
        """Everything that is needed to draw the table from nothing."""
        founded = self.founded
        return say.Hello(
            match=founded.id,
            game=founded.game,
            title=self.game.title,
            options=founded.options,
            seat=who.seat,
            holds=who.holds,
            seats=seats,
            board=self.game.board(founded.options),
            names=dict(self.game.words.names),
            commitment=commitment(founded.seed),
            step=self.counts(who.seat)[-1],
            version=self.version_for(who.seat),
            journal=self.lines(who.seat),
            shown=self.shown(who.seat),
            undo_asked=self._undo_asked(who.seat),
            analysis=self.comes_from,
            ruler=self.game.ruler,
            surveyed=self.game.surveyed,
        )

    def _undo_asked(self, seat: str) -> say.UndoWanted | None:
        wanted = self.undo_wanted
        return None if wanted is None else msgspec.structs.replace(wanted, to_step=self.counts(seat)[wanted.to_step])

    def save(self) -> bytes:
        """The save file, with the seed: only after the end."""
        if not self.position.over:
            raise Declined(409, "A save holds the seed of the dice; it can be had when the match is over.")
        notes: Mapping[str, str] = {seat.seat: f"{seat.name} ({seat.player})" for seat in self.seats.values()}
        return save(self.position, self.founded.seed, self.recorder.digests, {"match": self.founded.id, "seats": notes})
