"""WB-7 to WB-19 and WB-25: the turn in the air."""

from __future__ import annotations

import pytest

from sandtable.games.warbirds import GAME
from sandtable.games.warbirds.components import EVENTS, Effect
from sandtable.games.warbirds.model import Warbirds
from sandtable.games.warbirds.play import play
from sandtable.games.warbirds.rules.bombs import bombardier_options, release_payload
from sandtable.games.warbirds.rules.crew import begin_crew_step, change_options
from sandtable.games.warbirds.rules.damage import damage_part, draw_damage_card, fail_engine
from sandtable.games.warbirds.rules.events import OPERATIONS, carry_out, draw_damage
from sandtable.games.warbirds.rules.formation import legal_pairs
from sandtable.games.warbirds.rules.fuel import change_fuel
from sandtable.games.warbirds.rules.interrupts import BailOut, BreakFormation
from sandtable.games.warbirds.rules.skill import cockpit_modifiers, station_modifiers, station_test, value_of
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.position import Position
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


def effect(s: Warbirds, card: str = "transit-01", **fields: object) -> None:
    """Carry out one operation that must not ask."""
    run(carry_out(s, (Effect(**fields),), card))  # type: ignore[arg-type]  # fields of one effect, by name


def test_an_interrupt_drops_what_is_not_resolved() -> None:
    """WB-7.2, WB-7.3 Engine 2 fails on the first of three flak cards: the others are never drawn."""
    s = standard("event", engines_out=(1,), evaded=1, dice=loaded(enemy=["enemy-29"], damage=["damage-25"]))
    hurt(s, crew_07=3)
    activity(s)
    assert used_up(s)
    assert (s.formation_broken, s.step) == (True, "end_of_turn")
    assert s.enemy_discard == ["enemy-29"]


def test_out_of_formation_tests_begin_next_turn() -> None:
    """WB-8.5, WB-19.5 None in the turn of the break, navigator and radio in the next."""
    s = standard("pilot", "return", fuel=1, return_turns=3, dice=loaded())
    activity(s)
    assert s.formation_broken
    activity(s)
    s.dice = loaded("S F")
    s.fuel = 3
    activity(s)
    assert used_up(s)


def test_one_pilot_action_for_the_cockpit() -> None:
    """WB-8.6, WB-8.9 One action, by either pilot; none in transit; both kinds out of formation over enemy territory."""
    s = standard(dice=loaded("F"))
    (asked,) = activity(s, ("evade", "crew-02"))
    assert [option[0] for option in asked.options] == ["fly_on", "fuel_save", "fuel_save", "evade", "evade"]
    assert [man.acted for id, man in s.crew.items() if id in ("crew-01", "crew-02")] == [False, True]
    assert activity(standard("pilot", "approach")) == []
    broken = standard("pilot", formation_broken=True, alternate_turns=3, dice=loaded("S F"))
    (asked,) = activity(broken, ("fly_on",))
    assert {"fuel_save", "evade"} <= {option[0] for option in asked.options}


def test_transit_draws_one_card_even_out_of_formation() -> None:
    """WB-9.1, WB-9.4 One transit card, discarded face up."""
    s = standard("event", "return", formation_broken=True, dice=loaded(transit=["transit-02"]))
    activity(s)
    assert s.transit_discard == ["transit-02"]


def test_an_empty_pile_is_made_anew() -> None:
    """WB-9.5 From the discards; with none, no card is drawn."""
    s = standard(
        "event", "return", transit_pile=[], transit_discard=["transit-01"], dice=loaded(transit=["transit-01"])
    )
    activity(s)
    assert (s.transit_pile, s.transit_discard) == ([], ["transit-01"])
    s = standard("event", "return", transit_pile=[], dice=loaded())
    activity(s)
    assert s.step == "crew"
    s = standard("event", evaded=1, enemy_pile=[], enemy_discard=["enemy-34"], dice=loaded(enemy=["enemy-34"]))
    activity(s)
    assert s.enemy_discard == ["enemy-34"]


def test_every_conscious_man_declares_once() -> None:
    """WB-10.1, WB-10.2 In station order, without those who acted or cannot; passing for all at once is offered."""
    s = standard()
    hurt(s, crew_03=2)
    s.crew["crew-01"] = replace(s.crew["crew-01"], acted=True)
    begin_crew_step(s)
    asked = []
    while s.step == "crew":
        asked.append(s.waiting[0])
        activity(s, ("pass", s.waiting[0]))
    assert asked == ["crew-02", "crew-04", "crew-05", "crew-06", "crew-09", "crew-07", "crew-10", "crew-08"]


