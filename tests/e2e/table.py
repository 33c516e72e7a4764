"""A person at the browser table: looks, points, clicks, and compares what is drawn with what the server holds."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any, Literal

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position
from sandtable.kernel.show import show
from sandtable.kernel.table import Table
from tests.server.served import Served

PATIENCE = 180
"""How many seconds a test waits for what must come: on a busy machine a page may be slow and right."""
_DRAWN = """() => Object.fromEntries([...document.querySelectorAll("[data-piece]")].map(
    piece => [piece.dataset.ref, piece.dataset.where]))"""


_LOOK = """(told) => {
  const glowing = [...document.querySelectorAll("[data-ref]:is(.glow, .act, .harm)")].map(one => one.dataset.ref);
  const buttons = [...document.querySelectorAll(".choice[data-option]:enabled")];
  return {
    picked: JSON.parse(document.querySelector("[data-step]")?.dataset.picked ?? "[]"),
    confirm: document.querySelector("[data-confirm]") !== null,
    listed: document.querySelector("[data-list]") !== null,
    button: buttons.some(one => one.dataset.option === told),
    glowing,
  };
}"""


_HURRY = """() => document.querySelector("[data-hurry]")?.click()"""
"""One look for the button and its click: to find it by its role, Playwright reads the names of the whole page."""
_WHERE = """() => {
  const { seat, step } = document.querySelector("[data-step]")?.dataset ?? {};
  return [seat ?? "", Number(step ?? -1)];
}"""
_COMES_TO = """([seat, step]) => new Promise(done => {
  const there = () => {
    const shown = document.querySelector("[data-step]")?.dataset;
    return shown?.seat !== seat || Number(shown.step) >= step;
  };
  const watch = new MutationObserver(() => there() && end());
  const late = setTimeout(() => end(), 250);
  const end = () => { watch.disconnect(); clearTimeout(late); done(); };
  watch.observe(document, { subtree: true, childList: true, attributeFilter: ["data-step", "data-seat"] });
  if (there()) end();
})"""
"""The page itself waits a moment: to ask it again and again took most of its time."""


def told(option: Option) -> str:
    """An option as its button names it."""
    return json.dumps(list(option), separators=(",", ":"), ensure_ascii=False)


class Seated:
    """One person with one browser."""

    def __init__(self, page: Page, served: Served) -> None:
        self.page = page
        self.served = served
        self.dice = Dice(seed_from("a sensible person"))

    # -- where we are --------------------------------------------------------------------------------------------------

    def ready(self, patience: float | None = None) -> None:
        self.page.locator("[data-ready]").wait_for(timeout=patience)

    @property
    def match(self) -> str:
        return self.page.url.rpartition("/match/")[2].partition("?")[0]

    @property
    def position(self) -> Position:
        return self.served.truth(self.match).position

    @property
    def step(self) -> int:
        return int(self.page.locator("[data-step]").get_attribute("data-step") or -1)

    @property
    def prompt(self) -> str:
        return self.page.locator(".prompt").inner_text()

    def shows(self, step: int) -> bool:
        """Whether the page has come to a step; its seat may count fewer, for others' secret choices are not counted."""
        if step > len(self.position.steps):
            return False
        seat, shown = self.page.evaluate(_WHERE)
        return bool(shown >= self.served.truth(self.match).counts(seat)[step])

    def wait_step(self, step: int, seconds: float = PATIENCE) -> None:
        """Until the page shows at least that step."""
        until = time.monotonic() + seconds
        while not self.shows(step):
            assert time.monotonic() < until, f"still at step {self.step}, not {step}: {self.prompt}"
            self._wait_for(step)

    def _wait_for(self, step: int) -> None:
        """Give the server a moment to come to a step, and then the page."""
        if step > len(self.position.steps):
            self.page.wait_for_timeout(15)
            return
        with suppress(PlaywrightError):  # a page that is being loaded forgets what it waited for
            seat, _ = self.page.evaluate(_WHERE)
            self.page.evaluate(_COMES_TO, [seat, self.served.truth(self.match).counts(seat)[step]])

    def take_the_screen(self, seconds: float = PATIENCE) -> None:
        """On a screen for both sides: it comes to who is asked a moment after the step, behind a curtain."""
        until, asked = time.monotonic() + seconds, self.position.deciders[0]
        while self.page.evaluate(_WHERE)[0] != asked:
            assert time.monotonic() < until, f"the screen is not for {asked}"
            self.page.wait_for_timeout(15)
        here = self.page.get_by_role("button", name="I am here")
        if here.count():
            here.click()

    def held(self) -> dict[str, Any]:
        """What this browser remembers of its seat."""
        stored = self.page.evaluate("() => JSON.parse(localStorage.getItem('sandtable.keys'))")
        kept: dict[str, Any] = next(one for one in stored if one["match"] == self.match)
        return kept

    # -- what is drawn -------------------------------------------------------------------------------------------------

    def drawn(self) -> dict[str, str]:
        """Every piece in the page and where it lies."""
        found: dict[str, str] = self.page.evaluate(_DRAWN)
        return found

    def table(self, seat: str) -> Table:
        """What the server would show the seat."""
        return show(self.position, seat).table

    def compare(self, seat: str) -> None:
        """The picture equals the server's table."""
        self.wait_step(len(self.position.steps))
        expected = {piece.id: piece.where for piece in self.table(seat).pieces}
        assert self.drawn() == expected

    def wait_for_turn(self, seat: str, seconds: float = PATIENCE) -> None:
        """Until the seat is asked or the match is over; bots hurry meanwhile."""
        until = time.monotonic() + seconds
        while not self.position.over and seat not in self.position.deciders:
            assert time.monotonic() < until, f"{seat} is never asked: {self.prompt}"
            self.hurry()

    def hurry(self) -> None:
        """Let bots that people watch go on at once, and give them a moment."""
        self.page.evaluate(_HURRY)
        self.page.wait_for_timeout(50)

    # -- choosing ------------------------------------------------------------------------------------------------------

    def sensible(self, seat: str) -> Option:
        """What the game's own sensible player would choose."""
        return ask(self.position, seat, find_bot("greedy"), self.dice)

    def thing(self, id: str) -> Locator:
        """A thing on the table that glows."""
        return self.page.locator(f'[data-ref="{id}"]:is(.glow, .act, .harm)').first

    def button(self, option: Option) -> Locator:
        return self.page.locator(f".choice[data-option='{told(option)}']:enabled")

    def choose(self, option: Option) -> None:
        """Choose by clicks: what the option names and glows, one by one; its button when nothing more glows."""
        before = len(self.position.steps)
        parts = [str(part) for part in option[1:]]
        tries: dict[str, int] = {}
        until = time.monotonic() + PATIENCE
        while not self.shows(before + 1):
            assert time.monotonic() < until, f"{option} was not chosen: {self.prompt}"
            if len(self.position.steps) > before:
                self._wait_for(before + 1)
                continue
            seen = self.page.evaluate(_LOOK, told(option))
            picked: list[str] = seen["picked"]
            left = [id for id in parts if id not in picked and tries.get(id, 0) < 3]
            glowing = next((id for id in left if id in seen["glowing"]), None)
            if not set(picked) <= set(parts):
                # The board glided under the mouse and the click met a neighbour: go back, as a person would.
                self.page.keyboard.press("Escape")
            elif seen["confirm"]:
                self.click(self.page.locator("[data-confirm]"))
            elif glowing is not None:
                tries[glowing] = tries.get(glowing, 0) + 1
                self.click_on(self.thing(glowing))
            elif seen["button"]:
                self.click(self.button(option))
            elif seen["listed"]:
                # What lies under something else on the board is chosen from the list of all options.
                self.click(self.page.locator("[data-list]"))
                self.click(self.page.locator(".command li button").nth(self.place_in_list(option, picked)))
            self.page.wait_for_timeout(5)

    def place_in_list(self, option: Option, picked: list[str]) -> int:
        """Which line of that list the option is."""
        options = [[str(part) for part in one] for one in self.position.options(self.position.deciders[0])]
        left = [one for one in options if all(id in one[1:] for id in picked)]
        return left.index([str(part) for part in option])

    def click(self, what: Locator) -> None:
        """Click something unless it is gone by now, because the choice has already been made."""
        with suppress(PlaywrightTimeout):
            what.click(timeout=1500)

    def click_on(self, what: Locator) -> None:
        """Click the middle of a thing on the table, whatever lies upon it; show the whole board if need be."""
        with suppress(PlaywrightTimeout):
            if what.evaluate("one => one.tagName === 'BUTTON'", timeout=1500):
                what.click(timeout=1500)
                return
            for _ in range(2):
                inner, outer = what.bounding_box(timeout=1500), self.page.locator(".viewport").bounding_box()
                if inner is None or outer is None:
                    return
                x, y = inner["x"] + inner["width"] / 2, inner["y"] + inner["height"] / 2
                if outer["x"] < x < outer["x"] + outer["width"] and outer["y"] < y < outer["y"] + outer["height"]:
                    self.page.mouse.click(x, y)
                    return
                self.page.get_by_role("button", name="Show the whole board").click()

    def position_on(self, seat: str) -> None:
        """Go on by one sensible choice without clicking, over a line of its own with the same key."""
        player = self.served.sit(self.match, self.held()["key"])
        player.choose(list(self.sensible(seat)))
        player.close()
        self.wait_step(len(self.position.steps))

    def choose_by_keys(self, option: Option) -> None:
        """Choose without a mouse: Tab to what glows, Enter; the letter on the button when nothing more glows."""
        before = len(self.position.steps)
        left = list(dict.fromkeys(str(part) for part in option[1:]))
        until = time.monotonic() + PATIENCE
        while not self.shows(before + 1):
            assert time.monotonic() < until, f"{option} was not chosen: {self.prompt}"
            if len(self.position.steps) > before:
                self._wait_for(before + 1)
                continue
            glowing = next((id for id in left if self.thing(id).count()), None)
            # One look only: between two of them the choice may be made and its button gone.
            letters = self.button(option).locator("kbd").all_inner_texts()
            if self.page.locator("[data-confirm]").count():
                self.page.locator(":focus").evaluate_all("found => found.forEach(one => one.blur())")
                self.page.keyboard.press("Enter")
                self.wait_step(before + 1)
            elif glowing is not None:
                left.remove(glowing)
                self.tab_to(glowing)
                self.page.keyboard.press("Enter")
            elif letters:
                self.page.keyboard.press(letters[0].lower())
            self.page.wait_for_timeout(20)

    def tab_to(self, id: str) -> None:
        """Press Tab until the thing has the focus."""
        for _ in range(200):
            if self.page.evaluate("() => document.activeElement?.getAttribute('data-ref')") == id:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {id}")

    def point_at(self, x: float, y: float, button: Literal["left", "right"] = "left") -> None:
        """Click a point of the board, in board units."""
        box = self.page.locator(".viewport > svg[role=group]").bounding_box()
        assert box is not None
        board = self.position.game.board(self.position.options_chosen)
        self.page.mouse.click(
            box["x"] + x * box["width"] / board.width, box["y"] + y * box["height"] / board.height, button=button
        )
