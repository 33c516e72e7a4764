"""Games played to the end: decisions, states, texts and results are what the contract says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import chain
from math import isfinite
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.game import AnyGame, Options, View
from sandtable.kernel.journal import JournalLine
from sandtable.kernel.position import ROLLED, Position
from sandtable.kernel.state import State, container_fields, digest, state_from_json, state_to_json
from sandtable.kernel.table import Board, Table
from sandtable.kernel.words import plain
from sandtable.testing.case import Case, Walk, words_of
from sandtable.testing.texts import Texts

_FIELD = re.compile(r"\{(\w+)")
_FROZEN = (str, int, float, bool, bytes, type(None), Enum)


def check_game(case: Case, bot: str = "random", read: bool = True) -> int:
    """E1, E5 One game to its end with every generic invariant, and its texts read; the number of its decisions."""
    try:
        walk = Walk(case, bot)
    except Exception as fault:
        raise case.broken(f"the set-up fails: {type(fault).__name__}: {fault}") from fault
    game, kept = case.game, Kept()
    for problem in sides_problems(game, case.options):
        raise case.broken(problem)
    board = game.board(case.options)
    board_ids, texts = ids_of_board(board), Texts(game, board)
    try:
        for position, _ in walk.closely():
            problems = chain(
                decision_problems(game, position),
                table_problems(position, board_ids),
                state_problems(game, position.state),
                looking_problems(position),
                kept.problems(position),
                texts.problems(position) if read else (),
            )
            for problem in problems:
                raise case.broken(problem, position)
    except SandtableError as fault:
        raise case.broken(f"play fails: {fault} ({fault.__cause__!r})", walk.position) from fault
    position = walk.position
    ending = outcome_problems(position) if position.over else ()
    told = texts.ended(position) if read and position.over else ()
    for problem in chain(
        state_problems(game, position.state), ending, kept.problems(position), kept.rewritten(position), told
    ):
        raise case.broken(problem, position)
    return len(position.steps)


def sides_problems(game: AnyGame, options: Options) -> Iterator[str]:
    """What is wrong with the sides that a game declares to be enemies."""
    if game.sides and game.cooperative:
        yield "the seats of a cooperative game fight each other"
    for seat in game.seats(options) if game.sides else ():
        if seat not in game.sides:
            yield f"{seat} is on none of the sides that fight: {game.sides}"


class Kept:
    """What was shown before must not change afterwards: views share no container with the state, lines no list."""

    def __init__(self) -> None:
        self.views: list[tuple[View, bytes]] = []
        self.lines: list[bytes] = []

    def problems(self, position: Position) -> Iterator[str]:
        """Look at the views of the last decision again, and at the new lines of the journal."""
        for view, seen in self.views:
            if msgspec.json.encode(view) != seen:
                yield f"an old view of {view.seat or 'a spectator'} changed: it shares something with the state"
        views = [position.sight(seat) for seat in (*position.seats, "")]
        self.views = [(view, msgspec.json.encode(view)) for view in views]
        for line in position.journal.lines[len(self.lines) :]:
            yield from line_problems(position.game, line, position.seats)
            self.lines.append(msgspec.json.encode(line))

    def rewritten(self, position: Position) -> Iterator[str]:
        """At the end, compare the journal with what was written."""
        for line, seen in zip(position.journal.lines, self.lines, strict=True):
            if msgspec.json.encode(line) != seen:
                yield f"a line of the journal ({line.event!r}) changed after it was written"


# -- decisions ---------------------------------------------------------------------------------------------------------


def decision_problems(game: AnyGame, position: Position) -> Iterator[str]:
    """What is wrong with the decision of a position."""
    decision = position.decision
    if decision is None or not position.deciders:
        yield "there is no result and nobody has to decide"
        return
    if game.clauses.get(decision.rule) is None:
        yield f"the decision names the rule {decision.rule!r}, which is no clause of {game.title}"
    if decision.ask not in game.words.prompts:
        yield f"the prompt {decision.ask!r} has no template"
    yield from _unfilled(f"prompt {decision.ask!r}", game.words.prompts.get(decision.ask, ""), len(decision.about))
    for seat in asked_seats(decision):
        if seat not in position.seats:
            yield f"{seat!r} is asked and is no seat of this game"
        yield from option_problems(game, seat, position_options(decision, seat))
    for seat in position.deciders:
        if list(position.options(seat)) != list(position.options(seat)):
            yield f"the options of {seat} are not the same when asked twice"


def asked_seats(decision: Decision) -> tuple[str, ...]:
    """The seats a decision is put to, whether they have answered or not."""
    return (decision.seat,) if isinstance(decision, Choose) else tuple(decision.options)


def position_options(decision: Decision, seat: str) -> list[Option]:
    """What the decision offers to a seat."""
    return list(decision.options if isinstance(decision, Choose) else decision.options[seat])


def option_problems(game: AnyGame, seat: str, options: list[Option]) -> Iterator[str]:
    """What is wrong with the options of one seat."""
    if not options:
        yield f"{seat} has to decide and has no option (a dead end)"
    for option in options:
        if type(option) is not tuple or not option or type(option[0]) is not str:
            yield f"the option {option!r} is no tuple that begins with a verb"
        elif any(type(part) not in (str, int) for part in option):
            yield f"the option {option!r} holds something else than strings and ints"
        elif option[0] == ROLLED:
            yield f"the verb {ROLLED!r} belongs to the kernel"
        elif msgspec.json.decode(msgspec.json.encode(option), type=Option) != option:
            yield f"the option {option!r} does not survive JSON"
        else:
            yield from _naming_problems(game, option)
    if len(set(options)) != len(options):
        yield f"the options of {seat} are not unique: {sorted(o for o in set(options) if options.count(o) > 1)[:3]}"
    texts: dict[str, Option] = {}
    for option in options:
        text = plain(game.words.option(option))
        if text in texts and texts[text] != option:
            yield f"two options read {text!r}: {texts[text]!r} and {option!r}"
        texts[text] = option


def _naming_problems(game: AnyGame, option: Option) -> Iterator[str]:
    verb, *things = option
    template = game.words.verbs.get(str(verb))
    if template is None:
        yield f"the verb {verb!r} has no template"
    else:
        yield from _unfilled(f"verb {verb!r}", template, len(things))
    for thing in words_of(option):
        if thing not in game.words.names:
            yield f"{thing!r} in the option {option!r} has no name in the game's words"


def _unfilled(what: str, template: str, count: int) -> Iterator[str]:
    for field in _FIELD.findall(template):
        if not field.isdigit() or int(field) >= count:
            yield f"the {what} uses {{{field}}}, but it is given {count} things"


# -- the table ---------------------------------------------------------------------------------------------------------


def ids_of_board(board: Board) -> set[str]:
    """The ids on a board."""
    return {space.id for space in board.spaces}


def ids_of_table(table: Table) -> set[str]:
    """The ids of pieces, panels and rows."""
    rows = {row.ref for panel in table.panels for row in panel.rows if row.ref}
    return {piece.id for piece in table.pieces} | {panel.id for panel in table.panels} | rows


def table_problems(position: Position, board_ids: set[str]) -> Iterator[str]:
    """What an option names lies on the table of the seat that is asked; pieces lie somewhere, ids are unique."""
    game = position.game
    for seat in position.deciders:
        table: Table = game.table(position.sight(seat))
        pieces = [piece.id for piece in table.pieces]
        panels = {panel.id for panel in table.panels}
        if len(set(pieces)) != len(pieces):
            yield f"{seat} sees two pieces of one id: {sorted({p for p in pieces if pieces.count(p) > 1})[:3]}"
        # Pieces may also lie on pieces: cards on a crewman, units in a transport.
        homes = board_ids | panels | set(pieces)
        homeless = [p for p in table.pieces if p.where not in homes]
        if homeless:
            yield f"{seat} sees {homeless[0].id!r} at {homeless[0].where!r}, which is neither a space nor a panel"
        # A game has thousands of names: they are asked, not copied.
        known, names = board_ids | ids_of_table(table) | set(position.seats), game.words.names
        for option in position.options(seat):
            for thing in words_of(option):
                if thing not in known and thing not in names:
                    yield f"the option {option!r} names {thing!r}, which {seat} does not see on the table"


# -- states ------------------------------------------------------------------------------------------------------------


def state_problems(game: AnyGame, state: State) -> Iterator[str]:
    """What is wrong with a state: the game's own invariants, parts that clones would share, JSON."""
    for sentence in game.invariants(state):
        yield f"invariant: {sentence}"
    containers = container_fields(type(state))
    owners: dict[int, str] = {}
    for field in type(state).__struct_fields__:
        value = getattr(state, field)
        if field in ("dice", "journal"):
            continue
        if field in containers:
            if id(value) in owners:
                yield f"{field} and {owners[id(value)]} are one and the same container"
            owners[id(value)] = field
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            for key, part in parts:
                yield from _shared(f"{field}[{key!r}]", part)
        else:
            yield from _shared(field, value)
    try:
        loaded = state_from_json(type(state), state_to_json(state))
    except (msgspec.MsgspecError, NotImplementedError, TypeError) as fault:
        yield f"the state does not survive JSON: {fault}"
        return
    if digest(loaded) != digest(state):
        yield "the state read back from JSON has another digest"
    twin = state.clone()
    for field in containers:
        if getattr(twin, field) is getattr(state, field):
            yield f"a clone shares the container {field}"


