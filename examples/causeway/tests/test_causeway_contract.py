"""The contract that every game of Sandtable keeps."""

from __future__ import annotations

from pathlib import Path

from causeway import GAME
from sandtable.testing import Contract


class TestContract(Contract):
    games = (GAME,)
    folder = Path(__file__).parent
