"""Clones, saves, replays, refusals, undo: whatever is done with a position, it is the same position."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option, Secretly
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Choice, Position, dice_for
from sandtable.kernel.save import Recorder, read_save, restore, save
from sandtable.kernel.show import show, show_lines
from sandtable.kernel.state import state_from_json, state_to_json
from sandtable.testing.case import Case, Walk


def shown_bytes(position: Position, seat: str) -> bytes:
    """Everything a seat gets to see of a position, in bytes."""
    lines = show_lines(position.game.words, position.journal.lines, seat)
    return msgspec.json.encode([position.sight(seat), show(position, seat), lines])


def options_of(position: Position) -> list[tuple[str, list[Option]]]:
    """Who may choose what."""
    return [(seat, list(position.options(seat))) for seat in position.deciders]


def check_copies(case: Case, bot: str = "random") -> int:
    """E2 At every decision: clone and reloaded copy are the same position, and go on to the same next one."""
    walk, checked = Walk(case, bot, journal=False), 0
    for position, step in walk.closely():
        checked += 1
        here = position.digest()
        clone, loaded = position.clone(), reloaded(position)
        for name, twin in (("the clone", clone), ("the reloaded copy", loaded)):
            if twin.digest() != here:
                raise case.broken(f"{name} has another digest", position)
            if options_of(twin) != options_of(position):
                raise case.broken(f"{name} offers other options, or in another order", position)
        kept = state_to_json(position.checkpoint)
        clone.apply(step.seat, step.option)
        loaded.apply(step.seat, step.option)
        if position.digest() != here or state_to_json(position.checkpoint) != kept:
            raise case.broken(f"playing {step.option!r} on a clone changes the original", position)
        walk.play(step)
        for name, twin in (("the clone", clone), ("the reloaded copy", loaded)):
            if twin.digest() != position.digest() or options_of(twin) != options_of(position):
                raise case.broken(f"{name} goes another way on {step.option!r}", position)
    return checked


def check_imagined_copies(case: Case, decisions: int = 3) -> int:
    """An imagined position is one like any other: it clones, goes on alike, and can be taken back and rewound."""
    walk, checked = Walk(case, journal=False, closely=12), 0
    dice = Dice(seed_from(f"imagined copies {case.seed}"))
    for position, step in walk.closely():
        truth, kept = position.digest(), state_to_json(position.checkpoint)
        twin = position.imagine(step.seat, dice)
        began, offered = twin.digest(), options_of(twin)
        for _ in range(decisions):
            if twin.over:
                break
            seat = twin.deciders[dice.below(len(twin.deciders))]
            option = dice.pick(list(twin.options(seat)))
            here, clone = twin.digest(), twin.clone()
            if clone.digest() != here or options_of(clone) != options_of(twin):
                raise case.broken("the clone of an imagined position is another", position)
            clone.apply(seat, option)
            twin.apply(seat, option)
            if clone.digest() != twin.digest() or options_of(clone) != options_of(twin):
                raise case.broken(f"the clone of an imagined position goes another way on {option!r}", position)
            if clone.can_undo:
                clone.undo()
                if clone.digest() != here:
                    raise case.broken(f"an imagined position is not taken back over {option!r}", position)
        twin.rewind(0)
        if twin.digest() != began or options_of(twin) != offered:
            raise case.broken("an imagined position is not rewound to where it began", position)
        if position.digest() != truth or state_to_json(position.checkpoint) != kept:
            raise case.broken("playing on an imagined position changes the true one", position)
        checked += 1
    return checked


def reloaded(position: Position) -> Position:
    """The position as a stored checkpoint and the choices since bring it back."""
    checkpoint = state_from_json(type(position.checkpoint), state_to_json(position.checkpoint))
    return Position.resume(position.game, position.options_chosen, checkpoint, position.since_checkpoint)


def check_replay(case: Case, bot: str = "random") -> int:
    """E3 A save file plays to the same digests; a copy reloaded in mid-game goes on like the original to the end."""
    walk = Walk(case, bot)
    recorder = Recorder(walk.position)
    middle: Position | None = None
    later: list[Choice] = []
    for position, step in walk.decisions():
        if middle is None and walk.dice.below(20) == 0:
            middle = reloaded(position)
        if middle is not None:
            later.append(step)
        walk.play(step)
        recorder.note()
    position, seed = walk.position, dice_for(case.seed).seed
    text = save(position, seed, recorder.digests)
    again, _ = restore(read_save(text), Journal())
    for seat in (*position.seats, ""):
        if shown_bytes(again, seat) != shown_bytes(position, seat):
            raise case.broken(f"the replay shows {seat or 'a spectator'} something else", position)
    if save(again, seed, recorder.digests) != text:
        raise case.broken("the save of the replay differs from the save", position)
    if middle is not None:
        for number, step in enumerate(later):
            middle.apply(step.seat, step.option)
            at = len(recorder.digests) - len(later) + number
            if middle.digest() != recorder.digests[at]:
                raise case.broken(f"a copy reloaded in mid-game parts from the original at step {at}", position)
    return len(position.steps)


# -- refusals ----------------------------------------------------------------------------------------------------------


def wrong_options(position: Position, seat: str, dice: Dice, stale: list[Option]) -> Iterator[Option]:
    """Options that are not offered: garbage, mutations of what is offered, and what was legal before."""
    offered = list(position.options(seat))
    model = offered[dice.below(len(offered))]
    everything = [part for option in offered for part in option]
    for place in range(len(model)):
        other = everything[dice.below(len(everything))]
        yield (*model[:place], other, *model[place + 1 :])
        yield (*model[:place], "no-such-thing", *model[place + 1 :])
        yield (*model[:place], -1, *model[place + 1 :])
        yield (*model[:place], *model[place + 1 :])
    yield (*model, model[-1])
    yield (*model, 99)
    yield from stale
    yield from (("",), ("no-such-verb",), (0,), (model[0],) * 50, (model[0], "x" * 10_000), ("rolled", 6))


_GARBAGE: tuple[object, ...] = (
    *(None, 7, 1.5, "sell", b"x", [], {}, ()),
    *(((),), (None,), (1.5,), ([],), ({"a": 1},), ("sell", ["x"])),
)


def check_refusals(case: Case, attempts_each: int = 40) -> int:
    """E4 Choices that are not offered are refused with a sentence and change nothing."""
    walk, attempts = Walk(case), 0
    dice = Dice(dice_for(f"refusals {case.seed}").seed)
    stale: list[Option] = []
    for position, step in walk.closely():
        before = (position.digest(), len(position.steps), len(position.journal.lines), options_of(position))
        seats_asked = set(position.deciders)
        for seat in (*position.seats, "", "nobody"):
            if seat not in seats_asked:
                attempts += _refused(case, position, seat, step.option)
        seat = step.seat
        offered = set(position.options(seat))
        tries = [option for option in wrong_options(position, seat, dice, stale) if option not in offered]
        for option in tries[:attempts_each]:
            attempts += _refused(case, position, seat, option)
        for garbage in _GARBAGE:
            attempts += _refused(case, position, seat, garbage)
        _look_alike(case, position, seat, step.option)
        after = (position.digest(), len(position.steps), len(position.journal.lines), options_of(position))
        if after != before:
            raise case.broken("a refused choice changed the position", position)
        stale = list(position.options(seat))[:5]
    return attempts


def _refused(case: Case, position: Position, seat: str, option: object) -> int:
    before = position.digest()
    try:
        position.apply(seat, option)
    except Refused as refused:
        if len(refused.sentence.split()) < 3 or not refused.sentence.rstrip("”)").endswith((".", "!", "?")):
            raise case.broken(f"the refusal {refused.sentence!r} of {option!r} is no sentence", position) from None
        rule = refused.rule
        if rule and case.game.clauses.get(rule) is None:
            raise case.broken(f"the refusal of {option!r} names the rule {rule!r}, no clause", position) from None
    except Exception as fault:
        raise case.broken(f"{option!r} by {seat!r} gave {type(fault).__name__}: {fault}", position) from fault
    else:
        raise case.broken(f"{option!r} by {seat!r} was accepted although it is not offered", position)
    if position.digest() != before:
        raise case.broken(f"the refused {option!r} by {seat!r} changed the state", position)
    return 1


def _look_alike(case: Case, position: Position, seat: str, option: Option) -> None:
    """True equals 1 in Python, but a history that held it could not be read back."""
    for place, part in enumerate(option):
        if part == 1:
            _refused(case, position, seat, (*option[:place], True, *option[place + 1 :]))


# -- undo, redo, rewind ------------------------------------------------------------------------------------------------


def check_undo(case: Case, bot: str = "random") -> int:
    """E6 Undo is exact; it is impossible after dice, after something hidden was shown, and by or over another seat."""
    walk, undone = Walk(case, bot), 0
    for position, step in walk.closely():
        seats = (*position.seats, "")
        before = [shown_bytes_but_undo(position, seat) for seat in seats]
        was, lines = position.digest(), len(position.journal.lines)
        dice, secrets, opened = position.state.dice.taken, position.state.secrets_shown, opens(position)
        walk.play(step)
        barrier = position.state.dice.taken != dice or position.state.secrets_shown != secrets or opened
        if position.can_undo and barrier:
            raise case.broken("undo is free after a die was rolled or something hidden was shown", position)
        sealed = isinstance(position.decision, Secretly) and len(position.since_checkpoint) > 0
        if position.can_undo and step.seat not in position.deciders and not sealed:
            raise case.broken("undo is free although another seat is to decide", position)
        if position.can_undo != (position.undo_to(step.seat) is not None):
            raise case.broken("undo is free, but not to any step, or the other way round", position)
        if not position.can_undo:
            if show(position, step.seat).can_undo:
                raise case.broken("undo is offered where it is refused", position)
            _undo_refused(case, position, step.seat)
            continue
        for other in position.seats:
            if other != step.seat:
                _undo_refused(case, position, other)
        after = [shown_bytes_but_undo(position, seat) for seat in seats]
        now = position.digest()
        position.undo(step.seat)
        if position.digest() != was or len(position.journal.lines) != lines:
            raise case.broken(f"undo of {step.option!r} does not restore the state", position)
        if [shown_bytes_but_undo(position, seat) for seat in seats] != before:
            raise case.broken(f"undo of {step.option!r} does not restore what is shown", position)
        position.redo(step.seat)
        if position.digest() != now or [shown_bytes_but_undo(position, seat) for seat in seats] != after:
            raise case.broken(f"redo of {step.option!r} is not exact", position)
        undone += 1
    return undone


def opens(position: Position) -> bool:
    """Whether the next choice opens choices that several seats have sealed."""
    decision = position.decision
    return isinstance(decision, Secretly) and len(decision.options) > 1 and len(position.deciders) == 1


def shown_bytes_but_undo(position: Position, seat: str) -> bytes:
    """What a seat sees, without the buttons for undo and redo."""
    shown = msgspec.structs.replace(show(position, seat), can_undo=False, can_redo=False, undo_to=None)
    lines = show_lines(position.game.words, position.journal.lines, seat)
    return msgspec.json.encode([position.sight(seat), shown, lines])


def _undo_refused(case: Case, position: Position, seat: str) -> None:
    before = position.digest()
    try:
        position.undo(seat)
    except Refused:
        if position.digest() != before:
            raise case.broken("a refused undo changed the state", position) from None
        return
    raise case.broken(f"{seat} could undo what it may not", position)


def check_rewind(case: Case) -> int:
    """E6 Going back to any earlier step is the same as playing to it again; then everything can be played again."""
    walk = Walk(case)
    recorder = Recorder(walk.position)
    for _, step in walk.decisions():
        walk.play(step)
        recorder.note()
    position, steps = walk.position, list(walk.position.steps)
    end = [shown_bytes_but_undo(position, seat) for seat in (*position.seats, "")]
    again = Position.new(case.game, case.options, case.dice(), Journal())
    # In this order the game that is played again need not begin from the start for each of them.
    for to in sorted({0, len(steps), walk.dice.below(len(steps) + 1), walk.dice.below(len(steps) + 1)}):
        position.rewind(to)
        position.rewind(to)
        if len(position.steps) != to or position.digest() != recorder.digests[to]:
            raise case.broken(f"rewinding to step {to} does not give what was there", position)
        for step in steps[len(again.steps) : to]:
            again.apply(step.seat, step.option)
        for seat in (*position.seats, ""):
            if shown_bytes_but_undo(again, seat) != shown_bytes_but_undo(position, seat):
                raise case.broken(f"rewinding to step {to} shows {seat or 'a spectator'} something else", position)
        for step in steps[to:]:
            position.apply(step.seat, step.option)
        if [shown_bytes_but_undo(position, seat) for seat in (*position.seats, "")] != end:
            raise case.broken(f"playing on after rewinding to step {to} ends differently", position)
    return len(steps)
