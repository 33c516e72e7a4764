"""Plant faults in a game's rules and count how many its own tests find: `python -m tools.mutants GAME`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from tools.mutants.judging import Judge
from tools.mutants.measuring import Measured, measure
from tools.mutants.planting import Field
from tools.mutants.reporting import Report, read_equivalents, report_of

ROOT = Path(__file__).resolve().parents[2]
RULES = ("play.py", "rules/**/*.py", "campaign/**/*.py")
_QUIET = [
    "-q",
    "-n",
    "0",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:rerunfailures",
    "--capture=no",
    "--no-header",
    "--no-summary",
]


def source_of(game: str) -> Path:
    return ROOT / "src" / "sandtable" / "games" / game


def tests_of(game: str) -> Path:
    return ROOT / "tests" / "games" / game


def rules_of(game: str) -> list[Path]:
    """The files that hold rules: the sequence of play and the chapters."""
    return sorted({file for pattern in RULES for file in source_of(game).glob(pattern)})


def measured(game: str, into: Path) -> Measured:
    """Measure in a process of its own, so that the judge is free of coverage."""
    subprocess.run([sys.executable, "-m", "tools.mutants", game, "--measure", str(into)], cwd=ROOT, check=True)
    return msgspec.json.decode(into.read_bytes(), type=Measured)


def import_all(package: str) -> None:
    """Import every module of the game, so that each function can be changed in place."""
    found = importlib.import_module(package)
    for module in pkgutil.walk_packages(found.__path__, f"{package}."):
        importlib.import_module(module.name)


def judged(game: str, seed: str, sample: int, workers: int, budget: float) -> Report:
    """Plant, judge, and sum up."""
    begun = time.monotonic()
    folder = ROOT / "build" / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    found = measured(game, folder / f"{game}-measured.json")
    if found.failed:
        raise SystemExit(f"These tests fail without any fault: {', '.join(found.failed)}.")
    import_all(f"sandtable.games.{game}")
    field = Field(rules_of(game), ROOT)
    judge = Judge(ROOT, found, field.in_random_order(seed), sample)
    judge.workers, judge.budget_s = workers, budget
    pytest.main([str(tests_of(game)), *_QUIET], plugins=[judge])
    seconds = round(time.monotonic() - begun)
    return report_of(game, seed, len(field.places), judge, read_equivalents(game), seconds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.mutants", description=__doc__)
    parser.add_argument("game", help="the game whose rules get faults")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants (300)")
    parser.add_argument("--seed", default="1", help="another seed, another sample (1)")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time (2)")
    parser.add_argument("--budget", type=float, default=60, help="CPU seconds of tests for one mutant at most (60)")
    parser.add_argument(
        "--bar", type=float, default=85, help="the share of mutants, in percent, that must be found (85)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if not rules_of(args.game):
        parser.error(f"there is no game {args.game!r}")
    if args.measure is not None:
        args.measure.write_bytes(msgspec.json.encode(measure(tests_of(args.game), source_of(args.game), _QUIET)))
        return
    report = judged(args.game, args.seed, args.sample, args.workers, args.budget)
    (ROOT / "build" / "mutants" / f"{args.game}.json").write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    print(msgspec.json.encode(report).decode() if args.json else report.as_text())
    raise SystemExit(0 if report.percent >= args.bar else 1)


if __name__ == "__main__":
    main()
