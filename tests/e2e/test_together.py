"""Small questions in one list: the escorts of a raid are confirmed at once, as the player changed them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from sandtable.kernel.save import load_save
from sandtable.kernel.together import asked_together
from tests.e2e.conftest import take
from tests.e2e.recorded import halfway
from tests.e2e.table import Seated
from tests.server.served import Served, run_apart

pytestmark = pytest.mark.e2e
GOLDEN = Path(__file__).parents[1] / "golden" / "luftwaffe" / "000-draw.sandtable"


def test_the_escorts_of_a_raid_are_confirmed_in_one_list(seat: Callable[..., Seated], served: Served) -> None:
    record, game = load_save(GOLDEN), find_game("luftwaffe")
    position = Position.new(game, record.options, record.seed)
    for choice in record.steps:
        if position.decision is not None and position.decision.ask == "escort":
            break
        position.apply(choice.seat, choice.option)
    rows = asked_together(position, "american")
    settled = position.options_chosen
    made = run_apart(served.service.create_match("luftwaffe", settled, {}, {}, 0, record.seed, position.steps))
    person = seat(f"/match/{made.stored.setup.id}?key={made.keys['american']}")
    person.ready()
    asked = person.page.locator(f"[data-together='{len(rows)}']")
    expect(asked).to_be_visible()
    take(person.page, "together-1440x900")
    for width, height in ((1024, 768), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
        take(person.page, f"together-{width}x{height}")
    person.page.set_viewport_size({"width": 1440, "height": 900})
    second = asked.get_by_role("radiogroup").nth(1)
    chosen = rows[1].options.index(rows[1].default)
    other = (chosen + 1) % len(rows[1].options)
    expect(second.get_by_role("radio").nth(chosen)).to_have_attribute("aria-checked", "true")
    second.get_by_role("radio").nth(other).click()
    asked.locator("[data-confirm-all]").click()
    before = len(position.steps)
    expect(person.page.locator(f"[data-step='{before + len(rows)}']")).to_be_visible()
    expect(person.page.locator("[data-together]")).to_have_count(0)
    truth = served.truth(person.match).position
    assert [step.option for step in truth.steps[before : before + len(rows)]] == [
        rows[0].default,
        rows[1].options[other],
        *(row.default for row in rows[2:]),
    ]


def test_a_whole_crew_is_seated_at_once(seat: Callable[..., Seated], served: Served) -> None:
    """WB-6.5 The seats build on each other, so they are proposed as a whole; who seats men by hand may go on so."""
    person = seat("/")
    page = person.page
    page.locator("ul.games li").filter(has_text="Warbirds").get_by_role("button", name="Play now").click()
    person.ready()
    person.choose(("assign", "crew-01", "copilot"))
    proposal = page.locator("[data-proposal]")
    expect(proposal).to_have_attribute("data-proposal", "9")
    proposal.locator("summary").click()
    take(page, "proposal-1440x900")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    take(page, "proposal-390x844")
    page.set_viewport_size({"width": 1440, "height": 900})
    proposal.locator("[data-confirm-all]").click()
    person.wait_step(10)
    crew = person.position.steps[:10]
    assert {step.option[0] for step in crew} == {"assign"}
    assert len({step.option[1] for step in crew}) == 10
    expect(proposal).to_have_count(0)


def test_ticks_are_confirmed_by_the_one_button_that_ends_the_question(
    seat: Callable[..., Seated], served: Served
) -> None:
    """RV-A10.4 Who breaks voluntarily is ticked; Done, or its key, confirms the ticks: no other button does it."""
    game = find_game("vengeance")
    position = Position.new(game, game.settle({"scenario": "brv01"}), seed_from("ticks"))
    dice = Dice(seed_from("sensible"))
    while not (isinstance(position.decision, Choose) and position.decision.ask == "voluntary_break"):
        mover = position.deciders[0]
        position.apply(mover, ask(position, mover, find_bot("greedy"), dice))
    mine = position.deciders[0]
    rows = asked_together(position, mine)
    seed = seed_from("ticks")
    made = run_apart(served.service.create_match("vengeance", position.options_chosen, {}, {}, 0, seed, position.steps))
    person = seat(f"/match/{made.stored.setup.id}?key={made.keys[mine]}")
    person.ready()
    page = person.page
    ticks = page.locator(f"[data-together='{len(rows)}'] input")
    expect(ticks).to_have_count(len(rows))
    ticks.nth(1).check()
    expect(page.locator("[data-ticked='1']")).to_be_visible()
    expect(page.locator(".foot .go")).to_have_count(1)
    # The tick has the focus still, and the key is heard all the same.
    page.keyboard.press("d")
    before = len(position.steps)
    person.wait_step(before + 2)
    steps = served.truth(person.match).position.steps
    assert [step.option for step in steps[before : before + 2]] == [rows[1].options[0], ("done",)]


def test_on_a_tablet_the_numbers_of_a_row_keep_the_words_that_say_what_they_do(
    seat: Callable[..., Seated], served: Served
) -> None:
    """LW-5.4 Bombers without a common course: "101", "4" and "40" stood there alone."""
    person, _ = halfway(seat, served, "luftwaffe", "000-draw", 128)
    person.page.set_viewport_size({"width": 1024, "height": 768})
    row = person.page.locator(".buttons .row")
    expect(row.locator(".choice").nth(1)).to_be_visible()
    expect(row.locator(".says")).to_be_visible()
    expect(row.locator(".says")).to_contain_text("behind")
    expect(person.page.locator(".prompt")).to_contain_text("no common course")
