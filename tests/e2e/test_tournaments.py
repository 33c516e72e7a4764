"""A tournament by clicks: make it, join, start, play a round, read the standings; at three sizes, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_account import PASSWORD, sign_up
from tests.e2e.test_pages import serious
from tests.server.served import Served
from tests.server.test_accounts import browser, signed_up
from tests.server.tournaments.test_tournaments import act, lose_all

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]
SIZES = {"1440x900": (1440, 900), "1024x768": (1024, 768), "390x844": (390, 844)}


def pictures(page: Page, name: str) -> None:
    """The page at every size, light and dark; nothing may stick out of a phone."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            take(page, f"{name}-{size}-{scheme}", full_page=True)
            if width < 400:
                assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} at {size}"


def test_a_club_plays_a_tournament(seat: Callable[..., Seated], served: Served) -> None:
    ada = seat("/account").page
    sign_up(ada, "Ada")
    ada.goto("/tournaments")
    ada.get_by_role("button", name="Create a tournament").click()
    ada.get_by_label("Name of the tournament").fill("Winter cup")
    ada.get_by_role("combobox", name="Game", exact=True).select_option("luftwaffe")
    ada.get_by_label("Number of rounds").fill("2")
    pictures(ada, "tournament-new")
    ada.get_by_role("button", name="Create a tournament").click()
    expect(ada.get_by_role("heading", level=1, name="Winter cup")).to_be_visible()
    ada.get_by_role("button", name="Join").click()
    id = ada.url.rpartition("/")[2]
    others = {name: signed_up(served, name) for name in ("Babbage", "Curie", "Dirac")}
    for client in others.values():
        assert act(client, id, "join").status_code == 200
    ada.get_by_role("button", name="Start the tournament").click()
    expect(ada.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(ada.get_by_role("link", name="To the table")).to_have_count(2)
    mine = browser(served)
    mine.post("/api/session", json={"name": "Ada", "password": PASSWORD})
    people = others | {"Ada": mine}
    told = mine.get(f"/api/tournaments/{id}").json()
    lose_all(people, told)
    ada.reload()
    expect(ada.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(ada.get_by_text("Round 2 of 2")).to_be_visible()
    expect(ada.get_by_text("1 : 0")).not_to_have_count(0)
    pictures(ada, "tournament")
    ada.goto("/tournaments")
    expect(ada.get_by_role("link", name="Winter cup")).to_be_visible()
    pictures(ada, "tournaments")


def test_a_guest_reads_it_in_german(seat: Callable[..., Seated], served: Served) -> None:
    client = signed_up(served)
    wanted = {"title": "Pokal", "game": "luftwaffe", "kind": "robin"}
    id = client.post("/api/tournaments", json=wanted).json()["about"]["id"]
    guest = seat(f"/tournaments/{id}").page
    guest.get_by_role("button", name="Settings").click()
    with guest.expect_navigation():
        guest.get_by_label("Language").select_option("de")
    expect(guest.get_by_text("Jeder gegen jeden")).to_be_visible()
    expect(guest.get_by_role("link", name="Melde dich an")).to_be_visible()
    assert serious(guest) == []
