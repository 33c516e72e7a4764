"""Deviations that a second reading of the clauses found; each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Weapon
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.field_works import Screen
from sandtable.games.vengeance.model.guns import Ordnance
from sandtable.games.vengeance.play import SEQUENCE
from sandtable.games.vengeance.rules.advance import advances
from sandtable.games.vengeance.rules.air.attacks import strafe
from sandtable.games.vengeance.rules.air.flak import fire_at_plane
from sandtable.games.vengeance.rules.artillery.indirect_fire import cover_from_above
from sandtable.games.vengeance.rules.artillery.observers import observer_of
from sandtable.games.vengeance.rules.artillery.rounds import flare_hexes
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex
from sandtable.games.vengeance.rules.close_combat.attacks import attack_numbers
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain
from sandtable.games.vengeance.rules.fire.first_fire import snap_plan
from sandtable.games.vengeance.rules.fire.groups import joiners
from sandtable.games.vengeance.rules.fire.kinds import PREP_FIRE
from sandtable.games.vengeance.rules.fire.residual import lingering_fire
from sandtable.games.vengeance.rules.fire.snipers import eligible, next_sniper
from sandtable.games.vengeance.rules.fire.targets import starters
from sandtable.games.vengeance.rules.fortifications.secrecy import reveal_seen
from sandtable.games.vengeance.rules.morale.checks import go_berserk, morale_check
from sandtable.games.vengeance.rules.morale.level import is_fanatic
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.destinations import fit_below, keeps_to_road, lone_man, way_cost
from sandtable.games.vengeance.rules.movement.sewers import come_up, leave_tunnels
from sandtable.games.vengeance.rules.night.cloaking import convert_seen
from sandtable.games.vengeance.rules.night.starshells import users
from sandtable.games.vengeance.rules.ordnance import laying
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.ordnance.handling import recover_gun
from sandtable.games.vengeance.rules.ordnance.infantry_firepower import rapid_fire
from sandtable.games.vengeance.rules.ordnance.laying import open_to_the_sky
from sandtable.games.vengeance.rules.ordnance.rockets import has_backblast, rocket_shot
from sandtable.games.vengeance.rules.ordnance.shots import rounds_for
from sandtable.games.vengeance.rules.phase_changes import end_prep_fire
from sandtable.games.vengeance.rules.rout.danger import can_interdict, normal_range
from sandtable.games.vengeance.rules.rout.interdiction import run
from sandtable.games.vengeance.rules.rout.legal_steps import Flight
from sandtable.games.vengeance.rules.set_up.placement import _give
from sandtable.games.vengeance.rules.terrain.blazes import burn, burn_those_who_stayed
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.terrain.smoke import lay_smoke
from sandtable.games.vengeance.rules.units.counters import remove
from sandtable.games.vengeance.rules.units.kinds import weapon_type
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import vehicle_attack
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.games.vengeance.rules.vehicles.fire.bow_flamethrower import bow_flame
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import power, volley
from sandtable.games.vengeance.rules.vehicles.movement.bog import bog_modifiers
from sandtable.games.vengeance.rules.vehicles.movement.destinations import extra_cost
from sandtable.games.vengeance.rules.vehicles.movement.overrun import overrun
from sandtable.games.vengeance.rules.vehicles.phases import start_of_rally
from sandtable.games.vengeance.rules.victory.control import condition_value
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    berlin,
    can,
    carry_out,
    dig,
    drive,
    drm,
    emplace,
    fortify,
    lines,
    load,
    moving,
    planned,
    play_activity,
    put,
    questions,
    step_of,
    struck,
    vehicle,
    whole_map,
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


# -- flames, charges, rockets and Guns ---------------------------------------------------------------------------------


def test_flames_go_round_holes_and_shields_but_not_through_the_night() -> None:
    """RV-A22.1 No TEM of any kind, entrenchments included; the LV of the night counts."""
    s = battle(side="german", dice=[6, 5, 1, 2, 1, 2, 1, 2])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x", dug=True, pinned=True)
    drive(s, ("flame", "ft", "E6"))
    assert struck(s)[0]["final"] == 11
    s = battle(side="german", dice=[6, 5, 1, 2, 1, 2, 1, 2])
    s.night = Night(3, 3, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_8-3-8", "E5", "a", free=True)
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("flame", "ft", "E6"))
    assert (1, "RV-E1.16", "night") in struck(s)[0]["modifiers"]


def test_flames_hit_unknown_men_by_half() -> None:
    """RV-A22.1, RV-A12.1 Concealment halves them, also beside a Known target."""
    s = battle(side="german", dice=[6, 6, 1, 2, 1, 2, 1, 2])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x")
    put(s, "ru_4-4-7", "E6", "y", concealed=True)
    drive(s, ("flame", "ft", "E6"))
    assert [line["column"] for line in struck(s)] == [24, 12]


def test_flames_in_the_own_location() -> None:
    """RV-A22.1, RV-A7.4 An enemy in its Location is its only target."""
    s = battle(side="german", dice=[6, 5])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E6", "y")
    assert [o for o in ask(s).options if o[0] == "flame"] == [("flame", "ft", "E5")]


def test_who_threw_a_charge_has_prep_fired() -> None:
    """RV-A3.2, RV-A23.2, RV-C13.3 A squad whose weapon is gone, or that looked for a Panzerfaust, does not move."""
    s = battle("PFPh", side="german", dice=[6, 5, 1, 2, 1, 2, 1, 2, 1, 2])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ge_8-3-8", "E9", "b", fausts=1)
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("throw", "dc", "E6"))
    assert s.units["a"].expended == 1
    end_prep_fire(s)
    assert [s.units[id].fired for id in ("a", "b")] == ["prep", "prep"]


def test_pinned_men_fire_a_panzerschreck() -> None:
    """RV-A7.8 A pin forbids FT, DC and PF; a PSK is fired with Case D."""
    s = battle(side="german", E7="1.5")
    put(s, "ge_8-3-8", "E5", "a", pinned=True)
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E7", "x")
    assert can(s, "rocket", "psk", "E7")


def test_rockets_and_mortars_in_a_pillbox() -> None:
    """RV-C13.3, RV-C13.31, RV-C9.1 A pillbox is worth a rocket, has a backblast, and no mortar fires out of it."""
    s = battle()
    fortify(s, "pillbox_1+3+5", "E6-pillbox", arc=0)
    alter(s, "E6", BUNKER, number=1)
    f = field_of(s)
    assert has_backblast(f, "E6-pillbox")
    assert not open_to_the_sky(f, "E6-pillbox")
    put(s, "ge_8-3-8", "E4", "a")
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E6-pillbox", "x")
    assert can(s, "rocket", "psk", "E6-pillbox")


def test_a_snap_shot_at_a_question_mark_is_halved_once() -> None:
    """RV-A8.15, RV-A12.1"""
    s = battle("MPh", side="german", dice=[6, 5])
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ru_6-2-8", "F5", "x")
    moving(s, "a", mode="assault")
    assert s.move is not None
    s.move = replace(s.move, crossing="E4|3", came="E4")
    plan = snap_plan(s, field_of(s), "x")
    assert plan.area


def test_rapid_fire_wrecks_trucks() -> None:
    """RV-D3.3, RV-C7.4, RV-E1.8 IFE hits the soft vehicles of the Location, and flashes at night."""
    s = battle(side="german", dice=[1, 1, 6, 6])
    s.night = Night(9, 9, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_2-2-8", "E6", "crew", free=True)
    emplace(s, "ge_20_quad", "E6", "crew", ca=0, id="gun")
    truck = vehicle(s, "ru_iag6", "E2")
    dice, _ = rapid_fire(s, field_of(s), "gun", "E2", PREP_FIRE)
    assert dice == (1, 1)
    assert s.vehicles[truck].wreck
    assert "E6" in s.flashes


def test_a_gun_is_harder_to_take_up_at_night() -> None:
    """RV-A4.44 +1 at night, as for other weapons; who is seen at it is Known."""
    s = battle("RPh", side="german", dice=[5])
    s.night = Night(9, 9, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_4-4-7", "E6", "a", concealed=True)
    put(s, "ru_4-4-7", "E8", "x")
    emplace(s, "ge_75_pak40", "E6", "", id="gun")
    recover_gun(s, s.units["a"], "gun")
    assert s.guns["gun"].crew == ""
    assert not s.units["a"].concealed


def test_no_acquisition_of_unknown_targets_at_night() -> None:
    """RV-C6.5"""
    s = battle(side="german", dice=[5, 6, 1, 1, 1, 1])
    s.night = Night(9, 9, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_2-2-8", "E6", "crew", free=True)
    emplace(s, "ge_75_pak40", "E6", "crew", ca=0, id="gun")
    put(s, "ru_4-4-7", "E2", "x", concealed=True)
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert s.acquired == {}


def test_a_charge_thrown_into_the_own_location_hits_the_thrower() -> None:
    """RV-A23.2 His own Location is attacked with +3, whoever else is in it."""
    s = battle("PFPh", side="german", dice=[3, 2, *[6, 5] * 12])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E5", "x")
    drive(s, ("throw", "dc", "E5"))
    assert [line["final"] for line in struck(s)] == [7, 8]


# -- vehicles and the night --------------------------------------------------------------------------------------------


def test_a_truck_does_not_hide_the_tank_behind_it() -> None:
    """RV-A11.7 Who advances on a truck and a tank takes the PAATC of the tank."""
    s = battle("APh", side="german", dice=[6, 6])
    put(s, "ge_4-4-7", "E6", "a")
    vehicle(s, "ru_iag6", "E7")
    vehicle(s, "ru_t34_85", "E7")
    s.step = "advance"
    drive(s, ("advance", "a"), ("to", "E7"))
    assert lines(s, "task_check")
    assert s.units["a"].at == "E6"


def test_both_sides_mend_the_guns_of_their_vehicles() -> None:
    """RV-A3.1, RV-D1.8 The ATTACKER in each RPh, after him the DEFENDER."""
    s = battle("RPh", side="german", dice=[1])
    tank = vehicle(s, "ru_t34_85", "E7", malfunctioned=("MA",))
    start_of_rally(s)
    decision = ask(s)
    assert (decision.seat, decision.options) == ("russian", [("mend", tank, "MA"), ("done",)])
    drive(s, ("mend", tank, "MA"))
    assert s.vehicles[tank].malfunctioned == ()


def test_a_tank_beyond_the_night_is_fired_at_by_half() -> None:
    """RV-E1.8 Machine guns and main guns of vehicles at a Gunflash: half FP, Case K."""
    s = battle(side="german")
    s.night = Night(2, 2, "full", "none", "russian")
    tank = vehicle(s, "ge_pz5g", "E2", free=True)
    put(s, "ru_4-4-7", "E8", "x")
    s.flashes.append("E8")
    f = field_of(s)
    assert (0.5, "RV-E1.8", "a Gunflash beyond the NVR") in power(s, f, s.vehicles[tank], "CMG", "E8")[1]
    assert main_gun.declare(s, f, s.vehicles[tank], "E8", "infantry", "HE").conditions.concealed


def test_a_gun_does_not_shell_its_own_crew() -> None:
    """RV-A7.4, RV-C3.2 Fire into the own Location strikes the enemies there; a tank spares its own men, too."""
    s = battle(side="german")
    f = field_of(s)
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_75_pak40", "E6", "crew", ca=0, id="gun")
    put(s, "ru_4-4-7", "E6", "x")
    shot = laying.declare(s, f, "gun", "E6", "infantry", "HE")
    assert [ids for ids, _ in shot.groups] == [("x",)]
    tank = vehicle(s, "ge_pz5g", "E6")
    assert [ids for ids, _ in volley(s, s.vehicles[tank], "E6", ("CMG",)).groups] == [("x",)]


def test_two_tanks_crowd_a_location() -> None:
    """RV-A5.12, RV-A5.131 The second vehicle costs all fire of its Location one, machine guns of tanks too."""
    s = battle(side="german")
    tank = vehicle(s, "ge_pz5g", "E6")
    put(s, "ge_4-4-7", "E6", "a")
    put(s, "ru_4-4-7", "E8", "x")
    vehicle(s, "ge_pz5g", "E6", id="second")
    over = (1, "RV-A5.12", "overstacked firers")
    assert over in volley(s, s.vehicles[tank], "E8", ("CMG",)).drm
    assert over in planned(s, ["a"], "E8").drm
    vehicle(s, "ru_t34_85", "E8")
    vehicle(s, "ru_t34_85", "E8", id="other")
    assert (-1, "RV-A5.131", "overstacked target") in planned(s, ["a"], "E8").drm


def test_wire_spoils_the_aim_of_guns_and_rockets() -> None:
    """RV-B26.1 On wire: +1 to its fire, To Hit rolls included."""
    s = battle(side="german", E8="1.5")
    put(s, "ge_8-3-8", "E6", "a", wired=True)
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E8", "x")
    shot = rocket_shot(s, field_of(s), s.units["a"], weapon_type(s.weapons["psk"]), "E8", False, "psk")
    assert (1, "RV-C3.1", "firer on wire") in shot.drm


def test_a_tank_is_seen_by_who_fires_a_starshell() -> None:
    """RV-E1.92 A Known enemy vehicle in sight is reason enough."""
    s = battle("PFPh", side="german")
    s.night = Night(5, 5, "full", "none", "russian")
    put(s, "ge_9-1", "E6", "boss")
    vehicle(s, "ru_t34_85", "E8")
    assert [u.id for u in users(s, field_of(s), "german")] == ["boss"]


def test_crews_see_cloaked_men() -> None:
    """RV-E1.43, RV-A12.13 A Known vehicle in Good Order within NVR and LOS has the counter taken off."""
    s = battle("MPh", side="german")
    s.night = Night(5, 5, "full", "none", "russian")
    put(s, "ge_4-4-7", "E6", "a", concealed=True, cloak="one")
    vehicle(s, "ru_t34_85", "E8")
    convert_seen(s)
    assert s.units["a"].cloak == ""


def test_without_freedom_men_advance_on_a_tank() -> None:
    """RV-E1.21 A Known enemy vehicle is an enemy to advance on."""
    s = battle("APh", side="german")
    s.night = Night(1, 1, "full", "none", "german")
    put(s, "ge_4-4-7", "E6", "a")
    vehicle(s, "ru_t34_85", "E7")
    assert [step.to for step in advances(s, s.units["a"])] == ["E7"]


def test_overrun_of_an_emplaced_gun() -> None:
    """RV-D7.1, RV-C2.5 Other TEM is normal: the pit of a Gun covers its crew, which is not in the open then."""
    s = battle("MPh", side="russian", dice=[6, 5])
    tank = vehicle(s, "ru_t34_85", "E6")
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_75_pak40", "E6", "crew", id="gun")
    overrun(s, tank)
    assert struck(s)[0]["final"] == 13


def test_a_tank_attacks_what_it_does_not_know_by_half() -> None:
    """RV-A11.6, RV-A11.11, RV-A11.14 Half the FP against a `?`, and -1 against men who are CX or TI."""
    finals = []
    for marks in ({}, {"concealed": True}, {"ti": True}):
        s = battle("CCPh", side="german", dice=[6, 6])
        tank = vehicle(s, "ge_pz5g", "E6")
        put(s, "ru_4-4-7", "E6", "x", **marks)
        vehicle_attack(s, tank, ["x"])
        told = lines(s, "vehicle_combat")[0]
        finals.append((told["kill"], told["final"]))
    assert finals[1][0] < finals[0][0]
    assert finals[2][1] == finals[0][1] - 1


def test_a_snap_shot_in_the_dark() -> None:
    """RV-E1.16 It has the LV of the night as every attack."""
    s = battle("MPh", side="german")
    s.night = Night(5, 5, "full", "none", "russian")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_6-2-8", "F5", "x")
    moving(s, "a")
    assert s.move is not None
    s.move = replace(s.move, crossing="E4|3", came="E4")
    assert (1, "RV-E1.16", "night") in snap_plan(s, field_of(s), "x").drm


# -- fire, works, the Banner and the air -------------------------------------------------------------------------------


def test_a_burning_wreck_sets_its_house_alight() -> None:
    """RV-B25.1 In each RPh, by the spread number of the terrain; in the street it does not."""
    for at, lit in (("E5", True), ("E7", False)):
        s = battle("RPh", dice=[6, 6], E5="1.5")
        vehicle(s, "ru_t34_85", at, wreck="burning")
        burn(s)
        assert (at in s.flames) is lit


def test_vehicles_burn_in_a_blaze() -> None:
    """RV-B25.2 They have had their own MPh to drive out."""
    s = battle("RtPh", side="russian", dice=[6, 6, 6, 6], E5="1.5")
    tank = vehicle(s, "ru_t34_85", "E5")
    s.flames["E5"] = 2
    burn_those_who_stayed(s, "german")
    assert not s.vehicles[tank].wreck
    burn_those_who_stayed(s, "russian")
    assert s.vehicles[tank].wreck == "burning"


def test_crews_make_out_barricades() -> None:
    """RV-BRV9.1a, RV-A12.13 A Known tank in Good Order has eyes for works."""
    s = battle("MPh", side="russian", sides={("E5", "E6"): "ROAD"})
    id = fortify(s, "barricade", "E5/E6", hidden=True)
    tank = vehicle(s, "ru_t34_85", "E8", stunned=True)
    reveal_seen(s)
    assert s.works[id].hidden
    s.vehicles[tank] = replace(s.vehicles[tank], stunned=False)
    reveal_seen(s)
    assert not s.works[id].hidden


def test_hidden_entrenchments_stay_hidden_in_cover() -> None:
    """RV-A12.3 In Concealment Terrain LOS does not show a trench; a foxhole is shown by a Known unit IN it."""
    s = battle("MPh", side="russian", E5="WOODS", E9="WOODS")
    trench = fortify(s, "trench", "E5", hidden=True)
    hole = fortify(s, "foxhole_1S", "E9", hidden=True)
    put(s, "ru_4-4-7", "E7", "x")
    put(s, "ge_4-4-7", "E9", "a", dug=True, concealed=True)
    reveal_seen(s)
    assert s.works[trench].hidden
    assert s.works[hole].hidden
    s.units["a"] = replace(s.units["a"], concealed=False)
    put(s, "ru_4-4-7", "E5", "y")
    reveal_seen(s)
    assert not s.works[trench].hidden
    assert not s.works[hole].hidden


def test_no_enemy_of_any_kind() -> None:
    """RV-SCN8 A tank in the house is an enemy unit, a dummy is none."""
    s = battle(on="brv05")
    wanted = {"type": "no_enemy_in", "buildings": ["K13"]}
    put(s, "ge_dummy", "K13", "dummy", concealed=True)
    assert condition_value(s, wanted, "russian") == (1, 1)
    vehicle(s, "ge_pz5g", "K13")
    assert condition_value(s, wanted, "russian") == (0, 1)


def test_the_banner_survives_small_arms() -> None:
    """RV-BRV14.1, RV-BRV14.2 Fire does not destroy it, HE does; in a human wave its bearer is not Fanatic."""
    s = battle(dice=[6])
    put(s, "ru_6-2-8", "E5", "a")
    arm(s, "ru_banner", "a", "ru-banner-1")
    remove(s, "a", "RV-A7.3", "killed")
    assert s.weapons["ru-banner-1"].at == "E5"
    blast_weapons(s, "E5", "1KIA")
    assert "ru-banner-1" not in s.weapons


def test_strafing_hits_unknown_men_by_half() -> None:
    """RV-E7.41, RV-A12.1"""
    s = battle(side="russian", dice=[6, 5, 1, 2])
    s.planes["ru-plane-1"] = Plane("ru-plane-1", "ru_fb44", "russian", here=True)
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "b", concealed=True)
    strafe(s, "ru-plane-1", "E5")
    assert [line["column"] for line in struck(s)] == [12, 6]


def test_flak_shows_its_crew() -> None:
    """RV-E7.5, RV-A12.2 A hidden Gun that fires at a plane is hidden no more."""
    s = battle("MPh", side="russian", dice=[6, 6])
    s.planes["ru-plane-1"] = Plane("ru-plane-1", "ru_fb44", "russian", here=True)
    put(s, "ge_2-2-8", "E5", "crew", hidden=True)
    put(s, "ru_4-4-7", "E7", "x")
    emplace(s, "ge_20_quad", "E5", "crew", id="gun")
    fire_at_plane(s, "ru-plane-1", "gun", 5)
    assert not s.units["crew"].hidden


def test_a_tank_sees_who_comes_up() -> None:
    """RV-B8.12 Who comes out of the sewers is Known to enemies with LOS: crews too; broken men and dummies are none."""
    for eyes, known in (("tank", True), ("dummy", False)):
        s = battle("APh", side="german")
        put(s, "ge_4-4-7", "E5", "a", hidden=True)
        if eyes == "tank":
            vehicle(s, "ru_t34_85", "E7")
        else:
            put(s, "ru_dummy", "E7", "dummy", concealed=True)
        come_up(s, field_of(s), "a")
        assert s.units["a"].concealed is not known


def test_no_radio_for_the_gestapo() -> None:
    """RV-BRV8.504"""
    s = battle(side="german")
    battery = Battery("ge-battery-1", "88", "german", "radio", "radio")
    for type, fit in (("ge_gestapo_8-0", False), ("ge_8-0", True)):
        put(s, type, "E5")
        arm(s, "ge_radio", type, "radio")
        assert (observer_of(s, battery) is not None) is fit


def test_men_beside_a_tank_walk_into_mines() -> None:
    """RV-D9.1, RV-B28.1, RV-A12.13, RV-A4.41 An escort is Infantry: mines, eyes and its load are as for others."""
    s = battle("MPh", side="russian", dice=[6, 6, 6, 6, 6, 6])
    tank = vehicle(s, "ru_t34_85", "E7", motion=True)
    put(s, "ru_4-4-7", "E7", "a", concealed=True)
    arm(s, "ru_mmg", "a", "mmg")
    put(s, "ge_4-4-7", "E1", "x")
    fortify(s, "ap_mine_6", "E6", hidden=True)
    drive(s, ("drive", tank), ("escort", "a"), ("go", "E6"))
    assert [line["target"] for line in struck(s)] == ["E6"]
    assert not s.units["a"].concealed
    assert s.weapons["mmg"].carried


def test_smoke_of_guns_and_rain_slow_vehicles() -> None:
    """RV-D2.8, RV-E3.4, RV-D8.2 SMOKE costs one MP; rain makes the ground one step wetter for the bog DR."""
    s = battle("MPh", side="russian", E6="DEBRIS")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E7")]
    assert extra_cost(s, tank, "E8") == 0
    s.screens["E8"] = Screen("german", False, False, 0)
    assert extra_cost(s, tank, "E8") == 2
    s.ec, s.rain = "moderate", True
    assert (1, "RV-D8.2", "ground moist") in bog_modifiers(s, field_of(s), tank, "E6")


def test_walls_against_what_comes_from_above() -> None:
    """RV-B30.1, RV-B23.9 Shells meet the second number of a pillbox, and a fortified Location one more."""
    s = battle(E5="1.5")
    fortify(s, "pillbox_1+3+5", "E7-pillbox", arc=0)
    alter(s, "E7", BUNKER, number=1)
    f = field_of(s)
    assert drm(cover_from_above(s, f, "E7-pillbox")) == 5
    before = drm(cover_from_above(s, f, "E5"))
    fortify(s, "fortified_location", "E5")
    assert drm(cover_from_above(s, f, "E5")) == before + 1
    put(s, "ge_4-4-7", "E7-pillbox", "a")
    strike_hex(s, "E7", 16, (6, 6), "RV-C1.5")
    assert struck(s)[0]["final"] == 17


def test_flares_towards_a_tank() -> None:
    """RV-E1.93 A Known enemy vehicle marks the LOS along which an IR round may be placed."""
    s = battle(side="german")
    put(s, "ge_8-0", "E2", "boss")
    arm(s, "ge_radio", "boss", "radio")
    battery = Battery("ge-battery-1", "88", "german", "radio", "radio")
    assert flare_hexes(s, field_of(s), battery) == []
    vehicle(s, "ru_t34_85", "E5")
    assert "E5" in flare_hexes(s, field_of(s), battery)


def test_a_machine_gun_fires_at_thin_armour() -> None:
    """RV-C7.6, RV-A9.5 At a half-track with shut hatches: the MG may, the squad's rifles and a tank's armour not."""
    s = battle(side="russian", dice=[1, 2])
    put(s, "ru_4-4-7", "E5", "a")
    arm(s, "ru_mmg", "a", "mmg")
    track = vehicle(s, "ge_spw251_1", "E8", ce=False)
    f = field_of(s)
    assert starters(s, f, "russian", []) == {"mmg": ["E8"]}
    drive(s, ("fire", "mmg"), ("roll",))
    assert lines(s, "to_kill")
    s.vehicles[track] = replace(s.vehicles[track], type="ge_pz5g")
    s.weapons["mmg"] = replace(s.weapons["mmg"], used=False, fired="")
    assert starters(s, f, "russian", []) == {}


def test_what_passengers_lose_lies_beside_their_vehicle() -> None:
    """RV-A7.302, RV-D6.3 A half-squad keeps one weapon; the other lies in the Location of the half-track."""
    s = battle()
    ride = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "", "a", aboard=ride)
    s.at.clear()
    arm(s, "ge_lmg", "a", "lmg")
    arm(s, "ge_psk", "a", "psk")
    reduce(s, "a", "RV-A7.3")
    assert sorted((w.holder, w.at) for w in s.weapons.values()) == [("", "E5"), ("a", "")]


def close_combat_with_passengers(type: str, **marks: bool) -> Battle:
    """A Russian squad beside a German vehicle with a squad aboard, when attacks are declared."""
    s = battle("CCPh", side="russian", dice=[6, 5, 6, 5])
    ride = vehicle(s, type, "E5")
    put(s, "ge_4-4-7", "", "a", aboard=ride, **marks)
    s.at.clear()
    put(s, "ru_4-4-7", "E5", "x")
    return s


def test_passengers_fight_in_close_combat() -> None:
    """RV-A11.6, RV-D6.3 Those of a half-track fight as Infantry; nobody makes it hand-to-hand (RV-J2.31)."""
    s = close_combat_with_passengers("ge_spw251_1")
    decision = ask(s)
    assert (decision.seat, decision.ask) == ("russian", "close_combat")
    assert ("attack", "x", "a") in decision.options
    drive(s, ("attack", "x", "a"))
    decision = ask(s)
    assert decision.seat == "german"
    assert ("attack", "a", "x") in decision.options
    assert not any(o[0] == "withdraw" for o in decision.options)
    drive(s, ("attack", "a", "x"))
    while s.melee is not None:
        drive_all(s)
    assert len(lines(s, "close_combat")) == 2


def test_in_a_truck_one_fights_badly() -> None:
    """RV-A11.6, RV-D6.2 +2 for those in a truck, -2 against them; riders +1 and -1."""
    for type, by, against in (("ge_opel", 2, -2), ("ge_pz5g", 1, -1)):
        s = close_combat_with_passengers(type)
        s.melee = Melee("E5", "first")
        assert drm(attack_numbers(s, Attack(("a",), ("x",)))[1]) == by
        assert drm(attack_numbers(s, Attack(("x",), ("a",)))[1]) == against


def test_passengers_die_in_close_combat() -> None:
    """RV-A11.12 Who is aboard is attacked, and eliminated, as others are."""
    s = close_combat_with_passengers("ge_spw251_1")
    load(s, 1, 2, 3, 3, 3, 3)
    drive(s, ("attack", "x", "a"), ("done",))
    while s.melee is not None:
        drive_all(s)
    assert "a" not in s.units


def test_searchers_do_not_attack() -> None:
    """RV-A11.11 Who is TI for a search defends only; who dug in attacks with the +1 of TI."""
    for searching, verbs in ((True, {"done"}), (False, {"attack", "done"})):
        s = battle("CCPh", side="german")
        put(s, "ge_4-4-7", "E5", "a", ti=True, searching=searching)
        put(s, "ru_4-4-7", "E5", "x")
        s.melee = Melee("E5", "first")
        asked: list[set[str]] = []

        def note(decision: Choose, asked: list[set[str]] = asked) -> Option:
            asked.append({str(o[0]) for o in decision.options})
            return decision.options[-1]

        play_activity(s, note)
        assert asked[0] == verbs


def test_outside_a_building_nobody_is_concealed_for_nothing() -> None:
    """RV-A12.12, RV-A4.3 A unit pinned in bypass is not in Concealment Terrain: it needs the die."""
    s = battle("CCPh", side="german", dice=[6], E5="1.5")
    put(s, "ge_4-4-7", "E5", "in")
    put(s, "ge_4-4-7", "E5", "out", bypass="+1", pinned=True)
    s.skirting.append("out")
    gain(s, ("german",))
    assert (s.units["in"].concealed, s.units["out"].concealed) == (True, False)


def test_who_comes_through_a_tunnel_keeps_his_secret() -> None:
    """RV-B8.6, RV-A12.1, RV-A12.15 The enemy reads of a `?` only; who was hidden at the far end is placed."""
    s = battle("APh", side="german", E5="1.5", E8="1.5")
    dig(s, "german", "E5", "E8")
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ru_4-4-7", "E8", "x", hidden=True)
    s.underway["a"] = "E8"
    leave_tunnels(s)
    told = [line for line in s.journal.lines if line.event == "advances"]
    assert [line.seen_by for line in told] == [("german",)]
    assert (s.units["x"].hidden, s.units["x"].concealed) == (False, True)


def test_an_enemy_at_hand_comes_before_rockets_and_charges() -> None:
    """RV-A7.4 Who shares his Location with an enemy fires only there."""
    s = battle(side="german", E7="1.5")
    put(s, "ge_8-3-8", "E6", "a")
    arm(s, "ge_psk", "a", "psk")
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E7", "x")
    assert can(s, "rocket", "psk", "E7")
    assert can(s, "throw", "dc", "E7")
    put(s, "ru_4-4-7", "E6", "y")
    options = ask(s).options
    assert [o for o in options if o[0] in ("rocket", "throw")] == [("throw", "dc", "E6")]


def test_height_covers_nobody_who_walks_a_roof() -> None:
    """RV-B10.31, RV-B23.8 On a rooftop a unit that moves has no height advantage."""
    s = battle("MPh", side="german", E7="1.5")
    put(s, "ge_4-4-7", "E7-roof", "a")
    f = field_of(s)
    assert drm(tem(s, f, "E3", "E7-roof")) == 1
    moving(s, "a")
    assert drm(tem(s, f, "E3", "E7-roof")) == 0


def test_heroes_wait_for_their_moment() -> None:
    """RV-A7.25 A hero with a machine gun may be marked Opportunity Fire."""
    s = battle(side="german")
    put(s, "ge_hero", "E5", "hero")
    arm(s, "ge_lmg", "hero", "lmg")
    put(s, "ru_4-4-7", "E7", "x")
    assert can(s, "opportunity", "hero")


def test_a_fallen_roof_lies_around_its_house() -> None:
    """RV-BRV12.21, RV-O1.1 Bypass of a roofless hex goes through debris: one MF more, +1 TEM, not in the open."""
    whole = whole_map()
    costs = {way.to: way.cost for way in whole.ways_round("E4") if len(way.sides) == 3}
    assert (costs["D4"], costs["D3"]) == (1, 2)
    assert [whole.ground.littered(hex) for hex in ("D4", "D3")] == [False, True]
    assert (whole.terrain_of["D3/0"].tem, whole.terrain_of["D3/0"].open_ground) == (1, False)


def test_one_machine_gun_fires_out_of_a_cellar() -> None:
    """RV-O6.3, RV-O6.1 One MG in a phase, in one attack or several; what is bulky comes down dismantled."""
    f = whole_map()
    cellar = next(at for at in f.steps if f.place(at).kind == "cellar")
    ground = f.hex_of[cellar]
    s = berlin("PFPh", "german")
    target = next(at for at in f.adjacent[ground] if f.los(cellar, at).clear and f.hex_of[at] != ground)
    put(s, "ge_4-4-7", cellar, "a")
    arm(s, "ge_lmg", "a", "one")
    arm(s, "ge_lmg", "a", "two")
    put(s, "ru_4-4-7", target, "x")
    assert set(starters(s, f, "german", [target])) == {"a", "one", "two"}
    assert joiners(s, f, ["one"], target, PREP_FIRE) == ["a"]
    s.weapons["one"] = replace(s.weapons["one"], used=True)
    assert "two" not in starters(s, f, "german", [target])
    put(s, "ge_4-4-7", ground, "b")
    arm(s, "ru_hmg50", "b", "heavy")
    assert not fit_below(s, f, cellar, [s.units["b"]])
    s.weapons["heavy"] = replace(s.weapons["heavy"], dm=True)
    assert fit_below(s, f, cellar, [s.units["b"]])


def test_weapons_are_set_up_dismantled_or_not() -> None:
    """RV-A9.8 The owner's choice for what can be taken apart."""
    s = battle("setup")
    put(s, "ge_4-4-7", "E5", "a")
    for type, verbs in (("ge_hmg", {"give", "give_dismantled"}), ("ge_lmg", {"give"})):
        weapon = Weapon(type, type, "german")
        s.weapons[type] = weapon
        asked = next(iter(questions(_give(s, weapon))), None)
        found = {"give"} if asked is None else {o[0] for o in asked.options}
        assert found == verbs


