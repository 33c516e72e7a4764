"""Cases where clauses meet, worked out from the rulebook first: evasion, engines, gliding, jumping, medals."""

from __future__ import annotations

import pytest

from sandtable.games.warbirds.components import AIRMEN, MISSIONS
from sandtable.games.warbirds.model import Phase
from sandtable.games.warbirds.rules.bail_out import bail_out, parachute_modifiers
from sandtable.games.warbirds.rules.damage import casualty, check_engines, fail_engine
from sandtable.games.warbirds.rules.events import cards_due
from sandtable.games.warbirds.rules.interrupts import BailOut, BreakFormation
from sandtable.games.warbirds.rules.skill import cockpit_modifiers, value_of
from sandtable.kernel.state import replace
from tests.games.warbirds.situations import STANDARD_CREW, activity, events, hurt, loaded, standard, used_up


def test_a_lone_straggler_that_evades_meets_nobody() -> None:
    """WB-8.8, WB-9.2, WB-19.7 One card is due out of formation; one success spares it, and nothing is left."""
    s = standard(formation_broken=True, alternate_turns=2, fuel=5, dice=loaded("S F S"))
    asked = activity(s, ("evade", "crew-01"))
    assert (cards_due(s), s.evaded, len(asked)) == (1, 1, 1)
    assert used_up(s), "navigator, radio, and one test of the pilots"
    s.dice = loaded()
    activity(s)
    assert s.enemy_discard == []


def test_on_the_way_out_two_engines_abort_the_mission_and_the_fourth_ends_it() -> None:
    """WB-18.4, WB-19.9, WB-18.5 At 2 the bombs drop as misses; the limit is 3 then, but it is broken already."""
    s = standard(phase="approach")
    fail_engine(s, 1)
    with pytest.raises(BreakFormation):
        fail_engine(s, 3)
    s.formation_broken, s.bombs_gone = True, True
    fail_engine(s, 2)
    assert len(s.engines_out) == 3
    with pytest.raises(BailOut):
        fail_engine(s, 4)


def test_a_shot_down_engine_counts_against_the_wing_that_carries_it() -> None:
    """WB-18.3, WB-17.6 The same engine again is no second failure: its wing suffers, and the formation holds."""
    s = standard()
    fail_engine(s, 1)
    before = dict(s.parts)
    fail_engine(s, 1)
    check_engines(s)
    assert s.engines_out == (1,)
    assert sum(s.parts.values()) - sum(before.values()) == 1


@pytest.mark.parametrize(
    ("hurt_men", "engines", "value"),
    [({}, (), 0), ({"crew_02": 2}, (), -1), ({"crew_02": 3}, (1,), -2), ({"crew_01": 1}, (2, 4), -2)],
)
def test_how_well_the_pilots_fly(hurt_men: dict[str, int], engines: tuple[int, ...], value: int) -> None:
    """WB-14.5 The better of the two, 1 less alone and for each engine; an injured man is one worse; at least 0."""
    s = standard()
    hurt(s, **hurt_men)
    skills = {
        id: max(0, AIRMEN[id].skills["pilot"] - (s.crew[id].damage > 0))
        for id in ("crew-01", "crew-02") if s.crew[id].damage < 2
    }  # fmt: skip
    assert value_of(cockpit_modifiers(s.crew, s.kept, engines)) == max(0, max(skills.values()) + value)


def test_who_jumps_from_where() -> None:
    """WB-20.4, WB-20.5 2; 1 from the ball turret or injured; 0 for both; the incapacitated go down."""
    s = standard(phase="return", dice=loaded("S S S S S S F F S"))
    hurt(s, crew_07=1, crew_09=2, crew_10=1)
    skills = {id: value_of(parachute_modifiers(man)) for id, man in s.crew.items()}
    assert (skills["crew-01"], skills["crew-10"], skills["crew-07"]) == (2, 1, 0)
    s.crew["crew-07"] = replace(s.crew["crew-07"], damage=0)
    assert value_of(parachute_modifiers(s.crew["crew-07"])) == 1
    bail_out(s, "fuel")
    assert used_up(s), "nine men can jump"
    assert s.crew["crew-09"].damage == 3
    survivors = [id for id, man in s.crew.items() if man.alive]
    assert len(survivors) == 7
    assert all(s.crew[id].damage == 2 for id in survivors)


@pytest.mark.parametrize(("phase", "score", "left"), [("return", 2 + 4 - 1 + 2, True), ("enemy", 2 + 4 - 1, False)])
def test_a_medal_that_comes_home_by_parachute_counts(phase: Phase, score: int, left: bool) -> None:
    """WB-20.6, WB-21.4, WB-21.5, WB-20.3 Survivors are back at base; over enemy territory nobody is, and no medal."""
    s = standard("debriefing", phase, mission_ended="bail_out", bail_out_cause="fuel", bombs_gone=True, bomb_hits=2)
    s.medals = {"crew-02": ("casualty-12",), "crew-08": ("casualty-13",)}
    s.medal_supply = ["casualty-09", "casualty-10", "casualty-11"]
    hurt(s, crew_08=3, crew_02=2)
    activity(s)
    assert s.reports[-1].score == score
    assert s.medals == ({"crew-02": ("casualty-12",)} if left else {})
    assert s.roster["crew-02"] == ("infirmary" if left else "gone")


@pytest.mark.parametrize(("card", "spared"), [("casualty-12", True), ("casualty-01", False)])
def test_a_medal_stops_a_bullet_for_its_owner_alone(card: str, spared: bool) -> None:
    """WB-17.2 His medals are among the cards that he draws from, nobody else's; one that he draws leaves all whole."""
    s = standard(dice=loaded(casualty=[card]))
    s.medals = {"crew-05": ("casualty-12",)}
    before = dict(s.parts)
    hit_man = casualty(s, "crew-05")
    assert (s.crew["crew-05"].damage == 0 and hit_man) == spared
    assert s.parts == before
    s = standard(dice=loaded(casualty=[card]))
    s.medals = {"crew-06": ("casualty-12",)}
    if spared:
        with pytest.raises((AssertionError, LookupError, ValueError)):
            casualty(s, "crew-05")


def test_the_last_fuel_ends_the_turn_and_gliding_begins_with_the_next() -> None:
    """WB-8.4, WB-19.4, WB-19.5, WB-19.7, WB-19.6 Dry over the target: three turns from a base, a test in each."""
    s = standard(fuel=1, dice=loaded(), mission=next(iter(MISSIONS)))
    activity(s)
    assert (s.formation_broken, s.alternate_turns, s.fuel) == (True, 3, 0)
    assert "glides" not in events(s)
    activity(s)
    assert s.alternate_turns == 3, "the interrupted turn does not bring it nearer"
    s.dice = loaded("F")
    activity(s)
    assert (s.mission_ended, s.bail_out_cause) == ("bail_out", "fuel")
    assert STANDARD_CREW.keys() == s.crew.keys()
