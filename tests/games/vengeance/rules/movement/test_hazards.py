"""Cliffs, water, and movement that is hazardous on foot (chapters A4.62, B11, B20, B21, BRV6, BRV10)."""

from __future__ import annotations

from sandtable.games.vengeance.components import folder as components_folder
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import hindrance
from sandtable.games.vengeance.map.visibility import low_visibility
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.rules.fire.declaration import plan
from sandtable.games.vengeance.rules.fire.kinds import FIRST_FIRE, can_fire, kind_of_weapon
from sandtable.games.vengeance.rules.morale.checks import break_unit, pin
from sandtable.games.vengeance.rules.terrain.cover import exposure
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.rules.victory.control import judge
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    berlin,
    drive,
    drive_quiet,
    drm,
    lines,
    load,
    moving,
    put,
    whole_map,
)


def test_b_04_canal_crossing() -> None:
    """RV-MAP12, RV-BRV10.5, RV-B21.1 Not on foot from O3 to Q3; swimming through P3 without weapons."""
    f = whole_map()
    assert not any(f.hex_of[to].startswith("P") for to in f.accessible["O3"])
    assert "P4-swim" not in f.steps  # nobody can be in the wreck of the bridge
    assert f.steps["P3-viaduct"]
    s = berlin("MPh", "russian", 3, 4)
    put(s, "ru_4-5-8", "O3", "a")
    put(s, "ru_4-5-8", "O3", "loaded")
    arm(s, "ru_lmg", "loaded")
    drive(s, ("move", "loaded"))
    assert not any(o[0] == "swim" for o in ask(s).options)
    s.move = None
    drive(s, ("move", "a"), ("swim", "P3-swim"))
    assert lines(s, "task_check")[0]["final"] == 7  # a NTC: the canal is not flooded
    ask(s)
    assert s.units["a"].at == "P3-swim"
    s.step = "done"
    end_phase(s)
    assert s.units["a"].at == "P3-swim"  # below it lies P4: it does not drift on
    s.phase, s.step = "APh", "advance"
    drive(s, ("advance", "a"), ("to", "Q3"))
    assert s.units["a"].at == "Q3"


def test_b_05_cliff() -> None:
    """RV-BRV6, RV-BRV6.1, RV-B11.1 From S7 to S8 only by climbing; from T7 to T8 up the ramp."""
    f = whole_map()
    assert "S8" not in f.accessible["S7"]
    assert "S8" in f.cliffs["S7"]
    assert {st.to: st.cost for st in f.steps["T7"]}["T8"] == 2
    s = berlin()
    put(s, "ru_4-5-8", "S7", "a")
    put(s, "ge_4-4-7", "S4", "x")
    drive(s, ("move", "a"), ("climb", "S8"))
    assert s.move is not None
    assert (s.move.spent, s.units["a"].climbing) == (4, "S8")
    shot = plan(s, ["x"], "S7", FIRST_FIRE, [])
    assert drm((*shot.drm, *shot.groups[0][1])) == -2  # instead of FFMO and FFNAM, and no cover
    s.move = None
    assert not can_fire(s.units["a"])
    s.phase, s.step = "APh", ""
    drive_quiet(s)
    assert (s.units["a"].at, s.units["a"].cx) == ("S8", True)


def test_heavy_units_do_not_climb() -> None:
    """RV-B11.1 At most its IPC."""
    s = berlin()
    put(s, "ru_4-5-8", "S7", "a")
    arm(s, "ru_mmg", "a")
    drive(s, ("move", "a"))
    assert not any(o[0] == "climb" for o in ask(s).options)


def test_falling_off_a_cliff() -> None:
    """RV-B11.1 Broken or pinned on the cliff: down to the lower hex, and a 2MC."""
    s = berlin()
    put(s, "ru_4-5-8", "S8", "down", climbing="S7")
    load(s, 2, 2)
    break_unit(s, "down")
    assert (s.units["down"].at, s.units["down"].climbing) == ("S7", "")
    assert lines(s, "morale_check")[0]["final"] == 6
    put(s, "ru_4-5-8", "S7", "up", climbing="S8")
    load(s, 5, 4)
    pin(s, "up")
    assert (s.units["up"].at, s.units["up"].broken) == ("S7", True)


