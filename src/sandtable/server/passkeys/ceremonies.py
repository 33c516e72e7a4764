"""The ceremonies of WebAuthn: the server challenges, a device signs, and the library py_webauthn verifies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection

from sandtable.server import log
from sandtable.server.database import Conflict, Database
from sandtable.server.passkeys import storage
from sandtable.server.passkeys.records import Challenge, Party, Passkey, Purpose
from sandtable.server.people.accounts import Accounts
from sandtable.server.people.names import checked_email, checked_name
from sandtable.server.people.records import Person, Signed
from sandtable.server.people.storage import person_of
from sandtable.server.records import Declined
from sandtable.server.storage import hash_key, new_id, new_key
from sandtable.server.times import after, now

T = TypeVar("T")
Credential = Mapping[str, Any]
"""What a browser answers, as its `toJSON` writes it."""
MINUTES = 5
"""So long a challenge may be answered."""
_NAME_OF_THE_HOUSE = "Sandtable"
_NOT_GOOD = "This passkey does not match, or it took too long. Try again."
_UNNAMED = "Passkey"


class Passkeys:
    """The passkeys of one server."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts

    async def _read(self, question: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._database.read, question)

    async def _write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._database.write(change))

    async def of(self, person: Person) -> list[Passkey]:
        """The passkeys of somebody."""
        return await self._read(storage.passkeys_of(person.id))

    # -- challenges ----------------------------------------------------------------------------------------------------

    async def challenge_device(self, party: Party, purpose: Purpose, signed: Signed | None) -> tuple[str, Any]:
        """A challenge to any device with a passkey for this server: the token of its cookie, and the options."""
        from webauthn import generate_authentication_options
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=party.host, user_verification=UserVerificationRequirement.REQUIRED
        )
        who, session = ("", "") if signed is None else (signed.person.id, signed.session.id)
        return await self._challenged(options, purpose, who, session)

    async def challenge_new(self, party: Party, purpose: Purpose, name: str, signed: Signed | None) -> tuple[str, Any]:
        """A challenge to make a passkey: for the account that one has, or for one that is to be made."""
        from webauthn import base64url_to_bytes, generate_registration_options
        from webauthn.helpers import structs

        who, session = (new_id(), "") if signed is None else (signed.person.id, signed.session.id)
        held = await self._read(storage.passkeys_of(who))
        options = generate_registration_options(
            rp_id=party.host,
            rp_name=_NAME_OF_THE_HOUSE,
            user_id=who.encode(),
            user_name=name,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                require_resident_key=True,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(base64url_to_bytes(k.credential)) for k in held],
        )
        return await self._challenged(options, purpose, who, session)

    async def _challenged(self, options: Any, purpose: Purpose, person: str, session: str) -> tuple[str, Any]:
        from webauthn import options_to_json
        from webauthn.helpers import bytes_to_base64url

        token, until = new_key(), after(timedelta(minutes=MINUTES))
        asked = bytes_to_base64url(options.challenge)
        await self._write(
            storage.put_challenge(Challenge(hash_key(token), purpose, asked, person, session, until), now())
        )
        return token, json.loads(options_to_json(options))

    async def _taken(self, token: str, purpose: Purpose, signed: Signed | None) -> Challenge:
        taken = await self._write(storage.take_challenge(token, purpose, now())) if token else None
        session = "" if signed is None else signed.session.id
        if taken is None or taken.session != session:
            raise Declined(403, _NOT_GOOD)
        return taken

    # -- answers -------------------------------------------------------------------------------------------------------

    async def sign_up(
        self, party: Party, token: str, answer: Credential, name: str, email: str, invitation: str, device: str
    ) -> tuple[str, Signed]:
        """Make an account without a password, signed in."""
        taken = await self._taken(token, "sign up", None)
        passkey = await self._registered(party, taken, answer, "")
        person = Person(taken.person, checked_name(name), checked_email(email), "", now())
        return await self._accounts.found(person, invitation, device, storage.insert_passkey(passkey))

    async def add(self, party: Party, token: str, answer: Credential, name: str, signed: Signed) -> None:
        """Add a passkey to one's account."""
        taken = await self._taken(token, "add", signed)
        passkey = await self._registered(party, taken, answer, name)
        try:
            await self._write(storage.insert_passkey(passkey))
        except Conflict as conflict:
            raise Declined(409, conflict.said, "", **conflict.facts) from None
        log.note("passkey added", person=signed.person.id)

    async def _registered(self, party: Party, taken: Challenge, answer: Credential, name: str) -> Passkey:
        """The passkey that a device has made, verified."""
        from webauthn import base64url_to_bytes, verify_registration_response
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        try:
            made = await asyncio.to_thread(
                verify_registration_response,
                credential=dict(answer),
                expected_challenge=base64url_to_bytes(taken.challenge),
                expected_rp_id=party.host,
                expected_origin=list(party.origins),
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):
            raise Declined(403, _NOT_GOOD) from None
        at = now()
        credential = bytes_to_base64url(made.credential_id)
        return Passkey(
            new_id(), credential, taken.person, name or _UNNAMED, made.credential_public_key, made.sign_count, at, at
        )

    async def sign_in(self, party: Party, token: str, answer: Credential, device: str) -> tuple[str, Signed]:
        """Sign in with a passkey. Whether it is unknown or wrong is told to nobody."""
        taken = await self._taken(token, "sign in", None)
        passkey = await self._proved(party, taken, answer)
        person = await self._read(person_of(passkey.person))
        if person is None:
            raise Declined(403, _NOT_GOOD)
        return await self._accounts.begin(person, device)

    async def confirm(self, party: Party, token: str, answer: Credential, signed: Signed) -> None:
        """Show once more, by a passkey of the account, who one is."""
        taken = await self._taken(token, "confirm", signed)
        if (await self._proved(party, taken, answer)).person != signed.person.id:
            raise Declined(403, _NOT_GOOD)

    async def _proved(self, party: Party, taken: Challenge, answer: Credential) -> Passkey:
        """The passkey with which a challenge was signed, verified; its counter has grown."""
        known = await self._read(storage.passkey_with(str(answer.get("id", ""))[:1400]))
        if known is None or not _is_owner(answer, known.person):
            raise Declined(403, _NOT_GOOD)
        counter = await asyncio.to_thread(_verified, party, taken, answer, known)
        if not await self._write(storage.count_use(known, counter, now())):
            raise Declined(403, _NOT_GOOD)
        return known

    # -- names ---------------------------------------------------------------------------------------------------------

    async def rename(self, person: Person, id: str, name: str) -> None:
        """Name a passkey."""
        if not await self._write(storage.rename_passkey(person.id, id, name or _UNNAMED)):
            raise Declined(404, "You have no such passkey.")

    async def remove(self, person: Person, id: str) -> None:
        """Remove a passkey, unless it is the only way to sign in."""
        try:
            if not await self._write(storage.remove_passkey(person.id, id)):
                raise Declined(404, "You have no such passkey.")
        except Conflict as conflict:
            raise Declined(409, conflict.said) from None
        log.note("passkey removed", person=person.id)


def _is_owner(answer: Credential, person: str) -> bool:
    """Whether the device says whose passkey it is, and says the truth."""
    from webauthn import base64url_to_bytes

    response = answer.get("response")
    told = response.get("userHandle") if isinstance(response, dict) else None
    try:
        return isinstance(told, str) and base64url_to_bytes(told) == person.encode()
    except ValueError:
        return False


def _verified(party: Party, taken: Challenge, answer: Credential, known: Passkey) -> int:
    """The counter of a device whose signature is good."""
    from webauthn import base64url_to_bytes, verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        proof = verify_authentication_response(
            credential=dict(answer),
            expected_challenge=base64url_to_bytes(taken.challenge),
            expected_rp_id=party.host,
            expected_origin=list(party.origins),
            credential_public_key=known.public_key,
            credential_current_sign_count=known.counter,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise Declined(403, _NOT_GOOD) from None
    return proof.new_sign_count
