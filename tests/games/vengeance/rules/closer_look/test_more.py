"""A closer look at guns and batteries, men who die on the move, heat of battle, and the refit between battles."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign.areas import is_spree_bridge
from sandtable.games.vengeance.campaign.purchase import fortifications as fortify
from sandtable.games.vengeance.campaign.refit import shift, weapons
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import OBSERVER, Battery
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.artillery.muster import record
from sandtable.games.vengeance.rules.fortifications.set_up import places_for
from sandtable.games.vengeance.rules.morale.checks import heat_of_battle
from sandtable.games.vengeance.rules.ordnance.effects import Impact, land
from sandtable.games.vengeance.rules.set_up.places import places_to_set_up
from sandtable.games.vengeance.rules.vehicles.movement.armored_assault import escort_options
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import column
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import exposed_at
from sandtable.kernel.flow import Choose
from sandtable.kernel.state import replace
from tests.games.refusals import clause_against
from tests.games.vengeance.bench import ask, battle, drive, emplace, lines, load, moving, put, vehicle
from tests.games.vengeance.bench import fortify as fortify_map
from tests.games.vengeance.campaign.test_campaign_points import campaign


def test_men_walk_beside_armour_only() -> None:
    """RV-D9.1 Not beside a truck, nor beside what goes round a house, nor once it has left the Location."""
    s = battle("MPh")
    put(s, "ge_4-4-7", "E5", "a")
    tank, truck = (s.vehicles[vehicle(s, type, "E5")] for type in ("ge_pz4h", "ge_opel"))
    assert escort_options(s, tank, Drive(tank.id)) == [("escort", "a")]
    assert escort_options(s, truck, Drive(truck.id)) == []
    assert escort_options(s, replace(tank, bypass=1), Drive(tank.id)) == []
    assert escort_options(s, tank, Drive(tank.id, came="E6")) == []
    assert escort_options(s, tank, Drive(tank.id, escort=("a",))) == []


def test_at_a_moving_vehicle_nobody_else_is_hit() -> None:
    """RV-A7.4"""
    s = battle("MPh", side="russian")
    for id in ("one", "two"):
        vehicle(s, "ru_t34_85", "E5", id, ce=True)
    assert {v.id for v in exposed_at(s, "E5", "german")} == {"one", "two"}
    s.drive = Drive("one")
    assert [v.id for v in exposed_at(s, "E5", "german")] == ["one"]
    s.drive = None
    put(s, "ru_4-4-7", "E5", "a")
    moving(s, "a")
    assert exposed_at(s, "E5", "german") == []


def test_an_observer_off_the_map_needs_a_post() -> None:
    """RV-C1.63"""
    s = battle()
    s.batteries["guns"] = Battery("guns", "105mm", "german", OBSERVER)
    found = record(s, "german")
    assert found is not None
    assert found.id == "guns"
    assert record(s, "russian") is None
    s.batteries["guns"] = replace(s.batteries["guns"], post="A1")
    assert record(s, "german") is None
    s.batteries["guns"] = replace(s.batteries["guns"], unrecorded=1)
    assert record(s, "german") is not None


@pytest.mark.parametrize(
    ("phase", "dice", "shell", "residual"),
    [
        ("MPh", (3, 2, 3, 4, 1, 2), "HE", {"E6": 6}),
        ("MPh", (6, 5), "HE", {}),  # a miss
        ("MPh", (6, 6), "HE", {}),  # the Gun breaks down
        ("DFPh", (3, 2, 3, 4, 1, 2), "HE", {}),
    ],
)
def test_which_shells_leave_residual_firepower(
    phase: Phase, dice: tuple[int, ...], shell: str, residual: dict[str, int]
) -> None:
    """RV-A8.2 First Fire that hits with HE; no miss, nothing that broke the Gun, no other phase."""
    s = battle(phase, side="russian", dice=dice)
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    put(s, "ru_4-4-7", "E6", "x")
    if phase == "MPh":
        moving(s, "x")
    drive(s, ("shoot", "gun"), ("shell", "infantry", shell))
    assert s.residual == residual


def test_a_shell_at_a_vehicle_leaves_no_residual_firepower() -> None:
    """RV-A8.2 Only what is aimed at men does."""
    s = battle("MPh", side="russian", dice=(3, 2, 6, 6))
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    tank = vehicle(s, "ru_is2", "E6", vca=5, tca=5, motion=True)
    s.drive = Drive(tank, spent=4, here=4, window=True)
    drive(s, ("shoot", "gun"), ("shell", "vehicle", "HE"))
    assert lines(s, "to_hit")
    assert s.residual == {}


@pytest.mark.parametrize(("firer", "stands"), [("E3", True), ("E9", False)])
def test_a_heavy_shell_from_behind_ends_a_pillbox(firer: str, stands: bool) -> None:
    """RV-B30.1 A KIA by 150mm HE, unless it came in through the covered arc."""
    s = battle()
    fortify_map(s, "pillbox_1+3+5", "E6-pillbox", arc=0)
    alter(s, "E6", BUNKER, number=1)
    put(s, "ge_4-4-7", "E6-pillbox", "x")
    impact = Impact(
        at="E6-pillbox", firer_at=firer, side="russian", power=30, area=False, groups=((("x",), ()),),
        critical=False, tem=0, calibre=152, explosive=True, smoke=False, indirect=False, clause="RV-C3.3",
    )  # fmt: skip
    load(s, 1, 1, 1, 1)
    land(s, impact)
    assert bool(s.works) == stands


def test_open_ground_takes_wire_and_trenches() -> None:
    """RV-BRV9.1 Past every place of the area that will not do."""
    s = battle("setup", side="german", on="train1")
    f = field_of(s)
    area = set(places_to_set_up(s, "", "german", 0))
    for type in ("wire", "trench"):
        work = Work("w", type, "german", "", 0)
        found = set(places_for(s, f, work))
        open_ground = {
            at for at in area if f.place(at).kind == "ground" and not f.hex(at).building and f.hex(at).terrain == "OPEN"
        }
        assert open_ground
        assert open_ground <= found


def test_who_dies_on_the_move_stops_nobody_else() -> None:
    """RV-A8.1 The DEFENDER's First Fire kills the moving half-squad; the next stack may move."""
    s = battle("MPh", side="russian")
    put(s, "ru_2-2-7", "E6", "x")
    put(s, "ru_4-4-7", "A1", "other")
    put(s, "ge_8-3-8", "E8", "a")
    drive(s, ("move", "x"), ("to", "E7"))
    load(s, 1, 1, 1, 1, 1, 1)
    drive(s, ("fire", "a"))
    assert "x" not in s.units
    decision = ask(s)
    assert (decision.seat, decision.ask) == ("russian", "move")
    assert ("move", "other") in decision.options
    assert s.move is None