# -- what else was mended ----------------------------------------------------------------------------------------------


def test_spraying_fire_counts_for_both_targets() -> None:
    """RV-A7.34, RV-A7.55 Who could have joined at the second target may not fire at it afterwards."""
    s = battle("PFPh", side="german", dice=[6, 5])
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ge_4-4-7", "E5", "late")
    put(s, "ru_4-4-7", "E8", "x")
    put(s, "ru_4-4-7", "F8", "y")
    drive(s, ("fire", "lmg"), ("at", "E8"), ("spray", "F8"))
    assert {v.target for v in s.volleys} == {"E8", "F8"}


def test_a_man_in_a_pillbox_is_not_run_down() -> None:
    """RV-A4.15"""
    s = battle("MPh", side="german")
    fortify(s, "pillbox_1+3+5", "E6-pillbox", side="russian", arc=0)
    alter(s, "E6", BUNKER, number=1)
    put(s, "ru_8-0", "E6-pillbox", "boss")
    assert not lone_man(s, "E6-pillbox")


def test_mines_attack_who_leaves_by_bypass_or_overrun() -> None:
    """RV-B28.1, RV-A4.3, RV-A4.15, RV-A4.41 Every way out of the hex crosses its border; a load is carried."""
    s = battle("MPh", side="german", dice=[6, 6], E6="1.5")
    fortify(s, "ap_mine_6", "E5", side="russian", hidden=True)
    put(s, "ge_6-5-8", "E5", "a")
    drive(s, ("move", "a"), ("bypass", "E6", "F6"))
    assert [line["target"] for line in struck(s)] == ["E5"]
    s = battle("MPh", side="german", dice=[1, 2, 6, 6])
    fortify(s, "ap_mine_6", "E5", side="russian", hidden=True)
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ru_8-0", "E6", "boss", pinned=True)
    drive(s, ("move", "a"), ("overrun", "E6"))
    assert [line["target"] for line in struck(s)] == ["E5"]
    assert s.weapons["lmg"].carried


