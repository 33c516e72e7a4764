"""Chapters 11 to 19: special units, victory, set-up, both orders of appearance, the drop, options, edge cases."""

from __future__ import annotations

import pytest

from sandtable.bots.player import chooser, find_bot
from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import (
    AIRFIELDS,
    ALLIED,
    ARRIVALS,
    DIVISIONS,
    ENTRIES,
    FORMATIONS,
    GERMAN,
    HQ,
    KINDS,
    LEADERS,
    REICHSTAG,
    UNITS,
    VS_POOL,
)
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import (
    BOX,
    DROPPING,
    ELIMINATED,
    LATER,
    LOST,
    POOL,
    REMOVED,
    SET_UP,
    Attack,
    DivisionStatus,
)
from sandtable.games.ontoberlin.play import play
from sandtable.games.ontoberlin.report import outcome
from sandtable.games.ontoberlin.rules.assault import take_leader
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, BOMBARDMENT, GUNFIRE, STRIKE, note_attack
from sandtable.games.ontoberlin.rules.basics import is_static, remove
from sandtable.games.ontoberlin.rules.drop import aiming_hexes, anti_aircraft, begin_drop, drop, land_next, touch_down
from sandtable.games.ontoberlin.rules.drop_plan import choose_lz, plan_strikes, pregame_strikes
from sandtable.games.ontoberlin.rules.entering import GameOver, capture, enter
from sandtable.games.ontoberlin.rules.interdiction import interdict
from sandtable.games.ontoberlin.rules.movement import move_units
from sandtable.games.ontoberlin.rules.reach import begin, may_move
from sandtable.games.ontoberlin.rules.reinforcements import german_arrival, reserve, reserve_places
from sandtable.games.ontoberlin.rules.results import carry_out
from sandtable.games.ontoberlin.rules.setup import DEPLOYMENTS, deploy, set_up, zone
from sandtable.games.ontoberlin.rules.subway import subway_exits, subway_riders
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.playout import play_out
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace

from .field import (
    GD,
    LAH,
    OPEN,
    PARA,
    VS_12,
    VS_22,
    Script,
    empty,
    first_decision,
    load,
    options_of,
    place,
    run,
    side,
    sum_up,
    vp,
)

N, NE, SE, S, SW, NW = (side(OPEN, c) for c in ("N", "NE", "SE", "S", "SW", "NW"))


# -- chapter 11 ------------------------------------------------------------------------------------------------------


def test_two_leaders_and_no_hitler() -> None:
    """OB-11.1.1, OB-11.1.2, OB-11.2.1, OB-11.2.2"""
    s = GAME.new(GAME.settle({}), Dice(seed_from("leaders")))
    assert set(s.leaders) == {"leader-goering", "leader-himmler"} == set(LEADERS)
    assert zone("leader-goering") == ("5117", "5118")
    assert s.leaders["leader-himmler"].hex == "5119"
    assert not any("plant" in KINDS[u].name.lower() or KINDS[u].name.lower() == "hitler" for u in UNITS)
    assert all(KINDS[u].drop for u in UNITS if KINDS[u].side == ALLIED)  # all Allied artillery comes by air
    run(set_up(s), ("stand", "leader-goering", "5118"))
    assert s.leaders["leader-goering"].hex == "5118"


def test_a_leader_is_captured_by_entering_and_stays_captured() -> None:
    """OB-11.1.3, OB-11.1.4, OB-11.1.5, OB-19.6"""
    s = empty()
    place(s, LAH, "5119")
    remove(s, LAH, REMOVED)  # his guards may leave; he stays alone
    assert s.leaders["leader-himmler"].captured == 0
    place(s, PARA[0], "5120")
    enter(s, PARA[0], "5119")
    assert s.leaders["leader-himmler"].captured == 3
    assert vp(s) == (0, 0)
    enter(s, PARA[0], "5120")
    place(s, LAH, "5119")
    assert s.leaders["leader-himmler"].captured == 3


