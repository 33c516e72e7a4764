"""Without the packages of the extras the games play, and whatever else is asked for says what brings it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sandtable.terminal.extras import what_is_missing

_WITHOUT = """
import sys
extras = {extras!r}
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in extras:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hide())
sys.argv = {argv!r}
from sandtable.terminal.cli import main
main()
"""
_EXTRAS = (
    "litestar",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "polars",
    "plotly",
    "scipy",
    "numpy",
    "psycopg",
    "ray",
    "textual",
)


def without_extras(*words: str) -> subprocess.CompletedProcess[str]:
    program = _WITHOUT.format(extras=_EXTRAS, argv=["sandtable", *words])
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, input="", check=False)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("serve",), 'The table in the browser needs more packages: `pip install "sandtable[serve]"` brings them.'),
        (("simulate", "warbirds", "--games", "1"), '"sandtable[lab]"` brings them.'),
        (("ladder", "warbirds"), '"sandtable[lab]"` brings them.'),
    ],
)
def test_what_is_not_installed_is_said_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    answer = without_extras(*words)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_player_needs_none_of_them() -> None:
    assert "Warbirds" in without_extras("games").stdout
    played = without_extras("play", "warbirds", "--seed", "1")
    assert played.returncode == 0, played.stderr
    assert "Saved after 0 choices" in played.stdout + played.stderr


def test_the_full_screen_says_what_brings_it() -> None:
    assert '"sandtable[full]"` brings them.' in what_is_missing(ModuleNotFoundError("textual.app", name="textual.app"))


def test_other_missing_modules_are_faults() -> None:
    assert what_is_missing(ModuleNotFoundError("No module named 'nonsense'", name="nonsense")) == ""
    assert "sandtable[lab]" in what_is_missing(ModuleNotFoundError("polars._plr", name="polars._plr"))
