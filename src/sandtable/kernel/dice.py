"""Dice, shuffles and draws: BLAKE2b keyed by a 256-bit seed over a counter.

The whole state is the seed and the number of bytes taken, so a position can be stored, cloned and replayed on every
machine. The seed's hash can be published before a match and the seed after it; then everyone can verify every roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b, sha256
from typing import Any, TypeVar

from sandtable.kernel.errors import NeedRoll, SaveError

T = TypeVar("T")
Result = str | int

_BLOCK = 64


def seed_from(name: str | int) -> str:
    """A 256-bit seed from a short name such as the N of `--seed N`."""
    return blake2b(f"sandtable seed {name}".encode(), digest_size=32).hexdigest()


def commitment(seed: str) -> str:
    """What is published of a seed before the match: its SHA-256."""
    return sha256(bytes.fromhex(seed)).hexdigest()


class Dice:
    """The dice of one position. `taken` counts the bytes used so far."""

    __slots__ = ("_block", "_block_number", "seed", "taken")

    def __init__(self, seed: str, taken: int = 0) -> None:
        self.seed = seed
        self.taken = taken
        self._block = b""
        self._block_number = -1

    @staticmethod
    def loaded(rolls: Iterable[Result] = (), then: str = "", **piles: Iterable[Result]) -> LoadedDice:
        """Dice for tests: these results in this order. Named lists serve the rolls and draws of that name first."""
        queues = {name: list(results) for name, results in piles.items()}
        queues[""] = list(rolls)
        return LoadedDice(queues, then)

    def copy(self) -> Dice:
        """The same dice at the same place; the copy rolls what the original would have rolled."""
        twin = Dice(self.seed, self.taken)
        twin._block = self._block
        twin._block_number = self._block_number
        return twin

    def below(self, n: int, what: str = "") -> int:
        """A number from 0 to n-1, each equally likely (rejection sampling, no modulo bias)."""
        if n <= 1:
            return 0
        if n > 256:
            return self._wide_below(n)
        limit = 256 - 256 % n
        taken = self.taken
        while True:
            number = taken >> 6
            if number != self._block_number:
                self._block = blake2b(number.to_bytes(8, "big"), key=bytes.fromhex(self.seed)).digest()
                self._block_number = number
            byte = self._block[taken & 63]
            taken += 1
            if byte < limit:
                self.taken = taken
                return byte % n

    def _wide_below(self, n: int) -> int:
        width = ((n - 1).bit_length() + 7) // 8
        span = 256**width
        limit = span - span % n
        while True:
            value = 0
            for _ in range(width):
                value = value << 8 | self.below(256)
            if value < limit:
                return value % n

    def roll(self, sides: int = 6, what: str = "") -> int:
        """One die: 1 to `sides`."""
        return 1 + self.below(sides, what)

    def pair(self, sides: int = 6, what: str = "") -> tuple[int, int]:
        """Two dice that are read one by one and together."""
        return self.roll(sides, what), self.roll(sides, what)

    def pick(self, items: Sequence[T], what: str = "") -> T:
        """One of the items, each equally likely: a card from a shuffled pile, a chit from a cup."""
        return items[self.below(len(items), what)]

    def take(self, pile: list[T], what: str = "") -> T:
        """Remove a card drawn at random from the pile, whose order means nothing, and return it."""
        index = self.below(len(pile), what)
        card = pile[index]
        pile[index] = pile[-1]
        pile.pop()
        return card

    def shuffle(self, pile: list[T], what: str = "") -> None:
        """Put the pile in random order, in place (Fisher and Yates)."""
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1, what)
            pile[last], pile[other] = pile[other], pile[last]

    def to_wire(self) -> dict[str, Any]:
        """What a save holds of the dice."""
        return {"kind": "keyed", "seed": self.seed, "taken": self.taken}


class NamedDice(Dice):
    """Dice with a stream for each name of a roll, for comparing choices in one imagined world.

    With one stream for all, a choice that takes one test more shifts every roll after it, and the rest of the world
    differs too. Here the next card drawn or engine checked is the same, however many tests were taken before it.
    """

    __slots__ = ("_streams",)

    def __init__(self, seed: str, taken: int = 0) -> None:
        super().__init__(seed, taken)
        self._streams: dict[str, Dice] = {}

    def copy(self) -> NamedDice:
        twin = NamedDice(self.seed, self.taken)
        twin._streams = {name: stream.copy() for name, stream in self._streams.items()}
        return twin

    def below(self, n: int, what: str = "") -> int:
        stream = self._streams.get(what)
        if stream is None:
            stream = self._streams[what] = Dice(seed_from(f"{self.seed} {what}"))
        self.taken += 1
        return stream.below(n)

    def to_wire(self) -> dict[str, Any]:
        raise TypeError("Imagined worlds are played out and dropped; nobody saves one.")


class LoadedDice(Dice):
    """Dice whose results are given beforehand; when they run out, an error, or real dice if `then` names a seed."""

    __slots__ = ("queues",)

    def __init__(self, queues: dict[str, list[Result]], then: str = "", taken: int = 0) -> None:
        super().__init__(then, taken)
        self.queues = queues

    def copy(self) -> LoadedDice:
        return LoadedDice({name: list(queue) for name, queue in self.queues.items()}, self.seed, self.taken)

    def _next(self, what: str) -> Result | None:
        queue = self.queues.get(what) or self.queues[""]
        if queue:
            self.taken += 1
            return queue.pop(0)
        if not self.seed:
            raise LookupError(f"the loaded dice have nothing left for {what or 'this roll'!r}")
        return None

    def left(self) -> dict[str, list[Result]]:
        """What has not been rolled yet; a test that used everything sees an empty dict."""
        return {name: list(queue) for name, queue in self.queues.items() if queue}

    def below(self, n: int, what: str = "") -> int:
        value = self._next(what)
        if value is None:
            return super().below(n, what)
        if not isinstance(value, int) or not 0 <= value < n:
            raise LookupError(f"loaded {value!r} is not a number from 0 to {n - 1} ({what})")
        return value

    def roll(self, sides: int = 6, what: str = "") -> int:
        value = self._next(what)
        if value is None:
            return 1 + super().below(sides, what)
        if not isinstance(value, int) or not 1 <= value <= sides:
            raise LookupError(f"loaded {value!r} is no face of a die with {sides} sides ({what})")
        return value

    def _index(self, items: Sequence[Any], what: str) -> int:
        value = self._next(what)
        if value is None:
            return super().below(len(items), what)
        if value not in items:
            raise LookupError(f"loaded {value!r} is not among the cards that could come ({what}): {list(items)[:50]}")
        return items.index(value)

    def pick(self, items: Sequence[T], what: str = "") -> T:
        return items[self._index(items, what)]

    def take(self, pile: list[T], what: str = "") -> T:
        return pile.pop(self._index(pile, what))

    def shuffle(self, pile: list[T], what: str = "") -> None:
        """Loaded dice leave a pile in the order in which the test laid it."""

    def to_wire(self) -> dict[str, Any]:
        return {"kind": "loaded", "seed": self.seed, "taken": self.taken, "queues": self.queues}


class ManualDice(Dice):
    """Dice and draws of a real table: people type what was rolled. Shuffles of hidden piles stay with the program."""

    __slots__ = ("given", "used")

    def __init__(self, seed: str, taken: int = 0, given: tuple[Result, ...] = ()) -> None:
        super().__init__(seed, taken)
        self.given = given
        self.used = 0

    def copy(self) -> ManualDice:
        twin = ManualDice(self.seed, self.taken, self.given)
        twin.used = self.used
        return twin

    def _typed(self, what: str, results: tuple[Result, ...]) -> Result:
        if self.used >= len(self.given):
            raise NeedRoll(what, results)
        value = self.given[self.used]
        self.used += 1
        self.taken += 1
        return value

    def roll(self, sides: int = 6, what: str = "") -> int:
        return int(self._typed(what, tuple(range(1, sides + 1))))

    def pick(self, items: Sequence[T], what: str = "") -> T:
        if len(items) == 1:
            return items[0]
        faces = tuple(dict.fromkeys(str(item) for item in items))
        chosen = self._typed(what, faces)
        return next(item for item in items if str(item) == chosen)

    def take(self, pile: list[T], what: str = "") -> T:
        card = self.pick(pile, what)
        pile.remove(card)
        return card

    def to_wire(self) -> dict[str, Any]:
        return {"kind": "manual", "seed": self.seed, "taken": self.taken}


def from_wire(wire: dict[str, Any]) -> Dice:
    """The dice that a save describes."""
    match wire:
        case {"kind": "keyed", "seed": str(seed), "taken": int(taken)} if len(seed) == _BLOCK:
            return Dice(seed, taken)
        case {"kind": "manual", "seed": str(seed), "taken": int(taken)} if len(seed) == _BLOCK:
            return ManualDice(seed, taken)
        case {"kind": "loaded", "seed": str(seed), "taken": int(taken), "queues": dict(queues)}:
            return LoadedDice({name: list(queue) for name, queue in queues.items()}, seed, taken)
    raise SaveError("The dice in this file are damaged or were changed by hand.")
