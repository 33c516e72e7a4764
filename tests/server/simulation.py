"""Clients, a network and a disk that fail as a seed tells them, around the real match service.

Messages are lost, repeated, delayed and reordered; the server crashes before and after a commit; the disk is full now
and then. Nothing here knows the time, so a failing seed fails again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from sandtable.kernel.dice import seed_from
from sandtable.server import messages
from sandtable.server.match import Match
from sandtable.server.records import (
    Commit,
    Effect,
    Entry,
    MatchSetup,
    Reply,
    ReplyShown,
    Seat,
    ShowAll,
    TellAll,
    Viewer,
)
from sandtable.server.restore import restore_match
from tests.server.patching import options_of
from tests.toys.pearls import GAME, SEATS


class Crash(Exception):
    """The process ended here."""


class DiskFull(Exception):
    """Nothing was written."""


@dataclass
class Disk:
    """What survives: the entries, unique by number and by (seat, message) as in the database."""

    entries: list[Entry] = field(default_factory=list)

    def append(self, entry: Entry) -> None:
        assert entry.number == len(self.entries) + 1, "two entries with one number, or a gap"
        assert (entry.seat, entry.message) not in {(e.seat, e.message) for e in self.entries}, "a message counted twice"
        self.entries.append(entry)


@dataclass
class Client:
    """A player at one seat. What was not acknowledged is sent again after every reconnect."""

    seat: str
    sent: int = 0
    pending: dict[str, Any] | None = None
    seen: dict[str, Any] | None = None
    version: int = -1
    connected: bool = False
    acknowledged: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    undo_asked: int | None = None


Fault = Callable[[list[Effect]], list[Effect]]


class World:
    """One session of one match."""

    def __init__(self, seed: int, plant: Fault | None = None) -> None:
        self.random = Random(seed)
        self.setup = MatchSetup("m", GAME.id, {"cards": 3}, GAME.version, GAME.data_version(), seed_from(seed), "")
        self.seats = [Seat(seat, seat.title()) for seat in SEATS]
        self.disk = Disk()
        self.match: Match | None = None
        self.clients = {seat: Client(seat) for seat in SEATS}
        self.clients[""] = Client("")
        self.wire: list[tuple[str, str, str]] = []  # direction, seat, frame
        self.crashes = 0
        self.plant = plant or (lambda effects: effects)

    # -- the server ----------------------------------------------------------------------------------------------------

    def running(self) -> Match:
        if self.match is None:
            self.match = restore_match(self.setup, self.seats, self.disk.entries).match
        return self.match

    def commit(self, entry: Entry) -> None:
        fate = self.random.random()
        if fate < 0.02:
            raise DiskFull
        if fate < 0.06:
            raise Crash
        self.disk.append(entry)
        if fate > 0.96:
            raise Crash

    def hear(self, seat: str, frame: str) -> None:
        """The server gets a frame; a crash forgets everything but the disk and cuts all lines."""
        message = messages.read_message(frame)
        assert isinstance(message, messages.Acting)
        try:
            self.carry_out(seat, self.plant(self.running().handle(Viewer(seat, (seat,) if seat else ()), message)))
        except DiskFull:
            self.match = None
            self.send(seat, messages.NotAccepted(message.id, 503, "The database cannot be written just now."))
        except Crash:
            self.crashes += 1
            self.match = None
            self.wire.clear()
            for client in self.clients.values():
                client.connected = False

    def carry_out(self, seat: str, effects: list[Effect]) -> None:
        match = self.running()
        for effect in effects:
            if not isinstance(effect, Commit) and self.random.random() < 0.01:
                raise Crash
            match effect:
                case Commit():
                    self.commit(effect.entry)
                case Reply():
                    self.send(seat, effect.message)
                case ReplyShown():
                    self.send(seat, match.shown_now(seat, 0))
                case ShowAll():
                    for other in self.clients:
                        if effect.only in ("", other):
                            self.send(other, match.shown_now(other, effect.kept))
                case TellAll():
                    for other in self.clients:
                        self.send(other, match.told(other, effect.message))

    def send(self, seat: str, message: messages.Outgoing) -> None:
        """What anyone is told must be on the disk by then."""
        if isinstance(message, messages.Accepted | messages.ShownNow):
            assert self.running().version == len(self.disk.entries), "told before it was committed"
        self.wire.append(("down", seat, messages.write_message(message)))

    # -- the clients ---------------------------------------------------------------------------------------------------

    def connect(self, client: Client) -> None:
        """A new line: old frames on it are gone, hello is the truth, what was not acknowledged is sent again."""
        self.wire = [item for item in self.wire if item[1] != client.seat]
        client.connected = True
        hello = self.running().hello(Viewer(client.seat, (client.seat,) if client.seat else ()), [])
        self.receive(client, msgspec.json.decode(messages.write_message(hello)))
        if client.pending is not None:
            self.wire.append(("up", client.seat, msgspec.json.encode(client.pending).decode()))

    def act(self, client: Client) -> None:
        """Choose, take back or ask, by what the client has seen."""
        if not client.seat or client.pending is not None or client.seen is None:
            return
        seen, roll = client.seen, self.random.random()
        client.sent += 1
        id = f"{client.seat}-{client.sent}"
        offered = options_of(seen)
        message: dict[str, Any] | None = None
        if client.undo_asked is not None:
            message = {"type": "agree_undo", "agree": roll < 0.7, "to_step": client.undo_asked}
            client.undo_asked = None
        elif roll < 0.1 and seen.get("can_undo"):
            message = {"type": "undo"}
        elif roll < 0.2 and seen.get("can_redo"):
            message = {"type": "redo"}
        elif roll < 0.23 and seen["step"]:
            message = {"type": "ask_undo", "to_step": self.random.randrange(seen["step"])}
        elif offered:
            option = self.random.choice(offered)
            message = {"type": "choose", "step": seen["step"], "option": option}
            if self.random.random() < 0.5:
                message["version"] = client.version
        if message is not None:
            client.pending = message | {"id": id}
            client.kinds[id] = message["type"]
            self.wire.append(("up", client.seat, msgspec.json.encode(client.pending).decode()))

    def receive(self, client: Client, message: dict[str, Any]) -> None:
        match message["type"]:
            case "hello" | "shown":
                if message["version"] >= client.version or message["type"] == "hello":
                    client.seen, client.version = message["shown"], message["version"]
            case "accepted":
                client.acknowledged.setdefault(message["id"], message["step"])
                # A word about an undo is only remembered, not committed: a crash forgets it, and it may be heard anew.
                forgotten = client.kinds[message["id"]] in ("ask_undo", "agree_undo")
                same = client.acknowledged[message["id"]] == message["step"]
                assert same or forgotten, "two answers to one message"
                if client.pending is not None and client.pending["id"] == message["id"]:
                    client.pending = None
            case "refused":
                if message["status"] != 503 and client.pending is not None and client.pending["id"] == message["id"]:
                    client.pending = None
            case "undo_asked":
                client.undo_asked = message["to_step"] if client.seat in message["waiting"] else None

    # -- the network ---------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """One thing happens somewhere."""
        client = self.random.choice(list(self.clients.values()))
        fate = self.random.random()
        if not client.connected:
            self.connect(client)
        elif fate < 0.03:
            client.connected = False
            self.wire = [item for item in self.wire if item[1] != client.seat or self.random.random() < 0.5]
        elif self.wire and fate < 0.75:
            direction, seat, frame = self.wire.pop(self.random.randrange(min(len(self.wire), 4)))
            if self.random.random() < 0.1:
                self.wire.append((direction, seat, frame))
            if self.random.random() < 0.05:
                return
            if direction == "up":
                self.hear(seat, frame)
            elif self.clients[seat].connected:
                self.receive(self.clients[seat], msgspec.json.decode(frame))
        else:
            self.act(client)

    def session(self, ticks: int = 400) -> None:
        """Let things happen, then let everyone come back and compare."""
        for _ in range(ticks):
            self.tick()
        self.check()

    def check(self) -> None:
        """Every acknowledged message once and in order, every digest right, every view the server's."""
        recorded = {(entry.seat, entry.message): entry for entry in self.disk.entries}
        assert len(recorded) == len(self.disk.entries)
        for client in self.clients.values():
            for id, step in client.acknowledged.items():
                entry = recorded.get((client.seat, id))
                waits = client.kinds[id] in ("ask_undo", "agree_undo")  # these may have changed nothing yet
                assert waits or entry is not None, f"{id} was acknowledged and is lost"
                assert waits or (entry is not None and entry.step == step)
            numbers = [e.number for e in self.disk.entries if e.seat == client.seat and e.kind == "choose"]
            assert numbers == sorted(numbers)
        self.match = None
        truth = self.running()
        for client in self.clients.values():
            self.connect(client)
            expected = msgspec.json.decode(msgspec.json.encode(truth.shown(client.seat)))
            assert client.seen == expected, "a client shows another table than the server"
