"""The HTTP calls about advice: ask for it, agree to it, and see how the chances moved over a match."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from litestar import Response, get, post, put
from litestar.params import FromPath

from sandtable.server.advice.desk import AdviceDesk
from sandtable.server.advice.records import AdviceRequest, AdviceTold, AgreementRequest, EvaluationTold
from sandtable.server.answers import Done
from sandtable.server.guard import address_of
from sandtable.server.records import Declined
from sandtable.server.request import HttpRequest, body_of, held, service_of, shown_by
from sandtable.server.room import Room


def _desk(request: HttpRequest) -> AdviceDesk:
    desk: AdviceDesk = request.app.state.advice
    return desk


async def _seat_of(request: HttpRequest, match: str, wanted: str) -> tuple[Room, str]:
    """The room of a match, and the seat that is asked about, which one must hold."""
    room = await service_of(request).room(match)
    holds = held(room, await shown_by(request), address_of(request.scope))
    if wanted and wanted not in room.stored.key_hashes:
        raise Declined(404, "There is no seat '{seat}' in this match.", seat=wanted)
    if not holds:
        raise Declined(403, "You are watching; a seat needs its own link.")
    if wanted and wanted not in holds:
        raise Declined(403, "This key is not for that seat.")
    return room, wanted or (await room.look()).first_seat(holds)


_GONE = 499
"""The answer to somebody who has gone, as nginx counts it; nobody reads it."""


async def _while_wanted(request: HttpRequest, work: Coroutine[None, None, bytes]) -> Response[bytes]:
    """Work something out as long as somebody waits for it: one who cancels, or leaves, sets its process free."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            return Response(b"", media_type="application/json", status_code=_GONE)
        return Response(working.result(), media_type="application/json")
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: HttpRequest) -> None:
    """Wait until whoever asked closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@post(
    "/api/matches/{match:str}/advice",
    status_code=200,
    summary="Advice for a seat: its chance to win, the best choices and why",
    key="one",
    body=AdviceRequest,
    answers={200: AdviceTold},
    refuses=(401, 403, 404, 409, 503),
)
async def ask_advice(match: FromPath[str], request: HttpRequest) -> Response[bytes]:
    wanted = await body_of(request, AdviceRequest)
    room, seat = await _seat_of(request, match, wanted.seat)
    return await _while_wanted(request, _desk(request).advise(room, seat, wanted.step, address_of(request.scope)))


@put(
    "/api/matches/{match:str}/advice",
    summary="Agree, or no longer agree, that everybody in a match may ask for advice",
    key="one",
    body=AgreementRequest,
    answers={200: Done},
    refuses=(401, 403, 404, 409, 503),
)
async def agree_to_advice(match: FromPath[str], request: HttpRequest) -> Done:
    wanted = await body_of(request, AgreementRequest)
    room, seat = await _seat_of(request, match, wanted.seat)
    await room.agree_to_advice(seat, wanted.agree)
    return Done()


@get(
    "/api/matches/{match:str}/evaluation",
    summary="How the chances moved over a match that is over",
    key="one",
    query={"seat": ({"type": "string"}, "whose count of the steps; by default that of the key's first seat")},
    answers={200: EvaluationTold},
    refuses=(401, 403, 404, 409, 503),
)
async def read_evaluation(match: FromPath[str], request: HttpRequest) -> Response[bytes]:
    room = await service_of(request).room(match)
    holds = held(room, await shown_by(request), address_of(request.scope))
    wanted = request.query_params.get("seat", "")
    if wanted and wanted not in holds:
        raise Declined(403, "This key is not for that seat.")
    seat = wanted or (holds[0] if holds else "")
    return await _while_wanted(request, _desk(request).evaluate(room, seat, address_of(request.scope)))


ROUTES = [ask_advice, agree_to_advice, read_evaluation]
