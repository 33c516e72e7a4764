"""Bots of one's own: from another package by its entry point, or from a file.

A bot is anything that can be called with an `Asked` and dice and gives one of `asked.options`; a class is called once
without arguments to make one.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.kernel.flow import Option

OwnBot = Callable[..., Option]
"""What was found; `player.Bot` says what it is called with."""
GROUP = "sandtable.bots"
"""The group of entry points: `[project.entry-points."sandtable.bots"]`, `clever = "mypackage:Clever"`.

`"luftwaffe.clever" = "mypackage:Pilot"` is for one game; it is seated there as `clever`.
"""


def installed(game: str = "") -> tuple[str, ...]:
    """The names of bots that other packages bring for all games, and those for this one."""
    names = {point.name for point in entry_points(group=GROUP)}
    return tuple(sorted({name.removeprefix(f"{game}.") for name in names if "." not in name or _is_for(game, name)}))


def _is_for(game: str, name: str) -> bool:
    return bool(game) and name.startswith(f"{game}.")


def is_installed(name: str) -> bool:
    """Whether some package brings a bot of that name, for all games or for one."""
    return any(point.name.rpartition(".")[2] == name for point in entry_points(group=GROUP))


@cache
def installed_bot(name: str) -> OwnBot:
    """A bot that other packages bring; where one is made for the game that is played, that one."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    for_one_game = [full for full in points if full.endswith(f".{name}")]
    if not for_one_game:
        return _loaded(points[name])
    made: dict[str, OwnBot] = {}

    def choose(asked: Any, dice: Any) -> Option:
        full = f"{asked.game.id}.{name}" if f"{asked.game.id}.{name}" in points else name
        if full not in points:
            raise UnknownName("The bot '{name}' does not play {title}.", name=name, title=asked.game.title)
        if full not in made:
            made[full] = _loaded(points[full])
        return made[full](asked, dice)

    return choose


def _loaded(point: EntryPoint) -> OwnBot:
    name = point.name
    try:
        provided = point.load()
    except Exception as fault:
        raise UnknownName(
            "The bot '{name}' can't be loaded: {kind}: {fault}", name=name, kind=type(fault).__name__, fault=str(fault)
        ) from fault
    return _made(provided, name)


def is_file(name: str) -> bool:
    """Whether a name is that of a file and what is in it, `mybot.py:Clever`."""
    return name.partition(":")[0].endswith(".py")


@cache
def bot_in_file(name: str) -> OwnBot:
    """The bot in a file, `mybot.py:Clever`. The file is run, so it must be one that you trust."""
    path, _, wanted = name.partition(":")
    if not wanted:
        raise UnknownName("{name} does not say which bot in the file: write {name}:NAME.", name=name)
    file = Path(path).resolve()
    if not file.is_file():
        raise UnknownName("There is no file {path}.", path=path)
    module = f"sandtable_bot_{blake2b(str(file).encode(), digest_size=6).hexdigest()}"
    spec = importlib.util.spec_from_file_location(module, file)
    assert spec is not None
    assert spec.loader is not None
    loaded = sys.modules[module] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(loaded)
    except Exception as fault:
        del sys.modules[module]
        raise SandtableError(
            "{path} can't be loaded: {kind}: {fault}", path=path, kind=type(fault).__name__, fault=str(fault)
        ) from fault
    if not hasattr(loaded, wanted):
        raise UnknownName("{path} has no '{wanted}'.", path=path, wanted=wanted)
    return _made(getattr(loaded, wanted), name)


def _made(provided: Any, name: str) -> OwnBot:
    try:
        bot: OwnBot = provided() if isinstance(provided, type) else provided
    except Exception as fault:
        raise SandtableError(
            "The bot {name} can't be created: {kind}: {fault}", name=name, kind=type(fault).__name__, fault=str(fault)
        ) from fault
    if not callable(bot):
        raise UnknownName("{name} is not a bot: it can't be called with a question and dice.", name=name)
    return bot
