"""Rules of the campaign that hold while a scenario is played: edges, observers, Moabit Prisoners, Banners, leaders."""

from __future__ import annotations

from sandtable.games.vengeance.campaign import edges, points
from sandtable.games.vengeance.campaign.battle import deployment
from sandtable.games.vengeance.campaign.purchase import support
from sandtable.games.vengeance.campaign.refit import weapons
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import FFE1, IR, OBSERVER, PLANE, Battery
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Unit, Weapon
from sandtable.games.vengeance.model.campaign import Bought, Module
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules.artillery import effect, muster, observers
from sandtable.games.vengeance.rules.close_combat import ambush, attacks
from sandtable.games.vengeance.rules.fire import groups as fire_groups
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.morale import checks as morale_checks
from sandtable.games.vengeance.rules.morale import leader_creation
from sandtable.games.vengeance.rules.morale.level import inexperienced, lax
from sandtable.games.vengeance.rules.victory import banner
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import drive, lines, load, put
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer


def in_scenario(date: str = "4/29 AM", phase: Phase = "RPh") -> Battle:
    s = campaign(date)
    s.phase, s.turn, s.player_turns, s.side = phase, 1, 1, "german"
    return s


# -- the edge --------------------------------------------------------------------------------------------------------


def test_an_edge_hex_serves_if_it_was_friendly_at_the_start_and_is_now() -> None:
    """RV-CG12"""
    s = in_scenario()
    south = "K25"
    for before, now, open in (
        ("german", "german", True), ("", "german", False), ("russian", "german", False), ("german", "russian", False),
    ):  # fmt: skip
        s.control_at_start, s.control = {south: before}, {south: now}
        assert (south in edges.open_edge(s, "german")) == open
        assert "A20" in edges.open_edge(s, "german")  # always
        assert "F0" in edges.open_edge(s, "russian")


def test_only_new_russian_groups_come_from_the_east() -> None:
    """RV-CG12 Also one that was bought before a Lull: it has not entered the game yet."""
    s = in_scenario("4/30 PM")
    lines = (Bought("I1", "enter", 8, 5, 5), Bought("I1", "enter", 8, 6), Bought("I1", "enter", 8, 5))
    points.write(s, "russian", bought=lines)
    for id, group in (("old", 1), ("new", 2), ("kept", 3), ("kept too", 3)):
        s.units[id] = Unit(id, "ru_4-4-7", "russian", group=group)
        s.posts[id] = "named"
    assert "MM20" not in edges.entry_hexes(s, "new", "russian")
    points.note(s, east_open=True)
    s.control_at_start = {"MM20": "german"}
    assert "MM20" in edges.entry_hexes(s, "new", "russian")
    assert "MM20" not in edges.entry_hexes(s, "old", "russian")
    assert "MM20" in edges.entry_hexes(s, "kept", "russian")
    edges.note_arrival(s, ["kept"])
    assert "MM20" in edges.entry_hexes(s, "kept too", "russian")  # it goes on arriving
    points.note(s, date=7)
    assert "MM20" not in edges.entry_hexes(s, "kept too", "russian")


# -- artillery -------------------------------------------------------------------------------------------------------


def test_off_board_observers_have_their_edges() -> None:
    """RV-CG10, RV-I7"""
    s = in_scenario()
    s.control = {"A20": "german", "A16": "german", "F0": "russian", "A5": "russian", "K25": "russian", "MM3": ""}
    assert edges.observer_hexes(s, "german") == ["A20"]
    assert edges.observer_hexes(s, "russian") == ["F0", "A5"]
    assert "A24" in edges.observer_hexes(campaign("4/28 PM"), "german")
    battery = s.batteries["ge-module-1"] = Battery("ge-module-1", "105mm", "german", OBSERVER)
    answer(muster.record_secretly(s, battery), ("observe", "ge-module-1", "A20"))
    assert s.batteries["ge-module-1"].post == "A20"


def test_a_spotter_plane_comes_and_is_used_up() -> None:
    """RV-RePh8.6193b, RV-CG10"""
    s = in_scenario()
    points.write(s, "russian", modules=(Module("120mm", "normal", spotter=True), Module("76mm", "normal")))
    assert support.directed_by(s, "russian", points.sheet(s, "russian").modules[0]) == PLANE
    answer(support.choose_artillery(s, "russian"), ("module", "120mm", 1))
    plane = next(iter(s.planes.values()))
    assert (plane.type, plane.smoke) == ("ru_op", 1)
    assert not observers.is_observed(s, s.batteries["ru-module-1"])
    s.planes[plane.id] = replace(plane, here=True)
    assert observers.is_observed(s, s.batteries["ru-module-1"])
    support.put_artillery_away(s)
    assert [m.spotter for m in points.sheet(s, "russian").modules] == [False, False]
    assert isinstance(plane, Plane)


def test_an_observer_without_a_hex_leaves_a_radio() -> None:
    """RV-CG10"""
    s = in_scenario()
    assert support.directed_by(s, "german", Module("105mm", "normal", observer=True)) == ""
    s.control = {"A20": "german"}
    assert support.directed_by(s, "german", Module("105mm", "normal", observer=True)) == OBSERVER


