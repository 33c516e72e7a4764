"""Red Vengeance in the browser: the thread of the line of sight, the fire planner, marks about a counter."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.kernel.flow import Choose
from sandtable.kernel.position import Position
from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_pages import serious

pytestmark = pytest.mark.e2e


def until(person: Seated, holds: Callable[[Position], bool]) -> None:
    """Sensible choices for both sides, without clicks, until something holds."""
    player = person.served.sit(person.match, person.held()["key"])
    while not holds(person.position):
        seat = person.position.deciders[0]
        step = person.served.truth(person.match).counts(seat)[-1]  # as the seat counts: not others' secret choices
        told = player.choose(list(person.sensible(seat)), seat=seat, step=step)
        assert told["type"] == "accepted", told
    player.close()
    person.wait_step(len(person.position.steps))
    person.take_the_screen()


def alone(seat: Callable[..., Seated], phone: bool = False) -> Seated:
    """Both sides on one screen."""
    person = seat("/new/vengeance", phone=phone)
    for side in ("Germans", "Russians"):
        person.page.get_by_label(side, exact=True).select_option("me")
    person.page.get_by_role("button", name="Start").click()
    person.ready()
    return person


def middle(person: Seated, id: str) -> tuple[float, float]:
    """Where a space is on the screen."""
    board = person.position.game.board(person.position.options_chosen)
    space = next(space for space in board.spaces if space.id == id)
    box = person.page.locator(".viewport > svg[role=group]").bounding_box()
    assert box is not None
    return box["x"] + space.x * box["width"] / board.width, box["y"] + space.y * box["height"] / board.height


def test_a_thread_between_two_places_says_what_the_rules_say(seat: Callable[..., Seated]) -> None:
    person = alone(seat)
    mouse = person.page.mouse
    person.page.keyboard.press("l")
    card = person.page.get_by_role("status", name="Line of sight")
    expect(card).to_contain_text("Drag from one hex to another")
    mouse.move(*middle(person, "H6"))
    mouse.down()
    mouse.move(*middle(person, "G6"))
    mouse.move(*middle(person, "E5"))
    mouse.up()
    expect(card).to_contain_text("Blocked at F5: building")
    expect(person.page.locator("[data-thread=blocked] [data-mark=F5]")).to_be_attached()
    mouse.click(*middle(person, "H6"))  # two clicks do the same
    mouse.click(*middle(person, "H8"))
    expect(card).to_contain_text("range 2")
    expect(person.page.locator("[data-thread=clear]")).to_be_attached()
    assert len(person.position.steps) == 0, "a thread changes nothing"
    assert serious(person.page) == []
    take(person.page, "vengeance-thread-1440x900")
    person.page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_the_planner_adds_up_while_a_fire_group_is_formed(seat: Callable[..., Seated]) -> None:
    person = alone(seat)

    def forming(position: Position) -> bool:
        decision = position.decision
        return (
            isinstance(decision, Choose) and decision.ask == "group" and any(o[0] == "join" for o in decision.options)
        )

    until(person, forming)
    decision = person.position.decision
    assert isinstance(decision, Choose)
    assert decision.odds is not None
    now = decision.odds(("roll",))
    assert now is not None
    card = person.page.locator("[data-odds]")
    expect(card).to_contain_text(now.sums[0][0])
    for _, clause, reason in now.modifiers:
        expect(card).to_contain_text(person.position.game.words.reason(reason))
        expect(card).to_contain_text(clause)
    assert card.locator("td").all_inner_texts() == [result for _, result, _ in now.row]
    join = next(option for option in decision.options if option[0] == "join")
    person.button(join).hover()
    expect(card).to_contain_text("would be")
    assert serious(person.page) == []
    take(person.page, "vengeance-planner-1440x900")
    person.choose(join)
    expect(card.get_by_text("FP on the column")).to_be_visible()


def test_what_a_squad_can_reach_and_who_sees_it_is_marked_on_demand(seat: Callable[..., Seated]) -> None:
    person = alone(seat)
    until(person, lambda position: position.state.phase == "MPh")  # type: ignore[attr-defined]  # a Battle
    mine = person.position.deciders[0]
    squad = next(p for p in person.table(mine).pieces if p.face == "infantry" and p.side == "soviet" and not p.back)
    person.page.locator(f'[data-ref="{squad.id}"]').first.click(force=True)
    person.page.get_by_role("button", name="Mark on the map").click()
    person.page.get_by_label("can move, in MF").check()
    expect(person.page.locator("[data-overlay=reach]")).to_be_attached()
    view = person.position.sight(mine)
    stack = [p.id for p in person.table(mine).pieces if p.where == squad.where]  # the click may pin any of them
    told = [overlay for id in stack for overlay in person.position.game.survey(view, id) if overlay.id == "reach"]
    assert person.page.locator("text.written").count() in {len(overlay.texts) for overlay in told}
    take(person.page, "vengeance-reach-1440x900")
