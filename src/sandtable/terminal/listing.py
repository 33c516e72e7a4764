"""Lists: the games, their options, their rules, and which clauses are named where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from sandtable.board.box import Box, ScenarioCard, box_of, spoken_options
from sandtable.board.concordance import Section, concordance_of
from sandtable.bots import LEVELS, bot_names
from sandtable.kernel.clauses import Clause, Coverage
from sandtable.kernel.errors import UnknownName
from sandtable.kernel.game import AnyGame, OptionSpec, broken_games
from sandtable.kernel.sentences import tell
from sandtable.terminal.text import QUIET, RULE, STRONG, WARN, clause_lines, grid, grid_rows, wrapped
from sandtable.testing.places import clause_coverage, tests_of

PrintJson = Callable[[Any], None]


def about(game: AnyGame) -> dict[str, Any]:
    """What `sandtable games --json` says of a game."""
    options = game.settle({})
    scenarios = next((list(spec.values) for spec in game.options if spec.name == "scenario"), [])
    return {
        "title": game.title,
        "subtitle": game.words.term(game.subtitle),
        "summary": game.words.term(game.summary),
        "version": game.version,
        "cooperative": game.cooperative,
        "seats": list(game.seats(options)),
        "scenarios": scenarios,
        "options": [msgspec.to_builtins(spec) for spec in spoken_options(game)],
        "bots": list(bot_names(game.id)),
        "box": msgspec.to_builtins(box_of(game)),
    }


def print_games(console: Console, chosen: Mapping[str, AnyGame]) -> None:
    rows = [(name, game.title, game.words.term(game.subtitle or game.summary)) for name, game in chosen.items()]
    for line in grid(rows, console.width):
        console.print(Text(line), soft_wrap=True)
    for name, reason in broken_games().items():
        console.print(Text(tell("{name} can't be loaded: {reason}", name=name, reason=reason), WARN), soft_wrap=True)
    if not rows and not broken_games():
        console.print(tell("No game is installed."))


def print_game(console: Console, game: AnyGame) -> None:
    term = game.words.term
    console.print(Text.assemble((game.title, STRONG), (f"  {term(game.subtitle)}", QUIET)), soft_wrap=True)
    _print_wrapped(console, Text(term(game.summary)))
    seats = game.seats(game.settle({}))
    kind = "Seats (cooperative): {seats}" if game.cooperative else "Seats (competitive): {seats}"
    _print_wrapped(console, Text(tell(kind, seats=", ".join(seats))))
    box = box_of(game)
    if box.players:
        _print_wrapped(console, Text(f"{tell('{n} players', n=box.players)} · {box.length} · {tell(box.weight)}"))
    _print_wrapped(console, Text(tell("Bots: {bots}", bots=", ".join(bot_names(game.id)))))
    for level, plays in LEVELS.items():
        _print_wrapped(console, Text(f"  {level}: {tell(plays)}"))
    for spec in spoken_options(game):
        _print_option(console, spec, box)
    for card in box.scenario:
        if not card.id:
            _print_card(console, card)


def _print_card(console: Console, card: ScenarioCard) -> None:
    """What one wants to know of a scenario."""
    told = f"{card.date} · {card.length} · {tell('difficulty {n} of 5', n=card.difficulty)}"
    for line in (told, card.forces, tell("Objective: {objective}", objective=card.decides)):
        for part in wrapped(console, Text(line, QUIET), console.width - 6):
            console.print(Text("      ").append_text(part), soft_wrap=True)


def _print_option(console: Console, spec: OptionSpec, box: Box) -> None:
    console.print(
        Text(f"--{spec.name} " if spec.name in ("scenario", "players") else f"--option {spec.name}=… ", STRONG), end=""
    )
    console.print(Text(spec.text), soft_wrap=True)
    labels = spec.labels or ("",) * len(spec.values)
    rows = [
        ("  *" if value == spec.default else "   ", str(value), label)
        for value, label in zip(spec.values, labels, strict=False)
    ]
    cards = {card.id: card for card in box.scenario} if spec.name == "scenario" else {}
    for (_, value, _label), lines in zip(rows, grid_rows(rows, console.width), strict=True):
        for line in lines:
            console.print(Text(line), soft_wrap=True)
        if value in cards:
            _print_card(console, cards[value])
    for condition in _conditions(spec, box):
        _print_wrapped(console, Text(f"  {condition}", QUIET))


def _conditions(spec: OptionSpec, box: Box) -> list[str]:
    """With what an option has an effect."""
    with_what = box.only.get(spec.name, {})
    return [
        tell("Only with {option} {values}.", option=other, values=", ".join(map(str, values)))
        for other, values in with_what.items()
    ]


def _print_wrapped(console: Console, text: Text) -> None:
    if text.plain:
        for line in wrapped(console, text, console.width):
            console.print(line, soft_wrap=True)


def rules(console: Console, game: AnyGame, wanted: str, as_json: PrintJson | None) -> None:
    """All clauses, one of them, or those that hold some words."""
    clauses = game.clauses
    one = clauses.get(wanted) or clauses.get(wanted.upper()) or clauses.get(f"{clauses.prefix}-{wanted}")
    listed = [one] if one else clauses.search(wanted)
    if not listed:
        raise UnknownName(
            "{title} has no rule with the number or the words '{wanted}'.", title=game.title, wanted=wanted
        )
    sections = concordance_of(game).printed
    if as_json is not None:
        as_json({clause.id: _as_object(clause, sections) for clause in listed})
        return
    chapter = ""
    for clause in listed:
        if clause.chapter != chapter:
            chapter = clause.chapter
            console.print(Text(f"\n{chapter}", STRONG), soft_wrap=True)
        _print_clause(console, clause, sections.get(clause.id, []))


def printed(console: Console, game: AnyGame, wanted: str, as_json: PrintJson | None) -> None:
    """The clauses of a section of the printed rulebook and of the sections below it; `all` lists the sections."""
    concordance, clauses = concordance_of(game), game.clauses.clauses
    sections = concordance.sections if wanted == "all" else tuple(concordance.find(wanted))
    if not sections:
        raise UnknownName(
            "The rulebook of {title} has no section '{wanted}'. `--printed all` lists them.",
            title=game.title,
            wanted=wanted,
        )
    if as_json is not None:
        as_json({section.name: _section_as_object(section, game, concordance.printed) for section in sections})
        return
    for section in sections:
        heading = f"{section.name}  {section.title}".rstrip()
        if wanted == "all":
            _print_wrapped(console, Text.assemble((f"{heading}: ", STRONG), (", ".join(section.clauses), RULE)))
            continue
        console.print(Text(f"\n{heading}", STRONG), soft_wrap=True)
        for id in section.clauses:
            _print_clause(console, clauses[id])


def _section_as_object(section: Section, game: AnyGame, sections: Mapping[str, list[str]]) -> dict[str, object]:
    clauses = {id: _as_object(game.clauses.clauses[id], sections) for id in section.clauses}
    return {"title": section.title, "clauses": clauses}


def _as_object(clause: Clause, sections: Mapping[str, list[str]]) -> dict[str, object]:
    return {"chapter": clause.chapter, "text": clause.text, "printed": sections.get(clause.id, [])}


def _print_clause(console: Console, clause: Clause, sections: Sequence[str] = ()) -> None:
    for line in clause_lines(console, clause.id, clause.text, console.width):
        console.print(line, soft_wrap=True)
    if sections:
        _print_wrapped(console, Text(tell("Printed: {sections}", sections=", ".join(sections)), QUIET))


def covered(game: AnyGame) -> Coverage:
    """Compare a game's clauses with its code and its tests, which lie in the project of its package."""
    tests = tests_of(game)
    if not tests:
        raise UnknownName(
            "The tests of {title} are not installed. Run this in a clone of the repository.", title=game.title
        )
    return clause_coverage(game, tests)


def coverage(console: Console, chosen: Mapping[str, AnyGame], as_json: PrintJson | None) -> None:
    """`sandtable rules coverage`."""
    by_game = {name: covered(game) for name, game in chosen.items()}
    if as_json is not None:
        as_json(by_game)
        return
    rows = [("", "clauses", "in code", "in tests")]
    rows += [(name, str(one.clauses), str(one.in_code), str(one.in_tests)) for name, one in by_game.items()]
    for line in grid(rows, console.width):
        console.print(Text(line), soft_wrap=True)
    for name, one in by_game.items():
        for lead, ids in (
            ("no code names", one.missing_in_code),
            ("no test names", one.missing_in_tests),
            ("unknown", one.unknown_ids),
        ):
            if ids:
                _print_wrapped(console, Text.assemble((f"{name}: {lead} ", WARN), ", ".join(ids)))
