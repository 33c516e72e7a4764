"""Fresh cases of men on vehicles and of what burns and blasts them, worked out from the clauses first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.model.battle import Battle, Charge
from sandtable.games.vengeance.rules.artillery.indirect_fire import strike_vehicle
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.special_weapons.flames import flames
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate, special_fire
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.rules.vehicles.movement.wire_and_mines import anti_personnel_mines
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    battle,
    carry_out,
    fortify,
    lines,
    put,
    struck,
    vehicle,
)


def ride(s: Battle, type: str, at: str, *men: str, **marks: Any) -> str:
    """A vehicle with men aboard, "a", "b" and so on."""
    id = vehicle(s, type, at, **marks)
    for name, man in zip("abc", men, strict=False):
        put(s, man, "", name, aboard=id)
    s.at.pop("", None)
    return id


def checks(s: Battle) -> list[tuple[str, int]]:
    """Who took a Morale Check, and its Final DR."""
    return [(line["unit"], line["final"]) for line in lines(s, "morale_check")]


def throw(s: Battle, target: str) -> None:
    """The charge "dc" is thrown."""
    carry_out(special_fire(s, s.side, ("throw", "dc", target)), lambda decision: decision.options[-1])


# -- riders ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("column", "jumps"), [(7, True), (5, True), (4, False)])
def test_riders_under_shells_jump_off(column: int, jumps: bool) -> None:
    """RV-D6.2, RV-C1.51 TEM 0: a 10 on column 20 is a 1MC, on 12 a PTC, on 8 nothing; a 1MC once."""
    s = battle("PFPh", side="german", dice=[3, 3])
    tank = ride(s, "ru_t34_85", "E5", "ru_6-2-8", ce=False)
    strike_vehicle(s, tank, column, (5, 5))
    assert (s.units["a"].at, s.units["a"].ti) == (("E5", True) if jumps else ("", False))
    assert checks(s) == ([("a", 7)] if jumps else [])


def test_riders_on_mines_jump_off() -> None:
    """RV-B28.1, RV-D6.2 Riders are attacked as Infantry: a 6 on column 6 is a 1MC, so they jump off with a 1MC."""
    s = battle("MPh", side="russian", dice=[6, 6, 3, 3, 3, 4])
    tank = ride(s, "ru_t34_85", "E5", "ru_6-2-8", ce=False)
    fortify(s, "ap_mine_6", "E5", "german", factors=1)
    anti_personnel_mines(s, tank, "E5")
    assert (s.units["a"].at, s.units["a"].ti) == ("E5", True)
    assert checks(s) == [("a", 3 + 4 + 1)]


def test_riders_whose_leader_falls_jump_off() -> None:
    """RV-A10.2, RV-D6.2 Whoever must take the LLMC, a MC, jumps off and takes the 1MC."""
    s = battle("PFPh", side="german", dice=[2, 3])
    ride(s, "ru_t34_85", "E5", "ru_6-2-8", "ru_9-1")
    eliminate(s, "b", "RV-A14.3", "sniped")
    settle_leader_loss(s)
    assert (s.units["a"].at, s.units["a"].ti) == ("E5", True)
    assert checks(s) == [("a", 2 + 3 + 1)]


# -- flames and charges ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("type", ["ru_is2", "ru_iag6"])
def test_flames_reach_the_men_aboard(type: str) -> None:
    """RV-A22.2, RV-A.14, RV-D6.2, RV-D6.4 The vehicle stands at 9; column 12 does not spare who sits on it: a NMC."""
    s = battle("PFPh", side="german", dice=[5, 4, *[3] * 20])
    put(s, "ge_8-3-8", "E7", "x")
    ride(s, type, "E5", "ru_6-2-8", ce=False)
    flames(s, "E7", "E5", "german", 24, (), "RV-A22.1")
    assert [line["final"] for line in lines(s, "fire_on_vehicle")] == [9]


def test_flames_reach_a_crew_in_its_hatches() -> None:
    """RV-A22.1, RV-A22.2, RV-A.14 8 + 1 from range 2 is 4; a 9 on column 12 is a NMC, without the +2 of the hatches."""
    s = battle("PFPh", side="german", dice=[5, 4, 5, 4, *[3] * 20])
    put(s, "ge_8-3-8", "E7", "x")
    tank = vehicle(s, "ru_is2", "E5", ce=True)
    flames(s, "E7", "E5", "german", 24, (), "RV-A22.1")
    assert (s.vehicles[tank].stunned, s.vehicles[tank].wreck) == (True, "")


@pytest.mark.parametrize("aim", ["E5", "ru_is2"])
def test_a_charge_reaches_the_riders(aim: str) -> None:
    """RV-A23.3, RV-A.14, RV-D6.2 30 FP at 8 + 2 for the throw: a 2MC, so they jump off and take their 1MC."""
    s = battle("PFPh", side="german", dice=[4, 4, *([6] if aim == "ru_is2" else []), *[3] * 20])
    put(s, "ge_8-3-8", "E6", "x")
    arm(s, "ge_dc", "x", "dc")
    put(s, "ru_4-4-7", "E5", "foe")
    ride(s, "ru_is2", "E5", "ru_6-2-8", ce=False)
    throw(s, aim)
    assert (s.units["a"].at, s.units["a"].ti) == ("E5", True)


def test_a_charge_among_men_wrecks_the_truck_beside_them() -> None:
    """RV-A7.301, RV-C7.4, RV-A23.1 Column 30 eliminates a soft vehicle at 12 or less: 7 wrecks it, 2 · 7 > 12."""
    s = battle("AFPh", side="german", dice=[3, 4, *[3] * 20])
    put(s, "ru_4-4-7", "E5", "foe")
    truck = vehicle(s, "ru_iag6", "E5")
    s.weapons["dc"] = replace(s.weapons[arm(s, "ge_dc", "", "dc")], holder="", at="E5", used=True)
    charge = Charge("dc", "E5", 0)
    s.charges.append(charge)
    detonate(s, charge)
    assert s.vehicles[truck].wreck == "wreck"


@pytest.mark.parametrize(("concealed", "column"), [(False, 30), (True, 12)])
def test_a_charge_thrown_at_a_question_mark(concealed: bool, column: int) -> None:
    """RV-A12.1, RV-A7.2, RV-A23.1 Only a placed charge is not halved: 30 FP is 15, which is column 12."""
    s = battle("PFPh", side="german", dice=[4, 4, *[2] * 20])
    put(s, "ge_8-3-8", "E6", "x")
    arm(s, "ge_dc", "x", "dc")
    put(s, "ru_4-4-7", "E5", "foe", concealed=concealed)
    throw(s, "E5")
    assert [line["column"] for line in struck(s)] == [column, 30]
