"""The contract of a game as a test kit: subclass `Contract` in a test module and name your games.

`Contract` holds the tests; `Case`, `Walk` and the checks beside them are for tests of your own.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.testing.case import Broken, Case, Walk, cases, settings
    from sandtable.testing.chance import check_no_chance
    from sandtable.testing.contract import Contract
    from sandtable.testing.golden import check_golden
    from sandtable.testing.history import (
        check_copies,
        check_imagined_copies,
        check_refusals,
        check_replay,
        check_rewind,
        check_undo,
    )
    from sandtable.testing.play import check_game
    from sandtable.testing.secrecy import SecrecyCounts, check_analysis, check_imagined_play, check_secrecy

_HOMES = {
    "case": ("Broken", "Case", "Walk", "cases", "settings"),
    "chance": ("check_no_chance",),
    "contract": ("Contract",),
    "golden": ("check_golden",),
    "history": (
        *("check_copies", "check_imagined_copies", "check_refusals"),
        *("check_replay", "check_rewind", "check_undo"),
    ),
    "play": ("check_game",),
    "secrecy": ("SecrecyCounts", "check_analysis", "check_imagined_play", "check_secrecy"),
}
_REWRITTEN = ("contract", "components", "state_machine")
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Broken",
    "Case",
    "Contract",
    "SecrecyCounts",
    "Walk",
    "cases",
    "check_analysis",
    "check_copies",
    "check_game",
    "check_golden",
    "check_imagined_copies",
    "check_imagined_play",
    "check_no_chance",
    "check_refusals",
    "check_replay",
    "check_rewind",
    "check_secrecy",
    "check_undo",
    "settings",
]


def __getattr__(name: str) -> Any:
    """Load what is asked for: fingerprints are made by Pythons that have neither pytest nor Hypothesis."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "Contract" and "pytest" in sys.modules:  # so that what fails says what was compared
        sys.modules["pytest"].register_assert_rewrite(*(f"{__name__}.{home}" for home in _REWRITTEN))
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
