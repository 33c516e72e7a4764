"""The American's target plan on the map: lines from bombers to targets, drawn by clicks and seen by nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated

pytestmark = pytest.mark.e2e
AMERICAN, GERMAN = "american", "german"


def asked(person: Seated) -> str:
    """What the American is asked now, told by the verb of the first option."""
    person.wait_for_turn(AMERICAN)
    return str(person.position.options(AMERICAN)[0][0])


def test_a_line_is_drawn_from_a_bomber_to_its_target_for_the_american_alone(seat: Callable[..., Seated]) -> None:
    person = seat("/new/luftwaffe")
    person.page.get_by_label("American", exact=True).select_option("me")
    person.page.get_by_role("button", name="Start").click()
    person.ready()
    while asked(person) != "mission":
        person.position_on(AMERICAN)
    lines = person.page.locator("[data-line]")
    expect(lines).to_have_count(0)
    first = str(person.position.options(AMERICAN)[0][1])
    other = next(str(o[1]) for o in person.position.options(AMERICAN) if o[0] == "plan")
    person.choose(("plan", other))  # any bomber may be planned first: click it, then its city
    person.choose(("mission", other, "bremen"))
    person.choose(("mission", first, "munich"))
    told = {line.ref: line.label for line in person.table(AMERICAN).lines}
    assert "Bremen" in told[other]
    assert "Munich" in told[first]
    for ref, label in told.items():
        expect(person.page.locator(f'[data-line="plan-{ref}"]')).to_have_attribute("aria-label", label)
    assert not person.table(GERMAN).lines, "the plan is secret"
    person.choose(("rest",))
    assert asked(person) == "face_up"
    expect(lines).not_to_have_count(2)
    take(person.page, "luftwaffe-plan-1440x900")
    person.choose(("rest",))
    person.choose(("rest",))
    while asked(person) != "move":
        person.position_on(AMERICAN)
    assert person.table(AMERICAN).lines
    assert not any(line.kind == "plan" for line in person.table(GERMAN).lines)
    lead = person.sensible(AMERICAN)
    person.choose(lead)
    expect(person.page.locator(".line.route").first).to_be_attached()
    take(person.page, "luftwaffe-course-1440x900")
