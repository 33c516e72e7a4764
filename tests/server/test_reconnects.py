"""R6: lines that break again and again, in every way a line can break.

Whoever comes back sees the table of that moment, a choice that was sent counts once, however often it is sent, and the
journal of everybody else has each line once.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.server.served import Json, Player, Served


def _say_goodbye(line: Any) -> None:
    line.close()


def _vanish(line: Any) -> None:
    """The line ends without a word, as when a phone changes its network."""
    line.socket.shutdown(socket.SHUT_RDWR)
    line.socket.close()


def _reset(line: Any) -> None:
    """The system resets the line, as when the program at the other end dies."""
    line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.socket.close()


BREAKS: tuple[Callable[[Any], None], ...] = (_say_goodbye, _vanish, _reset)


class Breaking:
    """Two people whose lines break around their choices, and a spectator who stays."""

    def __init__(self, served: Served, seed: int) -> None:
        self.served, self.random = served, Random(seed)
        self.breaks = self.choices = self.matches = 0
        self._begin()

    def _begin(self) -> None:
        told, north, south = self.served.both()
        self.match: str = told["match"]
        self.players = {north.seat: north, south.seat: south}
        self.watcher = self.served.sit(self.match)
        self.matches += 1

    def break_and_return(self, seat: str) -> Player:
        old = self.players[seat]
        self.random.choice(BREAKS)(old.line)
        self.breaks += 1
        new = self.players[seat] = self.served.sit(self.match, old.key)
        assert new.seat == seat
        return new

    def turn(self) -> None:
        """Somebody chooses, and the line breaks before the choice, after it, or before and after its answer."""
        step = self.watcher.shown["step"]
        seat = self.watcher.shown["decision"]["deciders"][0]
        chooser = self.players[seat]
        if self.random.random() < 0.4:
            chooser = self.break_and_return(seat)
        chooser.wait_step(step)
        choice = chooser.choosing(self.random.choice(chooser.options()))
        chooser.send(**choice)
        while self.random.random() < 0.6:
            chooser = self.break_and_return(seat)
            chooser.send(**choice)
        assert chooser.wait_for("accepted", "refused")["type"] == "accepted"
        self.choices += 1
        chooser.wait_step(step + 1)
        self.watcher.wait_step(step + 1)
        assert self.served.truth(self.match).version == self.watcher.version == self.watcher.shown["step"] == step + 1

    def play(self, breaks: int) -> None:
        while self.breaks < breaks:
            while self.breaks < breaks and self.watcher.shown["decision"]:
                self.turn()
            self._all_see_the_same()
            for player in (*self.players.values(), self.watcher):
                player.close()
            self._begin()

    def _all_see_the_same(self) -> None:
        """The one who never left, and those who come back now, have the server's table and journal."""
        late = self.served.sit(self.match)
        assert late.shown == self.watcher.shown
        late.close()
        for seat in list(self.players):
            player = self.break_and_return(seat)
            again = self.break_and_return(seat)
            assert player.shown == again.shown
        told = [line["number"] for frame in self.watcher.frames for line in json.loads(frame).get("journal", ())]
        assert told == list(range(len(told)))
        assert told == [line["number"] for line in late.hello["journal"]]


def _broken(served: Served, breaks: int) -> Json:
    scene = Breaking(served, breaks)
    scene.play(breaks)
    return {"breaks": scene.breaks, "choices": scene.choices, "matches": scene.matches}


def test_sixty_broken_lines(served: Served) -> None:
    print(_broken(served, 60))


@pytest.mark.soak
def test_five_hundred_broken_lines(served: Served) -> None:
    print(_broken(served, 500))
