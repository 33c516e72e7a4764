"""Fresh cases of what fire does to vehicles that do not move themselves, worked out from the clauses first."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import SetCharge
from sandtable.games.vengeance.model.guns import AREA, HE
from sandtable.games.vengeance.model.vehicles import Drive
from sandtable.games.vengeance.rules.ordnance.gunnery import fire_ordnance, ordnance_options
from sandtable.games.vengeance.rules.ordnance.laying import declare
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.special_weapons.set_charges import blow
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import fire_guns, gunners
from sandtable.games.vengeance.rules.vehicles.movement.overrun import overrun
from sandtable.kernel.flow import Choose, Option
from tests.games.vengeance.bench import arm, battle, carry_out, drm, emplace, lines, load, moving, put, shoot, vehicle


def on_the_move(*dice: int, at: str = "E5") -> Battle:
    """A buttoned-up T-34 that drives, its guns pointing down the column."""
    s = battle("MPh", side="russian", dice=dice)
    tank = vehicle(s, "ru_t34_85", at, "tank", vca=2, tca=2, motion=True, ce=False)
    s.drive = Drive(tank)
    return s


@pytest.mark.parametrize(
    ("type", "ce", "may"), [("ge_opel", True, True), ("ge_pz4h", True, True), ("ge_pz4h", False, False)]
)
def test_a_moving_tank_may_fire_at_trucks_and_open_hatches(type: str, ce: bool, may: bool) -> None:
    """RV-D3.1, RV-D3.2, RV-A7.301 Bounding First Fire of machine guns, as in any other phase."""
    s = on_the_move()
    vehicle(s, type, "E8", ce=ce)
    assert bool(gunners(s, field_of(s), "russian")) == may


def test_a_truck_under_bounding_fire() -> None:
    """RV-D3.2, RV-C7.4 Half of its machine guns' FP; an Original 2 is at most any number of the unarmored line."""
    s = on_the_move(1, 1)
    truck = vehicle(s, "ge_opel", "E8")
    carry_out(fire_guns(s, "russian", "tank"), lambda decision: decision.options[0])
    assert s.vehicles[truck].wreck


def test_first_fire_at_men_spares_the_half_track_they_pass() -> None:
    """RV-A7.4, RV-C7.6 A .50-cal has 5 - 1 against its sides, but in First Fire only the men have spent MF."""
    s = battle("MPh", side="german", dice=[1, 1, *[2] * 20])
    put(s, "ru_2-2-8", "E8", "x")
    arm(s, "ru_hmg50", "x", "gun")
    track = vehicle(s, "ge_spw251_1", "E5", ce=False)
    put(s, "ge_6-5-8", "E5", "a")
    moving(s, "a")
    shoot(s, ["gun"], "E5")
    assert not s.vehicles[track].wreck


def test_an_overrun_takes_the_truck_among_the_men() -> None:
    """RV-D7.1, RV-A7.301, RV-C7.4 The IFT attack is on the whole hex: a 4, less 1 in the open, wrecks the truck."""
    s = on_the_move(2, 2, *[3] * 20)
    put(s, "ge_4-4-7", "E5", "x")
    truck = vehicle(s, "ge_opel", "E5")
    overrun(s, "tank")
    assert s.vehicles[truck].wreck


def test_a_set_charge_takes_the_truck_beside_it() -> None:
    """RV-A23.7, RV-A7.301, RV-C7.4 36 FP: a soft vehicle is lost at 13 or less; 12 does not burn it."""
    s = battle("AFPh", side="german", dice=[1, 1, 5, 6, *[3] * 20])
    put(s, "ge_4-4-7", "E4", "a")
    truck = vehicle(s, "ru_iag6", "E6")
    s.set_charges.append(SetCharge("dc", "ge_dc", "german", "E6", "a", "E4"))
    blow(s, "dc")
    assert s.vehicles[truck].wreck == "wreck"


def shell(s: Battle, at: str, type: str = "area") -> None:
    """The Gun "gun" fires HE at a Location."""

    def answer(decision: Choose) -> Option:
        wanted = (("at", at), ("shell", type, "HE"))
        return next((o for o in decision.options if o in wanted), decision.options[-1])

    carry_out(fire_ordnance(s, "german", ("shoot", "gun")), answer)


# -- shells at men -----------------------------------------------------------------------------------------------------


