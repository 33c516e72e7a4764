"""The database: how it is opened and migrated, and the one thread that writes to it.

A write is acknowledged when the transaction that holds it is committed; writes that arrive together share one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from sandtable.home import home
from sandtable.kernel.errors import SandtableError
from sandtable.server.schema import notes

if TYPE_CHECKING:
    from alembic.config import Config

T = TypeVar("T")
NEWEST = "0021"
"""The newest migration. A database that is there needs no Alembic, which takes half a second to import."""
_TOGETHER = 100
_PATIENCE = 5
"""So many seconds a write waits for one of another process on the same SQLite file,"""
_UPGRADE_PATIENCE = 120
"""and a start for the process that brings the tables up to date."""
_SILENCE = 3
"""So many seconds, as long as a lease is unless it is set, a writer's session may be silent in its transaction."""
SYNCHRONOUS = "FULL"
"""What is acknowledged lies on SQLite's disk: no crash of the machine takes it back."""
_EXPECTED = "expected"
_UPGRADE_LOCK = 0x5A4D7AB1E
"""The number of the advisory lock under which PostgreSQL's tables are brought up to date."""


_Order = tuple[Callable[[Connection], Any], Future[Any]]
"""A change, and who waits for it."""


class StorageFault(SandtableError):
    """The database cannot be opened, read or written; nothing has changed."""


class Conflict(StorageFault):
    """Somebody else wrote the same entry first."""


class Stopping(StorageFault):
    """The server is being stopped."""


def default_database() -> Path:
    """The file in the user's data folder."""
    return home() / "sandtable.db"


def database_address(wanted: str) -> URL:
    """The address of a database: a URL, a file name, or nothing for the default file."""
    if "://" not in wanted:
        return URL.create("sqlite", database=str(Path(wanted) if wanted else default_database()))
    try:
        url = make_url(wanted)
    except ArgumentError:
        raise StorageFault("This is not a database address. Write sqlite:///FILE or postgresql://...") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StorageFault(
            "Sandtable keeps matches in SQLite or PostgreSQL, not in '{kind}'.", kind=url.get_backend_name()
        )
    return url


