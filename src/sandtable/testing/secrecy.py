"""What a viewer receives depends only on what that viewer may know (S1, S4, S5), and undo shows nothing for free.

The tool is resampling: all that a viewer cannot know is dealt again (`imagine`), and what reaches the viewer must stay
the same to the byte, now and after the same choice is made in both worlds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.analysis import analyse
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused, SandtableError
from sandtable.kernel.flow import Choose, Secretly
from sandtable.kernel.journal import Journal, JournalLine
from sandtable.kernel.position import Choice, Position, dice_for
from sandtable.kernel.show import show_decision, show_lines
from sandtable.kernel.state import State, state_to_json
from sandtable.testing.case import Case, Walk
from sandtable.testing.history import opens, wrong_options
from sandtable.testing.play import ids_of_board

_BOTS_OF_VIEWS = ("random", "greedy")
"""Bots that choose from the view alone; those that search imagine positions, which differ from call to call."""


class SecrecyCounts:
    """What a secrecy check has looked at: without hidden things that change it would prove nothing."""

    def __init__(self) -> None:
        self.pairs = 0
        self.changed = 0
        self.replayed = 0


def received(position: Position, seat: str) -> dict[str, bytes]:
    """What a seat receives of a position, part by part."""
    view = position.sight(seat)
    return {
        "the view": msgspec.json.encode(view),
        "the table": msgspec.json.encode(position.game.table(view)),
        "the decision": msgspec.json.encode(show_decision(position, seat)),
        "the outcome": msgspec.json.encode(position.outcome),
    }


def check_secrecy(case: Case, counts: SecrecyCounts, bot: str = "random", viewers: int = 3) -> None:
    """S1, S4, S5 At every decision, for every viewer: hidden things dealt again change nothing that reaches it."""
    walk = Walk(case, bot)
    dice = Dice(seed_from(f"imagined {case.seed}"))
    for position, step in walk.closely():
        everyone = (*position.seats, "")
        # With many seats one game looks at some of them at each decision; over the games all are looked at.
        first = dice.below(len(everyone))
        for viewer in (everyone * 2)[first : first + min(viewers, len(everyone))]:
            try:
                check_viewer(case, position, viewer, step, dice, counts)
            except SandtableError as fault:
                raise case.broken(f"imagining for {viewer or 'a spectator'} fails: {fault}", position) from fault
        shown, written = position.state.secrets_shown, len(position.journal.lines)
        walk.play(step)
        if position.state.secrets_shown == shown and not position.over:
            for viewer in (everyone * 2)[first : first + 2]:
                check_told(case, position, viewer, position.journal.lines[written:], dice)


def check_viewer(case: Case, position: Position, viewer: str, step: Choice, dice: Dice, counts: SecrecyCounts) -> None:
    """One viewer at one decision."""
    who = viewer or "a spectator"
    before = position.digest()
    twin = resampled(position, viewer, dice)
    if position.digest() != before:
        raise case.broken(f"imagining for {who} changes the true position", position)
    counts.pairs += 1
    counts.changed += hidden_part(twin.state) != hidden_part(position.state)
    theirs = received(twin, viewer)
    for part, content in received(position, viewer).items():
        if theirs[part] != content:
            raise case.broken(
                f"{part} of {who} tells hidden things: {first_difference(content, theirs[part])}", position
            )
    if twin.state.dice.seed in (position.state.dice.seed, dice.seed):
        raise case.broken(f"what {who} imagines has dice that are not its own", position)
    if viewer in position.deciders:
        _same_refusals(case, position, twin, viewer, dice)
        _same_bots(case, position, twin, viewer, dice)
    _sealed_options(case, position)
    check_same_choice(case, position, twin, viewer, step, counts)
    if viewer == step.seat:
        options = position.options(viewer)
        for _ in range(min(2, len(options) - 1)):
            other = Choice(viewer, options[dice.below(len(options))])
            check_same_choice(case, position, resampled(position, viewer, dice), viewer, other, counts)


def resampled(position: Position, viewer: str, dice: Dice) -> Position:
    """The position with everything dealt again that the viewer cannot know, the sealed choices of others included."""
    twin = position.imagine(viewer, dice)
    if isinstance(position.decision, Secretly) and isinstance(twin.decision, Secretly):
        for seat in position.decision.options:
            if seat not in position.deciders and seat in twin.deciders:
                options = twin.options(seat)
                twin.apply(seat, options[dice.below(len(options))])
    return twin


def hidden_part(state: State) -> bytes:
    """A state without its dice, to see whether anything was dealt again."""
    wire: dict[str, Any] = msgspec.json.decode(state_to_json(state))
    del wire["dice"]
    return msgspec.json.encode(wire)


def first_difference(one: bytes, other: bytes) -> str:
    """Where two encodings part, with what stands around it."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 40)
    return f"…{one[start : at + 40].decode(errors='replace')}… or …{other[start : at + 40].decode(errors='replace')}…"


