"""Files in the browser: save one's own match, open it again, export what one sees, report a problem."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import take
from tests.e2e.table import Seated
from tests.e2e.test_games import begin
from tests.server.served import Served

pytestmark = pytest.mark.e2e
SIZES = ((1440, 900), (1024, 768), (390, 844))


def test_a_running_match_is_saved_and_opened_again(seat: Callable[..., Seated], tmp_path: Path) -> None:
    person = seat()
    page = person.page
    mine = begin(person, "airlift")
    for _ in range(4):
        person.wait_for_turn(mine)
        person.choose(person.sensible(mine))
    person.wait_for_turn(mine)
    before = person.match
    page.get_by_role("button", name="Files").click()
    sheet = page.get_by_role("dialog", name="Files")
    with page.expect_download() as saving:
        sheet.get_by_role("button", name="Save the match").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.suffix == ".sandtable"
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        take(page, f"files-{width}x{height}")
    page.set_viewport_size({"width": 1440, "height": 900})
    steps = json.loads(file.read_text())["steps"]
    page.goto("/")
    with page.expect_file_chooser() as choosing:
        page.get_by_text("Open a saved match").click()
    choosing.value.set_files(file)
    page.wait_for_url("**/match/*")
    person.ready()
    assert person.match != before
    assert len(person.position.steps) >= len(steps) > 3
    assert person.held()["seat"] == mine
    person.compare(mine)


def test_a_file_that_is_no_save_is_refused_in_a_sentence(seat: Callable[..., Seated], tmp_path: Path) -> None:
    file = tmp_path / "wrong.sandtable"
    file.write_text("{}")
    person = seat()
    person.page.get_by_label("Open a saved match").set_input_files(file)
    expect(person.page.get_by_role("alert")).to_contain_text("not a Sandtable save")


def test_with_others_only_what_the_seat_sees_is_exported(seat: Callable[..., Seated], served: Served) -> None:
    told = served.create(game="luftwaffe")
    person = seat(f"/match/{told['match']}?key={told['seats'][0]['token']}")
    person.ready()
    page = person.page
    page.get_by_role("button", name="Files").click()
    sheet = page.get_by_role("dialog", name="Files")
    expect(sheet.get_by_role("button", name="Save the match")).to_be_disabled()
    with page.expect_download() as reporting:
        sheet.get_by_role("button", name="Report a problem").click()
    text = Path(reporting.value.path()).read_text()
    seen = json.loads(text)
    assert seen["seat"] == told["seats"][0]["seat"]
    truth = served.truth(told["match"])
    for secret in (truth.setup.seed, told["owner"], *(one["token"] for one in told["seats"])):
        assert secret not in text


def test_sounds_are_off_and_can_be_turned_on(seat: Callable[..., Seated], served: Served) -> None:
    told = served.create(game="airlift")
    person = seat(f"/match/{told['match']}?key={told['seats'][0]['token']}")
    person.ready()
    page = person.page
    page.get_by_role("button", name="Settings").click()
    sounds = page.get_by_label("Sounds")
    assert not sounds.is_checked()
    sounds.check()
    assert page.evaluate("() => JSON.parse(localStorage.getItem('sandtable.settings')).sound") is True
    page.keyboard.press("Escape")
    sounds.wait_for(state="detached")
    gear = page.get_by_role("button", name="Settings")
    assert gear.evaluate("one => one === document.activeElement")
    gear.click()
    page.locator(".viewport").click()
    sounds.wait_for(state="detached")


_LISTEN = """
localStorage.setItem("sandtable.settings", '{"pace": "off", "single": false, "sound": true}');
// What is played is written down instead of sent to a loudspeaker that no machine of a test has.
window.AudioContext = class { constructor() { return (window.heard = new OfflineAudioContext(1, 88200, 44100)); } };
"""
_MEASURE = """async () => {
  const wave = [...(await window.heard.startRendering()).getChannelData(0)].map(Math.abs);
  return { peak: Math.max(...wave), seconds: wave.findLastIndex((one) => one > 0.002) / 44100 };
}"""


def test_a_turn_that_comes_is_heard_short_and_unclipped(seat: Callable[..., Seated]) -> None:
    person = seat("about:blank")
    page = person.page
    page.add_init_script(f"if (location.protocol.startsWith('http')) {{ {_LISTEN} }}")
    page.goto("/")
    page.locator("ul.games li").filter(has_text="Berlin Airlift").get_by_role("button", name="Play now").click()
    person.ready()
    mine = person.held()["seat"]
    while not page.evaluate("() => Boolean(window.heard)"):
        person.wait_for_turn(mine)
        assert not person.position.over, "no turn was heard"
        person.choose(person.sensible(mine))
    sound = page.evaluate(_MEASURE)
    assert 0.05 < sound["peak"] < 0.9
    assert 0.1 < sound["seconds"] < 1


def test_an_export_is_told_from_a_save(seat: Callable[..., Seated], tmp_path: Path) -> None:
    """Who opens what he exported reads what it is good for, not that it is damaged."""
    file = tmp_path / "export.report.json"
    file.write_text(json.dumps({"format": "sandtable-report-1", "game": "vengeance", "seat": "german", "shown": {}}))
    person = seat(refused=True)
    person.page.get_by_label("Open a saved match").set_input_files(file)
    expect(person.page.get_by_role("alert")).to_contain_text("an export of a match of vengeance")
