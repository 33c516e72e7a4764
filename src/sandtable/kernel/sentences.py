"""What the program itself says, beside the words of the games: refusals, errors, notices, the frame of the terminal.

A sentence is written in English where it is said: `tell("There is no step {step}.", step=step)`. What it is in another
language stands beside the English in `sentences.de.toml`; `tests/test_sentences.py` holds that none is missing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from sandtable.kernel.language import ENGLISH, language, spoken
from sandtable.kernel.templates import compiled, counted


def tell(sentence: str, /, **facts: object) -> str:
    """A sentence in the language that is spoken, with its gaps filled; a list of things reads "a, b and c"."""
    return told(sentence, facts)


def told(sentence: str, facts: Mapping[str, object]) -> str:
    """The same with the facts as a mapping. Without facts there are no gaps: braces are somebody's own."""
    code = spoken()
    text = translations(code).get(sentence) if code != ENGLISH else None
    grammar = language(code if text is not None else ENGLISH) if facts else None
    if grammar is None:
        return text or sentence
    parts = []
    for part in compiled(text or sentence):
        if isinstance(part, str):
            parts.append(part)
        elif part.forms:
            parts.append(counted(facts[part.fact], part.forms, grammar))
        else:
            value = facts[part.fact]
            parts += grammar.listed([str(one) for one in value]) if isinstance(value, list | tuple) else [str(value)]
    return "".join(parts)


def either(names: Iterable[object]) -> str:
    """What can be chosen: "a, b or c"."""
    listed = [str(name) for name in names]
    code = spoken() if translations(spoken()) else ENGLISH
    return "".join(language(code).listed(listed, either=True)) if listed else tell("none")


@cache
def translations(code: str) -> dict[str, str]:
    """What the sentences of the program are in a language, by their English."""
    file = files("sandtable").joinpath(f"sentences.{code}.toml")
    if not file.is_file():
        return {}
    rooms = tomllib.loads(file.read_text(encoding="utf-8"))
    return {english: text for room in rooms.values() for english, text in room.items()}