def test_pass_rest_spares_the_later_men_of_that_seat_only() -> None:
    """WB-10.1 In a game of two the other seat's men are still asked."""
    s = standard(step="crew", players=2)
    (first,) = activity(s, ("pass_rest",))
    (second,) = activity(s, ("pass_rest",))
    assert {first.seat, second.seat} == {"seat-1", "seat-2"}
    assert (s.step, s.waiting) == ("crew_resolution", [])
    activity(s)
    assert (s.step, s.declared) == ("combat", [])


def test_only_the_bombardier_station_bombs() -> None:
    """WB-10.5, WB-16.2, WB-16.3, WB-16.9 Prepare first and once, over enemy territory, with bombs aboard."""
    s = standard(step="crew")
    assert bombardier_options(s, "crew-04") == [("prepare_bombsight", "crew-04")]
    s.bombsight_prepared = s.formation_broken = True
    assert [o[0] for o in bombardier_options(s, "crew-04")] == ["course_change", "release_payload"]
    s.bombs_gone = True
    assert bombardier_options(s, "crew-04") == []
    assert bombardier_options(standard("crew", "approach"), "crew-04") == []
    s = standard(bombsight_prepared=True, drift_hand=("left",), crew={**STANDARD_CREW, "crew-14": "right_waist"})
    s.crew["crew-04"] = replace(s.crew["crew-04"], damage=2)
    # crew-14 is no gunner at a waist gun by trade: he takes over sight and hand as they are.
    s.crew["crew-14"] = replace(s.crew["crew-14"], station="bombardier")
    s.crew["crew-04"] = replace(s.crew["crew-04"], station="")
    assert [o[0] for o in bombardier_options(s, "crew-14")] == ["course_change", "release_payload"]
    with pytest.raises(AssertionError, match="is not offered"):
        crew_actions(standard(), ("prepare_bombsight", "crew-05"))


def test_changes_need_skill_and_a_free_destination() -> None:
    """WB-10.4 A destination can be named once; it may be held by a man who perhaps leaves."""
    s = standard(step="crew")
    assert ("change", "crew-05", "tail") in change_options(s, "crew-05")
    assert ("change", "crew-01", "tail") not in change_options(s, "crew-01")
    while s.waiting[0] != "crew-05":
        activity(s, ("pass", s.waiting[0]))
    activity(s, ("change", "crew-05", "tail"))
    assert ("change", "crew-07", "tail") not in change_options(s, "crew-07")


def test_a_man_lying_at_the_destination_is_laid_aside() -> None:
    """WB-10.9, WB-17.9 He has no station then and cannot be hit."""
    s = standard()
    hurt(s, crew_08=2)
    crew_actions(s, ("change", "crew-07", "tail"))
    assert (s.crew["crew-07"].station, s.crew["crew-08"].station) == ("tail", "")
    s.dice = loaded(damage=["damage-24"])
    run(draw_damage(s, "F1B", 1))
    assert s.parts["fuselage"] == 1  # the ball turret is empty now


def test_enemies_attack_in_position_order_and_stay() -> None:
    """WB-11.1, WB-11.2 F before R before B before L, in any phase, turn after turn."""
    s = standard("combat", "approach", dice=loaded(damage=["damage-10", "damage-20", "damage-33", "damage-28"]))
    hurt(s, crew_10=3)
    s.enemy_pile.remove("enemy-12")
    s.battlefield["L2"] = ("enemy-12",)
    place(s, "transit-15", "enemy-05")
    activity(s)
    attacks = [line.facts["card"] for line in s.journal.lines if line.event == "attacks"]
    assert attacks == ["enemy-05", "transit-15", "enemy-12"]
    assert s.battlefield["B1"] == ("transit-15",)
    assert s.step == "end_of_turn"


def test_the_damage_pile_is_made_anew_from_used_cards() -> None:
    """WB-11.3 Never from kept ones."""
    s = standard(damage_pile=[], damage_used=["damage-01"], kept=["damage-02"], dice=loaded(damage=["damage-01"]))
    assert draw_damage_card(s) == "damage-01"
    s = standard(damage_pile=[], kept=["damage-02"])
    assert draw_damage_card(s) == ""


