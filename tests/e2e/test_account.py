"""Accounts by clicks: sign up, play, find the match again on another device, sign out, and leave for good."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_pages import serious

pytestmark = pytest.mark.e2e
PASSWORD = "seven bombers over Ploesti"


def sign_up(page: Page, name: str) -> None:
    page.get_by_role("button", name="Create an account").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def test_what_is_typed_right_after_signing_up_stays(seat: Callable[..., Seated]) -> None:
    """The page asks for the account once more then; on a slow line the answer comes while one types."""
    page = seat("/account").page
    asked: list[Route] = []
    page.get_by_role("button", name="Create an account").wait_for()
    page.route(
        "**/api/account", lambda route: asked.append(route) if route.request.method == "GET" else route.continue_()
    )
    sign_up(page, "Ada")
    expect(page.get_by_role("status")).to_contain_text("Your account is ready")
    page.get_by_label("E-mail").fill("ada@example.org")
    while not asked:
        page.wait_for_timeout(10)
    with page.expect_response("**/api/account"):
        asked.pop().continue_()
    page.wait_for_timeout(100)
    assert page.get_by_label("E-mail").input_value() == "ada@example.org"
    page.unroute_all()


def test_a_guest_signs_up_and_finds_the_match_on_another_device(seat: Callable[..., Seated]) -> None:
    laptop = seat()
    laptop.page.locator("ul.games li").filter(has_text="Warbirds").get_by_role("button", name="Play now").click()
    laptop.ready()
    match = laptop.page.url.rpartition("/")[2]
    laptop.page.goto("/account")
    sign_up(laptop.page, "Ada")
    assert serious(laptop.page) == []
    take(laptop.page, "account-1440x900")
    assert laptop.page.evaluate("localStorage.getItem('sandtable.keys')") == "[]", "no key is left behind"
    laptop.page.goto(f"/match/{match}")
    laptop.ready()

    phone = seat("/account", phone=True, refused=True)
    phone.page.get_by_label("Your name").fill("ada")
    phone.page.get_by_label("Password", exact=True).fill("not her password")
    phone.page.get_by_role("button", name="Sign in").click()
    expect(phone.page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    phone.page.get_by_label("Password", exact=True).fill(PASSWORD)
    take(phone.page, "account-390x844")
    phone.page.get_by_role("button", name="Sign in").click()
    phone.page.locator(f"a[href='/match/{match}']").click()
    phone.ready()
    assert phone.page.locator("[data-step]").get_attribute("data-seat"), "it is her seat, not a spectator's"

    phone.page.goto("/account")
    expect(phone.page.get_by_text("Another device")).to_be_visible()
    phone.page.get_by_role("button", name="Sign out on all devices").click()
    expect(phone.page.get_by_role("status")).to_have_text("You are signed out.")
    laptop.page.goto("/account")
    expect(laptop.page.get_by_role("heading", level=1, name="Sign in")).to_be_visible()


def test_an_account_is_deleted_only_with_its_password(seat: Callable[..., Seated]) -> None:
    person = seat("/account", refused=True)
    sign_up(person.page, "Babbage")
    person.page.get_by_role("button", name="Delete account").click()
    form = person.page.locator("section form")
    form.get_by_label("Your password, to confirm").fill("not his password")
    form.get_by_role("button", name="Delete for good").click()
    expect(person.page.get_by_role("alert")).to_have_text("The password is wrong.")
    form.get_by_label("Your password, to confirm").fill(PASSWORD)
    form.get_by_role("button", name="Delete for good").click()
    expect(person.page.get_by_role("status")).to_have_text("Your account has been deleted.")
