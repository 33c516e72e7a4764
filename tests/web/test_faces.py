"""What a face draws comes to it as data: no drawing of the client reads a text to find out what a piece is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
READS_TEXT = re.compile(
    r"\.(exec|test|match|matchAll|replace|replaceAll|startsWith|endsWith|split|charAt)\("
    r"|\.(text|label|note|title) [!=]== "
)
DRAWN_SIGN = 'badge.text === "⌖"'
"""A character that no font of ours has is drawn where it would be written."""


def readers(source: str) -> list[str]:
    """The lines of a drawing that take a text apart or compare it."""
    return [line.strip() for line in source.splitlines() if READS_TEXT.search(line) and DRAWN_SIGN not in line]


def test_what_reads_a_text_is_found() -> None:
    assert readers('let rank = /Capt/.test(piece.label);\nlet name = values.name;\nif (badge.text === "✓") {') == [
        "let rank = /Capt/.test(piece.label);",
        'if (badge.text === "✓") {',
    ]


@pytest.mark.parametrize("folder", ["faces", "games"])
def test_no_face_takes_a_text_apart(folder: str) -> None:
    faces = sorted((SOURCES / folder).rglob("*.svelte"))
    assert len(faces) > 5
    assert {face.name: found for face in faces if (found := readers(face.read_text(encoding="utf-8")))} == {}