def _same_refusals(case: Case, position: Position, twin: Position, seat: str, dice: Dice) -> None:
    for option in list(wrong_options(position, seat, dice, []))[:12]:
        said, imagined = _sentence(position.refusal(seat, option)), _sentence(twin.refusal(seat, option))
        if said != imagined:
            raise case.broken(f"the refusal of {option!r} tells hidden things: {said!r} or {imagined!r}", position)


def _sentence(refused: Refused | None) -> str:
    return "" if refused is None else str(refused)


def _same_bots(case: Case, position: Position, twin: Position, seat: str, dice: Dice) -> None:
    for name in _BOTS_OF_VIEWS:
        seed = seed_from(f"bot {dice.below(1 << 30)}")
        chosen = ask(position, seat, find_bot(name), Dice(seed))
        if chosen not in position.options(seat):
            raise case.broken(f"the bot {name} chooses {chosen!r}, which is not offered to {seat}", position)
        if ask(twin, seat, find_bot(name), Dice(seed)) != chosen:
            raise case.broken(f"the bot {name} of {seat} chooses by something else than its view", position)


def _sealed_options(case: Case, position: Position) -> None:
    """What other seats may choose secretly is not known: so it must be asked before its activity changes anything.

    Then an imagined position begins the activity again and offers them what their imagined things allow. Otherwise it
    would hold their true options.
    """
    decision = position.decision
    if isinstance(decision, Secretly) and len(decision.options) > 1 and not position.activity_begins:
        raise case.broken(f"the secret choice of {decision.rule} is not the first thing of its activity", position)


def check_same_choice(
    case: Case, position: Position, twin: Position, viewer: str, step: Choice, counts: SecrecyCounts
) -> None:
    """The same choice in both worlds: without dice or a reveal, the viewer must receive the same afterwards.

    This finds hidden things shown without `s.reveal()` (an undo would be free), prompts that tell by their absence,
    and journal lines that tell too much.
    """
    if twin.refusal(step.seat, step.option) is not None or opens(position):
        return  # The opponent of the other world cannot do that, or choices are opened that were sealed.
    truth = position.clone()
    worlds = (truth, twin)
    for number, world in enumerate(worlds):
        world.journal = world.state.journal = Journal()
        # Each world has dice of its own: what no die was taken for may not depend on them.
        world.state.dice = dice_for(f"world {number} of {case.seed}")
    marks = [(world.state.dice.taken, world.state.secrets_shown) for world in worlds]
    for world in worlds:
        world.apply(step.seat, step.option)
    if [(world.state.dice.taken, world.state.secrets_shown) for world in worlds] != marks:
        return
    counts.replayed += 1
    who = viewer or "a spectator"
    words = case.game.words
    # An imagined position counts its steps from the last checkpoint: the number of a step tells nothing.
    lines = [[msgspec.structs.replace(line, step=0) for line in world.journal.lines] for world in worlds]
    texts = [msgspec.json.encode(show_lines(words, written, viewer)) for written in lines]
    if texts[0] != texts[1]:
        raise case.broken(
            f"the journal of {step.option!r} tells {who} hidden things without reveal: {first_difference(*texts)}",
            position,
        )
    one, other = (received(world, viewer) for world in worlds)
    for part, content in one.items():
        if content != other[part]:
            raise case.broken(
                f"after {step.option!r} by {step.seat}, without dice or reveal, {part} of {who} tells hidden things: "
                f"{first_difference(content, other[part])}",
                position,
            )


