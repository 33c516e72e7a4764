"""The owner of a match ends it for everybody; all are told, now and when they come later."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.server.served import Served

pytestmark = pytest.mark.e2e

CLOSED = "This match is closed. You can look at it but not play on."


def test_the_owner_ends_a_match_and_everybody_is_told(seat: Callable[..., Seated], served: Served) -> None:
    told = served.create(game="airlift", options={"players": 2})
    first, second = told["seats"]
    owner = seat()
    held = [
        {
            "match": told["match"],
            "key": first["token"],
            "game": "airlift",
            "seat": first["seat"],
            "owner": told["owner"],
            "made": 1,
        }
    ]
    owner.page.evaluate("held => localStorage.setItem('sandtable.keys', held)", json.dumps(held))
    owner.page.goto(f"http://127.0.0.1:{served.port}{first['link']}")
    owner.ready()
    other = seat(second["link"])
    other.ready()
    owner.page.get_by_role("button", name="Seats").click()
    row = owner.page.locator(".seat").filter(has_text=second["name"])
    row.get_by_label("played by").select_option("random")
    owner.page.get_by_role("button", name="End the match").click()
    owner.page.get_by_role("button", name="Play on").click()
    owner.page.get_by_role("button", name="End the match").click()
    owner.page.get_by_role("button", name="End it for everyone").click()
    expect(owner.page.locator(".announced li")).to_contain_text(["to the bot random", "closed the match"])
    expect(owner.page.get_by_role("button", name="End the match")).to_have_count(0)
    take(owner.page, "owner-ends-the-match")
    for person in (owner, other):
        expect(person.page.get_by_text(CLOSED)).to_have_count(1)
        expect(person.page.locator(".bar .prompt")).to_have_text("This match is closed.")
        expect(person.page.locator(".bar .choice")).to_have_text("All games")
    other.page.reload()
    other.ready()
    expect(other.page.get_by_text(CLOSED)).to_be_visible()
    other.page.get_by_role("button", name="Seats").click()
    expect(other.page.locator(".announced li").last).to_contain_text("closed the match")
