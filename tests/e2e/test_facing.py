"""Facing is drawn on the map and chosen there or by a key; the same act has the same key everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose
from sandtable.kernel.save import load_save
from tests.e2e.conftest import take
from tests.e2e.recorded import GOLDEN, halfway
from tests.e2e.table import Seated
from tests.server.served import Served

pytestmark = pytest.mark.e2e
FOCUSED = "() => document.activeElement?.getAttribute('data-ref')"
ABLE = """() => [...document.querySelectorAll("[data-ref]:is(.glow, .act, .harm)")].map(
  one => [one.dataset.ref, one.dataset.where ?? ""])"""
"""What can be chosen, and where it lies."""
SIZES = ((1440, 900), (1024, 768), (390, 844))


def play_to(served: Served, asked: str, seat: Callable[..., Seated], **wanted: Any) -> Seated:
    """A match played by sensible choices to the first question of a kind; the person who is asked it."""
    told = served.create(**wanted)
    keys = {one["seat"]: one["token"] for one in told["seats"]}
    lines = {one: served.sit(told["match"], key) for one, key in keys.items()}
    dice = Dice(seed_from("facing"))
    position = served.truth(told["match"]).position
    for _ in range(300):
        decision = position.decision
        if isinstance(decision, Choose) and decision.ask == asked:
            break
        who = position.deciders[0]
        lines[who].choose(list(ask(position, who, find_bot("greedy"), dice)))
    else:
        raise AssertionError(f"{asked} is never asked")
    for line in lines.values():
        line.close()
    person = seat(f"/match/{told['match']}?key={keys[position.deciders[0]]}")
    person.ready()
    return person


def test_a_facing_is_chosen_by_a_click_on_a_hexside_and_drawn(seat: Callable[..., Seated], served: Served) -> None:
    person = play_to(served, "face", seat, game="ontoberlin")
    page = person.page
    hex = str(person.position.options(person.position.deciders[0])[0][1])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if width < 800:
            page.get_by_role("tab", name="Board").click()
        page.wait_for_timeout(200)
        expect(page.locator("[data-facing]")).to_have_count(6)
        for side in page.locator("[data-facing] .room").all():
            box = side.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        if width >= 800:
            bar = page.locator("section.bar").bounding_box()
            ways = [one.bounding_box() for one in page.locator(".ways .choice").all()]
            assert bar is not None
            assert len(ways) == 6
            assert all(way and way["y"] + way["height"] <= bar["y"] + bar["height"] for way in ways)
        take(page, f"facing-{width}x{height}")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator('[data-facing="120"]').click()
    expect(page.locator(f'[data-front="{hex}"]')).to_have_attribute("data-to", "120")
    assert person.position.state.facing[hex] == 2  # type: ignore[attr-defined]
    above = """hex => document.querySelector(`[data-front="${hex}"]`).compareDocumentPosition(
        document.querySelector(`[data-piece][data-where="${hex}"]`)) & Node.DOCUMENT_POSITION_PRECEDING"""
    assert page.evaluate(above, hex), "the counter hides which way it faces"


def test_a_facing_is_chosen_on_the_numeric_pad(seat: Callable[..., Seated], served: Served) -> None:
    person = play_to(served, "face", seat, game="ontoberlin")
    hex = str(person.position.options(person.position.deciders[0])[0][1])
    person.page.keyboard.press("1")
    expect(person.page.locator(f'[data-front="{hex}"]')).to_have_attribute("data-to", "240")


def test_a_gun_is_pointed_at_a_corner_of_its_hex(seat: Callable[..., Seated], served: Served) -> None:
    person = play_to(served, "point", seat, game="vengeance", options={"scenario": "brv04"})
    gun = str(person.position.options(person.position.deciders[0])[0][1])
    expect(person.page.locator("[data-facing]")).to_have_count(6)
    take(person.page, "facing-gun-1440x900")
    person.page.locator('[data-facing="210"]').click()
    person.wait_step(len(person.position.steps))
    assert person.position.state.guns[gun].ca == 3  # type: ignore[attr-defined]


def test_keys_are_shown_and_the_next_piece_is_found(seat: Callable[..., Seated], served: Served) -> None:
    told = served.create(game="ontoberlin")
    person = seat(f"/match/{told['match']}?key={told['seats'][1]['token']}")
    person.ready()
    page = person.page
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("done, pass, roll")
    take(page, "keys-1440x900")
    page.keyboard.press("Escape")
    focused = "() => document.activeElement?.getAttribute('data-ref')"
    page.keyboard.press("n")
    first = page.evaluate(focused)
    page.keyboard.press("n")
    second = page.evaluate(focused)
    assert first
    assert second
    assert first != second
    page.keyboard.press("Shift+N")
    assert page.evaluate(focused) == first


def test_the_keys_reach_every_unit_also_when_a_stack_is_open(seat: Callable[..., Seated], served: Served) -> None:
    """The pieces of an open stack are drawn last: the focus was lost with each that moved, and N began again."""
    record = load_save(GOLDEN / "ontoberlin" / "001-allied-on-points.sandtable")
    step = next(at for at, choice in enumerate(record.steps) if at > 700 and choice.option[0] == "move")
    person, _ = halfway(seat, served, "ontoberlin", "001-allied-on-points", step)
    page = person.page
    able = page.evaluate(ABLE)
    place = next(where for where, many in Counter(where for _, where in able).items() if many > 1 and where.isdigit())
    inside = [id for id, where in able if where == place]
    for _ in able:
        page.keyboard.press("n")
        if page.evaluate(FOCUSED) in inside:
            break
    first = page.evaluate(FOCUSED)
    assert first in inside
    page.keyboard.press("Enter")
    expect(page.locator("rect.tray")).to_have_count(1)
    assert page.evaluate(FOCUSED) == first, "opening a stack keeps the focus"
    reached = set()
    for _ in able:
        page.keyboard.press("n")
        reached.add(page.evaluate(FOCUSED))
    assert reached == {id for id, _ in able}
    many = Counter(where for _, where in able)
    alone = next(id for id, where in able if many[where] == 1 and where.isdigit())
    person.click_on(person.thing(alone))
    expect(page.locator("rect.tray")).to_have_count(0)
