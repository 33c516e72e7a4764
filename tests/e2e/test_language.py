"""The table in German: set under Aa, or as the browser asks for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.german import english_in

pytestmark = pytest.mark.e2e


def test_warbirds_is_played_in_german(seat: Callable[..., Seated]) -> None:
    person = seat()
    page = person.page
    page.get_by_role("button", name="Settings").click()
    with page.expect_navigation():
        page.get_by_label("Language").select_option("de")
    card = page.locator("ul.games li").filter(has_text="Warbirds")
    expect(card).to_contain_text("Eine B-24-Besatzung auf ihrer Tour")
    take(page, "german-home-1440x900")
    card.get_by_role("button", name="Jetzt spielen").click()
    person.ready()
    expect(page.locator("body")).to_contain_text("Besprechung")
    expect(page.locator("body")).to_contain_text("Am Stützpunkt")
    for name in ("Regeln", "Plätze", "Einstellungen", "Diese Stellung analysieren"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    assert page.evaluate("() => document.documentElement.lang") == "de"
    take(page, "german-warbirds-1440x900")
    page.reload()
    person.ready()
    expect(page.locator("body")).to_contain_text("Besprechung")


_SHEET = "document.querySelector('dialog[open], .menu .sheet')"
_SHOWN = """() => [
  document.body.innerText,
  ...[...document.querySelectorAll("svg text, svg title, [data-ref] title")].map(one => one.textContent),
  ...[...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(
    one => ["aria-label", "title", "placeholder"].map(name => one.getAttribute(name) ?? "")),
]"""
"""All that a page shows or lets a screen reader say."""


def read_german(page: Page, before: set[str]) -> None:
    """Nothing on the page is English that has a German; what was read before is not read again."""
    shown = set(page.evaluate(_SHOWN)) - before
    before |= shown
    assert english_in(" | ".join(shown)) == []


def test_a_german_player_of_warbirds_reads_no_english(seat: Callable[..., Seated]) -> None:
    person = seat()
    page = person.page
    page.get_by_role("button", name="Settings").click()
    with page.expect_navigation():
        page.get_by_label("Language").select_option("de")
    card = page.locator("ul.games li").filter(has_text="Warbirds")
    card.get_by_role("button", name="Jetzt spielen").click()
    person.ready()
    before: set[str] = set()
    read_german(page, before)
    for name in ("Regeln", "Plätze", "Einstellungen"):
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_function(f"() => {_SHEET} !== null")
        read_german(page, before)
        page.keyboard.press("Escape")
        page.wait_for_function(f"() => {_SHEET} === null")  # else the next button still lies below it
    page.keyboard.press("?")
    page.get_by_text("Jede Frage").wait_for()  # else Escape comes before the sheet that it closes
    read_german(page, before)
    page.keyboard.press("Escape")
    for _ in range(16):
        person.choose(person.sensible("seat-1"))
        read_german(page, before)
    page.locator('[data-ref="crew-30"]').first.click(button="right")
    page.locator(".why").wait_for()
    read_german(page, before)
    page.goto(f"{page.url.partition('/match/')[0]}/match/there-is-none")
    page.get_by_role("main").get_by_text("Diese Partie gibt es nicht.").wait_for()
    read_german(page, before)
