"""Bans and the audit trail in the database."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select

from sandtable.server.admin.records import Act, Ban, BanKind, ListedAct
from sandtable.server.processes import storage as processes
from sandtable.server.processes.homes import News
from sandtable.server.schema import audit, bans

_BAN = [bans.c[name] for name in Ban.__struct_fields__]
_ACT = [audit.c[name] for name in ListedAct.__struct_fields__]
_OPERATOR = 0
"""The number of the process that an operator speaks from; those of servers begin with 1."""
_ORDER_LOCK = 0x5A4D7AB1F
"""The advisory lock under which acts get their numbers in PostgreSQL: none appears after one with a higher number."""


def ban_on(kind: BanKind, subject: str, now: str) -> Callable[[Connection], Ban | None]:
    """The ban that somebody is under now."""
    where = (bans.c.kind == kind) & (bans.c.subject == subject)

    def question(connection: Connection) -> Ban | None:
        row = connection.execute(select(*_BAN).where(where & _in_force(now))).first()
        return None if row is None else Ban(*row)

    return question


def bans_now(now: str) -> Callable[[Connection], list[Ban]]:
    """All bans that are in force, the newest first."""

    def question(connection: Connection) -> list[Ban]:
        rows = connection.execute(select(*_BAN).where(_in_force(now)).order_by(bans.c.at.desc(), bans.c.subject))
        return [Ban(*row) for row in rows]

    return question


def _in_force(now: str) -> ColumnElement[bool]:
    return (bans.c.until == "") | (bans.c.until > now)


def put_ban(ban: Ban) -> Callable[[Connection], None]:
    """Write a ban in place of an earlier one on the same."""

    def change(connection: Connection) -> None:
        lift_ban(ban.kind, ban.subject)(connection)
        connection.execute(bans.insert().values(msgspec.structs.asdict(ban)))

    return change


def lift_ban(kind: BanKind, subject: str) -> Callable[[Connection], bool]:
    """Take a ban away; whether there was one."""

    def change(connection: Connection) -> bool:
        gone = connection.execute(bans.delete().where((bans.c.kind == kind) & (bans.c.subject == subject)))
        return bool(gone.rowcount)

    return change


# -- the audit trail ---------------------------------------------------------------------------------------------------


def put_act(act: Act) -> Callable[[Connection], None]:
    """Write what an operator did, in the same transaction, and tell the processes that run."""

    def change(connection: Connection) -> None:
        shared = connection.dialect.name == "postgresql"
        if shared:
            connection.execute(select(func.pg_advisory_xact_lock(_ORDER_LOCK)))
        connection.execute(audit.insert().values(msgspec.structs.asdict(act)))
        if shared:
            processes.announce([News(_OPERATOR, "operated", "")])(connection)

    return change


def last_act(connection: Connection) -> int:
    """The number of the newest act."""
    return connection.execute(select(func.max(audit.c.number))).scalar() or 0


def acts_after(number: int) -> Callable[[Connection], list[ListedAct]]:
    """What operators did after an act, in order."""

    def question(connection: Connection) -> list[ListedAct]:
        rows = connection.execute(select(*_ACT).where(audit.c.number > number).order_by(audit.c.number))
        return [ListedAct(*row) for row in rows]

    return question


def list_acts(about: str, by: str, most: int) -> Callable[[Connection], list[ListedAct]]:
    """The newest acts, the newest first: about somebody or something, by an operator, or all."""
    wanted = select(*_ACT).order_by(audit.c.number.desc()).limit(most)
    if about:
        wanted = wanted.where((audit.c.about == about) | (audit.c.named == about))
    if by:
        wanted = wanted.where(audit.c.by == by)

    def question(connection: Connection) -> list[ListedAct]:
        return [ListedAct(*row) for row in connection.execute(wanted)]

    return question


def acts_about(connection: Connection, person: str) -> list[dict[str, str]]:
    """What operators did about somebody, as that person may know it: not who did it."""
    fields = (audit.c.at, audit.c.act, audit.c.why, audit.c.until)
    rows = connection.execute(select(*fields).where(audit.c.about == person).order_by(audit.c.number))
    return [dict(row) for row in rows.mappings()]


def forget_person(connection: Connection, person: str) -> None:
    """An account is removed: its name leaves the trail, and nobody is left to be banned."""
    connection.execute(audit.update().where(audit.c.about == person).values(named=""))
    connection.execute(bans.delete().where(bans.c.subject == person))
