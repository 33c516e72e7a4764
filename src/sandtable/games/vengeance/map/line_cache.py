"""Lines of sight of a scenario's field, made once and kept in the user's cache folder.

The name of the file holds a fingerprint of the map, so another map never reads it. A file that cannot be read or
written costs nothing but time.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

import msgspec

from sandtable.games.vengeance.components import folder
from sandtable.games.vengeance.map.field import Field

MOST_REMEMBERED = 300
"""Locations of a field whose lines of sight are all made beforehand. On the whole map they are made as they are asked
for: all of them would take minutes and gigabytes, and play asks for a small part."""
_SIGHT = ("line_of_sight", "obstacles", "hindrances")
"""The modules that say what the map lets one see."""


def cache_folder() -> Path:
    """Where the system keeps what can be made again."""
    base = os.environ.get("XDG_CACHE_HOME", "") or str(Path.home() / ".cache")
    return Path(base) / "sandtable" / "vengeance"


def _version(field: Field) -> str:
    """The map, the field and the rules of sight together: a change of any makes the file worthless."""
    rules = b"".join(files("sandtable.games.vengeance").joinpath(f"map/{name}.py").read_bytes() for name in _SIGHT)
    traces = files("sandtable.board").joinpath("sight.py").read_bytes()
    maps = "".join(folder().read(f"map/{name}") for name in ("hexes.csv", "hexsides.csv", "buildings.toml"))
    return blake2b(maps.encode() + rules + traces + repr(field.locations).encode(), digest_size=8).hexdigest()


def remember(field: Field, name: str) -> Path:
    """RV-A6.1 Read the lines of sight of a field, or make and write them."""
    path = cache_folder() / f"{name}-{_version(field)}.sight"
    if len(field.locations) > MOST_REMEMBERED:
        return path
    try:
        field.los.learn(path.read_bytes())
    except (OSError, msgspec.MsgspecError):
        stored = field.los.known_of(field.locations)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(f".{os.getpid()}.part")
            draft.write_bytes(stored)
            draft.replace(path)
        except OSError:
            return path
    return path
