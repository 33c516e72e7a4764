"""What each test costs in CPU time, its processes and its browser included: `make test` is paid in that.

    .venv/bin/pytest tests/server -n 0 -p tools.cpu_of_tests

prints the files and the single tests that cost most, and keeps every figure in build/cpu_of_tests.json.
`tests/slow.txt` and the table in docs/build/testing.md are written from it. Linux only.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

KEPT = Path(__file__).parents[1] / "build" / "cpu_of_tests.json"
MOST = 25
_TICKS = os.sysconf("SC_CLK_TCK")


class Costs:
    """CPU seconds of each test: what this process and all below it had used after it, less what before it."""

    def __init__(self) -> None:
        self.tests: dict[str, float] = {}
        self._before = used()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        now = used()
        # A test may run again; and processes that somebody else ends take their account with them.
        self.tests[nodeid] = self.tests.get(nodeid, 0) + max(0.0, now - self._before)
        self._before = now

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        files: dict[str, float] = {}
        for test, seconds in self.tests.items():
            file = test.partition("::")[0]
            files[file] = files.get(file, 0) + seconds
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(self.tests, indent=1), encoding="utf-8")
        terminalreporter.section(f"{sum(self.tests.values()):.0f} CPU seconds, kept in {KEPT.name}")
        for what in (files, self.tests):
            for name, seconds in sorted(what.items(), key=lambda one: -one[1])[:MOST]:
                terminalreporter.line(f"{seconds:8.1f}  {name}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs())


def used() -> float:
    """CPU seconds of this process, of those below it, and of those that have ended below it."""
    seconds: dict[int, float] = {}
    below: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        seconds[int(folder.name)] = sum(int(field) for field in fields[11:15]) / _TICKS
        below.setdefault(int(fields[1]), []).append(int(folder.name))
    total, left = 0.0, [os.getpid()]
    while left:
        process = left.pop()
        total += seconds.get(process, 0)
        left += below.get(process, [])
    return total
