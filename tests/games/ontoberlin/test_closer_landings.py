"""A closer look at landings, arrivals, the set-up and the figures that reports are made of."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import AIRFIELDS, ALLIED, DATA, ENTRIES, FORMATIONS, GERMAN, KINDS
from sandtable.games.ontoberlin.map.geography import COMPASS, MAP
from sandtable.games.ontoberlin.model import BOX, DRIFTED, DROPPING, ELIMINATED, LATER, LOST, DivisionStatus, OnToBerlin
from sandtable.games.ontoberlin.play import end_recovery
from sandtable.games.ontoberlin.report import facts
from sandtable.games.ontoberlin.rules import setup
from sandtable.games.ontoberlin.rules.basics import score
from sandtable.games.ontoberlin.rules.drop import begin_drop, displace, drift_off, land, land_next, safe, touch_down
from sandtable.games.ontoberlin.rules.entering import end_of_segment, lose_lz
from sandtable.games.ontoberlin.rules.entry_hexes import entry_options
from sandtable.games.ontoberlin.rules.movement import movable
from sandtable.games.ontoberlin.rules.reinforcements import arrive_at_edge, reserve_places, roll_off_map_divisions
from sandtable.games.ontoberlin.rules.setup import DEPLOYMENTS, Deployment, deploy, place_by_hand, set_up
from sandtable.games.ontoberlin.rules.subway import ride, subway_riders
from sandtable.games.ontoberlin.rules.supply import desertion
from sandtable.games.ontoberlin.rules.victory import end_of_turn
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import DataError
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.ontoberlin.field import (
    GD,
    OPEN,
    PARA,
    VS_11,
    VS_12,
    N,
    after,
    empty,
    first_decision,
    load,
    options_of,
    place,
    run,
    step_of,
    supplied,
    vp,
)

GLIDER = next(u for u in FORMATIONS["US 82nd"] if KINDS[u].drop == "glider")
MVK = "g-mvk-infantry-1"


def landed_with(hex: str, u: str, *dice: int, **flags: dict[str, Any]) -> OnToBerlin:
    """A unit comes down in a hex with these dice for the landing attack."""
    s = empty(1, ALLIED, rolls=list(dice))
    s.divisions["US 82nd"] = supplied()
    for name, value in flags.items():
        setattr(s, name, value)
    s.journal = Journal()
    run(touch_down(s, u, hex))
    return s


def landing_line(s: OnToBerlin) -> dict[str, Any]:
    """What the journal says of a landing attack."""
    [facts] = [line.facts for line in s.journal.lines if line.event == "landing_attack"]
    return dict(facts)


def test_protection_helps_in_woods_and_not_among_houses() -> None:
    """OB-15.3.10 Parachutists on column D, gliders on E; the Protection Factor is not taken off in Built Up hexes."""
    woods = next(h for h in MAP.hexes if MAP.hexes[h].terrain == "woods" and not MAP.hexes[h].features)
    s = landed_with(woods, PARA[0], 6, 6)
    told = landing_line(s)
    assert told["modifiers"] == [(-2, "OB-15.3.10", "Protection Factor")]
    assert (told["column"], told["result"]) == ("D", "D")
    assert (s.units[PARA[0]].disrupted, s.units[PARA[0]].landed, s.units[PARA[0]].combat) == (True, True, False)
    assert s.fights == {woods: 1}
    s = landed_with("3720", PARA[0], 6, 6)
    told = landing_line(s)
    assert (told["modifiers"], told["result"]) == ([], "E")
    assert s.units[PARA[0]].at == ELIMINATED
    assert vp(s) == (0, 1)
    assert s.tally["drop_killed"] == 1
    houses = next(h for h in MAP.hexes if MAP.hexes[h].terrain == "builtup" and not MAP.hexes[h].road)
    told = landing_line(landed_with(houses, GLIDER, 3, 4))
    assert (told["column"], told["result"]) == ("E", "D")


def test_an_exchange_kills_who_lands() -> None:
    """OB-15.3.10"""
    s = landed_with("3720", PARA[0], 3, 4)
    told = landing_line(s)
    assert told["meaning"] == {"say": "landing_lost"}
    assert told["result"] == "EX"
    assert s.units[PARA[0]].at == ELIMINATED


def test_strongpoints_towers_and_ruins_are_never_safe() -> None:
    """OB-15.3.10 In a live strongpoint or a tower the Protection Factor does not help; in ruins it does."""
    field = next(h for h in MAP.strongpoints if MAP.hexes[h].terrain == "clear")
    told = landing_line(landed_with(field, PARA[0], 5, 6))
    assert (told["modifiers"], told["result"]) == ([], "E")
    s = empty()
    s.divisions["US 82nd"] = supplied()
    assert not safe(s, PARA[0], field)
    s.fallen[field] = 2
    assert safe(s, PARA[0], field)
    s.ruins[field] = True
    assert not safe(s, PARA[0], field)
    told = landing_line(landed_with(OPEN, PARA[0], 5, 6, ruins={OPEN: True}))
    assert told["modifiers"] == [(-2, "OB-15.3.10", "Protection Factor")]
    tower = "4218"
    assert landing_line(landed_with(tower, PARA[0], 1, 2))["modifiers"] == []


def test_who_finds_no_place_dies() -> None:
    """OB-15.3.9"""
    s = empty(1, ALLIED)
    s.active = PARA[0]
    place(s, VS_11, OPEN)
    for hex in MAP.neighbours[OPEN]:
        place(s, next(u for u in FORMATIONS["VS"] if s.units[u].at == LATER), hex)
    assert run(displace(s, PARA[0], OPEN)) == ""
    assert s.units[PARA[0]].at == ELIMINATED
    assert (vp(s), s.active) == ((0, 1), "")


def test_who_drifts_off_comes_back_at_the_nearest_entry() -> None:
    """OB-15.3.8"""
    s = empty(1, ALLIED)
    s.active = PARA[0]
    run(drift_off(s, PARA[0], "0503"))
    run(drift_off(s, PARA[1], "0503"))
    assert s.units[PARA[0]].at == DRIFTED
    assert s.units[PARA[0]].entries == (ENTRIES["A"],)
    assert s.tally == {"drop_drifted": 2}
    assert s.active == ""


def test_the_allied_player_picks_unit_and_hex() -> None:
    """OB-15.3.3, OB-15.3.4"""
    s = empty(1, ALLIED)
    s.divisions["US 82nd"] = supplied()
    s.dropping = "US 82nd"
    for u in PARA[:2]:
        s.units[u] = replace(s.units[u], at=DROPPING)
    decision = first_decision(land_next(s))
    assert (decision.seat, decision.ask, decision.about) == (ALLIED, "land", ("US 82nd",))
    assert set(decision.options) == {("land", PARA[0]), ("land", PARA[1])}
    decision = after(land_next(s), ("land", PARA[0]))
    assert (decision.seat, decision.ask, decision.about) == (ALLIED, "aim", (PARA[0],))


def test_a_unit_that_lands_chooses_its_mode() -> None:
    """OB-15.3.6, OB-15.3.11 A glider that hits its mark: no scatter."""
    s = empty(1, ALLIED, rolls=[6])
    s.divisions["US 82nd"] = supplied()
    run(land(s, GLIDER, OPEN), ("combat", GLIDER), ("face", OPEN, "SE"))
    assert (s.units[GLIDER].at, s.units[GLIDER].combat, s.units[GLIDER].landed) == (OPEN, True, True)
    assert s.facing[OPEN] == COMPASS.index("SE")
    assert s.active == ""


def test_units_lost_and_drawn_are_counted() -> None:
    """OB-15.3.2, OB-15.3.14"""
    s = empty(1, ALLIED)
    s.divisions["US 82nd"] = DivisionStatus("gatow", "1023")
    load(s, *[1, 1, *[6] * (len(FORMATIONS["US 82nd"]) - 2)])
    begin_drop(s, "US 82nd")
    assert s.tally == {"drop_lost": 2}
    assert sum(s.units[u].at == LOST for u in FORMATIONS["US 82nd"]) == 2
    s = empty(1, ALLIED)
    s.divisions["US 17th"] = DivisionStatus("rechlin", edge="south")
    s.dice = Dice("00" * 32)
    begin_drop(s, "US 17th")
    assert s.tally == {"drop_off_map": 2}


def test_an_off_map_division_arrives_as_a_whole() -> None:
    """OB-15.4.2 d6 + CF below the turn number; its units wait at every entry hex of the edge."""
    for roll, comes in ((2, True), (3, False)):
        s = empty(4, ALLIED, rolls=[roll])
        s.divisions["US 101st"] = DivisionStatus("rechlin", edge="south", public=True, dropped=True)
        roll_off_map_divisions(s)
        assert s.divisions["US 101st"].arrived == comes
    s = empty(4, ALLIED)
    arrive_at_edge(s, "US 101st", "rechlin")
    status = s.divisions["US 101st"]
    assert (status.arrived, status.edge, status.source) == (True, "south", "edge")
    south = tuple(ENTRIES[letter] for letter in "LMNOPQR")
    assert all((s.units[u].at, s.units[u].entries) == (BOX, south) for u in FORMATIONS["US 101st"])
    assert s.tally == {"arrived_US 101st": 4}


def test_the_reserve_comes_to_an_airfield_or_an_edge_that_is_open() -> None:
    """OB-15.4.3"""
    s = empty(4, ALLIED)
    s.divisions["US 82nd"] = supplied()
    s.divisions["US 101st"] = DivisionStatus("rechlin", edge="south", public=True, dropped=True)
    assert reserve_places(s) == ["gatow"]
    s.divisions["US 101st"] = replace(s.divisions["US 101st"], arrived=True)
    assert reserve_places(s) == ["gatow", "rechlin"]
    for hex in AIRFIELDS["gatow"].perimeter:
        place(s, next(u for u in FORMATIONS["VS"] if s.units[u].at == LATER), hex)
    assert reserve_places(s) == ["rechlin"]


def test_waiting_units_come_in_where_they_can_pay() -> None:
    """OB-5.2, OB-5.3, OB-5.4 Only units that wait at the edge; the last MP may be spent on the first hex."""
    s = empty(3, GERMAN)
    s.units[GD[0]] = replace(s.units[GD[0]], at=BOX, entries=("0501",))
    s.units[GD[1]] = replace(s.units[GD[1]], at=LATER, entries=("0501",))
    assert movable(s, GERMAN) == [GD[0]]
    s.vs_trigger = True
    slow = VS_12
    assert KINDS[slow].maneuver_ma >= 2
    s.units[slow] = replace(s.units[slow], at=BOX, entries=("0501",), blocked=True)
    assert "0501" in entry_options(s, slow)
    s.ruins["0501"] = True
    assert "0501" not in entry_options(s, slow)


def test_landing_zones_fall_from_the_german_turn_on() -> None:
    """OB-15.3.13 Not in the Allied player-turn of turn 1."""
    for turn, player, alive in ((1, ALLIED, True), (1, GERMAN, False), (2, ALLIED, False)):
        s = empty(turn, player)
        s.divisions["US 82nd"] = supplied("1023")
        place(s, VS_11, "1023")
        end_of_segment(s)
        assert s.divisions["US 82nd"].lz_alive == alive
        assert s.tally == ({} if alive else {"lz_lost": 1})
        lose_lz(s, "US 101st")
        assert s.tally == {"lz_lost": 1 if alive else 2}


def test_after_recovery_the_allied_player_drops_first() -> None:
    """OB-4.3.3"""
    for player, step in ((ALLIED, "drop"), (GERMAN, "movement")):
        s = empty(3, player)
        end_recovery(s)
        assert step_of(s) == step


def test_three_rides_a_turn() -> None:
    """OB-17.1"""
    s = empty(3, GERMAN, subways="on")
    s.vs_trigger = True
    riders = FORMATIONS["VS"][:3]
    for u in riders:
        place(s, u, "5017", combat=False)
    assert set(subway_riders(s)) == set(riders)
    for number, u in enumerate(riders):
        assert s.subway_rides == number
        run(ride(s, u), ("emerge", "5217"))
        assert (s.units[u].at, s.units[u].moved, s.active) == ("5217", True, "")
    place(s, MVK, "5017", combat=False)
    assert subway_riders(s) == []


def test_the_report_tells_where_points_and_losses_come_from() -> None:
    """OB-4.4, OB-6.4, OB-12.4"""
    s = empty(6, GERMAN)
    end_of_turn(s)
    assert (s.tally, s.turn, s.player) == ({"german_vp_reichstag": 2}, 7, ALLIED)
    score(s, ALLIED, 5, "assault")
    for hex, u in ((OPEN, VS_11), (N, VS_12)):
        place(s, u, hex)
    load(s, 6, 6, 5, 6)
    desertion(s)
    assert s.tally["deserters"] == 2
    found = facts(s)
    assert (found["deserters"], found["lz_lost"], found["allied_vp_assault"]) == (2, 0, 5)


# -- the set-up ------------------------------------------------------------------------------------------------------


def test_a_unit_placed_by_hand_is_done() -> None:
    """OB-13.1, OB-13.3"""
    s = GAME.new(GAME.settle({}), Dice.loaded())
    flak = "g-berlinflak-flak-4"
    decision = first_decision(place_by_hand(s, flak))
    assert (decision.seat, decision.about) == (GERMAN, (flak,))
    run(place_by_hand(s, flak), ("at", OPEN), ("face", OPEN, "NE"))
    assert (s.units[flak].at, s.facing[OPEN], s.active) == (OPEN, 1, "")


def test_units_below_the_top_can_be_put_on_top() -> None:
    """OB-3.6.1, OB-13.1"""
    s = GAME.new(GAME.settle({"fog_of_war": "on"}), Dice.loaded())
    [stack] = [s.stacks["5119"]]
    assert len(stack) == 3
    tops = {str(o[1]) for o in options_of(set_up(s)) if o[0] == "top"}
    assert {u for u in tops if u in stack} == set(stack[:-1])
    run(set_up(s), ("top", stack[0]))
    assert s.stacks["5119"] == (*stack[1:], stack[0])


@pytest.mark.parametrize("plan", DEPLOYMENTS.values(), ids=lambda plan: plan.id)
def test_a_prepared_deployment_sets_its_facings(plan: Deployment) -> None:
    """OB-13.1, OB-13.3"""
    s = GAME.new(GAME.settle({}), Dice("11" * 32))
    deploy(s, plan)
    assert all(s.facing[hex] == COMPASS.index(compass) for hex, compass in plan.facing.items() if hex in s.facing)
    assert sum(hex in s.facing for hex in plan.facing) > 6


def test_a_deployment_names_units_and_hexes_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """OB-13.1 The prepared deployments are read from the data, which an owner of the printed game may overlay."""
    assert setup._deployments() == DEPLOYMENTS
    good = DATA.toml("deployments.toml")["deployment"][0]
    for wrong in ({"g-nobody": "5015"}, {MVK: "9999"}):
        raw = {**good, "place": wrong}
        monkeypatch.setattr(type(DATA), "toml", lambda self, name, raw=raw: {"deployment": [raw]})
        with pytest.raises(DataError, match="unknown"):
            setup._deployments()


def test_a_bad_landing_is_no_luck_for_its_division() -> None:
    """OB-15.3.10 Disrupted is less than lost, and still harm: the line has no green sign for the Allied player."""
    woods = next(h for h in MAP.hexes if MAP.hexes[h].terrain == "woods" and not MAP.hexes[h].features)
    assert GAME.words.mark("landing_attack", landing_line(landed_with(woods, PARA[0], 6, 6))) == "bad"
