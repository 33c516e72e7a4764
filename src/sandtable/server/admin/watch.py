"""How a process learns what operators did: it reads the audit trail from where it stopped.

PostgreSQL tells it when there is something to read. SQLite tells nobody anything, so there it looks every second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

from sqlalchemy import Connection

from sandtable.kernel.language import speaking
from sandtable.server import log, messages
from sandtable.server.admin.records import Ban, ListedAct
from sandtable.server.admin.storage import acts_after, bans_now, last_act
from sandtable.server.database import StorageFault
from sandtable.server.listener import Listener
from sandtable.server.service import MatchService
from sandtable.server.times import now

_LOOK_EVERY = 1.0
_LOOK_AT_LEAST = 30.0
"""Where the database tells when there is something, in case a word of it was lost."""


class Watch:
    """The ear of one process; it keeps the bans on addresses, which every request is checked for."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._read_to = 0
        self._bans: list[Ban] = []
        self._networks: list[tuple[IPv4Network | IPv6Network, Ban]] = []
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Learn what is banned, and begin to listen."""
        self._read_to, bans = await asyncio.to_thread(self._service.database.read, _as_it_is)
        self._keep(bans)
        self._task = asyncio.ensure_future(self._listen())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def ban_on(self, address: str) -> Ban | None:
        """The ban that a network address is under."""
        if not self._networks:
            return None
        at, theirs = now(), _first_address(address)
        bans = (ban for network, ban in self._networks if theirs is not None and theirs in network)
        return next((ban for ban in bans if not ban.until or ban.until > at), None)

    # -- listening -----------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        operated = self._service.operated
        while True:
            with suppress(TimeoutError):
                patience = _LOOK_EVERY if self._service.homes.alone else _LOOK_AT_LEAST
                await asyncio.wait_for(operated.wait(), patience)
            operated.clear()
            try:
                await self._look()
            except StorageFault as fault:
                log.fault("audit trail not read", fault)

    async def _look(self) -> None:
        database = self._service.database
        acts = await asyncio.to_thread(database.read, acts_after(self._read_to))
        if not acts:
            return
        self._keep(await asyncio.to_thread(database.read, bans_now(now())))
        for act in acts:
            await self._hear(act)
            self._read_to = act.number

    def _keep(self, bans: Iterable[Ban]) -> None:
        self._bans = list(bans)
        self._networks = [(ip_network(ban.subject), ban) for ban in self._bans if ban.kind == "address"]

    async def _hear(self, act: ListedAct) -> None:
        match act.act:
            case "close":
                self._service.copies.pop(act.about, None)
                if act.about in self._service.rooms:
                    await self._service.rooms[act.about].reread()
            case "ban":
                self._turn_away()
            case "retry":
                self._service.database.expected(now())
            case "remove":
                for room in self._service.rooms.values():
                    if act.about in room.stored.people.values() or act.about == room.stored.owner:
                        await room.reread()

    def _turn_away(self) -> None:
        """Tell those who are banned and sit at a table, and cut their lines."""
        accounts = {ban.subject: ban for ban in self._bans if ban.kind == "account"}
        for room in self._service.rooms.values():
            for listener in list(room.listeners):
                ban = accounts.get(listener.who.person) or self.ban_on(listener.address)
                if ban is not None:
                    _turned_away(listener, ban)


def _turned_away(listener: Listener, ban: Ban) -> None:
    with speaking(listener.language):
        listener.send(messages.NotAccepted("", 403, ban.told.sentence))
    listener.cut(4403)


def _as_it_is(connection: Connection) -> tuple[int, list[Ban]]:
    return last_act(connection), bans_now(now())(connection)


@lru_cache(maxsize=10_000)
def _first_address(address: str) -> IPv4Address | IPv6Address | None:
    """The first address of the network by which somebody is known (`guard.network_of`)."""
    try:
        return ip_network(address).network_address
    except ValueError:  # a proxy may have written anything
        return None
