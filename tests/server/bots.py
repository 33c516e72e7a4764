"""Bots that behave badly, and slow jobs. Bots are found by entry points as somebody else's would be;
all of it runs in worker processes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from sandtable.bots.player import Asked
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option
from sandtable.server.questions import answer
from sandtable.server.records import Inquiry

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


def imagining(asked: Asked, dice: Dice) -> Option:
    """Thinks ahead: it plays an imagined position to its end."""
    position = asked.imagine(dice)
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, position.options(seat)[0])
    return asked.options[0]


def pondering(asked: Asked, dice: Dice) -> Option:
    """Thinks ahead, and takes its time."""
    position = asked.imagine(dice)
    until = time.process_time() + 0.1
    while time.process_time() < until:
        position.clone()
    time.sleep(0.5)
    return asked.options[0]


def moody(asked: Asked, dice: Dice) -> Option:
    file = Path(os.environ[MOOD])
    if file.exists():
        hanging(asked, dice)
    file.with_suffix(".asked").write_text(asked.seat)
    return asked.options[0]


# -- jobs --------------------------------------------------------------------------------------------------------------


def hang(*_given: Any) -> None:
    time.sleep(600)


def slow_answer(inquiry: Inquiry) -> str:
    time.sleep(3)
    return answer(inquiry)


def die() -> None:
    os._exit(9)


def refuse() -> None:
    raise Refused("The game is over.", "PE-1.1")


def nap(seconds: float) -> int:
    """Takes a while by the clock; the process that did it."""
    time.sleep(seconds)
    return os.getppid()


def linger(until: str) -> int:
    """Takes until there is a file, however slow the machine is; the process that did it."""
    while not Path(until).exists():
        time.sleep(0.02)
    return os.getppid()


def sign(book: str, name: str, until: str) -> None:
    """Signs a book when it begins, and ends when there is a file."""
    with Path(book).open("a") as signed:
        signed.write(f"{name}\n")
    while until and not Path(until).exists():
        time.sleep(0.02)


def spin(seconds: float) -> int:
    """Takes that much CPU time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getppid()
