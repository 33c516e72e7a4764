"""The HTTP calls about matches, as docs/build/protocol.md describes them."""

from __future__ import annotations

import asyncio
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath

from sandtable.kernel.dice import commitment
from sandtable.kernel.ending import ToldEnding
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.kernel.show import ShownLine
from sandtable.kernel.words import plain
from sandtable.server.answers import Health, MatchCreated, MatchTold, MyMatch, SeatTold
from sandtable.server.clocks.records import told as moment_told
from sandtable.server.clocks.time import TimeControl, ends
from sandtable.server.founding import readable
from sandtable.server.guard import address_of
from sandtable.server.lobby.offers import Offer, needs_a_clock
from sandtable.server.lobby.records import Level, Terms
from sandtable.server.match import Match
from sandtable.server.messages import Name, Text
from sandtable.server.records import HUMAN, Declined, Holder, Seat, Unplayable
from sandtable.server.request import (
    HttpRequest,
    accounts_of,
    body_of,
    held,
    keys_of,
    lobby_of,
    may_found,
    service_of,
    shown_by,
    signed_in,
)
from sandtable.server.room import Room
from sandtable.server.service import CreatedMatch

Value = Text | int
_MOST_KEYS = 50
JOURNAL_PAGE = 2000
"""So many lines of a journal come at once; the earlier ones with `before`."""
LAST_LINE = 10**9
_PATIENCE = 3.0
"""Seconds after which a list of matches is told without one that takes long to open."""


class OfferRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What others are offered: seats that anyone may take in the lobby, or that are kept for somebody."""

    open: list[Name] = []
    invited: dict[Name, Name] = {}
    """The names of accounts by seat."""
    listed: bool = False
    """Whether the lobby lists the match, to be watched, even if no seat is open."""
    level: Level = "any"
    note: Text = ""
    clock: TimeControl | None = None
    rated: bool = False
    """Whether it counts for the ratings of those who play it; they need accounts."""
    """How long players may take; without one, as long as they like."""


class MatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for when a match is setup."""

    game: Name
    options: dict[Name, Value] = {}
    seats: dict[Name, Name] = {}
    names: dict[Name, Name] = {}
    pace: float | None = None
    lesson: bool = False
    offer: OfferRequest | None = None


class AnalysisRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for when a position is forked: through which seat, and at which step (now if none is named)."""

    seat: Name = ""
    step: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None


# -- matches ----------------------------------------------------------------------------------------------------------


def _link(match: str, key: str) -> str:
    return f"/match/{match}#key={key}"


def seat_told(match: str, seat: Seat, key: str) -> SeatTold:
    """A seat, with its link if it has just got a key."""
    return SeatTold(seat.seat, seat.called, seat.player, _link(match, key) if key else "", key)


@post(
    "/api/matches",
    summary="Set up a match, or the lesson of a game",
    body=MatchRequest,
    answers={201: MatchCreated},
    refuses=(401, 404, 503),
)
async def create_match(request: HttpRequest) -> MatchCreated:
    wanted = await body_of(request, MatchRequest)
    await may_found(request)
    service = service_of(request)
    if wanted.lesson:
        if wanted.options or wanted.seats or wanted.offer:
            raise Declined(400, "A lesson sets its own options and seats.")
        new = await service.create_lesson(wanted.game, wanted.names, wanted.pace)
    else:
        offer = await _offer(request, wanted.offer) if wanted.offer is not None else None
        new = await service.create_match(
            wanted.game, wanted.options, wanted.seats, wanted.names, wanted.pace, offer=offer
        )
    return told(new)


async def _offer(request: HttpRequest, wanted: OfferRequest) -> Offer:
    """What a new match offers to others, with the accounts of those who are invited."""
    signed = await signed_in(request)
    if wanted.rated and signed is None:
        raise Declined(401, "Sign in to play a rated match.")
    if wanted.rated and wanted.clock is None:
        raise needs_a_clock()
    terms = Terms(wanted.listed, wanted.level, readable(wanted.note), wanted.clock, wanted.rated)
    by = signed.person if signed is not None else None
    return await lobby_of(request).offer(terms, wanted.open, wanted.invited, by, address_of(request.scope))


def told(new: CreatedMatch) -> MatchCreated:
    """A new match with the links that are told only once."""
    match = new.stored.setup.id
    seats = [seat_told(match, seat, new.keys.get(seat.seat, "")) for seat in new.stored.seats]
    return MatchCreated(match, new.owner, _link(match, new.owner), seats)


@post(
    "/api/matches/{match:str}/analysis",
    summary="Analyse a match as a seat sees it, in a new match",
    key="one",
    body=AnalysisRequest,
    answers={201: MatchCreated},
    refuses=(401, 403, 404, 409, 503),
)
async def create_analysis(match: FromPath[str], request: HttpRequest) -> MatchCreated:
    service, address = service_of(request), address_of(request.scope)
    room = await service.room(match)
    holds = held(room, await shown_by(request), address)
    wanted = await body_of(request, AnalysisRequest)
    if wanted.seat and wanted.seat not in holds:
        raise Declined(403, "This key is not for that seat.")
    async with service.questions_of(address):
        playing = await room.look()
        others = [one.called for one in room.stored.seats if one.player == HUMAN and one.seat not in holds]
        if others and not playing.game.guesses_all(playing.setup.options):
            raise Declined(
                409, "You can't analyse this position: it would reveal the secrets of {others}.", others=others
            )
        seat = wanted.seat or playing.first_seat(holds)
        return told(await service.create_analysis(playing, seat, wanted.step))


async def _looked(room: Room) -> tuple[Match | None, str]:
    """The match, or the sentence why it cannot be played on; a long one may still be being opened."""
    looking = asyncio.ensure_future(room.look())
    looking.add_done_callback(lambda done: done.cancelled() or done.exception())  # the room knows what is wrong
    try:
        return await asyncio.wait_for(asyncio.shield(looking), _PATIENCE), ""
    except TimeoutError:
        return None, "This match is long and still opening. Try again in a minute."
    except Unplayable as fault:
        return None, fault.sentence


def _title(room: Room) -> str:
    try:
        return find_game(room.stored.setup.game).title
    except SandtableError:
        return room.stored.setup.game


@get(
    "/api/matches/{match:str}",
    summary="A match as everyone may know it; an analysis only with its key",
    key="one",
    answers={200: MatchTold},
    refuses=(401, 403, 404, 503),
)
async def describe_match(match: FromPath[str], request: HttpRequest) -> MatchTold:
    room = await service_of(request).room(match)
    if room.stored.setup.fork is not None:
        held(room, await shown_by(request), address_of(request.scope))
    playing, problem = await _looked(room)
    setup = room.stored.setup
    return MatchTold(
        match=setup.id,
        game=setup.game,
        title=_title(room),
        options=setup.options,
        seats=room.seats_now(),
        step=playing.counts("")[-1] if playing is not None else 0,
        over=playing is not None and playing.position.over,
        commitment=commitment(setup.seed),
        seed=playing.open_seed if playing is not None else "",
        created=setup.created,
        problem=problem,
        closed=room.stored.closed,
    )


def _due(room: Room, seat: str) -> str:
    """When the time of a seat is over; "" if its clock does not run."""
    return moment_told(ends(room.stored.clock, seat)) if room.stored.clock is not None else ""


def _stands(playing: Match | None, seat: str) -> dict[str, Any]:
    """How a match stands, as the seat sees it: the turn and phase, and for whom it waits."""
    if playing is None:
        return {"heading": "", "phase": "", "waiting_for": []}
    known = playing.known_to(seat)
    table = playing.game.table(known.sight(seat))
    return {
        "heading": table.heading,
        "phase": table.phase,
        "waiting_for": [playing.seats[decider].called for decider in known.deciders],
    }


@get(
    "/api/matches",
    summary="The matches you hold keys for",
    key="many",
    answers={200: list[MyMatch]},
    refuses=(400, 503),
)
async def my_matches(request: HttpRequest) -> list[MyMatch]:
    keys = keys_of(request)
    if len(keys) > _MOST_KEYS:
        raise Declined(400, "Send at most {most} keys at once.", most=_MOST_KEYS)
    signed = await signed_in(request)
    holders = [Holder(key) for key in keys] + ([Holder("", signed.person.id)] if signed is not None else [])
    mine = []
    more = await accounts_of(request).matches_of(signed.person) if signed is not None else []
    rooms = await service_of(request).rooms_of(keys, more)
    for room, (playing, problem) in zip(rooms, await asyncio.gather(*map(_looked, rooms)), strict=True):
        seats = dict.fromkeys(seat for one in holders for seat in room.stored.held_by(one) or ())
        if not seats and any(map(room.stored.is_owner, holders)):
            seats = {"": None}  # others have taken all seats; the owner may still seat, remove and close
        mine += [
            MyMatch(
                match=room.id,
                game=room.stored.setup.game,
                title=_title(room),
                seat=seat,
                step=playing.counts(seat)[-1] if playing is not None else 0,
                your_turn=playing is not None and seat in playing.position.deciders,
                **_stands(playing, seat),
                over=playing is not None and playing.position.over,
                problem=problem,
                analysis=room.stored.setup.fork is not None,
                due=_due(room, seat),
            )
            for seat in seats
        ]
    return mine


def number_in(request: HttpRequest, name: str, usual: int) -> int:
    """A number of the query."""
    text = request.query_params.get(name, "")
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Declined(400, "{name} must be a number.", name=name)
    return int(text)


@get(
    "/api/matches/{match:str}/ending",
    summary="How a match ended",
    key="one",
    answers={200: ToldEnding},
    refuses=(401, 403, 404, 409, 503),
)
async def read_ending(match: FromPath[str], request: HttpRequest) -> Response[bytes]:
    room = await service_of(request).room(match)
    if room.stored.setup.fork is not None:
        held(room, await shown_by(request), address_of(request.scope))
    return Response(await room.ending(), media_type="application/json")


@get(
    "/api/matches/{match:str}/journal",
    summary="The journal as a seat may read it, a page at a time",
    key="one",
    query={
        "seat": ({"type": "string"}, "whose journal; by default that of the key's first seat"),
        "before": ({"type": "integer", "minimum": 0, "maximum": 999999999}, "lines before this one"),
        "format": ({"type": "string"}, "`text` for plain text"),
    },
    text=True,
    answers={200: list[ShownLine]},
    refuses=(400, 401, 403, 404, 409, 503),
)
async def read_journal(match: FromPath[str], request: HttpRequest) -> Response[Any]:
    room = await service_of(request).room(match)
    holds = held(room, await shown_by(request), address_of(request.scope))
    wanted = request.query_params.get("seat", "")
    if wanted and wanted not in holds:
        raise Declined(403, "This key is not for that seat.")
    playing, seat = await room.look(), wanted or (holds[0] if holds else "")
    until = number_in(request, "before", LAST_LINE)
    since = max(0, min(until, playing.line_count(seat)) - JOURNAL_PAGE)
    lines = playing.lines(seat, since, until)
    if request.query_params.get("format") != "text":
        return Response(lines)
    text = "".join(f"{line.step:>4}  {plain(line.text)} ({line.clause})\n" for line in lines)
    return Response(text, media_type="text/plain")


def version_here() -> str:
    """The version of Sandtable."""
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "unpacked"


async def _health(request: HttpRequest, leaving: bool) -> Response[Health]:
    service = service_of(request)
    wrong = "" if await service.healthy() else "the database cannot be written"
    standing = Health(
        status=wrong or ("the server is stopping" if leaving else "ok"),
        version=version_here(),
        matches=len(service.rooms),
        sockets=sum(len(room.listeners) for room in service.rooms.values()),
    )
    return Response(standing, status_code=503 if wrong or leaving else 200)


@get("/api/health", summary="Whether the database can be written", answers={200: Health, 503: Health})
async def health(request: HttpRequest) -> Response[Health]:
    return await _health(request, leaving=False)


@get(
    "/api/ready",
    summary="Whether a proxy should send visitors here: not while the server stops",
    answers={200: Health, 503: Health},
)
async def ready(request: HttpRequest) -> Response[Health]:
    return await _health(request, leaving=service_of(request).leaving)


ROUTES = [
    create_match,
    create_analysis,
    describe_match,
    my_matches,
    read_journal,
    read_ending,
    health,
    ready,
]
