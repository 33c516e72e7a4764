"""Where the terminal keeps its saves."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.home import home
from sandtable.kernel.errors import SandtableError


def saves() -> Path:
    folder = home() / "saves"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SandtableError(
            "Can't write saves to {folder}: {cause}. Name a file with --save.", folder=folder, cause=fault.strerror
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
