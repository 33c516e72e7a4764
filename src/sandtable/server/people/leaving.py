"""Removing an account: nobody waits for its player any more, and nothing names them.

Who leaves gives up what cannot go on without them: matches that are rated or belong to a tournament, and offers. In
every other match that somebody else plays, too, a bot plays on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from sqlalchemy import Connection, exists, or_, select

from sandtable.kernel.prepared import prepared
from sandtable.server.admin.storage import forget_person
from sandtable.server.bookkeeping import ended
from sandtable.server.lobby.rows import put_terms
from sandtable.server.notices.rows import forget_notices
from sandtable.server.passkeys.storage import forget_passkeys
from sandtable.server.people.storage import matches_of_person
from sandtable.server.records import HUMAN, Announcement, Said
from sandtable.server.schema import (
    announcements,
    homes,
    matches,
    mutes,
    people,
    progress,
    ratings,
    reports,
    results,
    seats,
    sessions,
    talk,
    terms,
    tickets,
    tournament_pairings,
)
from sandtable.server.storage import StoredMatch, announce, close_match, load_match, new_id, update_seat
from sandtable.server.talk.storage import remove_notes
from sandtable.server.times import now
from sandtable.server.tournaments.storage import leave_tournaments, lock_tournaments_of, settle_boards

STAND_IN = "regular"
"""The bot that plays on for somebody who is gone."""
_NAMED_ELSEWHERE = ("{name} has declined the invitation.", "The owner invites {person} to play {name}.")
"""What names somebody in matches that are not theirs."""


def remove_person(person: str) -> Callable[[Connection], list[str]]:
    """Remove an account and what it was known by; its seats stay in their matches under another name. Which matches."""

    def change(connection: Connection) -> list[str]:
        lock_tournaments_of(connection, person)
        mine = matches_of_person(person)(connection)
        _hold(connection, mine)
        _give_up(connection, person)
        _let_bots_play_on(connection, person)
        _withdraw_offers(connection, person)
        settle_boards(connection, person)
        _forget_names(connection, person, mine)
        _forget_talk(connection, person)
        forget_person(connection, person)
        forget_notices(connection, person)
        forget_passkeys(connection, person)
        leave_tournaments(connection, person)
        _forget_rows(connection, person)
        return mine

    return change


def _hold(connection: Connection, mine: Iterable[str]) -> None:
    """Wait for what processes are writing to these matches, and let them write no more until this is done."""
    rows = select(homes.c.match).where(homes.c.match.in_(list(mine))).order_by(homes.c.match)
    connection.execute(rows.with_for_update()).all()


# -- what is given up --------------------------------------------------------------------------------------------------


def _give_up(connection: Connection, person: str) -> None:
    """Nobody can be replaced in a rated match or in a tournament: who goes has lost it."""
    paired = exists().where(tournament_pairings.c.match == matches.c.id)
    joined = (
        seats.join(matches, matches.c.id == seats.c.match)
        .join(terms, terms.c.match == matches.c.id)
        .join(progress, progress.c.match == matches.c.id)
    )
    under_way = (matches.c.closed == "") & (matches.c.fork == "") & (progress.c.over == 0)
    bound = (seats.c.person == person) & (seats.c.player == HUMAN) & ((terms.c.rated == 1) | paired)
    rows = select(seats.c.match, seats.c.seat).select_from(joined).where(under_way & bound).order_by(seats.c.match)
    for match, seat in connection.execute(rows).all():
        stored = load_match(match)(connection)
        if stored is not None and not stored.closed:
            _lose(connection, stored, seat)


def _lose(connection: Connection, stored: StoredMatch, loser: str) -> None:
    """One of two has lost; more than two may go on, with a bot in that seat, and it counts no more."""
    others = [seat.seat for seat in stored.seats if seat.seat != loser]
    if len(others) != 1:
        if stored.terms is not None:
            put_terms(stored.setup.id, msgspec.structs.replace(stored.terms, rated=False))(connection)
        return
    if not stored.people.get(others[0]):
        return  # nobody has sat down there: it is an offer
    at = now()
    _, changes = ended(stored, at, others, "resigned")
    said = Said("{name} deleted their account and loses the match.", {"name": ""})
    told = announce(stored.setup.id, len(stored.announced) + 1, Announcement(at, said))
    for change in (close_match(stored.setup.id, at), *changes, told):
        change(connection)


def _let_bots_play_on(connection: Connection, person: str) -> None:
    """Nobody who plays with them has to wait: without a clock there would be nothing to claim."""
    mine = matches_of_person(person)(connection)
    for match in mine:
        stored = load_match(match)(connection)
        if stored is None or stored.closed or stored.setup.fork or stored.progress.over:
            continue
        theirs = [seat for seat in stored.seats if seat.player == HUMAN and stored.people.get(seat.seat) == person]
        others = [seat for seat in stored.seats if seat.player == HUMAN and seat not in theirs]
        if not any(seat.seat in stored.people or seat.seat in stored.taken for seat in others):
            continue
        for seat in theirs:
            given = msgspec.structs.replace(seat, name="", player=STAND_IN)
            update_seat(match, given, "", "", "")(connection)
        said = Said("{name} deleted their account. The bot {bot} plays on.", {"name": "", "bot": STAND_IN})
        announce(match, len(stored.announced) + 1, Announcement(now(), said))(connection)


def _withdraw_offers(connection: Connection, person: str) -> None:
    """A seat is not offered any more if nobody else sits in the match."""
    mine = matches_of_person(person)(connection)
    offered = exists().where((seats.c.match == matches.c.id) & (seats.c.offered_to != ""))
    others = exists().where(
        (seats.c.match == matches.c.id)
        & (seats.c.person != person)
        & ((seats.c.person != "") | (seats.c.taken == 1))
        & (seats.c.player == HUMAN)
    )
    alone = matches.c.id.in_(mine) & (matches.c.closed == "") & offered & ~others
    for match in connection.execute(select(matches.c.id).where(alone)).scalars().all():
        close_match(match, now())(connection)
        connection.execute(seats.update().where(seats.c.match == match).values(offered_to=""))


# -- what named them ---------------------------------------------------------------------------------------------------


def _forget_names(connection: Connection, person: str, mine: Iterable[str]) -> None:
    """Sentences that everyone was told in matches say "Former player" from now on."""
    named = connection.execute(select(people.c.name).where(people.c.id == person)).scalars()
    seated = connection.execute(select(seats.c.name).where(seats.c.person == person)).scalars()
    names = {*named, *seated} - {""}
    fields = (announcements.c.match, announcements.c.number, announcements.c.text)
    theirs = announcements.c.match.in_(list(mine))
    elsewhere = or_(*(announcements.c.text.contains(one, autoescape=True) for one in _NAMED_ELSEWHERE))
    for match, number, text in connection.execute(select(*fields).where(theirs | elsewhere)).all():
        if text.startswith("{") and (fresh := _without(names, text)) != text:
            where = (announcements.c.match == match) & (announcements.c.number == number)
            connection.execute(announcements.update().where(where).values(text=fresh))


def _without(names: set[str], text: str) -> str:
    said = msgspec.json.decode(text, type=prepared(Said))
    if not names.intersection(said.facts.values()):
        return text
    facts = {fact: "" if filled in names else filled for fact, filled in said.facts.items()}
    return msgspec.json.encode(Said(said.sentence, facts)).decode()


def _forget_talk(connection: Connection, person: str) -> None:
    """What somebody said stays without their name; what they noted and whom they muted goes."""
    former = new_id()  # two who are gone must not become one
    connection.execute(talk.update().where(talk.c.speaker == person).values(speaker=former, name=""))
    for by, name in ((reports.c.by, "by_name"), (reports.c.whom, "whom_name")):
        connection.execute(reports.update().where(by == person).values({by.name: former, name: ""}))
    connection.execute(mutes.delete().where(or_(mutes.c.by == person, mutes.c.whom == person)))
    mine = select(seats.c.match, seats.c.seat).where(seats.c.person == person)
    for match, seat in connection.execute(mine).all():
        remove_notes(match, seat)(connection)


def _forget_rows(connection: Connection, person: str) -> None:
    """The account itself, and its mark on seats, results and matches."""
    nobody = {"person": "", "name": ""}
    connection.execute(seats.update().where(seats.c.person == person).values(nobody))
    connection.execute(results.update().where(results.c.person == person).values(nobody))
    connection.execute(seats.update().where(seats.c.offered_to == person).values(offered_to=""))
    connection.execute(matches.update().where(matches.c.owner == person).values(owner=""))
    for table in (ratings, sessions, tickets):
        connection.execute(table.delete().where(table.c.person == person))
    connection.execute(people.delete().where(people.c.id == person))
