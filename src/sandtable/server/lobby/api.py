"""The HTTP calls of the lobby: look around, take a seat, decline an invitation, play once more."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath

from sandtable.kernel.sentences import either
from sandtable.server.answers import Done, MatchCreated
from sandtable.server.api import told
from sandtable.server.founding import readable
from sandtable.server.guard import address_of
from sandtable.server.lobby.lobby import LobbyTold
from sandtable.server.lobby.offers import Offer
from sandtable.server.lobby.records import LEVELS, PACES, Terms
from sandtable.server.lobby.storage import Wanted
from sandtable.server.messages import Name
from sandtable.server.records import HUMAN, Declined
from sandtable.server.request import (
    GUESTS,
    HttpRequest,
    body_of,
    held,
    lobby_of,
    may_found,
    must_be_signed_in,
    service_of,
    shown_by,
    signed_in,
)
from sandtable.server.storage import StoredMatch


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat one takes, and under which name if one has no account."""

    seat: Name
    name: Name = ""


class SeatTaken(msgspec.Struct, frozen=True):
    """A seat that is yours now; a guest gets its key, once."""

    match: str
    seat: str
    token: str


def _text(why: str) -> tuple[dict[str, str], str]:
    return {"type": "string"}, why


@get(
    "/api/lobby",
    summary="Seats to take, your invitations, and matches to watch",
    query={
        "game": _text("only matches of this game"),
        "scenario": _text("only matches of this scenario"),
        "level": _text("only matches for players of this level, or of any"),
        "pace": _text("only matches that are played `live`, `daily` or `untimed`"),
        "open_after": _text("the page of free seats that begins here: `more_open` of the page before"),
        "running_after": _text("the page of matches to watch that begins here: `more_running` of the page before"),
    },
    answers={200: LobbyTold},
    refuses=(400, 503),
)
async def read_lobby(request: HttpRequest) -> LobbyTold:
    asked = {name: request.query_params.get(name, "") for name in Wanted.__struct_fields__}
    if asked["level"] and asked["level"] not in LEVELS:
        raise Declined(
            400, "There is no level '{level}'; choose {levels}.", level=asked["level"], levels=either(LEVELS)
        )
    pace = asked["pace"]
    if pace and pace not in PACES:
        raise Declined(400, "There is no pace '{pace}'; choose {paces}.", pace=pace, paces=either(PACES))
    signed = await signed_in(request)
    after = {part: request.query_params.get(f"{part}_after", "") for part in ("open", "running")}
    return await lobby_of(request).told(Wanted(**asked), after, signed.person if signed else None)


@post(
    "/api/matches/{match:str}/join",
    status_code=200,
    summary="Take a seat that is offered",
    key="one",
    body=JoinRequest,
    answers={200: SeatTaken},
    refuses=(401, 404, 409, 503),
)
async def join_match(match: FromPath[str], request: HttpRequest) -> SeatTaken:
    service = service_of(request)
    room, wanted = await service.room(match), await body_of(request, JoinRequest)
    if wanted.seat not in room.stored.key_hashes:
        raise Declined(404, "There is no seat '{seat}' in this match.", seat=wanted.seat)
    signed, who = await signed_in(request), await shown_by(request)
    if signed is None and not service.settings.guests:
        raise Declined(401, GUESTS)
    called = signed.person.name if signed is not None else readable(wanted.name)
    return SeatTaken(match, wanted.seat, await room.join(wanted.seat, who, called))


@post(
    "/api/matches/{match:str}/decline",
    status_code=200,
    summary="Decline an invitation",
    answers={200: Done},
    refuses=(401, 404, 409, 503),
)
async def decline_invitation(match: FromPath[str], request: HttpRequest) -> Done:
    person = (await must_be_signed_in(request)).person
    room = await service_of(request).room(match)
    await room.decline(person.id, person.name)
    return Done()


@post(
    "/api/matches/{match:str}/rematch",
    summary="Play once more, everyone one seat further; people with accounts are invited",
    key="one",
    answers={201: MatchCreated},
    refuses=(401, 403, 404, 409, 503),
)
async def create_rematch(match: FromPath[str], request: HttpRequest) -> MatchCreated:
    service = service_of(request)
    room, who = await service.room(match), await shown_by(request)
    await may_found(request)
    if not held(room, who, address_of(request.scope)):
        raise Declined(403, "Only the players of a match can ask for a rematch.")
    playing, stored = await room.look(), room.stored
    if stored.setup.fork is not None or not (playing.position.over or stored.closed):
        raise Declined(409, "The match is not over yet.")
    players, offer = _one_seat_further(stored, who.person)
    if offer.offered:
        lobby_of(request).may_offer(address_of(request.scope))
    setup = stored.setup
    return told(await service.create_match(setup.game, setup.options, players, {}, setup.pace, offer=offer))


def _one_seat_further(stored: StoredMatch, me: str) -> tuple[dict[str, str], Offer]:
    """Who plays which seat next time; the seats of others who have accounts are kept for them."""
    seats = [seat.seat for seat in stored.seats]
    next_seat = dict(zip(seats, [*seats[1:], *seats[:1]], strict=True))
    players = {next_seat[seat.seat]: seat.player for seat in stored.seats}
    offered = {next_seat[seat]: person for seat, person in stored.people.items() if person != me}
    terms = msgspec.structs.replace(stored.terms or Terms(), listed=False, note="")
    by = next((seat.name for seat in stored.seats if me and stored.people.get(seat.seat) == me), "")
    kept = {seat: person for seat, person in offered.items() if players[seat] == HUMAN}
    return players, Offer(terms, kept, by=by)


ROUTES = [read_lobby, join_match, decline_invitation, create_rematch]
