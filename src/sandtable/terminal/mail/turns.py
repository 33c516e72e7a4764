"""A turn by mail: the key file, the letter on disk, and the player at his desk."""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path

from rich.console import Console

from sandtable.bots.consult import consult
from sandtable.bots.player import find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.game import find_game
from sandtable.kernel.sentences import tell
from sandtable.terminal.begin import screen_for
from sandtable.terminal.mail import letters
from sandtable.terminal.mail.mailable import is_open
from sandtable.terminal.mail.open_match import OpenDesk
from sandtable.terminal.mail.sitting import MailSitting
from sandtable.terminal.mail.table import MAIL_COMMANDS, MailPlay


def key_of(path: Path) -> str:
    """The secret number of a key file; a new one is made with the system's randomness, readable by its owner only."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32) + "\n", encoding="ascii")
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if len(key) != 64 or not all(c in "0123456789abcdef" for c in key):
        raise SaveError("{file} is not a key file.", file=path)
    return key


def load(path: Path) -> letters.Letter:
    """Read a letter from disk."""
    try:
        return letters.read(path.read_bytes())
    except OSError as fault:
        raise SaveError("Can't read {file}: {cause}.", file=path, cause=fault.strerror) from None


def send(path: Path, letter: letters.Letter) -> None:
    """Write a letter to disk, whole or not at all."""
    draft = path.with_name(path.name + ".draft")
    try:
        draft.write_bytes(letters.write(letter))
        draft.replace(path)
    except OSError as fault:
        raise SaveError("Can't write {file}: {cause}.", file=path, cause=fault.strerror) from None


def desk_for(letter: letters.Letter, seat: str, secret: str) -> letters.Desk:
    """The desk that a letter is answered at."""
    opened = is_open(find_game(letter.game), letter.options)
    return (OpenDesk if opened else letters.Desk)(letter, seat, secret)


def take_turn(file: Path, seat: str, key: Path, bot: str, full: bool = False) -> None:
    """Open a letter, let its player or a bot choose, and seal it for the other player."""
    letter = load(file)
    if seat in letter.heads and not key.exists():
        raise Refused(
            "There is no key file {file}. Name the file that {seat} joined this match with.", file=key, seat=seat
        )
    secret = key_of(key)
    if letter.result:
        letter = letters.finish(letter, seat, secret)
        send(file, letter)
        print(tell("The match is over: {result}.", result=letter.result))
        print(tell("Your key is now in the letter: both players can verify the match."))
        return
    desk = desk_for(letter, seat, secret)
    sitting = MailSitting(desk, file)
    over = _bot_plays(desk, bot) if bot else _played(sitting, full)
    if not over:
        return
    back = desk.letter_back()
    send(file, back)
    sitting.forget_draft()
    if not desk.steps and len(back.turns) == len(letter.turns):
        joined = "{seat} has joined. Send {file} back: {other} sets up the game and plays next."
        print(tell(joined, seat=seat, file=file, other=back.to_play))
        return
    if back.result:
        print(tell("The match is over: {result}.", result=back.result))
    else:
        print(tell("{file} is sealed: {seat} plays next.", file=file, seat=back.to_play))


def _bot_plays(desk: letters.Desk, bot: str) -> bool:
    dice = Dice(seed_from(secrets.token_hex(8)))
    while desk.goes_on():
        desk.choose(consult(desk.position, desk.seat, find_bot(bot), dice))
    return True


def _played(sitting: MailSitting, full: bool) -> bool:
    """The player's turn at the table; whether it is over."""
    console = Console(highlight=False, markup=False, emoji=False)
    sitting.take_up_draft()
    if full and sitting.desk.goes_on():
        from sandtable.terminal.full.run import play_full

        return play_full(partial(MailPlay, sitting), MAIL_COMMANDS, console)
    return MailPlay(sitting, screen_for(console), MAIL_COMMANDS).run()
