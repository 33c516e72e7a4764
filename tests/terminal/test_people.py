"""`sandtable people`: an operator makes accounts and hands out links, beside a server or without one."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from sandtable.server.settings import Settings
from tests.program import Run
from tests.server.served import serving

PASSWORD = "seven bombers over Ploesti"


def test_an_operator_makes_invites_helps_and_removes(sandtable: Run, tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "test.db"))
    first = sandtable("people", "add", "Ada Lovelace", *db).out.strip()
    assert first.startswith("/account#password=")
    twice = sandtable("people", "add", "ada lovelace", *db)
    assert "This name is taken." in twice.err
    invitation = sandtable("people", "invite", *db).out.strip().partition("#invitation=")[2]
    with (
        serving(tmp_path, Settings(accounts="invite")) as served,
        httpx.Client(base_url=f"http://127.0.0.1:{served.port}", timeout=60) as client,
    ):
        wanted = {"ticket": first.partition("#password=")[2], "password": PASSWORD}
        assert client.post("/api/password", json=wanted).status_code == 200
        signed = client.post("/api/session", json={"name": "Ada Lovelace", "password": PASSWORD})
        assert signed.status_code == 201
        eve = {"name": "Eve", "password": PASSWORD, "invitation": invitation}
        assert httpx.post(f"{client.base_url}/api/account", json=eve, timeout=60).status_code == 201
    listed = sandtable("people", "list", *db).out
    assert [line.split("\t")[0] for line in listed.splitlines()] == ["Ada Lovelace", "Eve"]
    assert "#password=" in sandtable("people", "link", "eve", *db).out
    assert sandtable("people", "remove", "Eve", *db).out == "Removed Eve, who played in, or owned, 0 matches.\n"
    gone = sandtable("people", "link", "Eve", *db)
    assert "There is no account 'Eve' here." in gone.err


def test_links_begin_with_the_public_address(sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_PUBLIC_ADDRESS", "https://table.example.org/")
    link = sandtable("people", "invite", "--db", str(tmp_path / "test.db")).out
    assert link.startswith("https://table.example.org/account#invitation=")
