"""On what terms a match is played with others, and how far it has come, as everyone may know it."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

ANYONE = "anyone"
"""A seat that is offered to whoever comes first. Ids of accounts are longer."""
Level = Literal["any", "newcomer", "experienced"]
LEVELS: tuple[Level, ...] = get_args(Level)


class Terms(msgspec.Struct, frozen=True):
    """What a match says of itself to those who may join it."""

    listed: bool = False
    """Whether the lobby lists it: while a seat is free to be taken, later to be watched."""
    level: Level = "any"
    """For whom it is meant."""
    note: str = ""


class Progress(msgspec.Struct, frozen=True):
    """How far a match has come, as spectators know it: whose choice it is, and since when."""

    waiting: tuple[str, ...] = ()
    """The seats that are asked."""
    since: str = ""
    over: bool = False
