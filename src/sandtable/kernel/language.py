"""How a language counts and lists things. The rules are those of the Unicode CLDR, read through Babel.

Babel is loaded with the first text, so that simulations, which show none, do not pay for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

Part = TypeVar("Part")

_LOCALES = {"en": "en_GB"}
"""Our English is British: no comma before the last "and" of a list."""
_PLURALS = ("zero", "one", "two", "few", "many", "other")
_COUNTED = 200
"""Every plural form that whole numbers take turns up below this number."""


class Language:
    """The grammar of one language, as far as templates need it."""

    def __init__(self, code: str) -> None:
        from babel import Locale

        locale = Locale.parse(_LOCALES.get(code, code))
        self.code = code
        self.locale = locale
        self._plural = locale.plural_form
        used = {self._plural(number) for number in range(_COUNTED)}
        self.plurals = tuple(form for form in _PLURALS if form in used)
        """The plural forms of whole numbers, in the order in which a template gives them."""
        self._order = {form: index for index, form in enumerate(self.plurals)}
        self._and, self._or = (
            tuple(_between(locale.list_patterns[kind][name]) for name in ("2", "middle", "end"))
            for kind in ("standard", "or")
        )

    def form(self, number: float) -> int:
        """Which of the plural forms a number takes."""
        return self._order.get(self._plural(number), len(self.plurals) - 1)

    def listed(self, parts: Sequence[Part], either: bool = False) -> Iterator[Part | str]:
        """The parts with what stands between them: "a, b and c", or "a, b or c" if it is either of them."""
        pair, comma, end = self._or if either else self._and
        last = len(parts) - 1
        for index, part in enumerate(parts):
            if index:
                yield comma if index < last else end if last > 1 else pair
            yield part


def _between(pattern: str) -> str:
    return pattern.replace("{0}", "").replace("{1}", "")


@cache
def language(code: str) -> Language:
    """The grammar of a language by its code: "en", "de"."""
    return Language(code)


ENGLISH = "en"
LANGUAGES = (ENGLISH, "de")
"""The languages that Sandtable speaks. A game that lacks one is told in English."""


def told_list(parts: Sequence[str], code: str = ENGLISH, either: bool = False) -> str:
    """Several things in one text: "a, b and c", or "a, b or c"."""
    return "".join(language(code).listed(parts, either))


@cache
def told_date(iso: str, code: str = ENGLISH) -> str:
    """A day or a month as people write it: "1945-03-23" is 23 March 1945, "1944-01" is January 1944."""
    from babel import Locale

    locale = Locale.parse(_LOCALES.get(code, code))
    year, month, day = (*iso.split("-"), "0")[:3]
    pattern = locale.date_formats["long"] if int(day) else locale.datetime_skeletons["yMMMM"]
    name = locale.months["format"]["wide"][int(month)]
    return str(pattern.format % {"y": year, "MMMM": name, "d": int(day)})


_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def spoken() -> str:
    """The language in which texts are made now."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Make the texts of a game in this language, where the game has it."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def speak(code: str) -> None:
    """Make all further texts in this language: for a program with one reader."""
    _spoken.set(code)
