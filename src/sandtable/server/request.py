"""What every HTTP call does with a request: read its body, find its keys, and look up what they hold."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from sandtable.kernel.prepared import prepared
from sandtable.server import log
from sandtable.server.records import Declined
from sandtable.server.room import Room
from sandtable.server.service import MatchService

T = TypeVar("T")
HttpRequest = Request[Any, Any, State]
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


def service_of(request: HttpRequest) -> MatchService:
    service: MatchService = request.app.state.service
    return service


def held(room: Room, key: str, address: str) -> tuple[str, ...]:
    """The seats that the key holds; without a key none, with a wrong one it is refused and the address logged."""
    if not key and room.stored.setup.fork is not None:
        raise Declined(403, "An analysis is private.")
    if not key:
        return ()
    holds = room.stored.held_by(key)
    if holds is None:
        log.limited(address, "wrong key", room.id)
        raise Declined(401, "This key does not belong to this match.")
    return holds


def keys_of(request: HttpRequest) -> list[str]:
    """The keys that somebody holds, from the header that lists them."""
    if "key" in request.query_params:
        raise Declined(400, "Don't put keys into addresses. Send them in the header {header}.", header=KEYS_HEADER)
    return [key.strip() for key in request.headers.get(KEYS_HEADER, "").split(",") if key.strip()]
