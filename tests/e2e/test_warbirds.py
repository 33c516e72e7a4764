"""Warbirds in a real browser, from the first page to the end of the tour."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated

pytestmark = pytest.mark.e2e
SEAT = "seat-1"


def begin(person: Seated) -> None:
    """One click on the first page."""
    person.page.locator("ul.games li").filter(has_text="Warbirds").get_by_role("button", name="Play now").click()
    person.ready()


def test_a_newcomer_flies_a_mission_by_clicks_and_bots_finish_the_tour(seat: Callable[..., Seated]) -> None:
    person = seat()
    person.page.get_by_role("heading", name="Warbirds").wait_for()
    person.page.wait_for_timeout(300)
    take(person.page, "home-1440x900")
    begin(person)
    person.compare(SEAT)
    take(person.page, "warbirds-briefing-1440x900")
    most = 0
    while "Mission score:" not in person.page.locator("[role=log]").inner_text():
        option = person.sensible(SEAT)
        fighters = sum(piece.face == "fighter" for piece in person.table(SEAT).pieces)
        if option[0] == "attack" and fighters > most:
            most = fighters
            person.thing(str(option[-1])).hover()
            expect(person.page.locator(".odds")).to_be_visible()
            take(person.page, "warbirds-1440x900")
        person.choose(option)
        person.compare(SEAT)
    assert most, "no fighter was attacked in this mission"
    expect(person.page.locator("[role=log]")).to_contain_text("Tour score")

    person.page.get_by_role("button", name="Seats").click()
    person.page.get_by_label("played by").select_option("regular")
    person.page.get_by_role("button", name="Close").click()
    person.page.get_by_role("button", name="Hurry").click()
    while not person.position.over:  # as long as it takes: bots play a whole tour
        person.page.wait_for_timeout(50)
    expect(person.page.locator(".bar.over")).to_contain_text("Play again")
    person.compare(SEAT)
    take(person.page, "warbirds-tour-1440x900")
    person.page.get_by_role("button", name="Seats").click()
    expect(person.page.get_by_text(f"seed {person.served.truth(person.match).setup.seed}")).to_be_visible()


def test_a_reload_in_the_middle_loses_nothing(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    for _ in range(4):
        person.choose(person.sensible(SEAT))
    drawn, journal = person.drawn(), person.page.locator("[role=log]").inner_text()
    person.page.reload()
    person.ready()
    assert person.step == 4
    assert person.drawn() == drawn
    assert person.page.locator("[role=log]").inner_text() == journal
    person.choose(person.sensible(SEAT))
    person.page.goto("/")
    person.page.locator(".mine a").filter(has_text="your turn").click()
    person.ready()
    person.compare(SEAT)


@pytest.mark.parametrize("arrives", [False, True], ids=["choice lost", "answer lost"])
def test_a_choice_on_a_line_that_breaks_counts_once(seat: Callable[..., Seated], arrives: bool) -> None:
    person = seat()
    opened: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        """The first line breaks with the first choice, before or after the server has heard it."""
        opened.append(line)
        first = len(opened) == 1
        server = line.connect_to_server()

        def from_page(message: str | bytes) -> None:
            breaks = first and "choose" in str(message)
            if arrives or not breaks:
                server.send(message)
            if breaks:
                line.close(code=1012)

        line.on_message(from_page)

    person.page.route_web_socket("**/live*", between)
    begin(person)
    person.page.locator('[data-ref="crew-01"]').click()
    person.thing("pilot").click()
    person.wait_step(1)
    person.page.wait_for_timeout(300)
    assert len(opened) == 2
    assert len(person.position.steps) == 1
    expect(person.page.locator(".line.open")).to_have_count(1)
    person.compare(SEAT)


def test_undo_by_key_takes_the_last_man_out_again(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    first = person.drawn()
    person.choose(person.sensible(SEAT))
    assert person.drawn() != first
    person.page.keyboard.press("z")
    expect(person.page.locator("[data-step='0']")).to_have_count(1)
    assert person.drawn() == first
    person.page.keyboard.press("y")
    person.wait_step(1)
    person.compare(SEAT)


def test_reset_takes_back_all_that_is_free_and_a_journal_line_leads_back(
    seat: Callable[..., Seated],
) -> None:
    person = seat()
    begin(person)
    recap = person.page.get_by_role("button", name="The last turn in short")
    expect(recap).to_have_count(0)  # nothing has happened yet
    first = person.drawn()
    for _ in range(5):
        person.choose(person.sensible(SEAT))
    take(person.page, "reset-1440x900")
    person.page.get_by_role("button", name="Reset").click()
    expect(person.page.locator("[data-step='0']")).to_have_count(1)
    assert person.drawn() == first
    for step in range(1, 6):
        person.page.keyboard.press("y")
        person.wait_step(step)
    person.page.keyboard.press("Shift+Z")
    expect(person.page.locator("[data-step='0']")).to_have_count(1)
    while person.position.journal.lines[-1].event != "declares_prepare_bombsight":
        person.position_on(SEAT)
    expect(recap).to_have_count(1)
    line = person.page.locator("[role=log] .line").filter(has_text="gets ready to prepare the bombsight").last
    line.click(position={"x": 2, "y": 2})  # beside the name, which has a click of its own
    to = person.position.journal.lines[-1].step - 1
    line.get_by_role("button", name="Undo to here").click()
    expect(person.page.locator(f"[data-step='{to}']")).to_have_count(1)
    assert len(person.position.steps) == to
    person.compare(SEAT)


def test_asking_why_names_the_rule_and_opens_it(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    person.page.locator('[data-ref="crew-01"]').click()
    tail = next(space for space in person.position.game.board({}).spaces if space.id == "tail")
    person.point_at(tail.x, tail.y, button="right")
    why = person.page.locator(".why")
    expect(why.locator(".bad").first).to_be_visible()
    clause = why.locator(".clause").first.inner_text()
    assert clause.startswith("WB-")
    why.locator(".clause").first.click()
    expect(person.page.locator("dialog article.lit .id")).to_have_text(clause)
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)


def test_looking_back_shows_the_table_as_it_was(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    first = person.drawn()
    for _ in range(3):
        person.choose(person.sensible(SEAT))
    now = person.drawn()
    person.page.get_by_role("button", name="To the beginning").click()
    expect(person.page.locator(".prompt")).to_contain_text("step 0 of 3")
    assert person.drawn() == first
    person.page.get_by_role("button", name="Back to now").click()
    expect(person.page.locator(".prompt")).not_to_contain_text("step 0")
    assert person.drawn() == now


def test_the_journal_of_one_side_and_from_turn_to_turn(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    while len([line for line in person.position.journal.lines if line.event == "attacks"]) < 2:
        person.position_on(SEAT)
    log, steps = person.page.locator("[role=log]"), len(person.position.steps)
    whole = log.locator(".line").count()
    person.page.get_by_label("Lines about").select_option("enemy")
    expect(log).not_to_contain_text("Fuel -")
    expect(log).to_contain_text("takes position")
    assert 0 < log.locator(".line").count() < whole
    take(person.page, "journal-1440x900")
    person.page.get_by_label("Lines about").select_option("")
    expect(log.locator(".line")).to_have_count(whole)
    turns = sorted({line.step for line in person.position.journal.lines if line.event == "turn_begins"})
    person.page.locator(".viewport").hover()
    person.page.get_by_role("button", name="To the previous heading").click()
    back = turns[-1] if turns[-1] < steps else turns[-2]
    expect(person.page.locator(".prompt")).to_contain_text(f"step {back} of {steps}")
    person.page.locator("body").press("{")
    expect(person.page.locator(".prompt")).not_to_contain_text(f"step {back} of")
    person.page.locator("body").press("}")
    expect(person.page.locator(".prompt")).to_contain_text(f"step {back} of {steps}")


def test_the_magnifier_shows_what_is_pointed_at_and_is_in_nobodys_way(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    person.choose(("assign", "crew-01", "pilot"))
    person.page.locator('[data-ref="crew-01"]').hover()
    lens = person.page.locator("svg.lens")
    expect(lens).to_have_count(0)
    person.page.keyboard.down("Shift")
    expect(lens).to_be_visible()
    x, y, width, height = (float(part) for part in (lens.get_attribute("viewBox") or "").split())
    pilot = next(space for space in person.position.game.board({}).spaces if space.id == "pilot")
    assert abs(x + width / 2 - pilot.x) < pilot.width / 2
    assert abs(y + height / 2 - pilot.y) < pilot.height / 2
    take(person.page, "magnifier-1440x900")
    person.page.keyboard.up("Shift")
    expect(lens).to_have_count(0)
    person.page.get_by_role("button", name="Magnifier").click()
    person.page.locator('[data-ref="crew-01"]').hover()
    expect(lens).to_be_visible()
    person.choose(("assign", "crew-02", "copilot"))
    person.compare(SEAT)


def test_two_people_on_two_screens_play_one_crew(seat: Callable[..., Seated]) -> None:
    host = seat("/new/warbirds")
    host.page.get_by_label("Players").select_option("2")
    host.page.get_by_label("Player 2", exact=True).select_option("friend")
    host.page.get_by_role("button", name="Start").click()
    link = host.page.get_by_label("Link for Player 2").input_value()
    host.page.get_by_role("link", name="To the table").click()
    host.ready()
    guest = seat(link)
    guest.ready()
    assert "key=" not in guest.page.url
    people = {"seat-1": host, "seat-2": guest}
    seen = set()
    for _ in range(40):
        (decider,) = host.position.deciders
        other = people["seat-2" if decider == "seat-1" else "seat-1"]
        other.wait_step(len(host.position.steps))
        expect(other.page.locator(".choice[data-option]")).to_have_count(0)
        people[decider].choose(people[decider].sensible(decider))
        seen.add(decider)
        for name, person in people.items():
            person.compare(name)
        if seen == set(people):
            break
    assert seen == set(people)


def test_a_turn_by_keyboard_only(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    while person.table(SEAT).phase == "Briefing":
        person.choose_by_keys(person.sensible(SEAT))
    turn = person.page.locator("[role=log] h4").count()
    while person.page.locator("[role=log] h4").count() == turn:
        person.choose_by_keys(person.sensible(SEAT))
    person.compare(SEAT)


def test_commands_can_be_typed(seat: Callable[..., Seated]) -> None:
    person = seat()
    begin(person)
    person.page.keyboard.press("/")
    person.page.get_by_label("Command").fill("assign halloway co-pilot")
    person.page.keyboard.press("Enter")
    person.wait_step(1)
    assert person.drawn()["crew-01"] == "copilot"


def test_a_phone_asks_twice_before_it_chooses(seat: Callable[..., Seated]) -> None:
    person = seat(phone=True)
    begin(person)
    # The men to choose from lie in the panels: the phone turns there by itself, and back to the board for the station.
    expect(person.page.get_by_role("tab", name="State of play")).to_have_attribute("aria-selected", "true")
    person.page.locator('[data-ref="crew-01"]').click()
    expect(person.page.get_by_role("tab", name="Board")).to_have_attribute("aria-selected", "true")
    person.thing("pilot").click()
    expect(person.page.locator(".prompt")).to_contain_text("Confirm")
    assert person.step == 0
    person.page.get_by_role("button", name="Confirm").click()
    person.wait_step(1)
    assert {piece.id: piece.where for piece in person.table(SEAT).pieces}["crew-01"] == "pilot"
    wide = person.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    take(person.page, "warbirds-briefing-390x844")
    while not any(piece.face == "fighter" for piece in person.table(SEAT).pieces):
        person.position_on(SEAT)
    person.page.get_by_role("tab", name="Board").click()
    person.page.wait_for_timeout(200)
    take(person.page, "warbirds-390x844")
