"""Words of the rules (chapters 0 and A): what moving, being IN, lost for good and simultaneous mean."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Attack, Melee
from sandtable.games.vengeance.rules.units.counters import remove
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import exposed_at
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, battle, drive, drive_quiet, lines, planned, put, vehicle, watchers


def test_move_advance_and_enter() -> None:
    """RV-A.3 Who advances or routs enters a Location and has not moved."""
    s = watchers("APh", e6="1.5")
    ask(s)
    drive(s, ("advance", "a"), ("to", "E6"))
    assert s.units["a"].at == "E6"
    assert not s.units["a"].moved
    s = watchers(e6="1.5")
    drive(s, ("move", "a"), ("assault", "E6"))
    assert s.units["a"].moved


def test_in_a_foxhole_or_merely_in_the_hex() -> None:
    """RV-A.6 Only who is IN it has its cover."""
    s = battle(side="german")
    s.foxholes["E7"] = 4
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E7", "in", dug=True)
    put(s, "ru_4-4-7", "E7", "beside")
    assert {ids: [m[0] for m in own] for ids, own in planned(s, ["a"], "E7").groups} == {("in",): [2], ("beside",): []}


def test_a_lost_weapon_is_gone_for_good() -> None:
    """RV-A.11, RV-A7.302 A weapon left behind on a 6 is no more; on less it can be taken up."""
    for die, left in ((6, set()), (5, {"lmg"})):
        s = battle(dice=[die])
        put(s, "ge_4-4-7", "E5", "a")
        arm(s, "ge_lmg", "a", "lmg")
        remove(s, "a", "RV-A7.3", "killed")
        assert set(s.weapons) == left


def test_an_effect_cancels_no_declared_attack() -> None:
    """RV-Z4, RV-A11.12 Both attacks of a simultaneous round are rolled, though the first kills."""
    s = battle("CCPh", side="russian", dice=[1, 2, 6, 5])
    put(s, "ru_6-2-8", "E5", "a")
    put(s, "ge_4-4-7", "E5", "x")
    s.melee = Melee("E5", "resolve", attacks=(Attack(("a",), ("x",)), Attack(("x",), ("a",))))
    drive_quiet(s)
    assert [line["side"] for line in lines(s, "close_combat")] == ["russian", "german"]
    assert "x" not in s.units


def test_what_is_remembered_of_locations() -> None:
    """RV-0.2 Counters, changes of the ground and control, by Location."""
    s = battle("CCPh", on="train1")
    for field in ("smoke", "flames", "foxholes", "residual", "lanes", "control", "works", "at"):
        assert isinstance(getattr(s, field), dict)
    assert not s.altered
    assert not s.labor
    assert s.set_charges == []


def test_armour_protects_and_hatches_do_not() -> None:
    """RV-A7.301, RV-A.14, RV-0.5 A closed tank is no target of small arms; its crew is when the hatches are open."""
    s = battle(side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    tank = vehicle(s, "ge_pz4j", "E7", "tank")
    s.vehicles[tank] = replace(s.vehicles[tank], ce=False)
    assert exposed_at(s, "E7", "russian") == []
    s.vehicles[tank] = replace(s.vehicles[tank], ce=True)
    assert [v.id for v in exposed_at(s, "E7", "russian")] == ["tank"]
