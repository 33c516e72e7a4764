"""Fresh cases of ground, fields, fires, night, air and men aboard, worked out from the clauses first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.battle import BLAZE, FLAME, Battle, Move
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.air.attacks import strafe
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_cover
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain
from sandtable.games.vengeance.rules.fortifications.clearance import clearance_modifiers
from sandtable.games.vengeance.rules.fortifications.digging import entrench
from sandtable.games.vengeance.rules.fortifications.wire import wire_modifiers
from sandtable.games.vengeance.rules.morale.checks import pin_check
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.movement.allowance import allowance
from sandtable.games.vengeance.rules.movement.destinations import difficult
from sandtable.games.vengeance.rules.movement.searching import search
from sandtable.games.vengeance.rules.ordnance.handling import push_drm
from sandtable.games.vengeance.rules.rally.reorganization import organize
from sandtable.games.vengeance.rules.rout.danger import must_rout
from sandtable.games.vengeance.rules.terrain.blazes import burn, kindle
from sandtable.games.vengeance.rules.terrain.rubble import after_blast
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import volley
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    battle,
    carry_out,
    drive,
    drm,
    emplace,
    fortify,
    lines,
    load,
    put,
    questions,
    vehicle,
)


def aboard(s: Battle, type: str, at: str, *men: str, **marks: Any) -> str:
    """A vehicle with men aboard, "a", "b" and so on."""
    id = vehicle(s, type, at, **marks)
    for name, man in zip("abc", men, strict=False):
        put(s, man, "", name, aboard=id)
    s.at.pop("", None)
    return id


def searches(s: Battle, hex: str) -> list[dict[str, Any]]:
    """Unit "a" searches and looks into a hex first; what was told of casualties."""
    s.move = Move(("a",))

    def look(decision: Choose) -> Option:
        return next((o for o in decision.options if o == ("search_at", hex)), decision.options[0])

    carry_out(search(s, field_of(s)), look)
    return lines(s, "search_casualties")


# -- searching and taking things ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "side", "told"), [("ap_mine_6", "russian", 1), ("at_mine", "russian", 1), ("ap_mine_6", "german", 0)]
)
def test_who_looks_for_mines_may_find_them_with_his_feet(type: str, side: str, told: int) -> None:
    """RV-A12.152 A minefield of the enemy in a searched Location may cost men; one's own does not."""
    s = battle("MPh", side="german", dice=[1, 6])
    put(s, "ge_4-4-7", "E5", "a")
    fortify(s, type, "E6", side, hidden=side == "russian", factors=1)
    assert len(searches(s, "E6")) == told


def test_a_tired_squad_without_a_leader_searches_badly() -> None:
    """RV-A12.152, RV-A4.51 A squad -1, CX +1: on a 3 three of the six Locations stay unsearched; nobody is there."""
    s = battle("MPh", side="german", dice=[3])
    put(s, "ge_4-4-7", "E5", "a", cx=True)
    assert searches(s, "E6") == []
    assert lines(s, "search")[0]["number"] == 3
    assert s.units["a"].ti


@pytest.mark.parametrize(
    ("type", "broken", "weapon", "may"),
    [
        ("ge_9-1", True, "ge_lmg", True),
        ("ge_9-1", True, "ge_hmg", False),
        ("ge_9-1", False, "ge_hmg", True),
        ("ge_4-4-7", True, "ge_mmg", True),
        ("ge_4-4-7", True, "ge_hmg", False),
    ],
)
def test_a_broken_unit_takes_up_only_what_it_can_carry(type: str, broken: bool, weapon: str, may: bool) -> None:
    """RV-A4.44, RV-A4.4 1 PP for a man and 3 for a squad; a HMG has 4, a MMG 3."""
    s = battle("RPh", side="german")
    put(s, type, "E5", "a", broken=broken)
    arm(s, weapon, "", "gun")
    s.weapons["gun"] = replace(s.weapons["gun"], at="E5")
    decision = next(iter(questions(organize(s, "german", "organize_other"))), None)
    assert (decision is not None and ("recover", "a", "gun") in decision.options) == may


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "dark", "cx"), [("ge_4-3-6", False, False), ("ge_4-3-6", True, True), ("ge_4-4-7", True, False)]
)
def test_a_house_is_difficult_terrain_for_conscripts_at_night(type: str, dark: bool, cx: bool) -> None:
    """RV-A4.7, RV-E1.5, RV-A19.3 2 MF by day, 3 by night: all that three MF can do; four are enough."""
    s = battle("APh", side="german", E6="1.5")
    if dark:
        s.night = Night(4, 4, "full", "none", "russian")
    put(s, type, "E5", "a")
    step = next(step for step in field_of(s).steps["E5"] if step.to == "E6")
    assert difficult(s, s.units["a"], step) == cx


