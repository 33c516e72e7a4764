"""The documents hold what the code and the tests refer to: ids of promises, and files that are linked."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from sandtable import gamekit
from sandtable.kernel.game import Game
from sandtable.terminal.cli import app
from tests.documents import PAGES, ROOT, commands, unfenced

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
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", unfenced(page)) if "://" not in link]
    assert [link for link in links if link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_linked_headings_are_there(page: Path) -> None:
    links = [link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", unfenced(page)) if "://" not in link]
    wanted = [((page.parent / file if file else page), anchor) for file, _, anchor in links if anchor]
    assert [f"{file}#{anchor}" for file, anchor in wanted if anchor not in _anchors(file)] == []


def _anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", unfenced(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_contents_of_the_site() -> None:
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [str(page.relative_to(ROOT / "docs")) for page in ROOT.glob("docs/**/*.md")]
    assert [page for page in sorted(pages) if page not in contents] == []


def test_the_changelog_tells_each_change_once() -> None:
    """Two branches that are merged line by line can bring the same line twice."""
    told = Counter(
        line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:2] == "- "
    )
    assert [line for line, times in told.items() if times > 1] == []


def test_every_listing_of_the_walk_stands_in_the_example() -> None:
    walk = (ROOT / "docs/build/add-a-game.md").read_text(encoding="utf-8")
    listings = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)\n```", walk, re.DOTALL)
    assert len(listings) > 15
    for file, text in listings:
        assert text in (ROOT / "examples/causeway" / file).read_text(encoding="utf-8"), f"{file} has no longer:\n{text}"


def test_the_walk_names_every_member_of_a_game_and_everything_in_the_kit() -> None:
    walk = unfenced(ROOT / "docs/build/add-a-game.md")
    named = {word for span in re.findall(r"`([^`]+)`", walk) for word in re.findall(r"\w+", span)}
    members = {name for name in (*vars(Game), *Game.__annotations__) if not name.startswith("_")}
    assert members - named - {"settle", "play"} == set()
    assert set(gamekit.__all__) - named == set()


def test_the_pythons_of_the_project_are_those_that_are_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    tested = re.search(r"python: \[(.*)\]", (ROOT / ".github/workflows/ci.yml").read_text())
    assert tested is not None
    assert re.findall(r'"(.*?)"', tested[1]) == claimed


def test_the_modules_that_the_architecture_names_are_there() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:kernel|server|terminal|web/src/lib)/[\w/]+\.(?:py|ts))`", text)
    assert len(named) > 8
    places = [ROOT, ROOT / "src" / "sandtable"]
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


# `sandtable db backup` in a sentence is a name; with its arguments it is on the page for hosts.
TYPED = [
    (f"{page.relative_to(ROOT)}: {line}", shlex.split(words))
    for page in PAGES
    for line in dict.fromkeys(commands(page))
    if line != "sandtable db backup"
    for words in re.findall(r"^(?:.*\| |\S*/)?sandtable (\w.* .*)$", line)
]


@pytest.mark.parametrize("words", [words for _, words in TYPED], ids=[line for line, _ in TYPED])
def test_every_command_of_the_documents_is_one(words: list[str]) -> None:
    """Its name, arguments and options are those of the program: a quick look, for test_commands.py runs them."""
    command: Any = get_command(app)
    name, context = "sandtable", command.make_context("sandtable", [], resilient_parsing=True)
    while hasattr(command, "commands") and (words or not command.invoke_without_command):
        name, command, words = command.resolve_command(context, words)
    command.make_context(name, list(words), parent=context)


def test_there_are_commands_to_check() -> None:
    assert len(TYPED) > 60
