"""Notices by services that apprise knows, such as Telegram or Discord, if the operator allows them by name.

The address comes from a visitor. So only services are allowed whose host is the service's own: with json:// or ntfy://
a visitor would choose which machine the server calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sandtable.server import log
from sandtable.server.notices.channels.base import SENT, Tried
from sandtable.server.notices.outbox import Taken
from sandtable.server.notices.words import Words

_ADDRESS = re.compile(r"([a-z][a-z0-9]*)://[^\s?#]+", re.IGNORECASE)
"""Without a query: there, apprise takes options that name files and other addresses."""


def fixed_hosts(schemes: Iterable[str]) -> list[str]:
    """Those services at hosts of their own; what else the operator named is told to the log and left out."""
    from apprise.manager_plugins import NotificationManager

    known: Any = NotificationManager()  # type: ignore[no-untyped-call]  # apprise has types for its face only
    good = []
    for scheme in schemes:
        plugin = known[scheme] if scheme in known else None  # noqa: SIM401 - it is no dict
        if plugin is None or any("{host}" in template for template in plugin.templates):
            log.warn("service for notices not allowed", scheme=scheme)
        else:
            good.append(scheme)
    return good


class Other:
    """What apprise knows, as far as it is allowed."""

    def __init__(self, schemes: Iterable[str], public_address: str) -> None:
        import apprise  # an extra: whoever needs it has it

        self._apprise: Any = apprise
        self._schemes = frozenset(fixed_hosts(schemes))
        self._public = public_address

    def allows(self, target: str) -> bool:
        """Whether an address is one of an allowed service, and complete."""
        found = _ADDRESS.fullmatch(target)
        return (
            found is not None
            and found[1].lower() in self._schemes
            and self._apprise.Apprise.instantiate(target, suppress_exceptions=True) is not None
        )

    async def say(self, target: str, title: str, text: str) -> bool:
        """Send something; whether the service took it."""
        there = self._apprise.Apprise()
        return bool(there.add(target) and await there.async_notify(body=text, title=title))

    async def send(self, taken: Taken, target: str, words: Words) -> Tried:
        """Send a notice. These services know no id, so what is sent twice is shown twice."""
        if not self.allows(target):  # the operator allows fewer services than before
            return Tried("never", "the operator does not allow this service")
        sent = await self.say(target, words.title, f"{words.text}\n{self._public}{words.path}")
        return SENT if sent else Tried("again", "the service did not take it")
