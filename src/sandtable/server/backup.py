"""Backups: a copy of the database while the server runs, and a new database from such a copy."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.database import Database, StorageFault


def back_up(database: Database, file: Path) -> None:
    """Write everything that is committed now into a file. The server may go on meanwhile."""
    if file.exists():
        raise StorageFault("{file} already exists. Name another file, or move it away.", file=file)
    is_postgres = database.url.get_backend_name() == "postgresql"
    if not is_postgres and not Path(database.name).stat().st_size:
        raise StorageFault("There is no database {name} to copy.", name=database.name)
    try:
        # It holds seeds, so nobody else on this machine may read it, not even while it is written.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as fault:
        raise StorageFault("Can't write {path}: {cause}.", path=file, cause=fault.strerror) from None
    try:
        if is_postgres:
            _run(database, "pg_dump", "--format=custom", "--no-owner", f"--file={file}")
            return
        with database.reading.connect() as connection:
            connection.connection.execute("VACUUM INTO ?", (str(file),))
    except SQLAlchemyError as fault:
        file.unlink()
        raise StorageFault("The database can't be read right now. Try again.") from fault
    except StorageFault:
        file.unlink()
        raise


def restore(database: Database, file: Path) -> None:
    """Fill an empty database from a backup, and bring its tables up to date."""
    if not file.is_file():
        raise StorageFault("There is no file {file}.", file=file)
    with database.reading.connect() as connection:
        if inspect(connection).get_table_names():
            raise StorageFault("{name} is not empty. Restore into a new database.", name=database.name)
    if database.url.get_backend_name() == "postgresql":
        _run(database, "pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", str(file))
    else:
        if file.read_bytes()[:16] != b"SQLite format 3\0":
            raise StorageFault("{file} is not a backup of an SQLite database.", file=file)
        database.close()
        shutil.copyfile(file, database.name)
    database.upgrade()


def _run(database: Database, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs; the password is not among its arguments, which others can see."""
    if shutil.which(program) is None:
        raise StorageFault(
            "{program} is not installed. It comes with PostgreSQL's client (Debian: postgresql-client).",
            program=program,
        )
    url = database.url.set(drivername="postgresql", password=None).render_as_string()
    environment = os.environ | ({"PGPASSWORD": str(database.url.password)} if database.url.password else {})
    done = subprocess.run(
        [program, f"--dbname={url}", *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        cause = " ".join(done.stderr.split())[-300:].rstrip(".")
        raise StorageFault("{program} failed: {cause}.", program=program, cause=cause)
