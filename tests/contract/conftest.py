"""The toy is registered like any game, so that saves of it find it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toys.registered import registered


@pytest.fixture(scope="session", autouse=True)
def _toy_is_registered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("toys") / "path"
        with registered(folder, patch, pearls="tests.toys.pearls:GAME") as path:
            yield path
