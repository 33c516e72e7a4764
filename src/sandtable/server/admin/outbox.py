"""The outbox as an operator sees it: what waits, what failed and why; tried again, or dropped.

Nothing of an address is read but its channel: addresses of people and of services hold secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import Connection, Select, select

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.prepared import prepared
from sandtable.kernel.sentences import either
from sandtable.server.admin.acts import Operator, must_be_named
from sandtable.server.admin.storage import put_act
from sandtable.server.schema import notice_addresses, notice_deliveries, notices, people
from sandtable.server.times import now

Stand = Literal["untold", "waiting", "failed", "sent"]
STANDS: tuple[Stand, ...] = get_args(Stand)
_OPEN = ("untold", "waiting", "failed")


class Listed(msgspec.Struct, frozen=True):
    """One thing in the outbox."""

    id: str
    state: Stand
    """Not made into a notice yet (`untold`), on its way (`waiting`), given up (`failed`), or `sent`."""
    person: str
    channel: str
    """By what it is sent; "" for what is not yet a notice, or when the address is gone."""
    kinds: list[str]
    match: str
    """Or the tournament it is about."""
    created: str
    due: str
    tries: int
    reason: str
    """Why it was not sent at the last try."""


class Found(msgspec.Struct, frozen=True):
    """What an operator means: by ids, or all that failed, perhaps of one person."""

    ids: tuple[str, ...] = ()
    failed: bool = False
    person: str = ""

    def check(self) -> None:
        """Refuse what names nothing, or two things."""
        if bool(self.ids) == self.failed:
            raise SandtableError("Name the notices by their ids, or all that failed with --failed.")


def list_outbox(state: str, person: str, most: int) -> Callable[[Connection], list[Listed]]:
    """What is in the outbox, the oldest first; without a state all that is not sent."""
    if state and state not in STANDS:
        raise SandtableError("'{state}' is not a state; choose {these}.", state=state, these=either(STANDS))

    def question(connection: Connection) -> list[Listed]:
        who = must_be_named(connection, person).id if person else ""
        wanted = (state,) if state else _OPEN
        found = _untold(connection, who, most) if "untold" in wanted else []
        found += _deliveries(connection, [one for one in wanted if one != "untold"], who, most)
        return sorted(found, key=lambda one: (one.created, one.id))[:most]

    return question


def _untold(connection: Connection, person: str, most: int) -> list[Listed]:
    c = notices.c
    wanted = select(c.id, people.c.name, c.kind, c.match, c.at, c.due).outerjoin(people, people.c.id == c.person)
    wanted = wanted.where(c.told == "").order_by(c.at, c.id).limit(most)
    rows = connection.execute(_of(wanted, c.person, person))
    return [
        Listed(id, "untold", name or "", "", [kind], match, at, due, 0, "") for id, name, kind, match, at, due in rows
    ]


def _deliveries(connection: Connection, states: Collection[str], person: str, most: int) -> list[Listed]:
    c = notice_deliveries.c
    fields = select(
        c.id, c.state, people.c.name, notice_addresses.c.channel, c.body, c.created, c.due, c.tries, c.reason
    )
    joined = fields.outerjoin(people, people.c.id == c.person)
    joined = joined.outerjoin(notice_addresses, notice_addresses.c.id == c.address)
    wanted = joined.where(c.state.in_(states)).order_by(c.created, c.id).limit(most)
    return [_delivery(row) for row in connection.execute(_of(wanted, c.person, person)).mappings()]


def _of(wanted: Select[Any], column: Any, person: str) -> Select[Any]:
    return wanted.where(column == person) if person else wanted


class _SaidLine(msgspec.Struct):
    kind: str


class _Said(msgspec.Struct):
    """What a list shows of a notice, whichever version wrote it."""

    match: str = ""
    lines: tuple[_SaidLine, ...] = ()


def _delivery(row: Any) -> Listed:
    said = msgspec.json.decode(row["body"], type=prepared(_Said))
    return Listed(
        id=row["id"],
        state=row["state"],
        person=row["name"] or "",
        channel=row["channel"] or "",
        kinds=[line.kind for line in said.lines] or ["test"],
        match=said.match,
        created=row["created"],
        due=row["due"],
        tries=row["tries"],
        reason=row["reason"],
    )


# -- acts --------------------------------------------------------------------------------------------------------------


def retry(found: Found, operator: Operator) -> Callable[[Connection], int]:
    """Try notices again now, with a day to succeed; how many."""

    def change(connection: Connection) -> int:
        deliveries, events = _meant(connection, found)
        at = now()
        fresh = {"state": "waiting", "created": at, "due": at, "lease": "", "ended": ""}
        connection.execute(notice_deliveries.update().where(notice_deliveries.c.id.in_(deliveries)).values(fresh))
        connection.execute(notices.update().where(notices.c.id.in_(events)).values(due=at))
        return _noted(connection, deliveries | events, operator, "retry")

    return change


def drop(found: Found, operator: Operator) -> Callable[[Connection], int]:
    """Send notices no more; how many. What happened stays noted as told, so that it is not written again."""

    def change(connection: Connection) -> int:
        deliveries, events = _meant(connection, found)
        connection.execute(notice_deliveries.delete().where(notice_deliveries.c.id.in_(deliveries)))
        connection.execute(notices.update().where(notices.c.id.in_(events)).values(told=now()))
        return _noted(connection, deliveries | events, operator, "drop")

    return change


def _meant(connection: Connection, found: Found) -> tuple[dict[str, str], dict[str, str]]:
    """The notices and the events that are meant, each with its person; refused while one is being sent."""
    found.check()
    c, at = notice_deliveries.c, now()
    wanted = select(c.id, c.person, c.lease).where(c.state == "failed").with_for_update()
    if found.ids:
        wanted = select(c.id, c.person, c.lease).where(c.id.in_(found.ids) & (c.state != "sent")).with_for_update()
    who = must_be_named(connection, found.person).id if found.person else ""
    rows = connection.execute(_of(wanted, c.person, who)).all()
    for id, _, lease in rows:
        if lease > at:
            raise SandtableError("Notice {id} is being sent just now. Try again in a moment.", id=id)
    untold = select(notices.c.id, notices.c.person).where(notices.c.id.in_(found.ids) & (notices.c.told == ""))
    events = {row.id: row.person for row in connection.execute(_of(untold, notices.c.person, who))}
    deliveries = {id: person for id, person, _ in rows}
    for id in found.ids:
        if id not in deliveries and id not in events:
            raise SandtableError("No notice '{id}' is waiting or has failed.", id=id)
    return deliveries, events


def _noted(connection: Connection, whose: dict[str, str], operator: Operator, act: Literal["retry", "drop"]) -> int:
    """Write into the audit trail whose notices these were."""
    for person in sorted(set(whose.values())):
        name = connection.execute(select(people.c.name).where(people.c.id == person)).scalar()
        put_act(operator.did(act, person, name or ""))(connection)
    return len(whose)
