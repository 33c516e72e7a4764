"""The browser table in a real Chromium without a graphics card: `make bench-web [ARGS="GAME ... --json"]`.

Choices: from the message of a click leaving the browser to the new table drawn (the frame after the change), and the
part of that which the server takes; the server shares a Python process with the one who clicks. Pan and zoom: the time
between frames while the largest map is dragged and zoomed. Glide: the same while the pieces of a recorded game move on
it, ten choices a second, at the pace "brisk" and with motion.

Times are those of a clock, so they mean something on a quiet machine only. Beside them stands what the browser worked:
CPU time of the page's main thread for a choice (clicks and the looks of the one who clicks included), and of all its
processes for a frame. That can be compared between two builds however busy the machine is.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from sandtable.kernel.game import games
from sandtable.kernel.save import load_save
from tests.e2e.table import Seated
from tests.server.served import Served, run_apart, serving

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "sandtable" / "server" / "static"
WATCH = """
window.timed = [];
const Line = WebSocket;
// It listens before the client does: a table that comes alone is drawn at once.
window.WebSocket = class extends Line {
  constructor(...to) {
    super(...to);
    this.addEventListener("message", ({ data }) => {
      const one = window.choice;
      if (one && !one.heard && /^{"type":"(shown|changed)"/.test(String(data))) one.heard = performance.now();
    });
  }
  send(frame) {
    if (String(frame).includes('"choose"')) window.choice = { sent: performance.now() };
    return super.send(frame);
  }
};
addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  if (!window.choice || !changes.some((one) => one.attributeName === "data-step")) return;
  const one = window.choice;
  window.choice = null;
  const made = performance.now();
  const drawn = () => window.timed.push([one.heard - one.sent, made - one.heard, performance.now() - one.sent]);
  requestAnimationFrame(() => setTimeout(drawn, 0));
}).observe(document.documentElement, { subtree: true, attributeFilter: ["data-step"] }));
"""
FRAMES = """async (act) => {
  const times = [];
  let last = performance.now(), go = true;
  const tick = (now) => { times.push(now - last); last = now; if (go) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
  const view = document.querySelector(".viewport"), box = view.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const usual = { bubbles: true, cancelable: true, view: window };
  const point = (type, dx, dy, target = view) =>
    target.dispatchEvent(new MouseEvent(type, { ...usual, button: 0, buttons: 1, clientX: x + dx, clientY: y + dy }));
  const wheel = (deltaY) => view.dispatchEvent(new WheelEvent("wheel", { ...usual, clientX: x, clientY: y, deltaY }));
  if (act === "pan") point("mousedown", 0, 0);
  for (let n = 0; n < 90; n++) {
    const angle = n / 9;
    if (act === "pan") point("mousemove", 220 * Math.sin(angle), 160 * (Math.cos(angle) - 1), window);
    else wheel(n % 30 < 15 ? -60 : 60);
    await new Promise(requestAnimationFrame);
  }
  if (act === "pan") point("mouseup", 0, 0, window);
  go = false;
  return times.slice(2);
}"""


COUNT = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const tick = (now) => { window.frames_seen.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
MARCH = ("ontoberlin", "001-allied-on-points", 460, 80)
"""A recorded game in which a side marches: its name, the first step that is watched, and how many."""


@contextmanager
def browser_page(motion: bool = False) -> Iterator[tuple[Page, Served]]:
    """A page of a fresh browser and a server of its own."""
    chromium = subprocess.run(
        [ROOT / "tools" / "chromium.sh"], capture_output=True, text=True, check=True
    ).stdout.strip()
    flags = ["--disable-gpu", "--no-sandbox", "--disable-background-networking"]
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), static=STATIC) as served,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium, args=flags)
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{served.port}",
            viewport={"width": 1440, "height": 900},
            reduced_motion="no-preference" if motion else "reduce",
        )
        page = context.new_page()
        page.add_init_script(WATCH)
        yield page, served
        browser.close()


class Work:
    """CPU time that the browser spends on a page."""

    def __init__(self, page: Page) -> None:
        self._page = page.context.new_cdp_session(page)
        self._page.send("Performance.enable", {"timeDomain": "threadTicks"})
        browser = page.context.browser
        assert browser is not None
        self._browser = browser.new_browser_cdp_session()

    def main_thread(self) -> float:
        """Milliseconds of the page's main thread so far."""
        told = self._page.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in told if one["name"] == "TaskDuration"))

    def all_processes(self) -> float:
        """Milliseconds of all processes of the browser so far."""
        told = self._browser.send("SystemInfo.getProcessInfo")["processInfo"]
        return 1000 * sum(float(one["cpuTime"]) for one in told)


def share(times: list[float], part: float) -> float:
    """The time below which that part of them lies."""
    return round(sorted(times)[min(len(times) - 1, int(part * len(times)))], 1)


