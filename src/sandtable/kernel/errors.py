"""What can go wrong, said in sentences a player understands."""

# mypyc: skip (other packages subclass these errors, and interpreted classes cannot inherit from compiled ones)
from __future__ import annotations

from sandtable.kernel.sentences import told


class SandtableError(Exception):
    """The base of every error that is shown to a person as one sentence.

    The sentence is written in English, with its gaps filled by `facts`: `Refused("There is no step {step}.", step=9)`.
    It is made in the language of the one who reads it, which need not be known where the error arises.
    """

    def __init__(self, sentence: str, rule: str = "", **facts: object) -> None:
        super().__init__(sentence)
        self.said = sentence
        self.facts = facts
        self.rule = rule

    @property
    def sentence(self) -> str:
        """The sentence in the language that is spoken."""
        return told(self.said, self.facts)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class Refused(SandtableError):
    """A choice that the rules do not offer to this seat now. Nothing has changed."""


class UnknownName(SandtableError):
    """A game, scenario, option, seat or bot of that name does not exist."""


class SaveError(SandtableError):
    """A file that cannot be loaded; nothing of it was used."""


class DataError(SandtableError):
    """Components that contradict themselves or their manifest."""


class RuleFault(SandtableError):
    """A rule failed by a programming error; the position is as it was before the choice."""


class NeedRoll(Exception):
    """Dice rolled by people: the rules wait here for what was rolled or drawn."""

    def __init__(self, what: str, results: tuple[str | int, ...]) -> None:
        super().__init__(what)
        self.what = what
        self.results = results
