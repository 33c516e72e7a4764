"""A real browser and a real server for the tests in this folder."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from sandtable.kernel.dice import seed_from
from sandtable.server import service
from tests.e2e.table import PATIENCE, Seated
from tests.server.served import Served, lasting_loop, serving

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "sandtable" / "server" / "static"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
# The browser must talk to our server and to nobody else, so what it does in the background is off.
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page lives for seconds: what the optimizing compilers of the browser make of its code comes too late to pay, and
    # to paint with several threads shares out nothing where each core has a test of its own.
    "--js-flags=--no-opt --no-maglev",
    "--num-raster-threads=1",
]

PICTURES = os.environ.get("SANDTABLE_PICTURES", "")
"""Whether tests take the pictures that they could take. No test reads one, and each takes a quarter of a second."""
_FAILED = pytest.StashKey[bool]()
_NO_PAINTER = "globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }"
"""Tiles of a painted map stay blank: to paint them takes longer than to load a match. All else is as on that map."""

expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A real browser on a busy machine may once be late: such a test gets a second chance, and the report names it."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed leaves pictures of its pages."""
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


@contextmanager
def launched(flags: list[str]) -> Iterator[Browser]:
    """The Chromium that `tools/chromium.sh` finds; Playwright's own download is not needed."""
    found = subprocess.run([ROOT / "tools" / "chromium.sh"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.fail(found.stderr.strip())
    # Chromium refuses to start its sandbox as root.
    alone = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=flags + alone)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched(FLAGS) as found:
        yield found


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    with lasting_loop() as lasting:
        yield lasting


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: asyncio.AbstractEventLoop) -> Iterator[Served]:
    """The server with the built client and a database of its own; every match has the same seed."""
    monkeypatch.setattr(service, "new_seed", lambda: seed_from("in the browser 8"))
    with serving(tmp_path, static=STATIC, loop=loop) as running:
        yield running


@pytest.fixture
def seat(request: pytest.FixtureRequest, browser: Browser, served: Served) -> Iterator[Callable[..., Seated]]:
    """Seat a person with a browser of their own. Errors in the page or its console fail the test at its end."""
    wrong: list[str] = []
    opened: list[BrowserContext] = []

    def hear(message: ConsoleMessage, refused: bool) -> None:
        # The browser writes of every answer above 399; who does what is refused expects them.
        expected = refused and message.text.startswith("Failed to load resource")
        if message.type in ("error", "warning") and not expected:
            wrong.append(message.text)

    def sit(
        address: str = "/",
        phone: bool = False,
        dark: bool = False,
        pace: str = "off",
        single: bool = False,
        refused: bool = False,
        painted: bool = False,
    ) -> Seated:
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{served.port}",
            viewport=PHONE if phone else WIDE,  # type: ignore[arg-type]  # Playwright's own dict type
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
        )
        opened.append(context)
        # Results on the board would make every test wait for them; those that look at them ask for a pace. So with
        # questions that are answered by themselves.
        context.add_init_script(
            # An empty page has no storage.
            f"if (location.protocol.startsWith('http')) localStorage.getItem('sandtable.settings') ?? "
            f"localStorage.setItem('sandtable.settings', '{json.dumps({'pace': pace, 'single': single})}')"
        )
        if not (painted or PICTURES):
            context.add_init_script(_NO_PAINTER)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", lambda message: hear(message, refused))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        return Seated(page, served)

    yield sit
    if request.node.stash.get(_FAILED, False):
        show_failure(request.node.name, [page for context in opened for page in context.pages])
    for context in opened:
        context.close()
    assert wrong == []


def show_failure(test: str, pages: list[Page]) -> None:
    """What the pages of a test looked like when it failed."""
    for number, page in enumerate(pages, 1):
        with suppress(PlaywrightError):
            page.screenshot(path=_place(f"failed-{test}-{number}"), timeout=20_000)


def take(page: Page, name: str, full_page: bool = False) -> None:
    """A picture to look at, if pictures are wanted; those of the documentation are taken by pictures.py."""
    if PICTURES:
        page.screenshot(path=_place(name), full_page=full_page)


def _place(name: str) -> Path:
    folder = ROOT / "test-results" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.png"
