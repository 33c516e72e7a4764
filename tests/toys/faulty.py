"""Pearls with one planted fault each: the contract suite must find every one of them."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.game import Options, Outcome
from sandtable.kernel.state import replace
from sandtable.kernel.words import Words
from tests.toys.pearls import SEATS, Pearls, PearlsGame, PearlsView, bidding, card_value, polishing


def _words(events: dict[str, str] | None = None, **verbs: str) -> Words:
    sound = PearlsGame.words
    return Words(sound.names, {**sound.events, **(events or {})}, sound.prompts, {**sound.verbs, **verbs})


def other_of(seat: str) -> str:
    """The opponent."""
    return SEATS[1 - SEATS.index(seat)]


class LeakingView(PearlsGame):
    """The number of cards of the others is their sum instead."""

    def sight(self, s: Pearls, seat: str) -> PearlsView:
        sums = {other: sum(map(card_value, hand)) for other, hand in s.hands.items() if other != seat}
        return msgspec.structs.replace(super().sight(s, seat), others=sums)


class LeakToSpectator(PearlsGame):
    """Only a spectator sees a hand."""

    def sight(self, s: Pearls, seat: str) -> PearlsView:
        view = super().sight(s, seat)
        return view if seat else msgspec.structs.replace(view, hand=s.hands["south"])


class StrangerInAWar(PearlsGame):
    """One of its seats fights nobody."""

    sides = (SEATS[0], "west")


class SharingState(Pearls, kw_only=True):
    """Its clone forgets to copy the deck."""

    def clone(self) -> SharingState:
        twin = super().clone()
        twin.deck = self.deck
        return twin


class SharingClone(PearlsGame):
    """A clone that shares a list."""

    state_type = SharingState

    def new(self, options: Options, dice: Dice) -> Pearls:
        s = super().new(options, dice)
        return SharingState(dice=dice, deck=s.deck, hands=s.hands, chests=s.chests)

    def play(self, s: Pearls) -> Flow:
        yield from super().play(s)
        s.deck.append(s.deck.pop(0))


class ListInRecord(PearlsGame):
    """A list where a tuple should be: clones share it."""

    def new(self, options: Options, dice: Dice) -> Pearls:
        s = super().new(options, dice)
        s.hands = {seat: list(hand) for seat, hand in s.hands.items()}  # type: ignore[misc]  # the fault
        return s


class PolishWith(PearlsGame):
    """The base of faults that show when the winner polishes."""

    def play(self, s: Pearls) -> Flow:
        return self.polishing(s) if s.winner else bidding(s)

    def polishing(self, s: Pearls) -> Flow:
        """The faulty activity."""
        raise NotImplementedError

    def sensible(self, view: PearlsView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        return super().sensible(view, seat, options, rule, dice) if ("sell",) in options else options[0]

    def polish(self, s: Pearls, by: int = 1) -> None:
        """Polish one pearl, if there is one."""
        chest = s.chests[s.winner]
        s.chests[s.winner] = replace(chest, polished=max(0, min(chest.pearls, chest.polished + by)))


class WorldlyChance(PolishWith):
    """Chance from the machine instead of the dice."""

    def polishing(self, s: Pearls) -> Flow:
        import random

        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish")
        if random.random() < 0.5:
            self.polish(s)
        s.winner = ""


class WorldlyTime(PolishWith):
    """A rule that looks at the clock."""

    def polishing(self, s: Pearls) -> Flow:
        import time

        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish")
        s.winner = "" if time.time() > 0 else s.winner


class UndoOverDice(PolishWith):
    """A roll that the dice do not count: undo stays free and shows what would be rolled."""

    def polishing(self, s: Pearls) -> Flow:
        while (yield Choose(s.winner, [("polish", s.winner), ("sell",)], rule="PE-3.1", ask="polish")) != ("sell",):
            self.polish(s, 1 if s.dice.copy().roll(6) > 3 else -9)
        s.winner = ""


class RevealWithoutBarrier(PolishWith):
    """Polishing shows in the journal the best card of the opponent, and can be undone."""

    words = _words({"peek": "{seat} holds {card}."})

    def polishing(self, s: Pearls) -> Flow:
        while (yield Choose(s.winner, [("polish", s.winner), ("sell",)], rule="PE-3.1", ask="polish")) != ("sell",):
            self.polish(s)
            for card in s.hands[other_of(s.winner)][:1]:
                s.journal.add("PE-3.1", "peek", seat=other_of(s.winner), card=card, seen_by=(s.winner,))
        s.winner = ""


class ShownWithoutReveal(PolishWith):
    """What polishing does depends on the hidden hand of the opponent."""

    def polishing(self, s: Pearls) -> Flow:
        while (yield Choose(s.winner, [("polish", s.winner), ("sell",)], rule="PE-3.1", ask="polish")) != ("sell",):
            if any(card_value(card) == 3 for card in s.hands[other_of(s.winner)]):
                self.polish(s)
        s.winner = ""


class LeakByAbsence(PolishWith):
    """The opponent is asked whether he envies only if he holds a high card."""

    words = _words(envy="Envy")

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish")
        other = other_of(s.winner)
        if any(card_value(card) == 3 for card in s.hands[other]):
            yield Choose(other, [("envy",)], rule="PE-3.1", ask="polish")
        s.winner = ""


class LeakByForce(PolishWith):
    """The same by a forced choice: with a high card there are two options, otherwise it is taken without asking."""

    words = _words(envy="Envy", bear="Bear it")

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish")
        other = other_of(s.winner)
        high = any(card_value(card) == 3 for card in s.hands[other])
        options: list[Option] = [("bear",), ("envy",)] if high else [("bear",)]
        yield Choose(other, options, rule="PE-3.1", ask="polish", forced=True)
        s.winner = ""


class LeakByRule(PolishWith):
    """The rule of the decision, which all may read, depends on a hidden hand."""

    def polishing(self, s: Pearls) -> Flow:
        high = any(card_value(card) == 3 for card in s.hands[s.winner])
        yield Choose(s.winner, [("sell",)], rule="PE-2.2" if high else "PE-3.1", ask="polish")
        s.winner = ""


class RefusalTells(PolishWith):
    """The explanation of a refusal tells what the opponent holds."""

    def polishing(self, s: Pearls) -> Flow:
        other = other_of(s.winner)
        why = lambda option: (f"They hold {len({card_value(c) for c in s.hands[other]})} kinds.", "PE-3.1")  # noqa: E731
        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish", why_not=why)
        s.winner = ""


class RefusedButChanged(PolishWith):
    """Asking why not polishes all the same."""

    def polishing(self, s: Pearls) -> Flow:
        def why_not(option: Option) -> tuple[str, str]:
            self.polish(s)
            return "It is not allowed now.", "PE-3.1"

        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish", why_not=why_not)
        s.winner = ""


class DeadEnd(PolishWith):
    """A decision without options."""

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [], rule="PE-3.1", ask="polish")


class EndlessLoop(PolishWith):
    """Selling never ends."""

    most_decisions = 300

    def polishing(self, s: Pearls) -> Flow:
        while True:
            yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish")


class EndlessSilence(PolishWith):
    """An activity that neither asks nor changes anything."""

    def polishing(self, s: Pearls) -> Flow:
        yield from ()


class HashOrder(PearlsGame):
    """The options come in the order of a set."""

    def play(self, s: Pearls) -> Flow:
        if s.winner:
            yield from polishing(s)
            return
        s.hands = {seat: tuple(set(hand)) for seat, hand in s.hands.items()}
        yield from bidding(s)


class UnwritableState(Pearls, kw_only=True):
    """A field that no JSON can hold."""

    memo: Any = None


class UnwritableField(PearlsGame):
    """A state that cannot be saved by its type."""

    state_type = UnwritableState

    def new(self, options: Options, dice: Dice) -> Pearls:
        s = super().new(options, dice)
        return UnwritableState(dice=dice, deck=s.deck, hands=s.hands, chests=s.chests)


class UnwritableValue(PearlsGame):
    """A state that holds what its type does not allow."""

    def new(self, options: Options, dice: Dice) -> Pearls:
        s = super().new(options, dice)
        s.deck = [frozenset(s.deck)]  # type: ignore[list-item]  # the fault
        return s


class LocalSecret(PearlsGame):
    """A hidden hand lies in a local variable over a decision."""

    def play(self, s: Pearls) -> Flow:
        if s.winner:
            yield from polishing(s)
            return
        hands = dict(s.hands)
        s.secrets_shown += 1
        for seat in SEATS:
            yield Choose(seat, [("sell",)], rule="PE-2.1", ask="bid")
        s.hands.update(hands)
        yield from bidding(s)

    def invariants(self, s: Pearls) -> list[str]:
        cards = [*s.deck, *s.hands["north"], *s.hands["south"]]
        return ["a card is there twice"] if len(set(cards)) != len(cards) else []


class WrongGuess(PearlsGame):
    """Guessing deals the own hand anew."""

    def guess(self, s: Pearls, seat: str, dice: Dice) -> None:
        super().guess(s, "", dice)


class SecretTooLate(PearlsGame):
    """The secret choice comes when its activity has already changed something."""

    def play(self, s: Pearls) -> Flow:
        if s.winner:
            return polishing(s)
        s.deck.append(s.deck.pop(0))
        return bidding(s)


class PeepingBot(PearlsGame):
    """Its sensible player looks up the state that its view was made of, which it was never given."""

    def __init__(self) -> None:
        self._made_of: dict[int, tuple[PearlsView, Pearls]] = {}  # holds the views too, so that no id comes again

    def sight(self, s: Pearls, seat: str) -> PearlsView:
        view = super().sight(s, seat)
        self._made_of[id(view)] = view, s
        return view

    def sensible(self, view: PearlsView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        _, state = self._made_of[id(view)]
        return options[sum(map(card_value, state.hands[other_of(seat)])) % len(options)]


class SharedView(PearlsGame):
    """A view that shares a container with the state and changes with it."""

    def sight(self, s: Pearls, seat: str) -> PearlsView:
        return msgspec.structs.replace(super().sight(s, seat), chests=s.chests)


class RewrittenJournal(PearlsGame):
    """A line of the journal that shares a list with the state."""

    words = _words({"deck": "{cards} are left."})

    def play(self, s: Pearls) -> Flow:
        yield from super().play(s)
        s.journal.add("PE-1.1", "deck", cards=s.deck, seen_by=())
        s.deck.append(s.deck.pop(0))


class ToldDraw(PolishWith):
    """The winner draws a hidden card, and the journal tells everyone which."""

    words = _words({"draw": "{seat} draws {card}."})

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish")
        old, *rest = s.hands[s.winner] or ("",)
        if old:
            card = s.dice.take(s.deck, "draw")
            s.deck.append(old)
            s.hands[s.winner] = (card, *rest)
            s.journal.add("PE-3.1", "draw", seat=s.winner, card=card)
        s.winner = ""


class LookingRolls(PearlsGame):
    """Looking at the table takes a die."""

    def sight(self, s: Pearls, seat: str) -> PearlsView:
        s.dice.roll(6)
        return super().sight(s, seat)


class UnknownRule(PolishWith):
    """A decision under a rule that does not exist."""

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [("sell",)], rule="PE-9.9", ask="polish")
        s.winner = ""


class SameTexts(PearlsGame):
    """Two options that read alike."""

    words = _words(bid="Bid a card")


class NamelessThing(PolishWith):
    """An option that names what is not on the table."""

    words = _words(sell="Sell to {0}")

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [("sell", "merchant")], rule="PE-3.1", ask="polish")
        s.winner = ""


class TwiceTheSame(PolishWith):
    """An option that is offered twice."""

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [("sell",), ("sell",)], rule="PE-3.1", ask="polish")
        s.winner = ""


class BrokenScores(PearlsGame):
    """A result that scores nobody."""

    def outcome(self, s: Pearls) -> Outcome | None:
        outcome = super().outcome(s)
        return outcome and msgspec.structs.replace(outcome, scores={})


class UnnamedFeature(PearlsGame):
    """More features than names of features."""

    def features(self, view: PearlsView, seat: str) -> tuple[float, ...]:
        return (0.0, 1.0)

    def feature_names(self, options: Options) -> tuple[str, ...]:
        return ("pearls",)


class EndlessFeature(PearlsGame):
    """A feature that is no number."""

    def features(self, view: PearlsView, seat: str) -> tuple[float, ...]:
        return (float("nan"),)


class FaultyRule(PolishWith):
    """A rule that fails."""

    def polishing(self, s: Pearls) -> Flow:
        yield Choose(s.winner, [("sell",)], rule="PE-3.1", ask="polish")
        raise KeyError("card-1")


HASH_ORDER = HashOrder()
