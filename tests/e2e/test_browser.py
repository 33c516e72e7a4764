from pathlib import Path

import pytest
from playwright.sync_api import Browser

STATIC = Path(__file__).parents[2] / "src" / "sandtable" / "server" / "static"


@pytest.mark.e2e
def test_the_browser_draws_what_a_page_says(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 80, "height": 40})
    page.goto("data:text/html,<title>table</title><body style='background:%23123456'>")
    assert page.title() == "table"
    shot = page.screenshot(path=tmp_path / "page.png")
    assert shot.startswith(b"\x89PNG")
    page.close()


def test_the_web_client_is_built_with_relative_addresses() -> None:
    page = (STATIC / "index.html").read_text()
    assert 'src="./assets/' in page
    assert 'src="/' not in page
