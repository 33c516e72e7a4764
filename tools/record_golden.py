"""Record the golden games of one game anew: `.venv/bin/python tools/record_golden.py GAME`.

Do it after a rules fix, and say in the commit which clause changed what. The tests replay them step by step.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    importlib.import_module("tests.contract.golden").main()
