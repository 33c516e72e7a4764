"""The worked cases of the specification, one test each, in their order."""

from __future__ import annotations

import pytest

from sandtable.games.warbirds.components import EVENTS, GUNS, QUALIFIED, expand
from sandtable.games.warbirds.model import CrewMan, Warbirds, captain
from sandtable.games.warbirds.rules.bail_out import parachute_modifiers
from sandtable.games.warbirds.rules.bombs import course_change, prepare_bombsight, release_payload
from sandtable.games.warbirds.rules.crew import attack_options
from sandtable.games.warbirds.rules.damage import fail_engine
from sandtable.games.warbirds.rules.events import draw_damage
from sandtable.games.warbirds.rules.interrupts import BailOut, BreakFormation
from sandtable.games.warbirds.rules.pilot import fuel_step
from sandtable.games.warbirds.rules.preparation import prepare_mission, take_off
from sandtable.games.warbirds.rules.skill import chance, cockpit_modifiers, pilot_test, station_modifiers, value_of
from sandtable.kernel.state import replace
from tests.games.warbirds.situations import (
    STANDARD_CREW,
    activity,
    crew_actions,
    events,
    hurt,
    keep,
    loaded,
    place,
    rest_of_turn,
    run,
    standard,
    used_up,
)


def damage(s: Warbirds, source: str, *cards: str, casualty: tuple[str, ...] = (), tests: str = "") -> None:
    """Draw and resolve these damage cards."""
    s.dice = loaded(tests, damage=cards, casualty=casualty)
    run(draw_damage(s, source, len(cards)))
    assert used_up(s)


# -- rulebook examples ------------------------------------------------------------------------------------------------


def test_c01_length_of_a_mission() -> None:
    """C-01 (WB-5.3, WB-12.4, WB-12.5, WB-12.8) Distance 2, engagement 3: two turns, three turns, two turns."""
    s = standard("pilot", "approach", "mission-02", loaded(transit=["transit-01", "transit-02"]))
    phases = []
    while not s.mission_ended:
        phases.append(s.phase)
        if s.turns == 2:
            s.dice = loaded(enemy=["enemy-34", "enemy-35", "enemy-31"])
        if s.turns == 3:
            s.bombs_gone = True  # released in turn 4
            s.enemy_pile += s.enemy_discard
            s.enemy_discard = []
            s.dice = loaded(enemy=["enemy-34", "enemy-35", "enemy-31"])
        if s.turns == 4:
            s.enemy_pile += s.enemy_discard
            s.enemy_discard = []
            s.dice = loaded(enemy=["enemy-34", "enemy-35", "enemy-31"])
        if s.turns == 5:
            s.dice = loaded(transit=["transit-03", "transit-04"])
        rest_of_turn(s)
    assert phases == ["approach"] * 2 + ["enemy"] * 3 + ["return"] * 2
    assert (s.turns, s.mission_ended, s.step) == (7, "home", "debriefing")


def test_c02_position_notation() -> None:
    """C-02 (WB-15.2) Letters, marks and groups."""
    assert expand("L, R, B (B), AAF") == ("R1B", "R2B", "B1B", "B2B", "L1B", "L2B", "AAF")
    assert expand("F") == ("F1A", "F1B", "F2A", "F2B")
    assert expand("F; L (A), AAF") == ("F1A", "F1B", "F2A", "F2B", "L1A", "L2A", "AAF")


def test_c03_bombsight() -> None:
    """C-03 (WB-16.4) Five lefts, three rights, two no drift: the hand is two drift left."""
    s = standard(dice=loaded(drift="L R R L none L none L R L"))
    prepare_bombsight(s, "crew-04")
    assert s.drift_hand == ("left", "left")
    assert sorted(s.drift_deck) == ["left"] * 4 + ["none"] * 6 + ["right"] * 6
    assert s.bombsight_prepared


def test_c04_swap() -> None:
    """C-04 (WB-10.2, WB-10.4, WB-10.8) Two men swap stations in one step."""
    s = standard()
    crew_actions(s, ("change", "crew-05", "tail"), ("change", "crew-08", "radio"))
    assert s.crew["crew-05"].station == "tail"
    assert s.crew["crew-08"].station == "radio"


# -- skill tests ------------------------------------------------------------------------------------------------------


