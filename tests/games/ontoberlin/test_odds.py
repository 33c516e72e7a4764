"""Odds: what a player is shown before he commits an attack is what the rules will do."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack
from sandtable.games.ontoberlin.rules.assault import announce, resolve_assaults
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, GUNFIRE, STRIKE, advantages, hexside_drm
from sandtable.games.ontoberlin.rules.drop_plan import pregame_strikes
from sandtable.games.ontoberlin.rules.fire import step_one, step_two
from sandtable.kernel.flow import Choose, Odds, Option
from tests.games.ontoberlin.field import (
    HQ82,
    LAH,
    OPEN,
    PARA,
    VS_11,
    VS_22,
    N,
    S,
    after,
    empty,
    first_decision,
    load,
    place,
    run,
    side,
    sum_up,
)

FLAK = "g-tegel-flak-1"
GUN = "g-tegel-at-1"


def shown(decision: Choose, option: Option) -> Odds | None:
    """The odds of an option at a question."""
    assert decision.odds is not None
    return decision.odds(option)


def sums(odds: Odds | None) -> dict[str, str]:
    """What was added up for the odds."""
    assert odds is not None
    return {what: value for what, value, _ in odds.sums}


def test_the_odds_are_the_chances_of_the_column() -> None:
    """OB-8.1.2, OB-8.1.3, OB-8.1.4"""
    s = empty()
    place(s, VS_11, OPEN)
    place(s, HQ82, side(N, "N"), combat=False)
    for u in PARA[:2]:
        place(s, u, N, "S")
    s.facing[OPEN] = 0
    found = sum_up(s, GUNFIRE, OPEN, *PARA[:2])
    assert (found.strength, found.protection, found.letter, found.drm) == (6, 1, "E", 0)
    odds = found.odds()
    assert dict(odds.outcomes) == pytest.approx(
        {
            "on column E|E": 6 / 36,
            "on column EX|E": 5 / 36,
            "on column R|E": 9 / 36,
            "on column D|E": 13 / 36,
            "on column -|E": 3 / 36,
        }
    )
    assert odds.sums == (
        ("strength", "6", "OB-8.1.2"),
        ("protection", "1", "OB-8.1.3"),
        ("column", "E", "OB-8.1.4"),
    )


def test_an_attack_that_is_too_weak_does_nothing() -> None:
    """OB-8.1.3"""
    s = empty()
    place(s, "g-11thssnordland-armor-2", OPEN)
    place(s, PARA[0], N, "S")
    weak = sum_up(s, GUNFIRE, OPEN, PARA[0])
    assert weak.letter == "-"
    assert dict(weak.odds().outcomes) == pytest.approx({"too weak -": 1.0})
    assert weak.result(12) == "-"


def test_protection_of_nine_or_more_is_one_column() -> None:
    """OB-8.1.3"""
    s = empty()
    place(s, "g-11thssnordland-armor-2", "4218")
    strong = sum_up(s, STRIKE, "4218", strikes=3)
    assert strong.protection == 9
    assert sums(strong.odds())["protection"] == "9+"
    assert sum_up(s, STRIKE, "4218", strikes=3, napalm=1).protection == 6


def test_the_last_column_is_the_end_of_the_table() -> None:
    """OB-8.1.4, OB-8.6.1 Shifts beyond J stay on J."""
    s = empty()
    place(s, VS_11, OPEN, combat=False)
    around = MAP.neighbours[OPEN]
    for number, u in enumerate([*PARA[:6], "a-us82nd-engineer-1", "a-us82nd-infantry-7", "a-us82nd-infantry-8"]):
        place(s, u, around[number // 3], "N")
    units = [u for hex in around for u in s.stacks.get(hex, ())]
    found = sum_up(s, ASSAULT, OPEN, *units)
    assert found.strength == 32
    assert TABLES.column(32, 1) == len(TABLES.letters) - 1
    assert found.shifts
    assert found.letter == "J"
    odds = found.odds()
    assert odds.modifiers == found.drms, "a shift of the column is none of the dice"
    told = [what for what, _, _ in odds.sums]
    assert told == ["strength", "protection", *(reason for _, _, reason in found.shifts), "column"]
    assert sums(odds)[found.shifts[0][2]] == "+1"
    assert found.result(12) == "E"


def test_bombs_and_shells_drive_nobody_away() -> None:
    """OB-8.2.3, OB-8.3.3 R counts as D, an exchange as nothing."""
    s = empty()
    place(s, VS_11, OPEN)
    strike = sum_up(s, STRIKE, OPEN, strikes=1)
    assert strike.letter == "J"
    assert (strike.result(1), strike.result(3)) == ("-", "D")
    assert set(dict(strike.odds().outcomes)) == {"on column E|J", "on column D|J"}


def test_reasons_of_an_assault() -> None:
    """OB-8.5.4, OB-8.6.2, OB-8.6.3, OB-8.6.4, OB-8.6.5"""
    s = empty()
    river = next(pair for pair, water in MAP.sides.items() if water.type == "river" and water.bridge)
    canal = next(pair for pair, water in MAP.sides.items() if water.type == "canal")
    place(s, PARA[0], river[:4])
    assert hexside_drm(s, Attack(ASSAULT, river[4:], (PARA[0],))) == [
        (TABLES.river_bridge_drm, "OB-8.5.4", "across the river")
    ]
    place(s, PARA[0], canal[:4])
    assert hexside_drm(s, Attack(ASSAULT, canal[4:], (PARA[0],))) == [
        (TABLES.canal_drm, "OB-8.5.4", "across the canal")
    ]
    assert TABLES.canal_drm < 0
    assert TABLES.river_bridge_drm < 0
    place(s, PARA[0], N)
    assert hexside_drm(s, Attack(ASSAULT, OPEN, (PARA[0],))) == []
    s = empty()
    place(s, VS_11, OPEN, combat=False)
    place(s, "a-us82nd-engineer-1", N, "S")
    assert advantages(s, Attack(ASSAULT, OPEN, ("a-us82nd-engineer-1",))) == (
        (1, "OB-8.6.2", "outflanked"),
        (1, "OB-8.6.5", "quality"),
    )


def test_guns_and_tanks_as_armor_see_it() -> None:
    """OB-8.6.3 Armor has its advantage unless the defender has armor or guns in Combat Mode; his armor is his."""
    tank, infantry = "g-muncheberg-armor-1", "g-mvk-infantry-1"

    def armor(defender: str, attacker: str, combat: bool = True) -> list[tuple[int, str]]:
        s = empty(player=GERMAN)
        place(s, defender, OPEN, "N", combat=combat)
        place(s, attacker, N, "S")
        found = advantages(s, Attack(ASSAULT, OPEN, (attacker,)))
        return [(value, reason) for value, clause, reason in found if clause == "OB-8.6.3"]

    assert armor(PARA[0], tank) == [(1, "armor superiority")]
    assert armor("a-us82nd-at-1", tank) == []
    assert armor("a-us82nd-at-1", tank, combat=False) == [(1, "armor superiority")]
    assert armor(FLAK, tank) == []
    assert armor(tank, "g-18thpzgren-assault_gun-1") == []
    assert armor(tank, infantry) == [(-1, "defending armor")]
    assert armor(tank, infantry, combat=False) == []
    assert armor("g-muncheberg-assault_gun-1", infantry) == [(-1, "defending armor")]


def test_engineers_help_at_bunkers_buildings_and_strongpoints() -> None:
    """OB-8.6.4"""
    engineer = "a-us82nd-engineer-1"

    def helps(hex: str) -> bool:
        s = empty()
        place(s, VS_11, hex)
        place(s, engineer, next(n for n in MAP.neighbours[hex] if n not in MAP.water))
        return (1, "OB-8.6.4", "engineers") in advantages(s, Attack(ASSAULT, hex, (engineer,)))

    bunker = next(h for h in MAP.hexes if "bunker" in MAP.hexes[h].features and h not in MAP.built_up)
    assert helps(bunker)
    assert helps("3720")
    strongpoint = next(h for h in MAP.strongpoints if h not in MAP.built_up)
    assert helps(strongpoint)
    assert not helps(OPEN)


def test_odds_while_an_attack_is_put_together() -> None:
    """OB-8.5.1, OB-8.1.2 Each unit that could join, all together, and the attack as it stands."""
    s = empty()
    place(s, VS_11, OPEN)
    for u in PARA[:3]:
        place(s, u, N, "S")
    decision = after(announce(s), ("assault", OPEN), ("add", PARA[0]))
    assert decision.about[:2] == (OPEN, 3)
    assert sums(shown(decision, ("commit",)))["strength"] == "3"
    assert sums(shown(decision, ("add", PARA[1])))["strength"] == "6"
    assert sums(shown(decision, ("add_all",)))["strength"] == "9"
    adding = shown(decision, ("add_all",))
    assert adding is not None
    assert adding.preview, "nothing is rolled yet, and nobody is asked to confirm it"
    assert shown(decision, ("cancel",)) is None


def test_odds_of_air_strikes() -> None:
    """OB-8.3.2, OB-8.3.4"""
    s = empty()
    s.step, s.strikes, s.napalm = "step_one", 2, 1
    place(s, VS_22, "3720")
    decision = after(step_one(s), ("strike", "3720"))
    assert sums(shown(decision, ("strikes", 1))) == {
        "strength": "30",
        "protection": "3",
        "column": "H",
    }
    assert sums(shown(decision, ("strikes", 2)))["strength"] == "60"
    assert sums(shown(decision, ("napalm", 1)))["protection"] == "2"
    assert shown(decision, ("cancel",)) is None


def test_odds_of_the_strikes_before_the_game() -> None:
    """OB-15.1.5, OB-8.3.4"""
    s = empty(turn=0)
    place(s, VS_22, "3720")
    s.plan = {"3720": (2, 0), "4218": (1, 0)}
    decision = first_decision(pregame_strikes(s))
    assert sums(shown(decision, ("resolve", "3720"))) == {
        "strength": "60",
        "protection": "3",
        "column": "I",
    }
    s.plan["3720"] = (3, 1)
    assert sums(shown(decision, ("resolve", "3720")))["protection"] == "2"
    assert shown(decision, ("resolve", "4218")) is None


def test_odds_of_announced_assaults_count_only_who_can_still_attack() -> None:
    """OB-8.5.4"""
    s = empty()
    s.step = "assaults"
    place(s, VS_11, OPEN)
    for u in PARA[:2]:
        place(s, u, N, "S")
    s.assaults = {OPEN: tuple(PARA[:2]), S: tuple(PARA[2:3])}
    decision = first_decision(resolve_assaults(s))
    assert decision.seat == ALLIED
    assert sums(shown(decision, ("resolve", OPEN)))["strength"] == "6"
    assert shown(decision, ("resolve", S)) is None
    place(s, PARA[1], side(N, "N"))
    assert sums(shown(decision, ("resolve", OPEN)))["strength"] == "3"
    place(s, PARA[0], side(N, "N"))
    assert shown(decision, ("resolve", OPEN)) is None


def test_guns_defend_together_and_the_odds_say_so() -> None:
    """OB-8.5.3, OB-8.1.6"""
    s = empty()
    s.step = "assaults"
    place(s, FLAK, OPEN, "N")
    place(s, GUN, OPEN, "N")
    place(s, LAH, S)
    place(s, PARA[0], N, "S")
    s.assaults = {OPEN: (PARA[0],)}
    decision = after(resolve_assaults(s), ("resolve", OPEN))
    assert (decision.seat, decision.ask, decision.about) == (GERMAN, "defend", (OPEN,))
    assert set(decision.options) == {("hold",), ("defend", FLAK, N), ("defend", GUN, N)}
    assert shown(decision, ("hold",)) is None
    assert sums(shown(decision, ("defend", FLAK, N)))["strength"] == "6"
    flow = resolve_assaults(s)
    decision = after(flow, ("resolve", OPEN), ("defend", FLAK, N))
    assert (decision.seat, decision.ask, decision.about) == (GERMAN, "defend_more", (N,))
    assert set(decision.options) == {("commit",), ("add", GUN)}
    assert sums(shown(decision, ("commit",)))["strength"] == "6"
    assert sums(shown(decision, ("add", GUN)))["strength"] == "9"


@pytest.mark.parametrize(("answers", "fired"), [(["commit"], [True, False]), (["add"], [True, True])])
def test_guns_that_hold_their_fire_keep_it(answers: list[str], fired: list[bool]) -> None:
    """OB-8.5.3 Whoever does not join may still fire at the next assault."""
    s = empty()
    s.step = "assaults"
    for gun in (FLAK, GUN):
        place(s, gun, OPEN, "N")
    place(s, PARA[0], N, "S")
    s.assaults = {OPEN: (PARA[0],)}
    load(s, 6, 6, 6, 6)
    more: list[Option] = [("commit",)] if answers == ["commit"] else [("add", GUN)]
    run(resolve_assaults(s), ("resolve", OPEN), ("defend", FLAK, N), *more)
    assert [s.units[gun].fired for gun in (FLAK, GUN)] == fired
    assert s.units[PARA[0]].at not in s.stacks, "the attacker is gone"


def test_odds_of_gun_fire() -> None:
    """OB-8.4.2"""
    s = empty(player=GERMAN)
    s.step = "step_two"
    place(s, FLAK, N, "S")
    place(s, PARA[0], OPEN)
    decision = after(step_two(s), ("fire", OPEN))
    assert sums(shown(decision, ("add", FLAK))) == {"strength": "6", "protection": "2", "column": "D"}
