"""German: every text of Warbirds is there, with the same gaps, and whole games read well in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from sandtable.board.box import about_of
from sandtable.board.lesson import lesson_of
from sandtable.games.warbirds import GAME
from sandtable.games.warbirds.components import (
    CASUALTIES,
    DAMAGE,
    EVENTS,
    MISSIONS,
    PART_NAMES,
    POSITIONS,
    STATIONS,
)
from sandtable.games.warbirds.model import Warbirds
from sandtable.games.warbirds.names import WORDS
from sandtable.kernel.language import language, speaking
from sandtable.kernel.show import show, show_decision
from sandtable.kernel.templates import TemplateField, compiled
from sandtable.kernel.words import EVERY_GAME, plain
from sandtable.testing.case import Case, Walk

ENGLISH, GERMAN = WORDS["en"], WORDS["de"]
SECTIONS = ("events", "prompts", "verbs", "texts", "terms")


def gaps(template: str) -> list[tuple[str, int]]:
    """The facts of a template, and how many forms each has beside that for nothing at all."""
    return sorted(
        (part.fact, sum(not form.startswith("=0 ") for form in part.forms))
        for part in compiled(template)
        if isinstance(part, TemplateField)
    )


@pytest.mark.parametrize("section", SECTIONS)
def test_nothing_is_missing_in_german_and_its_gaps_agree(section: str) -> None:
    english, german = getattr(ENGLISH, section), getattr(GERMAN, section)
    if section == "texts":
        english = {**EVERY_GAME, **english}
    assert sorted(set(english) - set(german)) == []
    if section != "terms":
        assert sorted(set(german) - set(english)) == [], "no English text has these keys"
        assert {key for key in english if gaps(english[key]) != gaps(german[key])} == set()


def test_a_noun_has_a_form_for_every_plural() -> None:
    for words in (ENGLISH, GERMAN):
        plurals = len(language(words.language).plurals)
        templates = [text for section in SECTIONS[:4] for text in getattr(words, section).values()]
        assert all(count in (0, plurals) for text in templates for _, count in gaps(text))


def printed() -> Iterator[str]:
    """Everything that the table shows of what is printed on the cards; names of people, types and places stay."""
    yield from PART_NAMES.values()
    for station in STATIONS.values():
        yield from (station.name, station.text)
    for position in POSITIONS.values():
        yield from (position.name, position.where)
    for mission in MISSIONS.values():
        yield from (mission.title, mission.objective)
    for event in EVENTS.values():
        yield event.text
        if not event.source:
            yield event.name
    yield from (damage.text for damage in DAMAGE.values())
    yield from (card.name for card in CASUALTIES.values())


def test_every_card_is_translated() -> None:
    assert sorted({text for text in printed() if text and text not in GERMAN.terms}) == []


def test_every_value_of_a_piece_has_a_german_name() -> None:
    """WB-18.3 Whether an engine failed is drawn, and no value that the inspector would list as "Failed 0"."""
    table = GAME.table(GAME.sight(_opening(), "seat-1"))
    called = {ENGLISH.key_name("value", key) for piece in table.pieces for key in piece.values}
    assert sorted(called - set(GERMAN.terms)) == []


def test_the_lesson_has_the_same_steps_in_german() -> None:
    data = files("sandtable.games.warbirds").joinpath("data")
    english, german = (tomllib.loads(data.joinpath(f"lesson{code}.toml").read_text()) for code in ("", ".de"))
    kept = ("clause", "at", "expect", "shows", "refs", "meanwhile")
    assert [[step.get(key) for key in kept] for step in english["steps"]] == [
        [step.get(key) for key in kept] for step in german["steps"]
    ]
    with speaking("de"):
        lesson = lesson_of(GAME)
        assert lesson is not None
        assert lesson.title == "Dein erster Einsatz"
        table = GAME.table(GAME.sight(_opening(), "seat-1"))
        assert {step.phase for step in lesson.steps} <= set(table.phases)


_CLAUSE_ID = re.compile(r"WB-\d+(?:\.\d+)?|`[^`]*`|\[[A-Z][^\]]*\]|-?\d+")


def test_every_clause_is_translated_with_its_numbers_and_references() -> None:
    english = GAME.clauses.clauses
    with speaking("de"):
        german = GAME.clauses.clauses
    assert list(german) == list(english)
    same = [id for id in english if german[id].text == english[id].text and len(english[id].text) > 90]
    assert same == []
    for id, clause in english.items():
        told = german[id].text
        assert {ref for ref in _CLAUSE_ID.findall(clause.text) if ref[:3] == "WB-"} == {
            ref for ref in _CLAUSE_ID.findall(told) if ref[:3] == "WB-"
        }, id
        assert clause.text.count("Ruling:") == told.count("Festlegung:"), id
        assert clause.text.count("Reason:") == told.count("Grund:"), id
        assert clause.text.partition("]")[0] == told.partition("]")[0], "the printed section keeps its name"


def test_a_translated_clause_has_the_numbers_of_the_english_one() -> None:
    numbers = re.compile(r"(?<![\w.-])\d+")
    with speaking("de"):
        german = GAME.clauses.clauses
    differing = {
        id: (sorted(numbers.findall(clause.text)), sorted(numbers.findall(german[id].text)))
        for id, clause in GAME.clauses.clauses.items()
        if sorted(numbers.findall(clause.text)) != sorted(numbers.findall(german[id].text))
    }
    assert differing == {}


def test_the_table_and_the_about_page_are_translated() -> None:
    with speaking("de"):
        assert about_of(GAME).startswith("# Über dieses Warbirds")
        assert GAME.clauses.search("treibstoff")
        assert not _ENGLISH_WORDS.search(about_of(GAME))


def _opening() -> Warbirds:
    state = Walk(Case(GAME, GAME.settle({}), "german")).position.state
    assert isinstance(state, Warbirds)
    return state


_ENGLISH_WORDS = re.compile(r"\b(the|and|of|is|are|turn|card|cards|station|fuel|mission|attacks|choose|none|with)\b")


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_in_german_has_no_english_in_it(bot: str) -> None:
    with speaking("de"):
        walk = Walk(Case(GAME, GAME.settle({}), f"german {bot}"), bot)
        for position, _ in walk.closely():
            seat = position.deciders[0]
            shown, decision = show(position, seat), show_decision(position, seat)
            assert decision is not None
            texts = [plain(decision.prompt), *(plain(one.text) for one in decision.options)]
            texts += [shown.table.heading, *(panel.title for panel in shown.table.panels)]
            texts += [f"{row.label} {row.value} {row.note}" for panel in shown.table.panels for row in panel.rows]
            assert [text for text in texts if _ENGLISH_WORDS.search(text)] == []
        words = GAME.words
        lines = [plain(words.line(line.event, line.facts)) for line in walk.position.journal.lines]
        assert [line for line in lines if _ENGLISH_WORDS.search(line)] == []
        assert any("Runde" in line for line in lines)
    assert plain(GAME.words.prompt("pilot_action", ())) == "Choose a pilot action"


def test_a_gun_points_where_its_notation_says() -> None:
    """WB-1.5, WB-15.2 The B of the tail turret is a position behind the bomber; as a level it would be below."""
    notes = {space.id: space.note for space in GAME.board(GAME.settle({})).spaces if space.kind == "station"}
    assert notes["tail"].endswith("Field of fire: astern.")
    assert notes["ball"].endswith("Field of fire: all round, from below.")
    named = {f"field {station.attack}" for station in STATIONS.values() if station.attack}
    assert named <= set(ENGLISH.terms)
    assert named <= set(GERMAN.terms)
