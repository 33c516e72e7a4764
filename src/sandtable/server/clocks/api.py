"""The HTTP calls about clocks: claim that somebody's time is over, take a vacation, give up."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import FromPath

from sandtable.server.answers import Done
from sandtable.server.founding import player_named
from sandtable.server.guard import address_of
from sandtable.server.messages import Name
from sandtable.server.records import HUMAN, Declined
from sandtable.server.request import HttpRequest, body_of, held, known_seat, own_room, service_of, shown_by
from sandtable.server.room import Room


class ClaimRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose time is over, and the bot that is to play on; without one the match ends."""

    seat: Name
    bot: Name = ""


class VacationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For how many days one's clock is to stop; 0 when one is back."""

    seat: Name
    days: Annotated[int, msgspec.Meta(ge=0, le=60)]


class ResignRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat gives up."""

    seat: Name


class ClaimTold(msgspec.Struct, frozen=True):
    """Whether it is done, or the others must agree first."""

    done: bool


async def _room(request: HttpRequest, match: str) -> tuple[Room, tuple[str, ...]]:
    """The room of a match and the seats that one holds there."""
    room = await service_of(request).room(match)
    return room, held(room, await shown_by(request), address_of(request.scope))


@post(
    "/api/matches/{match:str}/claim",
    status_code=200,
    summary="Somebody's time is over: end the match, or let a bot play on",
    key="one",
    body=ClaimRequest,
    answers={200: ClaimTold},
    refuses=(401, 403, 404, 409, 503),
)
async def claim_time(match: FromPath[str], request: HttpRequest) -> ClaimTold:
    wanted = await body_of(request, ClaimRequest)
    room, holds = await _room(request, match)
    known_seat(room, wanted.seat)
    bot = player_named(wanted.bot) if wanted.bot else ""
    if bot == HUMAN:
        raise Declined(400, "Name the bot that plays on.")
    return ClaimTold(await room.claim(wanted.seat, holds, bot))


@post(
    "/api/matches/{match:str}/vacation",
    status_code=200,
    summary="Stop your clock for some days, or let it run again",
    key="one",
    body=VacationRequest,
    answers={200: Done},
    refuses=(401, 403, 404, 409, 503),
)
async def take_vacation(match: FromPath[str], request: HttpRequest) -> Done:
    wanted = await body_of(request, VacationRequest)
    await (await own_room(request, match, wanted.seat)).take_vacation(wanted.seat, wanted.days)
    return Done()


@post(
    "/api/matches/{match:str}/resign",
    status_code=200,
    summary="Give up: the other player wins",
    key="one",
    body=ResignRequest,
    answers={200: Done},
    refuses=(401, 403, 404, 409, 503),
)
async def resign_match(match: FromPath[str], request: HttpRequest) -> Done:
    wanted = await body_of(request, ResignRequest)
    await (await own_room(request, match, wanted.seat)).resign(wanted.seat)
    return Done()


ROUTES = [claim_time, take_vacation, resign_match]
