"""Profiles by clicks: a rated match is offered, lost by resignation, and stands in both profiles."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_account import sign_up
from tests.e2e.test_pages import serious

pytestmark = pytest.mark.e2e


def test_a_rated_match_stands_in_the_profiles(seat: Callable[..., Seated]) -> None:
    ada, eve = seat("/account"), seat("/account", phone=True)
    sign_up(ada.page, "Ada")
    sign_up(eve.page, "Eve")
    ada.page.goto("/new/luftwaffe?seats=anyone")
    expect(ada.page.get_by_label("Rated")).to_be_disabled()
    ada.page.get_by_label("Time to think").select_option(index=1)
    ada.page.get_by_label("Rated").check()
    take(ada.page, "rated-1440x900")
    ada.page.get_by_role("button", name="Start").click()
    ada.ready()
    eve.page.goto("/lobby")
    eve.page.get_by_role("button", name="Play").click()
    eve.ready()
    eve.page.get_by_role("button", name="Seats").click()
    eve.page.get_by_role("button", name="Resign").click()
    eve.page.get_by_role("button", name="Resign").click()
    expect(ada.page.get_by_text("Eve resigns and loses the match.").first).to_be_visible()
    for person, size in ((ada, "1440x900"), (eve, "390x844")):
        person.page.goto("/people/Ada")
        expect(person.page.locator(".card")).to_contain_text("Rating 16")
        expect(person.page.locator("li").filter(has_text="against Eve")).to_contain_text("Won by resignation")
        assert serious(person.page) == []
        assert person.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        take(person.page, f"profile-{size}")