def test_c05_chances() -> None:
    """C-05 (WB-14.1, WB-14.2) 1/4, 2/5, 1/2, 4/7; reduced to 0 he remains qualified."""
    assert [chance(value) for value in range(4)] == [1 / 4, 2 / 5, 1 / 2, 4 / 7]
    s = standard()
    hurt(s, crew_10=1)
    keep(s, "damage-31")
    modifiers = station_modifiers("crew-10", s.crew["crew-10"], "left_waist", s.kept)
    assert value_of(modifiers) == 0
    assert [m[0] for m in modifiers] == [2, -1, -1]
    assert "left_waist" in QUALIFIED["crew-10"]


def test_c06_pilot_skill() -> None:
    """C-06 (WB-14.5) The better pilot, less one alone, less one for each engine, less one for the controls."""

    def skill(s: Warbirds) -> int:
        return value_of(cockpit_modifiers(s.crew, s.kept, s.engines_out))

    assert skill(standard()) == 3
    assert skill(standard(engines_out=(2,))) == 2
    s = standard(engines_out=(2,))
    hurt(s, crew_01=2)
    assert skill(s) == 0
    s = standard(engines_out=(2,))
    hurt(s, crew_01=1)
    assert skill(s) == 1
    s = standard(engines_out=(1, 2, 4), bombs_gone=True)
    keep(s, "damage-02")
    assert skill(s) == 0
    s = standard(dice=loaded())
    hurt(s, crew_01=2, crew_02=2)
    assert pilot_test(s, "WB-14.5") is False


def test_c07_unmanned_station() -> None:
    """C-07 (WB-14.3, WB-13.3) The navigator's test fails without a draw, the radio test is drawn."""
    for tests, fuel in (("F", 6), ("S", 8)):
        s = standard("event", "approach", fuel=8, dice=loaded(tests, transit=["transit-07"]))
        hurt(s, crew_03=2)
        activity(s)
        assert s.fuel == fuel
        assert used_up(s)


# -- pilot step -------------------------------------------------------------------------------------------------------


def test_c08_third_fuel_save() -> None:
    """C-08 (WB-8.2, WB-8.7, WB-21.2) The third save notes both pilots; the one who made it has no crew action."""
    s = standard(fuel=7, fuel_saves=2, dice=loaded("S"))
    activity(s, ("fuel_save", "crew-02"))
    assert (s.fuel, s.fuel_saves, s.fuel_savers) == (7, 3, ("crew-01", "crew-02"))
    assert s.crew["crew-02"].acted
    assert not s.crew["crew-01"].acted
    s.step = "crew"
    with pytest.raises(AssertionError, match="never asked"):
        crew_actions(s, ("pass", "crew-02"))
    s = standard(fuel_saves=3, dice=loaded())
    (asked,) = activity(s, ("fly_on",))
    assert not [option for option in asked.options if option[0] == "fuel_save"]


def test_c09_evasive_manoeuvre_fails() -> None:
    """C-09 (WB-8.8, WB-9.2) A failure voids all successes; two successes spare two of four cards."""
    quiet = ["enemy-34", "enemy-35", "enemy-31", "enemy-32"]
    s = standard(mission="mission-07", dice=loaded("S S F", enemy=quiet))
    activity(s, ("evade", "crew-01"), ("evade_again",), ("evade_again",))
    activity(s)
    assert len(s.enemy_discard) == 4
    s = standard(mission="mission-07", dice=loaded("S S", enemy=quiet[:2]))
    activity(s, ("evade", "crew-01"), ("evade_again",), ("stop",))
    activity(s)
    assert len(s.enemy_discard) == 2


def test_c10_evasive_manoeuvre_complete() -> None:
    """C-10 (WB-8.8, WB-25.14) It stops by itself; no event card, but the enemy that is there still attacks."""
    s = standard(dice=loaded("S S", damage=["damage-01"]))
    place(s, "enemy-12")
    activity(s, ("evade", "crew-02"), ("evade_again",))
    activity(s)
    assert s.enemy_discard == []
    assert len(s.enemy_pile) == 34
    crew_actions(s)
    activity(s)
    assert s.damage_used == ["damage-01"]


def test_c11_landing_on_the_last_drop() -> None:
    """C-11 (WB-8.4, WB-19.4, WB-25.2, WB-12.8) The formation breaks on the last turn, which counts: landed at home."""
    s = standard("pilot", "return", "mission-03", loaded(), phase_turns=3, return_turns=4, turns=10, fuel=1)
    activity(s)
    assert (s.fuel, s.formation_broken, s.step) == (0, True, "end_of_turn")
    activity(s)
    assert (s.turns, s.mission_ended) == (11, "home")
    activity(s)
    assert s.reports[-1].score == 2  # enemy territory was reached; no point is lost


