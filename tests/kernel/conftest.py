from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toys.registered import registered


@pytest.fixture
def pearls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with registered(tmp_path / "toys", monkeypatch, pearls="tests.toys.pearls:GAME") as folder:
        yield folder
