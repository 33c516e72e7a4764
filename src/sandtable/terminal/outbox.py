"""`sandtable admin outbox`: what people are to be told and have not been told; why, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.terminal.admin import Most, Note, acting, print_rows
from sandtable.terminal.arguments import DatabaseUrl, Json, print_json
from sandtable.terminal.operating import By, opened_desk

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from sandtable.server.admin.acts import Operator
    from sandtable.server.admin.outbox import Found

    Act = Callable[[Found, Operator], Callable[[Connection], int]]

outbox = typer.Typer(help="Manage the notices on their way to people: list, retry, drop.")
Ids = Annotated[list[str] | None, typer.Argument(metavar="ID...", help="The ids of notices, as `outbox` lists them.")]
Failed = Annotated[bool, typer.Option("--failed", help="All that failed.")]
Person = Annotated[str, typer.Option("--person", metavar="NAME", help="Only notices to this account.")]


@outbox.callback(invoke_without_command=True)
def list_outbox(
    context: typer.Context,
    state: Annotated[
        str, typer.Option(metavar="STATE", help="Only those that are untold, waiting, failed or sent.")
    ] = "",
    person: Person = "",
    most: Most = 50,
    json: Json = False,
    db: DatabaseUrl = "",
) -> None:
    """List notices that wait or failed: id, state, person, channel, kinds, match, made, due, tries, why not sent."""
    from sandtable.server.admin.outbox import list_outbox as question

    if context.invoked_subcommand is not None:
        return
    wanted = question(state, person, most)
    with opened_desk(db) as desk:
        found = desk.do(wanted)
    if json:
        print_json(found)
        return
    print_rows(
        (
            one.id,
            one.state,
            one.person,
            one.channel,
            ",".join(one.kinds),
            one.match,
            one.created,
            one.due,
            one.tries,
            one.reason,
        )
        for one in found
    )


def _carry_out(act: Act, ids: list[str] | None, failed: bool, person: str, why: str, by: str, db: str) -> int:
    """Do something with the notices that are meant; with how many."""
    from sandtable.server.admin.outbox import Found

    operator, found = acting(by, why, needed=False), Found(tuple(ids or ()), failed, person)
    found.check()  # before the database is opened
    with opened_desk(db) as desk:
        return desk.do(act(found, operator))


@outbox.command("retry")
def retry(
    ids: Ids = None, failed: Failed = False, person: Person = "", why: Note = "", by: By = "", db: DatabaseUrl = ""
) -> None:
    """Send notices again, now. The server tries for a day, as if they were new."""
    from sandtable.server.admin.outbox import retry as act

    print(f"Tried again: {_carry_out(act, ids, failed, person, why, by, db)}.")


@outbox.command("drop")
def drop(
    ids: Ids = None, failed: Failed = False, person: Person = "", why: Note = "", by: By = "", db: DatabaseUrl = ""
) -> None:
    """Drop notices that are waiting or have failed, so that they are never sent."""
    from sandtable.server.admin.outbox import drop as act

    print(f"Dropped: {_carry_out(act, ids, failed, person, why, by, db)}.")