def test_heat_of_battle_is_rolled_with_two_ordinary_dice() -> None:
    """RV-A15.1"""
    s = battle("RPh")
    put(s, "ge_4-4-7", "E5", "a")
    load(s, 7, 1)
    with pytest.raises(LookupError, match="6 sides"):
        heat_of_battle(s, "a")


# -- the campaign ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("post", "replaced"), [("german-1", True), ("here", False)])
def test_used_up_charges_are_replaced_for_who_rests_in_an_area(post: str, replaced: bool) -> None:
    """RV-RePh8.61421 Not for those who are still in the field."""
    s = campaign(dice=[1])
    put(s, "ge_8-3-8", "F20", "a")
    s.areas["F20"] = "german-1"
    s.posts["a"] = post
    s.issued["dc-1"] = "ge_dc ge_8-3-8"
    weapons.replace_spent(s)
    assert ("dc-1" in s.weapons) == replaced


def test_vehicles_shift_along_roads_through_ground_that_is_closed_to_them() -> None:
    """RV-RePh8.613"""
    s = campaign()
    f = field_of(s)
    s.vehicles["truck"] = Vehicle("truck", "ge_opel", "german", "F20")
    costs = components().armour.costs
    closed = [
        hex
        for hex, printed in f.ground.hexes.items()
        if not printed.building and column(s.vehicles["truck"], costs[f.place(hex).terrain]) == "NA"
    ]
    roads = [hex for hex in closed if any("ROAD" in side for side in f.ground.sides[hex])]
    assert closed
    for hex in closed:
        if not is_spree_bridge(hex):
            assert shift._passable(s, s.vehicles["truck"], hex) == (hex in roads)


def test_why_a_fortification_cannot_be_bought() -> None:
    """RV-RePh8.621, RV-I13"""
    s = campaign(german={"fpp": 0})
    s.pending = ["german"]
    decision = next(fortify.fortify(s, "german"))
    assert isinstance(decision, Choose)
    assert clause_against(decision, ("fortify", "Nonsense"), GAME.words.reason) == "RV-RePh8.621"
    assert clause_against(decision, ("fortify", "HIP", "squad"), GAME.words.reason) == "RV-RePh8.621"
    assert clause_against(decision, ("fortify",)) == ""
    assert clause_against(decision, ("buy", "HIP")) == ""
