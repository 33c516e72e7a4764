"""A real browser for the tests in this folder."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
# The browser must talk to our server and to nobody else, so what it does in the background is off.
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give the Chromium that `tools/chromium.sh` finds; Playwright's own download is not needed."""
    found = subprocess.run([ROOT / "tools" / "chromium.sh"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.fail(found.stderr.strip())
    # Chromium refuses to start its sandbox as root.
    flags = FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=flags)
        yield browser
        browser.close()
