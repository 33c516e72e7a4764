"""The HTTP calls about accounts. The session is in a cookie that no script reads and no other site sends."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie

from sandtable.server.answers import Done
from sandtable.server.guard import address_of
from sandtable.server.messages import Name, Text
from sandtable.server.notices.desk import NoticeDesk
from sandtable.server.people.accounts import SESSION_DAYS, Accounts
from sandtable.server.people.names import LONGEST_PASSWORD
from sandtable.server.people.records import Person, Signed
from sandtable.server.records import Declined
from sandtable.server.request import (
    SESSION_COOKIE,
    HttpRequest,
    accounts_of,
    body_of,
    device_of,
    must_be_signed_in,
    service_of,
    signed_in,
)

Password = Annotated[str, msgspec.Meta(max_length=4 * LONGEST_PASSWORD)]
Keys = Annotated[list[Text], msgspec.Meta(max_length=200)]


class SignUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account."""

    name: Name
    password: Password
    email: Text = ""
    invitation: Text = ""


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password."""

    name: Name
    password: Password


class ChangeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to change; the password confirms it."""

    password: Password
    name: Name = ""
    email: Text | None = None
    new_password: Password = ""


class RemoveAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password confirms it."""

    password: Password


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keys whose seats and matches become one's own."""

    keys: Keys


class ForgotPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose password is forgotten."""

    name: Name


class SetPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, by the link that was sent."""

    ticket: Text
    password: Password


class DeviceTold(msgspec.Struct, frozen=True):
    """A device on which one is signed in."""

    device: str
    created: str
    used: str
    this: bool


class PersonTold(msgspec.Struct, frozen=True):
    """One's own account."""

    name: str
    email: str
    created: str
    devices: list[DeviceTold]


class AccountTold(msgspec.Struct, frozen=True):
    """Who one is here, and who makes accounts: anybody (`open`), the invited (`invite`), the operator (`closed`)."""

    accounts: str
    guests: bool
    letters: bool
    person: PersonTold | None


class Claimed(msgspec.Struct, frozen=True):
    """The matches whose seats have become one's own."""

    matches: list[str]


def _cookie(request: HttpRequest, token: str) -> Cookie:
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


async def _told(accounts: Accounts, request: HttpRequest, signed: Signed | None) -> AccountTold:
    settings = service_of(request).settings
    person = None
    if signed is not None:
        devices = [
            DeviceTold(one.device, one.created, one.used, one.id == signed.session.id)
            for one in await accounts.devices(signed.person)
        ]
        person = PersonTold(signed.person.name, signed.person.email, signed.person.created, devices)
    return AccountTold(settings.accounts, settings.guests, accounts.sends_letters, person)


async def _begun(request: HttpRequest, token: str, signed: Signed) -> Response[AccountTold]:
    """A session has begun: the cookie with its token, and who one is now."""
    told = await _told(accounts_of(request), request, signed)
    return Response(told, status_code=201, cookies=[_cookie(request, token)])


async def _end(request: HttpRequest, sessions: list[str]) -> None:
    await service_of(request).end_sessions(sessions)


@get("/api/account", summary="Who you are here", answers={200: AccountTold}, refuses=(503,))
async def read_account(request: HttpRequest) -> Response[AccountTold]:
    accounts, signed = accounts_of(request), await signed_in(request)
    fresh = await accounts.refreshed(signed) if signed is not None else ""
    cookies = [_cookie(request, fresh)] if fresh else []
    return Response(await _told(accounts, request, signed), cookies=cookies)


@post("/api/account", summary="Make an account", body=SignUp, answers={201: AccountTold}, refuses=(409, 422, 503))
async def sign_up(request: HttpRequest) -> Response[AccountTold]:
    wanted, accounts = await body_of(request, SignUp), accounts_of(request)
    token, signed = await accounts.sign_up(
        wanted.name, wanted.password, wanted.email, wanted.invitation, address_of(request.scope), device_of(request)
    )
    await _ask_to_confirm(request, signed.person)
    return await _begun(request, token, signed)


@put(
    "/api/account",
    summary="Change your name, e-mail or password",
    body=ChangeAccount,
    answers={200: AccountTold},
    refuses=(401, 409, 422, 503),
)
async def change_account(request: HttpRequest) -> AccountTold:
    signed, accounts = await must_be_signed_in(request), accounts_of(request)
    wanted = await body_of(request, ChangeAccount)
    await accounts.confirm(signed, wanted.password, address_of(request.scope))
    person, ended = await accounts.change(signed, wanted.name, wanted.email, wanted.new_password)
    await _end(request, ended)
    if person.email != signed.person.email:
        await _ask_to_confirm(request, person)
    return await _told(accounts, request, Signed(person, signed.session))


