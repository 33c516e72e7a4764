"""R8: the same promises on PostgreSQL, on a cluster made for the test where PostgreSQL's programs are installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sandtable.server.database import Conflict, Database, StorageFault
from sandtable.server.schema import metadata
from sandtable.server.storage import append_entry, load_entries
from tests.server.served import play_on, serving

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
INITDB = str(PROGRAMS[-1]) if PROGRAMS else shutil.which("initdb")
pytestmark = pytest.mark.skipif(
    INITDB is None, reason="needs PostgreSQL's programs (Debian: apt-get install postgresql)"
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of an empty database."""
    assert INITDB is not None
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    user = "postgres" if os.getuid() == 0 else None  # PostgreSQL does not run as root
    if user:
        shutil.chown(folder, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    making = [INITDB, "-D", str(data), "-U", "sand", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"]
    subprocess.run(making, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)
    postgres = str(Path(INITDB).with_name("postgres"))
    running = [postgres, "-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1", "-F"]
    server = subprocess.Popen(running, user=user, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"postgresql://sand@127.0.0.1:{port}/postgres"
    try:
        for _ in range(200):
            try:
                probe = Database(address)
                probe.open()
                probe.close()
                break
            except StorageFault:
                assert server.poll() is None
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def test_migrations_lead_to_the_tables_that_the_code_expects(cluster: str) -> None:
    database = Database(cluster)
    with database.reading.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_a_match_is_played_across_a_restart(cluster: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=cluster) as served:
        told, north, _ = served.both()
        assert north.choose()["step"] == 1
        mine = served.http.get("/api/matches", params={"key": told["owner"]}).json()
        assert [m["seat"] for m in mine] == ["north", "south"]
    with serving(tmp_path, address=cluster) as served:
        people = [served.sit(told["match"], seat["token"]) for seat in told["seats"]]
        assert people[0].shown["step"] == 1
        play_on(people)
        assert served.http.get(f"/api/matches/{told['match']}").json()["over"]
        assert served.http.get("/api/health").status_code == 200


def test_nothing_is_written_twice(cluster: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=cluster) as served:
        told, north, _ = served.both()
        north.choose()
        database = served.service.database
        (entry,) = database.read(load_entries(told["match"]))
        assert isinstance(database.write(append_entry(told["match"], entry)).exception(5), Conflict)
        assert database.read(load_entries(told["match"])) == [entry]


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(StorageFault, match=r"cannot be used: .*refused") as fault:
        Database("postgresql://me:secret@127.0.0.1:1/x").open()
    assert "secret" not in fault.value.sentence
