"""R1: people play through a real server process that is killed with SIGKILL again and again."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.killed import FREE_START, MATCHES, Scene, check
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import run_apart


async def kill_again_and_again(scene: Scene, kills: int) -> None:
    await scene.start()
    tables = [asyncio.ensure_future(scene.table()) for _ in range(MATCHES)]
    try:
        for _ in range(kills):
            await scene.played_a_little()
            scene.kill()
            await scene.start()
        await scene.played_a_little()
        scene.over = True
        await asyncio.gather(*tables)
    finally:
        scene.over = True
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        scene.end()


def killed(database: str, kills: int, seed: int) -> None:
    scene, began = Scene(database, seed), time.monotonic()
    run_apart(kill_again_and_again(scene, kills))
    entries = check(scene)
    acknowledged, matches, back = len(scene.acknowledged), len(scene.setup), scene.slowest_return
    print(
        f"{kills} kills, {entries} entries, {acknowledged} acknowledged, {matches} matches, "
        f"back in {back:.2f} s, {time.monotonic() - began:.0f} s in all"
    )
    assert len(scene.acknowledged) > kills * 5, "too little was going on"
    assert entries >= len(scene.acknowledged)
    busy = max(1.0, scene.slowest_start / FREE_START)
    assert scene.slowest_return < 5 * busy, "somebody took long to come back"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs_postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "kill.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.with_tables("kill")


@pytest.mark.timeout(400)  # half a minute of real time on a free machine, several on a busy one
def test_fifteen_kills(database: str) -> None:
    killed(database, 15, 1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_kills(database: str) -> None:
    killed(database, 200, 2)
