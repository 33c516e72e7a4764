"""Bots that behave badly, found by entry points as somebody else's would be: they run in worker processes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from sandtable.bots.player import Asked
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option

MOOD = "SANDTABLE_TEST_MOOD"
"""Names the file whose presence makes the moody bot hang, and beside which it writes that it was asked."""


def failing(asked: Asked, dice: Dice) -> Option:
    raise ValueError("a secret of the bot")


def illegal(asked: Asked, dice: Dice) -> Option:
    return ("fly", "away")


def hanging(asked: Asked, dice: Dice) -> Option:
    while True:
        time.sleep(1)


def dying(asked: Asked, dice: Dice) -> Option:
    os._exit(9)


def prying(asked: Asked, dice: Dice) -> Option:
    """Looks for the true position in all it was given, and fails if it finds one."""
    seen: Any = asked._see
    found = [type(cell.cell_contents).__name__ for cell in seen.__closure__]
    if found != ["BotQuestion"] or seen.__closure__[0].cell_contents.standing is not None:
        raise AssertionError("the bot holds more than its view")
    return asked.options[0]


def moody(asked: Asked, dice: Dice) -> Option:
    file = Path(os.environ[MOOD])
    if file.exists():
        hanging(asked, dice)
    file.with_suffix(".asked").write_text(asked.seat)
    return asked.options[0]
