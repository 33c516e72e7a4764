"""Positions: options, choices, refusals, undo and its barriers, rewind, clones, imagination, dice of a real table."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, ManualDice, seed_from
from sandtable.kernel.errors import Refused, RuleFault
from sandtable.kernel.flow import Choose, Flow, Secretly, privately
from sandtable.kernel.game import AnyGame
from sandtable.kernel.journal import Journal
from sandtable.kernel.playout import play_out
from sandtable.kernel.position import ROLLED, Choice, Position
from sandtable.kernel.show import show, words_for
from sandtable.kernel.state import digest, state_from_json, state_to_json
from sandtable.kernel.step_counts import StepCounts
from tests.toys.pearls import GAME as PEARLS
from tests.toys.pearls import Pearls
from tests.toys.tiny import Tiny, TinyGame, TinyView

AB = [("a",), ("b",)]


def ask_twice(s: Tiny) -> Flow:
    for _ in range(2):
        pick = yield Choose("red", AB, rule="TI-1.1")
        s.said.append(pick[0])
        s.journal.add("TI-1.1", f"red says {pick[0]}")


def tiny(activity: object = ask_twice, turns: int = 3, journal: Journal | None = None) -> Position:
    return Position.new(TinyGame(activity, turns), seed="tiny", journal=journal)  # type: ignore[arg-type]


def said(position: Position) -> list[str]:
    state = position.state
    assert isinstance(state, Tiny)
    return state.said


# -- choosing ----------------------------------------------------------------------------------------------------------


def test_only_the_seat_that_is_asked_has_options() -> None:
    position = tiny()
    assert position.deciders == ("red",)
    assert list(position.options("red")) == AB
    assert position.options("blue") == ()


@pytest.mark.parametrize(
    ("seat", "option", "sentence"),
    [
        ("red", ("c",), "You can't choose"),
        ("red", (), "not an option"),
        ("red", ("a", True), "not an option"),
        ("red", ["a"], "not an option"),
        ("red", None, "not an option"),
        ("red", ("a", ["b"]), "not an option"),
        ("blue", ("a",), "It isn't your turn to choose: waiting for Red"),
        ("green", ("a",), "no seat 'green'"),
    ],
)
def test_a_refused_choice_changes_nothing(seat: str, option: Any, sentence: str) -> None:
    position = tiny(journal=Journal())
    position.apply("red", ("a",))
    before = position.digest(), list(position.steps), len(position.journal.lines)
    with pytest.raises(Refused, match=sentence):
        position.apply(seat, option)
    assert (position.digest(), position.steps, len(position.journal.lines)) == before
    position.apply("red", ("b",))
    assert said(position) == ["a", "b"]


def test_a_near_miss_is_explained_by_its_rule() -> None:
    position = Position.new(PEARLS, seed=1)
    for seat in ("north", "south"):
        position.apply(seat, position.options(seat)[0])
    winner = position.deciders[0]
    position.apply(winner, ("polish", winner))
    refusal = position.refusal(winner, ("polish", winner))
    assert refusal is not None
    assert (refusal.sentence, refusal.rule) == ("All your pearls are polished.", "PE-3.1")


def test_an_explanation_that_fails_is_none() -> None:
    def careless(s: Tiny) -> Flow:
        yield Choose("red", AB, rule="TI-1.1", why_not=lambda option: (str(option[7]), "TI-1.1"))

    refusal = tiny(careless).refusal("red", ("c",))
    assert refusal is not None
    assert refusal.rule == "TI-1.1"


def test_nothing_can_be_chosen_after_the_end() -> None:
    position = tiny(turns=1)
    for _ in range(2):
        position.apply("red", ("a",))
    assert position.over
    assert position.deciders == ()
    with pytest.raises(Refused, match="over"):
        position.apply("red", ("a",))


def test_forced_choices_are_taken_without_asking() -> None:
    def forced(s: Tiny) -> Flow:
        pick = yield Choose("red", [("only",)], rule="TI-1.1", forced=True)
        s.said.append(pick[0])
        yield Choose("blue", [("only",)], rule="TI-1.2")

    position = tiny(forced)
    assert said(position) == ["only"]
    assert position.deciders == ("blue",)


def test_secret_choices_stay_sealed_until_all_are_in() -> None:
    position = Position.new(PEARLS, seed=3)
    state = position.state
    assert isinstance(state, Pearls)
    hands = dict(state.hands)
    position.apply("south", position.options("south")[1])
    assert position.deciders == ("north",)
    assert state.hands == hands
    position.apply("north", position.options("north")[0])
    assert position.state.secrets_shown == 1
    assert {seat: len(hand) for seat, hand in state.hands.items()} == {"north": 2, "south": 2}


# -- faults ------------------------------------------------------------------------------------------------------------


def failing(fault: BaseException) -> Position:
    def activity(s: Tiny) -> Flow:
        yield Choose("red", AB, rule="TI-1.1")
        s.said.append("begun")
        s.journal.add("TI-1.1", "begun")
        pick = yield Choose("red", AB, rule="TI-1.1")
        s.said.append("half done")
        if pick == ("b",):
            raise fault

    return tiny(activity, journal=Journal())


@pytest.mark.parametrize("fault", [ZeroDivisionError("by zero"), KeyError("u1")])
def test_a_rule_that_fails_leaves_the_position_as_it_was(fault: Exception) -> None:
    position = failing(fault)
    position.apply("red", ("a",))
    before = position.digest(), list(position.steps), len(position.journal.lines)
    with pytest.raises(RuleFault, match="step 2") as told:
        position.apply("red", ("b",))
    # What the fault says may name hidden things: developers find it chained, players are not told.
    assert str(fault) not in str(told.value)
    assert told.value.__cause__ is fault
    assert (position.digest(), position.steps, len(position.journal.lines)) == before
    position.apply("red", ("a",))
    assert said(position) == ["begun", "half done"]


def test_an_interrupted_rule_leaves_the_position_as_it_was() -> None:
    position = failing(KeyboardInterrupt())
    position.apply("red", ("a",))
    before = position.digest()
    with pytest.raises(KeyboardInterrupt):
        position.apply("red", ("b",))
    assert position.digest() == before
    position.apply("red", ("a",))


# -- undo --------------------------------------------------------------------------------------------------------------


def test_undo_and_redo_are_exact() -> None:
    position = tiny(journal=Journal())
    trail = [position.digest()]
    for letter in "abab":
        position.apply("red", (letter,))
        trail.append(position.digest())
    for expected in reversed(trail[:-1]):
        position.undo("red")
        assert position.digest() == expected
    assert position.journal.lines == []
    for expected in trail[1:]:
        position.redo()
        assert position.digest() == expected
    assert [line.event for line in position.journal.lines] == [f"red says {x}" for x in "abab"]
    with pytest.raises(Refused):
        position.redo()


def test_a_new_choice_forgets_what_could_be_redone() -> None:
    position = tiny()
    position.apply("red", ("a",))
    position.undo()
    position.apply("red", ("b",))
    assert not position.can_redo


def barrier(kind: str) -> Position:
    def activity(s: Tiny) -> Flow:
        pick = yield Choose("red", AB, rule="TI-1.1")
        s.said.append(pick[0])
        if kind == "die":
            s.said.append(str(s.dice.roll()))
        if kind == "reveal":
            s.reveal()
            s.said.append(s.secret)
        yield Choose("blue" if kind == "seat" else "red", AB, rule="TI-1.2")

    return tiny(activity)


@pytest.mark.parametrize("kind", ["die", "reveal", "seat"])
def test_undo_stops_at_dice_secrets_and_other_seats(kind: str) -> None:
    position = barrier(kind)
    position.apply("red", ("a",))
    before = position.digest()
    assert not position.can_undo
    with pytest.raises(Refused, match="You can't undo that"):
        position.undo()
    assert position.digest() == before


def test_without_a_barrier_undo_is_free() -> None:
    position = barrier("none")
    position.apply("red", ("a",))
    assert position.can_undo


def test_the_step_to_which_repeated_undo_leads() -> None:
    def orders(s: Tiny) -> Flow:
        for _ in range(3):
            pick = yield Choose("red", AB, rule="TI-1.1")
            s.said.append(pick[0])
        s.dice.roll(6, "fate")
        yield Choose("red", AB, rule="TI-1.2")
        yield Choose("red", AB, rule="TI-1.3")

    position = tiny(orders)
    found = [position.undo_to("red")]
    for _ in range(4):
        position.apply("red", ("a",))
        found.append(position.undo_to("red"))
    assert found == [None, 0, 0, None, 3]
    assert position.undo_to("blue") is None
    position.undo("red")
    assert (len(position.steps), position.undo_to("red")) == (3, None)


def test_a_seat_can_take_back_only_its_own_choice() -> None:
    position = tiny()
    position.apply("red", ("a",))
    with pytest.raises(Refused):
        position.undo("blue")
    position.undo("red")


def test_a_sealed_choice_can_be_taken_back_until_all_are_open() -> None:
    def bids(s: Tiny) -> Flow:
        picks = yield Secretly({"red": AB, "blue": AB}, rule="TI-2.1")
        s.said.extend(pick[0] for pick in picks.values())
        yield Choose("blue", AB, rule="TI-2.2")

    position = tiny(bids)
    position.apply("red", ("a",))
    position.undo("red")
    assert position.deciders == ("red", "blue")
    position.apply("red", ("b",))
    position.apply("blue", ("a",))
    # Blue decides next and no rule called reveal(), but blue has seen red's bid now.
    assert not position.can_undo


# -- rewind ------------------------------------------------------------------------------------------------------------


def long_pearls(steps: int = 8) -> tuple[Position, list[str]]:
    position = Position.new(PEARLS, seed=5)
    trail = [position.digest()]
    while len(position.steps) < steps:
        seat = position.deciders[0]
        position.apply(seat, position.options(seat)[-1 if len(position.steps) % 2 else 0])
        trail.append(position.digest())
    return position, trail


def test_rewind_goes_back_over_every_barrier() -> None:
    for steps in range(9):
        position, trail = long_pearls()
        position.rewind(steps)
        assert position.digest() == trail[steps]
        assert len(position.steps) == steps
        position.rewind(0)
        assert position.digest() == trail[0]
        position.rewind(0)


@pytest.mark.parametrize("to", [20, 25, 26, 49, 50, 60, 75, 99])
def test_after_a_rewind_the_same_can_be_taken_back_freely_as_then(to: int) -> None:
    """However far apart the snapshots lie, from which one goes back."""
    position = tiny(turns=200)
    for _ in range(100):
        position.apply("red", ("a",))
    assert position.undo_to("red") == 0
    position.rewind(to)
    assert position.undo_to("red") == 0
    for _ in range(to):
        position.undo("red")
    assert not position.can_undo


def test_a_position_looks_back_by_the_nearest_way() -> None:
    position = tiny(turns=200)
    for number in range(120):
        position.apply("red", ("a" if number % 3 else "b",))
    near = None
    for step in (0, 60, 61, 59, 119, 118, 5, 120):
        fresh = Position.new(position.game, position.options_chosen, position.state.dice.seed)
        for made in position.steps[:step]:
            fresh.apply(made.seat, made.option)
        near = position.as_of(step, near)
        assert near.digest() == fresh.digest()
        assert near.steps == position.steps[:step]
        assert near is not position
    position.rewind(3)
    position.apply("red", ("a",))
    assert position.as_of(4, near).steps == position.steps


def test_a_long_past_is_packed_and_can_be_returned_to() -> None:
    position, digests = tiny(turns=400), []
    for number in range(300):
        digests.append(position.digest())
        position.apply("red", ("a" if number % 7 else "b",))
    for step in (250, 130, 20, 0):
        position.rewind(step)
        assert position.digest() == digests[step]


def test_a_position_at_rest_is_taken_up_as_it_was() -> None:
    position, _ = long_pearls(5)
    assert position.can_be_stored
    again = Position.from_stored(
        position.game, position.options_chosen, position.stored(), position.steps, StepCounts(5), (), Journal()
    )
    assert again.digest() == position.digest()
    assert again.deciders == position.deciders
    assert not again.can_undo


def test_rewind_refuses_steps_that_never_were() -> None:
    position, _ = long_pearls()
    for steps in (-1, 99):
        with pytest.raises(Refused, match="no step"):
            position.rewind(steps)


def test_rewind_after_undo_follows_the_choices_that_count() -> None:
    position = tiny(turns=40)
    for _ in range(60):
        position.apply("red", ("a",))
    for _ in range(20):
        position.undo()
    for _ in range(20):
        position.apply("red", ("b",))
    position.rewind(55)
    assert said(position) == ["a"] * 40 + ["b"] * 15
    assert [step.option for step in position.steps] == [("a",)] * 40 + [("b",)] * 15


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_clone_stands_at_the_same_decision_and_goes_its_own_way() -> None:
    position, _ = long_pearls(4)
    twin = position.clone()
    assert twin.digest() == position.digest()
    assert twin.deciders == position.deciders
    before = position.digest()
    seat = twin.deciders[0]
    twin.apply(seat, twin.options(seat)[0])
    assert position.digest() == before


def test_resume_goes_on_from_a_stored_checkpoint() -> None:
    position = tiny()
    for letter in "aba":
        position.apply("red", (letter,))
    stored = state_from_json(Tiny, state_to_json(position.checkpoint))
    again = Position.resume(position.game, position.options_chosen, stored, position.since_checkpoint)
    assert again.digest() == position.digest()
    assert again.steps == [Choice("red", ("a",))]
    again.apply("red", ("b",))
    position.apply("red", ("b",))
    assert again.digest() == position.digest()


def test_imagination_keeps_the_view_and_hides_the_truth() -> None:
    seen = set()
    for number in range(30):
        position = tiny()
        position.apply("red", ("a",))
        twin = position.imagine("red", Dice(seed_from(f"dream {number}")))
        assert twin.sight("red") == position.sight("red")
        assert twin.state.dice.seed != position.state.dice.seed
        assert twin.checkpoint is not position.checkpoint
        guessed = twin.state
        assert isinstance(guessed, Tiny)
        seen.add(guessed.secret)
        before = position.digest()
        twin.apply("red", ("b",))
        assert position.digest() == before
    assert len(seen) == 4


def test_an_imagined_position_cannot_be_taken_back_to_the_truth() -> None:
    position = failing(ZeroDivisionError())
    position.apply("red", ("a",))
    twin = position.imagine("red", Dice(seed_from("dream")))
    began = twin.digest()
    with pytest.raises(Refused):
        twin.undo()
    with pytest.raises(RuleFault, match="nothing has changed"):
        twin.apply("red", ("b",))
    assert twin.digest() == began
    twin.rewind(0)
    assert twin.digest() == began
    assert twin.state.dice.seed != position.state.dice.seed
    assert twin.checkpoint.dice.seed == twin.state.dice.seed


def holding(s: Tiny) -> Flow:
    said = s.said  # a rule may hold a container over a decision
    for _ in range(3):
        chosen = yield Choose("red", AB, rule="TI-1.1")
        said.append(f"{chosen[0]}{s.secret}")
    yield Choose("red", AB, rule="TI-1.1")
    said.append(str(s.dice.roll()))


def test_an_imagined_position_is_cloned_taken_back_and_imagined_in_the_middle_of_an_activity() -> None:
    position = tiny(holding)
    position.apply("red", ("a",))
    twin = position.imagine("red", Dice(seed_from("dream")))
    guessed = twin.state
    assert isinstance(guessed, Tiny)
    secret = guessed.secret
    began = twin.digest()
    twin.apply("red", ("b",))
    assert said(twin)[1:] == [f"b{secret}"]
    once, again = twin.clone(), twin.clone()
    assert said(once) == said(twin)
    for copy in (twin, once, again.clone()):
        copy.apply("red", ("a",))
        copy.apply("red", ("a",))
    assert twin.digest() == once.digest()
    assert said(again)[1:] == [f"b{secret}"]
    deeper = again.imagine("red", Dice(seed_from("a dream in a dream")))
    assert deeper.clone().digest() == deeper.digest()
    again.apply("red", ("b",))
    again.undo()
    assert said(again)[1:] == [f"b{secret}"]
    twin.rewind(0)
    assert twin.digest() == began
    assert position.options("red") == twin.options("red")


def test_a_position_that_is_played_on_freely_ends_alike_and_can_no_longer_be_copied() -> None:
    position = tiny()
    twin = position.clone()
    while not position.over:
        option = position.options("red")[0]
        position.apply("red", option)
        twin.play_freely("red", option)
    assert (twin.digest(), twin.outcome) == (position.digest(), position.outcome)
    freely = tiny()
    with pytest.raises(Refused, match=r"You can.t choose"):
        freely.play_freely("red", ("nothing",))
    freely.play_freely("red", ("a",))
    with pytest.raises(Refused, match="freely"):
        freely.clone()
    with pytest.raises(Refused, match="play_freely"):
        freely.apply("red", freely.options("red")[0])


def test_an_activity_that_begins_is_imagined_whole() -> None:
    position = Position.new(PEARLS, seed="whole")
    true_cards = position.options("south")
    assert position.activity_begins
    offered = set()
    for number in range(20):
        twin = position.imagine("north", Dice(seed_from(f"dream {number}")))
        assert twin.options("north") == position.options("north")
        state = twin.state
        assert isinstance(state, Pearls)
        assert twin.options("south") == [("bid", card) for card in state.hands["south"]]
        offered.add(tuple(twin.options("south")))
        twin.clone().apply("south", twin.options("south")[0])
    assert len(offered) > 10
    assert true_cards == position.options("south")


def test_an_imagined_secret_choice_keeps_only_the_own_seal() -> None:
    position = Position.new(PEARLS, seed="seal")
    position.apply("north", position.options("north")[0])
    for seat, deciders in (("north", ("south",)), ("south", ("north", "south")), ("", ("north", "south"))):
        assert position.imagine(seat, Dice(seed_from("dream"))).deciders == deciders


def test_choices_made_in_an_activity_are_kept_in_imagination() -> None:
    def activity(s: Tiny) -> Flow:
        first = yield Choose("red", AB, rule="TI-1.1")
        second = yield Choose("red", [("x",), ("y",)], rule="TI-1.2")
        s.said.append(first[0] + second[0])

    position = tiny(activity)
    position.apply("red", ("b",))
    assert not position.activity_begins
    twin = position.imagine("red", Dice(seed_from("dream")))
    twin.apply("red", ("x",))
    assert said(twin) == ["bx"]


def test_nobody_imagines_a_roll_that_people_make() -> None:
    position = Position.new(TinyGame(rolling), seed=ManualDice(seed_from("table")))
    position.apply("red", ("attack",))
    with pytest.raises(Refused, match="about to roll"):
        position.imagine("red", Dice(seed_from("dream")))


def test_an_endless_loop_without_a_decision_ends_with_a_sentence() -> None:
    def activity(s: Tiny) -> Flow:
        s.turn -= 1
        yield Choose("red", [("a",)], rule="TI-1.1", forced=True)

    with pytest.raises(RuleFault, match="runs on without"):
        tiny(activity)
    game = TinyGame(activity)
    with pytest.raises(RuleFault, match="runs on without"):
        play_out(game, game.new({}, Dice(seed_from("loop"))), lambda seat, decision, s: ("a",))


def test_what_a_dropped_rule_does_reaches_nobody() -> None:
    def activity(s: Tiny) -> Flow:
        try:
            yield Choose("red", AB, rule="TI-1.1")
            yield Choose("red", AB, rule="TI-1.1")
        finally:
            s.journal.add("TI-1.1", "at last")

    position = tiny(activity, journal=Journal())
    position.apply("red", ("a",))
    position.undo("red")
    assert position.journal.lines == []


def test_a_seat_makes_again_only_its_own_choice() -> None:
    position = tiny()
    position.apply("red", ("a",))
    position.undo("red")
    assert position.redo_seat == "red"
    assert [show(position, seat).can_redo for seat in ("red", "blue", "")] == [True, False, False]
    with pytest.raises(Refused):
        position.redo("blue")
    position.redo("red")
    assert said(position) == ["a"]


# -- dice of a real table ----------------------------------------------------------------------------------------------


def rolling(s: Tiny) -> Flow:
    """One choice, then two rolls."""
    yield Choose("red", [("attack",)], rule="TI-3.1")
    s.said.append(f"{s.dice.roll(6, 'attack')}-{s.dice.roll(6, 'defence')}")


def manual(activity: object = rolling, turns: int = 3) -> Position:
    dice = ManualDice(seed_from("table"))
    return Position.new(TinyGame(activity, turns), seed=dice)  # type: ignore[arg-type]


def test_people_type_what_they_rolled() -> None:
    position = manual()
    for turn, (first, second) in enumerate(((3, 5), (1, 6), (2, 2))):
        position.apply("red", ("attack",))
        assert position.decision is not None
        assert (position.decision.ask, position.decision.about) == (ROLLED, ("attack",))
        assert list(position.options("red")) == [(ROLLED, face) for face in range(1, 7)]
        with pytest.raises(Refused):
            position.apply("red", (ROLLED, 7))
        position.apply("red", (ROLLED, first))
        position.apply("red", (ROLLED, second))
        assert said(position)[turn] == f"{first}-{second}"
    assert position.over


def test_an_activity_of_nothing_but_rolls_asks_for_each() -> None:
    def storm(s: Tiny) -> Flow:
        s.said.append(str(s.dice.roll(6, "weather")))
        return
        yield  # a generator without a choice

    position = manual(storm)
    for face in (4, 2, 5):
        position.apply("red", (ROLLED, face))
    assert said(position) == ["4", "2", "5"]
    assert position.over


def test_lines_after_a_typed_roll_keep_their_step_when_played_again() -> None:
    def activity(s: Tiny) -> Flow:
        s.journal.add("TI-1.1", "begins")
        yield Choose("red", [("attack",)], rule="TI-3.1")
        s.journal.add("TI-1.1", "attacks")
        s.journal.add("TI-1.1", "rolled", die=s.dice.roll(6, "attack"))

    position = Position.new(TinyGame(activity), seed=ManualDice(seed_from("table")), journal=Journal())
    position.apply("red", ("attack",))
    position.apply("red", (ROLLED, 3))
    lines = list(position.journal.lines)
    assert [line.step for line in lines] == [0, 2, 2, 2]
    position.apply("red", ("attack",))
    position.undo("red")
    assert position.journal.lines == lines


def test_a_choice_can_be_taken_back_before_the_roll_but_not_after() -> None:
    position = manual()
    position.apply("red", ("attack",))
    position.undo()
    position.apply("red", ("attack",))
    position.apply("red", (ROLLED, 3))
    assert not position.can_undo


def test_clones_and_rewinds_remember_what_was_typed() -> None:
    position = manual()
    for option in (("attack",), (ROLLED, 3), (ROLLED, 5), ("attack",), (ROLLED, 1)):
        position.apply("red", option)
    assert position.clone().digest() == position.digest()
    position.apply("red", (ROLLED, 6))
    after = position.digest()
    position.rewind(4)
    for face in (1, 6):
        position.apply("red", (ROLLED, face))
    assert position.digest() == after


# -- playing to the end ------------------------------------------------------------------------------------------------


def test_play_out_and_positions_play_the_same_game() -> None:
    def choose(seat: str, decision: object, s: object) -> tuple[str | int, ...]:
        options = decision.options if isinstance(decision, Choose) else decision.options[seat]  # type: ignore[attr-defined]
        return tuple(options[0])

    state = PEARLS.new({"cards": 3}, Dice(seed_from("same")))
    outcome, made = play_out(PEARLS, state, choose)
    position = Position.new(PEARLS, seed="same")
    while not position.over:
        for seat in position.deciders:
            position.apply(seat, position.options(seat)[0])
    assert position.outcome == outcome
    assert len(position.steps) == made
    assert digest(state) == position.digest()


def test_play_out_checks_every_choice_and_stops_endless_games() -> None:
    game: AnyGame = TinyGame(ask_twice, turns=1_000)
    with pytest.raises(Refused, match="not an option"):
        play_out(game, game.new({}, Dice(seed_from(1))), lambda seat, decision, s: ("c",))
    with pytest.raises(RuleFault, match="did not end within 50"):
        play_out(game, game.new({}, Dice(seed_from(1))), lambda seat, decision, s: ("a",), most=50)


# -- private choices ---------------------------------------------------------------------------------------------------


def ask_in_private(s: Tiny) -> Flow:
    for seat in ("red", "blue"):
        while (yield Choose(seat, AB, rule="TI-1.1", private=True)) == ("a",):
            s.said.append(seat)


def test_a_run_of_private_choices_is_one_step_for_the_others() -> None:
    for many in (0, 1, 4):
        position = tiny(ask_in_private, turns=1)
        for _ in range(many):
            position.apply("red", ("a",))
        assert position.counts("blue")[-1] == 0
        assert position.counts("red")[-1] == many
        position.apply("red", ("b",))
        assert position.counts("blue")[-1] == position.counts("")[-1] == 1
        position.apply("blue", ("a",))
        assert position.counts("red")[-1] == many + 1
        assert list(position.counts("blue"))[-1] == 2


def test_taking_back_a_private_choice_forgets_its_count() -> None:
    position = tiny(ask_in_private, turns=1)
    for _ in range(3):
        position.apply("red", ("a",))
    position.undo("red")
    position.apply("red", ("b",))
    assert list(position.counts("blue")) == [0, 0, 0, 1]
    position.rewind(1)
    assert list(position.counts("blue")) == [0, 0]


def test_a_procedure_can_be_made_private() -> None:
    position = tiny(lambda s: privately(ask_twice(s)), turns=1)
    assert isinstance(position.decision, Choose)
    assert position.decision.private
    position.apply("red", ("a",))
    position.apply("red", ("b",))
    assert said(position) == ["a", "b"]
    assert position.counts("blue")[-1] == 1


# -- sight -------------------------------------------------------------------------------------------------------------


class Watched(TinyGame):
    """Counts how often somebody's sight is made."""

    seen = 0

    def sight(self, s: Tiny, seat: str) -> TinyView:
        self.seen += 1
        return super().sight(s, seat)


