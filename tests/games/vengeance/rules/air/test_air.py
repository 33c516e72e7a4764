"""Air support: arrival, sighting, bombs, strafing, flak, observation planes (chapter E7)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import PLANE, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.air.arrival import arrive, end_phase_in_the_air, muster_planes
from sandtable.games.vengeance.rules.air.attacks import bomb_modifiers, bombed, next_sortie, strafe, strafed
from sandtable.games.vengeance.rules.air.flak import fire_at_plane, flak_guns
from sandtable.games.vengeance.rules.air.sighting import nearest_friend, sight_target, sighting_modifiers, targets
from sandtable.games.vengeance.rules.artillery.observers import blast_height, looks, viewpoint
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    ask,
    battle,
    drive,
    drm,
    lines,
    load,
    put,
    struck,
)


def sky(phase: Phase = "MPh", side: str = "russian", **more: Any) -> Battle:
    """A battle with one Shturmovik over it."""
    s = battle(phase, side, **more)
    s.planes["il"] = Plane("il", "ru_fb44", "russian", here=True, turns=3, bombs=True)
    return s


def roll(s: Battle, *rolls: int) -> None:
    """The next rolls, and then any."""
    s.dice = Dice.loaded(rolls, then=seed_from("the rest"))


def test_cc_91_sighting() -> None:
    """RV-E7.3 Concealed +2, concealment terrain +1, the module's +1: a DR of 5 makes 9, no attack."""
    s = sky(E5="WOODS")
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    plane = replace(s.planes["il"], smoke=1)
    assert drm(sighting_modifiers(s, plane, "E5")) == 4
    load(s, 2, 3)
    assert sight_target(s, plane, "E5") == (False, 5)
    load(s, 2, 2)
    assert sight_target(s, plane, "E5") == (True, 4)


def test_what_a_pilot_sees() -> None:
    """RV-E7.3 Roads, vehicles, smoke, night."""
    s = sky(sides={("E5", "E6"): "ROAD"})
    put(s, "ge_4-4-7", "E5", "a")
    plane = s.planes["il"]
    assert drm(sighting_modifiers(s, plane, "E5")) == -1
    s.smoke["E5"] = 2
    assert drm(sighting_modifiers(s, plane, "E5")) == 1
    s.vehicles["pz"] = Vehicle("pz", "ge_pz4j", "german", "H5", motion=True)
    assert drm(sighting_modifiers(s, plane, "H5")) == -2
    s.night = Night(3, 3, "full", "none", "german")
    assert targets(s) == []
    s.lights.append(Light("E5", 1))
    s.flashes.append("E5")
    assert "E5" in targets(s)
    assert drm(sighting_modifiers(s, plane, "E5")) == 2
    assert "H5" not in targets(s)


def test_arrival() -> None:
    """RV-E7.1, RV-E3.4 From the second turn on, dr at most the turn less one; three own Player Turns; not in rain."""
    s = battle("RPh", "russian", dice=[2])
    muster_planes(s, "russian", ("ru_fb44", "ru_fb44"), 1)
    arrive(s)
    assert not any(p.here for p in s.planes.values())  # the first turn: no roll
    s.turn = 2
    arrive(s)
    assert not any(p.here for p in s.planes.values())
    load(s, 1)
    s.rain = True
    arrive(s)
    s.rain = False
    arrive(s)
    assert all(p.here and p.turns == 3 and p.smoke == 1 for p in s.planes.values())
    s.phase = "CCPh"
    for side, left in (("russian", 2), ("german", 2), ("russian", 1), ("german", 1)):
        s.side = side
        end_phase_in_the_air(s)
        assert s.planes["ru-plane-1"].turns == left
    s.side = "russian"
    end_phase_in_the_air(s)
    assert (s.planes["ru-plane-1"].here, s.planes["ru-plane-1"].gone) == (False, "left")


def test_the_germans_have_no_aircraft() -> None:
    """RV-E7.7"""
    with pytest.raises(DataError, match="has no"):
        muster_planes(battle(), "german", ("ru_fb44",), 0)


