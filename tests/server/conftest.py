from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import Served, serving
from tests.toys.pearls import GAME
from tests.toys.registry import registered


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with registered(GAME):
        yield


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as running:
        yield running
