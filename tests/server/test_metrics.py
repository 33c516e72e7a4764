"""What an operator sees: figures for Prometheus, and whether the server is well and ready."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import pytest

from sandtable.kernel.errors import SandtableError
from sandtable.server import log
from sandtable.server.metrics import tell_metrics
from sandtable.server.run import serve
from sandtable.server.settings import Settings
from tests.server.served import Served


def figures(port: int) -> dict[str, float]:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(sandtable.+) (\S+)$", text, re.MULTILINE)}


def test_figures_count_what_happens_and_name_nobody(served: Served) -> None:
    port = tell_metrics("127.0.0.1:0", served.service)
    before = figures(port)
    told, north, _ = served.both()
    assert north.choose()["type"] == "accepted"
    assert served.http.get("/api/matches/none").status_code == 404
    log.warn("bots stopped", match=told["match"])
    after = figures(port)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert more('sandtable_entries_total{by="person",game="pearls",kind="choose"}') == 1
    assert more('sandtable_requests_total{method="POST",status="201"}') == 1
    assert more('sandtable_requests_total{method="GET",status="404"}') == 1
    assert more('sandtable_events_total{event="bots stopped",level="warning"}') == 1
    assert more("sandtable_commit_seconds_count") >= 1
    assert more("sandtable_message_seconds_count") == 1
    assert after["sandtable_matches"] == 1
    assert after["sandtable_tables"] == 2
    said = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    for hidden in (told["match"], told["owner"], *(seat["token"] for seat in told["seats"])):
        assert hidden not in said
    assert served.http.get("/metrics").status_code == 404


@pytest.mark.parametrize("address", ["nine", "127.0.0.1", "127.0.0.1:70000"])
def test_an_address_for_figures_that_is_none(address: str, served: Served) -> None:
    with pytest.raises(SandtableError, match=r"such as 127\.0\.0\.1:9100"):
        tell_metrics(address, served.service)


def test_a_port_for_figures_that_is_taken_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        wanted = Settings(metrics=f"127.0.0.1:{taken.getsockname()[1]}")
        assert serve(port=0, database_url=str(tmp_path / "x.db"), settings=wanted) == 2
    assert capfd.readouterr().err.startswith("Can't serve metrics at 127.0.0.1:")


def test_a_server_that_stops_is_well_and_not_ready(served: Served) -> None:
    assert served.http.get("/api/ready").json()["status"] == "ok"
    served.service.leaving = True
    assert served.http.get("/api/health").status_code == 200
    not_ready = served.http.get("/api/ready")
    assert not_ready.status_code == 503
    assert not_ready.json()["status"] == "the server is stopping"
