"""Dice: fair, repeatable from seed and counter, loadable for tests, and replaceable by those of a real table."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.kernel.dice import Dice, LoadedDice, ManualDice, NamedDice, commitment, from_wire, seed_from
from sandtable.kernel.errors import NeedRoll, SaveError


def chi_square(counts: Counter[int], faces: range, rolls: int) -> float:
    expected = rolls / len(faces)
    return sum((counts[face] - expected) ** 2 / expected for face in faces)


# The 99.9 % points of chi-square; the seeds are fixed, so these tests always give the same figure.
@pytest.mark.parametrize(("sides", "limit"), [(2, 10.83), (6, 20.52), (10, 27.88), (100, 148.23), (200, 266.4)])
def test_every_face_is_equally_likely(sides: int, limit: float) -> None:
    dice = Dice(seed_from("chi-square"))
    rolls = 60_000
    counts = Counter(dice.roll(sides) for _ in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square(counts, range(1, sides + 1), rolls) < limit


def test_no_modulo_bias() -> None:
    """With 256 % 200 = 56, plain modulo would give the first 56 numbers twice as often as the rest."""
    dice = Dice(seed_from("bias"))
    low = sum(dice.below(200) < 56 for _ in range(40_000))
    assert abs(low / 40_000 - 56 / 200) < 0.01


def test_wide_numbers_reach_their_whole_range_evenly() -> None:
    dice = Dice(seed_from("wide"))
    counts = Counter(dice.below(3_000) // 1_000 for _ in range(30_000))
    assert chi_square(counts, range(3), 30_000) < 13.82
    assert max(Dice(seed_from(i)).below(1 << 62) for i in range(64)) > 1 << 60


def test_successive_rolls_are_independent() -> None:
    dice = Dice(seed_from("pairs"))
    pairs = Counter(6 * dice.below(6) + dice.below(6) for _ in range(36_000))
    assert chi_square(pairs, range(36), 36_000) < 66.62


def test_shuffles_give_every_order_equally_often() -> None:
    dice = Dice(seed_from("orders"))
    orders = {order: i for i, order in enumerate(("abc", "acb", "bac", "bca", "cab", "cba"))}
    counts: Counter[int] = Counter()
    for _ in range(12_000):
        pile = list("abc")
        dice.shuffle(pile)
        counts[orders["".join(pile)]] += 1
    assert chi_square(counts, range(6), 12_000) < 20.52


def test_the_same_seed_rolls_the_same_on_every_machine() -> None:
    dice = Dice(seed_from(1))
    assert seed_from(1) == "6d0daccb51aaaf5a00aa455d6553c8a9d490fbaf19ace2a26a18429b9da321db"
    assert [dice.roll() for _ in range(20)] == [2, 6, 3, 6, 2, 1, 1, 2, 6, 3, 1, 6, 5, 6, 6, 6, 3, 2, 6, 1]
    assert commitment(dice.seed) == "3e349ced398b56534e825667b0d3af546d5fc0c4d86aaae7ec912421bff90d78"


def test_seed_and_counter_are_the_whole_state() -> None:
    dice = Dice(seed_from("whole"))
    for _ in range(1_000):
        dice.roll(10)
    twin = Dice(dice.seed, dice.taken)
    assert [twin.roll(10) for _ in range(200)] == [dice.roll(10) for _ in range(200)]


def test_a_copy_rolls_on_by_itself() -> None:
    dice = Dice(seed_from("copy"))
    dice.roll()
    twin, taken = dice.copy(), dice.taken
    ahead = [twin.roll() for _ in range(100)]
    assert dice.taken == taken
    assert [dice.roll() for _ in range(100)] == ahead


def test_a_single_possibility_takes_nothing() -> None:
    dice = Dice(seed_from("one"))
    assert dice.below(1) == 0
    assert dice.pick(["only"]) == "only"
    assert dice.taken == 0


def test_take_removes_what_it_draws() -> None:
    dice, pile = Dice(seed_from("take")), list("abcdef")
    drawn = [dice.take(pile) for _ in range(6)]
    assert sorted(drawn) == list("abcdef")
    assert pile == []


def test_loaded_dice_give_what_the_test_laid() -> None:
    dice = Dice.loaded([6, 1], skill=["success"])
    assert dice.pick(["failure", "success"], "skill") == "success"
    assert (dice.roll(), dice.roll()) == (6, 1)
    assert dice.left() == {}
    with pytest.raises(LookupError, match="nothing left"):
        dice.roll()


def test_loaded_dice_refuse_what_cannot_come() -> None:
    with pytest.raises(LookupError, match="no face"):
        Dice.loaded([7]).roll(6)
    with pytest.raises(LookupError, match="not a number"):
        Dice.loaded([6]).below(6)
    with pytest.raises(LookupError, match="not among"):
        Dice.loaded(["king"]).pick(["ace", "queen"])


def test_loaded_dice_go_on_with_real_ones() -> None:
    dice = Dice.loaded([6], then=seed_from("then"))
    assert dice.roll() == 6
    assert 1 <= dice.roll() <= 6


def test_a_copy_of_loaded_dice_has_its_own_piles() -> None:
    dice = Dice.loaded([1, 2, 3])
    twin = dice.copy()
    assert [twin.roll(), twin.roll(), twin.roll()] == [1, 2, 3]
    assert dice.left() == {"": [1, 2, 3]}


def test_loaded_dice_leave_a_pile_as_it_was_laid() -> None:
    pile = list("abc")
    Dice.loaded().shuffle(pile)
    assert pile == list("abc")


def test_manual_dice_wait_for_what_people_rolled() -> None:
    dice = ManualDice(seed_from("manual"))
    with pytest.raises(NeedRoll) as need:
        dice.roll(6, "flak")
    assert need.value.what == "flak"
    assert need.value.results == (1, 2, 3, 4, 5, 6)
    given = ManualDice(dice.seed, 0, (4, "queen"))
    assert given.roll(6) == 4
    assert given.pick(["ace", "queen"]) == "queen"
    with pytest.raises(NeedRoll):
        given.roll(6)


def test_manual_draws_offer_each_face_once() -> None:
    with pytest.raises(NeedRoll) as need:
        ManualDice(seed_from("faces")).pick(["hit", "hit", "miss"])
    assert need.value.results == ("hit", "miss")


def test_dice_survive_their_wire_form() -> None:
    loaded = LoadedDice({"": [1], "skill": ["success"]})
    for dice in (Dice(seed_from("wire"), 17), ManualDice(seed_from("wire"), 3), loaded):
        twin = from_wire(dice.to_wire())
        assert type(twin) is type(dice)
        assert twin.to_wire() == dice.to_wire()


@pytest.mark.parametrize(
    "wire", [{}, {"kind": "keyed", "seed": "short", "taken": 0}, {"kind": "bone"}, {"kind": "keyed"}]
)
def test_other_dice_are_refused(wire: dict[str, object]) -> None:
    with pytest.raises(SaveError):
        from_wire(wire)


def test_two_dice_come_one_after_the_other_and_are_those_of_two_rolls() -> None:
    assert Dice.loaded([3, 5]).pair(6, "rally") == (3, 5)
    one, other = Dice(seed_from("pair")), Dice(seed_from("pair"))
    assert one.pair(8) == (other.roll(8), other.roll(8))
    assert one.taken == other.taken


def test_rolls_of_one_name_do_not_shift_those_of_another() -> None:
    """Two choices in one imagined world: one of them takes a test more."""
    short, long = NamedDice(seed_from("world")), NamedDice(seed_from("world"))
    long.roll(6, "test")
    drawn = [short.take(list(range(30)), "card") for _ in range(20)]
    twin = long.copy()
    assert [long.take(list(range(30)), "card") for _ in range(20)] == drawn
    assert [twin.take(list(range(30)), "card") for _ in range(20)] == drawn
    assert [short.roll(6, "other") for _ in range(20)] != [short.roll(6, "test") for _ in range(20)]
    with pytest.raises(TypeError):
        long.to_wire()


def test_named_rolls_are_as_fair() -> None:
    dice = NamedDice(seed_from("chi-square"))
    counts = Counter(dice.roll(6, "test") for _ in range(60_000))
    assert chi_square(counts, range(1, 7), 60_000) < 20.52