def test_c12_leak() -> None:
    """C-12 (WB-8.3, WB-8.4) A leak takes the last fuel, unless the engineer mends it."""
    s = standard("pilot", "return", fuel=2, phase_turns=0, return_turns=2, dice=loaded("F"))
    keep(s, "damage-19")
    with pytest.raises(BreakFormation):
        fuel_step(s)
    assert s.fuel == 0
    s = standard("pilot", "return", fuel=2, phase_turns=0, return_turns=2, dice=loaded("S"))
    keep(s, "damage-19")
    activity(s)
    assert (s.fuel, s.kept, s.formation_broken) == (1, [], False)
    assert s.damage_used == ["damage-19"]
    s.step = "end_of_turn"
    activity(s)
    assert "damage-19" in s.damage_pile


def test_c13_nobody_at_the_radio() -> None:
    """C-13 (WB-19.3, WB-20.1, WB-20.4) No legal pair: bail out in transit, tests in station order."""
    s = standard("pilot", "return", "mission-03", loaded("S S S F S S F S"), phase_turns=3, return_turns=4, fuel=1)
    hurt(s, crew_05=3, crew_08=2)
    tested = ["crew-01", "crew-02", "crew-03", "crew-04", "crew-06", "crew-09", "crew-07", "crew-10"]
    assert value_of(parachute_modifiers(s.crew["crew-07"])) == 1
    assert value_of(parachute_modifiers(s.crew["crew-01"])) == 2
    activity(s)
    assert (s.mission_ended, s.bail_out_cause) == ("bail_out", "no_radio_navigator")
    drawn = [line for line in s.journal.lines if line.event.startswith("test_")]
    assert [line.facts["who"] for line in drawn] == tested
    assert [line.facts["value"] for line in drawn] == [2, 2, 2, 2, 2, 2, 1, 2]
    dead = sorted(id for id, man in s.crew.items() if not man.alive)
    assert dead == ["crew-04", "crew-05", "crew-07", "crew-08"]
    activity(s)
    infirmary = sorted(id for id, status in s.roster.items() if status == "infirmary")
    assert infirmary == ["crew-01", "crew-02", "crew-03", "crew-06", "crew-09", "crew-10"]
    assert s.reports[-1].score == 1  # 2 - 1


def test_c14_empty_cockpit() -> None:
    """C-14 (WB-8.1, WB-14.5, WB-14.3) The only man who can fly must; the engineer's station is empty then."""
    s = standard("pilot", "approach", dice=loaded())
    hurt(s, crew_01=3, crew_02=2)
    (asked,) = activity(s, ("fly", "crew-06", "copilot"))
    assert asked.seat == "seat-1"
    assert sorted(asked.options) == [("fly", "crew-06", "copilot"), ("fly", "crew-06", "pilot")]
    assert s.crew["crew-02"].station == ""
    assert value_of(cockpit_modifiers(s.crew, s.kept, s.engines_out)) == 0
    assert not s.crew["crew-06"].acted
    s = standard("event", "approach", dice=loaded(transit=["transit-09"]), fuel=5)
    hurt(s, crew_06=3)
    activity(s)
    assert s.fuel == 4  # the engineer test fails without a draw


# -- events and battlefield -------------------------------------------------------------------------------------------


def test_c15_full_position() -> None:
    """C-15 (WB-15.3) A third card at a position is discarded."""
    s = standard("event", mission="mission-01", evaded=1, dice=loaded(enemy=["enemy-19"]))
    place(s, "enemy-13", "enemy-14")
    before = dict(s.battlefield)
    activity(s)
    assert s.battlefield == before
    assert s.enemy_discard == ["enemy-19"]


def test_c16_flak() -> None:
    """C-16 (WB-9.3, WB-17.1, WB-17.2, WB-17.5) Anti-aircraft fire is resolved at once, card by card."""
    s = standard("event", evaded=1)
    s.dice = loaded(
        enemy=["enemy-29"],
        damage=["damage-24", "damage-33", "damage-37"],
        casualty=["casualty-04", "casualty-01"],
    )
    activity(s)
    assert s.crew["crew-07"].damage == 2
    assert s.crew["crew-08"].damage == 0
    assert s.parts == {"fuselage": 1, "left_wing": 0, "right_wing": 0, "tail_section": 1}
    assert s.enemy_discard == ["enemy-29"]
    assert sorted(s.damage_used) == ["damage-24", "damage-33", "damage-37"]
    s.step = "end_of_turn"
    activity(s)
    assert len(s.damage_pile) == 40