@pytest.mark.parametrize(
    ("friends", "house", "dug", "cx"),
    [(3, True, False, False), (4, True, False, True), (3, False, True, False), (3, True, True, True)],
)
def test_a_crowd_and_a_foxhole_make_terrain_difficult(friends: int, house: bool, dug: bool, cx: bool) -> None:
    """RV-A4.7, RV-A5.12, RV-B27.1 A house 2, the fourth and the fifth squad there 1 each, out of the foxhole 1."""
    s = battle("APh", side="german", E6="1.5" if house else "OPEN")
    put(s, "ge_4-4-7", "E5", "a", dug=dug)
    for n in range(friends):
        put(s, "ge_4-4-7", "E6", f"f{n}")
    step = next(step for step in field_of(s).steps["E5"] if step.to == "E6")
    assert difficult(s, s.units["a"], step) == cx


def test_nobody_sees_into_a_crowd_by_advancing_into_it() -> None:
    """RV-A5.12, RV-A4.7 What makes the unit CX tells of those under `?`, so that the advance cannot be taken back."""
    for concealed in (False, True):
        s = battle("APh", side="german", E6="1.5")
        put(s, "ge_4-4-7", "E5", "a")
        for n in range(4):
            put(s, "ge_4-4-7", "E6", f"f{n}", concealed=concealed)
        before = s.secrets_shown
        drive(s, ("advance", "a"), ("to", "E6"))
        assert (s.units["a"].cx, s.secrets_shown > before) == (True, concealed)


@pytest.mark.parametrize(
    ("type", "weapons", "leader", "double", "mf"),
    [
        ("ge_6-5-8", ("ge_hmg",), "", 0, 3),  # 4 PP, one more than its 3
        ("ge_6-5-8", ("ge_hmg", "ge_lmg"), "ge_9-1", 0, 5),  # 4 + 2, less 2, and he carries one
        ("ge_4-3-6", (), "ge_9-1", 2, 7),  # 3 + 2 + 2
        ("ge_4-4-7", ("ge_mmg",), "", 2, 6),
    ],
)
def test_what_men_carry_and_who_helps(type: str, weapons: tuple[str, ...], leader: str, double: int, mf: int) -> None:
    """RV-A4.11, RV-A4.12, RV-A4.4, RV-A4.5, RV-A19.3 IPC 3; a leader gives two MF and carries one PP."""
    s = battle("MPh", side="german")
    put(s, type, "E5", "a")
    units: tuple[str, ...] = ("a",)
    for weapon in weapons:
        arm(s, weapon, "a", weapon)
    if leader:
        units = ("a", put(s, leader, "E5", "boss"))
    assert allowance(s, s.units["a"], Move(units, leader="boss" if leader else "", double=double)) == mf


# -- works -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "marks", "leader", "final"),
    [
        ("ru_6-2-8ae", {}, "", 6 - 1 - 1),
        ("ru_3-2-8", {"cx": True}, "ru_9-1", 6 + 1 + 1 - 1 - 1),
        ("ge_4-4-7", {"labor": -2}, "ge_8-0", 6 - 2),
    ],
)
def test_who_digs_how_well(type: str, marks: dict[str, Any], leader: str, final: int) -> None:
    """RV-B27.11, RV-H1.22 Russians -1, engineers -1, half-squads +1, CX +1, labor, leadership; TI either way."""
    s = battle("PFPh", side="russian", dice=[3, 3])
    put(s, type, "E5", "a", **marks)
    if leader:
        put(s, leader, "E5", "boss")
    entrench(s, "a")
    assert lines(s, "entrench")[0]["final"] == final
    assert (s.units["a"].ti, s.units["a"].dug) == (True, final <= 5)


def test_engineers_with_a_captain_at_a_barricade() -> None:
    """RV-B24.7, RV-BRV9.22, RV-H1.22 Engineers -2, Barricade -2, a second squad -1, CX +1, the leader -1."""
    s = battle("MPh", side="russian", sides={("E5", "E4"): "ROAD"})
    put(s, "ru_6-2-8ae", "E5", "a", cx=True)
    put(s, "ru_4-4-7", "E5", "b")
    put(s, "ru_9-1", "E5", "boss")
    work = fortify(s, "barricade", "E4|E5")
    assert drm(clearance_modifiers(s, work, [s.units["a"], s.units["b"]])) == -2 - 2 - 1 + 1 - 1


