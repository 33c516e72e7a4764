"""The board of a position in a notebook: the client's own drawing, in frames that fetch nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import sandtable
from tests.e2e.table import PATIENCE

pytestmark = pytest.mark.e2e

GAMES = ("warbirds", "vengeance")
"""One board that is drawn piece by piece, and one that a worker paints."""


def test_boards_in_a_notebook_are_drawn_by_the_client_without_a_server(browser: Browser, tmp_path: Path) -> None:
    """The second lies out of sight at first; a map without room filled the page with faults."""
    played = [sandtable.new(game, seed=5).play("random", most=20) for game in GAMES]
    file = tmp_path / "notebook.html"
    file.write_text("<!doctype html><meta charset='utf-8'>" + "<hr>".join(one._repr_html_() for one in played))
    page = browser.new_page(viewport={"width": 1000, "height": 500})
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("request", lambda request: faults.append(request.url) if request.url.startswith("http") else None)
    page.goto(file.as_uri())
    boards = [page.locator("iframe").nth(number) for number in range(len(GAMES))]
    for board in boards:
        board.scroll_into_view_if_needed()
        expect(board.content_frame.locator("[data-piece]").first).to_be_visible(timeout=PATIENCE * 1000)
    painted = boards[1].content_frame.locator("g.tiles[data-whole=true] image")
    expect(painted.first).to_be_attached(timeout=PATIENCE * 1000)
    assert faults == []
    page.close()