def test_c17_abort_on_the_way_out() -> None:
    """C-17 (WB-13.5, WB-18.4, WB-19.9, WB-21.4) Two engines out on the approach: home again, 0 points raised to 1."""
    s = standard("event", "approach", "mission-04", loaded("F", transit=["transit-10"]), engines_out=(2,))
    s.turns = s.phase_turns = 1
    activity(s)
    assert s.engines_out == (2, 3)
    assert (s.formation_broken, s.bombs_gone, s.bomb_hits, s.step) == (True, True, 0, "end_of_turn")
    activity(s)
    assert (s.phase, s.phase_turns, s.return_turns) == ("return", 0, 2)
    for card in ("transit-01", "transit-02"):
        rest_of_turn(s, loaded("S F", transit=[card]))
    assert s.mission_ended == "home"
    activity(s)
    assert s.reports[-1].score == 1


# -- crew actions -----------------------------------------------------------------------------------------------------


def test_c18_two_guns_one_target() -> None:
    """C-18 (WB-10.6, WB-10.7) A target destroyed before is lost without a test."""
    for tests, ace in (("S", "crew-06"), ("F S", "crew-09")):
        s = standard(dice=loaded(tests))
        place(s, "enemy-17")
        crew_actions(s, ("attack", "crew-06", "enemy-17"), ("attack", "crew-09", "enemy-17"))
        assert used_up(s)
        assert [id for id, man in s.crew.items() if man.kills == ("enemy-17",)] == [ace]


def test_c19_change_struck_out() -> None:
    """C-19 (WB-10.8) The tail is held by a man who stays: the change is struck out, the action is used."""
    s = standard(dice=loaded("F"))
    place(s, "enemy-13")
    crew_actions(s, ("change", "crew-05", "tail"), ("attack", "crew-08", "enemy-13"))
    assert s.crew["crew-05"].station == "radio"
    assert s.crew["crew-08"].station == "tail"
    assert used_up(s)
    assert "change_struck_out" in events(s)


def test_c20_field_of_fire() -> None:
    """C-20 (WB-10.3) R2A is covered by the top turret and the right waist gun only."""
    source = EVENTS["enemy-07"].source
    assert source == "R2A"
    assert [station for station, field in GUNS.items() if source in field] == ["engineer", "right_waist"]
    s = standard(crew={**STANDARD_CREW, "crew-19": "right_waist"})
    place(s, "enemy-07")
    able = [id for id in s.crew if attack_options(s, id)]
    assert able == ["crew-06", "crew-19"]
    keep(s, "damage-18")
    assert [id for id in s.crew if attack_options(s, id)] == ["crew-19"]


# -- damage -----------------------------------------------------------------------------------------------------------


def test_c21_miss_by_direction() -> None:
    """C-21 (WB-17.1, WB-17.5, WB-13.6) From F1A the card strikes wing and engine, from L1B the man."""
    s = standard()
    damage(s, "F1A", "damage-25")
    assert (s.parts["left_wing"], s.engines_out, s.kept) == (1, (2,), ["damage-25"])
    s = standard()
    damage(s, "L1B", "damage-25", casualty=("casualty-02",))
    assert s.crew["crew-07"].damage == 1
    assert (sum(s.parts.values()), s.engines_out, s.kept) == (0, (), [])


def test_c22_near_miss_with_an_engine() -> None:
    """C-22 (WB-17.2, WB-13.6) A near miss strikes the aircraft: wing 1, engine 4 without a test, card kept."""
    crew = {id: station for id, station in STANDARD_CREW.items() if id != "crew-10"} | {"crew-19": "right_waist"}
    s = standard(crew=crew)
    damage(s, "R2B", "damage-34", casualty=("casualty-01",))
    assert (s.parts["right_wing"], s.engines_out, s.kept) == (1, (4,), ["damage-34"])
    assert s.crew["crew-19"].damage == 0


def test_c23_medal() -> None:
    """C-23 (WB-17.2) A medal in the casualty deck: nothing happens at all, and he keeps it."""
    s = standard(medals={"crew-04": ("casualty-13",)})
    damage(s, "F1A", "damage-10", casualty=("casualty-13",))
    assert s.crew["crew-04"].damage == 0
    assert sum(s.parts.values()) == 0
    assert s.medals == {"crew-04": ("casualty-13",)}


