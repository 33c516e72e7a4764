"""Operations that are Soviet harassment (AL-7.13 to AL-7.15, AL-7.22)."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    MARKERS,
    Operation,
)
from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.rules import harassment
from sandtable.games.airlift.rules.harassment import HARASSMENT_CHIT
from sandtable.kernel.flow import Flow


def roll_incoming(s: Airlift, op: Operation) -> None:
    """AL-7.13 The top plane of every stack in the incoming corridors rolls."""
    harassment.flak(s, op.level, "AL-7.13")


def no_second_chance(s: Airlift, op: Operation) -> Flow:
    """AL-7.14 NO SECOND CHANCE on planes in harassable spaces."""
    for _ in range(op.n):
        yield from harassment.no_second_chance(s)


def smoke(s: Airlift, op: Operation) -> Flow:
    """AL-7.15 The smoke procedure."""
    for _ in range(op.n):
        yield from harassment.smoke(s)


def harassment_chits(s: Airlift, op: Operation) -> None:
    """AL-7.22 More or fewer harassment chits in this turn's cup, between 0 and 12."""
    there = s.cup.count(HARASSMENT_CHIT)
    wanted = max(0, min(MARKERS["harassment_chits"], there + op.n))
    for _ in range(there, wanted):
        s.cup.append(HARASSMENT_CHIT)
    for _ in range(wanted, there):
        s.cup.remove(HARASSMENT_CHIT)
    s.journal.add("AL-7.22", "harassment_chits", n=wanted)