def test_used_damage_cards_return_at_the_end_of_the_turn() -> None:
    """WB-12.2, WB-17.8 Kept cards stay out."""
    s = standard("end_of_turn", dice=loaded())
    keep(s, "damage-18")
    s.damage_pile.remove("damage-01")
    s.damage_used = ["damage-01"]
    activity(s)
    assert len(s.damage_pile) == 39
    assert (s.damage_used, s.kept) == ([], ["damage-18"])


def test_marks_are_cleared() -> None:
    """WB-12.9 The next turn finds every action unused."""
    s = standard("end_of_turn", dice=loaded())
    s.crew["crew-02"] = replace(s.crew["crew-02"], acted=True)
    activity(s)
    assert not any(man.acted for man in s.crew.values())


def test_broken_phases_go_their_own_way() -> None:
    """WB-12.7, WB-19.8 Over enemy territory to the alternate base; on the return the same turns as before."""
    s = standard("end_of_turn", phase_turns=9, formation_broken=True, alternate_turns=2, dice=loaded())
    activity(s)
    assert (s.phase, s.alternate_turns) == ("enemy", 1)
    s = standard("end_of_turn", "return", formation_broken=True, broken_this_turn=True, return_turns=3, dice=loaded())
    activity(s)
    assert (s.phase_turns, s.return_turns, s.mission_ended) == (1, 3, "")


def test_fuel_stays_within_0_and_11() -> None:
    """WB-13.1, WB-18.1 What is over or under is ignored."""
    s = standard(fuel=11)
    change_fuel(s, 1, "WB-13.1")
    assert s.fuel == 11
    change_fuel(s, -20, "WB-13.1")
    assert s.fuel == 0


def test_losing_the_last_fuel_elsewhere_waits() -> None:
    """WB-18.2, WB-8.4 The next fuel step breaks the formation."""
    s = standard("event", "return", fuel=1, return_turns=3, dice=loaded("F", transit=["transit-05"]))
    activity(s)
    assert (s.fuel, s.formation_broken, s.step) == (0, False, "crew")


def test_card_tests() -> None:
    """WB-13.2 Success and failure lead to their own operations; `cockpit` is the pilot test."""
    for tests, fuel in (("S", 6), ("F", 4)):
        s = standard("event", "approach", fuel=5, dice=loaded(tests, transit=["transit-06"]))
        activity(s)
        assert s.fuel == fuel
    s = standard("event", "approach", dice=loaded("F F", transit=["transit-11"]))
    activity(s)
    assert s.engines_out == (2,)
    s = standard("event", "approach", dice=loaded("F", transit=["transit-12"]))
    activity(s)
    assert (s.parts["left_wing"], s.parts["right_wing"]) == (1, 1)


def test_part_damage_from_a_card() -> None:
    """WB-13.4, WB-17.7 It adds up and is not repaired in flight."""
    s = standard(dice=loaded())
    effect(s, op="part", part="tail", amount=2)
    effect(s, op="part", part="tail", amount=1)
    assert s.parts["tail_section"] == 3
    rest_of_turn(s, loaded(enemy=["enemy-34", "enemy-35"]))
    assert s.parts["tail_section"] == 3


def test_wound_first() -> None:
    """WB-13.7 The first manned station; without a casualty card, and past an incapacitated man."""
    s = standard("event", "approach", dice=loaded(transit=["transit-14"]))
    hurt(s, crew_08=2)
    activity(s)
    assert s.crew["crew-10"].damage == 1
    assert s.crew["crew-08"].damage == 2
    s = standard("event", "approach", dice=loaded(transit=["transit-14"]))
    hurt(s, crew_08=3, crew_10=3)
    activity(s)
    assert s.step == "crew"


def test_the_intruder() -> None:
    """WB-13.8, WB-25.3, WB-25.13 It stays when the phase changes, counts as a kill, and has its own discards."""
    s = standard("event", "approach", dice=loaded(transit=["transit-15"]))
    activity(s)
    assert s.battlefield["B1"] == ("transit-15",)
    s.step = "end_of_turn"
    activity(s)
    assert (s.phase, s.battlefield["B1"]) == ("enemy", ("transit-15",))
    s.dice = loaded("S")
    crew_actions(s, ("attack", "crew-08", "transit-15"))
    assert s.crew["crew-08"].kills == ("transit-15",)
    s = standard("end_of_turn", phase_turns=2, bombs_gone=True, dice=loaded())
    place(s, "transit-15")
    activity(s)
    assert s.transit_discard == ["transit-15"]
    s = standard("end_of_turn", "return", phase_turns=0, return_turns=1, dice=loaded())
    place(s, "transit-15")
    activity(s)
    assert s.mission_ended == "home"


