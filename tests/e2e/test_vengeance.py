"""Red Vengeance in a real browser: a vehicle with its arc and reach, the campaign with its areas and charts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, expect

from sandtable.bots.player import ask, find_bot
from sandtable.games.vengeance.model.battle import Battle
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from tests.e2e.conftest import take
from tests.e2e.table import Seated, told
from tests.e2e.test_pages import serious
from tests.server.served import Served, run_apart

pytestmark = pytest.mark.e2e
SEED = "vengeance in the browser"


def played(options: dict[str, str | int], until: Callable[[Position], bool]) -> Position:
    """Sensible players play on until something is asked."""
    game = find_game("vengeance")
    position = Position.new(game, game.settle(options), seed_from(SEED))
    dice = Dice(seed_from("sensible"))
    while not until(position):
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("greedy"), dice))
    return position


def seated(seat: Callable[..., Seated], served: Served, position: Position, phone: bool = False) -> Seated:
    """A person at the seat that is asked, in a match that has come so far."""
    chosen = position.options_chosen
    setup = run_apart(served.service.create_match("vengeance", chosen, {}, {}, 0, seed_from(SEED), position.steps))
    mine = position.deciders[0]
    person = seat(f"/match/{setup.stored.setup.id}#key={setup.keys[mine]}", phone=phone)
    person.ready()
    return person


def state_of(position: Position) -> Battle:
    assert isinstance(position.state, Battle)
    return position.state


def drives_on_the_map(position: Position) -> bool:
    s = state_of(position)
    moving = s.drive is not None and position.decision is not None and position.decision.ask == "drive"
    return moving and bool(s.drive and s.vehicles[s.drive.vehicle].at)


def asked_to_buy(position: Position) -> bool:
    return position.decision is not None and position.decision.ask == "buy"


def inspects(position: Position) -> bool:
    return position.decision is not None and position.decision.ask in ("inspect", "place_sniper")


def point_at(piece: Locator, shown: Locator) -> None:
    """Point at a piece until something is shown: on a busy machine the map may still move below the pointer."""
    for _ in range(10):
        piece.page.mouse.move(5, 5)
        piece.hover()
        with suppress(AssertionError):
            expect(shown).to_be_attached(timeout=3000)
            return
    expect(shown).to_be_attached()


def test_a_vehicle_shows_its_arc_and_its_reach_in_movement_points(seat: Callable[..., Seated], served: Served) -> None:
    position = played({"scenario": "brv06"}, drives_on_the_map)
    drive, mine = state_of(position).drive, position.deciders[0]
    assert drive is not None
    person = seated(seat, served, position)
    tank = person.page.locator(f'[data-piece][data-ref="{drive.vehicle}"]')
    expect(tank.locator("rect.about, rect.edge, rect.selected")).to_have_count(1)  # what is asked about is framed
    point_at(tank, person.page.locator("[data-overlay=pointed-arc]"))
    tank.click()
    person.page.get_by_role("button", name="Mark on the map").click()
    person.page.get_by_label("can move, in MP").check()
    signs = person.page.get_by_role("region", name="Signs on the counters")
    expect(signs).to_contain_text("crew exposed")
    expect(person.page.get_by_role("region", name="On the ground").locator("svg").first).to_be_visible()
    game, view = person.position.game, person.position.sight(mine)
    reach = next(overlay for overlay in game.survey(view, drive.vehicle) if overlay.id == "reach")
    expect(person.page.locator("text.written")).to_have_count(len(reach.texts))
    take(person.page, "vengeance-reach-1440x900")


def test_the_campaign_draws_its_areas_and_sells_from_its_chart(seat: Callable[..., Seated], served: Served) -> None:
    position = played({"scenario": "campaign", "start": "4/29 AM"}, asked_to_buy)
    mine = position.deciders[0]
    person = seated(seat, served, position)
    areas = [overlay for overlay in person.table(mine).overlays if overlay.id.startswith("area-")]
    assert areas
    expect(person.page.locator('[data-overlay^="area-"]')).to_have_count(len(areas))
    option = next(o for o in person.position.options(mine) if o[0] == "buy")
    person.page.locator(f'button.link[data-ref="{option[1]}"]').click()
    expect(person.page.locator(f".choice[data-option='{told(option)}']")).to_be_visible()
    take(person.page, "vengeance-purchase-1440x900")
    before = len(person.position.steps)
    person.choose(option)
    assert person.position.steps[before].option == option


def test_the_refit_phase_explains_itself_and_shows_who_is_where(seat: Callable[..., Seated], served: Served) -> None:
    """RV-RePh8.627 Where one is, why, what a group brings; a line of the order of battle leads to its counters."""
    position = played({"scenario": "campaign", "start": "4/30 NT"}, asked_to_buy)
    mine = position.deciders[0]
    person = seated(seat, served, position)
    page = person.page
    expect(page.locator("#panel-step")).to_contain_text("10 of 13: Purchase")
    page.get_by_text("Why?", exact=True).click()
    expect(page.locator("details")).to_contain_text("Reserve")
    option = next(o for o in person.position.options(mine) if o[0] == "buy")
    page.locator(f'button.link[data-ref="{option[1]}"]').hover()
    expect(page.get_by_label("Inspector")).to_contain_text("if Depleted")
    page.get_by_role("button", name="Mark on the map").click()
    expect(page.get_by_label("No Man's Land")).to_be_checked()
    assert serious(page) == []


def test_on_a_phone_a_line_of_the_order_of_battle_leads_to_the_map(seat: Callable[..., Seated], served: Served) -> None:
    """RV-CGS1 One clicks a type of unit, and the board comes to the front with one of them in sight."""
    position = played({"scenario": "campaign", "start": "4/30 NT"}, inspects)
    mine = position.deciders[0]
    person = seated(seat, served, position, phone=True)
    page = person.page
    page.get_by_role("tab", name="State of play").click()
    line = page.locator(f"section:has(#panel-{mine}-oob) button.find").first
    line.click()
    expect(page.get_by_role("tab", name="Board")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="State of play").click()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert serious(page) == []
