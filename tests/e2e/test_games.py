"""Every registered game in a real browser, without code of its author: played by clicks, compared at each step."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.kernel.game import games
from tests.e2e.conftest import picture
from tests.e2e.table import Seated

CHOICES = 20
pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_is_played_by_clicks_and_drawn_as_the_server_holds_it(
    seat: Callable[..., Seated], game: str
) -> None:
    person = seat()
    person.page.locator("ul.games li").filter(has_text=games()[game].title).get_by_role(
        "button", name="Play now"
    ).click()
    person.ready()
    mine = person.held()["seat"]
    for _ in range(CHOICES):
        person.wait_for_turn(mine)
        if person.position.over:
            break
        person.choose(person.sensible(mine))
        person.wait_for_turn(mine)
        person.compare(mine)
    assert len(person.position.steps) >= CHOICES or person.position.over
    person.page.screenshot(path=picture(f"game-{game}-1440x900"))
