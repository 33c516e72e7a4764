"""Phone lines and what an observer knows (RV-C1.3, RV-C1.61); each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import PHONE
from sandtable.games.vengeance.rules.artillery.muster import cut_lines
from sandtable.games.vengeance.rules.artillery.observers import known_near
from tests.games.vengeance.bench import lines, load, put, vehicle
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
