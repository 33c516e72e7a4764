"""What nobody opens any more is removed, and questions that take long have a limit."""

from __future__ import annotations

import time
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from sandtable.server.schema import metadata
from sandtable.server.settings import Settings
from tests.server.served import Served, run_apart, serving


def count(served: Served, table: str) -> int:
    def question(connection: Connection) -> int:
        return int(connection.execute(select(func.count()).select_from(metadata.tables[table])).scalar_one())

    return served.service.database.read(question)


def grow_old(served: Served, match: str, at: str = "2020-01-01T00:00:00+00:00") -> None:
    def change(connection: Connection) -> None:
        connection.execute(text("UPDATE matches SET used = :at WHERE id = :id"), {"at": at, "id": match})

    served.service.database.write(change).result(60)


def test_abandoned_matches_and_analyses_are_removed(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(keep_days=30)) as served:
        told, north, south = served.both()
        north.choose()
        key = {"authorization": f"Bearer {told['seats'][0]['token']}"}
        fork = served.http.post(f"/api/matches/{told['match']}/analysis", json={}, headers=key).json()
        kept = served.create()
        for match in (told["match"], fork["match"]):
            grow_old(served, match)
        assert run_apart(served.service.remove_abandoned()) == 1, "somebody still looks at the match itself"
        north.close()
        south.close()
        served.service.rooms.clear()
        assert run_apart(served.service.remove_abandoned()) == 1
        assert served.http.get(f"/api/matches/{told['match']}").status_code == 404
        assert served.http.get(f"/api/matches/{kept['match']}").status_code == 200
        assert [count(served, table) for table in ("matches", "seats", "entries", "announcements")] == [1, 2, 0, 0]


def test_matches_are_kept_unless_it_is_set_and_analyses_for_a_month(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told = served.create()
        fork = served.http.post(
            f"/api/matches/{told['match']}/analysis", json={}, headers={"authorization": f"Bearer {told['owner']}"}
        ).json()
        served.service.rooms.clear()
        grow_old(served, told["match"])
        assert run_apart(served.service.remove_abandoned()) == 0
        grow_old(served, fork["match"])
        assert run_apart(served.service.remove_abandoned()) == 1


def test_opening_a_match_keeps_it(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(keep_days=30)) as served:
        told = served.create()
        grow_old(served, told["match"])
        served.sit(told["match"], told["seats"][0]["token"]).close()
        served.service.rooms.clear()
        assert run_apart(served.service.remove_abandoned()) == 0


def test_questions_of_one_address_wait_and_choices_do_not(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(questions_per_second=2)) as served:
        _, north, south = served.both()
        for number in range(25):
            south.send(type="at", id=f"q{number}", step=0)
        begun = time.monotonic()
        assert north.choose()["type"] == "accepted"
        chosen = time.monotonic() - begun
        for _ in range(25):
            south.wait_for("at")
        answered = time.monotonic() - begun
        assert answered > 1.5, "twenty at once, then two a second"
        assert chosen < answered, "who plays does not wait for them"
