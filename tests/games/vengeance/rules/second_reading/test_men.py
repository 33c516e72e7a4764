"""Fire, morale, rout, movement and close combat of men; each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Melee, Unit
from sandtable.games.vengeance.model.field_works import Screen
from sandtable.games.vengeance.play import SEQUENCE
from sandtable.games.vengeance.rules.fire.groups import joiners
from sandtable.games.vengeance.rules.fire.kinds import PREP_FIRE
from sandtable.games.vengeance.rules.fire.residual import lingering_fire
from sandtable.games.vengeance.rules.fire.snipers import eligible, next_sniper
from sandtable.games.vengeance.rules.morale.checks import go_berserk, morale_check
from sandtable.games.vengeance.rules.morale.level import is_fanatic, lax, morale
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import lone_man
from sandtable.games.vengeance.rules.rally.attempt import rally_modifiers
from sandtable.games.vengeance.rules.rout.danger import can_interdict, normal_range
from sandtable.games.vengeance.rules.rout.legal_steps import Flight
from sandtable.games.vengeance.rules.terrain.smoke import lay_smoke
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    berlin,
    carry_out,
    drive,
    emplace,
    fortify,
    lines,
    moving,
    play_activity,
    put,
    step_of,
    struck,
    vehicle,
)


def drive_all(s: Battle) -> None:
    """One activity; whoever is asked does the last thing offered, which is to pass."""
    play_activity(s, lambda decision: decision.options[-1])


# -- fire --------------------------------------------------------------------------------------------------------------


def test_residual_fire_on_a_boulevard() -> None:
    """RV-A8.22, RV-A8.1, RV-B7.1 The -1 of a boulevard does not take FFMO away: -3 with FFNAM."""
    s = battle("MPh", side="german", dice=[6, 6], E5="BOULEVARD")
    put(s, "ge_4-4-7", "E5", "a")
    moving(s, "a")
    s.residual["E5"] = 4
    lingering_fire(s)
    assert sum(m[0] for m in struck(s)[0]["modifiers"]) == -3


def test_residual_fire_through_smoke_of_guns() -> None:
    """RV-A8.22, RV-A24.2 SMOKE counts like smoke grenades: +3, and no FFMO."""
    s = battle("MPh", side="german", dice=[6, 6])
    put(s, "ge_4-4-7", "E5", "a")
    moving(s, "a")
    s.screens["E5"] = Screen("german", False, False, 0)
    s.residual["E5"] = 4
    lingering_fire(s)
    assert sum(m[0] for m in struck(s)[0]["modifiers"]) == 3 - 1


def test_a_hero_fires_beside_his_machine_gun() -> None:
    """RV-A7.35 One SW, with his 1 FP if it is a MG; in one attack or one after the other."""
    s = battle(side="german", dice=[6, 5, 6, 5])
    put(s, "ge_hero", "E5", "hero")
    arm(s, "ge_lmg", "hero", "lmg")
    put(s, "ru_4-4-7", "E7", "x")
    assert joiners(s, field_of(s), ["hero"], "E7", PREP_FIRE) == ["lmg"]
    arm(s, "ge_lmg", "hero", "second")
    assert joiners(s, field_of(s), ["lmg"], "E7", PREP_FIRE) == ["hero"]


def test_a_sniper_does_not_find_men_in_a_pillbox() -> None:
    """RV-A14.4"""
    s = battle()
    fortify(s, "pillbox_1+3+5", "E6-pillbox", arc=0)
    alter(s, "E6", BUNKER, number=1)
    put(s, "ge_4-4-7", "E6-pillbox", "in")
    put(s, "ge_4-4-7", "E6", "out")
    f = field_of(s)
    assert [eligible(f, s.units[id]) for id in ("in", "out")] == [False, True]


def test_a_sniper_hits_the_enemy_sniper() -> None:
    """RV-A14.3 He lies alone where the counter moves to: on a 1 his SAN falls, and below 2 he is gone."""
    for san, left in ((3, 2), (2, 0)):
        s = battle("PFPh", side="german", dice=[1, 4, 1])
        put(s, "ge_4-4-7", "A1", "a")
        put(s, "ru_4-4-7", "J9", "x")
        s.snipers = {"german": "E5", "russian": "E6"}
        s.san = {"german": 4, "russian": san}
        s.alarms.append("german")
        carry_out(next_sniper(s), lambda decision: decision.options[0])
        assert s.san["russian"] == left
        assert ("russian" in s.snipers) == (left > 0)
        assert s.units["x"].broken is False


# -- morale ------------------------------------------------------------------------------------------------------------


def test_no_heat_of_battle_aboard() -> None:
    """RV-A15.1 Passengers and riders do not become heroes, nor go berserk in their half-track."""
    s = battle("DFPh", side="russian", dice=[1, 1])
    ride = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "", "a", aboard=ride)
    s.at.clear()
    morale_check(s, "a", 0, "RV-A7.6")
    assert not lines(s, "heat_of_battle")


def test_berserk_men_drop_what_is_too_heavy() -> None:
    """RV-A15.41, RV-A15.4 Those whom a leader carries along drop Guns and SW over their IPC like others."""
    s = battle("PFPh", side="german", dice=[1, 2])
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_hmg", "a", "hmg")
    emplace(s, "ge_75_pak40", "E5", "a", id="gun")
    put(s, "ru_4-4-7", "E7", "x")
    go_berserk(s, "boss")
    assert s.units["a"].berserk
    assert (s.weapons["hmg"].holder, s.guns["gun"].crew) == ("", "")


def test_white_phosphorus_on_dummies() -> None:
    """RV-A24.2, RV-A12.11 They vanish instead of checking their morale."""
    s = battle(side="german")
    put(s, "ru_dummy", "E5", "dummy", concealed=True)
    lay_smoke(s, "E5", "german", wp=True)
    assert "dummy" not in s.units


def test_passengers_lose_their_desperation() -> None:
    """RV-A10.62, RV-D6.3 A broken passenger loses DM at the end of the RPh unless an enemy is near his vehicle."""
    for far, dm in (("E9", False), ("E6", True)):
        s = battle("RPh", side="german")
        ride = vehicle(s, "ge_spw251_1", "E5")
        put(s, "ge_4-4-7", "", "a", aboard=ride, broken=True, dm=True)
        s.at.clear()
        put(s, "ru_4-4-7", far, "x")
        s.step = "end"
        carry_out(SEQUENCE.run(s), lambda decision: decision.options[0])
        assert s.units["a"].dm is dm


# -- rout --------------------------------------------------------------------------------------------------------------


def test_guns_interdict() -> None:
    """RV-A10.5, RV-A10.53 A manned Gun reaches sixteen hexes, to interdict only inside its covered arc."""
    s = battle("RtPh", side="german")
    f = field_of(s)
    put(s, "ru_2-2-8", "E1", "crew")
    emplace(s, "ru_76_obr39", "E1", "crew", ca=3, id="gun")
    assert normal_range(s, s.units["crew"]) == 16
    ahead, behind = (can_interdict(s, f, s.units["crew"], at) for at in ("E8", "A1"))
    assert (ahead, behind) == (True, False)
    s.guns["gun"] = replace(s.guns["gun"], malfunctioned=True)
    assert normal_range(s, s.units["crew"]) == 2
    assert not can_interdict(s, f, s.units["crew"], "E8")


def test_a_routing_unit_drops_what_it_cannot_carry() -> None:
    """RV-A4.4 It routs with at most its IPC; the owner says what stays."""
    s = battle("RtPh", side="german", dice=[1, 2, 1, 2], E9="1.5")
    put(s, "ge_4-4-7", "E7", "a", broken=True, dm=True)
    arm(s, "ge_hmg", "a", "hmg")
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ru_4-4-7", "E6", "x", pinned=True)
    s.step = "rout"
    script: list[Option] = [("rout", "a"), ("to", "E9"), ("drop", "a", "hmg")]
    play_activity(s, lambda decision: script.pop(0) if script else decision.options[0])
    assert (s.units["a"].at, s.weapons["hmg"].at, s.weapons["lmg"].holder) == ("E9-1", "E7", "a")


def test_a_disrupted_unit_does_not_run() -> None:
    """RV-A19.12 If it must rout, or an enemy enters its Location, it is lost: there is no quarter."""
    s = battle("RtPh", side="german", E9="1.5")
    put(s, "ru_4-4-7", "E7", "a", broken=True, dm=True, disrupted=True)
    put(s, "ge_4-4-7", "E6", "x")
    s.step = "rout_other"
    while step_of(s) != "done":
        drive_all(s)
    assert "a" not in s.units
    s = battle("APh", side="german")
    put(s, "ru_4-4-7", "E7", "a", broken=True, disrupted=True)
    put(s, "ge_4-4-7", "E6", "x")
    s.step = "advance"
    drive(s, ("advance", "x"), ("to", "E7"))
    assert "a" not in s.units


def test_rout_costs_in_smoke_of_guns() -> None:
    """RV-A10.51, RV-B.2 SMOKE costs a routing unit one MF more, as smoke grenades do."""
    s = battle("RtPh", side="german")
    put(s, "ge_4-4-7", "E7", "a", broken=True, dm=True)
    s.screens["E8"] = Screen("german", False, False, 0)
    assert dict(Flight(s, s.units["a"]).steps("E7"))["E8"] == 2


# -- movement ----------------------------------------------------------------------------------------------------------


ROAD = {("E4", "E5"): "ROAD", ("E5", "E6"): "ROAD"}


def test_no_road_bonus_for_the_loaded_or_idle() -> None:
    """RV-A4.132 Not with weapons over the IPC, and not after a MF that entered no hex."""
    s = battle("MPh", side="german", sides=ROAD)
    put(s, "ge_4-4-7", "E4", "a")
    drive(s, ("move", "a"))
    assert s.move is not None
    assert mf_left(s, s.move, road=True) == 5
    arm(s, "ge_hmg", "a", "hmg")
    assert mf_left(s, s.move, road=True) == mf_left(s, s.move)
    s = battle("MPh", side="german", sides=ROAD, dice=[1])
    put(s, "ge_4-4-7", "E4", "a")
    arm(s, "ge_lmg", "", "lmg", at="E4")
    drive(s, ("move", "a"), ("recover", "a", "lmg"))
    assert s.move is not None
    assert not s.move.road


def test_no_overrun_beside_a_tank() -> None:
    """RV-A4.15 A leader beside a manned tank is not the only enemy."""
    s = battle("MPh", side="german")
    put(s, "ru_8-0", "E6", "boss")
    assert lone_man(s, "E6")
    vehicle(s, "ru_t34_85", "E6")
    assert not lone_man(s, "E6")


def test_encircled_men_do_not_double_time() -> None:
    """RV-A4.5"""
    s = battle("MPh", side="german")
    put(s, "ge_4-4-7", "E5", "a", encircled=3)
    drive(s, ("move", "a"))
    assert ("double",) not in ask(s).options


def test_weapons_change_hands_on_the_move_and_instead_of_an_advance() -> None:
    """RV-A4.431 In the MPh for 1 MF of both, in the APh instead of advancing."""
    s = battle("MPh", side="german")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "b")
    arm(s, "ge_lmg", "a", "lmg")
    drive(s, ("move", "a"), ("with", "b"), ("transfer", "lmg", "b"))
    assert s.weapons["lmg"].holder == "b"
    assert s.move is not None
    assert s.move.spent == 1
    s = battle("APh", side="german")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "b")
    arm(s, "ge_lmg", "a", "lmg")
    s.step = "advance"
    put(s, "ge_4-4-7", "E6", "c")
    drive(s, ("transfer", "lmg", "b"))
    assert s.weapons["lmg"].holder == "b"
    assert {o[1] for o in ask(s).options if o[0] == "advance"} == {"c"}


def test_dropping_a_weapon_in_the_rally_phase() -> None:
    """RV-A4.432 Free in one's own RPh."""
    s = battle("RPh", side="german")
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    s.step = "organize"
    drive(s, ("drop", "a", "lmg"))
    assert (s.weapons["lmg"].holder, s.weapons["lmg"].at) == ("", "E5")


