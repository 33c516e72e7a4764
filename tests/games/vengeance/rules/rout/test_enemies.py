"""Who is an enemy (RV-A.7, RV-A.12, RV-A10.5): men, lone leaders and manned vehicles, by day and by night."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import FIRST, Battle, Unit
from sandtable.games.vengeance.model.conditions import Light
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.fire.encirclement import shut_in
from sandtable.games.vengeance.rules.fire.groups import joiners
from sandtable.games.vengeance.rules.fire.kinds import PREP_FIRE, SUBSEQUENT, kind_of_unit
from sandtable.games.vengeance.rules.morale.heroes import sees_enemy
from sandtable.games.vengeance.rules.movement.human_wave import goals
from sandtable.games.vengeance.rules.rout.danger import can_interdict, must_rout, normal_range, under_eyes
from sandtable.games.vengeance.rules.rout.legal_steps import Flight, crawls, destinations, is_cover
from sandtable.games.vengeance.rules.units.enemies import armed_enemy_near, counts_as_armed, is_armed
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import resolve, volley
from sandtable.games.vengeance.rules.victory.control import update_control
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import battle, can, drive, drive_quiet, lines, put, vehicle
from tests.games.vengeance.rules.night.test_night import dark


def tank(s: Battle, at: str, **marks: Any) -> Vehicle:
    """A Russian T-34/85 in a Location."""
    return s.vehicles[vehicle(s, "ru_t34_85", at, **marks)]


def broken(s: Battle, at: str, id: str = "men", **marks: Any) -> str:
    return put(s, "ge_4-4-7", at, id, broken=True, **marks)


# -- rout ------------------------------------------------------------------------------------------------------------


def test_a_manned_tank_next_to_broken_men_makes_them_rout() -> None:
    """RV-A10.5, RV-A.7 A manned vehicle with a usable weapon is an armed enemy; without crew or weapons it is none."""
    s = battle("RtPh", E5="1.5")
    broken(s, "E5")
    t34 = tank(s, "E4")
    assert must_rout(s, s.units["men"])
    for harmless in ({"abandoned": True}, {"wreck": "wreck"}, {"disabled": ("MA", "BMG", "CMG", "AAMG")}):
        s.vehicles[t34.id] = replace(t34, **harmless)
        assert not must_rout(s, s.units["men"]), harmless
    s.vehicles[t34.id] = replace(t34, stunned=True)
    assert must_rout(s, s.units["men"])


@pytest.mark.parametrize("abandoned", [False, True])
def test_desperation_morale_stays_next_to_a_tank(abandoned: bool) -> None:
    """RV-A10.62"""
    s = battle("RPh", E5="1.5")
    broken(s, "E5", dm=True)
    tank(s, "E4", abandoned=abandoned)
    s.step = "end"
    drive_quiet(s)
    assert s.units["men"].dm != abandoned


@pytest.mark.parametrize(
    ("marks", "routs"), [({}, True), ({"broken": True}, False), ({"concealed": True, "cloak": "c"}, False)]
)
def test_men_aboard_a_truck_next_to_broken_men_make_them_rout(marks: dict[str, Any], routs: bool) -> None:
    """RV-A10.5, RV-D6.1 The truck has no weapon, its Known passengers have; who is Cloaked tells nothing."""
    s = battle("RtPh", E5="1.5")
    broken(s, "E5")
    vehicle(s, "ru_iag6", "E4", "truck")
    assert not must_rout(s, s.units["men"])
    s.units["aboard"] = Unit("aboard", "ru_4-4-7", "russian", aboard="truck", **marks)
    assert must_rout(s, s.units["men"]) == routs


def test_a_lone_leader_is_armed_for_rout_and_control_only() -> None:
    """RV-A.7, RV-A10.5, RV-A26.1"""
    s = battle("RtPh", E5="1.5")
    broken(s, "E5")
    boss = s.units[put(s, "ru_8-1", "E4", "boss")]
    assert must_rout(s, s.units["men"])
    assert not is_armed(s, boss)
    assert counts_as_armed(s, boss)


def test_nobody_routs_next_to_a_tank_or_towards_it() -> None:
    """RV-A10.51"""
    s = battle("RtPh")
    broken(s, "E5", dm=True)
    tank(s, "E2")
    ways = {at for at, _ in Flight(s, s.units["men"]).steps("E5")}
    assert "E4" not in ways
    assert "E6" in ways
    tank(s, "E7")
    assert "E6" not in {at for at, _ in Flight(s, s.units["men"]).steps("E5")}


def test_a_tank_may_be_the_reason_to_break_voluntarily() -> None:
    """RV-A10.4"""
    s = battle("RtPh")
    put(s, "ge_4-4-7", "E5", "men")
    tank(s, "E3")
    s.step = "break"
    assert can(s, "break", "men")


@pytest.mark.parametrize(
    ("vca", "marks"), [(0, {}), (3, {}), (0, {"stunned": True}), (0, {"malfunctioned": ("MA", "BMG", "CMG")})]
)
def test_a_tank_interdicts_where_its_weapons_point(vca: int, marks: dict[str, Any]) -> None:
    """RV-A10.53 A Good Order vehicle that could fire there; its covered arcs count."""
    s = battle("RtPh")
    t34 = tank(s, "E9", vca=vca, tca=vca, ce=False, **marks)
    assert (normal_range(s, t34) == 16) == ("malfunctioned" not in marks)
    assert can_interdict(s, field_of(s), t34, "E4") == (vca == 0 and not marks)


def ring(*free: str) -> Battle:
    """A broken squad at E5 with an enemy at E6, friends' stacks or water everywhere else but in the free hexes."""
    water: dict[str, Any] = {hex: "RIVER" for hex in ("E4", "D4", "F4", "D5", "F5") if hex not in free}
    s = battle("RtPh", side="russian", **water)
    broken(s, "E5", dm=True)
    put(s, "ru_4-4-7", "E6", "near")
    return s