def test_damage_from_a_card() -> None:
    """WB-13.9 So many damage cards with that source."""
    s = standard(dice=loaded(damage=["damage-33", "damage-34"]))
    run(carry_out(s, (Effect("damage", source="AAF", amount=2),), "enemy-26"))
    assert (s.parts["fuselage"], s.parts["right_wing"], s.engines_out) == (1, 1, (4,))


def test_little_friends() -> None:
    """WB-13.10, WB-3.5 The captain drives off an enemy of his choice; it is no kill. With none, nothing happens."""
    s = standard("event", evaded=1, dice=loaded(enemy=["enemy-31"]))
    place(s, "enemy-12", "enemy-21")
    (asked,) = activity(s, ("drive_off", "enemy-21"))
    assert (asked.rule, asked.seat) == ("WB-13.10", "seat-1")
    assert s.enemy_discard == ["enemy-21", "enemy-31"]
    assert not any(man.kills for man in s.crew.values())
    s = standard("event", evaded=1, dice=loaded(enemy=["enemy-31"]))
    assert activity(s) == []


def test_smoke_screen() -> None:
    """WB-13.11, WB-16.1 Only with the sight prepared and the bombs aboard; opposites cancel."""
    s = standard("event", evaded=1, dice=loaded(enemy=["enemy-32"]))
    activity(s)
    assert s.drift_hand == ()
    s = standard("event", evaded=1, bombsight_prepared=True, drift_hand=("left", "left"))
    s.dice = loaded(drift="R", enemy=["enemy-32"])
    activity(s)
    assert s.drift_hand == ("left",)
    s = standard("event", evaded=1, bombsight_prepared=True, drift_deck=[], dice=loaded(enemy=["enemy-32"]))
    activity(s)
    assert s.drift_hand == ()


def test_contrails() -> None:
    """WB-13.12 One more card, whatever was evaded."""
    s = standard("event", evaded=1, dice=loaded(enemy=["enemy-33", "enemy-12"]))
    activity(s)
    assert s.battlefield["L2"] == ("enemy-12",)
    assert s.enemy_discard == ["enemy-33"]


def test_conditions_of_kept_cards() -> None:
    """WB-13.13 Controls, radio, oxygen, jammed guns; leaks and fires have cases of their own."""
    s = standard(dice=loaded())
    keep(s, "damage-02", "damage-13", "damage-31")
    assert value_of(cockpit_modifiers(s.crew, s.kept, s.engines_out)) == 2
    assert station_test(s, "radio", "WB-14.3") is False
    assert "radio_silent" in events(s)
    assert value_of(station_modifiers("crew-08", s.crew["crew-08"], "tail", s.kept)) == 2
    assert value_of(station_modifiers("crew-09", s.crew["crew-09"], "nose", s.kept)) == 2
    s = standard(dice=loaded(damage=["damage-40"]))
    hurt(s, crew_08=3)
    run(draw_damage(s, "B1A", 1))
    assert s.kept == ["damage-40"]


def test_a_test_uses_no_action() -> None:
    """WB-14.4, WB-14.7 Called on, the engineer tests even when his action is used; it stays as it was."""
    s = standard(dice=loaded("S S"))
    s.crew["crew-06"] = replace(s.crew["crew-06"], acted=True)
    assert station_test(s, "engineer", "WB-13.2")
    assert s.crew["crew-06"].acted
    assert station_test(s, "radio", "WB-13.2")
    assert not s.crew["crew-05"].acted
    assert s.journal.lines[-1].facts["who"] == "crew-05"


def test_who_released_is_noted() -> None:
    """WB-16.8, WB-25.6 The man who released; nobody when the bombs are dropped without aim."""
    s = standard(bombsight_prepared=True, drift_hand=("left",), dice=loaded(drift="none none none R"))
    release_payload(s, "crew-04")
    assert (s.bombs_gone, s.released_by, s.bomb_hits) == (True, "crew-04", 1)
    s = standard("end_of_turn", phase_turns=2, dice=loaded())
    activity(s, ("leave_target",))
    assert s.released_by == ""


