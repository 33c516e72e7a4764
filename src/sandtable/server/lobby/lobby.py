"""The lobby: what it lists, who may take a seat, and who is invited."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection

from sandtable.board.box import spoken_options
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import OptionSpec, find_game
from sandtable.server import log
from sandtable.server.clocks.time import TimeControl
from sandtable.server.database import Database
from sandtable.server.guard import Among, Limits
from sandtable.server.lobby.offers import Offer
from sandtable.server.lobby.records import ANYONE, Terms
from sandtable.server.lobby.storage import (
    ListedMatch,
    ListedSeat,
    Page,
    Place,
    Wanted,
    invited_to,
    open_matches,
    running_matches,
)
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.records import Person
from sandtable.server.records import HUMAN, Declined, shown_name
from sandtable.server.times import after as after_now

STALE = timedelta(days=14)
"""An offer that nobody has looked at for so long is listed no more; its owner brings it back by opening it."""
_CURSOR = re.compile(r"[0-9T:+-]{25} [A-Za-z0-9_-]{1,32}")
_OFFERS, _OFFERS_IN = 60, 3600.0


class LobbySeat(msgspec.Struct, frozen=True):
    """A seat as the lobby shows it."""

    seat: str
    name: str
    """Who sits there, or the name of the side."""
    player: str
    side: str
    """The side, in the words of the game."""
    free: bool
    """Whether you may take it."""


class LobbyMatch(msgspec.Struct, frozen=True):
    """A match as the lobby shows it."""

    match: str
    game: str
    title: str
    scenario: str
    created: str
    level: str
    pace: str
    """live, daily or untimed."""
    clock: TimeControl | None
    rated: bool
    note: str
    by: str
    """Whose match it is, if they have an account."""
    seats: list[LobbySeat]
    waiting_for: list[str]
    """The names of those whose choice it is."""
    since: str
    """Since when."""
    yours: bool
    """Whether you have a seat in it already."""


class LobbyTold(msgspec.Struct, frozen=True):
    """Seats to take, seats that are kept for you, and matches to watch."""

    open: list[LobbyMatch]
    invitations: list[LobbyMatch]
    running: list[LobbyMatch]
    more_open: str = ""
    """What to ask for as `open_after` to get the next page; "" if there is none."""
    more_running: str = ""
    """The same as `running_after`."""


class Lobby:
    """The lobby of one server."""

    def __init__(self, database: Database, accounts: Accounts, among: Among) -> None:
        self._database = database
        self._accounts = accounts
        self._offers = Limits(_OFFERS, _OFFERS_IN, among)

    async def told(self, wanted: Wanted, after: Mapping[str, str], person: Person | None) -> LobbyTold:
        """What the lobby lists for somebody: a page of the free seats and one of the matches to watch."""
        since, me = after_now(-STALE), person.id if person is not None else ""
        begins = {part: _place(after.get(part, "")) for part in ("open", "running")}

        def question(connection: Connection) -> tuple[Page, Page, Page]:
            free = open_matches(since, wanted, begins["open"])(connection)
            kept = invited_to(me)(connection) if me else Page([])
            return free, kept, running_matches(since, wanted, begins["running"])(connection)

        free, kept, running = await asyncio.to_thread(self._database.read, question)
        return LobbyTold(
            _all_told(free, me),
            _all_told(kept, me),
            _all_told(running, me),
            _cursor(free.more),
            _cursor(running.more),
        )

    def may_offer(self, address: str) -> None:
        """Offers and invitations reach others, so nobody makes too many of them."""
        if self._offers.take(address):
            log.limited(address, "offers", "/api/lobby")
            raise Declined(429, "You have offered too many seats. Try again in an hour.")

    async def invited(self, name: str, by: Person | None) -> Person:
        """The person with that name, who is to be invited."""
        person = await self._accounts.named(name)
        if person is None:
            raise Declined(404, "There is no account '{name}' here.", name=name)
        if by is not None and by.id == person.id:
            raise Declined(400, "You can't invite yourself.")
        return person

    async def offer(
        self, terms: Terms, anyone: Iterable[str], invited: Mapping[str, str], by: Person | None, address: str
    ) -> Offer:
        """What a new match offers to others."""
        offered = dict.fromkeys(anyone, ANYONE)
        for seat, name in invited.items():
            offered[seat] = (await self.invited(name, by)).id
        if offered:
            self.may_offer(address)
        terms = msgspec.structs.replace(terms, listed=terms.listed or ANYONE in offered.values())
        return Offer(terms, offered, by="" if by is None else by.name)


def _cursor(place: Place | None) -> str:
    return "" if place is None else f"{place.at} {place.match}"


def _place(cursor: str) -> Place | None:
    """Where a page begins, as an earlier one told it."""
    if not cursor:
        return None
    if not _CURSOR.fullmatch(cursor):
        raise Declined(400, "There is no such page of the lobby.")
    return Place(*cursor.split(" "))


def _all_told(page: Page, me: str) -> list[LobbyMatch]:
    return [told for one in page.matches if (told := _told(one, me)) is not None]


def _told(one: ListedMatch, me: str) -> LobbyMatch | None:
    """A match in the words of its game; None if its game is not here any more."""
    try:
        game = find_game(one.game)
    except SandtableError:
        return None
    names = {seat.seat: shown_name(seat.name) for seat in one.seats}
    yours = any(me and seat.person == me for seat in one.seats)
    return LobbyMatch(
        match=one.id,
        game=one.game,
        title=game.title,
        scenario=scenario_of(spoken_options(game), one.options),
        created=one.created,
        level=one.terms.level,
        pace=one.terms.pace,
        clock=one.terms.control,
        rated=one.terms.rated,
        note=one.terms.note,
        by=one.by,
        seats=[_seat(seat, game.words.name(seat.seat), me, yours) for seat in one.seats],
        waiting_for=[names[seat] for seat in one.progress.waiting if seat in names],
        since=one.progress.since,
        yours=yours,
    )


def _seat(seat: ListedSeat, side: str, me: str, yours: bool) -> LobbySeat:
    mine = seat.offered_to == ANYONE or bool(me and seat.offered_to == me)
    return LobbySeat(seat.seat, shown_name(seat.name), seat.player, side, seat.player == HUMAN and mine and not yours)


def scenario_of(specs: Iterable[OptionSpec], options: Mapping[str, Any]) -> str:
    """The scenario as the game calls it; "" where there is only one."""
    for spec in specs:
        if spec.name == "scenario" and len(spec.values) > 1 and options.get("scenario") in spec.values:
            labels = spec.labels or tuple(map(str, spec.values))
            return str(labels[list(spec.values).index(options["scenario"])])
    return ""
