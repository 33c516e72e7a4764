"""Concealment at set-up (chapters A12.2, A12.3, BRV3.5, BRV3.6), and a choice that Casualty Reduction leaves."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain, watched
from sandtable.games.vengeance.rules.concealment.set_up import crew_may_hide, hide, show_what_is_seen
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.kernel.dice import Dice, seed_from
from tests.games.vengeance.bench import arm, ask, battle, drive, emplace, put


def fresh(scenario: str) -> Battle:
    return GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from("set-up")))


def test_covers_of_the_order_of_battle() -> None:
    """RV-BRV3.6, RV-BRV3.5, RV-A12.5 Each `?` conceals a stack in Concealment Terrain, or is a dummy there."""
    s = fresh("train1")
    drive(s, ("later", "ge-1"), ("set_up", "ge-2", "I6"), ("set_up", "ge-3", "J7"))
    drive(s, ("set_up", "ge-4", "I7"), ("set_up", "ge-leader-1", "I6"), ("set_up", "ge-1", "I6"))
    drive(s, ("give", "ge-lmg-1", "ge-1"), ("give", "ge-psk-1", "ge-2"))
    assert GAME.sight(s, "russian").units.keys() == {u for u in s.units if u.startswith("ru")}
    decision = ask(s)
    f = field_of(s)
    assert ("conceal", "I6") in decision.options
    assert (("conceal", "J7") in decision.options) == f.terrain_of["J7"].conceal
    assert all(f.terrain_of[str(o[1])].conceal for o in decision.options if o[0] == "dummy")
    assert ("dummy", "I6") not in decision.options
    drive(s, ("conceal", "I6"), ("dummy", "K6"), ("done",))
    ask(s)
    view = GAME.sight(s, "russian")
    assert {"ge-unknown-I6", "ge-unknown-K6", "ge-3"} <= view.units.keys()
    assert {"ge-1", "ge-2", "ge-leader-1", "ge-dummy-1"}.isdisjoint(view.units)


def test_hidden_set_up() -> None:
    """RV-A12.2 As many squads as the scenario grants, with a leader beside them for nothing."""
    s = fresh("train2")
    drive(s, ("set_up", "ru-1", "HH10"), ("set_up", "ru-2", "HH11"))
    drive(s, ("set_up", "ru-3", "HH10"), ("set_up", "ru-4", "HH11"), ("set_up", "ru-leader-1", "HH10"))
    drive(s, ("give", "ru-lmg-1", "ru-1"), ("give", "ru-mmg-1", "ru-2"), ("hide", "ru-1"))
    options = ask(s).options
    assert ("hide", "ru-leader-1") in options
    assert ("hide", "ru-2") not in options
    drive(s, ("hide", "ru-leader-1"), ("conceal", "HH10"), ("done",))
    ask(s)
    view = GAME.sight(s, "german")
    assert "ru-unknown-HH10" in view.units
    assert "ru-lmg-1" not in view.weapons
    assert view.units["ru-2"].at == "HH11"


@pytest.mark.parametrize("scenario", ["train1", "train2"])
def test_place_the_rest_for_me(scenario: str) -> None:
    """RV-A2.9, RV-SCN6, RV-SCN7, RV-BRV3.6 The program sets up what is left, in cover, concealed."""
    s = fresh(scenario)
    first = ask(s).seat
    drive(s, ("rest",))
    assert (ask(s).seat, ask(s).options) == (first, [("stands",)])
    drive(s, ("stands",))
    assert ask(s).seat != first
    assert GAME.invariants(s) == []
    assert all(u.at for u in s.units.values() if u.side == first)
    assert any(u.concealed for u in s.units.values())
    assert s.covers[first] == 0


def test_out_of_every_los_at_set_up() -> None:
    """RV-BRV3.6, RV-A12.12 Stacks in Concealment Terrain that no enemy sees begin concealed without a `?` of the OB."""
    s = fresh("train1")
    drive(s, ("rest",), ("stands",), ("rest",), ("stands",))
    drive(s, ("sniper", str(ask(s).options[0][1])))
    drive(s, ("sniper", str(ask(s).options[0][1])))
    ask(s)
    f = field_of(s)
    in_cover = [u for u in s.units.values() if u.side == "russian" and f.terrain_of[u.at].conceal]
    for unit in in_cover:
        assert unit.concealed is not watched(s.clone(), unit.at, "russian")
    assert any(unit.concealed for unit in in_cover)


def test_hidden_in_plain_sight() -> None:
    """RV-BRV3.5 A hidden unit outside Concealment Terrain is placed before the first turn if an enemy sees it."""
    s = battle("setup", side="russian")
    s.step = "done"
    put(s, "ge_2-2-8", "E5", "crew", hidden=True)
    put(s, "ge_2-2-8", "E10", "unseen", hidden=True)
    put(s, "ru_4-4-7", "E7", "a")
    s.units["unseen"] = Unit("unseen", "ge_2-2-8", "german", "")
    s.at.pop("E10")
    show_what_is_seen(s)
    assert (s.units["crew"].hidden, s.units["crew"].concealed) == (False, True)


def test_hidden_units_may_prevent_concealment() -> None:
    """RV-A12.12, RV-Z4 Before it is gained they may show themselves; the ATTACKER is asked first."""
    s = battle("CCPh", side="german", E5="1.5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x", hidden=True)
    decision = ask(s)
    assert (decision.seat, decision.options) == ("russian", [("show", "x"), ("done",)])
    drive(s, ("show", "x"))
    assert not s.units["x"].hidden
    gain(s)
    assert not s.units["a"].concealed


def test_a_gun_sets_up_hidden_with_its_crew() -> None:
    """RV-A12.3 In Concealment Terrain, or emplaced where the ground is not paved; the enemy sees neither."""
    s = battle("setup", side="german", on="train1")
    s.step = "german"
    for at, hides in (("I6", True), ("D8", True), ("H8", False)):  # a house, open ground, a paved street
        crew = put(s, "ge_2-2-8", at, f"crew {at}")
        emplace(s, "ge_75_pak40", at, crew, id=f"gun {at}", emplaced=True)
        assert crew_may_hide(s, s.units[crew]) is hides
    hide(s, "crew I6")
    s.phase = "MPh"
    assert "gun I6" not in GAME.sight(s, "russian").guns
    assert "gun I6" in GAME.sight(s, "german").guns


def test_the_owner_chooses_the_weapon_that_is_kept() -> None:
    """RV-A7.302, RV-Z3 After Casualty Reduction one SW of his choice; the others lie there."""
    s = battle("PFPh", side="german")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    arm(s, "ge_psk", "a", "psk")
    reduce(s, "a", "RV-A7.3")
    decision = ask(s)
    assert (decision.seat, set(decision.options)) == ("german", {("keep", "lmg"), ("keep", "psk")})
    drive(s, ("keep", "psk"))
    assert (s.weapons["psk"].holder, s.weapons["lmg"].holder, s.weapons["lmg"].at) == ("a", "", "E5")


def test_nobody_is_asked_about_one_weapon() -> None:
    """RV-A7.302"""
    s = battle("PFPh", side="german")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    reduce(s, "a", "RV-A7.3")
    assert s.reduced == {}
    assert s.weapons["lmg"].holder == "a"
