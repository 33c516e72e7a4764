"""Accounts: who somebody is, how they sign up, in and out, and what is theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.sentences import tell
from sandtable.server import log
from sandtable.server.admin.records import Ban
from sandtable.server.database import Conflict, Database
from sandtable.server.guard import Among, Limits, each
from sandtable.server.notices.rows import confirmed_mail
from sandtable.server.people import storage
from sandtable.server.people.leaving import remove_person
from sandtable.server.people.names import checked_email, checked_name, checked_password, name_key
from sandtable.server.people.passwords import Passwords
from sandtable.server.people.post import post, post_office
from sandtable.server.people.records import Person, Session, Signed, Ticket, TicketKind
from sandtable.server.records import Declined
from sandtable.server.settings import Settings
from sandtable.server.storage import hash_key, new_id, new_key
from sandtable.server.times import after, now

Change = Callable[[Connection], object]
SESSION_DAYS = 90
_ROTATE_AFTER = timedelta(days=1)
_OVERLAP = timedelta(minutes=1)
"""For so long an old token is good beside the new one: other pages of the same browser may be asking just now."""
TICKET_HOURS: dict[TicketKind, int] = {"invitation": 14 * 24, "password": 2}
_TRIES, _TRIES_IN = 20, 60.0
_TRIES_OF_NAME, _TRIES_OF_NAME_IN = 60, 3600.0
_LETTER = (
    "Hello {name},\n\nSet a new password for Sandtable here, within two hours:\n\n{link}\n\n"
    "If you didn't ask for this, ignore it: your password stays as it is.\n"
)
_WRONG = "The name or the password is wrong."
_TAKEN = "This name is taken."


def new_ticket(kind: TicketKind, person: str = "", hours: int = 0) -> tuple[str, Ticket]:
    """A ticket and the token that is told only once; good for so many hours, or as long as its kind usually is."""
    token = new_key()
    return token, Ticket(hash_key(token), kind, person, after(timedelta(hours=hours or TICKET_HOURS[kind])))


def _new_session(person: str, device: str) -> tuple[str, Session]:
    token, at = new_key(), now()
    until = after(timedelta(days=SESSION_DAYS))
    return token, Session(hash_key(token), new_id(), person, at, at, until, device[:120])


class Accounts:
    """All accounts of one server."""

    def __init__(self, database: Database, settings: Settings, among: Among = each) -> None:
        self._database = database
        self._settings = settings
        self._passwords = Passwords()
        self._tries = Limits(_TRIES, _TRIES_IN, among)
        self._tries_of_name = Limits(_TRIES_OF_NAME, _TRIES_OF_NAME_IN, among)
        self._founding = Limits(settings.accounts_per_hour, 3600, among)
        self._letters = Limits(5, 3600)
        self._letters_to = Limits(5, 3600)
        """By account: somebody with many addresses must not fill another's letter box."""
        self._sending: set[asyncio.Task[None]] = set()
        """Letters on their way: a task that nobody holds may be forgotten."""
        try:
            self._office = post_office(settings.smtp, settings.mail_from)
        except SandtableError as fault:
            log.warn("no mail", problem=fault.sentence)
            self._office = None

    @property
    def sends_letters(self) -> bool:
        """Whether a forgotten password can be set again by mail."""
        return self._office is not None and bool(self._settings.public_address)

    async def _read(self, question: Any) -> Any:
        return await asyncio.to_thread(self._database.read, question)

    async def _write(self, change: Any) -> Any:
        return await asyncio.wrap_future(self._database.write(change))

    # -- who somebody is -----------------------------------------------------------------------------------------------

    async def who(self, token: str) -> Signed | None:
        """Who has signed in with this token."""
        if not token or self._settings.accounts == "off":
            return None
        signed: Signed | None = await self._read(storage.signed_in(token, now()))
        return signed

    async def named(self, name: str) -> Person | None:
        """Who has this name."""
        self._must_have_accounts()
        person: Person | None = await self._read(storage.person_named(name))
        return person

    async def refreshed(self, signed: Signed) -> str:
        """A new token once a day, so that one that was stolen from an old copy of the browser's files dies; or ""."""
        if datetime.fromisoformat(signed.session.used) > datetime.now(UTC) - _ROTATE_AFTER:
            return ""
        token = new_key()
        until = after(timedelta(days=SESSION_DAYS))
        fresh = msgspec.structs.replace(signed.session, hash=hash_key(token), used=now(), until=until)
        rotated = await self._write(storage.rotate(signed.session, fresh, after(_OVERLAP)))
        return token if rotated else ""

    # -- signing up, in and out ----------------------------------------------------------------------------------------

    async def sign_up(
        self, name: str, password: str, email: str, invitation: str, address: str, device: str
    ) -> tuple[str, Signed]:
        """A new account, signed in; its token is told only once."""
        self.may_sign_up(invitation, address)
        name, email = checked_name(name), checked_email(email)
        password = checked_password(password, name)
        self.may_found(address)
        hash = await self._passwords.hash(password)
        return await self.found(Person(new_id(), name, email, hash, now()), invitation, device)

    def may_sign_up(self, invitation: str, address: str) -> None:
        """Whether somebody may make an account, as far as can be told before the invitation is used."""
        policy = self._settings.accounts
        self._must_have_accounts()
        self.may_try(address)
        if policy == "closed":
            raise Declined(403, "Only the operator can create accounts here. Ask for one.")
        if policy == "invite" and not invitation:
            raise Declined(403, "You need an invitation to create an account here.")

    def may_found(self, address: str) -> None:
        """Count a new account against the limit of an address, so that nobody takes names by the thousand."""
        if self._founding.take(address):
            log.limited(address, "new accounts", "/api/account")
            raise Declined(429, "Too many accounts were created from your address. Try again in an hour.")

    async def found(self, person: Person, invitation: str, device: str, *more: Change) -> tuple[str, Signed]:
        """Write a new account, and what belongs to it in the same transaction; it is signed in."""
        token, session = _new_session(person.id, device)
        ticket = invitation if self._settings.accounts == "invite" else ""

        def change(connection: Connection) -> bool:
            made = storage.insert_person(person, session, ticket)(connection)
            for one in more if made else ():
                one(connection)
            return made

        try:
            if not await self._write(change):
                raise Declined(403, "This invitation has been used or has expired.")
        except Conflict:
            raise Declined(409, _TAKEN) from None
        log.note("account made", person=person.id)
        return token, Signed(person, session)

    def _must_have_accounts(self) -> None:
        if self._settings.accounts == "off":
            raise Declined(403, "This server has no accounts.")

    async def sign_in(self, name: str, password: str, address: str, device: str) -> tuple[str, Signed]:
        """Sign in on a device. A wrong name and a wrong password are told alike and take as long."""
        self._must_have_accounts()
        self.may_try(address, name)
        person: Person | None = await self._read(storage.person_named(name))
        if not await self._passwords.matches(person.password if person else "", password) or person is None:
            log.limited(address, "wrong password", "/api/session")
            raise Declined(401, _WRONG)
        return await self.begin(person, device)

    async def begin(self, person: Person, device: str) -> tuple[str, Signed]:
        """Sign somebody in who has shown who they are; a banned person is told why not."""
        token, session = _new_session(person.id, device)
        ban: Ban | None = await self._write(storage.begin_session(session))
        if ban is not None:
            raise ban.told
        return token, Signed(person, session)

    def may_sign_in(self, address: str) -> None:
        """Count a try to sign in without a name."""
        self._must_have_accounts()
        self.may_try(address)

    def may_try(self, address: str, name: str = "") -> None:
        """Passwords are guessed slowly, and nobody keeps all others waiting for the few that are hashed at a time."""
        wait = self._tries.take(address) or (self._tries_of_name.take(name_key(name)) if name else 0)
        if wait:
            log.limited(address, "sign-ins", "/api/session")
            raise Declined(429, "Too many attempts to sign in. Wait a minute and try again.")

    async def sign_out(self, signed: Signed, everywhere: bool) -> list[str]:
        """Sign out here or on all devices; the ids of the sessions that have ended."""
        ids = [one.id for one in await self.devices(signed.person)] if everywhere else [signed.session.id]
        await self._write(storage.end_sessions(signed.person.id, None if everywhere else ids))
        return ids

    async def devices(self, person: Person) -> list[Session]:
        """Where somebody is signed in."""
        devices: list[Session] = await self._read(storage.sessions_of(person.id, now()))
        return devices

    # -- one's own account ---------------------------------------------------------------------------------------------

    async def confirm(self, signed: Signed, password: str, address: str) -> None:
        """Whoever changes or removes an account says its password once more."""
        self.may_try(address, signed.person.name)
        if not await self._passwords.matches(signed.person.password, password):
            raise Declined(403, "The password is wrong.")

    async def change(self, signed: Signed, name: str, email: str | None, new_password: str) -> tuple[Person, list[str]]:
        """Change name, e-mail or password; a new password signs out all other devices, whose sessions are told."""
        person, ended = signed.person, list[str]()
        if name:
            person = msgspec.structs.replace(person, name=checked_name(name))
        if email is not None:
            person = msgspec.structs.replace(person, email=checked_email(email))
        if new_password:
            hash = await self._passwords.hash(checked_password(new_password, person.name))
            person = msgspec.structs.replace(person, password=hash)
            ended = [one.id for one in await self.devices(person) if one.id != signed.session.id]
        try:
            await self._write(storage.update_person(person))
        except Conflict:
            raise Declined(409, _TAKEN) from None
        if ended:
            await self._write(storage.end_sessions(person.id, ended))
        return person, ended

    async def claim(self, person: Person, keys: Sequence[str]) -> list[str]:
        """Take over the seats and matches that a guest holds the keys of; the ids of these matches."""
        claimed: list[str] = await self._write(storage.claim(person, keys))
        return claimed

    async def matches_of(self, person: Person) -> list[str]:
        """The ids of the matches that are somebody's."""
        mine: list[str] = await self._read(storage.matches_of_person(person.id))
        return mine

    async def everything_of(self, person: Person) -> dict[str, Any]:
        """All that is kept about somebody."""
        told: dict[str, Any] = await self._read(storage.everything_of(person.id))
        return told

    async def remove(self, person: Person) -> list[str]:
        """Remove an account; the ids of the matches that were somebody's."""
        left: list[str] = await self._write(remove_person(person.id))
        log.note("account removed", person=person.id)
        return left

    # -- forgotten passwords -------------------------------------------------------------------------------------------

    async def forgot(self, name: str, address: str) -> None:
        """Send the link for a new password. Whether there is such a person is told to nobody."""
        if not self.sends_letters:
            raise Declined(409, "This server sends no e-mail. Ask its operator for a link to set a new password.")
        if self._letters.take(address):
            raise Declined(429, "You have asked for too many e-mails. Try again in an hour.")
        sending = asyncio.ensure_future(self._send_link(name))  # nobody can tell from the time whether it is sent
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    async def _send_link(self, name: str) -> None:
        person: Person | None = await self._read(storage.person_named(name))
        if person is None or self._office is None:
            return
        email = await self._read(confirmed_mail(person.id))
        if not email or self._letters_to.take(person.id):  # without confirmation it may be somebody else's
            return
        token, ticket = new_ticket("password", person.id)
        await self._write(storage.insert_ticket(ticket))
        link = f"{self._settings.public_address}/account#password={token}"
        text = tell(_LETTER, name=person.name, link=link)
        await post(self._office, email, tell("Set a new password for Sandtable"), text)

    async def set_password(self, token: str, password: str, address: str) -> list[str]:
        """Set a new password with a ticket; the ids of its owner's sessions, which have all ended."""
        self.may_try(address)
        hash = await self._passwords.hash(checked_password(password))
        ended: list[str] | None = await self._write(storage.set_password(token, hash, now()))
        if ended is None:
            raise Declined(403, "This link has been used or has expired. Ask for a new one.")
        return ended
