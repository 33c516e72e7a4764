"""Sitting down at the terminal: which game or save, who sits where, how it reads and writes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console

from sandtable.board.lesson import lesson_of
from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.kernel.game import AnyGame, Options, find_game
from sandtable.terminal.commands import COMMANDS
from sandtable.terminal.plain_screen import PlainScreen
from sandtable.terminal.play import Play
from sandtable.terminal.save_files import fresh_save
from sandtable.terminal.sitting import Sitting, fresh_seed, parsed_seats, seated


def sit_down(
    game: str,
    settle: Callable[[AnyGame], Options],
    seats: Sequence[str],
    seed: str,
    dice: str,
    resume: Path | None,
    save: Path | None,
    lesson: bool = False,
    full: bool = False,
) -> None:
    """`sandtable play`: begin or resume a game and play it."""
    if full:
        check_full()
    if lesson:
        if resume is not None or seats or seed or dice != "auto":
            raise UnknownName("A lesson sets its own seats and dice. With --lesson, name only the game.")
        sitting = _lesson(game, save)
    elif resume is not None:
        if game or seed or save:
            raise UnknownName("A save already names its game, seed and file. With --resume, leave those out.")
        sitting = Sitting.resume(resume, parsed_seats(seats))
    else:
        sitting = _begin(game, settle, seats, seed, dice, save)
    console = Console(highlight=False, markup=False, emoji=False)
    if full:
        from sandtable.terminal.full.run import play_full

        play_full(partial(Play, sitting), COMMANDS, console)
        return
    Play(sitting, screen_for(console), COMMANDS).run()


def screen_for(console: Console) -> PlainScreen:
    """The screen of lines at this terminal, or over a pipe."""
    interactive = _is_interactive()
    return PlainScreen(console, _typed if interactive else _piped, interactive)


def _is_interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def check_full() -> None:
    """Refuse a full screen where there is none, before a game begins."""
    if not _is_interactive() or Console().is_dumb_terminal:
        raise UnknownName("--full needs a terminal with a cursor. Without --full, the table works over a pipe too.")
    import textual  # noqa: F401 - an extra brings it: if it is missing, that is said now


def _begin(
    game: str, settle: Callable[[AnyGame], Options], seats: Sequence[str], seed: str, dice: str, save: Path | None
) -> Sitting:
    wanted = _named(game)
    if dice not in ("auto", "manual"):
        raise UnknownName("--dice can't be '{dice}': it is auto or manual.", dice=dice)
    options = settle(wanted)
    players = seated(wanted, wanted.seats(options), parsed_seats(seats))
    seed = seed or fresh_seed()
    return Sitting.new(wanted, options, seed, players, _free(save) or fresh_save(wanted.id, seed), dice == "manual")


def _lesson(game: str, save: Path | None) -> Sitting:
    """The guided first game of a game."""
    wanted = _named(game)
    lesson = lesson_of(wanted)
    if lesson is None:
        raise UnknownName("{title} has no lesson yet.", title=wanted.title)
    return Sitting.taught(wanted, lesson, _free(save) or fresh_save(wanted.id, "lesson"))


def _named(game: str) -> AnyGame:
    if not game:
        raise UnknownName("Name a game; `sandtable games` lists them.")
    return find_game(game)


def _free(save: Path | None) -> Path | None:
    """The file that is wanted; never one that exists."""
    if save is not None and save.exists():
        raise SandtableError("{save} already exists. Continue it with --resume, or name another file.", save=save)
    return save


def _typed(prompt: str) -> str:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - importing it gives input() its history and editing keys
    return input(prompt)


def _piped(prompt: str) -> str:
    """From a pipe: one command a line, repeated in the output so that it reads like a transcript."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{prompt}{line.rstrip()}")
    return line