def test_a_way_past_the_same_enemy_is_open_when_it_is_the_only_one() -> None:
    """RV-A10.51"""
    s = ring("F5")
    flight = Flight(s, s.units["men"])
    assert [at for at, _ in flight.steps("E5")] == ["F5"]
    assert flight.passed == {"F5"}
    assert "F5" not in destinations(Flight(s, s.units["men"]), 6, ("E5",))
    assert destinations(Flight(s, s.units["men"]), 6, ("E5",))
    assert crawls(Flight(s, s.units["men"])) == []
    s = ring("F5", "E4")
    assert [at for at, _ in Flight(s, s.units["men"]).steps("E5")] == ["E4"]


def test_a_way_past_another_enemy_is_never_open() -> None:
    """RV-A10.51"""
    s = ring("F5")
    put(s, "ru_4-4-7", "G6", "other")
    assert Flight(s, s.units["men"]).steps("E5") == []


def test_nowhere_to_go_behind_the_enemy_is_no_rout() -> None:
    """RV-A10.51, RV-A10.54"""
    s = ring("F5")
    for at in ("G5", "G4", "F3", "E3"):
        put(s, "ru_4-4-7", at, f"r{at}")
    s.step = "rout_other"
    drive_quiet(s, 2)
    assert "men" not in s.units


@pytest.mark.parametrize(("dice", "leader", "men"), [([6, 6, 2, 2], "F3", "G3"), ([2, 2, 2, 2], "G3", "G3")])
def test_a_leader_routing_along_is_checked_first(dice: list[int], leader: str, men: str) -> None:
    """RV-A10.53, RV-A10.71 Broken or pinned he stops there and gives nothing."""
    s = battle("RtPh", side="german", dice=[*dice, *[2] * 8], G3="1.5")
    put(s, "ru_4-4-7", "E4", "a", broken=True, dm=True)
    put(s, "ru_9-1", "E4", "boss")
    put(s, "ge_4-4-7", "F7", "x")
    s.step = "rout_other"
    drive(s, ("rout", "a"), ("along", "boss"), ("to", "G3"))
    assert s.units["a"].at == men
    assert ("boss" in s.units and s.units["boss"].at) == leader
    gave = lines(s, "interdiction")[0]["modifiers"]
    assert bool(gave) == (leader == "G3")


