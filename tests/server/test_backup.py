"""R9: a backup made while people play holds whole matches, and a server that is started on it plays on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.server.backup import back_up, restore
from sandtable.server.database import Database, StorageFault
from sandtable.server.restore import restore_match
from sandtable.server.storage import load_entries, load_match
from tests.server.postgres import Cluster
from tests.server.served import play_on, serving


@pytest.fixture
def other(address: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Another empty database of the same kind."""
    if "://" not in address:
        return str(tmp_path / "other.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.fresh("restored")


def sandtable(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "sandtable.terminal.cli", *arguments]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_what_was_acknowledged_before_the_backup_is_in_it(address: str, other: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with serving(tmp_path, address=address) as served:
        told, north, south = served.both()
        assert north.choose()["type"] == "accepted"
        made = sandtable("db", "backup", str(copy), "--db", address)
        assert made.returncode == 0, made.stderr
        south.wait_step(1)
        assert south.choose()["type"] == "accepted"
    again = sandtable("db", "restore", str(copy), "--db", other)
    assert again.returncode == 0, again.stderr
    with serving(tmp_path, address=other) as served:
        people = [served.sit(told["match"], seat["token"]) for seat in told["seats"]]
        assert people[0].shown["step"] == 1
        play_on(people)
    database = Database(other)
    stored, entries = database.read(load_match(told["match"])), database.read(load_entries(told["match"]))
    assert stored is not None
    assert restore_match(stored.setup, stored.seats, entries).match.position.over
    database.close()


def test_nobody_else_reads_a_backup(address: str, tmp_path: Path) -> None:
    """It holds the seeds of all matches, also where other users of the machine may read new files."""
    database, before = Database(address), os.umask(0o022)
    database.open()
    try:
        back_up(database, tmp_path / "copy")
    finally:
        os.umask(before)
        database.close()
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    with pytest.raises(StorageFault, match="Can't write"):
        back_up(database, tmp_path / "nowhere" / "copy")


def test_nothing_is_overwritten(address: str, other: str, tmp_path: Path) -> None:
    database, empty = Database(address), Database(other)
    database.open()
    back_up(database, tmp_path / "copy")
    with pytest.raises(StorageFault, match="already exists"):
        back_up(database, tmp_path / "copy")
    with pytest.raises(StorageFault, match="is not empty"):
        restore(database, tmp_path / "copy")
    with pytest.raises(StorageFault, match="There is no file"):
        restore(empty, tmp_path / "none")
    (tmp_path / "nonsense").write_bytes(b"nonsense" * 100)
    with pytest.raises(StorageFault, match=r"not a backup|pg_restore failed"):
        restore(empty, tmp_path / "nonsense")
    restore(empty, tmp_path / "copy")
    database.close()
    empty.close()
