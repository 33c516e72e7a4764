"""Asks a bot that somebody else may have written, and says whose fault it is when that goes wrong."""

from __future__ import annotations

from pathlib import Path
from traceback import walk_tb

from sandtable.bots.asked import Bot
from sandtable.bots.player import ask
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position

_OURS = Path(__file__).parents[1]
"""The folder of all our code."""


class BotFault(SandtableError):
    """A bot failed, or chose what it was not offered."""


def consult(position: Position, seat: str, bot: Bot, dice: Dice) -> Option:
    """What a bot chooses. A fault in its author's code names the line there; one in ours stays what it is."""
    try:
        chosen = ask(position, seat, bot, dice)
    except Exception as fault:
        places = [(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(fault.__traceback__)]
        theirs = [(file, line) for file, line in places if _OURS not in file.parents]
        if not theirs:
            raise
        file, line = theirs[-1]
        failed = "The bot of {seat} failed in {file}, line {line}: {kind}: {fault}"
        kind = type(fault).__name__
        raise BotFault(failed, seat=seat, file=file.name, line=line, kind=kind, fault=str(fault)) from fault
    if chosen not in position.options(seat):
        rule = position.decision.rule if position.decision is not None else ""
        wrong = "The bot of {seat} chose {choice}, which is not one of its options ({clause})."
        raise BotFault(wrong, seat=seat, choice=repr(chosen), clause=rule)
    return chosen
