"""Set charges, the Spree bridges, breaches and the Red Banner (chapters A23.7, B23.711, BRV11, BRV14)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.altered_ground import (
    BREACH,
    BRIDGE_GONE,
    BRIDGE_PARTIAL,
    alter_side,
    became,
)
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.field_works import SetCharge
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.model.traces import Alteration
from sandtable.games.vengeance.play import end_phase, play
from sandtable.games.vengeance.rules.advance import advances
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.morale.checks import morale_check
from sandtable.games.vengeance.rules.morale.level import is_fanatic
from sandtable.games.vengeance.rules.movement.labor import labour_options
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate
from sandtable.games.vengeance.rules.special_weapons.set_charges import blow, blow_options, follow_setters, may_set
from sandtable.games.vengeance.rules.terrain.bridges import bridge_limit, damage_bridge, hit_bridge, learn_limit
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.counters import mark, vanish
from sandtable.games.vengeance.rules.units.kinds import bears_banner
from sandtable.games.vengeance.rules.victory.banner import lower_banners, may_plant, may_take_up, planting_modifiers
from sandtable.games.vengeance.rules.victory.control import condition_value
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    drive,
    drm,
    lines,
    put,
    struck,
    whole_map,
)


def on_the_map(phase: Phase = "DFPh", side: str = "russian", dice: tuple[int, ...] = ()) -> Battle:
    """A battle on the whole map, where the Germans hold everything."""
    f = whole_map()
    s = battle(phase, side=side, dice=dice)
    s.scenario = "whole"
    s.control.update(dict.fromkeys(f.locations, "german"))
    return s


def wired_bridge(dice: tuple[int, ...], *hexes: str) -> Battle:
    """An 8-3-8 and a 9-2 in K11 have set charges in these hexes of the Moltke Bridge."""
    s = on_the_map(dice=dice)
    put(s, "ge_8-3-8", "K11", "pioneers")
    put(s, "ge_9-2", "K11", "boss")
    for n, hex in enumerate(hexes or ("I9",), 1):
        s.set_charges.append(SetCharge(f"dc-{n}", "ge_dc", "german", f"{hex}-bridge", "pioneers", "K11"))
    return s


# -- set charges -------------------------------------------------------------------------------------------------------


def test_b_14_the_rulebooks_demolition() -> None:
    """RV-BRV11.311, RV-BRV11.311a, RV-BRV11.313, RV-BRV11.31"""
    s = wired_bridge((3, 3, 3, 4))
    assert ("blow_led", "dc-1", "boss") in ask(s.clone()).options
    blow(s, "dc-1", "boss")
    assert lines(s, "blown_secretly")[0]["result"] == "2KIA"
    assert became(s, "I9") == BRIDGE_PARTIAL
    assert bridge_limit(s, "I9") == 20
    assert sight(s, "german").bridge_limits == {"I9": 20}
    assert sight(s, "russian").bridge_limits == {}
    assert not s.set_charges


def test_b_15_men_on_the_bridge() -> None:
    """RV-BRV11.314"""
    s = wired_bridge((3, 3, 3, 4, 1, 2))
    put(s, "ru_4-5-8", "I9-bridge", "x")
    blow(s, "dc-1", "boss")
    shot = struck(s)[0]
    assert (shot["column"], shot["final"], shot["result"]) == (16, 7, "2MC")


def test_b_16_k_result() -> None:
    """RV-BRV11.311, RV-BRV11.311b, RV-BRV11.313"""
    s = wired_bridge((3, 3, 4, 5))
    blow(s, "dc-1", "boss")
    assert bridge_limit(s, "I9") == 30
    s = wired_bridge((3, 3, 5, 5))
    blow(s, "dc-1", "boss")
    assert not s.altered
    assert not s.set_charges


def test_b_17_second_charge() -> None:
    """RV-BRV11.3151, RV-B6.331"""
    s = wired_bridge((3, 3, 4, 4, 1, 2))
    damage_bridge(s, "I9", "K/4")
    put(s, "ru_4-5-8", "I9-bridge", "x")
    blow(s, "dc-1", "boss")
    assert became(s, "I9") == BRIDGE_GONE
    assert "x" not in s.units
    f = field_of(s)
    assert "I9-bridge" not in f.steps
    assert "J9-bridge" in f.steps
    assert not any(step.to == "I9-bridge" for step in f.steps["H8"])


def test_b_18_wire_cut() -> None:
    """RV-BRV11.315 The charge behind the broken Location goes off in this phase or is lost."""
    s = wired_bridge((3, 3, 3, 4), "J9", "I9")
    blow(s, "dc-1", "boss")
    assert became(s, "J9") == BRIDGE_PARTIAL
    assert [c.urgent for c in s.set_charges] == [True]
    assert ("blow", "dc-2") in blow_options(s, field_of(s), "german")
    assert ("blow_led", "dc-2", "boss") not in blow_options(s, field_of(s), "german")  # he has helped one
    follow_setters(s)
    assert not s.set_charges


def test_b_20_movement_over_a_partial_bridge() -> None:
    """RV-BRV11.312"""
    s = wired_bridge(())
    whole = next(step for step in field_of(s).steps["H8"] if step.to == "I9-bridge")
    damage_bridge(s, "I9", "1KIA")
    step = next(step for step in field_of(s).steps["H8"] if step.to == "I9-bridge")
    assert (whole.cost, whole.road, step.cost, step.road) == (1, True, 2, False)
    f = field_of(s)
    assert drm(tem(s, f, "H8", "I9-bridge")) == 1  # also along the road
    assert f.los("H8", "J9-bridge").hindrance == 1


def test_b_66_own_men_on_the_bridge() -> None:
    """RV-BRV11.314"""
    s = wired_bridge((3, 3, 3, 4, 1, 2, 1, 2))
    put(s, "ge_4-4-7", "I9-bridge", "own")
    put(s, "ru_4-5-8", "I9-bridge", "x")
    blow(s, "dc-1", "boss")
    found = {shot["units"]: (shot["final"], shot["result"]) for shot in struck(s)}
    assert found == {("x",): (7, "2MC"), ("own",): (5, "3MC")}


def test_cc_89_set_dc() -> None:
    """RV-A23.7 36 FP, Original 7 with a leader of -2: Final 5 is 2KIA."""
    assert firepower.result_of(firepower.column_for(36), 7 - 2) == "2KIA"
    s = battle("PFPh", side="german", dice=[2, 2, 2, 3, 1, 2, 6, 5, 6, 3], E6="1.5")
    put(s, "ge_8-3-8", "E4", "a")
    put(s, "ru_4-4-7", "E6", "x")
    s.set_charges.append(SetCharge("dc", "ge_dc", "german", "E6", "a", "E4"))
    drive(s, ("blow", "dc"))
    assert lines(s, "blown")[0]["result"] == "2KIA"  # no TEM for the building
    assert struck(s)[0]["final"] == 8  # its TEM for the men
    assert s.altered  # 11 and 2: it comes down


def test_a_captured_charge_that_is_set_is_weaker() -> None:
    """RV-A23.7, RV-A21.1 +2, for the house and for the men in it."""
    s = battle("PFPh", side="german", dice=[2, 2, 2, 3, *[1] * 8], E6="1.5")
    put(s, "ge_8-3-8", "E4", "a")
    put(s, "ru_4-4-7", "E6", "x")
    s.set_charges.append(SetCharge("dc", "ru_dc", "german", "E6", "a", "E4"))
    drive(s, ("blow", "dc"))
    assert lines(s, "blown")[0]["result"] == firepower.result_of(firepower.column_for(36), 7)
    assert struck(s)[0]["final"] == 10


def test_setting_a_charge_takes_a_movement_phase_and_is_secret() -> None:
    """RV-A23.7 TI, a NTC at the end of the MPh; then nobody but its owner knows of it."""
    s = battle("MPh", side="german", dice=[3, 3], E6="1.5")
    s.control["E6"] = "german"
    put(s, "ge_8-3-8", "E6", "a")
    arm(s, "ge_dc", "a", "dc")
    drive(s, ("move", "a"), ("set_charge", "dc"))
    assert s.units["a"].ti
    assert not s.set_charges
    _end_phase(s)
    assert [c.at for c in s.set_charges] == ["E6"]
    assert "dc" not in s.weapons
    assert sight(s, "russian").set_charges == ()
    assert len(sight(s, "german").set_charges) == 1


def test_a_failed_ntc_leaves_the_charge() -> None:
    """RV-BRV11.311a, RV-A23.7 Once in a phase; it may be tried again in the next."""
    s = wired_bridge((6, 6))
    blow(s, "dc-1")
    assert [c.tried for c in s.set_charges] == [True]
    assert blow_options(s, field_of(s), "german") == []
    follow_setters(s)
    assert ("blow", "dc-1") in blow_options(s, field_of(s), "german")


def test_who_may_demolish_a_spree_bridge() -> None:
    """RV-BRV11.31, RV-BRV11.3 Only German assault engineers; HE harms it only when it is Partial."""
    s = on_the_map()
    f = field_of(s)
    for type, id in (("ge_8-3-8", "pioneers"), ("ge_6-5-8", "others"), ("ru_6-2-8ae", "enemy")):
        put(s, type, "I9-bridge", id)
        arm(s, f"{type[:2]}_dc", id, f"dc-{id}")
    assert may_set(s, f, s.units["pioneers"]) == ["dc-pioneers"]
    assert may_set(s, f, s.units["others"]) == []
    assert may_set(s, f, s.units["enemy"]) == []
    hit_bridge(s, "I9", "3KIA")
    assert not s.altered
    damage_bridge(s, "I9", "K/4")
    learn_limit(s, "I9")
    assert sight(s, "russian").bridge_limits == {"I9": 30}
    hit_bridge(s, "I9", "K/2")
    assert became(s, "I9") == BRIDGE_PARTIAL
    hit_bridge(s, "I9", "1KIA")  # RV-B6.3: a wooden bridge falls to HE with a KIA
    assert became(s, "I9") == BRIDGE_GONE
    assert not s.units


def test_a_charge_is_lost_with_its_location() -> None:
    """RV-A23.7 An enemy who controls the Location finds it."""
    s = wired_bridge(())
    s.control["I9-bridge"] = "russian"
    follow_setters(s)
    assert not s.set_charges


# -- breaches ----------------------------------------------------------------------------------------------------------


def test_b_28_with_a_breach() -> None:
    """RV-BRV12.3a, RV-BRV12.31, RV-B23.711 A Breach on W18-X18 opens the occupied wall."""
    s = on_the_map("APh")
    put(s, "ru_4-5-8", "W18", "a")
    put(s, "ge_6-5-8", "X18", "x")
    assert "X18" not in [step.to for step in advances(s, s.units["a"])]
    alter_side(s, "W18", "X18", BREACH)
    assert "X18" in [step.to for step in advances(s, s.units["a"])]
    assert "X18" in [step.to for step in field_of(s).steps["W18"]]


def test_a_charge_breaches_the_wall() -> None:
    """RV-B23.711, RV-A23.5, RV-BRV12.31 No TEM, KIA or K/ opens it; who is behind is attacked with +2."""
    s = on_the_map("MPh", dice=(2, 4, 1, 2))
    put(s, "ru_6-2-8ae", "W18", "a")
    put(s, "ge_6-5-8", "X18", "x", fanatic=True)
    arm(s, "ru_dc", "a", "dc")
    drive(s, ("move", "a"), ("breach", "dc", "X18"), ("pass",))
    assert [c.origin for c in s.charges] == ["W18"]
    s.phase = "AFPh"
    detonate(s, s.charges[0])
    assert s.altered == [Alteration("W18", BREACH, "X18")]
    assert (struck(s)[0]["column"], struck(s)[0]["final"]) == (30, 8)


def test_a_breached_rowhouse_wall_can_be_crossed_and_seen_through() -> None:
    """RV-B23.711, RV-B23.71, RV-O5.31 At ground level only, at +1 MF."""
    sides = {("E5", "E6"): "ROWHOUSE"}
    s = battle(sides=sides, E5="1.5", E6="1.5")
    assert "E6" not in field_of(s).accessible["E5"]
    put(s, "ru_6-2-8ae", "E5", "a")
    arm(s, "ru_dc", "a", "dc")
    s.side, s.phase = "russian", "MPh"
    s.move = Move(("a",))
    assert ("breach", "dc", "E6") in labour_options(s, field_of(s), s.move)
    alter_side(s, "E5", "E6", BREACH)
    f = field_of(s)
    assert next(st.cost for st in f.steps["E5"] if st.to == "E6") == 3
    assert f.los("E5", "E6").clear
    assert not f.los("E5-1", "E6-1").clear
    assert ("breach", "dc", "E6") not in labour_options(s, f, s.move)


# -- the Banner --------------------------------------------------------------------------------------------------------


def bearer(type: str, at: str, dice: tuple[int, ...] = ()) -> Battle:
    """A Russian with the Banner."""
    s = on_the_map("MPh", dice=dice)
    put(s, type, at, "a")
    arm(s, "ru_banner", "a", "ru-banner-1")
    return s


def test_nobody_plants_the_banner_off_the_map() -> None:
    """RV-BRV14.3"""
    s = bearer("ru_6-2-8", "Z17-roof")
    f = field_of(s)
    assert may_plant(s, f, s.weapons["ru-banner-1"])
    mark(s, "a", at="")
    assert not may_plant(s, f, s.weapons["ru-banner-1"])


@pytest.mark.parametrize(("die", "flies"), [(5, True), (6, False)])
def test_b_35_placement_by_a_squad(die: int, flies: bool) -> None:
    """RV-BRV14.3, RV-BRV14.4"""
    s = bearer("ru_6-2-8", "Z17-roof", (die,))
    drive(s, ("move", "a"), ("plant", "ru-banner-1"))
    while s.move is not None:
        _quiet(s)
    assert s.units["a"].ti
    assert (s.banners == {"ru-banner-1": "Z17-roof"}) is flies
    s.control["Z17-roof"] = "russian"
    assert condition_value(s, {"type": "banner"}, "russian") == (int(flies), 1)


def test_b_36_placement_by_a_leader() -> None:
    """RV-BRV14.3"""
    for type, flies in (("ru_8-1", False), ("ru_hero", True)):
        s = bearer(type, "Z17-roof", (5,))
        assert drm(planting_modifiers(s, s.units["a"], [s.units["a"]])) == (1 if type == "ru_8-1" else 0)
        drive(s, ("move", "a"), ("plant", "ru-banner-1"))
        while s.move is not None:
            _quiet(s)
        assert bool(s.banners) is flies
        assert s.units["a"].ti


def test_b_37_bearer_hit() -> None:
    """RV-BRV14.2, RV-BRV14.1"""
    s = bearer("ru_6-2-8", "S18", (5, 5))
    assert field_of(s).ground.range("S18", "X18") == 5
    assert bears_banner(s, s.units["a"])
    morale_check(s, "a", 0, "RV-A7.6")
    assert (s.units["a"].type, s.units["a"].broken) == ("ru_3-2-8", False)
    assert is_fanatic(s, s.units["a"])
    far = bearer("ru_6-2-8", "N18", (5, 5))
    morale_check(far, "a", 0, "RV-A7.6")
    assert far.units["a"].broken


def test_b_68_brv8_is_won() -> None:
    """RV-SCN8, RV-BRV14.4 Both conditions: the Banner and three ground-level Locations."""
    card = {"type": "control_locations", "buildings": ["Y18"], "level": "ground", "needed": 3}
    s = on_the_map()
    s.banners["ru-banner-1"] = "Z17-roof"
    s.control.update(dict.fromkeys(("Z17-roof", "X17", "X18"), "russian"))
    assert condition_value(s, {"type": "banner"}, "russian") == (1, 1)
    assert condition_value(s, card, "russian") == (2, 3)
    s.control["Y17"] = "russian"
    assert condition_value(s, card, "russian") == (3, 3)
    assert condition_value(s, card | {"banner_counts": 1}, "russian") == (4, 3)


def test_the_banner_falls_at_the_end_of_any_phase() -> None:
    """RV-BRV14.5 As soon as a Good Order German MMC is alone on its rooftop, whatever the phase."""
    s = on_the_map()
    s.control["Z17-roof"] = "russian"
    arm(s, "ru_banner", "", "ru-banner-1", at="Z17-roof")
    s.banners["ru-banner-1"] = "Z17-roof"
    put(s, "ge_6-5-8", "Z17-roof", "g")
    put(s, "ru_4-4-7", "Z17-roof", "r")
    s.phase, s.step = "RtPh", "done"
    end_phase(s)
    assert s.banners
    vanish(s, "r")
    s.phase, s.step = "APh", "done"
    end_phase(s)
    assert (s.banners, len(lines(s, "banner_down"))) == ({}, 1)


def test_a_banner_stays_until_the_german_has_its_roof() -> None:
    """RV-BRV14.5 Nobody takes an emplaced Banner up; a lost one is for Russians only."""
    s = bearer("ru_6-2-8", "Z17-roof")
    put(s, "ge_4-4-7", "Z17-roof", "x")
    weapon = s.weapons["ru-banner-1"]
    assert may_take_up(s, s.units["a"], weapon)
    assert not may_take_up(s, s.units["x"], weapon)
    s.banners["ru-banner-1"] = "Z17-roof"
    assert not may_take_up(s, s.units["a"], weapon)
    s.control["Z17-roof"] = "russian"
    lower_banners(s)
    assert s.banners
    s.control["Z17-roof"] = "german"
    lower_banners(s)
    assert not s.banners
    assert not s.weapons


# -- helpers -----------------------------------------------------------------------------------------------------------


def _quiet(s: Battle) -> None:
    for decision in play(s):
        raise AssertionError(f"{decision} is asked")


def _end_phase(s: Battle) -> None:
    """Nobody wants anything more in this phase."""
    while s.move is not None:
        _quiet(s)
    s.step = "done"
    _quiet(s)
