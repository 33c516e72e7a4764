"""Charts: headings stand over their columns, nothing is cut off, the roll is lit, a chart opens over the whole page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.kernel.show import show
from tests.e2e.conftest import take
from tests.e2e.recorded import halfway
from tests.e2e.table import Seated
from tests.e2e.test_story import a_shot, seated
from tests.server.served import Served

pytestmark = pytest.mark.e2e
# Games in which rows have values, cells, both, or neither.
GAMES = [
    ("airlift", "011-won", 286),
    ("luftwaffe", "008-american", 486),
    ("ontoberlin", "000-german-on-points", 40),
    ("vengeance", "001-russians-task", 100),
    ("warbirds", "003-tour-complete", 238),
]
APART = """table => {
  const middle = one => { const box = one.getBoundingClientRect(); return box.x + box.width / 2; };
  const heads = [...table.querySelectorAll("thead tr > *")];
  return [...table.querySelectorAll("tbody tr")].flatMap(row => {
    const cells = [...row.children];
    const columns = cells.reduce((sum, one) => sum + one.colSpan, 0);
    if (columns > heads.length) return [999];
    return cells.length < heads.length ? [] : heads.map((head, at) => Math.abs(middle(head) - middle(cells[at])));
  });
}"""


@pytest.mark.parametrize(("game", "name", "steps"), GAMES, ids=[one[0] for one in GAMES])
def test_headings_stand_over_their_columns(
    seat: Callable[..., Seated], served: Served, game: str, name: str, steps: int
) -> None:
    person, mine = halfway(seat, served, game, name, steps)
    charts = [one for one in show(person.position, mine).table.panels if one.kind == "chart" and one.columns]
    assert charts
    tables = person.page.locator(".left table:has(thead)")
    expect(tables).to_have_count(len(charts))
    for at in range(len(charts)):
        apart = tables.nth(at).evaluate(APART)
        assert apart, charts[at].title
        assert max(apart) < 3, charts[at].title
    person.page.get_by_role("button", name="Open the whole chart").first.click()
    sheet = person.page.locator("dialog table")
    expect(sheet).to_be_visible()
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        take(person.page, f"chart-{game}-{width}x{height}")
    person.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize(("game", "name", "steps"), GAMES, ids=[one[0] for one in GAMES])
def test_the_page_does_not_scroll_away_below_its_table(
    seat: Callable[..., Seated], served: Served, game: str, name: str, steps: int
) -> None:
    page = halfway(seat, served, game, name, steps)[0].page
    page.locator(".left table").first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") == 0


def test_a_chart_that_is_too_wide_fades_at_its_edge_until_its_end(seat: Callable[..., Seated], served: Served) -> None:
    person, _ = halfway(seat, served, "luftwaffe", "008-american", 486, phone=True)
    person.page.get_by_role("tab", name="State of play").click()
    person.page.get_by_role("button", name="Open the whole chart: Aerial Combat Table").click()
    chart = person.page.locator("dialog .wide")
    fades = "one => getComputedStyle(one).maskImage !== 'none'"
    assert chart.evaluate(fades)
    chart.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
    expect(person.page.locator("dialog .wide.more")).to_have_count(0)
    assert not chart.evaluate(fades)


def test_the_row_of_the_roll_is_lit_in_the_chart(seat: Callable[..., Seated], served: Served) -> None:
    moment = a_shot()
    fire = next(line for line in moment.lines if line.event == "fire")
    person = seated(seat, served, "vengeance", moment, "normal")
    person.choose(moment.option)
    chart = person.page.locator(".left table:has(thead)", has_text="KIA")
    row, result = chart.locator("tr.rolled"), chart.locator("td.result")
    expect(row.locator("th")).to_contain_text(str(min(max(fire.facts["final"], 0), 15)))
    expect(result).to_have_text(str(fire.facts["result"]))
    heads = chart.locator("thead tr > *").all_inner_texts()
    at = result.evaluate("one => [...one.parentElement.children].indexOf(one)")
    assert heads[at].split()[0] == str(fire.facts["column"])  # "(in use)" may follow


def test_a_track_wider_than_a_phone_opens_at_its_marker(seat: Callable[..., Seated], served: Served) -> None:
    page = halfway(seat, served, "airlift", "002-goals-missed", 80, phone=True)[0].page
    page.get_by_role("tab", name="State of play").click()
    page.get_by_role("button", name="Open the whole chart: Berlin Morale").click()
    marker = page.locator("dialog tr.litrow td", has_text="▲")
    expect(marker).to_be_in_viewport()
