"""Nothing lies over the map: tools, legend, odds and the thread stand beside it; names and fans keep out of the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sandtable.kernel.game import games
from tests.e2e.conftest import take
from tests.e2e.recorded import halfway
from tests.e2e.table import Seated
from tests.e2e.test_games import begin
from tests.server.served import Served

pytestmark = pytest.mark.e2e
SIZES = ((1440, 900), (1024, 768), (390, 844))
GAMES = sorted(game for game in games() if game != "pearls")
_OVERLAP = """([some, others, least]) => {
  const boxes = (found) => [...document.querySelectorAll(found)]
    .map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  const found = [];
  for (const [a, p] of boxes(some)) for (const [b, q] of boxes(others)) {
    if (a === b || a.contains(b) || b.contains(a)) continue;
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > least && high > least) found.push(`${a.textContent.trim()} and ${b.textContent.trim()}`);
  }
  return found;
}"""


def overlaps(page: Page, some: str, others: str, least: float = 1) -> list[str]:
    """Pairs of things that overlap by more than so many pixels."""
    found: list[str] = page.evaluate(_OVERLAP, [some, others, least])
    return found


def seated(seat: Callable[..., Seated], served: Served, game: str, **wanted: Any) -> Seated:
    """A person at the first seat of a new match."""
    told = served.create(game=game, **wanted)
    person = seat(f"/match/{told['match']}?key={told['seats'][0]['token']}")
    person.ready()
    return person


@pytest.mark.parametrize("game", GAMES)
def test_tools_and_legend_stand_beside_the_map(seat: Callable[..., Seated], served: Served, game: str) -> None:
    person = seated(seat, served, game)
    page = person.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        if width < 800:
            page.get_by_role("tab", name="Board").click()
        mark = page.get_by_role("button", name="Mark on the map")
        if mark.count():
            mark.click()
            expect(page.locator(".legend")).to_be_visible()
        over = ".tools button, .legend, .mini, .dock > *, .bar, header"
        assert overlaps(page, over, ".viewport") == []
        assert overlaps(page, ".tools button", ".tools button") == []
        take(page, f"apart-{game}-{width}x{height}")
        if mark.count():
            mark.click()
        title = page.locator("h1").evaluate("one => one.scrollWidth <= one.clientWidth")
        assert title, f"the title is cut at {width}"


@pytest.mark.parametrize("phone", [False, True])
def test_a_fan_is_large_enough_for_a_finger_and_in_sight(
    seat: Callable[..., Seated], served: Served, phone: bool
) -> None:
    told = served.create(game="airlift")
    mine = told["seats"][0]
    person = seat(f"/match/{told['match']}?key={mine['token']}", phone=phone)
    person.ready()
    page = person.page
    if phone:
        page.get_by_role("tab", name="Board").click()
    page.get_by_role("button", name="Show the whole board").click()
    # The stack that lies nearest to the lower edge: as a fan around its space it would reach over it.
    lowest = page.locator("[data-piece]:has(.many)").evaluate_all("""found => {
        const low = (one) => one.getBoundingClientRect().bottom;
        return found.sort((a, b) => low(b) - low(a))[0].dataset.ref;
    }""")
    where = person.drawn()[lowest]
    page.locator(f'[data-ref="{lowest}"]').click()
    expect(page.locator(".tray")).to_be_visible()
    page.wait_for_timeout(100)
    room = page.locator(".viewport").bounding_box()
    assert room is not None
    fanned = page.locator(f'[data-piece][data-where="{where}"] > .shadow').all()
    assert len(fanned) > 1
    for piece in fanned:
        box = piece.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= room["x"]
        assert box["y"] >= room["y"]
        assert box["x"] + box["width"] <= room["x"] + room["width"]
        assert box["y"] + box["height"] <= room["y"] + room["height"]
    take(page, f"fan-{'390x844' if phone else '1440x900'}")


@pytest.mark.parametrize("game", ["ontoberlin", "luftwaffe", "airlift"])
def test_names_keep_away_from_each_other_and_from_counters(
    seat: Callable[..., Seated], served: Served, game: str
) -> None:
    person = seated(seat, served, game)
    page = person.page
    names = "[data-name], [data-city] .city"
    for _ in range(3):
        assert page.locator(names).count() > 10
        assert overlaps(page, names, names, 4) == []
        # The shadow of a counter is as large as the counter.
        assert overlaps(page, names, "[data-piece] > .shadow", 4) == []
        page.get_by_role("button", name="Zoom in").click()
        page.wait_for_timeout(300)


@pytest.mark.parametrize("phone", [False, True])
def test_the_decision_bar_keeps_its_height(seat: Callable[..., Seated], phone: bool) -> None:
    person = seat(phone=phone)
    mine = begin(person, "ontoberlin")
    heights = set()
    for _ in range(12):
        person.wait_for_turn(mine)
        person.choose(person.sensible(mine))
        box = person.page.locator("section.bar").bounding_box()
        assert box is not None
        heights.add(round(box["height"]))
    assert len(heights) == 1, heights


def test_the_legend_makes_room_and_the_map_stays_where_it_was(seat: Callable[..., Seated], served: Served) -> None:
    person = seated(seat, served, "vengeance")
    page = person.page
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(200)
    scale = "() => new DOMMatrix(getComputedStyle(document.querySelector('.viewport > svg')).transform).a"
    before = page.evaluate(scale)
    page.get_by_role("button", name="Mark on the map").click()
    expect(page.locator(".legend")).to_be_visible()
    page.wait_for_timeout(200)
    assert page.evaluate(scale) == pytest.approx(before)


_LOST = """() => [...document.querySelectorAll(".viewport textPath")].filter(name => {
  const line = document.querySelector(name.getAttribute("href"));
  return name.getComputedTextLength() > line.getTotalLength();
}).map(name => name.textContent)"""


@pytest.mark.parametrize("game", ["ontoberlin", "vengeance"])
def test_no_name_along_a_line_loses_a_letter(seat: Callable[..., Seated], served: Served, game: str) -> None:
    page = seated(seat, served, game).page
    page.get_by_role("button", name="Show the whole board").click()
    for _ in range(4):
        page.wait_for_timeout(300)
        assert page.locator(".viewport textPath").count() > 3
        assert page.evaluate(_LOST) == []
        page.get_by_role("button", name="Zoom in").click()


_LETTERS = """(of) => [...document.querySelectorAll(of)].filter(one => one.textContent.trim()).map(one => {
  const { a, b } = one.getScreenCTM();
  return [one.textContent.trim(), parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b)];
})"""


@pytest.mark.parametrize(
    ("game", "record", "steps", "phone", "letters", "least"),
    [
        ("ontoberlin", "001-allied-on-points", 1500, False, "[data-piece] .strength", 10),
        ("luftwaffe", "008-american", 450, True, "[data-piece] :is(.unit, .factors)", 7.5),
        ("airlift", "021-won", 300, True, "[data-piece] :is(.slot, .number)", 9),
        ("warbirds", "001-lost", 200, True, ".viewport text:is(.far, .count)", 6.8),
    ],
    ids=["ontoberlin", "luftwaffe", "airlift", "warbirds"],
)
def test_counters_can_be_read_when_the_whole_board_is_in_sight(
    seat: Callable[..., Seated],
    served: Served,
    game: str,
    record: str,
    steps: int,
    phone: bool,
    letters: str,
    least: float,
) -> None:
    person, _ = halfway(seat, served, game, record, steps, phone=phone)
    page = person.page
    if phone:
        page.get_by_role("tab", name="Board").click()
    page.get_by_role("button", name="Show the whole board").click()
    page.wait_for_timeout(300)
    found: list[tuple[str, float]] = page.evaluate(_LETTERS, letters)
    assert len(found) > 2
    assert [(text, round(size, 1)) for text, size in found if size < least] == []
