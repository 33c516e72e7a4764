"""The lobby by clicks: offer a seat, take it, invite somebody, and watch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.server.lobby.storage import MOST_TOLD
from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_account import sign_up
from tests.e2e.test_pages import serious
from tests.server.served import Served

pytestmark = pytest.mark.e2e
_NUMBER = re.compile(r"Offer number (\d+)\.")


def test_a_seat_is_offered_taken_and_watched(seat: Callable[..., Seated]) -> None:
    owner = seat("/lobby")
    expect(owner.page.get_by_text("No seat is free right now.")).to_be_visible()
    owner.page.get_by_role("link", name="Luftwaffe").click()
    expect(owner.page.get_by_label("American", exact=True)).to_be_visible()
    owner.page.get_by_label("American", exact=True).select_option("anyone")
    owner.page.get_by_label("German", exact=True).select_option("me")
    owner.page.get_by_label("Level").select_option("newcomer")
    owner.page.get_by_label("A note").fill("First game, take your time")
    take(owner.page, "offer-1440x900")
    owner.page.get_by_role("button", name="Start").click()
    owner.ready()
    match = owner.match

    guest = seat("/lobby", phone=True)
    expect(guest.page.get_by_text("First game, take your time")).to_be_visible()
    assert serious(guest.page) == []
    wide = guest.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    take(guest.page, "lobby-390x844")
    guest.page.get_by_label("Level").select_option("experienced")
    expect(guest.page.get_by_text("No seat is free right now.")).to_be_visible()
    guest.page.get_by_label("Level").select_option("")
    guest.page.get_by_label("Your name").fill("Babbage")
    guest.page.get_by_role("button", name="Play").click()
    guest.ready()
    assert (guest.match, guest.page.locator("[data-step]").get_attribute("data-seat")) == (match, "american")
    expect(owner.page.locator(".seats")).to_contain_text("Babbage")

    watcher = seat("/lobby")
    watcher.page.get_by_role("heading", name="Matches to watch").wait_for()
    assert serious(watcher.page) == []
    take(watcher.page, "lobby-running-1440x900")
    watcher.page.locator(f".running a[href='/match/{match}']").click()
    expect(watcher.page.locator("[data-who]")).to_contain_text("watching")


def test_a_member_is_invited_by_name(seat: Callable[..., Seated]) -> None:
    ada = seat("/account")
    sign_up(ada.page, "Ada")
    owner = seat("/new/luftwaffe", refused=True)
    owner.page.get_by_label("German", exact=True).select_option("member")
    owner.page.get_by_label("Who plays German").fill("Nobody")
    owner.page.get_by_role("button", name="Start").click()
    expect(owner.page.get_by_role("alert")).to_have_text("There is no account 'Nobody' here.")
    owner.page.get_by_label("Who plays German").fill("ada")
    owner.page.get_by_role("button", name="Start").click()
    owner.ready()
    ada.page.goto("/lobby")
    invited = ada.page.locator("section[aria-labelledby=invitations]")
    expect(invited).to_contain_text("Luftwaffe")
    take(ada.page, "invitation-1440x900")
    invited.get_by_role("button", name="Play").click()
    ada.ready()
    assert ada.match == owner.match
    ada.page.goto("/lobby")
    expect(ada.page.locator(".mine")).to_contain_text("Luftwaffe")


def test_older_offers_are_on_the_next_page(seat: Callable[..., Seated], served: Served) -> None:
    for number in range(MOST_TOLD + 2):
        note = f"Offer number {number}."
        game, side = ("luftwaffe", "american") if number else ("vengeance", "russian")
        served.create(game=game, offer={"open": [side], "note": note})
    visitor = seat("/lobby", phone=True)
    offers = visitor.page.locator(".offers > li")
    expect(offers).to_have_count(MOST_TOLD)
    newest = set(_NUMBER.findall(visitor.page.locator(".offers").inner_text()))
    visitor.page.get_by_role("button", name="Show older Free seats").click()
    expect(offers).to_have_count(2)
    # Offers of one second come in any order.
    older = set(_NUMBER.findall(visitor.page.locator(".offers").inner_text()))
    assert (len(newest), len(older), newest & older) == (MOST_TOLD, 2, set())
    assert serious(visitor.page) == []
    visitor.page.get_by_role("button", name="Back to the newest Free seats").click()
    expect(offers).to_have_count(MOST_TOLD)
    visitor.page.get_by_label("Game").select_option("vengeance")
    expect(offers).to_have_count(1)
    visitor.page.get_by_label("Scenario").select_option(index=2)
    expect(visitor.page.get_by_text("No seat is free right now.")).to_be_visible()
    visitor.page.get_by_label("Game").select_option("")
    expect(offers).to_have_count(MOST_TOLD)
