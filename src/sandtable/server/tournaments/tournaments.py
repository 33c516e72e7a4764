"""Tournaments of one server: who makes, joins, leaves and runs them, and how rounds begin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from sandtable.kernel.game import AnyGame, Options, Setting, find_game
from sandtable.server import log
from sandtable.server.bookkeeping import Change
from sandtable.server.database import Conflict, Database
from sandtable.server.lobby.offers import Offer
from sandtable.server.lobby.records import Terms
from sandtable.server.notices import writing
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.records import Person
from sandtable.server.records import Declined, shown_name
from sandtable.server.service import MatchService
from sandtable.server.storage import StoredMatch
from sandtable.server.times import now
from sandtable.server.tournaments import storage
from sandtable.server.tournaments.pairing import Pairing, Unpairable, known, robin, robin_rounds, swiss
from sandtable.server.tournaments.records import Board, Tournament, Whole
from sandtable.server.tournaments.standings import Outcome, scores

T = TypeVar("T")
MOST_PLAYERS = 64
LEAST_PLAYERS = 3
_ORGANISER = "Only the organiser of the tournament can do that."


def playable_in_pairs(game_id: str, options: Mapping[str, Setting]) -> tuple[AnyGame, Options]:
    """A game and its options as they are kept, if two play it against each other."""
    game = find_game(game_id)
    settled = game.settle(options)
    if game.cooperative or len(game.seats(settled)) != 2:
        raise Declined(400, "Only games between two opponents can be paired; {title} is not one.", title=game.title)
    return game, settled


class Tournaments:
    """All tournaments of one server."""

    def __init__(self, database: Database, service: MatchService, accounts: Accounts) -> None:
        self._database = database
        self._service = service
        self._accounts = accounts
        self._starting = asyncio.Lock()

    async def _read(self, question: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._database.read, question)

    async def _write(self, change: Callable[[Connection], T]) -> T:
        try:
            return await asyncio.wrap_future(self._database.write(change))
        except Conflict as conflict:
            raise Declined(409, conflict.said, "", **conflict.facts) from None

    async def everything(self) -> list[tuple[Tournament, int]]:
        """The newest tournaments, with how many play in each."""
        return await self._read(storage.list_tournaments)

    async def found(self, made: Tournament) -> None:
        """Make a tournament."""
        await self._write(storage.insert_tournament(made))
        log.note("tournament made", tournament=made.id, game=made.game)

    async def whole(self, id: str) -> Whole:
        """A tournament with everything in it; a round that is due starts by itself."""
        found = await self._found(id)
        if found.tournament.by_itself and found.tournament.state == "running" and found.round_over:
            try:
                return await self.advance(id)
            except Declined:  # then the organiser will see why
                return found
        return found

    async def _found(self, id: str) -> Whole:
        found = await self._read(storage.whole(id))
        if found is None:
            raise Declined(404, "There is no such tournament.")
        return found

    async def _own(self, id: str, person: Person) -> Whole:
        found = await self._found(id)
        if found.tournament.organiser != person.id:
            raise Declined(403, _ORGANISER)
        return found

    # -- players -------------------------------------------------------------------------------------------------------

    async def join(self, id: str, person: Person) -> None:
        """Play in a tournament that is open, or to which one is invited."""
        found = await self._found(id)
        listed = {one.person for one in found.entrants if one.status == "invited"}
        if found.tournament.entry == "invited" and person.id not in listed | {found.tournament.organiser}:
            raise Declined(403, "Only invited players can join this tournament.")
        most = found.tournament.most or MOST_PLAYERS
        await self._write(storage.enter(id, person.id, "playing", most))

    async def invite(self, id: str, name: str, by: Person) -> None:
        """Invite somebody by the name of their account."""
        found, person = await self._own(id, by), await self._accounts.named(name)
        if person is None:
            raise Declined(404, "There is no account '{name}' here.", name=name)
        if person.id in found.playing:
            raise Declined(409, "{name} is already in this tournament.", name=person.name)
        await self._write(storage.enter(id, person.id, "invited", MOST_PLAYERS))

    async def withdraw(self, id: str, name: str, by: Person) -> None:
        """Leave a tournament, or (the organiser) take somebody out. Matches that are played are played to their end."""
        found = await self._found(id)
        person = by if not name else await self._accounts.named(name)
        if person is None or person.id not in {one.person for one in found.entrants}:
            raise Declined(404, "Nobody by that name is in this tournament.")
        if person.id != by.id and found.tournament.organiser != by.id:
            raise Declined(403, _ORGANISER)
        await self._write(storage.set_status(id, person.id, "withdrawn"))

    # -- rounds --------------------------------------------------------------------------------------------------------

    async def start(self, id: str, by: Person) -> Whole:
        """Start the first or the next round, or end the tournament after the last."""
        await self._own(id, by)
        return await self.advance(id)

    async def advance(self, id: str) -> Whole:
        """Begin the next round, or end the tournament after the last. Of processes that do so at once one does it."""
        async with self._starting:
            found = await self._found(id)
            made = found.tournament
            if made.ended:
                raise Declined(409, "The tournament is over.")
            if not found.round_over:
                await self._set_up(found)  # what was left when a process died
                raise Declined(409, "The round is not over: some matches are still being played.")
            if made.round and made.round >= made.rounds:
                await self._write(storage.end_tournament(made.id, now()))
                return await self._found(made.id)
            rounds, pairings = await asyncio.to_thread(_next_round, found)
            if await self._write(_begun(made, rounds, pairings)):
                log.note("round begun", tournament=made.id, round=made.round + 1)
                await self._set_up(await self._found(made.id))
            return await self._found(made.id)

    async def complete(self, id: str) -> None:
        """Make the matches of a round that are missing."""
        async with self._starting:
            await self._set_up(await self._found(id))

    async def _set_up(self, found: Whole) -> None:
        """Make the matches of the round that are not there yet, each with word to those who play it."""
        made = found.tournament
        names = {one.person: shown_name(one.name) for one in found.entrants}
        for board in found.boards:
            if board.round != made.round or board.match or board.outcome:
                continue
            game, settled = playable_in_pairs(made.game, made.options)
            sides = dict(zip(game.seats(settled), (board.first, board.second), strict=True))
            terms = Terms(listed=True, note=made.title, control=made.control, rated=made.rated)
            offer = Offer(terms, seated=sides, also=partial(_with_match, made, board))
            called = {seat: names[person] for seat, person in sides.items()}
            with suppress(Conflict):  # another process has just made it
                await self._service.create_match(made.game, made.options, {}, called, None, offer=offer)

    async def decide(self, id: str, round: int, board: int, outcome: Outcome, by: Person) -> None:
        """The organiser says how a match counts that has no result: one that was closed, or that nobody plays."""
        found = await self._own(id, by)
        wanted = next((one for one in found.boards if (one.round, one.board) == (round, board)), None)
        if wanted is None:
            raise Declined(404, "There is no such match in this tournament.")
        if wanted.outcome:
            raise Declined(409, "This match already has a result.")
        await self._write(storage.put_outcome(id, round, board, outcome))

    async def end(self, id: str, by: Person) -> None:
        """End a tournament before its last round."""
        await self._own(id, by)
        await self._write(storage.end_tournament(id, now()))


def _begun(made: Tournament, rounds: int, pairings: Sequence[Pairing]) -> Callable[[Connection], bool]:
    """Write the next round, and tell those who have a bye; the others hear of it with their match."""
    number = made.round + 1
    start = storage.start_round(made.id, number, rounds, pairings)
    byes = [writing.has_bye(one.first, made.id, made.title, number, now()) for one in pairings if one.bye]

    def change(connection: Connection) -> bool:
        begun = start(connection)
        for tell in byes if begun else ():
            tell(connection)
        return begun

    return change


def _with_match(made: Tournament, board: Board, stored: StoredMatch) -> list[Change]:
    """What is written with a match of a round: that it is this one's, and whom to tell."""
    put = storage.put_match(made.id, board.round, board.board, stored.setup.id)
    return [put, *writing.round_begins(stored, made.title, board.round)]


