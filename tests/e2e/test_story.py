"""What happened is seen: results at their place on the board, the other side's turn in short, what one has missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from playwright.sync_api import expect

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.game import find_game
from sandtable.kernel.journal import Journal, JournalLine
from sandtable.kernel.position import Position
from sandtable.kernel.records import Choice
from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.server.served import Served, run_apart

pytestmark = pytest.mark.e2e
SEED = "a story in the browser"


class Moment:
    """A match so far, the choice that a seat makes next, and what the journal says of it."""

    def __init__(self, position: Position, seat: str, option: Option, lines: list[JournalLine]) -> None:
        self.steps: tuple[Choice, ...] = tuple(position.steps[:-1])
        self.options = position.options_chosen
        self.seat, self.option, self.lines = seat, option, lines


def moments(game: str, most: int = 1500) -> Iterator[Moment]:
    """Every choice of a game between sensible players."""
    found = find_game(game)
    position = Position.new(found, found.settle({}), seed_from(SEED), Journal())
    dice = Dice(seed_from("sensible"))
    while position.decision is not None and len(position.steps) < most:
        seat, before = position.deciders[0], len(position.journal.lines)
        option = ask(position, seat, find_bot("greedy"), dice)
        position.apply(seat, option)
        yield Moment(position, seat, option, position.journal.lines[before:])


@cache
def a_shot() -> Moment:
    """Somebody fires, and the dice are open to all."""
    return next(
        one
        for one in moments("vengeance")
        if any(line.event == "fire" and line.facts.get("dice") and line.seen_by is None for line in one.lines)
    )


@cache
def last_choice_of_a_turn(mine: str = "allied", other: str = "german") -> Moment:
    """The choice with which one's own turn ends in On to Berlin!, after which the other side has a whole turn."""
    return next(
        one
        for one in moments("ontoberlin")
        if one.seat == mine and any(line.event == "turn" and line.facts["side"] == other for line in one.lines)
    )


def seated(
    seat: Callable[..., Seated], served: Served, game: str, moment: Moment, pace: str, other: str = "human", **how: bool
) -> Seated:
    """A person who is about to choose, against a bot or somebody who is away."""
    seats = {one: "human" if one == moment.seat else other for one in find_game(game).seats(moment.options)}
    made = run_apart(served.service.create_match(game, moment.options, seats, {}, 0, seed_from(SEED), moment.steps))
    person = seat(f"/match/{made.stored.setup.id}?key={made.keys[moment.seat]}", pace=pace, **how)
    person.ready()
    return person


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_shot_stands_at_its_target_with_dice_and_verdict(
    seat: Callable[..., Seated], served: Served, phone: bool
) -> None:
    moment = a_shot()
    fire = next(line for line in moment.lines if line.event == "fire")
    person = seated(seat, served, "vengeance", moment, "normal", phone=phone)
    person.choose(moment.option)
    result = person.page.locator("[data-result]")
    expect(result).to_have_attribute("data-result", fire.facts["target"])
    expect(result).to_contain_text(str(fire.facts["result"]))
    assert result.locator("svg").count() == len(fire.facts["dice"])
    box, board = result.bounding_box(), person.page.locator(".viewport").bounding_box()
    assert box is not None
    assert board is not None
    assert box["x"] >= board["x"]
    assert box["x"] + box["width"] <= board["x"] + board["width"]
    assert box["y"] >= board["y"]
    assert box["y"] + box["height"] <= board["y"] + board["height"]
    take(person.page, f"result-{'390x844' if phone else '1440x900'}")
    person.page.keyboard.press("Escape")
    expect(result).to_have_count(0)


def test_a_fighter_that_is_shot_down_is_crossed_out_where_it_flew(seat: Callable[..., Seated], served: Served) -> None:
    """No dice fall in Warbirds: what cards decide is seen at its place all the same."""
    moment = next(one for one in moments("warbirds") if any(line.event == "shot_down" for line in one.lines))
    kill = next(line for line in moment.lines if line.event == "shot_down")
    person = seated(seat, served, "warbirds", moment, "normal")
    flew = person.drawn()[kill.facts["card"]]
    person.choose(moment.option)
    result = person.page.locator("[data-result]")
    expect(result).to_contain_text("shoots down")
    expect(result).to_have_attribute("data-result", flew)
    expect(person.page.locator("[data-ghost]").first).to_be_visible()
    take(person.page, "result-warbirds-1440x900")
    person.page.keyboard.press("Escape")
    expect(result).to_have_count(0)


