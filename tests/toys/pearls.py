"""Pearls: a toy game with a hidden hand, dice, a secret bid and a choice without consequences.

Two seats hold three hidden cards each from a deck of nine. Each round both bid a card secretly; the higher card takes a
pearl, a tie is rolled off. Then the winner may polish pearls (free, undoable) and must sell some. Six rounds of three
cards are too many: when the hands are empty, most pearls wins.
"""

from __future__ import annotations

from sandtable.kernel.clauses import Clauses
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option, Secretly
from sandtable.kernel.game import Game, Options, OptionSpec, Outcome, View
from sandtable.kernel.state import Record, State, replace
from sandtable.kernel.table import Board, Panel, Piece, Row, Space, Table
from sandtable.kernel.words import Words

SEATS = ("north", "south")
CARDS = tuple(f"card-{n}" for n in range(1, 10))
RULES = """
# Pearls
- **PE-1.1** Each seat is dealt three of nine cards, hidden from the other.
- **PE-2.1** Both seats bid one card secretly; the bids are opened together.
- **PE-2.2** The higher card takes a pearl. Each tie is rolled off with one die.
- **PE-3.1** The winner polishes or dulls his pearls as he likes, then sells.
- **PE-4.1** When the hands are empty, the seat with most pearls wins.
"""


class Chest(Record, frozen=True):
    """What a seat has won."""

    pearls: int = 0
    polished: int = 0


class Pearls(State, kw_only=True):
    """The state of Pearls."""

    deck: list[str]
    hands: dict[str, tuple[str, ...]]
    chests: dict[str, Chest]
    winner: str = ""


class PearlsView(View, frozen=True):
    """What a seat sees: its own hand, the number of cards of the other."""

    hand: tuple[str, ...]
    others: dict[str, int]
    chests: dict[str, Chest]
    deck: int


def card_value(card: str) -> int:
    """PE-2.2 Cards 1-3 are worth 1, 4-6 worth 2, 7-9 worth 3."""
    return (int(card.split("-")[1]) + 2) // 3


def bidding(s: Pearls) -> Flow:
    """PE-2.1, PE-2.2 One round of bids."""
    bids = yield Secretly({seat: [("bid", card) for card in s.hands[seat]] for seat in SEATS}, rule="PE-2.1", ask="bid")
    s.reveal()
    for seat in SEATS:
        card = bids[seat][1]
        s.hands[seat] = tuple(c for c in s.hands[seat] if c != card)
        s.journal.add("PE-2.1", "bid", seat=seat, card=card)
    north, south = (card_value(bids[seat][1]) for seat in SEATS)
    while north == south:
        north, south = s.dice.roll(6, "north"), s.dice.roll(6, "south")
        s.journal.add("PE-2.2", "tie", north=north, south=south)
    s.winner = "north" if north > south else "south"
    s.chests[s.winner] = replace(s.chests[s.winner], pearls=s.chests[s.winner].pearls + 1)
    s.journal.add("PE-2.2", "won", seat=s.winner)


def polishing(s: Pearls) -> Flow:
    """PE-3.1 The winner polishes."""
    seat = s.winner
    while True:
        chest = s.chests[seat]
        options: list[Option] = [("sell",)]
        if chest.polished < chest.pearls:
            options.append(("polish", seat))
        if chest.polished:
            options.append(("dull", seat))
        pick = yield Choose(
            seat,
            options,
            rule="PE-3.1",
            ask="polish",
            why_not=lambda option: ("All your pearls are polished.", "PE-3.1") if option[0] == "polish" else None,
        )
        if pick == ("sell",):
            s.winner = ""
            return
        s.chests[seat] = replace(chest, polished=chest.polished + (1 if pick[0] == "polish" else -1))


class PearlsGame(Game[Pearls, PearlsView]):
    """The toy game."""

    id = "pearls"
    title = "Pearls"
    state_type = Pearls
    options: tuple[OptionSpec, ...] = (OptionSpec("cards", (1, 2, 3), 3, "Cards dealt to each seat."),)
    words = Words(
        names={seat: seat.title() for seat in SEATS} | {card: card.replace("-", " ") for card in CARDS},
        events={"bid": "{seat} bids {card}.", "tie": "Roll-off {north} to {south}.", "won": "{seat} takes a pearl."},
        prompts={"bid": "Bid a card", "polish": "Polish your pearls"},
        verbs={"bid": "Bid {0}", "polish": "Polish", "dull": "Dull", "sell": "Sell"},
    )
    most_decisions = 10_000

    def data_version(self) -> str:
        return "pearls-1"

    def seats(self, options: Options) -> tuple[str, ...]:
        return SEATS

    def new(self, options: Options, dice: Dice) -> Pearls:
        deck = list(CARDS)
        dice.shuffle(deck, "deck")
        hands = {seat: tuple(deck.pop() for _ in range(int(options["cards"]))) for seat in SEATS}
        return Pearls(dice=dice, deck=deck, hands=hands, chests={seat: Chest() for seat in SEATS})

    def play(self, s: Pearls) -> Flow:
        return polishing(s) if s.winner else bidding(s)

    def outcome(self, s: Pearls) -> Outcome | None:
        if s.winner or s.hands["north"]:
            return None
        scores = {seat: float(chest.pearls) for seat, chest in s.chests.items()}
        best = max(scores.values())
        winners = tuple(seat for seat in SEATS if scores[seat] == best)
        return Outcome("draw" if len(winners) > 1 else winners[0], winners[:1], scores, drawn=len(winners) > 1)

    def sight(self, s: Pearls, seat: str) -> PearlsView:
        return PearlsView(
            seat=seat,
            hand=s.hands.get(seat, ()),
            others={other: len(hand) for other, hand in s.hands.items() if other != seat},
            chests=dict(s.chests),
            deck=len(s.deck),
        )

    def guess(self, s: Pearls, seat: str, dice: Dice) -> None:
        hidden = sorted(s.deck + [card for other in SEATS if other != seat for card in s.hands[other]])
        dice.shuffle(hidden)
        for other in SEATS:
            if other != seat:
                s.hands[other] = tuple(hidden.pop() for _ in s.hands[other])
        s.deck = hidden

    def board(self, options: Options) -> Board:
        return Board(200, 100, (Space("table", 100, 50, "rect", 200, 100, label="Table"),))

    def table(self, view: PearlsView) -> Table:
        hand = tuple(Piece(card, "card", "hand", label=card.replace("-", " ")) for card in view.hand)
        rows = tuple(Row(seat.title(), chest.pearls) for seat, chest in view.chests.items())
        return Table("Pearls", hand, (Panel("hand", "Hand", "cards"), Panel("chests", "Chests", "facts", rows)))

    def worth(self, view: PearlsView, seat: str) -> float:
        mine = view.chests[seat].pearls
        others = max(chest.pearls for other, chest in view.chests.items() if other != seat)
        return 0.5 + (mine - others) / 6

    def sensible(self, view: PearlsView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        if rule == "PE-2.1":
            return max(options, key=lambda option: card_value(str(option[1])))
        return ("sell",)

    def invariants(self, s: Pearls) -> list[str]:
        wrong = []
        for seat, chest in s.chests.items():
            if not 0 <= chest.polished <= chest.pearls:
                wrong.append(f"{seat} has {chest.polished} polished of {chest.pearls} pearls")
        return wrong

    @property
    def clauses(self) -> Clauses:
        return Clauses.read(RULES)


GAME = PearlsGame()
