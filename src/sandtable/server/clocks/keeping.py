"""What players do about the clock of a match: vacation, claims when somebody's time is over, and giving up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.server.bookkeeping import ended, together
from sandtable.server.clocks import time as clocks
from sandtable.server.clocks.time import DAY, Clock, TimeControl
from sandtable.server.records import HUMAN, Declined, Said, Seat
from sandtable.server.seating import Seating
from sandtable.server.storage import close_match
from sandtable.server.times import now, seconds


class Timekeeping(Seating):
    """The clock of one match and those who wait for one another."""

    _agreed: Mapping[tuple[str, str, float | None], frozenset[str]] = {}
    """Who wants what for a seat whose time is over: by that seat, the bot that is to play on ("" to win), and when the
    time was over. Nothing that was said of one turn counts for the next."""

    def _clock(self) -> tuple[Clock, TimeControl]:
        stored = self.stored
        if stored.clock is None or stored.terms is None or stored.terms.control is None:
            raise Declined(409, "This match has no clock.")
        self._not_over()
        return stored.clock, stored.terms.control

    def _not_over(self) -> None:
        if self.stored.closed or self.stored.progress.over:
            raise Declined(409, "The match is over.")

    def _named(self, seat: str) -> Seat:
        return next(one for one in self.stored.seats if one.seat == seat)

    async def take_vacation(self, seat: str, days: int) -> None:
        """Stop the clock of a seat for some days; with 0 it runs again."""
        async with self.lock:
            (clock, _), at, facts = self._clock(), seconds(now()), {"name": self._named(seat).name, "days": str(days)}
            if days and clocks.is_over(clock, seat, at):
                raise Declined(409, "Your time is up, so a vacation no longer helps. Choose before others claim it.")
            if days:
                gone = clocks.on_vacation(clock, seat, days, at)
                if gone is None:
                    left = int(clock.vacation.get(seat, 0.0) // DAY)
                    raise Declined(
                        409, "You have {left:day|days} of vacation left, or you are already away.", left=left
                    )
                clock, said = gone, Said("{name} is away. The clock stops until the vacation is over.", facts)
            else:
                clock, said = clocks.back(clock, seat, at), Said("{name} is back. The clock runs again.", facts)
            await self._set_clock(clock)
            await self._announce(said)

    async def claim(self, late: str, by: tuple[str, ...], bot: str) -> bool:
        """The time of a seat is over: win, or let a bot play on. Whether it is done; else others must agree first."""
        async with self.lock:
            clock, control = self._clock()
            at = seconds(now())
            if late in by or not by:
                raise Declined(403, "Only the other players can claim that a player's time is up.")
            if not clocks.is_over(clock, late, at):
                raise Declined(409, "{name} still has time.", name=self._named(late).called)
            if bot:
                self._not_rated()
            if not bot and (await self.here()).game.cooperative:
                raise Declined(409, "You play together, so nobody can claim a win. Let a bot play on.")
            if not self._all_agree(late, by, bot, at):
                await self._announce(self._proposed(late, by[0], bot))
                return False
            if not bot:
                await self._end(late, "time")
                return True
            await self._set_clock(clocks.with_full_time(clock, control, late, at))
        seat, _ = await self.change_seat(late, bot, "", False)
        async with self.lock:
            await self._announce(
                Said("{late} ran out of time. The bot {bot} plays on.", {"late": seat.name, "bot": bot})
            )
        return True

    def _all_agree(self, late: str, by: tuple[str, ...], bot: str, at: float) -> bool:
        """Note who agrees; whether everybody does who still has time."""
        clock, _ = self._clock()
        proposed = late, bot, clocks.ends(clock, late)
        agreed = self._agreed.get(proposed, frozenset()) | set(by)
        self._agreed = dict(self._agreed) | {proposed: agreed}
        others = [seat.seat for seat in self.stored.seats if seat.player == HUMAN and seat.seat != late]
        return all(seat in agreed or clocks.is_over(clock, seat, at) for seat in others)

    def _proposed(self, late: str, by: str, bot: str) -> Said:
        facts = {"name": self._named(by).name, "late": self._named(late).name, "bot": bot}
        if bot:
            return Said("{late} ran out of time. {name} proposes that the bot {bot} plays on.", facts)
        return Said("{late} ran out of time. {name} proposes to end the match.", facts)

    async def resign(self, seat: str) -> None:
        """A player gives up, and the other wins."""
        async with self.lock:
            self._not_over()
            match = await self.here()
            if match.position.over:
                raise Declined(409, "The match is over.")
            if len(self.stored.seats) != 2 or match.game.cooperative:
                raise Declined(409, "The others want to play on. Let a bot play your seat instead.")
            await self._end(seat, "resigned")

    async def _end(self, loser: str, reason: str) -> None:
        """End the match before its rules do: one seat has lost."""
        at = now()
        stored, changes = ended(
            self.stored, at, [seat.seat for seat in self.stored.seats if seat.seat != loser], reason
        )
        await self._write(together(close_match(self.id, at), *changes))
        self.stored = msgspec.structs.replace(stored, closed=at)
        facts = {"name": self._named(loser).name}
        late = Said("{name} ran out of time and loses the match.", facts)
        await self._announce(late if reason == "time" else Said("{name} resigns and loses the match.", facts))
        await self._reclock()
