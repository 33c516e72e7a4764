"""Night: freedom of movement, straying, starshells, rout and ambush in the dark (chapter E1)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.batteries import FFEC, HE, Battery
from sandtable.games.vengeance.model.battle import Battle, Melee, Weapon
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.rules.advance import advances
from sandtable.games.vengeance.rules.artillery.effect import drive_into_fire
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex
from sandtable.games.vengeance.rules.close_combat.ambush import ambush_margin
from sandtable.games.vengeance.rules.movement.actions import try_recovery
from sandtable.games.vengeance.rules.movement.phase import may_move
from sandtable.games.vengeance.rules.movement.refusals import why_not_move
from sandtable.games.vengeance.rules.night.bearings import groping, straying_modifiers
from sandtable.games.vengeance.rules.night.freedom import has_freedom, look_around, wake_up
from sandtable.games.vengeance.rules.night.sky import nightfall, open_sky
from sandtable.games.vengeance.rules.night.starshells import landing_hexes, users
from sandtable.games.vengeance.rules.rout.danger import must_rout
from sandtable.games.vengeance.rules.rout.phase import fail_to_rout
from sandtable.games.vengeance.rules.vehicles.movement.destinations import ways
from sandtable.games.vengeance.rules.vehicles.movement.driving import may_drive
from sandtable.games.vengeance.scenarios.cards import CARDS, NightCard
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import replace
from tests.games.vengeance import cards
from tests.games.vengeance.bench import arm, ask, battle, can, drive, lines, load, put, shoot


def dark(phase: Phase = "MPh", side: str = "russian", nvr: int = 3, **more: Any) -> Battle:
    """A battle at night in which the Germans defend."""
    s = battle(phase, side, **more)
    s.night = Night(nvr, nvr, "full", "none", "german")
    s.asked += ["german", "russian"]
    return s


@pytest.mark.parametrize(
    ("card", "rolls", "nvr"),
    [
        (NightCard("german", "Full", "None"), (), 5),
        (NightCard("german", "Full", "Scattered"), (), 4),
        (NightCard("german", "Full", "Overcast"), (), 3),
        (NightCard("german", "New", "Overcast"), (), 1),
        (NightCard("german", "Full", "Overcast", 2), (), 2),
        (NightCard("german"), (1, 6), 3),
        (NightCard("german"), (4, 3), 3),
    ],
)
def test_night_visibility_range(card: NightCard, rolls: tuple[int, ...], nvr: int) -> None:
    """RV-E1.1, RV-E1.2 By cloud and moon, which a dr settles where the scenario does not."""
    s = battle(dice=rolls)
    night = nightfall(s, card)
    assert (night.nvr, night.first_nvr, night.defender) == (nvr, nvr, "german")


def test_the_sky_of_a_scenario() -> None:
    """RV-E3.4, RV-E3.3 Weather and wind come from its card."""
    card = CARDS["guns_afar"]
    s = battle(dice=[3])
    open_sky(s, replace(card, weather="Fog", wind="mild"))
    assert (s.weather, s.wind, s.wind_direction) == ("fog", 1, 3)
    with pytest.raises(DataError, match="not known"):
        open_sky(s, replace(card, weather="Hail"))
    assert cards.GAME.settle({"scenario": "dark_streets"})


def test_freedom_of_movement() -> None:
    """RV-E1.21 The Scenario Defender's units stay until they are attacked or a Known enemy is in their LOS."""
    s = dark("MPh", "german")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E10", "x")
    assert not may_move(s, s.units["a"])
    refusal = why_not_move(s, ("move", "a"))
    assert refusal is not None
    assert refusal[1] == "RV-E1.21"
    assert not advances(s, s.units["a"])
    put(s, "ru_4-4-7", "E6", "y")
    assert [step.to for step in advances(s, s.units["a"])] == ["E6"]  # a Known enemy is there
    look_around(s)
    assert s.units["a"].free
    assert may_move(s, s.units["a"])
    s.side = "russian"
    assert may_move(s, s.units["x"])  # the attacker is free


def test_fire_frees_and_artillery_does_not() -> None:
    """RV-E1.21"""
    s = dark("PFPh", "russian", dice=[6, 5])
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E8", "x", concealed=True)
    strike_hex(s, "E5", 12, (6, 6), "RV-C1.5")
    assert not has_freedom(s, s.units["a"])
    shoot(s, ["x"], "E5")
    assert has_freedom(s, s.units["a"])


def test_freedom_is_passed_on() -> None:
    """RV-E1.21 At the end of the own RPh: beside a leader who has it, or with a dr of 1; Melee frees at once."""
    s = dark("RPh", "german", dice=[1, 2])
    put(s, "ge_8-0", "E5", "boss", free=True)
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "A5", "b")
    put(s, "ge_4-4-7", "J5", "c")
    wake_up(s)
    assert [s.units[id].free for id in "abc"] == [True, True, False]
    s.units["c"] = replace(s.units["c"], melee=True)
    look_around(s)
    assert s.units["c"].free


