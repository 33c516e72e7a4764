"""The guided first game in a real browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.board.lesson import learner_of, lesson_of
from sandtable.kernel.game import games
from tests.e2e.conftest import take
from tests.e2e.table import PATIENCE, Seated

pytestmark = pytest.mark.e2e


def begin(person: Seated, title: str = "Warbirds") -> None:
    person.page.get_by_role("button", name=f"Learn by playing {title}").click()
    person.ready()
    expect(person.page.locator(".coach")).to_be_visible()


def test_the_coach_begins_with_the_briefing_and_lights_what_it_names(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    coach = person.page.locator(".coach")
    expect(coach).to_contain_text("The briefing.")
    expect(person.page.locator('[data-ref="crew-01"].lit')).to_have_count(1)
    take(person.page, "lesson-1440x900")
    person.choose(("assign", "crew-01", "pilot"))
    expect(coach).to_contain_text("The rest of the crew.")
    coach.get_by_role("button", name="Do it for me").click()
    expect(coach).to_contain_text("A turn in transit.")


def test_the_learner_does_otherwise_undoes_and_reloads(seat: Callable[..., Seated]) -> None:
    person = seat(phone=True)
    begin(person)
    coach = person.page.locator(".coach")
    person.page.locator('[data-ref="crew-02"]').click()
    person.thing("pilot").click()
    person.page.get_by_role("button", name="Confirm").click()
    expect(coach).to_contain_text("You chose something else")
    expect(coach).to_contain_text("The rest of the crew.")
    take(person.page, "lesson-390x844")
    person.page.reload()
    person.ready()
    expect(coach).to_contain_text("The rest of the crew.")
    person.page.get_by_role("button", name="Undo").first.click()
    expect(coach).to_contain_text("The briefing.")
    assert person.page.evaluate("() => document.documentElement.scrollWidth") <= 390


BY_HAND = 5
"""So many questions are answered by clicking on the things themselves, the others by the coach's own button."""
_QUESTION = """() => {
  const count = document.querySelector(".coach .count span")?.textContent;
  const asked = document.querySelector(".coach[data-coached] [data-shows]:enabled")?.dataset.shows;
  return count === "✓" || asked ? [count, asked ?? "null"] : null;
}"""


_IN_SIGHT = """() => {
  const all = [...document.querySelectorAll("section.coached")];
  return !all.length || all.some(one => {
    const [panel, room] = [one.getBoundingClientRect(), one.closest(".panels").getBoundingClientRect()];
    return panel.top >= room.top - 1 && (panel.bottom <= room.bottom + 1 || panel.top <= room.top + 40);
  });
}"""
"""A panel that the coach points at is in sight: all of it, or what there is room for."""


LEARNERS = [
    # Who does otherwise meets the same page in every game; tests/server/test_lessons.py has one in each of them.
    pytest.param(
        game,
        stubborn,
        id=f"{game}-{'does otherwise' if stubborn else 'follows'}",
        marks=[pytest.mark.soak] if stubborn and game not in ("vengeance", "warbirds") else [],
    )
    for game in sorted(games())
    for stubborn in (False, True)
]


@pytest.mark.parametrize(("game", "stubborn"), LEARNERS)
def test_a_lesson_is_played_to_its_end_by_clicks(seat: Callable[..., Seated], game: str, stubborn: bool) -> None:
    """Who does otherwise does so once in every step. What the coach says is read in tests/server/test_lessons.py."""
    person, lesson = seat(), lesson_of(games()[game])
    assert lesson is not None
    begin(person, games()[game].title)
    learner, coach = learner_of(games()[game], lesson), person.page.locator(".coach")
    counts: list[str] = []
    contrary: set[str] = set()
    while not person.position.over:
        count, asked = next_question(person)
        if count == "✓" or not asked:
            break
        counts.append(count)
        said, options = tuple(json.loads(asked)), person.position.options(learner)
        assert said in options
        assert coach.locator(".text p").all_inner_texts(), "the coach says nothing"
        person.page.wait_for_function(_IN_SIGHT, timeout=20_000)
        others = [option for option in options if option != said]
        if stubborn and others and count not in contrary:
            contrary.add(count)
            person.choose(others[0])
        elif len(counts) <= BY_HAND:
            person.choose(said)
        else:
            person.click(coach.get_by_role("button", name="Do it for me"))
    places = [int(count.partition("/")[0]) for count in counts]
    assert places == sorted(places), "no step comes twice"
    assert places[0] == 1
    assert bool(contrary) == stubborn
    take(person.page, f"lesson-{game}-{'otherwise' if stubborn else 'follows'}-1440x900")
    if person.position.over:
        expect(coach).to_contain_text("The match is over")
        return
    assert stubborn or set(places) == set(range(1, len(lesson.steps) + 1)), "every step is told"
    expect(coach).to_contain_text(lesson.end[:40])
    coach.get_by_role("button", name="Read the previous step").click()
    let_the_others_act(person, learner)
    expect(coach.locator("b")).to_have_text(f"{lesson.steps[-1].title}.")
    if not stubborn:
        put_away_and_called_back(person, lesson.end[:40])


def let_the_others_act(person: Seated, learner: str) -> None:
    """One step of the other side, if it is asked: it must not take away what one reads again."""
    before = len(person.position.steps)
    while not person.position.over and learner not in person.position.deciders and len(person.position.steps) == before:
        person.hurry()
    person.wait_step(len(person.position.steps))


def put_away_and_called_back(person: Seated, end: str) -> None:
    """A coach that was closed stays away, after the page is loaded again too, until asked for."""
    coach = person.page.locator(".coach")
    coach.get_by_role("button", name="Close").click()
    expect(coach).to_have_count(0)
    person.page.reload()
    person.ready()
    expect(coach).to_have_count(0)
    person.page.get_by_role("button", name="Coach").click()
    expect(coach).to_contain_text(end)


def next_question(person: Seated, seconds: float = PATIENCE) -> tuple[str, str]:
    """The step of the lesson and what the coach would choose, when he has said it; bots hurry meanwhile.

    The turn may pass to a bot after the coach's own button was pressed: so it is not enough to wait for the turn.
    """
    until = time.monotonic() + seconds
    while (found := person.page.evaluate(_QUESTION)) is None and not person.position.over:
        assert time.monotonic() < until, f"the coach is silent: {person.prompt}"
        person.hurry()
    return found or ("", "")
