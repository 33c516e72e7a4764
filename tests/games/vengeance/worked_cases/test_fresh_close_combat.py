"""Fresh cases of close combat, with men and with vehicles, worked out from the clauses first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee
from sandtable.games.vengeance.rules.close_combat.ambush import ambush_modifiers
from sandtable.games.vengeance.rules.close_combat.attacks import attack_numbers, resolve_attacks
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import (
    attack_vehicle,
    combat_value,
    passes_anti_tank_check,
    vehicle_attack,
    vehicle_modifiers,
)
from sandtable.games.vengeance.rules.vehicles.close_combat.reaction_fire import reactors
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import battle, carry_out, drive, drm, lines, load, put, vehicle


def against_tank(s: Battle, *ids: str, tank: str = "ru_is2") -> int:
    """The DRM of these men against a tank."""
    return drm(vehicle_modifiers(s, [s.units[id] for id in ids], s.vehicles[tank]))


def beside_a_tank(*dice: int, type: str = "ru_is2", **marks: Any) -> Battle:
    """A German squad "a" beside a buttoned-up tank that stands and has a machine gun: the DRM are 0."""
    s = battle("CCPh", side="german", dice=dice)
    put(s, "ge_4-4-7", "E5", "a", **marks)
    vehicle(s, type, "E5", ce=False)
    return s


# -- men against a tank ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "drm"), [({}, 0), ({"encircled": 2}, 1), ({"wired": True}, 1), ({"cx": True, "wired": True}, 2)]
)
def test_what_hampers_men_hampers_them_against_a_tank(marks: dict[str, Any], drm: int) -> None:
    """RV-A7.7, RV-B26.1, RV-A4.51 +1 for each of encirclement, wire and CX, as against men."""
    assert against_tank(beside_a_tank(**marks), "a") == drm


def test_a_crowd_is_in_its_own_way_beside_a_tank() -> None:
    """RV-A5.12, RV-A5.131 Four squads where three find room: +1."""
    s = beside_a_tank()
    for id in "bcd":
        put(s, "ge_4-4-7", "E5", id)
    assert against_tank(s, "a") == 1


@pytest.mark.parametrize(("berserk", "drm"), [(False, -2), (True, 0)])
def test_nobody_leads_berserk_men_against_a_tank(berserk: bool, drm: int) -> None:
    """RV-A11.14, RV-A15.4 Leadership does not help berserk units, be the enemy a man or a tank."""
    s = beside_a_tank(berserk=berserk)
    put(s, "ge_9-2", "E5", "boss", berserk=berserk)
    assert against_tank(s, "a", "boss") == drm


@pytest.mark.parametrize(("die", "made"), [(4, "8-0"), (1, "8-1"), (6, "7-0")])
def test_who_kills_a_tank_with_a_two_may_lead(die: int, made: str) -> None:
    """RV-A18.1, RV-A11.501 Germans -1, against an AFV -1; no magnetic mine (5), an Original 2, and it burns anyway."""
    s = beside_a_tank(5, 1, 1, die)
    attack_vehicle(s, ["a"], "ru_is2")
    assert [line["by"] for line in lines(s, "leader_creation")] == [made]
    assert s.vehicles["ru_is2"].wreck == "burning"


def test_a_lone_hero_makes_no_leader() -> None:
    """RV-A18.1, RV-A11.51, RV-A15.2 Only an MMC does; CCV 2 and his -1: an Original 2 is a 1, and burns it."""
    s = battle("CCPh", side="german", dice=[6, 1, 1])
    put(s, "ge_hero", "E5", "h")
    vehicle(s, "ru_is2", "E5", ce=False)
    attack_vehicle(s, ["h"], "ru_is2")
    assert not lines(s, "leader_creation")
    assert s.vehicles["ru_is2"].wreck == "burning"


def test_engineers_with_a_captain_and_a_hero_against_a_moving_tank_with_guards() -> None:
    """RV-A11.51, RV-A11.61, RV-A11.14 CCV 5 + 1 + 1 + 1; +2 moving, +1 for a half-squad, -1 hero, -1 leader."""
    s = battle("CCPh", side="german")
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ge_hero", "E5", "h")
    put(s, "ru_2-3-7", "E5", "guard")
    vehicle(s, "ru_t34_85", "E5", ce=False, motion=True)
    men, tank = [s.units[id] for id in ("a", "boss", "h")], s.vehicles["ru_t34_85"]
    assert combat_value(s, men, tank) == 8
    assert drm(vehicle_modifiers(s, men, tank)) == 2 + 1 - 1 - 1


def test_a_broken_gun_and_an_open_roof_invite() -> None:
    """RV-A11.51, RV-D8.4 A SU-76 has no machine gun -1, no roof -2, stands fast -1; a pinned conscript counts 3."""
    s = battle("CCPh", side="german")
    put(s, "ge_4-3-6", "E5", "a", pinned=True)
    vehicle(s, "ru_su76m", "E5", ce=True, immobile=True)
    tank = s.vehicles["ru_su76m"]
    assert combat_value(s, [s.units["a"]], tank) == 5 - 1 - 1
    assert drm(vehicle_modifiers(s, [s.units["a"]], tank)) == -1 - 2 - 1


def test_a_truck_is_no_tank() -> None:
    """RV-A11.7, RV-A11.51 No PAATC, -3 unarmoured, and no -1 for a machine gun that no truck has."""
    s = battle("CCPh", side="russian")
    put(s, "ru_4-2-6", "E5", "a")
    vehicle(s, "ge_opel", "E5", ce=False)
    assert passes_anti_tank_check(s, "a", s.vehicles["ge_opel"])
    assert drm(vehicle_modifiers(s, [s.units["a"]], s.vehicles["ge_opel"])) == -3


@pytest.mark.parametrize(
    ("type", "marks", "dice", "passes"),
    [
        ("ge_4-3-6", {}, (3, 3), False),  # 6 + 1 for Inexperienced > 6
        ("ge_4-4-7", {}, (3, 4), True),
        ("ge_4-3-6", {"fanatic": True}, (), True),
        ("ge_9-1", {}, (), True),
    ],
)
def test_who_dares(type: str, marks: dict[str, Any], dice: tuple[int, ...], passes: bool) -> None:
    """RV-A11.7, RV-A10.8 A NTC, a 1TC for conscripts; none for the fanatic and for single men; failure pins."""
    s = battle("APh", side="german", dice=dice)
    put(s, type, "E4", "a", **marks)
    vehicle(s, "ru_is2", "E5")
    assert passes_anti_tank_check(s, "a", s.vehicles["ru_is2"]) == passes
    assert s.units["a"].pinned != passes


def test_a_twelve_costs_the_squad_and_not_its_leader() -> None:
    """RV-A11.501, RV-A1.5 The attacker suffers Casualty Reduction."""
    s = beside_a_tank(5, 6, 6)
    put(s, "ge_9-1", "E5", "boss")
    attack_vehicle(s, ["a", "boss"], "ru_is2")
    assert (s.units["a"].type, s.units["boss"].wounded) == ("ge_2-3-7", False)


# -- a tank against men ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "tank", "drm_is"),
    [
        ({"wired": True}, {}, -1),
        ({"wired": True, "cx": True}, {}, -2),
        ({}, {"stuns": 1}, 1),
        ({"broken": True}, {}, -2),
    ],
)
def test_men_in_trouble_beside_a_tank(marks: dict[str, Any], tank: dict[str, Any], drm_is: int) -> None:
    """RV-A11.6, RV-B26.1, RV-A11.14, RV-D5.34 On wire -1, CX -1, broken -2; a crew once Stunned +1."""
    s = battle("CCPh", side="german", dice=[6, 6])
    put(s, "ru_4-4-7", "E5", "x", **marks)
    vehicle(s, "ge_pz4h", "E5", ce=False, **tank)
    vehicle_attack(s, "ge_pz4h", ["x"])
    assert drm(lines(s, "vehicle_combat")[0]["modifiers"]) == drm_is


def test_two_tanks_and_a_crowd() -> None:
    """RV-A5.12, RV-A5.131, RV-A11.6 +1 for the second tank, -1 for a fourth squad; 5 : 16 is 1-4, which kills at 2."""
    s = battle("CCPh", side="german", dice=[1, 1, 6, 1, 1, 1])
    for id in "wxyz":
        put(s, "ru_4-4-7", "E5", id)
    vehicle(s, "ge_pz4h", "E5", ce=False)
    vehicle(s, "ge_pz4j", "E5", ce=False)
    vehicle_attack(s, "ge_pz4h", ["w", "x", "y", "z"])
    told = lines(s, "vehicle_combat")[0]
    assert (drm(told["modifiers"]), told["kill"], told["result"]) == (0, 3, "eliminated")


def test_a_tank_that_ambushes_fires_before_the_men_can_strike() -> None:
    """RV-A11.5, RV-A11.18 The ambusher's tank attacks first with -1; of the ambushed the survivors attack with +1."""
    s = battle("CCPh", side="russian", dice=[3, 3])
    put(s, "ru_4-4-7", "E5", "x")
    vehicle(s, "ge_pz4h", "E5", ce=False)
    s.step = "vehicles"
    s.fought += ["E5 ambush", "E5 ambush by german"]
    drive(s, ("against", "x"))
    told = lines(s, "vehicle_combat")[0]
    assert (drm(told["modifiers"]), told["final"]) == (-1, 5)


# -- men against men ---------------------------------------------------------------------------------------------------


def combat(s: Battle, attackers: tuple[str, ...], defenders: tuple[str, ...], **marks: Any) -> None:
    """Men attack men, and nobody answers."""
    s.melee = Melee("E5", "resolve", attacks=(Attack(attackers, defenders),), **marks)
    carry_out(resolve_attacks(s), lambda decision: decision.options[-1])


def test_the_odds_count_as_they_were_when_a_leader_rises() -> None:
    """RV-A18.1, RV-A11.11 4 against a `?` squad is 2 : 4, one column below 1-1: Germans -1, odds -1."""
    s = battle("CCPh", side="german", dice=[1, 1, 4])
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E5", "x", concealed=True)
    combat(s, ("a",), ("x",))
    told = lines(s, "leader_creation")[0]
    assert (drm(told["modifiers"]), told["by"]) == (-1 - 1, "8-0")


@pytest.mark.parametrize(
    ("attackers", "defenders", "hand_to_hand", "kill"),
    [
        (("ge_8-3-8",), ("ru_4-4-7",), False, 7),  # 2-1
        (("ge_8-3-8", "ge_9-1"), ("ru_4-4-7",), False, 7),  # 9 : 4 is 2-1
        (("ge_4-4-7",), ("ru_6-2-8",), True, 6),  # 4 : 6 is 1-2
        (("ge_9-1",), ("ru_6-2-8", "ru_4-4-7"), False, 0),  # 1 : 10 is below 1-8
        (("ge_8-3-8", "ge_6-5-8"), ("ru_8-0",), True, 15),  # 14 : 1 is above 10-1
        (("ge_6-5-8",), ("ru_2-3-7", "ru_9-1"), False, 7),  # 6 : 3
    ],
)
def test_odds_go_down_to_a_listed_column(
    attackers: tuple[str, ...], defenders: tuple[str, ...], hand_to_hand: bool, kill: int
) -> None:
    """RV-A11.12, RV-A11.11, RV-A11.4, RV-J2.31 Reduced in favour of the defender; hand to hand is two better."""
    s = battle("CCPh", side="german")
    mine = tuple(put(s, type, "E5", f"a{n}") for n, type in enumerate(attackers))
    theirs = tuple(put(s, type, "E5", f"x{n}") for n, type in enumerate(defenders))
    s.melee = Melee("E5", "resolve", hand_to_hand=hand_to_hand)
    assert attack_numbers(s, Attack(mine, theirs))[0] == kill


def test_prisoners_hand_to_hand_under_an_ambush() -> None:
    """RV-CG16, RV-A11.14, RV-A11.18, RV-J2.31 -1 as Moabit Prisoners, +1 ambushed, -1 because the enemy is CX."""
    s = battle("CCPh", side="russian")
    put(s, "ru_3-3-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "x", cx=True)
    s.melee = Melee("E5", "second", ambusher="german", hand_to_hand=True)
    assert drm(attack_numbers(s, Attack(("a",), ("x",)))[1]) == -1 + 1 - 1


def test_an_ambush_by_green_men_with_a_bad_leader_in_wave() -> None:
    """RV-A11.17, RV-A11.18, RV-A25.232 Lax counts once +1, the only leader's +1 is taken, CX +1: 3."""
    s = battle("CCPh", side="russian", E5="1.5")
    put(s, "ru_4-2-6", "E5", "a", wave=True, cx=True)
    put(s, "ru_6+1", "E5", "boss", wave=True)
    put(s, "ge_4-4-7", "E5", "x")
    assert drm(ambush_modifiers(s, "E5", "russian")) == 1 + 1 + 1


def test_who_is_encircled_on_wire_and_led_attacks_the_fleeing() -> None:
    """RV-A7.7, RV-B26.1, RV-A11.14 +1, +1, -1 and -2, for all whom he attacks withdraw."""
    s = battle("CCPh", side="german")
    put(s, "ge_4-4-7", "E5", "a", encircled=2, wired=True)
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ru_4-4-7", "E5", "x")
    s.melee = Melee("E5", "second", withdrawals=(("x", "E6"),))
    assert drm(attack_numbers(s, Attack(("a", "boss"), ("x",)))[1]) == 1 + 1 - 1 - 2


# -- reaction fire -----------------------------------------------------------------------------------------------------


def test_who_may_jump_at_a_tank_that_passes() -> None:
    """RV-D7.2, RV-D7.21 Good Order, unpinned, not marked Final Fire: in its hex, or in a house along its road."""
    s = battle(
        "MPh", side="russian", sides={("E5", "E6"): "ROAD", ("E5", "E4"): "ROAD"}, F5="1.5", D5="1.5", E6="PAVED"
    )
    put(s, "ge_4-4-7", "F5", "house")
    put(s, "ge_4-4-7", "D5", "tired", fired="final")
    put(s, "ge_4-4-7", "E5", "street")
    put(s, "ge_4-4-7", "E5", "low", pinned=True)
    put(s, "ge_4-4-7", "E6", "ahead")
    tank = vehicle(s, "ru_t34_85", "E5", motion=True)
    assert {u.id for u in reactors(s, field_of(s), s.vehicles[tank])} == {"house", "street"}
    s.vehicles[tank] = replace(s.vehicles[tank], reacted=("street",))
    load(s)
    assert {u.id for u in reactors(s, field_of(s), s.vehicles[tank])} == {"house"}
