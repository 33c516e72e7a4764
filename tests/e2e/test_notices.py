"""Notices by clicks: an address is confirmed and left again, wishes are kept, a calendar is made, and push is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import STATIC, take
from tests.e2e.table import Seated
from tests.e2e.test_account import PASSWORD, sign_up
from tests.e2e.test_pages import serious
from tests.server.receivers import PostBox, link_in
from tests.server.served import WIDE, Served, serving
from tests.server.test_notices import PUBLIC, office, until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
SIZES = {"1440x900": (1440, 900), "1024x768": (1024, 768), "390x844": (390, 844)}


@pytest.fixture
def post_box() -> Iterator[PostBox]:
    box = PostBox()
    yield box
    box.close()


@pytest.fixture
def served(tmp_path: Path, post_box: PostBox) -> Iterator[Served]:
    """A server that sends letters."""
    with serving(tmp_path, msgspec.structs.replace(WIDE, **office(post_box)), STATIC) as running:
        yield running


def give_email(page: Page, address: str) -> None:
    page.get_by_role("textbox", name="E-mail").fill(address)
    page.get_by_label("Your password, to confirm").fill(PASSWORD)
    page.locator("form", has=page.get_by_role("heading", name="Your details")).get_by_role(
        "button", name="Save"
    ).click()


def test_somebody_confirms_an_address_chooses_and_leaves(seat: Callable[..., Seated], post_box: PostBox) -> None:
    page = seat("/account").page
    sign_up(page, "Ada")
    expect(page.get_by_text("Add an e-mail address to your details")).to_be_visible()
    give_email(page, "ada@example.org")
    expect(page.get_by_text("Not confirmed yet")).to_be_visible()
    page.goto(f"/account#confirm={link_in(post_box.wait(), '#confirm=')}")
    expect(page.get_by_role("status")).to_have_text("Your address is confirmed. You can get notices by e-mail now.")
    page.goto("/account")
    page.get_by_label("Someone sends you a message: E-mail").check()
    page.get_by_label("It is your turn: E-mail").uncheck()
    page.get_by_label("Your time zone").select_option("Asia/Tokyo")
    page.get_by_label("Quiet from").fill("21:30")
    wishes = page.locator("form", has=page.get_by_role("heading", name="What to notify you about"))
    wishes.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_label("Someone sends you a message: E-mail")).to_be_checked()
    expect(page.get_by_label("It is your turn: E-mail")).not_to_be_checked()
    expect(page.get_by_label("Your time zone")).to_have_value("Asia/Tokyo")
    expect(page.get_by_label("Quiet from")).to_have_value("21:30")
    page.get_by_role("button", name="Make a calendar address").click()
    address = page.get_by_label("Copy this address now").input_value()
    assert address.startswith(f"{PUBLIC}/api/calendar.ics?secret=")
    page.get_by_role("button", name="Send a test notice").click()
    expect(page.get_by_text("A notice is on its way.")).to_be_visible()
    letter = post_box.wait()
    stranger = seat(f"/account#unsubscribe={link_in(letter, '#unsubscribe=')}").page
    stranger.get_by_role("button", name="Stop the e-mails").click()
    expect(stranger.get_by_role("status")).to_have_text("You will get no more notices by e-mail.")
    page.reload()
    expect(page.get_by_label("Someone sends you a message: E-mail")).not_to_be_checked()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everybody_can_read_the_page(seat: Callable[..., Seated], served: Served, dark: bool) -> None:
    page = seat("/account", dark=dark).page
    sign_up(page, "Ada")
    give_email(page, "ada@example.org")
    expect(page.get_by_text("Not confirmed yet")).to_be_visible()
    clock = {"kind": "move", "seconds": 86400}
    wanted = json.dumps({"game": "airlift", "offer": {"clock": clock}})
    page.evaluate(
        """async (body) => {
          const headers = {'content-type': 'application/json'};
          const made = await (await fetch('/api/matches', {method: 'POST', headers, body})).json();
          const keys = made.seats.map((seat) => seat.token).filter(Boolean);
          await fetch('/api/account/claim', {method: 'POST', headers, body: JSON.stringify({keys})});
        }""",
        wanted,
    )
    page.reload()
    expect(page.get_by_role("heading", name="What to notify you about")).to_be_visible()
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert serious(page) == [], name
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert beyond <= 0, f"{name}: the page is wider than its window"
        take(page, f"notices-{name}-{'dark' if dark else 'light'}", full_page=True)


def test_the_service_worker_of_push_starts(seat: Callable[..., Seated]) -> None:
    """What it does with a push is tested in web/src/lib/push.test.ts: this Chromium shows no notifications."""
    page = seat("/account").page
    page.evaluate("navigator.serviceWorker.register('/push.js').then(() => 1)")
    until(lambda: bool(page.evaluate("navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.active))")))