def measured_choices(page: Page, served: Served, game: str, choices: int) -> dict[str, Any]:
    """Play by clicks and time every choice from the message to the picture."""
    page.goto("/")
    page.locator("ul.games li").filter(has_text=games()[game].title).get_by_role("button", name="Play now").click()
    person = Seated(page, served)
    person.ready()
    mine, work, spent = person.held()["seat"], Work(page), []
    for _ in range(choices):
        person.wait_for_turn(mine)
        if person.position.over:
            break
        wanted, before = person.sensible(mine), work.main_thread()
        person.choose(wanted)
        spent.append(work.main_thread() - before)
    page.wait_for_timeout(100)
    rows: list[list[float]] = page.evaluate("() => window.timed")
    server, client, whole = ([row[at] for row in rows] for at in range(3))
    return {
        "choices": len(rows),
        "drawn_ms": {"median": share(whole, 0.5), "p95": share(whole, 0.95)},
        "of_it_server_ms": share(server, 0.5),
        "of_it_client_ms": share(client, 0.5),
        "main_thread_cpu_ms": share(spent, 0.5),
    }


def measured_frames(page: Page, act: str) -> dict[str, float]:
    """The times between frames while the map is dragged or zoomed."""
    work = Work(page)
    before = work.all_processes()
    times = page.evaluate(FRAMES, act)
    return told_frames(times, work.all_processes() - before)


def measured_glide(page: Page, served: Served) -> dict[str, float]:
    """The times between frames while the other side marches: each choice of the record moves a piece on the map."""
    game, name, first, count = MARCH
    record = load_save(ROOT / "tests" / "golden" / game / f"{name}.sandtable")
    made = run_apart(served.service.create_match(game, record.options, {}, {}, 0, record.seed, record.steps[:first]))
    match = made.stored.setup.id
    page.add_init_script("""localStorage.setItem("sandtable.settings", '{"pace": "brisk"}')""")
    page.set_default_timeout(120_000)
    page.goto(f"/match/{match}?key={made.keys['allied']}")
    Seated(page, served).ready()
    page.get_by_role("button", name="Show the whole board").click()
    page.wait_for_timeout(3000)
    players = {seat: served.sit(match, key) for seat, key in made.keys.items()}
    work = Work(page)
    before = work.all_processes()
    page.evaluate(COUNT)
    for step in record.steps[first : first + count]:
        known = served.truth(match).position.counts(step.seat)[-1]
        answer = players[step.seat].choose(list(step.option), step=known)
        assert answer["type"] == "accepted", answer
        page.wait_for_timeout(100)
    return told_frames(page.evaluate("() => window.frames_seen.slice(2)"), work.all_processes() - before)


def told_frames(times: list[float], worked: float) -> dict[str, float]:
    """How many frames there were, how many a second, the time between two of them, and the CPU time of one."""
    return {
        "frames": len(times),
        "per_second": round(1000 / statistics.mean(times), 1),
        "median_ms": share(times, 0.5),
        "p95_ms": share(times, 0.95),
        "cpu_ms": round(worked / len(times), 1),
    }


def crowded(page: Page, counters: int) -> int:
    """Draw copies of the counters on the board until there are so many: how the largest battle looks."""
    added: int = page.evaluate(
        """(wanted) => {
          const all = [...document.querySelectorAll(".viewport svg [data-piece]")].filter(one => one.tagName === "g");
          const parent = all[0].parentNode;
          for (let n = all.length; n < wanted; n++) {
            const copy = all[n % all.length].cloneNode(true);
            copy.removeAttribute("data-piece");
            parent.appendChild(copy);
          }
          return Math.max(all.length, wanted);
        }""",
        counters,
    )
    return added


def largest() -> str:
    """The game with the most spaces on its board."""
    return max(games(), key=lambda id: len(games()[id].board(games()[id].settle({})).spaces))


def main() -> None:
    """Print one object, or lines for people."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("games", nargs="*", default=sorted(games()))
    ask.add_argument("--choices", type=int, default=30)
    ask.add_argument("--counters", type=int, default=300)
    ask.add_argument("--json", action="store_true")
    wanted = ask.parse_args()
    found: dict[str, Any] = {}
    for game in wanted.games:
        with browser_page() as (page, served):
            found[game] = measured_choices(page, served, game, wanted.choices)
            if game == largest():
                found[game]["counters"] = crowded(page, wanted.counters)
                found[game]["spaces"] = len(games()[game].board(games()[game].settle({})).spaces)
                for act in ("pan", "zoom"):
                    found[game][act] = measured_frames(page, act)
        if game == MARCH[0]:
            with browser_page(motion=True) as (page, served):
                found[game]["glide"] = measured_glide(page, served)
        if not wanted.json:
            print(game, json.dumps(found[game]), flush=True)
    if wanted.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