def test_mines_do_not_spare_a_leader_who_routs_along() -> None:
    """RV-B28.1, RV-A10.71"""
    s = battle("RtPh", side="german", dice=[6, 6])
    fortify(s, "ap_mine_6", "E6", side="russian", hidden=True)
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_8-0", "E5", "boss")
    run(s, "a", "boss", ["E6"])
    assert [line["units"] for line in struck(s)] == [("a", "boss")]


def test_an_original_two_of_interdiction_is_heat_of_battle() -> None:
    """RV-A10.53, RV-A15.1"""
    s = battle("RtPh", side="german", dice=[1, 1, 3, 4])
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ru_4-4-7", "E8", "x")
    assert not run(s, "a", "", ["E6"])
    assert lines(s, "heat_of_battle")
    assert not s.units["a"].broken


def test_smoke_of_guns_in_bypass_and_on_the_road() -> None:
    """RV-B.2, RV-A4.132 SMOKE costs one MF around a house too, and there is no road bonus through it."""
    s = battle("MPh", side="german", sides=ROAD, E6="1.5")
    put(s, "ge_4-4-7", "E4", "a")
    f = field_of(s)
    way = next(w for w in f.ways_round("E5") if w.to == "E6")
    step = next(st for st in f.steps["E4"] if st.to == "E5")
    before = way_cost(s, way, [s.units["a"]])
    assert keeps_to_road(s, f, step)
    s.screens["E6"] = s.screens["E5"] = Screen("german", False, False, 0)
    assert way_cost(s, way, [s.units["a"]]) == before + 1
    assert not keeps_to_road(s, f, step)


