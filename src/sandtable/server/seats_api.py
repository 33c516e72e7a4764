"""The HTTP calls by which seats change hands, and by which the owner closes a match."""

from __future__ import annotations

import msgspec
from litestar import post, put
from litestar.params import FromPath

from sandtable.server.answers import MatchClosed, SeatTold
from sandtable.server.api import seat_told
from sandtable.server.founding import player_named, readable
from sandtable.server.guard import address_of
from sandtable.server.lobby.records import ANYONE
from sandtable.server.messages import Name
from sandtable.server.records import Declined, Said
from sandtable.server.request import HttpRequest, body_of, held, lobby_of, service_of, shown_by, signed_in
from sandtable.server.room import Room


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for when a seat changes hands."""

    player: Name = ""
    name: Name = ""
    new_link: bool = False
    open: bool = False
    """Offer it to anyone in the lobby."""
    invite: Name = ""
    """Keep it for the account with this name."""


@put(
    "/api/matches/{match:str}/seats/{seat:str}",
    summary="Give a seat to a bot or a person, name it, make a new link for it, or offer it",
    key="one",
    body=SeatRequest,
    answers={200: SeatTold},
    refuses=(401, 403, 404, 409, 503),
)
async def change_seat(match: FromPath[str], seat: FromPath[str], request: HttpRequest) -> SeatTold:
    room = await service_of(request).room(match)
    who = await shown_by(request)
    if not who.key and not who.person:
        raise Declined(401, "This needs the key of the seat or of the owner.")
    holds, owner = held(room, who, address_of(request.scope)), room.stored.is_owner(who)
    if seat not in room.stored.key_hashes:
        raise Declined(404, "There is no seat '{seat}' in this match.", seat=seat)
    wanted = await body_of(request, SeatRequest)
    if not owner and seat not in holds:
        raise Declined(403, "This key is not for that seat.")
    if wanted.new_link and not owner:
        raise Declined(403, "Only the owner can make a new link for a seat.")
    if wanted.open or wanted.invite:
        await _offer_seat(request, room, seat, wanted, owner)
        return seat_told(match, next(one for one in room.stored.seats if one.seat == seat), "")
    player = player_named(wanted.player) if wanted.player else ""
    changed, new_key = await room.change_seat(seat, player, readable(wanted.name), wanted.new_link, owner)
    return seat_told(match, changed, new_key)


async def _offer_seat(request: HttpRequest, room: Room, seat: str, wanted: SeatRequest, owner: bool) -> None:
    """Offer a seat in the lobby, or keep it for somebody."""
    if not owner:
        raise Declined(403, "Only the owner can offer a seat.")
    if wanted.open and wanted.invite:
        raise Declined(400, "Offer a seat to anyone or to one person, not to both.")
    lobby, name = lobby_of(request), next(one.name for one in room.stored.seats if one.seat == seat)
    lobby.may_offer(address_of(request.scope))
    if wanted.open:
        await room.offer(seat, ANYONE, Said("The owner offers {name} to anyone in the lobby.", {"name": name}))
        return
    signed = await signed_in(request)
    person = await lobby.invited(wanted.invite, signed.person if signed is not None else None)
    said = Said("The owner invites {person} to play {name}.", {"person": person.name, "name": name})
    await room.offer(seat, person.id, said, signed.person.name if signed is not None else "")


@post(
    "/api/matches/{match:str}/close",
    status_code=200,
    summary="Close a match: it can be viewed but not played",
    key="one",
    answers={200: MatchClosed},
    refuses=(401, 403, 404, 409, 503),
)
async def close_match(match: FromPath[str], request: HttpRequest) -> MatchClosed:
    room = await service_of(request).room(match)
    who = await shown_by(request)
    if not who.key and not who.person:
        raise Declined(401, "This needs the key of the owner.")
    held(room, who, address_of(request.scope))
    if not room.stored.is_owner(who):
        raise Declined(403, "Only the owner can close a match.")
    await room.close_match()
    return MatchClosed(match, room.stored.closed)


ROUTES = [change_seat, close_match]
