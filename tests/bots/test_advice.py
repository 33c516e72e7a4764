"""Advice about a decision: chances, the best few choices, and reasons that come from the game's own facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.bots.advice import Counsel, advise, outlook, well_tried
from sandtable.bots.evaluation import Turn, evaluate_match, turn_within, turning_points
from sandtable.bots.player import Budget
from sandtable.bots.search import LEAST_WORLDS, Judged
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.language import speaking
from sandtable.kernel.position import Position
from sandtable.kernel.save import load_save, restore
from sandtable.kernel.state import State
from tests.toys.pearls import GAME

GOLDEN = Path(__file__).parents[1] / "golden"


def dice() -> Dice:
    return Dice(seed_from("advice"))


def played(file: str, step: int) -> Position:
    position, _ = restore(load_save(GOLDEN / file))
    return position.as_of(step)


def with_other_secrets(position: Position) -> Position:
    """The same as south sees it, with other cards in north's hand."""
    state: State = position.checkpoint.clone()
    hidden = [*state.hands["north"], *state.deck]  # type: ignore[attr-defined]
    state.hands["north"], state.deck = tuple(hidden[-3:]), hidden[:-3]  # type: ignore[attr-defined]
    assert state.hands["north"] != position.state.hands["north"]  # type: ignore[attr-defined]
    return Position.resume(GAME, position.options_chosen, state, [])


def test_what_is_hidden_changes_nothing_in_the_advice() -> None:
    position = Position.new(GAME, seed="hidden")
    other = with_other_secrets(position)
    assert position.sight("south") == other.sight("south")
    budget = Budget(nodes=300)
    assert advise(position, "south", budget, dice()) == advise(other, "south", budget, dice())
    assert outlook(position, "south", budget, dice()) == outlook(other, "south", budget, dice())


def test_the_higher_card_is_advised_and_the_same_dice_give_the_same() -> None:
    position = Position.new(GAME, seed="bids")
    found = advise(position, "south", Budget(nodes=2000), dice())
    assert found == advise(position, "south", Budget(nodes=2000), dice())
    assert [one.choice for one in found.best] == [one.option for one in sorted(found.thought.judged, key=_by_chance)]
    assert (found.chance, found.error) == (found.best[0].chance, found.best[0].error)
    assert found.best[0].option.startswith("Bid card ")
    assert found.best[0].line, "how it might go on"
    assert len(position.steps) == 0, "nothing is played in the match itself"


def _by_chance(one: Judged) -> float:
    return -one.chance


def test_whoever_waits_has_a_chance_too() -> None:
    position = Position.new(GAME, seed="waits")
    position.apply("south", position.options("south")[0])
    chance, error = outlook(position, "south", Budget(nodes=500), dice())
    assert 0 < chance < 1
    assert error > 0
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, position.options(seat)[0])
    assert outlook(position, "south", Budget(nodes=500), dice())[0] in (0.0, 0.5, 1.0)


@pytest.fixture(scope="module")
def panzerschreck() -> Position:
    """The German may fire a Panzerschreck from a building, at Russians in a stone one."""
    return played("vengeance/001-russians-task.sandtable", 160)


@pytest.fixture(scope="module")
def counsel(panzerschreck: Position) -> Counsel:
    return advise(panzerschreck, "german", Budget(nodes=1500), dice())


def test_an_option_that_was_lucky_in_one_world_is_not_advised(panzerschreck: Position) -> None:
    """With many options and few nodes all are tried once and most of them no more; one try has no error to show."""
    found = advise(panzerschreck, "german", Budget(nodes=600), dice())
    worlds = {one.option: one.worlds for one in found.thought.judged}
    assert min(worlds.values()) == 1
    assert [worlds[one.choice] >= LEAST_WORLDS for one in found.best] == [True] * len(found.best)
    lucky, steady, worse = Judged(("a",), 0.9, 0.0, 1), Judged(("b",), 0.6, 0.02, 40), Judged(("c",), 0.5, 0.05, 8)
    assert well_tried([lucky, worse, steady]) == [steady, worse]
    assert well_tried([lucky, Judged(("d",), 0.2, 0.1, 3)]) == [Judged(("d",), 0.2, 0.1, 3)], "stopped by the clock"


