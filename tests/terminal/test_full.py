"""The table as a full screen, driven by Textual's pilot."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, RichLog, Static

from sandtable.kernel.game import find_game
from sandtable.kernel.language import speaking
from sandtable.kernel.save import load_save
from sandtable.terminal.commands import COMMANDS
from sandtable.terminal.full.app import TableApp
from sandtable.terminal.full.map_pane import MapPane
from sandtable.terminal.full.reader import Curtain, Reader
from sandtable.terminal.full.run import table_app
from sandtable.terminal.play import Play
from sandtable.terminal.sitting import Sitting, seated
from tests.server.served import run_apart

SNAPSHOTS = Path(__file__).parent / "snapshots"
_KEYS = {" ": "space", "-": "minus"}
Script = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def sit(path: Path, name: str = "pearls", options: dict[str, str] | None = None, **players: str) -> Sitting:
    game = find_game(name)
    settled = game.settle(options or {})
    return Sitting.new(game, settled, "7", seated(game, game.seats(settled), players), path, manual=False)


def play(sitting: Sitting, script: Script, size: tuple[int, int] = (80, 24)) -> TableApp:
    """Play at a full screen by a script, and leave."""
    app = table_app(partial(Play, sitting), COMMANDS)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await asked(app, pilot)
            await script(app, pilot)
            await pilot.press("ctrl+q")
            for _ in range(500):
                if not app.is_running:
                    break
                await pilot.pause(0.02)

    run_apart(run())
    if app.fault is not None:
        raise app.fault
    return app


async def asked(app: TableApp, pilot: Pilot[None]) -> None:
    """Wait until the game asks, or shows something that must be put away."""
    for _ in range(1500):
        await pilot.pause()
        if app.waiting or len(app.screen_stack) > 1:
            await pilot.pause()
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nobody was asked")


async def enter(app: TableApp, pilot: Pilot[None], typed: str) -> None:
    """Type a line."""
    await pilot.press(*(_KEYS.get(key, key) for key in typed), "enter")
    await asked(app, pilot)


def text(app: TableApp) -> str:
    """What stands on the screen, without styles."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def static(app: TableApp, id: str) -> str:
    return str(app.screen_stack[0].query_one(id, Static).content)


def options(app: TableApp) -> list[str]:
    return [str(option.prompt) for option in app.screen_stack[0].query_one("#options", OptionList).options]


def journal(app: TableApp) -> str:
    return "\n".join(strip.text for strip in app.screen_stack[0].query_one("#journal", RichLog).lines)


