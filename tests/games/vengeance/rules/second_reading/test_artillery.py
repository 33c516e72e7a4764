"""Phone lines and what an observer knows (RV-C1.3, RV-C1.61); each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import PHONE
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.artillery.indirect_fire import cover_from_above, indirect_personal
from sandtable.games.vengeance.rules.artillery.muster import cut_lines
from sandtable.games.vengeance.rules.artillery.observers import known_near
from tests.games.vengeance.bench import battle, drm, lines, load, put, vehicle
from tests.games.vengeance.rules.artillery.test_artillery import fight


def test_dummies_cut_no_phone_line() -> None:
    """RV-C1.61, RV-A12.11 Nor do broken men; no die is rolled for them."""
    s = fight(by=PHONE)
    put(s, "ru_dummy", "E8", "nobody", concealed=True)
    put(s, "ru_4-4-7", "E9", "x", broken=True)
    s.side, s.phase = "russian", "RPh"
    load(s)
    cut_lines(s)
    assert "phone" in s.weapons


def test_the_owner_of_a_phone_does_not_read_who_looks_for_its_line() -> None:
    """RV-C1.61, RV-A.12 Of a unit under `?` its own side alone reads; that the phone is lost both learn."""
    s = fight(by=PHONE)
    put(s, "ru_4-4-7", "E8", "x", concealed=True)
    s.side, s.phase = "russian", "RPh"
    load(s, 1, 1)
    cut_lines(s)
    told = {line.event: line.seen_by for line in s.journal.lines}
    assert told == {"phone_line": ("russian",), "weapon_lost": None}
    assert lines(s, "weapon_lost")[0]["dice"] == (1, 1)


def test_a_tank_under_a_question_mark_is_not_known_to_an_observer() -> None:
    """RV-C1.3 Nor is one that its crew has left a unit."""
    s = fight()
    tank = vehicle(s, "ru_t34_85", "E8")
    f, gun = field_of(s), s.batteries["gun"]
    assert known_near(s, f, gun, "E8")
    for marks in ({"concealed": True}, {"hidden": True}, {"abandoned": True}):
        vehicle(s, "ru_t34_85", "E8", tank, **marks)
        assert not known_near(s, f, gun, "E8")


# -- across the chapters -----------------------------------------------------------------------------------------------


def under_shells(s: Battle, id: str, moving: bool = False) -> int:
    """The sum of what counts for a unit under shells from off the map."""
    f, unit = field_of(s), s.units[id]
    cover = drm(cover_from_above(s, f, unit.at))
    return cover + drm(indirect_personal(s, f, unit, cover, moving))


def test_shells_find_men_in_bypass_outside_the_house() -> None:
    """RV-C1.5, RV-A4.3 They have none of its cover, and who moves there moves in the open."""
    s = battle("MPh", E5="1.5")
    put(s, "ge_6-5-8", "E5", "inside")
    put(s, "ge_6-5-8", "E5", "outside", bypass="+12")
    s.skirting.append("outside")
    assert under_shells(s, "inside") == under_shells(s, "inside", moving=True) == 4
    assert (under_shells(s, "outside"), under_shells(s, "outside", moving=True)) == (0, -1)


def test_shells_find_men_on_wire_above_their_foxhole() -> None:
    """RV-B26.1, RV-B27.1 On wire there is no cover of an entrenchment, from above neither."""
    s = battle("DFPh")
    put(s, "ge_6-5-8", "E5", "in", dug=True)
    put(s, "ge_6-5-8", "E6", "on", dug=True, wired=True)
    assert (under_shells(s, "in"), under_shells(s, "on")) == (4, 0)