def test_engineers_on_wire() -> None:
    """RV-B26.1 -1 as engineers, -2 for the leader with them."""
    s = battle("MPh", side="german")
    put(s, "ge_8-3-8", "E5", "a", wired=True)
    put(s, "ge_9-2", "E5", "boss")
    assert drm(wire_modifiers(s, s.units["a"])) == -3


def test_two_squads_push_a_gun_into_rubble() -> None:
    """RV-C10.1 Four half-squads help with -3 at most, rubble +2, one of them CX +1."""
    s = battle("MPh", side="german", E6="RUBBLE_STONE")
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_75_leig18", "E5", "crew", 2, "gun")
    men = [s.units[put(s, "ge_4-4-7", "E5", id, cx=id == "b")] for id in "ab"]
    assert drm(push_drm(field_of(s), s.guns["gun"], [s.units["crew"], *men], "E6")) == -3 + 2 + 1


# -- fires and rubble --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ec", "dice", "lit"), [("moderate", (4, 4), True), ("moist", (4, 4), False), ("dry", (4, 3), True)]
)
def test_a_stone_house_takes_fire(ec: str, dice: tuple[int, int], lit: bool) -> None:
    """RV-B25.1, RV-E3.1 It kindles at 8; moist ground -2, dry +1."""
    s = battle("PFPh", side="german", dice=dice, E5="1.5")
    s.ec = ec
    kindle(s, "E5")
    assert (s.flames.get("E5") == FLAME) == lit


@pytest.mark.parametrize(
    ("state", "dice", "after"),
    [(FLAME, (4, 4), BLAZE), (FLAME, (1, 2), 0), (FLAME, (3, 3), FLAME), (BLAZE, (1, 1), 0)],
)
def test_how_fires_grow_and_die(state: int, dice: tuple[int, int], after: int) -> None:
    """RV-B25.4 A Flame is a Blaze at 8 and out at 3; a Blaze is out on an Original 2."""
    s = battle("RPh", side="german", dice=[*dice, *[1] * 40], E5="1.5")
    s.ec = "moderate"
    s.flames["E5"] = state
    burn(s)
    assert s.flames.get("E5", 0) == after


@pytest.mark.parametrize(
    ("column", "result", "dice", "falls"),
    [
        (30, "3KIA", (4, 4), True),  # 8 + 3
        (16, "3KIA", (4, 5), False),  # 9 + 3 - 2
        (30, "K/2", (6, 6), False),  # only a KIA
        (36, "1KIA", (5, 5), True),
    ],
)
def test_when_a_stone_house_comes_down(column: int, result: str, dice: tuple[int, int], falls: bool) -> None:
    """RV-B24.11 Final 11: the KIA number is added, a column of 16 or less takes 2."""
    s = battle("PFPh", side="german", dice=[*dice, 2, 2, 2], E5="1.5")
    assert after_blast(s, "E5", column, result) == falls


@pytest.mark.parametrize(("at", "cover"), [("E5", 3 + 2), ("E5-1", 3 + 1), ("E5-2", 3), ("E5-roof", 0)])
def test_shells_on_a_high_house(at: str, cover: int) -> None:
    """RV-B23.31, RV-B23.8 3 for stone, 1 for each level above; nothing on the roof."""
    s = battle(E5="2.5")
    assert drm(indirect_cover(field_of(s), at)) == cover


# -- night and air -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "hidden"), [("E10", True), ("E8", False)])
def test_the_dark_hides_who_is_beyond_the_nvr(at: str, hidden: bool) -> None:
    """RV-E1.3 Four hexes: at five a squad in the open is concealed at the end of the turn, at three it is seen."""
    s = battle("CCPh", side="russian", dice=[6] * 8)
    s.night = Night(4, 4, "full", "none", "russian")
    put(s, "ge_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", at, "a")
    gain(s, ("russian",))
    assert s.units["a"].concealed == hidden


def sky(*dice: int) -> Battle:
    """A Shturmovik over German ground, in the Russian MPh."""
    s = battle("MPh", side="russian", dice=dice)
    s.planes["il"] = Plane("il", "ru_fb44", "russian", here=True, bombs=True)
    return s


