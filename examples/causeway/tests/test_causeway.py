"""The rules of The Causeway, clause by clause."""

from __future__ import annotations

import pytest

from causeway import GAME
from causeway.components import SCENARIOS
from causeway.knowledge import guess, sight
from causeway.model import Block, Causeway, block_at
from causeway.rules.combat import attacker_modifiers
from causeway.rules.movement import moves, reach
from causeway.rules.victory import outcome, score
from sandtable.gamekit import Dice, Journal, Option, Position, Refused, seed_from


def block(side: str, kind: str, hex: str, strength: int | None = None, shown: bool = False) -> Block:
    full = {"armour": 4, "guns": 4, "rifles": 3, "engineers": 2, "patrol": 0}[kind]
    assert side in ("column", "rearguard")
    return Block(side, kind, full if strength is None else strength, hex, shown)  # type: ignore[arg-type]  # checked above


def standing(dice: Dice | None = None, mover: str = "column", **blocks: Block) -> Position:
    """A position in the movement of a side, with these blocks and no others."""
    s = Causeway(
        dice=dice or Dice(seed_from(1)),
        scenario="morning",
        step="movement",
        mover=mover,  # type: ignore[arg-type]  # a test writes it plainly
        blocks={name.replace("_", "-"): found for name, found in blocks.items()},
        removed={},
        barrage={"column": 3, "rearguard": 3},
        village={"0702": "rearguard", "0703": "rearguard"},
    )
    return Position.resume(GAME, GAME.settle({}), s, [], Journal())


def state(position: Position) -> Causeway:
    assert isinstance(position.state, Causeway)
    return position.state


def events(position: Position) -> list[str]:
    return [line.event for line in position.journal.lines]


def placed(seed: int = 1) -> Position:
    """A new game after its set-up."""
    position = Position.new(GAME, {}, seed)
    while state(position).step == "set_up":
        position.apply(position.deciders[0], position.options(position.deciders[0])[0])
    return position


def test_the_rearguard_places_first_then_the_column() -> None:
    """CW-1.1, CW-2.2."""
    position = Position.new(GAME, {}, 1)
    seats: list[str] = []
    while state(position).step == "set_up":
        seats += position.deciders
        position.apply(position.deciders[0], position.options(position.deciders[0])[0])
    assert seats == ["rearguard"] * 5 + ["column"] * 5


def test_a_hex_outside_the_set_up_area_is_refused() -> None:
    """CW-2.2."""
    position = Position.new(GAME, {}, 1)
    with pytest.raises(Refused, match="set-up area") as refused:
        position.apply("rearguard", ("place", "rearguard-1", "0101"))
    assert refused.value.rule == "CW-2.2"


def test_the_numbers_of_blocks_tell_nothing() -> None:
    """CW-2.1."""
    dealt = {
        tuple(b.kind for b in state(Position.new(GAME, {}, seed)).blocks.values() if b.side == "rearguard")
        for seed in range(30)
    }
    assert len(dealt) > 10
    assert {tuple(sorted(kinds)) for kinds in dealt} == {tuple(sorted(SCENARIOS["morning"].rearguard))}


def test_only_the_owner_sees_the_face_of_a_block_until_it_is_shown() -> None:
    """CW-1.2."""
    s = state(standing(column_1=block("column", "armour", "0303"), rearguard_1=block("rearguard", "guns", "0603")))
    assert sight(s, "column").blocks["column-1"].kind == "armour"
    assert sight(s, "rearguard").blocks["column-1"].kind == ""
    assert sight(s, "").blocks["rearguard-1"].kind == ""
    s.blocks["column-1"] = block("column", "armour", "0303", shown=True)
    assert sight(s, "rearguard").blocks["column-1"].strength == 4


def test_a_guess_mixes_what_the_seat_has_not_seen() -> None:
    """CW-1.2."""
    true = state(placed())
    seen, mine = set(), {id: b for id, b in true.blocks.items() if b.side == "column"}
    for number in range(40):
        s = true.clone()
        guess(s, "column", Dice(seed_from(number)))
        assert sight(s, "column") == sight(true, "column")
        assert {id: b for id, b in s.blocks.items() if b.side == "column"} == mine
        seen.add(tuple(b.kind for b in s.blocks.values() if b.side == "rearguard"))
    assert len(seen) > 10


