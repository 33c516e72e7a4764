"""Plant faults in a game's rules and count how many its own tests find: `python -m tools.mutants GAME`."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest

from sandtable.kernel.game import games
from tools.mutants.judging import Judge, Tried
from tools.mutants.keeping import found_again, program, read_log, up_to_date, write_log
from tools.mutants.measuring import Measured, measure
from tools.mutants.planting import Field
from tools.mutants.reporting import Report, report_of

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutants"
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
    "--tb=native",
]


def source_of(game: str) -> Path:
    return ROOT / "src" / "sandtable" / "games" / game


def tests_of(game: str) -> Path:
    return ROOT / "tests" / "games" / game


def rules_of(game: str) -> list[Path]:
    """The files that hold rules: the sequence of play and the chapters."""
    return sorted({file for pattern in RULES for file in source_of(game).glob(pattern)})


def chosen_tests(quick: bool) -> list[str]:
    """How pytest is called; without slow tests if only the quick ones are to judge."""
    return [*_QUIET, *(["-m", "not slow and not soak"] if quick else [])]


def measured(game: str, quick: bool) -> Measured:
    """What each test runs; measured in a process of its own, so that the judge is free of coverage."""

    def run(files: list[Path]) -> Measured:
        into = KEPT / f"{game}-fresh.json"
        command = [sys.executable, "-m", "tools.mutants", game, "--measure", str(into), *(["--quick"] if quick else [])]
        subprocess.run([*command, "--files", *map(str, files)], cwd=ROOT, check=True)
        return msgspec.json.decode(into.read_bytes(), type=Measured)

    KEPT.mkdir(parents=True, exist_ok=True)
    return up_to_date(
        tests_of(game), program(ROOT, game), KEPT / f"{game}{'-quick' if quick else ''}-measured.json", run
    )


def import_all(package: str) -> None:
    """Import every module of the game, so that each function can be changed in place."""
    found = importlib.import_module(package)
    for module in pkgutil.walk_packages(found.__path__, f"{package}."):
        importlib.import_module(module.name)


def judged(args: argparse.Namespace) -> Report:
    """Plant, judge, and sum up; the survivors of an earlier sample alone, if one is given."""
    begun = time.monotonic()
    found = measured(args.game, args.quick)
    if found.failed:
        raise SystemExit(f"These tests fail without any fault: {', '.join(found.failed)}.")
    import_all(f"sandtable.games.{args.game}")
    games()  # the checks of the tests ask for all of them; no fork shall load them again
    field = Field(rules_of(args.game), ROOT)
    before: list[Tried] = []
    mutants, wanted = field.in_random_order(args.seed), args.sample
    if args.survivors_of is not None:
        before = read_log(args.survivors_of)
        again, gone = found_again([one for one in before if not one.found], field)
        for one in gone:
            print(f"no longer in the source: {one.file} {one.function}: {one.before}", file=sys.stderr)
        mutants, wanted = iter(again), len(again)
    judge = Judge(ROOT, found, mutants, wanted)
    judge.workers, judge.budget_s = args.workers, args.budget
    log = KEPT / f"{args.game}-{args.seed}.jsonl"
    with log.with_suffix(".part").open("wb") as told:
        judge.tell = lambda tried: _write(told, tried)
        pytest.main([str(tests_of(args.game)), *chosen_tests(args.quick)], plugins=[judge])
    tried = [one for one in before if one.found] + judge.tried
    write_log(log, tried)
    return report_of(args.game, args.seed, len(field.places), tried, judge.unsound, round(time.monotonic() - begun))


def _write(told: BinaryIO, tried: Tried) -> None:
    told.write(msgspec.json.encode(tried) + b"\n")
    told.flush()


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
    parser.add_argument(
        "--survivors-of", type=Path, metavar="LOG", help="try only the survivors of an earlier run again (its .jsonl)"
    )
    parser.add_argument("--quick", action="store_true", help="leave out the tests that are marked slow")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--files", type=Path, nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if not rules_of(args.game):
        parser.error(f"there is no game {args.game!r}")
    if args.measure is not None:
        found = measure(args.files, source_of(args.game), chosen_tests(args.quick))
        args.measure.write_bytes(msgspec.json.encode(found))
        return
    report = judged(args)
    (KEPT / f"{args.game}.json").write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    print(msgspec.json.encode(report).decode() if args.json else report.as_text())
    raise SystemExit(0 if report.percent >= args.bar else 1)


if __name__ == "__main__":
    main()
