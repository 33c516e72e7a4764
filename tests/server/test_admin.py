"""`sandtable admin`: an operator lists, closes, bans, mutes and settles reports while servers run on the database."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.storage import hash_key
from tests.program import Run
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Json, Player, close_code, serving, turned_away
from tests.server.test_accounts import PASSWORD, enter, person, signed_up
from tests.server.test_lobby import join
from tests.server.test_talk import keys, read, refusal, report, say

HERE = "127.0.0.1"
Admin = Callable[..., Any]


def sign_in(client: httpx.Client, name: str) -> httpx.Response:
    return client.post("/api/session", json={"name": name, "password": PASSWORD})


def until(done: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "the server did not hear of it"
        time.sleep(0.05)


def closing(player: Player) -> Json:
    while not (told := player.wait_for("announced"))["closed"]:
        pass
    return told


def test_a_match_is_closed_and_its_players_are_told_why(
    admin: Admin, refused: Callable[..., str], address: str, tmp_path: Path
) -> None:
    with serving(tmp_path, address=address) as served:
        told, north, south = served.both()
        match = told["match"]
        assert refused("close", match) == "Say why, with --why: the people concerned will read it."
        assert refused("close", "nothing", "--why", "x") == "There is no such match."
        admin("close", match, "--why", "Insults at the table", "--as", "Grace")
        for player in (north, south):
            assert closing(player)["text"] == "The operator closed the match: Insults at the table"
        north.send(**north.choosing(north.options()[0]))
        assert north.wait_for("refused", "accepted")["type"] == "refused"
    assert refused("close", match, "--why", "x") == "This match is already closed."
    (act,) = admin("audit", "--json")
    assert (act["act"], act["by"], act["about"], act["why"]) == ("close", "Grace", match, "Insults at the table")


def test_a_banned_account_is_signed_out_everywhere_and_told_why(admin: Admin, address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told = served.create(offer={"open": ["south"]})
        ada, match = signed_up(served), told["match"]
        join(ada, match)
        greeting, line = enter(served, match, ada)
        assert greeting["type"] == "hello"
        eve = signed_up(served, "Eve")
        _, other = enter(served, match, eve)
        admin("ban", "ada", "--why", "Cheating", "--until", "2999-01-31T18:00")
        sentence = "You are banned from this server until 2999-01-31 18:00 UTC: Cheating"
        while (told := json.loads(line.recv(20)))["type"] != "refused":
            pass
        assert (told["status"], told["error"], close_code(line)) == (403, sentence, 4403)
        assert person(ada) is None
        assert refusal(sign_in(ada, "Ada")) == (403, sentence)
        wrong = ada.post("/api/session", json={"name": "Ada", "password": "not the password"})
        assert wrong.status_code == 401, "only who knows the password learns of the ban"
        assert person(eve)["name"] == "Eve"
        other.close()
        (listed,) = admin("people", "--banned", "--json")
        assert (listed["name"], listed["banned"]["why"], listed["matches"]) == ("Ada", "Cheating", 1)
        admin("unban", "Ada", "--why", "Apologised")
        assert sign_in(ada, "Ada").status_code == 201
        kept = ada.get("/api/account/export").json()["operator"]
        assert [(one["act"], one["why"]) for one in kept] == [("ban", "Cheating"), ("unban", "Apologised")]
        assert all("by" not in one for one in kept), "who the operator is, is not theirs to know"


def test_a_ban_that_is_over_bans_nobody(
    admin: Admin, refused: Callable[..., str], address: str, tmp_path: Path
) -> None:
    with serving(tmp_path, address=address) as served:
        ada = signed_up(served)
        admin("ban", "Ada", "--why", "Spam", "--days", "1")
        database = served.service.database
        database.write(
            lambda line: line.exec_driver_sql("UPDATE bans SET until = '2020-01-01T00:00:00+00:00'")
        ).result()
        assert sign_in(ada, "Ada").status_code == 201
        assert admin("bans", "--json") == []
    assert "is in the past" in refused("ban", "Ada", "--why", "x", "--until", "2020-01-01")
    assert refused("unban", "Nobody") == "There is no account 'Nobody' here."


def test_a_banned_network_gets_no_page_and_no_table(admin: Admin, address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told, north, _ = served.both()
        admin("ban", "127.0.0.0/30", "--address", "--why", "Floods us", "--days", "2")
        assert north.closed_with() == 4403
        until(lambda: served.http.get("/api/games").status_code == 403)
        answer = served.http.get("/api/lobby", headers={"accept-language": "de"})
        assert answer.json()["error"].startswith("Du bist auf diesem Server bis ")
        assert served.http.post("/api/matches", json={"game": "pearls"}).status_code == 403
        refusal, code = turned_away(f"ws://{HERE}:{served.port}/api/matches/{told['match']}/live")
        assert (refusal["status"], code) == (403, 4403)
        admin("unban", "127.0.0.0/30", "--address")
        until(lambda: served.http.get("/api/games").status_code == 200)
    with serving(tmp_path, address=address) as served:
        assert served.http.get("/api/games").status_code == 200


def test_a_server_that_starts_knows_the_bans(admin: Admin, address: str, tmp_path: Path) -> None:
    admin("ban", HERE, "--address", "--why", "Floods us")
    with serving(tmp_path, address=address) as served:
        assert served.http.get("/api/games").status_code == 403


@pytest.mark.parametrize("wrong", ["10.0.0.0/7", "::/0", "Ada", "1.2.3", "1.2.3.4/99"])
def test_no_part_of_the_internet_and_no_nonsense_is_banned(refused: Callable[..., str], wrong: str) -> None:
    told = refused("ban", wrong, "--address", "--why", "x")
    assert "too wide" in told or "not a network address" in told


def test_reports_are_settled(admin: Admin, refused: Callable[..., str], address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told = served.create(offer={"open": ["south"]})
        match, north, ada = told["match"], keys(told)[0], signed_up(served)
        join(ada, match)
        for text in ("You fool", "You are a fool", "Sorry"):
            say(ada, match, text)
        for line in (1, 2, 3):
            assert report(served.http, match, line, north).status_code == 200
        first, second, third = admin("reports", "--json")
        assert (first["text"], first["whom_name"], first["by_name"]) == ("You fool", "Ada", "North")
        admin("decide", str(third["number"]), "dismiss", "--why", "An apology")
        admin("decide", str(first["number"]), "mute", "--erase", "--why", "Insults", "--days", "7")
        assert [line["text"] for line in read(served.http, match, north)["lines"]] == ["", "You are a fool", "Sorry"]
        status, sentence = refusal(say(ada, match, "But"))
        assert (status, sentence.startswith("You can't speak here until 20")) == (403, True)
        assert sentence.endswith(" UTC: Insults")
        assert "already settled" in refused("decide", str(first["number"]), "ban", "--why", "x")
        admin("decide", str(second["number"]), "ban", "--why", "Again")
        assert sign_in(ada, "Ada").status_code == 403
        assert admin("reports", "--json") == []
        assert len(admin("reports", "--all", "--json")) == 3
        admin("unmute", "Ada")
        admin("unban", "Ada")
        sign_in(ada, "Ada")
        assert say(ada, match, "Thank you").status_code == 201
    acts = [(one["act"], one["report"]) for one in admin("audit", "--json", "--about", "Ada")]
    assert acts[::-1] == [
        ("dismiss", third["number"]),
        ("erase", first["number"]),
        ("mute", first["number"]),
        ("ban", second["number"]),
        ("unmute", 0),
        ("unban", 0),
    ]


def test_a_report_of_a_removed_account_names_a_former_player_in_the_language_of_the_operator(
    admin: Admin, sandtable: Run, address: str, tmp_path: Path
) -> None:
    with serving(tmp_path, address=address) as served:
        told = served.create(offer={"open": ["south"]})
        match, north, ada = told["match"], keys(told)[0], signed_up(served)
        join(ada, match)
        say(ada, match, "You fool")
        assert report(served.http, match, 1, north).status_code == 200
        assert ada.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    (one,) = admin("reports", "--json")
    assert (one["whom_name"], one["by_name"]) == ("Former player", "North")
    assert "Ehemaliger Spieler" in sandtable("--language", "de", "admin", "reports", "--db", address).out
    refusal = sandtable("--language", "de", "admin", "decide", "1", "ban", "--why", "x", "--db", address).err
    assert refusal.startswith("Ehemaliger Spieler hat kein Konto.")
    admin("decide", "1", "dismiss", "--why", "Gone")
    (act,) = admin("audit", "--json")
    assert act["named"] == ""


def test_a_guest_is_muted_at_the_seat_and_has_no_account_to_ban(
    admin: Admin, refused: Callable[..., str], address: str, tmp_path: Path
) -> None:
    with serving(tmp_path, address=address) as served:
        told = served.create()
        match, (north, south) = told["match"], keys(told)
        say(served.http, match, "Grr", south)
        report(served.http, match, 1, north)
        assert "has no account" in refused("decide", "1", "ban", "--why", "x")
        assert len(admin("reports", "--json")) == 1, "what is refused changes nothing"
        admin("decide", "1", "mute", "--why", "Growling")
        assert refusal(say(served.http, match, "Grr", south)) == (403, "You can't speak here any more: Growling")
        assert say(served.http, match, "Good", north).status_code == 201


def test_what_is_listed_holds_no_secret(admin: Admin, address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told = served.create(offer={"open": ["south"]})
        ada = signed_up(served, email="ada@example.org")
        join(ada, told["match"])
        closed = served.create()
        admin("close", closed["match"], "--why", "A test")
        seed = served.service.database.read(
            lambda line: line.exec_driver_sql("SELECT seed FROM matches").scalars().all()
        )
        text = "".join(
            admin(*words)
            for words in (
                ("matches",),
                ("matches", "--player", "ada", "--state", "running", "--game", "pearls"),
                ("match", told["match"]),
                ("people",),
                ("audit",),
                ("bans",),
            )
        )
        facts = admin("match", told["match"], "--json")
        assert [one["name"] for one in facts["seats"]] == ["North", "Ada"]
        assert facts["state"] == "running"
        assert [one["id"] for one in admin("matches", "--state", "closed", "--json")] == [closed["match"]]
        assert [one["id"] for one in admin("matches", "--player", "ADA", "--json")] == [told["match"]]
        text += json.dumps(facts)
        cookie = ada.cookies["sandtable-session"]
        secrets = [*seed, told["owner"], hash_key(told["owner"]), cookie, hash_key(cookie), "argon2", "ada@example.org"]
        assert [secret for secret in secrets if secret in text] == []
        kept = admin("export", "Ada")
        assert kept["account"]["name"] == "Ada"
        assert admin("audit", "--json")[0]["act"] == "export"


def test_the_trail_forgets_the_name_of_a_removed_account(
    sandtable: Run,
    admin: Admin,
    address: str,
    tmp_path: Path,
) -> None:
    with serving(tmp_path, address=address) as served:
        ada = signed_up(served)
        admin("mute", "Ada", "--why", "Insults")
        assert sandtable("people", "remove", "Ada", "--as", "Grace", "--db", address).code == 0
        assert person(ada) is None
    removed, muted = admin("audit", "--json")
    assert (removed["act"], removed["by"], removed["named"], muted["act"], muted["named"]) == (
        "remove",
        "Grace",
        "",
        "mute",
        "",
    )
    assert admin("bans", "--json") == []


@needs_postgres
def test_an_act_reaches_all_processes_at_once(sandtable: Run, postgres: Cluster, tmp_path: Path) -> None:
    """Both a table in another process than the one that somebody signed in at, and their address everywhere."""
    shared = postgres.with_tables("admin")
    with serving(tmp_path, address=shared) as first, serving(tmp_path, address=shared) as second:
        told = first.create(offer={"open": ["south"]})
        ada = signed_up(second)
        join(ada, told["match"])
        here = first.sit(told["match"], keys(told)[0])
        _, line = enter(second, told["match"], ada)
        began = time.monotonic()
        assert sandtable("admin", "ban", "Ada", "--why", "Cheating", "--db", shared).code == 0
        assert close_code(line) == 4403
        assert sandtable("admin", "close", told["match"], "--why", "Over", "--db", shared).code == 0
        assert closing(here)["text"] == "The operator closed the match: Over"
        assert time.monotonic() - began < 25, "without NOTIFY each would have waited for up to 30 seconds"
        assert sandtable("admin", "ban", HERE, "--address", "--why", "Over", "--db", shared).code == 0
        for served in (first, second):
            until(lambda served=served: served.http.get("/api/games").status_code == 403)  # type: ignore[misc]


def test_the_operator_of_a_machine_is_named_by_its_user(
    admin: Admin, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "hopper")
    with serving(tmp_path, address=address) as served:
        signed_up(served)
        admin("mute", "Ada", "--why", "Insults")
    assert admin("audit", "--json")[0]["by"] == "hopper"
