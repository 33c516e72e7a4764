"""The analysis board in a real browser: forked, played for both sides, taken back, and left again for the match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table import Seated

pytestmark = pytest.mark.e2e


def test_a_position_is_analysed_for_both_sides_and_the_match_stays_as_it_is(seat: Callable[..., Seated]) -> None:
    person = seat("/new/ontoberlin")
    for name in ("Allied", "German"):
        person.page.get_by_label(name, exact=True).select_option("me")
    person.page.get_by_role("button", name="Start").click()
    person.ready()
    for _ in range(3):
        person.position_on(person.position.deciders[0])
    person.take_the_screen()
    match, steps, digest = person.match, len(person.position.steps), person.position.digest()
    person.page.get_by_role("button", name="Analyse this position").click()
    expect(person.page.get_by_role("link", name="Analysis of step")).to_be_visible()
    person.ready()
    assert person.match != match
    assert person.step == 0
    assert person.position.sight(person.position.deciders[0]).seat
    for _ in range(4):
        person.choose(person.sensible(person.position.deciders[0]))
        expect(person.page.locator(".curtain")).to_have_count(0)
    made = person.step
    person.page.keyboard.press("z")
    person.page.wait_for_function(f"() => Number(document.querySelector('[data-step]').dataset.step) === {made - 1}")
    person.page.keyboard.press("y")  # and made again
    person.wait_step(made)
    person.page.get_by_role("link", name="Analysis of step").click()
    person.page.wait_for_url(f"**/match/{match}*")
    person.ready()
    assert person.match == match
    assert (len(person.position.steps), person.position.digest()) == (steps, digest)


def test_an_earlier_step_can_be_analysed(seat: Callable[..., Seated]) -> None:
    person = seat()
    person.page.locator("ul.games li").filter(has_text="Warbirds").get_by_role("button", name="Play now").click()
    person.ready()
    for _ in range(3):
        person.position_on(person.held()["seat"])
    person.page.keyboard.press("[")
    person.page.get_by_role("button", name="Analyse from here").click()
    expect(person.page.get_by_role("link", name="Analysis of step 2")).to_be_visible()
