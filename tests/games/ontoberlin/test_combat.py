"""Chapters 8 to 10: combat, ruins, fortifications."""

from __future__ import annotations

from contextlib import suppress

import pytest

from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import ALLIED, FORMATIONS, GERMAN, KINDS, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, Attack
from sandtable.games.ontoberlin.rules.assault import (
    advance,
    announce,
    assault,
    assault_targets,
    assaulters_for,
    exploitation,
    resolve_assaults,
)
from sandtable.games.ontoberlin.rules.attacks import (
    ASSAULT,
    BOMBARDMENT,
    GUNFIRE,
    RESULTS,
    STRIKE,
    fit_to_attack,
    note_attack,
)
from sandtable.games.ontoberlin.rules.basics import disrupt, zoc
from sandtable.games.ontoberlin.rules.entering import look_for_falls
from sandtable.games.ontoberlin.rules.fire import (
    artillery_for,
    gunfire_targets,
    spots_for,
    spotters,
    step_one,
    step_two,
    strike_targets,
)
from sandtable.games.ontoberlin.rules.results import carry_out, resolve, retreats, ruin
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.journal import Journal
from sandtable.kernel.records import JournalLine
from sandtable.kernel.show import show_lines
from sandtable.kernel.words import plain

from .field import (
    BRITISH,
    GD,
    HQ82,
    LAH,
    OPEN,
    PARA,
    VS_11,
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


def test_protection_is_the_best_unit_and_the_ground() -> None:
    """OB-8.1.2, OB-10.3.1, OB-10.4"""
    s = empty()
    place(s, VS_11, "5607")
    place(s, VS_12, "5607")
    assert sum_up(s, STRIKE, "5607", strikes=1).protection == 2 + 2 + 1
    s.fallen["5607"] = 1
    assert sum_up(s, STRIKE, "5607", strikes=1).protection == 2 + 1
    place(s, "g-18thpzgren-armor-1", "5607")
    assert sum_up(s, STRIKE, "5607", strikes=1).protection == KINDS["g-18thpzgren-armor-1"].pf + 1
    assert TABLES.column(10, 12) == TABLES.column(10, 9)
    assert TABLES.column(10, 0) == TABLES.column(10, 1)


@pytest.mark.parametrize(("roll", "row"), [(-3, 1), (1, 1), (7, 7), (13, 13), (15, 13)])
def test_rolls_beyond_the_matrix(roll: int, row: int) -> None:
    """OB-8.1.4"""
    assert TABLES.result(4, roll) == TABLES.lower[row][4]


def test_dice_modifiers_add_up() -> None:
    """OB-8.1.5, OB-10.3.2, OB-19.1"""
    s = empty()
    place(s, VS_12, "5607")
    place(s, VS_22, "5607")
    disrupt(s, VS_12)
    assert sum_up(s, STRIKE, "5607", strikes=1).drm == -3
    disrupt(s, VS_22)
    assert sum_up(s, STRIKE, "5607", strikes=1).drm == -2
    s.ruins["5607"] = True
    assert sum_up(s, STRIKE, "5607", strikes=1).drm == -3


def test_who_may_attack() -> None:
    """OB-8.1.7"""
    s = empty()
    place(s, PARA[0], OPEN)
    assert fit_to_attack(s, PARA[0])
    disrupt(s, PARA[0])
    assert not fit_to_attack(s, PARA[0])
    place(s, PARA[1], OPEN, combat=False)
    assert not fit_to_attack(s, PARA[1])
    assert not fit_to_attack(s, place(s, "g-hj-infantry-1", "5115"))
    assert not fit_to_attack(s, place(s, PARA[2], OPEN, attacked=True))


def test_bombardment_needs_range_and_a_spotter() -> None:
    """OB-8.2.1"""
    s = empty(player="german")
    place(s, PARA[0], OPEN)
    light = next(u for u in FORMATIONS["9th Parachute"] if KINDS[u].cls == "artillery")
    assert KINDS[light].artillery_range == 20
    assert KINDS["a-us82nd-artillery-1"].artillery_range == 12
    assert KINDS["g-408artillery-artillery-1"].artillery_range == 30
    place(s, "g-408artillery-artillery-1", "3012")
    place(s, "g-408artillery-artillery-2", "3012")
    assert artillery_for(s, GERMAN, OPEN) == []
    place(s, GD[0], N, combat=False)
    assert spotters(s, GERMAN, OPEN) == [GD[0]]
    assert MAP.distance("3012", OPEN) == 25
    assert artillery_for(s, GERMAN, OPEN) == ["g-408artillery-artillery-1"]
    disrupt(s, GD[0])
    assert artillery_for(s, GERMAN, OPEN) == []


def test_german_spotting() -> None:
    """OB-8.2.2"""
    gun = next(u for u in FORMATIONS["Muncheberg"] if KINDS[u].cls == "artillery")
    assert spots_for("g-muncheberg-recon-1", gun)
    assert not spots_for(GD[0], gun)
    assert spots_for("g-berlin-hq-1", gun)
    assert not spots_for(LAH, "g-408artillery-artillery-1")
    assert spots_for(VS_12, "g-408artillery-artillery-1")


def test_shells_make_ruins() -> None:
    """OB-8.2.5, OB-9.1"""
    s = empty(player="german")
    place(s, PARA[0], "3720")
    assert len(MAP.initial_ruins) == 27
    assert all(hex in s.ruins for hex in MAP.initial_ruins)
    before = sum_up(s, BOMBARDMENT, "3720", "g-408artillery-artillery-1")
    ruin(s, "3720", before, 10)
    assert "3720" in s.ruins
    assert sum_up(s, BOMBARDMENT, "3720", "g-408artillery-artillery-1").drm == before.drm - 1


def test_one_air_strike_a_hex_of_up_to_three() -> None:
    """OB-8.3.2, OB-8.3.3, OB-8.3.5"""
    s = empty(rolls=[1, 1])
    s.strikes, s.napalm = 4, 1
    place(s, VS_12, OPEN)
    place(s, VS_22, "0515")
    options = options_of(step_one(s), ("strike", OPEN))
    assert options == {*(("strikes", n) for n in (1, 2, 3)), *(("napalm", n) for n in (1, 2, 3)), ("cancel",)}
    assert TABLES.column(60, 4) == TABLES.column(90, 4)
    run(step_one(s), ("strike", OPEN), ("napalm", 3))
    assert (s.strikes, s.napalm) == (1, 0)
    assert strike_targets(s, ALLIED) == ["0515"]
    found = sum_up(s, STRIKE, "0515", strikes=1)
    assert {found.result(n) for n in range(2, 13)} <= {"-", "D", "E"}


def test_the_german_never_has_napalm() -> None:
    """OB-8.3.4"""
    s = empty(player="german")
    s.strikes = 1
    place(s, PARA[0], OPEN)
    assert options_of(step_one(s), ("strike", OPEN)) == {("strikes", 1), ("cancel",)}


def test_air_strikes_wake_nobody() -> None:
    """OB-8.3.6"""
    s = empty()
    place(s, LAH, "5119")
    note_attack(s, Attack(STRIKE, "5119", (), 3), ALLIED)
    assert not s.hj_trigger
    assert not s.vs_trigger
    assert s.fights == {"5119": 1}


def test_direct_gun_fire_reaches_and_has_every_result() -> None:
    """OB-8.4.1, OB-8.4.4, OB-8.4.5"""
    s = empty(player="german", rolls=[6, 6])
    tank = place(s, "g-18thpzgren-armor-1", "0515", "S")
    gun = place(s, "g-tegel-at-1", "0515", "S")
    place(s, PARA[0], "0517")
    place(s, PARA[1], "0518")
    assert gunfire_targets(s, GERMAN) == ["0517", "0518"]
    assert ("add", tank) not in options_of(step_two(s), ("fire", "0518"))
    assert ("add", gun) in options_of(step_two(s), ("fire", "0518"))
    found = sum_up(s, GUNFIRE, "0517", gun, tank)
    assert {found.result(n) for n in range(2, 13)} == {"-", "D", "R", "EX", "E"}
    script = Script(("fire", "0517"), ("add_all",), ("commit",))
    script.run(step_two(s))
    assert s.units[PARA[0]].at == ELIMINATED
    assert "0517" not in s.stacks
    assert not any(asked.ask == "advance" for asked in script.asked)


def test_an_exchange_by_fire_costs_a_firing_unit() -> None:
    """OB-8.4.4"""
    s = empty(player="german")
    gun = place(s, "g-tegel-at-1", N, "S")
    place(s, PARA[0], OPEN)
    run(carry_out(s, Attack(GUNFIRE, OPEN, (gun,)), GERMAN, "EX", "test"))
    assert s.units[gun].at == ELIMINATED
    assert vp(s) == (1, 1)


def test_who_can_close_assault() -> None:
    """OB-8.5.1"""
    s = empty()
    place(s, VS_12, OPEN)
    place(s, PARA[0], N, "S")
    place(s, PARA[1], NE, "NE")
    place(s, "a-us82nd-artillery-1", NW, "SE")
    place(s, "a-us82nd-at-1", NW, "SE")
    place(s, HQ82, SE, "NW")
    assert set(assaulters_for(s, ALLIED, OPEN)) == {PARA[0], HQ82}
    river = next(
        p for p in MAP.sides if MAP.bridgeless_river(p[:4], p[4:]) and p[:4] not in MAP.water and p[4:] not in MAP.water
    )
    s = empty()
    place(s, VS_12, river[4:])
    place(s, PARA[0], river[:4], ("N", "NE", "SE", "S", "SW", "NW")[MAP.grid.direction(river[:4], river[4:])])
    assert assault_targets(s, ALLIED) == []


def test_a_target_is_announced_once_before_any_is_resolved() -> None:
    """OB-8.5.2"""
    s = empty()
    place(s, VS_12, OPEN)
    place(s, PARA[0], N, "S")
    place(s, PARA[1], NE, "SW")
    run(announce(s), ("assault", OPEN), ("add", PARA[0]), ("commit",))
    run(announce(s))
    assert s.assaults == {OPEN: (PARA[0],)}
    s = empty()
    place(s, VS_12, OPEN)
    place(s, PARA[0], N, "S")
    run(announce(s), ("assault", OPEN), ("cancel",))
    assert s.assaults == {}


def test_an_empty_target_is_walked_into() -> None:
    """OB-8.5.5"""
    s = empty()
    place(s, PARA[0], N, "S")
    s.assaults[OPEN] = (PARA[0],)
    run(resolve_assaults(s), ("advance", PARA[0]), ("face", OPEN, "S"))
    assert s.units[PARA[0]].at == OPEN


def test_hexside_modifiers() -> None:
    """OB-8.5.4"""
    canal = next(
        p for p, w in MAP.sides.items() if w.type == "canal" and p[:4] not in MAP.water and p[4:] not in MAP.water
    )
    river = next(p for p, w in MAP.sides.items() if w.type == "river" and w.bridge == "road")
    for pair, drm in ((canal, -1), (river, -2)):
        s = empty()
        place(s, HQ82, pair[:4])
        place(s, PARA[0], pair[:4])
        place(s, VS_12, pair[4:])
        assert [v for v, clause, _ in sum_up(s, ASSAULT, pair[4:], PARA[0]).drms if clause == "OB-8.5.4"] == [drm]


def test_shifts_are_limited() -> None:
    """OB-8.6.1"""
    s = empty()
    engineer = "a-us82nd-engineer-1"
    place(s, VS_12, "5607", combat=False)
    place(s, engineer, "5606")
    place(s, PARA[0], "5608")
    found = sum_up(s, ASSAULT, "5607", engineer, PARA[0])
    assert sum(v for v, _, _ in found.shifts) == 3
    assert found.column == TABLES.column(found.strength, found.protection) + 3
    s = empty(player="german")
    place(s, "g-18thpzgren-armor-1", OPEN, "N")
    s.player = ALLIED
    place(s, PARA[0], N, "S")
    assert [v for v, _, _ in sum_up(s, ASSAULT, OPEN, PARA[0]).shifts] == [-1]


@pytest.mark.parametrize("result", ["-", "D", "R", "E"])
def test_results(result: str) -> None:
    """OB-8.7.1, OB-8.7.2, OB-8.7.3, OB-8.7.5, OB-8.7.6"""
    s = empty()
    for u in (VS_12, VS_22):
        place(s, u, OPEN)
    far = side(S, "S")
    back: list[Option] = [("retreat", VS_22, far), ("face", far, "N"), ("retreat", VS_12, far), ("face", far, "N")]
    answers: dict[str, list[Option]] = {"R": back, "E": [("lose", VS_12)]}
    run(carry_out(s, Attack(ASSAULT, OPEN, ()), ALLIED, result, "test"), *answers.get(result, []))
    units = s.units[VS_12], s.units[VS_22]
    if result == "-":
        assert all(u.combat and not u.disrupted for u in units)
    elif result == "D":
        assert all(u.disrupted and not u.combat for u in units)
    elif result == "R":
        assert all(u.at == far and u.combat for u in units)
    else:
        assert units[0].at == ELIMINATED
        assert units[1].disrupted
        assert vp(s) == (1, 0)


def test_retreat_goes_two_hexes_where_it_may() -> None:
    """OB-8.8.1, OB-8.8.4, OB-3.2.5"""
    s = empty()
    place(s, VS_12, OPEN)
    ways = retreats(s, VS_12, ())
    assert all(MAP.distance(OPEN, hex) == 2 for hex in ways)
    place(s, PARA[0], N, "S")
    enemy = zoc(s, ALLIED)
    ways = retreats(s, VS_12, enemy)
    assert all(hex not in enemy and step not in enemy for hex, way in ways.items() for step in way)
    place(s, GD[0], NE)
    with_friend = retreats(s, VS_12, enemy)
    assert any(way[0] == NE for way in with_friend.values())
    s.ruins[side(S, "S")] = True
    assert side(S, "S") in retreats(s, VS_12, enemy)
    disrupt(s, VS_12)
    assert side(S, "S") not in retreats(s, VS_12, enemy)


def test_disruption() -> None:
    """OB-8.9.1"""
    s = empty()
    place(s, PARA[0], OPEN)
    disrupt(s, PARA[0])
    assert (s.units[PARA[0]].combat, s.units[PARA[0]].disrupted) == (False, True)
    assert zoc(s, ALLIED) == set()
    assert spotters(s, ALLIED, N) == []
    disrupt(s, PARA[0])
    assert s.units[PARA[0]].disrupted


def test_advance_up_to_the_stacking_limit() -> None:
    """OB-8.10.1"""
    s = empty()
    for u in PARA[:3]:
        place(s, u, N, "S")
    for u in BRITISH[:2]:
        place(s, u, NE, "SW")
    survivors = (*PARA[:3], *BRITISH[:2])
    options = options_of(advance(s, OPEN, survivors, exploit=False), ("advance", PARA[0]), ("advance", PARA[1]))
    assert options == {("done",), ("advance", PARA[2])}


def test_exploitation() -> None:
    """OB-8.10.2"""
    s = empty(player="german")
    tank = place(s, "g-18thpzgren-armor-1", OPEN, "S", attacked=True)
    far = side(S, "S")
    assert ("go", far) in options_of(exploitation(s, tank))
    place(s, PARA[0], side(far, "S"), "N")
    assert ("go", far) in options_of(exploitation(s, tank))
    run(exploitation(s, tank), ("go", far), ("face", far, "S"))
    assert s.units[tank].at == far
    assert not fit_to_attack(s, tank)
    s = empty(player="german")
    for u in (tank, "g-mvk-infantry-1"):
        place(s, u, N, "S")
    flow = advance(s, OPEN, (tank, "g-mvk-infantry-1"), exploit=True)
    next(flow)
    flow.send(("advance", "g-mvk-infantry-1"))
    asked = flow.send(("done",))
    assert isinstance(asked, Choose)
    with pytest.raises(StopIteration):
        flow.send(("face", OPEN, "S"))


# -- chapter 10 ------------------------------------------------------------------------------------------------------


def test_bunkers_help_germans_only() -> None:
    """OB-10.2"""
    s = empty()
    place(s, VS_12, "5224")
    assert sum_up(s, STRIKE, "5224", strikes=1).protection == 3
    assert sum_up(s, STRIKE, "5224", strikes=1).drm == -2
    s = empty(player="german")
    place(s, PARA[0], "5224")
    assert sum_up(s, STRIKE, "5224", strikes=1).protection == 2
    assert sum_up(s, STRIKE, "5224", strikes=1).drm == -1


def test_an_empty_strongpoint_does_not_defend() -> None:
    """OB-10.3.4"""
    s = empty()
    place(s, PARA[0], "5425", "S")
    assert assault_targets(s, ALLIED) == []
    look_for_falls(s)
    assert "5426" in s.fallen


def test_units_in_strongpoints_retreat_too() -> None:
    """OB-10.3.5, OB-8.8.4"""
    s = empty()
    place(s, VS_12, "5426")
    script = Script()
    flow = carry_out(s, Attack(ASSAULT, "5426", ()), ALLIED, "R", "test")
    decision = first_decision(flow)
    assert decision.rule == "OB-8.8.1"
    assert not script.asked


def test_allied_units_never_benefit_from_strongpoints() -> None:
    """OB-10.3.6"""
    s = empty(player="german")
    place(s, PARA[0], "5426")
    found = sum_up(s, STRIKE, "5426", strikes=1)
    assert (found.protection, found.drm) == (2, 0)


def test_a_unit_hit_by_defensive_fire_has_attacked() -> None:
    """OB-19.2, OB-11.4.2"""
    s = empty(rolls=[6, 6])
    flak = place(s, "g-tegel-flak-1", OPEN, "N")
    place(s, PARA[0], N, "S")
    s.assaults[OPEN] = (PARA[0],)
    run(resolve_assaults(s), ("defend", flak, N))
    assert s.units[PARA[0]].at == ELIMINATED
    assert s.units[flak].fired
    assert not s.units[flak].attacked
    s = empty(player="german", rolls=[1, 1, 1, 1])
    at = place(s, "a-us82nd-at-1", OPEN, "N")
    place(s, LAH, N, "S")
    s.assaults[OPEN] = (LAH,)
    run(resolve_assaults(s), ("defend", at, N))
    assert s.hj_trigger
    assert s.vs_trigger


def test_one_hex_can_be_struck_shelled_shot_at_and_assaulted() -> None:
    """OB-19.4"""
    s = empty(rolls=[1] * 8)
    s.strikes = 1
    place(s, VS_12, OPEN)
    place(s, PARA[0], N, "S")
    place(s, HQ82, NW, combat=False)
    place(s, "a-us82nd-artillery-1", "0515")
    place(s, "a-us82nd-at-1", "0516", "S")
    run(step_one(s), ("strike", OPEN), ("strikes", 1))
    run(step_one(s), ("bombard", OPEN), ("add", "a-us82nd-artillery-1"), ("commit",))
    run(step_two(s), ("fire", OPEN), ("add", "a-us82nd-at-1"), ("commit",))
    s.attack = Attack(ASSAULT, OPEN, (PARA[0],))
    run(assault(s))
    assert s.fights == {OPEN: 4}
    with_too_little = Attack(GUNFIRE, OPEN, ())
    assert run(resolve(s, with_too_little, ALLIED, "test")) == "-"


def test_the_journal_says_what_the_letter_of_a_result_means() -> None:
    """OB-8.7 "D" alone tells a newcomer nothing."""
    facts = {
        "hex": "1123",
        "strength": 30,
        "protection": 2,
        "column": "I",
        "result": "D",
        "meaning": {"say": "result_D"},
    }
    [line] = show_lines(GAME.words, [JournalLine(0, "OB-8.1.4", "attack_strike", facts)], "")
    assert plain(line.text).endswith("strength 30 against protection 2, column I: the units are disrupted (D).")
    assert (line.facts["result"], line.facts["meaning"]) == ("D", "the units are disrupted (D)")
    assert all(GAME.words.say(f"result_{result}") != f"result_{result}" for result in RESULTS)


@pytest.mark.parametrize(("dice", "success"), [((6, 6), True), ((1, 1), False)])
def test_the_journal_tells_whether_an_attack_did_anything(dice: tuple[int, int], success: bool) -> None:
    """OB-8.7 A result that only disrupts has no line of its own: the attack itself says for whom it was good."""
    s = empty()
    s.journal = Journal()
    place(s, VS_11, OPEN)
    place(s, VS_22, OPEN)
    around = MAP.neighbours[OPEN][0]
    for u in PARA[:2]:
        place(s, u, around, "S")
    load(s, *dice)
    flow = resolve(s, Attack(GUNFIRE, OPEN, tuple(PARA[:2])), ALLIED, "test")
    with suppress(StopIteration):
        next(flow)
    [line] = [line for line in s.journal.lines if line.event == "attack_gunfire"]
    assert (line.facts["success"], line.facts["for_side"]) == (success, ALLIED)


def test_every_kind_of_ground_has_a_name_for_readers() -> None:
    """OB-8.1.5 A modifier names its ground by a term; without one it would read "ground airfield"."""
    named = {f"ground {id}" for id in (*TABLES.terrain, *TABLES.feature)}
    assert sorted(named - set(GAME.words.terms)) == []
