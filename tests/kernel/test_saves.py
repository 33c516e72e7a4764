"""Saves: what is loaded is exactly what was saved; whatever else a file holds gets a sentence and is not loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.dice import Dice, ManualDice, seed_from
from sandtable.kernel.errors import SaveError
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.save import Recorder, load_save, read_save, restore, save, write_save
from tests.toys.pearls import GAME

pytestmark = pytest.mark.usefixtures("pearls")
SEED = seed_from("saves")


def played(steps: int = 9, dice: Dice | None = None) -> tuple[Position, Recorder]:
    position = Position.new(GAME, seed=dice or SEED, journal=Journal())
    recorder = Recorder(position)
    while len(position.steps) < steps and not position.over:
        seat = position.deciders[0]
        position.apply(seat, position.options(seat)[-1])
        recorder.note()
    return position, recorder


def saved(steps: int = 9) -> bytes:
    position, recorder = played(steps)
    return save(position, SEED, recorder.digests, {"seats": {"north": "human"}})


def edited(change: Callable[[dict[str, Any]], object]) -> bytes:
    record = json.loads(saved())
    change(record)
    return json.dumps(record).encode()


def load(text: bytes) -> Position:
    return restore(read_save(text), Journal())[0]


@pytest.mark.parametrize("steps", range(12))
def test_round_trip_at_every_step(steps: int) -> None:
    position, recorder = played(steps)
    text = save(position, SEED, recorder.digests)
    again, go_on = restore(read_save(text), Journal())
    assert again.digest() == position.digest()
    assert again.steps == position.steps
    assert again.deciders == position.deciders
    assert again.journal.lines == position.journal.lines
    assert save(again, SEED, go_on.digests) == text


def test_a_loaded_game_goes_on_as_the_original() -> None:
    (position, _), again = played(5), load(saved(5))
    while not position.over:
        seat = position.deciders[0]
        option = position.options(seat)[0]
        position.apply(seat, option)
        again.apply(seat, option)
        assert again.digest() == position.digest()
    assert again.outcome == position.outcome


def test_undo_is_part_of_the_record() -> None:
    position, recorder = played(2)
    seat = position.deciders[0]
    for option in (("polish", seat), ("dull", seat)):
        position.apply(seat, option)
        recorder.note()
    position.undo()
    recorder.note()
    text = save(position, SEED, recorder.digests)
    assert load(text).digest() == position.digest()
    assert len(read_save(text).steps) == 3


def test_dice_of_a_real_table_are_saved_too() -> None:
    position, recorder = played(7, ManualDice(SEED))
    again = load(save(position, SEED, recorder.digests))
    assert isinstance(again.state.dice, ManualDice)
    assert again.digest() == position.digest()


def test_files_are_written_whole_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    write_save(path, saved())
    assert load_save(path).game == "pearls"
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["game.sandtable"]


def test_paths_that_do_not_work_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="Can't read"):
        load_save(tmp_path / "none.sandtable")
    with pytest.raises(SaveError, match="Can't read"):
        load_save(tmp_path)
    with pytest.raises(SaveError, match="Can't write"):
        write_save(tmp_path / "no" / "folder" / "game.sandtable", b"{}")


def test_a_cut_file_is_refused_wherever_it_was_cut() -> None:
    text = saved().rstrip()
    for length in range(0, len(text), 7):
        with pytest.raises(SaveError):
            load(text[:length])


def test_a_flipped_bit_is_found_wherever_it_is() -> None:
    """Every flip is refused, or changes no value: JSON may hold a tab for a space between values."""
    text = saved(3)
    original = json.loads(text)
    found = 0
    for place in range(len(text)):
        for bit in (0, 2, 5):
            flipped = text[:place] + bytes([text[place] ^ 1 << bit]) + text[place + 1 :]
            try:
                load(flipped)
            except SaveError as error:
                assert str(error)  # noqa: PT017 - both ways are right, see above
                found += 1
            else:
                assert json.loads(flipped) == original
    assert found > 2 * len(text)


EDITS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another choice": (lambda r: r["steps"][1].__setitem__(1, ["bid", "card-1"]), "[Ss]tep [12]"),
    "a choice by another seat": (lambda r: r["steps"][4].__setitem__(0, "east"), "Step 5"),
    "an empty choice": (lambda r: r["steps"][4].__setitem__(1, []), "Step 5"),
    "a step left out": (lambda r: (r["steps"].pop(3), r["digests"].pop(3)), "step"),
    "a step put in": (lambda r: (r["steps"].insert(2, ["north", ["sell"]]), r["digests"].insert(3, "")), "Step 3"),
    "steps cut": (lambda r: r["steps"].pop(), "9 digests|10 digests"),
    "a digest": (lambda r: r["digests"].__setitem__(6, "0" * 24), "at step 6"),
    "the first digest": (lambda r: r["digests"].__setitem__(0, ""), "at the set-up"),
    "the seed": (lambda r: r.update(seed=seed_from("another")), "at the set-up"),
    "a seed that is none": (lambda r: r.update(seed="7"), "64 hexadecimal"),
    "a format of the future": (lambda r: r.update(format="sandtable-save-9"), "'sandtable-save-9'"),
    "rules of another version": (lambda r: r.update(rules_version="0.3"), "version 0.3 of the rules"),
    "other components": (lambda r: r.update(data_version="printed"), "different components.*--data"),
    "an unknown game": (lambda r: r.update(game="chess"), "no game 'chess'"),
    "an unknown option": (lambda r: r["options"].update(wind=3), "no option 'wind'"),
    "a value that cannot be": (lambda r: r["options"].update(cards=99), "cards can't be '99'"),
    "another option": (lambda r: r["options"].update(cards=1), "at the set-up"),
    "other dice": (lambda r: r.update(dice="bone"), "'bone'"),
    "manual dice": (lambda r: r.update(dice="manual"), "at the set-up"),
    "the checkpoint": (lambda r: r["checkpoint"].update(winner="north"), "checkpoint"),
    "a checkpoint that is none": (lambda r: r.update(checkpoint=[]), "checkpoint"),
    "dice in the checkpoint": (lambda r: r["checkpoint"].update(dice={"kind": "bone"}), "checkpoint"),
    "the notes": (lambda r: r["notes"].update(seats={}), "something else"),
    "the check": (lambda r: r.update(check=""), "something else"),
    "a field left out": (lambda r: r.pop("seed"), "seed"),
    "a field of another type": (lambda r: r.update(steps="none"), "steps"),
    "a choice of another type": (lambda r: r["steps"][2].__setitem__(1, [{"bid": 1}]), r"steps\[2\]"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_file_is_refused_with_what_and_where(name: str) -> None:
    change, sentence = EDITS[name]
    with pytest.raises(SaveError, match=sentence):
        load(edited(change))


def test_an_unedited_file_passes_the_same_path() -> None:
    assert load(edited(lambda r: None)).digest() == load(saved()).digest()


def test_deep_nesting_is_refused() -> None:
    deep = b'{"format":' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    with pytest.raises(SaveError):
        load(deep)
    for field in ("notes", "checkpoint"):
        with pytest.raises(SaveError):
            load(saved().replace(f'"{field}": {{'.encode(), f'"{field}": {{"x":'.encode() + b"[" * 100_000))
        nested = b'"x":' + b"[" * 5_000 + b"]" * 5_000 + b","
        with pytest.raises(SaveError):
            load(saved().replace(f'"{field}": {{'.encode(), f'"{field}": {{'.encode() + nested))


def test_a_huge_file_is_refused_before_it_is_read() -> None:
    with pytest.raises(SaveError, match="65 MiB"):
        read_save(b" " * (65 << 20))


@pytest.mark.parametrize(
    "text", [b"", b"null", b"[]", b"hello", b"\xff\xfe\x00", b"PK\x03\x04", b"{}", b"\x00" * 100, b"1e999"]
)
def test_what_is_no_save_is_refused(text: bytes) -> None:
    with pytest.raises(SaveError):
        read_save(text)
