"""What the program itself says to players, in the browser and at the terminal, is there in every language."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import sandtable
from sandtable.bots import LEVELS
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.language import ENGLISH, LANGUAGES, language, speaking
from sandtable.kernel.sentences import either, tell, translations
from sandtable.kernel.templates import TemplateField, compiled
from sandtable.server import app, records, workers  # noqa: F401 - their errors are counted
from sandtable.terminal.commands import HELP
from sandtable.terminal.full.app import KEYS
from sandtable.terminal.full.reader import FOOTER
from sandtable.testing.texts import unused_words

SOURCE = Path(sandtable.__file__).parent
ROOMS = ("kernel", "bots", "server", "terminal", "config.py")
ENGLISH_ONLY = (
    "kernel/playout.py",  # for authors of games and bots
    "kernel/sequence.py",
    "bots/asked.py",
    "terminal/studies.py",  # studies are told in English, as their reports are
    "terminal/study_command.py",
    "terminal/ladders.py",
    "terminal/advising.py",
    "terminal/checkup.py",  # for those who look after a server
    "server/run.py",
    "server/migrations",
    "server/openapi.py",
)
WEIGHTS = ("light", "medium", "heavy")
TOLD_BY_NAME = {*LEVELS.values(), *WEIGHTS, *(text for row in (*HELP, *KEYS) for text in row if text), *FOOTER}
"""What is told from a table of the program and not where it is said."""
CODES = [code for code in LANGUAGES if code != ENGLISH]


def errors(kind: type[SandtableError] = SandtableError) -> Iterator[str]:
    yield kind.__name__
    for below in kind.__subclasses__():
        yield from errors(below)


SPEAKERS = {*errors(), "tell", "Said"}


def modules() -> Iterator[Path]:
    for room in ROOMS:
        place = SOURCE / room
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            if not path.relative_to(SOURCE).as_posix().startswith(ENGLISH_ONLY):
                yield path


def constants(tree: ast.Module) -> dict[str, list[str]]:
    """The texts in what a module names: OUR_FAULT, _SENTENCES."""
    named: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            texts = [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
            named[node.targets[0].id] = [text for text in texts if isinstance(text, str)]
    return named


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    """The sentences that a module says, and where; what was made elsewhere (`fault.sentence`, `words.say()`) is not."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = constants(tree)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name not in SPEAKERS:
            continue
        said = call.args[1] if name == "Declined" else call.args[0]
        where = f"{path.relative_to(SOURCE)}:{call.lineno}"
        assert not isinstance(said, ast.JoinedStr | ast.BinOp), f"{where} joins words itself: give a template and facts"
        yield from ((where, text) for text in texts_in(said, known))


def texts_in(said: ast.expr, known: dict[str, list[str]]) -> list[str]:
    """The templates that an expression may be; what `words.say()` makes has its own catalogue."""
    match said:
        case ast.Constant(str(text)):
            return [text]
        case ast.Name(name):
            return known.get(name, [])
        case ast.IfExp(body=one, orelse=other):
            return [*texts_in(one, known), *texts_in(other, known)]
        case ast.Call(func=ast.Attribute(value=ast.Name(table), attr="get")):
            return known.get(table, [])
    return []


@cache
def everything_said() -> dict[str, str]:
    """Every sentence and where it is said: read when a test asks, for every worker collects this module."""
    return {text: where for path in modules() for where, text in sentences(path)}


def test_the_sentences_of_every_room_are_found() -> None:
    assert len(everything_said()) > 150
    for text in (
        "The match is over.",  # an error
        "Something failed on the server. The error has been logged, and nothing has changed.",  # a constant
        "You can't do that at this address.",  # one of a table
        "Saved after {made:choice|choices}. Continue with:",  # at the terminal
        "The owner renamed {old}: {name}.",  # told to everyone
    ):
        assert text in everything_said()


@pytest.mark.parametrize("code", CODES)
def test_every_sentence_is_translated_and_none_is_left_over(code: str) -> None:
    translated = translations(code)
    assert {where: text for text, where in everything_said().items() if text not in translated} == {}
    assert sorted(TOLD_BY_NAME - set(translated)) == []
    assert sorted(set(translated) - set(everything_said()) - TOLD_BY_NAME) == []


def gaps(template: str) -> set[tuple[str, bool]]:
    return {(part.fact, bool(part.forms)) for part in compiled(template) if isinstance(part, TemplateField)}


@pytest.mark.parametrize("code", CODES)
def test_a_translation_has_the_gaps_of_its_sentence(code: str) -> None:
    for english, text in translations(code).items():
        facts = {fact for fact, _ in gaps(english)}
        assert {fact for fact, _ in gaps(text)} == facts, english
        for fact, is_counted in gaps(text):
            assert (fact, is_counted) in gaps(english) or not is_counted, english
        plurals = len(language(code).plurals)
        forms = [part.forms for part in compiled(text) if isinstance(part, TemplateField) and part.forms]
        assert all(len(each) == plurals for each in forms), text


@pytest.mark.parametrize("code", CODES)
def test_commands_in_backquotes_stay_as_they_are_typed(code: str) -> None:
    for english, text in translations(code).items():
        assert english.count("`") == text.count("`"), english


def test_the_sentences_use_no_word_that_we_do_not_use() -> None:
    assert {text: words for text in {*everything_said(), *TOLD_BY_NAME} if (words := list(unused_words(text)))} == {}


def test_a_paragraph_of_a_letter_begins_with_a_capital() -> None:
    """German goes on with a small letter after "Hallo Ada,"; English does not."""
    parts = [(text, part) for text in everything_said() for part in text.split("\n\n")[1:]]
    assert [text for text, part in parts if part[:1].islower()] == []


def test_a_sentence_is_made_in_the_language_of_its_reader() -> None:
    error = SandtableError("There is no step {step}. The match has {steps:step|steps}.", "WB-1.1", step=3, steps=1)
    assert str(error) == "There is no step 3. The match has 1 step. (WB-1.1)"
    with speaking("de"):
        assert error.sentence == "Es gibt keinen Schritt 3. Die Partie hat 1 Schritt."
        assert either(["a", "b", "c"]) == "a, b oder c"
        assert either([]) == "nichts"
    with speaking("xx"):
        assert either(["a", "b", "c"]) == "a, b or c"
        assert error.sentence.startswith("There is no step 3.")


def test_braces_in_a_name_are_left_alone() -> None:
    assert tell("{made} by hand") == "{made} by hand"
    assert SandtableError("There is no file {path}.", path="{path}").sentence == "There is no file {path}."


def test_a_sentence_survives_the_way_between_processes() -> None:
    """A copy is made of what `pickle` would write."""
    error = copy.copy(records.Unplayable("There is no step {step}.", "WB-1.1", step=3))
    assert (error.sentence, error.rule) == ("There is no step 3.", "WB-1.1")