def test_one_attack_in_a_player_turn() -> None:
    """RV-E7.2 In the owner's MPh or his DFPh, at any hex; whoever holds back may attack later."""
    s = sky()
    put(s, "ru_4-4-7", "A5", "x")
    put(s, "ge_4-4-7", "E5", "a")
    decision = ask(s)
    assert ("sortie", "il", "J9") in decision.options
    drive(s, ("stay_high", "il"))
    assert next_sortie(s) is None
    s.planes["il"] = replace(s.planes["il"], asked=False)
    s.phase, s.side = "DFPh", "german"
    assert next_sortie(s) is not None
    s.rain = True
    assert next_sortie(s) is None  # RV-E3.4
    s.rain = False
    roll(s, 2, 2, 3, 3)
    drive(s, ("sortie", "il", "E5"), ("bomb", "il"))
    assert s.planes["il"].attacked
    assert next_sortie(s) is None


def test_bombs() -> None:
    """RV-E7.4 To Hit 7: 36 FP on the ground and the top level; a miss hits the next hex with half of it. Once."""
    s = sky(E5="2.5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5-1", "b")
    put(s, "ge_4-4-7", "E5-2", "c")
    assert bombed(field_of(s), "E5") == ["E5", "E5-2", "E5-roof"]
    roll(s, 2, 2, 3, 4, 5, 6)
    drive(s, ("sortie", "il", "E5"), ("bomb", "il"))
    shots = struck(s)
    assert [(x["target"], x["column"]) for x in shots[:2]] == [("E5", 36), ("E5-2", 36)]
    assert not s.planes["il"].bombs
    s = sky()
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E4", "b")
    roll(s, 2, 2, 4, 4, 1, 6, 6)
    drive(s, ("sortie", "il", "E5"), ("bomb", "il"))
    assert [(x["target"], x["column"]) for x in struck(s)] == [("E4", 16)]


def test_bombs_on_vehicles() -> None:
    """RV-E7.4, RV-C1.51 Size and movement count against a vehicle; an Original 2 doubles the TK number."""
    s = sky()
    s.vehicles["pz"] = Vehicle("pz", "ge_pz4j", "german", "E5", motion=True)
    f = field_of(s)
    assert (2, "RV-E7.4", "moving") in bomb_modifiers(s, f, s.planes["il"], "E5")
    roll(s, 2, 2, 1, 1, 6, 6, 3, 4)
    drive(s, ("sortie", "il", "E5"), ("no_flak",), ("bomb", "il"))
    assert lines(s, "shelled")[0]["result"] == "no effect"
    assert s.vehicles["pz"].wreck


def test_strafing() -> None:
    """RV-E7.41 12 FP, half at concealed targets; another pass on a coloured die of at most the rate of fire."""
    s = sky(E5="2.5")
    assert strafed(s, "E5") == ["E5-2", "E5-roof"]
    put(s, "ge_4-4-7", "E8", "a", concealed=True)
    roll(s, 1, 6)
    assert strafe(s, "il", "E8")
    assert struck(s)[0]["column"] == 6
    roll(s, 2, 6)
    assert not strafe(s, "il", "E8")  # with bombs its rate is 1
    s.planes["il"] = replace(s.planes["il"], bombs=False)
    roll(s, 2, 6)
    assert strafe(s, "il", "E8")
    s = sky()
    s.planes["il"] = replace(s.planes["il"], bombs=False)
    put(s, "ge_4-4-7", "E8", "a", broken=True)
    roll(s, 2, 2, 2, 6)
    decision = drive(s, ("sortie", "il", "E8"), ("strafe", "il", "E8"))
    assert decision is not None
    assert ("strafe", "il", "E9") in decision.options
    assert ("strafe", "il", "E10") not in decision.options


def test_strafing_vehicles() -> None:
    """RV-E7.41 TK 6 less the armour of the top; a truck by the unarmored line."""
    s = sky()
    s.vehicles["pz"] = Vehicle("pz", "ge_pz4j", "german", "E5")
    roll(s, 6, 6)
    strafe(s, "il", "E5")
    assert not s.vehicles["pz"].wreck
    assert lines(s, "vehicle_hit")[0]["result"] == "no effect"


