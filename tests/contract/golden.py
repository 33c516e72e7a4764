"""Recorded games and counts of small trees: what a game did once, it does for ever within a version of its rules.

`tools/record_golden.py GAME` records them into tests/golden/GAME; a rules fix records them anew and says which clause.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import AnyGame, Options, Outcome, find_game
from sandtable.kernel.position import Position, dice_for
from sandtable.kernel.save import Recorder, load_save, save, write_save
from tests.contract.subjects import Broken, Case, Walk, settings, subjects

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
LEAST_FILES = 10
MOST_FILES = 40
PERFT_DEPTH = 3
_PERFT_MOST = 1_500
BROKEN_OFF = {("vengeance", "campaign"): 150} | {
    ("vengeance", f"brv{number:02}"): 300 for number in (3, 4, 5, 7, 8, 9, 10)
}  # fmt: skip
"""Scenarios that take minutes or hours: so many of their decisions are recorded."""


class Perft(msgspec.Struct, frozen=True):
    """How many ways lead on from a position: sequences of choices of a depth, and different states at their ends."""

    options: Options
    seed: str
    after: int
    depth: int
    sequences: int
    states: int


# -- recorded games ----------------------------------------------------------------------------------------------------


def golden_case(game: AnyGame, number: int) -> tuple[Case, str]:
    """The games that are recorded: settings in turn, sensible players and random ones by turns."""
    rows = settings(game)
    return Case(game, rows[number % len(rows)], f"golden {number}"), "greedy" if number // len(
        rows
    ) % 2 == 0 else "random"


def play_golden(game: AnyGame, number: int) -> tuple[bytes, Outcome | None]:
    """Play one and write it down."""
    case, bot = golden_case(game, number)
    walk = Walk(case, bot, journal=False)
    recorder = Recorder(walk.position)
    most = BROKEN_OFF.get((game.id, str(case.options.get("scenario", ""))), 0)
    for _, step in walk.decisions():
        walk.play(step)
        recorder.note()
        if most and len(walk.position.steps) >= most:
            break
    outcome = walk.position.outcome
    assert outcome is not None or most
    notes: dict[str, Any] = {"bot": bot, "outcome": msgspec.to_builtins(outcome)}
    return save(walk.position, dice_for(case.seed).seed, recorder.digests, notes), outcome


def record(game: AnyGame, games: int, seconds: float) -> list[str]:
    """Record games: one for each setting, one for each result that is found, and at least ten. What was written."""
    folder = GOLDEN / game.id
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.sandtable"):
        old.unlink()
    written: list[str] = []
    results: set[str] = set()
    rows, until = len(settings(game)), time.monotonic() + seconds
    for number in range(games):
        text, outcome = play_golden(game, number)
        result = outcome.result if outcome is not None else "broken off"
        wanted = number < max(rows, LEAST_FILES) or result not in results
        results.add(result)
        if wanted and len(written) < MOST_FILES:
            slug = re.sub(r"[^a-z0-9]+", "-", result.lower()).strip("-")
            written.append(f"{number:03}-{slug}.sandtable")
            write_save(folder / written[-1], text)
        if time.monotonic() > until and len(written) >= max(rows, LEAST_FILES):
            break
    perfts = [count(case, after) for case, after in small_positions(game)]
    (folder / "perft.json").write_bytes(msgspec.json.format(msgspec.json.encode(perfts), indent=1) + b"\n")
    return written


def golden_files(game: AnyGame) -> list[Path]:
    """The recorded games of a game."""
    return sorted((GOLDEN / game.id).glob("*.sandtable"))


def check_golden(path: Path) -> None:
    """E8 A recorded game plays to the same digests and the same outcome.

    The fingerprint of the data is not asked for: a piece drawn larger changes no game, and what does change one is seen
    in the digests.
    """
    record, name = load_save(path), path.parent.name
    hint = f"If a rule was changed on purpose: tools/record_golden.py {name}, and say which clause in the commit."
    position = Position.new(find_game(record.game), record.options, record.seed)
    for number, was in enumerate(record.digests):
        if position.digest() != was:
            where = f"step {number}, {record.steps[number - 1]}" if number else "the set-up"
            raise Broken(f"{name}/{path.name} parts from the rules at {where}. {hint}")
        if number == len(record.steps):
            break
        step = record.steps[number]
        try:
            position.apply(step.seat, step.option)
        except SandtableError as fault:
            raise Broken(f"{name}/{path.name}: step {number + 1}, {step}, fails: {fault} {hint}") from fault
    outcome = msgspec.convert(record.notes["outcome"], Outcome | None)
    if position.outcome != outcome:
        raise Broken(f"{name}/{path.name} ended with {outcome}, and now with {position.outcome}. {hint}")


# -- counts ------------------------------------------------------------------------------------------------------------


def small_positions(game: AnyGame, wanted: int = 3) -> list[tuple[Case, int]]:
    """Positions that branch so little that all ways from them can be counted."""
    found: list[tuple[Case, int]] = []
    for number in range(50):
        case = Case(game, settings(game)[number % len(settings(game))], f"perft {number}")
        after = 3 + 7 * number % 40
        position = position_after(case, after)
        if position is None:
            continue
        leaves = len(ways(position, PERFT_DEPTH, _PERFT_MOST))
        if 2 <= leaves < _PERFT_MOST:
            found.append((case, after))
        if len(found) == wanted:
            return found
    # A game that begins with a wide set-up is followed until it narrows.
    for number in range(wanted - len(found)):
        case = Case(game, settings(game)[number % len(settings(game))], f"perft late {number}")
        if after := first_narrow(case):
            found.append((case, after))
    return found


def first_narrow(case: Case) -> int:
    """The first step of a random game from which all ways can be counted; 0 if there is none."""
    for position, _ in Walk(case, journal=False).decisions():
        few = len(position.options(position.deciders[0])) <= round(_PERFT_MOST ** (1 / PERFT_DEPTH))
        if few and 2 <= len(ways(position, PERFT_DEPTH, _PERFT_MOST)) < _PERFT_MOST:
            return len(position.steps)
    return 0


def position_after(case: Case, steps: int) -> Position | None:
    """The position after some random choices, if the game lasts so long."""
    walk = Walk(case, journal=False)
    for position, _ in walk.decisions():
        if len(position.steps) == steps:
            return position
    return None


def ways(position: Position, depth: int, most: int = 1_000_000) -> list[str]:
    """The digest at the end of each sequence of choices, to a depth or the end of the game."""
    if depth == 0 or position.over:
        return [position.digest()]
    ends: list[str] = []
    seat = position.deciders[0]
    for option in position.options(seat):
        twin = position.clone()
        twin.apply(seat, option)
        ends += ways(twin, depth - 1, most - len(ends))
        if len(ends) >= most:
            break
    return ends


def count(case: Case, after: int) -> Perft:
    """E7 Count the ways from a position."""
    position = position_after(case, after)
    assert position is not None
    ends = ways(position, PERFT_DEPTH)
    return Perft(case.options, case.seed, after, PERFT_DEPTH, len(ends), len(set(ends)))


def golden_perfts(game: AnyGame) -> list[Perft]:
    """The recorded counts."""
    path = GOLDEN / game.id / "perft.json"
    return msgspec.json.decode(path.read_bytes(), type=list[Perft]) if path.exists() else []


# -- the command -------------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> None:
    """Record the games of one game anew."""
    parser = argparse.ArgumentParser(description="Record golden games into tests/golden.")
    parser.add_argument("game", choices=sorted(subjects()))
    parser.add_argument("--games", type=int, default=300, help="look for results in so many games (300)")
    parser.add_argument("--seconds", type=float, default=60, help="stop looking after so many seconds (60)")
    chosen = parser.parse_args(arguments)
    for name in record(subjects()[chosen.game], chosen.games, chosen.seconds):
        print(f"tests/golden/{chosen.game}/{name}")
