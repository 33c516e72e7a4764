"""Several seats on one screen, with a curtain between them where the game has secrets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.kernel.save import load_save
from tests.e2e.conftest import take
from tests.e2e.recorded import GOLDEN
from tests.e2e.table import Seated
from tests.server.served import Served, run_apart

pytestmark = pytest.mark.e2e


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


def test_the_next_player_is_told_what_the_other_did(seat: Callable[..., Seated], served: Served) -> None:
    """The first turn of the Allied player, on a screen for both; then the German player sits down."""
    record = load_save(GOLDEN / "ontoberlin" / "000-german-on-points.sandtable")
    over = next(at for at, choice in enumerate(record.steps) if at > 46 and choice.seat == "german")
    made = run_apart(
        served.service.create_match("ontoberlin", record.options, {}, {}, 0, record.seed, record.steps[: over - 1])
    )
    person = seat(f"/match/{made.stored.setup.id}?key={made.owner}", pace="brisk")
    person.ready()
    person.take_the_screen()
    recap = person.page.locator("[data-recap]")
    expect(recap).to_have_count(0)
    person.choose(record.steps[over - 1].option)
    person.take_the_screen()
    expect(recap.locator(".act").nth(2)).to_be_visible()
    expect(recap.locator("dl")).to_contain_text("you lost")
    take(person.page, "recap-hotseat-1440x900")
    recap.get_by_role("button", name="Continue").click()
    expect(recap).to_have_count(0)
    expect(person.page.locator("[data-who]")).to_contain_text("German")
