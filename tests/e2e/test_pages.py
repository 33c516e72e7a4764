"""Every page: nothing serious from axe, no errors, the right size, a strict content policy."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.e2e.conftest import ROOT
from tests.e2e.table import Seated
from tests.server.served import Served

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
MOST = 250_000
MOST_OF_A_MAP = 400_000
pytestmark = pytest.mark.e2e


_RUN = """() => {
  const slight = axe._audit.rules.filter(rule => ["minor", "moderate"].includes(rule.impact));
  const rules = Object.fromEntries(slight.map(rule => [rule.id, {enabled: false}]));
  return axe.run(document, {resultTypes: ["violations"], rules}).then(result => result.violations);
}"""
"""Without the rules whose every finding is slight by axe's own word: they took a third of its time for nothing."""


def serious(page: Page) -> list[str]:
    """What axe finds that keeps somebody from playing; evaluated, for the page's policy lets no script in."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(_RUN)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
        # What is printed on a counter is part of its picture; its name says it in words.
        if not (one["id"] == "label-content-name-mismatch" and node["html"].startswith("<g"))
    ]


def test_axe_finds_planted_faults(browser: Browser) -> None:
    """A negative control: five serious faults, and a heading out of order, which is a slight one."""
    page = browser.new_page()
    page.set_content("<h1>A</h1><h4>B</h4><button></button><img src='#'><p style='color: #ddd'>pale</p>")
    assert {one.partition(":")[0] for one in serious(page)} == {
        "button-name",
        "color-contrast",
        "document-title",
        "html-has-lang",
        "image-alt",
    }
    page.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    "address", ["/", "/new/warbirds", "/rules/warbirds", "/about", "/about/warbirds", "/account", "/lobby"]
)
def test_axe_finds_nothing_serious_in_the_pages(seat: Callable[..., Seated], address: str, dark: bool) -> None:
    person = seat(address, dark=dark)
    person.page.get_by_role("heading", level=1).wait_for()
    person.page.wait_for_load_state("networkidle")
    assert person.page.evaluate("document.documentElement.dataset.theme") == ("dark" if dark else "light")
    assert serious(person.page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing_serious_at_the_table(seat: Callable[..., Seated], theme: str, phone: bool) -> None:
    person = seat(phone=phone)
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_label("Theme").select_option(theme)
    person.page.get_by_role("button", name="Close").click()
    person.page.locator("ul.games li").filter(has_text="Warbirds").get_by_role("button", name="Play now").click()
    person.ready()
    assert serious(person.page) == []


@pytest.mark.parametrize(("game", "painted"), [("warbirds", False), ("ontoberlin", True), ("vengeance", True)])
def test_the_first_load_of_a_match_is_small(
    seat: Callable[..., Seated], served: Served, game: str, painted: bool
) -> None:
    """All that a browser fetches to open a match, as it comes over the line: code, the painting of its map too, fonts.

    The data of the board has a bar of its own, comes once and is kept.
    """
    told = served.create(game=game)
    person = seat("about:blank", painted=True)
    fetched: list[Request] = []
    person.page.on("requestfinished", lambda one: fetched.append(one))
    person.page.goto(f"http://127.0.0.1:{served.port}{told['seats'][0]['link']}")
    person.ready()
    person.page.wait_for_load_state("networkidle")
    if painted:
        person.page.locator(".tiles[data-whole=true]").wait_for(state="attached")
    sizes = {one.url: one.sizes()["responseBodySize"] for one in fetched if "/api/" not in one.url}
    assert any("MatchPage" in url for url in sizes)
    assert any("woff2" in url for url in sizes)
    assert any("painting" in url for url in sizes) == painted
    assert sum(sizes.values()) < MOST, sizes
    boards = [one for one in fetched if "/board" in one.url]
    assert len(boards) == 1, "the board comes once"
    assert boards[0].sizes()["responseBodySize"] < MOST_OF_A_MAP
    person.page.reload()
    person.ready()
    again = [one for one in fetched if "/board" in one.url][1:]
    assert sum(one.sizes()["responseBodySize"] for one in again) <= 0, "the board is kept by the browser"


def test_rules_can_be_searched_and_linked(seat: Callable[..., Seated]) -> None:
    person = seat("/rules/warbirds#WB-8.7")
    expect(person.page.locator("article.lit .id")).to_have_text("WB-8.7")
    person.page.get_by_label("Search the rules").fill("parachute ball")
    expect(person.page.locator("article").first).to_contain_text("arachute")
    assert person.page.locator("article").count() < 12


@pytest.mark.parametrize(
    ("game", "section", "clause"),
    [
        ("warbirds", "Breaking Formation", "WB-7.2"),
        ("airlift", "2.9.1.3", "AL-13.7"),
        ("luftwaffe", "Bomber Missions A.5", "LW-7.19"),
        ("ontoberlin", "15.3.1", "OB-15.3.2"),
        ("vengeance", "8.21", "RV-BRV8.21"),
    ],
)
def test_rules_are_found_by_the_section_of_the_printed_rulebook(
    seat: Callable[..., Seated], game: str, section: str, clause: str
) -> None:
    person = seat(f"/rules/{game}")
    person.page.get_by_label("Search the rules").fill(section)
    expect(person.page.locator("article .id", has_text=re.compile(f"^{re.escape(clause)}$"))).to_be_visible()
    assert person.page.locator("article").count() < 25


def test_a_wrong_link_says_so(seat: Callable[..., Seated]) -> None:
    person = seat("/match/nosuchmatch#key=nosuchkey")
    expect(person.page.get_by_role("heading", name="Can't open this table")).to_be_visible()


def test_no_script_can_be_written_into_the_page(served: Served) -> None:
    policy = served.http.get("/").headers["content-security-policy"]
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert directives["script-src"] == "'self'"
    assert directives["default-src"] in ("'self'", "'none'")
