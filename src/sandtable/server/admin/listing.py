"""What an operator lists: matches, people, and the public facts of one match. No seed, key, hash or choice is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Select, exists, func, select

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Options
from sandtable.server.admin.records import Ban
from sandtable.server.admin.storage import bans_now
from sandtable.server.clocks.time import TimeControl
from sandtable.server.people.names import name_key
from sandtable.server.records import shown_name
from sandtable.server.schema import matches, people, progress, results, seats, sessions
from sandtable.server.storage import StoredMatch, load_match

MatchState = Literal["running", "over", "closed"]


class ListedMatch(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: str
    game: str
    scenario: str
    created: str
    used: str
    """When it was last opened."""
    state: MatchState
    players: list[str]


class SeatFacts(msgspec.Struct, frozen=True):
    """A seat and who has it."""

    seat: str
    name: str
    player: str
    account: bool
    taken: bool


class MatchFacts(msgspec.Struct, frozen=True):
    """What everybody may know of a match."""

    id: str
    game: str
    options: Options
    created: str
    closed: str
    state: MatchState
    analysis: bool
    listed: bool
    rated: bool
    clock: TimeControl | None
    seats: list[SeatFacts]
    waiting_for: list[str]
    announced: list[str]
    results: dict[str, str]
    """How it ended, by seat."""


class ListedPerson(msgspec.Struct, frozen=True):
    """An account in a list."""

    name: str
    created: str
    used: str
    """When it was last seen."""
    matches: int
    banned: Ban | None
    muted: Ban | None


def list_matches(game: str, state: str, player: str, most: int) -> Callable[[Connection], list[ListedMatch]]:
    """The newest matches, but no analyses: of a game, in a state, with a player whose name or seat contains a text."""
    wanted = _matches().where(matches.c.fork == "").order_by(matches.c.created.desc(), matches.c.id).limit(most)
    if game:
        wanted = wanted.where(matches.c.game == game)
    if player:
        named = (seats.c.match == matches.c.id) & func.lower(seats.c.name).contains(player.lower(), autoescape=True)
        wanted = wanted.where(exists().where(named))
    if state:
        wanted = wanted.where(_in_state(state))

    def question(connection: Connection) -> list[ListedMatch]:
        rows = connection.execute(wanted).mappings().all()
        there = _players(connection, [row["id"] for row in rows])
        return [_listed(row, there.get(row["id"], [])) for row in rows]

    return question


def _matches() -> Select[Any]:
    fields = (matches.c.id, matches.c.game, matches.c.options, matches.c.created, matches.c.used, matches.c.closed)
    joined = matches.outerjoin(progress, progress.c.match == matches.c.id)
    return select(*fields, _over().label("over")).select_from(joined)


def _over() -> Any:
    """Whether a match is over, as far as it was noted: by its progress, or by the result of somebody's account."""
    ended = exists().where(results.c.match == matches.c.id)
    return (func.coalesce(progress.c.over, 0) == 1) | ended


def _in_state(state: str) -> Any:
    match state:
        case "closed":
            return (matches.c.closed != "") & ~_over()
        case "over":
            return _over()
        case "running":
            return (matches.c.closed == "") & ~_over()
    raise SandtableError("There is no state '{state}'; choose running, over or closed.", state=state)


def _state(closed: str, over: bool) -> MatchState:
    return "over" if over else "closed" if closed else "running"


def _listed(row: Any, players: list[str]) -> ListedMatch:
    options = msgspec.json.decode(row["options"], type=Options)
    scenario, used = str(options.get("scenario", "")), row["used"] or row["created"]
    state = _state(row["closed"], bool(row["over"]))
    return ListedMatch(row["id"], row["game"], scenario, row["created"], used, state, players)


def _players(connection: Connection, ids: Sequence[str]) -> dict[str, list[str]]:
    there: dict[str, list[str]] = {}
    rows = select(seats.c.match, seats.c.name).where(seats.c.match.in_(ids)).order_by(seats.c.match, seats.c.place)
    for match, name in connection.execute(rows):
        there.setdefault(match, []).append(shown_name(name))
    return there


def match_facts(id: str) -> Callable[[Connection], MatchFacts]:
    """The public facts of one match."""

    def question(connection: Connection) -> MatchFacts:
        stored = load_match(id)(connection)
        if stored is None:
            raise SandtableError("There is no such match.")
        ended = connection.execute(
            select(results.c.seat, results.c.outcome, results.c.reason).where(results.c.match == id)
        )
        return _facts(stored, {seat: f"{outcome} ({reason})" for seat, outcome, reason in ended})

    return question


def _facts(stored: StoredMatch, ended: dict[str, str]) -> MatchFacts:
    terms, names = stored.terms, {seat.seat: seat.called for seat in stored.seats}
    return MatchFacts(
        id=stored.setup.id,
        game=stored.setup.game,
        options=stored.setup.options,
        created=stored.setup.created,
        closed=stored.closed,
        state=_state(stored.closed, stored.progress.over or bool(ended)),
        analysis=stored.setup.fork is not None,
        listed=terms is not None and terms.listed,
        rated=terms is not None and terms.rated,
        clock=None if terms is None else terms.control,
        seats=[
            SeatFacts(one.seat, one.called, one.player, one.seat in stored.people, one.seat in stored.taken)
            for one in stored.seats
        ],
        waiting_for=[names[seat] for seat in stored.progress.waiting if seat in names],
        announced=[f"{one.at} {one.told}" for one in stored.announced],
        results=ended,
    )


def list_people(named: str, banned: bool, now: str) -> Callable[[Connection], list[ListedPerson]]:
    """The accounts whose name contains a text; or only those that are banned or muted."""
    used = select(func.max(sessions.c.used)).where(sessions.c.person == people.c.id).scalar_subquery()
    played = select(func.count(func.distinct(seats.c.match))).where(seats.c.person == people.c.id).scalar_subquery()
    wanted = select(people.c.id, people.c.name, people.c.created, used, played).order_by(people.c.name_key)
    if named:
        wanted = wanted.where(people.c.name_key.contains(name_key(named), autoescape=True))

    def question(connection: Connection) -> list[ListedPerson]:
        bans = {(ban.kind, ban.subject): ban for ban in bans_now(now)(connection)}
        listed = [
            ListedPerson(name, created, seen or "", count, bans.get(("account", id)), bans.get(("talk", id)))
            for id, name, created, seen, count in connection.execute(wanted)
        ]
        return [one for one in listed if not banned or one.banned or one.muted]

    return question
