"""Standing orders by clicks: a player who is asked whether to pass lets Sandtable pass from now on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_pages import serious
from tests.server.served import Player, Served

pytestmark = pytest.mark.e2e
PASS = ["pass"]


def until_asked_to_pass(away: Player, others: list[Player]) -> None:
    """Everyone passes where they can until the one who will be away may."""
    players = [away, *others]
    for _ in range(60):
        for player in players:
            player.kinds_so_far()
        asked = next((player for player in players if player.options()), None)
        if asked is None:
            players[0].receive()
            continue
        if asked is away and PASS in asked.options():
            return
        asked.choose(PASS if PASS in asked.options() else asked.options()[0])
    pytest.fail("nobody was asked")


def test_a_player_gives_and_takes_back_a_standing_order(served: Served, seat: Callable[..., Seated]) -> None:
    told = served.create(game="airlift", options={"players": 2})
    first, second = (served.sit(told["match"], one["token"]) for one in told["seats"])
    until_asked_to_pass(second, [first])
    table = seat(told["seats"][1]["link"], phone=True)
    table.ready()
    asked = table.step
    table.page.locator("[data-orders]").click()
    sheet = table.page.get_by_role("dialog", name="Standing orders")
    expect(sheet.get_by_role("button", name="Give the order")).to_be_visible()
    assert serious(table.page) == []
    take(table.page, "orders-390x844")
    sheet.get_by_label("Everything that can be passed").check()
    sheet.get_by_label("until I cancel it").check()
    sheet.get_by_role("button", name="Give the order").click()
    expect(sheet).to_be_hidden()
    expect(table.page.locator(f"[data-step='{asked}']")).to_have_count(0)
    assert PASS not in _options_of(second)

    table.page.locator("[data-orders]").click()
    expect(sheet.get_by_text("Pass on everything")).to_be_visible()
    table.page.set_viewport_size({"width": 1440, "height": 900})
    take(table.page, "orders-1440x900")
    sheet.get_by_role("button", name="Cancel the order").click()
    expect(sheet.get_by_text("Pass on everything")).to_have_count(0)


def _options_of(player: Player) -> list[list[object]]:
    player.kinds_so_far()
    return player.options()