def test_with_the_pace_off_nothing_stands_in_the_way(seat: Callable[..., Seated], served: Served) -> None:
    moment = a_shot()
    person = seated(seat, served, "vengeance", moment, "off")
    person.choose(moment.option)
    expect(person.page.locator("[data-result]")).to_have_count(0)


def test_the_turn_of_the_other_side_is_told_in_short_and_played(seat: Callable[..., Seated], served: Served) -> None:
    moment = last_choice_of_a_turn()
    person = seated(seat, served, "ontoberlin", moment, "brisk", other="greedy")
    person.choose(moment.option)
    recap = person.page.locator("[data-recap]")
    person.wait_for_turn("allied", 120)
    expect(recap).to_contain_text("Turn 1: German player, in short", ignore_case=True)
    acts = recap.locator(".act")
    steps = len(person.position.steps) - len(moment.steps)
    assert 3 <= acts.count() < steps, "small steps are told together"
    assert person.page.locator(".recap .trail").count() > 0
    take(person.page, "recap-1440x900")
    person.page.set_viewport_size({"width": 1024, "height": 768})
    take(person.page, "recap-1024x768")
    person.page.locator(".viewport [data-piece]").first.focus()
    person.page.keyboard.press("ArrowRight")
    expect(recap.locator(".act.now")).to_have_count(1)
    person.page.keyboard.press("ArrowLeft")
    expect(recap.locator(".act.now")).to_have_count(0)
    recap.get_by_role("button", name="Play it on the board").click()
    expect(recap.locator(".act.now")).to_have_count(1)
    expect(recap.get_by_role("button", name="Stop")).to_be_visible()
    expect(recap.get_by_role("button", name="Play it on the board")).to_be_visible()
    assert recap.locator(".act").last.evaluate("one => one.classList.contains('now')")
    person.page.keyboard.press("Escape")
    expect(recap).to_have_count(0)
    expect(person.page.locator(".prompt")).not_to_contain_text("You are looking")


def test_a_match_that_one_comes_back_to_begins_with_what_happened_since(
    seat: Callable[..., Seated], served: Served
) -> None:
    moment = last_choice_of_a_turn()
    person = seated(seat, served, "ontoberlin", moment, "off", other="greedy")
    match, key = person.match, person.held()["key"]
    person.page.goto("/")
    player = served.sit(match, key)
    player.choose(list(moment.option))
    player.close()
    position = person.served.truth(match).position
    while "allied" not in position.deciders:
        person.page.wait_for_timeout(50)
    person.page.goto(f"/match/{match}")
    person.ready()
    recap = person.page.locator("[data-recap]")
    expect(recap.locator("h2")).to_be_visible()
    assert recap.locator(".act").count() >= 3
    recap.get_by_role("button", name="One forward").click()
    expect(recap.locator(".act.now")).to_have_count(1)
    expect(person.page.locator(".prompt")).to_contain_text("You are looking at step")
    recap.get_by_role("button", name="Continue").click()
    expect(recap).to_have_count(0)
    expect(person.page.locator(".prompt")).not_to_contain_text("You are looking")
    person.page.reload()
    person.ready()
    expect(recap).to_have_count(0)


def test_on_a_phone_a_turn_is_stepped_through_on_the_board(seat: Callable[..., Seated], served: Served) -> None:
    moment = last_choice_of_a_turn()
    person = seated(seat, served, "ontoberlin", moment, "brisk", other="greedy", phone=True)
    person.choose(moment.option)
    person.wait_for_turn("allied", 120)
    page, recap = person.page, person.page.locator("[data-recap]")
    board = page.get_by_role("tab", name="Board")
    expect(recap.locator(".act").nth(2)).to_be_visible()
    recap.get_by_role("button", name="One forward").click()
    expect(board).to_have_attribute("aria-selected", "true")
    expect(recap.locator(".act")).to_have_count(1)
    expect(page.locator(".viewport")).to_be_visible()
    for _ in range(3):  # what has no dice and no verdict is told below the board alone: an empty card was a dark blot
        cards = page.locator("[data-result]:visible")
        expect(recap.locator(".act.now")).to_have_count(1)
        page.wait_for_timeout(300)
        assert all(text.strip() for text in cards.all_inner_texts())
        recap.get_by_role("button", name="One forward").click()
    take(page, "recap-390x844")
    recap.get_by_role("button", name="Continue").click()
    expect(recap).to_have_count(0)
    expect(board).to_have_attribute("aria-selected", "true")
