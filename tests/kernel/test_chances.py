"""What a roll can do: exact where all ways can be gone, otherwise sampled and labelled so."""

from __future__ import annotations

import pytest

from sandtable.kernel.chances import SAMPLES, chances, odds, together, totals
from sandtable.kernel.dice import Dice, seed_from


def two_dice(dice: Dice) -> int:
    return dice.roll(6) + dice.roll(6)


def test_all_ways_of_two_dice() -> None:
    found, sampled = chances(two_dice)
    assert not sampled
    assert found[7] == pytest.approx(6 / 36)
    assert found[2] == pytest.approx(1 / 36)
    assert sum(found.values()) == pytest.approx(1)
    assert totals(2) == pytest.approx({total: (6 - abs(7 - total)) / 36 for total in range(2, 13)})
    assert list(totals(3)) == list(range(3, 19))


def test_a_second_roll_that_depends_on_the_first_counts_by_its_ways() -> None:
    def twice_on_six(dice: Dice) -> str:
        first = dice.roll(6)
        return "hit" if first == 6 and dice.roll(6) >= 4 else "near" if first == 6 else "miss"

    shown = odds(twice_on_six, [(1, "X-1", "why")], order=("hit", "near", "miss"))
    assert [name for name, _ in shown.outcomes] == ["hit", "near", "miss"]
    assert [share for _, share in shown.outcomes] == pytest.approx([1 / 12, 1 / 12, 5 / 6])
    assert shown.modifiers == ((1, "X-1", "why"),)
    assert not shown.sampled


def test_cards_and_shuffles_are_gone_through_too() -> None:
    def drawn(dice: Dice) -> str:
        pile = ["a", "a", "b"]
        first, second = dice.take(pile), dice.take(pile)
        return "".join(sorted(first + second))

    assert chances(drawn)[0] == pytest.approx({"aa": 1 / 3, "ab": 2 / 3})

    def top(dice: Dice) -> str:
        pile = ["a", "b", "c"]
        dice.shuffle(pile)
        return pile[0]

    assert chances(top)[0] == pytest.approx({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})


def test_too_many_ways_are_sampled_and_labelled() -> None:
    def many(dice: Dice) -> str:
        return "high" if sum(dice.roll(6) for _ in range(8)) > 28 else "low"

    shown = odds(many)
    assert shown.sampled
    assert sum(share for _, share in shown.outcomes) == pytest.approx(1)
    exact = sum(share for total, share in totals(8).items() if total > 28)
    assert dict(shown.outcomes)["high"] == pytest.approx(exact, abs=4 * 0.5 / SAMPLES**0.5)
    assert odds(many) == shown  # the same whenever it is asked


def test_sums_of_independent_numbers() -> None:
    assert together([{0: 0.5, 1: 0.5}, {0: 0.5, 2: 0.5}]) == pytest.approx({0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25})
    assert together([]) == {0: 1.0}


def test_real_dice_agree_with_the_chances() -> None:
    dice = Dice(seed_from("agree"))
    rolled = [two_dice(dice) for _ in range(20_000)]
    for total, share in chances(two_dice)[0].items():
        assert rolled.count(total) / 20_000 == pytest.approx(share, abs=0.012)
