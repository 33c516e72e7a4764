"""`sandtable play GAME --full`: the game in a thread, the panes around it, and what is told when they are gone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console

from sandtable.terminal.commands import place_meant
from sandtable.terminal.full.app import TableApp
from sandtable.terminal.full.bridge import FullScreen
from sandtable.terminal.play import Command, Play
from sandtable.terminal.screen import TableScreen

Table = Callable[[TableScreen, dict[str, Command]], Play]
"""Makes the table that is played at, given its screen and what can be typed."""


def table_app(table: Table, commands: Mapping[str, Command]) -> TableApp:
    """The application for a table."""

    def point(play: Play, seat: str, rest: str) -> bool:
        """`map NAME`: the map is there already, so the cursor goes to the place."""
        place = place_meant(play, seat, rest) if rest else ""
        if place:
            app.bridge.call(app.point_at, place)
        return False

    known = {**commands, "map": point}

    def play(screen: FullScreen) -> bool:
        over = table(screen, known).run()
        screen.last += screen.take_printed()
        return over

    app = TableApp(play, known)
    return app


def play_full(table: Table, commands: Mapping[str, Command], console: Console) -> bool:
    """Play in panes; afterwards the terminal below says where the game is kept. Whether it is over."""
    app = table_app(table, commands)
    app.run()
    for line in app.bridge.last:
        console.print(line, soft_wrap=True)
    if app.fault is not None:
        raise app.fault
    return app.over
