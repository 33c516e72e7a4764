"""The outbox: what happened becomes notices, and notices wait here until they are sent.

Every step is one transaction. What is taken is leased: if its process dies, another one takes it when the lease ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, bindparam, case, func, select, union_all

from sandtable.kernel.prepared import prepared
from sandtable.server.clocks.records import told as moment_told
from sandtable.server.clocks.rows import read_clock
from sandtable.server.clocks.time import ends
from sandtable.server.database import expect
from sandtable.server.lobby.rows import read_terms
from sandtable.server.notices.quiet import night_around
from sandtable.server.notices.records import KINDS, Address, Delivery, Event, Facts, Kind, Line, Notice, State, Wishes
from sandtable.server.notices.rows import address_of, addresses_of, wishes_of
from sandtable.server.schema import matches, notice_addresses, notice_deliveries, notices, people, seats, tournaments
from sandtable.server.storage import new_id

_EVENT = [notices.c[name] for name in Event.__struct_fields__]
_DELIVERY = [notice_deliveries.c[name] for name in Delivery.__struct_fields__]
_PEOPLE_AT_ONCE = 20
LONGEST_REASON = 100
_GAME_OF = union_all(*(select(one.c.game).where(one.c.id == bindparam("id")) for one in (matches, tournaments)))
"""The game of a match, or of a tournament."""


_UNTOLD = (notices.c.told == "") & notices.c.kind.in_(KINDS)
"""What is to be told. During an update a process of the next version may write kinds that this one has no words for:
they wait for a process that has."""


class Taken(NamedTuple):
    """A notice that is to be sent now, where, and to whom."""

    delivery: Delivery
    address: Address | None
    """None if it has been removed meanwhile."""
    wishes: Wishes
    name: str


# -- what happened becomes notices -------------------------------------------------------------------------------------


def group(now: str) -> Callable[[Connection], int]:
    """Make notices of what is due, for some people; how many there were.

    A person is locked while that is done, so that two processes do not make two notices of what belongs together.
    """
    ripe = select(notices.c.person).where(_UNTOLD & (notices.c.due <= now))
    wanted = select(people.c.id).where(people.c.id.in_(ripe)).order_by(people.c.id).limit(_PEOPLE_AT_ONCE)

    def change(connection: Connection) -> int:
        locked = connection.execute(wanted.with_for_update(skip_locked=True, key_share=True)).scalars().all()
        for person in locked:
            _group_for(connection, person, now)
        return len(locked)

    return change


def _group_for(connection: Connection, person: str, now: str) -> None:
    mine = (notices.c.person == person) & _UNTOLD
    wishes = wishes_of(person)(connection)
    night = night_around(wishes, now)
    if night is not None:
        connection.execute(notices.update().where(mine & (notices.c.due < night[1])).values(due=night[1]))
        return
    rows = connection.execute(select(*_EVENT).where(mine).order_by(notices.c.at, notices.c.id)).all()
    events = [_event(*row) for row in rows]
    addresses = [one for one in addresses_of(person)(connection) if one.confirmed]
    for match in dict.fromkeys(event.match for event in events if event.due <= now):
        here = [event for event in events if event.match == match]
        _send_together(connection, person, match, here, wishes, addresses, now)
        done = mine & (notices.c.match == match) & notices.c.id.in_([event.id for event in here])
        connection.execute(notices.update().where(done).values(told=now))


def _event(id: str, person: str, kind: Kind, match: str, facts: str, at: str, due: str) -> Event:
    return Event(id, person, kind, match, msgspec.json.decode(facts, type=prepared(Facts)), at, due)


def _send_together(
    connection: Connection,
    person: str,
    match: str,
    events: Iterable[Event],
    wishes: Wishes,
    addresses: Iterable[Address],
    now: str,
) -> None:
    """One notice of what happened in a match, to each address at which somebody wants to hear of it."""
    game = connection.execute(_GAME_OF, {"id": match}).scalar()
    if game is None:
        return
    lines = _lines(event for event in events if still_true(connection, event))
    for address in addresses:
        wanted = wishes.kinds_by(address.channel)
        said = tuple(line for line in lines if line.kind in wanted)
        if said:
            put_delivery(person, address.id, Notice(match, game, said), now)(connection)


def _lines(events: Iterable[Event]) -> list[Line]:
    """What is said: of each kind the same thing once, what is most urgent first."""
    said = dict.fromkeys(Line(event.kind, event.facts) for event in events)
    return sorted(said, key=lambda line: KINDS.index(line.kind))


def still_true(connection: Connection, event: Event) -> bool:
    """Whether what happened still matters: a turn that has been taken is not told."""
    match event.kind:
        case "turn":
            _, progress = read_terms(connection, event.match)
            return (
                not progress.over
                and not _closed(connection, event.match)
                and bool(set(seats_of(connection, event.match, event.person)) & set(progress.waiting))
            )
        case "round":
            return not read_terms(connection, event.match)[1].over and not _closed(connection, event.match)
        case "invitation":
            here = (seats.c.match == event.match) & (seats.c.offered_to == event.person)
            return connection.execute(select(seats.c.seat).where(here)).first() is not None
        case "clock":
            clock = read_clock(connection, event.match)
            over = None if clock is None else ends(clock, event.facts.seat)
            return moment_told(over) == event.facts.ends and not _closed(connection, event.match)
    return True


def seats_of(connection: Connection, match: str, person: str) -> list[str]:
    """The seats of somebody at a match."""
    mine = (seats.c.match == match) & (seats.c.person == person)
    return list(connection.execute(select(seats.c.seat).where(mine)).scalars())


def _closed(connection: Connection, match: str) -> bool:
    return bool(connection.execute(select(matches.c.closed).where(matches.c.id == match)).scalar())


# -- notices are sent --------------------------------------------------------------------------------------------------


def put_delivery(person: str, address: str, notice: Notice, now: str) -> Callable[[Connection], str]:
    """Put a notice into the outbox; its id."""
    delivery = Delivery(new_id(), person, address, msgspec.json.encode(notice).decode(), now, now)

    def change(connection: Connection) -> str:
        connection.execute(notice_deliveries.insert().values(msgspec.structs.asdict(delivery)))
        expect(connection, now)
        return delivery.id

    return change


def take(now: str, until: str, most: int) -> Callable[[Connection], list[Taken]]:
    """Take notices that are due, and lease them; nobody else takes them before the lease ends."""
    c = notice_deliveries.c
    ripe = (c.state == "waiting") & (c.due <= now) & (c.lease <= now)
    wanted = select(*_DELIVERY).where(ripe).order_by(c.due, c.id).limit(most).with_for_update(skip_locked=True)

    def change(connection: Connection) -> list[Taken]:
        taken = [Delivery(*row) for row in connection.execute(wanted)]
        ids = [one.id for one in taken]
        connection.execute(notice_deliveries.update().where(c.id.in_(ids)).values(lease=until, tries=c.tries + 1))
        return [_whole(connection, msgspec.structs.replace(one, lease=until, tries=one.tries + 1)) for one in taken]

    return change


def _whole(connection: Connection, delivery: Delivery) -> Taken:
    name = connection.execute(select(people.c.name).where(people.c.id == delivery.person)).scalar()
    address = address_of(connection, delivery.address)
    return Taken(delivery, address, wishes_of(delivery.person)(connection), name or "")


def finish(delivery: Delivery, state: State, at: str, reason: str = "") -> Callable[[Connection], bool]:
    """Write that a notice is sent, or has failed for good; False if somebody else has taken it meanwhile."""
    return _settle(delivery, {"state": state, "ended": at, "lease": "", "reason": reason[:LONGEST_REASON]})


def try_again(delivery: Delivery, due: str, reason: str = "") -> Callable[[Connection], bool]:
    """Write when a notice that could not be sent is tried again."""
    return _settle(delivery, {"due": due, "lease": "", "reason": reason[:LONGEST_REASON]})


def _settle(delivery: Delivery, values: dict[str, Any]) -> Callable[[Connection], bool]:
    mine = (notice_deliveries.c.id == delivery.id) & (notice_deliveries.c.tries == delivery.tries)

    def change(connection: Connection) -> bool:
        return bool(connection.execute(notice_deliveries.update().where(mine).values(values)).rowcount)

    return change


def is_ripe(now: str) -> Callable[[Connection], bool]:
    """Whether something that happened is to become a notice."""
    ripe = _UNTOLD & (notices.c.due <= now)
    return _is_there(select(notices.c.id).where(ripe).limit(1))


def is_due(now: str) -> Callable[[Connection], bool]:
    """Whether a notice is to be sent."""
    c = notice_deliveries.c
    return _is_there(select(c.id).where((c.state == "waiting") & (c.due <= now) & (c.lease <= now)).limit(1))


def _is_there(wanted: Select[Any]) -> Callable[[Connection], bool]:
    def question(connection: Connection) -> bool:
        return connection.execute(wanted).first() is not None

    return question


def next_due(connection: Connection) -> str:
    """When there will be something to do: something becomes a notice, or a notice is sent; "" if nothing waits."""
    c = notice_deliveries.c
    free = case((c.lease > c.due, c.lease), else_=c.due)
    first = (
        select(func.min(notices.c.due)).where(_UNTOLD),
        select(func.min(free)).where(c.state == "waiting"),
    )
    return min((due for one in first if (due := connection.execute(one).scalar())), default="")


# -- figures and retention ---------------------------------------------------------------------------------------------


def waiting(connection: Connection) -> int:
    """How many notices are on their way, and things that happened and are not told yet."""
    on_the_way = select(func.count()).select_from(notice_deliveries).where(notice_deliveries.c.state == "waiting")
    untold = select(func.count()).select_from(notices).where(notices.c.told == "")
    return sum(connection.execute(one).scalar() or 0 for one in (on_the_way, untold))


def forget_told(before: str) -> Callable[[Connection], None]:
    """Remove what was told, or given up, before a day; and addresses that nobody has confirmed since."""

    def change(connection: Connection) -> None:
        old = (notice_deliveries.c.state != "waiting") & (notice_deliveries.c.ended < before)
        connection.execute(notice_deliveries.delete().where(old))
        connection.execute(notices.delete().where((notices.c.told != "") & (notices.c.told < before)))
        unknown = (notice_addresses.c.confirmed == "") & (notice_addresses.c.created < before)
        connection.execute(notice_addresses.delete().where(unknown))

    return change
