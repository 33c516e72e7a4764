"""The lobby: what it lists, who may take a seat, and who is invited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

import msgspec

from sandtable.board.box import spoken_options
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import OptionSpec, find_game
from sandtable.server import log
from sandtable.server.clocks.time import TimeControl
from sandtable.server.database import Database
from sandtable.server.guard import Limits
from sandtable.server.lobby.offers import Offer
from sandtable.server.lobby.records import ANYONE, Terms
from sandtable.server.lobby.storage import ListedMatch, ListedSeat, invited_to, open_matches, running_matches
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.records import Person
from sandtable.server.records import HUMAN, Declined, shown_name
from sandtable.server.times import after

STALE = timedelta(days=14)
"""An offer that nobody has looked at for so long is listed no more; its owner brings it back by opening it."""
MOST_TOLD = 100
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


class Wanted(msgspec.Struct, frozen=True):
    """What somebody looks for in the lobby; "" is anything."""

    game: str = ""
    scenario: str = ""
    level: str = ""
    pace: str = ""

    def fits(self, one: ListedMatch) -> bool:
        """Whether a match is what they look for."""
        return (
            self.game in ("", one.game)
            and self.scenario in ("", str(one.options.get("scenario", "")))
            and (self.level in ("", one.terms.level) or one.terms.level == "any")
            and self.pace in ("", one.terms.pace)
        )


class Lobby:
    """The lobby of one server."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts
        self._offers = Limits(_OFFERS, _OFFERS_IN)

    async def _read(self, question: Any) -> Any:
        return await asyncio.to_thread(self._database.read, question)

    async def told(self, wanted: Wanted, person: Person | None) -> LobbyTold:
        """What the lobby lists for somebody."""
        since, me = after(-STALE), person.id if person is not None else ""
        return LobbyTold(
            _fitting(await self._read(open_matches(since)), wanted, me),
            _fitting(await self._read(invited_to(me)), Wanted(), me) if me else [],
            _fitting(await self._read(running_matches(since)), wanted, me),
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


def _fitting(found: Iterable[ListedMatch], wanted: Wanted, me: str) -> list[LobbyMatch]:
    return [told for one in found if wanted.fits(one) and (told := _told(one, me)) is not None][:MOST_TOLD]


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
