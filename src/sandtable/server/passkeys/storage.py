"""Passkeys and challenges in the database."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, func, select

from sandtable.server.database import Conflict
from sandtable.server.passkeys.records import Challenge, Passkey, Purpose
from sandtable.server.schema import challenges, passkeys, people
from sandtable.server.storage import hash_key

MOST_PASSKEYS = 20
_PASSKEY = [passkeys.c[name] for name in Passkey.__struct_fields__]
_CHALLENGE = [challenges.c[name] for name in Challenge.__struct_fields__]


def put_challenge(challenge: Challenge, now: str) -> Callable[[Connection], None]:
    """Write a challenge; those whose time is over go."""

    def change(connection: Connection) -> None:
        connection.execute(challenges.delete().where(challenges.c.until < now))
        connection.execute(challenges.insert().values(msgspec.structs.asdict(challenge)))

    return change


def take_challenge(token: str, purpose: Purpose, now: str) -> Callable[[Connection], Challenge | None]:
    """Use a challenge up, whatever becomes of it; None if there is none for this token and purpose."""

    def change(connection: Connection) -> Challenge | None:
        mine = challenges.c.hash == hash_key(token)
        row = connection.execute(select(*_CHALLENGE).where(mine)).first()
        if row is None or connection.execute(challenges.delete().where(mine)).rowcount != 1:
            return None
        taken = Challenge(*row)
        return taken if taken.purpose == purpose and taken.until > now else None

    return change


def insert_passkey(passkey: Passkey) -> Callable[[Connection], None]:
    """Write a passkey; refused if the person has too many, or somebody has it already."""

    def change(connection: Connection) -> None:
        held = select(func.count()).select_from(passkeys).where(passkeys.c.person == passkey.person)
        if (connection.execute(held).scalar() or 0) >= MOST_PASSKEYS:
            raise Conflict("You have {most} passkeys. Remove one first.", most=MOST_PASSKEYS)
        connection.execute(passkeys.insert().values(msgspec.structs.asdict(passkey)))

    return change


def passkeys_of(person: str) -> Callable[[Connection], list[Passkey]]:
    """The passkeys of somebody, the oldest first."""
    wanted = select(*_PASSKEY).where(passkeys.c.person == person).order_by(passkeys.c.created, passkeys.c.id)

    def question(connection: Connection) -> list[Passkey]:
        return [Passkey(*row) for row in connection.execute(wanted)]

    return question


def passkey_with(credential: str) -> Callable[[Connection], Passkey | None]:
    """The passkey to which a device gave this id."""

    def question(connection: Connection) -> Passkey | None:
        row = connection.execute(select(*_PASSKEY).where(passkeys.c.credential == credential)).first()
        return None if row is None else Passkey(*row)

    return question


def count_use(passkey: Passkey, counter: int, now: str) -> Callable[[Connection], bool]:
    """Write that a passkey was used; False if it was used elsewhere meanwhile, or is gone."""

    def change(connection: Connection) -> bool:
        same = (passkeys.c.id == passkey.id) & (passkeys.c.counter == passkey.counter)
        return bool(connection.execute(passkeys.update().where(same).values(counter=counter, used=now)).rowcount)

    return change


def rename_passkey(person: str, id: str, name: str) -> Callable[[Connection], bool]:
    """Name a passkey; whether the person has it."""

    def change(connection: Connection) -> bool:
        mine = (passkeys.c.id == id) & (passkeys.c.person == person)
        return bool(connection.execute(passkeys.update().where(mine).values(name=name)).rowcount)

    return change


def remove_passkey(person: str, id: str) -> Callable[[Connection], bool]:
    """Remove a passkey, unless it is the only way to sign in; whether the person had it."""

    def change(connection: Connection) -> bool:
        password = connection.execute(select(people.c.password).where(people.c.id == person).with_for_update()).scalar()
        kept = [one for one in passkeys_of(person)(connection) if one.id != id]
        if not password and not kept:
            raise Conflict("This passkey is the only way to sign in to your account. Set a password first.")
        mine = (passkeys.c.id == id) & (passkeys.c.person == person)
        return bool(connection.execute(passkeys.delete().where(mine)).rowcount)

    return change


def forget_passkeys(connection: Connection, person: str) -> None:
    """An account is removed, and its passkeys with it."""
    for table in (passkeys, challenges):
        connection.execute(table.delete().where(table.c.person == person))


def passkeys_told(connection: Connection, person: str) -> list[dict[str, str]]:
    """What is kept of somebody's passkeys, but for the keys."""
    fields = select(passkeys.c.name, passkeys.c.created, passkeys.c.used).where(passkeys.c.person == person)
    return [dict(row) for row in connection.execute(fields.order_by(passkeys.c.created)).mappings()]
