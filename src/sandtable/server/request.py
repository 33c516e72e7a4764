"""What every HTTP call does with a request: read its body, find its keys, and look up what they hold."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from sandtable.kernel.prepared import prepared
from sandtable.server import log
from sandtable.server.guard import address_of
from sandtable.server.lobby.lobby import Lobby
from sandtable.server.passkeys.ceremonies import Passkeys
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.records import Signed
from sandtable.server.records import Declined, Holder
from sandtable.server.room import Room
from sandtable.server.service import MatchService
from sandtable.server.talk.talk import Talk
from sandtable.server.tournaments.tournaments import Tournaments

T = TypeVar("T")
HttpRequest = Request[Any, Any, State]
Connection = ASGIConnection[Any, Any, Any, State]
GUESTS = "Sign in to play here."
SESSION_COOKIE = "sandtable-session"
CHALLENGE_COOKIE = "sandtable-challenge"
"""The token of the challenge that the browser is to answer with a passkey."""
KEYS_HEADER = "sandtable-keys"
"""Which keys one holds, separated by commas."""


async def body_of(request: HttpRequest, kind: type[T]) -> T:
    """The body of a request, checked."""
    if request.content_type[0] != "application/json":
        raise Declined(415, "The body must be JSON (Content-Type: application/json).")
    try:
        text = await request.body()
    except InternalServerException:  # so Litestar says that they have gone
        raise Declined(400, "The request was cut off.") from None
    try:
        return msgspec.json.decode(text, type=prepared(kind))
    except RecursionError:
        raise Declined(400, "The body is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise Declined(400, "The server didn't understand this request: {fault}.", fault=str(fault)) from None


def key_of(request: HttpRequest) -> str:
    """The key that a request carries: in a header, for addresses are kept in logs and histories."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def device_of(request: HttpRequest) -> str:
    """What a browser says of itself."""
    return "".join(letter for letter in request.headers.get("user-agent", "") if letter.isprintable())


def service_of(request: HttpRequest) -> MatchService:
    service: MatchService = request.app.state.service
    return service


def accounts_of(request: Connection) -> Accounts:
    """The accounts of the server."""
    accounts: Accounts = request.app.state.accounts
    return accounts


def passkeys_of(request: Connection) -> Passkeys:
    """The passkeys of the server."""
    passkeys: Passkeys = request.app.state.passkeys
    return passkeys


def tournaments_of(request: Connection) -> Tournaments:
    """The tournaments of the server."""
    tournaments: Tournaments = request.app.state.tournaments
    return tournaments


async def signed_in(request: Connection) -> Signed | None:
    """Who has signed in, by the cookie of the browser."""
    return await accounts_of(request).who(request.cookies.get(SESSION_COOKIE, ""))


async def must_be_signed_in(request: Connection) -> Signed:
    """The same, where it needs an account."""
    signed = await signed_in(request)
    if signed is None:
        raise Declined(401, "You are not signed in.")
    return signed


def lobby_of(request: HttpRequest) -> Lobby:
    """The lobby of the server."""
    lobby: Lobby = request.app.state.lobby
    return lobby


def talk_of(request: HttpRequest) -> Talk:
    """The talk of the server."""
    talk: Talk = request.app.state.talk
    return talk


async def holder_of(request: Connection, key: str) -> Holder:
    """What somebody shows at the door: a key, and their account if they are signed in."""
    signed = await signed_in(request)
    return Holder(key) if signed is None else Holder(key, signed.person.id, signed.session.id)


async def may_found(request: HttpRequest) -> None:
    """Where guests are not wanted, whoever sets up a match must be signed in."""
    if not service_of(request).settings.guests and await signed_in(request) is None:
        raise Declined(401, GUESTS)


async def shown_by(request: HttpRequest) -> Holder:
    """The same for a call, whose key is in its header."""
    return await holder_of(request, key_of(request))


def held(room: Room, who: Holder, address: str) -> tuple[str, ...]:
    """The seats that somebody holds. A wrong key is refused and its address logged, unless the account has a seat."""
    holds = room.stored.held_by(who)
    if holds is not None:
        return holds
    if who.key:
        log.limited(address, "wrong key", room.id)
        raise Declined(401, "This key does not belong to this match.")
    if room.stored.setup.fork is not None:
        raise Declined(403, "An analysis is private.")
    return ()


def known_seat(room: Room, seat: str) -> None:
    """Refuse a seat that a match does not have."""
    if seat not in room.stored.key_hashes:
        raise Declined(404, "There is no seat '{seat}' in this match.", seat=seat)


async def own_room(request: HttpRequest, match: str, seat: str) -> Room:
    """The room of a match in which one holds a seat."""
    room = await service_of(request).room(match)
    holds = held(room, await shown_by(request), address_of(request.scope))
    known_seat(room, seat)
    if seat not in holds:
        raise Declined(403, "This key is not for that seat.")
    return room


def keys_of(request: HttpRequest) -> list[str]:
    """The keys that somebody holds, from the header that lists them."""
    if "key" in request.query_params:
        raise Declined(400, "Don't put keys into addresses. Send them in the header {header}.", header=KEYS_HEADER)
    return [key.strip() for key in request.headers.get(KEYS_HEADER, "").split(",") if key.strip()]
