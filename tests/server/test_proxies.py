"""The proxies of the operator's guide, as they stand there: three processes behind each, over TLS, lost in play."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, needs_postgres
from tests.server.town import Proxied, Town, played

pytestmark = [needs_postgres, pytest.mark.slow]

GUIDE = Path(__file__).parents[2] / "docs" / "run" / "server.md"
SITE = "table.example.org"
LOST = [signal.SIGKILL, signal.SIGTERM, signal.SIGTERM, signal.SIGTERM]
"""One is killed; then all are restarted in turn, as in an update."""
_ONE_AFTER_THE_OTHER = r"127\.0\.0\.1:8001(.*?)127\.0\.0\.1:8002"


def listing(first_words: str) -> str:
    """A listing of the guide, by how it begins."""
    found = re.findall(r"^```text\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    [one] = [text for text in found if text.startswith(first_words) and "8002" in text]
    return str(one)


def for_town(text: str, town: Town) -> str:
    """The listing with the servers of a town; the guide has two."""
    one, two, three = (f"127.0.0.1:{port}" for port in town.ports)
    return re.sub(
        _ONE_AFTER_THE_OTHER, lambda found: f"{one}{found[1]}{two}{found[1]}{three}", text, flags=re.DOTALL
    ).replace(SITE, "localhost")


def certificate(folder: Path, town: Town) -> tuple[Path, Path]:
    """A certificate that the people of a town believe, and its key."""
    made, key = folder / "table.pem", folder / "table.key"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost", "-out", made, "-keyout", key),
        ],
        check=True,
        capture_output=True,
    )
    town.tls = ssl.create_default_context(cafile=str(made))
    return made, key


@asynccontextmanager
async def running(town: Town, *command: str | Path) -> AsyncIterator[None]:
    """A proxy that is a program of its own."""
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await asyncio.to_thread(_opened, town.port)
        yield
    finally:
        program.terminate()
        program.wait(20)


def _opened(port: int) -> None:
    for _ in range(200):
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the proxy did not start")


def caddy(folder: Path) -> Proxied:
    @asynccontextmanager
    async def proxy(town: Town) -> AsyncIterator[None]:
        made, key = certificate(folder, town)
        site = for_town(listing(SITE), town).replace("localhost {", f"localhost:{town.port} {{\n    tls {made} {key}")
        settings = folder / "Caddyfile"
        settings.write_text(f"{{\n    admin off\n    auto_https disable_redirects\n}}\n{site}", encoding="utf-8")
        async with running(town, "caddy", "run", "--config", settings, "--adapter", "caddyfile"):
            yield

    return proxy


def nginx(folder: Path) -> Proxied:
    @asynccontextmanager
    async def proxy(town: Town) -> AsyncIterator[None]:
        made, key = certificate(folder, town)
        http = for_town(listing("map $uri"), town).replace("listen 443", f"listen {town.port}")
        http = http.replace("/etc/ssl/table.pem", str(made)).replace("/etc/ssl/table.key", str(key))
        settings = folder / "nginx.conf"
        kept = "".join(
            f"{what}_temp_path {folder}/{what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        settings.write_text(
            f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{kept}{http}}}\n",
            encoding="utf-8",
        )
        async with running(town, "nginx", "-p", folder, "-c", settings):
            yield

    return proxy


@pytest.mark.timeout(100)
@pytest.mark.parametrize("proxy", [caddy, nginx], ids=["caddy", "nginx"])
def test_the_proxy_of_the_guide_loses_nothing(postgres: Cluster, tmp_path: Path, proxy: type) -> None:
    program = proxy.__name__
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed (Debian: apt-get install {program}).")
    played(postgres, 4, LOST, proxy(tmp_path))