def test_what_a_berserk_unit_carries_has_been_carried() -> None:
    """RV-A4.41, RV-A15.4 A MMG that went along on a charge does not fire in the AFPh."""
    s = battle("MPh", side="german", dice=[6, 6, 6, 6, 6, 6])
    put(s, "ge_4-4-7", "E5", "a", berserk=True)
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ru_4-4-7", "E7", "x", fired="final", pinned=True)
    for _ in range(4):
        drive_all(s)
    assert s.units["a"].at != "E5"
    assert s.weapons["lmg"].carried


# -- close combat ------------------------------------------------------------------------------------------------------


def test_ambushed_broken_men_do_not_withdraw() -> None:
    """RV-A11.2, RV-A11.16 Newly ambushed units stay, broken ones too."""
    for ambusher, verbs in (("", {"withdraw"}), ("german", {"attack", "done"})):
        s = battle("CCPh", side="german")
        put(s, "ge_4-4-7", "E5", "a")
        put(s, "ru_4-4-7", "E5", "x", broken=True)
        put(s, "ru_4-4-7", "E5", "y", pinned=True)
        s.melee = Melee("E5", "second", ambusher=ambusher)
        decision = ask(s)
        assert decision.seat == "russian"
        assert {o[0] for o in decision.options} == verbs