def test_an_assault_that_empties_his_hex_captures_a_leader() -> None:
    """OB-11.1.7"""
    s = empty()
    take_leader(s, "5119")
    assert s.leaders["leader-himmler"].captured == 3
    take_leader(s, OPEN)
    assert s.leaders["leader-goering"].captured == 0


def test_hitler_youth_wake() -> None:
    """OB-11.3.1"""
    s = empty(player="allied", turn=2)
    place(s, VS_12, OPEN)
    note_attack(s, Attack(ASSAULT, OPEN, ()), ALLIED)
    assert not s.hj_trigger  # neither SS nor Luftwaffe
    place(s, "g-gatow-infantry-1", N)
    note_attack(s, Attack(BOMBARDMENT, N, ()), ALLIED)
    assert s.hj_trigger
    assert not s.vs_trigger


def test_volkssturm_wake_and_may_retreat_before() -> None:
    """OB-11.4.1, OB-11.4.2"""
    s = empty(turn=2)
    place(s, VS_12, OPEN)
    place(s, "g-vsengineers-engineer-1", "5315", combat=False)
    s.player = GERMAN
    assert not may_move(s, VS_12)
    assert not may_move(s, "g-vsengineers-engineer-1")
    far = side(S, "S")
    run(carry_out(s, Attack(GUNFIRE, OPEN, ()), ALLIED, "R", "test"), ("retreat", VS_12, far), ("face", far, "N"))
    assert s.units[VS_12].at == far
    place(s, LAH, N)
    note_attack(s, Attack(GUNFIRE, N, ()), ALLIED)
    assert s.vs_trigger


def test_thirty_of_forty_eight_volkssturm() -> None:
    """OB-11.4.3, OB-13.2"""
    s = GAME.new(GAME.settle({}), Dice(seed_from("draw")))
    assert len(VS_POOL) == 48
    assert all(s.units[u].at == POOL for u in VS_POOL)
    deploy(s, DEPLOYMENTS["ring"])
    assert sum(s.units[u].at == POOL for u in VS_POOL) == 18
    assert s.drawn
    decision = first_decision(set_up(GAME.new(GAME.settle({}), Dice(seed_from("draw")))))
    assert not any(o[0] == "place" and o[1] in VS_POOL for o in decision.options)
    assert decision.why_not is not None
    assert decision.why_not(("place", VS_POOL[0])) == (
        "You can't place Volkssturm yet: place all other units first.",
        "OB-13.2",
    )


# -- chapter 12 ------------------------------------------------------------------------------------------------------


def test_what_scores_and_what_does_not() -> None:
    """OB-12.5, OB-12.6"""
    s = empty()
    place(s, VS_12, OPEN)
    place(s, VS_22, N)
    run(carry_out(s, Attack(STRIKE, OPEN, (), 1), ALLIED, "E", "strike"))
    assert vp(s) == (1, 0)
    remove(s, VS_22, REMOVED)
    assert vp(s) == (1, 0)
    assert s.tally["allied_vp_strike"] == 1


def test_leaders_outweigh_the_reichstag() -> None:
    """OB-12.7"""
    s = empty()
    s.leaders["leader-goering"] = replace(s.leaders["leader-goering"], hex=REICHSTAG)
    s.leaders["leader-himmler"] = replace(s.leaders["leader-himmler"], captured=2)
    s.vp["german"] = 50
    place(s, PARA[0], "5014")
    with pytest.raises(GameOver):
        enter(s, PARA[0], REICHSTAG)
    result = outcome(s)
    assert result is not None
    assert result.winners == ("allied",)
    with pytest.raises(GameOver):
        capture(s, "leader-goering")


def test_the_game_goes_on_without_allied_units() -> None:
    """OB-19.8"""
    s = empty(turn=9, player="german")
    s.step = "end_combat"
    run(play(s))
    assert (s.turn, s.ended) == (10, "")


# -- chapter 13 ------------------------------------------------------------------------------------------------------


