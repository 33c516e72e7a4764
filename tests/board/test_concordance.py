"""The concordance: printed sections to clauses and back, and what can be wrong with the file."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.board.concordance import Concordance, concordance_of, unreached
from sandtable.kernel.clauses import Clauses
from sandtable.kernel.errors import DataError
from sandtable.kernel.game import find_game

CLAUSES = Clauses.read("## 1\n- **PE-1.1** a\n- **PE-1.2** b\n- **PE-1.3** c\n- **PE-1.4** d\n")
TABLE: dict[str, Any] = {
    "sections": {
        "2.1": ["PE-1.1"],
        "2.1.1": ["PE-1.2"],
        "2.10": ["PE-1.1", "PE-1.2"],
        "2.15 Divert": ["PE-1.3"],
        "Bids": ["PE-1.1"],
    },
    "titles": {"2.10": "Unload Pearls"},
    "ours": [{"reason": "a program needs it", "clauses": ["PE-1.4"]}],
}


def names(concordance: Concordance, wanted: str) -> list[str]:
    return [section.name for section in concordance.find(wanted)]


def test_a_section_is_found_with_what_lies_below_it() -> None:
    printed = Concordance.read(TABLE, CLAUSES)
    assert names(printed, "2.1") == ["2.1", "2.1.1"]  # and not 2.10
    assert names(printed, "2.15") == ["2.15 Divert"]
    assert names(printed, "2") == ["2.1", "2.1.1", "2.10", "2.15 Divert"]
    assert names(printed, " bids ") == ["Bids"]
    assert names(printed, "3") == []
    assert names(printed, "") == []


def test_a_section_is_found_by_the_words_of_its_title() -> None:
    printed = Concordance.read(TABLE, CLAUSES)
    assert names(printed, "pearls unload") == ["2.10"]
    assert names(printed, "divert") == ["2.15 Divert"]


def test_some_rulebooks_nest_by_digits() -> None:
    table = {
        "nested": "digits",
        "sections": {"8.6": ["PE-1.1"], "8.61": ["PE-1.2"], "8.7": ["PE-1.3"], "A8": ["PE-1.4"]},
    }
    printed = Concordance.read(table, CLAUSES)
    assert names(printed, "8.6") == ["8.6", "8.61"]
    assert names(printed, "8") == ["8.6", "8.61", "8.7"]
    assert names(printed, "a8") == ["A8"]


def test_a_clause_knows_where_it_is_printed() -> None:
    printed = Concordance.read(TABLE, CLAUSES)
    assert printed.printed["PE-1.1"] == ["2.1", "2.10", "Bids"]
    assert "PE-1.4" not in printed.printed
    assert unreached(printed, CLAUSES) == []
    assert unreached(Concordance.read({"sections": {"1": ["PE-1.2"]}}, CLAUSES), CLAUSES) == [
        "PE-1.1",
        "PE-1.3",
        "PE-1.4",
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"sections": {"1": ["PE-9.9"]}}, "1 names PE-9.9, and there is no such clause."),
        ({"sections": {"1": ["PE-1.1", "PE-1.1"]}}, "1 names a clause twice, or none."),
        ({"sections": {"1": []}}, "1 names a clause twice, or none."),
        ({"titles": {"7": "Nowhere"}}, "7 has a title and is no section."),
        ({"ours": [{"reason": "why", "clauses": ["PE-1.1"]}]}, "PE-1.1 is ours, and is named elsewhere too."),
        ({"ours": [{"reason": "", "clauses": ["PE-1.4"]}]}, "clauses of ours have no reason."),
        ({"ours": [{"clauses": ["PE-1.4"]}]}, "is no concordance: Object missing required field `reason`"),
        ({"section": {}}, "is no concordance: Object contains unknown field `section`"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError) as fault:
        Concordance.read({**TABLE, **change}, CLAUSES, "pearls/concordance.toml")
    assert fault.value.sentence.startswith("pearls/concordance.toml")
    assert sentence in fault.value.sentence


def test_the_draft_of_berlin_airlift_names_its_misfits_under_one_number() -> None:
    """AL-9.5 2.15 has headings and no numbers of its own: one asks for all of it, or for one heading."""
    printed = concordance_of(find_game("airlift"))
    assert len(printed.find("2.15")) == 10
    assert printed.find("2.15 divert")[0].clauses[:2] == ("AL-9.2", "AL-9.5")
    assert printed.printed["AL-8.6"] == ["2.5.3.3"]
