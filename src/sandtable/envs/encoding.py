"""Views as arrays and options as numbers, for any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import copysign, log1p
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, Options, Outcome, View

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]
MOST = 1000.0
"""No figure of an array is larger; larger ones are cut off."""
_FULL = 0.75


class Encoder:
    """How a game looks to a player that learns. Subclass it, or let a game describe its views by `Game.features`.

    An option has a number from 0 to `actions` - 1 that follows from what it says: the same option has the same number
    in every position, game and process. Where two options that are offered together would share one, the later takes
    the next that is free. A view without features is hashed: every fact of it goes to one of `size` places.
    """

    def __init__(self, size: int = 512, actions: int = 4096, general: bool = False) -> None:
        """`general` hashes the views of games with features, too."""
        self.size = size
        self.actions = actions
        self.general = general

    def length(self, game: AnyGame, view: View) -> int:
        """How long the arrays of this game are."""
        return len(self.observe(game, view))

    def observe(self, game: AnyGame, view: View) -> Floats:
        """A view as an array, always of the same length."""
        features = () if self.general else game.features(view, view.seat)
        if features:
            return np.clip(np.asarray(features, dtype=np.float32), -MOST, MOST)
        vector = np.zeros(self.size, dtype=np.float32)
        for path, value in _facts(msgspec.to_builtins(view), ""):
            place, sign = _place(path, self.size)
            vector[place] += sign * value
        return np.clip(vector, -MOST, MOST)

    def names(self, game: AnyGame, options: Options) -> tuple[str, ...]:
        """What the figures of an array are, in a game with these options; none where they are hashed."""
        return () if self.general else game.feature_names(options)

    def number(self, option: Option) -> int:
        """The number of an option, if no other is in its way."""
        return _number(option, self.actions)

    def numbered(self, options: Sequence[Option]) -> dict[int, Option]:
        """All options that are offered, by their numbers."""
        if len(options) > self.actions * _FULL:
            raise SandtableError(
                f"{len(options)} options are offered, too many for {self.actions} numbers: use Encoder(actions=...)."
            )
        by_number: dict[int, Option] = {}
        for option in options:
            number = self.number(option)
            while number in by_number:
                number = (number + 1) % self.actions
            by_number[number] = option
        return by_number

    def mask(self, numbered: dict[int, Option]) -> Mask:
        """1 for every number that can be chosen."""
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[list(numbered)] = 1
        return mask


@lru_cache(maxsize=1 << 17)
def _number(option: Option, most: int) -> int:
    return int.from_bytes(blake2b(msgspec.json.encode(option), digest_size=8).digest()) % most


@lru_cache(maxsize=1 << 17)
def _place(path: str, size: int) -> tuple[int, float]:
    drawn = int.from_bytes(blake2b(path.encode(), digest_size=8).digest())
    return (drawn >> 1) % size, 1.0 if drawn & 1 else -1.0


def _facts(value: Any, path: str) -> Iterator[tuple[str, float]]:
    """What a view says: numbers by their size, words by their being there."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _facts(part, f"{path}/{key}")
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from _facts(part, path if isinstance(part, str) else f"{path}/{index}")
    elif isinstance(value, str):
        if value:
            yield f"{path}={value}", 1.0
    elif isinstance(value, bool):
        if value:
            yield path, 1.0
    elif value:
        yield path, copysign(log1p(abs(value)), value)


def rewards(outcome: Outcome | None, seats: Sequence[str]) -> dict[str, float]:
    """1 for who has won, -1 for who has lost, 0 for a draw; a game that all lose is lost for all."""
    if outcome is None or outcome.drawn:
        return dict.fromkeys(seats, 0.0)
    return {seat: 1.0 if seat in outcome.winners else -1.0 for seat in seats}
