"""The application: routes, the answers to errors, and what surrounds them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from sandtable.kernel.errors import Refused, SandtableError, UnknownName
from sandtable.kernel.sentences import tell
from sandtable.server import api, files, game_pages, log, openapi, pages, seats_api, websocket
from sandtable.server.admin.watch import Watch
from sandtable.server.advice import api as advice_api
from sandtable.server.advice.desk import AdviceDesk
from sandtable.server.clocks import api as clocks_api
from sandtable.server.database import Conflict, Database, StorageFault
from sandtable.server.guard import Guard
from sandtable.server.lobby import api as lobby_api
from sandtable.server.lobby.lobby import Lobby
from sandtable.server.notices import api as notices_api
from sandtable.server.notices.desk import NoticeDesk
from sandtable.server.orders import api as orders_api
from sandtable.server.passkeys import api as passkeys_api
from sandtable.server.passkeys.ceremonies import Passkeys
from sandtable.server.people import api as people_api
from sandtable.server.people import profiles
from sandtable.server.people.accounts import Accounts
from sandtable.server.processes.forwarder import Forwarder
from sandtable.server.processes.homes import Moved
from sandtable.server.records import Declined, Unplayable
from sandtable.server.room import OUR_FAULT
from sandtable.server.service import MatchService
from sandtable.server.settings import Settings
from sandtable.server.talk import api as talk_api
from sandtable.server.talk.talk import Talk
from sandtable.server.tournaments import api as tournaments_api
from sandtable.server.tournaments.rounds import Rounds
from sandtable.server.tournaments.tournaments import Tournaments

_SENTENCES = {
    400: "The server didn't understand this request.",
    404: "There is nothing at this address.",
    405: "You can't do that at this address.",
    413: "The body is too large. The limit is 64 kB.",
}

ROUTES = [
    *game_pages.ROUTES,
    *api.ROUTES,
    *seats_api.ROUTES,
    *files.ROUTES,
    *people_api.ROUTES,
    *passkeys_api.ROUTES,
    *lobby_api.ROUTES,
    *profiles.ROUTES,
    *clocks_api.ROUTES,
    *orders_api.ROUTES,
    *talk_api.ROUTES,
    *advice_api.ROUTES,
    *tournaments_api.ROUTES,
    *notices_api.ROUTES,
    openapi.read_document,
    websocket.live,
    *pages.ROUTES,
]
"""All of them, in the order in which they are registered."""


def _answer(status: int, sentence: str, rule: str = "") -> Response[Any]:
    return Response({"error": sentence, "rule": rule}, status_code=status, media_type="application/json")


def _status_of(fault: SandtableError) -> int:
    match fault:
        case Declined():
            return fault.status
        case UnknownName():
            return 404
        case Refused():
            return 422
        case Moved():
            return 503
        case Conflict() | Unplayable():
            return 409
        case StorageFault():
            return 503
    return 500


def on_sentence(request: Request[Any, Any, State], fault: SandtableError) -> Response[Any]:
    """Our own errors have a sentence for people, except when a rule failed."""
    status = _status_of(fault)
    if status == 404 and isinstance(fault, UnknownName) and request.method != "GET":
        status = 400
    if status == 500:
        return on_fault(request, fault)
    if status == 503:
        log.fault("storage", fault, path=request.url.path)
    return _answer(status, fault.sentence, fault.rule)


def on_http(_request: Request[Any, Any, State], fault: HTTPException) -> Response[Any]:
    """What Litestar refuses by itself."""
    if fault.status_code >= 500:
        return on_fault(_request, fault)
    return _answer(fault.status_code, tell(_SENTENCES.get(fault.status_code, _SENTENCES[400])))


def on_fault(request: Request[Any, Any, State], fault: Exception) -> Response[Any]:
    """A fault of ours: logged by kind and place, told as one sentence."""
    log.fault("request failed", fault, path=request.url.path)
    return _answer(500, tell(OUR_FAULT))


@asynccontextmanager
async def _open(app: Litestar) -> AsyncIterator[None]:
    """What stands behind the routes is open as long as the server runs."""
    async with app.state.opened():
        yield


def with_routes(largest_body: int) -> Litestar:
    """The routes, with nothing behind them yet: `build` puts it into the state of the application."""
    return Litestar(
        route_handlers=ROUTES,
        lifespan=[_open],
        exception_handlers={SandtableError: on_sentence, HTTPException: on_http, Exception: on_fault},
        request_max_body_size=largest_body,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key="packed"),
        openapi_config=None,
        logging_config=None,
        debug=False,
    )


def build(
    database: Database, settings: Settings | None = None, static: Path = pages.STATIC, app: Litestar | None = None
) -> Guard:
    """The application on an open database; `app` has the routes already, and no other server uses it."""
    settings = msgspec.structs.replace(settings or Settings(), client=pages.client_build(static))
    service = MatchService(database, settings)
    accounts = Accounts(database, settings, service.among)
    watch = Watch(service)
    notices = NoticeDesk(database, settings)
    tournaments = Tournaments(database, service, accounts)
    rounds = Rounds(tournaments, database, settings.round_tick)

    @asynccontextmanager
    async def opened() -> AsyncIterator[None]:
        await service.open()
        await watch.open()
        await notices.open()
        if settings.accounts != "off":
            rounds.start()
        try:
            yield
        finally:
            await rounds.stop()
            await notices.close()
            await watch.close()
            await service.close()

    app = app or with_routes(settings.largest_body)
    app.state = State(
        {
            "opened": opened,
            "service": service,
            "accounts": accounts,
            "passkeys": Passkeys(database, accounts),
            "lobby": Lobby(database, accounts, service.among),
            "talk": Talk(database),
            "tournaments": tournaments,
            "advice": AdviceDesk(service),
            "notices": notices,
            "static": static,
            "version": api.version_here(),
        }
    )
    return Guard(app, settings, Forwarder(app, service), watch.ban_on, service.among)
