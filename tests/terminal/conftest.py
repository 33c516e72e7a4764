from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toys.registered import registered


@pytest.fixture(autouse=True)
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Pearls is installed, and saves go to a folder of the test's own."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SANDTABLE_DATA", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    with registered(tmp_path / "toys", monkeypatch, pearls="tests.toys.pearls:GAME") as folder:
        yield folder
