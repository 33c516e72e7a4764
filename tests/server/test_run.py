"""Starting and stopping: the address is printed, what is wrong is one sentence and exit code 2."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from sandtable.server.database import Database
from sandtable.server.run import serve
from tests.server.served import close_code
from tests.signals import interruptible

SERVE = "import sys; from sandtable.server.run import serve; sys.exit(serve(port=0, database_url=sys.argv[1]))"


def test_a_port_in_use_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve(port=port, database_url=str(tmp_path / "x.db")) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err == f"Another program is using port {port}. Choose another port with --port, or stop that program.\n"
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [("127.0.0.1", 70_000, "70000 is not a port"), ("no.such.host.invalid", 0, "is not an address of this machine")],
)
def test_an_address_that_is_none(
    host: str, port: int, sentence: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert serve(host, port, str(tmp_path / "x.db")) == 2
    said = capfd.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_level_of_the_log_that_is_none(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SANDTABLE_LOG", "loud")
    assert serve(port=0) == 2
    assert capfd.readouterr().err == "'loud' is not a log level; choose debug, info, warning, error.\n"


def folder_is_a_file(tmp_path: Path) -> str:
    (tmp_path / "file").write_text("")
    return str(tmp_path / "file" / "x.db")


def no_database(tmp_path: Path) -> str:
    (tmp_path / "x.db").write_bytes(b"this is no database" * 100)
    return str(tmp_path / "x.db")


def read_only(tmp_path: Path) -> str:
    made = Database(str(tmp_path / "x.db"))
    made.open()
    made.close()
    return f"sqlite:///file:{tmp_path / 'x.db'}?mode=ro&uri=true"


def a_folder(tmp_path: Path) -> str:
    return str(tmp_path)


def unknown_kind(tmp_path: Path) -> str:
    return "mysql://somewhere/x"


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        (folder_is_a_file, "the folder of the database: "),
        (no_database, ": file is not a database."),
        (read_only, ": attempt to write a readonly database."),
        (a_folder, ": unable to open database file."),
        (unknown_kind, "Sandtable keeps matches in SQLite or PostgreSQL, not in 'mysql'."),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(
    database: object, sentence: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert callable(database)
    assert serve(port=0, database_url=database(tmp_path)) == 2
    said = capfd.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_it_starts_says_where_it_is_and_stops_well(tmp_path: Path, stop: signal.Signals) -> None:
    """R14: what is under way is finished, players are told to come back, and it is over in seconds."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(tmp_path / "x.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=interruptible,
        text=True,
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said.startswith("Sandtable is at http://localhost:")
    assert "Ctrl+C" in said
    port = int(said.split(":")[2].split("/")[0])
    told = httpx.post(f"http://127.0.0.1:{port}/api/matches", json={"game": "pearls"}, timeout=20).json()
    with connect(f"ws://127.0.0.1:{port}/api/matches/{told['match']}/live") as line:
        line.send('{"type": "enter"}')
        line.recv(60)
        process.send_signal(stop)
        assert close_code(line) == 1012
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert out.endswith("Stopped. Every match is saved.\n")
    assert err == ""


EAGER = """
import os, signal, sys
from sandtable.server import run
announce = run._announce
def and_stop(*told):
    announce(*told)
    os.kill(os.getpid(), signal.{sign})
run._announce = and_stop
sys.exit(run.serve(port=0, database_url=sys.argv[1]))
"""


@pytest.mark.parametrize("sign", ["SIGINT", "SIGTERM"])
def test_a_signal_right_after_the_address_stops_it(sign: str, tmp_path: Path) -> None:
    """It was lost between our handler and uvicorn's, and the server ran on."""
    stopped = subprocess.run(
        [sys.executable, "-c", EAGER.format(sign=sign), str(tmp_path / "x.db")],
        capture_output=True, text=True, timeout=120, preexec_fn=interruptible, check=False,
    )  # fmt: skip
    assert stopped.returncode == 0, stopped.stderr
    assert stopped.stdout.endswith("Stopped. Every match is saved.\n")
