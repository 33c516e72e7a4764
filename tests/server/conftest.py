from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.program import Run
from tests.server.postgres import Cluster, a_cluster, needs_postgres
from tests.server.receivers import PostBox, PushService
from tests.server.served import Served, put_new_database, serving
from tests.toys.registered import registered

BOTS = ("failing", "illegal", "hanging", "prying", "moody", "dying", "imagining", "pondering")


@pytest.fixture(autouse=True)
def _toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    toys = {
        "pearls": "tests.toys.pearls:GAME",
        "canary": "tests.server.toys:CANARY",
        "purses": "tests.server.toys:PURSES",
        "pockets": "tests.server.toys:POCKETS",
        "faulty": "tests.server.toys:FAULTY",
        "sentries": "tests.server.toys:SENTRIES",
    }
    bots = {name: f"tests.server.bots:{name}" for name in BOTS}
    # Worker processes import the program that was started; of pytest that takes a second each time.
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    with registered(tmp_path / "toys", monkeypatch, bots, **toys):
        yield


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with a_cluster() as cluster:
        yield cluster


@pytest.fixture
def post_box() -> Iterator[PostBox]:
    box = PostBox()
    yield box
    box.close()


@pytest.fixture
def push_service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


BOTH_KINDS = ["sqlite", pytest.param("postgres", marks=needs_postgres)]


@pytest.fixture(params=BOTH_KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of either kind, with its tables."""
    if request.param == "sqlite":
        put_new_database(tmp_path / "test.db")
        return str(tmp_path / "test.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.with_tables(request.path.stem.removeprefix("test_"))


@pytest.fixture(params=BOTH_KINDS)
def empty_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind that has no tables yet."""
    if request.param == "sqlite":
        return str(tmp_path / "test.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.fresh(request.path.stem.removeprefix("test_"))


@pytest.fixture
def admin(sandtable: Run, address: str) -> Callable[..., Any]:
    """Runs `sandtable admin` on the database; what it printed, as JSON if it is asked for."""

    def run(*arguments: str) -> Any:
        ran = sandtable("admin", *arguments, "--db", address)
        assert ran.code == 0, ran.err
        return json.loads(ran.out) if "--json" in arguments or arguments[0] == "export" else ran.out

    return run


@pytest.fixture
def refused(sandtable: Run, address: str) -> Callable[..., str]:
    """Runs `sandtable admin`, which refuses; the sentence."""

    def run(*arguments: str) -> str:
        ran = sandtable("admin", *arguments, "--db", address)
        assert (ran.code, ran.out) == (2, "")
        return ran.err.strip()

    return run
