"""What a start costs: CPU seconds until the program has answered, the least of several runs.

    python -m benchmarks.start [--runs N] [PYTHON ...]

With several Pythons (of other checkouts) their runs alternate, so that the figures can be compared on a busy machine.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys

PROGRAM = "import sys; sys.argv = ['sandtable', *sys.argv[1:]]; from sandtable.terminal.cli import main; main()"
STARTS = {
    "--version": (PROGRAM, "--version"),
    "--help": (PROGRAM, "--help"),
    "play warbirds, to the first prompt": (PROGRAM, "play", "warbirds", "--seed", "1"),
    "load the server": ("import sandtable.server.run",),
    "nothing but Python": ("pass",),
}


def cpu_seconds(python: str, arguments: tuple[str, ...]) -> float:
    """What one run takes; there is nothing to read on its standard input.

    Compiled files may be written, as on every machine of a user: without them each run compiles all that it imports.
    """
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False, env=usual)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    wanted = parser.parse_args()
    for name, arguments in STARTS.items():
        runs = [[cpu_seconds(python, arguments) for python in wanted.pythons] for _ in range(wanted.runs)]
        print(f"{name:36}" + "".join(f"{min(times):8.3f}" for times in zip(*runs, strict=True)))


if __name__ == "__main__":
    main()
