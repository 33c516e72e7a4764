"""The worked cases 42 to 56, in their order: leaders, victory, and second looks at earlier chapters."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin.components import AIRFIELDS, ALLIED, FORMATIONS, GERMAN, KINDS, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, POOL, Attack
from sandtable.games.ontoberlin.play import end_reinforcement, play
from sandtable.games.ontoberlin.report import outcome
from sandtable.games.ontoberlin.rules.assault import announce, assault
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, BOMBARDMENT, GUNFIRE, STRIKE, note_attack
from sandtable.games.ontoberlin.rules.basics import in_command, remove, zoc
from sandtable.games.ontoberlin.rules.drop import anti_aircraft
from sandtable.games.ontoberlin.rules.drop_plan import assign
from sandtable.games.ontoberlin.rules.entering import GameOver, enter
from sandtable.games.ontoberlin.rules.fire import step_one, step_two
from sandtable.games.ontoberlin.rules.movement import move
from sandtable.games.ontoberlin.rules.reach import begin, may_change_mode, may_move, reach
from sandtable.games.ontoberlin.rules.reinforcements import call_up, call_up_hexes, check_volkssturm
from sandtable.games.ontoberlin.rules.results import carry_out, resolve
from sandtable.games.ontoberlin.rules.supply import recover
from sandtable.games.ontoberlin.rules.victory import end_of_turn
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.ontoberlin.field import (
    END,
    GD,
    HQ82,
    LAH,
    NE,
    NW,
    OPEN,
    PARA,
    VS_11,
    VS_12,
    VS_22,
    N,
    S,
    Script,
    empty,
    first_decision,
    load,
    options_of,
    place,
    run,
    side,
    step_of,
    sum_up,
    supplied,
    vp,
)


def test_case_42_triggers() -> None:
    """OB-11.3, OB-11.4"""
    s = empty(turn=1)
    place(s, "g-gatow-flak-1", "1022", "N")
    note_attack(s, Attack(STRIKE, "1022", (), 1), ALLIED)
    assert (s.hj_trigger, s.vs_trigger) == (False, False)
    gun = place(s, "a-us82nd-artillery-1", "1024")
    note_attack(s, Attack(BOMBARDMENT, "1022", (gun,)), ALLIED)
    assert (s.hj_trigger, s.vs_trigger) == (True, False)
    s.player, s.turn = "german", 2
    hj = place(s, "g-hj-infantry-2", "2515", combat=False)
    place(s, VS_12, OPEN, combat=False)
    assert may_move(s, hj)
    assert not may_move(s, VS_12)
    place(s, PARA[0], "1021", "S")
    note_attack(s, Attack(ASSAULT, "1022", (PARA[0],)), ALLIED)
    assert s.vs_trigger
    assert may_move(s, VS_12)


def test_case_43_leaders() -> None:
    """OB-11.1, OB-12.1"""
    s = empty()
    himmler, goering = "leader-himmler", "leader-goering"
    place(s, LAH, "5119", combat=False)
    run(carry_out(s, Attack(GUNFIRE, "5119", ()), ALLIED, "E", "test"))
    assert "5119" not in s.stacks
    assert not s.leaders[himmler].captured
    enter(s, place(s, PARA[0], "5120"), "5119")
    assert s.leaders[himmler].captured == 3

    s = empty()
    place(s, VS_11, "5119", combat=False)
    place(s, HQ82, "5219")
    for u in PARA[:3]:
        place(s, u, "5120")
    s.attack = Attack(ASSAULT, "5119", tuple(PARA[:3]))
    load(s, 6, 6)
    assert sum_up(s, ASSAULT, "5119", *PARA[:3]).result(12) == "E"
    run(assault(s), ("done",))
    assert s.leaders[himmler].captured == 3
    assert s.stacks["5120"] == tuple(PARA[:3])

    s = empty()
    place(s, VS_11, "5119")
    place(s, PARA[0], "5120")
    s.attack = Attack(ASSAULT, "5119", (PARA[0],))
    exchange_roll = next(n for n in range(2, 13) if sum_up(s, ASSAULT, "5119", PARA[0]).result(n) == "EX")
    load(s, exchange_roll - exchange_roll // 2, exchange_roll // 2)
    run(assault(s))
    assert "5119" not in s.stacks
    assert not s.leaders[himmler].captured

    s.leaders[goering] = replace(s.leaders[goering], captured=2)
    s.vp = {"allied": 0, "german": 30}
    place(s, PARA[1], "5120")
    with pytest.raises(GameOver):
        enter(s, PARA[1], "5119")
    result = outcome(s)
    assert result is not None
    assert result.winners == ("allied",)


def test_case_44_reichstag() -> None:
    """OB-12.2, OB-12.3, OB-12.4"""
    for german, winners in ((19, ("allied",)), (20, ())):
        s = empty(turn=5)
        s.vp = {"allied": 20, "german": german}
        place(s, PARA[0], "5014")
        s.attack = None
        s.assaults["5015"] = (PARA[0],)
        s.step = "assaults"
        run(play(s), ("advance", PARA[0]))
        result = outcome(s)
        assert result is not None
        assert result.winners == winners
        assert s.vp["german"] == german
        assert s.ended == "reichstag"


def test_case_45_full_game_score() -> None:
    """OB-12"""
    s = empty(turn=10, player="german")
    s.vp = {"allied": 47, "german": 18 + 31}
    end_of_turn(s)
    result = outcome(s)
    assert result is not None
    assert result.scores == {"allied": 47.0, "german": 51.0}
    assert result.winners == ("german",)


def test_case_46_volkssturm_check() -> None:
    """OB-5.5"""
    pool = sorted(u for u in KINDS if KINDS[u].setup == "vs_pool")
    for roll, in_pool, drawn in ((2, 18, 0), (5, 18, 2), (6, 2, 2)):
        s = empty(3, "german")
        for u in pool[:in_pool]:
            s.units[u] = replace(s.units[u], at=POOL)
        load(s, roll, *pool[:drawn])
        check_volkssturm(s)
        assert sum(unit.at == "called" for unit in s.units.values()) == drawn
    s = empty(3, "german")
    place(s, PARA[0], "5014")
    hexes = call_up_hexes(s, pool[0])
    assert "5015" not in hexes
    assert "5014" not in hexes
    assert "5017" in hexes
    s.units[pool[0]] = replace(s.units[pool[0]], at="called")
    run(call_up(s), ("call_up", "5017"))
    assert s.units[pool[0]].at == "5017"
    assert not s.units[pool[0]].combat


def test_case_47_assignment() -> None:
    """OB-15.1"""
    s = empty(turn=0)
    s.step = "assign"
    for division, airfield in (
        ("British 1st", "tegel"),
        ("US 82nd", "tempelhof"),
        ("British 6th", "gatow"),
        ("US 17th", "oranienburg"),
        ("US 101st", "rechlin"),
    ):
        run(assign(s), ("assign", division, airfield))
    assert s.divisions["US 101st"].airfield == "rechlin"
    s = empty(turn=0)
    for division, airfield in (("US 17th", "tegel"), ("US 82nd", "tempelhof")):
        run(assign(s), ("assign", division, airfield))
    assert {o[1] for o in options_of(assign(s))} == {"British 1st", "British 6th"}
    decision = first_decision(assign(s))
    assert decision.why_not is not None
    refusal = decision.why_not(("assign", "British 52nd", "gatow"))
    assert refusal is not None
    assert refusal[1] == "OB-15.1.2"
    assert not any(o[1] == "British 52nd" for o in options_of(assign(empty(turn=0))))


def test_case_48_ss_and_army() -> None:
    """OB-8.1.6"""
    s = empty(player="german")
    place(s, PARA[0], OPEN)
    place(s, LAH, N, "S")
    place(s, GD[0], NE, "SW")
    s.step = "announce"
    options = options_of(announce(s), ("assault", OPEN), ("add", LAH))
    assert ("add", GD[0]) not in options
    assert ("add_all",) not in options
    run(announce(s), ("assault", OPEN), ("add", LAH), ("commit",))
    assert s.assaults == {OPEN: (LAH,)}
    run(announce(s))
    assert step_of(s) == "assaults"


def test_case_49_engineers_and_too_weak() -> None:
    """OB-8.1.3, OB-8.6.4, OB-19.3"""
    s = empty(player="german")
    engineer = place(s, "g-vsengineers-engineer-1", "3719")
    place(s, PARA[0], "3720")
    found = sum_up(s, ASSAULT, "3720", engineer)
    assert TABLES.column(1, 3) == -1
    assert (found.strength, found.protection, found.letter, found.drm) == (1, 3, "A", -1)
    assert found.result(10) == "R"


def test_case_50_out_of_command() -> None:
    """OB-3.5"""
    s = empty()
    place(s, VS_12, OPEN)
    for u, hex in zip(PARA[:3], (N, NE, NW), strict=True):
        place(s, u, hex, "S")
    far = next(h for h in MAP.hexes if MAP.distance(h, NE) == 7 and MAP.distance(h, N) == 6 and h not in MAP.water)
    place(s, HQ82, far, combat=False)
    assert [in_command(s, u) for u in PARA[:2]] == [True, False]
    drms = sum_up(s, ASSAULT, OPEN, *PARA[:3]).drms
    assert [value for value, clause, _ in drms if clause == "OB-3.5.2"] == [-1]
    remove(s, HQ82, ELIMINATED)
    assert [clause for _, clause, _ in sum_up(s, ASSAULT, OPEN, PARA[0]).drms] == ["OB-3.5.2"]
    place(s, PARA[4], "0516")
    place(s, VS_22, side("0516", "N"))
    assert sum_up(s, ASSAULT, "0516", VS_22).drm == 0


def test_case_51_german_mixed_bombardment() -> None:
    """OB-8.2.4, OB-8.7.4"""
    guns = tuple(u for u in FORMATIONS["56th Panzer Korps"] if KINDS[u].cls == "artillery")
    mech = next(u for u in FORMATIONS["Muncheberg"] if KINDS[u].factors == "2-4-6" and KINDS[u].cls == "mech")
    for dice, result in (((1, 3), "R"), ((1, 1), "EX"), ((3, 3), "E")):
        s = empty(player="german")
        for u in guns:
            place(s, u, "0515")
        place(s, "g-muncheberg-hq-1", "0515", combat=False)
        place(s, mech, N, "S")
        for u in PARA[:2]:
            place(s, u, OPEN)
        attack = Attack(BOMBARDMENT, OPEN, (*guns, mech))
        found = sum_up(s, BOMBARDMENT, OPEN, *guns, mech)
        assert (found.strength, found.protection, found.letter, found.drm) == (30, 2, "I", 0)
        load(s, *dice)
        away = side(S, "S")
        back: list[Option] = [
            ("retreat", PARA[1], away),
            ("face", away, "N"),
            ("retreat", PARA[0], away),
            ("face", away, "N"),
        ]
        answers: list[Option] = back if result == "R" else [("lose", PARA[0])]
        run(resolve(s, attack, GERMAN, "test"), *answers)
        if result == "EX":
            assert s.units[mech].at == ELIMINATED
            assert all(s.units[u].at == "0515" for u in guns)
        if result == "R":
            assert s.units[mech].at == N
            assert s.units[PARA[0]].at == away


def test_case_52_mode_change_into_ruins() -> None:
    """OB-3.3.2, OB-7.5"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    s.ruins[N] = True
    u = place(s, PARA[0], OPEN, combat=False)
    run(move(s, u), ("combat", u), ("face", OPEN, "N"), ("go", N), END, ("face", N, "N"))
    assert s.units[u].at == N
    s = empty()
    s.ruins[N] = True
    u = place(s, PARA[0], S, combat=False)
    options = options_of(move(s, u), ("go", OPEN), ("combat", u), ("face", OPEN, "N"))
    assert ("go", N) not in options


