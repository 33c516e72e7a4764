"""Toys for the server: one whose hidden cards can be recognised in any byte, one whose rules fail."""

from __future__ import annotations

import os
import secrets
from hashlib import blake2b

import msgspec

from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.game import Options, Outcome
from sandtable.kernel.table import Table
from tests.toys.pearls import SEATS, Chest, Pearls, PearlsGame, PearlsView

# Worker processes must know the same words.
_WORD = os.environ.setdefault("SANDTABLE_TEST_CANARY", secrets.token_hex(8))
TOKENS = tuple(f"card-{n}-{blake2b(f'{n} {_WORD}'.encode(), digest_size=8).hexdigest()}" for n in range(1, 10))
SECRET = f"hidden-{_WORD}"


class CanaryGame(PearlsGame):
    """Pearls with card ids that nobody could know or guess."""

    id = "canary"
    title = "Canary"

    def new(self, options: Options, dice: Dice) -> Pearls:
        deck = list(TOKENS)
        dice.shuffle(deck, "deck")
        hands = {seat: tuple(deck.pop() for _ in range(int(options["cards"]))) for seat in SEATS}
        return Pearls(dice=dice, deck=deck, hands=hands, chests={seat: Chest() for seat in SEATS})


class FaultyGame(PearlsGame):
    """A game whose rules, odds and table fail, with a secret in the words of the fault."""

    id = "faulty"
    title = "Faulty"

    def play(self, s: Pearls) -> Flow:
        return self._asking(s)

    def _asking(self, s: Pearls) -> Flow:
        def odds(_option: object) -> None:
            raise KeyError(SECRET)

        pick = yield Choose("north", [("good",), ("bad",), ("ugly",)], rule="PE-3.1", odds=None)
        if pick == ("bad",):
            raise KeyError(SECRET)
        if pick == ("ugly",):
            s.winner = "ugly"
        yield Choose("north", [("end", n) for n in range(50)], rule="PE-3.1", odds=odds)

    def table(self, view: PearlsView) -> Table:
        return super().table(view)


class PursesGame(PearlsGame):
    """Each seat picks up pearls in private, as many as it likes up to four; then both say openly that they are done."""

    id = "purses"
    title = "Purses"

    def play(self, s: Pearls) -> Flow:
        return self._picking(s)

    def _picking(self, s: Pearls) -> Flow:
        for seat in SEATS:
            for _ in range(4):
                pick = yield Choose(seat, [("polish", seat), ("sell",)], rule="PE-3.1", private=True)
                if pick == ("sell",):
                    break
                s.journal.add("PE-3.1", "won", seen_by=(seat,), seat=seat)
            s.journal.add("PE-3.1", "bid", seat=seat, card="card-1")
        for seat in SEATS:
            yield Choose(seat, [("sell",)], rule="PE-3.1")
        s.hands = dict.fromkeys(SEATS, ())


class PocketsGame(PearlsGame):
    """South picks up two pearls in private and shows one of them in between; then north says that he has seen it."""

    id = "pockets"
    title = "Pockets"

    def play(self, s: Pearls) -> Flow:
        yield Choose("north", [("sell",)], rule="PE-4.1")
        yield Choose("south", [("polish", "south"), ("sell",)], rule="PE-3.1", private=True)
        s.chests["south"] = Chest(1)
        s.journal.add("PE-3.1", "won", seat="south")
        yield Choose("south", [("polish", "south"), ("sell",)], rule="PE-2.2", private=True)
        yield Choose("north", [("sell",)], rule="PE-4.1")
        s.hands = dict.fromkeys(SEATS, ())


class SentriesGame(PearlsGame):
    """North walks three steps, the last of them in turn 2; at each south may fire or pass, then look or pass."""

    id = "sentries"
    title = "Sentries"
    words = msgspec.structs.replace(
        PearlsGame.words,
        verbs={"walk": "Walk on", "fire": "Fire {0}", "pass": "Pass", "look": "Look at {0}"},
        acts={"pass": "pass"},
    )

    def play(self, s: Pearls) -> Flow:
        yield Choose("north", [("walk",)], rule="PE-2.1")
        near = len(s.deck) < 2  # the heavy gun reaches only the last step
        guns: list[Option] = [("fire", "light"), *([("fire", "heavy")] if near else [])]
        yield Choose("south", [*guns, ("pass",)], rule="PE-3.1")
        yield Choose("south", [("look", "north"), ("pass",)], rule="PE-2.2")
        s.deck.pop()

    def outcome(self, s: Pearls) -> Outcome | None:
        return None if s.deck else Outcome("north", ("north",), {"north": 1.0, "south": 0.0})

    def table(self, view: PearlsView) -> Table:
        return Table(f"Turn {1 + (view.deck < 2)}", (), ())


CANARY = CanaryGame()
PURSES = PursesGame()
POCKETS = PocketsGame()
FAULTY = FaultyGame()
SENTRIES = SentriesGame()