@pytest.mark.parametrize("hexside", ["WALL", "HEDGE"])
def test_behind_a_wall_or_in_a_hole_nobody_is_in_open_ground(hexside: str) -> None:
    """RV-B.3, RV-A10.5, RV-A10.53 No need to rout from an enemy in sight, and no interdiction there."""

    def exposed(sides: dict[tuple[str, str], str], **marks: Any) -> tuple[bool, bool]:
        s = battle("RtPh", sides=sides)
        broken(s, "E5", **marks)
        put(s, "ru_4-4-7", "E9", "x")
        return must_rout(s, s.units["men"]), under_eyes(s, field_of(s), "E5", "german", good=True)

    assert exposed({}) == (True, True)
    assert exposed({("E5", "E6"): hexside}) == (False, False)
    assert exposed({("E5", "E4"): hexside}) == (True, True)  # not between them
    assert exposed({}, shellhole=True)[0] is False
    assert exposed({}, dug=True)[0] is False


def test_own_pillbox_and_gate_are_cover() -> None:
    """RV-A10.51, RV-B30.1, RV-BRV13.31"""
    s = battle("RtPh", E5="GATE")
    assert is_cover(s, field_of(s), "E5", "german")
    assert not is_cover(s, field_of(s), "E6", "german")


# -- fire ------------------------------------------------------------------------------------------------------------


def test_a_closer_tank_forbids_subsequent_first_fire() -> None:
    """RV-A8.3"""
    s = battle("MPh", side="russian")
    gunner = s.units[put(s, "ge_4-4-7", "E5", "a", fired=FIRST)]
    put(s, "ru_4-4-7", "E8", "x")
    assert kind_of_unit(s, field_of(s), gunner, "E8") == SUBSEQUENT
    t34 = tank(s, "E7")
    assert kind_of_unit(s, field_of(s), gunner, "E8") == ""
    s.vehicles[t34.id] = replace(t34, abandoned=True)
    assert kind_of_unit(s, field_of(s), gunner, "E8") == SUBSEQUENT


def test_tanks_close_the_ring() -> None:
    """RV-A7.7"""
    s = battle("MPh")
    put(s, "ge_4-4-7", "E5", "men")
    for n, at in enumerate(field_of(s).accessible["E5"]):
        if n:
            put(s, "ru_4-4-7", at, f"r{n}")
        else:
            tank(s, at)
    shut_in(s)
    assert s.units["men"].encircled


def test_machine_guns_of_a_tank_encircle_and_flash() -> None:
    """RV-A7.7, RV-E1.8"""
    s = dark("PFPh", "russian", nvr=5, dice=[1, 2, *[1] * 20])
    t34 = tank(s, "E8")
    put(s, "ge_4-4-7", "E5", "men")
    resolve(s, volley(s, t34, "E5", ("CMG",)))
    assert "E8" in s.flashes
    assert s.hits["E5"]


def test_at_night_a_fire_group_spans_locations_only_at_a_lit_target() -> None:
    """RV-A7.5"""
    s = dark("PFPh", "german", nvr=5)
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "F5", "b")
    put(s, "ge_4-4-7", "E5", "c")
    put(s, "ru_4-4-7", "E7", "x")
    f = field_of(s)
    assert joiners(s, f, ["a"], "E7", PREP_FIRE) == ["c"]
    s.lights.append(Light("E7", 1))
    assert set(joiners(s, f, ["a"], "E7", PREP_FIRE)) == {"b", "c"}


# -- other chapters --------------------------------------------------------------------------------------------------


def test_a_tank_in_sight_lets_men_go_berserk_and_draws_the_charge() -> None:
    """RV-A15.1, RV-A15.4"""
    s = battle("MPh", side="german")
    men = s.units[put(s, "ge_4-4-7", "E5", "men", berserk=True)]
    assert not sees_enemy(s, men)
    tank(s, "E8")
    assert sees_enemy(s, men)
    drive_quiet(s, 2)
    assert s.move is not None
    assert s.move.charge == "E8"


