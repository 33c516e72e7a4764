"""The documents hold what the code and the tests refer to: ids of promises, and files that are linked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
DOCSTRING = re.compile(r'"""((?:[ESRD]\d{1,2}(?:, |\b))+)')


def test_every_promise_that_a_test_cites_is_defined() -> None:
    defined = set(re.findall(r"^\| ([ESRD]\d{1,2}) \|", (ROOT / "docs/build/testing.md").read_text(), re.MULTILINE))
    places = [*ROOT.glob("tests/*/*.py"), *ROOT.glob("src/sandtable/testing/*.py")]
    cited = {
        id
        for path in places
        for ids in DOCSTRING.findall(path.read_text(encoding="utf-8"))
        for id in re.findall(r"[A-Z]\d+", ids)
    }
    assert len(cited) > 20
    assert cited - defined == set()


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_linked_files_are_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (page.parent / link).exists()] == []