def check_told(case: Case, position: Position, viewer: str, lines: list[JournalLine], dice: Dice) -> None:
    """A line that a viewer may read names nothing whose place it cannot know: a card drawn face down, say.

    The same choice in two worlds cannot tell that where cards are drawn, for they differ; but what the journal has told
    is known, so `guess` may not deal it again. What is shown on purpose is shown with `s.reveal()`.
    """
    # Spaces and seats are where hidden things lie, not hidden things.
    open_ids = ids_of_board(case.game.board(case.options)) | set(position.seats)
    named = {
        thing
        for line in lines
        if line.visible_to(viewer)
        for fact in line.facts.values()
        for thing in (fact if isinstance(fact, list | tuple) else (fact,))
        if isinstance(thing, str) and thing in case.game.words.names and thing not in open_ids
    }
    if not named:
        return
    true = places(position.state, named)
    for _ in range(3):
        twin = position.imagine(viewer, dice)  # kept: a rule that is dropped tidies up in its state
        imagined = places(twin.state, named)
        for thing in sorted(named):
            if imagined[thing] != true[thing]:
                raise case.broken(
                    f"the journal names {thing!r} to {viewer or 'a spectator'} without reveal, yet guess moves it from "
                    f"{true[thing]} to {imagined[thing]}",
                    position,
                )


def places(state: State, ids: set[str]) -> dict[str, list[str]]:
    """Where ids lie in a state: the paths to them, without their number in a list."""
    paths_to: dict[str, set[str]] = {thing: set() for thing in ids}

    def look(value: Any, path: str) -> None:
        if isinstance(value, str):
            if value in paths_to:
                paths_to[value].add(path)
        elif isinstance(value, dict):
            for key, part in value.items():
                look(part, f"{path}/{key}")
        elif isinstance(value, list):
            for part in value:
                look(part, path)

    look(msgspec.json.decode(state_to_json(state)), "")
    return {thing: sorted(paths) for thing, paths in paths_to.items()}


def check_imagined_play(case: Case, decisions: int = 40) -> int:
    """Imagined positions can be played on: rules keep nothing hidden in a local variable over a decision."""
    walk, played = Walk(case, journal=False, closely=12), 0
    dice = Dice(seed_from(f"imagined play {case.seed}"))
    for position, step in walk.closely():
        twin = position.imagine(step.seat, dice)
        for problem in _play_on(twin, decisions, dice):
            raise case.broken(f"played on as {step.seat} imagines it: {problem}", position)
        played += 1
    return played


def check_analysis(case: Case, counts: SecrecyCounts) -> None:
    """An analysis is a guess of its seat played on with other dice, and nothing else.

    Where the seat decides, it begins with its question. Where another decides in the middle of an activity, it begins
    with the activity, so that what is offered to that one follows from the guess.
    """
    walk = Walk(case, journal=False, closely=12)
    dice = Dice(seed_from(f"analysis {case.seed}"))
    for position, step in walk.closely():
        for viewer in dict.fromkeys((step.seat, *position.seats[:2], "")):
            who, seed = viewer or "a spectator", seed_from(f"guess {dice.below(1 << 30)}")
            analysed = analyse(position, viewer, Dice(seed), Journal())
            counts.pairs += 1
            counts.changed += hidden_part(analysed.state) != hidden_part(position.state)
            if analysed.state.dice.seed in (position.state.dice.seed, seed):
                raise case.broken(f"the analysis of {who} has dice that are not its own", position)
            if isinstance(position.decision, Choose) and position.decision.seat == viewer:
                if shown_to(analysed, viewer) != shown_to(position, viewer):
                    raise case.broken(f"the analysis of {who} begins with another question", position)
            elif analysed.digest() != position.imagine_activity(viewer, Dice(seed)).digest() and not sealed(position):
                raise case.broken(f"the analysis of {who} holds what is offered to {position.deciders}", position)


def sealed(position: Position) -> bool:
    """Whether somebody has chosen secretly: its own choice is in the analysis of a seat."""
    return isinstance(position.decision, Secretly) and len(position.deciders) < len(position.decision.options)


def shown_to(position: Position, seat: str) -> bytes:
    """The question as a seat gets it."""
    return msgspec.json.encode(show_decision(position, seat))


def _play_on(twin: Position, decisions: int, dice: Dice) -> Iterator[str]:
    bot = find_bot("random")
    for _ in range(decisions):
        if twin.over:
            return
        seat = twin.deciders[dice.below(len(twin.deciders))]
        option = ask(twin, seat, bot, dice)
        try:
            twin.apply(seat, option)
        except SandtableError as fault:
            yield f"{option!r} by {seat} fails: {fault} ({fault.__cause__!r})"
            return
        for sentence in twin.game.invariants(twin.state):
            yield f"after {option!r} by {seat}: {sentence}"
