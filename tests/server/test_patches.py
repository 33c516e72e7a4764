"""A choice sends what changed; what a client makes of it is always the whole table."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.kernel.game import find_game, games
from sandtable.kernel.language import speaking
from sandtable.kernel.packed import PackedDecision, in_runs
from sandtable.kernel.position import Position
from sandtable.kernel.show import Shown, ShownDecision, show, show_decision
from sandtable.kernel.table import Overlay
from sandtable.server.board_pages import names_page
from sandtable.server.messages import Changed, ShownNow, write_message
from sandtable.server.patches import SentTable, changed_since, patch_between, written
from tests.server.patching import apply_patch, options_of, unpacked
from tests.server.served import Served

CHOICES = 120
MEDIAN, MOST = 2_500, 20_000
"""Bytes that a choice sends to a seat."""


def wire(shown: Shown) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
    return read


def in_order(shown: dict[str, Any]) -> Shown:
    """A table as it was sent; the spaces of an overlay have no order."""
    read = msgspec.convert(shown, Shown)
    overlays = (replace(one, spaces=tuple(sorted(one.spaces))) for one in read.table.overlays)
    return replace(read, table=replace(read.table, overlays=tuple(overlays)))


@pytest.mark.parametrize("game", ["airlift", "luftwaffe", "ontoberlin", "vengeance", "warbirds", "pearls"])
def test_patched_and_whole_tables_agree_at_every_choice(game: str) -> None:
    assert game in games()
    rules, random = find_game(game), Random(7)
    position = Position.new(rules, rules.settle({}), "patches")
    seats = [*position.seats, ""]
    first = {seat: show(position, seat) for seat in seats}
    known = {seat: SentTable.of(1, shown) for seat, shown in first.items()}
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
            assert in_order(seen[seat]) == in_order(wire(now))
            known[seat] = SentTable.of(1, now)
    assert sorted(sizes)[len(sizes) // 2] < MEDIAN, "the median of what is sent"
    assert max(sizes) < MOST, "the most that is sent"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["airlift", "luftwaffe", "ontoberlin", "vengeance", "warbirds", "pearls"])
def test_who_holds_the_common_names_reads_every_option_as_the_game_words_it(game: str, language: str) -> None:
    rules, random = find_game(game), Random(11)
    with speaking(language):
        names = msgspec.json.decode(names_page(rules).body)
        position = Position.new(rules, rules.settle({}), "packed")
        for _ in range(CHOICES):
            if position.over:
                break
            for seat in [*position.seats, ""]:
                whole, sent = show_decision(position, seat), wire(show(position, seat))["decision"]
                assert msgspec.convert(unpacked(sent, names), ShownDecision) == whole
                assert [tuple(option) for option in options_of({"decision": sent})] == list(position.options(seat))
            decider = position.deciders[0]
            position.apply(decider, random.choice(list(position.options(decider))))


def test_only_options_that_follow_one_another_share_an_entry() -> None:
    options = [
        ("go", "a", "x"),
        ("go", "a", "y"),
        ("go", "b", "y"),
        ("stop",),
        ("wait",),
        ("go", "a", 1),
        ("go", "a", 2),
    ]
    packed = PackedDecision((), [], "", in_runs(options))
    assert packed.options == (("go", "a", ("x", "y")), ("go", "b", "y"), ("stop",), ("wait",), ("go", "a", (1, 2)))
    assert list(packed.each()) == options


def test_an_overlay_that_grows_sends_what_came() -> None:
    rules = find_game("pearls")
    shown = show(Position.new(rules, rules.settle({}), "patches"), "north")
    spaces = tuple(f"s{number:03}" for number in range(500))

    def marked(*held: str) -> Shown:
        return replace(shown, table=replace(shown.table, overlays=(Overlay("zone", "Zone", held),)))

    def patched(old: Shown, new: Shown) -> tuple[dict[str, Any], dict[str, Any]]:
        patch = patch_between(SentTable.of(1, old), new, written(new.decision))
        sent = msgspec.json.decode(msgspec.json.encode(patch))
        assert in_order(apply_patch(wire(old), sent)) == in_order(wire(new))
        return sent["table"].get("spaces", {}), sent["table"].get("changes", {})

    assert patched(marked(*spaces), marked(*spaces[1:], "new")) == ({"zone": {"plus": ["new"], "minus": ["s000"]}}, {})
    assert patched(marked(*spaces), marked("new")) == ({}, {"overlays": {"zone": {"spaces": ["new"]}}})
    assert patched(marked(*spaces), marked(*reversed(spaces)))[1] == {}


def test_things_that_share_an_id_are_sent_whole() -> None:
    rules = find_game("pearls")
    shown = show(Position.new(rules, rules.settle({}), "patches"), "north")
    piece = shown.table.pieces[0]
    twice = replace(shown, table=replace(shown.table, pieces=(piece, piece)))
    decision = written(shown.decision)
    assert patch_between(SentTable.of(1, shown), twice, decision) is None
    assert patch_between(SentTable.of(1, twice), shown, decision) is None
    whole = ShownNow(2, twice, [], 0)
    assert changed_since(SentTable.of(1, shown), whole, decision) is whole


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