def test_light_does_not_use_a_module_up() -> None:
    """RV-CG9b"""
    for mission, kept in ((IR, 1), ("HE", 0)):
        s = in_scenario()
        points.write(s, "german", modules=(Module("105mm", "normal"),))
        s.batteries["ge-module-1"] = Battery("ge-module-1", "88mm", "german", OBSERVER, at="K20", mission=mission)
        load(s, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6)
        effect.fire_for_effect(s, "ge-module-1", FFE1)
        support.put_artillery_away(s)
        assert len(points.sheet(s, "german").modules) == kept


# -- the prisoners of Moabit -----------------------------------------------------------------------------------------


def test_moabit_prisoners_are_always_inexperienced() -> None:
    """RV-CG16"""
    s = in_scenario()
    put(s, "ru_3-3-7", "E20", "prisoners")
    put(s, "ru_8-1", "E20", "leader")
    assert inexperienced(s, s.units["prisoners"])
    assert lax(s, s.units["prisoners"])


def test_moabit_prisoners_in_close_combat() -> None:
    """RV-CG16"""
    s = in_scenario()
    put(s, "ru_3-3-7", "E20", "prisoners")
    put(s, "ge_4-4-7", "E20", "enemy")
    for hand_to_hand, drm in ((True, -1), (False, 0)):
        s.melee = Melee("E20", hand_to_hand=hand_to_hand)
        _, modifiers = attacks.attack_numbers(s, Attack(("prisoners",), ("enemy",)))
        assert sum(m[0] for m in modifiers if m[1] == "RV-CG16") == drm
    assert not [m for m in ambush.ambush_modifiers(s, "E20", "russian") if m[1] == "RV-CG16"]
    s.night = Night(3, 3, "full", "None", "german")
    found = {m[1]: m[0] for m in ambush.ambush_modifiers(s, "E20", "russian")}
    assert found == {"RV-A11.18": 1, "RV-CG16": 1}


def test_moabit_prisoners_in_the_heat_of_battle() -> None:
    """RV-CG16"""
    s = in_scenario()
    put(s, "ru_3-3-7", "E20", "prisoners")
    load(s, 1, 1)
    morale_checks.heat_of_battle(s, "prisoners")
    assert (2, "RV-CG16", "Moabit Prisoners") in lines(s, "heat_of_battle")[0]["modifiers"]
    load(s, 6)
    leader_creation.create_leader(s, s.units["prisoners"], False)
    modifiers = lines(s, "leader_creation")[0]["modifiers"]
    assert modifiers == [(-1, "RV-CG16", "Moabit Prisoners")]


def test_moabit_prisoners_make_no_fire_group_with_other_locations() -> None:
    """RV-CG16"""
    for type, join in (("ru_3-3-7", False), ("ru_4-4-7", True)):
        s = in_scenario(phase="PFPh")
        s.side = "russian"
        put(s, type, "E20", "one")
        put(s, "ru_8-1", "E20", "leader")
        put(s, "ru_4-4-7", "E21", "two")
        put(s, "ru_8-0", "E21", "other leader")
        put(s, "ge_4-4-7", "E23", "target")
        for first, second in (("one", "two"), ("two", "one")):
            joined = fire_groups.joiners(s, field_of(s), [first], "E23", fire_kinds.PREP_FIRE)
            assert (second in joined) == join


# -- Banners and Party Leaders ---------------------------------------------------------------------------------------


def test_a_banner_that_flies_lifts_the_russians_and_lowers_the_germans() -> None:
    """RV-CG17"""
    s = campaign("4/30 AM", german={}, russian={"elr_lost": 1})
    roof = next(at for at in field_of(s).steps if at.endswith("-roof") and field_of(s).hex(at).building)
    s.weapons["banner"] = Weapon("banner", "ru_banner", "russian", at=roof)
    s.banners["banner"] = roof
    put(s, "ru_4-4-7", "F5", "squad")
    put(s, "ge_6-5-8", "A20", "ss")
    answer(weapons.equipment_step(s))
    assert "banner" in s.weapons  # it flies on where it was
    deployment.begin_scenario(s)
    listed = {"squad": components().elr["ru_4-4-7"], "ss": components().elr["ge_6-5-8"]}
    assert s.units["squad"].elr == listed["squad"]  # one lost, one gained
    assert s.units["ss"].elr == listed["ss"] - 1
    s.control[roof] = "german"
    banner.lower_banners(s)
    assert not s.banners
    assert s.units["squad"].elr == listed["squad"] - 1
    assert s.units["ss"].elr == listed["ss"]


def test_the_end_of_the_last_party_leader_is_felt_at_once() -> None:
    """RV-CG18"""
    s = in_scenario()
    points.write(s, "german", party_leaders=True)
    put(s, "ge_6-5-8", "A20", "ss")
    before = s.units["ss"].elr
    s.step = "done"
    drive(s, ("done",))  # the next activities
    assert s.units["ss"].elr == before - 1
    assert len([line for line in s.journal.lines if line.clause == "RV-CG18"]) == 1
