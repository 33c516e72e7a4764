"""A room's part in standing orders: it keeps them, and passes for players who are away."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.language import ENGLISH, speaking
from sandtable.kernel.words import Words
from sandtable.server.match import Match
from sandtable.server.orders.records import KeptOrders, StandingOrder
from sandtable.server.orders.rows import put_orders
from sandtable.server.records import HUMAN, Declined
from sandtable.server.seating import Seating
from sandtable.server.storage import StoredMatch


def turn_of(match: Match, seat: str) -> str:
    """The turn as a seat reads it, in one language: it changes when the turn does."""
    with speaking(ENGLISH):
        known = match.known_to(seat)
        return match.game.table(known.sight(seat)).heading


def in_force(stored: StoredMatch, match: Match, seat: str) -> tuple[StandingOrder, ...]:
    """The orders of a seat that still hold: given by its holder, and in this turn if they were for one."""
    kept = stored.orders.get(seat)
    if kept is None or kept.holder != stored.holder(seat):
        return ()
    same = kept.turn == turn_of(match, seat)
    return tuple(order for order in kept.orders if same or not order.this_turn)


def ordered(order: StandingOrder, rule: str, options: Sequence[Option], words: Words) -> Option | None:
    """What an order chooses of some options; None where it says nothing of them."""
    passing = [option for option in options if words.act(option) == "pass"]
    if len(passing) != 1 or order.rule not in ("", rule):
        return None
    able = {part for option in options if option != passing[0] for part in option[1:]}
    return None if able.intersection(order.unless) else passing[0]


class StandingOrders(Seating):
    """The standing orders of one match."""

    async def orders_of(self, seat: str) -> tuple[StandingOrder, ...]:
        """The orders of a seat that are in force."""
        async with self.lock:
            return in_force(self.stored, await self.here(), seat)

    async def give_orders(self, seat: str, orders: tuple[StandingOrder, ...]) -> None:
        """Put orders in the place of those that a seat has."""
        async with self.lock:
            match = await self.here()
            if self.stored.closed or match.position.over:
                raise Declined(409, "The match is over.")
            for order in orders:
                if order.rule and match.game.clauses.get(order.rule) is None:
                    raise Declined(422, "There is no rule '{clause}' in this game.", clause=order.rule)
            kept = KeptOrders(self.stored.holder(seat), turn_of(match, seat), orders)
            await self._write(put_orders(self.id, seat, kept))
            self.stored = msgspec.structs.replace(self.stored, orders=self.stored.orders | {seat: kept})
        self.bots.wake()

    async def follow_orders(self) -> bool:
        """Choose once for a player who ordered it; False when nothing that is asked was."""
        if not self.stored.orders:
            return False
        async with self.lock:
            match = await self.here()
            chosen = None if self.stored.closed else self._ordered(match)
            if chosen is None:
                return False
            seat, option = chosen
            await self.perform(match, match.bot_chooses(seat, option, HUMAN, match.version), None)
            return True

    def _ordered(self, match: Match) -> tuple[str, Option] | None:
        """The seat for which an order chooses now, and what. Those who have taken something back want to choose."""
        position, decision = match.position, match.position.decision
        if not isinstance(decision, Choose) or match.undo_wanted is not None:
            return None
        seat = decision.seat
        if match.seats[seat].player != HUMAN or position.redo_seat == seat or seat not in self.stored.orders:
            return None
        for order in in_force(self.stored, match, seat):
            option = ordered(order, decision.rule, decision.options, match.game.words)
            if option is not None:
                return seat, option
        return None
