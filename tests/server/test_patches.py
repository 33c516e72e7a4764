"""A choice sends what changed; what a client makes of it is always the whole table."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.kernel.game import find_game, games
from sandtable.kernel.position import Position
from sandtable.kernel.show import Shown, show
from sandtable.server.messages import Changed, ShownNow, write_message
from sandtable.server.patches import Known, changed_since, patch_between, written
from tests.server.patching import apply_patch
from tests.server.served import Served

CHOICES = 120
MEDIAN = {"luftwaffe": 6000}
"""Bytes, where 4,000 are not reached yet: while units set up, Luftwaffe sends the zones of the map every time."""


def wire(shown: Shown) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
    return read


@pytest.mark.parametrize("game", ["airlift", "luftwaffe", "ontoberlin", "vengeance", "warbirds", "pearls"])
def test_patched_and_whole_tables_agree_at_every_choice(game: str) -> None:
    assert game in games()
    rules, random = find_game(game), Random(7)
    position = Position.new(rules, rules.settle({}), "patches")
    seats = [*position.seats, ""]
    first = {seat: show(position, seat) for seat in seats}
    known = {seat: Known.of(1, shown) for seat, shown in first.items()}
    seen = {seat: wire(shown) for seat, shown in first.items()}
    sizes = []
    for _ in range(CHOICES):
        if position.over:
            break
        if position.can_undo and random.random() < 0.1:
            position.undo()
        else:
            decider = position.deciders[0]
            position.apply(decider, random.choice(list(position.options(decider))))
        for seat in seats:
            now = show(position, seat)
            told = changed_since(known[seat], ShownNow(2, now, [], 0), written(now.decision))
            assert isinstance(told, Changed), "ids are unique"
            sent = write_message(told)
            sizes.append(len(sent))
            seen[seat] = apply_patch(seen[seat], msgspec.json.decode(sent)["patch"])
            assert msgspec.convert(seen[seat], Shown) == msgspec.convert(wire(now), Shown)
            known[seat] = Known.of(1, now)
    assert sorted(sizes)[len(sizes) // 2] < MEDIAN.get(game, 4000), "the median of what is sent"


def test_things_that_share_an_id_are_sent_whole() -> None:
    rules = find_game("pearls")
    shown = show(Position.new(rules, rules.settle({}), "patches"), "north")
    piece = shown.table.pieces[0]
    twice = msgspec.structs.replace(shown, table=msgspec.structs.replace(shown.table, pieces=(piece, piece)))
    decision = written(shown.decision)
    assert patch_between(Known.of(1, shown), twice, decision) is None
    assert patch_between(Known.of(1, twice), shown, decision) is None
    whole = ShownNow(2, twice, [], 0)
    assert changed_since(Known.of(1, shown), whole, decision) is whole


def test_the_whole_table_can_be_asked_for(served: Served) -> None:
    told, north, south = served.both()
    north.choose()
    south.wait_step(1)
    assert any('"type":"changed"' in frame for frame in south.frames)
    patched = south.shown
    south.send(type="table")
    whole = south.wait_for("shown")
    assert '"type":"shown"' in south.frames[-1]
    assert msgspec.convert(whole["shown"], Shown) == msgspec.convert(patched, Shown)
    assert served.truth(told["match"]).version == 1
