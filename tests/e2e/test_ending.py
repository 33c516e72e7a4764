"""How a game ended, on a page of its own: recorded games are opened at their end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from sandtable.kernel.save import load_save
from sandtable.server.advice.thinking import tell_evaluation
from tests.e2e.conftest import take
from tests.e2e.recorded import GOLDEN
from tests.e2e.table import Seated
from tests.e2e.test_pages import serious
from tests.server.served import Served, run_apart

pytestmark = pytest.mark.e2e


def think_on(served: Served) -> None:
    """The server does not come to the chances during a match: seconds of thought that most tests do not look at."""
    run = served.service.workers.run

    async def endless(what_for: Any, patience: float, work: Any, *given: Any) -> Any:
        if work is tell_evaluation:
            await asyncio.sleep(patience)
        return await run(what_for, patience, work, *given)

    served.service.workers.run = endless  # type: ignore[method-assign, assignment]


def opened(
    seat: Callable[..., Seated],
    served: Served,
    game: str,
    name: str,
    mine: str,
    evaluated: bool = False,
    **how: bool,
) -> Seated:
    """A recorded game, played to its end, seen from one of its seats."""
    if not evaluated:
        think_on(served)
    record = load_save(GOLDEN / game / f"{name}.sandtable")
    made = run_apart(served.service.create_match(game, record.options, {}, {}, 0, record.seed, record.steps))
    person = seat(f"/match/{made.stored.setup.id}?key={made.keys[mine]}", **how)
    person.ready()
    expect(person.page.locator("[data-ending] .why")).to_be_visible()
    return person


ENDINGS = [
    ("vengeance", "001-russians-task", "russian", "You won", "complete their task", "Squads halved"),
    ("vengeance", "003-germans-defence", "russian", "You lost", "hold to the end", "Squads halved"),
    ("airlift", "001-berlin-lost-morale", "usaf14", "You lost", "the airlift fails", "Cubes delivered"),
    ("luftwaffe", "000-draw", "german", "A draw", "Neither side breaks", "Out of fuel"),
    ("luftwaffe", "008-american", "german", "You lost", "The bombers get through", "Out of fuel"),
    ("ontoberlin", "000-german-on-points", "german", "You won", "Berlin holds out", "Close Assault"),
]

COLUMN_WAYS = """table => [...table.querySelectorAll("thead th")].slice(1).map((head, at) =>
  [head, ...[...table.querySelectorAll("tbody tr")].map(row => row.children[at + 1])].map(
    one => getComputedStyle(one).textAlign))"""
"""How the cells of each column are aligned, its heading among them."""


@pytest.mark.parametrize(("game", "name", "mine", "headline", "title", "row"), ENDINGS, ids=[e[1] for e in ENDINGS])
def test_an_ending_says_who_won_and_why(
    seat: Callable[..., Seated], served: Served, game: str, name: str, mine: str, headline: str, title: str, row: str
) -> None:
    person = opened(seat, served, game, name, mine)
    page = person.page.locator("[data-ending]")
    expect(page.locator(".kicker")).to_have_text(headline)
    expect(page.locator("h2")).to_contain_text(title)
    expect(page.locator("table").first).to_contain_text(row)
    assert page.locator(".curve .line").count() > 0
    expect(page.locator("[data-emblem]")).to_be_visible()
    if game in ("vengeance", "ontoberlin"):
        assert page.locator("table [data-side]").count() > 1, "each side has its colour in the score"
    if game == "ontoberlin":
        names = page.locator(".map .name").all_text_contents()
        assert len(names) > 2, "hexes are told by what is written on the map"
        assert not any(name[0].isdigit() for name in names)
    if game == "airlift":
        expect(page.locator("[data-emblem=half-mast]")).to_be_visible()
    else:
        expect(page.locator(f"[data-luck={mine}]")).to_contain_text("of")
    told = page.locator(".note", has_text="most at").inner_text()
    assert not re.search(r"(\w+), \1\b", told), "a place is named once"
    take(person.page, f"ending-{name}-1440x900")
    assert serious(person.page) == []


def test_a_moment_leads_into_the_scrubber_and_the_ending_comes_back(
    seat: Callable[..., Seated], served: Served
) -> None:
    person = opened(seat, served, "vengeance", "001-russians-task", "russian")
    page = person.page.locator("[data-ending]")
    link = page.locator(".moments button").first
    step = int(link.inner_text().split()[1])
    link.click()
    expect(page).to_have_count(0)
    expect(person.page.locator(".prompt")).to_contain_text(f"step {step} of")
    person.page.get_by_role("button", name="Back to now").click()
    person.page.get_by_role("button", name="How it ended").click()
    expect(page).to_be_visible()


def test_the_ending_fits_a_tablet_and_a_phone(seat: Callable[..., Seated], served: Served) -> None:
    person = opened(seat, served, "vengeance", "001-russians-task", "russian", phone=True)
    for width, height in ((1024, 768), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        wide = person.page.locator("[data-ending] .inner").evaluate("one => one.scrollWidth - one.clientWidth")
        assert wide <= 0
        for card in person.page.locator("[data-ending] .titled:has(h3)").all():
            title, body = card.locator("h3").bounding_box(), card.locator(".card").bounding_box()
            assert title is not None
            assert body is not None
            assert abs(title["x"] - body["x"]) < 2, "a title stands over its card"
            assert 0 < body["y"] - title["y"] < 40
        take(person.page, f"ending-{width}x{height}")
    expect(person.page.get_by_role("button", name="Rematch, sides swapped")).to_be_visible()


def test_a_rematch_swaps_the_sides(seat: Callable[..., Seated], served: Served) -> None:
    person = opened(seat, served, "vengeance", "001-russians-task", "russian")
    before = person.match
    person.page.get_by_role("button", name="Rematch, sides swapped").click()
    person.page.wait_for_url(lambda url: before not in url)
    person.ready()
    expect(person.page.locator("[data-who]")).to_contain_text("Germans")


def test_a_mission_that_is_over_lies_over_the_table_as_a_sheet(seat: Callable[..., Seated], served: Served) -> None:
    record = load_save(GOLDEN / "warbirds" / "002-tour-complete.sandtable")
    game = find_game("warbirds")
    position = Position.new(game, record.options, record.seed)
    sheet = None
    for choice in record.steps:
        position.apply(choice.seat, choice.option)
        sheet = game.table(position.sight("")).sheet
        if sheet is not None:
            break
    assert sheet is not None
    settled = position.options_chosen
    made = run_apart(served.service.create_match("warbirds", settled, {}, {}, 0, record.seed, position.steps[:-1]))
    person = seat(f"/match/{made.stored.setup.id}?key={made.keys[choice.seat]}", pace="brisk")
    person.ready()
    told = person.page.locator(f"[data-part={sheet.id}]")
    expect(told).to_have_count(0)
    person.choose(choice.option)
    expect(told.locator("h2")).to_have_text(sheet.title)
    expect(told.locator("table").first).to_contain_text("Medals")
    for table in told.locator("table").all():
        ways = table.evaluate(COLUMN_WAYS)
        assert all(len(set(one)) == 1 for one in ways), "a column stands at one side"
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert told.evaluate("one => one.parentElement.scrollWidth - one.parentElement.clientWidth") <= 0
        take(person.page, f"part-{width}x{height}")
    person.page.set_viewport_size({"width": 1440, "height": 900})
    told.get_by_role("button", name="Back to the table").click()
    expect(told).to_have_count(0)
    person.page.reload()
    person.ready()
    expect(told).to_have_count(0)
    person.page.get_by_role("button", name=f"{sheet.title} ›").click()
    expect(told).to_be_visible()
