"""A PostgreSQL cluster made for a test, where PostgreSQL's programs are installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandtable.server.database import Database, StorageFault

_PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
INITDB = str(_PROGRAMS[-1]) if _PROGRAMS else shutil.which("initdb")
needs_postgres = pytest.mark.skipif(
    INITDB is None, reason="needs PostgreSQL's programs (Debian: apt-get install postgresql)"
)

_TABLES = "tables"
"""A database of the cluster with all tables and nothing in them."""


class Cluster:
    """A cluster that can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        assert INITDB is not None
        self._folder = folder
        self._made = False
        self._user = "postgres" if os.getuid() == 0 else None  # PostgreSQL does not run as root
        if self._user:
            shutil.chown(folder, self._user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        making = [INITDB, "-D", str(folder / "data"), "-U", "sand", "-A", "trust", "--no-sync", "-E", "UTF8"]
        subprocess.run([*making, "--locale=C"], check=True, user=self._user, cwd=folder, stdout=subprocess.DEVNULL)
        self.start()

    def address(self, name: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgresql://sand@127.0.0.1:{self._port}/{name}"

    def start(self) -> None:
        assert INITDB is not None
        running = [str(Path(INITDB).with_name("postgres")), "-D", str(self._folder / "data"), "-p", str(self._port)]
        self._server = subprocess.Popen(
            [*running, "-k", str(self._folder), "-h", "127.0.0.1", "-F"],
            user=self._user,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                probe = Database(self.address())
                probe.open()
                probe.close()
                return
            except StorageFault:
                assert self._server.poll() is None
                time.sleep(0.1)

    @property
    def pid(self) -> int:
        """The process from which all others of the cluster come."""
        return self._server.pid

    def stop(self) -> None:
        self._server.send_signal(2)  # fast: open connections are ended
        self._server.wait(20)

    def fresh(self, name: str, like: str = "template1") -> str:
        """The address of a new database: empty, or a copy of another of the cluster."""
        from sqlalchemy import create_engine, text

        engine = create_engine(
            self.address().replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
        )
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {like}"))
        engine.dispose()
        return self.address(name)

    def with_tables(self, name: str) -> str:
        """The address of a new database whose tables are there: to make them takes longer than many a test."""
        if not self._made:
            database = Database(self.fresh(_TABLES))
            database.open()
            database.close()
            self._made = True
        return self.fresh(name, like=_TABLES)


@contextmanager
def a_cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)
