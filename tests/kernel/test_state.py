"""State is containers of frozen records: clones share the records and nothing else."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal

import msgspec
import pytest

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.state import Record, State, container_fields, digest, replace, state_from_json, state_to_json


class Side(Enum):
    RED = "red"
    BLUE = "blue"


class Unit(Record, frozen=True):
    hex: str
    steps: int = 2
    orders: tuple[str, ...] = ()


class War(State, kw_only=True):
    units: dict[str, Unit]
    pile: list[str]
    turn: int = 1
    side: Side = Side.RED
    weather: Literal["fair", "foul"] = "fair"
    leader: Unit | None = None


def war() -> War:
    units = {"u1": Unit("0101"), "u2": Unit("0202", orders=("dig in",))}
    return War(dice=Dice(seed_from("war"), 5), units=units, pile=["a", "b"])


def test_a_clone_shares_records_and_copies_containers() -> None:
    s = war()
    twin = s.clone()
    assert twin.units["u1"] is s.units["u1"]
    twin.units["u1"] = replace(twin.units["u1"], hex="0303")
    twin.pile.append("c")
    twin.turn = 2
    twin.dice.roll()
    assert s.units["u1"].hex == "0101"
    assert s.pile == ["a", "b"]
    assert (s.turn, s.dice.taken) == (1, 5)


def test_a_clone_is_silent() -> None:
    s = war()
    s.journal = Journal()
    assert s.clone().journal is SILENT


def test_json_round_trip_keeps_everything() -> None:
    s = war()
    s.leader = Unit("0404")
    s.side = Side.BLUE
    again = state_from_json(War, state_to_json(s))
    assert state_to_json(again) == state_to_json(s)
    assert again.units == s.units
    assert (again.dice.seed, again.dice.taken) == (s.dice.seed, 5)


def test_the_digest_sees_every_field_and_no_journal() -> None:
    s = war()
    first = digest(s)
    assert digest(s.clone()) == first
    s.journal = Journal()
    s.journal.add("WB-1.1", "shot")
    assert digest(s) == first
    for change in ({"turn": 2}, {"pile": ["b", "a"]}, {"secrets_shown": 1}, {"leader": Unit("0101")}):
        other = s.clone()
        for name, value in change.items():
            setattr(other, name, value)
        assert digest(other) != first, change
    s.dice.roll()
    assert digest(s) != first


def test_the_order_in_which_units_came_is_part_of_the_state() -> None:
    """Rules go through dicts in their order, so a loaded state must have the same one."""
    s = war()
    other = s.clone()
    other.units = dict(reversed(s.units.items()))
    assert digest(other) != digest(s)
    assert list(state_from_json(War, state_to_json(other)).units) == ["u2", "u1"]


def test_mutilated_states_are_refused() -> None:
    text = state_to_json(war())
    for wrong in (b"", b"{}", text[:-1], text.replace(b'"steps":2', b'"steps":"two"')):
        with pytest.raises(msgspec.MsgspecError):
            state_from_json(War, wrong)


def test_reveal_counts_what_was_shown() -> None:
    s = war()
    s.reveal()
    assert s.secrets_shown == 1


class Loose(msgspec.Struct):
    hex: str


class Holder(Record, frozen=True):
    inside: list[str]


class NestedDict(State, kw_only=True):
    units: dict[str, dict[str, int]]


class NestedList(State, kw_only=True):
    piles: list[list[str]]


class LooseRecords(State, kw_only=True):
    units: dict[str, Loose]


class ListInRecord(State, kw_only=True):
    units: dict[str, Holder]


class SetField(State, kw_only=True):
    spotted: set[str]


class FrozenSetField(State, kw_only=True):
    spotted: frozenset[str]


class AnyField(State, kw_only=True):
    units: dict[str, Any]


class NumberedUnits(State, kw_only=True):
    units: dict[int, str]


@pytest.mark.parametrize(
    "kind",
    [NestedDict, NestedList, LooseRecords, ListInRecord, SetField, FrozenSetField, AnyField, NumberedUnits],
)
def test_a_state_that_clones_could_share_is_rejected(kind: type[State]) -> None:
    with pytest.raises(TypeError, match=kind.__name__):
        container_fields(kind)


def test_records_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        war().units["u1"].hex = "0909"  # type: ignore[misc] # that it is frozen is what is tested
