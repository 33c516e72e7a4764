"""Games as tables: a row for each game, or one for each decision, and the Parquet file a long study is kept in."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.lab.study import Made, Played, StudyPlan, is_number

_EVERY = 10.0
"""The file is written at most once in so many seconds while games are played."""
_ABOUT = "sandtable"
"""Under this key the file says which game, rules and seed its rows belong to."""
_DECISIONS = {
    "step": pl.Int64,
    "seat": pl.String,
    "rule": pl.String,
    "offered": pl.Int64,
    "choice": pl.String,
}


def game_rows(plan: StudyPlan, played: Sequence[Played]) -> pl.DataFrame:
    """The games of a plan: a row for each, a column for each option, bot, score and fact."""
    columns: dict[str, list[Any]] = _which(plan, played) | {
        "seed": [f"{plan.seed}/{one.number}" for one in played],
        "result": [one.result for one in played],
        "winners": [" ".join(one.winners) for one in played],
        "drawn": [one.drawn for one in played],
        "decisions": [one.decisions for one in played],
    }
    for seat in plan.seats:
        columns[f"score_{seat}"] = [one.scores.get(seat) for one in played]
    for name in dict.fromkeys(name for one in played for name in one.facts):
        values = [one.facts.get(name) for one in played]
        kind = float if is_number([value for value in values if value is not None]) else str
        columns[f"fact_{name}"] = [None if value is None else kind(value) for value in values]
    return pl.DataFrame(columns)


def decision_rows(plan: StudyPlan, played: Sequence[Played]) -> pl.DataFrame:
    """The decisions of the games: a row for each, with what tells the game it belongs to."""
    games = _which(plan, played)
    times = [len(one.made) for one in played]
    columns: dict[str, list[Any]] = {
        name: [value for value, count in zip(values, times, strict=True) for _ in range(count)]
        for name, values in games.items()
    }
    made = [(step, one) for game in played for step, one in enumerate(game.made)]
    columns |= {
        "step": [step for step, _ in made],
        "seat": [one.seat for _, one in made],
        "rule": [one.rule for _, one in made],
        "offered": [one.options for _, one in made],
        "choice": [one.choice for _, one in made],
    }
    return pl.DataFrame(columns, schema_overrides=_DECISIONS)


def _which(plan: StudyPlan, played: Sequence[Played]) -> dict[str, list[Any]]:
    """What tells a game of a study from every other."""
    columns: dict[str, list[Any]] = {"number": [one.number for one in played]}
    for place, seat in enumerate(plan.seats):
        columns[f"bot_{seat}"] = [plan.lineups[one.lineup][place] for one in played]
    for name, value in plan.options.items():
        columns[f"option_{name}"] = [value] * len(played)
    columns["data"] = [plan.data] * len(played)
    return columns


class GameFile:
    """The games of one game and seed in a Parquet file, so that a study can be interrupted and goes on later.

    Other options, bots and more seeds can join later: a row says how it was played. Decisions lie in a file beside it.
    """

    def __init__(self, path: Path, game: str, seed: str, decisions: bool = False) -> None:
        self.path = path
        self.decisions = path.with_name(f"{path.stem}.decisions{path.suffix}") if decisions else None
        self._about = {"game": game, "rules": find_game(game).version, "seed": seed}
        self._games = [self._read(path)]
        self._made = [self._read(self.decisions)] if self.decisions else []
        self._written = time.monotonic()

    def read(self, plan: StudyPlan) -> list[Played]:
        """The games of the plan that stand in the file, each once."""
        made = self._decisions(plan)
        places = {lineup: place for place, lineup in enumerate(plan.lineups)}
        games: dict[tuple[int, int], Played] = {}
        for row in _of(plan, self._games[0]).iter_rows(named=True):
            lineup = places.get(tuple(row[f"bot_{seat}"] for seat in plan.seats))
            if lineup is None or row["number"] >= plan.seeds:
                continue
            place = (row["number"], lineup)
            if self.decisions is None or len(made.get(place, ())) == row["decisions"]:
                games[place] = _played(plan, row, lineup, tuple(made.get(place, ())))
        return list(games.values())

    def add(self, plan: StudyPlan, played: Iterable[Played]) -> None:
        """Take games that ended; now and then they are written."""
        games = list(played)
        self._games.append(game_rows(plan, games))
        if self.decisions:
            self._made.append(decision_rows(plan, games))
        if time.monotonic() - self._written >= _EVERY:
            self.write()

    def write(self) -> None:
        """Write what is known. A crash in the middle leaves the file as it was."""
        if self.decisions:  # first: a game counts as played only with its decisions
            self._made = [self._written_to(self.decisions, self._made)]
        self._games = [self._written_to(self.path, self._games)]
        self._written = time.monotonic()

    def _written_to(self, path: Path, parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
        rows = (
            pl.concat([part for part in parts if part.width], how="diagonal_relaxed")
            if any(part.width for part in parts)
            else pl.DataFrame()
        )
        half = path.with_name(f".{path.name}.half")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            rows.write_parquet(half, metadata={_ABOUT: msgspec.json.encode(self._about).decode()})
            os.replace(half, path)
        except OSError as fault:
            raise SandtableError(f"The games cannot be written to {path}: {fault.strerror or fault}.") from None
        return rows

    def _read(self, path: Path) -> pl.DataFrame:
        if not path.exists():
            return pl.DataFrame()
        try:
            about = msgspec.json.decode(pl.read_parquet_metadata(path).get(_ABOUT, "null"))
            rows = pl.read_parquet(path)
        except (pl.exceptions.PolarsError, OSError):
            raise SandtableError(f"{path} is not a Parquet file; name another one.") from None
        if about != self._about:
            raise SandtableError(f"{path} holds games of another game, seed or version of the rules; name another one.")
        return rows

    def _decisions(self, plan: StudyPlan) -> dict[tuple[int, int], list[Made]]:
        if not self.decisions:
            return {}
        places = {lineup: place for place, lineup in enumerate(plan.lineups)}
        made: dict[tuple[int, int], list[Made]] = {}
        for row in _of(plan, self._made[0]).sort("number", "step").iter_rows(named=True) if self._made[0].width else ():
            lineup = places.get(tuple(row[f"bot_{seat}"] for seat in plan.seats))
            if lineup is not None:
                one = Made(row["seat"], row["rule"], row["offered"], row["choice"])
                made.setdefault((row["number"], lineup), []).append(one)
        return made


def _of(plan: StudyPlan, rows: pl.DataFrame) -> pl.DataFrame:
    """The rows that were played with the options and the data of a plan."""
    known = {column: plan.options.get(column.removeprefix("option_")) for column in rows.columns if _is_option(column)}
    if not rows.width or any(f"option_{name}" not in known for name in plan.options):
        return pl.DataFrame()
    if any(f"bot_{seat}" not in rows.columns for seat in plan.seats):
        return pl.DataFrame()
    same = pl.col("data") == plan.data
    for column, value in known.items():
        same &= pl.col(column).is_null() if value is None else pl.col(column).eq_missing(value)
    return rows.filter(same)


def _is_option(column: str) -> bool:
    return column.startswith("option_")


def _played(plan: StudyPlan, row: dict[str, Any], lineup: int, made: tuple[Made, ...]) -> Played:
    scores = {seat: row[f"score_{seat}"] for seat in plan.seats if row.get(f"score_{seat}") is not None}
    facts = {
        column.removeprefix("fact_"): value
        for column, value in row.items()
        if column.startswith("fact_") and value is not None
    }
    winners = tuple(row["winners"].split())
    return Played(row["number"], lineup, row["result"], winners, row["drawn"], scores, facts, row["decisions"], made)
