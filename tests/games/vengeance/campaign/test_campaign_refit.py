"""The steps of the Refit Phase, one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.campaign import areas, edges, points, supply
from sandtable.games.vengeance.campaign.battle import deployment, posts, scoring
from sandtable.games.vengeance.campaign.battle.hulks import burn_hulks
from sandtable.games.vengeance.campaign.charts import dates, fortifications
from sandtable.games.vengeance.campaign.purchase import fortifications as fortify
from sandtable.games.vengeance.campaign.purchase import raising, reinforcement_groups, support
from sandtable.games.vengeance.campaign.purchase.group_contents import Roster
from sandtable.games.vengeance.campaign.refit import (
    after_battle,
    escape,
    guns_and_vehicles,
    initiative,
    shift,
    veterans,
    weapons,
)
from sandtable.games.vengeance.campaign.refit import fires_burn_out as burning_module
from sandtable.games.vengeance.campaign.refit import phase as refit
from sandtable.games.vengeance.campaign.start import opening
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.map.altered_ground import alter, became
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.campaign import Bought, Module
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.play import SEQUENCE
from sandtable.games.vengeance.rules.fire import snipers
from sandtable.games.vengeance.rules.ordnance import set_up as gun_setup
from sandtable.games.vengeance.rules.ordnance.mounts import lose_gun
from sandtable.games.vengeance.rules.units.counters import remove
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.games.vengeance.rules.vehicles.crews import armor_leaders
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.games.vengeance.scenarios.cards import first_setup
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Secretly
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, drive, emplace, lines, load, put, step_of, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign


def answer(flow: Any, *choices: Any) -> list[Any]:
    """Run a procedure with these answers; what it asked."""
    asked: list[Any] = []
    todo = list(choices)
    given: Any = None
    while True:
        try:
            decision = flow.send(given)
        except StopIteration:
            return asked
        asked.append(decision)
        if isinstance(decision, Choose) and decision.forced and len(decision.options) == 1:
            given = decision.options[0]
            continue
        given = todo.pop(0)


# -- after the battle ------------------------------------------------------------------------------------------------


def test_melees_are_concluded() -> None:
    """RV-RePh8.601, RV-RePh8.6011, RV-RePh8.600"""
    s = campaign(dice=[6, 6, 6, 6, 1, 1, 5, 5])
    put(s, "ge_6-5-8", "X17", "a", melee=True)
    put(s, "ru_4-4-7", "X17", "x", melee=True)
    put(s, "ge_4-4-7", "W18", "b", melee=True)
    put(s, "ru_4-4-7", "W18", "y", melee=True)
    refit.begin_refit(s)
    assert (s.phase, s.step) == ("refit", "melee")
    assert after_battle.next_melee(s) == "W18"
    decision = ask(s)
    assert decision.ask == "hand_to_hand"
    assert s.melee is not None
    assert s.melee.at == "W18"
    drive(s, ("ordinary", "W18"), ("ordinary", "W18"))
    assert ask(s).options == [("attack", "y", "b")]


def test_markers_of_the_battle_leave_the_map() -> None:
    """RV-RePh8.602"""
    s = campaign()
    put(s, "ge_6-5-8", "X17", "a", wall=True, sheltered=True, encircled=2, wave=True, landed=True, cx=True)
    s.units["a"] = replace(s.units["a"], bypass="+12", climbing="X18")
    s.skirting.append("a")
    after_battle.remove_markers(s)
    assert s.skirting == []
    assert s.units["a"] == Unit("a", "ge_6-5-8", "german", "X17", s.units["a"].elr, encircled=2)


def test_nobody_declines_a_melee_for_ever() -> None:
    """RV-RePh8.601"""
    s = campaign()
    put(s, "ge_6-5-8", "X17", "a", melee=True)
    put(s, "ru_4-4-7", "X17", "x", melee=True)
    refit.begin_refit(s)
    drive(s, ("ordinary", "X17"), ("ordinary", "X17"))
    assert ("done",) not in ask(s).options


def test_markers_go_and_wounds_stay() -> None:
    """RV-RePh8.602"""
    s = campaign()
    put(s, "ge_9-1", "X17", "boss", wounded=True, pinned=True, cx=True)
    put(s, "ge_6-5-8", "X17", "a", berserk=True, fired="prep", fanatic=False)
    s.residual["X17"] = 4
    s.smoke["X18"] = 1
    s.flames["K13"] = 2
    s.snipers["german"] = "X17"
    after_battle.remove_markers(s)
    assert (s.units["boss"].wounded, s.units["boss"].pinned, s.units["boss"].cx) == (True, False, False)
    assert not s.units["a"].berserk
    assert not s.units["a"].fired
    assert (s.residual, s.smoke, s.snipers, s.flames) == ({}, {}, {}, {"K13": 2})


def test_everybody_rallies() -> None:
    """RV-RePh8.6031"""
    s = campaign()
    put(s, "ge_6-5-8", "A20", "a", broken=True, dm=False)
    put(s, "ru_4-4-7", "C20", "lost", broken=True)
    for hex in ("A20", "B20", "C20", "D20", "B19", "C21", "D19", "C19", "B21"):
        for at in ground().of_hex[hex]:
            s.control[at] = "german"
    put(s, "ge_4-4-7", "C19", "b")
    put(s, "ge_4-4-7", "C21", "c")
    after_battle.rally_all(s)
    assert s.areas["C20"].startswith("german")
    assert not s.units["a"].broken
    assert s.units["lost"].broken


def test_encirclement_at_the_end() -> None:
    """RV-RePh8.6041"""
    s = campaign()
    put(s, "ge_6-5-8", "C20", "a")
    for number, hex in enumerate(ground().neighbours["C20"]):
        put(s, "ru_4-4-7", hex, f"x{number}")
        for at in ground().of_hex[hex]:
            s.control[at] = "russian"
    after_battle.encircle(s)
    assert s.units["a"].encircled
    assert not s.units["x1"].encircled


# -- areas and escape ------------------------------------------------------------------------------------------------


def south_bank(s: Battle) -> None:
    """All of the south bank is German."""
    for hex in ground().hexes.values():
        if hex.bank == "S":
            for at in ground().of_hex[hex.id]:
                s.control[at] = "german"


def test_who_is_kept_and_who_falls_back() -> None:
    """RV-RePh8.6055, RV-RePh8.6056, RV-RePh8.6053"""
    s = campaign()
    put(s, "ge_4-4-7", "A20", "kept")
    for at in ground().of_hex["A20"]:
        s.control[at] = "german"
    open_hex = next(
        n for n in ground().neighbours["A20"] if not areas.strong_by_terrain(s, n) and areas.enterable(s, n)
    )
    put(s, "ge_9-1", open_hex, "leader")
    escape.determine_areas(s)
    assert s.posts["kept"] == "german-1"
    assert s.posts["leader"] == "german-1"
    assert supply.open_hexes(s, "german")(open_hex)


def test_upper_levels_are_cut_off() -> None:
    """RV-RePh8.6057"""
    s = campaign()
    south_bank(s)
    put(s, "ge_6-5-8", "K13-1", "above")
    building = ground().buildings["K13"]
    assert not escape.cut_off_above(s, s.units["above"])
    for hex in building.hexes:
        for at in ground().of_hex[hex]:
            s.control[at] = "russian"
    s.control["K13-1"] = "german"
    assert escape.cut_off_above(s, s.units["above"])
    beside = next(hex for hex in building.hexes if hex in ground().neighbours["K13"] and ground().joined("K13", hex))
    s.control.update({beside: "german", f"{beside}-1": "german"})
    assert not escape.cut_off_above(s, s.units["above"])


def surrounded(**marks: Any) -> Battle:
    """Two Russian squads and a leader alone on the German bank."""
    s = campaign(**marks)
    south_bank(s)
    for id in ("a", "b"):
        put(s, "ru_4-4-7", "F20", id)
    put(s, "ru_9-1", "F20", "boss")
    put(s, "ge_4-4-7", "G20", "guard")
    escape.determine_areas(s)
    return s


def test_escape_is_decided_by_the_owner() -> None:
    """RV-RePh8.606, RV-RePh8.6061"""
    s = surrounded()
    assert escape.cut_off_places(s, "russian") == ["F20"]
    s.phase, s.step = "refit", "escape"
    options = ask(s).options
    assert ("escape", "F20") in options
    assert ("escape_alone", "boss") in options
    # The hex that the Russian holds is an area of his, though an Isolated one: he may stay.
    assert ("remain", "a") in options
    drive(s, ("remain", "a"))
    assert s.posts["a"].startswith("russian")


def test_escape_modifiers_and_results() -> None:
    """RV-RePh8.6061"""
    s = surrounded(night_before=True)
    reasons = {reason: value for value, _, reason in escape.escape_modifiers(s, ["a", "b", "boss"])}
    assert reasons["night"] == -2
    assert reasons["leader"] == -1
    assert reasons["distance"] == min(ground().range("F20", hex) for hex in edges.entry_edge(s, "russian")) - 3
    load(s, 6, 6)
    answer(escape.escape(s, ["a", "b", "boss"]))
    assert "a" not in s.units


def near_home(*dice: int) -> Battle:
    """A German squad with a heavy weapon, five hexes from its own ground."""
    s = campaign(dice=dice)
    for at in ground().of_hex["A20"]:
        s.control[at] = "german"
    put(s, "ge_6-5-8", "F20", "a")
    arm(s, "ge_hmg", "a", "hmg")
    for hex in ("E20", "G20", "F19", "F21", "E21", "G21"):
        put(s, "ru_4-4-7", hex, f"at-{hex}")
        s.control.update(dict.fromkeys(ground().of_hex[hex], "russian"))
    s.areas = areas.compute_areas(s)
    s.areas["F20"] = "russian-1"
    return s


def test_escape_results() -> None:
    """RV-RePh8.6061 What is too heavy is left where it was, or lost."""
    for dice, post, left in (((1, 1), "german-1", "F20"), ((3, 4), "german-1", None), ((4, 5), "here", "")):
        s = near_home(*dice)
        drm = sum(m[0] for m in escape.escape_modifiers(s, ["a"]))
        assert drm == ground().range("F20", "A20") - 3 - 1
        answer(escape.escape(s, ["a"]))
        assert s.posts["a"] == post
        assert [w.at for w in s.weapons.values() if w.id == "hmg"] == ([] if left is None else [left]), dice


def test_no_way_over_the_water() -> None:
    """RV-RePh8.6061"""
    s = surrounded()
    assert escape.has_way(s, "F20", "russian")


def test_encircled_markers_are_removed() -> None:
    """RV-RePh8.6062"""
    s = campaign()
    south_bank(s)
    put(s, "ge_4-4-7", "F20", "a", encircled=1)
    escape.determine_areas(s)
    s.phase, s.step = "refit", "escape"
    answer(escape.escape_step(s))
    assert (s.units["a"].encircled, s.step) == (0, "equipment")


# -- equipment -------------------------------------------------------------------------------------------------------


def test_equipment_belongs_to_the_area() -> None:
    """RV-RePh8.607, RV-RePh8.6149"""
    s = campaign()
    south_bank(s)
    put(s, "ge_4-4-7", "F20", "a")
    put(s, "ge_4-4-7", "F21", "b")
    arm(s, "ge_lmg", "", "lmg", at="F20")
    arm(s, "ge_mmg", "", "mmg", at="F3")
    escape.determine_areas(s)
    s.step = "equipment"
    asked = answer(weapons.equipment_step(s), ("take", "lmg", "b"))
    assert asked[0].seat == "german"
    assert s.weapons["lmg"].holder == "b"
    answer(weapons.equipment_step(s))
    assert "mmg" not in s.weapons
    assert step_of(s) == "fires"


def test_b_64_weapon_repair() -> None:
    """RV-RePh8.6142"""
    s = campaign(dice=[4, 5, 2])
    vehicular = weapons.repair_modifiers(2, True, False, 12)
    assert weapons.is_repaired(s, "mg", "German LMG 1", vehicular)
    assert not weapons.is_repaired(s, "mg", "German LMG 1", vehicular)
    assert not weapons.is_repaired(s, "mmg", "German MMG 1", weapons.repair_modifiers(1, False, False, 11))
    s = campaign(dice=[1])
    put(s, "ge_4-4-7", "F20", "a")
    arm(s, "ge_mmg", "a", "mmg", malfunctioned=True)
    for post in ("off", "here", "reserve"):
        s.posts["a"] = post  # in no friendly Set Up Area: neither mended nor lost
        weapons.repair_weapons(s)
        assert s.weapons["mmg"].malfunctioned
    s.posts["a"] = "german-1"
    weapons.repair_weapons(s)
    assert "mmg" not in s.weapons or not s.weapons["mmg"].malfunctioned


def test_spent_weapons_are_replaced() -> None:
    """RV-RePh8.61421"""
    s = campaign(dice=[2, 3])
    put(s, "ge_8-3-8", "F20", "a")
    arm(s, "ge_dc", "a", "dc-1")
    arm(s, "ge_ft", "a", "ft-1")
    for id in ("dc-1", "ft-1"):
        weapons.issue(s, s.weapons[id], "ge_8-3-8")
        del s.weapons[id]
    weapons.replace_spent(s)
    assert s.weapons["dc-1"].holder == "a"
    assert "ft-1" not in s.weapons


# -- veterans --------------------------------------------------------------------------------------------------------


def test_wounded_leaders() -> None:
    """RV-RePh8.610"""
    s = campaign(dice=[3, 6, 4])
    south_bank(s)
    for id in ("well", "dead", "ill"):
        put(s, "ge_9-1", "F20", id, wounded=True)
    escape.determine_areas(s)
    veterans.heal(s)
    assert not s.units["well"].wounded
    assert "dead" not in s.units
    assert s.units["ill"].wounded


def test_half_squads_become_squads_again() -> None:
    """RV-RePh8.6111"""
    s = campaign()
    south_bank(s)
    put(s, "ge_3-4-8", "F20", "one")
    put(s, "ge_3-4-8", "H22", "two")
    put(s, "ge_2-3-7", "H22", "other")
    escape.determine_areas(s)
    s.pending = ["german"]
    assert veterans.pairs(s, "german") == [("recombine", "one", "two")]
    emplace(s, "ge_75_pak40", "H22", "two", id="gun")
    assert veterans.pairs(s, "german") == []  # who mans a Gun stays with it
    s.guns.clear()
    answer(veterans.recombine(s, "german"), ("recombine", "one", "two"))
    assert s.units["one"].type == "ge_6-5-8"
    assert "two" not in s.units


def test_battle_hardening() -> None:
    """RV-RePh8.6113, RV-RePh8.6114, RV-RePh8.611"""
    s = campaign(
        dice=[1, 2, 2, 1, 3, 1, 2, 6, 6],
        german={"inflicted": 30, "suffered": 20, "won_last": True},
        russian={"inflicted": 20, "suffered": 30, "lost_last": True},
    )
    south_bank(s)
    put(s, "ge_9-1", "F20", "boss")
    put(s, "ge_hero", "F20", "hero")
    put(s, "ge_4-4-7", "F20", "squad")
    escape.determine_areas(s)
    assert sum(m[0] for m in veterans.hardening_modifiers(s, s.units["squad"])) == -2
    veterans.harden(s, "german")
    assert s.units["boss"].type == "ge_9-2"
    assert s.units["hero"].type == "ge_8-0"
    assert s.units["squad"].type == "ge_6-5-8"
    russian = Unit("x", "ru_3-3-7", "russian")
    assert sum(m[0] for m in veterans.hardening_modifiers(s, russian)) == 1 - 1 + 2


def test_b_71_promotion() -> None:
    """RV-RePh8.6115"""

    def side(name: str, squads: int, leaders: int) -> Battle:
        s = campaign()
        for n in range(squads):
            s.units[f"s{n}"] = Unit(f"s{n}", f"{name[:2]}_4-4-7", name)
        for n in range(leaders):
            s.units[f"l{n}"] = Unit(f"l{n}", f"{name[:2]}_8-0", name)
        return s

    assert veterans.may_promote(side("german", 12, 2), "german")
    assert not veterans.may_promote(side("german", 11, 2), "german")
    assert veterans.may_promote(side("russian", 12, 1), "russian")
    s = side("german", 12, 2)
    s.pending = ["german"]
    answer(veterans.promote(s, "german"), ("promote",))
    assert any(u.type == "ge_7-0" and s.posts[u.id] == "on_board" for u in s.units.values())
    assert not veterans.may_promote(s, "german")


# -- shift, chits, date ----------------------------------------------------------------------------------------------


def test_shift_between_areas() -> None:
    """RV-RePh8.613"""
    s = campaign()
    put(s, "ge_4-4-7", "A20", "a")
    put(s, "ge_4-4-7", "J23", "b")
    for at in ground().of_hex["A20"]:
        s.control[at] = "german"
    escape.determine_areas(s)
    first, second = s.areas["A20"], s.areas["J23"]
    assert first != second
    assert second in shift.Paths(s, "german").on_foot(first)
    s.pending = ["german"]
    answer(shift.shift_step(s), ("shift", "b", first))
    assert s.posts["b"] == first
    assert all(option[1] != "b" for option in shift.shifts(s, "german"))
    assert lines(s, "shifted")


def test_an_emptied_area_becomes_no_mans_land() -> None:
    """RV-RePh8.6131"""
    s = campaign()
    south_bank(s)
    put(s, "ru_4-4-7", "F20", "gone")
    for at in ground().of_hex["F20"]:
        s.control[at] = "russian"
    s.areas = areas.compute_areas(s)
    area = s.areas["F20"]
    assert area in supply.isolated_areas(s)
    del s.units["gone"], s.at["F20"]
    shift.empty_areas(s)
    assert "F20" not in s.areas
    assert s.control["F20"] == ""


def test_b_52_initiative() -> None:
    """RV-RePh8.6233"""
    s = campaign("4/30 PM", [4, 3, 5, 3])
    assert initiative.first_in_dual_attack(s) == "german"
    points.note(s, attacker="german")
    assert first_setup(s) == "russian"


def test_chits_are_secret_until_they_are_turned() -> None:
    """RV-RePh8.6151, RV-RePh8.623, RV-RePh8.6232, RV-RePh8.6231, RV-CG26"""
    assert (initiative.starting_chits("russian"), initiative.starting_chits("german")) == (7, 3)
    s = campaign(german={"chits": 0}, russian={"chits": 7})
    asked = answer(initiative.choose_chits(s), {"german": ("chit", "idle"), "russian": ("chit", "attack")})
    assert isinstance(asked[0], Secretly)
    assert asked[0].options["german"] == [("chit", "idle")]
    assert not s.journal.lines
    initiative.reveal_chits(s)
    kept = points.campaign_of(s)
    assert (kept.attacker, kept.dual, kept.lull, kept.russian.chits) == ("russian", False, False, 6)
    s = campaign(german={"chit": "idle", "chits": 1}, russian={"chit": "idle", "chits": 1})
    initiative.reveal_chits(s)
    assert points.campaign_of(s).lull


def test_the_date_goes_on() -> None:
    """RV-RePh8.6121, RV-CGS3"""
    s = campaign()
    s.cvp["german_infantry"] = 71
    s.step = "date"
    answer(SEQUENCE.run(s))
    assert dates()[points.campaign_of(s).date] == "4/29 PM"
    assert points.sheet(s, "german").elr_lost == 1
    last = campaign("5/1 AM")
    last.step = "date"
    answer(SEQUENCE.run(last))
    assert (last.winner, last.won_by) == ("german", "held_out")


@pytest.mark.parametrize(("date", "ends"), [("5/1 AM", True), ("4/30 NT", False)])
def test_nobody_is_asked_any_more_after_the_last_scenario(date: str, ends: bool) -> None:
    """RV-CGS3, RV-CGS10, RV-CGS10a The Reichstag is looked at before Escape, so nothing after it matters."""
    s = campaign(date)
    put(s, "ru_4-4-7", "X20", "cut_off")
    s.step = "victory"
    answer(SEQUENCE.run(s))
    assert (s.winner, s.won_by) == (("german", "held_out") if ends else ("", ""))
    assert s.step == ("victory" if ends else "escape")


def test_losses_that_count() -> None:
    """RV-CGS13, RV-CG16, RV-RePh8.6032, RV-RePh8.6033, RV-CG24"""
    s = campaign(dice=[1] * 9)
    put(s, "ru_3-3-7", "F20", "prisoners")
    put(s, "ru_4-4-7", "F20", "squad")
    put(s, "ge_6-5-8", "G20", "german")
    for id in ("prisoners", "squad", "german"):
        remove(s, id, "RV-A11.12", "killed")
    assert scoring.counted_losses(s, "russian") == 2
    assert scoring.infantry_losses(s, "russian") == 2
    assert scoring.counted_losses(s, "german") == 2
    points.note(s, attacker="russian")
    scoring.settle_scenario(s, {})
    assert points.sheet(s, "german").won_last
    assert points.sheet(s, "russian").lost == 1


def test_a_reduced_squad_counts_as_one_half_squad_lost() -> None:
    """RV-CGS13, RV-CG16, RV-CG24"""
    s = campaign()
    put(s, "ru_3-3-7", "F20", "prisoners")
    put(s, "ru_4-4-7", "F20", "squad")
    for id in ("prisoners", "squad"):
        reduce(s, id, "RV-A7.302")
    assert s.cvp["russian"] == 2
    assert scoring.counted_losses(s, "russian") == 1
    assert scoring.infantry_losses(s, "russian") == 1


@pytest.mark.parametrize(("type", "counted"), [("ru_t34_85", 2 + 2), ("ge_pz4j", 5 + 2 + 2)])
def test_of_a_russian_vehicle_only_its_men_count(type: str, counted: int) -> None:
    """RV-CGS13, RV-CG24 Its crew and its armor leader count as losses, and against the ELR."""
    s = campaign()
    side = "russian" if type.startswith("ru") else "german"
    vehicle(s, type, "F20", "tank", leader=f"{type[:2]}_armor_9-1")
    wreck(s, "tank", burns=True)
    assert s.cvp[side] == 5 + 2 + 2
    assert scoring.counted_losses(s, side) == counted
    assert scoring.infantry_losses(s, side) == 2 + 2


def test_lost_guns_count_but_cost_no_elr() -> None:
    """RV-CGS13, RV-CG24"""
    s = campaign()
    put(s, "ge_2-2-8", "F20", "crew")
    emplace(s, "ge_75_pak40", "F20", "crew", id="gun")
    lose_gun(s, "gun", "RV-C10.3")
    assert scoring.counted_losses(s, "german") == 2
    assert scoring.infantry_losses(s, "german") == 0


# -- buying ----------------------------------------------------------------------------------------------------------


def test_b_51_fortifications() -> None:
    """RV-RePh8.621, RV-RePh8.621a"""
    s = campaign(german={"fpp": 60}, russian={"fpp": 60})
    rows = fortifications()
    assert fortify.price(s, rows["Trench"]) == 8
    assert fortify.price(s, rows["Wire"]) == 12
    assert fortify.price(s, rows["A-P Mine factor"]) == 2
    assert fortify.price(s, rows["Pillbox"], "1+3+5") == 28
    assert fortify.price(s, rows["Barricade"]) == 9
    refused = fortify.fortification_refusal(s, "german", "A-T Ditch")
    assert refused is not None
    refused = fortify.fortification_refusal(s, "russian", "Wire")
    assert refused is not None
    assert "German" in refused[0]
    fortify.buy_fortification(s, "german", "Foxhole", "2S")
    assert points.sheet(s, "german").fortifications == (("Foxhole 2S", 1),)
    assert points.sheet(s, "german").fpp == 58


def test_what_fpp_cannot_buy() -> None:
    """RV-RePh8.621, RV-I13"""
    first = campaign("4/28 PM", german={"fpp": 40}, russian={"fpp": 40})

    def clause(s: Battle, side: str, type: str, size: str = "") -> str:
        refused = fortify.fortification_refusal(s, side, type, size)
        return refused[1] if refused else ""

    assert clause(first, "russian", "Foxhole", "1S") == "RV-I13"
    assert clause(first, "russian", "Supplemental Armor") == ""
    assert clause(first, "german", "Supplemental Armor") == "RV-RePh8.621"
    assert clause(first, "german", "A-T Ditch") == ""
    assert clause(first, "german", "HIP", "squad") == "RV-RePh8.621"
    for n in range(3):
        first.units[f"s{n}"] = Unit(f"s{n}", "ge_4-4-7", "german")
    assert clause(first, "german", "HIP", "squad") == "RV-RePh8.621"  # who enters later is not on board
    first.posts |= {f"s{n}": "on_board" for n in range(3)}
    assert clause(first, "german", "HIP", "squad") == ""
    fortify.buy_fortification(first, "german", "HIP", "squad")
    assert clause(first, "german", "HIP", "smc") == "RV-RePh8.621"
    fortify.buy_fortification(first, "russian", "Supplemental Armor", "")
    assert clause(first, "russian", "Supplemental Armor") == "RV-RePh8.621"


def test_unspent_fpp_are_lost() -> None:
    """RV-RePh8.621"""
    s = campaign(german={"fpp": 7})
    s.pending = ["german"]
    answer(fortify.fortify(s, "german"), ("done",))
    assert (points.sheet(s, "german").fpp, s.pending) == (0, [])


def test_reconnaissance_is_paid_for() -> None:
    """RV-RePh8.622"""
    s = campaign(german={"cpp": 2})
    s.pending = ["german"]
    asked = answer(fortify.reconnoitre(s, "german"), ("recon", 2))
    assert asked[0].options == [("recon", 0), ("recon", 1), ("recon", 2)]
    assert (points.sheet(s, "german").recon, points.sheet(s, "german").cpp) == (2, 0)


def test_groups_become_counters() -> None:
    """RV-RePh8.6201, RV-CG21, RV-RePh8.6193b, RV-CG9, RV-CG11"""
    s = campaign(
        russian={"bought": (Bought("O3", "item", 9, 2), Bought("O6", "item", 2, 2), Bought("M1", "item", 2, 2))}
    )
    load(s, 3, 4)
    raising.raise_groups(s)
    assert points.sheet(s, "russian").spare == ("O6",)
    assert not answer(support.assign_items(s, "russian"))
    assert points.sheet(s, "russian").modules == (Module("120mm", "normal", registered=1),)
    assert s.san["russian"] == 3  # RV-CGS2 What was bought is seen when the scenario begins
    points.raise_san(s, "russian")
    assert (s.san["russian"], points.sheet(s, "russian").snipers) == (4, 0)
    raising.counters(s, "german", Roster(squads=["8-3-8", "8-3-8"], leaders=["9-1"], weapons=["DC", "FT"]), "enter", 4)
    made = [u for u in s.units.values() if u.side == "german"]
    assert [u.type for u in made] == ["ge_8-3-8", "ge_8-3-8", "ge_9-1"]
    assert all(s.posts[u.id] == "enter" and u.group == 4 for u in made)
    assert sorted(about.split()[1] for about in s.issued.values()) == ["ge_8-3-8", "ge_8-3-8"]


def test_b_60_panzerfausts() -> None:
    """RV-CG5"""
    s = campaign()
    for n in range(6):
        put(s, "ge_4-4-7", "F20", f"s{n}")
    put(s, "ge_2-3-7", "F21", "half")
    assert raising.panzerfausts(s, "german") == 13
    put(s, "ge_6-5-8", "F21", "late")
    assert raising.panzerfausts(s, "german") == 15
    assert raising.panzerfausts(s, "russian") == 0
    put(s, "ru_4-4-7", "F3", "r")
    put(s, "ru_3-3-7", "F3", "m")
    points.write(s, "russian", panzerfaust=True)
    assert raising.panzerfausts(s, "russian") == 1


# -- set-up ----------------------------------------------------------------------------------------------------------


def test_where_the_german_sets_up_first() -> None:
    """RV-I10, RV-I8, RV-RePh8.624, RV-RePh8.6241, RV-RePh8.6242"""
    s = campaign("4/28 PM")
    s.units["a"] = Unit("a", "ge_6-5-8", "german")
    s.posts["a"] = "on_board"
    places = posts.post_places(s, "a", "german")
    assert "X17" in places
    assert "I9-bridge" in places
    assert "I6" in places
    assert "F0" not in places
    s.units["x"] = Unit("x", "ru_4-4-7", "russian")
    s.posts["x"] = "enter"
    assert posts.post_places(s, "x", "russian") == ()
    s.posts["x"] = "named"
    assert "F0" in edges.entry_hexes(s, "x", "russian")
    assert edges.entry_hexes(s, "a", "german") == ()


def test_units_are_set_up_in_their_area() -> None:
    """RV-RePh8.6242, RV-CG21, RV-RePh8.6194c, RV-RePh8.625"""
    s = campaign()
    south_bank(s)
    put(s, "ge_4-4-7", "F20", "kept", wired=True, dug=True)
    put(s, "ru_4-4-7", "G20", "cut-off")
    for at in ground().of_hex["G20"]:
        s.control[at] = "russian"
    escape.determine_areas(s)
    s.posts["cut-off"] = "here"
    s.units["new"] = Unit("new", "ge_4-4-7", "german")
    s.posts["new"] = "on_board"
    deployment.pick_up(s)
    assert s.units["kept"].at == ""
    assert (s.units["kept"].wired, s.units["kept"].dug) == (False, False)
    assert s.units["cut-off"].at == "G20"
    assert "A18" in posts.post_places(s, "kept", "german")
    assert "G20" not in posts.post_places(s, "kept", "german")
    assert "X17" in posts.post_places(s, "new", "german")
    s.posts["new"] = "reserve"
    assert all(
        ground().range(ground().hex_of(at), "G20") >= 6 for at in posts.post_places(s, "new", "german")
    )  # fmt: skip
    deployment.begin_scenario(s)
    assert s.control_at_start["X17"] == "german"


def test_the_campaign_is_set_up() -> None:
    """RV-CGS3, RV-CGS4, RV-I0"""
    s = opening.new_campaign(Dice(seed_from("campaign")))
    assert (s.phase, s.step, s.pending) == ("refit", "opening", ["russian", "german"])
    decision = ask(s)
    assert s.step == "purchase"
    assert decision.seat == "russian"
    assert ("buy", "ru-group-I1", "enter", 4) in decision.options
    assert reinforcement_groups.bought_now(s, "russian", "I2") == 1


def test_b_56_sniper() -> None:
    """RV-CG3"""
    s = campaign(dice=[3, 4])
    s.snipers.update(german="C10", german_2="Y10")

    def acts() -> str:
        flow = snipers.activated(s, "german")
        try:
            decision = next(flow)
        except StopIteration as end:
            return str(end.value)
        assert decision.options == [("which_sniper", "C10"), ("which_sniper", "C20")]
        try:
            flow.send(("which_sniper", "C20"))
        except StopIteration as end:
            return f"chose {end.value}"
        raise AssertionError

    assert acts() == "german_2"
    assert acts() == "german"
    s.snipers["german_2"] = "C20"
    assert acts() == "chose german_2"
    far = snipers.apart(s, "german_2", list(ground().hexes))
    assert all(ground().range(hex, "C10") >= 16 for hex in far)


# -- guns, vehicles, artillery ---------------------------------------------------------------------------------------


def test_guns_and_vehicles_of_a_group() -> None:
    """RV-CG11, RV-RePh8.6193a, RV-I3, RV-H1.41"""
    s = campaign(dice=[3, 4])
    raising.counters(s, "russian", Roster(vehicles=["T-34/85", "IS-2"]), "enter", 3)
    armor_leaders.put_in_command(s, "russian", 3, ["ru_armor_8-1"])
    tank, heavy = s.vehicles.values()
    assert (tank.type, tank.leader, s.posts[tank.id]) == ("ru_t34_85", "", "enter")
    assert [one.leader for one in s.commanders] == ["ru_armor_8-1"]
    optional = components().armour.types[heavy.type].aamg_optional
    assert heavy.aamg == (not optional or s.dice.taken == 1)
    raising.counters(s, "german", Roster(guns=["81mm MTR"], crews=["2-2-8"]), "on_board", 4)
    gun = next(iter(s.guns.values()))
    assert (gun.side, gun.group, s.posts[gun.id]) == ("german", 4, "on_board")
    raising.counters(s, "german", Roster(vehicles=["PzKpfw VIB"]), "dug_in", 5)
    tiger = list(s.vehicles.values())[-1]
    assert tiger.dug_in
    assert tiger.immobile


@pytest.mark.parametrize(("where", "manned"), [("A21", True), ("A20", False)])
def test_a_gun_is_unhooked_for_a_crew_that_is_there(where: str, manned: bool) -> None:
    """RV-RePh8.6031, RV-C10.2"""
    s = campaign()
    vehicle(s, "ge_sdkfz7", "A21", "tractor")
    put(s, "ge_2-2-8", where, "crew")
    emplace(s, "ge_75_pak40", "", "crew", id="gun", towed="tractor")
    guns_and_vehicles.unload_all(s)
    assert (s.guns["gun"].at, s.guns["gun"].crew) == ("A21", "crew" if manned else "")


def test_passengers_unload_and_markers_go() -> None:
    """RV-RePh8.6031, RV-RePh8.602"""
    s = campaign()
    vehicle(s, "ru_t34_85", "F3", "tank", motion=True, fired="prep")
    s.units["rider"] = Unit("rider", "ru_6-2-8", "russian", aboard="tank")
    guns_and_vehicles.unload_all(s)
    guns_and_vehicles.clean_arms(s)
    assert (s.units["rider"].at, s.units["rider"].aboard) == ("F3", "")
    assert (s.vehicles["tank"].motion, s.vehicles["tank"].fired) == (False, "")


@pytest.mark.parametrize(("crew", "lies", "stands"), [("crew", "", "A20"), ("", "A18", "A18")])
def test_a_dismantled_mortar_is_assembled_where_its_crew_is_or_it_lies(crew: str, lies: str, stands: str) -> None:
    """RV-RePh8.602, RV-RePh8.607, RV-C9.3"""
    s = campaign()
    south_bank(s)
    put(s, "ge_2-2-8", "A20", "crew")
    emplace(s, "ge_mtr81", lies, crew, id="mortar", dm=True)
    guns_and_vehicles.clean_arms(s)
    assert (s.guns["mortar"].dm, s.guns["mortar"].at) == (False, stands)
    escape.determine_areas(s)
    guns_and_vehicles.keep_arms(s)
    assert s.posts["mortar"] == s.posts["crew"]
    assert s.posts["mortar"].startswith("german")


def test_shock_and_mire() -> None:
    """RV-RePh8.6043, RV-RePh8.6044"""
    s = campaign(dice=[4, 4, 5])
    vehicle(s, "ru_t34_85", "F3", "shocked", shock="shock")
    vehicle(s, "ru_t34_85", "F4", "killed", shock="unconfirmed kill")
    vehicle(s, "ru_t34_85", "F5", "mired", mired=True, bogged=True)
    vehicle(s, "ru_t34_85", "F6", "bogged", bogged=True)
    guns_and_vehicles.recover_vehicles(s)
    assert not s.vehicles["shocked"].shock
    assert s.vehicles["killed"].wreck
    assert s.vehicles["mired"].immobile
    assert not s.vehicles["bogged"].bogged


def test_what_cannot_fight_or_drive_is_a_wreck() -> None:
    """RV-CG27"""
    s = campaign()
    everything = ("MA", "CMG", "BMG", "AAMG", "RMG")
    vehicle(s, "ru_t34_85", "F3", "hulk", immobile=True, disabled=everything)
    vehicle(s, "ru_t34_85", "F4", "fights", immobile=True)
    vehicle(s, "ru_t34_85", "F5", "drives", disabled=everything)
    burn_hulks(s)
    assert [v.id for v in s.vehicles.values() if v.wreck] == ["hulk"]


def test_guns_and_vehicles_are_kept_in_their_areas() -> None:
    """RV-RePh8.607, RV-RePh8.606, RV-RePh8.6242"""
    s = campaign(dice=[6] * 4)
    south_bank(s)
    put(s, "ge_2-2-8", "A20", "crew")
    emplace(s, "ge_75_pak40", "A20", "crew", id="pak")
    put(s, "ge_2-2-8", "A18", "free")
    emplace(s, "ru_76_obr39", "A18", "", id="taken")
    vehicle(s, "ge_pz6b", "A16", "tiger")
    vehicle(s, "ge_pz6b", "F3", "lost", immobile=True)
    vehicle(s, "ge_pz6b", "A17", "dug-in", dug_in=True, immobile=True)
    escape.determine_areas(s)
    guns_and_vehicles.keep_arms(s)
    assert s.posts["pak"] == s.posts["crew"]
    assert (s.guns["taken"].side, s.guns["taken"].crew) == ("german", "")
    assert s.posts["tiger"].startswith("german")
    assert s.vehicles["lost"].wreck
    guns_and_vehicles.pick_up_arms(s)
    assert (s.guns["pak"].at, s.guns["taken"].at, s.vehicles["tiger"].at, s.vehicles["dug-in"].at) == (
        "",
        "",
        "",
        "A17",
    )
    s.units["free"] = replace(s.units["free"], at="")
    found = gun_setup.gun_crew(s, s.guns["taken"])
    assert found is not None
    assert found.id == "free"


def test_weapons_of_guns_and_vehicles_are_repaired() -> None:
    """RV-RePh8.6141, RV-RePh8.61411, RV-RePh8.6142"""
    s = campaign(dice=[3, 1, 1, 6, 6], lull=True)
    put(s, "ge_2-2-8", "A20", "crew")
    emplace(s, "ge_75_pak40", "A20", "crew", id="pak", malfunctioned=True)
    vehicle(s, "ru_t34_85", "F3", "tank", disabled=("MA",), leader="ru_armor_8-1")
    vehicle(s, "ru_t34_85", "F4", "other", disabled=("MA",))
    s.posts = {"crew": "german-1", "pak": "german-1", "tank": "russian-1", "other": "russian-1"}
    guns_and_vehicles.repair_arms(s)
    assert "pak" not in s.guns or not s.guns["pak"].malfunctioned
    assert [m[2] for m in guns_and_vehicles.main_armament_modifiers(s, s.vehicles["tank"])] == [
        "Armor Leader",
        "after a Lull",
    ]
    assert s.vehicles["tank"].disabled == ()
    assert (s.vehicles["other"].at, s.posts["other"]) == ("", "out")


def test_artillery_is_named_and_put_away() -> None:
    """RV-CG9, RV-CG9b"""
    modules = (Module("82mm", "plentiful", registered=1), Module("150mm", "normal"), Module("200mm rocket", "scarce"))
    s = campaign(russian={"modules": modules})
    s.pending = ["russian"]
    asked = answer(support.choose_artillery(s, "russian"), ("module", "82mm", 1))
    assert asked[0].options == [("module", "82mm", 1), ("module", "150mm", 2)]
    assert sorted(b.module for b in s.batteries.values()) == ["200mm rocket", "82mm"]
    assert all(b.weapon in s.weapons for b in s.batteries.values())
    battery = next(b for b in s.batteries.values() if b.module == "82mm")
    assert battery.unrecorded == 1
    s.batteries[battery.id] = replace(battery, fired=True)
    support.put_artillery_away(s)
    assert [m.calibre for m in points.sheet(s, "russian").modules] == ["150mm", "200mm rocket"]
    assert not s.batteries
    assert not s.weapons


def test_aircraft_wait_for_flying_weather() -> None:
    """RV-RePh8.6193b, RV-CG28"""
    s = campaign("4/30 AM", russian={"aircraft": 2})
    points.note(s, weather="Overcast")
    support.bring_aircraft(s)
    assert (len(s.planes), points.sheet(s, "russian").aircraft) == (0, 2)
    points.note(s, weather="Clear")
    support.bring_aircraft(s)
    assert (len(s.planes), points.sheet(s, "russian").aircraft) == (2, 0)
    assert all(plane.smoke == 2 for plane in s.planes.values())
    assert support.smoke_over_berlin(campaign(), "german") == 1


def test_night_falls() -> None:
    """RV-CG7"""
    s = campaign("4/28 NT", attacker="russian", cloud="None")
    support.open_sky_of_date(s)
    assert s.night is not None
    assert (s.night.moon, s.night.defender) == ("full", "german")
    s = campaign("4/29 AM")
    support.open_sky_of_date(s)
    assert s.night is None


# -- fires and removal -----------------------------------------------------------------------------------------------


def test_b_61_fire() -> None:
    """RV-RePh8.609, RV-RePh8.6094, RV-RePh8.6095, RV-CG27"""
    s = campaign(dice=[1] * 40)
    blazing = next(h.id for h in ground().hexes.values() if h.terrain == "BUILDING_STONE" and h.bank == "N")
    burning = next(
        h.id for h in ground().hexes.values()
        if h.terrain == "BUILDING_STONE" and h.floors and h.bank == "S" and h.building != "Y18"
    )  # fmt: skip
    put(s, "ge_4-4-7", blazing, "caught")
    s.flames.update({blazing: 2, burning: 1})
    answer(burning_module.burn_out(s))
    assert became(s, blazing) == "RUBBLE_STONE"
    assert "caught" not in s.units
    assert s.flames == dict.fromkeys(
        [at for at in ground().of_hex[burning] if "-roof" not in at and "cellar" not in at], 1
    )


def test_rubble_and_wrecks_burn_out() -> None:
    """RV-RePh8.6091, RV-RePh8.6092, RV-RePh8.6093"""
    s = campaign()
    vehicle(s, "ru_t34_85", "F3", "wreck", wreck="burning")
    wood, stone, flame = "D21", "E21", "G21"
    for hex, becomes in ((wood, "RUBBLE_WOOD"), (stone, "RUBBLE_STONE"), (flame, "RUBBLE_STONE")):
        alter(s, hex, becomes)
    s.flames.update({wood: 2, stone: 2, flame: 1})
    answer(burning_module.burn_out(s))
    assert s.vehicles["wreck"].wreck == "wreck"
    assert [became(s, hex) for hex in (wood, stone, flame)] == ["SHELLHOLES", "RUBBLE_STONE", "RUBBLE_STONE"]
    assert s.flames == {flame: 2}


def test_field_works_are_removed() -> None:
    """RV-RePh8.615"""
    s = campaign(dice=[3])
    south_bank(s)
    for id in ("a", "b"):
        put(s, "ge_4-4-7", "A20", id)
    s.works["wire"] = Work("wire", "wire", "russian", "A20")
    s.works["far"] = Work("far", "wire", "russian", "F3")
    escape.determine_areas(s)
    s.pending = ["german"]
    assert burning_module.removable(s, "german") == ["wire"]
    asked = answer(burning_module.remove_works(s, "german"), ("clear_away", "wire", 2))
    assert ("clear_away", "wire", 3) not in asked[0].options
    # 3 - 1 (a second squad) + 1 (the map's edge is Front Line) is too much.
    assert "wire" in s.works
    assert burning_module.removable(s, "german") == []
    answer(burning_module.remove_works(s, "german"), ("done",))
    assert s.pending == []
    s = campaign(dice=[2])
    south_bank(s)
    put(s, "ge_8-3-8", "A20", "engineers")
    s.works["wire"] = Work("wire", "wire", "german", "A20")
    escape.determine_areas(s)
    s.pending = ["german"]
    answer(burning_module.remove_works(s, "german"), ("clear_away", "wire", 1))
    assert "wire" not in s.works


def test_bought_fortifications_are_brought() -> None:
    """RV-RePh8.6242a"""
    s = campaign(german={"fortifications": (("Wire", 2), ("Foxhole 1S", 1))})
    deployment.bring_works(s)
    assert sorted(w.type for w in s.works.values()) == ["foxhole_1", "wire", "wire"]
    assert all(s.posts[id] == "on_board" for id in s.works)


def test_the_chances_of_an_escape_are_those_of_its_table() -> None:
    """RV-RePh8.6061 Whoever is asked sees what a roll may do; without a way home nobody escapes."""
    assert [escape.escape_result(final, True) for final in (5, 8, 10, 11)] == [0, 1, 2, 3]
    assert [escape.escape_result(final, False) for final in (5, 8, 10, 11)] == [2, 2, 2, 3]
    s = campaign(night_before=False)
    put(s, "ge_4-4-7", "F20", "a")
    s.areas = {"F16": "german-1"}
    odds = escape.escape_odds(s, ["a"])
    assert odds.modifiers == tuple(escape.escape_modifiers(s, ["a"]))
    assert abs(sum(chance for _, chance in odds.outcomes) - 1) < 1e-9
    assert odds.outcomes[0][0] == "eliminated", "the worst comes first"


def test_the_chances_of_clearing_something_grow_with_helpers() -> None:
    """RV-RePh8.615 2 or less, one better for each squad that helps; one worse in the Front Line."""
    s = campaign()
    south_bank(s)
    for id in ("a", "b", "c"):
        put(s, "ge_4-4-7", "A20", id)
    s.works["wire"] = Work("wire", "wire", "russian", "A20")
    escape.determine_areas(s)
    s.pending = ["german"]
    asked = next(burning_module.remove_works(s, "german"))
    assert isinstance(asked, Choose)
    assert asked.odds is not None
    gone = []
    for squads in (1, 2, 3):
        odds = asked.odds(("clear_away", "wire", squads))
        assert odds is not None
        gone.append(round(6 * dict(odds.outcomes)["it is gone"]))
    assert gone == [1, 2, 3]
    assert asked.odds(("done",)) is None


@pytest.mark.parametrize("hidden", [True, False])
def test_of_a_hidden_work_that_is_cleared_the_enemy_hears_nothing(hidden: bool) -> None:
    """RV-CGS2, RV-RePh8.615"""
    s = campaign(dice=[6])
    s.journal = Journal()
    south_bank(s)
    put(s, "ge_4-4-7", "A20", "a")
    s.works["wire"] = Work("wire", "wire", "german", "A20", hidden=hidden)
    escape.determine_areas(s)
    s.pending = ["german"]
    answer(burning_module.remove_works(s, "german"), ("clear_away", "wire", 1))
    line = next(line for line in s.journal.lines if line.event == "removal")
    assert line.visible_to("german")
    assert line.visible_to("russian") is not hidden
