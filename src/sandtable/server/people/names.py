"""What a name and a password must be like, and when two names are the same."""

from __future__ import annotations

import re
import unicodedata

from sandtable.server.records import Declined

LONGEST_NAME = 40
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
"""argon2 reads all of it, so that a book would cost the server time."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10)))
"""Letters, marks and symbols by their category that show nothing."""
_IN_ADDRESSES = "/\\"
"""A profile is found by the name in its address."""
_MARKS = re.compile("M{5}")
"""More accents on one letter than any language sets; piled up they reach over the lines above."""
_LOOK_ALIKE = {"LATIN", "CYRILLIC", "GREEK"}
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def checked_name(name: str) -> str:
    """The name as it is kept; refused if it is too short, too long or hides something."""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not 2 <= len(clean) <= LONGEST_NAME:
        raise Declined(422, "A name has 2 to {most} characters.", most=LONGEST_NAME)
    if not clean.isprintable() or any(_is_invisible(letter) for letter in clean):
        raise Declined(422, "A name can't contain invisible characters.")
    if not any(letter.isalnum() for letter in clean) or set(clean) & set(_IN_ADDRESSES) or _MARKS.search(_kinds(clean)):
        raise Declined(422, "A name needs a letter or a number, and can't contain / or \\ or piled-up accents.")
    if len(_alphabets(clean)) > 1:
        raise Declined(422, "A name can use letters of one alphabet only: those of another can look the same.")
    return clean


def _is_invisible(letter: str) -> bool:
    return letter in _BLANK or unicodedata.category(letter) in ("Cf", "Co", "Cn")


def _kinds(name: str) -> str:
    """For each character M if it is set upon the one before it, else another letter."""
    return "".join(unicodedata.category(letter)[0] for letter in name)


def _alphabets(name: str) -> set[str]:
    """Which of the alphabets that share shapes a name is written in."""
    named = (unicodedata.name(letter, "").partition(" ")[0] for letter in unicodedata.normalize("NFKC", name))
    return set(named) & _LOOK_ALIKE


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
