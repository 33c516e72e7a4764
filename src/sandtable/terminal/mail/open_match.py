"""A match by mail in which nobody hides anything: the letter holds all choices, and opening it plays them again.

Single choices may be sealed until they show on the table (see `plans`).

The set-up and every roll come from both chains. The one who begins the match binds his chain first, the other when he
joins; then the first shows a link that the other could not know, and from it and the other's head follow the set-up and
the first rolls. An activity that runs on into the other's turn keeps the dice that it began with.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.flow import Choose
from sandtable.kernel.game import AnyGame, find_game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.terminal.mail.letters import (
    Desk,
    Letter,
    MailedTurn,
    check_links,
    seen_digest,
    shown_otherwise,
)
from sandtable.terminal.mail.plans import check_plans, choices, has_blanks, made, opened, sealed_turn
from sandtable.terminal.mail.seals import chain, dice_of_turn, fingerprint


class OpenDesk(Desk):
    """One player's turn in an open match."""

    def _begun(self) -> Position:
        others = [seat for seat in self.letter.heads if seat != self.seat]
        if not others:
            raise Refused("{seat} has not joined the match yet.", seat=self.other)
        if not self.letter.turns and self.joins:
            # Nothing is set up yet: he binds his chain, and the other draws.
            return Position.new(self.game, self.letter.options, Dice("0" * 64))
        turn = MailedTurn(self.seat, self._link, "", "")
        position = _replayed(self.game, self.letter, self.journal, {self.seat: self.secret})
        return _begin_turn(self.game, self.letter, position, [*self.letter.turns, turn], self.journal)

    @property
    def joins(self) -> bool:
        """Whether this player only joins now, and plays when the letter has come back."""
        return not self.letter.turns and next(iter(self.letter.heads)) != self.seat

    def goes_on(self) -> bool:
        decision = self.position.decision
        return not self.joins and isinstance(decision, Choose) and decision.seat == self.seat

    def letter_back(self) -> Letter:
        """Close the turn."""
        if self.goes_on():
            raise Refused("Your turn is not over yet.")
        if self.joins:
            return msgspec.structs.replace(self.letter, to_play=self.other)
        unwritten = MailedTurn(self.seat, self._link, "", _seen(self.game, self.letter, self.position, self.other))
        turn = sealed_turn(self.letter, unwritten, self.steps, self.secret)
        outcome = self.position.outcome
        letter = msgspec.structs.replace(
            self.letter, turns=[*self.letter.turns, turn], to_play=self.other, result=outcome.result if outcome else ""
        )
        if has_blanks(letter, self.seat) and not self._holds(letter):
            letter = opened(letter, self.seat, self.secret)
        shown = {**letter.shown, self.seat: self.secret} if outcome is not None else letter.shown
        return msgspec.structs.replace(letter, shown=shown)

    def _holds(self, letter: Letter) -> bool:
        """Whether the other can play on without what is sealed."""
        try:
            _replayed(self.game, letter, Journal(), {})
        except (Refused, SaveError):
            return False
        return True


def _replayed(game: AnyGame, letter: Letter, journal: Journal, secrets: Mapping[str, str]) -> Position | None:
    """The match after the turns of a letter, for one who knows these secret numbers; nothing before the first turn."""
    position: Position | None = None
    for number, turn in enumerate(letter.turns):
        position = _begin_turn(game, letter, position, letter.turns[: number + 1], journal)
        for step in choices(letter, number, secrets):
            if step.seat != turn.seat:
                raise SaveError("In turn {n} {seat} chose for {other}.", n=number + 1, seat=turn.seat, other=step.seat)
            position.apply(step.seat, made(letter, number, position, step.option))
        other = _other(letter, turn.seat)
        if _seen(game, letter, position, other) != turn.seen:
            raise shown_otherwise(number, other)
    return position


def _seen(game: AnyGame, letter: Letter, position: Position, seat: str) -> str:
    """The fingerprint of what a seat sees; where something may be sealed, of what everybody sees."""
    return seen_digest(game, position.state, "" if game.sealed(letter.options) else seat)


def _begin_turn(
    game: AnyGame, letter: Letter, position: Position | None, turns: list[MailedTurn], journal: Journal
) -> Position:
    """Take up the dice of the last of these turns: at once, or when the activity in progress is over."""
    turn, number = turns[-1], len(turns) - 1
    theirs = _newest(letter, turns[:-1], _other(letter, turn.seat))
    if position is None:
        setting_up = Dice(fingerprint(b"set-up", bytes.fromhex(turn.link), bytes.fromhex(theirs)).hex())
        position = Position.new(game, letter.options, setting_up, journal)
    if position.over or not position.activity_begins:
        return position
    # What was told since the checkpoint is told again.
    journal.cut(position.stored().lines)
    state = position.checkpoint.clone()
    state.dice = dice_of_turn(turn.link, theirs, number)
    return Position.resume(game, letter.options, state, (), journal)


def _newest(letter: Letter, turns: list[MailedTurn], seat: str) -> str:
    """The newest link that a player has shown, or the head that he joined with."""
    return next((turn.link for turn in reversed(turns) if turn.seat == seat), letter.heads[seat])


def _other(letter: Letter, seat: str) -> str:
    return next(other for other in find_game(letter.game).seats(letter.options) if other != seat)


def verify_open(letter: Letter) -> str:
    """Play the whole match again with its dice; the result, or a sentence about what is wrong."""
    game = find_game(letter.game)
    for seat, secret in letter.shown.items():
        if letter.heads.get(seat) != chain(secret)[0]:
            raise SaveError("{seat} did not join the match with the key he shows.", seat=seat)
    check_links(letter)
    check_plans(letter)
    position = _replayed(game, letter, Journal(), letter.shown)
    outcome = position.outcome if position is not None else None
    if outcome is None:
        raise Refused("The match is not over.")
    if outcome.result != letter.result:
        raise SaveError("The match does not end the way the letter says.")
    return letter.result