def test_c24_wounds_add_up() -> None:
    """C-24 (WB-17.3, WB-17.4) Injured and badly wounded is dead; the next card finds the station empty."""
    s = standard()
    hurt(s, crew_10=1)
    damage(s, "L2A", "damage-28", casualty=("casualty-05",))
    assert (s.crew["crew-10"].damage, s.crew["crew-10"].station) == (3, "")
    damage(s, "L1B", "damage-30")
    assert s.parts["left_wing"] == 2


def test_c25_wounded_man_in_the_turret() -> None:
    """C-25 (WB-17.1, WB-17.9) An incapacitated man can be hit at his station until somebody takes it."""
    s = standard()
    hurt(s, crew_08=2)
    damage(s, "B1A", "damage-37", casualty=("casualty-02",))
    assert s.crew["crew-08"].damage == 3
    s = standard()
    hurt(s, crew_08=2)
    crew_actions(s, ("change", "crew-10", "tail"))
    assert s.crew["crew-08"].station == ""
    damage(s, "B1A", "damage-37", casualty=("casualty-02",))
    assert s.crew["crew-10"].damage == 1
    assert s.crew["crew-08"].damage == 2


def test_c26_airframe() -> None:
    """C-26 (WB-17.6, WB-20.3, WB-21.4) Fuselage 7: bail out over enemy territory, everyone is gone, 5 points."""
    s = standard("combat", bombs_gone=True, bomb_hits=2, parts={**standard().parts, "fuselage": 6})
    place(s, "enemy-12")  # L2B, attack 1
    s.dice = loaded(damage=["damage-05"])
    activity(s)
    assert (s.mission_ended, s.bail_out_cause, s.step) == ("bail_out", "airframe", "debriefing")
    crew = list(s.crew)
    activity(s)
    assert all(s.roster[id] == "gone" for id in crew)
    assert s.reports[-1].score == 5


def test_c27_engines_with_bombs_aboard() -> None:
    """C-27 (WB-18.4, WB-19.4, WB-19.7, WB-25.4) Two engines out: break formation, three turns to the alternate base."""
    s = standard("combat", engines_out=(1,), dice=loaded(damage=["damage-26"]))
    place(s, "enemy-05", "enemy-13")
    activity(s)
    assert s.engines_out == (1, 3)
    assert (s.formation_broken, s.alternate_turns, s.kept) == (True, 3, ["damage-26"])
    assert sorted(s.enemy_discard) == ["enemy-05", "enemy-13"]
    assert s.parts["right_wing"] == 1
    activity(s)
    drawn = []
    for left in (2, 1, 0):
        before = len(s.enemy_pile)
        rest_of_turn(s, loaded("S F", enemy=["enemy-34" if left == 2 else "enemy-35" if left == 1 else "enemy-32"]))
        drawn.append(before - len(s.enemy_pile))
        assert s.alternate_turns == left
        assert s.phase == "enemy"
    assert drawn == [1, 1, 1]
    assert s.mission_ended == "alternate"


def test_c28_engines_bombs_gone() -> None:
    """C-28 (WB-18.4) With the bombs gone the third engine breaks the formation and the fourth ends the flight."""
    s = standard(bombs_gone=True, engines_out=(1,))
    fail_engine(s, 2)
    with pytest.raises(BreakFormation):
        fail_engine(s, 3)
    s.formation_broken = True
    with pytest.raises(BailOut) as out:
        fail_engine(s, 4)
    assert out.value.cause == "engines"


def test_c29_same_engine_twice() -> None:
    """C-29 (WB-18.3, WB-13.6) An engine that failed before costs its wing 1 more damage; the card is not kept."""
    for tests, wing in (("F", 2), ("S", 1)):
        s = standard(engines_out=(2,))
        damage(s, "L1B", "damage-16", tests=tests)
        assert (s.parts["left_wing"], s.kept, s.engines_out) == (wing, [], (2,))


def test_c30_fire() -> None:
    """C-30 (WB-12.1) It burns at the end of each turn until the engineer puts it out."""
    s = standard("end_of_turn", parts={**standard().parts, "left_wing": 3}, dice=loaded("F S"))
    keep(s, "damage-32")
    activity(s)
    assert (s.parts["left_wing"], s.kept) == (4, ["damage-32"])
    s.step = "end_of_turn"
    activity(s)
    assert (s.parts["left_wing"], s.kept) == (4, [])
    assert "damage-32" in s.damage_pile
    s = standard("end_of_turn", parts={**standard().parts, "left_wing": 5}, dice=loaded("F"))
    keep(s, "damage-32")
    activity(s)
    assert s.bail_out_cause == "airframe"


