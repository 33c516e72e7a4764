"""Templates: plain texts with gaps, and how a gap is filled in a language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.kernel.language import Language

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_NOTHING = "=0 "


class TemplateField(NamedTuple):
    """A gap in a template: the fact that fills it, and the plural forms of what it counts."""

    fact: str
    forms: tuple[str, ...] = ()


@lru_cache(maxsize=8192)
def compiled(template: str) -> tuple[str | TemplateField, ...]:
    """A template as plain texts and the gaps between them. There are as many templates as lines in the words files."""
    parts: list[str | TemplateField] = []
    at = 0
    for field in _FIELD.finditer(template):
        if field.start() > at:
            parts.append(template[at : field.start()])
        at = field.end()
        parts.append(TemplateField(field[1], tuple(field[2].split("|")) if field[2] is not None else ()))
    if at < len(template):
        parts.append(template[at:])
    return tuple(parts)


def figure(value: object) -> str:
    """A number with a minus before it where it is below nothing, and no hyphen."""
    return str(value).replace("-", "−")


_FRACTIONS = {0.125: "⅛", 0.25: "¼", 0.375: "⅜", 0.5: "½", 0.625: "⅝", 0.75: "¾", 0.875: "⅞"}


def with_half(value: float) -> str:
    """A number that may end in a half, or in quarters or eighths where it was halved again: 3, 2½, ¾, ⅜."""
    whole, rest = divmod(value, 1)
    return f"{int(whole) or ''}{_FRACTIONS[rest]}" if rest in _FRACTIONS else f"{value:g}"


def counted(value: Any, forms: tuple[str, ...], grammar: Language) -> str:
    """A number with the form of its noun; for a list of things the form alone, as a verb that follows the list.

    For yes and no the first and the last form, as in "{success:a hit|a miss}". A first form that begins with "=0"
    stands for nothing at all: "{hits:=0 no hits|hit|hits}".
    """
    if forms[0].startswith(_NOTHING):
        nothing, *more = forms
        if value == 0 and not isinstance(value, bool):
            return nothing.removeprefix(_NOTHING)
        forms = tuple(more)
    if isinstance(value, bool):
        return forms[0 if value else -1]
    if isinstance(value, list | tuple):
        return forms[min(grammar.form(len(value)), len(forms) - 1)]
    index = grammar.form(value) if isinstance(value, int | float) else len(forms) - 1
    form = forms[min(index, len(forms) - 1)]
    number = figure(with_half(value) if isinstance(value, float) else value)
    return form.replace("#", number) if any("#" in each for each in forms) else f"{number} {form}"
