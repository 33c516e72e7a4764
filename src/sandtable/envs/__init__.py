"""Environments for training players: PettingZoo (`aec`), Gymnasium (`gym`) and OpenSpiel (`openspiel`).

They need the extra `sandtable[envs]`. `Encoder` says how views become arrays and options numbers.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sandtable.kernel.errors import SandtableError

if TYPE_CHECKING:
    import pyspiel

    from sandtable.bots.player import Bot
    from sandtable.envs.encoding import Encoder
    from sandtable.envs.gymnasium_env import GymnasiumEnv
    from sandtable.envs.pettingzoo_env import PettingZooEnv

__all__ = ["Encoder", "aec", "gym", "openspiel"]


def aec(
    game: str, /, *, encoder: Encoder | None = None, render_mode: str | None = None, **options: str | int
) -> PettingZooEnv:
    """A PettingZoo AEC environment: every seat of the game is an agent."""
    made: PettingZooEnv = _module("pettingzoo_env").PettingZooEnv(game, options, encoder, render_mode)
    return made


def gym(
    game: str,
    /,
    *,
    seat: str = "",
    opponents: str | Bot = "random",
    encoder: Encoder | None = None,
    render_mode: str | None = None,
    **options: str | int,
) -> GymnasiumEnv:
    """A Gymnasium environment: one seat (the first if none is named) learns, bots have all others."""
    env = _module("gymnasium_env").GymnasiumEnv
    made: GymnasiumEnv = env(game, options, seat, opponents, encoder, render_mode)
    return made


def openspiel(game: str, /, **options: str | int) -> pyspiel.Game:
    """An OpenSpiel game. It is registered as `sandtable_GAME`, so `pyspiel.load_game` knows it from then on."""
    made: pyspiel.Game = _module("open_spiel_game").load(game, options)
    return made


def _module(name: str) -> Any:
    try:
        return importlib.import_module(f"sandtable.envs.{name}")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("sandtable"):
            raise
        raise SandtableError(f"Environments need {missing.name}: install sandtable[envs].") from missing


def __getattr__(name: str) -> Any:
    """Load the encoder when it is asked for: it needs numpy."""
    if name == "Encoder":
        return _module("encoding").Encoder
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
