"""Standing orders as rows of the database."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, select

from sandtable.kernel.prepared import prepared
from sandtable.server.orders.records import KeptOrders
from sandtable.server.schema import standing_orders


def put_orders(match: str, seat: str, kept: KeptOrders) -> Callable[[Connection], None]:
    """Write the orders of a seat; without any, nothing is kept."""

    def change(connection: Connection) -> None:
        table = standing_orders
        connection.execute(table.delete().where((table.c.match == match) & (table.c.seat == seat)))
        if kept.orders:
            body = msgspec.json.encode(kept).decode()
            connection.execute(table.insert().values(match=match, seat=seat, body=body))

    return change


def read_orders(connection: Connection, match: str) -> dict[str, KeptOrders]:
    """The orders of a match, by seat."""
    table = standing_orders
    rows = connection.execute(select(table.c.seat, table.c.body).where(table.c.match == match))
    return {row.seat: msgspec.json.decode(row.body, type=prepared(KeptOrders)) for row in rows}