def test_case_53_stopped_by_a_zoc() -> None:
    """OB-3.2.3"""
    goal = "0521"
    for start, spent, may in (("0516", 10, True), ("0514", 14, False)):
        s = empty(player="german")
        place(s, PARA[0], "0522", "N")
        u = place(s, "g-mvk-infantry-1", start, combat=False)
        enemy = zoc(s, ALLIED)
        assert goal in enemy
        found = reach(s, u, begin(s, u), enemy)
        assert found[goal][0] == spent
        assert all(came != goal for _, came in found.values())
        script = Script(("go", goal), ("combat", u), ("face", goal, "S")) if may else Script(("go", goal))
        script.run(move(s, u))
        assert s.units[u].at == goal
        assert s.units[u].combat == may


def test_case_54_tower_flak_recovers() -> None:
    """OB-6.1, OB-15.3.5"""
    s = empty(turn=1, player="german")
    tower, field = "g-flaktowers-flak-2", "g-tegel-flak-1"
    place(s, tower, "5208", combat=False, disrupted=True)
    place(s, field, "3505", combat=False, disrupted=True)
    assert anti_aircraft(s, "3506") == 0
    recover(s)
    assert s.units[tower].combat
    assert not s.units[field].combat
    assert not s.units[field].disrupted
    assert anti_aircraft(s, "3506") == 1
    assert not may_change_mode(s, field, begin(s, field))
    s.turn = 2
    assert may_change_mode(s, field, begin(s, field))