def _shared(where: str, value: Any) -> Iterator[str]:
    """Everything below the containers of a state must be frozen, or clones would share what changes."""
    if _is_frozen(value):
        return
    if isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from _shared(f"{where}[{index}]", part)
    elif isinstance(value, msgspec.Struct) and type(value).__struct_config__.frozen:
        for field in type(value).__struct_fields__:
            yield from _shared(f"{where}.{field}", getattr(value, field))
    else:
        yield f"{where} is a {type(value).__name__}: clones would share it"


def _is_frozen(value: Any) -> bool:
    """A quick look without places: nearly everything is."""
    if isinstance(value, _FROZEN):
        return True
    if isinstance(value, tuple):
        return all(map(_is_frozen, value))
    if isinstance(value, msgspec.Struct) and value.__struct_config__.frozen:
        return all(map(_is_frozen, msgspec.structs.astuple(value)))
    return False


def looking_problems(position: Position) -> Iterator[str]:
    """Looking changes nothing: views, tables, worth and outcome take no dice and leave the state alone."""
    game, before = position.game, position.digest()
    for seat in (*position.seats, ""):
        view = position.sight(seat)
        seen = msgspec.json.encode(view)
        if seen != msgspec.json.encode(position.sight(seat)):
            yield f"the view of {seat or 'a spectator'} is not the same when looked at twice"
        game.table(view)
        if seat and not 0 <= game.worth(view, seat) <= 1:
            yield f"the worth of the position for {seat} is {game.worth(view, seat)}, not from 0 to 1"
        yield from _feature_problems(position, view, seat)
        if position.digest() != before:
            yield f"looking for {seat or 'a spectator'} changes the state"
    if position.activity_begins and game.outcome(position.state) is not None:
        yield "the game has a result and still asks"
    if position.digest() != before:
        yield "asking for the outcome changes the state"


