"""An update as an operator does it: a wheel of an earlier version plays, is backed up, and gives way to this one."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from sandtable.server.database import NEWEST, Database
from tests.server.killed import free_port
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Player, client_of

ROOT = Path(__file__).parents[2]
GAMES = ("warbirds", "airlift", "luftwaffe", "ontoberlin", "vengeance")
BEFORE = ("69bf0bc5", "ecebf30c")
"""The versions from which is updated: one of two days and several migrations before, and the last without a queue."""
TOLD = ("This match began with ", "This match can't continue: ")
"""How the sentences begin that say why a match can't continue here."""
pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]
PROGRAM = [sys.executable, "-c", "from sandtable.terminal.cli import main; main()"]


class Version:
    """A version that is installed somewhere."""

    def __init__(self, folder: Path | None = None) -> None:
        self.environment = os.environ | ({"PYTHONPATH": str(folder)} if folder else {})

    def run(self, *arguments: str) -> str:
        ran = subprocess.run([*PROGRAM, *arguments], env=self.environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    @contextmanager
    def serving(self, database: str, port: int = 0) -> Iterator[Server]:
        server = Server(self, database, port or free_port())
        try:
            yield server
        finally:
            server.stop()


class Server:
    """A process of one version."""

    def __init__(self, version: Version, database: str, port: int) -> None:
        self.port = port
        serve = [*PROGRAM, "serve", "--port", str(port), "--db", database]
        self._process = subprocess.Popen(serve, env=version.environment, stdout=subprocess.DEVNULL)
        for _ in range(1200):
            with suppress(httpx.HTTPError), client_of(port, 5) as http:
                if http.get("/api/health").status_code == 200:
                    return
            assert self._process.poll() is None
            time.sleep(0.1)
        raise AssertionError("the server did not answer")

    def ask_to_stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def stop(self) -> None:
        if self._process.poll() is not None:
            return
        self.ask_to_stop()
        assert self._process.wait(60) in (0, -signal.SIGTERM)

    def create(self, game: str) -> dict[str, Any]:
        """A match in which bots play all seats but the first."""
        with client_of(self.port) as http:
            seats = [one["seat"] for one in http.post("/api/matches", json={"game": game}).json()["seats"]]
            bots = dict.fromkeys(seats[1:], "greedy")
            answer = http.post("/api/matches", json={"game": game, "pace": 0, "seats": bots})
            assert answer.status_code == 201, answer.text
            told: dict[str, Any] = answer.json()
            return told

    def sit(self, told: dict[str, Any]) -> Player:
        address = f"ws://127.0.0.1:{self.port}/api/matches/{told['match']}/live"
        return Player(address, told["seats"][0]["token"])


@pytest.fixture(scope="module", params=BEFORE)
def before(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Version:
    """A wheel made from an earlier commit, installed into a folder of its own beside the same libraries."""
    git, folder = shutil.which("git"), tmp_path_factory.mktemp("before")
    archive = [git or "git", "-C", str(ROOT), "archive", "--output", str(folder / "it.tar"), request.param]
    if git is None or subprocess.run(archive, capture_output=True, check=False).returncode:
        pytest.skip("this clone does not know the earlier version")
    shutil.unpack_archive(folder / "it.tar", folder / "source")
    uv = str(Path(sys.executable).with_name("uv"))
    build = [uv, "build", "--wheel", "--out-dir", str(folder / "wheel"), str(folder / "source")]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = (folder / "wheel").glob("*.whl")
    install = [uv, "pip", "install", "--no-deps", "--target", str(folder / "site"), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    return Version(folder / "site")


def choose(player: Player, times: int) -> None:
    """Choose so often, whenever one is asked."""
    for _ in range(times):
        while not player.options() and player.shown["decision"] is not None:
            player.receive(120)
        if player.shown["decision"] is None:
            return
        step = player.shown["step"]
        answer = player.choose()
        assert answer["type"] == "accepted", answer
        player.wait_step(step + 1)


def plays_on_or_says_why(server: Server, told: dict[str, Any]) -> str:
    """A match continues, or says in a sentence which version it needs."""
    with client_of(server.port) as http:
        while "still opening" in (problem := http.get(f"/api/matches/{told['match']}").json()["problem"]):
            time.sleep(0.5)
    if problem:
        assert problem.startswith(TOLD), problem
        return str(problem)
    player = server.sit(told)
    choose(player, 3)
    player.close()
    return ""


def entries(database: str) -> int:
    with closing(Database(database)) as opened:
        counted = text("SELECT count(*) FROM entries")
        return int(opened.read(lambda connection: connection.execute(counted).scalar_one()))


def updated(before: Version, database: str, backup: Path, fresh: str) -> None:
    """One process: stop the old, upgrade, start the new. The backup is restored into another database and plays."""
    with before.serving(database) as old:
        matches = {game: old.create(game) for game in GAMES}
        for told in matches.values():
            player = old.sit(told)
            choose(player, 6)
            player.close()
        before.run("db", "backup", str(backup), "--db", database)
    made, here = entries(database), Version()
    assert f"to {NEWEST}" in here.run("db", "upgrade", "--db", database)
    assert entries(database) == made
    for address in (database, fresh):
        if address is fresh:
            here.run("db", "restore", str(backup), "--db", fresh)
            assert entries(fresh) == made
        with here.serving(address) as new:
            said = {game: plays_on_or_says_why(new, told) for game, told in matches.items()}
            refused = {game: problem for game, problem in said.items() if problem}
            print(f"{address.rpartition('/')[2]}: {made} entries; refused: {refused or 'none'}")
            choose(new.sit(new.create("airlift")), 3)


def test_sqlite(before: Version, tmp_path: Path) -> None:
    updated(before, str(tmp_path / "table.db"), tmp_path / "copy", str(tmp_path / "fresh.db"))


@needs_postgres
def test_postgres(before: Version, postgres: Cluster, tmp_path: Path) -> None:
    updated(before, postgres.fresh("updated"), tmp_path / "copy", postgres.fresh("restored"))


@needs_postgres
def test_rolling(before: Version, postgres: Cluster) -> None:
    """Two processes, one after the other. Lines that are open play on all the while, wherever they are cut."""
    database, here = postgres.fresh("rolling"), Version()
    with before.serving(database) as second:
        with before.serving(database) as first:
            told = first.create("warbirds")
            player = second.sit(told)
            choose(player, 3)
            assert f"to {NEWEST}" in here.run("db", "upgrade", "--db", database)
            choose(player, 3)
        with here.serving(database, first.port) as first:
            choose(player, 3)
            choose(second.sit(second.create("airlift")), 3)
            made = first.create("airlift")
            choose(second.sit(made), 3)
            second.stop()
            plays_on_or_says_why(first, told)
            assert plays_on_or_says_why(first, made) == ""
