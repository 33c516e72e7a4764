"""The seats of a match: who gives them to whom, and what everyone is told of it."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from sandtable.kernel.language import speaking
from sandtable.server import messages, metrics
from sandtable.server.advice.rows import put_agreement
from sandtable.server.audience import Audience
from sandtable.server.bookkeeping import Change, clock_for, started, together
from sandtable.server.bot_turns import BotTurns
from sandtable.server.clocks.rows import put_clock
from sandtable.server.clocks.time import Clock
from sandtable.server.database import Database
from sandtable.server.listener import Listener
from sandtable.server.lobby.records import ANYONE, Terms
from sandtable.server.lobby.rows import put_progress, put_terms
from sandtable.server.lobby.storage import offer_seat, take_seat
from sandtable.server.match import Match
from sandtable.server.notices import writing
from sandtable.server.processes.homes import Homes
from sandtable.server.records import (
    HUMAN,
    Announcement,
    Declined,
    Effect,
    Holder,
    Said,
    Seat,
    TellAll,
    Unplayable,
    done_by_owner,
)
from sandtable.server.storage import (
    StoredMatch,
    announce,
    close_match,
    hash_key,
    load_match,
    new_key,
    update_seat,
)
from sandtable.server.times import now, seconds

T = TypeVar("T")


class Seating(Audience):
    """The seats of one match and those around them."""

    bots: BotTurns

    def __init__(self, stored: StoredMatch, database: Database, homes: Homes) -> None:
        super().__init__(stored)
        self._database = database
        self._homes = homes
        self.lock = asyncio.Lock()

    async def _write(self, change: Callable[[Connection], T]) -> T:
        """Write what belongs to the match; refused if it does not live in this process any more."""
        with metrics.COMMIT_SECONDS.time():
            return await self._homes.write(self.id, change)

    @abstractmethod
    async def here(self) -> Match:
        """The match, played again from its entries if it is not in memory. Call with the lock held."""

    @abstractmethod
    async def perform(self, match: Match, effects: list[Effect], listener: Listener | None) -> None:
        """Carry effects out in their order. What cannot be committed is neither acknowledged nor shown."""

    async def change_seat(
        self, name: str, player: str, called: str, new_link: bool, by_owner: bool = False
    ) -> tuple[Seat, str]:
        """Give a seat to a bot or a person; a new key if it has none or a new link is wanted."""
        async with self.lock:
            stored = self.stored
            old = next(seat for seat in stored.seats if seat.seat == name)
            if player not in ("", HUMAN) or (new_link and name in stored.people):
                self._not_rated()
            seat = Seat(name, called or old.name, player or old.player)
            given, write, key = self._given(seat, new_link)
            said = done_by_owner(old, seat, bool(new_link and stored.key_hashes.get(name))) if by_owner else []
            await self._announce(*said, also=[write], stored=given)
            await self._seated(seat)
            await self._reclock()
        self.bots.wake()
        return seat, key

    def _given(self, seat: Seat, new_link: bool) -> tuple[StoredMatch, Change, str]:
        """The match once a seat has changed hands, how that is written, and the new key of the seat if it gets one."""
        stored, name = self.stored, seat.seat
        key, key_hash = "", stored.key_hashes.get(name, "")
        people, offered = dict(stored.people), dict(stored.offered)
        if new_link or (seat.player == HUMAN and not key_hash):
            key = new_key()
            key_hash = hash_key(key)
            people.pop(name, None)
        if key or seat.player != HUMAN:
            offered.pop(name, None)
        given = msgspec.structs.replace(
            stored,
            seats=tuple(seat if other.seat == name else other for other in stored.seats),
            key_hashes=dict(stored.key_hashes) | {name: key_hash},
            people=people,
            offered=offered,
        )
        return given, update_seat(self.id, seat, key_hash, people.get(name, ""), offered.get(name, "")), key

    async def _seated(self, seat: Seat) -> None:
        """Show everyone who sits at a seat now, if the match can be played here."""
        with suppress(Unplayable):
            await self._reseated(await self.here(), seat)

    def _not_rated(self) -> None:
        """Nobody gets out of a rated match by handing the seat over or closing it."""
        if self.stored.terms is not None and self.stored.terms.rated:
            raise Declined(409, "Nobody can be replaced in a rated match. You can resign.")

    async def offer(self, name: str, to: str, said: Said, by: str = "") -> None:
        """Offer a seat to anyone or to one account: whoever had its link has it no longer."""
        async with self.lock:
            stored = self.stored
            if stored.closed or stored.progress.over:
                raise Declined(409, "The match is over.")
            seat = next(one for one in stored.seats if one.seat == name)
            if seat.player != HUMAN or name in stored.taken or name in stored.people:
                raise Declined(409, "This seat is taken.")
            terms = stored.terms or Terms()
            terms = msgspec.structs.replace(terms, listed=terms.listed or to == ANYONE)
            progress = stored.progress if stored.terms else started(await self.here(), now())
            key_hash = hash_key(new_key())
            changes = [
                update_seat(self.id, seat, key_hash, "", to),
                put_terms(self.id, terms),
                put_progress(self.id, progress),
                *writing.invited(stored, {name: to}, by, now()),
            ]
            offered = msgspec.structs.replace(
                stored,
                key_hashes=dict(stored.key_hashes) | {name: key_hash},
                offered=dict(stored.offered) | {name: to},
                terms=terms,
                progress=progress,
            )
            await self._announce(said, also=changes, stored=offered)
            await self._seats_changed()

    async def join(self, name: str, who: Holder, called: str) -> str:
        """Sit down at a seat that is offered; the key of the seat for a guest, "" for an account, whose seat it is."""
        async with self.lock:
            if self.stored.closed or self.stored.progress.over:
                raise Declined(409, "The match is over.")
            if not who.person and self.stored.terms is not None and self.stored.terms.rated:
                raise Declined(401, "Sign in to play a rated match.")
            if self.stored.held_by(who):
                raise Declined(409, "You already have a seat in this match.")
            key = new_key()
            if not await self._write(self._taking(name, who.person, called, key)):
                raise Declined(409, "Somebody else has taken this seat. Choose another one.")
            await self._reread()
            seat = next(one for one in self.stored.seats if one.seat == name)
            await self._announce(Said("{name} has taken a seat.", {"name": seat.name}))
        self.bots.wake()
        return "" if who.person else key

    def _taking(self, seat: str, person: str, called: str, key: str) -> Callable[[Connection], bool]:
        """Take a seat, and tell those who are asked and may have waited for that; False if somebody else was first."""

        def change(connection: Connection) -> bool:
            taken = take_seat(self.id, seat, person, called, key)(connection)
            if taken:
                together(*writing.seat_taken(self.stored, person, now()))(connection)
            return taken

        return change

    async def decline(self, person: str, called: str) -> None:
        """Somebody does not take the seats that were kept for them; the owner may seat others there."""
        async with self.lock:
            mine = [seat for seat, to in self.stored.offered.items() if to == person]
            if not mine:
                raise Declined(409, "You have no invitation to this match.")
            said = Said("{name} has declined the invitation.", {"name": called})
            await self._announce(said, also=[offer_seat(self.id, seat, "") for seat in mine])
            await self._reread()

    async def close_match(self) -> None:
        """The owner ends the match: it can be looked at and is not played on."""
        async with self.lock:
            if self.stored.closed:
                return
            if not self.stored.offered:
                self._not_rated()
            at = now()
            said = Said("The owner closed the match. You can look at it but not play on.")
            changes = [close_match(self.id, at), *writing.over(self.stored, at)]
            await self._announce(said, also=changes, stored=msgspec.structs.replace(self.stored, closed=at))

    async def saved_with_seed(self) -> None:
        """Who can read the seed can foresee the dice: others who sit down later must know it."""
        if sum(seat.player == HUMAN for seat in self.stored.seats) > 1:
            async with self.lock:
                await self._announce(Said("The match was saved to a file, with the seed of its dice."))

    async def agree_to_advice(self, name: str, agree: bool) -> None:
        """Whoever holds a seat agrees, or no longer agrees, that all may ask for advice; everyone is told."""
        async with self.lock:
            if self.stored.closed or self.stored.progress.over:
                raise Declined(409, "The match is over.")
            if (name in self.stored.agreed) == agree:
                return
            holder = self.stored.holder(name) if agree else ""
            agreements = {seat: by for seat, by in self.stored.agreements.items() if seat != name}
            if agree:
                agreements[name] = holder
            stored = msgspec.structs.replace(self.stored, agreements=agreements)
            called = {"name": next(seat.name for seat in self.stored.seats if seat.seat == name)}
            agrees = Said("{name} agreed that everybody may ask for advice.", called)
            said = agrees if agree else Said("{name} withdrew the agreement to advice.", called)
            await self._announce(said, also=[put_agreement(self.id, name, holder)], stored=stored)
            self._tell_seats()

    async def announce_once(self, said: Said) -> None:
        """Tell everyone, unless they have been told the same before."""
        async with self.lock:
            if all(one.said != said for one in self.stored.announced):
                await self._announce(said)

    async def _announce(self, *said: Said, also: Sequence[Change] = (), stored: StoredMatch | None = None) -> None:
        """Tell everyone what was done, now and when they come later, each in their own language.

        What was done is written with it: both are committed, or neither. `stored` is the match after that.
        """
        announced = [Announcement(now(), one) for one in said]
        numbered = enumerate(announced, len(self.stored.announced) + 1)
        await self._write(together(*also, *(announce(self.id, number, one) for number, one in numbered)))
        told = (*self.stored.announced, *announced)
        self.stored = msgspec.structs.replace(stored or self.stored, announced=told)
        for one in announced:
            self._tell_announced(one)

    def _tell_announced(self, announced: Announcement) -> None:
        for listener in self.listeners:
            with speaking(listener.language):
                listener.send(messages.Announced(announced.at, announced.told, bool(self.stored.closed)))

    async def _reseated(self, match: Match, seat: Seat) -> None:
        match.seats[seat.seat] = seat
        await self._withdraw_undo(match)
        self._check_keys(match)
        self._tell_seats()

    async def _withdraw_undo(self, match: Match) -> None:
        """Whoever was to agree may not sit there any more."""
        if match.undo_wanted is not None:
            asked, match.undo_wanted = match.undo_wanted, None
            await self.perform(match, [TellAll(messages.UndoOver(asked.by, False))], None)

    async def reread(self) -> None:
        """Seats have become somebody's own, or their account is gone: who may see what is asked again."""
        async with self.lock:
            await self._reread()
        self.bots.wake()

    async def _reread(self) -> None:
        stored = await asyncio.to_thread(self._database.read, load_match(self.id))
        if stored is not None:
            fresh = stored.announced[len(self.stored.announced) :]
            self.stored = stored
            for announced in fresh:  # by an operator
                self._tell_announced(announced)
            await self._seats_changed()

    async def _seats_changed(self) -> None:
        with suppress(Unplayable):
            match = await self.here()
            seated = {seat.seat: seat for seat in self.stored.seats}
            if any(match.seats[name].player != seat.player for name, seat in seated.items()):
                await self._withdraw_undo(match)
            match.seats.update(seated)
            self._check_keys(match)
            self._tell_seats()
        await self._reclock()

    async def _reclock(self) -> None:
        """Let the clock run for those who are asked and have sat down."""
        clock = clock_for(self.stored, seconds(now()))
        if clock is not None and clock is not self.stored.clock:
            await self._set_clock(clock)

    async def _set_clock(self, clock: Clock) -> None:
        await self._write(put_clock(self.id, clock))
        self.stored = msgspec.structs.replace(self.stored, clock=clock)
        self._tell_clock()
