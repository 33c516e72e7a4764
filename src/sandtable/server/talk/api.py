"""The HTTP calls of talk: read, say, mute, report, and the notes of a seat. What is new comes by the websocket."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post, put
from litestar.params import FromPath

from sandtable.server.answers import Done
from sandtable.server.api import LAST_LINE, number_in
from sandtable.server.founding import readable
from sandtable.server.guard import address_of
from sandtable.server.messages import READABLE, Count, Id, Name, Text
from sandtable.server.records import Declined
from sandtable.server.request import GUESTS, HttpRequest, body_of, held, service_of, shown_by, signed_in, talk_of
from sandtable.server.room import Room
from sandtable.server.talk.records import LONGEST_LINE, LONGEST_NOTE, LineTold, SeatNote, Speaker
from sandtable.server.talk.talk import TalkTold

SaidText = Annotated[str, msgspec.Meta(max_length=LONGEST_LINE, pattern=READABLE)]
_WITH_BREAKS = READABLE.replace(r"\x00-\x1f", r"\x00-\x09\x0b-\x1f")
NoteText = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE, pattern=_WITH_BREAKS)]


class SayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one says, for which seat, and an id of one's own by which it is said once."""

    text: SaidText
    id: Id
    seat: Name = ""


class MuteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one wants to read who said this no longer, or again."""

    mute: bool


class ReportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with it."""

    why: Text = ""


class NoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note at a step; without words the note is removed."""

    seat: Name
    step: Count
    text: NoteText


async def _room(request: HttpRequest, match: str) -> Room:
    return await service_of(request).room(match)


async def _speaker(request: HttpRequest, room: Room, seat: str = "") -> Speaker:
    who, signed = await shown_by(request), await signed_in(request)
    held(room, who, address_of(request.scope))
    if signed is None and not service_of(request).settings.guests:
        raise Declined(401, GUESTS)
    return talk_of(request).speaker(room, who, signed, seat)


@get(
    "/api/matches/{match:str}/talk",
    summary="What was said: players read players, spectators who are signed in read spectators",
    key="one",
    query={"before": ({"type": "integer", "minimum": 0, "maximum": 999999999}, "lines before this one")},
    answers={200: TalkTold},
    refuses=(400, 401, 403, 404, 503),
)
async def read_talk(match: FromPath[str], request: HttpRequest) -> TalkTold:
    room, who = await _room(request, match), await shown_by(request)
    held(room, who, address_of(request.scope))
    return await talk_of(request).told(room, who, number_in(request, "before", LAST_LINE))


@post(
    "/api/matches/{match:str}/talk",
    summary="Say something to the other players, or to the other spectators",
    key="one",
    body=SayRequest,
    answers={201: LineTold},
    refuses=(401, 403, 404, 409, 422, 503),
)
async def say(match: FromPath[str], request: HttpRequest) -> LineTold:
    room, wanted = await _room(request, match), await body_of(request, SayRequest)
    by = await _speaker(request, room, wanted.seat)
    return await talk_of(request).say(room, by, readable(wanted.text), wanted.id, address_of(request.scope))


@put(
    "/api/matches/{match:str}/talk/{line:int}/mute",
    summary="Read who said this no longer, or again",
    key="one",
    body=MuteRequest,
    answers={200: Done},
    refuses=(401, 403, 404, 409, 503),
)
async def mute_speaker(match: FromPath[str], line: FromPath[int], request: HttpRequest) -> Done:
    room, wanted = await _room(request, match), await body_of(request, MuteRequest)
    by, talk = await _speaker(request, room), talk_of(request)
    await talk.mute(await talk.line(room, line, by.channel), by, wanted.mute)
    return Done()


@post(
    "/api/matches/{match:str}/talk/{line:int}/report",
    status_code=200,
    summary="Report this to the operator",
    key="one",
    body=ReportRequest,
    answers={200: Done},
    refuses=(401, 403, 404, 409, 503),
)
async def report_line(match: FromPath[str], line: FromPath[int], request: HttpRequest) -> Done:
    room, wanted = await _room(request, match), await body_of(request, ReportRequest)
    by, talk = await _speaker(request, room), talk_of(request)
    said = await talk.line(room, line, by.channel)
    await talk.report(room, said, by, readable(wanted.why), address_of(request.scope))
    return Done()


async def _own_seat(request: HttpRequest, room: Room, seat: str) -> None:
    holds = held(room, await shown_by(request), address_of(request.scope))
    if seat not in holds:
        raise Declined(403, "This key is not for that seat.")


@get(
    "/api/matches/{match:str}/notes",
    summary="What you noted for yourself at a seat",
    key="one",
    query={"seat": ({"type": "string"}, "the seat")},
    answers={200: list[SeatNote]},
    refuses=(401, 403, 404, 503),
)
async def read_notes(match: FromPath[str], request: HttpRequest) -> list[SeatNote]:
    room, seat = await _room(request, match), request.query_params.get("seat", "")
    await _own_seat(request, room, seat)
    return await talk_of(request).notes(room, seat)


@put(
    "/api/matches/{match:str}/notes",
    summary="Note something for yourself at a step, or remove the note",
    key="one",
    body=NoteRequest,
    answers={200: list[SeatNote]},
    refuses=(401, 403, 404, 409, 503),
)
async def write_note(match: FromPath[str], request: HttpRequest) -> list[SeatNote]:
    room, wanted = await _room(request, match), await body_of(request, NoteRequest)
    await _own_seat(request, room, wanted.seat)
    return await talk_of(request).note(room, wanted.seat, wanted.step, wanted.text.strip())


ROUTES = [read_talk, say, mute_speaker, report_line, read_notes, write_note]
