"""Fresh cases of morale, leaders and snipers where clauses meet, worked out from the clauses first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fire.snipers import next_sniper
from sandtable.games.vengeance.rules.morale.checks import heat_of_battle, morale_check, pin_check
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.rally.attempt import rally_leader, try_rally
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    berlin,
    carry_out,
    lines,
    load,
    planned,
    put,
    vehicle,
)


def ride(s: Battle, type: str, at: str, *men: str, **marks: Any) -> str:
    """A vehicle with men aboard, "a", "b" and so on."""
    id = vehicle(s, type, at, **marks)
    for name, man in zip("abc", men, strict=False):
        put(s, man, "", name, aboard=id)
    s.at.pop("", None)
    return id


def sniper(s: Battle, *dice: int) -> None:
    """A German sniper at E3 is called; the dice are his die, direction and distance, and what follows."""
    s.san, s.snipers, s.alarms = {"german": 3, "russian": 0}, {"german": "E3"}, ["german"]
    load(s, *dice)
    carry_out(next_sniper(s), lambda decision: decision.options[0])


# -- morale ------------------------------------------------------------------------------------------------------------


def test_a_leader_aboard_leads_his_men_and_a_stranger_does_not() -> None:
    """RV-D6.3, RV-A.10, RV-A7.6 Passengers check as Infantry: 9 - 1 pins a morale of 8; he in the street is no help."""
    for boss, final in (("aboard", 8), ("beside", 9)):
        s = battle("DFPh", side="german", dice=[4, 5])
        ride(s, "ge_spw251_1", "E5", "ge_6-5-8", ce=True)
        put(s, "ge_9-1", "" if boss == "aboard" else "E5", "boss", aboard="ge_spw251_1" if boss == "aboard" else "")
        s.at.pop("", None)
        morale_check(s, "a", 0, "RV-A7.6")
        assert lines(s, "morale_check")[0]["final"] == final


def test_a_pinned_leader_frightens_and_a_wounded_one_leads_worse() -> None:
    """RV-A10.2, RV-A17.1 A 9-1 who is wounded leads with 0 and takes nothing from the LLTC of an 8; a 7 fails on 8."""
    s = battle(dice=[5, 5, 4, 4, 4, 4])
    put(s, "ge_9-1", "E5", "boss", wounded=True)
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_4-4-7", "E5", "b")
    pin_check(s, "boss")
    settle_leader_loss(s)
    checks = [(line["unit"], line["final"], line["success"]) for line in lines(s, "pin_check")]
    assert checks == [("boss", 10, False), ("a", 8, True), ("b", 8, False)]


@pytest.mark.parametrize(
    ("type", "broken", "dice", "outcome"),
    [
        ("ge_8-3-8", False, (2, 3), {"hero"}),  # 5 - 1
        ("ge_8-3-8", False, (3, 3), {"hero", "hardened"}),  # 6 - 1
        ("ge_4-4-7", True, (3, 3), {"hardened"}),  # 6 + 1
        ("ru_4-4-7", False, (3, 3), {"hardened"}),  # 6 + 2
        ("ru_3-3-7", False, (2, 2), {"berserk"}),  # 4 + 1 green + 2 Russian + 2 more = 9
    ],
)
def test_heat_of_battle_by_nation_and_class(type: str, broken: bool, dice: tuple[int, int], outcome: set[str]) -> None:
    """RV-A15.1, RV-A25.2, RV-CG16, RV-A15.21 Elite -1, broken +1, Inexperienced +1, Russian +2, Moabit +2."""
    s = battle(dice=[*dice, 3, 3])
    put(s, type, "E5", "a", broken=broken, dm=broken)
    put(s, "ge_4-4-7" if type.startswith("ru") else "ru_4-4-7", "E7", "x")
    heat_of_battle(s, "a")
    assert {event for event in ("hero", "hardened", "berserk") if lines(s, event)} == outcome


@pytest.mark.parametrize(("dice", "rallied", "left"), [((2, 3), True, "ge_8-3-8"), ((6, 6), False, "ge_3-3-8")])
def test_engineers_in_a_hole_rally_at_four_under_fire(dice: tuple[int, int], rallied: bool, left: str) -> None:
    """RV-A10.6, RV-B27.1 Broken morale 9: DM +4, a 9-1 -1, the trench -1; a 12 costs men in any case."""
    s = battle("RPh", dice=dice)
    put(s, "ge_8-3-8", "E5", "a", broken=True, dm=True, dug=True)
    put(s, "ge_9-1", "E5", "boss")
    s.foxholes["E5"] = 2
    try_rally(s, "a", s.units["boss"], False)
    told = lines(s, "rally")[0]
    assert told["final"] == sum(dice) + 4 - 1
    assert (not s.units["a"].broken, s.units["a"].type) == (rallied, left)


def test_a_gestapo_bars_self_rally_though_a_better_leader_is_there() -> None:
    """RV-A25.222, RV-BRV8.505 A 9-1 rallies the squad by his rank, but nobody rallies himself beside the 7+1."""
    s = battle("RPh", side="german")
    s.step = "self_rally"
    put(s, "ge_gestapo_7+1", "E5", "g")
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_4-4-7", "F5", "next door", broken=True, dm=True)
    options = ask(s).options
    assert ("self_rally", "a") not in options
    assert ("self_rally", "next door") in options
    found = rally_leader(s, s.units["a"])
    assert found is not None
    assert found[0] is not None
    assert found[0].id == "boss"


@pytest.mark.parametrize(("dice", "left"), [((5, 6), "ru_3-2-8"), ((6, 6), "")])
def test_a_twelve_costs_the_bearer_of_the_banner_twice(dice: tuple[int, int], left: str) -> None:
    """RV-BRV14.2, RV-A7.6 A loss in place of the break, and the loss that an Original 12 costs everybody."""
    s = berlin("MPh", "russian", *dice, 1)
    put(s, "ru_6-2-8", "S18", "a")
    arm(s, "ru_banner", "a", "ru-banner-1")
    morale_check(s, "a", 0, "RV-A7.6")
    assert (s.units["a"].type if "a" in s.units else "") == left


# -- snipers -----------------------------------------------------------------------------------------------------------


def test_a_sniper_picks_a_rider_off_his_tank() -> None:
    """RV-A14.3, RV-A14.4, RV-D6.2 A weak hit pins the squad on a buttoned-up tank: it jumps off, TI, with a 1MC."""
    s = battle("PFPh", side="german")
    ride(s, "ru_t34_85", "E5", "ru_4-4-7", ce=False)
    sniper(s, 2, 1, 1, 2, 3)
    assert (s.units["a"].at, s.units["a"].aboard, s.units["a"].ti) == ("E5", "", True)
    assert lines(s, "morale_check")[0]["final"] == 6


@pytest.mark.parametrize(("type", "ce", "hit"), [("ge_spw251_1", True, True), ("ge_spw251_1", False, False)])
def test_a_sniper_finds_men_in_a_half_track_only_with_its_hatches_open(type: str, ce: bool, hit: bool) -> None:
    """RV-A14.4, RV-D6.3 Passengers whom armour protects are safe."""
    s = battle("PFPh", side="russian")
    ride(s, type, "E5", "ge_9-1", ce=ce, abandoned=True)
    s.san, s.snipers, s.alarms = {"german": 0, "russian": 3}, {"russian": "E3"}, ["russian"]
    load(s, 1, 1, 1)
    carry_out(next_sniper(s), lambda decision: decision.options[0])
    assert ("a" not in s.units) == hit


def test_a_sniper_goes_to_the_worse_cover_and_leaves_melees_alone() -> None:
    """RV-A14.2, RV-A14.4 Of two targets as near, the man in the street; who is in a Melee is safe."""
    s = battle("PFPh", side="german", E6="1.5")
    put(s, "ru_9-1", "E6", "inside")
    put(s, "ru_8-0", "E2", "outside")
    put(s, "ru_4-4-7", "E4", "busy", melee=True)
    sniper(s, 1, 4, 1)
    assert set(s.units) == {"inside", "busy"}


def test_men_of_a_wave_lie_down_for_nobody() -> None:
    """RV-A25.232, RV-A7.9, RV-A7.8 They are neither pinned nor cower, and their morale is one higher: 8 passes."""
    s = battle(side="russian", dice=[4, 4])
    put(s, "ru_4-4-7", "E5", "a", wave=True)
    assert pin_check(s, "a")
    morale_check(s, "a", 0, "RV-A7.6")
    assert lines(s, "morale_check")[0]["morale"] == 8
    assert not s.units["a"].pinned
    put(s, "ge_4-4-7", "E7", "x")
    assert planned(s, ["a"], "E7").cowers == 0