# -- bombs ------------------------------------------------------------------------------------------------------------


def test_c31_course_change() -> None:
    """C-31 (WB-16.5, WB-16.6) A pair cancels; after a success one more card may go."""
    s = standard(bombsight_prepared=True, drift_hand=("right", "right"), dice=loaded("S", drift="L"))
    crew_actions(s, ("course_change", "crew-04"), later=(("discard_drift",),))
    assert s.drift_hand == ()
    s = standard(bombsight_prepared=True, dice=loaded("F", drift="R"))
    crew_actions(s, ("course_change", "crew-04"))
    assert s.drift_hand == ("right",)


def test_c32_three_hits() -> None:
    """C-32 (WB-16.7, WB-21.2) Hit, hit, miss, hit, miss; the man who released earns a medal."""
    s = standard("debriefing", bombsight_prepared=True, dice=loaded(drift="none L R L"), mission_ended="home")
    release_payload(s, "crew-04")
    assert (s.bomb_hits, s.released_by, s.bombs_gone) == (3, "crew-04", True)
    bombs = [event for event in events(s) if event in ("bomb_hit", "bomb_missed")]
    assert bombs == ["bomb_hit", "bomb_hit", "bomb_missed", "bomb_hit", "bomb_missed"]
    activity(s)
    assert s.medals == {"crew-04": ("casualty-09",)}


def test_c33_deck_runs_out() -> None:
    """C-33 (WB-16.7) Without cards this and all later bombs miss."""
    s = standard(bombsight_prepared=True, drift_deck=["none", "left"], dice=loaded(drift="none L"))
    release_payload(s, "crew-04")
    assert s.bomb_hits == 2
    bombs = [(line.event, line.facts["bomb"]) for line in s.journal.lines if line.event in ("bomb_hit", "bomb_missed")]
    assert bombs == [("bomb_hit", 1), ("bomb_hit", 2), ("bomb_missed", 3), ("bomb_missed", 4), ("bomb_missed", 5)]


def test_c34_jammed_doors() -> None:
    """C-34 (WB-16.7) A failed engineer test wastes the action; the next one opens the doors."""
    s = standard(bombsight_prepared=True, drift_hand=("left",), dice=loaded("F"))
    keep(s, "damage-11")
    crew_actions(s, ("release_payload", "crew-04"))
    assert (s.bombs_gone, s.drift_hand) == (False, ("left",))
    s.dice = loaded("S", drift="none none none none")
    crew_actions(s, ("release_payload", "crew-04"))
    assert (s.bombs_gone, s.bomb_hits) == (True, 0)


def test_c35_over_the_target() -> None:
    """C-35 (WB-12.6) Stay for another turn with the usual cards, or leave and drop the bombs as misses."""
    s = standard("end_of_turn", phase_turns=2, turns=3, dice=loaded())
    activity(s, ("stay_over_target",))
    assert (s.phase, s.phase_turns) == ("enemy", 3)
    s.dice = loaded(enemy=["enemy-34", "enemy-35"])
    activity(s, ("fly_on",))
    activity(s)
    assert len(s.enemy_discard) == 2
    s.bombsight_prepared, s.dice = True, loaded(drift="L L L L")
    crew_actions(s, ("release_payload", "crew-04"))
    assert s.bomb_hits == 1
    activity(s)
    activity(s)
    assert (s.phase, s.return_turns) == ("return", 1)
    s = standard("end_of_turn", phase_turns=2, turns=3, dice=loaded())
    place(s, "enemy-12")
    activity(s, ("leave_target",))
    assert (s.bombs_gone, s.bomb_hits, s.phase) == (True, 0, "return")
    assert s.enemy_discard == ["enemy-12"]


# -- out of formation -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tests", "fuel"), [("S S", 5), ("F F", 3), ("S F", 4)])
def test_c36_navigator_and_radio(tests: str, fuel: int) -> None:
    """C-36 (WB-19.6) Both succeed: gain 1; both fail: lose 1; otherwise nothing."""
    s = standard("pilot", "return", fuel=5, formation_broken=True, return_turns=3, dice=loaded(tests))
    activity(s)
    assert s.fuel == fuel


