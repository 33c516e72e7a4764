"""Fresh cases of the module's own rules, and of rolls with one die, worked out from the clauses first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.campaign.points import panzerfausts_for
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Move
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.morale.checks import break_unit, morale_check
from sandtable.games.vengeance.rules.movement.actions import try_recovery
from sandtable.games.vengeance.rules.movement.hazards import swim
from sandtable.games.vengeance.rules.ordnance.handling import repair_gun, scuttle
from sandtable.games.vengeance.rules.rally.attempt import try_rally
from sandtable.games.vengeance.rules.terrain.bridges import bridge_limit, damage_bridge
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.losses import wound
from sandtable.games.vengeance.rules.vehicles.movement.bog import excessive_speed, try_to_free
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import recover_from_shock
from sandtable.games.vengeance.rules.victory.banner import planting_modifiers
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, berlin, drm, emplace, lines, put, vehicle


@pytest.mark.parametrize(
    ("type", "becomes"),
    [
        ("ge_8-3-8", ["ge_3-3-8", "ge_3-3-8"]),
        ("ge_6-5-8", ["ge_4-4-7"]),
        ("ge_4-4-7", ["ge_4-3-6"]),
        ("ge_4-3-6", ["ge_2-3-6", "ge_2-3-6"]),
        ("ge_2-3-6", ["ge_2-3-6"]),
        ("ge_3-3-8", ["ge_3-3-8"]),
        ("ge_3-4-8", ["ge_2-3-7"]),
        ("ge_2-2-8", ["ge_1-2-7"]),
        ("ge_9-1", ["ge_8-1"]),
        ("ge_party_10-0", ["ge_party_10-0"]),
        ("ru_6-2-8", ["ru_5-2-7"]),
        ("ru_4-2-6", ["ru_2-2-6", "ru_2-2-6"]),
        ("ru_2-2-6", ["ru_2-2-6"]),
        ("ru_3-3-7", ["ru_1-2-7p", "ru_1-2-7p"]),
        ("ru_6+1", ["ru_6+1"]),
    ],
)
def test_what_becomes_of_men_who_lose_their_nerve(type: str, becomes: list[str]) -> None:
    """RV-BRV8.2, RV-BRV8.2a, RV-BRV8.2b, RV-BRV8.4, RV-A19.1, RV-A19.12 Failing by more than the ELR, broken all."""
    s = battle()
    put(s, type, "E5", "a")
    break_unit(s, "a", by=6)
    assert sorted(u.type for u in s.units.values()) == sorted(becomes)
    assert all(u.broken and u.dm for u in s.units.values())
    assert [u.disrupted for u in s.units.values()] == [type == "ru_2-2-6"] * len(becomes)


@pytest.mark.parametrize(
    ("wounded", "die", "lives"), [(False, 4, True), (False, 5, False), (True, 3, True), (True, 4, False)]
)
def test_the_gestapo_bleeds_instead_of_breaking(wounded: bool, die: int, lives: bool) -> None:
    """RV-BRV8.502, RV-A17.1 5 or more is the end, one less if he was hit before."""
    s = battle(dice=[die])
    put(s, "ge_gestapo_8-0", "E5", "g", wounded=wounded)
    break_unit(s, "g")
    assert ("g" in s.units) == lives
    assert not lives or (s.units["g"].wounded and not s.units["g"].broken)


@pytest.mark.parametrize(
    ("type", "dice", "left"),
    [("ge_4-4-7", (4, 6), "ge_2-3-7"), ("ge_2-3-7", (4, 6), ""), ("ge_4-4-7", (4, 5), "ge_4-4-7")],
)
def test_the_price_of_the_partys_help(type: str, dice: tuple[int, int], left: str) -> None:
    """RV-A25.222, RV-A25.221 Broken morale 8 and one more: a 9 rallies without the DM of +4, a 10 costs men."""
    s = battle("RPh", dice=dice)
    put(s, "ge_party_9-0", "E5", "boss")
    put(s, type, "E5", "a", broken=True, dm=True)
    try_rally(s, "a", s.units["boss"], False)
    unit = s.units.get("a")
    assert (unit.type if unit is not None else "") == left
    assert unit is None or unit.broken == (left != type)


@pytest.mark.parametrize(
    ("result", "limit"), [("K/4", 30), ("1KIA", 25), ("3KIA", 15), ("7KIA", 0), ("4MC", None), ("NMC", None)]
)
def test_what_a_charge_leaves_of_a_bridge(result: str, limit: int | None) -> None:
    """RV-BRV11.311, RV-BRV11.311b, RV-BRV11.313 30 tons, five less for each KIA; less leaves it whole."""
    s = berlin("DFPh", "russian")
    damage_bridge(s, "I9", result)
    assert bridge_limit(s, "I9") == limit


@pytest.mark.parametrize(
    ("bearer", "helper", "night", "cx", "total"),
    [
        ("ru_6-2-8", "", False, False, 0),
        ("ru_9-1", "", False, False, 1),
        ("ru_hero", "", False, False, 0),
        ("ru_6-2-8", "ru_hero", True, True, 1),
        ("ru_9-1", "ru_hero", False, True, 1),
    ],
)
def test_who_raises_the_banner_how_well(bearer: str, helper: str, night: bool, cx: bool, total: int) -> None:
    """RV-BRV14.3, RV-A4.44 +1 a single man, -1 each hero (a lone hero has both), +1 CX, +1 at night."""
    s = berlin("MPh", "russian")
    if night:
        s.night = Night(4, 4, "full", "none", "german")
    men = [s.units[put(s, bearer, "X17-roof", "a", cx=cx)]]
    if helper:
        men.append(s.units[put(s, helper, "X17-roof", "b")])
    assert drm(planting_modifiers(s, men[0], men)) == total


@pytest.mark.parametrize(
    ("terrain", "cx", "plus"), [("RIVER", False, 1), ("RIVER", True, 2), ("CANAL", False, 0), ("CANAL", True, 1)]
)
def test_swimming(terrain: str, cx: bool, plus: int) -> None:
    """RV-B21.1, RV-BRV10.1, RV-BRV10.5 The Spree is a 1TC, the canal a NTC, each one more if CX; failing costs men."""
    s = berlin("MPh", "russian", 6, 3)
    f = field_of(s)
    bank, water = next(
        (bank, to) for bank, ways in f.shores.items() if not bank.endswith("-swim") for to in ways
        if to.endswith("-swim") and f.hex(to).base == terrain
    )  # fmt: skip
    put(s, "ru_6-2-8", bank, "a", cx=cx)
    s.move = Move(("a",))
    swim(s, f, s.move, water)
    told = lines(s, "task_check")[0]
    assert told["final"] == 9 + plus
    assert (s.units["a"].type, s.units["a"].at) == ("ru_3-2-8", water)


def test_the_walls_of_the_reichstag() -> None:
    """RV-BRV12.3a, RV-B10.31 Stone +3 and one more through the outer wall; from hall to hall 3; none on the roof."""
    s = berlin("PFPh", "russian")
    f = field_of(s)
    inside = "X17"
    outside = next(
        n for d, n in enumerate(f.ground.towards[inside])
        if n in f.steps and not f.hex(n).building and "BUILDING" not in f.ground.sides[inside][d]
        and not f.los(n, inside).blocked
    )  # fmt: skip
    beside = next(n for n in f.ground.neighbours[inside] if f.ground.joined(inside, n) and not f.los(n, inside).blocked)
    assert drm(tem(s, f, outside, inside)) == 3 + 1
    assert drm(tem(s, f, beside, inside)) == 3


@pytest.mark.parametrize(("types", "number"), [(("squad",) * 3, 6), (("squad", "hs", "hs"), 4), (("hs",) * 3, 3)])
def test_how_many_panzerfausts(types: tuple[str, ...], number: int) -> None:
    """RV-CG5 Two for a squad, a half-squad counts half."""
    s = battle()
    ids = [put(s, {"squad": "ge_4-4-7", "hs": "ge_2-3-7"}[kind], "E5", f"u{n}") for n, kind in enumerate(types)]
    assert panzerfausts_for([s.units[id] for id in ids]) == number


# -- one die -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "marks", "die", "gets"),
    [
        ("ge_4-4-7", {}, 5, True),
        ("ge_4-4-7", {"cx": True}, 5, False),
        ("ge_4-4-7", {"broken": True}, 5, False),
        ("ge_hero", {"cx": True}, 5, True),
        ("ge_4-4-7", {}, 6, False),
    ],
)
def test_who_picks_up_what_lies_about(type: str, marks: dict[str, Any], die: int, gets: bool) -> None:
    """RV-A4.44 5 or less; +1 CX, +1 broken, -1 for a hero."""
    s = battle("RPh", dice=[die])
    put(s, type, "E5", "a", **marks)
    arm(s, "ge_lmg", "", "lmg")
    s.weapons["lmg"] = replace(s.weapons["lmg"], at="E5")
    assert try_recovery(s, s.units["a"], s.weapons["lmg"]) == gets


@pytest.mark.parametrize(("die", "state"), [(1, "works"), (2, "broken"), (6, "gone")])
def test_a_crew_repairs_its_gun(die: int, state: str) -> None:
    """RV-C10.3, RV-A9.72 The repair number of the PaK 40 is 1; a 6 ends it."""
    s = battle("RPh", dice=[die])
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_75_pak40", "E5", "crew", id="gun", malfunctioned=True)
    repair_gun(s, "gun")
    gun = s.guns.get("gun")
    assert ("gone" if gun is None else "broken" if gun.malfunctioned else "works") == state


@pytest.mark.parametrize(("die", "gone"), [(4, True), (5, False)])
def test_a_crew_blows_up_its_gun(die: int, gone: bool) -> None:
    """RV-C10.3"""
    s = battle("MPh", dice=[die])
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_75_pak40", "E5", "crew", id="gun")
    scuttle(s, "gun")
    assert ("gun" not in s.guns) == gone


@pytest.mark.parametrize(
    ("fails", "mired", "dice", "after"),
    [
        (0, False, (2, 3), "free"),
        (1, False, (2, 3), "bogged"),
        (0, False, (4, 6), "mired"),
        (0, True, (1, 2), "free"),
        (0, True, (2, 2), "mired"),
        (4, False, (3, 3), "mired"),
    ],
)
def test_getting_out_of_the_mud(fails: int, mired: bool, dice: tuple[int, int], after: str) -> None:
    """RV-D8.3 5 frees it, 10 mires it; mired 3 frees it; each failure before adds one."""
    s = battle("MPh", dice=dice)
    id = vehicle(s, "ge_pz4h", "E5", bogged=True, mired=mired, bog_fails=fails)
    try_to_free(s, id)
    now = s.vehicles[id]
    assert ("mired" if now.mired else "bogged" if now.bogged else "free") == after


@pytest.mark.parametrize(
    ("type", "extra", "dice", "runs"),
    [
        ("ge_pz4h", 1, (5, 6), True),
        ("ge_pz4h", 2, (5, 6), False),
        ("ge_pz5d", 1, (5, 6), False),
        ("ge_pz5d", 1, (5, 5), True),
    ],
)
def test_the_price_of_speed(type: str, extra: int, dice: tuple[int, int], runs: bool) -> None:
    """RV-D2.5 13 less the MP gained is too much; unreliable engines +1."""
    s = battle("MPh", dice=dice)
    id = vehicle(s, type, "E5", ce=False, motion=True)
    assert excessive_speed(s, id, extra) == runs
    assert s.vehicles[id].immobile != runs


@pytest.mark.parametrize(
    ("shock", "die", "after"),
    [("shock", 2, ""), ("shock", 3, "unconfirmed kill"), ("unconfirmed kill", 3, ""), ("unconfirmed kill", 4, "wreck")],
)
def test_how_a_shocked_crew_comes_round(shock: str, die: int, after: str) -> None:
    """RV-C7.5 2 or less, else an Unconfirmed Kill, which 3 or less overcomes; else it is a wreck, without survivors."""
    s = battle("RPh", dice=[die])
    id = vehicle(s, "ru_t34_85", "E5", shock=shock)
    recover_from_shock(s)
    now = s.vehicles[id]
    assert ("wreck" if now.wreck else now.shock) == after
    assert not s.units


def test_a_wounded_hero_is_wounded_again() -> None:
    """RV-A15.2, RV-A17.1 A second wound adds one to the wound's severity: 4 + 1 kills."""
    s = battle(dice=[4])
    put(s, "ge_hero", "E5", "h", wounded=True)
    wound(s, "h", "RV-A15.2")
    assert "h" not in s.units


def test_a_check_of_men_whom_everything_helps() -> None:
    """RV-A7.6, RV-A10.8, RV-A25.221, RV-A.18 A fanatic 6-5-8 beside a 10-0 has 10, no more: 11 - 1 pins."""
    for dice, pinned in (((4, 6), False), ((5, 6), True)):
        s = battle(dice=dice)
        put(s, "ge_6-5-8", "E5", "a", fanatic=True)
        put(s, "ge_party_10-0", "E5", "party")
        put(s, "ge_9-1", "E5", "boss")
        morale_check(s, "a", 0, "RV-A7.6")
        told = lines(s, "morale_check")[0]
        assert (told["morale"], told["final"]) == (10, sum(dice) - 1)
        assert s.units["a"].pinned == pinned
