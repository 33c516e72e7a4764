"""The list of slow tests names tests that there are."""

from __future__ import annotations

import pytest

from tests.conftest import LONGEST, ROOT, SLOW


@pytest.mark.parametrize("name", dict.fromkeys(SLOW + LONGEST))
def test_what_the_edit_loop_leaves_out_and_what_begins_first_exists(name: str) -> None:
    where, _, test = name.partition("[")[0].partition("::")
    assert (ROOT / where).exists()
    if test:
        assert f"def {test.rpartition('::')[2]}(" in source_of(where)


def source_of(where: str) -> str:
    """A test module, with the contract that it may inherit."""
    contract = ROOT / "src" / "sandtable" / "testing" / "contract.py"
    return (ROOT / where).read_text(encoding="utf-8") + contract.read_text(encoding="utf-8")
