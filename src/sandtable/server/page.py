"""A page ready to be sent: its bytes, packed beforehand, and the hash that names it."""

from __future__ import annotations

import gzip
from hashlib import blake2b

_WORTH_PACKING = ("text/", "application/javascript", "application/json", "image/svg", "application/wasm")


class Page:
    """A file ready to be sent."""

    def __init__(self, body: bytes, kind: str, brotli: bytes = b"") -> None:
        self.kind = kind
        self.body = body
        self.hash = blake2b(body, digest_size=12).hexdigest()
        self.tag = f'"{self.hash}"'
        self.brotli = brotli
        """Packed by the build of the client, a tenth smaller than by gzip; browsers take it over TLS and from their own
        machine."""
        self.packed = gzip.compress(body, 9) if len(body) > 500 and kind.startswith(_WORTH_PACKING) else b""
