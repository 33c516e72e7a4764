"""A turn by mail: the key file, the letter on disk, and the questions at the desk."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from rich.console import Console

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import SaveError
from sandtable.kernel.flow import Option
from sandtable.kernel.show import show_decision
from sandtable.kernel.words import plain
from sandtable.terminal.draw import Drawing
from sandtable.terminal.mail import letters
from sandtable.terminal.pick import is_number, matching

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


def take_turn(file: Path, seat: str, key: Path, bot: str) -> None:
    """Open a letter, let its player or a bot choose, and seal it for the other player."""
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