def test_an_enemy_who_comes_near_is_seen() -> None:
    """RV-E1.21 After each expenditure."""
    s = dark()
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E9", "x")
    drive(s, ("move", "x"), ("to", "E8"))
    assert s.units["a"].free


def test_groping_in_the_dark() -> None:
    """RV-E1.5 One MF more into woods, orchard, debris, rubble or a building from outside, not along a road."""
    s = dark(E5="1.5+E6", E6="1.5", E4="WOODS", E3="DEBRIS")
    f = field_of(s)
    ways = {(at, step.to): step for at in ("E2", "E3", "E4", "E5") for step in f.steps[at]}
    assert groping(f, "E4", ways["E4", "E5"]) == 1
    assert groping(f, "E5", ways["E5", "E6"]) == 0
    assert groping(f, "E5", ways["E5", "E5-1"]) == 0
    assert groping(f, "E3", ways["E3", "E4"]) == 1
    assert groping(f, "E2", ways["E2", "E3"]) == 1
    assert groping(f, "E2", ways["E2", "E1"]) == 0
    assert groping(f, "E4", replace(ways["E4", "E5"], road=True)) == 0
    put(s, "ru_4-4-7", "E2", "x")
    drive(s, ("move", "x"), ("to", "E3"))
    assert s.move is not None
    assert s.move.spent == 3


def test_straying() -> None:
    """RV-E1.53 Who sees no enemy enters one hex, or checks first; who strays goes where the die sends him."""
    s = dark(dice=[5, 4])
    put(s, "ru_4-4-7", "E5", "x")
    drive(s, ("move", "x"), ("to", "E6"))
    decision = ask(s)
    assert not [o for o in decision.options if o[0] == "to"]
    s = dark(dice=[5, 4])
    put(s, "ru_4-4-7", "E5", "x")
    drive(s, ("move", "x"), ("roam",), ("to", "E6"), ("to", "E7"))
    assert s.steady == ["x"]
    s = dark(dice=[5, 5, 2])
    put(s, "ru_4-4-7", "E5", "x")
    drive(s, ("move", "x"), ("roam",), ("to", "E6"))
    ask(s)
    assert s.units["x"].at == "F5"
    assert s.move is None
    assert lines(s, "astray")[0]["to"] == "F5"
    s = dark(dice=[6, 6, 1], E1="OPEN")
    put(s, "ru_4-4-7", "E2", "x")
    drive(s, ("move", "x"), ("roam",), ("to", "E1"))
    ask(s)
    assert s.units["x"].at == "E1"  # off the map it cannot go
    s = dark()
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ge_4-4-7", "E7", "a")
    assert not can(s, "roam")
    drive(s, ("move", "x"))
    assert ("roam",) not in ask(s).options  # it sees an enemy


def test_what_helps_to_keep_the_way() -> None:
    """RV-E1.53 A leader, a steady stack near; overcast does not."""
    s = dark()
    put(s, "ru_9-1", "E5", "boss")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E6", "y")
    f = field_of(s)
    units = [s.units["boss"], s.units["x"]]
    assert [m[0] for m in straying_modifiers(s, f, units)] == [-1]
    s.steady.append("y")
    s.night = Night(3, 3, "full", "overcast", "german")
    assert [m[0] for m in straying_modifiers(s, f, units)] == [-1, 1, -1]


def test_roads_and_buildings_lead() -> None:
    """RV-E1.53 Along a road, or inside one building, nobody strays."""
    s = dark(sides={("E5", "E6"): "ROAD", ("E6", "E7"): "ROAD"})
    put(s, "ru_4-4-7", "E5", "x")
    drive(s, ("move", "x"), ("to", "E6"), ("to", "E7"), ("to", "E8"))
    assert s.move is not None
    assert s.move.strange == 1


def test_starshells() -> None:
    """RV-E1.92, RV-E1.91 Once for each side and phase; a leader on 4, an MMC on 2; three hexes away, then a drift."""
    s = dark("PFPh", "russian")
    s.asked.clear()
    put(s, "ru_8-0", "E5", "boss")
    put(s, "ru_4-4-7", "E5", "x", cx=True)
    put(s, "ge_4-4-7", "E10", "a")
    f = field_of(s)
    assert users(s, f, "russian") == []  # nobody sees an enemy
    s.flashes.append("E10")
    assert {u.id for u in users(s, f, "russian")} == {"boss", "x"}
    assert landing_hexes(f, "E5") == {"E2": 0, "H3": 1, "H6": 2, "E8": 3, "B6": 4, "B3": 5}
    load(s, 4, 4)
    drive(s, ("starshell", "boss"), ("light", "E8"))
    assert s.lights == [Light("E9", 3)]
    assert s.night is not None
    assert s.night.starshells
    assert s.asked[0] == "russian"
    assert {u.id for u in users(s, f, "german")} == {"a"}  # after the first, any time
    load(s, 3)
    drive(s, ("starshell", "a"))
    assert len(s.lights) == 1  # 3 is too much for a squad
    assert s.asked == ["russian", "german"]


