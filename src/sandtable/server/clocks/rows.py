"""The clock of a match as a row of the database."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, select

from sandtable.kernel.prepared import prepared
from sandtable.server.clocks.records import told
from sandtable.server.clocks.time import Clock, first_end
from sandtable.server.lobby.rows import put_row
from sandtable.server.schema import clocks


def put_clock(match: str, clock: Clock) -> Callable[[Connection], None]:
    """Write a clock, and when the first time that runs is over: whoever reminds people looks for that."""

    def change(connection: Connection) -> None:
        body = msgspec.json.encode(clock).decode()
        put_row(connection, clocks, match, {"body": body, "due": told(first_end(clock))})

    return change


def read_clock(connection: Connection, match: str) -> Clock | None:
    """The clock of a match, if it has one."""
    body = connection.execute(select(clocks.c.body).where(clocks.c.match == match)).scalar()
    return None if body is None else msgspec.json.decode(body, type=prepared(Clock))