def test_zones_of_the_set_up() -> None:
    """OB-13.1, OB-13.4, OB-13.5, OB-13.6, OB-13.7, OB-13.8"""
    assert zone("g-hj-infantry-1") == ("5115",)
    assert zone("g-hgoering-mech-1") == ("5117", "5118")
    assert set(zone("g-janums-infantry-1")) == set(MAP.within("4516", 1)) - MAP.water
    assert set(zone("g-tegel-flak-1")) == set(AIRFIELDS["tegel"].perimeter)
    assert all(MAP.grid.edge_distance(h) >= 3 for h in zone("g-berlinflak-flak-4"))
    assert all(MAP.hexes[h].perimeter == "in" for h in zone("g-408artillery-artillery-1"))
    assert all({"major", "ubahn"} & set(MAP.hexes[h].features) for h in zone("g-engineers-engineer-1"))
    assert all(MAP.hexes[h].perimeter in ("on", "in") for h in zone("g-berlinat-at-1"))
    assert all("ubahn" in MAP.hexes[h].features for h in zone("g-gendarmerie-infantry-1"))
    assert set(zone("g-fah-infantry-1")) == set(MAP.strongpoints)
    assert set(zone("g-hj-infantry-2")) == set(MAP.within("2515", 1)) - MAP.water
    volkssturm = zone(VS_12)
    assert all(MAP.hexes[h].perimeter != "out" or MAP.grid.edge_distance(h) >= 4 for h in volkssturm)
    assert not set(volkssturm) & MAP.water
    towers = [u for u in UNITS if KINDS[u].static]
    assert {zone(u)[0] for u in towers} == set(MAP.towers)


def test_who_starts_in_which_mode() -> None:
    """OB-13.3"""
    s = GAME.new(GAME.settle({}), Dice(seed_from("modes")))
    deploy(s, DEPLOYMENTS["citadel"])
    on_map = {u: unit for u, unit in s.units.items() if unit.at in s.stacks}
    assert {KINDS[u].cls == "flak" for u in on_map} == {True, False}
    for u, unit in on_map.items():
        assert unit.combat == (KINDS[u].cls == "flak")


def test_the_perimeter() -> None:
    """OB-13.9"""
    ring = [h for h in MAP.hexes.values() if h.perimeter == "on"]
    assert len(MAP.strongpoints) == 27
    assert all("strongpoint" not in h.features or h.perimeter == "on" for h in MAP.hexes.values())
    assert all(sum(MAP.hexes[n].perimeter == "on" for n in MAP.neighbours[h.id]) >= 2 for h in ring)


@pytest.mark.parametrize("name", sorted(DEPLOYMENTS))
@pytest.mark.parametrize("tower", ["off", "on"])
def test_prepared_deployments_are_lawful_and_complete(name: str, tower: str) -> None:
    """OB-13.1, OB-13.2, OB-19.5"""
    for seed in range(5):
        s = GAME.new(GAME.settle({"reichstag_flak_tower": tower}), Dice(seed_from(seed)))
        deploy(s, DEPLOYMENTS[name])
        assert GAME.invariants(s) == []
        assert not any(unit.at == SET_UP for unit in s.units.values())
        for u, unit in s.units.items():
            if unit.at in s.stacks:
                assert unit.at in zone(u, s.tower)
        assert ("done",) in options_of(set_up(s))
    assert len(DEPLOYMENTS) >= 3


def test_placing_by_hand_and_editing() -> None:
    """OB-13.1, OB-13.3"""
    position = Position.new(GAME, {}, 5)
    position.apply("german", ("place", "g-berlinflak-flak-4"))
    refused = position.refusal("german", ("at", "0101"))
    assert refused is not None
    assert refused.rule == "OB-13.1"
    position.apply("german", ("at", OPEN))
    position.apply("german", ("face", OPEN, "SE"))
    assert position.state.facing[OPEN] == 2  # type: ignore[attr-defined]
    position.undo("german")
    position.undo("german")
    position.apply("german", ("at", "0516"))
    position.apply("german", ("face", "0516", "N"))
    position.apply("german", ("deploy", "ring"))
    position.apply("german", ("shift", VS_POOL_PLACED(position)))
    position.apply("german", ("at", OPEN))
    assert ("done",) in position.options("german")


