"""What players do about the clock of a match: vacation, claims when somebody's time is over, and giving up."""

from __future__ import annotations

import msgspec

from sandtable.server.bookkeeping import clock_for, ended
from sandtable.server.clocks import time as clocks
from sandtable.server.clocks.records import Claim
from sandtable.server.clocks.rows import put_claims, put_clock
from sandtable.server.clocks.time import DAY, Clock, TimeControl
from sandtable.server.records import HUMAN, Declined, Said, Seat
from sandtable.server.seating import Seating
from sandtable.server.storage import StoredMatch, close_match
from sandtable.server.times import now, seconds


class Timekeeping(Seating):
    """The clock of one match and those who wait for one another."""

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
                raise Declined(
                    409, "Your time is up, so a vacation no longer helps. Choose before the others claim the match."
                )
            if days:
                gone = clocks.on_vacation(clock, seat, days, at)
                if gone is None:
                    left = int(clock.vacation.get(seat, 0.0) // DAY)
                    raise Declined(
                        409,
                        "You can't take that vacation: you have {left:day|days} left, or you are already away.",
                        left=left,
                    )
                clock, said = gone, Said("{name} is away. The clock stops until the vacation is over.", facts)
            else:
                clock, said = clocks.back(clock, seat, at), Said("{name} is back. The clock runs again.", facts)
            await self._announce(
                said, also=[put_clock(self.id, clock)], stored=msgspec.structs.replace(self.stored, clock=clock)
            )
            self._tell_clock()

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
            claimed = self._claimed(late, by, bot)
            if not self._all_agree(late, bot, claimed, at):
                await self._announce(
                    self._proposed(late, by[0], bot),
                    also=[put_claims(self.id, late, claimed)],
                    stored=self._with_claims(late, claimed),
                )
                return False
            if not bot:
                await self._end(late, "time")
                return True
            await self._play_on(late, bot, clocks.with_full_time(clock, control, late, at), at)
        self.bots.wake()
        return True

    def _claimed(self, late: str, by: tuple[str, ...], bot: str) -> tuple[Claim, ...]:
        """What is wanted for a late seat in this turn, by those who still hold the seats that they spoke for."""
        stored, (clock, _) = self.stored, self._clock()
        ended = round(clocks.ends(clock, late) or 0)  # to the second: a clock that is put forward is rounded
        fresh = [Claim(late, bot, seat, stored.holder(seat), ended) for seat in by]
        before = [
            one
            for one in stored.claims
            if (one.late, one.ended, one.holder) == (late, ended, stored.holder(one.by))
            and (one.bot, one.by) not in {(bot, seat) for seat in by}
        ]
        return (*before, *fresh)

    def _all_agree(self, late: str, bot: str, claimed: tuple[Claim, ...], at: float) -> bool:
        """Whether everybody agrees who still has time."""
        clock, _ = self._clock()
        agreed = {one.by for one in claimed if one.bot == bot}
        others = [seat.seat for seat in self.stored.seats if seat.player == HUMAN and seat.seat != late]
        return all(seat in agreed or clocks.is_over(clock, seat, at) for seat in others)

    def _with_claims(self, late: str, claimed: tuple[Claim, ...]) -> StoredMatch:
        others = tuple(one for one in self.stored.claims if one.late != late)
        return msgspec.structs.replace(self.stored, claims=(*others, *claimed))

    async def _play_on(self, late: str, bot: str, clock: Clock, at: float) -> None:
        """A bot takes a seat over, and with it all the time there is."""
        seat = msgspec.structs.replace(self._named(late), player=bot)
        given, write, _ = self._given(seat, new_link=False)
        given = msgspec.structs.replace(given, clock=clock, claims=self._with_claims(late, ()).claims)
        running = clock_for(given, at) or clock
        await self._announce(
            Said("{late} ran out of time. The bot {bot} plays on.", {"late": seat.name, "bot": bot}),
            also=[write, put_clock(self.id, running), put_claims(self.id, late, ())],
            stored=msgspec.structs.replace(given, clock=running),
        )
        await self._seated(seat)
        self._tell_clock()

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
        facts = {"name": self._named(loser).name}
        late = Said("{name} ran out of time and loses the match.", facts)
        said = late if reason == "time" else Said("{name} resigns and loses the match.", facts)
        changes = [close_match(self.id, at), *changes, put_claims(self.id, loser, ())]
        await self._announce(said, also=changes, stored=msgspec.structs.replace(stored, closed=at))
        await self._reclock()
        self._tell_clock()
