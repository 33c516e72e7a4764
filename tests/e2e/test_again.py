"""Small questions: one answer for a run of them, and none where there is only one choice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import View
from sandtable.kernel.position import Position
from tests.e2e.table import Seated
from tests.e2e.test_games import begin
from tests.server.pupil import Pupil
from tests.server.served import Served

pytestmark = pytest.mark.e2e
GUNS = "LW-9.7.1"


def test_all_guns_of_a_turn_are_answered_in_one_list(seat: Callable[..., Seated], served: Served) -> None:
    """The raid of the lesson passes several cities with guns in one turn; without a coach, who would do it himself."""
    pupil = Pupil(served, "luftwaffe")
    while pupil.rule != GUNS:
        pupil.answer()
    pupil.player.close()
    person = seat(f"/match/{pupil.match}#key={pupil.player.key}")
    person.ready()
    person.wait_step(len(person.position.steps))
    first = len(person.position.steps)
    rows = person.page.locator("[data-together]")
    expect(rows).to_be_visible()
    asked = int(rows.get_attribute("data-together") or 0)
    assert asked > 1, "a second city may fire"
    rows.locator("[data-confirm-all]").click()
    person.wait_step(first + asked)
    chosen = [step.option[0] for step in person.position.steps[first:] if step.seat == "german"][:asked]
    assert chosen == ["fire"] * asked, "the dice between two guns do not end the run"


def test_a_single_choice_is_made_by_itself(seat: Callable[..., Seated], served: Served) -> None:
    told = served.create(game="vengeance", seats={"russian": "greedy"})
    player = next(one for one in told["seats"] if one.get("link"))
    alone = served.sit(told["match"], player["token"])
    match = served.truth(told["match"])
    while not only_one(match.position):
        if alone.options():
            step = alone.shown["step"]
            assert alone.choose(list(match.position.game.sensible(*asked(match.position))))["type"] == "accepted"
            alone.wait_step(step + 1)
        else:
            alone.receive(20)
    alone.close()
    before = len(match.position.steps)
    person = seat(player["link"], single=True)
    person.ready()
    person.wait_step(before + 1)
    assert match.position.steps[before].seat == "german"


def test_the_map_stays_where_it_is_when_the_same_is_offered_again_and_when_it_is_not(
    seat: Callable[..., Seated],
) -> None:
    person = seat()
    begin(person, "warbirds")
    mine = person.held()["seat"]
    while person.table(mine).phase == "Briefing":
        person.position_on(mine)
    offer, room = person.page.get_by_role("button", name="Same answer for all that follow"), ".viewport"
    while not offer.count():
        person.choose(person.sensible(mine))
    high = person.page.locator(room).bounding_box()
    while offer.count():
        person.choose(person.sensible(mine))
    assert person.page.locator(room).bounding_box() == high


def asked(position: Position) -> tuple[View, str, list[Option], str, Dice]:
    """What a sensible player is asked."""
    decision, seat = position.decision, position.deciders[0]
    assert decision is not None
    return position.sight(seat), seat, list(position.options(seat)), decision.rule, Dice(seed_from("person"))


def only_one(position: Position) -> bool:
    """Whether the German has one choice, which rolls nothing and closes nothing."""
    decision, options = position.decision, position.options("german")
    if not isinstance(decision, Choose) or len(options) != 1 or position.can_undo:
        return False
    return decision.odds is None or decision.odds(options[0]) is None
