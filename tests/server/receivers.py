"""Receivers of notices on this machine: a mail server that keeps its letters, and a push service with a browser."""

from __future__ import annotations

import email
import email.policy
import json
import os
import socket
import threading
import time
from base64 import urlsafe_b64encode
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class PostBox:
    """A mail server of our own: it takes letters and keeps them. With `answer` it refuses them."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.answer = "250 fine"
        """What it says to the name of a recipient."""
        self.refused = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            with line, line.makefile("rwb") as talk, suppress(OSError):  # who wrote may have been killed
                self._take(talk)

    def _take(self, talk: Any) -> None:
        def say(text: str) -> None:
            talk.write(text.encode() + b"\r\n")
            talk.flush()

        say("220 here")
        while line := talk.readline():
            word = line[:4].upper()
            if word == b"DATA":
                say("354 go on")
                body = b"".join(iter(talk.readline, b".\r\n"))
                self.letters.append(body.decode())
            elif word == b"QUIT":
                say("221 bye")
                return
            if word == b"RCPT" and not self.answer.startswith("250"):
                self.refused += 1
                say(self.answer)
                continue
            say("250 fine")

    def close(self) -> None:
        self._listening.close()

    def wait(self) -> str:
        deadline = time.monotonic() + 60
        while not self.letters and time.monotonic() < deadline:
            time.sleep(0.02)
        return self.letters.pop()


def parsed(letter: str) -> Any:
    """A letter with its headers and its text."""
    return email.message_from_string(letter, policy=email.policy.default)


def text_of(letter: str) -> str:
    """What a letter says."""
    text: str = parsed(letter).get_content()
    return text


def link_in(letter: str, before: str) -> str:
    """What follows these words in the text of a letter, up to the end of the line."""
    return text_of(letter).partition(before)[2].splitlines()[0].strip()


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushService:
    """A push service and the one browser that has subscribed there, which reads what is sent to it (RFC 8291)."""

    def __init__(self) -> None:
        self.answer = 201
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        service = self

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.requests.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.answer)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self.host = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def subscription(self) -> dict[str, Any]:
        """What the browser tells our server."""
        keys = {"p256dh": _text(_point(self._key.public_key())), "auth": _text(self._auth)}
        return {"endpoint": f"{self.host}/push/ada", "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        """What was encrypted for the browser."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        about = b"WebPush: info\0" + _point(self._key.public_key()) + sender
        secret = _derived(self._key.exchange(ec.ECDH(), other), self._auth, about, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        told: dict[str, Any] = json.loads(AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")[:-1])
        return told

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
