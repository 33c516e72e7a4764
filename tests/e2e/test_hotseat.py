"""Several seats on one screen, with a curtain between them where the game has secrets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table import Seated

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


def test_a_curtain_falls_before_the_other_player_looks(seat: Callable[..., Seated]) -> None:
    person = seat("/new/luftwaffe")
    for name in ("American", "German"):
        person.page.get_by_label(name, exact=True).select_option("me")
    person.page.get_by_role("button", name="Start").click()
    person.ready()
    first = person.position.deciders[0]
    while (decider := person.position.deciders[0]) == first:
        person.position_on(decider)
    curtain = person.page.locator(".curtain")
    expect(curtain).to_be_visible()
    expect(curtain).to_contain_text("Pass the screen to")
    curtain.get_by_role("button", name="I am here").click()
    expect(curtain).to_have_count(0)
    expect(person.page.locator("[data-who]")).to_contain_text(f"you are {person.position.game.words.names[decider]}")