def VS_POOL_PLACED(position: Position) -> str:  # noqa: N802 - reads as the thing it finds
    state = position.state
    return next(u for u in VS_POOL if state.units[u].at in MAP.hexes)  # type: ignore[attr-defined]


# -- chapter 14 ------------------------------------------------------------------------------------------------------


def test_the_german_order_of_appearance() -> None:
    """OB-14.1, OB-14.2, OB-14.3"""
    timetable = {a.formation: (a.turn, a.entries[0], a.entries[-1], len(FORMATIONS[a.formation])) for a in ARRIVALS}
    assert timetable == {
        "9th Parachute": (2, "A", "C", 6),
        "56th Panzer Korps": (3, "H", "K", 5),
        "Muncheberg": (3, "H", "K", 8),
        "18th PzGren": (4, "H", "K", 7),
        "20th PzGren": (5, "H", "K", 7),
        "11th SS Nordland": (9, "D", "F", 8),
        "Clausewitz": (10, "T", "V", 1),
    }
    edges = {letter: MAP.grid.place[hex] for letter, hex in ENTRIES.items()}
    assert [edges[x][1] for x in "ABCDEFG"] == [1] * 7
    assert [edges[x][0] for x in "HIJK"] == [70] * 4
    assert [edges[x][1] for x in "LMNOPQR"] == [37] * 7
    assert [edges[x][0] for x in "STUV"] == [1] * 4
    assert {KINDS[u].service for u in FORMATIONS["9th Parachute"]} == {"luftwaffe"}
    assert {KINDS[u].service for f in ("11th SS Nordland", "Clausewitz") for u in FORMATIONS[f]} == {"ss"}


def test_interdiction_only_with_the_option_and_only_of_variable_formations() -> None:
    """OB-14.4.1, OB-14.4.2"""
    s = empty(4, ALLIED)
    s.strikes = 2
    run(interdict(s))
    assert (s.strikes, s.step) == (0, "end_combat")
    s = empty(4, ALLIED, variable_reinforcements="on")
    s.strikes, s.step = 2, "interdict"
    options = options_of(interdict(s))
    assert ("interdict", "18th PzGren") in options
    assert not any(o[-1] in ("9th Parachute", "56th Panzer Korps", "Clausewitz") for o in options)
    run(interdict(s), ("interdict", "18th PzGren"))
    assert s.interdiction == {"18th PzGren": 1}
    s = empty(3, GERMAN, variable_reinforcements="on")
    german_arrival(s, next(a for a in ARRIVALS if a.formation == "56th Panzer Korps"))
    assert all(s.units[u].at == BOX for u in FORMATIONS["56th Panzer Korps"])


# -- chapter 15 ------------------------------------------------------------------------------------------------------


def test_lz_hexes_are_perimeter_hexes() -> None:
    """OB-15.1.3"""
    s = empty(turn=0)
    s.divisions["US 82nd"] = DivisionStatus("gatow")
    options = options_of(choose_lz(s))
    assert options == {("lz", "US 82nd", hex) for hex in AIRFIELDS["gatow"].perimeter}


def test_the_plan_becomes_public_with_the_drop() -> None:
    """OB-15.1.4, OB-15.3.1"""
    s = empty(turn=1, rolls=[6] * 16)
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225")
    s.divisions["US 17th"] = DivisionStatus("rechlin", edge="south")
    shown = s.secrets_shown
    options = options_of(drop(s))
    assert {("drop", "US 82nd"), ("drop", "US 17th")} <= options
    begin_drop(s, "US 82nd")
    assert s.divisions["US 82nd"].public
    assert s.secrets_shown > shown
    assert s.dropping == "US 82nd"
    assert all(o[0] == "land" for o in options_of(drop(s)))  # one division drops completely before the next


