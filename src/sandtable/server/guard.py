"""What stands before every request: limits, foreign pages, security headers, and a line in the log."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.language import speaking, spoken
from sandtable.kernel.sentences import tell
from sandtable.server import log, metrics
from sandtable.server.languages import preferred
from sandtable.server.messages import NotAccepted, write_message
from sandtable.server.settings import Settings

# Scripts and styles only from our own files. Style attributes are allowed because pieces are placed with them; no
# script and no style sheet can come in that way.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # links hold keys
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE")
_UNLESS_GIVEN = {"cache-control": "no-store"}
_FORGET_AFTER = 10_000
_FOUNDING = re.compile(r"/api/(?:matches(?:/import|/[^/]+/(?:analysis|rematch))?|tournaments)")
"""The addresses by which matches and tournaments are made."""


class Bucket:
    """So many at once, refilled at so many a second."""

    def __init__(self, most: float, per_second: float) -> None:
        self.most = most
        self.per_second = per_second
        self.left = most
        self.at = time.monotonic()

    def hold(self, most: float, per_second: float) -> None:
        """Be of another size from now on."""
        self.most = most
        self.per_second = per_second

    def take(self) -> float:
        """0 if one may pass, else the seconds to wait."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.per_second


Among = Callable[[], int]
"""Among how many processes a limit is shared."""


def each() -> int:
    """Each process has the limit for itself: it guards what the process can do."""
    return 1


def share(most: int, among: int) -> int:
    """What one of so many processes may allow, that all of them together allow no more; at least one thing."""
    return max(1, most // among)


class Limits:
    """Buckets for each network address."""

    def __init__(self, most: int, seconds: float, among: Among = each) -> None:
        self._most = most
        self._seconds = seconds
        self._among = among
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> float:
        """0 if the address may pass, else the seconds to wait."""
        most = share(self._most, self._among())
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _FORGET_AFTER:
                self._forget()
            bucket = self._buckets[address] = Bucket(most, most / self._seconds)
        bucket.hold(most, most / self._seconds)
        return bucket.take()

    def _forget(self) -> None:
        """Drop addresses whose bucket is full again; if none is, the oldest half."""
        now = time.monotonic()
        full = [a for a, b in self._buckets.items() if b.left + (now - b.at) * b.per_second >= b.most]
        for address in full or list(self._buckets)[: _FORGET_AFTER // 2]:
            del self._buckets[address]


def address_of(scope: Scope) -> str:
    """The network address by which a client is limited and logged.

    Of IPv6 it is the network of 64 bits, which belongs to one subscriber. Behind a trusted proxy uvicorn has put the
    visitor's address here (`Settings.trusted_proxies`).
    """
    client = scope.get("client")
    return network_of(str(client[0])) if client else "unknown"


@lru_cache(maxsize=_FORGET_AFTER)
def network_of(address: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 one."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # a proxy may have written anything
        return address[:64]
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))


def is_foreign(scope: Scope, allowed: tuple[str, ...]) -> bool:
    """Whether the request comes from a page of another origin. Programs that are no browsers send none."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return False
    try:
        return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:  # it is no address at all
        return True


def language_of(scope: Scope) -> str:
    """The language that the browser asks for; the server's own if it asks for none that we speak."""
    header = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return preferred(header.decode("latin-1")) or spoken()


def _is_founding(path: str) -> bool:
    """Whether a match is made there. The router takes //api/matches/ for /api/matches, so the limit must, too."""
    return _FOUNDING.fullmatch("".join(f"/{part}" for part in path.split("/") if part)) is not None


class Ban(Protocol):
    """Why an address may not come in."""

    @property
    def told(self) -> SandtableError: ...


Banned = Callable[[str], Ban | None]
"""The ban that a network address is under."""


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: Litestar, settings: Settings, inner: ASGIApp, banned: Banned, among: Among) -> None:
        self.app = app
        self._banned = banned
        self._inner = inner
        """The application behind what passes requests on."""
        self._settings = settings
        self._requests = Limits(settings.requests_per_minute, 60)
        self._founding = Limits(settings.matches_per_hour, 3600, among)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with speaking(language_of(scope)):
            if scope["type"] == "websocket":
                await self._websocket(scope, receive, send)
            else:
                await self._request(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        ban = self._banned(address_of(scope))
        if ban is not None:
            await _turn_away(receive, send, ban.told.sentence)
            return
        wait = self._requests.take(address_of(scope))
        if wait:
            log.limited(address_of(scope), "requests", scope["path"])
        if wait or is_foreign(scope, self._settings.allowed_origins):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        await self._inner(scope, receive, send)

    def _bounded(self, receive: Receive) -> Receive:
        """What waits for a body no longer than it may take; then it is as if the visitor had gone."""
        deadline = time.monotonic() + self._settings.slowest_body
        complete = False

        async def within_time() -> Any:
            nonlocal complete
            if complete:  # what comes now is only whether they are still there
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                complete = True
                return {"type": "http.disconnect"}
            complete = not (message["type"] == "http.request" and message.get("more_body"))
            return message

        return within_time

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        method, path = str(scope.get("method")), scope["path"]
        started, status = time.perf_counter(), 0

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]}
                add = [(name.encode(), value.encode()) for name, value in (HEADERS | _UNLESS_GIVEN).items()]
                message["headers"] = [*message["headers"], *(pair for pair in add if pair[0] not in given)]
            await send(message)

        ban = self._banned(address_of(scope))
        wait = 0.0 if ban is not None else self._requests.take(address_of(scope))
        if not wait and method == "POST" and _is_founding(path):
            wait = self._founding.take(address_of(scope))
        if ban is not None:
            await _answer(with_headers, 403, ban.told.sentence)
        elif wait:
            log.limited(address_of(scope), "requests", path)
            await _answer(
                with_headers,
                429,
                tell("Too many requests. Wait a moment."),
                {"retry-after": str(int(wait) + 1)},
            )
        elif "\0" in path:  # in no text that is kept: PostgreSQL refuses even to look for it
            await _answer(with_headers, 404, tell("There is nothing at this address."))
        elif b"%00" in scope["query_string"]:
            await _answer(with_headers, 400, tell("The server didn't understand this request."))
        elif method not in ("GET", "HEAD", "OPTIONS") and is_foreign(scope, self._settings.allowed_origins):
            await _answer(with_headers, 403, tell("This request comes from a page of another site."))
        else:
            await self._inner(scope, self._bounded(receive), with_headers)
        took = time.perf_counter() - started
        metrics.REQUESTS.labels(method if method in _METHODS else "other", status).inc()
        metrics.REQUEST_SECONDS.observe(took)
        log.note("request", method=method, path=path[:200], status=status, ms=round(took * 1000, 1))


async def _turn_away(receive: Receive, send: Send, sentence: str) -> None:
    """Open a socket only to say why it is closed: a page that is told nothing would try for ever."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    told = write_message(NotAccepted("", 403, sentence))
    await send({"type": "websocket.send", "bytes": None, "text": told})
    await send({"type": "websocket.close", "code": 4403, "reason": ""})


async def _answer(send: Send, status: int, sentence: str, more: dict[str, str] | None = None) -> None:
    body = msgspec.json.encode({"error": sentence, "rule": ""})
    headers = {"content-type": "application/json", "content-length": str(len(body))} | (more or {})
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body, "more_body": False})
