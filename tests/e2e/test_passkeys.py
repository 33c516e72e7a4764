"""Passkeys by clicks, with Chromium's virtual authenticator: sign up, out and in, add, name, remove, confirm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE, WIDE, take
from tests.e2e.table import PATIENCE
from tests.e2e.test_account import PASSWORD, sign_up
from tests.e2e.test_pages import serious
from tests.server.served import Served

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]
Opened = Callable[..., Page]
HOME = re.compile(r"/$")


@pytest.fixture
def opened(browser: Browser, served: Served) -> Iterator[Opened]:
    """Pages at localhost, the one host without a certificate that has passkeys, each with a device of its own."""
    contexts = []

    def open_page(**more: Any) -> Page:
        context = browser.new_context(base_url=f"http://localhost:{served.port}", **({"viewport": WIDE} | more))
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        line.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        page.goto("/account")
        return page

    yield open_page
    for context in contexts:
        context.close()


def test_an_account_without_a_password(opened: Opened) -> None:
    page = opened()
    page.get_by_role("button", name="Create an account").click()
    page.get_by_label("Your name").fill("Ada")
    take(page, "passkeys-sign-up-1440x900")
    page.get_by_role("button", name="Use a passkey instead of a password").click()
    expect(page.get_by_role("heading", level=1, name="Ada")).to_be_visible()
    expect(page.get_by_label("Name of the passkey")).to_have_value("Passkey")
    assert serious(page) == []
    take(page, "passkeys-1440x900", full_page=True)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(HOME)
    page.goto("/account")
    page.get_by_role("button", name="Remove the passkey Passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("the only way to sign in")
    page.get_by_role("button", name="Delete account").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("status")).to_have_text("Your account has been deleted.")


def test_a_passkey_beside_a_password(opened: Opened) -> None:
    page = opened(viewport=PHONE, color_scheme="dark")
    sign_up(page, "Babbage")
    page.get_by_label("Your password, to add or remove a passkey").fill(PASSWORD)
    page.get_by_label("Name, such as").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("status")).to_have_text("The passkey is added.")
    page.get_by_label("Name of the passkey").fill("Old phone")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("button", name="Remove the passkey Old phone")).to_be_visible()
    assert serious(page) == []
    take(page, "passkeys-390x844-dark", full_page=True)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(HOME)
    page.goto("/account")
    page.get_by_label("Your password, to add or remove a passkey").fill(PASSWORD)
    page.get_by_role("button", name="Remove the passkey Old phone").click()
    expect(page.get_by_role("status")).to_have_text("The passkey is removed.")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_be_visible()