def test_swimming_the_spree() -> None:
    """RV-B21.1, RV-BRV10.1 A 1TC, 2TC if CX; failing costs men; no TEM, -2; it drifts west."""
    s = berlin("MPh", "russian", 5, 3, 5, 3)
    put(s, "ru_4-5-8", "A13", "a", cx=True)
    put(s, "ge_4-4-7", "A15", "x")
    drive(s, ("move", "a"), ("swim", "A14-swim"))
    assert lines(s, "task_check")[0]["modifiers"] == [(2, "RV-BRV10.1", "task")]
    assert s.units["a"].type == "ru_2-4-8"
    shot = plan(s, ["x"], "A14-swim", FIRST_FIRE, [])
    assert drm((*shot.drm, *shot.groups[0][1])) == -2
    s.move = None
    s.step = "done"
    end_phase(s)
    assert "a" not in s.units
    assert s.lost["russian_drowned"] == 1
    put(s, "ru_4-5-8", "C14-swim", "b")
    s.phase, s.step = "MPh", "done"
    end_phase(s)
    assert s.units["b"].at == "B14-swim"


def test_swimmers_are_shown() -> None:
    """RV-B21.1, RV-A12.11 Checks are made in the open: `?` is lost, a dummy is removed."""
    s = berlin("MPh", "russian", 1, 1)
    put(s, "ru_4-5-8", "A13", "a", concealed=True)
    put(s, "ru_dummy", "A13", "nobody", concealed=True)
    drive(s, ("move", "a"), ("with", "nobody"), ("swim", "A14-swim"))
    assert not s.units["a"].concealed
    assert s.units["a"].at == "A14-swim"
    assert "nobody" not in s.units
    s = berlin("MPh", "russian")
    put(s, "ru_dummy", "A13", "nobody", concealed=True)
    drive(s, ("move", "nobody"), ("swim", "A14-swim"))
    assert (s.units, s.move) == ({}, None)


def test_swimmers_do_nothing_else() -> None:
    """RV-B21.1 No fire, no rally, no rout; an advance leads onto a bank."""
    s = berlin("RPh", "russian")
    put(s, "ru_4-5-8", "C14-swim", "a", broken=True)
    put(s, "ru_8-0", "C14-swim", "boss")
    put(s, "ge_4-4-7", "C16", "x")
    s.step = "rally"
    assert not any("a" in o for o in ask(s).options)
    s.phase, s.step = "RtPh", "rout"
    ask(s)
    assert "a" in s.units
    s.phase, s.step = "APh", "advance"
    s.side = "russian"
    onto = drive(s, ("advance", "boss"))
    assert onto is not None
    assert onto.options == [("to", "D14"), ("to", "C15"), ("stay", "boss")]


def test_pond_and_pit() -> None:
    """RV-B21.13, RV-BRV10.4, RV-B20.1 All MF into the pond, where no heavy weapon fires; 3 MF into the pit."""
    f = whole_map()
    assert all(st.all_mf for at in ("V18", "V20") for st in f.steps[at] if st.to == "V19")
    s = berlin("PFPh", "russian")
    put(s, "ru_4-5-8", "V19", "a")
    arm(s, "ru_mmg", "a", "mmg")
    arm(s, "ru_lmg", "a", "lmg")
    put(s, "ge_4-4-7", "V21", "x")
    assert kind_of_weapon(s, f, s.weapons["mmg"], "V21") == ""
    assert kind_of_weapon(s, f, s.weapons["lmg"], "V21") != ""
    assert {st.to: st.cost for st in f.steps["Q14"]}["Q13"] == 3
    assert (f.terrain_of["Q13"].tem, f.level_of["Q13"]) == (0, -2)


def test_hazardous_movement() -> None:
    """RV-A4.62 -2 instead of FFMO and FFNAM."""
    s = battle("MPh", side="russian")
    put(s, "ru_4-5-8", "E5", "a")
    put(s, "ge_4-4-7", "E8", "x")
    moving(s, "a", mode="hazardous")
    shot = plan(s, ["x"], "E5", FIRST_FIRE, [])
    assert (*shot.drm, *shot.groups[0][1]) == ((-2, "RV-A4.62", "hazardous movement"),)
    assert s.move is not None
    s.move = replace(s.move, mode="")
    assert exposure(s) == [(-1, "RV-A8.1", "no assault movement")]


