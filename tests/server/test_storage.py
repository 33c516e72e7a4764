"""The database: migrations, restarts, other versions of the rules, and when it cannot be written."""

from __future__ import annotations

import secrets
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import OperationalError

from sandtable.server.database import NEWEST, Conflict, Database, StorageFault, database_address, migrations
from sandtable.server.records import Entry
from sandtable.server.schema import metadata
from sandtable.server.storage import append_entry, load_entries, new_id
from tests.server.served import Served, play_on, serving, turned_away


def entry(number: int, message: str = "m") -> Entry:
    return Entry(number, "choose", "north", "human", f"{message}{number}", ("bid", 1), number, "d" * 24)


# -- migrations -------------------------------------------------------------------------------------------------------


def test_migrations_lead_to_the_tables_that_the_code_expects_and_back(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'm.db'}")
    with engine.begin() as connection:
        config = migrations(connection)
        assert ScriptDirectory.from_config(config).get_heads() == [NEWEST]
        command.upgrade(config, "head")
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        command.downgrade(config, "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
        command.upgrade(config, "head")
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Database(str(tmp_path / "n.db")).open()
    with sqlite3.connect(tmp_path / "n.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageFault, match="belongs to a newer version"):
        Database(str(tmp_path / "n.db")).open()


def test_a_migration_that_breaks_off_leaves_nothing_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade = command.upgrade

    def break_off(config: Config, revision: str) -> None:
        upgrade(config, revision)
        raise OperationalError("CREATE", None, Exception("disk I/O error"))

    monkeypatch.setattr(command, "upgrade", break_off)
    with pytest.raises(StorageFault, match=r"Can't use the database .*: disk I/O error"):
        Database(str(tmp_path / "b.db")).open()
    with sqlite3.connect(tmp_path / "b.db") as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    monkeypatch.setattr(command, "upgrade", upgrade)
    database = Database(str(tmp_path / "b.db"))
    database.open()
    database.close()


def test_sqlite_is_opened_durably(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "d.db"))
    database.open()

    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]

    assert database.write(pragmas).result() == ["wal", 2, 1]
    assert database.read(pragmas) == ["wal", 2, 1]
    database.close()


# -- the writer -------------------------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Database:
    database = Database(str(tmp_path / "w.db"))
    database.open()
    row = dict.fromkeys(("game", "options", "rules_version", "data_version", "seed", "created", "owner_hash"), "x")
    database.write(
        lambda c: c.execute(metadata.tables["matches"].insert().values(row | {"id": "m", "pace": 0}))
    ).result()
    return database


def test_one_write_that_fails_does_not_hurt_its_neighbours(database: Database) -> None:
    futures = [database.write(append_entry("m", entry(number))) for number in (1, 2, 2, 3, 4)]
    outcomes = [type(future.exception(5)) for future in futures]
    assert outcomes == [type(None), type(None), Conflict, type(None), type(None)]
    assert [e.number for e in database.read(load_entries("m"))] == [1, 2, 3, 4]
    assert database.read(load_entries("m"))[0] == entry(1)
    database.close()


def test_a_message_cannot_be_written_twice(database: Database) -> None:
    database.write(append_entry("m", entry(1))).result()
    again = Entry(2, "choose", "north", "human", "m1", ("bid", 1), 2, "d")
    assert isinstance(database.write(append_entry("m", again)).exception(5), Conflict)
    database.close()


def test_an_entry_of_no_match_is_refused(database: Database) -> None:
    assert isinstance(database.write(append_entry("nope", entry(1))).exception(5), Conflict)
    database.close()


# -- restarts ---------------------------------------------------------------------------------------------------------


def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, north, _ = served.both()
        north.choose()
        north.ask("undo")
        north.ask("redo")
        north.wait_for("shown")
        before, digests = north.shown, list(served.truth(told["match"]).recorder.digests)
    assert north.closed_with() == 1012
    with serving(tmp_path) as served:
        back = served.sit(told["match"], told["seats"][0]["token"])
        assert back.shown == before
        assert served.truth(told["match"]).recorder.digests == digests
        other = served.sit(told["match"], told["seats"][1]["token"])
        play_on([back, other])
    with serving(tmp_path) as served:
        assert served.http.get(f"/api/matches/{told['match']}").json()["over"]