def test_eighteen_strikes_before_the_game() -> None:
    """OB-15.1.5, OB-19.9"""
    s = empty(turn=0)
    for n, hex in enumerate((OPEN, "0515", "0521")):
        place(s, VS_POOL[n], hex, combat=False)
    s.strikes, s.napalm = 4, 1
    run(plan_strikes(s), ("plan_napalm", OPEN))
    assert s.napalm == 0
    assert ("plan_napalm", OPEN) not in options_of(plan_strikes(s))
    for _ in range(2):
        run(plan_strikes(s), ("plan_strike", OPEN))
    assert ("plan_strike", OPEN) not in options_of(plan_strikes(s))
    run(plan_strikes(s), ("plan_strike", "0515"))
    assert s.plan == {OPEN: (3, 1), "0515": (1, 0)}
    run(plan_strikes(s))
    remove(s, VS_POOL[1], REMOVED)
    run(pregame_strikes(s), ("resolve", "0515"))  # wasted: no dice
    load(s, 6, 6)
    run(pregame_strikes(s))
    assert s.units[VS_POOL[0]].at == ELIMINATED
    assert vp(s) == (1, 0)


def test_divisions_and_their_confusion() -> None:
    """OB-15.2.1"""
    assert {d: (division.confusion, len(FORMATIONS[d])) for d, division in DIVISIONS.items()} == {
        "British 1st": (1, 12),
        "British 6th": (2, 13),
        "British 52nd": (1, 16),
        "US 17th": (2, 16),
        "US 82nd": (1, 16),
        "US 101st": (1, 16),
    }


def test_units_land_one_at_a_time_on_open_ground() -> None:
    """OB-15.3.3, OB-15.3.4"""
    s = empty(turn=1)
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225", lz_alive=True, public=True, dropped=True)
    s.dropping = "US 82nd"
    para, glider = PARA[0], "a-us82nd-infantry-7"
    for u in (para, glider):
        s.units[u] = replace(s.units[u], at=DROPPING)
    assert options_of(land_next(s)) == {("land", para), ("land", glider)}
    place(s, GD[0], "5225", combat=False)
    for u in (para, glider):
        hexes = aiming_hexes(s, u)
        assert "5225" not in hexes
        assert "5426" not in hexes  # a live strongpoint
        for hex in hexes:
            open_ground = MAP.hexes[hex].terrain in ("clear", "park", "airfield")
            assert open_ground or (u == glider and MAP.hexes[hex].road)
            assert MAP.distance(hex, "5225") <= 6
    assert len(aiming_hexes(s, glider)) > len(aiming_hexes(s, para))


def test_landing_has_the_effects_of_entering() -> None:
    """OB-15.3.12"""
    s = empty(turn=1, rolls=[1, 1])
    run(touch_down(s, PARA[0], "5426"))
    assert "5426" in s.fallen
    assert s.units[PARA[0]].disrupted
    s = empty(turn=1, rolls=[1, 1])
    with pytest.raises(GameOver):
        run(touch_down(s, PARA[0], REICHSTAG))
    assert s.ended == "reichstag"


def test_the_reserve_division() -> None:
    """OB-15.4.3"""
    s = empty(6, ALLIED, rolls=[4])
    s.step = "reserve"
    place(s, PARA[0], "5125")
    assert reserve_places(s) == ["tempelhof"]
    answers: list[Option] = [
        ("roll", "British 52nd"),
        ("bring", "British 52nd", "tempelhof"),
        ("lz", "British 52nd", "5225"),
    ]
    script = Script(*answers)
    flow = reserve(s)
    decision = next(flow)
    for answer in script.answers:
        decision = flow.send(answer)
    placed = 0
    while isinstance(decision, Choose) and decision.ask == "put_down":
        placed += 1
        try:
            decision = flow.send(decision.options[placed % len(decision.options)])
        except StopIteration:
            break
    on_map = [u for u in FORMATIONS["British 52nd"] if s.units[u].at in MAP.hexes]
    assert placed == len(on_map) == 16
    assert all(not s.units[u].combat for u in on_map)
    assert begin(s, on_map[0]).most == 8  # half of its Maneuver MA, in half points
    assert s.divisions["British 52nd"].lz == "5225"
    s = empty(6, ALLIED, rolls=[4])
    run(reserve(s), ("roll", "British 52nd"))
    assert s.divisions["British 52nd"].success
    assert all(s.units[u].at == LATER for u in FORMATIONS["British 52nd"])
    s = empty(6, ALLIED, rolls=[5])
    run(reserve(s), ("roll", "British 52nd"))
    assert not s.divisions["British 52nd"].success


