"""What a game says, in the language of the reader: its words by key, made when they are shown and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.kernel.language import ENGLISH, spoken
from sandtable.kernel.words import Words

Fact = str | int | bool | float | tuple[str | int, ...]


class Texts:
    """The words of a game in every language it has: `say("no_gun", station=station)`.

    Rules that run in simulations never ask it for a text: they name a modifier or a result by its key among the
    `[terms]`, and the text is looked up where somebody reads it.
    """

    def __init__(self, by_language: Mapping[str, Words]) -> None:
        self.by_language = by_language
        # A table has some hundred texts, and few of them change with a choice. Typed: True and 1 are told differently.
        self._said = lru_cache(maxsize=16_384, typed=True)(self._say)

    def words(self) -> Words:
        """The words in the language that is spoken."""
        return self.by_language.get(spoken()) or self.by_language[ENGLISH]

    def say(self, key: str, /, **facts: Any) -> str:
        """A text of the table."""
        try:
            return self._said(spoken(), key, **facts)
        except TypeError:  # a list or a dict among the facts, by which nothing can be looked up
            pass
        for name, fact in facts.items():
            if type(fact) is list:
                facts[name] = tuple(fact)
            elif type(fact) is dict:  # a text within a text can't be remembered
                return self.words().say(key, **facts)
        return self._said(spoken(), key, **facts)

    def _say(self, _language: str, key: str, /, **facts: Fact) -> str:
        return self.words().say(key, **facts)

    def term(self, printed: str) -> str:
        """What a reader is told for a word of the program, or for what is printed on a component."""
        return self.words().term(printed)

    def name(self, id: str) -> str:
        """The name of something on the table."""
        return self.words().name(id)

    def english(self, key: str) -> str:
        """A text in English, for what is said before anybody has come to read: titles, options of the set-up."""
        return self.by_language[ENGLISH].say(key)
