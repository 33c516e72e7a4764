"""The websocket: one for each open table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.language import LANGUAGES, speak
from sandtable.kernel.sentences import tell
from sandtable.server import log, messages
from sandtable.server.database import StorageFault
from sandtable.server.guard import Bucket, address_of, share
from sandtable.server.listener import Listener
from sandtable.server.records import HUMAN, Declined, Unplayable
from sandtable.server.request import GUESTS, held, holder_of
from sandtable.server.room import OUR_FAULT, Room
from sandtable.server.service import MatchService

Socket = WebSocket[Any, Any, State]
_MOST_NONSENSE = 20
_TIME_TO_CLOSE = 5.0
_TELL_EVERY = 1.0


@websocket("/api/matches/{match:str}/live")
async def live(socket: Socket, match: FromPath[str]) -> None:
    """Greet, then listen and tell until one of the two ends."""
    service: MatchService = socket.app.state.service
    await socket.accept()
    address = address_of(socket.scope)
    most = share(service.settings.sockets_per_address, service.among())
    if service.open_sockets.get(address, 0) >= most:
        log.limited(address, "open tables", match)
        await _turn_away(socket, 429, tell("Too many tables are open from your address."))
        return
    service.open_sockets[address] = service.open_sockets.get(address, 0) + 1
    try:
        await _serve(socket, service, match)
    finally:
        service.open_sockets[address] -= 1
        if not service.open_sockets[address]:
            del service.open_sockets[address]


async def _serve(socket: Socket, service: MatchService, match: str) -> None:
    try:
        first = await _first_message(socket, service.settings.silence)
        if first.language in LANGUAGES:
            speak(first.language)  # this connection, and every task it begins
        room = await service.room(match)
        who = await holder_of(socket, first.key)
        holds = held(room, who, address_of(socket.scope))
        if holds and not who.person and not service.settings.guests:
            raise Declined(401, GUESTS)
        listener = await _entered(socket, room, room.enter(who, holds, first.seat))
    except Declined as declined:
        await _turn_away(socket, declined.status, declined.sentence)
        return
    except Unplayable as fault:
        await _turn_away(socket, 409, fault.sentence)
        return
    except StorageFault as fault:
        await _turn_away(socket, 503, fault.sentence, 1013)
        return
    except Exception as failed:
        log.fault("table cannot be shown", failed, match=match)
        await _turn_away(socket, 500, tell(OUR_FAULT), 1011)
        return
    listener.address = address_of(socket.scope)
    tasks = [
        asyncio.ensure_future(_listen(socket, room, listener, service)),
        asyncio.ensure_future(_tell(socket, listener)),
        asyncio.ensure_future(listener.too_slow.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if listener.too_slow.is_set():
            await _close(socket, 1013)


async def _first_message(socket: Socket, patience: float) -> messages.Enter:
    """What everyone says first: which key they hold. Whoever says nothing is not waited for."""
    if "key" in socket.query_params:
        raise Declined(400, "Don't put keys into addresses. Send the key in the first message.")
    try:
        frame = await asyncio.wait_for(socket.receive(), patience)
    except TimeoutError:
        raise Declined(408, "No message arrived. The first message must contain the key.") from None
    if frame["type"] != "websocket.receive":
        raise Declined(400, "The connection was lost.")
    try:
        first = messages.read_message(frame.get("text") or frame.get("bytes") or b"")
    except messages.NotUnderstood as fault:
        raise Declined(400, fault.sentence) from None
    if not isinstance(first, messages.Enter):
        raise Declined(400, "The first message must be 'enter', with the key.")
    return first


async def _entered(socket: Socket, room: Room, entering: Coroutine[Any, Any, Listener]) -> Listener:
    """Wait for the table; while a long match is being opened, say how far it is."""
    task = asyncio.ensure_future(entering)
    try:
        while not (await asyncio.wait({task}, timeout=_TELL_EVERY))[0]:
            if room.opening is not None:
                with suppress(Exception):  # they may have gone meanwhile
                    await asyncio.wait_for(socket.send_text(messages.write_message(room.opening)), _TELL_EVERY)
        return task.result()
    finally:
        task.cancel()


async def _turn_away(socket: Socket, status: int, sentence: str, code: int = 0) -> None:
    with suppress(Exception):  # they may have gone meanwhile
        await socket.send_text(messages.write_message(messages.NotAccepted("", status, sentence)))
    await _close(socket, code or 4000 + status)


async def _close(socket: Socket, code: int) -> None:
    with suppress(Exception):
        await asyncio.wait_for(socket.close(code), _TIME_TO_CLOSE)


async def _tell(socket: Socket, listener: Listener) -> None:
    """Send what waits, in order; a number in the queue is the code to close with."""
    while True:
        frame = await listener.frames.get()
        if isinstance(frame, int):
            await _close(socket, frame)
            return
        await socket.send_text(frame)
        listener.sent(frame)


async def _listen(socket: Socket, room: Room, listener: Listener, service: MatchService) -> None:
    """Take messages one after the other. One who sends too fast or does not read waits; nonsense ends it."""
    per_second, address, asking = service.settings.messages_per_second, address_of(socket.scope), service.asking
    bucket, nonsense = Bucket(per_second * 5, per_second), 0
    while True:
        await listener.eased()
        frame = await socket.receive()
        if frame["type"] != "websocket.receive":
            return
        while wait := bucket.take():
            await asyncio.sleep(wait)
        try:
            message = messages.read_message(frame.get("text") or frame.get("bytes") or b"")
        except messages.NotUnderstood as fault:
            nonsense += 1
            listener.send(messages.NotAccepted("", 400, fault.sentence))
            if nonsense > _MOST_NONSENSE:
                listener.cut(4400)
            continue
        if isinstance(message, messages.Question):
            while wait := asking.take(address):
                await asyncio.sleep(wait)
            async with service.questions_of(address):
                await _answer(room, listener, message)
        else:
            await _answer(room, listener, message)


async def _answer(room: Room, listener: Listener, message: messages.Message) -> None:
    match message:
        case messages.Enter():
            listener.send(messages.NotAccepted("", 409, tell("You have already entered.")))
        case messages.Ping():
            listener.send(messages.Pong())
        case messages.Hurry():
            people = any(seat.player == HUMAN for seat in room.stored.seats)
            if listener.viewer.holds or not people:
                room.bots.hurry()
        case messages.AskTable():
            try:
                await room.show_whole(listener)
            except SandtableError as refused:
                listener.send(messages.NotAccepted("", 409, refused.sentence, refused.rule))
        case messages.Sit():
            try:
                await room.sit(listener, message.seat)
            except SandtableError as refused:
                listener.send(messages.NotAccepted("", 409, refused.sentence, refused.rule))
        case _:
            await room.hear(listener, message)
