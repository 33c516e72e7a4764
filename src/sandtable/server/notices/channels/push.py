"""Notices to browsers by Web Push: encrypted for the browser (RFC 8291), signed by this server (VAPID, RFC 8292).

The address of a subscription comes from a visitor, so only hosts of known push services are called.
"""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import httpx
import msgspec

from sandtable.kernel.prepared import prepared
from sandtable.server import log
from sandtable.server.notices.channels.base import SENT, Tried
from sandtable.server.notices.outbox import Taken
from sandtable.server.notices.words import Words

if TYPE_CHECKING:  # a server that sends nothing to browsers does not wait for it
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey

KEPT_AS = "vapid"
"""The name under which the key of the server is kept."""
_PATIENCE = 20.0
_LIFE = 86400
"""Seconds for which a push service keeps what it could not deliver yet."""
Short = Annotated[str, msgspec.Meta(max_length=200)]


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a browser."""

    p256dh: Short
    auth: Short


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser says of itself when it subscribes."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    keys: PushKeys


def new_key() -> str:
    """A key by which push services know this server, as PEM."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def _public(pem: str) -> EllipticCurvePublicKey:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key(pem.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key.public_key()


def public_key(pem: str) -> str:
    """The public part of it, as browsers want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _public(pem).public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def is_allowed(endpoint: str, hosts: Sequence[str]) -> bool:
    """Whether an address is that of a push service: https, a known host, no other port, and no name or password.

    A host that stands in the settings with a scheme, such as http://127.0.0.1:9000, is allowed as it stands.
    """
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, (parts.hostname or "").lower()
    except ValueError:
        return False
    if any("://" in known and f"{parts.scheme}://{parts.netloc}" == known for known in hosts):
        return True
    fits = any(host == known or (known.startswith(".") and host.endswith(known)) for known in hosts)
    return parts.scheme == "https" and port in (None, 443) and "@" not in parts.netloc and fits


def is_whole(subscription: Subscription) -> bool:
    """Whether the keys are keys: a point of the curve, and sixteen secret bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, auth = (urlsafe_b64decode(key + "==") for key in (subscription.keys.p256dh, subscription.keys.auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, NotBase64):
        return False
    return len(auth) == 16


class Push:
    """Web Push, with the key of this server."""

    def __init__(self, pem: str, contact: str, hosts: Sequence[str]) -> None:
        self._pem = pem
        self._contact = contact
        self._hosts = hosts

    async def send(self, taken: Taken, target: str, words: Words) -> Tried:
        """A browser shows a notice once, however often it is sent: its id is the tag of what is shown."""
        subscription = msgspec.json.decode(target, type=prepared(Subscription))
        if not is_allowed(subscription.endpoint, self._hosts):  # the operator knows fewer services than before
            return Tried("never", "the operator does not allow this push service")
        said = {"id": taken.delivery.id, "title": words.title, "text": words.text, "path": words.path}
        sealed, headers = await asyncio.to_thread(self._sealed, subscription, msgspec.json.encode(said))
        return await _post(subscription.endpoint, sealed, headers)

    def _sealed(self, subscription: Subscription, body: bytes) -> tuple[bytes, dict[str, str]]:
        """What only the browser can read, and the headers by which the push service knows this server."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from webpush import WebPush, WebPushSubscription  # with pydantic: a server that sends nothing does not wait

        public = _public(self._pem).public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        making = WebPush(self._pem.encode(), public, self._contact, ttl=_LIFE)
        message = making.get(body, WebPushSubscription.model_validate(msgspec.to_builtins(subscription)))
        return message.encrypted, {**message.headers, "urgency": "normal", "content-type": "application/octet-stream"}


async def _post(endpoint: str, sealed: bytes, headers: dict[str, str]) -> Tried:
    try:
        async with httpx.AsyncClient(timeout=_PATIENCE, follow_redirects=False, trust_env=False) as client:
            answer = await client.post(endpoint, content=sealed, headers=headers)
    except httpx.HTTPError as fault:
        log.fault("push service not reached", fault)
        return Tried("again", f"the push service was not reached ({type(fault).__name__})")
    if answer.status_code in (200, 201, 202, 204):
        return SENT
    log.warn("push refused", status=answer.status_code)
    reason = f"the push service answered {answer.status_code}"
    if answer.status_code in (404, 410):
        return Tried("gone", reason)
    return Tried("again" if answer.status_code == 429 or answer.status_code >= 500 else "never", reason)
