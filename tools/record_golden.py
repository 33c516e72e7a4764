"""Record the golden games of one game again: `.venv/bin/python tools/record_golden.py GAME`.

Do it after a rules fix, and say in the commit which clause changed what. The tests replay them step by step.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"

if __name__ == "__main__":
    sys.path.insert(0, str(TESTS.parent))
    pearls = importlib.import_module("tests.toys.pearls").GAME
    games = importlib.import_module("sandtable.kernel.game").games()
    games[pearls.id] = pearls
    name, *rest = sys.argv[1:] or ["--help"]
    importlib.import_module("sandtable.testing.__main__").main([name, str(TESTS / "golden" / name), *rest])