def test_losing_both_pilots_waits_for_the_next_turn() -> None:
    """WB-17.10, WB-25.11 An empty cockpit is dealt with in step 1a; with nobody to fly, bail out."""
    s = standard(
        "combat", "approach", dice=loaded(damage=["damage-01", "damage-04"], casualty=["casualty-07", "casualty-08"])
    )
    s.battlefield["F1"] = ("enemy-01",)
    s.enemy_pile.remove("enemy-01")
    activity(s)
    assert (s.crew["crew-01"].damage, s.crew["crew-02"].damage, s.mission_ended) == (3, 3, "")
    for man in list(s.crew):
        if s.crew[man].damage < 3:
            s.crew[man] = replace(s.crew[man], damage=2)
    s.step = "pilot"
    activity(s)
    assert s.bail_out_cause == "no_pilot"
    assert all(man.damage == 3 for man in s.crew.values())


def test_the_limit_reached_again() -> None:
    """WB-18.5, WB-19.1 Formation breaks once: at the limit again nothing more follows."""
    s = standard(formation_broken=True, engines_out=(1,))
    fail_engine(s, 2)
    assert s.engines_out == (1, 2)


def test_release_with_two_engines_out() -> None:
    """WB-25.7, WB-18.4 The limit becomes 3; nothing else happens until another engine fails."""
    s = standard(formation_broken=True, engines_out=(1, 2), bombsight_prepared=True, dice=loaded(drift="L L L L"))
    release_payload(s, "crew-04")
    fail_engine(s, 3)
    with pytest.raises(BailOut):
        fail_engine(s, 4)


def test_navigator_and_radio_must_be_manned() -> None:
    """WB-19.2, WB-19.3 The fewest men are moved, and somebody keeps flying; the captain chooses."""
    s = standard()
    assert legal_pairs(s) == [("crew-03", "crew-05")]
    hurt(s, crew_03=2)
    assert legal_pairs(s) == [("crew-02", "crew-05"), ("crew-04", "crew-05")]
    hurt(s, crew_01=3)
    assert legal_pairs(s) == [("crew-04", "crew-05")]  # crew-02 is the last pilot
    s = standard("pilot", "return", fuel=1, return_turns=3, dice=loaded())
    hurt(s, crew_03=2)
    (asked,) = activity(s, ("man_stations", "crew-04", "crew-05"))
    assert asked.rule == "WB-19.3"
    assert s.crew["crew-04"].station == "navigator"
    assert s.crew["crew-03"].station == ""


def test_a_smashed_radio_is_still_manned() -> None:
    """WB-19.10 It spoils tests, it does not force a bail-out."""
    s = standard("pilot", "return", fuel=1, return_turns=3, dice=loaded())
    keep(s, "damage-13")
    activity(s)
    assert (s.formation_broken, s.mission_ended) == (True, "")


def test_an_engine_card_is_kept_before_the_interrupt() -> None:
    """WB-25.5 A card that triggers an interrupt is used, or kept if its engine failed."""
    s = standard(engines_out=(1,), dice=loaded(damage=["damage-26"]))
    with pytest.raises(BreakFormation):
        run(draw_damage(s, "F1A", 1))
    assert (s.kept, s.damage_used) == (["damage-26"], [])
    s = standard(parts={**standard().parts, "fuselage": 6}, dice=loaded(damage=["damage-33"]))
    with pytest.raises(BailOut):
        run(draw_damage(s, "F1A", 1))
    assert s.damage_used == ["damage-33"]


def test_the_part_comes_before_the_engine() -> None:
    """WB-25.12, WB-17.5 A wing at capacity and an engine above the limit on one card: the cause is the airframe."""
    s = standard(bombs_gone=True, formation_broken=True, engines_out=(1, 2, 4))
    s.parts["right_wing"] = 5
    s.dice = loaded(damage=["damage-26"])
    with pytest.raises(BailOut) as out:
        run(draw_damage(s, "F1A", 1))
    assert out.value.cause == "airframe"


def test_a_change_into_the_cockpit_counts_from_then_on() -> None:
    """WB-25.8 A man who changes to a pilot seat flies from then on."""
    s = standard()
    hurt(s, crew_01=2)
    crew_actions(s, ("change", "crew-06", "pilot"))
    modifiers = cockpit_modifiers(s.crew, s.kept, s.engines_out)
    assert [m[0] for m in modifiers] == [2]


