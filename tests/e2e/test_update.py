"""A page that was loaded before the server was updated: it says so, and loading it again is all it takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_pages import serious

pytestmark = pytest.mark.e2e


OLDER = """
if (location.protocol.startsWith("http") && sessionStorage.getItem("older"))
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector('meta[name="sandtable-build"]').content = "older";
  });
"""
"""Makes the page one that a former version served."""


def test_a_page_older_than_the_server_asks_to_be_loaded_again(seat: Callable[..., Seated]) -> None:
    person = seat(phone=True)
    page = person.page
    page.locator("ul.games li").filter(has_text="Warbirds").get_by_role("button", name="Play now").click()
    person.ready()
    told = page.get_by_text("Sandtable was updated.")
    expect(told).to_have_count(0)
    page.add_init_script(OLDER)
    page.evaluate("sessionStorage.setItem('older', 'yes')")
    page.reload()
    person.ready()
    expect(told).to_be_visible()
    box, who = told.bounding_box(), page.locator("[data-who]").bounding_box()
    assert box is not None
    assert who is not None
    assert who["y"] + who["height"] <= box["y"], "the line hides who one is, or whose turn it is"
    take(page, "updated-390x844")
    assert serious(page) == []
    page.evaluate("sessionStorage.removeItem('older')")
    page.get_by_role("button", name="Reload the page").click()
    person.ready()
    expect(told).to_have_count(0)
