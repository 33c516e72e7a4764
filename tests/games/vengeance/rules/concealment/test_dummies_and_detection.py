"""Dummies, detection, mopping up and concealed units in close combat (chapters A12.11, A12.15, A12.153, A11.19)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Melee, Move, Unit
from sandtable.games.vengeance.rules.rally.reorganization import showings
from sandtable.games.vengeance.rules.units.kinds import armed, is_mmc, veil
from sandtable.games.vengeance.rules.units.stacking import halves, room_for
from sandtable.games.vengeance.rules.victory.control import update_control
from tests.games.vengeance.bench import ask, battle, can, drive, drive_quiet, lines, load, put, watchers

# -- dummies -----------------------------------------------------------------------------------------------------------


def test_what_a_dummy_is() -> None:
    """RV-A12.11 It moves like a squad without a leader's help, is no MMC, unarmed, and takes no room."""
    s = battle("MPh", side="russian")
    put(s, "ru_dummy", "E5", "dummy", concealed=True)
    put(s, "ru_8-0", "E5", "lead", concealed=True)
    dummy = s.units["dummy"]
    assert not is_mmc(dummy)
    assert not armed(s, dummy)
    assert halves(dummy) == 0
    assert room_for(s, field_of(s), "E5", "russian", [dummy])
    decision = drive(s, ("move", "dummy"), ("with", "lead")) or ask(s)
    assert decision.about == ("dummy", 4)


def test_enemies_walk_through_dummies() -> None:
    """RV-A12.11, RV-A12.15 Only dummies: they are removed and the mover goes on."""
    s = battle("MPh", side="russian", E6="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_dummy", "E6", "dummy", concealed=True)
    drive(s, ("move", "a"), ("to", "E6"))
    assert "dummy" not in s.units
    assert s.units["a"].at == "E6"


def test_dummies_run_into_nobody() -> None:
    """RV-A12.11 Dummies alone that run into unknown enemies are removed, and show nobody."""
    s = battle("MPh", side="russian", E6="1.5")
    put(s, "ru_dummy", "E5", "dummy", concealed=True)
    put(s, "ge_4-4-7", "E6", "x", hidden=True)
    put(s, "ru_4-4-7", "A1", "far")
    drive(s, ("move", "dummy"), ("to", "E6"))
    ask(s)
    assert "dummy" not in s.units
    assert s.units["x"].hidden


def test_dummies_neither_control_nor_count() -> None:
    """RV-A12.11, RV-A26.1"""
    s = battle("CCPh", on="train1")
    put(s, "ru_dummy", "I6", "dummy", concealed=True)
    update_control(s)
    assert s.control == {}


def test_dummies_do_not_block_an_advance() -> None:
    """RV-A12.11, RV-A12.15 Whoever advances into a dummy's Location finds it empty."""
    s = battle("APh", side="russian", E6="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_dummy", "E6", "dummy", concealed=True)
    ask(s)
    drive(s, ("advance", "a"), ("to", "E6"))
    assert "dummy" not in s.units
    assert s.units["a"].at == "E6"


# -- detection ---------------------------------------------------------------------------------------------------------


def test_the_owner_chooses_whom_he_shows() -> None:
    """RV-A12.15, RV-Z3 At least one real unit; dummies there are removed; then as many as he likes."""
    s = battle("MPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E4", "a")
    put(s, "ge_4-4-7", "E5", "x", concealed=True)
    put(s, "ge_8-1", "E5", "y", concealed=True)
    put(s, "ge_dummy", "E5", "dummy", concealed=True)
    drive(s, ("move", "a"), ("to", "E5"))
    assert ask(s).options == [("show", "x"), ("show", "y")]
    decision = drive(s, ("show", "y"))
    assert decision is not None
    assert decision.options == [("show", "x"), ("done",)]
    assert "dummy" not in s.units
    assert s.units["x"].concealed
    assert not s.units["y"].concealed


def test_from_off_the_map_it_stays_off() -> None:
    """RV-A12.15, RV-A2.5 Who enters the map into unknown enemies stays where he came from."""
    s = battle("MPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E4", "a")
    s.at.clear()
    s.units["a"] = Unit("a", "ru_4-4-7", "russian")
    put(s, "ge_4-4-7", "E5", "x", hidden=True)
    s.move = Move(("a",), bumped="E5", cost=2)
    drive(s, ("show", "x"))
    assert s.move is None
    assert s.units["a"].at == ""
    assert s.units["a"].moved


