"""A match that is over, played again with everything that both players have shown."""

from __future__ import annotations

from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.game import AnyGame, find_game
from sandtable.kernel.position import Choice
from sandtable.kernel.state import State
from sandtable.terminal.mail.letters import (
    Letter,
    check_links,
    draw_secrets,
    new_state,
    open_steps,
    play_turn,
    read_steps,
    seen_digest,
    shown_otherwise,
)
from sandtable.terminal.mail.mailable import is_open
from sandtable.terminal.mail.open_match import verify_open
from sandtable.terminal.mail.seals import Sealed, SealLabel, chain, unseal


def verify(letter: Letter) -> str:
    """Play the whole match again with both secrets; the result, or a sentence about what is wrong."""
    game = find_game(letter.game)
    if is_open(game, letter.options):
        return verify_open(letter)
    if set(letter.shown) != set(game.seats(letter.options)):
        raise Refused("Both players must show their keys before the match can be verified.")
    for seat, secret in letter.shown.items():
        if letter.heads.get(seat) != chain(secret)[0]:
            raise SaveError("{seat} did not join the match with the key he shows.", seat=seat)
    check_links(letter)
    state = new_state(game, letter.options)
    for number, turn in enumerate(letter.turns):
        steps = _shown_steps(letter, number)
        known = state.clone()
        if draw_secrets(game, letter, known, number, turn.seat, letter.shown[turn.seat]):
            _check_choices(game, letter, known, number, steps)
        state = play_turn(game, letter, state, number, steps)
        other = next(s for s in game.seats(letter.options) if s != turn.seat)
        if turn.sealed and seen_digest(game, state, other) != turn.seen:
            raise shown_otherwise(number, other)
    outcome = game.outcome(state)
    if outcome is None or outcome.result != letter.result:
        raise SaveError("The match does not end the way the letter says.")
    return letter.result


def _shown_steps(letter: Letter, number: int) -> list[Choice]:
    """The choices of a turn, once its player has shown his number."""
    turn = letter.turns[number]
    if not isinstance(turn.steps, Sealed):
        return open_steps(turn.steps)
    label = SealLabel(letter.match, number, turn.seat, "choices")
    return read_steps(unseal(letter.shown[turn.seat], label, turn.steps))


def _check_choices(game: AnyGame, letter: Letter, known: State, number: int, steps: list[Choice]) -> None:
    """Whether the choices of a turn were allowed to one who knew what its player had drawn."""
    try:
        play_turn(game, letter, known, number, steps)
    except Refused as fault:
        seat = letter.turns[number].seat
        raise SaveError(
            "Turn {n} of {seat} does not match what he had drawn: {cause}", n=number + 1, seat=seat, cause=fault
        ) from None
