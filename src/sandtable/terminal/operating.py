"""`sandtable db` and `sandtable people`: the operator of a server looks after its database and its accounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sandtable.kernel.errors import SandtableError
from sandtable.terminal.arguments import DatabaseUrl

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from sandtable.server.people.records import Person, TicketKind

T = TypeVar("T")
database = typer.Typer(help="The server's database.")
people = typer.Typer(no_args_is_help=True, help="Make, invite, help and remove the accounts of a server.")
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the backup.")]
FIRST_LINK_HOURS = 7 * 24
"""So long the link is good with which somebody sets their first password."""


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
    """Copy a database into a file. The server may run meanwhile."""
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


class _Accounts:
    """The accounts in a database, without a server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def do(self, change: Callable[[Connection], T]) -> T:
        return change(self._connection)

    def named(self, name: str) -> Person:
        from sandtable.server.people.storage import person_named

        person = self.do(person_named(name))
        if person is None:
            raise SandtableError("Nobody here is called '{name}'.", name=name)
        return person

    def link(self, kind: TicketKind, person: str = "", hours: int = 0) -> str:
        """A link with a ticket that is good once; the ticket is told only now."""
        from sandtable.server.people.accounts import new_ticket
        from sandtable.server.people.storage import insert_ticket
        from sandtable.server.settings import Settings

        token, ticket = new_ticket(kind, person, hours)
        self.do(insert_ticket(ticket))
        return f"{Settings.from_environment().public_address}/account#{kind}={token}"


@contextmanager
def _opened(db: str) -> Iterator[_Accounts]:
    from sandtable.server.database import Database

    database = Database(db)
    try:
        database.upgrade()
        with database.writing.begin() as connection:
            yield _Accounts(connection)
    finally:
        database.close()


@people.command("list")
def list_people(db: DatabaseUrl = "") -> None:
    """List all accounts."""
    from sandtable.server.people.storage import everybody

    with _opened(db) as accounts:
        for person in accounts.do(everybody):
            print(f"{person.name}\t{person.created}\t{person.email or '-'}\t{'' if person.password else 'no password'}")


@people.command("add")
def add_person(name: Name, db: DatabaseUrl = "") -> None:
    """Make an account and print the link with which its owner sets a password."""
    from sandtable.server.people.names import checked_name
    from sandtable.server.people.records import Person
    from sandtable.server.people.storage import insert_person, person_named
    from sandtable.server.storage import new_id
    from sandtable.server.times import now

    with _opened(db) as accounts:
        if accounts.do(person_named(name)) is not None:
            raise SandtableError("Somebody has this name already.")
        person = Person(new_id(), checked_name(name), "", "", now())
        accounts.do(insert_person(person, None))
        print(accounts.link("password", person.id, FIRST_LINK_HOURS))


@people.command("invite")
def invite(db: DatabaseUrl = "") -> None:
    """Print a link with which somebody makes an account of their own; it is good once, for 14 days."""
    with _opened(db) as accounts:
        print(accounts.link("invitation"))


@people.command("link")
def new_password(name: Name, db: DatabaseUrl = "") -> None:
    """Print a link with which somebody sets a new password; it is good once, for two hours."""
    with _opened(db) as accounts:
        print(accounts.link("password", accounts.named(name).id))


@people.command("remove")
def remove(name: Name, db: DatabaseUrl = "") -> None:
    """Remove an account. Its seats stay in their matches, and the owner of a match can give them to others."""
    from sandtable.server.people.storage import remove_person

    with _opened(db) as accounts:
        left = accounts.do(remove_person(accounts.named(name).id))
        print(f"Removed {name}, who had a seat or a match in {len(left)} matches.")
