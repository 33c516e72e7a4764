"""Matches as files: the save that can be played on, what a seat sees as a report, and a save that becomes a match."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.exceptions import ClientException, InternalServerException
from litestar.params import FromPath

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.records import Save
from sandtable.kernel.save import EXPORT
from sandtable.server.answers import MatchCreated
from sandtable.server.api import told, version_here
from sandtable.server.guard import address_of
from sandtable.server.match import Match
from sandtable.server.records import HUMAN, Declined
from sandtable.server.request import HttpRequest, held, may_found, service_of, shown_by
from sandtable.server.room import Room
from sandtable.server.service import CreatedMatch, MatchService
from sandtable.server.workers import TooLong

LARGEST_SAVE = 8 * 1024 * 1024


@get(
    "/api/matches/{match:str}/save",
    summary="The save of a match that is over or has no other players",
    key="one",
    answers={200: bytes},
    refuses=(401, 403, 404, 409, 503),
)
async def save_match(match: FromPath[str], request: HttpRequest) -> Response[bytes]:
    room = await service_of(request).room(match)
    playing = await room.look()
    alone = False
    if not playing.position.over:
        alone = _is_alone(room, held(room, await shown_by(request), address_of(request.scope)))
    body = playing.save(alone)
    if alone:
        await room.saved_with_seed()
    return _file(body, playing, "sandtable")


def _is_alone(room: Room, holds: tuple[str, ...]) -> bool:
    """Whether everyone who plays here, bots apart, is the one who holds these seats."""
    people = {seat.seat for seat in room.stored.seats if seat.player == HUMAN}
    return bool(holds) and people <= set(holds)


@get(
    "/api/matches/{match:str}/report",
    summary="What a seat sees, as a file",
    key="one",
    query={"seat": ({"type": "string"}, "which seat, if the key is for several")},
    answers={200: bytes},
    refuses=(401, 403, 404, 503),
)
async def report_match(match: FromPath[str], request: HttpRequest) -> Response[bytes]:
    room = await service_of(request).room(match)
    holds = held(room, await shown_by(request), address_of(request.scope))
    wanted = request.query_params.get("seat", "")
    if wanted and wanted not in holds:
        raise Declined(403, "This key is not for that seat.")
    playing = await room.look()
    return _file(report(playing, wanted or (holds[0] if holds else "")), playing, "report.json")


def report(match: Match, seat: str) -> bytes:
    """The position as a seat sees it, its journal, and the versions: no seed, no key, nothing that it may not know."""
    game = match.game
    seen = {
        "format": EXPORT,
        "sandtable": version_here(),
        "game": game.id,
        "rules_version": game.version,
        "data_version": game.data_version(),
        "options": dict(match.setup.options),
        "created": match.setup.created,
        "seat": seat,
        "shown": match.shown(seat),
        "journal": match.lines(seat),
    }
    return msgspec.json.format(msgspec.json.encode(seen), indent=1)


def _file(body: bytes, match: Match, kind: str) -> Response[bytes]:
    name = f"{match.game.id}-{match.setup.created[:10]}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type="application/json", headers=headers)


@post(
    "/api/matches/import",
    request_max_body_size=LARGEST_SAVE,
    summary="Open a save as a new match",
    body=Save,
    answers={201: MatchCreated},
    refuses=(401, 422, 503),
)
async def import_match(request: HttpRequest) -> MatchCreated:
    service, address = service_of(request), address_of(request.scope)
    if request.content_type[0] != "application/json":
        raise Declined(415, "The body must be JSON (Content-Type: application/json).")
    try:
        text = await request.body()
    except ClientException:
        raise Declined(413, "This save file is too large. The limit is {most} MiB.", most=LARGEST_SAVE >> 20) from None
    except InternalServerException:  # so Litestar says that they have gone
        raise Declined(400, "The request was cut off.") from None
    await may_found(request)
    async with service.questions_of(address):
        return told(await _imported(service, text))


async def _imported(service: MatchService, text: bytes) -> CreatedMatch:
    """Found the match, or say why this save becomes none."""
    try:
        return await service.create_from_save(text)
    except TooLong as fault:
        raise Declined(503, fault.sentence) from None
    except SandtableError as fault:
        raise Declined(422, fault.sentence, fault.rule) from None


ROUTES = [save_match, report_match, import_match]
