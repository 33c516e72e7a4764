"""The invariants see what is wrong with a state, and nothing wrong with a sound one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.vengeance.invariants import invariants
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.battle import Battle, Weapon
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, emplace, put, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.watching import told


def sound() -> Battle:
    """A battle with one of everything, in which nothing is wrong."""
    s = battle("RPh", E5="1.5")
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_2-2-8", "E6", "crew")
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ru_4-4-7", "E9", "x")
    put(s, "ge_dummy", "E8", "dummy", concealed=True)
    arm(s, "ge_lmg", "a", "lmg")
    emplace(s, "ge_75_pak40", "E6", "crew", id="gun")
    vehicle(s, "ru_t34_85", "G5", "tank")
    s.batteries["battery"] = Battery("battery", "105mm", "german", black=3, red=2)
    return s


def test_a_sound_state_has_no_faults() -> None:
    assert invariants(sound()) == []


def marked(id: str, **marks: Any) -> Callable[[Battle], None]:
    def change(s: Battle) -> None:
        s.units[id] = replace(s.units[id], **marks)

    return change


def armed(id: str, **marks: Any) -> Callable[[Battle], None]:
    def change(s: Battle) -> None:
        stores: tuple[dict[str, Any], ...] = (s.weapons, s.guns, s.vehicles, s.batteries)
        for kept in stores:
            if id in kept:
                kept[id] = replace(kept[id], **marks)

    return change


def gone(id: str) -> Callable[[Battle], None]:
    def change(s: Battle) -> None:
        del s.units[id]
        s.at = {at: tuple(i for i in ids if i != id) for at, ids in s.at.items() if ids != (id,)}

    return change


FAULTS: list[tuple[Callable[[Battle], None], str]] = [
    (marked("x", at="E5"), "x is listed at E9 and is not there"),
    (marked("a", aboard="tank"), "a is aboard tank and at E5"),
    (marked("a", aboard="tank", at=""), "a is aboard tank of the enemy"),
    (marked("a", broken=True, melee=True), "a is broken, and in Melee or berserk"),
    (marked("a", broken=True, cx=True), "a is broken, and CX, in a wave, at a wall or on a cliff"),
    (marked("a", broken=True, pinned=True), "a is broken and pinned"),
    (marked("a", berserk=True, ti=True), "a is berserk, and pinned or TI"),
    (marked("a", concealed=True, pinned=True), "a is unknown, and broken, berserk, pinned or in Melee"),
    (marked("a", concealed=True, hidden=True), "a is hidden and under a `?`"),
    (marked("a", cloak="cloak-1"), "a is under cloak-1 and Known"),
    (marked("dummy", concealed=False), "dummy is a dummy and can be seen"),
    (marked("a", dm=True), "a is DM or disrupted and not broken"),
    (marked("a", wounded=True), "a is wounded and no single man"),
    (marked("a", heroic=True), "a is heroic and no leader"),
    (marked("a", melee=True), "a is in Melee with nobody"),
    (marked("a", bypass="+12"), "in bypass are ['a'], listed are []"),
    (gone("a"), "lmg is held by a, who is gone"),
    (gone("crew"), "gun is manned by crew, who is gone"),
    (armed("lmg", at="E5"), "lmg is held and lies at E5"),
    (armed("lmg", holder=""), "lmg is nowhere"),
    (armed("lmg", holder="", at="E5-9"), "lmg lies at E5-9, which is no place"),
    (armed("lmg", holder="dummy"), "lmg is held by the dummy dummy"),
    (armed("gun", at="E7"), "gun stands at E7 and its crew crew is at E6"),
    (armed("gun", towed="truck"), "gun is towed by truck, which is gone"),
    (armed("tank", motion=True, immobile=True), "tank is in motion and cannot move"),
    (armed("tank", stunned=True), "tank is CE, and stunned, shocked or a wreck"),
    (armed("tank", mired=True), "tank is mired and not bogged"),
    (armed("tank", vca=6), "tank faces 6 and 0, bypass -1"),
    (armed("battery", red=-1), "battery has 3 Black, -1 Red and 0 drawn chits"),
    (lambda s: s.cvp.update(german=-1), "cvp of german is -1"),
    (lambda s: s.control.update(E5="nobody"), "E5 is controlled by 'nobody'"),
    (lambda s: s.at.update(E7=()), "E7 lists ()"),
]


@pytest.mark.parametrize(("spoil", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_each_fault_is_seen(spoil: Callable[[Battle], None], fault: str) -> None:
    s = sound()
    spoil(s)
    assert fault in invariants(s)


def test_who_has_fought_and_stayed_is_in_melee() -> None:
    """RV-A11.15 At the start of a Player Turn; who is broken or unknown is in none, nor who comes in later."""
    s = sound()
    put(s, "ru_4-4-7", "E5", "y")
    assert "y shares E5 with an enemy and is not in Melee" in invariants(s)
    s.phase = "MPh"
    assert invariants(s) == []
    s.phase = "RPh"
    s.units["y"] = replace(s.units["y"], concealed=True)
    assert invariants(s) == []


def test_too_many_in_one_place() -> None:
    """RV-A5.1, RV-A5.12"""
    s = sound()
    for n in range(7):
        put(s, "ge_6-5-8", "E5", f"more-{n}")
    assert "16 half-squads of the german in E5" in invariants(s)


def test_what_is_booked_in_a_campaign() -> None:
    """RV-CGS1, RV-CG24"""
    s = campaign()
    assert invariants(s) == []
    s.cvp = {"german": 3, "german_infantry": 4}
    assert "4 casualty points of the german are booked, 3 were lost" in invariants(s)
    s.cvp.clear()
    put(s, "ge_6-5-8", "F20", "a")
    s.units["a"] = replace(s.units["a"], at="")
    s.at.clear()
    assert "a is off the map and has no post" in invariants(s)


def test_a_view_that_tells_a_secret_is_seen() -> None:
    """RV-A.12"""
    s = battle()
    put(s, "ge_4-4-7", "E5", "a", hidden=True)
    put(s, "ru_4-4-7", "E9", "x")
    s.weapons["lmg"] = Weapon("lmg", "ge_lmg", "german", "a")
    assert told(s) == []
    s.fought.append("a")  # a list of Locations, which is shown as it is
    assert told(s) == ["the russian is told of a in fought"]
