"""What the board offers beside the choices: marks from a legend, a long press, the view of what can be done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.kernel.save import load_save
from tests.e2e.recorded import GOLDEN, halfway
from tests.e2e.table import Seated
from tests.e2e.test_games import begin
from tests.server.served import Served

pytestmark = pytest.mark.e2e


def test_marks_are_chosen_from_a_legend_several_at_once(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person, "airlift")
    person.page.get_by_role("button", name="Mark on the map").click()
    legend = person.page.get_by_role("group", name="Mark on the map")
    legend.get_by_label("Corridors open to harassment").check()
    legend.get_by_label("Soviet airspace").check()
    expect(person.page.locator(".viewport path.overlay")).to_have_count(2)
    legend.get_by_label("Soviet airspace").uncheck()
    expect(person.page.locator(".viewport path.overlay.bad")).to_have_count(1)
    expect(person.page.locator(".viewport path.overlay.warn")).to_have_count(0)


def test_a_long_press_in_a_panel_asks_why_and_chooses_nothing(seat: Callable[..., Seated]) -> None:
    person = seat(phone=True)
    begin(person, "warbirds")
    man = person.page.locator('button[data-ref="crew-01"]')
    man.scroll_into_view_if_needed()
    touch = {"pointerType": "touch", "bubbles": True, "pointerId": 1}
    man.dispatch_event("pointerdown", touch)
    expect(person.page.locator(".why")).to_contain_text("You can:")
    man.dispatch_event("pointerup", touch)
    man.dispatch_event("click")
    assert person.page.locator("[data-picked]").get_attribute("data-picked") == "[]"
    assert person.position.steps == []


def test_the_key_of_the_chart_puts_tracks_away_and_remembers_it(seat: Callable[..., Seated], served: Served) -> None:
    person, _ = halfway(seat, served, "luftwaffe", "008-american", 450)
    page = person.page
    tracks, plans = page.locator("[data-track]"), page.locator(".line.plan")
    bombers = page.locator("[data-track=bombers]")
    expect(bombers.first).to_be_attached()
    expect(plans.first).to_be_attached()
    others = tracks.count() - bombers.count()
    assert others > 0
    page.get_by_role("button", name="Mark on the map").click()
    shown = page.get_by_role("group", name="Show on the chart")
    shown.get_by_label("Bombers, as they flew").uncheck()
    expect(bombers).to_have_count(0)
    expect(tracks).to_have_count(others)
    shown.get_by_label("Bombers' planned course").uncheck()
    expect(plans).to_have_count(0)
    page.reload()
    person.ready()
    expect(tracks).to_have_count(others)
    page.get_by_role("button", name="Mark on the map").click()
    shown.get_by_label("Bombers, as they flew").check()
    expect(bombers.first).to_be_attached()
    signs = page.get_by_role("region", name="Signs on the counters")
    expect(signs.get_by_text("Mission: …")).to_have_count(1)


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_who_may_fire_and_the_hex_fired_at_are_both_in_sight(
    seat: Callable[..., Seated], served: Served, phone: bool
) -> None:
    """The question names C2, and what glows stands five hexes away."""
    person, _ = halfway(seat, served, "vengeance", "012-broken-off", 299, phone=phone)
    expect(person.page.locator(".prompt")).to_contain_text("C2")
    assert person.page.locator(".viewport [data-piece].glow").count()
    sees_all = """() => {
      const out = document.querySelector(".viewport").getBoundingClientRect();
      return [...document.querySelectorAll(".viewport [data-piece].glow, .viewport [data-where=C2]")].every((one) => {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return x > out.left && x < out.right && y > out.top && y < out.bottom;
      });
    }"""
    assert person.page.locator(".viewport [data-where=C2]").count()
    person.page.wait_for_function(sees_all, timeout=5000)


def test_the_journal_shows_its_newest_line_when_a_match_is_opened(seat: Callable[..., Seated], served: Served) -> None:
    page = halfway(seat, served, "luftwaffe", "008-american", 491)[0].page
    page.locator(".right > .mini").wait_for()
    page.wait_for_function(
        "() => { const one = document.querySelector('[role=log]');"
        " return one.scrollHeight - one.scrollTop - one.clientHeight < 40; }",
        timeout=10_000,
    )


def test_a_stack_that_was_opened_to_choose_from_closes_with_the_choice(
    seat: Callable[..., Seated], served: Served
) -> None:
    """It lay over the airports of Berlin and over what glowed next until one clicked elsewhere."""
    record = load_save(GOLDEN / "airlift" / "021-won.sandtable")
    chosen = record.steps[9].option
    assert chosen[0] == "activate"
    person, _ = halfway(seat, served, "airlift", "021-won", 9)
    tray = person.page.locator(".viewport .tray")
    plane = person.thing(str(chosen[1]))
    person.click_on(plane)
    expect(tray).to_have_count(1)
    person.click_on(plane)
    person.wait_step(10)
    expect(person.page.locator(".prompt")).to_contain_text("take off")
    expect(tray).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_pile_on_a_base_that_can_be_chosen_is_framed(
    seat: Callable[..., Seated], served: Served, phone: bool
) -> None:
    """Seven aircraft stand on Gatow and hide its ring."""
    person, _ = halfway(seat, served, "airlift", "019-won", 674, phone=phone)
    page = person.page
    page.get_by_role("button", name="Show the whole board").click()
    around = """() => {
      const pile = [...document.querySelectorAll(".viewport [data-where=gatow]")];
      const boxes = pile.map((one) => one.getBoundingClientRect());
      return [...document.querySelectorAll(".viewport .framed.act")].some((one) => {
        const frame = one.getBoundingClientRect();
        return boxes.every(({ left, right, top, bottom }) =>
          left > frame.left && right < frame.right + 12 && top > frame.top - 12 && bottom < frame.bottom);
      });
    }"""
    assert page.locator(".viewport [data-where=gatow]").count() == 7
    page.wait_for_function(around, timeout=10_000)
