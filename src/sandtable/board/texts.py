"""What a game says, in the language of the reader: its words by key, made when they are shown and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.kernel.language import ENGLISH, spoken
from sandtable.kernel.words import Words

_PLAIN = (str, int)
"""Not bool: True and 1 are equal, and are told differently."""


class Texts:
    """The words of a game in every language it has: `say("no_gun", station=station)`.

    Rules that run in simulations never ask it for a text: they name a modifier or a result by its key among the
    `[terms]`, and the text is looked up where somebody reads it.
    """

    def __init__(self, by_language: Mapping[str, Words]) -> None:
        self.by_language = by_language
        self._said = lru_cache(maxsize=8192)(self._say)  # a table has seventy texts, few of them change with a choice

    def words(self) -> Words:
        """The words in the language that is spoken."""
        return self.by_language.get(spoken()) or self.by_language[ENGLISH]

    def say(self, key: str, /, **facts: Any) -> str:
        """A text of the table."""
        if all(type(fact) in _PLAIN for fact in facts.values()):
            return self._said(spoken(), key, tuple(facts.items()))
        return self.words().say(key, **facts)

    def _say(self, _language: str, key: str, facts: tuple[tuple[str, str | int], ...]) -> str:
        return self.words().say(key, **dict(facts))

    def term(self, printed: str) -> str:
        """What a reader is told for a word of the program, or for what is printed on a component."""
        return self.words().term(printed)

    def name(self, id: str) -> str:
        """The name of something on the table."""
        return self.words().name(id)

    def english(self, key: str) -> str:
        """A text in English, for what is said before anybody has come to read: titles, options of the set-up."""
        return self.by_language[ENGLISH].say(key)
