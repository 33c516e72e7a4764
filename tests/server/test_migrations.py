"""R10: migrations up and down on both databases with matches in them, and many processes that start at once."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from sandtable.server.database import NEWEST, Database, migrations
from sandtable.server.schema import metadata
from tests.server.served import play_on, serving

OPEN = "import sys; from sandtable.server.database import Database; d = Database(sys.argv[1]); d.open(); d.close()"


def test_down_and_up_again_with_matches_in_them(empty_address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=empty_address) as served:
        told, north, south = served.both()
        north.choose()
        south.wait_step(1)
        south.choose()
    database = Database(empty_address)
    for revision in ("0009", "0005", "0003", "0002", "0001"):
        with database.writing.begin() as connection:
            command.downgrade(migrations(connection), revision)
            assert connection.execute(text("SELECT count(*) FROM entries")).scalar() == 2
            assert connection.execute(text("SELECT count(*) FROM seats")).scalar() == 2
    assert database.upgrade() == "0001"
    with database.writing.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert database.upgrade() == NEWEST
    database.close()
    with serving(tmp_path, address=empty_address) as served:
        people = [served.sit(told["match"], seat["token"]) for seat in told["seats"]]
        assert people[0].shown["step"] == 2
        play_on(people)


def test_the_name_of_a_former_player_was_kept_in_english_once(empty_address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=empty_address) as served:
        served.create()
    database = Database(empty_address)

    def names() -> list[str]:
        with database.reading.connect() as connection:
            return [row.name for row in connection.execute(text("SELECT name FROM seats ORDER BY seat"))]

    with database.writing.begin() as connection:
        connection.execute(text("UPDATE seats SET name = '' WHERE seat = 'north'"))
        command.downgrade(migrations(connection), "0010")
    assert names() == ["Former player", "South"]
    database.upgrade()
    assert names() == ["", "South"]
    database.close()


def test_processes_that_start_at_once_wait_for_one_another(empty_address: str) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", OPEN, empty_address], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in started:
        _, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
    database = Database(empty_address)
    assert database.upgrade() == NEWEST
    database.close()


def test_a_start_waits_for_an_upgrade_that_takes_longer_than_a_write_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow machine four starts once failed with "database is locked"."""
    monkeypatch.setattr("sandtable.server.database._PATIENCE", 0.1)
    slow, quick = (Database(str(tmp_path / "x.db")) for _ in range(2))
    with ThreadPoolExecutor(1) as starting:
        with slow.writing.begin():
            started = starting.submit(quick.upgrade)
            time.sleep(0.5)
            assert not started.done()
        assert started.result(60) == ""
    assert quick.upgrade() == NEWEST
    with slow.writing.begin(), pytest.raises(OperationalError), quick.writing.begin():
        pytest.fail("a write has less patience")
    slow.close()
    quick.close()


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    upgrade = [sys.executable, "-m", "sandtable.terminal.cli", "db", "upgrade", "--db", str(tmp_path / "x.db")]
    first, second = (subprocess.run(upgrade, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert first.strip().endswith(f"is upgraded from an empty database to {NEWEST}.")
    assert second.strip().endswith("is up to date.")
