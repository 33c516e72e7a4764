"""Rounds that begin by themselves: once, in one of many processes, with word to those who play."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import func, select

from sandtable.server.clocks.time import DAY, TimeControl
from sandtable.server.database import Database
from sandtable.server.notices import rows
from sandtable.server.notices.outbox import group, still_true
from sandtable.server.notices.records import Event, Facts, Line, Notice, Wishes
from sandtable.server.notices.words import words_of
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.records import Person
from sandtable.server.people.storage import insert_person
from sandtable.server.results import Result, put_results
from sandtable.server.schema import clocks, matches, notices, tournament_pairings
from sandtable.server.service import MatchService
from sandtable.server.settings import Settings
from sandtable.server.storage import close_match
from sandtable.server.times import now
from sandtable.server.tournaments import storage
from sandtable.server.tournaments.records import Board, Tournament, Whole
from sandtable.server.tournaments.rounds import Rounds
from sandtable.server.tournaments.tournaments import Tournaments
from tests.server.served import WIDE, serving
from tests.server.test_admin import until
from tests.server.test_outbox import made
from tests.server.tournaments.test_tournaments import act, club, lose_all, read

NAMES = ("ada", "ben", "cy")


def tournament(**more: object) -> Tournament:
    plain = Tournament(
        id="cup",
        title="Club evening",
        note="",
        game="pearls",
        options={},
        kind="robin",
        rounds=3,
        control=TimeControl("move", DAY),
        rated=False,
        entry="open",
        most=0,
        by_itself=True,
        organiser="ada",
        created=now(),
    )
    return msgspec.structs.replace(plain, **more)


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    """Three people with confirmed addresses, who play a round robin."""
    with closing(Database(address)) as opened:
        opened.open()
        for id in NAMES:
            opened.write(insert_person(Person(id, id.title(), f"{id}@example.org", "", now()), None))
            opened.write(rows.put_address(rows.new_address(id, "mail", f"{id}@example.org", "", now(), True)))
        opened.write(storage.insert_tournament(tournament()))
        for id in NAMES:
            opened.write(storage.enter("cup", id, "playing", 64)).result()
        yield opened


def tournaments_on(database: Database) -> Tournaments:
    service = MatchService(database, Settings())
    return Tournaments(database, service, Accounts(database, Settings()))


def whole(database: Database) -> Whole:
    found = database.read(storage.whole("cup"))
    assert found is not None
    return found


def end_round(database: Database) -> None:
    """The first of each pair wins."""
    for board in (one for one in whole(database).boards if one.match and not one.outcome):
        seats = (("north", board.first, "won"), ("south", board.second, "lost"))
        ended = [
            Result(board.match, seat, "pearls", "", person, "", "human", outcome, "played", now())
            for seat, person, outcome in seats
        ]
        database.write(put_results(ended)).result()


def begun(database: Database, number: int) -> list[Board]:
    return [one for one in whole(database).boards if one.round == number]


def happened(database: Database) -> list[tuple[str, str, str, Facts]]:
    fields = (notices.c.kind, notices.c.person, notices.c.match, notices.c.facts)
    found = database.read(lambda connection: connection.execute(select(*fields).order_by(*fields[:2])).all())
    return [(kind, person, match, msgspec.json.decode(facts, type=Facts)) for kind, person, match, facts in found]


def run(*work: object) -> None:
    """Coroutines at the same time, each in a thread and loop of its own, as processes have them."""
    faults: list[BaseException] = []

    def alone(one: object) -> None:
        try:
            asyncio.run(one)  # type: ignore[arg-type]
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=alone, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


async def first_round(database: Database) -> None:
    await tournaments_on(database).advance("cup")


def test_a_round_that_is_due_begins_and_both_are_told_whom_they_meet(database: Database) -> None:
    run(first_round(database))
    (board,) = [one for one in begun(database, 1) if one.second]
    (bye,) = [one for one in begun(database, 1) if not one.second]
    names = {id: id.title() for id in NAMES}
    rounds = {(person, match, facts) for kind, person, match, facts in happened(database) if kind == "round"}
    assert rounds == {
        (board.first, board.match, Facts(names[board.second], tournament="Club evening", round=1)),
        (board.second, board.match, Facts(names[board.first], tournament="Club evening", round=1)),
        (bye.first, "cup", Facts(tournament="Club evening", round=1)),
    }
    asked = {(person, match) for kind, person, match, _ in happened(database) if kind == "turn"}
    assert asked == {(board.first, board.match), (board.second, board.match)}, "both bid at once"
    running = database.read(lambda connection: connection.execute(select(clocks.c.match, clocks.c.due)).all())
    assert [(match, bool(due)) for match, due in running] == [(board.match, True)], "nobody need open it for that"
    end_round(database)
    run(Rounds(tournaments_on(database), database).turn())
    assert whole(database).tournament.round == 2
    assert [bool(one.match) for one in begun(database, 2) if one.second] == [True]


def test_two_processes_begin_a_round_once(database: Database, address: str) -> None:
    run(first_round(database))
    end_round(database)
    with closing(Database(address)) as other:
        other.open()
        before = count(database)
        run(*(Rounds(tournaments_on(one), one).turn() for one in (database, other, database, other)))
    assert whole(database).tournament.round == 2
    boards = begun(database, 2)
    assert len(boards) == 2, "a match and a bye"
    assert count(database) == before + 1, "no match of the round was made twice"
    told = [(person, facts.round) for kind, person, _, facts in happened(database) if kind == "round"]
    assert sorted(told) == sorted((id, number) for id in NAMES for number in (1, 2))


def count(database: Database) -> int:
    counted = database.read(lambda c: c.execute(select(func.count()).select_from(matches)).scalar())
    assert counted is not None
    return counted


def test_what_a_process_that_died_has_left_is_made_once_by_another(database: Database, address: str) -> None:
    run(first_round(database))
    end_round(database)

    async def dies_in_the_middle() -> None:
        left = tournaments_on(database)

        async def killed(found: Whole) -> None:
            raise SystemExit

        left._set_up = killed  # type: ignore[method-assign]
        with pytest.raises(SystemExit):
            await left.advance("cup")

    run(dies_in_the_middle())
    assert [one.match for one in begun(database, 2) if one.second] == [""]
    with closing(Database(address)) as other:
        other.open()
        before = count(database)

        async def twice(database: Database) -> None:
            rounds = Rounds(tournaments_on(database), database)
            await rounds.turn()  # the one who began it may be at work still
            await rounds.turn()

        run(twice(database), twice(other))
    assert [bool(one.match) for one in begun(database, 2) if one.second] == [True]
    assert count(database) == before + 1


def test_the_last_round_ends_the_tournament_by_itself(database: Database) -> None:
    run(first_round(database))
    for _ in range(3):
        end_round(database)
        run(Rounds(tournaments_on(database), database).turn())
    assert whole(database).tournament.state == "over"
    run(Rounds(tournaments_on(database), database).turn())
    assert len(whole(database).boards) == 6


def test_nothing_begins_that_the_organiser_begins_or_that_is_being_played(database: Database) -> None:
    run(first_round(database))
    run(Rounds(tournaments_on(database), database).turn())
    assert whole(database).tournament.round == 1, "it is being played"
    database.write(storage.insert_tournament(tournament(id="other", by_itself=False, round=1))).result()
    assert database.read(storage.due_rounds) == []
    end_round(database)
    assert database.read(storage.due_rounds) == ["cup"]


def test_a_round_that_cannot_be_paired_is_left_alone_for_a_while(database: Database) -> None:
    run(first_round(database))
    end_round(database)
    for id in NAMES:
        database.write(storage.set_status("cup", id, "withdrawn")).result()
    tried = []

    async def twice() -> None:
        there = tournaments_on(database)
        real = there.advance

        async def counted(id: str) -> object:
            tried.append(id)
            return await real(id)

        there.advance = counted  # type: ignore[method-assign, assignment]
        rounds = Rounds(there, database)
        await rounds.turn()
        await rounds.turn()

    run(twice())
    assert tried == ["cup"]
    assert whole(database).tournament.round == 1


def test_rounds_begin_while_nobody_looks(tmp_path: Path, address: str) -> None:
    with serving(tmp_path, msgspec.structs.replace(WIDE, round_tick=0.1), address=address) as served:
        id, people = club(served, 3, by_itself=True, kind="robin")
        told = act(people["Ada"], id, "start").json()
        lose_all(people, told)
        database = served.service.database
        second = select(tournament_pairings.c.match).where(
            (tournament_pairings.c.round == 2) & (tournament_pairings.c.match != "")
        )
        until(lambda: database.read(lambda connection: connection.execute(second).first()) is not None)
        assert read(people["Ada"], id)["about"]["round"] == 2


def test_the_notice_of_a_round_in_both_languages() -> None:
    line = Line("round", Facts("Ada", tournament="Club evening", round=2))
    words = words_of(Notice("m1", "pearls", (line, Line("turn", Facts()))), Wishes())
    assert words.text == "Round 2 of 'Club evening' begins. You play Ada.\nIt is your turn."
    assert words.path == "/match/m1"
    german = words_of(Notice("m1", "pearls", (line,)), Wishes(language="de"))
    assert german.text == "Runde 2 von „Club evening“ beginnt. Du spielst gegen Ada."
    bye = words_of(Notice("cup", "pearls", (Line("round", Facts(tournament="Club evening", round=2)),)), Wishes())
    assert (bye.text, bye.path) == ("Round 2 of 'Club evening' begins. You have no opponent in it.", "/tournaments/cup")


def test_a_notice_of_a_round_is_sent_to_those_who_want_it(database: Database) -> None:
    database.write(rows.put_wishes("ada", Wishes(wanted={"mail": ("turn",)}))).result()
    run(first_round(database))
    later = "2999-01-01T00:00:00+00:00"
    database.write(group(later)).result()
    kinds = [tuple(line.kind for line in notice.lines) for notice in made(database)]
    (bye,) = [one.first for one in begun(database, 1) if not one.second]
    wanted = {person: ("round",) if person == bye else ("round", "turn") for person in ("ben", "cy")}
    assert sorted(kinds) == sorted([*wanted.values(), *([] if bye == "ada" else [("turn",)])])


def test_a_round_of_a_match_that_is_over_is_not_told(database: Database) -> None:
    run(first_round(database))
    (board,) = [one for one in begun(database, 1) if one.second]
    event = Event("e", board.first, "round", board.match, Facts("Ben", tournament="Club evening", round=1), "", "")
    assert database.read(lambda connection: still_true(connection, event))
    database.write(close_match(board.match, now())).result()
    assert not database.read(lambda connection: still_true(connection, event))
