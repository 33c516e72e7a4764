"""Charts: headings stand over their columns, nothing is cut off, and a chart opens over the whole page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.kernel.show import show
from tests.e2e.conftest import picture
from tests.e2e.table import Seated
from tests.server.served import Served

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]
GAMES = ("ontoberlin", "luftwaffe")
APART = """table => {
  const middle = one => { const box = one.getBoundingClientRect(); return box.x + box.width / 2; };
  const heads = [...table.querySelectorAll("thead tr > *")];
  const cells = [...table.querySelectorAll("tbody tr:first-child > *")];
  return heads.length !== cells.length ? [999] : heads.map((head, at) => Math.abs(middle(head) - middle(cells[at])));
}"""


@pytest.mark.parametrize("game", GAMES)
def test_headings_stand_over_their_columns(seat: Callable[..., Seated], served: Served, game: str) -> None:
    told = served.create(game=game)
    mine = told["seats"][0]
    person = seat(f"/match/{told['match']}?key={mine['token']}")
    person.ready()
    charts = [one for one in show(person.position, mine["seat"]).table.panels if one.kind == "chart" and one.columns]
    assert charts
    tables = person.page.locator(".left table:has(thead)")
    expect(tables).to_have_count(len(charts))
    for at in range(len(charts)):
        assert max(tables.nth(at).evaluate(APART)) < 3, charts[at].title
    person.page.get_by_role("button", name="Open the whole chart").first.click()
    sheet = person.page.locator("dialog table")
    expect(sheet).to_be_visible()
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.screenshot(path=picture(f"chart-{game}-{width}x{height}"))
    person.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
