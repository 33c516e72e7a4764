"""WB-7.2 What ends a turn or a mission in the middle: an exception that the step of the turn catches."""

from __future__ import annotations


class BreakFormation(Exception):
    """WB-19.1 The aircraft must leave the formation: its cause is `fuel` or `engines`."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


class BailOut(Exception):
    """WB-20.1 The crew must leave the aircraft."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause
