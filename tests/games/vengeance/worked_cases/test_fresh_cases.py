"""Cases where two or three clauses meet, worked out from the rulebook first: fire, morale, commissars, close combat."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Attack, Battle
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_cover
from sandtable.games.vengeance.rules.close_combat.ambush import ambush_modifiers
from sandtable.games.vengeance.rules.close_combat.attacks import attack_numbers
from sandtable.games.vengeance.rules.fire.declaration import Plan
from sandtable.games.vengeance.rules.morale.checks import break_unit, go_berserk, morale_check
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.morale.level import is_fanatic, morale
from sandtable.games.vengeance.rules.rally.attempt import rally_cover, rally_leader, rally_morale
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.vehicles.crews.inherent import try_to_abandon
from sandtable.games.vengeance.rules.vehicles.movement.barricades import crossing_modifiers
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    berlin,
    column,
    drive,
    drm,
    lines,
    load,
    moving,
    planned,
    put,
    shoot,
    struck,
    vehicle,
    whole_map,
)


def every(plan: Plan) -> int:
    """All modifiers of an attack on its first group of targets."""
    return drm(plan.drm) + drm(plan.groups[0][1])


def rallier(s: Battle, id: str) -> str:
    """The leader who rallies a unit."""
    found = rally_leader(s, s.units[id])
    return found[0].id if found and found[0] else ""


# -- fire --------------------------------------------------------------------------------------------------------------


def test_assault_fire_comes_after_every_halving() -> None:
    """RV-A7.36, RV-A7.24, RV-A7.2 6 FP, adjacent and concealed: 12, 6, 3, one more for Assault Fire; an LMG adds 1½."""
    s = battle("AFPh", E6="1.5")
    put(s, "ge_6-5-8", "E5", "a", moved=True, cx=True)
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ru_4-4-7", "E6", "x", concealed=True)
    alone, both = planned(s, ["a"], "E6"), planned(s, ["a", "lmg"], "E6")
    assert (alone.fp, every(alone)) == (4, 3 + 1)
    assert (both.fp, column(both)) == (5.5, 4)


def test_pinned_men_and_the_volkssturm_have_no_assault_fire() -> None:
    """RV-A7.36, RV-A7.8, RV-BRV8.3 A pinned 6-5-8 keeps a quarter of its FP, a 4-3-6 half."""
    s = battle("AFPh")
    put(s, "ge_6-5-8", "E5", "pinned", pinned=True)
    put(s, "ge_4-3-6", "D5", "militia")
    put(s, "ru_4-4-7", "E7", "x")
    assert planned(s, ["pinned"], "E7").fp == 1.5
    assert planned(s, ["militia"], "E7").fp == 2


def test_final_fire_at_a_stack_under_a_question_mark_next_door() -> None:
    """RV-A8.4, RV-A7.2, RV-A9.3 Marked First Fire: 4 doubled and halved twice; the LMG sustained breaks down at 10."""
    s = battle("DFPh", side="russian", dice=[5, 5], E6="1.5")
    put(s, "ge_4-4-7", "E5", "a", fired="first")
    arm(s, "ge_lmg", "a", "lmg", fired="first", used=True)
    put(s, "ru_4-4-7", "E6", "x", concealed=True)
    plan = shoot(s, ["a", "lmg"], "E6")
    assert plan.fp == 2 + 1.5
    assert s.weapons["lmg"].malfunctioned
    assert s.units["x"].concealed


def test_everything_that_is_wrong_with_a_firer_is_added_up() -> None:
    """RV-A7.10, RV-A21.13, RV-A4.51, RV-A7.7 A tired, encircled 4-3-6 with an HMG that it has not learnt to use."""
    s = battle(E8="1.5")
    put(s, "ge_4-3-6", "E5", "a", cx=True, encircled=2)
    arm(s, "ge_hmg", "a", "hmg")
    put(s, "ru_4-4-7", "E8", "x")
    assert every(planned(s, ["a"], "E8")) == 3 + 1 + 1
    assert every(planned(s, ["hmg"], "E8")) == 3 + 1 + 1 + 2


@pytest.mark.parametrize(("mode", "total"), [("", -3), ("assault", -2), ("hazardous", -3)])
def test_a_boulevard_is_worse_than_open_ground_for_men_who_run(mode: str, total: int) -> None:
    """RV-B7.1, RV-A8.1, RV-A4.62 -1 for the boulevard, and FFMO and FFNAM, FFMO alone, or -2 instead of both."""
    s = berlin("MPh", "russian")
    put(s, "ge_6-5-8", "K24", "a")
    put(s, "ru_4-4-7", "M24", "x")
    moving(s, "x", mode=mode)
    assert every(planned(s, ["a"], "M24")) == total


def test_in_final_fire_the_boulevard_alone_counts() -> None:
    """RV-B7.1, RV-A8.4, RV-A7.53"""
    s = berlin("DFPh", "russian")
    put(s, "ge_6-5-8", "K24", "a")
    put(s, "ge_9-1", "K24", "boss")
    put(s, "ru_4-4-7", "M24", "x", moved=True)
    assert every(planned(s, ["a"], "M24", ("boss",))) == -1 - 1


def test_a_party_leader_gives_no_modifier_but_nobody_cowers() -> None:
    """RV-A7.53, RV-A7.9, RV-BRV8.4"""
    s = battle(dice=[3, 3, 2, 2])
    put(s, "ge_4-3-6", "E5", "a")
    put(s, "ge_party_9-0", "E5", "boss")
    put(s, "ru_4-4-7", "E7", "x")
    plan = shoot(s, ["a"], "E7", ("boss",))
    assert every(plan) == 0
    assert column(plan) == struck(s)[0]["column"] == 4
    assert not lines(s, "cowers")


def test_prisoners_of_moabit_fire_with_nobody_next_door_even_if_led() -> None:
    """RV-CG16, RV-A7.52 A leader in both Locations lets other green men join, these not."""
    for type, joins in (("ru_4-2-6", True), ("ru_3-3-7", False)):
        s = battle(side="russian")
        put(s, type, "E5", "a")
        put(s, type, "F5", "b")
        put(s, "ru_8-0", "E5", "one")
        put(s, "ru_8-0", "F5", "two")
        put(s, "ge_4-4-7", "E7", "x")
        decision = drive(s, ("fire", "a"))
        assert decision is not None
        assert (("join", "b") in decision.options) == joins


def test_a_gestapo_with_a_machine_gun_is_no_danger() -> None:
    """RV-BRV8.504, RV-A21.1, RV-A7.35 Half of 3 FP, +2 as captured, no rate of fire, and it breaks down at 10."""
    s = battle(dice=[4, 6, 1, 1])
    put(s, "ge_gestapo_8-0", "E5", "g")
    arm(s, "ge_lmg", "g", "lmg")
    put(s, "ru_4-4-7", "E8", "x")
    plan = shoot(s, ["lmg"], "E8")
    assert (plan.fp, column(plan), every(plan)) == (1.5, 1, 2)
    assert s.weapons["lmg"].malfunctioned


# -- morale ------------------------------------------------------------------------------------------------------------


def test_in_the_reichstag_party_and_place_raise_morale_together() -> None:
    """RV-BRV12.3, RV-A25.221, RV-A.18 A 4-4-7: 7, 8 as a fanatic, 9 with a party leader; a 6-5-8 stops at 10."""
    s = berlin()
    put(s, "ge_4-4-7", "X17", "a")
    assert morale(s, s.units["a"]) == 8
    put(s, "ge_party_9-0", "X17", "boss")
    put(s, "ge_6-5-8", "X17", "b", broken=True)
    assert [morale(s, s.units[id]) for id in ("a", "b", "boss")] == [9, 10, 10]


def test_when_a_party_leader_breaks_his_men_check_without_him() -> None:
    """RV-A10.2, RV-A25.221 His 0 adds nothing, and the +1 has ended: an 8 breaks a 4-4-7."""
    s = battle(dice=[4, 4])
    put(s, "ge_party_9-0", "E5", "boss")
    put(s, "ge_4-4-7", "E5", "a")
    break_unit(s, "boss")
    settle_leader_loss(s)
    (check,) = lines(s, "morale_check")
    assert (check["final"], check["morale"], check["modifiers"]) == (8, 7, [])
    assert s.units["a"].broken


def test_a_gestapo_alone_makes_a_check_harder_and_beside_another_leader_he_does_not() -> None:
    """RV-A.10, RV-BRV8.503 His +1 counts only where nobody else leads; the commissar's increase does not help here."""
    s = battle(dice=[4, 3])
    put(s, "ge_gestapo_7+1", "E5", "g")
    put(s, "ge_4-4-7", "E5", "a")
    morale_check(s, "a", 0, "RV-A7.6")
    assert (lines(s, "morale_check")[0]["final"], lines(s, "morale_check")[0]["morale"]) == (8, 7)
    s = battle(dice=[4, 4])
    put(s, "ge_gestapo_7+1", "E5", "g")
    put(s, "ge_8-1", "E5", "boss")
    put(s, "ge_4-4-7", "E5", "a")
    morale_check(s, "a", 0, "RV-A7.6")
    assert lines(s, "morale_check")[0]["final"] == 7
    assert s.units["a"].pinned


def test_the_highest_of_two_party_leaders_rallies_whoever_stands_first() -> None:
    """RV-A25.222 A 10-0 equals the morale of a 10-2: he must; that a 9-0 is there too changes nothing."""
    for order in (("ge_party_9-0", "ge_party_10-0"), ("ge_party_10-0", "ge_party_9-0")):
        s = battle("RPh")
        for type in order:
            put(s, type, "E5")
        put(s, "ge_10-2", "E5", "general")
        put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
        assert rallier(s, "a") == "ge_party_10-0"


def test_the_highest_gestapo_rallies_though_he_is_wounded() -> None:
    """RV-BRV8.505, RV-A17.1 Printed morale counts: 8 of the wounded 8-0, above a 7-0 and beside a 7+1."""
    s = battle("RPh")
    put(s, "ge_gestapo_7+1", "E5", "low")
    put(s, "ge_gestapo_8-0", "E5", "high", wounded=True)
    put(s, "ge_8-0", "E5", "captain")
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    assert rallier(s, "a") == "high"


def test_the_rulebooks_gestapo_beside_two_leaders() -> None:
    """RV-BRV8.505 A 9-1 is above the police; once he has recovered something, the 7+1 must, and the 7-0 may not."""
    s = battle("RPh")
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ge_7-0", "E5", "second")
    put(s, "ge_gestapo_7+1", "E5", "g")
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    assert rallier(s, "a") == "boss"
    s.units["boss"] = replace(s.units["boss"], acted=True)
    assert rallier(s, "a") == "g"


def test_party_and_gestapo_together_raise_morale_once() -> None:
    """RV-A25.221, RV-BRV8.503 One increase, also where a 9-0 is busy and the Gestapo rallies, or runs mad."""
    s = battle("RPh")
    put(s, "ge_party_9-0", "E5", "boss", acted=True)
    put(s, "ge_gestapo_8-0", "E5", "g")
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    assert rallier(s, "a") == "g"
    assert rally_morale(s, s.units["a"], s.units["g"]) == 8 + 1
    put(s, "ge_4-4-7", "E5", "b")
    load(s, 5, 4, 1, 1)
    go_berserk(s, "g")
    check = next(line for line in lines(s, "task_check") if line["unit"] == "b")
    assert (check["final"], check["morale"], check["success"]) == (9, 8, False)


def test_under_the_eyes_of_the_gestapo_no_squad_rallies_itself() -> None:
    """RV-A25.222, RV-BRV8.505, RV-A10.63 He must rally it, and a field promotion would go before him."""
    for type, offered in (("ge_gestapo_8-0", False), ("ge_party_9-0", False), ("ge_8-0", True)):
        s = battle("RPh")
        s.step = "self_rally"
        put(s, type, "E5", "chief")
        put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
        put(s, "ge_4-4-7", "H5", "b", broken=True, dm=True)
        options = ask(s).options
        assert (("self_rally", "a") in options) == offered
        assert ("self_rally", "b") in options


def test_beside_a_busy_party_leader_a_broken_leader_waits() -> None:
    """RV-A25.222, RV-A10.6 Nobody rallies himself in his Location; by himself the leader may."""
    for type, expected in (("ge_party_9-0", None), ("ge_9-1", (None, True))):
        s = battle("RPh")
        put(s, type, "E5", "chief", acted=True)
        put(s, "ge_8-1", "E5", "a", broken=True, dm=True)
        assert rally_leader(s, s.units["a"]) == expected


def test_a_lowered_elr_never_falls_below_nothing() -> None:
    """RV-BRV8.21, RV-BRV8.2, RV-A7.6 A 6-5-8 of ELR 1 (-3) becomes a 4-4-7 of 0; a 12 that is 9 only reduces it."""
    s = battle(dice=[6, 6])
    put(s, "ge_6-5-8", "E5", "a", elr=1, fanatic=True)
    put(s, "ge_10-3", "E5", "boss")
    put(s, "ge_party_9-0", "E5", "party")
    break_unit(s, "a", 2)
    assert (s.units["a"].type, s.units["a"].elr) == ("ge_4-4-7", 0)
    s.units["a"] = replace(s.units["a"], broken=False, dm=False)
    morale_check(s, "a", 0, "RV-A7.6")
    assert s.units["a"].type == "ge_2-3-7"


def test_the_bearer_in_a_wave_is_no_fanatic_but_still_does_not_break() -> None:
    """RV-BRV14.2, RV-A25.232 The wave has a morale of its own; men are lost, the flag goes on."""
    for wave, fanatic in ((True, False), (False, True)):
        s = berlin("MPh", "russian", 6, 5)
        put(s, "ru_6-2-8", "S18", "a", wave=wave)
        arm(s, "ru_banner", "a", "ru-banner-1")
        assert is_fanatic(s, s.units["a"]) == fanatic
        assert morale(s, s.units["a"]) == 9
        morale_check(s, "a", 0, "RV-A7.6")
        assert (s.units["a"].type, s.units["a"].broken) == ("ru_3-2-8", False)


# -- close combat ------------------------------------------------------------------------------------------------------


def test_concealed_russians_in_the_reichstag_lose_a_point_of_their_surprise() -> None:
    """RV-A11.18, RV-BRV12.3, RV-A11.17 -2 all concealed, +1 Lax; at night Moabit Prisoners among them +1 more."""
    s = berlin("CCPh")
    put(s, "ru_4-4-7", "X17", "a", concealed=True)
    put(s, "ge_6-5-8", "X17", "x")
    assert drm(ambush_modifiers(s, "X17", "russian")) == -1
    assert drm(ambush_modifiers(s, "X17", "german")) == 0
    put(s, "ru_9-1", "X17", "boss")
    assert drm(ambush_modifiers(s, "X17", "russian")) == 1 - 1


def test_a_pinned_squad_and_a_leader_against_broken_men() -> None:
    """RV-A11.11, RV-A11.14 3 + 1 against 4: even odds; -1 for the leader, -2 because all of them are broken."""
    s = battle("CCPh", side="german", dice=[3, 3])
    put(s, "ge_6-5-8", "E5", "a", pinned=True)
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ru_4-4-7", "E5", "x", broken=True, dm=True)
    ask(s)
    kill, modifiers = attack_numbers(s, Attack(("a", "boss"), ("x",)))
    assert kill == 5
    assert drm(modifiers) == -3


# -- cover -------------------------------------------------------------------------------------------------------------


def test_height_is_no_cover_where_there_is_other_cover() -> None:
    """RV-B10.31, RV-BRV13.1, RV-BRV12.4 Men on the viaduct have its railing, men on a tower its parapet, no more."""
    f = whole_map()
    s = berlin("PFPh", "german")
    seen = next(
        h for h in ("BB11", "CC10", "CC12", "DD12", "DD10", "EE11", "EE12") if not f.los(h, "DD11-viaduct").blocked
    )
    assert drm(tem(s, f, seen, "DD11-viaduct")) == 1
    assert drm(tem(s, f, "X17-roof", "X16-roof")) == 2


def test_the_gate_shelters_from_fire_and_comforts_nobody() -> None:
    """RV-BRV13.31, RV-B7.1, RV-A8.1 +1 for all, no -1 of the boulevard, no FFMO; and no cover for a Rally."""
    s = berlin("MPh", "russian")
    put(s, "ge_6-5-8", "Z24", "a")
    put(s, "ru_4-4-7", "BB24", "x")
    moving(s, "x")
    assert every(planned(s, ["a"], "BB24")) == 1 - 1
    assert rally_cover(s, s.units["x"]) == 0


def test_a_roof_that_has_fallen_in_is_no_level_over_those_below() -> None:
    """RV-BRV12.2, RV-B23.31, RV-B23.32 D10 against shells: 3 on the ground floor, 2 in the Location without a roof."""
    f = whole_map()
    top = max((at for at in f.ground.of_hex["D10"]), key=lambda at: f.level_of[at])
    assert drm(indirect_cover(f, "D10")) == 3
    assert drm(indirect_cover(f, top)) == 2


@pytest.mark.parametrize(("dice", "stays"), [((4, 4), True), ((4, 5), False)])
def test_an_armor_leader_keeps_his_crew_in_a_sound_tank(dice: tuple[int, int], stays: bool) -> None:
    """RV-BRV16.6, RV-D1.9 His morale 9, his -1 inverted: 8 + 1 is not above 9, 9 + 1 is."""
    s = battle("MPh", side="russian", dice=dice)
    id = vehicle(s, "ru_t34_85", "E5", leader="ru_armor_9-1")
    assert try_to_abandon(s, id) != stays


def test_a_heavy_tank_in_haste_at_a_barricade() -> None:
    """RV-BRV9.211, RV-BRV9.211a IS-2, 46 t: -3; +2 for a quarter of its MP, -1 CE, -1 armor leader: 10 is a 7."""
    s = battle("MPh", side="russian", sides={("E5", "E4"): "ROAD"})
    work = s.works["b"] = Work("b", "barricade", "german")
    tank = s.vehicles[vehicle(s, "ru_is2", "E5", ce=True, leader="ru_armor_9-1")]
    assert drm(crossing_modifiers(s, field_of(s), tank, work, "E4", "quarter")) == -3 + 2 - 1 - 1
