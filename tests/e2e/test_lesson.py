"""The guided first game in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.board.lesson import lesson_of
from sandtable.kernel.game import games
from tests.e2e.conftest import picture
from tests.e2e.table import Seated

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]
SEAT = "seat-1"


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
    while "That was a mission" not in coach.inner_text():
        title = coach.locator("b").inner_text()
        help_me = coach.get_by_role("button", name="Do it for me")
        before = len(person.position.steps)
        if title not in (*seen, "Play on as you like."):
            seen.append(title)
            if title == "Guns.":
                person.page.screenshot(path=picture("lesson-guns-1440x900"))
        if help_me.count():
            help_me.click()
            person.wait_step(before + 1)
        else:
            person.choose(person.sensible(SEAT))
        person.wait_step(len(person.position.steps))
    assert {"The pilot's choice.", "Prepare the bombsight.", "Guns.", "Bombs away.", "The way home."} <= set(seen)
    assert person.position.state.reports  # type: ignore[attr-defined]  # Warbirds' own state
    coach.get_by_role("button", name="Close").click()
    expect(coach).to_have_count(0)
    person.page.reload()
    person.ready()
    expect(coach).to_have_count(0)
    person.page.get_by_role("button", name="Coach").click()
    expect(coach).to_contain_text("That was a mission")


def test_the_learner_does_otherwise_undoes_and_reloads(seat: Callable[..., Seated]) -> None:
    person = seat(phone=True)
    begin(person)
    coach = person.page.locator(".coach")
    person.page.locator('[data-ref="crew-02"]').click()
    person.thing("pilot").click()
    person.page.get_by_role("button", name="Confirm").click()
    expect(coach).to_contain_text("You chose otherwise")
    expect(coach).to_contain_text("The rest of the crew.")
    person.page.screenshot(path=picture("lesson-390x844"))
    person.page.reload()
    person.ready()
    expect(coach).to_contain_text("The rest of the crew.")
    person.page.get_by_role("button", name="Undo").first.click()
    expect(coach).to_contain_text("The briefing.")
    assert person.page.evaluate("() => document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("game", sorted(set(games()) - {"warbirds"}))
def test_the_lesson_of_every_game_begins_and_the_coach_leads_on(seat: Callable[..., Seated], game: str) -> None:
    person, lesson = seat(), lesson_of(games()[game])
    assert lesson is not None
    begin(person, games()[game].title)
    coach = person.page.locator(".coach")
    expect(coach).to_contain_text(f"{lesson.steps[0].title}.")
    person.page.screenshot(path=picture(f"lesson-{game}-1440x900"))
    coach.get_by_role("button", name="Do it for me").click()
    expect(coach).to_contain_text(f"{lesson.steps[1].title}.", timeout=20_000)
