"""`sandtable mail`: play by mail. One file goes back and forth; a key file stays with each player.

What a command needs is imported when it is called: `sandtable --help` reads this module too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.sentences import tell

mail = typer.Typer(help="Play by mail: one sealed file goes back and forth.")
LetterFile = Annotated[Path, typer.Argument(metavar="FILE", help="The letter.")]
KeyFile = Annotated[
    Path, typer.Option("--key", metavar="FILE", help="Your key file; created if it does not exist. Keep it.")
]
Seat = Annotated[str, typer.Option("--seat", help="Your seat.")]


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
        raise SandtableError("{file} already exists. Name another file.", file=file)
    from sandtable.kernel.game import find_game
    from sandtable.terminal.mail import letters, turns

    wanted = dict(pair.partition("=")[::2] for pair in option)
    letter = letters.begin(find_game(game), wanted, seat, turns.key_of(key))
    turns.send(file, letter)
    print(tell("{file} is ready: {seat} plays next.", file=file, seat=letter.to_play))


@mail.command("open")
def open_letter(
    file: LetterFile,
    seat: Seat,
    key: KeyFile,
    bot: Annotated[str, typer.Option(help="Let a bot play the whole turn.")] = "",
    full: Annotated[bool, typer.Option("--full", help="Play in full screen.")] = False,
) -> None:
    """Open the letter, play your turn and seal it for the other player."""
    from sandtable.terminal.mail.turns import take_turn

    if full:
        from sandtable.terminal.begin import check_full

        check_full()
    take_turn(file, seat, key, bot, full)


@mail.command("verify")
def verify_letter(file: LetterFile) -> None:
    """Replay a finished match; check every roll, seal and the result."""
    from sandtable.terminal.mail import turns
    from sandtable.terminal.mail.verifying import verify

    print(tell("The match is verified: {result}.", result=verify(turns.load(file))))