async def _ask_to_confirm(request: HttpRequest, person: Person) -> None:
    """Send the letter to a new address, if there is one; it can be asked for again on the account page."""
    desk: NoticeDesk = request.app.state.notices
    if person.email:
        with suppress(Declined):
            await desk.ask_to_confirm(person, address_of(request.scope))


@post(
    "/api/account/remove",
    status_code=200,
    summary="Delete your account",
    body=RemoveAccount,
    answers={200: Done},
    refuses=(401, 503),
)
async def remove_account(request: HttpRequest) -> Response[Done]:
    signed, accounts = await must_be_signed_in(request), accounts_of(request)
    wanted = await body_of(request, RemoveAccount)
    await accounts.confirm(signed, wanted.password, address_of(request.scope))
    devices = [one.id for one in await accounts.devices(signed.person)]
    left = await accounts.remove(signed.person)
    await _end(request, devices)
    await service_of(request).reread(left)
    return Response(Done(), cookies=[_cookie(request, "")])


@get(
    "/api/account/export",
    summary="All that is kept about you",
    answers={200: dict[str, Any]},
    refuses=(401, 503),
)
async def export_account(request: HttpRequest) -> Response[bytes]:
    signed = await must_be_signed_in(request)
    kept = await accounts_of(request).everything_of(signed.person)
    headers = {"content-disposition": 'attachment; filename="sandtable-account.json"'}
    body = msgspec.json.format(msgspec.json.encode(kept), indent=1)
    return Response(body, media_type="application/json", headers=headers)


@post(
    "/api/account/claim",
    status_code=200,
    summary="Make the seats of these keys your own",
    body=Claim,
    answers={200: Claimed},
    refuses=(401, 503),
)
async def claim_seats(request: HttpRequest) -> Claimed:
    signed = await must_be_signed_in(request)
    wanted = await body_of(request, Claim)
    matches = await accounts_of(request).claim(signed.person, wanted.keys)
    await service_of(request).reread(matches)
    return Claimed(matches)


@post("/api/session", summary="Sign in", body=SignIn, answers={201: AccountTold}, refuses=(401, 503))
async def sign_in(request: HttpRequest) -> Response[AccountTold]:
    wanted, accounts = await body_of(request, SignIn), accounts_of(request)
    token, signed = await accounts.sign_in(wanted.name, wanted.password, address_of(request.scope), device_of(request))
    return await _begun(request, token, signed)


async def _sign_out(request: HttpRequest, everywhere: bool) -> Response[Done]:
    signed = await signed_in(request)
    if signed is not None:
        await _end(request, await accounts_of(request).sign_out(signed, everywhere))
    return Response(Done(), cookies=[_cookie(request, "")])


@delete("/api/session", status_code=200, summary="Sign out here", answers={200: Done}, refuses=(503,))
async def sign_out(request: HttpRequest) -> Response[Done]:
    return await _sign_out(request, everywhere=False)


@delete("/api/sessions", status_code=200, summary="Sign out on all devices", answers={200: Done}, refuses=(503,))
async def sign_out_everywhere(request: HttpRequest) -> Response[Done]:
    return await _sign_out(request, everywhere=True)


@post(
    "/api/password/forgotten",
    status_code=200,
    summary="Send a link for a new password",
    body=ForgotPassword,
    answers={200: Done},
    refuses=(409, 503),
)
async def forgot_password(request: HttpRequest) -> Done:
    wanted = await body_of(request, ForgotPassword)
    await accounts_of(request).forgot(wanted.name, address_of(request.scope))
    return Done()


@post(
    "/api/password",
    status_code=200,
    summary="Set a new password with the link that was sent",
    body=SetPassword,
    answers={200: Done},
    refuses=(422, 503),
)
async def set_password(request: HttpRequest) -> Done:
    wanted = await body_of(request, SetPassword)
    await _end(
        request, await accounts_of(request).set_password(wanted.ticket, wanted.password, address_of(request.scope))
    )
    return Done()


ROUTES = [
    read_account,
    sign_up,
    change_account,
    remove_account,
    export_account,
    claim_seats,
    sign_in,
    sign_out,
    sign_out_everywhere,
    forgot_password,
    set_password,
]
