"""What the calls about accounts have in common: who one is told to be, the cookie of a session, and confirmation."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from typing import Annotated, Any

import msgspec
from litestar import Response
from litestar.datastructures import Cookie

from sandtable.server.guard import address_of
from sandtable.server.notices.desk import NoticeDesk
from sandtable.server.notices.rows import wishes_of
from sandtable.server.passkeys.records import Party, party_of
from sandtable.server.people.accounts import SESSION_DAYS
from sandtable.server.people.names import LONGEST_PASSWORD
from sandtable.server.people.records import Person, Signed
from sandtable.server.records import Declined
from sandtable.server.request import (
    CHALLENGE_COOKIE,
    SESSION_COOKIE,
    HttpRequest,
    accounts_of,
    passkeys_of,
    service_of,
)

Password = Annotated[str, msgspec.Meta(max_length=4 * LONGEST_PASSWORD)]


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one shows once more who one is: by the password, or by a passkey that signed a challenge to `confirm`."""

    password: Password = ""
    passkey: dict[str, Any] | None = None


class DeviceTold(msgspec.Struct, frozen=True):
    """A device on which one is signed in."""

    device: str
    created: str
    used: str
    this: bool


class PasskeyTold(msgspec.Struct, frozen=True):
    """A passkey of one's own."""

    id: str
    name: str
    created: str
    used: str


class PersonTold(msgspec.Struct, frozen=True):
    """One's own account."""

    name: str
    email: str
    created: str
    devices: list[DeviceTold]
    passkeys: list[PasskeyTold]
    password: bool
    """Whether one can sign in with a password; else by passkey only."""
    zone: str = ""
    """The time zone that one has set; "" for that of the browser."""


class AccountTold(msgspec.Struct, frozen=True):
    """Who one is here, and who makes accounts: anybody (`open`), the invited (`invite`), the operator (`closed`)."""

    accounts: str
    guests: bool
    letters: bool
    passkeys: bool
    """Whether passkeys can be used at this address."""
    person: PersonTold | None


def session_cookie(request: HttpRequest, token: str) -> Cookie:
    """Kept by the browser for as long as the session; without a token it is forgotten at once."""
    return Cookie(
        key=SESSION_COOKIE,
        value=token,
        max_age=SESSION_DAYS * 86400 if token else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def party_here(request: HttpRequest) -> Party | None:
    """Whom passkeys are made for, where there are any; their library comes with the extra `host`."""
    if find_spec("webauthn") is None:
        return None
    return party_of(service_of(request).settings, str(request.base_url).rstrip("/"))


async def account_told(request: HttpRequest, signed: Signed | None) -> AccountTold:
    """Who one is here."""
    accounts, settings = accounts_of(request), service_of(request).settings
    person = None
    if signed is not None:
        devices = [
            DeviceTold(one.device, one.created, one.used, one.id == signed.session.id)
            for one in await accounts.devices(signed.person)
        ]
        held = [
            PasskeyTold(one.id, one.name, one.created, one.used) for one in await passkeys_of(request).of(signed.person)
        ]
        mine = signed.person
        desk: NoticeDesk = request.app.state.notices
        zone = (await desk.read(wishes_of(mine.id))).zone
        person = PersonTold(mine.name, mine.email, mine.created, devices, held, bool(mine.password), zone)
    has_passkeys = settings.accounts != "off" and party_here(request) is not None
    return AccountTold(settings.accounts, settings.guests, accounts.sends_letters, has_passkeys, person)


async def begun(request: HttpRequest, token: str, signed: Signed) -> Response[AccountTold]:
    """A session has begun: the cookie with its token, and who one is now."""
    told = await account_told(request, signed)
    return Response(told, status_code=201, cookies=[session_cookie(request, token)])


async def confirm(request: HttpRequest, signed: Signed, by: Confirmation) -> None:
    """Whoever changes or removes an account shows once more whose it is."""
    if by.passkey is None:
        await accounts_of(request).confirm(signed, by.password, address_of(request.scope))
        return
    accounts_of(request).may_try(address_of(request.scope), signed.person.name)
    token = request.cookies.get(CHALLENGE_COOKIE, "")
    await passkeys_of(request).confirm(must_have_passkeys(request), token, by.passkey, signed)


def must_have_passkeys(request: HttpRequest) -> Party:
    """Whom passkeys are made for; refused where there are none."""
    party = party_here(request)
    if party is None:
        raise Declined(
            409, "This server has no passkeys. Its operator needs sandtable[host] and a public address for them."
        )
    return party


async def ask_to_confirm(request: HttpRequest, person: Person) -> None:
    """Send the letter to a new address, if there is one; it can be asked for again on the account page."""
    desk: NoticeDesk = request.app.state.notices
    if person.email:
        with suppress(Declined):
            await desk.ask_to_confirm(person, address_of(request.scope))
