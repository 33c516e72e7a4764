"""Requests and sockets for a match that lives in another process are passed on to it.

A proxy that knows matches by their addresses sends most of them to the right process at once (docs/run/server.md);
what comes here all the same takes one more step on its way.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import cached_property
from typing import Any, Protocol

import httpx
import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from sandtable.kernel.sentences import tell
from sandtable.server import log, metrics
from sandtable.server.database import StorageFault
from sandtable.server.processes.homes import Home
from sandtable.server.settings import Settings

_OF_A_MATCH = re.compile(r"/api/matches/([A-Za-z0-9_-]{1,32})(?:/|$)")
_FORWARDED = "sandtable-forwarded"
"""A request is passed on once; it never goes round in circles."""
_OF_THE_LINE = {
    *("connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"),
    *("x-forwarded-for", "x-forwarded-proto", "forwarded"),
}
_PASSED_WITH_SOCKETS = ("cookie", "accept-language", "user-agent")
_LOOK_AGAIN = 0.2
_TO_CONNECT = 2.0
_LONGEST = 600.0
"""Seconds for which an answer is waited for: a long match may have to be opened first."""
_LEASES = 2.5
"""For so many leases a process that does not answer is waited for: by then its matches have moved."""
NOT_THERE = "The server process that plays this match doesn't answer. Try again in a moment."


class Service(Protocol):
    """What the forwarder asks of the service."""

    settings: Settings

    async def home_of(self, id: str) -> Home | None: ...


class Forwarder:
    """Stands before the application."""

    def __init__(self, app: Litestar, service: Service) -> None:
        self._app = app
        self._service = service

    @cached_property
    def _http(self) -> httpx.AsyncClient:
        """Made when something is first passed on: it reads every certificate authority, and one process needs none."""
        # A connection that is kept may lead to a process that is gone, and a body cannot be sent twice.
        return httpx.AsyncClient(
            trust_env=False,
            timeout=httpx.Timeout(_LONGEST, connect=_TO_CONNECT),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wanted = _OF_A_MATCH.match(scope["path"])
        home = await self._home(wanted[1]) if wanted is not None else None
        if wanted is None or home is None:
            await self._app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._pass_socket(wanted[1], home, scope, receive, send)
        else:
            await self._pass_request(wanted[1], home, scope, receive, send)

    async def _home(self, match: str) -> Home | None:
        try:
            return await self._service.home_of(match)
        except StorageFault:
            return None  # the application meets the same fault, and has the words for it

    async def _homes(self, match: str, home: Home) -> AsyncIterator[Home | None]:
        """Where the match lives, again and again until a process that is gone has lost it; None if it lives here."""
        until = time.monotonic() + _LEASES * self._service.settings.lease
        lives: Home | None = home
        while time.monotonic() < until:
            yield lives
            if lives is None:
                return
            await asyncio.sleep(_LOOK_AGAIN)
            lives = await self._home(match)
        log.warn("process does not answer", process=home.process, address=home.address, match=match)

    # -- requests ------------------------------------------------------------------------------------------------------

    async def _pass_request(self, match: str, home: Home, scope: Any, receive: Receive, send: Send) -> None:
        if not _was_forwarded(scope):
            async for lives in self._homes(match, home):
                if lives is None:
                    await self._app(scope, receive, send)
                    return
                with suppress(httpx.ConnectError, httpx.ConnectTimeout):
                    await self._exchange(lives, scope, receive, send)
                    return
        await _refuse(send)

    async def _exchange(self, home: Home, scope: Any, receive: Receive, send: Send) -> None:
        path = scope["raw_path"].decode("latin-1") + (
            f"?{query.decode('latin-1')}" if (query := scope["query_string"]) else ""
        )
        headers = [pair for pair in scope["headers"] if pair[0].decode("latin-1") not in _OF_THE_LINE]
        headers += [(name.encode(), value.encode()) for name, value in _about(scope).items()]
        request = self._http.build_request(
            scope["method"], home.address + path, headers=headers, content=_body(scope, receive)
        )
        begun = False
        try:
            answer = await self._http.send(request, stream=True)
            try:
                kept = [pair for pair in answer.headers.raw if pair[0].lower().decode("latin-1") not in _OF_THE_LINE]
                begun = True
                metrics.FORWARDED.labels("request").inc()
                await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
                async for part in answer.aiter_raw():
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                await answer.aclose()
        except (httpx.ConnectError, httpx.ConnectTimeout):
            raise
        except httpx.HTTPError as fault:
            log.fault("request not passed on", fault, process=home.process, path=scope["path"])
            if begun:
                raise
            await _refuse(send)

    # -- sockets -------------------------------------------------------------------------------------------------------

    async def _pass_socket(self, match: str, home: Home, scope: Any, receive: Receive, send: Send) -> None:
        if not _was_forwarded(scope):
            async for lives in self._homes(match, home):
                if lives is None:
                    await self._app(scope, receive, send)
                    return
                line = await _opened(lives, scope)
                if line is not None:
                    metrics.FORWARDED.labels("socket").inc()
                    async with line:
                        await _join(line, receive, send)
                    return
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": 1013, "reason": ""})


def _was_forwarded(scope: Any) -> bool:
    return any(name == _FORWARDED.encode() for name, _ in scope["headers"])


def _about(scope: Any) -> dict[str, str]:
    """Who asks, for the process that answers."""
    client = scope.get("client")
    about = {_FORWARDED: "1", "x-forwarded-proto": scope["scheme"].replace("ws", "http")}
    return about | ({"x-forwarded-for": str(client[0])} if client else {})


async def _body(scope: Any, receive: Receive) -> AsyncIterator[bytes]:
    """The body of a request, as it comes."""
    more = True
    while more:
        message: Any = await receive()
        if message["type"] != "http.request":
            raise httpx.WriteError("the visitor has gone")
        more = message.get("more_body", False)
        yield message.get("body", b"")


async def _refuse(send: Send) -> None:
    body = msgspec.json.encode({"error": tell(NOT_THERE), "rule": ""})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _opened(home: Home, scope: Any) -> ClientConnection | None:
    """A socket to the home of a match; None if nobody answers there."""
    given = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    headers = {name: given[name] for name in _PASSED_WITH_SOCKETS if name in given} | _about(scope)
    query = scope["query_string"].decode("latin-1")
    address = home.address.replace("http", "ws", 1) + scope["path"] + (f"?{query}" if query else "")
    opening = connect(
        address,
        additional_headers=headers,
        user_agent_header=None,
        compression=None,
        max_size=None,
        ping_interval=None,  # both ends ping
        open_timeout=_TO_CONNECT,
        proxy=None,
    )
    try:
        return await opening
    except (OSError, TimeoutError, WebSocketException):
        return None


async def _join(line: ClientConnection, receive: Receive, send: Send) -> None:
    """Pass frames on in both directions until one of the ends closes."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    coming = asyncio.ensure_future(_pass_back(line, send))
    going = asyncio.ensure_future(_pass_there(line, receive))
    done, _ = await asyncio.wait((coming, going), return_when=asyncio.FIRST_COMPLETED)
    for task in (coming, going):
        task.cancel()
    await asyncio.gather(coming, going, return_exceptions=True)
    if coming in done and going not in done:
        with suppress(Exception):  # they may have gone meanwhile
            await send({"type": "websocket.close", "code": _code(line), "reason": line.close_reason or ""})


def _code(line: ClientConnection) -> int:
    """How to close: as the home did; if it broke off, whoever is there shall come back."""
    code = line.close_code
    return code if code is not None and (code >= 3000 or code in (1000, 1008, 1009, 1011, 1012, 1013)) else 1012


async def _pass_back(line: ClientConnection, send: Send) -> None:
    with suppress(ConnectionClosed):
        async for frame in line:
            message: Message = {
                "type": "websocket.send",
                "text": frame if isinstance(frame, str) else None,
                "bytes": frame if isinstance(frame, bytes) else None,
            }
            await send(message)


async def _pass_there(line: ClientConnection, receive: Receive) -> None:
    with suppress(ConnectionClosed):
        while True:
            message: Any = await receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            await line.send(text if text is not None else message.get("bytes") or b"")
