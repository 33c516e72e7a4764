"""What a game remembers of its texts, it remembers in their language: two people at one server may read two."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.games.told_tables import MARK


def told(*languages: str) -> dict[str, Any]:
    """What games show in these languages, asked for in this order by a program that has said nothing before."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.games.told_tables", *languages], capture_output=True, text=True, check=True
    )
    read: dict[str, Any] = json.loads(ran.stdout)
    return read


def test_what_was_said_in_one_language_is_not_said_again_in_another() -> None:
    """One test for all games: a new program takes seconds to start and to play them."""
    first, then = told("en", "de"), told("de", "en")
    for position in first["en"]:
        assert first["de"][position] == then["de"][position], position
        assert first["en"][position] == then["en"][position], position
        assert first["de"][position]["board"] != first["en"][position]["board"], position
    assert MARK not in json.dumps(first["en"], ensure_ascii=False)