@pytest.mark.parametrize(
    ("column", "rearguard", "first"), [(0, 0, "column"), (1, 1, "column"), (1, 2, "rearguard"), (2, 1, "column")]
)
def test_the_higher_bid_moves_first_and_markers_are_spent(column: int, rearguard: int, first: str) -> None:
    """CW-2.3, CW-2.4."""
    position = placed()
    position.apply("column", ("bid", column))
    assert position.deciders == ("rearguard",), "the bid is sealed until both are in"
    position.apply("rearguard", ("bid", rearguard))
    assert position.deciders == (first,)
    assert state(position).barrage == {"column": 3 - column, "rearguard": 3 - rearguard}


def test_nobody_bids_markers_that_he_has_not() -> None:
    """CW-2.3."""
    position = placed()
    state(position).barrage["column"] = 1
    again = Position.resume(GAME, GAME.settle({}), state(position).clone(), [])
    assert list(again.options("column")) == [("bid", 0), ("bid", 1)]


@pytest.mark.parametrize(
    ("start", "reached", "not_reached"),
    [
        ("0303", {"0403", "0503"}, {"0402", "0404"}),  # over the causeway, not through the flood
        ("0301", {"0401"}, {"0501"}),  # the ford takes the whole move
        ("0101", {"0201"}, {"0301", "0302"}),  # so do woods
        ("0102", {"0202", "0302", "0303"}, {"0301", "0403"}),
    ],
)
def test_ground_costs_movement_points(start: str, reached: set[str], not_reached: set[str]) -> None:
    """CW-3.2, CW-1.4."""
    s = state(standing(column_1=block("column", "rifles", start)))
    found = set(reach(s, "column-1"))
    assert reached <= found
    assert not found & not_reached


def test_a_block_moves_once_a_turn_and_not_through_others() -> None:
    """CW-3.1, CW-3.3, CW-1.4."""
    position = standing(
        column_1=block("column", "rifles", "0303"),
        column_2=block("column", "patrol", "0302"),
        rearguard_1=block("rearguard", "patrol", "0403"),
        rearguard_2=block("rearguard", "rifles", "0603"),
    )
    options = moves(state(position), "column")
    assert ("attack", "column-1", "rearguard-1") in options
    assert ("move", "column-1", "0302") not in options
    assert ("move", "column-1", "0503") not in options
    position.apply("column", ("move", "column-1", "0203"))
    with pytest.raises(Refused, match="has moved") as refused:
        position.apply("column", ("move", "column-1", "0303"))
    assert refused.value.rule == "CW-3.1"


@pytest.mark.parametrize(
    ("option", "rule", "says"),
    [
        (("move", "rearguard-1", "0503"), "CW-3.1", "not yours"),
        (("move", "column-1", "0402"), "CW-1.4", "flooded"),
        (("move", "column-1", "0703"), "CW-3.2", "too far"),
    ],
)
def test_refusals_name_the_rule(option: Option, rule: str, says: str) -> None:
    """CW-1.4, CW-3.1, CW-3.2."""
    position = standing(column_1=block("column", "rifles", "0303"), rearguard_1=block("rearguard", "rifles", "0603"))
    with pytest.raises(Refused, match=says) as refused:
        position.apply("column", option)
    assert refused.value.rule == rule


def test_patrols_are_removed_when_they_are_shown() -> None:
    """CW-4.1, CW-1.3, CW-4.4."""
    position = standing(
        column_1=block("column", "rifles", "0303"),
        rearguard_1=block("rearguard", "patrol", "0403"),
        rearguard_2=block("rearguard", "rifles", "0603"),
    )
    position.apply("column", ("attack", "column-1", "rearguard-1"))
    s = state(position)
    assert block_at(s, "0403") == "column-1"
    assert s.blocks["column-1"].shown
    assert s.removed["rearguard-1"].kind == "patrol"
    assert "fired" not in events(position)
    assert not position.can_undo, "something hidden was shown"


