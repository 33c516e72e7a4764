"""`sandtable mail`: play by mail. One file goes back and forth; a key file stays with each player."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import SandtableError, SaveError
from sandtable.kernel.flow import Option
from sandtable.kernel.game import find_game
from sandtable.kernel.show import show_decision
from sandtable.kernel.words import plain
from sandtable.terminal.draw import Drawing
from sandtable.terminal.mail import letters
from sandtable.terminal.pick import is_number, matching

mail = typer.Typer(help="Play by mail: one file goes back and forth, with sealed secrets and fair dice.")
LetterFile = Annotated[Path, typer.Argument(metavar="FILE", help="The letter.")]
KeyFile = Annotated[
    Path, typer.Option("--key", metavar="FILE", help="Your key file; created if it does not exist. Keep it.")
]
Seat = Annotated[str, typer.Option("--seat", help="Your seat.")]
_SHOWN = 24
_HELP = "Choose by number or words. “auto” lets a bot choose, “rest” plays the rest of the turn, “stop” quits unsaved."


def key_of(path: Path) -> str:
    """The secret number of a key file; a new one is made with the system's randomness, readable by its owner only."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32) + "\n", encoding="ascii")
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if len(key) != 64 or not all(c in "0123456789abcdef" for c in key):
        raise SaveError(f"{path} is not a key file.")
    return key


def load(path: Path) -> letters.Letter:
    """Read a letter from disk."""
    try:
        return letters.read(path.read_bytes())
    except OSError as fault:
        raise SaveError(f"Can't read {path}: {fault.strerror}.") from None


def send(path: Path, letter: letters.Letter) -> None:
    """Write a letter to disk, whole or not at all."""
    draft = path.with_name(path.name + ".draft")
    try:
        draft.write_bytes(letters.write(letter))
        draft.replace(path)
    except OSError as fault:
        raise SaveError(f"Can't write {path}: {fault.strerror}.") from None


@mail.command("new")
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    file: LetterFile,
    seat: Seat,
    key: KeyFile,
    option: Annotated[list[str], typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")] = [],  # noqa: B006
) -> None:
    """Start a match. Send the file to the other player, who opens it with his own key."""
    if file.exists():
        raise SandtableError(f"{file} already exists. Name another file.")
    wanted = dict(pair.partition("=")[::2] for pair in option)
    letter = letters.begin(find_game(game), wanted, seat, key_of(key))
    send(file, letter)
    print(f"{file} is ready: {letter.to_play} plays next.")


@mail.command("open")
def open_letter(
    file: LetterFile,
    seat: Seat,
    key: KeyFile,
    bot: Annotated[str, typer.Option(help="Let a bot play the whole turn.")] = "",
) -> None:
    """Open the letter, play your turn and seal it for the other player."""
    letter, secret = load(file), key_of(key)
    if letter.result:
        letter = letters.finish(letter, seat, secret)
        send(file, letter)
        print(f"The match is over: {letter.result}. Your key is now in the letter: both players can verify it.")
        return
    desk = letters.Desk(letter, seat, secret)
    console = Console(highlight=False, markup=False, emoji=False)
    dice = Dice(seed_from(secrets.token_hex(8)))
    playing = bot
    if not playing:
        drawing = Drawing(console, desk.game, desk.game.board(letter.options))
        for lines in drawing.panels(desk.game.table(desk.position.sight(seat)), short=True):
            console.print(*lines, sep="\n")
        console.print(_HELP)
    while desk.goes_on():
        if playing:
            desk.choose(ask(desk.position, seat, find_bot(playing), dice))
            continue
        chosen = _asked(desk, console)
        if chosen == "rest":
            playing = "greedy"
        elif chosen == "stop":
            print("The letter is unchanged.")
            return
        elif chosen == "auto":
            desk.choose(ask(desk.position, seat, find_bot("greedy"), dice))
        elif isinstance(chosen, tuple):
            desk.choose(chosen)
    back = desk.letter_back()
    send(file, back)
    print(f"The match is over: {back.result}." if back.result else f"{file} is sealed: {back.to_play} plays next.")


def _asked(desk: letters.Desk, console: Console) -> Option | str:
    """One question and its answer."""
    shown = show_decision(desk.position, desk.seat)
    assert shown is not None
    words = desk.game.words
    options = list(desk.position.options(desk.seat))
    console.print(f"\n{plain(shown.prompt)} ({shown.rule})")
    while True:
        for number, option in enumerate(options[:_SHOWN], 1):
            console.print(f" {number:3} {plain(words.option(option))}")
        if len(options) > _SHOWN:
            console.print(f"     … and {len(options) - _SHOWN} more: type words to find them.")
        line = sys.stdin.readline()
        if not line:
            return "stop"
        typed = line.strip()
        if typed in ("auto", "rest", "stop"):
            return typed
        if is_number(typed) and 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        meant = matching(options, words, typed) if typed else options
        if len(meant) == 1:
            return meant[0]
        options = meant or list(desk.position.options(desk.seat))
        if not meant:
            console.print(f"Nothing matches {typed!r}.")


@mail.command("verify")
def verify_letter(file: LetterFile) -> None:
    """Replay a finished match and check every roll, every sealed choice and the result."""
    print(f"The match is verified: {letters.verify(load(file))}.")
