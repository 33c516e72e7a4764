"""Where Sandtable keeps what a person plays: saves and the database of matches."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home() -> Path:
    """SANDTABLE_HOME, or the folder that the desktop standard names for a user's data."""
    if own := os.environ.get("SANDTABLE_HOME"):
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "sandtable"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sandtable"