def _feature_problems(position: Position, view: View, seat: str) -> Iterator[str]:
    """The figures for players that learn are as many as their names, each name is there once, each figure finite."""
    game, options = position.game, position.options_chosen
    figures, names = game.features(view, seat), game.feature_names(options)
    if names and len(figures) != len(names):
        yield f"{len(figures)} features, but {len(names)} names of features"
    if len(set(names)) != len(names):
        yield "two features have the same name"
    if not all(map(isfinite, figures)):
        yield f"a feature for {seat or 'a spectator'} is not a finite number"


# -- journal and result ------------------------------------------------------------------------------------------------


def line_problems(game: AnyGame, line: JournalLine, seats: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with a line of the journal."""
    if game.clauses.get(line.clause) is None:
        yield f"the journal names the rule {line.clause!r} ({line.event}), which is no clause of {game.title}"
    template = game.words.events.get(line.event)
    if template is None:
        yield f"the event {line.event!r} has no template"
    missing = [field for field in _FIELD.findall(template or "") if field not in line.facts]
    if missing:
        yield f"the event {line.event!r} does not tell {missing[0]!r}, which its template uses"
    if line.seen_by is not None and not set(line.seen_by) <= set(seats):
        yield f"the event {line.event!r} is for {line.seen_by}, not all of them seats"
    try:
        msgspec.json.encode(line)
    except (TypeError, msgspec.MsgspecError) as fault:
        yield f"the event {line.event!r} cannot be written as JSON: {fault}"


def outcome_problems(position: Position) -> Iterator[str]:
    """What is wrong with the result of a finished game."""
    outcome = position.outcome
    if outcome is None:
        yield "the game stopped without a result"
        return
    if not outcome.result:
        yield "the result has no name"
    if not set(outcome.winners) <= set(position.seats):
        yield f"the winners {outcome.winners} are not all seats"
    if not _is_scores(outcome.scores, position.seats):
        yield f"the scores {outcome.scores} are not one for each seat"
    msgspec.json.encode(outcome)


def _is_scores(scores: Mapping[str, float], seats: tuple[str, ...]) -> bool:
    return set(scores) == set(seats) and all(isinstance(score, int | float) for score in scores.values())
