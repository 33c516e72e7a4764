"""Options that several commands share, what is made of them, and what is told of wrong ones."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.kernel.errors import SandtableError, UnknownName

if TYPE_CHECKING:
    from rich.console import Console

    from sandtable.kernel.game import AnyGame, Options


# -- what the shell completes where Tab is pressed; nothing is loaded before -------------------------------------------


def any_games(incomplete: str) -> list[str]:
    """Every installed game, by its id; none is loaded."""
    return sorted(name for name in _installed() if name.startswith(incomplete))


def any_scenarios(incomplete: str) -> list[str]:
    """The scenarios of the game that stands before."""
    from sandtable.kernel.game import find_game

    try:
        options = find_game(_named()).options
    except SandtableError:
        return []
    values = next((option.values for option in options if option.name == "scenario"), ())
    return [str(value) for value in values if str(value).startswith(incomplete)]


def any_bots(incomplete: str) -> list[str]:
    """The bots for the last name of a list such as `greedy,ran`."""
    from sandtable.bots.player import bot_names

    listed, comma, last = incomplete.rpartition(",")
    return [f"{listed}{comma}{name}" for name in bot_names(_named()) if name.startswith(last)]


def _installed() -> set[str]:
    from importlib.metadata import entry_points

    return entry_points(group="sandtable.games").names


def _named() -> str:
    """The game among the words typed so far, as bash or the other shells hand them over; "" if there is none yet."""
    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return next((word for word in typed.split() if word in _installed()), "")


# -- options and arguments ---------------------------------------------------------------------------------------------

Data = Annotated[Path | None, typer.Option("--data", help="Use the files in this folder instead of the games' own.")]
DatabaseUrl = Annotated[
    str,
    typer.Option(envvar="SANDTABLE_DB", metavar="URL", help="The database; by default SQLite in your data folder."),
]
SpokenLanguage = Annotated[
    str,
    typer.Option(
        "--language", metavar="en|de", help="The language to use; by default `SANDTABLE_LANGUAGE`, or English."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Scenario = Annotated[
    str,
    typer.Option("--scenario", help="The scenario, if the game has several.", autocompletion=any_scenarios),
]
Bots = Annotated[
    str,
    typer.Option("--bots", metavar="A[,B...]", help="One bot for all seats, or one for each.", autocompletion=any_bots),
]
Rivals = Annotated[
    str,
    typer.Option("--bots", metavar="A,B[,C...]", help="The bots to compare.", autocompletion=any_bots),
]
Players = Annotated[int, typer.Option("--players", help="The number of players, if the game lets you choose.")]
Settings = Annotated[list[str], typer.Option("--option", metavar="NAME=VALUE", help="Any other option of the game.")]
Workers = Annotated[int, typer.Option(min=0, help="The number of processes; 0 means one per core.")]
Ray = Annotated[str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster (`local` starts one).")]
Into = Annotated[
    Path | None,
    typer.Option("--into", metavar="FILE", help="Keep the games in this Parquet file and play only what is missing."),
]
Seed = Annotated[
    str, typer.Option("--seed", help="The seed of the dice. The same seed and choices give the same game.")
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game from `sandtable games`.", autocompletion=any_games)
]
GameOrCoverage = Annotated[
    str, typer.Argument(metavar="GAME | coverage", help="The game, or the word `coverage`.", autocompletion=any_games)
]
MaybeGame = Annotated[
    str, typer.Argument(metavar="[GAME]", help="A game; all games if you name none.", autocompletion=any_games)
]


def speak_to_the_reader(wanted: str) -> None:
    """Speak the language that was named here, in the environment or in the configuration file."""
    from sandtable.kernel.language import ENGLISH, LANGUAGES, speak
    from sandtable.kernel.sentences import either

    language = wanted or os.environ.get("SANDTABLE_LANGUAGE") or ENGLISH
    if language not in LANGUAGES:
        known = either(LANGUAGES)
        raise UnknownName("Sandtable does not speak '{language}'; choose {known}.", language=language, known=known)
    speak(language)


def use_data(folder: Path | None) -> None:
    """Let a folder replace files of the games; it must be named before the first game is loaded."""
    if folder is None:
        return
    if not folder.is_dir():
        raise SandtableError("There is no folder {folder} (--data).", folder=folder)
    os.environ["SANDTABLE_DATA"] = str(folder.resolve())


def settled(game: AnyGame, scenario: str, players: int, others: Sequence[str]) -> Options:
    """The options of a game from the command line."""
    wanted: dict[str, str] = {}
    for text in others:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise UnknownName("'{text}' is not an option: write NAME=VALUE.", text=text)
        wanted[name] = value
    if scenario:
        wanted["scenario"] = scenario
    if players:
        wanted["players"] = str(players)
    return game.settle(wanted)


def console() -> Console:
    """Where people read."""
    from rich.console import Console

    return Console(highlight=False)


def print_json(value: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def usage(error: Exception) -> str:
    """What is wrong with a command, in one line."""
    told = " ".join(str(getattr(error, "format_message", lambda: error)()).split())
    told = re.sub(r"^Invalid value for '([^']+)'(?: \(env var: [^)]*\))?: (.*)", _value_told, told)
    return told if not told or told.endswith((".", "?")) else f"{told}."


def _value_told(found: re.Match[str]) -> str:
    """A value that a command does not take, in plain words."""
    option, why = found.groups()
    if kind := re.search(r"is not a valid (int|float)", why):
        return f"{option} must be a {'whole ' if kind[1] == 'int' else ''}number"
    if bounds := re.search(r"is not in the range (?:(\S+)<=)?x(?:<=(\S+?)|>=(\S+?))?\.?$", why):
        low, high = bounds[1] or bounds[3], bounds[2]
        wanted = f"from {low} to {high}" if low and high else f"at most {high}" if high else f"at least {low}"
        return f"{option} must be {wanted}"
    return f"{option}: {why}"
