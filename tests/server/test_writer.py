"""The one thread that writes to the database."""

from __future__ import annotations

import threading
from pathlib import Path

from sandtable.server.database import Database


def test_the_writer_goes_on_when_somebody_who_waited_is_cancelled(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "writer.db"))
    database.open()
    try:
        started, go = threading.Event(), threading.Event()

        def slow(_connection: object) -> None:
            started.set()
            assert go.wait(10)

        cancelled = database.write(slow)
        assert started.wait(10)
        assert cancelled.cancel()
        go.set()
        assert database.write(lambda _connection: "written").result(timeout=10) == "written"
    finally:
        database.close()
