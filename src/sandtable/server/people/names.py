"""What a name and a password must be like, and when two names are the same."""

from __future__ import annotations

import re
import unicodedata

from sandtable.server.records import Declined

LONGEST_NAME = 40
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
"""argon2 reads all of it, so that a book would cost the server time."""
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def checked_name(name: str) -> str:
    """The name as it is kept; refused if it is too short, too long or hides something."""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not 2 <= len(clean) <= LONGEST_NAME:
        raise Declined(422, "A name has 2 to {most} characters.", most=LONGEST_NAME)
    if not clean.isprintable() or any(unicodedata.category(letter) in ("Cf", "Co", "Cn") for letter in clean):
        raise Declined(422, "A name can't contain invisible characters.")
    return clean


def name_key(name: str) -> str:
    """What two names have alike that look alike: width, case and spaces do not tell people apart."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())[:128]


def checked_password(password: str, name: str = "") -> str:
    """The password; refused if it is easily guessed."""
    if len(password) < SHORTEST_PASSWORD:
        raise Declined(
            422, "A password needs at least {least} characters. A short sentence is best.", least=SHORTEST_PASSWORD
        )
    if len(password) > LONGEST_PASSWORD:
        raise Declined(422, "A password has at most {most} characters.", most=LONGEST_PASSWORD)
    if len(set(password)) < 4 or name_key(password) == name_key(name):
        raise Declined(422, "This password is too easy to guess.")
    return password


def checked_email(email: str) -> str:
    """The address, or nothing."""
    email = email.strip()
    if email and (len(email) > 254 or not email.isprintable() or not _ADDRESS.fullmatch(email)):
        raise Declined(422, "This is not an e-mail address.")
    return email