def test_the_odds_of_a_roll_are_a_reason_with_what_counts_most_in_it(counsel: Counsel) -> None:
    fires = next(one for one in counsel.best if one.option == "Fire German Panzerschreck 1 at I5")
    effect, modifiers = fires.reasons[:2]
    assert effect.startswith("8 % to take effect: 1MC 3 %, 2MC 2 % and NMC 1 %")
    assert modifiers == (
        "On the roll: +3 Q: stone building (RV-B.1) and +2 C3: backblast weapon fired from inside (RV-C5.1)."
    )


def test_a_roll_to_come_is_foreseen_where_a_group_is_put_together_first(counsel: Counsel) -> None:
    begins = next(one for one in counsel.best if one.option.startswith("Fire with "))
    assert begins.reasons[0].startswith("Next, Germans with “")
    assert "% to take effect: " in begins.reasons[0]
    assert "stone building (RV-B.1)" in begins.reasons[0]


def test_reasons_are_told_in_german(panzerschreck: Position) -> None:
    with speaking("de"):
        found = advise(panzerschreck, "german", Budget(nodes=1500), dice())
    told = [reason for one in found.best for reason in one.reasons]
    assert any(reason.startswith("Wirkt zu 8 %: ") for reason in told)
    assert any(reason.startswith("Für den Wurf zählen: ") for reason in told)
    assert any(reason.startswith("Danach ") for reason in told)


def test_the_score_that_a_choice_leads_to_is_a_reason() -> None:
    position = played("warbirds/002-tour-complete.sandtable", 51)
    found = advise(position, position.deciders[0], Budget(nodes=6000), dice())
    best, worse = found.best
    assert best.option == "Stay over the target"
    assert found.sure
    assert best.reasons[-1].startswith("Tour points: ")
    assert best.reasons[-1].endswith(" more than after “Leave and jettison the bombs”.")
    assert worse.reasons[-1].endswith(" less than after “Stay over the target”.")


def test_the_curve_of_a_match_ends_with_its_result_and_turns_where_the_chances_moved() -> None:
    position, _ = restore(load_save(GOLDEN / "airlift" / "003-won.sandtable"))
    found = evaluate_match(position)
    assert found.curve[0][0] == 0
    assert found.curve[-1][0] == len(position.steps)
    assert len(found.curve) <= 82
    assert set(found.curve[-1][1].values()) <= {0.0, 0.5, 1.0}
    steps = [turn.step for turn in found.turns]
    assert steps == sorted(set(steps))
    for turn in found.turns:
        assert turn.heading.startswith("Winter 1949 · turn ")
        assert abs(turn.after - turn.before) > 0.01


def test_turning_points_are_the_largest_moves_in_the_order_of_play() -> None:
    curve = [(0, {"a": 0.5}), (5, {"a": 0.5}), (9, {"a": 0.9}), (12, {"a": 0.8})]
    assert turning_points(curve) == (Turn(5, "a", 0.5, 0.9), Turn(9, "a", 0.9, 0.8))


def test_a_match_turns_where_the_chances_change_for_good() -> None:
    """A half-finished set-up once turned a match "from 67 % to 100 %", though its curve never left 70 %."""
    turn = Turn(0, "a", 0.6, 0.9)
    spike = [(0, {"a": 0.6}), (1, {"a": 0.6}), (2, {"a": 1.0}), (3, {"a": 0.62}), (4, {"a": 0.9}), (5, {"a": 0.9})]
    assert turn_within(turn, spike) == Turn(3, "a", 0.6, 0.9)
    down = [(step, {"a": 1 - there["a"]}) for step, there in spike]
    assert turn_within(Turn(0, "a", 0.4, 0.1), down) == Turn(3, "a", 0.4, 0.1)
    assert turn_within(turn, spike[:1]) == turn
