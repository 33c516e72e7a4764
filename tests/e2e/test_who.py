"""Side, turn and phase are always in the top bar, and nothing of it is out of reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from sandtable.kernel.game import games
from tests.e2e.conftest import take
from tests.e2e.recorded import halfway
from tests.e2e.table import Seated
from tests.server.served import Served

pytestmark = pytest.mark.e2e
# A phase of which only a bar is drawn is not cut: its name is told on pointing at it.
CUT = """all => all.filter(one => getComputedStyle(one).fontSize !== "0px" && one.scrollWidth > one.clientWidth + 1)
  .map(one => one.textContent.trim())"""
OTHERS_IN_SIGHT = """() => {
  const list = document.querySelector(".seats");
  const edge = list.getBoundingClientRect().bottom + 2;
  const names = [...list.querySelectorAll("li")].filter(one => {
    const { height, bottom } = one.getBoundingClientRect();
    return height && bottom <= edge && getComputedStyle(one).visibility === "visible";
  });
  const signs = [...document.querySelectorAll("header .signs [role=img]")];
  return (signs.length ? signs.map(one => one.ariaLabel) : names.map(one => one.title)).map(told => told.split(":")[0]);
}"""
"""The names of the other seats, or of the signs that stand for them where the names have no room."""
SIZES = ((1440, 900), (1024, 768), (390, 844))


_TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def resize(page: Page, width: int, height: int) -> None:
    """Another window; what the page arranges by its width is in its place two frames later."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_TWO_FRAMES)


@pytest.mark.parametrize("game", [one for one in games() if one != "pearls"])
def test_side_turn_and_phase_are_in_the_top_bar(seat: Callable[..., Seated], served: Served, game: str) -> None:
    told = served.create(game=game)
    mine = told["seats"][0]
    person = seat(f"/match/{told['match']}?key={mine['token']}")
    person.ready()
    for width, height in SIZES:
        resize(person.page, width, height)
        ends = []
        for what in ("[data-who]", ".heading", "header button >> nth=-1"):
            box = person.page.locator(what).bounding_box()
            assert box is not None, what
            assert box["x"] >= 0, what
            ends.append(box["x"] + box["width"])
            assert ends[-1] <= width, f"{what} is out of reach at {width}"
        assert ends[-1] > width - 24, "the buttons stand at the edge"
        expect(person.page.locator("[data-who]")).to_contain_text(mine["name"])
        others = [one["name"] for one in told["seats"] if one is not mine]
        if others:
            assert person.page.evaluate(OTHERS_IN_SIGHT) == others, f"a seat is dropped at {width}"
        if game == "luftwaffe" and width > 1000:
            expect(person.page.locator(".signs")).to_have_count(0)  # there is room for the name of the only opponent
        if person.table(mine["seat"]).phase:
            now = person.page.locator(".phases .now").bounding_box()
            assert now is not None
            assert 0 <= now["x"] <= width - now["width"], "the phase is in sight"
        take(person.page, f"who-{game}-{width}x{height}")


@pytest.mark.parametrize(
    ("game", "name", "steps"), [("warbirds", "003-tour-complete", 238), ("vengeance", "003-germans-defence", 335)]
)
def test_a_long_heading_pushes_nothing_out(
    seat: Callable[..., Seated], served: Served, game: str, name: str, steps: int
) -> None:
    """The longest headings: a mission with its target, turn and step; a scenario with its turn and side."""
    person, _ = halfway(seat, served, game, name, steps)
    for width, height in SIZES:
        resize(person.page, width, height)
        last = person.page.locator("header button >> nth=-1").bounding_box()
        assert last is not None
        assert last["x"] + last["width"] <= width, f"out of reach at {width}"
        heading = person.page.locator(".heading")
        assert heading.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, f"the heading is cut at {width}"
        assert person.page.locator(".phases li").evaluate_all(CUT) == [], f"a phase is cut at {width}"
        take(person.page, f"heading-{game}-{width}x{height}")


def test_a_spectator_is_told_that_he_watches(seat: Callable[..., Seated], served: Served) -> None:
    told = served.create(game="ontoberlin")
    person = seat(f"/match/{told['match']}")
    person.ready()
    expect(person.page.locator("[data-who]")).to_have_text("you are watching")
