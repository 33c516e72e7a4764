"""The HTTP calls about matches, as docs/build/protocol.md describes them."""

from __future__ import annotations

import asyncio
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath

from sandtable.kernel.dice import commitment
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.kernel.words import plain
from sandtable.server.guard import address_of
from sandtable.server.match import Match
from sandtable.server.messages import Name, Text
from sandtable.server.records import HUMAN, Declined, Seat, Unplayable
from sandtable.server.request import HttpRequest, body_of, held, key_of, keys_of, service_of
from sandtable.server.room import Room
from sandtable.server.service import CreatedMatch, player_named, readable

Value = Text | int
_MOST_KEYS = 50
JOURNAL_PAGE = 2000
"""So many lines of a journal come at once; the earlier ones with `before`."""
LAST_LINE = 10**9
_PATIENCE = 3.0
"""Seconds after which a list of matches is told without one that takes long to open."""


class MatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for when a match is setup."""

    game: Name
    options: dict[Name, Value] = {}
    seats: dict[Name, Name] = {}
    names: dict[Name, Name] = {}
    pace: float | None = None
    lesson: bool = False


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for when a seat changes hands."""

    player: Name = ""
    name: Name = ""
    new_link: bool = False


class AnalysisRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for when a position is forked: through which seat, and at which step (now if none is named)."""

    seat: Name = ""
    step: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None


# -- matches ----------------------------------------------------------------------------------------------------------


def _link(match: str, key: str) -> str:
    return f"/match/{match}#key={key}"


def _seat_told(match: str, seat: Seat, key: str) -> dict[str, str]:
    told = {"seat": seat.seat, "name": seat.name, "player": seat.player}
    return told | {"link": _link(match, key), "token": key} if key else told


@post("/api/matches")
async def create_match(request: HttpRequest) -> dict[str, Any]:
    wanted = await body_of(request, MatchRequest)
    service = service_of(request)
    if wanted.lesson:
        if wanted.options or wanted.seats:
            raise Declined(400, "A lesson brings its own options and seats.")
        new = await service.create_lesson(wanted.game, wanted.names, wanted.pace)
    else:
        new = await service.create_match(wanted.game, wanted.options, wanted.seats, wanted.names, wanted.pace)
    return _told(new)


def _told(new: CreatedMatch) -> dict[str, Any]:
    """A new match with the links that are told only once."""
    match = new.stored.setup.id
    return {
        "match": match,
        "owner": new.owner,
        "owner_link": _link(match, new.owner),
        "seats": [_seat_told(match, seat, new.keys.get(seat.seat, "")) for seat in new.stored.seats],
    }


@post("/api/matches/{match:str}/analysis")
async def create_analysis(match: FromPath[str], request: HttpRequest) -> dict[str, Any]:
    service, address = service_of(request), address_of(request.scope)
    room = await service.room(match)
    holds = held(room, key_of(request), address)
    wanted = await body_of(request, AnalysisRequest)
    if wanted.seat and wanted.seat not in holds:
        raise Declined(403, "This key does not hold that seat.")
    async with service.questions_of(address):
        playing = await room.look()
        others = [one.name for one in room.stored.seats if one.player == HUMAN and one.seat not in holds]
        if others and not playing.game.guesses_all(playing.setup.options):
            raise Declined(409, f"An analysis would show what {' and '.join(others)} must keep secret here.")
        seat = wanted.seat or playing.first_seat(holds)
        return _told(await service.create_analysis(playing, seat, wanted.step))


async def _looked(room: Room) -> tuple[Match | None, str]:
    """The match, or the sentence why it cannot be played on; a long one may still be being opened."""
    looking = asyncio.ensure_future(room.look())
    looking.add_done_callback(lambda done: done.cancelled() or done.exception())  # the room knows what is wrong
    try:
        return await asyncio.wait_for(asyncio.shield(looking), _PATIENCE), ""
    except TimeoutError:
        return None, "This match is long and is being opened; look again in a minute."
    except Unplayable as fault:
        return None, fault.sentence


def _title(room: Room) -> str:
    try:
        return find_game(room.stored.setup.game).title
    except SandtableError:
        return room.stored.setup.game


@get("/api/matches/{match:str}")
async def describe_match(match: FromPath[str], request: HttpRequest) -> dict[str, Any]:
    room = await service_of(request).room(match)
    if room.stored.setup.fork is not None:
        held(room, key_of(request), address_of(request.scope))
    playing, problem = await _looked(room)
    setup = room.stored.setup
    over = playing is not None and playing.position.over
    return {
        "match": setup.id,
        "game": setup.game,
        "title": _title(room),
        "options": setup.options,
        "seats": room.seats_now(),
        "step": playing.counts("")[-1] if playing is not None else 0,
        "over": over,
        "commitment": commitment(setup.seed),
        "seed": playing.open_seed if playing is not None else "",
        "created": setup.created,
        "problem": problem,
        "closed": room.stored.closed,
    }


def _stands(playing: Match | None, seat: str) -> dict[str, Any]:
    """How a match stands, as the seat sees it: the turn and phase, and for whom it waits."""
    if playing is None:
        return {"heading": "", "phase": "", "waiting_for": []}
    known = playing.known_to(seat)
    table = playing.game.table(known.sight(seat))
    return {
        "heading": table.heading,
        "phase": table.phase,
        "waiting_for": [playing.seats[decider].name for decider in known.deciders],
    }


@get("/api/matches")
async def my_matches(request: HttpRequest) -> list[dict[str, Any]]:
    keys = keys_of(request)
    if len(keys) > _MOST_KEYS:
        raise Declined(400, f"At most {_MOST_KEYS} keys can be asked for at once.")
    mine = []
    rooms = await service_of(request).rooms_of(keys)
    for room, (playing, problem) in zip(rooms, await asyncio.gather(*map(_looked, rooms)), strict=True):
        seats = dict.fromkeys(seat for key in keys for seat in room.stored.held_by(key) or ())
        if not seats and any(map(room.stored.is_owner, keys)):
            seats = {"": None}  # others have taken all seats; the owner may still seat, remove and close
        mine += [
            {
                "match": room.id,
                "game": room.stored.setup.game,
                "title": _title(room),
                "seat": seat,
                "step": playing.counts(seat)[-1] if playing is not None else 0,
                "your_turn": playing is not None and seat in playing.position.deciders,
                **_stands(playing, seat),
                "over": playing is not None and playing.position.over,
                "problem": problem,
                "analysis": room.stored.setup.fork is not None,
            }
            for seat in seats
        ]
    return mine


@put("/api/matches/{match:str}/seats/{seat:str}")
async def change_seat(match: FromPath[str], seat: FromPath[str], request: HttpRequest) -> dict[str, str]:
    room = await service_of(request).room(match)
    key = key_of(request)
    if not key:
        raise Declined(401, "This needs the key of the seat or of the owner.")
    holds, owner = held(room, key, address_of(request.scope)), room.stored.is_owner(key)
    if seat not in room.stored.key_hashes:
        raise Declined(404, f"There is no seat {seat!r} in this match.")
    wanted = await body_of(request, SeatRequest)
    if not owner and seat not in holds:
        raise Declined(403, "This key does not hold that seat.")
    if wanted.new_link and not owner:
        raise Declined(403, "Only the owner can make a new link for a seat.")
    player = player_named(wanted.player) if wanted.player else ""
    changed, new_key = await room.change_seat(seat, player, readable(wanted.name), wanted.new_link, owner)
    return _seat_told(match, changed, new_key)


@post("/api/matches/{match:str}/close", status_code=200)
async def close_match(match: FromPath[str], request: HttpRequest) -> dict[str, str]:
    room = await service_of(request).room(match)
    key = key_of(request)
    if not key:
        raise Declined(401, "This needs the key of the owner.")
    held(room, key, address_of(request.scope))
    if not room.stored.is_owner(key):
        raise Declined(403, "Only the owner can close a match.")
    await room.close_match()
    return {"match": match, "closed": room.stored.closed}


@get("/api/matches/{match:str}/save")
async def save_match(match: FromPath[str], request: HttpRequest) -> Response[bytes]:
    playing = await (await service_of(request).room(match)).look()
    headers = {
        "content-disposition": f'attachment; filename="{playing.game.id}-{playing.setup.created[:10]}.sandtable"'
    }
    return Response(playing.save(), media_type="application/json", headers=headers)


def _number(request: HttpRequest, name: str, usual: int) -> int:
    """A number of the query."""
    text = request.query_params.get(name, "")
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Declined(400, f"{name} must be a number.")
    return int(text)


@get("/api/matches/{match:str}/ending")
async def read_ending(match: FromPath[str], request: HttpRequest) -> Response[bytes]:
    room = await service_of(request).room(match)
    if room.stored.setup.fork is not None:
        held(room, key_of(request), address_of(request.scope))
    return Response(await room.ending(), media_type="application/json")


@get("/api/matches/{match:str}/journal")
async def read_journal(match: FromPath[str], request: HttpRequest) -> Response[Any]:
    room = await service_of(request).room(match)
    holds = held(room, key_of(request), address_of(request.scope))
    wanted = request.query_params.get("seat", "")
    if wanted and wanted not in holds:
        raise Declined(403, "This key does not hold that seat.")
    playing, seat = await room.look(), wanted or (holds[0] if holds else "")
    until = _number(request, "before", LAST_LINE)
    since = max(0, min(until, playing.line_count(seat)) - JOURNAL_PAGE)
    lines = playing.lines(seat, since, until)
    if request.query_params.get("format") != "text":
        return Response(lines)
    text = "".join(f"{line.step:>4}  {plain(line.text)} ({line.clause})\n" for line in lines)
    return Response(text, media_type="text/plain")


def _version() -> str:
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "unpacked"


@get("/api/health")
async def health(request: HttpRequest) -> Response[dict[str, Any]]:
    service = service_of(request)
    healthy = await service.healthy()
    told = {
        "status": "ok" if healthy else "the database cannot be written",
        "version": _version(),
        "matches": len(service.rooms),
        "sockets": sum(len(room.listeners) for room in service.rooms.values()),
    }
    return Response(told, status_code=200 if healthy else 503)


ROUTES = [
    create_match,
    create_analysis,
    describe_match,
    my_matches,
    change_seat,
    close_match,
    save_match,
    read_journal,
    read_ending,
    health,
]
