"""What a game may say: every template, scenario card, option and step of the lesson, whether a game shows it or not.

Games that are played show what happens in them; a rare event may come in none. Its template is read here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle

from sandtable.board.box import box_of
from sandtable.board.lesson import lesson_of
from sandtable.kernel.game import AnyGame
from sandtable.kernel.language import language
from sandtable.kernel.templates import compiled, counted
from sandtable.testing.texts import FRAGMENT, text_faults

_THINGS = ("Alpha", "Bravo", "Charlie", "Delta")
"""What fills the gaps: names, with the capital that names have, and never the same twice in a row."""


def wording_faults(game: AnyGame) -> list[str]:
    """What is wrong with the texts of a game, each with where it stands."""
    return [
        f"the {where} reads {text!r}: {fault}"
        for where, text in game_texts(game)
        for fault in text_faults(game, text, whole=not where.startswith(FRAGMENT))
    ]


def game_texts(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Everything a game may say, and where; templates once with one thing counted and once with two."""
    words = game.words
    yield from _filled("event", words.events, words.language)
    yield from _filled("prompt", words.prompts, words.language)
    yield from _filled("option", words.verbs, words.language)
    yield from _filled(f"{FRAGMENT} of the text", words.texts, words.language)
    yield from _filled(f"{FRAGMENT} of the term", words.terms, words.language)
    yield from (("title", text) for text in (game.title, game.subtitle, game.summary))
    yield from _option_texts(game)
    yield from _box_texts(game)
    yield from _lesson_texts(game)


def _filled(where: str, templates: Mapping[str, str], code: str) -> Iterator[tuple[str, str]]:
    for key, template in templates.items():
        for count in (1, 2):
            yield f"{where} {key}", _fill(template, count, code)


def _fill(template: str, count: int, code: str) -> str:
    grammar, things = language(code), cycle(_THINGS)
    return "".join(
        part if isinstance(part, str) else counted(count, part.forms, grammar) if part.forms else next(things)
        for part in compiled(template)
    )


def _option_texts(game: AnyGame) -> Iterator[tuple[str, str]]:
    for spec in game.options:
        yield f"option of the set-up {spec.name}", spec.text
        yield from ((f"{FRAGMENT} of the set-up {spec.name}", label) for label in spec.labels)


def _box_texts(game: AnyGame) -> Iterator[tuple[str, str]]:
    box = box_of(game)
    yield f"{FRAGMENT} on the box", box.length
    for card in box.scenario:
        for text in (card.date, card.forces, card.length, card.decides):
            yield f"{FRAGMENT} on the card of {card.id or game.id}", text


def _lesson_texts(game: AnyGame) -> Iterator[tuple[str, str]]:
    lesson = lesson_of(game)
    if lesson is None:
        return
    yield from (("lesson", text) for text in (lesson.title, lesson.summary, lesson.end))
    yield from ((f"answer to {clause}", text) for clause, text in lesson.answers.items())
    for step in lesson.steps:
        yield from ((f"step {step.title!r} of the lesson", text) for text in (step.title, step.text))
