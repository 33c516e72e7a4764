"""Which games can be played by mail and how, and why others can't."""

from __future__ import annotations

from sandtable.kernel.errors import Refused
from sandtable.kernel.game import AnyGame, Options


def is_open(game: AnyGame, options: Options) -> bool:
    """Whether a letter holds all choices: nobody hides anything, or nothing but single choices that are sealed."""
    return not game.hides(options) or bool(game.sealed(options))


def check_mailable(game: AnyGame, options: Options) -> None:
    """Refuse what can't be mailed, with its cause."""
    seats, hiding = game.seats(options), game.hides(options)
    names = [game.words.name(seat) for seat in seats]
    if len(seats) != 2:
        told = "Mail is for two players. With these options {title} has {n:player|players}."
        raise Refused(told, title=game.title, n=len(seats))
    if len(hiding) > 1:
        raise Refused(
            "You can't play {title} by mail with these options. {one} and {other} hide pieces from each other, and "
            "what one attempts depends on what the other hides: it takes a referee who knows both.",
            title=game.title,
            one=names[0],
            other=names[1],
        )
    if not game.by_mail and not is_open(game, options):
        name = game.words.name(hiding[0])
        raise Refused(
            "You can't play {title} by mail with these options. {name} hides pieces and also makes choices in the "
            "other player's turn: that takes standing orders, and the game has none.",
            title=game.title,
            name=name,
        )
