"""`python -m tests.games.told_tables de en`: what games show in these languages, one after the other.

Only Warbirds is translated. The others get a second language here, in which every text ends with a mark; then it is
seen whether something that was said before in another language is said again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module

import msgspec

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import AnyGame, Options, games
from sandtable.kernel.language import ENGLISH, speaking
from sandtable.kernel.position import Position
from sandtable.kernel.words import Words

OTHER = "de"
MARK = "‡"
_CHOICES = 90
_LOOKS = (0, 6, 30, _CHOICES)
_GAMES: dict[str, Options] = {
    "airlift": {"scenario": "summer", "players": 2},
    "luftwaffe": {"scenario": "basic"},
    "ontoberlin": {},
    "vengeance": {"scenario": "brv01"},
    "warbirds": {"players": 1},
}


def main() -> None:
    told: dict[str, dict[str, object]] = {language: {} for language in sys.argv[1:]}
    for id, options in _GAMES.items():
        game = games()[id]
        translate(game)
        for number, position in enumerate(played(game, options)):
            for language in told:
                with speaking(language):
                    told[language][f"{id} {number}"] = shown(position)
    sys.stdout.write(msgspec.json.encode(told).decode())


def shown(position: Position) -> dict[str, object]:
    """The board, and the table of each seat as it is laid out anew."""
    game = position.game
    tables = {seat: game.table(position.sight(seat)) for seat in (*position.seats, "")}
    return {"board": game.board(position.options_chosen), **tables}


def played(game: AnyGame, options: Options) -> Iterator[Position]:
    """A game that bots play, at a few of its decisions."""
    position, dice = Position.new(game, options, "told"), Dice(seed_from("told"))
    while len(position.steps) <= _CHOICES and not position.over:
        if len(position.steps) in _LOOKS:
            yield position
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("greedy"), dice))


def translate(game: AnyGame) -> None:
    """A second language, where the game has none."""
    texts = import_module(f"{type(game).__module__}.names").TEXTS
    for spoken in (texts.by_language, game.spoken_words):
        assert isinstance(spoken, dict)
        if OTHER not in spoken:
            spoken[OTHER] = _marked(spoken[ENGLISH])


def _marked(words: Words) -> Words:
    def mark(texts: Mapping[str, str]) -> dict[str, str]:
        return {key: text + MARK for key, text in texts.items()}

    return msgspec.structs.replace(
        words, names=mark(words.names), events=mark(words.events), prompts=mark(words.prompts),
        verbs=mark(words.verbs), terms=mark(words.terms), texts=mark(words.texts), language=OTHER,
    )  # fmt: skip


if __name__ == "__main__":
    main()
