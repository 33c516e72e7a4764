"""The figures: how many mutants were killed, which survived, and which of these change nothing that could be seen.

`equivalent.toml` lists mutants that no test can kill, each with the reason. They are counted apart, never as killed.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import msgspec

from tools.mutants.judging import Tried

EQUIVALENT = Path(__file__).with_name("equivalent.toml")


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that plays the same, and why. It is known by its function and lines, not by its place in the file."""

    function: str
    before: str
    after: str
    reason: str


class Survivor(msgspec.Struct, frozen=True):
    """A mutant that no test found."""

    where: str
    function: str
    before: str
    after: str
    ran: int
    of: int
    reason: str = ""
    """Why it is equivalent; empty where a test is missing."""


class Report(msgspec.Struct, frozen=True):
    """What `make mutants` says of a game."""

    game: str
    seed: str
    places: int
    sample: int
    killed: int
    """Found by a test; of these, `timeouts` because a test did not end."""
    timeouts: int
    percent: float
    """Killed, of the whole sample."""
    percent_of_real: float
    """The same, of those that are not equivalent."""
    equivalent: list[Survivor]
    survived: list[Survivor]
    uncovered: list[Survivor]
    operators: dict[str, str]
    unsound: list[str]
    wall_s: int

    def as_text(self) -> str:
        """For people."""
        equivalent, survived, uncovered = len(self.equivalent), len(self.survived), len(self.uncovered)
        lines = [
            f"{self.game}: {self.killed} of {self.sample} mutants killed ({self.percent:.1f} %),",
            f"  {equivalent} equivalent, {survived} survived, {uncovered} reached by no test;",
            f"  {self.percent_of_real:.1f} % without the equivalent ones.",
            f"  {self.places} places, seed {self.seed}, {self.wall_s} s.",
        ]
        for title, found in (("survived", self.survived), ("reached by no test", self.uncovered)):
            lines += [f"\n{title}:"] if found else []
            for one in found:
                lines += [f"  {one.where} {one.function}  ({one.ran} of {one.of} tests)"]
                lines += [f"    - {one.before}", f"    + {one.after}"]
        lines += [f"\nfails in a fork without any fault: {test}" for test in self.unsound]
        return "\n".join(lines)


def read_equivalents(game: str) -> list[Equivalent]:
    """The equivalent mutants of a game."""
    return msgspec.convert(tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(game, []), list[Equivalent])


def report_of(game: str, seed: str, places: int, tried: list[Tried], unsound: list[str], seconds: int) -> Report:
    """Sum up what became of a sample."""
    reasons = {(one.function, one.before, one.after): one.reason for one in read_equivalents(game)}
    fates = Counter(one.verdict.fate for one in tried)
    left = [(one.verdict.fate, _survivor(one, reasons)) for one in tried if not one.found]
    equivalent = [one for _, one in left if one.reason]
    sample, found = len(tried), sum(one.found for one in tried)
    return Report(
        game=game,
        seed=seed,
        places=places,
        sample=sample,
        killed=found,
        timeouts=fates["timeout"],
        percent=round(100 * found / max(1, sample), 1),
        percent_of_real=round(100 * found / max(1, sample - len(equivalent)), 1),
        equivalent=equivalent,
        survived=[one for fate, one in left if not one.reason and fate == "survived"],
        uncovered=[one for fate, one in left if not one.reason and fate == "uncovered"],
        operators=_by_operator(tried),
        unsound=unsound,
        wall_s=seconds,
    )


def _survivor(tried: Tried, reasons: dict[tuple[str, str, str], str]) -> Survivor:
    where, verdict = f"{tried.file}:{tried.line}", tried.verdict
    reason = reasons.get((tried.function, tried.before, tried.after), "")
    return Survivor(where, tried.function, tried.before, tried.after, verdict.ran, verdict.of, reason)


def _by_operator(tried: list[Tried]) -> dict[str, str]:
    all_of = Counter(one.operator for one in tried)
    killed = Counter(one.operator for one in tried if one.found)
    return {name: f"{killed[name]} of {count}" for name, count in sorted(all_of.items())}
