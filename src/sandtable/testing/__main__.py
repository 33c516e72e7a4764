"""`python -m sandtable.testing GAME FOLDER`: record the games that later changes are held to."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.testing.case import Broken
from sandtable.testing.golden import record, seal


def main(arguments: list[str] | None = None) -> None:
    """Record the games of one game into a folder, in place of those that are there."""
    parser = argparse.ArgumentParser(prog="python -m sandtable.testing", description=main.__doc__)
    parser.add_argument("game", help="the id under which the game is registered")
    parser.add_argument("folder", type=Path, help="where the recordings go, by custom tests/golden/GAME")
    parser.add_argument("--games", type=int, default=300, help="look for results in so many games (300)")
    parser.add_argument("--seconds", type=float, default=60, help="stop looking after so many seconds (60)")
    parser.add_argument("--want", action="append", default=[], help="go on until a game ends so (germans-task)")
    parser.add_argument("--seal", action="store_true", help="keep the games; only note the data of today")
    chosen = parser.parse_args(arguments)
    try:
        game = find_game(chosen.game)
        if chosen.seal:
            written = seal(game, chosen.folder)
        else:
            written = record(game, chosen.folder, chosen.games, chosen.seconds, chosen.want)
    except (Broken, SandtableError) as fault:
        sys.exit(str(fault))
    for name in written:
        print(chosen.folder / name)


if __name__ == "__main__":
    main()
