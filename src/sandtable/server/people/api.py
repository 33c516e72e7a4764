"""The HTTP calls about accounts. The session is in a cookie that no script reads and no other site sends."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put

from sandtable.server.answers import Done
from sandtable.server.guard import address_of
from sandtable.server.messages import Name, Text
from sandtable.server.people.records import Signed
from sandtable.server.people.signing import (
    AccountTold,
    Confirmation,
    Password,
    account_told,
    ask_to_confirm,
    begun,
    confirm,
    session_cookie,
)
from sandtable.server.request import (
    HttpRequest,
    accounts_of,
    body_of,
    device_of,
    must_be_signed_in,
    service_of,
    signed_in,
)

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


class ChangeAccount(Confirmation, frozen=True, forbid_unknown_fields=True):
    """What is to change."""

    name: Name = ""
    email: Text | None = None
    new_password: Password = ""


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


class Claimed(msgspec.Struct, frozen=True):
    """The matches whose seats have become one's own."""

    matches: list[str]


async def _end(request: HttpRequest, sessions: list[str]) -> None:
    await service_of(request).end_sessions(sessions)


@get("/api/account", summary="Who you are here", answers={200: AccountTold}, refuses=(503,))
async def read_account(request: HttpRequest) -> Response[AccountTold]:
    accounts, signed = accounts_of(request), await signed_in(request)
    fresh = await accounts.refreshed(signed) if signed is not None else ""
    cookies = [session_cookie(request, fresh)] if fresh else []
    return Response(await account_told(request, signed), cookies=cookies)


@post("/api/account", summary="Make an account", body=SignUp, answers={201: AccountTold}, refuses=(409, 422, 503))
async def sign_up(request: HttpRequest) -> Response[AccountTold]:
    wanted, accounts = await body_of(request, SignUp), accounts_of(request)
    token, signed = await accounts.sign_up(
        wanted.name, wanted.password, wanted.email, wanted.invitation, address_of(request.scope), device_of(request)
    )
    await ask_to_confirm(request, signed.person)
    return await begun(request, token, signed)


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
    await confirm(request, signed, wanted)
    person, ended = await accounts.change(signed, wanted.name, wanted.email, wanted.new_password)
    await _end(request, ended)
    if person.email != signed.person.email:
        await ask_to_confirm(request, person)
    return await account_told(request, Signed(person, signed.session))


@post(
    "/api/account/remove",
    status_code=200,
    summary="Delete your account",
    body=Confirmation,
    answers={200: Done},
    refuses=(401, 503),
)
async def remove_account(request: HttpRequest) -> Response[Done]:
    signed, accounts = await must_be_signed_in(request), accounts_of(request)
    wanted = await body_of(request, Confirmation)
    await confirm(request, signed, wanted)
    devices = [one.id for one in await accounts.devices(signed.person)]
    left = await accounts.remove(signed.person)
    await _end(request, devices)
    await service_of(request).reread(left)
    return Response(Done(), cookies=[session_cookie(request, "")])


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
    return await begun(request, token, signed)


async def _sign_out(request: HttpRequest, everywhere: bool) -> Response[Done]:
    signed = await signed_in(request)
    if signed is not None:
        await _end(request, await accounts_of(request).sign_out(signed, everywhere))
    return Response(Done(), cookies=[session_cookie(request, "")])


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