def test_lights_burn_for_a_player_turn() -> None:
    """RV-E1.92, RV-E1.8 They and the Gunflashes go at its end."""
    s = dark("CCPh", "russian")
    s.scenario = "train1"
    s.lights.append(Light("E5", 3))
    s.flashes.append("E5")
    s.phase = "APh"
    end_phase(s)
    assert s.lights
    assert s.flashes
    end_phase(s)
    assert not s.lights
    assert not s.flashes
    assert s.asked == []


def test_nobody_must_rout_at_night() -> None:
    """RV-E1.7 Only out of a blaze; interdiction only in illuminated Locations."""
    s = dark("RtPh", "german")
    put(s, "ru_4-4-7", "E5", "x", broken=True, dm=True)
    put(s, "ge_4-4-7", "E6", "a")
    assert not must_rout(s, s.units["x"])
    fail_to_rout(s)
    assert "x" in s.units
    s.flames["E5"] = 2
    assert must_rout(s, s.units["x"])


@pytest.mark.parametrize("lit", [False, True])
def test_interdiction_needs_light(lit: bool) -> None:
    """RV-E1.7"""
    s = dark("RtPh", "russian", nvr=5, dice=[6, 6, 6, 6] if lit else [], E8="WOODS")
    put(s, "ru_4-4-7", "E5", "x", broken=True, dm=True)
    put(s, "ge_6-5-8", "B5", "a")
    if lit:
        s.lights.append(Light("E7", 3))
    drive(s, ("done",)) if ask(s).ask == "voluntary_break" else None
    while ask(s).ask == "voluntary_break":
        drive(s, ("done",))
    drive(s, ("rout", "x"), ("to", "E8"))
    assert bool(lines(s, "interdiction")) == lit


def test_ambush_and_recovery_at_night() -> None:
    """RV-E1.7 Two are enough for an ATTACKER who is not illuminated; recovery has +1."""
    s = dark("CCPh", "russian", E5="1.5")
    assert ambush_margin(s, "E5") == 2
    s.flames["E5"] = 2
    assert ambush_margin(s, "E5") == 3
    s.night = None
    s.flames.clear()
    assert ambush_margin(s, "E5") == 3
    s = dark("CCPh", "russian", dice=[2, 4], E5="1.5")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ge_4-4-7", "E5", "a")
    s.advanced.append("E5")
    s.melee = Melee("E5")
    ask(s)
    assert s.melee is not None
    assert s.melee.ambusher == "russian"
    s = dark(dice=[5])
    put(s, "ru_4-4-7", "E5", "x")
    s.weapons["lmg"] = Weapon("lmg", "ru_lmg", "russian", at="E5")
    assert not try_recovery(s, s.units["x"], s.weapons["lmg"])
    assert lines(s, "recovery")[0]["final"] == 6


def test_flames_and_rockets_flash_too() -> None:
    """RV-E1.8"""
    s = dark("PFPh", "german", dice=[6, 6, 5, 6, 1, 1, 1, 1])
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("flame", "ft", "E6"))
    assert s.flashes == ["E5"]


def test_vehicles_at_night() -> None:
    """RV-E1.21, RV-E1.5, RV-E1.91 Radios pass freedom on; one MP more off the road; burning wrecks give light."""
    s = dark("MPh", "german")
    s.vehicles["one"] = Vehicle("one", "ge_pz4j", "german", "E5")
    s.vehicles["two"] = Vehicle("two", "ge_pz4j", "german", "A5")
    assert not may_drive(s, s.vehicles["one"])
    put(s, "ru_4-4-7", "E7", "x")
    look_around(s)
    assert s.vehicles["one"].free
    assert s.vehicles["two"].free  # both have radios
    assert may_drive(s, s.vehicles["one"])
    f = field_of(s)
    costs = {way.to: way.cost for way in ways(s, f, s.vehicles["one"])}
    s.night = None
    by_day = {way.to: way.cost for way in ways(s, f, s.vehicles["one"])}
    assert costs
    assert all(costs[to] == by_day[to] + 2 for to in costs)
    s.night = Night(3, 3, "full", "none", "german")
    s.vehicles["two"] = replace(s.vehicles["two"], wreck="burning")
    assert illuminated(s, f, "A6")
    assert not illuminated(s, f, "A7")


def test_shells_on_what_drives_into_them() -> None:
    """RV-C1.5, RV-C1.51 Once for each hex and phase; its exposed crew is attacked as personnel."""
    s = battle("MPh", "russian")
    s.batteries["gun"] = Battery("gun", "150mm", "german", marker=FFEC, at="E5", mission=HE)
    s.batteries["gun"] = replace(s.batteries["gun"], module="128mm")
    s.vehicles["t34"] = Vehicle("t34", "ru_t34_85", "russian", "E5", ce=True)
    s.dice = Dice.loaded([6, 5], then=seed_from("the rest"))
    drive_into_fire(s, "t34")
    drive_into_fire(s, "t34")
    assert len(lines(s, "shelled")) == 1
