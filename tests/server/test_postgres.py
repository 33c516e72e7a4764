"""R8: the same promises on PostgreSQL, on a cluster made for the test where PostgreSQL's programs are installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sandtable.server.database import Conflict, Database, StorageFault
from sandtable.server.schema import metadata
from sandtable.server.storage import append_entry, load_entries, load_milestones
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import play_on, serving

pytestmark = needs_postgres
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def cluster(postgres: Cluster) -> str:
    """The address of a database."""
    return postgres.address()


def test_migrations_lead_to_the_tables_that_the_code_expects(cluster: str) -> None:
    database = Database(cluster)
    with database.reading.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()


def test_a_match_is_played_across_a_restart(cluster: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=cluster) as served:
        told, north, _ = served.both()
        assert north.choose()["step"] == 1
        keys = ",".join(seat["token"] for seat in told["seats"])
        mine = served.http.get("/api/matches", headers={"sandtable-keys": keys}).json()
        assert [m["seat"] for m in mine] == ["north", "south"]
    with serving(tmp_path, address=cluster) as served:
        people = [served.sit(told["match"], seat["token"]) for seat in told["seats"]]
        assert people[0].shown["step"] == 1
        play_on(people)
        assert served.http.get(f"/api/matches/{told['match']}").json()["over"]
        assert served.http.get("/api/health").status_code == 200


def test_a_save_becomes_a_match_with_its_milestones(cluster: str, tmp_path: Path) -> None:
    text = (GOLDEN / "warbirds" / "004-lost.sandtable").read_bytes()
    with serving(tmp_path, address=cluster) as served:
        headers = {"content-type": "application/json"}
        new = served.http.post("/api/matches/import", content=text, headers=headers).json()
        database = served.service.database
        entries, kept = database.read(load_entries(new["match"])), database.read(load_milestones(new["match"]))
        assert len(kept) > 1
        assert len(entries) >= kept[-1].number
        served.sit(new["match"], new["owner"]).close()
        truth = served.truth(new["match"])
        assert truth.position.over
        assert truth.trail.number == kept[-1].number


def test_nothing_is_written_twice(cluster: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=cluster) as served:
        told, north, _ = served.both()
        north.choose()
        database = served.service.database
        (entry,) = database.read(load_entries(told["match"]))
        assert isinstance(database.write(append_entry(told["match"], entry)).exception(5), Conflict)
        assert database.read(load_entries(told["match"])) == [entry]


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(StorageFault, match=r"Can't use the database .*refused") as fault:
        Database("postgresql://me:secret@127.0.0.1:1/x").open()
    assert "secret" not in fault.value.sentence
