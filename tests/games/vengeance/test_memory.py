"""What the rules and the players remember is bounded: a process that plays game after game does not grow."""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper

from sandtable.bots import chooser, load_bot
from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.bot.exposure import Lines, enemy_fire, threats
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.playout import play_out
from tests.games.vengeance.bench import battle, put

PRINTED = ("_harm",)
"""What depends on printed charts alone: what a result of the IFT does to men of a morale."""


def unbounded() -> dict[str, int]:
    """How much each memory without a bound holds that is filled by what happens in a game."""
    found: dict[str, int] = {}
    for module in [name for name in sys.modules if name.startswith("sandtable.")]:
        for name, one in vars(sys.modules[module]).items():
            if isinstance(one, _lru_cache_wrapper) and one.cache_parameters()["maxsize"] is None:
                found[f"{one.__module__}.{name}"] = 0 if name in PRINTED else one.cache_info().currsize
    return found


def test_no_memory_without_a_bound_grows_from_game_to_game() -> None:
    """Another scenario's map and texts may be read in between; what a game does must not be kept for ever."""
    choose = chooser(GAME, {side: load_bot("greedy") for side in ("german", "russian")}, Dice(seed_from("memory/bots")))
    sizes = []
    for number in range(3):
        play_out(GAME, GAME.new({"scenario": "brv01"}, Dice(seed_from(f"memory {number}"))), choose)
        sizes.append(unbounded())
    assert {name: n for name, n in sizes[2].items() if n > sizes[0].get(name, 0)} == {}


def test_the_fire_of_enemies_who_moved_on_is_forgotten() -> None:
    s = battle("MPh", "russian")
    put(s, "ge_6-5-8", "E8", "x")
    f = field_of(s)
    lines = Lines(f, ())
    for at in list(f.steps)[:20]:
        put(s, "ge_6-5-8", at, "x")
        enemy_fire(s, lines, threats(s, "russian"))
    assert 0 < len(lines.fire) <= 6
