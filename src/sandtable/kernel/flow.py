"""Decisions. A rule that needs one is a generator: it yields a Choose and gets the chosen option back."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from sandtable.kernel.records import Odds as Odds
from sandtable.kernel.records import Option as Option

Refusal = tuple[str, str]
"""(sentence, clause): why something cannot be done."""
Offer = Sequence[Option] | Callable[[], Sequence[Option]]
"""The options of a choice, or a function that makes them when somebody reads them."""


class Choose:
    """One seat chooses one of the options.

    `options` may be a function that makes them: it is called when somebody reads them, once, and not at all where a
    choice that was made before is made again, as in a clone. It must not change the state.
    `rule` is the clause that gives the choice; `ask` names the prompt in the game's words, filled with the ids in
    `about`. `why_not` explains a near miss and `odds` what an option may do; both are called only when a person asks.
    With `forced`, a single option is taken without asking (never where its absence would tell a secret).
    With `private`, other seats are not told how often the seat chose: a run of such choices is one step for them.
    With `together`, questions of this kind about several things may be shown as one list (`kernel.together`): where
    the answer to one does not depend on how another turns out. So may one that is put again until its last option,
    which names nothing, ends it: then every other option is a row to tick.
    """

    __slots__ = ("_offer", "about", "ask", "forced", "odds", "private", "rule", "seat", "together", "why_not")

    def __init__(
        self,
        seat: str,
        options: Offer,
        rule: str,
        ask: str = "",
        about: tuple[str | int, ...] = (),
        forced: bool = False,
        why_not: Callable[[Option], Refusal | None] | None = None,
        odds: Callable[[Option], Odds | None] | None = None,
        private: bool = False,
        together: bool = False,
    ) -> None:
        self.seat = seat
        self._offer = options
        self.rule = rule
        self.ask = ask
        self.about = about
        self.forced = forced
        self.why_not = why_not
        self.odds = odds
        self.private = private
        self.together = together

    @property
    def options(self) -> Sequence[Option]:
        """What the seat may choose."""
        options = self._offer
        if callable(options):
            options = self._offer = options()
        return options

    def take_options(self, options: Sequence[Option]) -> None:
        """These are the options, known from the same choice elsewhere: they need not be made once more."""
        if callable(self._offer):
            self._offer = options

    def with_options(self, options: Offer) -> Choose:
        """The same choice with other options, of which none is forced."""
        return self._altered(self.seat, options)

    def put_to(self, seat: str) -> Choose:
        """The same choice for another seat, which makes it in this one's place."""
        return self._altered(seat, self._offer)

    def _altered(self, seat: str, options: Offer) -> Choose:
        return Choose(
            seat, options, self.rule, self.ask, self.about, False, self.why_not, self.odds, self.private, self.together
        )


class Secretly:
    """Several seats choose at the same time, sealed until all are in. The answer is {seat: option}."""

    __slots__ = ("about", "ask", "options", "rule", "why_not")

    def __init__(
        self,
        options: Mapping[str, Sequence[Option]],
        rule: str,
        ask: str = "",
        about: tuple[str | int, ...] = (),
        why_not: Callable[[Option], Refusal | None] | None = None,
    ) -> None:
        self.options = options
        self.rule = rule
        self.ask = ask
        self.about = about
        self.why_not = why_not


Decision = Choose | Secretly
R = TypeVar("R")


class Once(Generic[R]):
    """What is made when it is first asked for, then kept: options of which a rule needs something afterwards."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], R]) -> None:
        self._make = make
        self._made: list[R] = []

    def __call__(self) -> R:
        if not self._made:
            self._made.append(self._make())
        return self._made[0]


Flow = Generator[Decision, Any, None]
"""A procedure of the rules that may ask."""
Asks = Generator[Decision, Any, R]
"""A procedure that may ask and gives a result: `hits = yield from release_payload(s)`."""


def privately(flow: Flow) -> Flow:
    """A procedure all of whose choices are private."""
    answer: Any = None
    while True:
        try:
            decision = flow.send(answer)
        except StopIteration:
            return
        if isinstance(decision, Choose):
            decision.private = True
        answer = yield decision