def test_case_55_several_fires_on_one_hex() -> None:
    """OB-8.1.1"""
    s = empty(rolls=[1] * 8)
    s.strikes = 6
    place(s, VS_12, OPEN)
    guns = ["a-us82nd-artillery-1", "a-us82nd-artillery-2"]
    for u in guns:
        place(s, u, "0515")
    at = place(s, "a-us82nd-at-1", "0516", "S")
    place(s, PARA[0], N, "S")
    place(s, HQ82, NW, combat=False)
    assert at
    s.step = "step_one"
    run(step_one(s), ("strike", OPEN), ("strikes", 1))
    assert ("strike", OPEN) not in options_of(step_one(s))
    run(step_one(s), ("bombard", OPEN), ("add", guns[0]), ("commit",))
    run(step_one(s), ("bombard", OPEN), ("add", guns[1]), ("commit",))
    assert ("fire", OPEN) in options_of(step_two(s))
    run(step_two(s), ("fire", OPEN), ("add", at), ("commit",))
    run(announce(s), ("assault", OPEN), ("add", PARA[0]), ("commit",))
    run(announce(s))
    assert step_of(s) == "assaults"


def test_case_56_german_inside_the_lz_hex() -> None:
    """OB-15.3.13"""
    for cleared in (False, True):
        s = empty(turn=1, player="german")
        s.divisions["US 82nd"] = supplied()
        if cleared:
            place(s, PARA[0], "1023")
        else:
            place(s, "g-gatow-infantry-1", "1023", combat=False)
        s.step = "end_reinforcement"
        end_reinforcement(s)
        assert s.divisions["US 82nd"].lz_alive == cleared
        assert vp(s) == (0, 0)


def test_the_airfields_are_those_of_the_cases() -> None:
    """OB-15.1.1"""
    assert list(AIRFIELDS) == ["tegel", "tempelhof", "gatow", "oranienburg", "rechlin"]
