"""F2: a save that was damaged, or made to harm, is refused with a sentence, soon and in little memory."""

from __future__ import annotations

import json
import time
import tracemalloc
from random import Random

import pytest

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import games
from sandtable.kernel.position import Position
from sandtable.kernel.save import Recorder, read_save, restore, save
from tests.toys.pearls import GAME

SEED = "ab" * 32
pytestmark = pytest.mark.usefixtures("pearls")


def a_save() -> bytes:
    position = Position.new(GAME, GAME.settle({}), SEED)
    recorder = Recorder(position)
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, position.options(seat)[0])
        recorder.note()
    return save(position, SEED, recorder.digests, {})


def damaged(whole: bytes, random: Random) -> bytes:
    """One of the ways in which a file goes bad."""
    text, at = bytearray(whole), random.randrange(len(whole))
    match random.randrange(8):
        case 0:
            text[at] ^= 1 << random.randrange(8)
        case 1:
            del text[at:]
        case 2:
            del text[at : at + random.randrange(1, 40)]
        case 3:
            text[at:at] = bytes(random.randrange(256) for _ in range(random.randrange(1, 20)))
        case 4:
            text[at:at] = random.choice([b"null", b"NaN", b"1e999", b"9" * 400, b'"\\u0000"', b"\\ud800", b"{}", b"[]"])
        case 5:
            text[at:at] = text[at : at + random.randrange(1, 200)]
        case 6:
            return _other_value(whole, random)
        case 7:
            text += random.choice([b"x", b"{}", b"\0", bytes(whole)])
    return bytes(text)


def _other_value(whole: bytes, random: Random) -> bytes:
    held = json.loads(whole)
    name = random.choice(sorted(held))
    held[name] = random.choice([None, -1, 10**30, "", "x", [], {}, [[]], True, held[random.choice(sorted(held))]])
    return json.dumps(held).encode()


def check(number: int, seed: int) -> int:
    """Load so many damaged saves; how many were refused. Those that still load hold what was played."""
    whole, random, refused = a_save(), Random(seed), 0
    played = restore(read_save(whole))[0].digest()
    games()  # who names an unknown game is told which there are: that loads all of them, once
    for _ in range(number):
        bad = damaged(whole, random)
        begun = time.process_time()
        sentence = ""
        try:
            assert restore(read_save(bad))[0].digest() == played, "what still loads holds what was played"
        except SandtableError as fault:
            sentence = fault.sentence
            refused += 1
        assert not sentence or sentence.endswith((".", "?")), sentence
        assert time.process_time() - begun < 1, "seconds of CPU; mostly it takes a millisecond"
    return refused


def test_damaged_saves_get_a_sentence() -> None:
    assert check(400, 1) > 300


@pytest.mark.soak
def test_ten_thousand_damaged_saves_get_a_sentence() -> None:
    print(f"{check(10_000, 2)} of 10,000 damaged saves refused, the others still hold what was played")


@pytest.mark.parametrize(
    "text",
    [b"[" * 10_000, b'{"a":' * 10_000, b'"' + b"x" * 20_000_000 + b'"', b"9" * 100_000, b"", b"\xff\xfe", b"NaN"],
    ids=["brackets", "braces", "a long string", "a long number", "empty", "other letters", "no number"],
)
def test_a_file_made_to_harm_is_refused_in_little_memory(text: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(SandtableError):
            read_save(text)
        assert tracemalloc.get_traced_memory()[1] < 200 * 1024 * 1024
    finally:
        tracemalloc.stop()
