"""The terms and the progress of a match as rows of the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from sandtable.kernel.prepared import prepared
from sandtable.server.clocks.time import TimeControl
from sandtable.server.lobby.records import Progress, Terms
from sandtable.server.schema import progress, terms


def put_terms(match: str, now: Terms) -> Callable[[Connection], None]:
    """Write the terms of a match, or what has changed of them."""

    def change(connection: Connection) -> None:
        control = "" if now.control is None else msgspec.json.encode(now.control).decode()
        row = msgspec.structs.asdict(now) | {"listed": int(now.listed), "control": control, "rated": int(now.rated)}
        put_row(connection, terms, match, row)

    return change


def put_progress(match: str, now: Progress) -> Callable[[Connection], None]:
    """Write how far a match has come."""

    def change(connection: Connection) -> None:
        row = {"waiting": msgspec.json.encode(now.waiting).decode(), "since": now.since, "over": int(now.over)}
        put_row(connection, progress, match, row)

    return change


def put_row(connection: Connection, table: Any, match: str, row: dict[str, object]) -> None:
    """Write the row of a match, or what has changed of it."""
    if not connection.execute(table.update().where(table.c.match == match).values(row)).rowcount:
        connection.execute(table.insert().values(row | {"match": match}))


def read_terms(connection: Connection, match: str) -> tuple[Terms | None, Progress]:
    """The terms and the progress of a match; no terms where everybody came by a link."""
    row = connection.execute(select(terms).where(terms.c.match == match)).mappings().first()
    noted = connection.execute(select(progress).where(progress.c.match == match)).mappings().first()
    return None if row is None else terms_in(row), Progress() if noted is None else progress_in(noted)


def terms_in(row: Any) -> Terms:
    """The terms that a row tells."""
    control = msgspec.json.decode(row["control"], type=prepared(TimeControl)) if row["control"] else None
    return Terms(bool(row["listed"]), row["level"], row["note"], control, bool(row["rated"]))


def progress_in(row: Any) -> Progress:
    """The progress that a row tells; none has been noted of a match that was set up without terms."""
    if row["waiting"] is None:
        return Progress()
    return Progress(msgspec.json.decode(row["waiting"], type=tuple[str, ...]), row["since"], bool(row["over"]))
