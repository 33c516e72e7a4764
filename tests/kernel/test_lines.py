"""The journal of a long match is packed; nobody who reads it can tell."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from sandtable.kernel.digests import Digests
from sandtable.kernel.lines import Lines
from sandtable.kernel.records import JournalLine


def line(step: int, word: str = "x") -> JournalLine:
    return JournalLine(step, "T-1", "moves", {"who": word, "dice": [3, 4]}, None, ("north",))


def many(count: int) -> list[JournalLine]:
    return [line(number // 3, f"word {number}") for number in range(count)]


@pytest.mark.parametrize("count", [0, 1, 11, 12, 13, 40, 200])
def test_lines_read_like_a_list(count: int) -> None:
    whole, lines = many(count), Lines(many(count))
    assert len(lines) == count
    assert list(lines) == whole == lines[:]
    for index in (*range(count), *range(-count, 0)):
        assert lines[index] == whole[index]
    random = Random(count)
    for _ in range(60):
        first, last, step = random.randint(-5, count + 5), random.randint(-5, count + 5), random.choice([1, 2, -1])
        assert lines[first:last:step] == whole[first:last:step]
    for index in (count, -count - 1):
        with pytest.raises(IndexError):
            lines[index]


@pytest.mark.parametrize("length", range(0, 101, 7))
def test_lines_are_cut_and_go_on(length: int) -> None:
    lines = Lines(many(100))
    lines.cut(length)
    lines.extend([line(50, "other")] * 30)
    assert lines == [*many(100)[:length], *[line(50, "other")] * 30]


def test_lines_up_to_a_step_are_counted() -> None:
    whole, lines = many(200), Lines(many(200))
    for step in range(-1, 80):
        assert lines.until(step) == sum(one.step <= step for one in whole)


def test_a_mark_tells_what_stood_all_the_time() -> None:
    lines = Lines(many(100))
    mark, late = lines.mark(90), lines.mark(10)
    lines.extend(many(20))
    assert (mark.kept, late.kept) == (90, 10)
    lines.cut(40)
    lines.extend(many(100)[40:])
    assert (mark.kept, late.kept) == (40, 10), "lines that were written again are not the same"


def test_what_stood_before_is_counted_also_where_it_was_packed_since() -> None:
    for before in range(0, 100, 3):
        lines = Lines(many(before))
        old = lines.copy()
        lines.extend(many(100)[before:])
        assert lines.kept_of(old) == before
        assert len(old) == before
        lines.cut(before // 2)
        lines.extend([line(99, "other")])
        assert lines.kept_of(old) == before // 2


def test_lines_with_tuples_are_the_lines_with_lists_that_packing_makes_of_them() -> None:
    tupled = [JournalLine(number, "T-1", "moves", {"dice": (3, 4)}) for number in range(60)]
    assert Lines(tupled) == tupled
    assert Lines(tupled) != tupled[:-1]
    assert Lines(tupled) != [*tupled[:-1], line(59)]


def test_lines_travel_to_other_processes() -> None:
    lines = Lines(many(50))
    lines.mark(3)
    assert pickle.loads(pickle.dumps(lines)) == lines  # noqa: S301 - our own bytes


def test_packed_lines_take_little_room() -> None:
    lines = Lines(many(2000))
    assert sum(map(len, lines._packed)) < 2000 * 60


def test_digests_read_like_a_list() -> None:
    whole = [f"{number:024x}" for number in range(20)]
    digests = Digests(whole)
    assert digests == whole
    assert (digests[0], digests[-1], digests[3:5]) == (whole[0], whole[-1], whole[3:5])
    with pytest.raises(IndexError):
        digests[20]
    digests.put(20, "ff" * 12)
    assert (len(digests), digests[20]) == (21, "ff" * 12)
    digests.put(5, "ee" * 12)
    assert list(digests) == [*whole[:5], "ee" * 12]
