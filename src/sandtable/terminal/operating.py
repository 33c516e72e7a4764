"""`sandtable work`, `db` and `people`: the operator adds a machine that thinks, looks after database and accounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sandtable.kernel.errors import SandtableError
from sandtable.terminal.arguments import Data, DatabaseUrl, use_data

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from sandtable.server.admin.records import Deed
    from sandtable.server.people.records import Person, TicketKind

T = TypeVar("T")
database = typer.Typer(help="Upgrade, back up and restore the server's database.")
people = typer.Typer(no_args_is_help=True, help="Manage the accounts on a server: add, invite, new passwords, remove.")
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")]
By = Annotated[
    str, typer.Option("--as", metavar="NAME", help="Your name in the audit trail; by default your user name.")
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup file.")]
FIRST_LINK_HOURS = 7 * 24
"""So long the link is good with which somebody sets their first password."""


def work(
    db: Annotated[
        str, typer.Option(envvar="SANDTABLE_DB", metavar="URL", help="The PostgreSQL database of the servers.")
    ] = "",
    jobs: Annotated[int, typer.Option(min=0, help="Jobs at a time; 0: one for each core.")] = 0,
    health_port: Annotated[int | None, typer.Option(help="Answer health checks on this port.")] = None,
    host: Annotated[str, typer.Option(help="The address of that port.")] = "127.0.0.1",
    data: Data = None,
) -> int:
    """Do heavy work for servers that share a PostgreSQL database: bots, advice, replays."""
    use_data(data)
    from sandtable.server.work import work as run

    return run(db, jobs=jobs, host=host, health_port=health_port)


@database.command("upgrade")
def upgrade_database(
    db: DatabaseUrl = "",
) -> None:
    """Bring a database up to date before servers start on it."""
    from sandtable.server.database import NEWEST, Database

    with closing(Database(db)) as opened:
        before = opened.upgrade()
    told = "is up to date" if before == NEWEST else f"is upgraded from {before or 'an empty database'} to {NEWEST}"
    print(f"{opened.name} {told}.")


@database.command("backup")
def back_up_database(file: File, db: DatabaseUrl = "") -> None:
    """Copy a database into a file. The server can keep running."""
    from sandtable.server.backup import back_up
    from sandtable.server.database import Database

    with closing(Database(db)) as opened:
        back_up(opened, file)
    print(f"{opened.name} is copied to {file}. It holds the seeds of all matches: keep it safe.")


@database.command("restore")
def restore_database(file: File, db: DatabaseUrl = "") -> None:
    """Fill a new, empty database from a backup."""
    from sandtable.server.backup import restore
    from sandtable.server.database import Database

    with closing(Database(db)) as opened:
        restore(opened, file)
    print(f"{opened.name} is restored from {file}.")


class Desk:
    """The desk of an operator: a database, without a server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def do(self, change: Callable[[Connection], T]) -> T:
        return change(self._connection)

    def named(self, name: str) -> Person:
        from sandtable.server.admin.acts import must_be_named

        return must_be_named(self._connection, name)

    def note(self, act: Deed, by: str, about: str = "", named: str = "") -> None:
        """Write into the audit trail what was done."""
        from sandtable.server.admin.acts import Operator
        from sandtable.server.admin.storage import put_act

        self.do(put_act(Operator(operator_named(by), "").did(act, about, named)))

    def link(self, kind: TicketKind, person: str = "", hours: int = 0) -> str:
        """A link with a ticket that is good once; the ticket is told only now."""
        from sandtable.server.people.accounts import new_ticket
        from sandtable.server.people.storage import insert_ticket
        from sandtable.server.settings import Settings

        token, ticket = new_ticket(kind, person, hours)
        self.do(insert_ticket(ticket))
        return f"{Settings.from_environment().public_address}/account#{kind}={token}"


def operator_named(given: str) -> str:
    """Who acts: the name that was given, or the user of this machine."""
    from getpass import getuser

    try:
        return given.strip() or getuser()
    except (KeyError, OSError):  # a container may run under a number that has no name
        return "operator"


@contextmanager
def opened_desk(db: str) -> Iterator[Desk]:
    """A database on which an operator acts, in one transaction."""
    from sandtable.server.database import Database

    database = Database(db)
    try:
        database.upgrade()
        with database.writing.begin() as connection:
            yield Desk(connection)
    finally:
        database.close()


@people.command("list")
def list_people(db: DatabaseUrl = "") -> None:
    """List all accounts."""
    from sandtable.server.people.storage import everybody

    with opened_desk(db) as accounts:
        for person in accounts.do(everybody):
            print(f"{person.name}\t{person.created}\t{person.email or '-'}\t{'' if person.password else 'no password'}")


@people.command("add")
def add_person(name: Name, by: By = "", db: DatabaseUrl = "") -> None:
    """Add an account and print the link for its owner to set a password."""
    from sandtable.server.people.names import checked_name
    from sandtable.server.people.records import Person
    from sandtable.server.people.storage import insert_person, person_named
    from sandtable.server.storage import new_id
    from sandtable.server.times import now

    with opened_desk(db) as accounts:
        if accounts.do(person_named(name)) is not None:
            raise SandtableError("This name is taken.")
        person = Person(new_id(), checked_name(name), "", "", now())
        accounts.do(insert_person(person, None))
        accounts.note("add", by, person.id, person.name)
        print(accounts.link("password", person.id, FIRST_LINK_HOURS))


@people.command("invite")
def invite(by: By = "", db: DatabaseUrl = "") -> None:
    """Print a link for somebody to create an account; it works once, within 14 days."""
    with opened_desk(db) as accounts:
        print(accounts.link("invitation"))
        accounts.note("invite", by)


@people.command("link")
def new_password(name: Name, by: By = "", db: DatabaseUrl = "") -> None:
    """Print a link for somebody to set a new password; it works once, within two hours."""
    with opened_desk(db) as accounts:
        person = accounts.named(name)
        print(accounts.link("password", person.id))
        accounts.note("link", by, person.id, person.name)


@people.command("remove")
def remove(name: Name, by: By = "", db: DatabaseUrl = "") -> None:
    """Remove an account. Its seats stay in their matches, and the owner of a match can give them to others."""
    from sandtable.server.people.leaving import remove_person

    with opened_desk(db) as accounts:
        person = accounts.named(name)
        left = accounts.do(remove_person(person.id))
        accounts.note("remove", by, person.id)
        matches = "1 match" if len(left) == 1 else f"{len(left)} matches"
        print(f"Removed {name}, who played in, or owned, {matches}.")
