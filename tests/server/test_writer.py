"""The one thread that writes to the database."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from sandtable.server.database import Conflict, Database, StorageFault, put_note
from sandtable.server.schema import notes


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


def test_what_is_refused_leaves_no_trace_alone_and_among_others(address: str) -> None:
    database = Database(address)
    database.open()

    def half(connection: Connection) -> None:
        put_note(connection, "half", "written")
        raise Conflict("Somebody else got there first.")

    def twice(connection: Connection) -> None:
        put_note(connection, "half", "written")
        for _ in range(2):
            connection.execute(notes.insert().values(name="twice", value=""))

    def fails(connection: Connection) -> None:
        put_note(connection, "half", "written")
        raise ValueError

    def kept(connection: Connection) -> list[str]:
        return list(connection.execute(select(notes.c.name).where(notes.c.name != "opened")).scalars())

    try:
        for change, told in ((half, Conflict), (twice, Conflict), (fails, StorageFault)):
            with pytest.raises(told):
                database.write(change).result(60)
        assert database.read(kept) == []
        go = threading.Event()
        database.write(lambda _connection: go.wait(60))
        together = [database.write(partial(put_note, name="first", value="")), database.write(half)]
        together += [database.write(twice), database.write(partial(put_note, name="last", value=""))]
        go.set()
        assert [type(one.exception(60)) for one in together] == [type(None), Conflict, Conflict, type(None)]
        assert sorted(database.read(kept)) == ["first", "last"]
    finally:
        database.close()
