"""The clauses of a rules.md, and which of them code and tests name."""

from __future__ import annotations

from pathlib import Path

from sandtable.kernel.clauses import Clauses, coverage, named_in

RULES = """
# Pearls

Words before the first clause belong to none.

## PE-1 The deal

- **PE-1.1** Three cards each.
  They stay hidden.
- **PE-1.2a** A card too many goes back.

| a table | of PE-1.2a |

## PE-A2 Bids

**PE-A2.1** Bid secretly.
"""


def test_clauses_are_read_with_their_chapters() -> None:
    clauses = Clauses.read(RULES)
    assert clauses.prefix == "PE"
    assert list(clauses.clauses) == ["PE-1.1", "PE-1.2a", "PE-A2.1"]
    first = clauses.get("PE-1.1")
    assert first is not None
    assert first.text == "Three cards each.\n  They stay hidden."
    assert first.chapter == "PE-1 The deal"
    table = clauses.get("PE-1.2a")
    assert table is not None
    assert "| a table |" in table.text
    assert clauses.get("PE-9.9") is None


def test_search_wants_every_word() -> None:
    clauses = Clauses.read(RULES)
    assert [c.id for c in clauses.search("BID secretly")] == ["PE-A2.1"]
    assert [c.id for c in clauses.search("deal")] == ["PE-1.1", "PE-1.2a"]
    assert clauses.search("bid hidden") == []


def test_coverage_compares_clauses_with_code_and_tests(tmp_path: Path) -> None:
    code, tests = tmp_path / "play.py", tmp_path / "test_play.py"
    code.write_text('"""PE-1.1, PE-7.7 Deal. XX-1.1 is of another game; PE-1 is a chapter."""')
    tests.write_text("# PE-1.1 PE-A2.1")
    found = coverage(Clauses.read(RULES), [code], [tests])
    assert (found.clauses, found.in_code, found.in_tests) == (3, 1, 2)
    assert found.missing_in_code == ["PE-1.2a", "PE-A2.1"]
    assert found.missing_in_tests == ["PE-1.2a"]
    assert found.unknown_ids == ["PE-7.7"]


def test_an_id_is_no_part_of_a_longer_one(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("PE-1.10")
    assert named_in([file], "PE") == {"PE-1.10"}


def test_rules_without_clauses_are_empty() -> None:
    clauses = Clauses.read("# Nothing yet")
    assert clauses.clauses == {}
    assert clauses.search("nothing") == []
