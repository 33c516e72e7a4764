"""What people ask and set about notices: where they are told what, and when not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from importlib.util import find_spec
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.language import speaking, spoken
from sandtable.kernel.sentences import tell
from sandtable.server import log
from sandtable.server.database import Conflict, Database
from sandtable.server.guard import Limits
from sandtable.server.notices import rows, signing
from sandtable.server.notices.channels import push
from sandtable.server.notices.channels.base import Sending
from sandtable.server.notices.channels.mail import Mail
from sandtable.server.notices.channels.other import Other
from sandtable.server.notices.channels.push import Push, Subscription
from sandtable.server.notices.outbox import put_delivery
from sandtable.server.notices.quiet import zone_named
from sandtable.server.notices.records import Address, Channel, Notice, Wishes
from sandtable.server.notices.sender import Sender
from sandtable.server.notices.turns import Turn, calendar_of, turns_of
from sandtable.server.people.post import post, post_office
from sandtable.server.people.records import Person
from sandtable.server.records import Declined
from sandtable.server.settings import Settings
from sandtable.server.storage import hash_key, new_key
from sandtable.server.times import later, now

T = TypeVar("T")
MOST_ADDRESSES = 20
_CONFIRM_WITHIN = timedelta(days=3)
_LETTERS, _LETTERS_IN = 5, 3600.0
_LETTERS_TO, _LETTERS_TO_IN = 3, 86400.0
_TESTS, _TESTS_IN = 5, 600.0
_LETTER = (
    "Hello {name},\n\nIs this your address? Confirm it here within three days:\n\n{link}\n\n"
    "If you don't know what this is about, ignore it: you will get no other e-mail.\n"
)


class NoticeDesk:
    """Notices of one server."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._letters = Limits(_LETTERS, _LETTERS_IN)
        self._letters_to = Limits(_LETTERS_TO, _LETTERS_TO_IN)
        self._tests = Limits(_TESTS, _TESTS_IN)
        self._under_way: set[asyncio.Task[bool]] = set()
        try:
            self._office = post_office(settings.smtp, settings.mail_from) if settings.public_address else None
        except SandtableError:  # the accounts have said so
            self._office = None
        self._secret = ""
        self.push_key = ""
        """By which browsers know this server; "" if it sends them nothing."""
        self._sending: dict[Channel, Sending] = {}
        self._other: Other | None = None
        self.sender = Sender(database, settings, self._sending)

    async def open(self) -> None:
        """Read the secrets of the server and begin to send."""
        if self._settings.accounts == "off":
            return
        self._secret = await self._kept(signing.KEPT_AS, signing.new_secret)
        if self._office is not None:
            self._sending["mail"] = Mail(self._office, self._settings.public_address, self._secret)
        if self._settings.push_hosts and find_spec("webpush") is not None:
            await self._open_push()
        if self._settings.notice_schemes and self._settings.public_address:
            await self._open_other()
        self.sender.start()

    async def _open_push(self) -> None:
        pem = await self._kept(push.KEPT_AS, push.new_key)
        host = self._settings.public_address.rpartition("//")[2].partition(":")[0] or "localhost"
        contact = self._settings.mail_from or f"table@{host}"
        self._sending["push"] = Push(pem, contact, self._settings.push_hosts)
        self.push_key = push.public_key(pem)

    async def _kept(self, name: str, make: Callable[[], str]) -> str:
        """A secret of the server; of processes that start at once, the first one makes it."""
        try:
            return await self.write(rows.secret_named(name, make))
        except Conflict:
            return await self.write(rows.secret_named(name, make))

    async def close(self) -> None:
        """Finish what is being sent."""
        await self.sender.stop()

    async def _open_other(self) -> None:
        schemes, public = self._settings.notice_schemes, self._settings.public_address
        try:
            self._other = await asyncio.to_thread(Other, schemes, public)
            self._sending["other"] = self._other
        except ModuleNotFoundError:
            log.warn("no apprise", problem="install sandtable[apprise]")

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Ask the database something."""
        return await asyncio.to_thread(self._database.read, question)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Change something in the database."""
        return await asyncio.wrap_future(self._database.write(change))

    @property
    def channels(self) -> list[Channel]:
        """The ways by which notices can be sent."""
        return list(self._sending)

    # -- wishes --------------------------------------------------------------------------------------------------------

    async def wish(self, person: Person, wishes: Wishes) -> None:
        """Keep what somebody wants to hear of, and the language in which they said so."""
        if wishes.zone and zone_named(wishes.zone) is None:
            raise Declined(422, "There is no time zone '{zone}'.", zone=wishes.zone)
        await self.write(rows.put_wishes(person.id, msgspec.structs.replace(wishes, language=spoken())))

    async def test(self, person: Person) -> int:
        """Send a notice to all confirmed addresses of somebody; how many these are."""
        mine = [one.id for one in await self.read(rows.addresses_of(person.id)) if one.confirmed]
        if not mine:
            raise Declined(409, "You have no confirmed address to send a notice to yet.")
        if self._tests.take(person.id):
            raise Declined(429, "You have tried this too many times. Try again in a few minutes.")
        for id in mine:
            await self.write(put_delivery(person.id, id, Notice(), now()))
        self.sender.wake()
        return len(mine)

    # -- addresses -----------------------------------------------------------------------------------------------------

    async def ask_to_confirm(self, person: Person, address: str) -> None:
        """Send the letter that asks somebody whether the address of their account is theirs."""
        if self._office is None or not person.email:
            raise Declined(409, "There is no address to send an e-mail to, or this server sends no e-mail.")
        if self._letters.take(address) or self._letters_to.take(person.email.casefold()):
            log.limited(address, "letters", "/api/notices/email")
            raise Declined(429, "You have asked for too many e-mails. Try again in an hour.")
        given = rows.new_address(person.id, "mail", person.email, "", now(), confirmed=False)
        await self.write(rows.put_address(given))
        link = f"{self._settings.public_address}/account#confirm={self._token(given)}"
        text, subject = tell(_LETTER, name=person.name, link=link), tell("Is this your address?")
        self._send_off(post(self._office, person.email, subject, text))

    def _send_off(self, letter: Coroutine[Any, Any, bool]) -> None:
        """Nobody waits for it: a task that nobody holds may be forgotten."""
        sending = asyncio.ensure_future(letter)
        self._under_way.add(sending)
        sending.add_done_callback(self._under_way.discard)

    def _token(self, address: Address) -> str:
        return signing.signed(self._secret, "confirm", f"{address.person}.{address.id}")

    async def confirm(self, token: str) -> None:
        """Whoever shows the token of a letter has read it: the address is theirs."""
        person, _, id = (signing.checked(self._secret, "confirm", token) or "").partition(".")
        mine = [one for one in await self.read(rows.addresses_of(person)) if one.id == id] if id else []
        if not mine or later(mine[0].created, _CONFIRM_WITHIN) < now():
            raise Declined(403, "This link has expired. Ask for a new e-mail on your account page.")
        await self.write(rows.confirm_address(person, id, now()))

    async def subscribe(self, person: Person, subscription: Subscription, device: str) -> None:
        """Tell somebody's browser what happens. That it subscribed under their name is its confirmation."""
        if not self.push_key:
            raise Declined(409, "This server sends nothing to browsers.")
        allowed = push.is_allowed(subscription.endpoint, self._settings.push_hosts)
        if not allowed or not push.is_whole(subscription):
            raise Declined(422, "This is not the address of a push service that this server knows.")
        await self._room_for_one_more(person)
        target = msgspec.json.encode(subscription).decode()
        await self.write(rows.put_address(rows.new_address(person.id, "push", target, device, now(), confirmed=True)))

    async def add_service(self, person: Person, target: str, address: str) -> None:
        """Keep an address of another service, and ask there whether it is theirs; nothing else goes there before."""
        if self._other is None or not self._other.allows(target):
            raise Declined(422, "This server can't send to that address. Ask its operator which services it knows.")
        await self._room_for_one_more(person)
        if self._letters.take(address):
            raise Declined(429, "You have asked for too many e-mails. Try again in an hour.")
        label = f"{target.partition('://')[0].lower()}://…"
        given = rows.new_address(person.id, "other", target, label, now(), confirmed=False)
        await self.write(rows.put_address(given))
        link = f"{self._settings.public_address}/account#confirm={self._token(given)}"
        text, title = tell(_LETTER, name=person.name, link=link), tell("Is this your address?")
        self._send_off(self._other.say(target, title, text))

    async def _room_for_one_more(self, person: Person) -> None:
        if len(await self.read(rows.addresses_of(person.id))) >= MOST_ADDRESSES:
            raise Declined(409, "You have {most} addresses. Remove one first.", most=MOST_ADDRESSES)

    async def forget_address(self, person: Person, id: str) -> None:
        """Send nothing more to an address."""
        if not await self.write(rows.remove_address(person.id, id)):
            raise Declined(404, "You have no such address.")

    async def unsubscribe(self, token: str) -> None:
        """No more notices by mail for the person to whom a letter was sent."""
        person = signing.checked(self._secret, "unsubscribe", token)
        if person is None:
            raise Declined(403, "This link is not complete. Copy all of it from the e-mail.")

        def without_mail(wishes: Wishes) -> Wishes:
            return msgspec.structs.replace(wishes, off=tuple(sorted({*wishes.off, "mail"})))

        if await self.read(rows.is_there(person)):
            await self.write(rows.change_wishes(person, without_mail))

    # -- turns and the calendar ----------------------------------------------------------------------------------------

    async def turns(self, person: Person) -> list[Turn]:
        """Where it is somebody's turn."""
        return await self.read(turns_of(person.id))

    async def new_calendar(self, person: Person) -> str:
        """A new secret address for somebody's calendar; the old one opens nothing any more."""
        if find_spec("icalendar") is None:
            raise Declined(409, "This server makes no calendars. Its operator can install sandtable[notices].")
        secret = new_key()
        await self.write(rows.put_calendar(person.id, hash_key(secret)))
        return f"{self._settings.public_address}/api/calendar.ics?secret={secret}"

    async def no_calendar(self, person: Person) -> None:
        """Whoever has the address of somebody's calendar reads nothing there any more."""
        await self.write(rows.put_calendar(person.id, ""))

    async def calendar(self, secret: str) -> bytes:
        """The calendar at a secret address, in the language of its owner."""
        owner = await self.read(rows.owner_of_calendar(secret)) if secret else None
        if owner is None:
            raise Declined(404, "There is no calendar at this address.")
        wishes = await self.read(rows.wishes_of(owner))
        with speaking(wishes.language or spoken()):
            found = await self.read(turns_of(owner))
            return calendar_of(found, self._settings.public_address, now())
