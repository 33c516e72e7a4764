"""Warbirds in a real browser, from the first page to the end of the tour."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import picture
from tests.e2e.table import Seated

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
SEAT = "seat-1"


def begin(person: Seated) -> None:
    person.page.get_by_role("button", name="Play now").first.click()
    person.ready()


def test_a_newcomer_flies_the_first_mission_by_clicks(seat: Callable[..., Seated]) -> None:
    person = seat()
    person.page.get_by_role("heading", name="Warbirds").wait_for()
    person.page.wait_for_timeout(300)
    person.page.screenshot(path=picture("home"))
    begin(person)
    person.compare(SEAT)
    person.page.screenshot(path=picture("warbirds-briefing"))
    most = 0
    while "Assessment:" not in person.page.locator("[role=log]").inner_text():
        option = person.sensible(SEAT)
        fighters = sum(piece.face == "fighter" for piece in person.table(SEAT).pieces)
        if option[0] == "attack" and fighters > most:
            most = fighters
            person.thing(str(option[-1])).hover()
            expect(person.page.locator(".odds")).to_be_visible()
            person.page.screenshot(path=picture("warbirds"))
        person.choose(option)
        person.compare(SEAT)
    assert most
    expect(person.page.locator("[role=log]")).to_contain_text("The tour stands at")
    person.page.screenshot(path=picture("warbirds-debriefing"))