def test_men_who_broke_in_bypass_rally_without_the_house() -> None:
    """RV-A10.6, RV-A4.3 They are outside it."""
    s = battle("RPh", E5="1.5")
    put(s, "ge_4-4-7", "E5", "inside", broken=True)
    put(s, "ge_4-4-7", "E5", "outside", broken=True, bypass="+12")
    found = {id: [m[2] for m in rally_modifiers(s, s.units[id], None, False)] for id in ("inside", "outside")}
    assert found == {"inside": ["cover"], "outside": []}


def test_a_party_leader_raises_who_rides_with_him() -> None:
    """RV-A25.221, RV-D6.3 Passengers of one vehicle are together; he gives nothing to those in another, or on foot."""
    s = battle()
    for id, ride in (("men", "a"), ("boss", "a"), ("others", "b")):
        s.units[id] = Unit(id, "ge_party_9-0" if id == "boss" else "ge_4-4-7", "german", aboard=ride)
    put(s, "ge_4-4-7", "E5", "walkers")
    vehicle(s, "ge_spw251_1", "E5", "a")
    vehicle(s, "ge_spw251_1", "E6", "b")
    assert {id: morale(s, s.units[id]) for id in ("men", "others", "walkers")} == {"men": 8, "others": 7, "walkers": 7}


def test_russians_who_pass_the_reichstag_outside_are_not_lax() -> None:
    """RV-BRV12.3, RV-A4.3 Only inside; Germans are Fanatic in the whole hex."""
    s = berlin()
    for side, type in (("ru", "ru_4-4-7"), ("ge", "ge_4-4-7")):
        put(s, type, "X17", f"{side} inside")
        put(s, type, "X17", f"{side} outside", bypass="+12")
    assert [lax(s, s.units[f"ru {where}"]) for where in ("inside", "outside")] == [True, False]
    assert [is_fanatic(s, s.units[f"ge {where}"]) for where in ("inside", "outside")] == [True, True]
