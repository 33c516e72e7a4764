"""Infantry overrun (chapter A4.15)."""

from __future__ import annotations

from tests.games.vengeance.bench import ask, battle, drive, drive_quiet, lines, put


def test_a_lone_leader_slips_away() -> None:
    """RV-A4.15"""
    s = battle("MPh", dice=[3, 4])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_8-0", "E6", "boss")
    drive(s, ("move", "a"), ("overrun", "E6"))
    assert s.units["a"].at == "E6"
    assert s.move is not None
    assert s.move.spent == 2
    drive_quiet(s)
    decision = ask(s.clone())
    assert decision.seat == "russian"
    drive(s, ("slip", "boss", "E7"))
    assert s.units["boss"].at == "E7"
    assert ("to", "F6") in ask(s).options  # it goes on


def test_he_stands_and_is_attacked_first() -> None:
    """RV-A4.15"""
    s = battle("MPh", dice=[3, 4, 6, 4, 5])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_8-0", "E6", "boss")
    drive(s, ("move", "a"), ("overrun", "E6"))
    drive(s, ("stand", "boss"))
    assert "boss" not in s.units  # 6 : 1, kill number 10, a 10 is a wound
    assert s.units["a"].at == "E6"
    assert s.move is None


def test_survivors_are_in_melee() -> None:
    """RV-A4.15"""
    s = battle("MPh", dice=[3, 4, 6, 5, 6, 5])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_8-0", "E6", "boss")
    drive(s, ("move", "a"), ("overrun", "E6"), ("stand", "boss"))
    assert s.units["boss"].melee
    assert s.units["a"].melee
    assert s.move is None


def test_failing_the_check_ends_the_move() -> None:
    """RV-A4.15"""
    s = battle("MPh", dice=[6, 4])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_8-0", "E6", "boss")
    put(s, "ru_4-4-7", "E4", "x")
    put(s, "ru_8-0", "E4", "y")
    decision = drive(s, ("move", "a"))
    assert decision is None
    options = ask(s).options
    assert ("overrun", "E6") in options
    assert ("overrun", "E4") not in options  # a squad is with him
    drive(s, ("overrun", "E6"))
    assert s.units["a"].at == "E5"
    assert s.move is None
    assert lines(s, "task_check")[0]["success"] is False
    drive_quiet(s)
