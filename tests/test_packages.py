"""What `pip install "sandtable[serve]"` brings: no more packages and megabytes than were thought about."""

from __future__ import annotations

from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LITESTAR = {
    "anyio", "certifi", "click", "faker", "h11", "httpcore", "httpx", "idna", "litestar", "litestar-htmx", "multidict",
    "multipart", "polyfactory", "pyyaml", "rich-click", "sniffio",
}  # fmt: skip
"""Litestar with what it wants of its own: more than a third of all (docs/decisions/0001-build.md)."""


def brought(name: str, *extras: str) -> set[str]:
    """A package and all that it needs here, by name."""
    found: set[str] = set()
    asked: set[tuple[str, str]] = set()
    waiting = [(canonicalize_name(name), extra) for extra in ("", *extras)]
    while waiting:
        asked.add(now := waiting.pop())
        package, wanted = now
        found.add(package)
        for text in distribution(package).requires or []:
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate({"extra": wanted}):
                waiting += {(canonicalize_name(needed.name), extra) for extra in ("", *needed.extras)} - asked
    return found


def megabytes(package: Distribution) -> float:
    """Its files without what Python compiles."""
    paths = [Path(str(file.locate())) for file in package.files or () if file.suffix != ".pyc"]
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


@pytest.mark.parametrize(
    ("extras", "packages", "size"), [((), 12, 24), (("serve",), 36, 67)], ids=["to play in a terminal", "to serve"]
)
def test_a_player_installs_what_he_needs(extras: tuple[str, ...], packages: int, size: float) -> None:
    others = brought("sandtable", *extras) - {"sandtable"}
    assert len(others) <= packages, sorted(others)
    sizes = {name: megabytes(distribution(name)) for name in others}
    assert sum(sizes.values()) <= size, sorted(sizes.items(), key=lambda one: -one[1])


def test_most_of_it_comes_with_litestar() -> None:
    """The day that it wants less, the bar above can be lowered."""
    assert brought("litestar") >= LITESTAR
    unwanted = {"uvloop", "numpy", "scipy", "polars", "psycopg", "pytest", "babel", "pydantic"}
    assert unwanted & brought("sandtable", "serve") == set()


def test_a_host_for_many_has_postgres_and_a_faster_loop() -> None:
    assert {"uvloop", "psycopg", "psycopg-binary"} <= brought("sandtable", "host")
