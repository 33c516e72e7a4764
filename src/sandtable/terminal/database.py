"""`sandtable db`: the operator of a server looks after its database."""

from __future__ import annotations

import typer

from sandtable.terminal.arguments import DatabaseUrl

commands = typer.Typer(help="The server's database.")


@commands.command("upgrade")
def upgrade_database(
    db: DatabaseUrl = "",
) -> None:
    """Bring a database up to date before servers start on it."""
    from sandtable.server.database import NEWEST, Database

    opened = Database(db)
    try:
        before = opened.upgrade()
    finally:
        opened.close()
    told = "is up to date" if before == NEWEST else f"is upgraded from {before or 'an empty database'} to {NEWEST}"
    print(f"{opened.name} {told}.")
