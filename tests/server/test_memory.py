"""R13 What a match keeps of its past is little, and it answers old messages all the same."""

from __future__ import annotations

import gc
import tracemalloc
from random import Random

import msgspec
import pytest

from sandtable.kernel.dice import seed_from
from sandtable.kernel.game import find_game, games
from sandtable.server import messages
from sandtable.server.carried_out import CarriedOut
from sandtable.server.match import Match
from sandtable.server.records import Entry, MatchSetup, Reply, Seat, Viewer


def a_match(id: str) -> Match:
    game = find_game(id)
    options = game.settle({})
    setup = MatchSetup("m", id, options, game.version, game.data_version(), seed_from("long"), "now")
    return Match(setup, [Seat(seat, seat) for seat in game.seats(options)])


def play(match: Match, choices: int, random: Random) -> int:
    """Choices at random; how many were made before the end."""
    for number in range(choices):
        if match.position.over:
            return number
        seat = match.position.deciders[0]
        option = random.choice(list(match.position.options(seat)))
        message = messages.MakeChoice(id=f"{match.version}-of-some-length", step=match.counts(seat)[-1], option=option)
        match.handle(Viewer(seat, (seat,)), message)
    return choices


MOST = 600
"""Bytes for each choice, packed snapshots of the state among them."""


@pytest.mark.parametrize(("id", "choices"), [("luftwaffe", 300), ("ontoberlin", 300), ("vengeance", 150)])
def test_what_a_match_keeps_of_each_choice_is_little(id: str, choices: int) -> None:
    assert id in games()
    play(a_match(id), 2 * choices, Random(5))  # what the rules remember for all matches
    tracemalloc.start()
    try:
        match, random = a_match(id), Random(5)
        assert play(match, choices, random) == choices
        before = _held()
        assert play(match, choices, random) == choices
        kept = (_held() - before) / choices
    finally:
        tracemalloc.stop()
    assert kept < MOST, f"{kept:.0f} bytes for each choice"


def _held() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.parametrize("game", ["luftwaffe", "ontoberlin"])
def test_a_long_run_of_choices_is_undone_and_made_again_without_their_checkpoints(game: str) -> None:
    position, random = a_match(game).position, Random(4)
    before: list[tuple[str, list[bytes]]] = []
    while len(before) < 40:
        before.append((position.digest(), [msgspec.json.encode(line) for line in position.journal.lines]))
        seat = position.deciders[0]
        position.apply(seat, random.choice(list(position.options(seat))))
        if not position.can_undo:
            before.clear()
    last = position.digest()
    held = {id(place.checkpoint) for place in position._undo if place.checkpoint is not None}
    assert len(held) <= 9
    assert len(position._undo) >= 40
    for digest, lines in reversed(before):
        position.undo()
        assert position.digest() == digest
        assert [msgspec.json.encode(line) for line in position.journal.lines] == lines
        assert position.can_redo
    for digest, _ in [*before[1:], (last, [])]:
        position.redo()
        assert position.digest() == digest


def test_messages_are_known_again_by_seat_and_id() -> None:
    done = CarriedOut()
    for number in range(500):
        kind = "undo" if number % 50 == 7 else "rewind" if number % 50 == 8 else "choose"
        option = ("to", number) if kind == "rewind" else () if kind == "undo" else ("bid", f"card-{number}")
        done.note(Entry(number + 1, kind, "north", "human", f"m{number}", option, number, ""), number)
    for number in range(500):
        found = done.find("north", f"m{number}")
        assert found is not None
        assert found.step == number
        assert not found.is_for("choose", ("bid", "card-0")) or number == 0
        assert done.find("south", f"m{number}") is None
    assert done.find("north", "m500") is None
    rewound = done.find("north", "m8")
    assert rewound is not None
    assert rewound.option == ("to", 8)


def test_an_old_message_is_answered_as_before() -> None:
    match = a_match("luftwaffe")
    seat = match.position.deciders[0]
    option = next(iter(match.position.options(seat)))
    message = messages.MakeChoice(id="first", step=0, option=option)
    first = match.handle(Viewer(seat, (seat,)), message)
    play(match, 100, Random(1))
    again = match.handle(Viewer(seat, (seat,)), message)
    assert again[0] == first[1]
    other = messages.MakeChoice(id="first", step=0, option=("another",))
    (refused, _) = match.handle(Viewer(seat, (seat,)), other)
    assert isinstance(refused, Reply)
    assert isinstance(refused.message, messages.NotAccepted)
    assert "already used" in refused.message.error
