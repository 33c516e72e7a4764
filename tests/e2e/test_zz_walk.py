from __future__ import annotations
import os
from contextlib import suppress
import pytest
from tests.e2e.test_games import begin
pytestmark = [pytest.mark.e2e, pytest.mark.timeout(900)]
OUT = "/tmp/walk"
os.makedirs(OUT, exist_ok=True)
SIZES = {"w": (1440, 900), "t": (1024, 768), "p": (390, 844)}
@pytest.mark.parametrize("game", ["airlift", "luftwaffe", "ontoberlin", "vengeance", "warbirds"])
def test_walk(seat, served, game):
    person = seat("/", pace="brisk", dark=game in ("luftwaffe", "vengeance"))
    page = person.page
    def shots(name, sizes="wtp"):
        for s in sizes:
            page.set_viewport_size({"width": SIZES[s][0], "height": SIZES[s][1]})
            page.wait_for_timeout(700)
            page.screenshot(path=f"{OUT}/{game}-{name}-{s}.png")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.wait_for_timeout(300)
    mine = begin(person, game)
    shots("1first")
    page.keyboard.press("?"); page.wait_for_timeout(500); shots("2keys", "wp"); page.keyboard.press("Escape")
    seen = 0
    for n in range(int(os.environ.get("WALK", "14"))):
        person.wait_for_turn(mine)
        if person.position.over: break
        person.choose(person.sensible(mine))
        page.wait_for_timeout(120)
        if page.locator("[data-result]").count() and seen < 2:
            page.screenshot(path=f"{OUT}/{game}-3result{seen}-w.png"); seen += 1
    person.wait_for_turn(mine)
    page.wait_for_timeout(1200)
    shots("4later")
    with suppress(Exception):
        page.locator(".panel button:has-text('›'), button:has-text('Chart')").first.click(timeout=1500); shots("5chart", "w")