def test_the_sight_of_a_seat_is_made_once_for_each_choice() -> None:
    game = Watched(ask_twice)
    position = Position.new(game, seed="tiny")
    for _ in range(3):
        show(position, "red")
        assert words_for(position, "red").name("red") == "Red"
        ask(position, "red", find_bot("greedy"), Dice(seed_from("bot")))
    assert game.seen == 1
    position.sight("blue")
    assert game.seen == 2
    position.apply("red", ("a",))
    assert position.sight("red") != TinyView("red", (), 1)
    assert game.seen == 3
    position.undo()
    assert position.sight("red") == TinyView("red", (), 1)
    assert position.imagine("red", Dice(seed_from("other"))).sight("red") == TinyView("red", (), 1)


# -- options that are made when they are read -------------------------------------------------------------------------


def made_late(calls: list[int], broken: int = -1) -> Any:
    """An activity of three choices whose options are made when somebody reads them; each making is noted."""

    def offer(s: Tiny) -> list[tuple[str, ...]]:
        calls.append(len(s.said))
        if len(s.said) == broken:
            raise ZeroDivisionError
        return [*AB[: 2 - len(s.said) % 2], ("then", str(len(s.said)))]

    def activity(s: Tiny) -> Flow:
        for _ in range(3):
            pick = yield Choose("red", lambda: offer(s), rule="TI-1.1")
            s.said.append(str(pick[0]))

    return activity


