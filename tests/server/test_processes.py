"""R16: three server processes behind a proxy, of which one after the other is killed, stopped or held up in play."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random

import pytest

from tests.server.postgres import Cluster, needs_postgres
from tests.server.town import Town, played

pytestmark = needs_postgres


class Proxy:
    """Passes every connection on to any of the servers: the worst that a proxy can do."""

    def __init__(self, ports: list[int], random: Random) -> None:
        self.ports = ports
        self._random = random

    async def open(self, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", port)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in self._random.sample(self.ports, len(self.ports)):
            with suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))
                return
        writer.close()


@asynccontextmanager
async def at_random(town: Town) -> AsyncIterator[None]:
    proxy = await Proxy(town.ports, Random(3)).open(town.port)
    try:
        yield
    finally:
        proxy.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, asyncio.CancelledError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    with suppress(OSError):
        writer.close()


@pytest.mark.timeout(200)
def test_one_of_three_is_killed_and_one_stops(postgres: Cluster) -> None:
    played(postgres, 1, [signal.SIGKILL, signal.SIGTERM], at_random)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_one_of_three_again_and_again(postgres: Cluster) -> None:
    played(postgres, 2, [signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP] * 15, at_random)
