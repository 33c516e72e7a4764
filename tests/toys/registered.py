"""Registers a toy for a test as somebody else's package would be: by an entry point on the path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandtable.kernel.game import forget_games

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def registered(
    folder: Path, patch: pytest.MonkeyPatch, bots: Mapping[str, str] | None = None, /, **toys: str
) -> Iterator[Path]:
    """Entry points `name = module:object` that this process and its children find; `folder` is put on the path."""
    info = folder / "sandtable_toys-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sandtable-toys\nVersion: 1\n")
    groups = {"sandtable.games": toys, "sandtable.bots": bots or {}}
    lines = [line for group, of in groups.items() for line in (f"[{group}]", *(f"{n} = {at}" for n, at in of.items()))]
    (info / "entry_points.txt").write_text("\n".join(lines))
    patch.syspath_prepend(str(folder))
    patch.syspath_prepend(str(ROOT))
    patch.setenv("PYTHONPATH", f"{folder}:{ROOT}")
    forget_games()
    try:
        yield folder
    finally:
        forget_games()
