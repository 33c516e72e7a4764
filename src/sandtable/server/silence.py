"""Connections on which nothing comes: they are closed, so that silent ones cannot shut visitors out.

uvicorn limits how long a connection may idle between two requests; it does not limit how long the head of a request may
take, nor a new connection that says nothing at all. Slow bodies are limited where they are read (`guard.py`), sockets
that answer no ping by uvicorn itself.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol


def protocol_with(patience: float) -> type[H11Protocol]:
    """The HTTP protocol with a limit of seconds for the head of each request."""

    class PatientProtocol(H11Protocol):
        _waiting: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
            super().connection_made(transport)
            self._waiting = self.loop.call_later(patience, self._give_up)

        def data_received(self, data: bytes) -> None:
            before = self.scope
            super().data_received(data)
            if self.scope is not before:  # a head is complete
                self._stop_waiting()
            elif self._waiting is None and self.cycle.response_complete:
                self._waiting = self.loop.call_later(patience, self._give_up)

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _stop_waiting(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

        def _give_up(self) -> None:
            if not self.transport.is_closing():
                self.transport.abort()

    return PatientProtocol
