"""Fresh cases of clauses that few tests name: marks of a unit, lone leaders, charges, starts, shells."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import FFE1, Battery
from sandtable.games.vengeance.model.battle import Move
from sandtable.games.vengeance.model.guns import AP, Ordnance
from sandtable.games.vengeance.rules.artillery.blast_area import blast_area
from sandtable.games.vengeance.rules.movement.destinations import step_cost
from sandtable.games.vengeance.rules.ordnance.to_kill import kill_number
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import attack_vehicle
from sandtable.games.vengeance.rules.vehicles.close_combat.reaction_fire import can_discharge, discharge
from sandtable.games.vengeance.rules.vehicles.movement.bog import start
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, can, drive, lines, put, vehicle

# -- marks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [
        ({"concealed": True}, {}, {"concealed": False}),
        ({"concealed": True}, {"concealed": True}, {"concealed": True}),
        ({"dug": True}, {}, {"dug": False}),
        ({}, {"wired": True}, {"wired": True}),
        ({}, {"encircled": 1}, {"encircled": 1}),
        ({"elr": 5}, {"elr": 3}, {"elr": 3}),
        ({"fanatic": True}, {}, {"fanatic": False}),
    ],
)
def test_a_squad_has_the_worse_status_of_its_halves(
    first: dict[str, Any], second: dict[str, Any], after: dict[str, Any]
) -> None:
    """RV-A1.32 Of all that marks them, not only of what tires them."""
    s = battle("RPh")
    s.foxholes["E5"] = 3
    put(s, "ge_3-4-8", "E5", "a", **first)
    put(s, "ge_3-4-8", "E5", "b", **second)
    put(s, "ge_8-1", "E5", "boss")
    drive(s, ("recombine", "a", "b"))
    squad = s.units["a"]
    assert squad.type == "ge_6-5-8"
    assert {name: getattr(squad, name) for name in after} == after


def test_half_a_squad_that_was_hidden_joins_one_under_a_question_mark() -> None:
    """RV-A1.32, RV-A12.2 The worse status of the two is `?`."""
    s = battle("RPh")
    put(s, "ge_3-4-8", "E5", "a", hidden=True)
    put(s, "ge_3-4-8", "E5", "b", concealed=True)
    put(s, "ge_8-1", "E5", "boss", concealed=True)
    drive(s, ("recombine", "a", "b"))
    assert (s.units["a"].type, s.units["a"].hidden, s.units["a"].concealed) == ("ge_6-5-8", False, True)


# -- crowds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "movers", "tanks", "cost"),
    [
        (("ge_4-4-7",) * 3, ("ge_4-4-7",), 0, 2),
        (("ge_4-4-7",) * 3, ("ge_4-4-7",) * 2, 0, 3),  # two squads too many, for each of them
        (("ge_4-4-7",) * 4, ("ge_4-4-7",), 0, 3),
        (("ge_4-4-7",) * 3 + ("ge_2-3-7",), ("ge_2-3-7",), 0, 2),  # two half-squads are one squad too many
        (("ge_4-4-7",) * 3, ("ge_9-1",), 0, 1),  # leaders are no squads
        ((), ("ge_4-4-7",) * 4, 0, 2),
        ((), ("ge_4-4-7",), 1, 1),
        ((), ("ge_4-4-7",), 2, 2),  # the second vehicle is too many
    ],
)
def test_what_it_costs_to_enter_a_crowd(there: tuple[str, ...], movers: tuple[str, ...], tanks: int, cost: int) -> None:
    """RV-A5.12, RV-A1.2 Each squad-equivalent or vehicle too many, counted with those who enter, is one MF more."""
    s = battle("MPh", side="german")
    for n, type in enumerate(there):
        put(s, type, "E6", f"t{n}")
    for n in range(tanks):
        vehicle(s, "ge_pz4h", "E6", f"tank{n}")
    for n, type in enumerate(movers):
        put(s, type, "E5", f"m{n}")
    step = next(step for step in field_of(s).steps["E5"] if step.to == "E6")
    assert step_cost(s, field_of(s), step, Move(tuple(f"m{n}" for n in range(len(movers))))) == cost


# -- single men --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("types", "looks"),
    [(("ge_gestapo_7+1",), 0), (("ge_gestapo_8-0",), 0), (("ge_9-1",), 1), (("ge_4-4-7", "ge_gestapo_7+1"), 1)],
)
def test_a_gestapo_leader_has_no_magnetic_mine(types: tuple[str, ...], looks: int) -> None:
    """RV-A25.8, RV-C13.7 Those with him keep their own."""
    s = battle("CCPh", dice=[6, 6, *[1] * 9])
    for n, type in enumerate(types):
        put(s, type, "E5", f"a{n}")
    tank = vehicle(s, "ru_t34_85", "E5")
    attack_vehicle(s, [f"a{n}" for n in range(len(types))], tank)
    assert len(lines(s, "magnetic_mine")) == looks


# -- charges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("smoke", "spent", "may"), [(0, 2, True), (0, 3, False), (2, 1, True), (2, 2, False)])
def test_what_it_costs_to_place_a_charge(smoke: int, spent: int, may: bool) -> None:
    """RV-A23.1, RV-B.2 The MF that entering would cost: 2 into a house, 3 into one full of smoke."""
    s = battle("MPh", side="german", dice=[1] * 9, E6="1.5")
    if smoke:
        s.smoke["E6"] = smoke
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_dc", "a", "dc")
    arm(s, "ge_lmg", "", "lmg", at="E5")
    drive(s, ("move", "a"))
    assert s.move is not None
    s.move = replace(s.move, spent=spent)
    assert can(s, "place_charge", "dc", "E6") == may


# -- from above --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "range", "more"), [(0, 1, 0), (1, 2, 1), (1, 3, 0), (2, 4, 2), (2, 5, 0), (3, 6, 2)]
)
def test_what_height_adds_to_a_shot_at_armour(levels: int, range: int, more: int) -> None:
    """RV-C7.22 One level +1, two or more +2, up to a range of twice the levels."""
    kill = kill_number(Ordnance(calibre=75, barrel="L", b=12), AP, range, armour=8, higher=levels)
    assert kill is not None
    assert sum(value for value, clause, _ in kill.parts if clause == "RV-C7.22") == more


# -- starting ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "dice", "starts", "immobile"),
    [
        ("ge_pz5d", (6, 5), True, False),
        ("ge_pz5d", (6, 6), False, True),
        ("ge_pz5g", (), True, False),
        ("ru_ot34", (4, 4, 6, 5), True, False),  # a NTC, for it has no radio; then like the Panther
        ("ru_ot34", (5, 4), False, False),
        ("ge_opel", (), True, False),  # no AFV
    ],
)
def test_what_a_start_costs(type: str, dice: tuple[int, ...], starts: bool, immobile: bool) -> None:
    """RV-D2.51, RV-D14.1"""
    s = battle("MPh", side="german", dice=list(dice))
    id = vehicle(s, type, "E5")
    assert start(s, field_of(s), id) == starts
    assert (s.vehicles[id].motion, s.vehicles[id].immobile) == (starts, immobile)


@pytest.mark.parametrize(("at", "group", "rolls"), [("E7", 1, False), ("E8", 1, True), ("E7", 2, True)])
def test_who_has_no_radio_follows_his_platoon(at: str, group: int, rolls: bool) -> None:
    """RV-D14.1 A friendly AFV of its platoon within two hexes spares it the NTC."""
    s = battle("MPh", side="russian", dice=[1] * 4)
    id = vehicle(s, "ru_ot34", "E5", group=1)
    vehicle(s, "ru_t34_85", at, group=group)
    assert start(s, field_of(s), id)
    assert bool(lines(s, "crew_check")) == rolls


@pytest.mark.parametrize(
    ("dice", "works", "again"), [((1, 3), True, True), ((2, 3), True, False), ((3, 3), False, True)]
)
def test_smoke_dischargers(dice: tuple[int, int], works: bool, again: bool) -> None:
    """RV-D13.3, RV-D13.31 sD 5: less works, 5 uses it up, more fails; once in a Player Turn."""
    s = battle("MPh", side="german", dice=dice)
    id = vehicle(s, "ge_pz4h", "E5")
    assert discharge(s, s.vehicles[id], "sD") == works
    assert not can_discharge(s.vehicles[id], "sD")
    assert ("sD" not in s.vehicles[id].depleted) == again


# -- shells ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "harassing", "hexes", "middle", "ring"),
    [("120mm", False, 7, 24, 24), ("120mm", True, 19, 8, 8), ("200mm rocket", False, 19, 36, 18)],
)
def test_where_shells_fall(module: str, harassing: bool, hexes: int, middle: float, ring: float) -> None:
    """RV-C1.5, RV-C1.54, RV-C1.9 A third of it over nineteen hexes; rockets fall in full on seven, by half around."""
    s = battle()
    area = blast_area(
        field_of(s), Battery("b", module, "russian", at="E5", marker=FFE1, mission="HE", harassing=harassing)
    )
    assert (len(area), area["E5"], list(area.values())[-1]) == (hexes, middle, ring)