def _sqlite_engine(url: URL, begin: str) -> Engine:
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": _UPGRADE_PATIENCE})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, not where the driver guesses
        for pragma in ("journal_mode=WAL", f"synchronous={SYNCHRONOUS}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(_waiting(_PATIENCE))

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _never_silent(engine: Engine) -> Engine:
    """Let PostgreSQL end a session that falls silent in its transaction.

    Its process is frozen or out of reach, and what it has locked would stop all the others. It is said to each new
    session, so that the options of the operator's own address stay as they are.
    """

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.execute(f"SET idle_in_transaction_session_timeout = '{_SILENCE}s'")
        connection.commit()

    return engine


def _waiting(seconds: float) -> str:
    """How long SQLite waits for another writer."""
    return f"PRAGMA busy_timeout={round(seconds * 1000)}"


class Database:
    """An open, migrated database."""

    def __init__(self, address: str) -> None:
        self.url = database_address(address)
        self.name = self.url.render_as_string(hide_password=True)
        if self.url.get_backend_name() == "sqlite":
            self.name = self.url.database or ":memory:"
            if self.name == ":memory:":
                raise StorageFault("A database in memory would lose every match. Name a file.")
            if not self.name.startswith("file:"):
                self._make_folder()
            self.reading = _sqlite_engine(self.url, "BEGIN")
            self.writing = _sqlite_engine(self.url, "BEGIN IMMEDIATE")
        else:
            try:
                self.reading = create_engine(self.url, pool_pre_ping=True)
                self.writing = _never_silent(create_engine(self.url, pool_pre_ping=True))
            except ModuleNotFoundError:
                raise StorageFault(
                    "PostgreSQL needs the package psycopg: install Sandtable with its extra, sandtable[postgres]."
                ) from None
        self.expected: Callable[[str], None] = _nobody
        """Hears when something that is committed will have to be sent (`expect`), in the thread that writes."""
        self._queue: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread: Thread | None = None

    def _make_folder(self) -> None:
        folder = Path(self.name).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise StorageFault(
                "Can't create {folder}, the folder of the database: {cause}.", folder=folder, cause=fault.strerror
            ) from None
        with suppress(OSError):  # it holds seeds, so nobody else on this machine may read it; what is wrong shows later
            os.close(os.open(self.name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def open(self) -> None:
        """Bring the tables up to date, make sure that they can be written, and start to write."""
        self.upgrade()
        self._thread = Thread(target=self._write, name="sandtable-writer", daemon=True)
        self._thread.start()

    def upgrade(self) -> str:
        """Bring the tables up to date, and make sure that they can be written; the version at which they stood.

        Processes that do so at once wait for one another: by SQLite's one writer, by an advisory lock of PostgreSQL.
        """
        try:
            with self._upgrading() as connection:
                before = self._version(connection)
                self._migrate(connection, before)
                put_note(connection, "opened", "by sandtable")
        except SQLAlchemyError as fault:
            raise StorageFault("Can't use the database {name}: {cause}.", name=self.name, cause=_cause(fault)) from None
        return before or ""

    @contextmanager
    def _upgrading(self) -> Iterator[Connection]:
        """A transaction that waits for another process at the same work, however slow its machine is."""
        with self.writing.connect() as connection:
            if self.url.get_backend_name() == "postgresql":
                with connection.begin():
                    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")  # a slow machine
                    connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
                    yield connection
                return
            driver = connection.connection.cursor()
            driver.execute(_waiting(_UPGRADE_PATIENCE))
            try:
                with connection.begin():
                    yield connection
            finally:
                driver.execute(_waiting(_PATIENCE))

    def _version(self, connection: Connection) -> str | None:
        has = connection.dialect.has_table(connection, "alembic_version")
        at: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if has else None
        return at

    def _migrate(self, connection: Connection, at: str | None) -> None:
        if at == NEWEST:
            return
        from alembic import command
        from alembic.script import ScriptDirectory

        config = migrations(connection)
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if at is not None and at not in known:
            raise StorageFault(
                "The database {name} belongs to a newer version of Sandtable (its schema is {at}).",
                name=self.name,
                at=at,
            )
        command.upgrade(config, "head")

    def close(self) -> None:
        """Finish what was handed over, then close."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(timeout=10)
            self._thread = None
        self.reading.dispose()
        self.writing.dispose()

    # -- writing -------------------------------------------------------------------------------------------------------

    def write(self, change: Callable[[Connection], T]) -> Future[T]:
        """Hand a change to the writer; the future is done when it is committed, or has failed and left no trace."""
        done: Future[T] = Future()
        self._queue.put((change, done))
        return done

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            batch, stop = [first], False
            while len(batch) < _TOGETHER:
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
                if more is None:
                    stop = True
                    break
                batch.append(more)
            self._write_together(batch)
            if stop:
                return

    def _write_together(self, batch: list[_Order]) -> None:
        """All changes in one transaction, each with a savepoint, so that one that fails does not hurt the others.

        If that transaction fails as a whole, each gets one of its own: only what fails alone is refused. A savepoint
        is needed there too: its release fails if the database has rolled back by itself, and what is lost must not be
        told as written.
        """
        expected: set[str] = set()
        results: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self.writing.begin() as connection:
                connection.info[_EXPECTED] = expected
                for change, done in batch:
                    try:
                        with _savepoint(connection):
                            results.append((done, change(connection), None))
                    except (IntegrityError, Conflict) as refused:
                        results.append((done, None, _not_written(refused)))
        except Exception as fault:  # whatever it was, those who wait must hear of it
            if len(batch) > 1:
                for one in batch:
                    self._write_together([one])
                return
            results = [(batch[0][1], None, _not_written(fault))]
        else:
            self._tell_expected(expected)
        for done, result, failed in results:
            _settle(done, result, failed)

    def _tell_expected(self, expected: set[str]) -> None:
        if expected:
            self.expected(min(expected))

    def write_apart(self, change: Callable[[Connection], T]) -> T:
        """Make a change in a transaction of its own, in this thread and not in the writer's.

        It may wait for another process, whose writes would then wait for ours.
        """
        try:
            with self.writing.begin() as connection:
                return change(connection)
        except SQLAlchemyError as fault:
            raise _not_written(fault) from fault

    def read(self, question: Callable[[Connection], T]) -> T:
        """Ask something; call it from a thread."""
        try:
            with self.reading.connect() as connection:
                return question(connection)
        except SQLAlchemyError as fault:
            raise StorageFault("The database can't be read right now. Try again.") from fault


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    """What fails within leaves no trace. SQLAlchemy's own builds its statements anew each time: a third of a write."""
    connection.exec_driver_sql("SAVEPOINT one")
    try:
        yield
    except BaseException:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT one")
        raise
    connection.exec_driver_sql("RELEASE SAVEPOINT one")


def _not_written(fault: Exception) -> StorageFault:
    """What those are told whose change failed."""
    if isinstance(fault, Conflict):
        return fault
    if isinstance(fault, IntegrityError):
        return Conflict("Somebody else got there first.")
    refusal = StorageFault("The database can't be written right now. Nothing has changed; try again.")
    refusal.__cause__ = fault
    return refusal


def _settle(done: Future[Any], result: Any, failed: BaseException | None) -> None:
    """Tell who waits. They may have been cancelled meanwhile: what is written stands, and the writer goes on."""
    with suppress(InvalidStateError):
        if failed is None:
            done.set_result(result)
        else:
            done.set_exception(failed)


def migrations(connection: Connection) -> Config:
    """How Alembic finds our migrations and the connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def expect(connection: Connection, due: str) -> None:
    """Say that what is being written will have to be sent at some time; who sends hears of it when it is committed."""
    connection.info.setdefault(_EXPECTED, set()).add(due)


def _nobody(due: str) -> None:
    """Nobody sends anything here."""


def put_note(connection: Connection, name: str, value: str) -> None:
    """Remember something small by its name."""
    if connection.execute(select(notes.c.name).where(notes.c.name == name)).first() is None:
        connection.execute(notes.insert().values(name=name, value=value))
    else:
        connection.execute(notes.update().where(notes.c.name == name).values(value=value))


def _cause(fault: SQLAlchemyError) -> str:
    """The driver's own words without SQLAlchemy's, on one line."""
    text = str(getattr(fault, "orig", None) or fault)
    return " ".join(text.split()).rstrip(".")[:300]
