"""How the code is laid out: what a package may import, and the rooms that every game has."""

import ast
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from sandtable.kernel.game import find_game, games

SOURCE = Path(__file__).parents[1] / "src" / "sandtable"
ALLOWED = {*sys.stdlib_module_names, "msgspec", "sandtable"}


def imported(module: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("package", ["kernel", "board", "games"])
def test_the_rules_depend_on_msgspec_only(package: str) -> None:
    modules = sorted((SOURCE / package).rglob("*.py"))
    assert modules
    foreign = {str(m.relative_to(SOURCE)): extra for m in modules if (extra := imported(m) - ALLOWED)}
    assert foreign == {}


LONGEST = 400
CLIENT = SOURCE.parents[1] / "web" / "src"
LISTS = {"lib/types.ts", "texts/en.ts", "texts/de.ts"}
"""Searched rather than read: the types made from the server's, and the texts of the client."""


def test_a_module_is_a_chapter() -> None:
    """CONTRIBUTING: below 400 lines; what is longer comes apart by meaning."""
    web = [
        path for end in ("*.svelte", "*.ts") for path in CLIENT.rglob(end) if str(path.relative_to(CLIENT)) not in LISTS
    ]
    assert len(web) > 300
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (*SOURCE.rglob("*.py"), *web)}
    assert {path.name: lines for path, lines in sorted(lengths.items()) if lines >= LONGEST} == {}


ROOMS = {
    "play.py": "the sequence of play: read this first",
    "model": "the state: what must be remembered",
    "components.py": "the data folder as frozen, checked records",
    "rules/": "one module for each chapter of the rulebook",
    "knowledge/sight.py": "what each seat may see",
    "knowledge/guess.py": "what it cannot know, dealt again at random",
    "table/board.py": "the board, which never changes",
    "table/layout.py": "the pieces and panels of a view",
    "bot/player.py": "what a sensible player would choose, and what a position is worth",
    "names.py": "the names of everything on the table",
    "report.py": "how a game ended, and the figures for reports",
    "ending.py": "how a game ended, told to the players",
    "invariants.py": "what must be true of every state",
    "rules.md": "the clauses in our words",
    "data/": "the components as TOML and CSV",
}
SOMETIMES = {
    "map/": "the ground and its lines, where the game has a map",
    "ruler.py": "what the ruler tells of two spaces",
    "table/schematic.py": "a picture in characters for the terminal",
    "options.py": "what is settled before a game begins, where it is long",
}
OWN = {
    "luftwaffe": {"solo": "raids for a player alone", "mail": "standing orders for play by mail"},
    "vengeance": {"campaign": "the campaign game around the battles", "scenarios": "the scenario cards"},
}
"""What only one game has stands in a package of its own, named after it."""
OURS = [name for name in games() if type(find_game(name)).__module__.startswith("sandtable.games.")]


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_the_same_rooms(name: str) -> None:
    folder = SOURCE / "games" / name
    missing = [room for room in ROOMS if not list(folder.glob(room if "." in room else f"{room.rstrip('/')}*"))]
    assert missing == []
    if find_game(name).ruler:
        assert (folder / "ruler.py").is_file()
    assert not list(folder.glob("schematic*")), "the picture for the terminal belongs into table/"


@pytest.mark.parametrize("name", OURS)
def test_a_game_has_no_other_rooms(name: str) -> None:
    known = {room.partition("/")[0].removesuffix(".py") for room in (*ROOMS, *SOMETIMES)} | {"__init__"}
    there = {path.stem for path in (SOURCE / "games" / name).iterdir() if path.is_dir() or path.suffix == ".py"}
    assert there - known - {"__pycache__"} == OWN.get(name, {}).keys()


@pytest.mark.parametrize("name", OURS)
def test_a_package_of_a_game_says_in_two_lines_what_lives_there(name: str) -> None:
    silent = []
    for package in sorted((SOURCE / "games" / name).rglob("__init__.py"))[1:]:
        tree = ast.parse(package.read_text(encoding="utf-8"))
        said = (ast.get_docstring(tree) or "").split("\n\n")
        if len(said) < 2 or len(tree.body) > 1:
            silent.append(str(package.parent.relative_to(SOURCE)))
    assert silent == []


@pytest.mark.parametrize("name", OURS)
def test_every_step_of_a_game_has_its_activity(name: str) -> None:
    game = find_game(name)
    steps = set(get_args(get_type_hints(game.state_type)["step"]))
    assert steps, "the step of the state is a Literal type"
    assert set(game.sequence.steps) <= steps
    assert steps - set(game.sequence.steps) <= {"over"}


def test_the_rooms_are_listed_for_those_who_join() -> None:
    told = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [room for room in (*ROOMS, *SOMETIMES) if f"`{room}`" not in told] == []
