"""What a closer look finds: small things of the rules that games played to the end do not show."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.warbirds import GAME
from sandtable.games.warbirds.components import DAMAGE, DAMAGE_SOURCES, DRIFT_DECK, Effect
from sandtable.games.warbirds.model import empty_battlefield, undamaged
from sandtable.games.warbirds.rules.bombs import add_drift, prepare_bombsight
from sandtable.games.warbirds.rules.damage import wound
from sandtable.games.warbirds.rules.debriefing import award_medals, earned_medals
from sandtable.games.warbirds.rules.events import carry_out, draw_damage
from sandtable.games.warbirds.rules.formation import legal_pairs
from sandtable.games.warbirds.rules.fuel import change_fuel
from sandtable.games.warbirds.rules.preparation import available, is_crew_ready, seating_options, why_not_seat
from sandtable.games.warbirds.rules.skill import pilot_test
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Choose
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace
from sandtable.kernel.words import plain
from tests.games.warbirds.situations import (
    STANDARD_CREW,
    activity,
    crew_actions,
    events,
    hurt,
    keep,
    loaded,
    place,
    run,
    standard,
)

# -- WB-6 preparation --------------------------------------------------------------------------------------------------


def test_a_new_mission_begins_with_everything_whole() -> None:
    """WB-6.7, WB-21.10 Whatever the last mission left behind is gone before the next one."""
    left: dict[str, Any] = {
        "fuel": 2, "turns": 9, "phase_turns": 3, "return_turns": 4, "fuel_saves": 3, "fuel_savers": ("crew-01",),
        "bomb_hits": 4, "released_by": "crew-04", "engines_out": (1, 2), "formation_broken": True,
        "broken_this_turn": True, "bombs_gone": True, "bombsight_prepared": True, "reached_enemy_territory": True,
        "alternate_turns": 1, "drift_hand": ("left",), "evaded": 2, "mission_ended": "bail_out",
        "bail_out_cause": "fuel",
    }  # fmt: skip
    s = standard("preparation", "return", **left)
    s.parts["tail_section"] = 3
    place(s, "enemy-07")
    keep(s, "damage-26")
    s.damage_used.append(s.damage_pile.pop())
    activity(s)
    assert (s.fuel, s.turns, s.phase_turns, s.return_turns, s.phase) == (11, 0, 0, 0, "approach")
    assert (s.fuel_saves, s.bomb_hits, s.fuel_savers, s.released_by, s.engines_out) == (0, 0, (), "", ())
    flags = (s.formation_broken, s.broken_this_turn, s.bombs_gone, s.bombsight_prepared, s.reached_enemy_territory)
    assert not any(flags)
    assert (s.alternate_turns, s.drift_hand, s.evaded, s.declared, s.waiting) == (None, (), 0, [], [])
    assert (s.mission_ended, s.bail_out_cause, s.mission, s.crew) == ("", "", "", {})
    assert (s.parts, s.battlefield, s.kept, s.damage_used) == (undamaged(), empty_battlefield(), [], [])
    assert (len(s.damage_pile), len(s.enemy_pile), len(s.transit_pile), len(s.drift_deck)) == (40, 35, 15, 18)
    assert (s.enemy_discard, s.transit_discard) == ([], [])
    assert s.step == "manning"


def test_men_are_seated_under_the_commander_until_they_are_dealt() -> None:
    """WB-3.2, WB-3.3, WB-6.5 Until take-off the commander answers for everybody; then the men are dealt round."""
    s = standard("preparation", players=3, commander=1)
    activity(s)
    for man, station in list(STANDARD_CREW.items())[:8]:
        activity(s, ("assign", man, station))
    assert {man.seat for man in s.crew.values()} == {"seat-2"}
    s.dice = loaded(mission=["mission-02"])
    activity(s, ("ready",))
    assert [man.seat for man in s.crew.values()] == [f"seat-{n}" for n in (2, 3, 1, 2, 3, 1, 2, 3)]
    assert (s.mission, "mission-02" in s.mission_deck) == ("mission-02", False)


def test_a_small_crew_keeps_its_last_place_for_a_pilot() -> None:
    """WB-6.4, WB-6.5 Seven men who can fill seven stations: any six may be seated first, the last one flies."""
    s = standard("preparation")
    fit = {"crew-01", "crew-11", "crew-03", "crew-04", "crew-05", "crew-07", "crew-10"}
    s.roster = {id: "available" if id in fit else "gone" for id in s.roster}
    activity(s)
    assert s.smallest_crew == 7
    seating = {"crew-03": "navigator", "crew-04": "bombardier", "crew-05": "radio", "crew-07": "ball"}
    for man, station in seating.items():
        activity(s, ("assign", man, station))
    activity(s, ("assign", "crew-10", "tail"))
    assert {option[2] for option in seating_options(s)} == {"pilot", "copilot"}
    activity(s, ("assign", "crew-11", "copilot"))
    assert not is_crew_ready(s)
    assert seating_options(s) == [("assign", "crew-01", "pilot")]


def test_the_last_place_of_a_small_crew_without_anybody_in_the_cockpit() -> None:
    """WB-6.4, WB-6.5 Two places left: a gunner or a pilot; one place left: only a pilot, and only in the cockpit."""
    s = standard("preparation")
    fit = {"crew-01", "crew-07", "crew-10", "crew-17"}
    s.roster = {id: "available" if id in fit else "gone" for id in s.roster}
    activity(s)
    assert s.smallest_crew == 4
    activity(s, ("assign", "crew-07", "ball"))
    activity(s, ("assign", "crew-10", "tail"))
    assert ("assign", "crew-17", "nose") in seating_options(s)
    activity(s, ("assign", "crew-17", "nose"))
    assert seating_options(s) == [("assign", "crew-01", "pilot"), ("assign", "crew-01", "copilot")]


def test_refused_seatings_say_why() -> None:
    """WB-6.3, WB-6.5 Each reason with its clause."""
    s = standard("preparation")
    s.roster["crew-12"] = "infirmary"
    activity(s)
    activity(s, ("assign", "crew-03", "navigator"))
    reasons = {
        ("ready",): "without a man at the Pilot or Co-Pilot station.",
        ("assign", "crew-12", "pilot"): "is not available: he is in the infirmary.",
        ("assign", "crew-03", "nose"): "already has a station. Undo to move him.",
        ("assign", "crew-07", "radio"): "has no Radio skill.",
        ("assign", "crew-13", "navigator"): "The Navigator station is taken.",
        ("assign", "crew-07", "ball"): "With him there, the other men couldn't fill the stations that must be manned.",
    }
    for option, sentence in reasons.items():
        refusal = why_not_seat(s, option)
        assert refusal is not None
        assert refusal[0].endswith(sentence)
    activity(s, ("assign", "crew-01", "pilot"))
    assert why_not_seat(s, ("ready",)) == ("You can't take off with 2 men: you need at least 8.", "WB-6.3")
    assert why_not_seat(s, ("assign", "crew-07", "cloud")) is None
    assert why_not_seat(s, ("assign", "nobody", "nose")) is None
    assert "crew-12" not in available(s)


# -- WB-8 pilots -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["crew_01", "crew_02"])
def test_one_pilot_is_enough(lost: str) -> None:
    """WB-8.1, WB-7.1 With one pilot at the controls nobody has to move, and nobody is asked."""
    s = standard("pilot", "approach", turns=3)
    hurt(s, **{lost: 3})
    assert activity(s) == []
    assert s.crew["crew-06"].station == "engineer"
    assert s.journal.lines[0].facts == {"turn": 4, "phase": "approach"}


@pytest.mark.parametrize(("first", "second"), [("pilot", "copilot"), ("copilot", "pilot")])
def test_two_men_may_take_the_empty_cockpit(first: str, second: str) -> None:
    """WB-8.1 The captain moves one man or two, one to each seat; the second seat may stay empty."""
    crew = {**STANDARD_CREW, "crew-21": "right_waist"}
    s = standard("pilot", "approach", crew=crew)
    hurt(s, crew_01=3, crew_02=3)
    one, two = activity(s, ("fly", "crew-06", first), ("fly", "crew-21", second))
    assert len(one.options) == 4
    assert list(two.options) == [("fly", "crew-21", second), ("leave_empty", second)]
    assert (s.crew["crew-06"].station, s.crew["crew-21"].station) == (first, second)
    s = standard("pilot", "approach", crew=crew)
    hurt(s, crew_01=3, crew_02=3)
    activity(s, ("fly", "crew-06", first), ("leave_empty", second))
    assert s.crew["crew-21"].station == "right_waist"


def test_refused_pilot_actions_say_why() -> None:
    """WB-8.6, WB-8.7 Three fuel saves are all there are; only men in the cockpit fly."""
    s = standard(fuel_saves=3)
    position = Position.resume(GAME, GAME.settle({}), s, [])
    for choice, sentence, rule in (
        (("fuel_save", "crew-01"), r"^You have used all three fuel saves of this mission\.", "WB-8.7"),
        (("evade", "crew-06"), "Only a conscious man in the cockpit", "WB-8.6"),
        (("dance",), "You can't choose", "WB-8.6"),
    ):
        with pytest.raises(Refused, match=sentence) as refused:
            position.apply("seat-1", choice)
        assert refused.value.rule == rule


def test_a_card_that_calls_for_the_cockpit_tests_the_pilots() -> None:
    """WB-13.2, WB-14.5 The joint value of the pilots, not the skill of one station."""
    s = standard(dice=loaded("S"), engines_out=(1,))
    run(carry_out(s, (Effect(op="test", who="cockpit", fail=(Effect(op="fuel", amount=-3),)),), "transit-01"))
    (line,) = [line for line in s.journal.lines if line.event == "test_passed"]
    assert line.facts["value"] == 2
    assert s.fuel == 11


# -- WB-9 to WB-19 in the air ------------------------------------------------------------------------------------------


def test_the_journal_tells_a_quiet_turn_only_when_it_is_quiet() -> None:
    """WB-25.14 Only when every card was evaded."""
    s = standard("event", mission="mission-01", evaded=9)
    activity(s)
    assert "no_event" in events(s)
    s = standard("event", mission="mission-01", dice=loaded(enemy=["enemy-34", "enemy-35", "enemy-31"]))
    activity(s)
    assert "no_event" not in events(s)


def test_a_course_change_discards_one_card() -> None:
    """WB-16.6 Of three cards two stay."""
    s = standard("crew", bombsight_prepared=True, drift_hand=("left", "left"), dice=loaded("S", "L"))
    crew_actions(s, ("course_change", "crew-04"), later=(("discard_drift",),))
    assert s.drift_hand == ("left", "left")
    drawn = next(line for line in s.journal.lines if line.event == "drift_drawn")
    assert (drawn.facts["card"], drawn.facts["hand"]) == ("left", {"say": "drift", "count": 3, "side": "left"})


def test_a_card_without_drift_is_told_as_such() -> None:
    """WB-16.1 The journal once said "Drift card none: 2 drift right"."""
    s = standard("crew", bombsight_prepared=True, drift_hand=("right", "right"), dice=loaded(drift="none"))
    add_drift(s, "WB-16.6")
    line = s.journal.lines[-1]
    assert (line.event, s.drift_hand) == ("no_drift_drawn", ("right", "right"))
    assert plain(GAME.words.line(line.event, line.facts)) == "The card shows no drift: still 2 to the right."


@pytest.mark.parametrize("cards", ["R R R R L none none none none L", "L L L L R none none none none R"])
def test_what_is_not_in_the_hand_is_in_the_deck(cards: str) -> None:
    """WB-16.4 Eighteen cards less the hand, in their colours."""
    s = standard(dice=loaded(drift=cards))
    prepare_bombsight(s, "crew-04")
    assert len(s.drift_hand) == 2
    assert sorted([*s.drift_deck, *s.drift_hand]) == sorted(DRIFT_DECK)


def test_pairs_for_navigator_and_radio_leave_somebody_at_the_controls() -> None:
    """WB-19.3 The only pilot is passed over, whoever stands after him in the list."""
    crew = {"crew-02": "pilot", "crew-24": "bombardier", "crew-13": "nose", "crew-05": "tail", "crew-25": "ball"}
    s = standard(crew=crew)
    assert sorted(legal_pairs(s)) == [
        (navigator, radio) for navigator in ("crew-13", "crew-24") for radio in ("crew-05", "crew-25")
    ]
    s = standard(crew={"crew-02": "pilot", "crew-05": "tail"})
    assert legal_pairs(s) == []


def test_the_journal_tells_hits_from_misses() -> None:
    """WB-17.1 A hit names the man; a miss names nobody."""
    card = next(id for id, one in DAMAGE.items() if one.station == "pilot")
    s = standard(dice=loaded(damage=[card], casualty=["casualty-01"]))
    run(draw_damage(s, min(DAMAGE_SOURCES[card]), 1))
    s.damage_pile, s.damage_used = [card], []
    hurt(s, crew_01=3)
    s.dice = loaded(damage=[card])
    run(draw_damage(s, min(DAMAGE_SOURCES[card]), 1))
    told = [line for line in s.journal.lines if line.event in ("damage_hit", "damage_miss")]
    assert [(line.event, line.facts["man"]) for line in told] == [("damage_hit", "crew-01"), ("damage_miss", "")]


@pytest.mark.parametrize(("amount", "event", "fuel"), [(3, "fuel_gained", 8), (-2, "fuel_lost", 3), (0, "", 5)])
def test_the_journal_tells_fuel_gained_and_lost(amount: int, event: str, fuel: int) -> None:
    """WB-13.1 By how much, and what is left."""
    s = standard(fuel=5)
    change_fuel(s, amount, "WB-13.1")
    told = [(line.event, line.facts["amount"], line.facts["fuel"]) for line in s.journal.lines]
    assert told == ([(event, abs(amount), fuel)] if event else [])


def test_an_attack_that_is_refused_says_that_the_enemy_is_gone() -> None:
    """WB-10.3 An enemy in the field of fire that is not there."""
    s = standard(step="crew")
    while s.waiting[0] != "crew-08":
        activity(s, ("pass", s.waiting[0]))
    position = Position.resume(GAME, GAME.settle({}), s, [])
    with pytest.raises(Refused, match=r"^That enemy is no longer on the battlefield\."):
        position.apply("seat-1", ("attack", "crew-08", "enemy-13"))


# -- WB-21 debriefing --------------------------------------------------------------------------------------------------


def test_a_second_medal_joins_the_first() -> None:
    """WB-21.2, WB-21.3 He keeps the medal he has; the journal names the deed in words."""
    s = standard("debriefing", fuel_saves=3, fuel_savers=("crew-01", "crew-02"))
    s.medals["crew-01"] = (s.medal_supply.pop(),)
    before = s.medals["crew-01"]
    assert list(award_medals(s)) == []
    assert s.medals["crew-01"][:1] == before
    assert (len(s.medals["crew-01"]), len(s.medals["crew-02"])) == (2, 1)
    assert [line.facts["deed"] for line in s.journal.lines if line.event == "medal_awarded"] == ["fuel_saves"] * 2


def test_medals_that_are_earned_are_options_with_one_verb() -> None:
    """WB-21.1, WB-21.2 Bombs, fuel, kills: each an award to a man."""
    s = standard("debriefing", bomb_hits=3, released_by="crew-04", fuel_saves=3, fuel_savers=("crew-01",))
    s.crew["crew-07"] = replace(s.crew["crew-07"], kills=("enemy-01", "enemy-02", "enemy-03"))
    assert earned_medals(s) == [
        ("award", "crew-04", "bomb_hits"),
        ("award", "crew-01", "fuel_saves"),
        ("award", "crew-07", "kills"),
    ]
    s.medal_supply = s.medal_supply[:1]
    flow = award_medals(s)
    asked = next(flow)
    assert isinstance(asked, Choose)
    assert (asked.ask, asked.about, len(asked.options)) == ("award_order", (1,), 3)


def test_until_the_eighth_man_any_station_may_be_filled() -> None:
    """WB-6.3, WB-6.5 A full roster: with seven men and nobody in the cockpit an eighth gunner may still come first."""
    s = standard("preparation")
    activity(s)
    for man, station in list(STANDARD_CREW.items())[2:9]:
        activity(s, ("assign", man, station))
    assert len(s.crew) == 7
    assert {option[2] for option in seating_options(s)} == {"pilot", "copilot", "right_waist", "tail"}


def test_the_commander_changes_to_the_next_seat() -> None:
    """WB-21.12, WB-3.2, WB-22.3 After seat 1 comes seat 2; the report counts the men who did not come back."""
    s = standard("debriefing", players=3, mission_ended="home")
    hurt(s, crew_07=3, crew_08=3)
    activity(s)
    assert s.seats[s.commander] == "seat-2"
    assert s.reports[-1].lost == 2
    scored = next(line for line in s.journal.lines if line.event == "mission_scored")
    assert [what for _, _, what in scored.facts["modifiers"]] == ["enemy territory reached"]


def test_the_score_says_what_it_is_made_of() -> None:
    """WB-21.4 Each part by name."""
    s = standard("debriefing", bomb_hits=2, mission_ended="alternate")
    activity(s)
    scored = next(line for line in s.journal.lines if line.event == "mission_scored")
    assert [(value, what) for value, _, what in scored.facts["modifiers"]] == [
        (2, "enemy territory reached"), (4, "bomb hits"), (-1, "not landed at home"),
    ]  # fmt: skip


def test_the_journal_tells_how_badly_a_man_is_hurt() -> None:
    """WB-17.3 Injured, incapacitated, killed; and a test in an empty cockpit names it."""
    s = standard()
    for amount in (1, 1, 1):
        wound(s, "crew-07", amount, "WB-17.3")
    assert events(s) == ["injured", "incapacitated", "killed"]
    hurt(s, crew_01=3, crew_02=3)
    assert not pilot_test(s, "WB-19.6")
    assert s.journal.lines[-1].facts == {"station": "pilot"}


def test_the_arrival_of_a_fighter_is_told_once() -> None:
    """WB-9.3, WB-15.3 Where it takes its place and how it attacks, in one line."""
    s = standard("event", "enemy", formation_broken=True, dice=loaded("S S S S", enemy=["enemy-01"]))
    activity(s)
    told = [line for line in s.journal.lines if line.facts.get("card") == "enemy-01"]
    assert [(line.event, line.facts["position"], line.facts["attack"]) for line in told] == [("arrives", "F1", 2)]


def test_cards_are_told_under_the_clause_of_their_phase() -> None:
    """WB-9.1, WB-9.3 A transit card in transit, an enemy territory card over enemy territory."""
    s = standard("event", "enemy", formation_broken=True, dice=loaded("S S S S", enemy=["enemy-34"]))
    activity(s)
    told = next(line for line in s.journal.lines if line.event == "event_card")
    assert (told.clause, told.facts["card"]) == ("WB-9.3", "enemy-34")
    s = standard("event", "approach", dice=loaded("S S S S", transit=["transit-01"]))
    activity(s)
    told = next(line for line in s.journal.lines if line.event == "event_card")
    assert (told.clause, told.facts["card"]) == ("WB-9.1", "transit-01")