# -- chapters 16 to 19 -----------------------------------------------------------------------------------------------


def test_the_reichstag_as_a_flak_tower() -> None:
    """OB-16.1"""
    s = GAME.new(GAME.settle({"reichstag_flak_tower": "on"}), Dice(seed_from("tower")))
    flak = "g-berlinflak-flak-4"
    assert s.units[flak].at == REICHSTAG
    assert is_static(s, flak)
    s.turn, s.player = 3, ALLIED
    found = sum_up(s, STRIKE, REICHSTAG, strikes=1)
    assert (found.protection, found.drm) == (6, -2)
    assert anti_aircraft(s, "1023") >= 4  # three towers and the Reichstag, however far away
    remove(s, flak, ELIMINATED)
    place(s, GD[0], REICHSTAG)
    assert sum_up(s, STRIKE, REICHSTAG, strikes=1).protection == 4 + 2


def test_subways() -> None:
    """OB-17.1"""
    s = empty(2, GERMAN, subways="on")
    entrance = next(h for h in MAP.entrances if any(0 < MAP.distance(h, o) <= 6 for o in MAP.entrances))
    u = place(s, "g-mvk-infantry-1", entrance, combat=False)
    assert subway_riders(s) == [u]
    out = subway_exits(s, u)
    assert all(MAP.distance(entrance, hex) <= 6 for hex in out)
    run(move_units(s), ("subway", u), ("emerge", out[0]))
    assert s.units[u].at == out[0]
    assert not may_move(s, u)
    s.subway_rides = 3
    place(s, "g-fah-infantry-1", entrance, combat=False)
    assert subway_riders(s) == []
    s = empty(2, GERMAN)
    place(s, "g-mvk-infantry-1", entrance, combat=False)
    assert subway_riders(s) == []


def test_the_handicap() -> None:
    """OB-17.3"""
    s = GAME.new(GAME.settle({"handicap": 8}), Dice(seed_from("handicap")))
    assert vp(s) == (8, 0)
    assert GAME.settle({})["handicap"] == 0


def test_bots_play_both_sides_by_the_same_rules() -> None:
    """OB-18.1, OB-18.2"""
    s = GAME.new(GAME.settle({}), Dice(seed_from("bots")))
    greedy = find_bot("greedy")
    result, decisions = play_out(
        GAME, s, chooser(GAME, {"allied": greedy, "german": greedy}, Dice(seed_from("thinking")))
    )
    assert decisions > 1000
    reichstag = result.facts["german_vp_reichstag"]
    assert isinstance(reichstag, int)
    assert result.facts["allied_units_lost"] == result.scores["german"] - reichstag
    assert result.facts["german_units_lost"] == result.scores["allied"]
    assert GAME.invariants(s) == []


def test_lost_units_are_not_set_aside_forever() -> None:
    """OB-15.4.1"""
    s = empty(turn=2)
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225", lz_alive=True, public=True, dropped=True, arrived=True)
    for u in FORMATIONS["US 82nd"]:
        s.units[u] = replace(s.units[u], at=LOST if u == PARA[0] else REMOVED)
    load(s, 1)
    begin_drop(s, "US 82nd")
    assert s.units[PARA[0]].at == LOST
    assert s.units[PARA[0]].moved
    assert HQ["US 82nd"] == "a-us82nd-hq-1"
