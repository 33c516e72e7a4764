"""Clocks by clicks: they are seen to run, stop on vacation, and end a match that would die."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.server.clocks.time import DAY
from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_pages import serious
from tests.server.served import Served
from tests.server.test_clocks import pass_time

pytestmark = pytest.mark.e2e


def test_a_clock_runs_rests_and_is_claimed(seat: Callable[..., Seated], served: Served) -> None:
    offer = {"clock": {"kind": "move", "seconds": 3 * DAY, "vacation": 14}}
    told = served.create(game="luftwaffe", offer=offer)
    links = {one["seat"]: one["link"] for one in told["seats"]}
    german = seat(links["german"])
    american = seat(links["american"], phone=True)
    german.ready()
    american.ready()
    running = american.page.locator(".clocks .running")
    expect(running).to_contain_text("2 d 23 h")
    late, other = (german, american) if "German" in running.inner_text() else (american, german)
    late.page.get_by_role("button", name="Take a vacation (14 days left)").click()
    late.page.get_by_label("Days away").fill("5")
    late.page.get_by_role("button", name="Stop my clock").click()
    expect(other.page.locator(".clocks .running")).to_contain_text("away until")
    for person in (german, american):
        assert serious(person.page) == []
    take(american.page, "clock-390x844")
    late.page.get_by_role("button", name="I am back").click()
    expect(other.page.locator(".clocks .running")).not_to_contain_text("away until")  # else time passes on vacation
    pass_time(served, told, 3 * DAY)
    other.page.reload()
    other.ready()
    expect(other.page.locator(".clocks .late")).to_contain_text("time is up")
    take(other.page, "clock-claim")
    other.page.get_by_role("button", name="Claim the win over").click()
    expect(late.page.get_by_text("This match is closed.").first).to_be_visible()
    take(late.page, "clock-closed")