def test_typing_filters_the_options_and_enter_chooses(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        everything = options(app)
        assert len(everything) == 3
        assert app.page is not None
        (one,) = app.page.entries[1].names
        await pilot.press(*(_KEYS.get(key, key) for key in one))
        assert options(app) == [everything[1]]
        await pilot.press("escape")
        assert options(app) == everything
        await enter(app, pilot, one)
        assert len(sitting.position.steps) >= 2, "the bot has answered"

    app = play(sitting, script)
    last = "\n".join(line.plain for line in app.bridge.last)
    assert "Saved after" in last
    assert f"sandtable play --resume {tmp_path / 'x'}" in last
    assert len(load_save(tmp_path / "x").steps) >= 2


def test_after_a_refusal_all_options_are_back(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        everything = options(app)
        await enter(app, pilot, "surrender")
        assert "You can't choose “Surrender” now." in journal(app)
        assert options(app) == everything

    play(sitting, script)


def test_the_panes_speak_the_language_of_the_reader(tmp_path: Path) -> None:
    """The game runs in a thread of its own and spoke English there."""

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await enter(app, pilot, "bot")
        assert "Der Computergegner hat gewählt: " in journal(app)
        assert "Protokoll" in text(app)
        assert "Regel" in text(app)

    with speaking("de"):
        play(sit(tmp_path / "x", "warbirds"), script)


def test_the_arrows_highlight_and_a_click_chooses(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x", north="human", south="human")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert app.waiting, "Enter alone chooses nothing"
        chosen = app.page.entries[1] if app.page else None
        assert chosen is not None
        await pilot.press("down", "down", "enter")
        await asked(app, pilot)
        assert sitting.position.steps[0].option[1] in chosen.names
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        await asked(app, pilot)
        before = len(sitting.position.steps)
        await pilot.click("#options", offset=(4, 1))
        await asked(app, pilot)
        assert len(sitting.position.steps) > before

    play(sitting, script)


def test_behind_the_curtain_nothing_of_the_last_player_stays(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x", north="human", south="human")
    hands: dict[str, tuple[str, ...]] = dict(sitting.position.state.hands)  # type: ignore[attr-defined] # a Pearls state

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await enter(app, pilot, "1")
        assert isinstance(app.screen, Curtain)
        assert "South is next. Press Enter when only South can see the screen." in text(app)
        bid = sitting.position.steps[0].option[1]
        left = [card for card in hands["north"] if card != bid and card not in hands["south"]]
        told = [static(app, id) for id in ("#heading", "#prompt", "#place")] + options(app) + [journal(app), text(app)]
        for card in left:
            assert not any(card in part or card.replace("-", " ") in part for part in told)
        await pilot.press("enter")
        await asked(app, pilot)
        for card in left:
            assert card not in "\n".join(options(app))
            assert card not in static(app, "#place")

    play(sitting, script)


def test_undo_redo_rules_odds_and_why_are_those_of_the_plain_table(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x", "warbirds")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await enter(app, pilot, "1")
        assert len(sitting.position.steps) == 1
        await pilot.press("ctrl+z")
        await asked(app, pilot)
        assert len(sitting.position.steps) == 0
        await pilot.press("ctrl+y")
        await asked(app, pilot)
        assert len(sitting.position.steps) == 1
        await enter(app, pilot, "why dance")
        assert "You can't choose “Dance” now." in journal(app)
        await pilot.press("f4")
        await asked(app, pilot)
        assert "No option here has odds to show." in journal(app)
        await pilot.press("f2")
        await asked(app, pilot)
        await pilot.press("escape")
        await enter(app, pilot, "bot")
        assert "The bot chose: " in journal(app)

    play(sitting, script)


def test_long_texts_are_read_over_the_table(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x", "warbirds")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Reader)
        assert "Shift+Tab" in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, Reader)
        assert app.query_one("#line", Input).value == ""
        await enter(app, pilot, "table")
        assert isinstance(app.screen, Reader)
        await pilot.press("escape")

    play(sitting, script)


def test_an_analysis_is_marked_on_every_page(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        assert "ANALYSIS" not in text(app)
        await enter(app, pilot, "analyse")
        for typed in ("1", "undo", "log"):
            assert "ANALYSIS BOARD" in text(app)
            assert "analysis>" in text(app)
            await enter(app, pilot, typed)
        await enter(app, pilot, "quit")
        assert "ANALYSIS" not in text(app)
        assert not sitting.position.steps

    play(sitting, script)


def test_the_map_is_panned_zoomed_and_picked_from(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x", "vengeance", {"scenario": "train1"})

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        pane = app.query_one(MapPane)
        everything = options(app)
        pane.focus()
        await pilot.press("n")
        target = pane.cursor
        await pilot.press("enter")
        await pilot.pause()
        assert 0 < len(options(app)) < len(everything)
        assert all(target in option for option in options(app))
        assert target in static(app, "#place")
        await pilot.press("right")
        assert pane.cursor != target
        await pilot.press("left")
        zoom = pane.zoom
        await pilot.press("plus", "plus")
        assert pane.zoom == min(zoom + 2, 4)
        before = pane.scroll_offset
        await pilot.press("shift+down", "shift+right")
        await pilot.pause()
        assert pane.scroll_offset != before
        await pilot.press("escape")
        assert options(app) == everything
        assert app.focused is app.query_one("#line")
        await enter(app, pilot, "map I6")
        assert pane.cursor == "I6"

    play(sitting, script)


def test_a_click_on_the_map_picks_and_a_second_one_chooses(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x", "vengeance", {"scenario": "train1"})

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        pane = app.query_one(MapPane)
        layout = pane.layout_now
        assert layout is not None
        assert app.page is not None
        alone = next(
            space
            for space in pane.targets
            if sum(bool(entry.names & app._things_at(space)) for entry in app.page.entries) == 1
        )
        pane.point_at(alone)
        await pilot.pause()
        column, row = layout.boxes[alone].middle
        at = (column - pane.scroll_offset.x, row - pane.scroll_offset.y + 1)  # the border
        await pilot.click("#map", offset=at)
        await pilot.pause()
        assert pane.cursor == alone
        assert len(options(app)) == 1
        await pilot.click("#map", offset=at)
        await asked(app, pilot)
        assert len(sitting.position.steps) == 1
        assert alone in map(str, sitting.position.steps[0].option)

    play(sitting, script, (120, 40))


def test_the_map_goes_where_something_can_be_chosen(tmp_path: Path) -> None:
    """A landing zone far from the corner that was shown."""
    sitting = sit(tmp_path / "x", "ontoberlin")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        pane = app.query_one(MapPane)
        pane.point_at("0101")
        for _ in range(60):
            await enter(app, pilot, "bot")
            if isinstance(app.screen, Reader):
                await pilot.press("escape")
            if pane.targets:
                break
        layout = pane.layout_now
        assert layout is not None
        assert pane.targets
        shown = Region(*pane.scroll_offset, *pane.size)
        assert any(shown.contains(*layout.boxes[target].middle) for target in pane.targets)

    play(sitting, script)


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x")

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await enter(app, pilot, "auto end")
        assert isinstance(app.screen, Reader)
        assert "The game is over." in text(app)
        await pilot.press("escape")
        await pilot.pause(0.2)

    app = play(sitting, script)
    assert sitting.position.over
    assert any("The game is saved in" in line.plain for line in app.bridge.last)


def test_questions_in_one_list_are_answered_at_the_line(tmp_path: Path) -> None:
    from tests.terminal.test_play import at_the_escorts

    sitting = at_the_escorts(tmp_path)
    before = len(sitting.position.steps)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        if isinstance(app.screen, Curtain):
            await pilot.press("enter")
            await asked(app, pilot)
        await enter(app, pilot, "together")
        assert "Press Enter to confirm these answers" in static(app, "#prompt")
        assert not options(app)
        await pilot.press("enter")
        await asked(app, pilot)
        assert len(sitting.position.steps) > before + 5

    play(sitting, script)


@pytest.mark.parametrize("name", ["airlift", "luftwaffe", "ontoberlin", "vengeance", "warbirds"])
@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_every_game_has_its_panes(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    sitting = sit(tmp_path / "x", name)

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await enter(app, pilot, "auto 3")
        if isinstance(app.screen, Reader):
            await pilot.press("escape")
        shown = text(app).splitlines()
        assert len(shown) == size[1]
        assert static(app, "#prompt")
        assert options(app)
        assert static(app, "#place")
        assert app.page is not None
        assert app.page.heading[0].plain[:20] in shown[0]
        pane = app.query_one(MapPane)
        assert pane.size.width >= 40
        assert pane.size.height >= 9
        assert app.query_one("#options").size.height >= 4
        drawn = "".join(pane.render_line(row).text for row in range(pane.size.height))
        assert len(drawn.replace(" ", "")) > 60
        assert pane.letters.letters, "sides have letters"

    play(sitting, script, size)


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
def test_the_screen_looks_as_it_did(size: tuple[int, int], tmp_path: Path) -> None:
    """The characters of the whole screen; SANDTABLE_SNAPSHOTS=1 writes them again."""
    file = SNAPSHOTS / f"pearls-{size[0]}x{size[1]}.txt"
    seen: list[str] = []

    async def script(app: TableApp, pilot: Pilot[None]) -> None:
        await enter(app, pilot, "1")
        seen.append(text(app) + "\n")

    play(sit(tmp_path / "x"), script, size)
    if os.environ.get("SANDTABLE_SNAPSHOTS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(seen[0], encoding="utf-8")
    assert seen[0] == file.read_text(encoding="utf-8")
