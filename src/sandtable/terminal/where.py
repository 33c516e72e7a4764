"""Where Sandtable keeps what a person plays."""

from __future__ import annotations

import os
import re
from pathlib import Path

from sandtable.kernel.errors import SandtableError


def home() -> Path:
    """The folder for saves: SANDTABLE_HOME, or the place the desktop standard names."""
    if own := os.environ.get("SANDTABLE_HOME"):
        return Path(own)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sandtable"


def saves() -> Path:
    folder = home() / "saves"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SandtableError(
            f"Saves cannot be written to {folder}: {fault.strerror}; name a file with --save."
        ) from None
    return folder


def fresh_save(game: str, seed: str) -> Path:
    """A file that does not exist yet, named after game and seed."""
    name = f"{game}-{re.sub(r'[^A-Za-z0-9]+', '-', seed)[:12].strip('-')}"
    folder = saves()
    path, number = folder / f"{name}.sandtable", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.sandtable"
    return path
