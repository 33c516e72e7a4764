"""Advice in the browser: asked for by key or button, chosen by a click, agreed on, and looked back at after the end."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from sandtable.kernel.save import load_save
from tests.e2e.conftest import take
from tests.e2e.recorded import GOLDEN
from tests.e2e.table import Seated
from tests.e2e.test_apart import SIZES, overlaps
from tests.e2e.test_ending import opened
from tests.e2e.test_pages import serious
from tests.server.served import Served, run_apart

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(900)]
THOUGHT = 240_000
"""Milliseconds until there must be an answer: on a busy machine the first one waits for its process to start."""


def against_a_bot(
    seat: Callable[..., Seated], served: Served, game: str, name: str, steps: int, **how: bool | str
) -> Seated:
    """A recorded game after so many steps, played on by the seat that chose next against a bot."""
    record = load_save(GOLDEN / game / f"{name}.sandtable")
    mine = record.steps[steps].seat
    bots = {one.seat: "greedy" for one in record.steps if one.seat != mine}
    made = run_apart(served.service.create_match(game, record.options, bots, {}, 0, record.seed, record.steps[:steps]))
    person = seat(f"/match/{made.stored.setup.id}?key={made.keys[mine]}", **how)
    person.ready()
    return person


def card(person: Seated) -> Locator:
    return person.page.locator("[data-advice]")


def suggested(person: Seated) -> Locator:
    return card(person).locator("[data-suggested]")


def test_advice_in_red_vengeance_is_asked_for_lights_what_it_names_and_is_chosen(
    seat: Callable[..., Seated], served: Served
) -> None:
    person = against_a_bot(seat, served, "vengeance", "001-russians-task", 260)
    page = person.page
    expect(card(person)).to_have_count(0)  # never by itself
    page.keyboard.press("!")
    expect(suggested(person).first).to_be_visible(timeout=THOUGHT)
    bar = card(person).get_by_role("img")
    assert "Chance to win" in (bar.get_attribute("aria-label") or "")
    choices = [json.loads(one.get_attribute("data-suggested") or "") for one in suggested(person).all()]
    legal = [list(one) for one in person.position.options(person.position.deciders[0])]
    assert all(one in legal for one in choices)
    for width, height in SIZES[:2]:
        page.set_viewport_size({"width": width, "height": height})
        assert overlaps(page, "[data-advice]", ".viewport") == []
        take(page, f"advice-vengeance-{width}x{height}")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert serious(page) == []
    names = [at for at, one in enumerate(choices) if len(one) > 1]
    before = page.locator(".lit").count()
    for at in names:
        suggested(person).nth(at).hover()
        expect(page.locator(".lit")).not_to_have_count(before)
    made = len(person.position.steps)
    suggested(person).first.click()
    confirm = page.locator("[data-confirm]")
    if confirm.count():  # it rolls dice: the odds are read first
        confirm.click()
    person.wait_step(made + 1)
    assert list(person.position.steps[made].option) == choices[0]
    expect(card(person).get_by_role("button", name="Ask about this position")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(person)).to_have_count(0)


def test_a_suggested_place_of_a_secret_plan_is_chosen_and_undone(seat: Callable[..., Seated], served: Served) -> None:
    person = against_a_bot(seat, served, "luftwaffe", "000-draw", 60)
    person.page.get_by_role("button", name="Advice", exact=True).click()
    expect(suggested(person).first).to_be_visible(timeout=THOUGHT)
    before, made = person.step, len(person.position.steps)
    suggested(person).first.click()
    person.wait_step(made + 1)
    person.page.keyboard.press("z")
    person.page.wait_for_function(f"() => Number(document.querySelector('[data-step]').dataset.step) === {before}")
    assert len(person.position.steps) == made


def test_on_a_phone_in_german_one_sees_it_think_and_may_cancel(seat: Callable[..., Seated], served: Served) -> None:
    person = against_a_bot(seat, served, "ontoberlin", "000-german-on-points", 40, phone=True)
    page = person.page
    page.evaluate("localStorage.setItem('sandtable.settings', JSON.stringify({pace: 'off', language: 'de'}))")
    page.reload()
    person.ready()
    page.get_by_role("tab", name="Brett").click()
    run, broken_off = served.service.workers.run, threading.Event()

    async def endless(what_for: Any, *given: Any) -> Any:
        if what_for != "advice":
            return await run(what_for, *given)
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            broken_off.set()
            raise

    served.service.workers.run = endless  # type: ignore[method-assign, assignment]
    page.get_by_role("button", name="Rat", exact=True).tap()
    expect(card(person).get_by_role("progressbar")).to_be_visible()
    expect(card(person)).to_contain_text(re.compile(r"Wird überlegt …\s*\d+ s"))
    card(person).get_by_role("button", name="Abbrechen").tap()
    expect(card(person)).to_have_count(0)
    assert broken_off.wait(30), "the server stops thinking"
    served.service.workers.run = run  # type: ignore[method-assign]
    page.get_by_role("button", name="Rat", exact=True).tap()
    expect(suggested(person).first).to_be_visible(timeout=THOUGHT)
    assert overlaps(page, "[data-advice]", ".viewport") == []
    high = [one.evaluate("one => one.getBoundingClientRect().height") for one in suggested(person).all()]
    assert min(high) >= 44
    take(page, "advice-ontoberlin-390x844")
    made = len(person.position.steps)
    suggested(person).first.tap()
    page.locator("[data-confirm]").tap()
    person.wait_step(made + 1)


def test_people_who_play_each_other_agree_first(seat: Callable[..., Seated], served: Served) -> None:
    told = served.create(game="vengeance")
    first, second = (seat(one["link"]) for one in told["seats"])
    names = [one["name"] for one in told["seats"]]
    for person in (first, second):
        person.ready()
    first.page.keyboard.press("!")
    expect(card(first)).to_contain_text("once all agree")
    expect(suggested(first)).to_have_count(0)
    card(first).get_by_role("button", name="Propose advice for everyone").click()
    expect(card(first)).to_contain_text(f"{names[0]}: agreed")
    expect(card(first)).to_contain_text(f"{names[1]}: not yet")
    request = second.page.get_by_role("alertdialog", name="Advice")
    expect(request).to_contain_text(f"{names[0]} would like advice for everyone.")
    take(second.page, "advice-request-1440x900")
    request.get_by_role("button", name="Agree to advice for everyone").click()
    expect(request).to_have_count(0)
    expect(card(first)).to_contain_text(f"{names[1]}: agreed")
    expect(card(first).locator("[data-chance]")).to_be_visible(timeout=THOUGHT)
    second.page.get_by_role("button", name="Seats").click()
    second.page.locator("dialog").get_by_role("button", name="Withdraw my agreement").click()
    expect(card(first)).to_contain_text(f"{names[1]}: not yet")
    expect(card(first).locator("[data-chance]")).to_have_count(0)


def test_an_analysis_of_a_match_between_people_says_why_there_is_none(
    seat: Callable[..., Seated], served: Served
) -> None:
    told = served.create(game="ontoberlin")
    person = seat(told["seats"][0]["link"], refused=True)
    person.ready()
    seat(told["seats"][1]["link"]).ready()
    person.page.get_by_role("button", name="Analyse this position").click()
    expect(person.page.get_by_role("link", name="Analysis of step")).to_be_visible()
    person.ready()
    person.page.keyboard.press("!")
    expect(card(person).get_by_role("alert")).to_have_text(
        "The match you are analysing is not over: you get advice only if everybody in it agrees."
    )
    expect(card(person).get_by_role("button", name="Ask again")).to_be_visible()


def test_after_the_end_the_graph_leads_into_the_scrubber_and_advice_tells_of_the_past(
    seat: Callable[..., Seated], served: Served
) -> None:
    person = opened(seat, served, "luftwaffe", "000-draw", "german", evaluated=True)
    page = person.page
    told = page.locator("[data-evaluation=told]")
    expect(told.locator(".curve .line")).to_have_count(2, timeout=THOUGHT)
    assert serious(page) == []
    turns = told.locator(".moments button")
    take(page, "advice-ending-1440x900")
    step = int(turns.first.inner_text().split()[1])
    turns.first.click()
    expect(page.locator(".prompt")).to_contain_text(f"step {step} of")
    graph = page.locator("[data-graph]")
    expect(graph.get_by_role("status")).to_contain_text("%")
    numbers = graph.get_by_role("group", name="Turning points").get_by_role("button")
    last = numbers.last
    label = last.get_attribute("aria-label") or ""
    turned = label.partition("Step ")[2].partition(",")[0]
    last.click()
    expect(page.locator(".prompt")).to_contain_text(f"step {turned} of")
    graph.locator(".plot").click(position={"x": 30, "y": 20})
    expect(page.locator(".prompt")).not_to_contain_text(f"step {turned} of")
    end = person.step
    page.keyboard.press("!")
    expect(card(person).locator("[data-chance]")).to_be_visible(timeout=THOUGHT)
    take(page, "advice-past-1440x900")
    if suggested(person).count():
        suggested(person).first.click()
    assert person.step == end
    assert serious(page) == []


def test_the_analysis_board_gives_advice_to_both_sides(seat: Callable[..., Seated], served: Served) -> None:
    person = against_a_bot(seat, served, "ontoberlin", "000-german-on-points", 40)
    person.page.get_by_role("button", name="Analyse this position").click()
    expect(person.page.get_by_role("link", name="Analysis of step")).to_be_visible()
    person.ready()
    person.page.keyboard.press("!")
    expect(suggested(person).first).to_be_visible(timeout=THOUGHT)
    first = person.position.deciders[0]
    while person.position.deciders[0] == first:
        person.position_on(first)
    person.page.wait_for_function(
        f"() => document.querySelector('[data-seat]').dataset.seat === '{person.position.deciders[0]}'"
    )
    person.page.keyboard.press("!")
    expect(suggested(person).first).to_be_visible(timeout=THOUGHT)
    assert (card(person).get_by_role("img").get_attribute("aria-label") or "").startswith("Chance to win")
