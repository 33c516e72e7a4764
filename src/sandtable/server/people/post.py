"""Letters to people by SMTP. Without a mail server the operator hands out links for new passwords."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sandtable.kernel.errors import SandtableError
from sandtable.server import log

_PATIENCE = 20
_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


class PostOffice(NamedTuple):
    """Where letters are handed over: smtp (STARTTLS), smtps (TLS from the start), smtp+plain on one's own machine."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    sender: str


def post_office(address: str, sender: str) -> PostOffice | None:
    """The mail server at an address such as smtp://user:password@mail.example.org; None without one."""
    if not address:
        return None
    parts = urlsplit(address)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise SandtableError("SANDTABLE_SMTP is not the address of a mail server. Write smtp://user:password@host:587.")
    if "@" not in sender:
        raise SandtableError("SANDTABLE_MAIL_FROM must be the e-mail address that e-mails come from.")
    port = parts.port or _PORTS[parts.scheme]
    return PostOffice(
        parts.scheme, parts.hostname, port, unquote(parts.username or ""), unquote(parts.password or ""), sender
    )


async def post(office: PostOffice, to: str, subject: str, text: str) -> bool:
    """Send a letter; whether the mail server took it."""
    try:
        await asyncio.to_thread(hand_over, office, letter_to(office, to, subject, text))
    except (OSError, smtplib.SMTPException) as fault:
        log.fault("letter not sent", fault)
        return False
    return True


def letter_to(
    office: PostOffice, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None
) -> EmailMessage:
    """A letter, with more headers if there are any."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = office.sender, to, subject
    letter["Date"] = formatdate()
    for name, value in (headers or {}).items():
        letter[name] = value
    letter.set_content(text)
    return letter


def hand_over(office: PostOffice, letter: EmailMessage) -> None:
    """Give a letter to the mail server; it has it when this returns."""
    trusted = ssl.create_default_context()
    if office.scheme == "smtps":
        line: smtplib.SMTP = smtplib.SMTP_SSL(office.host, office.port, timeout=_PATIENCE, context=trusted)
    else:
        line = smtplib.SMTP(office.host, office.port, timeout=_PATIENCE)
    with line:
        if office.scheme == "smtp":
            line.starttls(context=trusted)
        if office.user:
            line.login(office.user, office.password)
        line.send_message(letter)