def test_matches_nobody_looks_at_are_forgotten_in_memory_only(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, north, _ = served.both()
        north.choose()
        north.close()
        served.service.rooms[told["match"]].used -= 10_000
        served.service.sweep()
        assert told["match"] in served.service.rooms  # south is still there
        other = served.create()
        served.http.get(f"/api/matches/{other['match']}")
        served.service.rooms[other["match"]].used -= 10_000
        served.service.sweep()
        assert other["match"] not in served.service.rooms
        assert served.sit(other["match"], other["owner"]).hello["step"] == 0


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("rules_version", "0", "began with version 0 of the rules of Pearls; this is version 1"),
        ("game", "chess", "You can't play this match here: There is no game 'chess'"),
        ("options", '{"cards": 77}', "cards can't be '77'"),
        ("seed", "0" * 64, "This match can't continue: "),
    ],
)
def test_a_match_of_another_version_says_so(tmp_path: Path, column: str, value: str, sentence: str) -> None:
    with serving(tmp_path) as served:
        told, north, _ = served.both()
        north.choose()
    with sqlite3.connect(tmp_path / "test.db") as connection:
        connection.execute(f"UPDATE matches SET {column} = ?", (value,))  # noqa: S608 - a name from the table above
    with serving(tmp_path) as served:
        info = served.http.get(f"/api/matches/{told['match']}").json()
        assert sentence in info["problem"]
        keys = ",".join(seat["token"] for seat in told["seats"])
        mine = served.http.get("/api/matches", headers={"sandtable-keys": keys}).json()
        assert [m["problem"] for m in mine] == [info["problem"]] * 2
        assert served.http.get(f"/api/matches/{told['match']}/journal").status_code == 409
        refused, code = turned_away(f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live")
        assert (refused["error"], refused["status"], code) == (info["problem"], 409, 4409)
        assert served.create()  # the others are well


def test_other_components_matter_only_when_they_lead_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, north, _ = served.both()
        north.choose()
    with sqlite3.connect(tmp_path / "test.db") as connection:
        connection.execute("UPDATE matches SET data_version = 'old'")
    with serving(tmp_path) as served:
        assert served.sit(told["match"], told["owner"]).hello["step"] == 1
    with sqlite3.connect(tmp_path / "test.db") as connection:
        connection.execute("UPDATE entries SET digest = 'other'")
    with serving(tmp_path) as served:
        problem = served.http.get(f"/api/matches/{told['match']}").json()["problem"]
        assert problem.startswith(
            "This match began with different components of Pearls (old; these are pearls-1), and its"
        )


# -- when it cannot be written ----------------------------------------------------------------------------------------


def forbid_writing(served: Served) -> None:
    """The database as if the file system had become read-only."""
    served.service.database.write(lambda connection: connection.exec_driver_sql("PRAGMA query_only = 1")).exception(5)


def allow_writing(served: Served) -> None:
    """A new connection, which may write again."""
    served.service.database.writing.dispose()


def test_a_choice_that_cannot_be_committed_is_not_acknowledged(served: Served) -> None:
    _, north, south = served.both()
    forbid_writing(served)
    message = north.choosing(north.options()[0])
    north.send(**message)
    refused = north.wait_for("refused", "accepted")
    assert (refused["status"], refused["id"]) == (503, message["id"])
    assert served.http.post("/api/matches", json={"game": "pearls"}).status_code == 503
    assert served.http.get("/api/health").status_code == 503
    assert all('"shown"' not in frame or '"step":1' not in frame for frame in south.frames)
    allow_writing(served)
    north.send(**message)
    assert north.wait_for("accepted", "refused") == {"type": "accepted", "id": message["id"], "step": 1}
    south.wait_step(1)
    assert served.http.get("/api/health").json()["status"] == "ok"


def test_two_processes_on_one_database_never_both_succeed(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        told = one.create()
        here, there = one.sit(told["match"], told["owner"]), two.sit(told["match"], told["owner"])
        assert here.choose()["step"] == 1
        refused = there.choose()  # it did not know of the first choice
        assert refused["status"] == 409
        there.wait_step(1)
        assert there.shown["decision"]["deciders"] == ["south"]


def test_addresses_of_databases() -> None:
    assert database_address("x.db").drivername == "sqlite"
    assert database_address("sqlite:///x.db").database == "x.db"
    assert database_address("postgresql://u:p@h/d").drivername == "postgresql+psycopg"
    for wrong in ("mysql://h/d", "://", "oracle://x", ":memory:", "sqlite://"):
        with pytest.raises(StorageFault):
            Database(wrong)


def test_the_default_database_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    database = Database("")
    database.open()
    file = tmp_path / "data" / "sandtable" / "sandtable.db"
    assert file.stat().st_mode & 0o777 == 0o600
    database.close()


def test_no_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator types it after a command: `sandtable admin close -8wezIQ` would be refused."""
    made = iter(["-8wezIQ", "-", "8-wezIQ"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _bytes: next(made))
    assert new_id() == "8-wezIQ"
