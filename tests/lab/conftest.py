from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toys.registered import registered


@pytest.fixture(autouse=True)
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    toys = {"pearls": "tests.toys.pearls:GAME", "fragile": "tests.toys.fragile:GAME"}
    with registered(tmp_path / "toys", monkeypatch, **toys) as folder:
        yield folder
