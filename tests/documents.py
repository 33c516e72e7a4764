"""The pages of the documentation as readers see them: their text, their listings, and the commands that they tell."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
_LISTING = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
_PROGRAMS = "sandtable|make|python|pytest|uv|uvx|pip|pipx|docker"
_SPAN = re.compile(rf"`((?:\w+=\S+ )*(?:[\w./]*/)?(?:{_PROGRAMS}) [^`]+)`")


def unfenced(page: Path) -> str:
    """A page without its listings."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def listings(page: Path) -> list[tuple[str, str]]:
    """The language and the text of each listing."""
    return _LISTING.findall(page.read_text(encoding="utf-8"))


def commands(page: Path) -> list[str]:
    """Every command of a page as it would be typed: the lines of listings for a shell, then those within sentences."""
    typed = [line.strip() for language, text in listings(page) if language == "sh" for line in text.splitlines()]
    spans = [span.replace("\\|", "|") for span in _SPAN.findall(unfenced(page))]
    return [re.sub(r"\s+#.*|\[(?=--)[^\]]*\]", "", line).strip() for line in (*typed, *spans) if line]
