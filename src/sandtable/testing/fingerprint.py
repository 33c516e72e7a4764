"""Plays games and prints a fingerprint of all that happened: run under other hash seeds, optimisation, and Pythons.

    python -m sandtable.testing.fingerprint GAMES MOST_DECISIONS module:object ...

It needs nothing but the kernel, the game and msgspec.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b

import msgspec

from sandtable.kernel.game import AnyGame
from sandtable.kernel.show import show, show_lines
from sandtable.testing.case import Case, Walk, settings
from sandtable.testing.places import object_at


def fingerprint(game: AnyGame, games: int, most: int) -> dict[str, str]:
    """A fingerprint for each game played: digests, views, decisions and journals of every seat."""
    prints: dict[str, str] = {}
    rows = settings(game)
    for number in range(games):
        case = Case(game, rows[number % len(rows)], f"machines {number}")
        prints[str(case)] = _played(case, "greedy" if number % 2 else "random", most)
    return prints


def _played(case: Case, bot: str, most: int) -> str:
    walk, hashed = Walk(case, bot), blake2b(digest_size=12)
    for position, step in walk.decisions():
        hashed.update(position.digest().encode())
        hashed.update(msgspec.json.encode(step))
        if len(position.steps) % 7 == 0:
            for seat in (*position.seats, ""):
                hashed.update(msgspec.json.encode(show(position, seat)))
        if len(position.steps) >= most:
            break
    position = walk.position
    for seat in (*position.seats, ""):
        hashed.update(msgspec.json.encode([position.sight(seat), show(position, seat)]))
        hashed.update(msgspec.json.encode(show_lines(position.game.words, position.journal.lines, seat)))
    return hashed.hexdigest()


def main(arguments: list[str]) -> None:
    """The command line."""
    games, most, *wheres = arguments
    prints = {where: fingerprint(object_at(where), int(games), int(most)) for where in wheres}
    print(json.dumps(prints))


if __name__ == "__main__":
    main(sys.argv[1:])