def test_options_are_made_once_and_not_again_by_a_clone() -> None:
    calls: list[int] = []
    position = tiny(made_late(calls))
    position.apply("red", ("b",))
    assert list(position.options("red")) == [("a",), ("then", "1")]
    position.apply("red", ("a",))
    assert calls == [0, 1, 2]
    twin = position.clone()
    assert calls == [0, 1, 2]
    assert list(twin.options("red")) == list(position.options("red")) == [("a",), ("b",), ("then", "2")]
    assert twin.digest() == position.digest()
    assert calls == [0, 1, 2]
    with pytest.raises(Refused):
        twin.apply("red", ("then", "1"))
    position.undo()
    assert calls == [0, 1, 2]
    assert list(position.options("red")) == [("a",), ("then", "1")]
    assert calls == [0, 1, 2, 1]


def test_a_rule_that_fails_to_make_the_next_options_leaves_the_position_as_it_was() -> None:
    position = tiny(made_late([], broken=1))
    before = position.digest()
    with pytest.raises(RuleFault):
        position.apply("red", ("a",))
    assert position.digest() == before
    assert position.steps == []


def test_an_imagined_position_keeps_the_options_of_the_decision_it_came_from() -> None:
    calls: list[int] = []
    position = tiny(made_late(calls))
    position.apply("red", ("b",))
    twin = position.imagine("red", Dice(seed_from("guess")))
    assert list(twin.options("red")) == list(position.options("red"))
    again = twin.clone()
    assert list(again.options("red")) == list(position.options("red"))
    assert calls == [0, 1]
    twin.apply("red", ("a",))
    assert said(twin) == ["b", "a"]
