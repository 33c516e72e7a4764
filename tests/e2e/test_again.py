"""Small questions: one answer for a run of them, and none where there is only one choice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import View
from sandtable.kernel.position import Position
from tests.e2e.conftest import picture
from tests.e2e.table import Seated
from tests.server.pupil import Pupil
from tests.server.served import Served

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]
GUNS = "LW-9.7.1"


def rule_of(person: Seated) -> str:
    decision = person.position.decision
    return decision.rule if decision is not None else ""


def test_one_answer_serves_for_all_guns_of_a_turn(seat: Callable[..., Seated], served: Served) -> None:
    """The raid of the lesson passes several cities with guns in one turn; without a coach, who would do it himself."""
    pupil = Pupil(served, "luftwaffe")
    while pupil.rule != GUNS:
        pupil.answer()
    pupil.player.close()
    person = seat(f"/match/{pupil.match}#key={pupil.player.key}")
    person.ready()
    person.wait_step(len(person.position.steps))
    first = len(person.position.steps)
    bar = person.page.locator(".again")
    expect(bar).to_have_count(0)
    person.choose(person.sensible("german"))
    assert rule_of(person) == GUNS, "a second city may fire"
    expect(bar).to_contain_text("The same again")
    person.page.screenshot(path=picture("again-1440x900"))
    bar.get_by_role("button", name="The same for all that follow").click()
    expect(bar).to_have_count(0, timeout=20_000)
    left = [option for option in person.position.options("german") if option[0] == "fire"]
    assert rule_of(person) != GUNS or len(left) > 1, "it stops where there is something to choose"
    chosen = [step.option[0] for step in person.position.steps[first:] if step.seat == "german"]
    assert len(chosen) > 2
    assert set(chosen) == {"fire"}


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
