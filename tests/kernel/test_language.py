"""How languages count, list and date things, as the CLDR says."""

from __future__ import annotations

import json

import pytest
from babel import Locale

from sandtable.kernel.language import LANGUAGES, Language, language, once_told, speaking, spoken, told_date, told_list
from tools import grammar


def test_the_grammars_are_those_of_babel() -> None:
    assert grammar.FILE.read_text(encoding="utf-8") == grammar.written(), "run tools/grammar.py"


@pytest.mark.parametrize("code", ["ar", "cy", "de", "en", "fr", "lt", "pl", "ru", "sl"])
def test_every_whole_number_takes_the_form_that_the_cldr_gives_it(code: str) -> None:
    ours, rule = language(code), Locale.parse(code).plural_form
    for number in (*range(-3, 250), 1_000, 1_001, 1_000_000):
        assert ours.plurals[ours.form(number)] == (rule(number) if rule(number) in ours.plurals else ours.plurals[-1])


def test_every_grammar_can_be_read() -> None:
    codes = json.loads(grammar.FILE.read_text(encoding="utf-8")).keys()
    assert len(codes) > 250
    assert {"pl", *LANGUAGES} <= codes
    for code in codes:
        assert "b" in "".join(Language(code).listed(["a", "b", "c"]))
        assert "1945" in Language(code).date(1945, 3, 23)


def test_a_language_that_nobody_knows_is_told_as_english() -> None:
    assert told_list(["a", "b"], "tlh") == "a and b"


def test_days_months_and_numbers() -> None:
    assert told_date("1945-03-23") == "23 March 1945"
    assert told_date("1945-03-23", "de") == "23. März 1945"
    assert told_date("1944-01", "pl") == "styczeń 1944"
    assert [told_date(day, "ja") for day in ("1945-03-07", "1944-01")] == ["1945年3月7日", "1944年1月"]
    assert told_date("1945-03-07", "af") == "07 Maart 1945"
    assert [language("de").number(number) for number in (1.25, 2.0, -0.5)] == ["1,2", "2", "-0,5"]
    assert language("en").number(1.5) == "1.5"


def test_what_is_remembered_of_a_text_is_remembered_for_its_language() -> None:
    made = []

    @once_told(8)
    def greeting(name: str) -> str:
        """A greeting."""
        made.append(name)
        return f"{'Hallo' if spoken() == 'de' else 'Hello'}, {name}"

    told = []
    for code in ("en", "de", "en", "de"):
        with speaking(code):
            told.append(greeting("Ada"))
    assert told == ["Hello, Ada", "Hallo, Ada"] * 2
    assert made == ["Ada", "Ada"]
    assert greeting.__doc__ == "A greeting."
