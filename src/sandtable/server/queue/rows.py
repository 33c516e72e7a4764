"""The queue as rows of PostgreSQL. Each function is one transaction; its clock is the only one that counts.

A row waits until a process takes it, holds what the job is given until it is answered, and its answer until the process
that asked fetches it. Whoever asks or takes holds a lease (`processes`): with the lease its part in the row ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Float, case, cast, exists, extract, func, null, select

from sandtable.server.processes.homes import News
from sandtable.server.processes.storage import announce
from sandtable.server.schema import jobs, processes

_CLOCK = func.clock_timestamp()
_WAITS = jobs.c.taken_by.is_(None) & jobs.c.answer.is_(None)
_WAITED = cast(extract("epoch", _CLOCK - jobs.c.asked_at), Float)


def _lives(process: ColumnElement[int]) -> ColumnElement[bool]:
    return exists().where((processes.c.number == process) & (processes.c.until > _CLOCK))


class NewJob(NamedTuple):
    """A job that is asked for."""

    id: str
    kind: str
    job: str
    skill: str
    seconds: float
    given: bytes


class TakenJob(NamedTuple):
    """A job that a process has taken."""

    id: str
    kind: str
    job: str
    seconds: float
    given: bytes
    asked_by: int
    tries: int
    """How many processes have taken it, this one included. An answer counts only if none has taken it since."""
    waited: float


class Seen(NamedTuple):
    """A row of the queue as everybody may see it."""

    id: str
    kind: str
    asked_by: int
    taken_by: int | None
    answered: bool
    waited: float
    abandoned: bool
    """Whether the process that asked is gone."""
    dropped: bool
    """Whether the process that took it is gone."""


def put(job: NewJob, process: int) -> Callable[[Connection], None]:
    """Ask for a job."""

    def change(connection: Connection) -> None:
        connection.execute(jobs.insert().values(**job._asdict(), asked_by=process, asked_at=_CLOCK))
        announce([News(process, "job waits", job.kind)])(connection)

    return change


def take(kinds: Sequence[str], skills: Sequence[str], process: int) -> Callable[[Connection], TakenJob | None]:
    """Take the job that has waited longest, of the first of these kinds of which there is one."""
    mine = _WAITS & jobs.c.kind.in_(kinds) & jobs.c.skill.in_(skills) & _lives(jobs.c.asked_by)
    ranks = case({kind: rank for rank, kind in enumerate(kinds)}, value=jobs.c.kind)
    first = select(jobs.c.id).where(mine).order_by(ranks, jobs.c.asked_at).limit(1)
    locked = first.with_for_update(skip_locked=True, of=jobs).scalar_subquery()
    taking = jobs.update().where(jobs.c.id == locked).values(taken_by=process, tries=jobs.c.tries + 1)
    told = (jobs.c[name] for name in TakenJob._fields[:-1])
    returning = taking.returning(*told, _WAITED)

    def change(connection: Connection) -> TakenJob | None:
        row = connection.execute(returning).first()
        return None if row is None else TakenJob(*row)

    return change


def answer(taken: TakenJob, process: int, written: bytes) -> Callable[[Connection], bool]:
    """Answer a job, and forget what it was given; False if it is no longer ours to answer."""
    ours = (jobs.c.id == taken.id) & (jobs.c.taken_by == process) & (jobs.c.tries == taken.tries)
    answering = jobs.update().where(ours & jobs.c.answer.is_(None)).values(answer=written, given=null())

    def change(connection: Connection) -> bool:
        if not connection.execute(answering).rowcount:
            return False
        announce([News(process, "job answered", taken.id)])(connection)
        return True

    return change


def fetch(id: str) -> Callable[[Connection], bytes | None]:
    """The answer to a job, which is then gone; None if there is none."""
    fetching = jobs.delete().where((jobs.c.id == id) & jobs.c.answer.is_not(None)).returning(jobs.c.answer)

    def change(connection: Connection) -> bytes | None:
        written: bytes | None = connection.execute(fetching).scalar()
        return written

    return change


def drop(ids: Iterable[str], process: int) -> Callable[[Connection], None]:
    """Nobody wants these jobs any more; who is at one of them hears of it."""
    dropping = jobs.delete().where(jobs.c.id.in_(list(ids))).returning(jobs.c.id, jobs.c.taken_by)

    def change(connection: Connection) -> None:
        gone = connection.execute(dropping).all()
        announce([News(process, "job dropped", id) for id, taken_by in gone if taken_by is not None])(connection)

    return change


def give_back(id: str, process: int) -> Callable[[Connection], None]:
    """A process will not finish a job: others may take it."""
    mine = (jobs.c.id == id) & (jobs.c.taken_by == process) & jobs.c.answer.is_(None)
    giving = jobs.update().where(mine).values(taken_by=null(), tries=jobs.c.tries - 1).returning(jobs.c.kind)

    def change(connection: Connection) -> None:
        _say_waiting(connection, connection.execute(giving).scalars(), process)

    return change


def look(connection: Connection) -> list[Seen]:
    """Everything in the queue. It is short: what is done is gone."""
    rows = connection.execute(
        select(
            *(jobs.c.id, jobs.c.kind, jobs.c.asked_by, jobs.c.taken_by, jobs.c.answer.is_not(None), _WAITED),
            ~_lives(jobs.c.asked_by),
            jobs.c.taken_by.is_not(None) & ~_lives(jobs.c.taken_by) & jobs.c.answer.is_(None),
        )
    )
    return [Seen(*row) for row in rows]


def tidy(most: int, hopeless: bytes, process: int) -> Callable[[Connection], int]:
    """Remove what a process asked that is gone, and let others take what such a one had taken; how many that were.

    A job that so many processes took, and that all ended with, is answered instead: it may be the cause.
    """
    old = select(jobs.c.id).where(~_lives(jobs.c.asked_by)).with_for_update(skip_locked=True)
    lost = jobs.c.taken_by.is_not(None) & jobs.c.answer.is_(None) & ~_lives(jobs.c.taken_by)
    left = select(jobs.c.id).where(lost).with_for_update(skip_locked=True)

    def change(connection: Connection) -> int:
        connection.execute(jobs.delete().where(jobs.c.id.in_(old)))
        found = list(connection.execute(left).scalars())
        given_up = jobs.c.id.in_(found) & (jobs.c.tries >= most)
        ended = connection.execute(
            jobs.update().where(given_up).values(answer=hopeless, given=null()).returning(jobs.c.id)
        )
        announce([News(process, "job answered", id) for id in ended.scalars()])(connection)
        again = jobs.update().where(jobs.c.id.in_(found) & (jobs.c.tries < most)).values(taken_by=null())
        _say_waiting(connection, connection.execute(again.returning(jobs.c.kind)).scalars(), process)
        return len(found)

    return change


def _say_waiting(connection: Connection, kinds: Iterable[str], process: int) -> None:
    announce([News(process, "job waits", kind) for kind in dict.fromkeys(kinds)])(connection)