def test_the_defender_rolls_first_and_the_attacker_with_what_is_left() -> None:
    """CW-4.2, CW-4.4, CW-5.1."""
    position = standing(
        Dice.loaded(combat=[5, 6, 1, 6, 6]),
        column_1=block("column", "engineers", "0303"),
        column_2=block("column", "rifles", "0101"),
        rearguard_1=block("rearguard", "rifles", "0403"),
    )
    position.apply("column", ("attack", "column-1", "rearguard-1"))
    s = state(position)
    assert s.removed["column-1"].strength == 0
    assert s.blocks["rearguard-1"].strength == 3
    assert [line.facts["dice"] for line in position.journal.lines if line.event == "fired"] == [[5, 6, 1]]


def test_an_attacker_who_does_not_clear_the_hex_stays_where_he_attacked_from() -> None:
    """CW-4.2, CW-4.4."""
    position = standing(
        Dice.loaded(combat=[1, 1, 1, 6, 1, 1]),
        column_1=block("column", "rifles", "0302"),
        rearguard_1=block("rearguard", "rifles", "0403"),
    )
    position.apply("column", ("attack", "column-1", "rearguard-1"))
    s = state(position)
    assert s.blocks["column-1"].hex == "0303"
    assert s.blocks["rearguard-1"].strength == 2


@pytest.mark.parametrize(
    ("start", "hex", "total"), [("0502", "0601", -1), ("0403", "0503", -1), ("0603", "0703", -1), ("0501", "0502", 0)]
)
def test_the_ground_modifies_the_dice_of_the_attacker(start: str, hex: str, total: int) -> None:
    """CW-4.3."""
    modifiers = attacker_modifiers(start, hex)
    assert sum(value for value, _, _ in modifiers) == total
    assert all(clause == "CW-4.3" for _, clause, _ in modifiers)


def test_odds_are_told_of_blocks_that_are_face_up_only() -> None:
    """CW-1.2, CW-4.2."""
    position = standing(
        column_1=block("column", "engineers", "0303"),
        rearguard_1=block("rearguard", "engineers", "0403", shown=True),
        rearguard_2=block("rearguard", "rifles", "0304"),
    )
    assert position.decision is not None
    told = position.decision.odds  # type: ignore[union-attr]  # a movement is a Choose
    assert told is not None
    found = told(("attack", "column-1", "rearguard-1"))
    assert found is not None
    assert dict(found.outcomes)["the attacker is removed"] == pytest.approx(1 / 9)
    assert told(("attack", "column-1", "rearguard-2")) is None


def test_a_hex_of_the_village_belongs_to_the_last_who_entered_it() -> None:
    """CW-5.2."""
    position = standing(column_1=block("column", "rifles", "0603"), rearguard_1=block("rearguard", "rifles", "0101"))
    position.apply("column", ("move", "column-1", "0703"))
    s = state(position)
    assert (score(s, "column"), score(s, "rearguard")) == (3, 3)
    s.removed["rearguard-9"] = block("rearguard", "guns", "")
    s.removed["rearguard-8"] = block("rearguard", "patrol", "")
    assert score(s, "column") == 4


def test_a_side_without_strength_ends_the_game() -> None:
    """CW-5.1, CW-5.3."""
    position = standing(
        Dice.loaded(combat=[1, 1, 6, 6, 1, 1]),
        column_1=block("column", "armour", "0303"),
        rearguard_1=block("rearguard", "engineers", "0304"),
        rearguard_2=block("rearguard", "patrol", "0603"),
    )
    position.apply("column", ("attack", "column-1", "rearguard-1"))
    assert position.outcome is not None
    assert position.outcome.result == "rearguard wins"
    assert position.outcome.scores == {"column": 1.0, "rearguard": 6.0}


def test_the_game_ends_after_the_last_turn_and_equal_points_are_a_draw() -> None:
    """CW-5.1, CW-5.3, CW-5.2."""
    position = standing(
        mover="rearguard",
        column_1=block("column", "rifles", "0703"),
        rearguard_1=block("rearguard", "rifles", "0702"),
    )
    s = state(position)
    s.turn, s.village["0703"] = 8, "column"
    again = Position.resume(GAME, GAME.settle({}), s.clone(), [])
    again.apply("rearguard", ("done",))
    assert again.outcome == outcome(state(again))
    assert again.outcome is not None
    assert (again.outcome.result, again.outcome.drawn) == ("draw", True)