def _next_round(found: Whole) -> tuple[int, list[Pairing]]:
    """How many rounds there are, and who meets whom in the next."""
    made, playing = found.tournament, found.playing
    if not made.round and len(playing) < LEAST_PLAYERS:
        raise Declined(409, "A tournament needs at least {least} players.", least=LEAST_PLAYERS)
    if made.kind == "robin":
        return _next_of_robin(found)
    if find_spec("networkx") is None:
        raise Declined(
            409,
            "Swiss rounds need networkx, which the operator gets with sandtable[host]. "
            "A round robin needs nothing extra.",
        )
    played = [one.played for one in found.boards]
    pairings = [Pairing(one.first, one.second) for one in found.boards]
    try:
        fresh = swiss(playing, known(playing, pairings, scores(playing, played)))
    except Unpairable:
        raise Declined(409, "No new pairings are left. End the tournament.") from None
    return made.rounds, fresh


def _next_of_robin(found: Whole) -> tuple[int, list[Pairing]]:
    """The table of a round robin is made of those who were there at the start; who withdrew gives byes."""
    made = found.tournament
    everybody = found.players if made.round else found.playing
    still = set(found.playing)
    fresh = []
    for one in robin(everybody)[made.round]:
        here = [player for player in (one.first, one.second) if player in still]
        if len(here) == 2:
            fresh.append(one)
        elif here:
            fresh.append(Pairing(here[0], ""))
    if not fresh:
        raise Declined(409, "No new pairings are left. End the tournament.")
    return robin_rounds(len(everybody)), fresh


def settled_tournament(made: Tournament) -> Tournament:
    """A tournament whose game can be paired, with its options as they are kept."""
    _, settled = playable_in_pairs(made.game, made.options)
    return msgspec.structs.replace(made, options=settled)
