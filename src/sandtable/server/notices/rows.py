"""Wishes and addresses of people, as rows of the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from sandtable.kernel.prepared import prepared
from sandtable.server.database import put_note
from sandtable.server.notices.records import Address, Channel, Wishes
from sandtable.server.schema import notes, notice_addresses, notice_deliveries, notice_settings, notices, people
from sandtable.server.storage import hash_key, new_id

_ADDRESS = [notice_addresses.c[name] for name in Address.__struct_fields__]


def wishes_of(person: str) -> Callable[[Connection], Wishes]:
    """What somebody wants to hear of."""

    def question(connection: Connection) -> Wishes:
        wanted = select(notice_settings.c.body).where(notice_settings.c.person == person)
        body = connection.execute(wanted).scalar()
        return Wishes() if body is None else msgspec.json.decode(body, type=prepared(Wishes))

    return question


def put_wishes(person: str, wishes: Wishes) -> Callable[[Connection], None]:
    """Write what somebody wants to hear of."""
    return _put_settings(person, {"body": msgspec.json.encode(wishes).decode()})


def put_calendar(person: str, hash: str) -> Callable[[Connection], None]:
    """Write the hash of the secret address of somebody's calendar; "" for none."""
    return _put_settings(person, {"calendar": hash})


def _put_settings(person: str, values: dict[str, str]) -> Callable[[Connection], None]:
    def change(connection: Connection) -> None:
        mine = notice_settings.update().where(notice_settings.c.person == person).values(values)
        if not connection.execute(mine).rowcount:
            connection.execute(notice_settings.insert().values({"person": person, "body": "{}"} | values))

    return change


def change_wishes(person: str, changed: Callable[[Wishes], Wishes]) -> Callable[[Connection], None]:
    """Change some of what somebody wants to hear of."""

    def change(connection: Connection) -> None:
        put_wishes(person, changed(wishes_of(person)(connection)))(connection)

    return change


def has_calendar(person: str) -> Callable[[Connection], bool]:
    """Whether somebody's calendar has an address."""

    def question(connection: Connection) -> bool:
        wanted = select(notice_settings.c.calendar).where(notice_settings.c.person == person)
        return bool(connection.execute(wanted).scalar())

    return question


def owner_of_calendar(secret: str) -> Callable[[Connection], str | None]:
    """Whose calendar is at a secret address."""

    def question(connection: Connection) -> str | None:
        wanted = select(notice_settings.c.person).where(notice_settings.c.calendar == hash_key(secret))
        return connection.execute(wanted).scalar()

    return question


# -- addresses ---------------------------------------------------------------------------------------------------------


def new_address(person: str, channel: Channel, target: str, label: str, at: str, confirmed: bool) -> Address:
    """An address that somebody gave us."""
    return Address(new_id(), person, channel, target, hash_key(target), label[:120], at, at if confirmed else "")


def put_address(address: Address) -> Callable[[Connection], None]:
    """Write an address. Somebody has one for mail; a browser tells only the person who signed in there last."""

    def change(connection: Connection) -> None:
        c = notice_addresses.c
        same = (c.channel == address.channel) & (c.hash == address.hash)
        if address.channel != "push":
            same &= c.person == address.person
        if address.channel == "mail":
            same = (c.channel == "mail") & (c.person == address.person)
        connection.execute(notice_addresses.delete().where(same))
        connection.execute(notice_addresses.insert().values(msgspec.structs.asdict(address)))

    return change


def addresses_of(person: str) -> Callable[[Connection], list[Address]]:
    """Where somebody can be told something, the newest last; by mail only at the address of their account."""

    def question(connection: Connection) -> list[Address]:
        mine = select(*_ADDRESS, people.c.email).join(people, people.c.id == notice_addresses.c.person)
        rows = connection.execute(
            mine.where(notice_addresses.c.person == person).order_by(notice_addresses.c.created, notice_addresses.c.id)
        )
        return [Address(*row[:-1]) for row in rows if row[2] != "mail" or row[3] == row[-1]]

    return question


def confirmed_mail(person: str) -> Callable[[Connection], str]:
    """The confirmed e-mail address of an account; "" without one."""

    def question(connection: Connection) -> str:
        mine = addresses_of(person)(connection)
        return next((one.target for one in mine if one.channel == "mail" and one.confirmed), "")

    return question


def confirm_address(person: str, id: str, at: str) -> Callable[[Connection], bool]:
    """Write that an address is somebody's; whether they have it."""

    def change(connection: Connection) -> bool:
        mine = (notice_addresses.c.person == person) & (notice_addresses.c.id == id)
        return bool(connection.execute(notice_addresses.update().where(mine).values(confirmed=at)).rowcount)

    return change


def address_of(connection: Connection, id: str) -> Address | None:
    """An address."""
    row = connection.execute(select(*_ADDRESS).where(notice_addresses.c.id == id)).first()
    return None if row is None else Address(*row)


def remove_address(person: str, id: str) -> Callable[[Connection], bool]:
    """Remove an address, and what is on its way there; whether somebody had it."""

    def change(connection: Connection) -> bool:
        mine = (notice_addresses.c.person == person) & (notice_addresses.c.id == id)
        found = bool(connection.execute(notice_addresses.delete().where(mine)).rowcount)
        if found:
            connection.execute(notice_deliveries.delete().where(notice_deliveries.c.address == id))
        return found

    return change


def is_there(person: str) -> Callable[[Connection], bool]:
    """Whether somebody still has an account."""

    def question(connection: Connection) -> bool:
        return connection.execute(select(people.c.id).where(people.c.id == person)).first() is not None

    return question


# -- what belongs to a person or to the server -------------------------------------------------------------------------


def everything_told(connection: Connection, person: str) -> dict[str, Any]:
    """All that is kept about somebody for notices; secrets of browsers only by what they are called."""
    c = notice_addresses.c
    places = select(c.channel, c.label, c.created, c.confirmed, c.target).where(c.person == person)
    shown = [dict(row) for row in connection.execute(places.order_by(c.created)).mappings()]
    for row in shown:
        if row["channel"] == "push":
            del row["target"]
    happened = select(notices.c.kind, notices.c.match, notices.c.facts, notices.c.at, notices.c.told)
    sent = select(*(notice_deliveries.c[name] for name in ("body", "created", "tries", "state", "ended")))
    return {
        "notice_settings": msgspec.to_builtins(wishes_of(person)(connection)),
        "notice_addresses": shown,
        "calendar": has_calendar(person)(connection),
        "notices": [dict(row) for row in connection.execute(happened.where(notices.c.person == person)).mappings()],
        "deliveries": [
            dict(row) for row in connection.execute(sent.where(notice_deliveries.c.person == person)).mappings()
        ],
    }


def forget_notices(connection: Connection, person: str) -> None:
    """Remove all of it."""
    for table in (notices, notice_addresses, notice_settings, notice_deliveries):
        connection.execute(table.delete().where(table.c.person == person))


def secret_named(name: str, make: Callable[[], str]) -> Callable[[Connection], str]:
    """A secret of the server, made when it is first needed."""

    def change(connection: Connection) -> str:
        kept = connection.execute(select(notes.c.value).where(notes.c.name == name)).scalar()
        if kept is None:
            kept = make()
            put_note(connection, name, kept)
        return kept

    return change
