"""Who agreed to advice, as rows of the database."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select

from sandtable.server.schema import advice_agreements


def put_agreement(match: str, seat: str, holder: str) -> Callable[[Connection], None]:
    """Write that whoever holds a seat agrees to advice; nobody does any more with an empty holder."""

    def change(connection: Connection) -> None:
        table = advice_agreements
        connection.execute(table.delete().where((table.c.match == match) & (table.c.seat == seat)))
        if holder:
            connection.execute(table.insert().values(match=match, seat=seat, holder=holder))

    return change


def read_agreements(connection: Connection, match: str) -> dict[str, str]:
    """Who agreed to advice, by seat."""
    table = advice_agreements
    rows = connection.execute(select(table.c.seat, table.c.holder).where(table.c.match == match))
    return {row.seat: row.holder for row in rows}