def test_at_night_nobody_sees_farther_than_the_night_allows() -> None:
    """RV-A15.1, RV-E1.1"""
    s = dark("MPh", "german", nvr=2)
    men = s.units[put(s, "ge_4-4-7", "E5", "men")]
    put(s, "ru_4-4-7", "E9", "x")
    assert not sees_enemy(s, men)


def test_a_wave_may_make_for_a_tank() -> None:
    """RV-A25.23"""
    s = battle("MPh", side="russian")
    men = s.units[put(s, "ru_4-4-7", "E5", "men")]
    panther = vehicle(s, "ge_pz5g", "E8")
    assert goals(s, field_of(s), [men]) == [panther]


def test_a_tank_denies_control() -> None:
    """RV-A26.1"""
    s = battle("CCPh", side="german", E5="1.5")
    put(s, "ge_4-4-7", "E5", "men")
    t34 = tank(s, "E5", bypass=0)
    update_control(s)
    assert s.control.get("E5") != "german"
    s.vehicles[t34.id] = replace(t34, abandoned=True)
    update_control(s)
    assert s.control["E5"] == "german"


def test_a_lone_leader_denies_control() -> None:
    """RV-A26.1, RV-A.7"""
    s = battle("CCPh", side="german", E5="1.5")
    put(s, "ge_4-4-7", "E5", "men")
    put(s, "ru_8-1", "E5", "boss")
    update_control(s)
    assert s.control.get("E5") != "german"
    assert armed_enemy_near(s, s.units["men"])


# -- desperation morale and leader loss after every activity -----------------------------------------------------------


@pytest.mark.parametrize(("concealed", "shaken"), [(False, True), (True, False)])
def test_an_enemy_who_comes_adjacent_shakes_broken_men(concealed: bool, shaken: bool) -> None:
    """RV-A10.55 In the activity in which he comes; under `?` he is not Known and shakes nobody."""
    s = battle("MPh", side="russian", E5="1.5")
    broken(s, "E5")
    put(s, "ru_4-4-7", "E3", "r", concealed=concealed)
    drive(s, ("move", "r"))
    assert not s.units["men"].dm
    drive(s, ("to", "E4"))
    assert s.units["men"].dm is shaken
    assert [line["unit"] for line in lines(s, "shaken_again")] == ["men"] * shaken


def test_a_tank_that_drives_up_shakes_broken_men() -> None:
    """RV-A10.55, RV-A.7"""
    s = battle("MPh", side="russian", E5="1.5")
    broken(s, "E5")
    tank(s, "E7", motion=True, vca=0)
    drive(s, ("drive", "ru_t34_85"), ("go", "E6"))
    assert s.units["men"].dm


def test_the_loss_of_a_leader_is_felt_at_the_end_of_any_activity() -> None:
    """RV-A10.2, RV-A10.4 He breaks of his own will: his men check in the same activity."""
    s = battle("RtPh", side="russian", E5="1.5", dice=[6, 6, 6, 6])
    put(s, "ru_9-1", "E5", "leader")
    put(s, "ru_4-4-7", "E5", "r")
    put(s, "ge_4-4-7", "E4", "g")
    s.step = "break"
    drive(s, ("break", "leader"))
    assert not s.fallen
    assert [line["unit"] for line in lines(s, "morale_check")] == ["r"]


@pytest.mark.parametrize(("concealed", "shown"), [(True, 1), (False, 0)])
def test_men_without_a_way_show_what_bars_it(concealed: bool, shown: int) -> None:
    """RV-A10.5, RV-A10.54, RV-A.12 Hidden men may leave no room: that nobody routs is seen, and not taken back."""
    s = battle("RtPh")
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    for hex in ("D4", "D5", "E4", "E6", "F4", "F5"):
        put(s, "ru_4-5-8", hex, f"x{hex}")
    put(s, "ge_4-4-7", "A1", "b", concealed=concealed)
    s.step = "rout"
    drive_quiet(s)  # nobody is asked
    assert s.secrets_shown == shown
