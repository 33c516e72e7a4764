"""Bidding for goods (AL-5.5 to AL-5.8, AL-20.5)."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRBASES, CARGO_BASES, COLOURS, usable_by
from sandtable.games.airlift.model import Airlift, in_order_from
from sandtable.games.airlift.rules.pieces import colour_index, count, nation, pay_support, plus, take_cube
from sandtable.kernel.flow import Asks, Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

HIGHEST_BID = 3


def can_open(s: Airlift, seat: str) -> bool:
    """AL-5.6, AL-5.8 To open one needs a support point, and there must be a cube that can be moved."""
    return s.players[seat].support >= 1 and bool(cubes_to_win(s, seat))


def cubes_to_win(s: Airlift, seat: str) -> list[Option]:
    """AL-5.8 Every cube at an airbase that could go to another airbase of the player's."""
    goals = destinations(s, seat, "")
    return [
        ("claim", base, COLOURS[index])
        for base in AIRBASES
        for index, n in enumerate(s.bases[base].cubes)
        if n and any(goal != base for goal in goals)
    ]


def destinations(s: Airlift, seat: str, other_than: str) -> list[str]:
    """AL-5.8 Active airbases the nation may use, Finkenwerder excluded."""
    side = nation(seat)
    return [b for b in CARGO_BASES if b != other_than and s.bases[b].active and usable_by(side, b)]


def bidding(s: Airlift) -> Flow:
    """AL-5.5 The next player in order from the AP may open an auction."""
    seat = s.waiting.pop(0)
    if not can_open(s, seat):
        return
    pick = yield Choose(seat, [("open_auction",), ("pass",)], rule="AL-5.5", ask="auction")
    if pick == ("pass",):
        return
    winner = yield from auction(s, seat)
    yield from take_the_goods(s, winner)


def auction(s: Airlift, opener: str) -> Asks[str]:
    """AL-5.6, AL-5.7 The offer goes round until all others have passed; a bid of 3 wins at once. Who won."""
    paid = dict.fromkeys(s.seats, 0)
    bid = 0
    holder = ""
    in_the_bidding = list(in_order_from(s, opener))

    def raise_bid(seat: str) -> None:
        nonlocal bid, holder
        bid += 1
        holder = seat
        pay_support(s, seat, bid - paid[seat])
        count(s, f"support {seat} auctions", bid - paid[seat])
        paid[seat] = bid
        s.journal.add("AL-5.6", "bid", seat=seat, n=bid)

    raise_bid(opener)
    turn = 0
    while bid < HIGHEST_BID and len(in_the_bidding) > 1:
        turn = (turn + 1) % len(in_the_bidding)
        seat = in_the_bidding[turn]
        more = bid + 1 - paid[seat]
        options: list[Option] = [("raise", bid + 1), ("pass",)] if s.players[seat].support >= more else [("pass",)]
        pick = yield Choose(seat, options, rule="AL-5.6", ask="raise", about=(bid, holder), forced=True)
        if pick == ("pass",):
            in_the_bidding.pop(turn)
            turn -= 1
        else:
            raise_bid(seat)
    s.journal.add("AL-5.6", "auction_won", seat=holder, n=bid)
    return holder


def take_the_goods(s: Airlift, seat: str) -> Flow:
    """AL-5.8 The winner moves one incoming cube to an airbase his nation may use; a transfer marker on it is freed."""
    claims = cubes_to_win(s, seat)
    if not claims:
        return
    claimed = yield Choose(seat, claims, rule="AL-5.8", ask="claim", forced=True)
    base, colour = id_in(claimed), id_in(claimed, 2)
    goals: list[Option] = [("bring", colour, goal) for goal in destinations(s, seat, base)]
    goal = id_in((yield Choose(seat, goals, rule="AL-5.8", ask="bring", about=(colour,), forced=True)), 2)
    index = colour_index(colour)
    take_cube(s, base, index, unmarked_first=True)
    s.bases[goal] = replace(s.bases[goal], cubes=plus(s.bases[goal].cubes, index))
    s.journal.add("AL-5.8", "goods_moved", seat=seat, colour=colour, base=base, to=goal)


def solitaire_claim(s: Airlift) -> Flow:
    """AL-20.5 Alone, the player may pay 1 SP once a turn for a cube."""
    seat = s.waiting.pop(0)
    if not can_open(s, seat):
        return
    pick = yield Choose(seat, [("open_auction",), ("pass",)], rule="AL-20.5", ask="auction")
    if pick == ("open_auction",):
        pay_support(s, seat, 1)
        count(s, f"support {seat} auctions", 1)
        yield from take_the_goods(s, seat)