def shelled(type: str, *dice: int, men: bool = True, ce: bool = False, house: bool = False) -> Battle:
    """A PaK fires HE at the men in a Location with a Russian vehicle and a squad on it; the shell hits on 2 + 3."""
    s = battle("PFPh", side="german", dice=[2, 3, *dice, *[3] * 30], E5="1.5" if house else "OPEN")
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    if men:
        put(s, "ru_4-4-7", "E5", "foe")
    vehicle(s, type, "E5", "ride", ce=ce)
    put(s, "ru_6-2-8", "", "a", aboard="ride")
    s.at.pop("", None)

    shell(s, "E5", "infantry")
    return s


@pytest.mark.parametrize("men", [True, False])
def test_a_shell_at_the_men_of_a_location_strikes_riders_too(men: bool) -> None:
    """RV-C3.2, RV-D6.2 All personnel: a 5 on column 12 is a 2MC, so they jump off; the tank was no target."""
    s = shelled("ru_t34_85", 2, 3, men=men)
    assert (s.units["a"].at, s.units["a"].ti) == ("E5", True)
    assert not s.vehicles["ride"].wreck


def test_a_shell_among_men_wrecks_the_truck_beside_them() -> None:
    """RV-A7.301, RV-C7.4, RV-D6.4 Column 12: the line is 8, so a 7 wrecks the truck and a 4 burns it."""
    assert shelled("ru_iag6", 3, 4).vehicles["ride"].wreck == "wreck"
    assert shelled("ru_iag6", 2, 2).vehicles["ride"].wreck == "burning"


@pytest.mark.parametrize(("ce", "house", "final"), [(True, False, 3 + 2 - 1), (False, False, 0), (True, True, 3)])
def test_a_shell_among_men_finds_an_open_hatch(ce: bool, house: bool, final: int) -> None:
    """RV-A7.301, RV-D5.1, RV-D5.3, RV-B.1 A 3; of the hatch's +2 only what the To Hit DR did not have."""
    s = shelled("ru_t34_85", 1, 2, *[6] * 8, ce=ce, house=house)
    hatch = [m for line in lines(s, "fire_on_vehicle") for m in line["modifiers"] if m[1] == "RV-D5.1"]
    finals = [line["final"] for line in lines(s, "fire_on_vehicle")]
    assert (final in finals and s.vehicles["ride"].stunned) == ce
    assert sum(m[0] for m in hatch) == (2 - 1 if ce and not house else 0)


# -- Area fire at vehicles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("over", "hit"), [(-1, {"ru_isu152", "ru_t34_85", "ru_t70"}), (0, {"ru_isu152", "ru_t34_85"})])
def test_area_fire_asks_for_the_size_of_each_vehicle(over: int, hit: set[str]) -> None:
    """RV-C3.2, RV-C6.1 Case P counts for Area fire too: at the number itself the small T-70 is missed."""
    s = battle("PFPh", side="german")
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    for type in ("ru_t34_85", "ru_t70", "ru_isu152"):
        vehicle(s, type, "E5", ce=False)
    number = declare(s, field_of(s), "gun", "E5", AREA, HE).to_hit()
    load(s, 1, number + over - 1, *[3] * 30)
    shell(s, "E5")
    assert {line["vehicle"] for line in lines(s, "shelled")} == hit


@pytest.mark.parametrize(("spent", "plus"), [(4, 2 + 1 - 1), (2, 2 + 2 - 1), (10, 2 - 1)])
def test_mortars_fire_at_a_truck_that_drives(spent: int, plus: int) -> None:
    """RV-A8.1, RV-C3.2, RV-C6.1 First Fire of the Area type: J, J1 or J2 by the MP spent in sight, and P."""
    s = battle("MPh", side="russian")
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_mtr81", "E1", "crew", 2, "gun")
    truck = vehicle(s, "ru_iag6", "E6", motion=True)
    put(s, "ru_4-4-7", "E6", "beside")
    s.drive = Drive(truck, spent=spent, here=2, window=True, path=(("E6", spent),))
    assert ("shoot", "gun") in ordnance_options(s, field_of(s), "german")
    shot = declare(s, field_of(s), "gun", "E6", AREA, HE)
    assert shot.groups == ()
    assert [(ids, drm(own)) for ids, own in shot.rides] == [((truck,), plus)]
    assert drm(shot_odds(s, shot).modifiers) == drm(shot.drm) + plus
    load(s, 1, shot.to_hit() - drm(shot.drm) - plus - 1, 1, 2, *[3] * 20)
    shell(s, "E6")
    assert s.vehicles[truck].wreck
    assert not lines(s, "morale_check"), "the squad beside it does not move"
