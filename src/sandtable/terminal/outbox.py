"""`sandtable admin outbox`: what people are to be told and have not been told; why, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.terminal.admin import Most, Note, acting, print_rows
from sandtable.terminal.arguments import DatabaseUrl, Json, print_json
from sandtable.terminal.operating import By, opened_desk

if TYPE_CHECKING:
    from sandtable.server.admin.outbox import Found

outbox = typer.Typer(help="Look after the notices that are on their way to people: list, try again, drop.")
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


def _found(ids: list[str] | None, failed: bool, person: str) -> Found:
    from sandtable.server.admin.outbox import Found

    found = Found(tuple(ids or ()), failed, person)
    found.check()
    return found


@outbox.command("retry")
def retry(
    ids: Ids = None, failed: Failed = False, person: Person = "", why: Note = "", by: By = "", db: DatabaseUrl = ""
) -> None:
    """Send notices again, now. The server tries for a day, as if they were new."""
    from sandtable.server.admin.outbox import retry as change

    operator, found = acting(by, why, needed=False), _found(ids, failed, person)
    with opened_desk(db) as desk:
        count = desk.do(change(found, operator))
    print(f"Tried again: {count}.")


@outbox.command("drop")
def drop(
    ids: Ids = None, failed: Failed = False, person: Person = "", why: Note = "", by: By = "", db: DatabaseUrl = ""
) -> None:
    """Never send notices that wait or failed."""
    from sandtable.server.admin.outbox import drop as change

    operator, found = acting(by, why, needed=False), _found(ids, failed, person)
    with opened_desk(db) as desk:
        count = desk.do(change(found, operator))
    print(f"Dropped: {count}.")
