"""Every registered game in a real browser, without code of its author: played by clicks, compared at each step."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.kernel.game import games
from sandtable.testing.case import effort
from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_pages import serious

CHOICES = 60 if effort() > 1 else 20
ON_A_PHONE = 10 if effort() > 1 else 6
pytestmark = pytest.mark.e2e


def begin(person: Seated, game: str) -> str:
    """One click on the first page; the seat that it gives."""
    person.page.locator("ul.games li").filter(has_text=games()[game].title).get_by_role(
        "button", name="Play now"
    ).click()
    person.ready()
    mine: str = person.held()["seat"]
    return mine


def play(person: Seated, mine: str, choices: int) -> None:
    """So many choices by clicks only, or to the end; after each the picture equals the server's table."""
    for _ in range(choices):
        person.wait_for_turn(mine)
        if person.position.over:
            return
        person.choose(person.sensible(mine))
        person.wait_for_turn(mine)
        person.compare(mine)
    assert len(person.position.steps) >= choices


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_is_played_by_clicks_and_drawn_as_the_server_holds_it(
    seat: Callable[..., Seated], game: str
) -> None:
    person = seat(painted=True)
    play(person, begin(person, game), CHOICES)
    take(person.page, f"game-{game}-1440x900")
    assert serious(person.page) == []


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_is_played_on_a_phone(seat: Callable[..., Seated], game: str) -> None:
    # What a tile of a map looks like does not depend on the screen; one game paints for this one too.
    person = seat(phone=True, painted=game == "vengeance")
    mine = begin(person, game)
    for _ in range(ON_A_PHONE):
        person.wait_for_turn(mine)
        person.choose(person.sensible(mine))
    person.wait_for_turn(mine)
    take(person.page, f"game-{game}-390x844")
    for tab in ("Board", "State of play", "Journal"):
        person.page.get_by_role("tab", name=tab).click()
        take(person.page, f"game-{game}-{tab.split()[0].lower()}-390x844")
        assert serious(person.page) == []
        wide = person.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= 390, f"{tab} is {wide} px wide"