def test_nobody_is_sent_back_in_the_advance_phase() -> None:
    """RV-A12.15, RV-A11.18 Close combat follows, with an ambush roll because somebody is concealed."""
    s = battle("APh", side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E6", "x", hidden=True)
    ask(s)
    drive(s, ("advance", "a"), ("to", "E6"))
    assert s.units["a"].at == "E6"
    assert (s.units["x"].hidden, s.units["x"].concealed) == (False, True)
    s.phase, s.step = "CCPh", ""
    load(s, 3, 3)
    ask(s)
    assert [line["side"] for line in lines(s, "ambush_roll")] == ["russian", "german"]


def test_an_advance_into_the_open_is_seen() -> None:
    """RV-A12.13 Into Concealment Terrain it is not."""
    for terrain, kept in (("OPEN", False), ("1.5", True)):
        s = watchers("APh", e6=terrain)
        ask(s)
        drive(s, ("advance", "a"), ("to", "E6"))
        assert s.units["a"].concealed is kept


def test_a_rout_stops_before_hidden_enemies() -> None:
    """RV-A12.15 They are placed under `?`, and the routing unit goes no farther."""
    s = battle("RtPh", side="russian", E5="1.5", E6="1.5+E5")
    put(s, "ru_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_4-4-7", "E4", "x")
    put(s, "ge_4-4-7", "E6", "hid", hidden=True)
    drive(s, ("done",), ("rout", "a"), ("to", "E6"))
    assert s.units["hid"].concealed
    assert "a" not in s.units or s.units["a"].at == "E5"


# -- mopping up --------------------------------------------------------------------------------------------------------


def test_mopping_up() -> None:
    """RV-A12.153, RV-A4.8, RV-A20.3 A squad shows all in its building hex; broken enemies in our house are lost."""
    s = battle("MPh", side="russian", on="train1")
    put(s, "ru_4-4-7", "I6", "a")
    put(s, "ge_4-4-7", "I6-1", "hid", hidden=True)
    put(s, "ge_4-4-7", "I6-cellar", "broken", broken=True)
    assert can(s.clone(), "move", "a")
    house = field_of(s).ground.buildings["I6"]
    for hex in house.hexes:
        for at in field_of(s).ground.of_hex[hex]:
            s.control[at] = "russian"
    drive(s, ("move", "a"), ("mop_up", "a"))
    assert not s.units["hid"].hidden
    assert s.units["a"].ti
    assert s.move is None
    assert "broken" in s.units  # the house is not ours while somebody unbroken is in it
    drive_on = s.clone()
    drive_on.units["a"] = Unit("a", "ru_4-4-7", "russian", "I6")
    del drive_on.units["hid"], drive_on.at["I6-1"]
    drive(drive_on, ("move", "a"), ("mop_up", "a"))
    assert "broken" not in drive_on.units


# -- hidden placement --------------------------------------------------------------------------------------------------


def test_voluntary_showing() -> None:
    """RV-A12.13, RV-A12.2 At any time of one's own will; in the own Rally Phase a hidden unit may go under `?`."""
    s = battle("RPh", side="german")
    s.step = "organize"
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ge_4-4-7", "E6", "b", hidden=True)
    put(s, "ge_dummy", "E7", "dummy", concealed=True)
    assert showings(s, "german") == [("show", "a"), ("show", "b"), ("place_under", "b")]
    drive(s, ("place_under", "b"), ("show", "a"))
    assert (s.units["b"].hidden, s.units["b"].concealed) == (False, True)
    assert not s.units["a"].concealed


def brawl(*dice: int) -> Battle:
    """A Russian squad has advanced upon concealed Germans."""
    s = battle("CCPh", side="russian", dice=dice, E5="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "x", concealed=True)
    put(s, "ge_8-1", "E5", "y", concealed=True)
    s.melee = Melee("E5", "first")
    return s


# -- close combat ------------------------------------------------------------------------------------------------------


def test_concealed_units_in_close_combat() -> None:
    """RV-A11.19, RV-A11.11 An attack on `?` is an attack on all that is under it, at half FP; then they are shown."""
    s = brawl(6, 5)
    cover = veil("german", "E5")
    decision = ask(s)
    assert ("attack", "a", cover) in decision.options
    assert not any("x" in option or "y" in option for option in decision.options)
    drive(s, ("attack", "a", cover), ("done",))
    drive_quiet(s)
    fight = lines(s, "close_combat")[0]
    assert fight["units"] == ("x", "y")
    assert fight["kill"] == 3  # 2 against 5 is 1-4
    assert not s.units["x"].concealed


def test_whoever_attacks_is_shown() -> None:
    """RV-A11.19 And is in Melee; the others stay concealed and out of it."""
    s = brawl(6, 6)
    drive(s, ("done",))
    drive(s, ("attack", "x", "a"), ("set",))
    assert not s.units["x"].concealed
    assert s.units["y"].concealed


def test_a_concealed_side_that_keeps_still_is_in_no_melee() -> None:
    """RV-A11.19, RV-A11.15"""
    s = brawl()
    drive(s, ("done",), ("done",))
    drive_quiet(s)
    assert s.melee is None
    assert not s.units["a"].melee
    assert s.units["x"].concealed