def test_c37_glide() -> None:
    """C-37 (WB-19.6, WB-25.1) Gliding needs a pilot test each turn; regained fuel is spent by the next fuel step."""
    s = standard("pilot", "return", fuel=0, formation_broken=True, return_turns=2, dice=loaded("S"))
    activity(s)
    assert s.step == "event"
    s.dice = loaded(transit=["transit-04"])
    activity(s)
    assert s.fuel == 1
    crew_actions(s)
    activity(s)
    activity(s)
    s.dice = loaded("F S S S S S S S S S S")
    activity(s)
    assert (s.fuel, s.mission_ended, s.bail_out_cause) == (0, "bail_out", "fuel")


# -- debriefing -------------------------------------------------------------------------------------------------------


def test_c38_score() -> None:
    """C-38 (WB-21.4, WB-21.5) 2 + 6 + 2 + 2: the medal of the man who stayed at base does not count."""
    s = standard("debriefing", mission_ended="home", bombs_gone=True, bomb_hits=3, released_by="crew-04")
    s.medals = {"crew-02": ("casualty-12",), "crew-11": ("casualty-13",)}
    s.medal_supply = ["casualty-09", "casualty-10", "casualty-11"]
    activity(s)
    assert s.reports[-1].score == 12


def test_c39_floor() -> None:
    """C-39 (WB-21.4) The alternate base without hits is worth 1; a bail-out on the approach is raised to 1."""
    s = standard("debriefing", mission_ended="alternate", formation_broken=True)
    activity(s)
    assert s.reports[-1].score == 1
    s = standard("debriefing", "approach", mission_ended="bail_out", bail_out_cause="airframe")
    activity(s)
    assert s.reports[-1].score == 1


def test_c40_posthumous() -> None:
    """C-40 (WB-21.2, WB-20.7) A lost man's medal scores once and leaves the game with him."""
    s = standard("debriefing", mission_ended="bail_out", bail_out_cause="airframe", bombs_gone=True, bomb_hits=1)
    s.crew["crew-07"] = replace(s.crew["crew-07"], kills=("enemy-01", "enemy-02", "enemy-03"))
    activity(s)
    assert s.reports[-1].score == 5
    assert s.medals == {}
    assert len(s.medal_supply) == 4
    assert s.roster["crew-07"] == "gone"


def test_c41_one_medal_left() -> None:
    """C-41 (WB-21.3) Two have earned it, one card is left: the commander chooses."""
    s = standard("debriefing", mission_ended="home", bombs_gone=True, bomb_hits=3, released_by="crew-04")
    s.crew["crew-07"] = replace(s.crew["crew-07"], kills=("enemy-01", "enemy-02", "enemy-03"))
    s.medal_supply = ["casualty-13"]
    (asked,) = activity(s, ("award", "crew-07", "kills"))
    assert [option[1] for option in asked.options] == ["crew-04", "crew-07"]
    assert s.medals == {"crew-07": ("casualty-13",)}
    assert s.reports[-1].score == 2 + 6 + 2


def test_c42_infirmary() -> None:
    """C-42 (WB-21.11) The incapacitated miss exactly one mission; the injured recover."""
    s = standard("debriefing", mission_ended="home")
    hurt(s, crew_09=2, crew_10=1)
    activity(s)
    assert s.roster["crew-09"] == "infirmary"
    assert s.roster["crew-10"] == "available"
    s.crew = {id: CrewMan("seat-1", station) for id, station in STANDARD_CREW.items() if id != "crew-09"}
    s.step, s.mission_ended, s.mission = "debriefing", "home", s.mission_deck.pop()
    activity(s)
    assert s.roster["crew-09"] == "available"


def test_c43_winning_and_losing() -> None:
    """C-43 (WB-21.7, WB-21.8, WB-22.2, WB-6.1) 25 points, then missions left, then pilots."""
    s = standard("debriefing", mission_ended="bail_out", bail_out_cause="airframe", bombs_gone=True, bomb_hits=2)
    s.victory_points = 21
    activity(s)
    assert (s.victory_points, s.result) == (26, "tour_complete")
    s = standard("debriefing", "approach", mission_ended="bail_out", bail_out_cause="airframe", victory_points=20)
    s.mission_deck = []
    s.roster = {id: "gone" if "pilot" in QUALIFIED[id] else status for id, status in s.roster.items()}
    activity(s)
    assert (s.victory_points, s.result) == (21, "war_over")
    s = standard("debriefing", "approach", mission_ended="home", victory_points=20)
    hurt(s, crew_01=2, crew_02=3, crew_06=3)
    s.roster = {
        id: "gone" if "pilot" in QUALIFIED[id] and id not in s.crew else status for id, status in s.roster.items()
    }
    activity(s)
    assert s.roster["crew-01"] == "infirmary"
    run(prepare_mission(s))
    assert (s.victory_points, s.result) == (21, "lost")