def test_leaving_the_ball_turret_in_time() -> None:
    """WB-25.9 After a change he jumps without the penalty."""
    from sandtable.games.warbirds.rules.bail_out import parachute_modifiers

    s = standard()
    crew_actions(s, ("change", "crew-07", "right_waist"))
    assert value_of(parachute_modifiers(s.crew["crew-07"])) == 2


def test_a_part_at_capacity_ends_the_flight() -> None:
    """WB-17.6 Damage never goes above the capacity."""
    s = standard()
    with pytest.raises(BailOut):
        damage_part(s, "tail_section", 9, "WB-13.4")
    assert s.parts["tail_section"] == 5


@pytest.mark.parametrize(
    ("choice", "sentence", "rule"),
    [
        (
            ("attack", "crew-07", "enemy-07"),
            "You can't fire at Right 2, above from the Ball Turret station",
            "WB-10.3",
        ),
        (("change", "crew-07", "pilot"), "he has no Pilot skill", "WB-10.4"),
        (("release_payload", "crew-07"), "Only the bombardier", "WB-16.2"),
        (("attack", "crew-08", "enemy-07"), "declare in station order", "WB-10.2"),
        (("dance",), "You can't choose", "WB-10.1"),
    ],
)
def test_refusals_say_why(choice: tuple[str, ...], sentence: str, rule: str) -> None:
    """WB-10.3, WB-10.4, WB-16.2 A refused crew action names its clause and changes nothing."""
    s = standard(step="crew")
    place(s, "enemy-07")
    while s.waiting[0] != "crew-07":
        activity(s, ("pass", s.waiting[0]))
    position = Position.resume(GAME, GAME.settle({}), s, [])
    before = position.digest()
    with pytest.raises(Refused, match=sentence) as refused:
        position.apply("seat-1", choice)
    assert refused.value.rule == rule
    assert position.digest() == before


def test_odds_are_those_of_the_rules() -> None:
    """WB-14.1, WB-10.7 The chance shown before an attack is the chance of its test, with the same modifiers."""
    s = standard(step="crew")
    hurt(s, crew_08=1)
    place(s, "enemy-13")
    while s.waiting[0] != "crew-08":
        activity(s, ("pass", s.waiting[0]))
    position = Position.resume(GAME, GAME.settle({}), s, [])
    decision = position.decision
    assert isinstance(decision, Choose)
    assert decision.odds is not None
    odds = decision.odds(("attack", "crew-08", "enemy-13"))
    assert odds is not None
    assert odds.outcomes == (("success", 0.5), ("failure", 0.5))
    assert [m[:2] for m in odds.modifiers] == [(3, "WB-14.2"), (-1, "WB-17.3")]
    assert decision.odds(("pass", "crew-08")) is None


def test_every_operation_is_used_by_a_card() -> None:
    """WB-13 The vocabulary holds nothing that no card says."""
    from sandtable.games.warbirds.components import DAMAGE

    def all_of(effects: tuple[Effect, ...]) -> set[str]:
        found = set()
        for one in effects:
            found |= {one.op} | all_of(one.success + one.fail + one.both_success + one.both_fail)
        return found

    effects = [card.effects for card in EVENTS.values()] + [card.effects for card in DAMAGE.values()]
    used = set().union(*map(all_of, effects))
    assert used == set(OPERATIONS)


def test_what_was_evaded_so_far_is_seen_during_the_manoeuvre() -> None:
    """WB-8.8 The captain, and the sensible player, weigh the next test against what a failure would cost."""
    s = standard(mission="mission-07", dice=loaded("S S S F"))
    flow = play(s)
    assert isinstance(next(flow), Choose)
    seen = []
    answer: Option = ("evade", "crew-01")
    for _ in range(3):
        asked = flow.send(answer)
        assert isinstance(asked, Choose)
        view = GAME.sight(s, asked.seat)
        seen.append(
            (asked.about[0], view.evaded, GAME.sensible(view, asked.seat, list(asked.options), asked.rule, s.dice))
        )
        answer = ("evade_again",)
    assert seen == [(1, 1, ("evade_again",)), (2, 2, ("stop",)), (3, 3, ("stop",))]
    with pytest.raises(StopIteration):
        flow.send(("evade_again",))
    assert s.evaded == 0, "one failure voids them all"
