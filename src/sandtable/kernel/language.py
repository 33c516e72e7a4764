"""How a language counts, lists and dates things. The rules are those of the Unicode CLDR (`tools/grammar.py`).

They are read with the first text, so that simulations, which show none, do not pay for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

if TYPE_CHECKING:
    from datetime import datetime  # noqa: TID251 - a moment that somebody reads, handed in

Part = TypeVar("Part")
Asked = ParamSpec("Asked")
Told = TypeVar("Told")

_COUNTED = 200
"""Every plural form that whole numbers take turns up below this number."""


class Grammar(NamedTuple):
    """A line of `grammar.json`."""

    forms: list[str]
    plural: str
    """The place of a whole number's form among them, in the language of gettext."""
    all: list[str]
    any: list[str]
    """What stands between two things, between many, and before the last of many."""
    day: str
    month: str
    months: list[str]
    months_alone: list[str]
    short_months: list[str]
    short_days: list[str]
    decimal: str
    zones: dict[str, str]


class Language:
    """The grammar of one language, as far as templates need it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._grammar = grammar = _grammar(code)
        self._plural = _plural(grammar.plural)
        used = {self._plural(number) for number in range(_COUNTED)}
        self.plurals = tuple(form for place, form in enumerate(grammar.forms) if place in used)
        """The plural forms of whole numbers, in the order in which a template gives them."""
        self._order = {grammar.forms.index(form): index for index, form in enumerate(self.plurals)}

    def form(self, number: float) -> int:
        """Which of the plural forms a number takes."""
        last = len(self.plurals) - 1
        return self._order.get(self._plural(abs(int(number))), last) if number == int(number) else last

    def listed(self, parts: Sequence[Part], either: bool = False) -> Iterator[Part | str]:
        """The parts with what stands between them: "a, b and c", or "a, b or c" if it is either of them."""
        pair, comma, end = self._grammar.any if either else self._grammar.all
        last = len(parts) - 1
        for index, part in enumerate(parts):
            if index:
                yield comma if index < last else end if last > 1 else pair
            yield part

    def date(self, year: int, month: int, day: int = 0) -> str:
        """A day, or a month where the day is 0: "23 March 1945", "January 1944"."""
        pattern, names = (
            (self._grammar.day, self._grammar.months) if day else (self._grammar.month, self._grammar.months_alone)
        )
        return pattern.format(d=day, M=month, MMM=self._grammar.short_months[month - 1], MMMM=names[month - 1], y=year)

    def moment(self, there: datetime) -> str:
        """A moment in its own zone: "Wed 18 Nov, 18:05 (CET)"."""
        day, month = self._grammar.short_days[there.weekday()], self._grammar.short_months[there.month - 1]
        zone = there.tzname() or ""
        return f"{day} {there.day} {month}, {there:%H:%M} ({self._grammar.zones.get(zone, zone)})"

    def number(self, number: float) -> str:
        """A number with one decimal place at most, as it is written: "1.5", "2"."""
        return f"{number:.1f}".removesuffix(".0").replace(".", self._grammar.decimal)


@cache
def _grammars() -> dict[str, dict[str, Any]]:
    """By the language. Read without msgspec: a command that only tells its version must not load it."""
    import json

    read: dict[str, dict[str, Any]] = json.loads(files(__package__).joinpath("grammar.json").read_bytes())
    return read


def _grammar(code: str) -> Grammar:
    """What the CLDR says of a language; of English where it says nothing that we can use."""
    return Grammar(**_grammars().get(code, _grammars()[ENGLISH]))


def _plural(expression: str) -> Callable[[int], int]:
    from gettext import c2py

    return c2py(expression)


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
    year, month, day = (*iso.split("-"), "0")[:3]
    return language(code).date(int(year), int(month), int(day))


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


def once_told(most: int | None = None) -> Callable[[Callable[Asked, Told]], Callable[Asked, Told]]:
    """Remember what a function tells, at most so many answers: each language apart, for the answer is a text in it."""

    def remembering(tell: Callable[Asked, Told]) -> Callable[Asked, Told]:
        @lru_cache(maxsize=most)
        def remembered(_language: str, *args: Asked.args, **kwargs: Asked.kwargs) -> Told:
            return tell(*args, **kwargs)

        @wraps(tell)
        def told(*args: Asked.args, **kwargs: Asked.kwargs) -> Told:
            return remembered(_spoken.get(), *args, **kwargs)  # type: ignore[arg-type]  # as with `cache`, all is hashable

        return told

    return remembering
