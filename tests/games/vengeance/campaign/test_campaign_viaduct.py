"""The viaduct of the S-Bahn in the campaign (BRV13.12): who gets on it, and where its men set up again."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle import deployment, posts
from sandtable.games.vengeance.campaign.refit import escape, guns_and_vehicles, shift
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.campaign import NAMED, UP
from sandtable.games.vengeance.rules.set_up.places import entry_places
from sandtable.games.vengeance.scenarios.areas import start_control
from tests.games.vengeance.bench import battle, emplace, put
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer

WEST = ("A1", "B1", "C2")


def control(s: Battle, side: str, *hexes: str) -> None:
    for hex in hexes:
        s.control.update(dict.fromkeys(ground().of_hex[hex], side))


def test_infantry_enters_the_viaduct_where_the_edge_was_and_is_its_own() -> None:
    """RV-BRV13.12, RV-CG12 The north edge always lets Russians in, but the viaduct only who controls its end."""
    s = campaign()
    s.phase, s.turn, s.side = "MPh", 1, "russian"
    s.units["r"] = Unit("r", "ru_4-5-8", "russian")
    s.posts["r"] = NAMED
    s.control_at_start = {"A1": "russian", "B0": ""}
    assert "A1" in entry_places(s, s.units["r"])
    assert "A1-viaduct" not in entry_places(s, s.units["r"])
    control(s, "russian", "A1")
    assert "A1-viaduct" in entry_places(s, s.units["r"])
    assert "B0-viaduct" not in entry_places(s, s.units["r"])
    s.control_at_start["A1"] = ""
    assert "A1-viaduct" not in entry_places(s, s.units["r"])


def test_a_scenario_gives_its_end_to_who_controls_it_at_the_start() -> None:
    """RV-BRV13.12, RV-SCN13 In the scenario of the whole map the north edge is the German's."""
    assert start_control("brv10")["A1"] == "german"
    s = battle("MPh", on="brv10")
    s.turn, s.side = 9, "russian"
    s.units["r"] = Unit("r", "ru_4-5-8", "russian")
    assert not [at for at in entry_places(s, s.units["r"]) if at.endswith("viaduct")]


def test_who_holds_the_line_to_an_end_comes_down() -> None:
    """RV-BRV13.12"""
    s = campaign()
    control(s, "russian", *WEST)
    put(s, "ru_4-5-8", "C2-viaduct", "x")
    escape.determine_areas(s)
    assert s.posts["x"] == s.areas["C2"]
    deployment.pick_up(s)
    assert "A1" in posts.post_places(s, "x", "russian")


def test_others_set_up_on_the_viaduct_again() -> None:
    """RV-BRV13.12, RV-BRV13.1a On a friendly part of it, wherever that is; their Gun with them."""
    s = campaign()
    put(s, "ru_4-5-8", "J3", "below")
    put(s, "ru_4-5-8", "J4", "too")
    put(s, "ru_2-2-8", "J4-viaduct", "x")
    gun = emplace(s, "ru_mtr82", "J4-viaduct", "x")
    put(s, "ru_8-0", "CC10-viaduct", "far")
    escape.determine_areas(s)
    assert s.areas["J4"].startswith("russian")
    assert s.posts["x"] == s.posts["far"] == UP
    guns_and_vehicles.keep_arms(s)
    assert s.posts[gun] == UP
    assert not answer(escape.escape_step(s))
    deployment.pick_up(s)
    places = posts.post_places(s, "x", "russian")
    assert "J4-viaduct" in places
    assert all(at.endswith("-viaduct") and s.areas[at.removesuffix("-viaduct")] for at in places)


def test_an_area_with_men_on_its_viaduct_is_not_empty() -> None:
    """RV-BRV13.12, RV-RePh8.6131"""
    s = campaign()
    control(s, "russian", "J4")
    put(s, "ru_4-5-8", "J4-viaduct", "x")
    escape.determine_areas(s)
    assert s.posts["x"] == UP
    shift.empty_areas(s)
    assert s.areas.get("J4", "").startswith("russian")


def test_who_finds_no_friendly_viaduct_escapes() -> None:
    """RV-BRV13.12, RV-RePh8.606"""
    s = campaign(dice=[1, 1])
    control(s, "german", "J4")
    put(s, "ru_4-5-8", "J4-viaduct", "x")
    put(s, "ge_4-4-7", "J4", "g")
    escape.determine_areas(s)
    assert "x" not in s.posts
    assert escape.must_escape(s, s.units["x"])