def test_c44_three_players() -> None:
    """C-44 (WB-3.3, WB-3.4) The men are dealt in station order from the commander's seat on."""
    s = standard("manning", "approach", players=3, dice=loaded(then="a"))
    s.commander = 1
    take_off(s)
    by_seat = {seat: [id for id, man in s.crew.items() if man.seat == seat] for seat in s.seats}
    assert by_seat["seat-2"] == ["crew-01", "crew-04", "crew-09", "crew-08"]
    assert by_seat["seat-3"] == ["crew-02", "crew-05", "crew-07"]
    assert by_seat["seat-1"] == ["crew-03", "crew-06", "crew-10"]
    assert captain(s) == "seat-2"
    hurt(s, crew_01=3)
    assert captain(s) == "seat-3"


# -- further interactions ---------------------------------------------------------------------------------------------


def test_c45_break_on_the_last_approach_turn() -> None:
    """C-45 (WB-12.4, WB-19.9, WB-21.4) Phase enemy is never entered; two turns back, 0 raised to 1."""
    s = standard("event", "approach", "mission-02", loaded("F", transit=["transit-10"]), engines_out=(2,))
    s.turns = s.phase_turns = 1
    activity(s)
    activity(s)
    assert (s.phase, s.return_turns, s.reached_enemy_territory) == ("return", 2, False)
    for card in ("transit-01", "transit-02"):
        rest_of_turn(s, loaded("S F", transit=[card]))
    activity(s)
    assert s.reports[-1].score == 1
    assert s.reports[-1].ended == "home"


def test_c46_way_to_the_alternate_base() -> None:
    """C-46 (WB-12.3, WB-19.7) The turn of the break adds a progress card and does not bring the base nearer."""
    s = standard("combat", turns=2, phase_turns=1, bombs_gone=True, engines_out=(1, 2))
    place(s, "enemy-05")
    s.dice = loaded(damage=["damage-26"])
    activity(s)
    activity(s)
    assert (s.turns, s.alternate_turns) == (3, 3)
    for card, left in (("enemy-34", 2), ("enemy-35", 1), ("enemy-32", 0)):
        rest_of_turn(s, loaded("S F", enemy=[card]))
        assert s.alternate_turns == left
    assert (s.turns, s.mission_ended) == (6, "alternate")
    activity(s)
    assert s.reports[-1].score == 1


def test_c47_jam_and_forced_drop() -> None:
    """C-47 (WB-12.6, WB-25.15) Leaving drops the bombs as misses, without an engineer test."""
    s = standard("end_of_turn", phase_turns=2, turns=3, dice=loaded())
    keep(s, "damage-11")
    activity(s, ("leave_target",))
    assert (s.bombs_gone, s.bomb_hits, s.phase) == (True, 0, "return")


def test_c48_which_medal_card() -> None:
    """C-48 (WB-21.1, WB-21.2, WB-21.3) Bombs first, then pilot and co-pilot, then kills; six kills are one medal."""
    s = standard("debriefing", mission_ended="home", bombs_gone=True, bomb_hits=3, released_by="crew-04")
    s.fuel_saves, s.fuel_savers = 3, ("crew-01", "crew-02")
    s.crew["crew-07"] = replace(s.crew["crew-07"], kills=tuple(f"enemy-0{n}" for n in range(1, 7)))
    activity(s)
    assert s.medals == {
        "crew-04": ("casualty-09",),
        "crew-01": ("casualty-10",),
        "crew-02": ("casualty-11",),
        "crew-07": ("casualty-12",),
    }
    assert s.medal_supply == ["casualty-13"]
    assert s.reports[-1].score == 2 + 6 + 8


def test_c49_no_drift_in_a_course_change() -> None:
    """C-49 (WB-16.5, WB-16.6) A no-drift card is discarded; with an empty hand nothing is asked."""
    for later, hand in ((("keep_drift",), ("left",)), (("discard_drift",), ())):
        s = standard(bombsight_prepared=True, drift_hand=("left",), dice=loaded("S", drift="none"))
        crew_actions(s, ("course_change", "crew-04"), later=(later,))
        assert s.drift_hand == hand
    s = standard(bombsight_prepared=True, dice=loaded("S", drift="none"))
    run(course_change(s, "crew-04"))
    assert s.drift_hand == ()
    assert used_up(s)
