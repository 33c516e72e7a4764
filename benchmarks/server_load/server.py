"""A server process to be loaded, and what the system says of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SERVE = """
import sys
from sandtable.server.run import serve
from sandtable.server.settings import Settings
wide = Settings(
    requests_per_minute=10**6, matches_per_hour=10**6, sockets_per_address=10**5, messages_per_second=10**4,
    silence=600, ping=600,  # however busy the machine is
)
sys.exit(serve(port=0, database_url=sys.argv[1], settings=wide))
"""


@contextmanager
def a_server(database: Path | str) -> Iterator[tuple[int, int]]:
    """A server with wide limits: its port and its process."""
    server = subprocess.Popen([sys.executable, "-c", SERVE, str(database)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        if "http://" not in said:
            raise SystemExit(server.wait())
        yield int(said.split(":")[2].split("/")[0]), server.pid
    finally:
        server.terminate()
        server.wait()


def cpu_seconds(pid: int) -> float:
    """The processor time that a process and its children that have ended took so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def percentiles(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [0.0]
    return {f"p{p}": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * p // 100)], 1) for p in (50, 95, 99)}


def memory_mb(pid: int) -> float:
    """The resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
