"""Single choices that stay sealed in a match that is open otherwise, such as the airfields of an airborne landing.

In the letter such a choice is a blank, and the true one lies beside it under a seal. Whoever may not know it plays on
with the first option in its place: as long as what both see comes out the same, the choice matters to nobody. As soon
as it does not, the player who made it opens it. At the end the seal tells whether he opened what he had chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Choice, Position
from sandtable.terminal.mail.letters import Letter, MailedTurn, open_steps, read_steps, sealed_choices
from sandtable.terminal.mail.seals import Sealed, SealLabel, seal, unseal


def sealed_turn(letter: Letter, turn: MailedTurn, steps: Sequence[Choice], secret: str) -> MailedTurn:
    """A turn with its choices: those that are secret for now are blank, and lie beside under a seal."""
    verbs = _verbs(letter)
    secrets = [step for step in steps if step.option[0] in verbs]
    if not secrets:
        return msgspec.structs.replace(turn, steps=_written(steps))
    blanked = [Choice(step.seat, ()) if step.option[0] in verbs else step for step in steps]
    plan = seal(secret, _label(letter, len(letter.turns), turn.seat), msgspec.json.encode(secrets))
    return msgspec.structs.replace(turn, steps=_written(blanked), plan=plan)


def choices(letter: Letter, number: int, secrets: Mapping[str, str]) -> list[Choice]:
    """The choices of a turn as far as they are open, and the sealed ones of players whose secret number is known."""
    turn = letter.turns[number]
    if isinstance(turn.steps, Sealed):
        raise sealed_choices(turn.seat, number)
    steps = open_steps(turn.steps)
    if turn.plan is None or turn.seat not in secrets or not _blank(steps):
        return steps
    planned = _planned(letter, number, secrets[turn.seat])
    if len(planned) != sum(not step.option for step in steps):
        raise _other_plan(turn.seat, number)
    return [step if step.option else planned.pop(0) for step in steps]


def made(letter: Letter, number: int, position: Position, option: Option) -> Option:
    """The option of a choice; for a blank the first one, if the choice may be sealed at all."""
    if option:
        return option
    decision = position.decision
    if not isinstance(decision, Choose) or decision.options[0][0] not in _verbs(letter):
        raise sealed_choices(letter.turns[number].seat, number)
    return decision.options[0]


def opened(letter: Letter, seat: str, secret: str) -> Letter:
    """The letter with every choice of a player open."""
    turns = [
        msgspec.structs.replace(turn, steps=_written(choices(letter, number, {seat: secret})))
        if turn.seat == seat and turn.plan is not None
        else turn
        for number, turn in enumerate(letter.turns)
    ]
    return msgspec.structs.replace(letter, turns=turns)


def has_blanks(letter: Letter, seat: str) -> bool:
    """Whether some choice of a player is still sealed."""
    return any(
        turn.seat == seat and turn.plan is not None and _blank(choices(letter, number, {}))
        for number, turn in enumerate(letter.turns)
    )


def check_plans(letter: Letter) -> None:
    """Whether every player opened what he had chosen; his secret number must be shown."""
    for number, turn in enumerate(letter.turns):
        if turn.plan is None:
            continue
        if turn.seat not in letter.shown:
            raise Refused("{seat} must show his key before the match can be verified.", seat=turn.seat)
        played = [step for step in choices(letter, number, letter.shown) if step.option[0] in _verbs(letter)]
        if played != _planned(letter, number, letter.shown[turn.seat]):
            raise _other_plan(turn.seat, number)


def _planned(letter: Letter, number: int, secret: str) -> list[Choice]:
    turn = letter.turns[number]
    assert turn.plan is not None
    return read_steps(unseal(secret, _label(letter, number, turn.seat), turn.plan))


def _label(letter: Letter, number: int, seat: str) -> SealLabel:
    return SealLabel(letter.match, number, seat, "plan")


def _verbs(letter: Letter) -> tuple[str, ...]:
    return find_game(letter.game).sealed(letter.options)


def _blank(steps: Sequence[Choice]) -> bool:
    return not all(step.option for step in steps)


def _written(steps: Sequence[Choice]) -> str:
    return msgspec.json.encode(steps).hex()


def _other_plan(seat: str, number: int) -> SaveError:
    return SaveError("In turn {n} {seat} played something different from what he had sealed.", seat=seat, n=number + 1)
