"""The clock of a match as a row of the database, and who claims what of a seat whose time is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from sqlalchemy import Connection, select

from sandtable.kernel.prepared import prepared
from sandtable.server.clocks.records import Claim, told
from sandtable.server.clocks.time import Clock, first_end
from sandtable.server.lobby.rows import put_row
from sandtable.server.schema import claims, clocks


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


def put_claims(match: str, late: str, now: Iterable[Claim]) -> Callable[[Connection], None]:
    """Write what is claimed of a seat, in the place of what was."""
    rows = [msgspec.structs.asdict(one) | {"match": match} for one in now]

    def change(connection: Connection) -> None:
        connection.execute(claims.delete().where((claims.c.match == match) & (claims.c.late == late)))
        if rows:
            connection.execute(claims.insert(), rows)

    return change


def read_claims(connection: Connection, match: str) -> tuple[Claim, ...]:
    """What is claimed in a match."""
    fields = [claims.c[name] for name in Claim.__struct_fields__]
    rows = select(*fields).where(claims.c.match == match).order_by(claims.c.late, claims.c.bot, claims.c.by)
    return tuple(Claim(*row) for row in connection.execute(rows))
