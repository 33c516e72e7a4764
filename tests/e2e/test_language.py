"""The table in German: set under Aa, or as the browser asks for it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.conftest import picture
from tests.e2e.table import Seated


def test_warbirds_is_played_in_german(seat: Callable[..., Seated]) -> None:
    person = seat()
    page = person.page
    page.get_by_role("button", name="Settings").click()
    with page.expect_navigation():
        page.get_by_label("Language").select_option("de")
    card = page.locator("ul.games li").filter(has_text="Warbirds")
    expect(card).to_contain_text("Eine B-24-Besatzung auf ihrer Tour")
    page.screenshot(path=picture("german-home-1440x900"))
    card.get_by_role("button", name="Jetzt spielen").click()
    person.ready()
    expect(page.locator("body")).to_contain_text("Besprechung")
    expect(page.locator("body")).to_contain_text("Am Platz")
    for name in ("Regeln", "Plätze", "Einstellungen", "Diese Stellung analysieren"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    assert page.evaluate("() => document.documentElement.lang") == "de"
    page.screenshot(path=picture("german-warbirds-1440x900"))
    page.reload()
    person.ready()
    expect(page.locator("body")).to_contain_text("Besprechung")
