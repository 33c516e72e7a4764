"""The long forms of the tests: `make soak`, or one part alone with `make soak PART=kills`.

Each part prints what it did and how long it took; at the end stands a table of all. The memory of a server is watched
for an hour while the other parts run. On two idle cores all of it takes about 80 minutes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from datetime import date
from typing import NamedTuple

JOBS = os.environ.get("JOBS", "2")


class Part(NamedTuple):
    """One of the long forms: what it shows, and the arguments of its program."""

    what: str
    arguments: tuple[str, ...]
    effort: str = ""
    """SANDTABLE_EFFORT, for the contract; above one Hypothesis looks for new examples."""


def _tests(*arguments: str) -> tuple[str, ...]:
    return ("-m", "pytest", "-q", "--timeout", "7200", *arguments)


PARTS = {
    "memory": Part(
        "R13: 200 matches with 300 sockets for an hour", ("-m", "benchmarks.server_load.memory", "--minutes", "60")
    ),
    "kills": Part(
        "R1: 200 kills on SQLite, 200 on PostgreSQL", _tests("-n", "0", "-s", "-m", "soak", "tests/server/test_kill.py")
    ),
    "processes": Part(
        "R16: 60 times one of three processes is killed, stopped or held up",
        _tests("-n", "0", "-s", "-m", "soak", "tests/server/test_processes.py"),
    ),
    "sessions": Part(
        "R4, R5, R7: 20,000 sessions with lost and doubled messages and crashes",
        _tests("-n", JOBS, "-rP", "-m", "soak", "tests/server/test_simulation.py"),
    ),
    "reconnects": Part(
        "R6: 500 lines that break", _tests("-n", "0", "-s", "-m", "soak", "tests/server/test_reconnects.py")
    ),
    "saves": Part(
        "F2: 10,000 damaged saves", _tests("-n", "0", "-s", "-m", "soak", "tests/kernel/test_damaged_saves.py")
    ),
    "openapi": Part(
        "schemathesis, 40 examples for each call and kind",
        _tests("-n", JOBS, "-rP", "-m", "soak", "tests/server/test_openapi.py"),
        "soak",
    ),
    "secrecy": Part(
        "S1, S4: non-interference in every scenario of every game",
        _tests("-n", JOBS, "-rP", "tests/contract", "-k", "hidden or analysis"),
        "10",
    ),
    "contract": Part(
        "E1 to E8, E11: the rest of the contract with the seeds of today",
        _tests("-n", JOBS, "--dist", "worksteal", "tests/contract", "-k", "not hidden and not analysis"),
        "2",
    ),
    "campaigns": Part(
        "whole campaigns of Red Vengeance, and long episodes",
        _tests("-n", JOBS, "--dist", "worksteal", "-m", "soak", "tests/games", "tests/envs"),
    ),
    "container": Part(
        "the image is built, played, stopped and started again",
        _tests("-n", "0", "-rs", "-m", "soak", "tests/test_container.py"),
    ),
    "update": Part(
        "wheels of earlier versions give way to this one, with a backup, on both databases and one process at a time",
        _tests("-n", "0", "-s", "-m", "soak", "tests/server/test_update.py", "tests/server/test_update_house.py"),
    ),
    "commands": Part("every command of the documentation", _tests("-n", JOBS, "-m", "soak", "tests/test_commands.py")),
    "browser": Part(
        "U1: longer games in the browser, and learners who do otherwise",
        _tests("-n", JOBS, "-m", "soak or not soak", "tests/e2e/test_games.py", "tests/e2e/test_lesson.py"),
        "soak",
    ),
}


def begin(part: Part) -> subprocess.Popen[bytes]:
    environment = dict(os.environ, SANDTABLE_SEED=f"{date.today()} ")
    if part.effort:
        environment["SANDTABLE_EFFORT"] = part.effort
    return subprocess.Popen([sys.executable, *part.arguments], env=environment)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all of them if none is named: {', '.join(PARTS)}")
    wanted = parser.parse_args().parts or list(PARTS)
    if unknown := [name for name in wanted if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; choose from {', '.join(PARTS)}")
    told: list[str] = []
    failed = False
    hour = begin(PARTS["memory"]) if "memory" in wanted else None
    started = time.monotonic()
    for name in (name for name in wanted if name != "memory"):
        print(f"== {name}: {PARTS[name].what}", flush=True)
        begun = time.monotonic()
        code = begin(PARTS[name]).wait()
        told.append(_line(name, code, time.monotonic() - begun))
        print(told[-1], flush=True)
        failed |= code != 0
    if hour is not None:
        print("== memory: waiting for the end of the hour", flush=True)
        code = hour.wait()
        told.append(_line("memory", code, time.monotonic() - started))
        failed |= code != 0
    print("\n".join(["== what was run", *told]))
    return 1 if failed else 0


def _line(name: str, code: int, seconds: float) -> str:
    return f"{name:10} {'passed' if code == 0 else 'FAILED'} in {seconds / 60:5.1f} minutes  {PARTS[name].what}"


if __name__ == "__main__":
    sys.exit(main())
