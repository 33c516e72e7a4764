"""Talk in the database: lines, mutes, notes and reports."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec
from sqlalchemy import Connection, func, or_, select

from sandtable.server.records import shown_name
from sandtable.server.schema import mutes, reports, seat_notes, talk
from sandtable.server.talk.records import Channel, Report, SeatNote, Speaker, TalkLine

_LINE = [talk.c[name] for name in TalkLine.__struct_fields__]
_NOTE = [seat_notes.c[name] for name in SeatNote.__struct_fields__]
_REPORT = [reports.c[name] for name in Report.__struct_fields__]
Quiet = frozenset[str]


def append_line(
    match: str, by: Speaker, at: str, text: str, message: str
) -> Callable[[Connection], tuple[TalkLine, bool]]:
    """Write what somebody says; the line, and whether it is new: what was sent twice is written once."""

    def change(connection: Connection) -> tuple[TalkLine, bool]:
        said = (talk.c.match == match) & (talk.c.speaker == by.id) & (talk.c.message == message)
        known = connection.execute(select(*_LINE).where(said)).first()
        if known is not None:
            return TalkLine(*known), False
        last = connection.execute(select(func.max(talk.c.number)).where(talk.c.match == match)).scalar() or 0
        line = TalkLine(last + 1, at, by.channel, by.id, by.seat, by.name, text, message)
        connection.execute(talk.insert().values(msgspec.structs.asdict(line) | {"match": match}))
        return line, True

    return change


def lines_of(match: str, channel: Channel, before: int, most: int) -> Callable[[Connection], list[TalkLine]]:
    """The last lines of a channel before one of them, in order."""
    where = (talk.c.match == match) & (talk.c.channel == channel) & (talk.c.number < before)

    def question(connection: Connection) -> list[TalkLine]:
        rows = connection.execute(select(*_LINE).where(where).order_by(talk.c.number.desc()).limit(most))
        return [TalkLine(*row) for row in rows][::-1]

    return question


def line_of(match: str, number: int) -> Callable[[Connection], TalkLine | None]:
    """One line."""

    def question(connection: Connection) -> TalkLine | None:
        row = connection.execute(select(*_LINE).where((talk.c.match == match) & (talk.c.number == number))).first()
        return None if row is None else TalkLine(*row)

    return question


def erase_line(match: str, number: int) -> Callable[[Connection], bool]:
    """Take the words out of a line; whether there was one."""

    def change(connection: Connection) -> bool:
        where = (talk.c.match == match) & (talk.c.number == number)
        return bool(connection.execute(talk.update().where(where).values(text="")).rowcount)

    return change


# -- mutes -------------------------------------------------------------------------------------------------------------


def put_mute(by: str, whom: str, mute: bool) -> Callable[[Connection], None]:
    """Write that somebody does not want to read another, or wants to again."""

    def change(connection: Connection) -> None:
        connection.execute(mutes.delete().where((mutes.c.by == by) & (mutes.c.whom == whom)))
        if mute:
            connection.execute(mutes.insert().values(by=by, whom=whom))

    return change


def muted_by(ids: Collection[str]) -> Callable[[Connection], Quiet]:
    """Whom somebody who speaks under these ids has muted."""

    def question(connection: Connection) -> Quiet:
        return frozenset(connection.execute(select(mutes.c.whom).where(mutes.c.by.in_(ids))).scalars())

    return question


def deaf_to(speaker: str) -> Callable[[Connection], Quiet]:
    """Who has muted a speaker."""

    def question(connection: Connection) -> Quiet:
        return frozenset(connection.execute(select(mutes.c.by).where(mutes.c.whom == speaker)).scalars())

    return question


# -- notes to oneself --------------------------------------------------------------------------------------------------


def put_note(match: str, seat: str, step: int, at: str, text: str) -> Callable[[Connection], int]:
    """Write, change or (without words) remove the note at a step; how many notes the seat has then."""

    def change(connection: Connection) -> int:
        mine = (seat_notes.c.match == match) & (seat_notes.c.seat == seat)
        connection.execute(seat_notes.delete().where(mine & (seat_notes.c.step == step)))
        if text:
            connection.execute(seat_notes.insert().values(match=match, seat=seat, step=step, at=at, text=text))
        return connection.execute(select(func.count()).select_from(seat_notes).where(mine)).scalar() or 0

    return change


def notes_of(match: str, seat: str) -> Callable[[Connection], list[SeatNote]]:
    """The notes of a seat, by step."""
    where = (seat_notes.c.match == match) & (seat_notes.c.seat == seat)

    def question(connection: Connection) -> list[SeatNote]:
        return [SeatNote(*row) for row in connection.execute(select(*_NOTE).where(where).order_by(seat_notes.c.step))]

    return question


# -- reports -----------------------------------------------------------------------------------------------------------


def insert_report(match: str, line: TalkLine, by: Speaker, at: str, why: str) -> Callable[[Connection], bool]:
    """Write a report with a copy of the line; False if the same person has reported it already."""

    def change(connection: Connection) -> bool:
        same = (reports.c.match == match) & (reports.c.line == line.number) & (reports.c.by == by.id)
        if connection.execute(select(reports.c.number).where(same)).first() is not None:
            return False
        row = {
            "at": at,
            "by": by.id,
            "by_name": by.name,
            "match": match,
            "line": line.number,
            "whom": line.speaker,
            "whom_name": line.name,
            "text": line.text,
            "why": why,
        }
        connection.execute(reports.insert().values(row))
        return True

    return change


def open_reports(everything: bool = False) -> Callable[[Connection], list[Report]]:
    """The reports that wait for the operator, the oldest first, or all; with names as the operator reads them."""
    wanted = select(*_REPORT).order_by(reports.c.number)

    def question(connection: Connection) -> list[Report]:
        rows = connection.execute(wanted if everything else wanted.where(reports.c.settled == ""))
        return [
            msgspec.structs.replace(one, by_name=shown_name(one.by_name), whom_name=shown_name(one.whom_name))
            for one in (Report(*row) for row in rows)
        ]

    return question


def report_of(number: int) -> Callable[[Connection], Report | None]:
    """One report."""

    def question(connection: Connection) -> Report | None:
        row = connection.execute(select(*_REPORT).where(reports.c.number == number)).first()
        return None if row is None else Report(*row)

    return question


def settle_report(number: int, at: str) -> Callable[[Connection], None]:
    """Write that the operator has dealt with a report."""

    def change(connection: Connection) -> None:
        connection.execute(reports.update().where(reports.c.number == number).values(settled=at))

    return change


# -- what goes with a match, a seat or a person ------------------------------------------------------------------------


def remove_talk(match: str) -> Callable[[Connection], None]:
    """Remove all that was said and noted at a match; reports stay, with their copies."""

    def change(connection: Connection) -> None:
        for table in (talk, seat_notes):
            connection.execute(table.delete().where(table.c.match == match))
        guests = (column.startswith(f"{match}/", autoescape=True) for column in (mutes.c.by, mutes.c.whom))
        connection.execute(mutes.delete().where(or_(*guests)))

    return change


def remove_notes(match: str, seat: str) -> Callable[[Connection], None]:
    """Somebody else has the seat from now on: what was noted is not for them."""

    def change(connection: Connection) -> None:
        mine = (seat_notes.c.match == match) & (seat_notes.c.seat == seat)
        connection.execute(seat_notes.delete().where(mine))

    return change
