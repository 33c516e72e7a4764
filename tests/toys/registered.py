"""Registers a toy for a test as somebody else's package would be: by an entry point on the path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandtable.kernel.game import forget_games

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def registered(folder: Path, patch: pytest.MonkeyPatch, **toys: str) -> Iterator[Path]:
    """Entry points `name = module:object` that this process and its children find; `folder` is put on the path."""
    info = folder / "sandtable_toys-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sandtable-toys\nVersion: 1\n")
    points = "\n".join(f"{name} = {where}" for name, where in toys.items())
    (info / "entry_points.txt").write_text(f"[sandtable.games]\n{points}\n")
    patch.syspath_prepend(str(folder))
    patch.syspath_prepend(str(ROOT))
    patch.setenv("PYTHONPATH", f"{folder}:{ROOT}")
    forget_games()
    try:
        yield folder
    finally:
        forget_games()
