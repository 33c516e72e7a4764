"""What keeps a match by mail honest: seals over what the other side may not read, and chains that bind the dice.

A player's key file holds one secret number for all his matches. From it and the id of a match follows the number that
he uses there, so that showing it at the end tells nothing about his other matches. From that number follow the hash
chain of his dice, and for every turn and every sealed part a key of its own.

A seal is ChaCha20-Poly1305 with a fresh nonce. What it is for (format, match, turn, seat, part) stands beside it in the
clear and is authenticated with it: a part that comes from somewhere else is refused for that reason.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import SaveError

FORMAT = "sandtable-mail-2"
LINKS = 4096
"""The length of a hash chain, so the most turns of one player."""
_NONCE = 12
_PAGE = 4096
"""Sealed texts are filled up with blanks to a multiple of this, so that their length does not count the choices."""


class SealLabel(msgspec.Struct, frozen=True):
    """What a sealed part is for."""

    match: str
    turn: int
    seat: str
    part: str
    format: str = FORMAT


class Sealed(msgspec.Struct, frozen=True):
    """A sealed part of a letter: its label, and nonce and ciphertext in hexadecimal digits."""

    label: SealLabel
    nonce: str
    text: str


def new_match_id() -> str:
    """The id of a new match: 128 random bits."""
    return secrets.token_hex(16)


def _derive(secret: str, salt: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(bytes.fromhex(secret))


def match_secret(key: str, match: str) -> str:
    """The secret number that a player uses in one match."""
    return _derive(key, bytes.fromhex(match), b"sandtable mail: one match").hex()


def seal(secret: str, label: SealLabel, text: bytes) -> Sealed:
    """Encrypt: only the holder of the match's number can read it, and nobody can change it or its label unnoticed."""
    about, nonce = msgspec.json.encode(label), secrets.token_bytes(_NONCE)
    filled = text + b" " * (-len(text) % _PAGE)
    hidden = ChaCha20Poly1305(_part_key(secret, about)).encrypt(nonce, filled, about)
    return Sealed(label, nonce.hex(), hidden.hex())


def unseal(secret: str, label: SealLabel, sealed: Sealed) -> bytes:
    """Open what `seal` closed for exactly this purpose."""
    _check_label(sealed.label, label)
    about = msgspec.json.encode(label)
    try:
        nonce, hidden = bytes.fromhex(sealed.nonce), bytes.fromhex(sealed.text)
        return ChaCha20Poly1305(_part_key(secret, about)).decrypt(nonce, hidden, about).rstrip(b" ")
    except (InvalidTag, ValueError):
        raise SaveError("This letter was sealed with another key, or changed on its way.") from None


def _part_key(secret: str, about: bytes) -> bytes:
    return _derive(secret, b"", b"sandtable mail: " + about)


def _check_label(label: SealLabel, wanted: SealLabel) -> None:
    """Say what is wrong with a part that belongs elsewhere."""
    if label.format != wanted.format:
        raise SaveError(
            "A part of this letter has the format '{theirs}'; this program reads '{ours}'.",
            theirs=label.format,
            ours=wanted.format,
        )
    if label.match != wanted.match:
        raise SaveError("A part of this letter was sealed for another match.")
    if label.seat != wanted.seat:
        raise SaveError("A part of this letter was sealed by {one}, not by {other}.", one=label.seat, other=wanted.seat)
    if label.turn != wanted.turn:
        raise SaveError(
            "A part of this letter was sealed in turn {one}, not in turn {other}.",
            one=label.turn + 1,
            other=wanted.turn + 1,
        )
    if label.part != wanted.part:
        raise SaveError(
            "A part of this letter holds the {one} where the {other} should be.", one=label.part, other=wanted.part
        )


# -- dice --------------------------------------------------------------------------------------------------------------


def fingerprint(*parts: bytes) -> bytes:
    """A hash of several texts, each with its length."""
    whole = blake2b(digest_size=32, person=b"sandtable mail")
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.digest()


def chain(secret: str) -> list[str]:
    """The hash chain of a secret number, head first: each link hashes to the one before it."""
    links = [fingerprint(b"chain", bytes.fromhex(secret))]
    for _ in range(LINKS):
        links.append(fingerprint(b"link", links[-1]))
    return [link.hex() for link in reversed(links)]


def follows(link: str, before: str) -> bool:
    """Whether a link is the one after another in its chain."""
    return fingerprint(b"link", bytes.fromhex(link)).hex() == before


def dice_of_turn(mine: str, theirs: str, number: int) -> Dice:
    """The dice of a turn, from a link of each chain."""
    return Dice(fingerprint(b"dice", bytes.fromhex(mine), bytes.fromhex(theirs), number.to_bytes(8, "big")).hex())
