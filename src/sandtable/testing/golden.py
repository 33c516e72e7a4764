"""Recorded games and counts of small trees: what a game did once, it does for ever within a version of its rules.

A folder holds the recordings of one game. `python -m sandtable.testing GAME FOLDER` makes them; after a rule was
changed on purpose it makes them again, and the commit says which clause.
"""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import AnyGame, Options, Outcome, find_game
from sandtable.kernel.position import Position, dice_for
from sandtable.kernel.save import Recorder, load_save, save, write_save
from sandtable.testing.case import Broken, Case, Walk, settings

LEAST_FILES = 10
MOST_FILES = 40
PERFT_DEPTH = 3
_PERFT_MOST = 1_500
_HINT = "If a rule was changed on purpose, record the games again and say which clause in the commit."


class Perft(msgspec.Struct, frozen=True):
    """How many ways lead on from a position: sequences of choices of a depth, and different states at their ends."""

    options: Options
    seed: str
    after: int
    depth: int
    sequences: int
    states: int


# -- recorded games ----------------------------------------------------------------------------------------------------


def broken_off(folder: Path, options: Options) -> int:
    """After how many decisions the recording of a game with these options stops; 0 for games played to their end.

    `record.toml` in the folder says so for scenarios that take minutes or hours: `[most_decisions.scenario]`, and a
    number for each.
    """
    path = folder / "record.toml"
    limits = tomllib.loads(path.read_text(encoding="utf-8"))["most_decisions"] if path.exists() else {}
    limits_met = [
        int(limits[name][str(value)]) for name, value in options.items() if str(value) in limits.get(name, ())
    ]
    return min(limits_met, default=0)


def golden_case(game: AnyGame, number: int) -> tuple[Case, str]:
    """The games that are recorded: settings in turn, sensible players and random ones by turns."""
    rows = settings(game)
    bot = "greedy" if number // len(rows) % 2 == 0 else "random"
    return Case(game, rows[number % len(rows)], f"golden {number}"), bot


def play_golden(game: AnyGame, number: int, folder: Path) -> tuple[bytes, Outcome | None]:
    """Play one as it is recorded in a folder: the bytes of its save, and how it ended."""
    case, bot = golden_case(game, number)
    walk = Walk(case, bot, journal=False)
    recorder = Recorder(walk.position)
    most = broken_off(folder, case.options)
    for _, step in walk.decisions():
        walk.play(step)
        recorder.note()
        if most and len(walk.position.steps) >= most:
            break
    outcome = walk.position.outcome
    assert outcome is not None or most
    notes: dict[str, Any] = {"bot": bot, "outcome": msgspec.to_builtins(outcome)}
    return save(walk.position, dice_for(case.seed).seed, recorder.digests, notes), outcome


def record(game: AnyGame, folder: Path, games: int, seconds: float, wanted: Iterable[str] = ()) -> list[str]:
    """Record games: one for each setting, one for each result that is found, and at least ten. What was written.

    For the results that are wanted ("germans-task", as the files are named) it goes on looking when time is up.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.sandtable"):
        old.unlink()
    written: list[str] = []
    results: set[str] = set()
    missing = set(wanted)
    least, until = max(len(settings(game)), LEAST_FILES), time.monotonic() + seconds
    for number in range(games):
        if number >= least and time.monotonic() > until and not missing:
            break
        if number >= least and broken_off(folder, golden_case(game, number)[0].options):
            continue  # It comes to no result.
        text, outcome = play_golden(game, number, folder)
        result = slug(outcome)
        if len(written) < MOST_FILES and (number < least or result not in results):
            written.append(f"{number:03}-{result}.sandtable")
            write_save(folder / written[-1], text)
        results.add(result)
        missing.discard(result)
    if missing:
        raise SandtableError(f"None of {games} games ends with {' or '.join(sorted(missing))}; look in more (--games).")
    perfts = [count(case, after) for case, after in small_positions(game)]
    (folder / "perft.json").write_bytes(msgspec.json.format(msgspec.json.encode(perfts), indent=1) + b"\n")
    return written


def slug(outcome: Outcome | None) -> str:
    """How a game ended, as its file is named."""
    result = outcome.result if outcome is not None else "broken off"
    return re.sub(r"[^a-z0-9]+", "-", result.lower()).strip("-")


def seal(game: AnyGame, folder: Path) -> list[str]:
    """Give recordings that still play as they did the fingerprint of the game's data of today. Which files changed.

    The choices stay: to record again would play other games where the players have changed since.
    """
    sealed: list[str] = []
    for path in sorted(folder.glob("*.sandtable")):
        was = load_save(path)
        if was.data_version != game.data_version():
            position = check_golden(path)
            write_save(path, save(position, was.seed, was.digests, was.notes))
            sealed.append(path.name)
    return sealed


def check_golden(path: Path) -> Position:
    """E8 A recorded game plays to the same digests and the same outcome: the position at its end.

    The fingerprint of the data is not asked for: a piece drawn larger changes no game, and what does change one is seen
    in the digests.
    """
    record, name = load_save(path), path.parent.name
    position = Position.new(find_game(record.game), record.options, record.seed)
    for number, was in enumerate(record.digests):
        if position.digest() != was:
            where = f"step {number}, {record.steps[number - 1]}" if number else "the set-up"
            raise Broken(f"{name}/{path.name} parts from the rules at {where}. {_HINT}")
        if number == len(record.steps):
            break
        step = record.steps[number]
        try:
            position.apply(step.seat, step.option)
        except SandtableError as fault:
            raise Broken(f"{name}/{path.name}: step {number + 1}, {step}, fails: {fault} {_HINT}") from fault
    outcome = msgspec.convert(record.notes["outcome"], Outcome | None)
    if position.outcome != outcome:
        raise Broken(f"{name}/{path.name} ended with {outcome}, and now with {position.outcome}. {_HINT}")
    return position


# -- counts ------------------------------------------------------------------------------------------------------------


def small_positions(game: AnyGame, wanted: int = 3) -> list[tuple[Case, int]]:
    """Positions that branch so little that all ways from them can be counted."""
    positions: list[tuple[Case, int]] = []
    for number in range(50):
        case = Case(game, settings(game)[number % len(settings(game))], f"perft {number}")
        after = 3 + 7 * number % 40
        position = position_after(case, after)
        if position is None:
            continue
        leaves = len(ways(position, PERFT_DEPTH, _PERFT_MOST))
        if 2 <= leaves < _PERFT_MOST:
            positions.append((case, after))
        if len(positions) == wanted:
            return positions
    # A game that begins with a wide set-up is followed until it narrows.
    for number in range(wanted - len(positions)):
        case = Case(game, settings(game)[number % len(settings(game))], f"perft late {number}")
        if after := first_narrow(case):
            positions.append((case, after))
    return positions


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


def count(case: Case, after: int, most: int = 1_000_000) -> Perft:
    """E7 Count the ways from a position; a count that goes past `most` ends there."""
    position = position_after(case, after)
    assert position is not None
    ends = ways(position, PERFT_DEPTH, most)
    return Perft(case.options, case.seed, after, PERFT_DEPTH, len(ends), len(set(ends)))


def golden_perfts(folder: Path) -> list[Perft]:
    """The recorded counts."""
    path = folder / "perft.json"
    return msgspec.json.decode(path.read_bytes(), type=list[Perft]) if path.exists() else []
