"""The HTTP calls of passkeys. A challenge belongs to the browser that has its cookie, and is answered once."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath

from sandtable.server.founding import readable
from sandtable.server.guard import address_of
from sandtable.server.messages import Name, Text
from sandtable.server.passkeys.ceremonies import MINUTES
from sandtable.server.passkeys.records import Purpose
from sandtable.server.people.names import checked_name
from sandtable.server.people.signing import (
    AccountTold,
    Confirmation,
    account_told,
    ask_to_confirm,
    begun,
    confirm,
    must_have_passkeys,
)
from sandtable.server.request import (
    CHALLENGE_COOKIE,
    HttpRequest,
    accounts_of,
    body_of,
    device_of,
    must_be_signed_in,
    passkeys_of,
)

_COOKIE_PATH = "/api"


class Challenging(Confirmation, frozen=True, forbid_unknown_fields=True):
    """What a passkey is wanted for. To add one, one shows once more who one is."""

    purpose: Purpose = "sign in"
    name: Name = ""
    """The name of the account that is to be made."""
    invitation: Text = ""


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What the browser is asked to do, for `PublicKeyCredential.parseCreationOptionsFromJSON` and its sister."""

    options: dict[str, Any]


class SignInByPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the device answered."""

    passkey: dict[str, Any]


class SignUpByPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account without a password."""

    passkey: dict[str, Any]
    name: Name
    email: Text = ""
    invitation: Text = ""


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that a device has made, and what its owner calls it."""

    passkey: dict[str, Any]
    name: Name = ""


class PasskeyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What its owner calls it."""

    name: Name


def _token(request: HttpRequest) -> str:
    return request.cookies.get(CHALLENGE_COOKIE, "")


def _cookie(request: HttpRequest, token: str) -> Cookie:
    return Cookie(
        key=CHALLENGE_COOKIE,
        value=token,
        max_age=MINUTES * 60,
        path=_COOKIE_PATH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


@post(
    "/api/passkeys/challenge",
    status_code=200,
    summary="Begin to sign in, sign up or confirm with a passkey, or to add one",
    body=Challenging,
    answers={200: PasskeyOptions},
    refuses=(401, 409, 422, 503),
)
async def challenge(request: HttpRequest) -> Response[PasskeyOptions]:
    wanted, party = await body_of(request, Challenging), must_have_passkeys(request)
    passkeys, address = passkeys_of(request), address_of(request.scope)
    match wanted.purpose:
        case "sign in":
            accounts_of(request).may_sign_in(address)
            token, options = await passkeys.challenge_device(party, "sign in", None)
        case "sign up":
            accounts_of(request).may_sign_up(wanted.invitation, address)
            token, options = await passkeys.challenge_new(party, "sign up", checked_name(wanted.name), None)
        case "confirm":
            signed = await must_be_signed_in(request)
            accounts_of(request).may_try(address, signed.person.name)
            token, options = await passkeys.challenge_device(party, "confirm", signed)
        case _:
            signed = await must_be_signed_in(request)
            await confirm(request, signed, wanted)
            token, options = await passkeys.challenge_new(party, "add", signed.person.name, signed)
    return Response(PasskeyOptions(options), status_code=200, cookies=[_cookie(request, token)])


@post(
    "/api/session/passkey",
    summary="Sign in with a passkey",
    body=SignInByPasskey,
    answers={201: AccountTold},
    refuses=(409, 503),
)
async def sign_in_by_passkey(request: HttpRequest) -> Response[AccountTold]:
    wanted, party = await body_of(request, SignInByPasskey), must_have_passkeys(request)
    accounts_of(request).may_sign_in(address_of(request.scope))
    return await begun(
        request, *await passkeys_of(request).sign_in(party, _token(request), wanted.passkey, device_of(request))
    )


@post(
    "/api/account/passkey",
    summary="Make an account with a passkey and no password",
    body=SignUpByPasskey,
    answers={201: AccountTold},
    refuses=(409, 422, 503),
)
async def sign_up_by_passkey(request: HttpRequest) -> Response[AccountTold]:
    wanted, party = await body_of(request, SignUpByPasskey), must_have_passkeys(request)
    accounts_of(request).may_sign_up(wanted.invitation, address_of(request.scope))
    accounts_of(request).may_found(address_of(request.scope))
    token, signed = await passkeys_of(request).sign_up(
        party, _token(request), wanted.passkey, wanted.name, wanted.email, wanted.invitation, device_of(request)
    )
    await ask_to_confirm(request, signed.person)
    return await begun(request, token, signed)


@post(
    "/api/passkeys",
    summary="Add a passkey to your account",
    body=NewPasskey,
    answers={201: AccountTold},
    refuses=(401, 409, 503),
)
async def add_passkey(request: HttpRequest) -> AccountTold:
    signed, wanted = await must_be_signed_in(request), await body_of(request, NewPasskey)
    party = must_have_passkeys(request)
    await passkeys_of(request).add(party, _token(request), wanted.passkey, readable(wanted.name), signed)
    return await account_told(request, signed)


@put(
    "/api/passkeys/{passkey:str}",
    summary="Name a passkey",
    body=PasskeyName,
    answers={200: AccountTold},
    refuses=(401, 404, 503),
)
async def rename_passkey(passkey: FromPath[str], request: HttpRequest) -> AccountTold:
    signed, wanted = await must_be_signed_in(request), await body_of(request, PasskeyName)
    await passkeys_of(request).rename(signed.person, passkey, readable(wanted.name))
    return await account_told(request, signed)


@post(
    "/api/passkeys/{passkey:str}/remove",
    status_code=200,
    summary="Remove a passkey",
    body=Confirmation,
    answers={200: AccountTold},
    refuses=(401, 404, 409, 503),
)
async def remove_passkey(passkey: FromPath[str], request: HttpRequest) -> AccountTold:
    signed, wanted = await must_be_signed_in(request), await body_of(request, Confirmation)
    await confirm(request, signed, wanted)
    await passkeys_of(request).remove(signed.person, passkey)
    return await account_told(request, signed)


ROUTES = [challenge, sign_in_by_passkey, sign_up_by_passkey, add_passkey, rename_passkey, remove_passkey]
