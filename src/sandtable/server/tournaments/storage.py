"""Tournaments in the database. How a match ended is read from its result, wherever it was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, exists, func, select

from sandtable.kernel.game import Options
from sandtable.kernel.prepared import prepared
from sandtable.server.clocks.time import TimeControl
from sandtable.server.database import Conflict
from sandtable.server.schema import people, results, tournament_pairings, tournament_players, tournaments
from sandtable.server.tournaments.pairing import Pairing
from sandtable.server.tournaments.records import Board, Entrant, Status, Tournament, Whole
from sandtable.server.tournaments.standings import Outcome

MOST_LISTED = 200


def insert_tournament(made: Tournament) -> Callable[[Connection], None]:
    """Write a new tournament."""

    def change(connection: Connection) -> None:
        row = msgspec.structs.asdict(made) | {
            "options": msgspec.json.encode(made.options).decode(),
            "control": "" if made.control is None else msgspec.json.encode(made.control).decode(),
            "rated": int(made.rated),
            "by_itself": int(made.by_itself),
        }
        connection.execute(tournaments.insert().values(row))

    return change


def _tournament(row: Any) -> Tournament:
    fields = dict(row) | {
        "options": msgspec.json.decode(row["options"], type=Options),
        "control": msgspec.json.decode(row["control"], type=prepared(TimeControl)) if row["control"] else None,
        "rated": bool(row["rated"]),
        "by_itself": bool(row["by_itself"]),
    }
    return Tournament(**fields)


def list_tournaments(connection: Connection) -> list[tuple[Tournament, int]]:
    """The newest tournaments, with how many play in each."""
    rows = connection.execute(select(tournaments).order_by(tournaments.c.created.desc()).limit(MOST_LISTED)).mappings()
    count = select(tournament_players.c.tournament, func.count()).where(tournament_players.c.status == "playing")
    counted = connection.execute(count.group_by(tournament_players.c.tournament)).all()
    playing = {row[0]: row[1] for row in counted}
    return [(_tournament(row), playing.get(row["id"], 0)) for row in rows]


def whole(id: str) -> Callable[[Connection], Whole | None]:
    """A tournament with its players and what they played."""

    def question(connection: Connection) -> Whole | None:
        row = connection.execute(select(tournaments).where(tournaments.c.id == id)).mappings().first()
        if row is None:
            return None
        named = connection.execute(select(people.c.name).where(people.c.id == row["organiser"])).scalar() or ""
        return Whole(_tournament(row), tuple(_entrants(connection, id)), tuple(_boards(connection, id)), named)

    return question


def _entrants(connection: Connection, id: str) -> list[Entrant]:
    joined = tournament_players.outerjoin(people, people.c.id == tournament_players.c.person)
    fields = (tournament_players.c.person, tournament_players.c.seed, tournament_players.c.status, people.c.name)
    rows = select(*fields).select_from(joined).where(tournament_players.c.tournament == id)
    return [
        Entrant(person, seed, status, name or "")
        for person, seed, status, name in connection.execute(rows.order_by(tournament_players.c.seed))
    ]


def _boards(connection: Connection, id: str) -> list[Board]:
    fields = [tournament_pairings.c[name] for name in Board.__struct_fields__]
    mine = tournament_pairings.c.tournament == id
    rows = connection.execute(
        select(*fields).where(mine).order_by(tournament_pairings.c.round, tournament_pairings.c.board)
    )
    boards = [Board(*row) for row in rows]
    ended = _ended(connection, [one.match for one in boards if one.match and not one.outcome])
    return [
        msgspec.structs.replace(one, outcome=_outcome(one, ended.get(one.match, {}))) if not one.outcome else one
        for one in boards
    ]


def _ended(connection: Connection, matches: Sequence[str]) -> dict[str, dict[str, str]]:
    """How matches ended for those who played them."""
    found: dict[str, dict[str, str]] = {}
    rows = select(results.c.match, results.c.person, results.c.outcome).where(results.c.match.in_(matches))
    for match, person, outcome in connection.execute(rows):
        found.setdefault(match, {})[person] = outcome
    return found


def _outcome(board: Board, ended: dict[str, str]) -> Outcome:
    if not ended:
        return ""
    if "drawn" in ended.values():
        return "drawn"
    gone = ended.get("", "")  # the result of one whose account was removed
    if ended.get(board.first, gone) == "won":
        return "first"
    return "second" if ended.get(board.second, gone) == "won" else "neither"


# -- players -----------------------------------------------------------------------------------------------------------


def enter(id: str, person: str, status: Status, most: int) -> Callable[[Connection], None]:
    """Write that somebody plays or is invited; refused when there is no room, or it has begun."""

    def change(connection: Connection) -> None:
        begun = connection.execute(select(tournaments.c.round).where(tournaments.c.id == id).with_for_update()).scalar()
        if begun:
            raise Conflict("The tournament has already begun.")
        of = tournament_players.c.tournament == id
        playing = of & (tournament_players.c.status == "playing") & (tournament_players.c.person != person)
        count = connection.execute(select(func.count()).select_from(tournament_players).where(playing)).scalar() or 0
        if status == "playing" and count >= most:
            raise Conflict("The tournament is full.")
        last = connection.execute(select(func.max(tournament_players.c.seed)).where(of)).scalar() or 0
        if not set_status(id, person, status)(connection):
            row = {"tournament": id, "person": person, "seed": last + 1, "status": status}
            connection.execute(tournament_players.insert().values(row))

    return change


def set_status(id: str, person: str, status: Status) -> Callable[[Connection], bool]:
    """Write whether somebody plays; whether they were on the list."""

    def change(connection: Connection) -> bool:
        mine = (tournament_players.c.tournament == id) & (tournament_players.c.person == person)
        return bool(connection.execute(tournament_players.update().where(mine).values(status=status)).rowcount)

    return change


# -- rounds ------------------------------------------------------------------------------------------------------------


def start_round(id: str, number: int, rounds: int, pairings: Sequence[Pairing]) -> Callable[[Connection], bool]:
    """Write a round, unless somebody else has started it."""

    def change(connection: Connection) -> bool:
        before = (tournaments.c.id == id) & (tournaments.c.round == number - 1) & (tournaments.c.ended == "")
        if not connection.execute(tournaments.update().where(before).values(round=number, rounds=rounds)).rowcount:
            return False
        here = _still_here(connection, pairings)
        rows = [
            {
                "tournament": id,
                "round": number,
                "board": board,
                "first": one.first,
                "second": one.second,
                "match": "",
                "outcome": "bye" if one.bye else forfeited(one.first in here, one.second in here),
            }
            for board, one in enumerate(pairings, 1)
        ]
        connection.execute(tournament_pairings.insert(), rows)
        return True

    return change


def _still_here(connection: Connection, pairings: Sequence[Pairing]) -> set[str]:
    """Those of the paired who have an account: one may have been removed since they were paired."""
    paired = {player for one in pairings for player in (one.first, one.second)}
    return set(connection.execute(select(people.c.id).where(people.c.id.in_(paired))).scalars())


def forfeited(first: bool, second: bool) -> Outcome:
    """How a pairing counts of which only these still have an account; "" if it can be played."""
    if first and second:
        return ""
    return "first" if first else "second" if second else "neither"


def _board(id: str, round: int, board: int) -> Any:
    of = (tournament_pairings.c.tournament == id) & (tournament_pairings.c.round == round)
    return of & (tournament_pairings.c.board == board)


def put_match(id: str, round: int, board: int, match: str) -> Callable[[Connection], None]:
    """Write which match two play. If they have one, nothing is written of all that is written with it."""

    def change(connection: Connection) -> None:
        connection.execute(select(tournaments.c.id).where(tournaments.c.id == id).with_for_update())
        free = _board(id, round, board) & (tournament_pairings.c.match == "") & (tournament_pairings.c.outcome == "")
        if not connection.execute(tournament_pairings.update().where(free).values(match=match)).rowcount:
            raise Conflict("These two already have a match, or need none.")

    return change


def due_rounds(connection: Connection) -> list[str]:
    """The tournaments that go on by themselves and whose round is over."""
    ended = exists().where(results.c.match == tournament_pairings.c.match)
    played = exists().where(_now_played() & (tournament_pairings.c.outcome == "") & ~ended)
    wanted = _running() & (tournaments.c.by_itself == 1) & ~played
    return list(connection.execute(select(tournaments.c.id).where(wanted).order_by(tournaments.c.id)).scalars())


def unmade_rounds(connection: Connection) -> list[str]:
    """The tournaments with a round whose matches are not all made: just now, or because a process died."""
    unmade = _now_played() & (tournament_pairings.c.outcome == "") & (tournament_pairings.c.match == "")
    wanted = select(tournaments.c.id).where(_running() & exists().where(unmade))
    return list(connection.execute(wanted.order_by(tournaments.c.id)).scalars())


def _running() -> ColumnElement[bool]:
    return (tournaments.c.round > 0) & (tournaments.c.ended == "")


def _now_played() -> ColumnElement[bool]:
    mine = tournament_pairings.c.tournament == tournaments.c.id
    return mine & (tournament_pairings.c.round == tournaments.c.round)


def put_outcome(id: str, round: int, board: int, outcome: Outcome) -> Callable[[Connection], None]:
    """Write how a match counts that was not played to a result."""

    def change(connection: Connection) -> None:
        connection.execute(tournament_pairings.update().where(_board(id, round, board)).values(outcome=outcome))

    return change


def end_tournament(id: str, at: str) -> Callable[[Connection], None]:
    """Write that a tournament is over."""

    def change(connection: Connection) -> None:
        connection.execute(tournaments.update().where(tournaments.c.id == id).values(ended=at))

    return change


# -- accounts ----------------------------------------------------------------------------------------------------------


def tournaments_told(connection: Connection, person: str) -> list[dict[str, Any]]:
    """The tournaments in which somebody plays or is invited, or which they run."""
    mine = tournament_players.c.person == person
    joined = tournaments.outerjoin(tournament_players, (tournament_players.c.tournament == tournaments.c.id) & mine)
    rows = select(tournaments.c.id, tournaments.c.title, tournaments.c.created, tournament_players.c.status)
    found = connection.execute(rows.select_from(joined).where(mine | (tournaments.c.organiser == person)))
    return [dict(row) for row in found.mappings()]


def _tournaments_of(person: str) -> Select[str]:
    return select(tournament_players.c.tournament).where(tournament_players.c.person == person)


def lock_tournaments_of(connection: Connection, person: str) -> None:
    """No round begins, and no match of one is made, where somebody plays until what is done about them is done."""
    rows = select(tournaments.c.id).where(tournaments.c.id.in_(_tournaments_of(person))).order_by(tournaments.c.id)
    connection.execute(rows.with_for_update()).all()


def settle_boards(connection: Connection, person: str) -> None:
    """An account is removed: what it has played is written as it ended, and what has no match yet is the other's."""
    for id in connection.execute(_tournaments_of(person)).scalars().all():
        for one in _boards(connection, id):
            if person in (one.first, one.second):
                outcome = one.outcome or ("" if one.match else forfeited(one.first != person, one.second != person))
                put_outcome(id, one.round, one.board, outcome)(connection)


def leave_tournaments(connection: Connection, person: str) -> None:
    """An account is removed: it is paired no more. Its results stay under an id that names nobody."""
    mine = tournament_players.c.person == person
    connection.execute(tournament_players.delete().where(mine & (tournament_players.c.status == "invited")))
    connection.execute(tournament_players.update().where(mine).values(status="withdrawn"))
    connection.execute(tournaments.update().where(tournaments.c.organiser == person).values(organiser=""))