def test_infantry_on_the_viaduct() -> None:
    """RV-BRV13.11 It has the road bonus there."""
    f = whole_map()
    assert all(st.road and st.cost == 1 for st in f.steps["J4-viaduct"])
    s = berlin()
    put(s, "ru_4-5-8", "J4-viaduct", "a")
    drive(s, ("move", "a"))
    for _ in range(5):
        assert s.move is not None
        came = s.move.came
        drive(s, next(o for o in ask(s).options if o[0] == "to" and o[1] != came))
    assert s.move is not None
    assert s.move.spent == 5
    assert field_of(s).place(s.units["a"].at).kind == "viaduct"


def test_where_the_map_comes_from() -> None:
    """RV-MAP14 Every hex and hexside says whether the rulebook fixes it."""
    data = components_folder()
    for name in ("hexes", "hexsides"):
        sources = {row["source"] for row in data.csv(f"map/{name}.csv")}
        assert sources == {"reconstruction", "rulebook+reconstruction"}


def test_fixed_points_of_the_map() -> None:
    """RV-MAP15 What the rulebook's text fixes."""
    g = ground()
    hexes = g.hexes

    def has(id: str, feature: str) -> bool:
        return feature in hexes[id].features

    assert (hexes["Y18"].building, has("Y18", "DIET")) == (hexes["X17"].building, True)
    assert g.buildings[hexes["Y18"].building].kind == "reichstag"
    assert all(has(id, "TOWER") for id in ("X16", "X19", "Z16", "Z19"))
    assert all(hexes[id].terrain == "FACTORY" for id in ("B10", "C11", "D11"))
    assert (hexes["C11"].floors, hexes["D11"].floors) == (1, 1)
    kroll, ministry = g.buildings[hexes["H19"].building].name, g.buildings[hexes["K13"].building].name
    assert ("Kroll" in kroll, "Interior" in ministry or "Himmler" in ministry) == (True, True)
    assert any(hexes[id].terrain.startswith("RUBBLE") for id in g.buildings[hexes["H13"].building].hexes)
    assert has("D10", "ROOFLESS")
    assert has("BB23", "ROOFLESS")
    assert hexes["S15"].terrain == "DEBRIS"
    assert "EMBANKMENT" in g.side("E7", "F7")
    assert "CLIFF" in g.side("S7", "S8")
    assert (hexes["B14"].base, hexes["B14"].bank) == ("RIVER", "SPREE")
    assert all(hexes[id].base == "PIT" for id in ("Q13", "Q16", "R19", "R22"))
    assert has("Q16", "DEBRIS")
    assert has("R23", "CULVERT")
    assert hexes["V19"].base == "POND"
    assert all(hexes[f"P{n}"].base == "CANAL" for n in range(1, 5))
    assert has("P4", "BRIDGE_DESTROYED")
    assert has("R20", "BRIDGE")
    assert has("I9", "BRIDGE")
    assert g.range("I9", "K11") == 3
    assert any("NARROW_STREET" in side for side in g.sides["K11"])
    assert all(has(id, "SBAHN") for id in ("C2", "J4", "DD11"))
    assert all(h.base in ("BOULEVARD", "GATE") for h in hexes.values() if h.id.rstrip("0123456789") + "24" == h.id)
    assert hexes["BB24"].base == "GATE"
    assert hexes["G18"].terrain == "RUNWAY"
    assert all(hexes[f"A{n}"].base not in ("RIVER", "CANAL") for n in range(15, 25))


def test_losses_alone_end_nothing() -> None:
    """RV-A16.1 Battlefield integrity is not used: heavy losses change neither ELR nor the end of the battle."""
    s = battle(on="train1")
    put(s, "ge_6-5-8", "I6", "last")
    for n in range(12):
        put(s, "ge_4-4-7", "H6", f"lost-{n}")
        eliminate(s, f"lost-{n}", "RV-A7.3", "killed")
    judge(s, game_end=False)
    assert (s.winner, s.units["last"].elr) == ("", 4)


def test_low_visibility_does_not_block() -> None:
    """RV-A6.9, RV-A6.7 Rain adds to the attack, but not to the six hindrances that block."""
    s = berlin("PFPh")
    s.rain = True
    f = field_of(s)
    assert low_visibility(s, f, "G18", "S18") == [(1, "RV-E3.4", "rain")]
    assert hindrance(s, f, "G18", "S18") == list(f.los("G18", "S18").causes)
