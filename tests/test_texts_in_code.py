"""What a game says stands in its words file: no text that a player reads is written in its code.

A text in code is a literal that reads like words and is no key of the words file. A rule may name a modifier, a result
or what is rolled by words ("out of command"), if these are a key under `[terms]`: the text that is shown is there.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.game import find_game
from sandtable.kernel.words import EVERY_GAME

GAMES = Path(sandtable.__file__).parent / "games"
LEFT = {"warbirds": 0, "luftwaffe": 0, "ontoberlin": 0, "airlift": 0, "vengeance": 0}
"""So many texts each game still has in its code. The figures only go down."""
NO_READER = re.compile(r"(?:^|/)(?:invariants|report|components)\.py$|^bot/")
"""For authors of games (what must hold, what is wrong with a data file) and for studies, which are in English."""
IDS = {
    "airlift": (
        "cubes delivered",
        "goals met",
        "planes lost",
        "lost {}",
        "movement now",
        " beacon",
        " (flying boats)",
        "Hamburg-",
        *(
            f"support {{}} {use}"
            for use in ["auctions", "build", "maintenance", "transfers", "personnel", "victory", "morale"]
        ),
    ),
    "ontoberlin": ("56th Panzer Korps", "entry {}", "other side", "StuG"),
    "vengeance": (
        *("Pre-Registered Hex", "Off-Board Observer", "Spotter Plane", "Red Banner", "Supplemental Armor", "Tunnel"),
        *(
            "Foxhole 1S",
            "{} assault engineer",
            "{} x2",
            " x2",
            "armor ",
            "note ",
            " of ",
            "None",
            "Scattered",
            "Moderate",
        ),
        *("weapons of {} dealt out", "cloaks of {}", "rides of {}", "{} stood in {} at {}, a vehicle of {}"),
        *("{} ambush", "{} ambush by {}", "{} vehicles", "numbering {}", "nobody rolls these", "beyond {} {}", "Arm"),
        *("rate of fire", "machine guns", "Bk", "Ck"),
    ),
    "luftwaffe": ("arrived fighters", "arrived {}", "Me 109", "Bf 109", "Me 110", "Bf 110"),
}
"""Ids of units, tags and values, figures of a state or report, parts of names in the data: no reader sees them."""
_READS = re.compile(r"[A-Za-z][a-z]+[ ,.:;]+\(?[A-Za-z]|^[A-Z][a-z]+|[a-z]+ |^ [a-z]+|[a-z]{2,}[.:]")
_CODE = re.compile(r"[a-z]+:\{\}|[A-Z]{2}-[A-Z]*\d.*|[\w/.:|{}-]*[._/|][\w/.:|{}-]*|.*[\"=\\\[].*", re.DOTALL)
"""Clauses, paths, ids with a gap, TOML and regular expressions."""


def keys(game: str) -> set[str]:
    words = tomllib.loads((GAMES / game / "data/words.toml").read_text(encoding="utf-8"))
    return {key for section in words.values() if isinstance(section, dict) for key in section}


def _is_not_said(node: ast.AST, child: ast.AST) -> bool:
    match child:
        case ast.Assert() | ast.arg() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=error):
            return not (isinstance(error, ast.Call) and ast.unparse(error.func) == "Refused")
        case ast.Constant():
            return isinstance(node, ast.Compare | ast.MatchValue)
    return isinstance(node, ast.Subscript) and child is node.slice


def literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines, gaps as {}; docstrings, types, conditions and errors are none."""
    for child in ast.iter_child_nodes(node):
        if _is_not_said(node, child):
            continue
        if isinstance(child, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in child.values)
            yield child.lineno, "".join(map(str, parts))
            yield from (found for part in child.values for found in literals(part))
        elif isinstance(child, ast.Constant):
            if isinstance(child.value, str) and not isinstance(node, ast.JoinedStr):
                yield child.lineno, child.value
        else:
            yield from literals(child)


def _reads(text: str) -> bool:
    return _READS.search(text.replace("{}", "")) is not None and not _CODE.fullmatch(text)


def _names_a_key(text: str, known: set[str]) -> bool:
    """Whether it is a key of the words file, or with its gaps filled one of several."""
    text = text.partition("|")[0]  # a term, and what fills its gaps
    if "{}" not in text:
        return text in known
    pattern = re.compile(".+".join(map(re.escape, text.split("{}"))))
    return any(map(pattern.fullmatch, known))


def texts_in_code(game: str) -> list[str]:
    known, title, found = keys(game), find_game(game).title, []
    for path in sorted((GAMES / game).rglob("*.py")):
        place = path.relative_to(GAMES / game).as_posix()
        if NO_READER.search(place):
            continue
        for line, text in literals(ast.parse(path.read_text(encoding="utf-8"))):
            if _reads(text) and text != title and text not in IDS.get(game, ()) and not _names_a_key(text, known):
                found.append(f"{place}:{line}: {text!r}")
    return found


@pytest.mark.parametrize("game", LEFT)
def test_no_text_is_written_in_code(game: str) -> None:
    found = texts_in_code(game)
    assert len(found) <= LEFT[game], "\n".join(found)
    assert len(found) == LEFT[game], f"{game} has only {len(found)} left: lower the figure"


_ASKED = re.compile(r'\bsay\(\s*(f?)"([^"]+)"')


@pytest.mark.parametrize("game", LEFT)
def test_every_text_that_code_asks_for_is_there(game: str) -> None:
    known = {*find_game(game).words.texts, *EVERY_GAME}
    code = "\n".join(path.read_text(encoding="utf-8") for path in (GAMES / game).rglob("*.py"))
    asked = {re.sub(r"\{[^}]*\}", "{}", key) if made else key for made, key in _ASKED.findall(code)}
    assert sorted(key for key in asked if not _names_a_key(key, known)) == []