def test_a_gun_without_shells() -> None:
    """RV-C4.1, RV-C8.2 With no HE left it fires AP at men, and nothing at areas."""
    gun = Ordnance(calibre=75, special={"HE": 7})
    assert rounds_for(gun, "infantry", ()) == ["HE"]
    assert (rounds_for(gun, "infantry", ("HE",)), rounds_for(gun, "area", ("HE",))) == (["AP"], [])


def test_the_bearer_in_a_human_wave() -> None:
    """RV-BRV14.2 Near the Reichstag he is Fanatic, but not in a wave."""
    s = berlin("MPh", "russian")
    put(s, "ru_6-2-8", "Z15", "a")
    arm(s, "ru_banner", "a", "ru-banner-1")
    assert is_fanatic(s, s.units["a"])
    s.units["a"] = replace(s.units["a"], wave=True)
    assert not is_fanatic(s, s.units["a"])


def test_a_bow_flamethrower_flashes_and_harms_weapons() -> None:
    """RV-A22.6, RV-E1.8, RV-A7.302"""
    s = battle(side="russian", dice=[1, 1, 1, *[6] * 20])
    s.night = Night(9, 9, "full", "none", "german")
    s.asked += ["german", "russian"]
    tank = vehicle(s, "ru_ot34", "E7", vca=0, free=True)
    put(s, "ge_4-4-7", "E6", "x")
    arm(s, "ge_psk", "x", "psk")
    bow_flame(s, tank, "E6")
    assert s.flashes == ["E7"]
    assert "psk" not in s.weapons
