"""The list of slow tests names tests that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import LONGEST, ROOT, SLOW, dealt


@pytest.mark.parametrize("name", dict.fromkeys(SLOW + LONGEST))
def test_what_the_edit_loop_leaves_out_and_what_begins_first_exists(name: str) -> None:
    where, _, test = name.partition("[")[0].partition("::")
    assert (ROOT / where).exists()
    if test:
        assert f"def {test.rpartition('::')[2]}(" in source_of(where)


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "e2e").glob("test_*.py")), ids=lambda path: path.stem)
def test_the_edit_loop_starts_no_browser(path: Path) -> None:
    assert "pytest.mark.e2e" in path.read_text(encoding="utf-8")


def source_of(where: str) -> str:
    """A test module, with the contract that it may inherit."""
    contract = ROOT / "src" / "sandtable" / "testing" / "contract.py"
    return (ROOT / where).read_text(encoding="utf-8") + contract.read_text(encoding="utf-8")


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_each_worker_begins_with_its_share_of_the_longest(workers: int) -> None:
    """As xdist's scheduler `worksteal` cuts the order into stretches."""
    longest, others = [f"long {n}" for n in range(10)], [f"short {n}" for n in range(91)]
    order = dealt(longest, others, workers)
    assert sorted(order) == sorted(longest + others)
    begun = 0
    for worker in range(workers):
        size = (len(order) - begun) // (workers - worker)
        share = longest[worker::workers]
        assert order[begun : begun + len(share)] == share
        begun += size


def test_no_test_is_lost_where_there_are_hardly_any() -> None:
    assert sorted(dealt(["long"], [], 3)) == ["long"]
    assert sorted(dealt(["a", "b", "c"], ["d"], 3)) == ["a", "b", "c", "d"]
    assert sorted(dealt(["a"], ["b", "c"], 5)) == ["a", "b", "c"]
