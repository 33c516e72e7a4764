"""The guided first game in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.board.lesson import learner_of, lesson_of
from sandtable.kernel.flow import Option
from sandtable.kernel.game import games
from tests.e2e.conftest import picture
from tests.e2e.table import Seated

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]


def begin(person: Seated, title: str = "Warbirds") -> None:
    person.page.get_by_role("button", name=f"Learn by playing {title}").click()
    person.ready()
    expect(person.page.locator(".coach")).to_be_visible()


def test_a_newcomer_follows_the_coach_through_a_whole_mission(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    coach = person.page.locator(".coach")
    expect(coach).to_contain_text("The briefing.")
    expect(person.page.locator('[data-ref="crew-01"].lit')).to_have_count(1)
    person.page.screenshot(path=picture("lesson-1440x900"))
    person.choose(("assign", "crew-01", "pilot"))
    expect(coach).to_contain_text("The rest of the crew.")
    coach.get_by_role("button", name="Do it for me").click()
    expect(coach).to_contain_text("A turn in transit.", timeout=20_000)
    seen: list[str] = []
    while "That was a full mission" not in coach.inner_text():
        before = len(person.position.steps)
        answered(person)
        told = coach.locator("b").all_inner_texts()
        if "Guns." in told and "Guns." not in seen:
            person.page.screenshot(path=picture("lesson-guns-1440x900"))
        seen += told
        coach.get_by_role("button", name="Do it for me").click()
        person.wait_step(before + 1)
        person.wait_step(len(person.position.steps))
    assert {"The pilot's choice.", "Prepare the bombsight.", "Guns.", "Bombs away.", "The way home."} <= set(seen)
    assert person.position.state.reports  # type: ignore[attr-defined]  # Warbirds' own state
    coach.get_by_role("button", name="Close").click()
    expect(coach).to_have_count(0)
    person.page.reload()
    person.ready()
    expect(coach).to_have_count(0)
    person.page.get_by_role("button", name="Coach").click()
    expect(coach).to_contain_text("That was a full mission")


def test_the_learner_does_otherwise_undoes_and_reloads(seat: Callable[..., Seated]) -> None:
    person = seat(phone=True)
    begin(person)
    coach = person.page.locator(".coach")
    person.page.locator('[data-ref="crew-02"]').click()
    person.thing("pilot").click()
    person.page.get_by_role("button", name="Confirm").click()
    expect(coach).to_contain_text("You chose something else")
    expect(coach).to_contain_text("The rest of the crew.")
    person.page.screenshot(path=picture("lesson-390x844"))
    person.page.reload()
    person.ready()
    expect(coach).to_contain_text("The rest of the crew.")
    person.page.get_by_role("button", name="Undo").first.click()
    expect(coach).to_contain_text("The briefing.")
    assert person.page.evaluate("() => document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("stubborn", [False, True], ids=["follows", "does otherwise"])
@pytest.mark.parametrize("game", sorted(games()))
def test_the_coach_answers_the_first_questions_of_every_lesson(
    seat: Callable[..., Seated], game: str, stubborn: bool
) -> None:
    """The rest of each lesson is played over the server's line, in tests/server/test_lessons.py."""
    person, lesson = seat(), lesson_of(games()[game])
    assert lesson is not None
    begin(person, games()[game].title)
    learner, coach, steps = learner_of(games()[game], lesson), person.page.locator(".coach"), []
    for _ in range(8):
        person.wait_for_turn(learner)
        person.wait_step(len(person.position.steps))
        said, refs, count = answered(person)
        steps.append(count)
        assert said in person.position.options(learner)
        assert refs, f"the coach points at nothing: {coach.inner_text()}"
        others = [option for option in person.position.options(learner) if option != said]
        otherwise = stubborn and others and len(steps) % 2 == 1
        person.choose(others[0] if otherwise else said)
    person.page.screenshot(path=picture(f"lesson-{game}-{'otherwise' if stubborn else 'follows'}-1440x900"))
    assert steps[0] == f"1/{len(lesson.steps)}"
    assert steps == sorted(steps, key=lambda count: int(count.partition("/")[0]))
    assert len(set(steps)) > 1, "the lesson goes on"
    coach.get_by_role("button", name="Read the previous step").click()
    back = coach.locator(".count span").inner_text()
    title = lesson.steps[int(back.partition("/")[0]) - 1].title
    expect(coach.locator("b")).to_have_text(f"{title}.")


def answered(person: Seated) -> tuple[Option, list[str], str]:
    """What the coach would choose now, what he says it with, and the step; he answers a moment after the question."""
    step = person.position.counts(person.page.locator("[data-seat]").get_attribute("data-seat") or "")[-1]
    coach = person.page.locator(f".coach[data-coached='{step}']")
    shows = json.loads(coach.locator("[data-shows]").get_attribute("data-shows") or "null")
    return tuple(shows), coach.locator(".text p").all_inner_texts(), coach.locator(".count span").inner_text()
