"""`sandtable play GAME --full`: the game in a thread, the panes around it, and what is told when they are gone."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from sandtable.terminal.commands import COMMANDS, place_meant
from sandtable.terminal.full.app import TableApp
from sandtable.terminal.full.bridge import FullScreen
from sandtable.terminal.play import Command, Play
from sandtable.terminal.sitting import Sitting


def table_app(sitting: Sitting, commands: Mapping[str, Command] = COMMANDS) -> TableApp:
    """The application for a game."""

    def point(play: Play, seat: str, rest: str) -> bool:
        """`map NAME`: the map is there already, so the cursor goes to the place."""
        place = place_meant(play, seat, rest) if rest else ""
        if place:
            app.bridge.call(app.point_at, place)
        return False

    known = {**commands, "map": point}

    def play(screen: FullScreen) -> None:
        Play(sitting, screen, known).run()
        screen.last += screen.take_printed()

    app = TableApp(play, known)
    return app


def play_full(sitting: Sitting, console: Console) -> None:
    """Play in panes; afterwards the terminal below says where the game is kept."""
    app = table_app(sitting)
    app.run()
    for line in app.bridge.last:
        console.print(line, soft_wrap=True)
    if app.fault is not None:
        raise app.fault
