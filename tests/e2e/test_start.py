"""The first page and the page of a new match: the box, cards, options that apply, matches with their state."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated

pytestmark = pytest.mark.e2e


def test_a_scenario_is_chosen_from_cards_and_only_options_that_apply_are_shown(seat: Callable[..., Seated]) -> None:
    person = seat("/new/vengeance")
    page = person.page
    cards = page.locator("label.card")
    expect(cards).to_have_count(13)
    expect(cards.first).to_contain_text("4 German squads against 8 Russian")
    expect(cards.first).to_contain_text("Two of the three ground-level Locations")
    expect(page.get_by_label("Weather")).to_have_count(0)
    cards.filter(has_text="The campaign").click()
    page.get_by_label("Weather").select_option("random")
    take(page, "new-vengeance-1440x900")
    cards.filter(has_text="The Electrical Works").click()
    expect(page.get_by_label("Weather")).to_have_count(0)
    page.get_by_role("button", name="Start", exact=True).click()
    person.ready()
    options = person.position.options_chosen
    assert (options["scenario"], options["weather"]) == ("train2", "historical"), "nothing is set that is not shown"


def test_a_line_up_fits_the_number_of_players(seat: Callable[..., Seated]) -> None:
    page = seat("/new/airlift").page
    squadrons = page.get_by_label("Squadrons")
    expect(squadrons.locator("option")).to_have_count(7)
    page.get_by_label("Players").select_option("3")
    expect(squadrons.locator("option")).to_have_count(9)
    page.get_by_label("Players").select_option("1")
    expect(page.get_by_label("First", exact=True)).to_have_count(0)


def test_many_options_stand_in_two_columns_on_a_tablet_too(seat: Callable[..., Seated]) -> None:
    page = seat("/new/airlift").page
    page.get_by_label("Hard line").wait_for()
    for width, height in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = [page.get_by_label(name).bounding_box() for name in ("Hard line", "Full cooperation")]
        assert len({box["x"] for box in boxes if box}) == 2
        player = page.get_by_label("CW 30", exact=True).bounding_box()
        assert player is not None
        assert player["width"] > 190, "who plays a seat can be read"


def test_the_first_page_tells_the_box_and_how_matches_stand(seat: Callable[..., Seated]) -> None:
    person = seat()
    page = person.page
    card = page.locator("ul.games > li").filter(has_text="Berlin Airlift")
    expect(card.get_by_role("list", name="On the box")).to_contain_text("45 minutes a season")
    card.get_by_role("button", name="Play now").click()
    person.ready()
    page.goto("/")
    mine = page.locator(".mine li")
    expect(mine).to_contain_text("turn 1 of 6")
    expect(mine).to_contain_text("Your turn")
    own, games = mine.bounding_box(), page.get_by_role("heading", name="Choose a game").bounding_box()
    assert own is not None
    assert games is not None
    assert own["y"] + own["height"] < games["y"] - 16, "one's matches stand apart, above the games"
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = [one.bounding_box() for one in page.locator("ul.games > li").all()]
        assert len(boxes) >= 5
        right = max(box["x"] + box["width"] for box in boxes if box)
        rows: dict[float, float] = {}
        for box in boxes:
            assert box is not None
            rows[box["y"]] = max(rows.get(box["y"], 0), box["x"] + box["width"])
        assert all(abs(end - right) < 2 for end in rows.values()), "every row is filled"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        take(page, f"start-{width}x{height}")


def test_a_match_can_be_started_from_anywhere_in_a_long_list_on_a_phone(seat: Callable[..., Seated]) -> None:
    """Thirteen scenarios are three screens and a half: the button stays at the lower edge of the window."""
    page = seat("/new/vengeance", phone=True).page
    start = page.get_by_role("button", name="Start", exact=True)
    for card in (1, 5, 12):
        page.locator("label.card").nth(card).scroll_into_view_if_needed()
        expect(start).to_be_in_viewport(ratio=1)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_label("Russians")).to_be_in_viewport()
    expect(start).to_be_in_viewport(ratio=1)
    take(page, "new-vengeance-390x844")
    player, button = page.get_by_label("Russians").bounding_box(), start.bounding_box()
    assert player is not None
    assert button is not None
    assert player["y"] + player["height"] <= button["y"], "at the end of the page the button covers nothing"