def test_who_strafes_a_tank_hits_the_men_in_its_hatches() -> None:
    """RV-E7.41, RV-A.14, RV-D5.1 12 FP: a 6 with the +2 of the hatches is 1MC, and 9 + 1 Stuns the crew."""
    s = sky(3, 3, 5, 4)
    tank = vehicle(s, "ge_pz5g", "E5", ce=True)
    strafe(s, "il", "E5")
    assert (s.vehicles[tank].stunned, bool(s.vehicles[tank].wreck)) == (True, False)


def test_who_strafes_a_buttoned_up_tank_hits_nobody() -> None:
    """RV-E7.41, RV-D5.1 Its crew is immune to the IFT."""
    s = sky(3, 3)
    tank = vehicle(s, "ge_pz5g", "E5", ce=False)
    strafe(s, "il", "E5")
    assert not s.vehicles[tank].stunned


def test_men_on_a_truck_under_strafing() -> None:
    """RV-E7.41, RV-D6.4, RV-C7.4 A 9 on column 12 is a NMC for them; the truck stands at more than 8."""
    s = sky(6, 3, 4, 4)
    truck = aboard(s, "ge_opel", "E5", "ge_4-4-7")
    strafe(s, "il", "E5")
    assert (s.vehicles[truck].wreck, s.units["a"].broken, s.units["a"].aboard) == ("", True, truck)


# -- men aboard --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("men", "marks", "more"),
    [(("ge_4-4-7",), {}, 0), (("ge_4-4-7",), {"cx": True}, 1), (("ge_4-4-7", "ge_hero"), {}, -1)],
)
def test_passengers_fire_as_infantry_does(men: tuple[str, ...], marks: dict[str, Any], more: int) -> None:
    """RV-D6.3, RV-A7.10, RV-A4.51, RV-A15.2 CX +1, a hero among them -1."""
    s = battle("DFPh", side="russian")
    ride = aboard(s, "ge_spw251_1", "E5", *men, ce=True)
    s.units["a"] = replace(s.units["a"], **marks)
    put(s, "ru_4-4-7", "E7", "x")
    assert drm(volley(s, s.vehicles[ride], "E7", ("passengers",)).drm) == more


@pytest.mark.parametrize(("gun", "fp"), [("ge_lmg", 7), ("ru_lmg", 4)])
def test_passengers_use_no_strange_machine_gun(gun: str, fp: int) -> None:
    """RV-D6.3, RV-A21.1 What brings +2 with it stays silent."""
    s = battle("DFPh", side="russian")
    ride = aboard(s, "ge_spw251_1", "E5", "ge_4-4-7", ce=True)
    arm(s, gun, "a", "lmg")
    put(s, "ru_4-4-7", "E7", "x")
    planned = volley(s, s.vehicles[ride], "E7", ("passengers",))
    assert (planned.fp, drm(planned.drm)) == (fp, 0)


def test_when_a_leader_aboard_falls_his_men_feel_it() -> None:
    """RV-A10.2, RV-D6.3 The LLMC of a 9-1: +1, so an 8 breaks a morale of 8 in his half-track, and nobody outside."""
    s = battle("DFPh", side="russian", dice=[4, 4])
    aboard(s, "ge_spw251_1", "E5", "ge_6-5-8", "ge_9-1", ce=True)
    put(s, "ge_4-4-7", "E5", "outside")
    eliminate(s, "b", "RV-A7.3", "killed")
    settle_leader_loss(s)
    assert (s.units["a"].broken, s.units["outside"].broken) == (True, False)


def test_when_a_leader_aboard_is_pinned() -> None:
    """RV-A10.2 The LLTC of a 9-1 is a PTC with +1: 4 + 4 + 1 > 8 pins his squad."""
    s = battle("DFPh", side="russian", dice=[5, 5, 4, 4])
    aboard(s, "ge_spw251_1", "E5", "ge_6-5-8", "ge_9-1", ce=True)
    pin_check(s, "b")
    settle_leader_loss(s)
    assert (s.units["b"].pinned, s.units["a"].pinned) == (True, True)


# -- rout --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "marks", "must"),
    [
        ("ru_9-1", {}, True),  # a leader alone counts for rout
        ("ru_4-4-7", {"concealed": True}, False),
        ("ru_4-4-7", {"broken": True}, False),
        ("ru_4-4-7", {"ti": True}, True),
    ],
)
def test_from_whom_broken_men_run(enemy: str, marks: dict[str, Any], must: bool) -> None:
    """RV-A10.5, RV-A.7 A Known unbroken armed enemy next door: a lone leader too, a `?` or broken men not."""
    s = battle("RtPh", side="german", E5="1.5")
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, enemy, "E6", "x", **marks)
    assert must_rout(s, s.units["a"]) == must
    load(s)
