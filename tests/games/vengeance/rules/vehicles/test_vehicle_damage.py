"""What vehicles are, how they are hit, and what becomes of their crews (chapters D1, D4, D5, C7.5, C7.7)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.vehicles import (
    AAMG,
    BURNING,
    CMG,
    FRONT,
    HULL,
    MA,
    REAR,
    SHOCK,
    SIDE,
    TURRET,
    UNCONFIRMED,
)
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.games.vengeance.rules.vehicles.crews import inherent as crews
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board, may_reenter, reenter
from sandtable.games.vengeance.rules.vehicles.facing import armour_hit, hull_down, target_facing
from sandtable.games.vengeance.rules.vehicles.kinds import (
    aboard,
    crew_morale,
    kind_of,
    leader_modifier,
    mark,
    overrun_fp,
    works,
)
from sandtable.games.vengeance.rules.vehicles.under_fire import damage
from tests.games.vengeance.bench import battle, drive, lines, load, put, vehicle


def test_the_vehicles_of_both_charts_are_there() -> None:
    """RV-D1.1, RV-D1.3, RV-D1.7, RV-D1.8"""
    types = {id: type for id, type in components().armour.types.items() if not type.cupola}
    assert len(types) == 34
    assert {t.type for t in types.values()} == {"tracked", "halftrack", "truck", "armored_car"}
    assert {t.turret for t in types.values()} == {"T", "ST", "RST", "1MT", "NT", "none"}
    tiger, jeep = types["ge_pz6b"], types["ge_kfz1"]
    assert (tiger.calibre, tiger.size, tiger.red_mp, tiger.b, tiger.has_turret) == (88, -2, True, 12, True)
    assert (jeep.is_afv, jeep.has_gun, jeep.inherent_crew) == (False, False, False)


def test_covered_arc_has_its_borders() -> None:
    """RV-D1.31"""
    s = battle()
    g = field_of(s).ground
    # Corner 0 lies between the north and the north-east side.
    assert [in_arc(g, "E5", 0, hex) for hex in ("E5", "E4", "F4", "E1", "G4", "F3")] == [True] * 6
    assert [in_arc(g, "E5", 0, hex) for hex in ("F5", "E6", "D4", "D3")] == [False] * 4


@pytest.mark.parametrize(
    ("firer", "facing"), [("E3", FRONT), ("G4", FRONT), ("G6", SIDE), ("E7", REAR), ("C6", REAR), ("C4", SIDE)]
)
def test_target_facing_by_the_hexside(firer: str, facing: str) -> None:
    """RV-D1.61, RV-D1.6"""
    s = battle()
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5", vca=0, tca=0)]
    assert target_facing(field_of(s), tank, firer, HULL) == facing


def test_a_corner_shows_the_thicker_armour() -> None:
    """RV-D1.61: from the east the line meets the corner between a side and a rear hexside, or front and side."""
    s = battle()
    f = field_of(s)
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5", vca=0, tca=3)]
    assert len(f.los("G5", "E5").enters) == 2
    assert target_facing(f, tank, "G5", HULL) == FRONT  # sides 1 and 2: front and side
    assert target_facing(f, tank, "G5", TURRET) == SIDE  # for the turret: rear and side
    assert armour_hit(s, f, tank, "E9", HULL) == (6, True)
    assert armour_hit(s, f, tank, "E9", TURRET) == (11, False)


def test_hull_down_behind_a_wall_or_dug_in() -> None:
    """RV-D4.2, RV-D9.5"""
    s = battle(sides={("E5", "E4"): "WALL"})
    f = field_of(s)
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5")]
    assert hull_down(s, f, tank, "E2")
    assert not hull_down(s, f, tank, "E8")
    s.vehicles[tank.id] = moving = mark(s, tank.id, motion=True)
    assert not hull_down(s, f, moving, "E2")
    assert hull_down(s, f, mark(s, tank.id, dug_in=True), "E8")


def test_who_came_over_the_wall_is_hull_down_when_the_phase_is_over() -> None:
    """RV-D4.2 Not in the MPh in which it crossed that hexside; in the DFPh it is."""
    s = battle("MPh", side="russian", sides={("E5", "E4"): "WALL"})
    id = vehicle(s, "ru_t34_85", "E4", vca=2, tca=2, motion=True)
    load(s, 1, 1)
    drive(s, ("drive", id), ("go", "E5"), ("stop",))
    assert (s.vehicles[id].at, s.vehicles[id].motion) == ("E5", False)
    assert not hull_down(s, field_of(s), s.vehicles[id], "E2")
    drive(s, ("end",))
    s.phase, s.step = "DFPh", ""
    assert s.drive is None
    assert hull_down(s, field_of(s), s.vehicles[id], "E2")


def test_the_destruction_table() -> None:
    """RV-C7.7"""
    number = 6
    assert [damage.destruction(damage.DIRECT, dr, number) for dr in (3, 4, 6, 7, 8)] == [
        "burn", "eliminate", "hull: immobilize; turret: shock", "possible shock", "",
    ]  # fmt: skip
    assert damage.destruction(damage.DIRECT, 7, number, he=True) == "hull: immobilize; turret: shock"
    assert damage.destruction(damage.DIRECT, 4, number, brew_up=True) == "burn"
    assert [damage.destruction(damage.CLOSE_COMBAT, dr, 6) for dr in (3, 5, 6, 7)] == [
        "burn",
        "eliminate",
        "immobilize",
        "",
    ]
    assert damage.destruction(damage.AT_MINES, 9, 6) == "immobilize"


def test_cc_73_crew_survival() -> None:
    """RV-D5.6, RV-A26.2"""
    for dice, saved in (([1, 3], True), ([1, 4], False)):
        s = battle(dice=dice)
        id = vehicle(s, "ge_stug3g", "E5")
        damage.suffer(s, id, "eliminate")
        crew = [u for u in s.units.values() if u.type == "ge_1-2-7"]
        assert [(u.at, u.pinned) for u in crew] == ([("E5", True)] if saved else [])
        assert s.cvp["german"] == (5 if saved else 7)
        assert s.vehicles[id].wreck == "wreck"


def test_a_burning_wreck_saves_nobody() -> None:
    """RV-D5.6, RV-D5.7, RV-D10.1"""
    s = battle(dice=[4, 3, 3, 3])
    id = vehicle(s, "ge_spw251_1", "E5")
    for name in ("a", "b"):
        put(s, "ge_2-3-7", "E5", name)
        board(s, name, id)
    assert len(aboard(s, id)) == 2
    damage.suffer(s, id, "burn")
    assert s.vehicles[id].wreck == BURNING
    assert list(s.units) == ["b"]
    assert s.units["b"].at == "E5"


def test_shock_is_settled_in_the_rally_phase() -> None:
    """RV-C7.5"""
    s = battle(dice=[3, 4])
    id = vehicle(s, "ru_is2", "E5")
    damage.suffer(s, id, "hull: immobilize; turret: shock", TURRET)
    assert (s.vehicles[id].shock, s.vehicles[id].ce) == (SHOCK, False)
    damage.recover_from_shock(s)
    assert s.vehicles[id].shock == UNCONFIRMED
    damage.recover_from_shock(s)
    assert s.vehicles[id].wreck
    assert not s.units  # no crew survival


def test_cc_80_a_german_crew_is_stunned_and_not_recalled() -> None:
    """RV-D5.3, RV-D5.34, RV-P12, RV-BRV16.10, RV-D1.9"""
    s = battle(dice=[5, 4])
    id = vehicle(s, "ge_pz5g", "E5")
    assert crew_morale(s.vehicles[id]) == 8
    crews.crew_under_fire(s, id, "NMC")
    tank = s.vehicles[id]
    assert (tank.stunned, tank.recalled, tank.ce, tank.stuns) == (True, False, False, 1)
    crews.recover(s)
    assert not s.vehicles[id].stunned
    mark(s, id, ce=True)
    load(s, 6, 3)
    crews.crew_under_fire(s, id, "NMC")
    assert s.vehicles[id].recalled  # a second Stun is a Recall
    russian = vehicle(s, "ru_is2", "E7")
    load(s, 6, 3)
    crews.crew_under_fire(s, russian, "NMC")
    assert s.vehicles[russian].recalled


def test_a_crew_that_holds_its_nerve_just_ducks() -> None:
    """RV-D5.3, RV-D5.35"""
    s = battle(dice=[4, 4])
    id = vehicle(s, "ru_is2", "E5")
    crews.crew_under_fire(s, id, "NMC")
    assert (s.vehicles[id].ce, s.vehicles[id].stunned) == (False, False)
    assert lines(s, "buttons_up")


def test_a_kia_takes_the_armor_leader() -> None:
    """RV-D5.3, RV-D3.4"""
    s = battle()
    id = vehicle(s, "ge_pz6b", "E5", leader="ge_armor_9-1")
    assert (crew_morale(s.vehicles[id]), leader_modifier(s.vehicles[id])) == (9, -1)
    assert leader_modifier(mark(s, id, ce=False)) == 0
    mark(s, id, ce=True)
    crews.crew_under_fire(s, id, "1KIA")
    assert (s.vehicles[id].leader, s.vehicles[id].recalled, s.cvp["german"]) == ("", True, 2)


def test_b_39_voluntary_abandonment() -> None:
    """RV-BRV16.6, RV-D5.4"""
    for leader, dice, leaves in (("", [4, 4], False), ("", [4, 5], True), ("ge_armor_9-1", [4, 5], True)):
        s = battle("MPh", dice=dice)
        id = vehicle(s, "ge_pz6b", "E5", leader=leader)
        assert crews.try_to_abandon(s, id) is leaves
        assert s.vehicles[id].moved
        assert s.vehicles[id].abandoned is leaves
        assert any(u.type == "ge_1-2-7" for u in s.units.values()) is leaves


def test_a_crew_mans_its_vehicle_again() -> None:
    """RV-D5.4, RV-A21.1"""
    s = battle("MPh")
    id = vehicle(s, "ge_stug3g", "E5", immobile=True)
    assert crews.try_to_abandon(s, id)  # immobile: no check
    crew = next(iter(s.units.values()))
    assert may_reenter(s, s.vehicles[id], crew)
    reenter(s, id, crew.id)
    assert (s.vehicles[id].abandoned, len(s.units)) == (False, 0)


def test_cc_77_an_open_topped_vehicle_fires_only_with_its_crew_exposed() -> None:
    """RV-D5.2, RV-D5.1, RV-D1.3"""
    s = battle()
    su = s.vehicles[vehicle(s, "ru_su76m", "E5")]
    assert works(su, MA)
    assert not works(mark(s, su.id, ce=False), MA)
    flame = s.vehicles[vehicle(s, "ru_ot34", "E6")]
    assert not works(flame, MA)  # RST: only Buttoned Up
    assert works(mark(s, flame.id, ce=False), MA)
    pz = s.vehicles[vehicle(s, "ge_pz5g", "E7")]
    assert works(pz, AAMG)
    assert not works(mark(s, pz.id, ce=False), AAMG)
    assert works(s.vehicles[pz.id], CMG)
    assert overrun_fp(s.vehicles[pz.id]) == 2 * 8 + 4
    assert kind_of(pz).top == 6
