"""`make pictures`: every map at fit and at working zoom, in every theme, on a wide screen and on a phone.

Not part of the suite: pytest finds it when it is named. All pictures go to test-results/pictures; those that the
documentation shows go to docs/play/images as well, as WebP.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import FLAGS, PHONE, ROOT, WIDE, launched
from tests.e2e.recorded import halfway
from tests.e2e.table import Seated
from tests.server.served import Served

pytestmark = [pytest.mark.timeout(600)]
EVERY = ROOT / "test-results" / "pictures"
DOCS = ROOT / "docs" / "play" / "images"
QUALITY = 82
PATIENCE = 180_000
"""Milliseconds: on a busy machine a whole quarter takes its time to paint."""
CALM = 10
"""So many quarters of a second nothing may be painted before a picture is taken."""


class Moment(NamedTuple):
    """A recorded game, the step to open it at, and the space to look at from near."""

    record: str
    step: int
    place: str
    nearer: float


MOMENTS = {
    "airlift": Moment("021-won", 300, "berlin", 2.2),
    "luftwaffe": Moment("008-american", 450, "1520", 2.4),
    "ontoberlin": Moment("001-allied-on-points", 1500, "5015", 3.0),
    "vengeance": Moment("012-broken-off", 299, "C2", 2.7),
    "warbirds": Moment("005-tour-complete", 267, "pilot", 1.8),
}
SCENES = {
    "airlift-winter": Moment("023-won", 600, "berlin", 2.2),
    "luftwaffe-advanced": Moment("005-american", 2600, "1619", 3.2),
    "ontoberlin-landing": Moment("003-allied-on-points", 900, "3507", 5.0),
    "ontoberlin-last-turns": Moment("005-allied-on-points", 4300, "5015", 5.0),
    "vengeance-area": Moment("005-broken-off", 299, "CC9", 2.5),
    "vengeance-campaign": Moment("013-broken-off", 149, "Y18", 4.0),
    "vengeance-night": Moment("011-broken-off", 299, "FF17", 2.5),
    "vengeance-storm": Moment("007-broken-off", 299, "L13", 2.5),
}
"""Other moments, seen on a wide screen only: many counters, part of a map, night. The game comes before the hyphen."""
SHOWN = {
    *(f"{game}-fit-light-1440x900" for game in MOMENTS),
    *(f"{game}-fit-dark-390x844" for game in ("airlift", "luftwaffe", "warbirds")),
    "vengeance-near-light-1440x900",
}
"""The pictures of the documentation."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """To paint a map is work that the optimizing compilers of the browser pay for; other tests paint none."""
    with launched([flag for flag in FLAGS if not flag.startswith("--js-flags")]) as found:
        yield found


def choose_theme(page: Page, theme: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option(theme)
    page.get_by_role("button", name="Close", exact=True).click()


def painted(page: Page) -> None:
    """Until everything in sight is as sharp as it will be, and stays so: on a busy machine the map asks late."""
    calm = 0
    while calm < CALM:
        page.wait_for_function("() => document.querySelector('.tiles')?.dataset.whole !== 'false'", timeout=PATIENCE)
        page.wait_for_timeout(250)
        calm = calm + 1 if page.locator(".tiles[data-whole=false]").count() == 0 else 0


def fit(page: Page) -> None:
    page.get_by_role("button", name="Show the whole board").click()
    painted(page)


KEY = "() => [...document.querySelectorAll('.legend .sample')].every(sample => sample.querySelector('img'))"


def come_nearer(person: Seated, place: str, factor: float) -> None:
    """Turn the wheel over a space; it stays below the pointer."""
    page, board = person.page, person.position.game.board(person.position.options_chosen)
    space = next(one for one in board.spaces if one.id == place)
    box = page.locator(".viewport > svg[role=group]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + space.x * box["width"] / board.width, box["y"] + space.y * box["height"] / board.height)
    page.mouse.wheel(0, -math.log2(factor) / 0.002)
    painted(page)
    page.mouse.move(2, 2)


def take(page: Page, name: str) -> None:
    EVERY.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=EVERY / f"{name}.png")
    if name in SHOWN:
        asked = {"format": "webp", "quality": QUALITY}
        taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)
        (DOCS / f"{name}.webp").write_bytes(base64.b64decode(taken["data"]))


def test_take_the_picture_of_the_first_page(seat: Callable[..., Seated]) -> None:
    page = seat(painted=True).page
    page.get_by_role("heading", name="Warbirds").wait_for()
    page.wait_for_timeout(400)
    take(page, "home-1440x900")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("game", sorted(MOMENTS))
def test_take_the_pictures(seat: Callable[..., Seated], served: Served, game: str, phone: bool) -> None:
    moment = MOMENTS[game]
    person, _ = halfway(seat, served, game, moment.record, moment.step, phone=phone, painted=True)
    page, size = person.page, PHONE if phone else WIDE
    for theme in ("light", "dark", "contrast"):
        choose_theme(page, theme)
        if phone:
            page.get_by_role("tab", name="Board").click()
        of = f"{game}-%s-{theme}-{size['width']}x{size['height']}"
        fit(page)
        take(page, of % "fit")
        come_nearer(person, moment.place, moment.nearer)
        take(page, of % "near")
    page.get_by_role("button", name="Mark on the map").click()
    page.locator(".legend").wait_for()
    page.wait_for_function(KEY, timeout=PATIENCE)
    painted(page)
    take(page, f"{game}-legend-{size['width']}x{size['height']}")


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_take_the_pictures_of_other_moments(seat: Callable[..., Seated], served: Served, scene: str) -> None:
    moment = SCENES[scene]
    person, _ = halfway(seat, served, scene.split("-")[0], moment.record, moment.step, painted=True)
    for theme in ("light", "contrast"):
        choose_theme(person.page, theme)
        fit(person.page)
        take(person.page, f"{scene}-fit-{theme}-1440x900")
        come_nearer(person, moment.place, moment.nearer)
        take(person.page, f"{scene}-near-{theme}-1440x900")
