"""Notices as letters. One click ends them: in the letter, and by the header that mail programs know (RFC 8058)."""

from __future__ import annotations

import asyncio
import smtplib

from sandtable.kernel.language import speaking, spoken
from sandtable.kernel.sentences import tell
from sandtable.server import log
from sandtable.server.notices.channels.base import SENT, Tried
from sandtable.server.notices.outbox import Taken
from sandtable.server.notices.signing import signed
from sandtable.server.notices.words import Words
from sandtable.server.people.post import PostOffice, hand_over, letter_to

_LETTER = "Hello {name},\n\n{text}\n\n{link}\n\nTo stop these e-mails:\n{unsubscribe}\n"


class Mail:
    """Letters by one mail server."""

    def __init__(self, office: PostOffice, public_address: str, secret: str) -> None:
        self._office = office
        self._public = public_address
        self._secret = secret

    async def send(self, taken: Taken, target: str, words: Words) -> Tried:
        """The letter has the same Message-ID however often it is sent: mail programs show it once."""
        token = signed(self._secret, "unsubscribe", taken.delivery.person)
        with speaking(taken.wishes.language or spoken()):
            text = tell(
                _LETTER,
                name=taken.name,
                text=words.text,
                link=f"{self._public}{words.path}",
                unsubscribe=f"{self._public}/account#unsubscribe={token}",
            )
        headers = {
            "Message-ID": f"<{taken.delivery.id}@{self._office.sender.rpartition('@')[2].strip('> ')}>",
            "List-Unsubscribe": f"<{self._public}/api/notices/unsubscribe?token={token}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        }
        letter = letter_to(self._office, target, words.title, text, headers)
        try:
            await asyncio.to_thread(hand_over, self._office, letter)
        except smtplib.SMTPRecipientsRefused as fault:
            codes = [code for code, _ in fault.recipients.values()]
            refused = f"the mail server refused the address ({', '.join(map(str, codes))})"
            return Tried("never" if all(code >= 500 for code in codes) else "again", refused)
        except smtplib.SMTPResponseException as fault:
            log.warn("mail server refused a letter", code=fault.smtp_code)
            return Tried("again", f"the mail server answered {fault.smtp_code}")
        except (OSError, smtplib.SMTPException) as fault:
            log.fault("letter not sent", fault)
            return Tried("again", f"the mail server was not reached ({type(fault).__name__})")
        return SENT
