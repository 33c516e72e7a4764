"""Refusals that no other test asks for: why men cannot go there, and why a Gun does not fire."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.rules.movement.refusals import why_not_move, why_not_step
from sandtable.games.vengeance.rules.ordnance.refusals import why_not_shoot
from sandtable.kernel.state import replace
from tests.games.refusals import plain
from tests.games.vengeance.bench import arm, battle, emplace, put


def on_the_move(spent: int = 0, e6: str = "OPEN") -> Battle:
    """A squad at E5 on the move."""
    s = battle("MPh", E6=e6)
    put(s, "ge_6-5-8", "E5", "a")
    s.move = Move(("a",), spent=spent)
    return s


def test_a_click_that_is_no_move_has_no_reason() -> None:
    """RV-A4.2"""
    s = on_the_move()
    put(s, "ru_4-4-7", "E8", "x", broken=True)
    for option in (("move",), ("move", "nobody"), ("move", "x"), ("done", "a")):
        assert why_not_move(s, option) is None
    for step in (("to",), ("fire", "E6"), ("to", "Z99")):
        assert why_not_step(s, step) is None
    s.move = None
    assert why_not_step(s, ("to", "E7")) is None


def test_pinned_and_busy_men_stay() -> None:
    """RV-A7.8"""
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a", ti=True)
    assert plain(why_not_move(s, ("move", "a"))) == "RV-A7.8"


def test_a_full_location_takes_nobody_else() -> None:
    """RV-A5.12"""
    s = on_the_move()
    for number in range(6):
        put(s, "ge_6-5-8", "E6", f"b{number}")
    assert plain(why_not_step(s, ("to", "E6"))) == "RV-A5.12"


def test_assault_and_minimum_moves_have_their_own_reasons() -> None:
    """RV-A4.6, RV-A4.134"""
    s = on_the_move(spent=1)
    assert plain(why_not_step(s, ("assault", "E6"))) == "RV-A4.6"
    assert plain(why_not_step(s, ("minimum", "E6"))) == "RV-A4.134"
    assert why_not_step(s, ("to", "E6")) is None


def test_levels_are_changed_by_stairs() -> None:
    """RV-B23.2, RV-A4.13"""
    s = on_the_move(e6="1.5")
    assert plain(why_not_step(s, ("to", "E6-1"))) == "RV-B23.2"


@pytest.mark.parametrize(
    ("marks", "clause"),
    [
        ({"malfunctioned": True}, "RV-C3.71"),
        ({"dm": True}, "RV-C9.3"),
        ({"towed": "truck"}, "RV-C10.2"),
        ({"crew": ""}, "RV-C2.1"),
        ({"fired": "prep"}, "RV-A9.2"),
    ],
)
def test_why_a_gun_does_not_fire(marks: dict[str, object], clause: str) -> None:
    """RV-C3.71, RV-C9.3, RV-C10.2, RV-C2.1, RV-A9.2"""
    s = battle("PFPh")
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_75_pak40", "E5", "crew", 0, "gun")
    s.guns["gun"] = replace(s.guns["gun"], **marks)
    assert plain(why_not_shoot(s, ("shoot", "gun"))) == clause
    assert plain(why_not_shoot(s, ("intensive", "gun"))) == clause


@pytest.mark.parametrize("mark", ["broken", "melee", "berserk", "ti"])
def test_a_crew_that_is_busy_does_not_fire(mark: str) -> None:
    """RV-C2.1"""
    s = battle("PFPh")
    put(s, "ge_2-2-8", "E5", "crew", **{mark: True})
    emplace(s, "ge_75_pak40", "E5", "crew", 0, "gun")
    assert plain(why_not_shoot(s, ("shoot", "gun"))) == "RV-C2.1"


def test_a_gun_needs_an_enemy_in_sight() -> None:
    """RV-C3.1"""
    s = battle("PFPh")
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_75_pak40", "E5", "crew", 0, "gun")
    refusal = why_not_shoot(s, ("shoot", "gun"))
    assert plain(refusal) == "RV-C3.1"
    assert refusal is not None
    assert "enemy" in refusal[0]
    for option in (("shoot",), ("fire", "gun"), ("shoot", "nobody")):
        assert why_not_shoot(s, option) is None


def test_a_mortar_does_not_fire_indoors() -> None:
    """RV-C9.1"""
    s = battle("PFPh", E5="1.5")
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_mtr50", "a", "mortar")
    assert plain(why_not_shoot(s, ("shoot", "mortar"))) == "RV-C9.1"
    s = battle("PFPh")
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_mtr50", "a", "mortar", malfunctioned=True)
    assert plain(why_not_shoot(s, ("shoot", "mortar"))) == "RV-C3.71"
