"""The HTTP calls of tournaments."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromPath

from sandtable.kernel.game import Setting
from sandtable.server.clocks.time import TimeControl
from sandtable.server.founding import readable
from sandtable.server.lobby.offers import needs_a_clock
from sandtable.server.messages import Name, Text
from sandtable.server.people.records import Person
from sandtable.server.records import Declined
from sandtable.server.request import HttpRequest, body_of, must_be_signed_in, signed_in, tournaments_of
from sandtable.server.storage import new_id
from sandtable.server.times import now
from sandtable.server.tournaments.records import Entry, Kind, Tournament
from sandtable.server.tournaments.standings import Outcome
from sandtable.server.tournaments.told import TournamentListed, TournamentTold, listed, told
from sandtable.server.tournaments.tournaments import MOST_PLAYERS, settled_tournament

_Small = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament that is to be made."""

    title: Name
    game: Name
    kind: Kind
    options: dict[str, Setting] = {}
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 5
    """Of a Swiss tournament; a round robin has as many as it takes."""
    clock: TimeControl | None = None
    rated: bool = False
    entry: Entry = "open"
    most: Annotated[int, msgspec.Meta(ge=0, le=MOST_PLAYERS)] = 0
    by_itself: bool = False
    note: Text = ""


class PlayerNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an account."""

    name: Name = ""


class Decided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match counts that has no result."""

    round: _Small
    board: _Small
    outcome: Outcome


async def _me(request: HttpRequest) -> Person:
    return (await must_be_signed_in(request)).person


async def _told(request: HttpRequest, id: str, me: Person | None) -> TournamentTold:
    return told(await tournaments_of(request).whole(id), me.id if me is not None else "")


@get("/api/tournaments", summary="Tournaments, the newest first", answers={200: list[TournamentListed]}, refuses=(503,))
async def read_tournaments(request: HttpRequest) -> list[TournamentListed]:
    return [listed(made, playing) for made, playing in await tournaments_of(request).everything()]


@post(
    "/api/tournaments",
    summary="Make a tournament",
    body=NewTournament,
    answers={201: TournamentTold},
    refuses=(400, 401, 422, 503),
)
async def create_tournament(request: HttpRequest) -> TournamentTold:
    me, wanted = await _me(request), await body_of(request, NewTournament)
    title = readable(wanted.title)
    if not title:
        raise Declined(422, "Give the tournament a name.")
    if wanted.rated and wanted.clock is None:
        raise needs_a_clock()
    made = settled_tournament(
        Tournament(
            id=new_id(),
            title=title,
            note=readable(wanted.note),
            game=wanted.game,
            options=wanted.options,
            kind=wanted.kind,
            rounds=wanted.rounds,
            control=wanted.clock,
            rated=wanted.rated,
            entry=wanted.entry,
            most=wanted.most,
            by_itself=wanted.by_itself,
            organiser=me.id,
            created=now(),
        )
    )
    await tournaments_of(request).found(made)
    return await _told(request, made.id, me)


@get(
    "/api/tournaments/{tournament:str}",
    summary="One tournament: its standings, rounds and matches",
    answers={200: TournamentTold},
    refuses=(404, 503),
)
async def read_tournament(tournament: FromPath[str], request: HttpRequest) -> TournamentTold:
    signed = await signed_in(request)
    return await _told(request, tournament, signed.person if signed is not None else None)


def _act(path: str, summary: str, **more: Any) -> post:
    refuses = (401, 403, 404, 409, 503)
    return post(
        f"/api/tournaments/{{tournament:str}}/{path}",
        status_code=200,
        summary=summary,
        answers={200: TournamentTold},
        refuses=refuses,
        **more,
    )


@_act("join", "Play in a tournament")
async def join_tournament(tournament: FromPath[str], request: HttpRequest) -> TournamentTold:
    me = await _me(request)
    await tournaments_of(request).join(tournament, me)
    return await _told(request, tournament, me)


@_act("withdraw", "Leave a tournament, or take somebody out of one's own", body=PlayerNamed)
async def withdraw_from_tournament(tournament: FromPath[str], request: HttpRequest) -> TournamentTold:
    me, wanted = await _me(request), await body_of(request, PlayerNamed)
    await tournaments_of(request).withdraw(tournament, wanted.name, me)
    return await _told(request, tournament, me)


@_act("invite", "Invite somebody to one's tournament", body=PlayerNamed)
async def invite_to_tournament(tournament: FromPath[str], request: HttpRequest) -> TournamentTold:
    me, wanted = await _me(request), await body_of(request, PlayerNamed)
    await tournaments_of(request).invite(tournament, wanted.name, me)
    return await _told(request, tournament, me)


@_act("start", "Start the next round of one's tournament, or end it after the last")
async def start_round(tournament: FromPath[str], request: HttpRequest) -> TournamentTold:
    me = await _me(request)
    await tournaments_of(request).start(tournament, me)
    return await _told(request, tournament, me)


@_act("decide", "Say how a match of one's tournament counts that has no result", body=Decided)
async def decide_pairing(tournament: FromPath[str], request: HttpRequest) -> TournamentTold:
    me, wanted = await _me(request), await body_of(request, Decided)
    if wanted.outcome in ("", "bye"):
        raise Declined(409, "Say who has won, or that it was drawn or called off.")
    await tournaments_of(request).decide(tournament, wanted.round, wanted.board, wanted.outcome, me)
    return await _told(request, tournament, me)


@_act("end", "End one's tournament before its last round")
async def end_tournament(tournament: FromPath[str], request: HttpRequest) -> TournamentTold:
    me = await _me(request)
    await tournaments_of(request).end(tournament, me)
    return await _told(request, tournament, me)


ROUTES = [
    read_tournaments,
    create_tournament,
    read_tournament,
    join_tournament,
    withdraw_from_tournament,
    invite_to_tournament,
    start_round,
    decide_pairing,
    end_tournament,
]