def test_a_mistake() -> None:
    """RV-E7.3 An Original 12: the nearest friendly unit within six hexes of the target is attacked."""
    s = sky()
    put(s, "ge_4-4-7", "E2", "a")
    put(s, "ru_4-4-7", "E6", "x")
    put(s, "ru_4-4-7", "E9", "y")
    assert nearest_friend(s, s.planes["il"], "E2") == "E6"
    roll(s, 6, 6, 3, 3)
    drive(s, ("sortie", "il", "E2"))
    assert lines(s, "mistaken") == [{"plane": "il", "target": "E6"}]
    assert lines(s, "bombs")[0]["target"] == "E6"
    s = sky()
    put(s, "ge_4-4-7", "E2", "a")
    put(s, "ru_4-4-7", "J11", "x")
    roll(s, 6, 6)
    drive(s, ("sortie", "il", "E2"))
    assert not lines(s, "bombs")  # nobody near: it simply did not see


def flak_battery(s: Battle, at: str, type: str = "ge_37_flak43") -> None:
    """An AA Gun with its crew."""
    put(s, "ge_2-2-8", at, "crew")
    s.guns["flak"] = Gun("flak", type, "german", at, crew="crew")


def test_flak() -> None:
    """RV-E7.5 AA Guns within 16 hexes, IFE of 12 or more on 5, others on 4; AAMG next to the target on 2."""
    s = sky()
    flak_battery(s, "A1")
    s.vehicles["pz"] = Vehicle("pz", "ge_pz4j", "german", "E6", ce=True)
    put(s, "ge_4-4-7", "E5", "a")
    needs = flak_guns(s, s.planes["il"], "E5")
    assert needs["flak"] in (4, 5)
    assert needs.get("pz", 2) == 2
    s.guns["flak"] = replace(s.guns["flak"], type="ge_88_flak18")
    assert flak_guns(s, s.planes["il"], "E5")["flak"] == 4
    s.vehicles.clear()
    roll(s, 2, 2, 2, 2, 5)
    drive(s, ("sortie", "il", "E5"), ("flak", "flak"))
    assert (s.planes["il"].here, s.planes["il"].gone) == (False, "driven off")
    assert s.guns["flak"].fired
    assert not lines(s, "bombs")
    s = sky()
    flak_battery(s, "A1")
    roll(s, 2, 1, 2)
    fire_at_plane(s, "il", "flak", 4)
    assert s.planes["il"].gone == "shot down"
    s.guns["flak"] = replace(s.guns["flak"], malfunctioned=True)
    assert flak_guns(s, s.planes["il"], "E5") == {}


def test_observation_planes() -> None:
    """RV-E7.6 At level 10 over any edge hex, in contact; no woods and no rooms below the top; AA needs 3."""
    s = battle("PFPh", "russian", E5="2.5", E8="WOODS")
    s.planes["op"] = Plane("op", "ru_op", "russian", here=True, turns=3)
    s.batteries["gun"] = Battery("gun", "120mm", "russian", PLANE, black=5, red=2)
    put(s, "ge_4-4-7", "E10", "a")
    flak_battery(s, "A1")
    assert flak_guns(s, s.planes["op"], "E1")["flak"] == 3
    s.dice = Dice.loaded([6, 6, 1], chit=["black"])
    drive(s, ("contact", "gun"), ("watch", "gun", "E1"), ("flak", "flak"), ("shells", "gun"), ("aim", "gun", "E10"))
    f = field_of(s)
    gun = s.batteries["gun"]
    eye = viewpoint(s, f, gun)
    assert eye is not None
    assert eye.level == 20
    assert not looks(s, f, gun, f.place("E5"))
    assert looks(s, f, gun, f.place("E5-2"))
    assert not looks(s, f, gun, f.place("E8"))
    sky = blast_height(f, "E8")
    assert (sky.id, sky.hex, sky.level, sky.terrain) == ("E8^4", "E8", 4, "OPEN")
    assert looks(s, f, gun, sky)  # RV-C1.32: smoke above the woods is seen
    assert gun.at == "E10"
    s.planes["op"] = replace(s.planes["op"], here=False, gone="driven off")
    assert viewpoint(s, f, gun) is None
    assert next_sortie(s) is None
