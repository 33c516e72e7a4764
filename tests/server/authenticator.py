"""A device with passkeys, made of software: it does what a browser does, and what none would do."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any
from urllib.parse import urlsplit

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url

Json = dict[str, Any]
PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


class Device:
    """One device: its passkeys by the id of the account that they open."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.host = urlsplit(origin).hostname or ""
        self.flags = PRESENT | VERIFIED
        self.counter = 0
        self.keys: dict[bytes, tuple[bytes, ec.EllipticCurvePrivateKey]] = {}

    def _client_data(self, kind: str, options: Json) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _state(self, more: bytes = b"", flags: int = 0) -> bytes:
        self.counter += 1
        head = hashlib.sha256(self.host.encode()).digest()
        return head + bytes([self.flags | flags]) + self.counter.to_bytes(4, "big") + more

    def make(self, options: Json) -> Json:
        """Make a passkey, as `navigator.credentials.create` does; the answer as JSON."""
        owner, key = base64url_to_bytes(options["user"]["id"]), ec.generate_private_key(ec.SECP256R1())
        id = secrets.token_bytes(32)
        self.keys[owner] = id, key
        at = key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: at.x.to_bytes(32, "big"), -3: at.y.to_bytes(32, "big")})
        held = bytes(16) + len(id).to_bytes(2, "big") + id + cose
        attested = {"fmt": "none", "attStmt": {}, "authData": self._state(held, WITH_KEY)}
        response = {
            "clientDataJSON": bytes_to_base64url(self._client_data("webauthn.create", options)),
            "attestationObject": bytes_to_base64url(cbor2.dumps(attested)),
        }
        return _answer(id, response)

    def sign(self, options: Json, owner: bytes = b"") -> Json:
        """Sign a challenge, as `navigator.credentials.get` does; the answer as JSON."""
        owner = owner or next(iter(self.keys))
        id, key = self.keys[owner]
        client, state = self._client_data("webauthn.get", options), self._state()
        signature = key.sign(state + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": bytes_to_base64url(client),
            "authenticatorData": bytes_to_base64url(state),
            "signature": bytes_to_base64url(signature),
            "userHandle": bytes_to_base64url(owner),
        }
        return _answer(id, response)


def _answer(id: bytes, response: Json) -> Json:
    known = bytes_to_base64url(id)
    return {"id": known, "rawId": known, "type": "public-key", "response": response, "clientExtensionResults": {}}
